"""The par of a deal: the contract and score where neither side gains by another bid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bidding.domain.auction import Contract
from bidding.domain.calls import BIDS
from bidding.domain.scoring import BOOK, duplicate_score
from bidding.domain.table import Seat, Side, Strain, Vulnerability


@dataclass(frozen=True)
class Par:
    """The par score of N-S, and the contracts that reach it; none if the deal is passed out."""

    score: int
    contracts: tuple[Contract, ...]


def par(tricks: Sequence[Sequence[int]], vulnerability: Vulnerability, dealer: Seat) -> Par:
    """Return the par by the tricks [declarer N E S W][strain C D H S NT] of best play.

    A side bids or leaves the other side's contract in, which is doubled if it fails. In each strain
    the lowest contract is named that the other side cannot outbid without loss.
    """
    table = _Table(tricks, vulnerability)
    value = table.opening_value(dealer.side)
    if value == 0:
        return Par(0, ())
    side = Side.NS if value > 0 else Side.EW
    for bidder in (side, side.opponents):  # the other side may sacrifice
        bids = [bid for bid in range(len(BIDS)) if table.reaches(value, bid, bidder)]
        found: dict[tuple[Seat, Strain], Contract] = {}
        for bid in [one for one in bids if table.is_safe(one, bidder)] or bids:
            for contract in table.contracts(bid, bidder):
                found.setdefault((contract.declarer, contract.strain), contract)
        if found:
            return Par(value, tuple(found.values()))
    raise AssertionError("some contract has the score of par")


class _Table:
    """Scores of N-S for every bid by either side, and what they become if the bidding goes on."""

    def __init__(self, tricks: Sequence[Sequence[int]], vulnerability: Vulnerability) -> None:
        self.tricks, self.vulnerability = tricks, vulnerability
        self._scores = {
            (bid, side): self._score(bid, side) for bid in range(len(BIDS)) for side in Side
        }
        self._values: dict[tuple[int, Side], int] = {}
        for bid in reversed(range(len(BIDS))):
            for side in Side:
                self._values[bid, side] = self._best(bid, side.opponents, self._scores[bid, side])

    def reaches(self, value: int, bid: int, side: Side) -> bool:
        """Return True if that bid by that side scores the value, and the others let it stand."""
        return self._scores[bid, side] == value == self._values[bid, side]

    def is_safe(self, bid: int, side: Side) -> bool:
        """Return True if all higher bids of the other side score less for it."""
        score, higher = self._scores[bid, side], range(bid + 1, len(BIDS))
        others = [self._values[one, side.opponents] for one in higher]
        return all((other > score) if side is Side.NS else (other < score) for other in others)

    def opening_value(self, side: Side) -> int:
        """Return the score of N-S if that side may bid first."""
        return self._best(-1, side, self._best(-1, side.opponents, 0))

    def contracts(self, bid: int, side: Side) -> list[Contract]:
        """Return the contracts of that bid by the partners who take the most tricks in it."""
        strain = Strain(bid % len(Strain))
        most = self._most(strain, side)
        seats = [seat for seat in Seat if seat.side is side and self.tricks[seat][strain] == most]
        return [self._contract(bid, seat) for seat in seats]

    def _best(self, above: int, side: Side, passed: int) -> int:
        """Return the best for a side: the score if it passes, or a bid above that one."""
        values = [passed] + [self._values[bid, side] for bid in range(above + 1, len(BIDS))]
        return max(values) if side is Side.NS else min(values)

    def _most(self, strain: Strain, side: Side) -> int:
        return max(int(self.tricks[seat][strain]) for seat in Seat if seat.side is side)

    def _contract(self, bid: int, seat: Seat) -> Contract:
        level, strain = bid // len(Strain) + 1, Strain(bid % len(Strain))
        fails = self.tricks[seat][strain] < BOOK + level
        return Contract(level, strain, seat, 2 if fails else 1)

    def _score(self, bid: int, side: Side) -> int:
        contract = self.contracts(bid, side)[0]
        tricks = int(self.tricks[contract.declarer][contract.strain])
        points = duplicate_score(contract, self.vulnerability.holds_for(side), tricks)
        return points if side is Side.NS else -points
