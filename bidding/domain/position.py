"""What a question is asked about: positions, bidding tables, played boards, a pair's calls."""

from __future__ import annotations

from dataclasses import dataclass, field

from bidding.domain.auction import Auction
from bidding.domain.cards import Hand, Hands
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.table import Seat, Side, Vulnerability


@dataclass(frozen=True)
class Position:
    """A viewer's seat and hand, and the auction so far.

    ``hand`` is None for a spectator, who sees no cards; ``seat`` only sets the perspective.
    """

    hand: Hand | None
    seat: Seat
    auction: Auction
    vulnerability: Vulnerability
    systems: Systems = field(default_factory=Systems)


@dataclass(frozen=True)
class BiddingTable:
    """The hands N E S W, the auction so far, and the seats of people; robots have the others.

    Robots make their likeliest call, or, with a seed in ``draw``, one drawn by its chance.
    """

    hands: tuple[Hand, Hand, Hand, Hand]
    auction: Auction
    vulnerability: Vulnerability
    systems: Systems = field(default_factory=Systems)
    players: frozenset[Seat] = frozenset({Seat.S})
    draw: int | None = None

    @property
    def is_robots_turn(self) -> bool:
        """True if a robot is to call."""
        return self.auction.turn is not None and self.auction.turn not in self.players


@dataclass(frozen=True)
class PlayedBoard:
    """Hands N E S W, None where one is not known, and the auction, which may be unfinished.

    ``tricks`` are those that declarer took, None where that is not known; ``graded_from`` is the
    index of the first call to grade.
    """

    hands: Hands
    auction: Auction
    vulnerability: Vulnerability
    systems: Systems = field(default_factory=Systems)
    tricks: int | None = None
    graded_from: int = 0

    @property
    def graded(self) -> list[int]:
        """The indices of the calls to grade, whose callers' hands are known."""
        calls = range(self.graded_from, len(self.auction.calls))
        return [index for index in calls if self.hands[self.auction.seat_of(index)] is not None]

    def position_before(self, index: int) -> Position:
        """Return the position of the player who makes call number ``index``, before that call."""
        seat = self.auction.seat_of(index)
        auction = self.auction.prefix(index)
        return Position(self.hands[seat], seat, auction, self.vulnerability, self.systems)


@dataclass(frozen=True)
class PairBoard:
    """A board as one side bid it; of its hands those that are known, of the other side none."""

    side: Side
    hands: Hands
    auction: Auction
    vulnerability: Vulnerability
    opponents: ConventionCard = field(default_factory=lambda: Systems().ns)


@dataclass(frozen=True)
class PairCalls:
    """The boards that a pair bid, and the card that it is said to play, None for any."""

    boards: tuple[PairBoard, ...]
    card: ConventionCard | None = None

    @property
    def n_calls(self) -> int:
        """The number of its calls."""
        return sum(
            board.auction.seat_of(index).side is board.side
            for board in self.boards
            for index in range(len(board.auction.calls))
        )
