"""Programs as bidders: what they are asked, and what becomes of those that fail."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command, load_command_class
from django.core.management.base import CommandError

from bidding.domain.auction import Auction
from bidding.domain.position import Position
from bidding.domain.table import Seat, dealer_of_board, vulnerability_of_board
from bidding.management.commands.match import _about
from bidding.matches.match import play, play_match
from bidding.matches.programs import ProgramBidder, ProgramFault, _call, _question
from bidding.matches.results import BoardResult
from bidding.parsing.text.hands import parse_hand
from bidding.parsing.text.words import parse_call
from tests.matches.opening import Opens, boards

Command = Callable[..., str]
ROOT = Path(__file__).parents[2]
EXAMPLE, DOCUMENT = ROOT / "examples" / "players" / "line_player.py", ROOT / "docs" / "match.md"
# Opens 3NT, and writes what it was asked into a file of its own.
OPENS = """
import json, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    with open(f"{sys.argv[1]}/{os.getpid()}", "a") as file:
        file.write(line)
    opens = set(asked["auction"]) <= {"P"}
    print(json.dumps({"call": "3NT" if opens else "P"}), flush=True)
"""
FAILS = """
import json, sys, time
for line in sys.stdin:
    if int(json.loads(line)["board"]) > 8:
        %s
    print(json.dumps({"call": "P"}), flush=True)
"""


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """Makes a command line of the text of a program."""

    def of(text: str, *arguments: object) -> str:
        path = tmp_path / "player.py"
        path.write_text(text)
        return shlex.join([sys.executable, str(path), *map(str, arguments)])

    return of


def test_a_program_is_asked_for_the_calls_of_its_seats(command: Command, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    asked.mkdir()
    program = ProgramBidder(command(OPENS, asked), 20)
    try:
        (result,) = play((program, Opens("1NT")), boards(1))
    finally:
        program.close()
    assert result.contracts == ("3NT by N", "1NT by N")
    assert program.made == len(result.auctions[0].split()) // 2 + 2
    processes = [
        [json.loads(line) for line in file.read_text().splitlines()] for file in asked.iterdir()
    ]
    # One for each seat, which sees the hand of that seat alone.
    assert sorted({question["seat"] for question in lines}.pop() for lines in processes) == [
        "E",
        "N",
        "S",
        "W",
    ]
    hands = dict(zip("NESW", result.deal.split(), strict=True))
    for question in (line for lines in processes for line in lines):
        assert question["hand"] == hands[question["seat"]]
    first = next(line for lines in processes for line in lines if line["seat"] == "N")
    assert first == {
        "hand": hands["N"],
        "seat": "N",
        "dealer": "N",
        "vulnerability": "None",
        "auction": [],
        "board": "1",
    }
    east = next(line for lines in processes for line in lines if line["seat"] == "E")
    assert east["auction"] == ["1NT"]


@pytest.mark.parametrize(
    ("does", "fault"),
    [
        ("sys.exit('out of memory')", r"it ended with status 1, saying 'out of memory'"),
        ("print('{}', flush=True); continue", r"this is no answer.*its line was '\{\}'"),
        ("print('Pass', flush=True); continue", r"this is no answer.*its line was 'Pass'"),
        ("print('{\"call\": 7}', flush=True); continue", "this is no answer"),
        ('print(\'{"call": "8C"}\', flush=True); continue', "bids go from level 1 to 7"),
        ('print(\'{"call": "X"}\', flush=True); continue', "X is not legal after the opening"),
        ("time.sleep(60)", "it made no call in 0.5 seconds"),
        ("sys.stdout.write('7' * 200000); sys.stdout.flush()", "without the end of a line"),
    ],
)
def test_a_failing_program_is_named_and_what_was_played_is_there(
    does: str, fault: str, command: Command
) -> None:
    """With its seat, the board and its line. North deals board 9."""
    line = command(FAILS % does)
    program, results = ProgramBidder(line, 60), list[BoardResult]()

    def played(count: int) -> None:
        if count and "sleep" in does:  # at first a busy machine takes long to start it
            program.seconds = 0.5

    try:
        with pytest.raises(ProgramFault) as found:
            play_match((program, Opens("P")), boards(10), results, played)
    finally:
        program.close()
    where = re.escape(f"program {line!r} as ") + r"\w+, board (9|10): "
    assert re.match(where, str(found.value))
    assert re.search(fault, str(found.value))
    assert len(results) == 8


def test_a_program_that_is_not_there_is_named() -> None:
    program = ProgramBidder("/nowhere/bidder --fast", 1)
    with pytest.raises(ProgramFault, match=r"cannot be started: .*No such file"):
        play((program, Opens("P")), boards(1))


def test_closing_ends_a_program_that_does_not_listen(command: Command) -> None:
    deaf = command('import time\nprint(\'{"call": "P"}\', flush=True)\ntime.sleep(60)')
    program = ProgramBidder(deaf, 0.5)
    with pytest.raises(ProgramFault, match="no call"):
        play((program, Opens("P")), boards(8))
    processes = [one._process for one in program._processes.values()]
    program.close()
    assert all(process.returncode is not None for process in processes)


def test_a_match_goes_on_after_a_program_has_failed(command: Command, tmp_path: Path) -> None:
    """Where it was, by the same command, and says before what was played until then."""
    out, said = tmp_path / "match.json", StringIO()
    player = command(FAILS % "sys.exit('out of memory')")
    match = ["match", f"program:{player}", f"program:{player}", "--boards", "10", "--json", out]
    with pytest.raises(CommandError, match=r"out of memory.*the same command goes on"):
        call_command(*map(str, match), stdout=said)
    assert "8 boards: +0.000 IMPs a board" in said.getvalue()
    kept = json.loads(out.read_text())
    assert [result["board"] for result in kept["results"]] == list(range(1, 9))
    command(FAILS % "pass")  # the program is repaired
    call_command(*map(str, match), stdout=said)
    assert "10 boards: +0.000 IMPs a board" in said.getvalue()
    whole = json.loads(out.read_text())
    assert whole["results"][:8] == kept["results"]
    assert whole["boards"] == 10
    assert whole["tricks"] == "double dummy"
    assert whole["model"] is None


def test_the_sample_of_the_document_is_a_question_that_is_asked() -> None:
    """The answer is a legal call of the seat whose turn it is."""
    lines = re.findall(r"^    (\{.*\})$", DOCUMENT.read_text(), re.MULTILINE)
    asked, answer = map(json.loads, lines)
    seat, dealer = Seat[asked["seat"]], Seat[asked["dealer"]]
    auction = Auction.of(dealer, map(parse_call, asked["auction"]))
    assert (auction.turn, dealer) == (seat, dealer_of_board(int(asked["board"])))
    vulnerable = vulnerability_of_board(int(asked["board"]))
    position = Position(parse_hand(asked["hand"]), seat, auction, vulnerable)
    assert _question(position, int(asked["board"])) == asked
    assert auction.is_legal(_call(json.dumps(answer)))


def test_commands_of_the_document_are_read() -> None:
    text = DOCUMENT.read_text().replace("\\\n", "")
    lines = re.findall(
        r"^    \S*python manage\.py (match\w*) (.*?)(?: &.*|; .*)?$", text, re.MULTILINE
    )
    assert {command for command, _ in lines} == {"match", "match_results"}
    for command, arguments in lines:
        parser = load_command_class("bidding", command).create_parser("manage.py", command)
        parser.parse_args(shlex.split(arguments))


def test_the_library_of_the_current_folder_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its name alone, as docs/match.md has it; this one holds nothing."""
    monkeypatch.syspath_prepend(str(EXAMPLE.parent))
    monkeypatch.chdir(tmp_path)
    Path("libEPBot.so").touch()
    with pytest.raises(OSError, match=re.escape(str(tmp_path))):
        import_module("epbot_player").opened("libEPBot.so")


def test_slow_programs_make_more_than_no_call_a_second() -> None:
    program = ProgramBidder("x", 1)
    for made, taken, said in ((7, 28.0, "0.25"), (28, 7.0, "4"), (50_000, 10.0, "5,000")):
        program.made, program.taken = made, taken
        assert _about(program, boards(1)) == f": {made} calls, {said} a second"


def test_the_example_bids(tmp_path: Path) -> None:
    out = tmp_path / "match.json"
    player = f"program:{shlex.join([sys.executable, str(EXAMPLE)])}"
    opens = shlex.join([sys.executable, "-c", OPENS, str(tmp_path)])
    said = StringIO()
    match = ["match", player, f"program:{opens}", "--boards", "8", "--json", str(out)]
    call_command(*match, stdout=said)
    kept = json.loads(out.read_text())
    assert len(kept["results"]) == kept["boards"] == 8
    assert kept["lost"] + kept["won"] > 0
    assert sum(part["boards"] for part in kept["by_vulnerability"].values()) == 8
    swings = [result["imps"] for result in kept["results"] if result["imps"]]
    kinds = kept["kinds"].values()
    assert sum(kind["boards"] for kind in kinds) == len(swings)
    assert sum(kind["won"] - kind["lost"] for kind in kinds) == sum(swings)
    worst = min(kept["results"], key=lambda result: result["imps"])
    assert f"board {worst['board']}, " in said.getvalue()
    for name, auction in zip("AB", worst["auctions"], strict=True):
        assert f"{name} sits N-S: {auction}: " in said.getvalue()
    assert re.search(r"line_player\.py'?: \d+ calls, [\d,]+ a second", said.getvalue())
