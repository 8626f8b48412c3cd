"""Which orders of networks that papers P2 and P3 state come out the other way with ours, and why.

Nothing but the reports is asked: how a training ended, and how much better a network knows what it
learned from than new deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from bidding.training.reporting.paper_claims import P2_CLAIMS, P3_CLAIMS, Claim
from bidding.training.reporting.paper_tricks import LEARNED, TESTED, Row
from bidding.training.reporting.trick_cells import (
    IMPROVING,
    Reports,
    budget,
    data,
    end,
    exact,
    improving,
    item,
)
from bidding.training.trick_recipe import NO_BETTER

CLAIMS = (*P2_CLAIMS, *P3_CLAIMS)
ALIKE = 1.0
"""Points: exact in so few more of what it learned from than of the test, a network knows both
alike."""
TOO_CLOSE = 3.0
"""Points: exact in so many more, it is fitted to what it learned from too closely. In P2, section
VI-E, the network of which it says so has 5.04 more, the one that it has as better 1.38."""


def reversed_orders(reports: Reports) -> str:
    """The section, an item for each conclusion that fails; nothing where none does."""
    run = [one for one in CLAIMS if {one.better.recipe, one.worse.recipe} <= set(reports)]
    failing = [one for one in run if _ours(one.better, reports) < _ours(one.worse, reports)]
    if not failing:
        return ""
    told = [_told(words, list(some), reports) for words, some in groupby(failing, _words)]
    return (
        "## Orders that come out the other way\n\n"
        f"Of {len(run)} orders of two networks that papers P2 and P3 state, {len(failing)} come "
        f"out the other way with ours, by per cent exact.\n\n{_RULES}\n\n"
        + "\n".join(map(item, told))
    )


def why_behind(first: Mapping[str, Any], second: Mapping[str, Any]) -> str:
    """What the reports of two networks tell of why the first is not the better one.

    It was still improving when its budget ended; or it stopped by itself, yet is exact in at most
    ``ALIKE`` points more of what it learned from than of the test; or in at least ``TOO_CLOSE``
    points more. The first may come together with the last.
    """
    told = []
    if improving(first):
        told.append(_BOTH_IMPROVING if improving(second) else _IMPROVING)
    if LEARNED in first:
        more = exact(first, LEARNED) - exact(first, TESTED)
        if more >= TOO_CLOSE:
            told.append(f"the first fitted its own deals too closely ({more:.2f} points)")
        elif more <= ALIKE and end(first) == NO_BETTER:
            best = f"best at epoch {first['best_epoch']:,} of {budget(first):,}"
            told.append(f"the first stopped early, {best}, underfitted ({more:.2f} points)")
    return ", and ".join(told) or "the reports show no reason"


def _words(claim: Claim) -> str:
    return claim.words


def _ours(row: Row, reports: Reports) -> float:
    return exact(reports[row.recipe], row.part)


def _told(words: str, claims: Sequence[Claim], reports: Reports) -> str:
    """What the paper finds, and every pair of networks that has it the other way."""
    return " ".join([f"{words}.", *(_pair(claim, reports) for claim in claims)])


def _pair(claim: Claim, reports: Reports) -> str:
    better, worse = claim.better, claim.worse
    why = f"**Why:** {why_behind(reports[better.recipe], reports[worse.recipe])}"
    return (
        f"{better.label} has {better.paper[-1]:.2f} there and {worse.label} {worse.paper[-1]:.2f}; "
        f"ours {_figure(better, reports)} and {_figure(worse, reports)}. {why}."
    )


def _figure(row: Row, reports: Reports) -> str:
    """Ours, and what it comes from."""
    report = reports[row.recipe]
    deals, _, epochs = data(report)
    own = f", {exact(report, LEARNED):.2f} on its own deals" if LEARNED in report else ""
    return f"{_ours(row, reports):.2f} (`{row.recipe}`, {deals} deals, {epochs} epochs{own})"


_IMPROVING = "the first was still improving when its budget ended"
_BOTH_IMPROVING = "both were still improving when their budgets ended"
_RULES = (
    "Why the network that the paper has as the better one, named first, is behind is read from the "
    f"reports alone: it was still improving when its budget ended ({IMPROVING}); it stopped early, "
    f"though it is exact in at most {ALIKE:g} point more of its own deals, those it learned from, "
    f"than of the test (underfitted); it is exact in {TOO_CLOSE:g} points more or over (fitted too "
    "closely)."
)
