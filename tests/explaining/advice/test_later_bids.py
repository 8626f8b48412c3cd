"""Reasons of answers to partner's later bids: fourth suit, game tries, splinters, aces."""

from __future__ import annotations

import pytest

from bidding.domain.table import Seat
from bidding.explaining.meanings.call_meaning import CallMeaning, call_meaning
from bidding.parsing.text.auctions import parse_auction
from tests.explaining.advice.test_reason import (
    ANSWERED,
    CLUBS,
    DIAMONDS,
    HEARTS,
    MAJOR,
    NOTRUMP_15,
    SPADES_RAISED,
    STAYMAN,
    TWO_OVER_ONE,
    said_of,
)
from tests.explaining.meanings.test_naming import evidence, facts, likeliest, meaning


def inviting(
    auction: str, partner: CallMeaning, points: tuple[int, int], **least: int
) -> CallMeaning:
    """An invitation by the last call of an auction, of which ``partner`` is another."""
    *earlier, call = parse_auction(auction, Seat.N).calls
    low, high = partner.promise.hcp
    held = evidence(facts(points, **least))._replace(partner_points=(low + high) / 2)
    known = tuple(partner.meaning if one == partner.call else None for one in earlier)
    said = call_meaning(call, likeliest("natural"), held, tuple(earlier), known)
    assert said.invites == "invites to game"
    return said


FOURTH = meaning("2H", "fourth_suit_forcing", (12, 37), force=1)
SPLINTER = meaning("4D", "splinter", (12, 15), force=2, S=4, D=0)
RAISED = meaning("2S", "natural", (5, 10), S=3)
TRY = meaning("3C", "game_try", (15, 20), force=1, S=5)
TRANSFERRED = (
    *(NOTRUMP_15, meaning("2H", "jacoby_transfer", (0, 37), force=1, S=5)),
    meaning("2S", "transfer_completed", (15, 17), S=2),
)


TO_GAME = (*TRANSFERRED, meaning("3NT", "natural", (10, 14), S=5))
TO_GAME_AT_ONCE = (MAJOR, meaning("3NT", "natural", (13, 15), S=2))
LIMITED = meaning("1NT", "natural", (6, 10))
SECOND = meaning("2C", "natural", (10, 17), C=4)
PREFERRED = meaning("2S", "preference", (5, 10), S=2)
TWO_NOTRUMP = (
    *(meaning("2C", "strong_two_clubs", (22, 37), force=2), meaning("2D", "waiting_two_diamonds")),
    meaning("2NT", "natural", (22, 24), S=2, H=2, D=2, C=2),
)
SMALL_SLAM = (NOTRUMP_15, meaning("4NT", "quantitative_four_notrump", (16, 17)))
HEARTS_ANSWERED = meaning("1H", "natural", (6, 37), H=4)
HEARTS_RAISED = meaning("2H", "natural", (11, 14), H=4)
BOTH_MAJORS = (ANSWERED, meaning("2D", "natural", (11, 14), D=6), meaning("4H", "natural", H=4))
BOTH_HIGHER = (HEARTS_ANSWERED, BOTH_MAJORS[1], meaning("4S", "natural", S=4))
DOUBLED = meaning("X", "takeout_double", (12, 17))
CUE = meaning("2H", "strength_cue_bid", (10, 37), force=1)
FORCING_CLUBS = meaning("3C", "natural", (15, 20), force=1, C=4)
REBID_DIAMONDS = meaning("2D", "natural", (11, 20), D=5)
AGREED = (MAJOR, TWO_OVER_ONE, DIAMONDS, SPADES_RAISED)
SIX_TO_NINE = meaning("2S", "natural", (6, 9), S=3)
RAISED_AGAIN = (MAJOR, SIX_TO_NINE, inviting("1S P 2S P 3S", SIX_TO_NINE, (14, 16), S=5))
RAISED_ON_MORE = (*RAISED_AGAIN[:2], inviting("1S P 2S P 3S", SIX_TO_NINE, (15, 17), S=5))
ANSWERED_WEAKLY = meaning("1S", "natural", (6, 11), S=4)
JUMPED = (DIAMONDS, ANSWERED_WEAKLY, inviting("1D P 1S P 2NT", ANSWERED_WEAKLY, (18, 19)))
JUMPED_WITH_LESS = (*JUMPED[:2], inviting("1D P 1S P 2NT", ANSWERED_WEAKLY, (17, 19)))
ANSWERED_HEARTS = (NOTRUMP_15, STAYMAN, meaning("2H", "stayman_answer", (15, 17), H=4))
SMALL_ANSWER = meaning("1H", "natural", (0, 9), H=4)


@pytest.mark.parametrize(
    ("auction", "told", "hand", "best", "reason"),
    [
        (
            *("1D P 1S P 2C P 2H P", (DIAMONDS, ANSWERED, CLUBS, FOURTH)),
            *("4.KJ5.AQ852.KQ73", "3NT"),
            "Partner's 2♥ asks for a stopper; you have 15 points and hearts stopped: 3NT.",
        ),
        (
            *("1D P 1S P 2C P 2H P", (DIAMONDS, ANSWERED, CLUBS, FOURTH)),
            *("K4.J52.AQ852.KQ7", "3NT", None),
        ),
        (
            *("1D P 1S P 2C P 2H P", (DIAMONDS, ANSWERED, CLUBS, FOURTH)),
            *("KJ4.82.AQ852.KQ7", "2S"),
            "You have three cards in partner's spades: 2♠.",
        ),
        (
            *("1D P 1S P 2C P 2H P", (DIAMONDS, ANSWERED, CLUBS, FOURTH)),
            *("K4.82.AQ852.KQ73", "3C", None),
        ),
        (
            *("1D P 1S P 2C P 2H P", (DIAMONDS, ANSWERED, CLUBS, FOURTH)),
            *("K4.82.AQ852.KQ73", "3D"),
            "You have neither hearts stopped nor three spades to show: 3♦.",
        ),
        (
            *("1S P 4D P", (MAJOR, SPLINTER), "KQT74.A83.QJ5.K6", "4S"),
            "Partner is short in diamonds, where your honours are wasted: sign off in 4♠.",
        ),
        ("1S P 4D P", (MAJOR, SPLINTER), "KQT74.AK3.985.K6", "4S", None),
        ("1S P 4D P", (MAJOR, SPLINTER), "KQT74.AK3.AJ5.K6", "4S", None),
        ("1S P 4D P", (MAJOR, SPLINTER), "AKT74.AK3.KQ5.K6", "4S", None),
        (
            *("1S P 4D P", (MAJOR, SPLINTER), "KQT74.A83.985.K6", "4S"),
            "With 12 points you have nothing to spare for slam: 4♠.",
        ),
        (
            *("1S P 4D P", (MAJOR, SPLINTER), "KQT74.AK3.985.K6", "4H"),
            "Partner is short in diamonds, where you have no honours wasted: 4♥ tries for slam.",
        ),
        ("1S P 4D P", (MAJOR, SPLINTER), "KQT74.A83.985.K6", "4H", None),
        ("1S P 4D P", (MAJOR, SPLINTER), "KQT74.A83.QJ5.K6", "4H", None),
        (
            *("1S P 2S P 3C P", (MAJOR, RAISED, TRY), "K84.Q6.J9532.T72", "3S"),
            "3♣ invites to game; with 6 points you decline: 3♠.",
        ),
        ("1S P 2S P 3C P", (MAJOR, RAISED, TRY), "K84.Q6.95432.KT2", "3S", None),
        ("1S P 2S P 3C P", (MAJOR, RAISED, TRY), "K84.Q6.A9532.Q72", "3S", None),
        (
            *("1S P 2S P 3C P", (MAJOR, RAISED, TRY), "K84.A6.Q9532.J72", "4S"),
            "3♣ invites to game; with 10 points you accept: 4♠.",
        ),
        (
            *("1S P 2S P 3C P", (MAJOR, RAISED, TRY), "K84.Q6.95432.KT2", "4S"),
            "3♣ invites to game; with 8 points and an honour in clubs you accept: 4♠.",
        ),
        ("1S P 2S P 3C P", (MAJOR, RAISED, TRY), "K84.Q6.K9532.T72", "4S", None),
        (
            *("1NT P 2H P 2S P 3NT P", TO_GAME, "K84.AQ6.KJ73.QJ5", "4S"),
            "Partner has five or more spades, you have three: 4♠ rather than 3NT.",
        ),
        ("1NT P 2H P 2S P 3NT P", TO_GAME, "K84.AQ6.KJ73.QJ5", "P", None),
        ("1NT P 2H P 2S P 3NT P", TO_GAME, "K8.AQ6.KJ73.QJ54", "4S", None),
        (
            *("1NT P 2H P 2S P 3NT P", TO_GAME, "K8.AQ6.KJ73.QJ54", "P"),
            "You have 16 points, partner at most 14: no slam.",
        ),
        (
            *("1S P 3NT P", TO_GAME_AT_ONCE, "AQT9873.A54.86.3", "4S"),
            "You have seven spades, partner two or more: 4♠ rather than 3NT.",
        ),
        ("1S P 3NT P", TO_GAME_AT_ONCE, "AQT98.A54.86.J32", "4S", None),
        (
            *("1S P 2H P", (MAJOR, meaning("2H", "natural", (10, 37), force=1, H=5))),
            *("KQJ84.Q73.A5.842", "3H"),
            "Partner has five or more hearts, you have three: 3♥.",
        ),
        (
            *("1S P 2H P", (MAJOR, meaning("2H", "natural", (10, 37), force=1, H=5))),
            *("KQJ84.Q73.AK.A42", "3H", None),
        ),
        (
            *("1S P 1NT P 2C P", (MAJOR, LIMITED, SECOND), "74.K42.JT64.A954", "P"),
            "Partner has bid spades and clubs, and you have two spades, four clubs: pass.",
        ),
        ("1S P 1NT P 2C P", (MAJOR, LIMITED, SECOND), "74.K42.JT643.A95", "P", None),
        (
            *("1S P 1NT P 2C P", (MAJOR, LIMITED, SECOND), "74.K42.JT6.KQ954", "3C"),
            "Partner has four or more clubs, you have five: a fit. With 9 points 3♣ invites to "
            "game.",
        ),
        ("1S P 1NT P 2C P", (MAJOR, LIMITED, SECOND), "74.K42.JT6.KQ954", "P", None),
        (
            *("1S P 1NT P 2C P 2S P", (MAJOR, LIMITED, SECOND, PREFERRED), "AQ974.A3.85.KQJ4"),
            *("P", None),
        ),
        (
            *("1S P 1NT P 2C P 2S P", (MAJOR, LIMITED, SECOND, PREFERRED), "AQ974.A3.85.KJ94"),
            *("P", "You have 14 points, partner at most 10: no game."),
        ),
        (
            *("1S P 1NT P 2C P 2S P", (MAJOR, LIMITED, SECOND, PREFERRED), "AQ974.A3.85.KQT4"),
            *("P", "You have 15 points, partner 5 to 10: too few to try game."),
        ),
        (
            *("1S P 1NT P 2C P 2S P", (MAJOR, LIMITED, SECOND, PREFERRED), "AQ974.A3.85.KQT4"),
            *("3S", None),
        ),
        (
            *("1D P 1NT P 2D P", (DIAMONDS, LIMITED, REBID_DIAMONDS), "QT3.A95.J7.JT642", "P"),
            "Partner has only bid diamonds again; with 8 points you have nothing to add: pass.",
        ),
        ("1D P 1NT P 2D P", (DIAMONDS, LIMITED, REBID_DIAMONDS), "QT3.A95.K7.JT642", "P", None),
        (
            *("1C P 1H P 2H P", (CLUBS, HEARTS_ANSWERED, HEARTS_RAISED), "7.AQ75.K82.97532"),
            *("P", "You have 9 points, partner at most 14: no game."),
        ),
        (
            *("1D P 1S P 2D P 4H P", (DIAMONDS, *BOTH_MAJORS), "A32.JT.AQJ876.Q2", "4S"),
            "Partner has bid spades and hearts, and you have three spades, two hearts: "
            "back to the first suit, 4♠.",
        ),
        ("1D P 1S P 2D P 4H P", (DIAMONDS, *BOTH_MAJORS), "A2.JT3.AQJ876.Q2", "4S", None),
        ("1D P 1H P 2D P 4S P", (DIAMONDS, *BOTH_HIGHER), "A2.JT3.AQJ876.Q2", "5H", None),
        ("1S P 2S P 3C P", (MAJOR, RAISED, FORCING_CLUBS), "K84.Q6.J9532.T72", "3S", None),
        (
            *("1H X P 2H P", (HEARTS, DOUBLED, CUE), "KQ73.4.AJ84.K962", "2S"),
            "You have four spades: 2♠ shows them.",
        ),
        (
            *("1D X P 1H P", (DIAMONDS, DOUBLED, SMALL_ANSWER), "AKQ84.K3.85.AJ62", "1S"),
            "You have 17 points and five spades: 1♠.",
        ),
        ("1D X P 1H P", (DIAMONDS, DOUBLED, SMALL_ANSWER), "AKQ84.K3.85.AT62", "1S", None),
        ("1D X P 1H P", (DIAMONDS, DOUBLED, SMALL_ANSWER), "AKQ8.K32.85.AJ62", "1S", None),
        ("1D X P 1H P", (DIAMONDS, DOUBLED, SMALL_ANSWER), "AKQ84.K3.85.AJ62", "2S", None),
        ("1H X P 2H P", (HEARTS, DOUBLED, CUE), "KQ7.43.AJ84.K962", "2S", None),
        ("1H X P 2H P", (HEARTS, DOUBLED, CUE), "KQ73.4.AJ842.K96", "2S", None),
        (
            *("2C P 2D P 2NT P", TWO_NOTRUMP, "Q9642.J83.75.Q64", "3H"),
            "You have five spades: transfer with 3♥.",
        ),
        ("2C P 2D P 2NT P", TWO_NOTRUMP, "Q964.J832.75.Q64", "3H", None),
        (
            *("1S P 2C P 2D P 2S P", AGREED, "KQ873.84.AKJ5.AJ", "3C"),
            "With spades agreed 3♣ shows the ace of clubs and tries for slam.",
        ),
        ("1S P 2C P 2D P 2S P", AGREED, "KQ873.84.AKJ5.KQ", "3C", None),
        ("1S P 2C P 2D P 2S P", AGREED, "KQ873.84.AKJ5.AT", "3C", None),
        (
            *("1S P 2S P 3S P", RAISED_AGAIN, "K874.A6.J9532.72", "4S"),
            "You have 8 points and nine trumps together: enough for 4♠ opposite an invitation.",
        ),
        ("1S P 2S P 3S P", RAISED_AGAIN, "K874.A6.J9532.72", "P", None),
        ("1S P 2S P 3S P", RAISED_AGAIN, "K84.A6.J9532.T72", "4S", None),
        ("1S P 2S P 3S P", RAISED_ON_MORE, "K874.A6.T9532.72", "4S", None),
        (
            *("1S P 2S P 3S P", RAISED_AGAIN, "K84.A6.J9532.T72", "P"),
            "You have 8 points, partner at most 16: no game.",
        ),
        ("1D P 1S P 2NT P", JUMPED, "KQ84.983.J62.873", "P", None),
        (
            *("1D P 1S P 2NT P", JUMPED, "KQ84.983.J62.873", "3NT"),
            "You have 6 points, partner 18 to 19: worth bidding game.",
        ),
        (
            *("1D P 1S P 2NT P", JUMPED_WITH_LESS, "KQ84.983.J62.873", "P"),
            "You have 6 points, partner 17 to 19: too few to try game.",
        ),
        (
            *("1S P 2S P", (MAJOR, RAISED), "AQ974.A3.85.KQT4", "3S"),
            "You have 15 points, partner 5 to 10: 3♠ invites to game.",
        ),
        ("1S P 2S P", (MAJOR, RAISED), "AQ974.A3.85.KQT4", "P", None),
        ("1S P 2S P", (MAJOR, RAISED), "AQ974.A83.Q85.KT", "3S", None),
        (
            *("1S P 2S P", (MAJOR, RAISED), "AQ974.A83.Q85.KT", "P"),
            "You have 15 points, partner 5 to 10: too few to try game.",
        ),
        (
            *("1D P 1S P 2D P", (DIAMONDS, ANSWERED, REBID_DIAMONDS), "AQ9742.A83.J5.84", "3S"),
            "You have six spades and 11 points: 3♠ invites to game.",
        ),
        (
            *("1D P 1S P 2D P", (DIAMONDS, ANSWERED, REBID_DIAMONDS), "AQ9742.A83.T5.84"),
            *("3S", None),
        ),
        (
            *("1D P 1S P 2D P", (DIAMONDS, ANSWERED, REBID_DIAMONDS), "AQ974.A83.J5.984"),
            *("3S", None),
        ),
        (
            *("1NT P 2C P 2H P", ANSWERED_HEARTS, "84.KQ72.A854.T93", "3H"),
            "You have 9 points, partner 15 to 17: 3♥ invites to game.",
        ),
        ("1NT P 2C P 2H P", ANSWERED_HEARTS, "K842.K72.QT54.93", "3H", None),
        ("1NT P 4NT P", SMALL_SLAM, "KQ5.AJ7.AQ84.JT5", "6NT", "Maximum: 6NT."),
        ("1NT P 4NT P", SMALL_SLAM, "KQ5.AJ7.AQ84.T95", "6NT", None),
        ("1NT P 4NT P", SMALL_SLAM, "KQ5.AJ7.AJ84.T95", "P", "Minimum: pass."),
        (
            *("1NT P 2H P 2S P", TRANSFERRED, "KQ974.A5.J84.Q62", "3NT"),
            "27 points together: game. Partner chooses between spades and notrump.",
        ),
    ],
)
def test_answers_to_later_bids(
    auction: str, told: tuple[CallMeaning, ...], hand: str, best: str, reason: str | None
) -> None:
    assert said_of("2/1", auction, told, hand, best) == reason


@pytest.mark.parametrize(
    ("answer", "hand", "best", "reason"),
    [
        ("1", "KQJT753.KQ.KQJ.8", "4S", "Together you lack three aces: stop in 4♠."),
        ("0/4", "KQJT753.AQ.KQJ.8", "4S", "Together you lack three aces: stop in 4♠."),
        ("0/4", "KQJT753.KQ.KQJ.8", "4S", None),
        ("3", "KQJT753.KQ.KQJ.8", "6S", "One ace is missing: 6♠, and no more."),
        ("1", "KQJT753.KQ.KQJ.8", "6S", None),
    ],
)
def test_aces_are_counted_after_gerber_too(
    answer: str, hand: str, best: str, reason: str | None
) -> None:
    told = (
        *(NOTRUMP_15, meaning("4C", "gerber", (16, 37), force=1)),
        meaning("4H", f"ace_answer:{answer}"),
    )
    assert said_of("sayc", "1NT P 4C P 4H P", told, hand, best) == reason
