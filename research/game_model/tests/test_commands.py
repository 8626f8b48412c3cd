"""The commands of the game model, and the page that its report makes."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.domain.cards import Deal
from bidding.domain.table import Seat, Side, Vulnerability
from bidding.encoding.auction_batch import encode_owners
from bidding.parsing.text.auctions import parse_auction
from bidding.tricks.solving import NoSolver, has_solver, solve
from research.game_model.commands.count import Command as Count
from research.game_model.commands.play import Command as Play
from research.game_model.commands.shuffle import Command as Shuffle
from research.game_model.game import History
from research.game_model.policies import double_dummy, play_on
from research.game_model.shuffle import exact_figures
from research.game_model.tables import SHUFFLE, sample, tables
from research.game_model.tests.golden.cases import TABLE_2
from research.page import filled

DEAL = "N:" + " ".join(map(str, TABLE_2.deal.hands))
PASSED_OUT = ("--auction", "AP")
BID = ("--auction", "1NT AP")


def printed(command: Any, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_a_given_deal_is_played_as_in_its_golden_text() -> None:
    options = ("--deal", DEAL, "--vul", "NS", "--auction", TABLE_2.auction, "--policy-seed", "0")
    _, *told = printed(Play(), *options).splitlines()
    _, *kept = TABLE_2.text.splitlines()
    assert told == kept


def test_moments_say_who_acts_and_what_dummy_showed() -> None:
    text = printed(Play(), *BID, "--cards", "S2 SJ", "--after", "0", "5", "7")
    title, _, _, *lines = text.splitlines()
    assert title == "Deal of seed 1; cards at random, seed 1"
    nature, before, after = "\n".join(lines).split("\n\n")
    assert "participant -1 (nature) chooses one of" in nature
    assert "East                   (participant 1)  chooses of" in before
    assert before.count("not faced") == 4
    assert "trick  1: East led  S2 SJ" in after
    assert "not faced" not in after


def test_the_released_bidder_makes_the_calls_that_are_not_given() -> None:
    text = printed(Play(), "--auction", "1NT", "--after", "1")
    assert text.startswith("Deal of seed 1; calls of bidder ")
    whole = printed(Play(), "--auction", "1NT")
    assert "   1. North                  (participant 0)  1NT" in whole
    assert "Pay-off of participants 0 to 3:" in whole


@pytest.mark.parametrize(
    ("fault", "options"),
    [
        ("--deal: a deal has four hands, this one 1", ("--deal", "N:AK", *BID)),
        ("--deal: C3 is with North and with West", ("--deal", DEAL[:-1] + "3", *BID)),
        (
            "--deal: these hands are not given: East, West",
            ("--deal", "N:63.8.KJT932.AK63 - AKJT985.6.A76.84 -", *BID),
        ),
        ("--dealer: 'Q' is not a seat; it must be one of N, E, S and W", ("--dealer", "Q")),
        (
            "--auction (at character 4): call 2 (1C) is not legal: it is not higher than 1D",
            ("--auction", "1D 1C"),
        ),
        (
            "--cards: card 2 is 'S1'; a card is a suit and a rank, as in SA or D10",
            (*BID, "--cards", "S2 S1"),
        ),
        (
            "--cards: card 2 (S3) may not be played: South is to play and does not hold it",
            (*BID, "--cards", "♠2, S3"),
        ),
        (
            "--cards: card 1 (SA) may not be played: the deal was passed out",
            (*PASSED_OUT, "--cards", "SA"),
        ),
        ("--after: this deal has 0 to 5 actions, not 6", (*PASSED_OUT, "--after", "5", "6")),
    ],
)
def test_a_fault_is_named_with_its_place(fault: str, options: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as caught:
        printed(Play(), *options)
    assert str(caught.value) == fault


def test_seed_and_deal_exclude_each_other() -> None:
    with pytest.raises(CommandError, match="not allowed with argument --seed"):
        printed(Play(), "--seed", "1", "--deal", DEAL)


@pytest.mark.skipif(not has_solver(), reason="needs endplay")
def test_double_dummy_cards_take_the_tricks_of_the_solver() -> None:
    deal: Deal = TABLE_2.deal
    for auction in ("1NT AP", "P 4H AP", "P P 4S AP"):
        calls = parse_auction(auction, Seat.N).calls
        history = History.of(Seat.N, Vulnerability.NONE, [deal, *calls])
        play = play_on(history, double_dummy()).play
        assert play is not None
        declarer, strain = play.contract.declarer, play.contract.strain
        best = solve(encode_owners(deal.hands)[None])[0, declarer, strain]
        assert play.tricks_won(Side(declarer % 2)) == best


def test_double_dummy_says_that_the_solver_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> None:
        raise NoSolver("the double-dummy solver is not installed")

    monkeypatch.setattr("research.game_model.policies.solver", absent)
    with pytest.raises(CommandError, match="--policy double-dummy: the double-dummy solver is not"):
        printed(Play(), *BID, "--policy", "double-dummy")


def test_auctions_of_one_bid_are_counted() -> None:
    text = printed(Count(), "--bids", "1")
    assert [line.split()[-1] for line in text.splitlines()[1:9]] == [
        *("29", "53", "22", "40", "21", "39", "60", "114")
    ]
    with pytest.raises(CommandError, match="--bids must be from 1 to 35, not 36"):
        printed(Count(), "--bids", "36")


def test_figures_of_the_shuffle_are_written(tmp_path: Path) -> None:
    out = tmp_path / "shuffle.json"
    text = printed(Shuffle(), "--deals", "100", "--json", str(out))
    written = json.loads(out.read_text())
    assert (written["deals"], written["seed"]) == (100, 1)
    assert "0.743 to 1.352 times 1/52" in text
    with pytest.raises(CommandError, match="--deals must be at least 100"):
        printed(Shuffle(), "--deals", "99")


def test_the_page_has_what_was_measured() -> None:
    page, kept = SHUFFLE.parents[1] / "README.md", json.loads(SHUFFLE.read_text())
    made = tables(kept)
    assert filled(page.read_text(), made) == page.read_text(), "run the command report"
    assert all(f"<!-- figures: {name} -->" in page.read_text() for name in made)
    for name, figures in exact_figures().items():
        assert kept["exact"][name] == pytest.approx(figures)
    of_place, of_player = kept["exact"]["place"], kept["exact"]["circle"]
    verdict = next(line for line in page.read_text().splitlines() if "| the shuffle (2.2)" in line)
    assert f"{of_place['least']:.3f} to {of_place['most']:.3f} times" in verdict
    least, most = (100 * of_player[f"player_{name}"] for name in ("least", "most"))
    assert f"{least:.2f} to {most:.2f} %" in verdict


def test_the_page_shows_what_the_command_prints() -> None:
    assert sample() == f"```text\n{printed(Play(), *BID, '--after', '5', '6')}```"
