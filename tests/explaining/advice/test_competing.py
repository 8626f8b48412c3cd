"""Reasons for suggested calls in competition."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.messages import Message
from bidding.explaining.advice.reason import reason_for
from bidding.parsing.text.words import parse_call
from tests.explaining.advice.test_reason import position
from tests.explaining.meanings.test_naming import meaning

TOLD = {
    "1C": meaning("1C", "natural", (11, 21), C=3),
    "polish-1C": meaning("1C", "polish_club", (12, 37), force=1),
    "1D": meaning("1D", "natural", (11, 21), D=3),
    "four-1D": meaning("1D", "natural", (11, 21), D=4),
    "1H": meaning("1H", "natural", (10, 21), H=5),
    "1S": meaning("1S", "natural", (10, 21), S=5),
    "1NT": meaning("1NT", "natural", (15, 17)),
    "2C": meaning("2C", "natural", (10, 16), C=5),
    "stayman-2C": meaning("2C", "stayman", (8, 37), force=1),
    "2D": meaning("2D", "natural", (10, 16), D=5),
    "2H": meaning("2H", "natural", (10, 16), H=5),
    "2S": meaning("2S", "natural", (5, 10), S=3),
    "weak-2S": meaning("2S", "weak_two", (4, 10), S=6),
    "3C": meaning("3C", "preempt", (3, 10), C=7),
    "3H": meaning("3H", "natural", (10, 20), H=5),
    "4H": meaning("4H", "natural", (0, 20), H=5),
    "X": meaning("X", "takeout_double", (11, 37)),
    "negative-X": meaning("X", "negative_double", (6, 37), force=1, H=4),
    "spades-X": meaning("X", "negative_double", (6, 37), force=1, S=4),
    "cue-3H": meaning("3H", "cue_raise", (9, 37), force=1, S=3),
    "blackwood-4NT": meaning("4NT", "blackwood:-", (16, 37), force=1),
    "minors-2NT": meaning("2NT", "unusual_notrump", (6, 37), force=1, D=5, C=5),
    "hearts-2S": meaning("2S", "michaels", (6, 37), force=1, H=5),
    "penalty-X": meaning("X", "penalty_double", (15, 37)),
}
"""By the call, with a word before those of another meaning."""


def reason(card: str, auction: str, hand: str, best: str) -> Message | None:
    """The reason for a call of the player to call."""
    meanings = [TOLD.get(call) for call in auction.split()]
    calls = " ".join(call.rpartition("-")[2] for call in auction.split())
    ours = ConventionCard.from_code(card.replace("/", ""))
    where = replace(position(hand, calls), systems=Systems(ours, ours))
    turn = where.auction.turn
    assert turn is not None
    return reason_for(replace(where, seat=turn), meanings, parse_call(best))


@pytest.mark.parametrize(
    ("card", "auction", "hand", "best", "said"),
    [
        # doubles of partner's side
        (
            *("2/1", "1S 2H", "84.73.KQ84.AJ752", "X"),
            "You have 10 points, four diamonds and five clubs: the double asks partner to choose.",
        ),
        (
            *("acol", "1C 1S", "K83.QJT73.T765.6", "X"),
            "You have five hearts, but with 6 points too little for 2♥: the double shows them.",
        ),
        ("acol", "1C 1S", "K83.QJT73.AK65.6", "X", None),
        (
            *("polish", "polish-1C 2C", "KQ84.AK54.876.75", "X"),
            "You have 12 points and four spades, four hearts: the double shows them.",
        ),
        (
            *("2/1", "1D X 2D", "KJ84.QJ73.84.952", "X"),
            "You have 7 points, four spades and four hearts: the double asks partner to choose.",
        ),
        ("sayc", "1D X 2D", "KJ84.QJ73.84.952", "X", None),
        (
            *("sayc", "1H 1NT", "K84.73.KQ84.A752", "X"),
            "You have 12 points and partner has opened: double for penalties.",
        ),
        # notrump and jumps over an overcall
        ("2/1", "1H 2C", "A84.73.KJ84.KJ52", "2NT", "invites to game."),
        ("2/1", "1H 2C", "A84.73.KJ842.J52", "2NT", None),
        ("sayc", "1S 2D", "84.K73.AQJ4.K952", "3NT", "enough for game opposite an opening bid."),
        (
            *("standard", "1C 1H", "Q76542.73.A932.7", "2S"),
            "You have six spades and only 6 points: 2♠ takes room from the opponents.",
        ),
        ("acol", "1D X", "84.Q4.AKJ84.Q752", "XX", None),
        # trumps
        (
            *("2/1", "1S P 2S 3H", "AQJ842.73.4.KJ52", "3S"),
            "You have six spades, partner three or more: with 9 trumps compete to 3♠.",
        ),
        ("2/1", "1S P 2S 3H", "AQJ84.73.K4.KJ52", "3S", None),
        (
            *("2/1", "1S 2D", "QJ84.973.84.J852", "2S"),
            "You have four spades, partner five or more: with 9 trumps compete to 2♠.",
        ),
        (
            *("2/1", "1S 2H", "KJ84.3.A9842.852", "4S"),
            "Partner has five or more spades, you have four and one heart: "
            "with this shape 8 points are enough for 4♠.",
        ),
        ("2/1", "1S 2H", "KJ84.32.A984.852", "4S", None),
        # answers to doubles, and doubles that are passed
        ("sayc", "1H X P", "Q84.AJ3.K842.Q52", "2NT", "You have 12 points and hearts stopped:"),
        ("sayc", "1H X P", "AQ842.73.K84.K52", "4S", "enough for game opposite a take-out double."),
        (
            *("sayc", "1D X P", "84.73.KQJ984.852", "P"),
            "You have six diamonds, their suit: pass for penalties.",
        ),
        ("sayc", "1D X P", "84.73.987654.852", "P", None),
        ("sayc", "1S 4H penalty-X P", "AQ842.73.K84.K52", "P", "Partner's double is for"),
        # after a negative double, and with partner passing
        (
            *("sayc", "1D 1S negative-X P", "84.KQ73.AQJ84.52", "2H"),
            "Partner's double shows four hearts, and you have four: 2♥.",
        ),
        (
            *("sayc", "1C 1S negative-X P", "84.AK73.K4.AQ752", "3H"),
            "Partner's double shows four hearts; you have four and 16 points: 3♥ invites to game.",
        ),
        ("sayc", "1D 1S negative-X P", "KJ4.73.AQJ84.K52", "1NT", "14 points and spades stopped"),
        ("sayc", "1D 1S negative-X P", "974.73.AQJ84.AK2", "1NT", None),
        ("sayc", "1S 2H P P", "AQJ84.3.KQ84.K52", "X", "reopen with a double."),
        ("sayc", "1S 2H P P", "AQJ84.KJ4.KQ84.2", "X", None),
        ("sayc", "1D 1H P 2H", "AQ53.2.AK762.T54", "X", "You have 13 points, are short in hearts"),
        ("sayc", "1D 1H P 2H", "AQ53.2.KQ762.T54", "X", None),
        ("sayc", "1D 2H P 3H", "AQ53.2.AK762.T54", "X", None),
        ("sayc", "1H 1S P P", "4.AKJ73.KQ842.A5", "2D", "You have a second suit, five diamonds"),
        (
            *("sayc", "1H 2D spades-X P", "KJ84.AQJ73.84.A2", "4S"),
            "Partner's double shows four spades; you have four and 15 points: bid game, 4♠.",
        ),
        ("sayc", "1D 1S 2C P", "A4.K73.AQJ84.952", "2NT", "You have 14 points and spades stopped"),
        ("sayc", "1D 1S 2C P", "94.K73.AQJ84.A52", "2NT", None),
        (
            *("2/1", "1S 2H cue-3H P", "AQJ84.73.KQ4.J52", "4S"),
            "Partner's 3♥ shows a good raise, and you have 13 points: enough for game.",
        ),
        (
            *("2/1", "1S 2H cue-3H P", "AQJ84.73.Q84.J52", "3S"),
            "Partner's 3♥ shows a good raise, but you have a minimum: 3♠.",
        ),
        (
            *("sayc", "1S X 2S P P", "84.KQ73.AQ84.A52", "X"),
            "You have 15 points, more than your double has shown: double again.",
        ),
        ("sayc", "1S X 2S P P", "84.KQ73.AQ84.952", "X", None),
        ("acol", "1NT X", "84.73.QJ9842.952", "2D", "six diamonds and 3 points: 2♦ is to play."),
        ("acol", "1NT X", "K84.973.QJ84.952", "P", "You have no five-card suit to escape to"),
        ("acol", "1NT X", "84.73.QJ9842.952", "P", None),
        (
            *("sayc", "1H minors-2NT P", "K842.73.QJ84.KJ5", "3D"),
            "Partner shows diamonds and clubs, and you have four diamonds, three clubs: 3♦.",
        ),
        (
            *("2/1", "1S hearts-2S P", "K4.Q73.Q984.9752", "3H"),
            "Partner's 2♠ shows hearts, and you have three: 3♥.",
        ),
        # penalties
        (
            *("2/1", "1NT 2H", "KJ84.QJ97.A4.852", "X"),
            "You have four hearts, their suit, and 11 points: double for penalties.",
        ),
        ("2/1", "1NT 2H", "KJ84.9743.A4.852", "X", None),
        (
            *("2/1", "1S 2H 3H 4H", "KQ84.QJ7.A84.Q52", "X"),
            "You have 14 points, partner at least 10: together too much for 4♥. Double.",
        ),
        # passes
        (
            *("sayc", "1H 2C", "K84.73.QJ84.9752", "P"),
            "You have 6 points, but neither a fit nor a suit to bid: pass.",
        ),
        ("sayc", "1H 2C", "KQ84.73.QJ84.975", "P", None),
        (
            *("sayc", "1H 1S", "KQ974.73.Q84.952", "P"),
            "Your length is in spades: pass, and leave it to partner to double.",
        ),
        (
            *("sayc", "weak-2S X P 3H", "KQ9742.73.Q84.95", "P"),
            "Your 2♠ has told your hand; after a pre-empt you leave the rest to partner: pass.",
        ),
        ("sayc", "1H P P X", "AQ4.KJ973.Q84.95", "P", "Your 1♥ has told your hand, and with 12"),
        ("sayc", "1H P P X", "AQ4.KJ973.AQ4.95", "P", None),
        ("sayc", "1D 1S negative-X 2S", "73.QJ74.AQ987.Q2", "P", None),  # partner has hearts
        ("sayc", "1D 1S negative-X 2S", "73.QJ7.AQ987.QJ2", "P", "Your 1♦ has told your hand"),
        (
            *("sayc", "1H X 2H P P", "KQ84.73.AQ4.Q952", "P"),
            "Your double has told your hand, and with 13 points you have nothing to add: pass.",
        ),
        # overcalls
        ("sayc", "1H P P", "AJ4.KJ3.Q84.J952", "1NT", "enough for 1NT in the last seat."),
        ("sayc", "1H", "AJ4.KJ3.Q84.J952", "1NT", None),
        (
            *("sayc", "1H P P", "KJ84.73.QJ84.Q52", "X"),
            "You are short in hearts and have support for the other suits: in the last seat "
            "9 points are enough to double.",
        ),
        ("sayc", "1H", "KJ84.73.QJ84.Q52", "X", None),
        ("sayc", "1H P P", "KQ842.73.A84.952", "1S", "You have 9 points and five spades: 1♠."),
        ("sayc", "1S P P", "84.AJ973.K84.J52", "X", None),
        ("2/1", "1D", "K962.QJ94.Q.K943", "X", "You have 11 points, are short in diamonds and"),
        ("2/1", "1D", "K962.QJ94.Q3.K94", "X", None),
        (
            *("sayc", "1S", "K65.Q976.AQ9.QT4", "P"),
            "You have 13 points, but no five-card suit, and are not short enough in spades to "
            "double: pass.",
        ),
        ("sayc", "1D 1H", "AQ83.43.AT32.987", "X", "10 points and four spades: the double shows"),
        ("sayc", "3C", "AQ84.KQ73.A842.4", "X", "You have 15 points, are short in clubs and"),
        ("sayc", "3C", "KJ84.K973.A842.4", "X", None),
        ("sayc", "weak-2S", "KT2.AQ7.KQJ5.964", "2NT", "You have 15 points and a balanced hand"),
        (
            *("sayc", "1C P 1H", "KQ84.7.AJ842.K32", "X"),
            "You have 13 points, four spades and five diamonds: the double asks partner to choose.",
        ),
        ("standard", "weak-2S", "4.AQJ73.KQJ84.52", "4D", "4♦ shows two suits."),
        ("2/1", "weak-2S", "4.AQJ73.KQJ84.52", "4D", None),
        ("2/1", "1H", "AT43.-.Q9765.KJ54", "X", "You have 10 points, are short in hearts and"),
        ("2/1", "1H", "AT43.3.Q9765.KJ5", "X", None),
        ("sayc", "1D P 1H", "Q98.6.854.AQJT53", "2C", "You have 9 points and six clubs: 2♣."),
        ("sayc", "1D P 1H", "Q98.6.KJ4.QT9532", "2C", None),
        (
            *("sayc", "1C", "AJT.AQ52.T742.95", "P"),
            "You have the shape for a double, but 11 points are too few: pass.",
        ),
        ("sayc", "1H", "AQ43.2.KJ53.J852", "P", None),  # enough with a singleton
        ("sayc", "1D", "542.A84.74.AKT73", "P", None),  # as good for 2♣
        (
            *("sayc", "1C P 1H", "Q4.K843.73.AQJ74", "P"),
            "Your length is in clubs, and a double would ask partner to bid: pass.",
        ),
        ("2/1", "1NT", "KQ842.73.84.Q952", "P", "7 points: too few to bid over 1NT."),
        (
            *("2/1", "1NT", "KQ842.73.K4.J952", "P"),
            "You have 9 points and five spades: too little to bid over 1NT.",
        ),
        ("sayc", "1NT", "KQ842.73.K4.J952", "P", "9 points and five spades: too little for 2♠."),
        (
            "sayc",
            "P P P 1D",
            "76542.KJ8.T7.A62",
            "P",
            "You have five spades, but too weak a suit for 1♠",
        ),
        ("2/1", "1H", "AKQ.A3.963.KJ754", "X", None),  # a 1NT overcall
        (
            *("sayc", "1NT P stayman-2C", "75.J83.842.AKJ94", "X"),
            "You have five clubs: the double asks partner to lead them.",
        ),
        ("sayc", "1NT P stayman-2C", "75.J83.842.J9842", "X", None),
        (
            *("sayc", "1S 2H 3S 4H penalty-X", "73.AQJ984.KJ4.75", "P"),
            "Their double is for penalties, but you know no better contract: pass.",
        ),
        ("sayc", "1H 2C", "T65432.7.Q74.J82", "P", "You have 3 points: too few to bid over 2♣."),
        ("polish", "four-1D X", "Q932.954.QT75.T6", "2D", "2♦ takes room from the opponents."),
        # over game and slam
        (
            *("sayc", "1NT P 3NT", "54.Q973.K83.AJ63", "P"),
            "The opponents have bid game, and you have 10 points: pass.",
        ),
        ("sayc", "4S", "54.Q9.K8.AJ97632", "P", None),  # partner of 4♠ has not bid
        (
            *("sayc", "1H P 3H P blackwood-4NT", "Q97.J9.JT2.KJ974", "P"),
            "The opponents are looking for a slam, and you have 8 points: pass.",
        ),
        (
            *("sayc", "1H P 3H P 6H", "Q97.J9.JT2.KJ974", "P"),
            "The opponents have bid a slam, and you have 8 points: pass.",
        ),
        ("sayc", "1C P 1H P 1S P 1NT", "AKT3.Q3.64.T9832", "P", None),  # their last bid is no suit
        # partner's 1NT or overcall
        ("2/1", "1NT 2H", "KJ842.73.84.9752", "2S", "five spades and 4 points: 2♠ is to play."),
        ("2/1", "1NT 2H", "AKJ42.73.84.A752", "2S", None),
        ("sayc", "1NT 2H", "AJ842.73.K4.A752", "3S", None),
        ("sayc", "1NT 2S", "84.KJ973.84.AQ52", "3H", "You have 10 points and five hearts: 3♥."),
        ("acol", "1NT 2S", "84.KJ973.84.AQ52", "3H", None),
        (
            "sayc",
            "1H X 1S",
            "K43.QT9.J87.8543",
            "P",
            "Over 1♠ you need not answer partner's double",
        ),
        ("sayc", "1H X 1S", "K4.QT9.J7.K98543", "P", None),
        ("sayc", "1S X", "74.865.KQ86.J963", "P", None),
        ("sayc", "1S X", "74.865.K986.J963", "P", "4 points: too few to bid over the double."),
        (
            "sayc",
            "1S",
            "AQ9.A8.875432.43",
            "P",
            "You have six diamonds, but too weak a suit for 2♦:",
        ),
        ("sayc", "1S", "5.J5.Q963.KJT764", "P", "7 points and six clubs: too little for 2♣."),
        ("sayc", "1D P 1H", "J8.985.AQ5.KJ942", "P", "11 points and five clubs: too little"),
        ("sayc", "1D P 1H", "J8.985.AQ5.KQ942", "P", None),  # as good for 2♣
        ("sayc", "1D P 1H", "Q98.6.854.AQJT53", "P", None),
        ("sayc", "1D", "J8.985.AQ5.KQ942", "P", None),
        ("sayc", "3C", "Q.AQT9842.AKT5.K", "4H", "You have 18 points and seven hearts: 4♥."),
        ("sayc", "1S", "2.AKQ9862.T98.82", "4H", "4♥ takes room from the opponents."),
        ("sayc", "1S P P", "2.AKQ9862.T98.82", "4H", None),
        ("2/1", "1NT", "A43.K4.J87532.Q5", "P", None),  # 2♦ is not natural
        ("polish", "four-1D X", "Q932.954.QT75.T6", "P", None),
        ("sayc", "1H X 1S", "K432.Q9.J87.8543", "P", "you need not answer partner's double"),
        ("sayc", "1D X 1H", "K432.Q9.J87.8543", "P", None),  # 1♠ is cheap
        ("sayc", "1S 2C P", "84.AQ873.K84.J52", "3C", "With 10 points you are worth 3♣, not more."),
        ("sayc", "1C 1H P", "Q9842.3.KJ84.852", "1S", "You have 6 points and five spades: 1♠."),
        # over 1NT
        (
            *("2/1", "1NT", "AQJ84.KJ973.4.52", "2D"),
            "You have five spades, five hearts: 2♦ shows both.",
        ),
        ("sayc", "1NT", "AQJ84.KJ973.4.52", "2D", None),
        ("acol", "1NT", "A6.93.KJT754.K63", "2C", "You have six diamonds: 2♣ shows one long suit."),
        ("polish", "1NT", "84.AQJ973.84.K52", "2D", "You have six hearts: 2♦ shows a long major."),
        ("polish", "1NT", "84.AQJ973.84.K52", "2H", None),
        ("sayc", "1NT", "84.AQJ973.84.K52", "2H", "You have 10 points and six hearts: 2♥."),
        (
            *("precision", "1NT", "KJ842.3.AQ842.52", "2S"),
            "You have five spades and five diamonds: 2♠ shows a major and a minor.",
        ),
        ("2/1", "1S P 1NT", "4.AKJ7.65.AJ9432", "2C", "You have 13 points and six clubs: 2♣."),
        ("sayc", "1NT", "K84.AQ7.K984.952", "P", "You have 12 points, too few to double 1NT, and"),
    ],
)
def test_reasons_in_competition(
    card: str, auction: str, hand: str, best: str, said: str | None
) -> None:
    found = reason(card, auction, hand, best)
    assert found is None if said is None else found is not None and said in found


@pytest.mark.parametrize(
    ("auction", "hand", "best", "said"),
    [
        ("1NT penalty-X XX", "J9542.83.T64.Q52", "P", None),  # a weak hand might run
        ("1NT penalty-X 2D", "J954.83.T643.Q52", "P", "too few to bid over 2♦."),
        ("1H X 2H", "A84.73.J9842.K62", "3D", "You have 8 points and five diamonds: 3♦."),
        ("1H X 2H", "K84.73.J9842.962", "3D", None),
        ("1H X P", "K84.73.J9842.962", "2D", "asks for your best suit"),
    ],
)
def test_over_a_call_of_the_right_hand_opponent_nobody_must_bid(
    auction: str, hand: str, best: str, said: str | None
) -> None:
    told = reason("standard", auction, hand, best)
    assert (told is None) if said is None else (told is not None and said in told)
