"""Calls that the bidding so far asks for, against the usual ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bidding.domain.table import Seat
from bidding.explaining.advice.agreed import agreed_call
from bidding.explaining.meanings.call_meaning import CallMeaning, call_meaning
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.words import parse_call
from tests.explaining.advice.test_later_bids import FOURTH, SPLINTER
from tests.explaining.advice.test_reason import (
    ANSWERED,
    CLUBS,
    DIAMONDS,
    JACOBY,
    MAJOR,
    NOTRUMP_12,
    NOTRUMP_15,
    REBID,
    STAYMAN,
    position,
)
from tests.explaining.meanings.test_naming import evidence, facts, likeliest, meaning

GERBER, ONE_ACE = meaning("4C", "gerber", (16, 37), force=1), meaning("4H", "ace_answer:1")
BLACKWOOD = meaning("4NT", "blackwood:S", force=1)
SHOWN = meaning("2S", "stayman_answer", (15, 17), S=4)


def inviting(
    auction: str, opened: CallMeaning, points: tuple[int, int], **least: int
) -> CallMeaning:
    """An invitation by the last call of an auction that partner has opened."""
    *earlier, call = parse_auction(auction, Seat.N).calls
    low, high = opened.promise.hcp
    held = evidence(facts(points, **least))._replace(partner_points=(low + high) / 2)
    known = (opened.meaning, *(None for _ in earlier[1:]))
    said = call_meaning(call, likeliest("natural"), held, tuple(earlier), known)
    assert said.invites == "invites to game"
    return said


WEAK_INVITED = inviting("1NT P 2NT", NOTRUMP_12, (11, 12))
STRONG_INVITED = inviting("1NT P 2C P 2S P 3S", NOTRUMP_15, (8, 9), S=4)


def agreed(auction: str, told: tuple[CallMeaning, ...], hand: str, usual: str) -> str | None:
    """``told`` are the meanings of the calls that are no passes."""
    left, where = iter(told), position(hand, auction)
    meanings = [None if call == "P" else next(left) for call in auction.split()]
    assert where.auction.turn is not None
    found = agreed_call(replace(where, seat=where.auction.turn), meanings, parse_call(usual))
    return None if found is None else str(found)


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("KQJT753.KQ.KQJ.8", "6S", "4S"),
        ("KQJ.KQ.KQJT75.K8", "6NT", "5D"),
        ("KQJ5.KQ3.KQJ5.K8", "6NT", "4NT"),
        ("KQJT753.KQ.KQJ.8", "4NT", None),
        ("AQJT753.KQ.KQJ.8", "6S", "4S"),
        ("AQJT753.AQ.KQJ.8", "6S", None),
    ],
)
def test_no_slam_off_two_aces(hand: str, usual: str, call: str | None) -> None:
    assert agreed("1NT P 4C P 4H P", (NOTRUMP_15, GERBER, ONE_ACE), hand, usual) == call


def test_the_answer_in_trumps_is_passed() -> None:
    told = (MAJOR, BLACKWOOD, meaning("5S", "ace_answer:0"))
    assert agreed("1S P 4NT P 5S P", told, "KQ84.A2.KQJ7.KQ3", "6S") == "P"
    assert agreed("1S P 4NT P 5S P", told, "AQ84.AK.KQJ7.A83", "6S") is None


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("AQ5.K74.KJ83.J62", "P", "3NT"),
        ("AQ5.K74.KJ83.962", "P", None),
        ("AQ5.K74.KJ83.J62", "3C", None),
    ],
)
def test_an_invitation_is_accepted_with_a_maximum(hand: str, usual: str, call: str | None) -> None:
    assert agreed("1NT P 2NT P", (NOTRUMP_12, WEAK_INVITED), hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("AQ84.AK3.K85.J72", "P", "4S"),
        ("AQ84.AK3.Q85.J72", "P", None),
        ("AQ84.AK3.Q85.J72", "3NT", "4S"),
    ],
)
def test_the_agreed_major_is_trumps(hand: str, usual: str, call: str | None) -> None:
    told = (NOTRUMP_15, STAYMAN, SHOWN, STRONG_INVITED)
    assert agreed("1NT P 2C P 2S P 3S P", told, hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("KJ9532.84.Q4.J63", "P", "2S"),
        ("KJ953.84.Q42.J63", "P", None),
        ("KJ9532.84.Q4.J63", "2NT", None),
        ("AKJ532.84.K4.J63", "P", None),
    ],
)
def test_a_major_of_six_cards_is_not_passed_in_notrump(
    hand: str, usual: str, call: str | None
) -> None:
    assert agreed("1D P 1S P 1NT P", (DIAMONDS, ANSWERED, REBID), hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("KQT74.A83.QJ5.K6", "4H", "4S"),
        ("KQT74.A83.QJ5.K6", "4S", None),
        ("KQT74.A83.J85.K6", "4H", None),
        ("AKT74.AK3.QJ5.K6", "4NT", None),
    ],
)
def test_wasted_honours_sign_off_over_a_splinter(hand: str, usual: str, call: str | None) -> None:
    assert agreed("1S P 4D P", (MAJOR, SPLINTER), hand, usual) == call


def test_wasted_honours_sign_off_over_a_short_suit_that_was_asked_for() -> None:
    told = (MAJOR, JACOBY, meaning("3D", "shows_shortness:D", (10, 21), force=2, S=5, D=0))
    assert agreed("1S P 2NT P 3D P", told, "KQ74.A83.KQJ5.62", "3S") == "4S"
    assert agreed("1S P 2NT P 3D P", told, "KQ74.A83.A765.K2", "3S") is None


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("AK852.KQ4.A83.J4", "4H", None),  # it is below 4D
        ("AK852.KQ4.A83.J4", "5C", "4H"),
    ],
)
def test_a_control_is_bid_before_a_higher_one(hand: str, usual: str, call: str | None) -> None:
    assert agreed("1S P 4D P", (MAJOR, SPLINTER), hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("K5.Q84.KJ73.9762", "3NT", "2NT"),
        ("K5.Q84.KJ732.972", "3NT", None),  # a five-card suit
        ("K5.Q84.KJ73.Q762", "3NT", None),
        ("KQ4.AJ5.AK83.Q92", "5NT", "6NT"),
        ("KQ4.AJ5.AK83.Q92", "6NT", None),
        ("KQ4.AJ5.AK8.QJT2", "2NT", None),
        ("KQ4.AJ5.KQ83.Q92", "4NT", None),
        ("K5.Q84.KJ73.9762", "P", "2NT"),
        ("K5.Q84.QJ73.9762", "P", "2NT"),
        ("K5.Q84.J873.9762", "P", None),
    ],
)
def test_the_points_together_say_how_high_in_notrump(
    hand: str, usual: str, call: str | None
) -> None:
    assert agreed("1NT P", (NOTRUMP_15,), hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("KJT52.875.Q32.K7", "3S", "2S"),
        ("KJT52.875.Q32.K7", "4S", None),
        ("KJT52.875.Q32.K7", "2S", None),
        ("KJT852.7.Q32.K87", "3S", None),  # a six-card suit
    ],
)
def test_no_answer_to_a_double_jumps_twice_below_game(
    hand: str, usual: str, call: str | None
) -> None:
    told = (meaning("1H", "natural", (11, 21), H=5), meaning("X", "takeout_double", (12, 37)))
    assert agreed("1H X P", told, hand, usual) == call


def test_a_major_of_five_cards_is_raised_before_notrump() -> None:
    told = (DIAMONDS, ANSWERED, CLUBS, meaning("2S", "natural", (10, 15), S=5))
    hand = "KQ84.2.AQ32.K732"
    assert agreed("1D P 1S P 2C P 2S P", told, hand, "2NT") == "3S"
    assert agreed("1D P 1S P 2C P 2S P", told, "KQ8.42.AQ32.K732", "2NT") is None


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("KQ854.J4.A973.85", "4H", "P"),
        ("KQ854.J74.A973.8", "4H", None),  # nine trumps
        ("KQ854.J4.AK73.85", "4H", None),
    ],
)
def test_no_game_is_bid_without_the_points_or_a_long_fit(
    hand: str, usual: str, call: str | None
) -> None:
    hearts = meaning("1H", "natural", (11, 21), H=5), meaning("2H", "natural", (10, 14), H=6)
    assert agreed("1H P 1S P 2H P", (hearts[0], ANSWERED, hearts[1]), hand, usual) == call


def test_nothing_is_agreed_in_competition_or_elsewhere() -> None:
    assert (
        agreed("1NT P 2NT 3C", (NOTRUMP_12, WEAK_INVITED, CLUBS), "AQ5.K74.KJ83.J62", "P") is None
    )
    told = (DIAMONDS, ANSWERED, CLUBS, FOURTH)
    assert agreed("1D P 1S P 2C P 2H P", told, "4.KJ5.AQ852.KQ73", "3NT") is None
