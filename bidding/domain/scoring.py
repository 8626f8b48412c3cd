"""Tricks, duplicate scores (Law 77), IMPs (78B), matchpoints (78A) and the par of a deal."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from bidding.domain.auction import Contract
from bidding.domain.calls import BIDS, Call
from bidding.domain.cards import Card
from bidding.domain.errors import BridgeError
from bidding.domain.table import Seat, Side, Strain, Suit, Vulnerability

BOOK = 6  # tricks that do not count towards the contract
# The lowest level of a game in each strain, undoubled.
GAME_LEVELS = {Strain.NT: 3, Strain.S: 4, Strain.H: 4, Strain.D: 5, Strain.C: 5}

# The smallest difference in points that is worth 1, 2, ... 24 IMPs.
_IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)

_SLAM_BONUS = {6: (500, 750), 7: (1000, 1500)}  # by level: not vulnerable, vulnerable

TRICK = 4  # cards


def is_game(call: Call) -> bool:
    """Return True for a bid of game or more, False for any other call."""
    if call.strain is None or call.level is None:
        return False
    return call.level >= GAME_LEVELS[call.strain]


def is_up_to_game(bid: Call) -> bool:
    """Return True for a bid that is not beyond game in its strain."""
    assert bid.strain is not None
    assert bid.level is not None
    return bid.level <= GAME_LEVELS[bid.strain]


def duplicate_score(contract: Contract, vulnerable: bool, tricks: int) -> int:
    """Return declarer's score for ``tricks`` (0 to 13); negative if the contract went down.

    ``vulnerable`` refers to declarer's side. Raises BridgeError for another number of tricks.
    """
    if not 0 <= tricks <= 13:
        raise BridgeError(f"a side takes 0 to 13 tricks, not {tricks}", text=str(tricks))
    surplus = tricks - BOOK - contract.level
    if surplus < 0:
        return -_penalty(-surplus, contract.doubled, vulnerable)
    return _made(contract, vulnerable) + surplus * _overtrick(contract, vulnerable)


def imps(difference: int) -> int:
    """Return international match points for a difference in points; the sign is kept."""
    won = bisect_right(_IMP_STEPS, abs(difference))
    return won if difference >= 0 else -won


def matchpoints(scores: Sequence[int]) -> tuple[int, ...]:
    """Return for each score on a board 2 points per lower and 1 per equal other score."""
    return tuple(
        2 * sum(other < score for other in scores) + sum(other == score for other in scores) - 1
        for score in scores
    )


def _made(contract: Contract, vulnerable: bool) -> int:
    """Return trick points and bonuses of a contract made without overtricks."""
    trick_points = _trick_points(contract) * contract.doubled
    is_game = trick_points >= 100
    game_bonus = (500 if vulnerable else 300) if is_game else 50
    slam_bonus = _SLAM_BONUS.get(contract.level, (0, 0))[vulnerable]
    insult = {1: 0, 2: 50, 4: 100}[contract.doubled]
    return trick_points + game_bonus + slam_bonus + insult


def _trick_points(contract: Contract) -> int:
    """Return the undoubled trick points bid; the first trick at notrump counts ten more."""
    extra = 10 if contract.strain is Strain.NT else 0
    return contract.level * _trick_value(contract.strain) + extra


def _trick_value(strain: Strain) -> int:
    return 20 if strain in (Strain.C, Strain.D) else 30


def _overtrick(contract: Contract, vulnerable: bool) -> int:
    if contract.doubled == 1:
        return _trick_value(contract.strain)
    return contract.doubled * (100 if vulnerable else 50)


def _penalty(down: int, doubled: int, vulnerable: bool) -> int:
    """Return the defenders' score for ``down`` (1 or more) undertricks."""
    if doubled == 1:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        return (300 * down - 100) * doubled // 2
    first_three = 100 + 200 * (min(down, 3) - 1)
    return (first_three + 300 * max(down - 3, 0)) * doubled // 2


def winning_card(trick: Sequence[Card], trump: Suit | None) -> Card:
    """Return the highest trump, or else the highest card of the suit led (Law 44)."""
    followed = [card for card in trick if card.suit is trick[0].suit]
    return min([card for card in trick if card.suit is trump] or followed)


def tricks_taken(contract: Contract, cards: Sequence[Card]) -> int:
    """Return the tricks that declarer took: ``cards`` in the order in which they were played."""
    trump, leader, taken = contract.strain.suit, contract.leader, 0
    for start in range(0, len(cards), TRICK):
        trick = cards[start : start + TRICK]
        leader = leader.after(trick.index(winning_card(trick, trump)))
        taken += leader.side is contract.declarer.side
    return taken


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
