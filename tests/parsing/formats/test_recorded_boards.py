"""Recorded boards: derived values and contradictions."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.cards import Card, Deal
from bidding.domain.errors import MalformedDeal
from bidding.domain.table import Seat
from bidding.parsing.formats.recorded_boards import (
    PASSED_OUT,
    Board,
    Contradiction,
    ErrorAtLine,
    OtherTag,
    Remark,
    at_line,
    check_agreement,
    completed_hands,
    stated_par,
    stated_tricks,
    without_empty,
)
from bidding.parsing.text.auctions import parse_auction
from tests.strategies import deals

STRAINS = ("NT", "S", "H", "D", "C")
DEAL = Deal.random(random.Random(1))
PLAYED = Board(
    line=1,
    dealer=Seat.N,
    hands=DEAL.hands,
    auction=parse_auction("1C X XX P P 1H P P P", Seat.N),
    contract="1H by E",
    lead=next(iter(DEAL[Seat.S])),
)


@given(deals, st.sampled_from(Seat))
def test_the_fourth_hand_follows_from_three(deal: Deal, unsaid: Seat) -> None:
    north, east, south, west = (None if seat is unsaid else deal[seat] for seat in Seat)
    assert completed_hands((north, east, south, west)) == deal.hands


@given(deals)
def test_two_hands_stay_two(deal: Deal) -> None:
    half = (deal[Seat.N], None, deal[Seat.S], None)
    assert completed_hands(half) == half
    assert Board(line=1, hands=half).deal is None
    assert Board(line=1, hands=completed_hands(deal.hands)).deal == deal


def test_a_card_that_two_hands_hold_is_named() -> None:
    hand = DEAL[Seat.E]
    with pytest.raises(MalformedDeal, match="is with East and with West"):
        completed_hands((None, hand, None, hand))


def test_what_fits_together_is_no_contradiction() -> None:
    check_agreement(PLAYED)
    check_agreement(replace(PLAYED, contract="", lead=None))
    check_agreement(replace(PLAYED, hands=(None,) * 4))
    check_agreement(replace(PLAYED, auction=None, contract="7NT by N"))
    check_agreement(replace(PLAYED, auction=parse_auction("1C X", Seat.N)))
    passed = parse_auction("P P P P", Seat.N)
    check_agreement(replace(PLAYED, auction=passed, contract=PASSED_OUT, lead=None))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"contract": "1HX by E"}, "ends in 1H by E, but the contract is given as 1HX by E"),
        ({"contract": "1H by W"}, "given as 1H by W"),
        ({"contract": PASSED_OUT}, "given as passed out"),
        ({"lead": next(iter(DEAL[Seat.W]))}, "South has to lead against 1H by E, but"),
        (
            {"auction": parse_auction("P P P P", Seat.N), "contract": ""},
            f"the board is passed out, but {PLAYED.lead} is led",
        ),
        (
            {"auction": parse_auction("P P P P", Seat.N)},
            "ends in passed out, but the contract is given as 1H by E",
        ),
    ],
)
def test_contradictions(change: dict, fault: str) -> None:
    with pytest.raises(Contradiction) as found:
        check_agreement(replace(PLAYED, **change))
    assert fault in found.value.fault


def test_a_fault_gets_the_line_it_is_found_in() -> None:
    with pytest.raises(ErrorAtLine) as found, at_line(12):
        Card(52)
    assert (found.value.line, found.value.error.code) == (12, "malformed-card")
    assert str(found.value).startswith("line 12: card index 52")


def test_only_remarks_that_say_something_are_kept() -> None:
    remarks = [Remark(0), Remark(1, alerted=True), Remark(2), Remark(3, marks="!")]
    assert without_empty(remarks) == (remarks[1], remarks[3])


TABLE = OtherTag(
    "OptimumResultTable",
    "+Declarer;Denomination\\2R;Result\\2R",
    "N NT  9\nn  S 10\nE  C  -\nE  D 14\nW  N  4\nW",
)
DIGITS = OtherTag("DoubleDummyTricks", "7968879688D4674f4674")
OF_DIGITS = {
    **{("N", strain): tricks for strain, tricks in zip(STRAINS, (7, 9, 6, 8, 8), strict=True)},
    **{("S", strain): tricks for strain, tricks in zip(STRAINS, (7, 9, 6, 8, 8), strict=True)},
    **{("E", strain): tricks for strain, tricks in zip(STRAINS, (13, 4, 6, 7, 4), strict=True)},
    **{("W", strain): tricks for strain, tricks in zip(STRAINS[1:], (4, 6, 7, 4), strict=True)},
}
OF_TABLE = {("N", "NT"): 9, ("N", "S"): 10, ("W", "NT"): 4}


@pytest.mark.parametrize(
    ("others", "tricks"),
    [
        ([TABLE], OF_TABLE),
        ([DIGITS], OF_DIGITS),
        ([DIGITS._replace(name="DDTricks")], OF_DIGITS),
        ([TABLE, DIGITS], OF_DIGITS | OF_TABLE),
        ([OtherTag("Ability", "N:79688 E:D4674 S:79688 W:F4674")], OF_DIGITS),
        ([DIGITS._replace(value="796887")], {}),
        ([DIGITS._replace(name="Tool")], {}),
    ],
)
def test_the_tricks_that_a_file_states(
    others: list[OtherTag], tricks: dict[tuple[str, str], int]
) -> None:
    """A digit beyond D, as programs write it for what they have not solved, is none."""
    assert stated_tricks(others) == tricks


def test_the_par_that_a_file_states() -> None:
    others = [OtherTag("OptimumScore", "NS 420"), OtherTag("ParContract", "NS 4H=")]
    assert stated_par(others) == "NS 4H=; NS 420"
    assert stated_par([OtherTag("ParScore", "-50"), TABLE]) == "-50"
    assert stated_par([OtherTag("Minimax", "4HS420")]) == "4HS420"
    assert stated_par([TABLE]) == ""
