"""Which orders of networks that papers P2 and P3 state come out the other way with ours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bidding.training.reporting.paper_claims import P2_CLAIMS, P3_CLAIMS, Claim
from bidding.training.reporting.paper_tricks import Row
from bidding.training.reporting.trick_cells import Reports, data, exact, item

CLAIMS = (*P2_CLAIMS, *P3_CLAIMS)


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
        "out the other way with ours, by per cent exact:\n\n" + "\n".join(map(item, told))
    )


def _words(claim: Claim) -> str:
    return claim.words


def _ours(row: Row, reports: Reports) -> float:
    return exact(reports[row.recipe], row.part)


def _told(words: str, claims: Sequence[Claim], reports: Reports) -> str:
    """What the paper finds, and every pair of networks that has it the other way."""
    return " ".join([f"{words}.", *(_pair(claim, reports) for claim in claims)])


def _pair(claim: Claim, reports: Reports) -> str:
    better, worse = claim.better, claim.worse
    return (
        f"{better.label} has {better.paper[-1]:.2f} there and {worse.label} {worse.paper[-1]:.2f}; "
        f"ours {_figure(better, reports)} and {_figure(worse, reports)}."
    )


def _figure(row: Row, reports: Reports) -> str:
    """Ours, and what it comes from."""
    deals, _, epochs = data(reports[row.recipe])
    return f"{_ours(row, reports):.2f} (`{row.recipe}`, {deals} deals, {epochs} epochs)"
