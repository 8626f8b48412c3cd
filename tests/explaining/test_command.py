"""The explain command: tables, JSON, and errors that name the option."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from bidding.domain.convention_card import ConventionCard
from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.explaining.console import systems_lines
from bidding.explaining.explainer import Explainer
from bidding.explaining.surprise import SystemEvidence
from bidding.networks.checkpoint import save_bidder
from bidding.parsing.formats.bbsa import to_bbsa
from tests.released import released
from tests.small import small_bidder

TABLE_2 = {"hand": "AKJT985.6.A76.84", "seat": "S", "dealer": "N", "vul": "NS"}


@pytest.fixture(autouse=True)
def _loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    load, once = Explainer.load, released()
    monkeypatch.setattr(Explainer, "load", lambda folder: load(folder) if folder else once)


def test_json_is_the_document_of_the_api() -> None:
    said = io.StringIO()
    call_command("explain", **TABLE_2, auction="1D 1H", json=True, stdout=said)
    document = json.loads(said.getvalue())
    assert document["position"]["auction"] == ["1D", "1H"]
    assert len(document["moments"]) == 3


def test_the_best_call_is_that_of_the_api() -> None:
    best, whole = io.StringIO(), io.StringIO()
    for options, said in (({"best": True}, best), ({}, whole)):
        call_command("explain", **TABLE_2, auction="1D 1H", json=True, stdout=said, **options)
    document = json.loads(whole.getvalue())
    assert document["adviser"]["name"] == "bridgeviz-adviser"
    parts = ("model", "adviser", "suggestion")
    assert json.loads(best.getvalue()) == {part: document[part] for part in parts}


def test_the_usual_call_and_the_best_are_sentences() -> None:
    hand = {"hand": "AJ4.AJ752.KQ3.K5", "seat": "S", "dealer": "S"}
    said = io.StringIO()
    call_command("explain", **hand, auction="1H P 2H P", best=True, stdout=said)
    usual, best = said.getvalue().splitlines()
    assert usual.startswith("You have 18 points, partner ")
    assert ": worth bidding game. 4♥ is the usual call" in usual
    assert best == "No other call scores better."


def test_weights_without_an_adviser_cannot_say_the_best(tmp_path: Path) -> None:
    save_bidder(small_bidder(), tmp_path, name="small", version="1", recipe="none")
    with pytest.raises(CommandError, match="no adviser"):
        call_command("explain", **TABLE_2, auction="1D 1H", best=True, weights=tmp_path)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"hand": None}, "whose hand is given"),
        ({"auction": "1D"}, "it is East's turn, not South's"),
        ({"auction": "P P P P"}, "the auction is over"),
        ({"options": True}, "one at a time"),
    ],
)
def test_only_whoever_is_to_call_gets_advice(asked: dict[str, Any], fault: str) -> None:
    with pytest.raises(CommandError, match=fault):
        call_command("explain", **{**TABLE_2, "auction": "1D 1H", "best": True, **asked})


def test_the_table_shows_the_auction_the_hands_and_the_next_call(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("explain", **TABLE_2, auction="1D 1H")
    printed = capsys.readouterr().out
    for text in ("South: AKJT985.6.A76.84", "West", "Natural: three or more", "Next call", "1♠"):
        assert text in printed
    assert "estimates, not the actual cards" in printed


@pytest.mark.parametrize(
    ("assumed", "in_doubt", "told"),
    [(System.SAYC, False, False), (System.SAYC, True, True), (System.UNKNOWN, False, True)],
)
def test_systems_are_read_from_calls_where_none_is_stated_or_calls_contradict_it(
    assumed: System, *, in_doubt: bool, told: bool
) -> None:
    chances = tuple(0.0 if system is System.ACOL else -6.0 for system in System)
    lines = systems_lines([SystemEvidence(Side.NS, assumed, chances, in_doubt)])
    assert [line.partition(": ")[2][:9] for line in lines] == ["Acol 99%,"] * told


def test_a_call_that_the_own_hand_does_not_fit_leaves_what_it_shows_undoubted() -> None:
    """A raise to 2H is nothing rare; that it was made with one heart is."""
    blind, seen = io.StringIO(), io.StringIO()
    call_command("explain", hand=None, auction="1H P 2H", json=True, stdout=blind)
    call_command("explain", **TABLE_2, auction="1H P 2H", json=True, stdout=seen)
    explained, warned = (
        json.loads(said.getvalue())["calls"][-1]["shows"]["sentence"] for said in (blind, seen)
    )
    assert explained.startswith("South's 2♥ usually shows 6–9 HCP, three or more hearts")
    assert warned == f"{explained} An unusual call from this hand."
    warning = json.loads(seen.getvalue())["surprise"]["sentence"]
    assert warning.startswith("A rare auction from this hand")


def test_a_warning_of_a_rare_auction_comes_before_its_calls(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("explain", hand=None, seat="S", auction="1NT X XX 6H 7D 7H")
    printed = capsys.readouterr().out
    warned, explained = (
        printed.index("! A rare or unclear auction"),
        printed.index("What each call"),
    )
    assert warned < explained


def test_options_say_what_each_call_that_may_come_next_would_show(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("explain", **TABLE_2, auction="1D 1H", options=True)
    printed = capsys.readouterr().out
    assert "What each call would show to everybody" in printed
    for call in ("S 1♠", "S Pass", "S 7NT"):
        assert call in printed
    said = io.StringIO()
    call_command("explain", **TABLE_2, auction="1D 1H", options=True, json=True, stdout=said)
    assert {option["call"] for option in json.loads(said.getvalue())["options"]} >= {"P", "X", "1S"}


def test_an_ended_auction_has_no_options(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("explain", **TABLE_2, auction="P P P P", options=True)
    assert "nothing more may be called" in capsys.readouterr().out


def test_the_place_of_a_fault_is_named() -> None:
    with pytest.raises(CommandError, match=r"auction \(at character 5\): 'Z' is not a strain"):
        call_command("explain", **TABLE_2, auction="1D 1Z")
    with pytest.raises(CommandError, match="system"):
        call_command("explain", **TABLE_2, auction="", system="")


def test_every_faulty_option_is_named_at_once() -> None:
    with pytest.raises(CommandError) as refused:
        call_command("explain", hand="AKQ", seat="Q", auction="1D 1C", ns="goren")
    for name in ("hand", "seat", "auction", "systems/ns"):
        assert name in str(refused.value)
    assert "not higher than 1D" in str(refused.value)


def test_a_card_is_given_by_its_code_or_as_a_file(tmp_path: Path) -> None:
    card = ConventionCard.from_code("21-a0e2")
    file = tmp_path / "ours.bbsa"
    file.write_text(to_bbsa(card))
    said = io.StringIO()
    call_command("explain", seat="S", ns=str(file), ew="acol-a3", json=True, stdout=said)
    systems = json.loads(said.getvalue())["position"]["systems"]
    assert systems["ns"] == {"base": "2/1", "options": card.options}
    assert systems["ew"] == {"base": "acol", "options": {"notrump_range": "15-17"}}
    file.write_text("System type = 99")
    with pytest.raises(CommandError, match=r"ours\.bbsa: a \.bbsa file has a line"):
        call_command("explain", seat="S", ns=str(file))
