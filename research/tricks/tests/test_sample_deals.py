"""P2's sample deals as printed: the solver agrees with the paper's results."""

from __future__ import annotations

from bidding.domain.table import Side, Strain
from bidding.tricks.solving import solve
from research.tricks.sample_deals import NETWORKS, SAMPLE_DEALS


def test_the_papers_results_are_the_solvers() -> None:
    for deal in SAMPLE_DEALS:
        assert [(deal.owner == seat).sum() for seat in range(4)] == [13] * 4
        declarer = deal.leader.rho
        declared = int(solve(deal.owner)[0, declarer, Strain.S])
        solved = declared if declarer.side is Side.NS else 13 - declared
        assert solved == deal.tricks, f"figure {deal.figure}"
        assert tuple(deal.answers) == NETWORKS
