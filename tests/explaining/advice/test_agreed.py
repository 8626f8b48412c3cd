"""Calls that the bidding so far asks for, against the usual ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bidding.explaining.advice.agreed import agreed_call
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.parsing.text.words import parse_call
from tests.explaining.advice.test_later_bids import (
    DOUBLED,
    FOURTH,
    HEARTS_ANSWERED,
    RAISED,
    SPLINTER,
    TRY,
    inviting,
)
from tests.explaining.advice.test_reason import (
    ANSWERED,
    CLUBS,
    DIAMONDS,
    DRURY,
    HEARTS,
    JACOBY,
    MAJOR,
    NOTRUMP_12,
    NOTRUMP_15,
    REBID,
    SPADES_RAISED,
    STAYMAN,
    TWO_OVER_ONE,
    position,
)
from tests.explaining.meanings.test_naming import meaning

GERBER, ONE_ACE = meaning("4C", "gerber", (16, 37), force=1), meaning("4H", "ace_answer:1")
BLACKWOOD = meaning("4NT", "blackwood:S", force=1)
SHOWN = meaning("2S", "stayman_answer", (15, 17), S=4)


CLUBS_BID = meaning("2C", "natural", (10, 16), C=5)
COMPLETED_HEARTS = meaning("2H", "transfer_completed", (15, 17), H=2)
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
        ("AQ984.AK3.Q8.J72", "P", "4S"),  # nine trumps
        ("AQ984.AK3.J8.J72", "P", None),
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
    ("partner", "points", "hand", "call"),
    [
        ("1NT", (11, 14), "KQ84.J83.K62.Q73", "2NT"),
        ("1NT", (11, 14), "KQ84.T83.K62.Q73", None),
        ("1NT", (11, 13), "KQ84.J83.K62.Q73", None),
        ("2NT", (18, 19), "KQ84.983.J62.873", "3NT"),
        ("2NT", (18, 19), "KQ84.983.T62.873", None),
        ("2NT", (18, 19), "KQ84.983.J6542.8", None),
    ],
)
def test_notrump_of_opener_is_raised_by_the_points_together(
    partner: str, points: tuple[int, int], hand: str, call: str | None
) -> None:
    told = (DIAMONDS, ANSWERED, meaning(partner, "natural", points, S=2, H=3, D=4, C=3))
    assert agreed(f"1D P 1S P {partner} P", told, hand, "P") == call


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


@pytest.mark.parametrize(
    ("opened", "hand", "usual", "call"),
    [
        ("1D", "KJT52.A75.Q32.87", "2D", "2S"),
        ("1D", "A75.KJT52.Q32.87", "2D", "2H"),
        ("1D", "KJT52.A75.Q32.87", "2H", None),
        ("1D", "KJT5.A752.Q32.87", "2D", None),
        ("1D", "KJT52.A752.Q3.87", "2D", None),
        ("1D", "KJT52.975.Q32.K7", "2D", "2S"),
        ("1D", "KJT52.975.Q32.Q7", "2D", None),
        ("1D", "KJT52.A75.QJ2.J7", "2D", None),
        ("1S", "A75.KJT52.Q32.87", "2S", None),  # no jump
    ],
)
def test_a_jump_in_the_only_major_goes_before_their_suit(
    opened: str, hand: str, usual: str, call: str | None
) -> None:
    told = (meaning(opened, "natural", (11, 21), **{opened[1]: 5}), DOUBLED)
    assert agreed(f"{opened} X P", told, hand, usual) == call


@pytest.mark.parametrize(
    ("auction", "hand", "usual", "call"),
    [
        ("1D X P 1H P", "AKQ84.K3.85.AJ62", "2S", "1S"),
        ("1D X P 1H P", "AKQ84.K3.85.AJ62", "3S", None),
        ("1D X P 1H P", "AKQ84.K3.85.AKJ2", "2S", None),  # 20 points
        ("1D X P 1H P", "AK8.KQ84.85.AJ62", "3H", None),  # partner's suit
        ("1D X P 1H P", "AKQ84.K3.85.AJ62", "3D", None),
        ("1D X P 1H 2D", "AKQ84.K3.85.AJ62", "3S", None),
        ("1D P P 1H P", "AKQ84.K3.85.AJ62", "2S", None),  # no double
        ("2D X P 3C P", "AKQ84.K3.85.AJ62", "4S", None),  # game
    ],
)
def test_a_strong_hand_that_has_doubled_bids_cheaply(
    auction: str, hand: str, usual: str, call: str | None
) -> None:
    named = {
        "1D": DIAMONDS,
        "2D": meaning("2D", "natural", (6, 15), D=6),
        "X": DOUBLED,
        "1H": meaning("1H", "natural", (0, 9), H=4),
        "3C": meaning("3C", "natural", (9, 11), C=4),
    }
    told = tuple(named[one] for one in auction.split() if one != "P")
    assert agreed(auction, told, hand, usual) == call


@pytest.mark.parametrize(
    ("answer", "hand", "usual", "call"),
    [
        (TWO_OVER_ONE, "KQ8.A4.K85.KJ962", "4S", "2S"),
        (TWO_OVER_ONE, "KQ8.A4.K85.KJ962", "3S", "2S"),
        (TWO_OVER_ONE, "KQ8.A4.K85.KJ962", "5S", None),
        (TWO_OVER_ONE, "KQ.A84.K85.KJ962", "4S", None),
        (TWO_OVER_ONE, "KQ8.A4.Q85.QT962", "4S", None),  # 13 points
        (meaning("2C", "natural", (10, 37), force=1, C=4), "KQ8.A4.K85.KJ962", "4S", None),
    ],
)
def test_a_game_force_leaves_room_over_a_major(
    answer: CallMeaning, hand: str, usual: str, call: str | None
) -> None:
    told = (MAJOR, answer, meaning("2D", "natural", (11, 21), D=4))
    assert agreed("1S P 2C P 2D P", told, hand, usual) == call


@pytest.mark.parametrize(
    ("raised", "points", "hand", "usual", "call"),
    [
        ("3S", (10, 12), "AQJ84.AQ5.KQ3.42", "3NT", "4S"),
        ("3S", (10, 12), "AQJ84.KJ5.KQ3.42", "4C", None),
        ("3S", (10, 12), "AQJ84.AQ95.KQ3.2", "3NT", "4NT"),  # a singleton
        ("3S", (6, 12), "AQJ84.KJ5.KQ3.42", "3NT", None),
        ("2S", (6, 10), "AQJ84.KJ5.KQ3.42", "3NT", None),
    ],
)
def test_game_is_bid_in_the_raised_major_or_aces_are_asked_for(
    raised: str, points: tuple[int, int], hand: str, usual: str, call: str | None
) -> None:
    told = (MAJOR, meaning(raised, "natural", points, S=3))
    assert agreed(f"1S P {raised} P", told, hand, usual) == call


@pytest.mark.parametrize(
    ("raised", "hand", "usual", "call"),
    [
        (SPADES_RAISED, "KQ873.84.AKJ5.AJ", "4S", "3C"),
        (SPADES_RAISED, "KQ873.84.AKJ5.KQ", "3NT", "3D"),
        (SPADES_RAISED, "KQ873.84.AKJ5.AJ", "5S", None),
        (SPADES_RAISED, "AK873.KQ.KQ75.Q4", "4S", None),  # no ace but of trumps
        (SPADES_RAISED, "KQ873.84.AKJ5.K4", "4S", None),  # 16 points
        (meaning("2S", "natural", (10, 37), force=1, S=3), "KQ873.84.AKJ5.AJ", "4S", None),
    ],
)
def test_an_ace_is_bid_over_a_raise_where_slam_is_near(
    raised: CallMeaning, hand: str, usual: str, call: str | None
) -> None:
    told = (MAJOR, TWO_OVER_ONE, DIAMONDS, raised)
    assert agreed("1S P 2C P 2D P 2S P", told, hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("KQ84.AQ95.Q4.J85", "2H", "3NT"),
        ("KQ84.AQ95.Q4.J85", "3D", None),
        ("KQ842.AQ95.Q4.J8", "2H", None),  # five spades
        ("KQ84.AQ9.Q64.J85", "2H", None),
        ("KQ84.8752.AQ.QJ5", "2H", None),
        ("KQ84.AQ95.84.J85", "2H", None),  # 12 points
        ("KQ84.AQ95.AQ.J85", "2H", None),  # 18 points
    ],
)
def test_the_fourth_suit_is_not_bid_with_a_stopper_and_nothing_to_ask(
    hand: str, usual: str, call: str | None
) -> None:
    assert agreed("1D P 1S P 2C P", (DIAMONDS, ANSWERED, CLUBS), hand, usual) == call


def test_the_fourth_suit_asks_with_support_for_a_major() -> None:
    told = (HEARTS, ANSWERED, CLUBS)
    assert agreed("1H P 1S P 2C P", told, "KQ84.J85.AQ95.Q4", "2D") is None
    assert agreed("1H P 1S P 2C P", told, "KQ84.Q4.AQ95.J85", "2D") == "3NT"


def test_a_fourth_suit_of_the_one_level_may_be_a_fit() -> None:
    told = (CLUBS, DIAMONDS, HEARTS_ANSWERED)
    assert agreed("1C P 1D P 1H P", told, "AQ95.Q4.KQ84.J85", "1S") is None


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


@pytest.mark.parametrize(
    ("raised", "hand", "usual", "call"),
    [
        (DRURY, "AKJ85.K4.QJ6.K73", "3NT", "4S"),
        (DRURY, "AKJ85.K4.QJ6.K73", "2NT", None),
        (meaning("2C", "natural", (9, 11), C=5), "AKJ85.K4.QJ6.K73", "3NT", None),
        (meaning("2C", "drury", (9, 15), force=1, S=3), "AKJ85.K4.QJ6.K73", "3NT", None),
    ],
)
def test_game_is_bid_in_a_major_that_is_raised_artificially(
    raised: CallMeaning, hand: str, usual: str, call: str | None
) -> None:
    assert agreed("P P 1S P 2C P", (MAJOR, raised), hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("KQ73.84.A5.KJ862", "2S", "1S"),
        ("KQ73.84.A5.KJ862", "4S", None),
        ("KQ73.84.A5.AJ862", "2S", None),  # 14 points
        ("AQ73.8.K4.KJ9862", "2S", None),  # ten cards of two suits
        ("KQ73.84.A5.KJ862", "3C", None),  # a suit bid before
    ],
)
def test_a_minimum_answers_a_negative_double_at_its_lowest(
    hand: str, usual: str, call: str | None
) -> None:
    told = (CLUBS, HEARTS, meaning("X", "negative_double", (6, 37), force=1, S=4))
    assert agreed("1C 1H X P", told, hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("Q84.963.J65.KQ72", "3S", "4S"),
        ("J84.963.J65.KQ72", "3S", None),  # 7 points
        ("K84.Q63.J652.Q72", "3S", None),  # one honour in the suit of the try
        ("Q84.A63.865.KJ72", "3S", None),
        ("Q84.963.J65.KQ72", "4C", None),
    ],
)
def test_two_honours_in_the_suit_of_a_game_try_accept(
    hand: str, usual: str, call: str | None
) -> None:
    assert agreed("1S P 2S P 3C P", (MAJOR, RAISED, TRY), hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("KJ84.A83.Q762.84", "4S", "4H"),
        ("KJ84.A83.A762.84", "4S", "4D"),
        ("KJ84.K83.KQ62.84", "4S", None),
        ("KJ84.A83.Q762.84", "5S", None),
    ],
)
def test_a_control_is_shown_in_turn(hand: str, usual: str, call: str | None) -> None:
    told = (MAJOR, meaning("3S", "limit_raise", (10, 12), S=4), meaning("4C", "cue_bid", force=1))
    assert agreed("1S P 3S P 4C P", told, hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("AQ974.84.J73.852", "3NT", "3S"),
        ("AQ974.84.J73.K52", "3NT", None),
        ("AQ74.84.J973.852", "3NT", None),
        ("AQ974.84.J73.852", "4NT", None),
        ("AQ974.J84.J73.85", "3NT", None),  # a fit for hearts
        ("AQ974.84.J873.85", "3NT", None),  # and for diamonds
    ],
)
def test_a_game_force_rebids_five_cards_before_notrump_without_a_stopper(
    hand: str, usual: str, call: str | None
) -> None:
    told = (HEARTS, ANSWERED, meaning("3D", "natural", (18, 21), force=2, D=4))
    assert agreed("1H P 1S P 3D P", told, hand, usual) == call


@pytest.mark.parametrize(
    ("auction", "hand", "usual", "call"),
    [
        ("P 1S P 2S P P", "84.KJ74.KT52.Q63", "P", "X"),
        ("1S P 2S P P", "84.KJ74.KT52.Q63", "P", "X"),
        ("P 1S P 2S P P", "84.KJ74.KT52.Q63", "2NT", None),
        ("P 1S P 2S P P", "84.KJ74.KT752.63", "P", None),  # two clubs
        ("P 1S P 2S P P", "84.KJ74.QT52.J63", "P", None),  # 7 points
        ("P 1S P 2S P 3S P P", "84.KJ74.KT52.Q63", "P", None),
        ("P P 1S P 2S", "84.KJ74.KT52.Q63", "P", None),  # not the last seat
        ("1NT P 2S P P", "84.KJ74.KT52.Q63", "P", None),  # no raise
        ("P P P", "84.KJ74.KT52.Q63", "P", None),
        ("P 1S P 2S P P", "Q4.KJ74.QT52.Q63", "P", None),  # a queen in their suit
        ("1S X 2S P P", "84.KJ74.KT52.Q63", "P", None),  # the own side has acted
    ],
)
def test_a_raised_suit_is_not_left_to_the_opponents_at_the_two_level(
    auction: str, hand: str, usual: str, call: str | None
) -> None:
    again = meaning("3S", "natural", (14, 17), S=6)
    named = {"1NT": NOTRUMP_12, "1S": MAJOR, "2S": RAISED, "3S": again, "X": DOUBLED}
    told = tuple(named[one] for one in auction.split() if one != "P")
    assert agreed(auction, told, hand, usual) == call


@pytest.mark.parametrize(
    ("auction", "hand", "usual", "call"),
    [
        ("1NT X P", "K84.73.Q9652.J94", "2D", "P"),
        ("1NT X P", "984.73.Q96532.J9", "2D", None),  # six cards
        ("1NT X P", "984.73.Q9652.J94", "2D", None),  # 3 points
        ("1NT X 2C", "K84.73.Q9652.J94", "2D", None),
        ("1NT X P", "K84.73.Q9652.J94", "3D", None),
    ],
)
def test_partners_penalty_double_is_left_in_with_some_points(
    auction: str, hand: str, usual: str, call: str | None
) -> None:
    named = {"1NT": NOTRUMP_12, "X": meaning("X", "penalty_double", (15, 37)), "2C": CLUBS_BID}
    told = tuple(named[one] for one in auction.split() if one != "P")
    assert agreed(auction, told, hand, usual) == call


@pytest.mark.parametrize(
    ("auction", "hand", "usual", "call"),
    [
        ("1H 2C 3C P", "K4.AQJ974.K5.Q42", "3D", "4H"),
        ("1H 2C 3C P", "K4.QJ974.K5.Q842", "3D", "3H"),
        ("1H 2C 3C P", "K4.AQJ974.K5.Q42", "4NT", None),
        ("1H 2C 2H P", "8.AKJ742.AQ5.K42", "3C", "4H"),
        ("1H 2C 2H P", "K8.AQJ74.Q85.J42", "3C", None),
        ("1H 2C 2H P", "8.AKJ742.AQ5.K42", "3D", None),  # no bid in their suit
    ],
)
def test_a_raise_in_competition_is_no_reason_to_bid_another_suit(
    auction: str, hand: str, usual: str, call: str | None
) -> None:
    named = {
        "1H": HEARTS,
        "2C": CLUBS_BID,
        "3C": meaning("3C", "cue_raise", (9, 37), force=1, H=3),
        "2H": meaning("2H", "natural", (5, 10), H=3),
    }
    told = tuple(named[one] for one in auction.split() if one != "P")
    assert agreed(auction, told, hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("84.KJ974.A53.J82", "3NT", "2NT"),  # 9 points opposite 15 to 17
        ("84.KJ974.A53.K82", "3NT", None),
        ("84.KJ974.A53.J82", "P", "2NT"),
        ("84.KJ974.A53.J82", "4H", None),
    ],
)
def test_the_points_invite_after_a_transfer(hand: str, usual: str, call: str | None) -> None:
    told = (NOTRUMP_15, meaning("2D", "jacoby_transfer", (0, 37), force=1, H=5), COMPLETED_HEARTS)
    assert agreed("1NT P 2D P 2H P", told, hand, usual) == call


@pytest.mark.parametrize(
    ("hand", "usual", "call"),
    [
        ("KJ73.84.Q964.A52", "2NT", "3S"),
        ("KJ73.84.Q964.K52", "2NT", None),  # 9 points
        ("KJ73.84.AQ64.K52", "2NT", None),  # an opening
        ("KJ73.4.QJ64.A952", "2NT", None),  # a singleton
        ("KJ7.843.Q964.A52", "2NT", None),  # three trumps
    ],
)
def test_a_flat_raise_on_less_than_an_opening_does_not_force_to_game(
    hand: str, usual: str, call: str | None
) -> None:
    assert agreed("1S P", (MAJOR,), hand, usual) == call
