"""Players of the Blue Chip Bridge protocol: a table manager and its players over sockets."""

from __future__ import annotations

import re
import shlex
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from bidding.domain.calls import ALL_CALLS, PASS
from bidding.domain.table import Seat, Vulnerability
from bidding.matches.bluechip import (
    BlueChipBidder,
    TableManager,
    board_message,
    call_message,
    cards_message,
    parse_call_of,
    parse_connecting,
)
from bidding.matches.match import play_match
from bidding.matches.programs import ProgramBidder, ProgramFault
from bidding.matches.results import BoardResult
from bidding.parsing.text.hands import parse_hand
from tests.matches.opening import Opens, boards

PLAYERS = Path(__file__).parents[2] / "examples" / "players"
Say = Callable[[str], object]
Player = Callable[[socket.socket, str], None]


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Player:
    """The player of the examples, until the session is over."""
    monkeypatch.syspath_prepend(str(PLAYERS))
    module = import_module("bluechip_player")

    def plays(stream: socket.socket, seat: str) -> None:
        module.play(module.Table(stream, seat, "Example"))

    return plays


@pytest.fixture
def manager() -> Iterator[TableManager]:
    made = TableManager(("127.0.0.1", 0), 5, lambda text: None, connect_seconds=5)
    yield made
    made.close()


def connect(manager: TableManager, seat: str, player: Player) -> threading.Thread:
    """Start a player, which ends by itself."""

    def runs() -> None:
        with (
            socket.create_connection(("127.0.0.1", manager.port)) as stream,
            suppress(EOFError, ConnectionError),
        ):
            player(stream, seat)

    thread = threading.Thread(target=runs, daemon=True)
    thread.start()
    return thread


def match(manager: TableManager, players: dict[str, Player], count: int) -> list[BoardResult]:
    """The boards that were played against a bidder that opens 1NT."""
    threads = [connect(manager, seat, player) for seat, player in players.items()]
    bidder, results = BlueChipBidder(manager), list[BoardResult]()
    try:
        play_match((bidder, Opens("1NT")), boards(count), results, lambda n: None, at_once=1)
    finally:
        bidder.close()
        for thread in threads:
            thread.join(5)
    return results


def everywhere(player: Player) -> dict[str, Player]:
    return {seat.full_name: player for seat in Seat}


def test_the_example_bids_as_by_the_other_protocol(manager: TableManager, example: Player) -> None:
    """It has the same rules there, so that all it is told must be right."""
    over_socket = match(manager, everywhere(example), 6)
    program = ProgramBidder(shlex.join([sys.executable, str(PLAYERS / "line_player.py")]), 20)
    over_lines = list[BoardResult]()
    try:
        play_match((program, Opens("1NT")), boards(6), over_lines, lambda n: None)
    finally:
        program.close()
    assert over_socket == over_lines
    assert len({result.auctions for result in over_socket}) > 1


class Scripted:
    """A player in capitals that wants any seat, passes, and would play the cards."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def __call__(self, stream: socket.socket, seat: str) -> None:
        lines = stream.makefile("r", newline="\n")

        def send(text: str) -> None:
            stream.sendall(f"{text}\r\n".encode())

        def receive() -> str:
            line = lines.readline()
            assert line.endswith("\r\n")
            self.heard.append(line.strip())
            return line.strip()

        send('Connecting "Grand" as ANYPL using protocol version 18')
        seat = receive().split()[0]
        for what in ("for teams", "to start"):
            send(f"{seat} ready {what}")
            line = receive()
        while line == "Start of Board":
            send(f"{seat} ready for deal")
            turn = [name.upper() for name in SEAT_NAMES].index(receive().split()[4].rstrip("."))
            send(f"{seat} ready for cards")
            receive()
            passes, bids = 0, 0
            while passes < (3 if bids else 4):
                name = SEAT_NAMES[turn].upper()
                turn = (turn + 1) % 4
                if name == seat:
                    send(f"{seat} passes Alert. Nothing to say.")
                    passes += 1
                    continue
                send(f"{seat} ready for {name}'s bid")
                passed = receive().endswith("PASSES")
                passes, bids = (passes + 1, bids) if passed else (0, bids + 1)
            line = receive()
            if line in ("Start of Board", "End of session"):  # taken for the request to lead
                send(f"{seat} plays 7S")
                send(f"{seat} ready for dummy")
                line = receive()


SEAT_NAMES = [seat.full_name for seat in Seat]


def test_the_example_may_start_before_the_match(
    example: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused at first."""
    module, refused = import_module("bluechip_player"), list[float]()
    made = TableManager(("127.0.0.1", 0), 5, lambda text: None)
    address = ("127.0.0.1", made.port)
    made.close()
    again = list[TableManager]()

    def starts(seconds: float) -> None:
        refused.append(seconds)
        again.append(TableManager(address, 5, lambda text: None))

    monkeypatch.setattr(module.time, "sleep", starts)
    module.connected(address).close()
    again[0].close()
    assert len(refused) == 1
    with pytest.raises(ConnectionRefusedError):
        module.connected(address, 0)


def test_a_player_that_would_play_the_cards_goes_on_with_the_next_board(
    manager: TableManager,
) -> None:
    players = {seat: Scripted() for seat in SEAT_NAMES}
    results = match(manager, dict(players), 3)
    assert [result.contracts[0] for result in results] == ["1NT by E", "1NT by E", "1NT by W"]
    heard = players["North"].heard
    assert heard[0] in {f'{name.upper()} ("Grand") seated' for name in SEAT_NAMES}
    assert sum(line.startswith("Board number") for line in heard) == 3
    assert all(player.heard[-2:] == ["End of session"] * 2 for player in players.values())


def test_a_player_that_leaves_after_a_board_may_connect_again(
    manager: TableManager, example: Player
) -> None:
    """As programs do that cannot leave out the play."""

    def leaves(stream: socket.socket, seat: str) -> None:
        module = import_module("bluechip_player")
        table = module.Table(stream, seat, "Example")
        table.receive()
        table.ready("for teams")
        table.ready("to start")
        receive, ready, asking = table.receive, table.ready, list[str]()
        table.receive = lambda: receive() if asking else None

        def asked(what: str) -> object:
            asking.append(what)
            answer = ready(what)
            asking.clear()
            return answer

        table.ready = asked
        module.bid_board(table)
        stream.shutdown(socket.SHUT_RDWR)
        connect(manager, seat, example)

    players = everywhere(example) | {"South": leaves}
    assert match(manager, players, 3) == match_again(example)


def match_again(example: Player) -> list[BoardResult]:
    manager = TableManager(("127.0.0.1", 0), 5, lambda text: None, connect_seconds=5)
    try:
        return match(manager, everywhere(example), 3)
    finally:
        manager.close()


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("{seat} bids 8C", "as North, board 1: it should make a call; its line was"),
        ("{seat} bids 3Q", "as North, board 1: .*is not a strain"),
        ("{seat} doubles", "as North, board 1: X is not legal: there is no bid to double"),
        ("East passes", "as North, board 1: it should make a call; its line was 'East passes'"),
        ("", "as North, board 1: it has closed the connection"),
        (None, r"as North, board 1: it sent nothing in 0\.3 seconds"),
    ],
)
def test_a_failing_player_is_named(
    said: str | None, fault: str, manager: TableManager, example: Player
) -> None:
    over = threading.Event()

    def fails(stream: socket.socket, seat: str) -> None:
        table = import_module("bluechip_player").Table(stream, seat, "Example")
        table.receive()
        table.ready("for teams")
        table.ready("to start")
        table.ready("for deal")
        table.ready("for cards")
        if said is None:
            over.wait(5)
        elif said:
            table.send(said.format(seat=seat))
            table.receive()

    for seat in SEAT_NAMES:
        connect(manager, seat, fails if seat == "North" else example)
    bidder = BlueChipBidder(manager)
    for player in bidder._players.values() if said is None else ():
        player.connection.seconds = 0.3
    try:
        with pytest.raises(ProgramFault, match=fault) as found:
            play_match((bidder, Opens("1NT")), boards(1), [], lambda n: None, at_once=1)
    finally:
        over.set()
        bidder.close()
    assert str(found.value).startswith("program 'Example' at bluechip:0 ")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Hello", 'it should begin with: Connecting "name" as North using'),
        ('Connecting "Old" as North using protocol version 17', "it speaks version 17"),
        ('Connecting "Odd" as Dummy using protocol version 18', "'Dummy' is no seat"),
    ],
)
def test_who_introduces_itself_wrongly_is_refused(
    line: str, fault: str, manager: TableManager
) -> None:
    connect(manager, "North", lambda stream, seat: stream.sendall(f"{line}\r\n".encode()))
    with pytest.raises(ProgramFault, match=fault):
        BlueChipBidder(manager)


def test_nobody_is_waited_for_for_ever() -> None:
    said = list[str]()
    manager = TableManager(("127.0.0.1", 0), 5, said.append, connect_seconds=0.1)
    try:
        with pytest.raises(ProgramFault, match="nobody connected as North, East, South, West"):
            BlueChipBidder(manager)
    finally:
        manager.close()
    assert said == ["bluechip:0: waiting for players to connect as North, East, South, West"]


def test_messages_are_spelled_as_the_protocol_has_them() -> None:
    hand = parse_hand("AKJ5.T98..AKQ432")
    assert cards_message("North", hand) == "North's cards : S A K J 5. H T 9 8. D -. C A K Q 4 3 2."
    assert board_message("West", 7, Vulnerability.NS) == (
        "Board number 7. Dealer West. N/S vulnerable."
    )
    for call in ALL_CALLS:
        line = call_message("North", call)
        assert parse_call_of(line.upper(), Seat.N) == call
        assert parse_call_of(line, Seat.S) is None
    assert call_message("North", PASS) == "North PASSES"
    assert parse_call_of("north bids 2 NT Alert. 20 to 22", Seat.N) == parse_call_of(
        "North bids 2NT", Seat.N
    )
    found = parse_connecting('connecting "A b" as SOUTH using protocol version 18 and more')
    assert (found.name, found.seat, found.capitals) == ("A b", Seat.S, True)
    assert not re.search(r"[^\x20-\x7e]", board_message("West", 7, Vulnerability.BOTH))
