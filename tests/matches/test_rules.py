"""Rules before a bidder: those of the booklet, hand by hand, and what their files may hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, PASS, Call
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.records import read_records
from bidding.management.commands import record
from bidding.matches.bidders import Turns
from bidding.matches.rules import RuleBidder, Rules, read_rules
from bidding.parsing.text.words import parse_call
from tests.matches.opening import Opens

BOOKLET = Path(__file__).parents[2] / "bidding" / "matches" / "booklet.toml"
ROWS = [
    tuple(field.strip() for field in line.split("|"))
    for line in Path(__file__).with_name("booklet.txt").read_text().splitlines()
    if "|" in line
]


@pytest.fixture(scope="module")
def booklet() -> Rules:
    return read_rules(BOOKLET)


@pytest.mark.parametrize("row", ROWS, ids=" | ".join)
def test_the_booklet_calls(booklet: Rules, row: tuple[str, str, str, str]) -> None:
    auction, hand, made, call = row
    assert len(hand.replace(".", "")) == 13
    rule = booklet.rule(auction.split(), hand.split("."), parse_call(made))
    assert str(parse_call(made) if rule is None else rule.call) == call


def test_every_rule_of_the_booklet_is_among_these(booklet: Rules) -> None:
    called = {
        booklet.rule(auction.split(), hand.split("."), parse_call(made))
        for auction, hand, made, _ in ROWS
    }
    assert {rule.about for rule in booklet} == {rule.about for rule in called if rule}


def test_what_a_call_means(booklet: Rules) -> None:
    for auction, call, label, flags in (
        ("1NT X", "2D", "transfer ", 3),
        ("P 1H P", "3D", "Soloway Jump Shifts", 6),
        ("1NT P", "3C", "inviting", 0),
    ):
        rule = booklet.meaning(auction.split(), parse_call(call))
        assert rule is not None
        assert (rule.label, rule.flags) == (label, flags)
    assert booklet.meaning(["1NT", "P"], parse_call("2D")) is None


def written(path: Path, rules: str, auction: str = '"1M P"') -> Path:
    path.write_text(f'system = "sayc"\n[[after]]\nauction = {auction}\nrules = [{rules}]')
    return path


def test_variables_are_suits(tmp_path: Path) -> None:
    rules = read_rules(written(tmp_path / "r", '{call = "+y", hand = "5+ y, 3+ M", about = ""}'))
    assert sorted(str(rule.call) for rule in rules) == ["2S", "3C", "3C", "3D", "3D", "3H"]


def test_the_first_rule_counts(tmp_path: Path) -> None:
    entries = '{call = "2M", hand = "6-9 HCP", about = "a"}, {call = "3M", about = "b"}'
    rules = read_rules(written(tmp_path / "r", entries))
    weak, strong = ["Q32", "K32", "5432", "Q32"], ["A32", "K32", "5432", "A32"]
    found = [rules.rule(["1H", "P"], hand, PASS) for hand in (weak, strong)]
    assert [rule and rule.about for rule in found] == ["a", "b"]
    assert rules.rule(["1D", "P"], weak, PASS) is None


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ('{call = "2M", hand = "6-9 points", about = "a"}', "a: 'points' is no suit"),
        ('{call = "2M", hand = "5+ z", about = "a"}', "a: 'z' is no suit"),
        ('{call = "1C", about = "never"}', "never: no auction fits"),
        ('{call = "9C", about = "a"}', "level 1 to 7, not 9"),
        ('{about = "a"}', "a: 'call'"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, rules: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_rules(written(tmp_path / "r", rules))


def test_only_sides_that_play_the_system_obey(tmp_path: Path) -> None:
    class Passes:
        def calls(self, turns: Turns) -> list[Call]:
            return [PASS] * len(turns.tables)

    played = Systems.plain(System.SAYC, System.ACOL)
    tables = [Position(None, seat, Auction(seat), Vulnerability.NONE, played) for seat in Seat]
    owner = np.full(52, Seat.W)
    for seat in (
        Seat.N,
        Seat.E,
        Seat.S,
    ):  # ace, jack, eight; king, ten, seven; queen, nine, six of each suit
        owner[[13 * suit + rank for suit in range(4) for rank in (seat, seat + 3, seat + 6)]] = seat
        owner[13 * seat + 12] = seat
    rules = read_rules(
        written(tmp_path / "r", '{call = "7NT", hand = "10+ HCP", about = ""}', '""')
    )
    calls = RuleBidder(rules, Passes()).calls(Turns(tables, np.tile(owner, (4, 1)), [1, 2, 3, 4]))
    assert [str(call) for call in calls] == [
        "7NT",
        "P",
        "P",
        "P",
    ]  # East, with twelve points, plays Acol


def test_recording_obeys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = written(tmp_path / "r", '{call = "7NT", about = "all"}', '""')
    monkeypatch.setattr(record, "seat", lambda *_: Opens("1NT"))
    out = tmp_path / "a.npz"
    arguments = [str(out), "program:any", "--deals", "3", "--seed", "1", "--system", "acol", "sayc"]
    call_command("record", "auctions", *arguments, "--rules", str(rules))
    records = read_records(out)
    first = [str(ALL_CALLS[call]) for call in records.calls[records.start]]
    assert first == ["1NT", "7NT", "1NT"]  # of North, East, South
    rules.write_text("system = 3")
    out.unlink()
    with pytest.raises(CommandError, match="3"):
        call_command("record", "auctions", *arguments, "--rules", str(rules))
