"""Reasons for the suggested call."""

from __future__ import annotations

import pytest

from bidding.domain.calls import PASS
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.explaining.meanings.advice import reason_for
from bidding.explaining.meanings.naming import CallMeaning
from bidding.parsing.text.auction_text import parse_auction
from bidding.parsing.text.call_text import parse_call
from bidding.parsing.text.hands import parse_hand
from tests.explaining.meanings.test_naming import meaning


def position(hand: str, auction: str) -> Position:
    calls = parse_auction(auction, Seat.N)
    return Position(parse_hand(hand), Seat.S, calls, Vulnerability.NONE)


@pytest.mark.parametrize(
    ("key", "asked", "best", "reason"),
    [
        ("blackwood:S", "4NT", "5D", "Partner asks for aces; you have one: 5♦."),
        ("king_ask", "5NT", "6H", "Partner asks for kings; you have two: 6♥."),
        (
            "key_card_blackwood_0314:S",
            "4NT",
            "5H",
            "Partner asks for key cards, spades being trumps; you have two: 5♥.",
        ),
        ("stayman", "2C", "2S", "Partner asks for a four-card major; you have five spades: 2♠."),
        ("jacoby_transfer", "2D", "2H", "Partner's 2♦ shows hearts: complete the transfer."),
    ],
)
def test_the_reason_is_what_partner_asked(key: str, asked: str, best: str, reason: str) -> None:
    where = position("AK432.K2.Q432.32", f"{asked} P")
    meanings = [meaning(asked, key, force=1), None]
    assert reason_for(where, meanings, parse_call(best)) == reason


def test_without_an_ask_or_for_a_pass_there_is_no_reason() -> None:
    where = position("AK432.32.Q432.32", "1S P")
    assert reason_for(where, [meaning("1S", "natural"), None], parse_call("2S")) is None
    forced = [meaning("2C", "strong_two_clubs", (22, 37), force=2), None]
    assert reason_for(where, forced, PASS) is None
    said = reason_for(where, forced, parse_call("2D"))
    assert said == "Partner's 2♣ is forcing: you must not pass."


NOTRUMP = meaning("1NT", "natural", (15, 17))
INVITATION = meaning("2NT", "natural", (8, 9))
GAME_RAISE = meaning("4S", "natural", (13, 16), S=4)
SPADES = meaning("1S", "natural", (12, 21), S=5)
HEARTS_TOLD = meaning("2H", "natural", (6, 37), H=5)


@pytest.mark.parametrize(
    ("hand", "own", "partner", "best", "reason"),
    [
        ("AQ3.K32.KJ32.Q32", NOTRUMP, INVITATION, "P", "Minimum: pass."),
        ("AQ3.K32.KJ32.KJ2", NOTRUMP, INVITATION, "3NT", "Maximum: 3NT."),
        (
            *("KQ3.K32.K432.Q32", None, SPADES, "4S"),
            "You have 13 points, partner at least 12: 25 together, enough for game.",
        ),
        (
            *("32.KQ932.AQ2.J32", HEARTS_TOLD, meaning("2NT", "natural", (15, 17)), "3NT"),
            "27 points together: game. Partner chooses between hearts and notrump.",
        ),
        (
            *("K32.32.J5432.432", None, meaning("1S", "natural", (12, 16), S=5), "P"),
            "You have 4 points, partner at most 16: no game.",
        ),
        (
            *("K32.32.AJ432.432", None, SPADES, "2S"),
            "Partner has five or more spades, you have three: a fit.",
        ),
        ("AQ32.K2.KJ32.Q32", NOTRUMP, meaning("2NT", "natural", (8, 9), force=1), "P", None),
    ],
)
def test_reasons_are_points_together_the_own_range_and_the_fit(
    hand: str, own: CallMeaning | None, partner: CallMeaning, best: str, reason: str | None
) -> None:
    first = "P" if own is None else own.call
    where = position(hand, f"{first} P {partner.call} P")
    where = Position(where.hand, Seat.N, where.auction, where.vulnerability)
    assert reason_for(where, [own, None, partner, None], parse_call(best)) == reason


def test_a_transfer_is_completed_with_a_jump_by_four_cards() -> None:
    where = position("AK32.K2.Q432.A32", "2H P")
    said = reason_for(where, [meaning("2H", "jacoby_transfer", force=1), None], parse_call("3S"))
    assert said == "Four-card support and a good hand: 3♠."


@pytest.mark.parametrize(
    ("held", "best", "reason"),
    [
        ("KQ432.A2.K432.A2", "6S", "All the aces are there: 6♠."),
        ("KQ432.A2.KQ32.K2", "6S", "One ace is missing: 6♠, and no more."),
        ("KQ432.KQ.KQ32.K2", "5S", "Two aces are missing: stop in 5♠."),
    ],
)
def test_after_the_answer_the_missing_aces_are_counted(held: str, best: str, reason: str) -> None:
    asked = meaning("4NT", "blackwood:S", force=1)
    answer = meaning("5H", "ace_answer:2")
    where = position(held, "4NT P 5H P")
    where = Position(where.hand, Seat.N, where.auction, where.vulnerability)
    assert reason_for(where, [asked, None, answer, None], parse_call(best)) == reason


def test_nobody_is_forced_once_an_opponent_has_acted() -> None:
    forced = meaning("2C", "strong_two_clubs", (22, 37), force=2)
    where = position("AK432.32.Q432.32", "2C 3D")
    assert reason_for(where, [forced, None], parse_call("3S")) is None
    assert reason_for(where, [forced, None], PASS) is None
