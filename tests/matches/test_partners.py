"""Two bidders as partners, and those that are not told what the other side plays."""

from __future__ import annotations

from bidding.domain.calls import PASS, Call
from bidding.domain.convention_card import Systems
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.matches.bidders import Partners, Turns, Undisclosed
from bidding.matches.match import play
from tests.matches.opening import Opens, boards


class Listens:
    """Passes, and remembers whose turn it was on which board, and what was played."""

    def __init__(self) -> None:
        self.asked: set[tuple[int, Seat]] = set()
        self.systems: dict[Seat, Systems] = {}

    def calls(self, turns: Turns) -> list[Call]:
        for table, held, board in zip(turns.tables, turns.owner, turns.boards, strict=True):
            assert held.shape == (52,)
            turn = table.auction.turn
            assert turn is not None
            self.asked.add((board, turn))
            self.systems[turn] = table.systems
        return [PASS] * len(turns.tables)


def test_partners_change_seats_with_the_board() -> None:
    one, other = Listens(), Listens()
    play((Partners(one, other), Opens("P")), boards(2))
    assert one.asked == {(1, Seat.N), (1, Seat.E), (2, Seat.S), (2, Seat.W)}
    assert other.asked == {(1, Seat.S), (1, Seat.W), (2, Seat.N), (2, Seat.E)}


def test_each_call_comes_from_the_partner_whose_turn_it_is() -> None:
    """North deals board 1 and would open 3NT, South 1NT; on board 3 South deals."""
    results = play((Partners(Opens("3NT"), Opens("1NT")), Opens("P")), boards(3))
    assert results[0].contracts[0] == "3NT by N"
    assert results[2].contracts[0] == "1NT by S"


def test_with_systems_undisclosed_it_knows_its_own_system_alone() -> None:
    listens, told = Listens(), Listens()
    play((Undisclosed(listens), told), boards(1))
    ours, theirs = System.SAYC, System.UNKNOWN
    assert listens.systems == {
        Seat.N: Systems.plain(ours, theirs),
        Seat.S: Systems.plain(ours, theirs),
        Seat.E: Systems.plain(theirs, ours),
        Seat.W: Systems.plain(theirs, ours),
    }
    assert set(told.systems.values()) == {Systems.plain(ours, ours)}
