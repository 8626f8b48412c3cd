"""Which orders of networks that papers P2 and P3 state come out the other way with ours, and why.

Nothing but the reports is asked: how a training ended, and how much better a network knows what it
learned from than new deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import sqrt
from statistics import stdev
from typing import Any

from research.tricks.recipe import NO_BETTER
from research.tricks.report.cells import (
    IMPROVING,
    Reports,
    budget,
    data,
    end,
    exact,
    improving,
    item,
)
from research.tricks.report.paper_claims import P2_CLAIMS, P3_CLAIMS, Claim
from research.tricks.report.paper_tables import (
    FIRST_WEIGHTS,
    LEARNED,
    NOTRUMP,
    TESTED,
    Row,
)

_NOTRUMP, _SPADES = FIRST_WEIGHTS
_WHERE = {_NOTRUMP: "at notrump", _SPADES: "in spades"}
_FEWEST = 3  # networks whose exact shares have a spread worth telling
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
    failing = [one for one in run if _lead(one, reports) < 0]
    if not failing:
        return ""
    told = [_told(words, list(some), reports) for words, some in groupby(failing, _words)]
    paragraphs = [
        "## Orders that come out the other way",
        f"Of {len(run)} orders of two networks that papers P2 and P3 state, {len(failing)} come "
        "out the other way with ours, by per cent exact.",
        _of_first_weights(run, reports),
        _RULES,
        "\n".join(map(item, told)),
    ]
    return "\n\n".join(filter(None, paragraphs))


def changes_by_first_weights(reports: Reports) -> dict[str, float]:
    """How far exact shares of two networks lie apart that differ in their first weights only.

    In points, by kind of contract: the root of two times the standard deviation of the exact shares
    of P2's four networks, which is the standard deviation of the difference of two. A kind of which
    fewer than three are trained is left out.
    """
    changes = {}
    for kind, recipes in FIRST_WEIGHTS.items():
        found = [exact(reports[name], TESTED) for name in recipes if name in reports]
        if len(found) >= _FEWEST:
            changes[kind] = sqrt(2) * stdev(found)
    return changes


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


def _of_first_weights(run: Sequence[Claim], reports: Reports) -> str:
    """What other first weights change, and how many orders are undecided so, either way round."""
    changes = changes_by_first_weights(reports)
    if not changes:
        return ""
    leads = [_lead(one, reports) for one in run if _undecided(one, reports)]
    other = sum(lead < 0 for lead in leads)
    listed = " and ".join(f"{change:.2f} points {_WHERE[kind]}" for kind, change in changes.items())
    return (
        f"Other first weights alone change a difference of two networks by {listed}: the "
        "standard deviation of the exact shares of `p2-52-25-1` trained with several first weights "
        "(P2, section VI-F), times √2 as two networks are compared. Of other networks it is not "
        f"known. {other} of the orders that come out the other way and {len(leads) - other} of "
        "those that agree rest on less, and are undecided."
    )


def _undecided(claim: Claim, reports: Reports) -> float:
    """The points that other first weights change where an order rests on less; otherwise 0."""
    changes = changes_by_first_weights(reports)
    kinds = {_NOTRUMP if row.part == NOTRUMP else _SPADES for row in (claim.better, claim.worse)}
    change = max(changes.get(kind, 0.0) for kind in kinds)
    return change if abs(_lead(claim, reports)) < change else 0.0


def _lead(claim: Claim, reports: Reports) -> float:
    """By how many points ours bear the claim out; below 0 where they do not."""
    return _ours(claim.better, reports) - _ours(claim.worse, reports)


def _ours(row: Row, reports: Reports) -> float:
    return exact(reports[row.recipe], row.part)


def _told(words: str, claims: Sequence[Claim], reports: Reports) -> str:
    """What the paper finds, and every pair of networks that has it the other way."""
    return " ".join([f"{words}.", *(_pair(claim, reports) for claim in claims)])


def _pair(claim: Claim, reports: Reports) -> str:
    better, worse = claim.better, claim.worse
    why = f"**Why:** {why_behind(reports[better.recipe], reports[worse.recipe])}"
    if change := _undecided(claim, reports):
        why = f"**Undecided:** within what other first weights change ({change:.2f} points)"
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
