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


def test_nothing_is_agreed_in_competition_or_elsewhere() -> None:
    assert (
        agreed("1NT P 2NT 3C", (NOTRUMP_12, WEAK_INVITED, CLUBS), "AQ5.K74.KJ83.J62", "P") is None
    )
    told = (DIAMONDS, ANSWERED, CLUBS, FOURTH)
    assert agreed("1D P 1S P 2C P 2H P", told, "4.KJ5.AQ852.KQ73", "3NT") is None
