"""Reasons for the suggested call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bidding.domain.calls import PASS
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.explaining.advice.reason import reason_for
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from bidding.parsing.text.words import parse_call
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
    suits = {"H": 5} if key == "jacoby_transfer" else {}
    meanings = [meaning(asked, key, force=1, **suits), None]
    assert reason_for(where, meanings, parse_call(best)) == reason


def test_without_an_ask_or_for_a_pass_there_is_no_reason() -> None:
    where = position("AK432.32.Q432.32", "1S P")
    assert reason_for(where, [meaning("1S", "natural"), None], parse_call("2S")) is None
    forced = [meaning("2C", "strong_two_clubs", (22, 37), force=2), None]
    where = position("AK432.32.Q432.32", "2C P")
    assert reason_for(where, forced, PASS) is None
    said = reason_for(where, forced, parse_call("2D"))
    assert said == (
        "Partner's 2♣ is forcing: you must not pass, and 2♦ is the least that you can bid."
    )
    assert reason_for(where, forced, parse_call("2H")) is None


def test_the_cheapest_of_partners_suits_is_a_choice() -> None:
    minors = meaning("2NT", "unusual_notrump", (6, 14), force=1, D=5, C=5)
    where = position("Q9753.864.K3.Q72", "P P P 1H 2NT P")
    said = reason_for(where, [None] * 4 + [minors, None], parse_call("3C"))
    assert said == ("Partner shows diamonds and clubs, and you have three clubs, two diamonds: 3♣.")
    assert reason_for(where, [None] * 4 + [minors, None], parse_call("3D")) is None
    anything = meaning("2NT", "unusual_notrump", (6, 14), force=1)
    assert reason_for(where, [None] * 4 + [anything, None], parse_call("3C")) is not None


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
            "You have 12 points, partner at least 15: 27 together, enough for game.",
        ),
        (
            *("K32.32.J5432.432", None, meaning("1S", "natural", (12, 16), S=5), "P"),
            "You have 4 points, partner at most 16: no game.",
        ),
        (
            *("K32.32.AJ432.432", None, SPADES, "2S"),
            "Partner has five or more spades, you have three: a fit. "
            "With 8 points you are worth 2♠, not more.",
        ),
        ("AQ32.K2.KJ32.Q32", NOTRUMP, meaning("2NT", "natural", (8, 37), force=1), "P", None),
        (
            *("KQ4.AJ3.K85.QJ74", None, NOTRUMP, "4NT"),
            "You have 16 points, partner 15 to 17: 4NT invites to slam.",
        ),
        ("KQ4.AJ3.K85.QJ74", None, NOTRUMP, "3NT", None),
        (
            *("KQ4.AJ5.AK83.Q92", None, NOTRUMP, "6NT"),
            "You have 19 points, partner at least 15: 34 together, enough for a small slam.",
        ),
        ("KQ4.AJ5.AK83.Q92", None, NOTRUMP, "3NT", None),
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
    transfer = meaning("2H", "jacoby_transfer", force=1, S=5)
    for hand, reason in (
        ("AK32.K32.Q432.A3", "Four-card support and a doubleton: 3♠."),
        ("AK32.K32.Q43.AJ2", "Four-card support and a maximum: 3♠."),
        ("AK32.K32.Q43.A32", None),
    ):
        where = replace(position(hand, "1NT P 2H P"), seat=Seat.N)
        meanings = [NOTRUMP, None, transfer, None]
        assert reason_for(where, meanings, parse_call("3S")) == reason


@pytest.mark.parametrize(
    ("held", "best", "reason"),
    [
        ("KQ432.A2.K432.A2", "6S", "All the aces are there: 6♠."),
        ("KQ432.A2.KQ32.K2", "6S", "One ace is missing: 6♠, and no more."),
        ("KQ432.KQ.KQ32.K2", "5S", "Together you lack two aces: stop in 5♠."),
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


def test_there_is_no_reason_against_the_call_that_scores_best() -> None:
    where, shown = position("K32.32.KJ432.432", "1S P"), [SPADES, None]
    raise_, game = parse_call("2S"), parse_call("4S")
    assert reason_for(where, shown, raise_) == reason_for(where, shown, raise_, best=raise_)
    assert reason_for(where, shown, raise_) is not None
    assert reason_for(where, shown, raise_, best=game) is None


@pytest.mark.parametrize(
    ("key", "asked", "other"),
    [
        ("blackwood:S", "4NT", "6S"),
        ("key_card_blackwood_1430:S", "4NT", "5C"),
        ("stayman", "2C", "2H"),
        ("jacoby_transfer", "2D", "2NT"),
    ],
)
def test_a_call_that_does_not_answer_the_ask_has_no_such_reason(
    key: str, asked: str, other: str
) -> None:
    where = position("AK432.K2.Q432.32", f"{asked} P")
    assert reason_for(where, [meaning(asked, key, force=1), None], parse_call(other)) is None


def test_no_slam_in_spades_for_the_aces_of_a_hand_that_bids_diamonds() -> None:
    asked, answer = meaning("4NT", "blackwood:S", force=1), meaning("5H", "ace_answer:2")
    where = position("KQ432.A2.KQ32.K2", "4NT P 5H P")
    where = Position(where.hand, Seat.N, where.auction, where.vulnerability)
    assert reason_for(where, [asked, None, answer, None], parse_call("6D")) is None


OPENINGS = [
    ("AK432.K2.Q432.32", "1S", "You have 12 points and five spades: 1♠."),
    ("AK432.K2.Q432.32", "1D", None),
    ("KQ32.AJ3.Q432.K2", "1NT", "You have 15 points and a balanced hand: 1NT."),
    ("KQ32.AJ3.Q432.32", "1NT", None),
    ("AK432.KQ432.Q4.2", "1S", "You have five spades and five hearts: the higher suit first, 1♠."),
    (
        *("AQ32.K432.Q43.K2", "1D"),
        "You have 14 points and no five-card major: open your longer minor, 1♦.",
    ),
    (
        *("AQ32.K43.Q43.K32", "1C"),
        "You have 14 points, no five-card major and three cards in each minor: 1♣.",
    ),
    ("AQ32.K43.Q43.K32", "1D", None),
    ("KQT432.2.Q43.432", "2S", "You have six spades and only 7 points: "),
    ("KQT432.2.Q43.432", "1S", None),
    ("AKQ32.AK2.AQ2.K2", "2C", "You have 25 points, too many to open at the one-level: 2♣."),
    ("Q432.K32.Q432.J2", "P", "You have 8 points and no six-card suit: too little to open."),
    ("KQ432.A2.K432.32", "P", None),
    ("5432.5432.J432.2", "P", "You have one point and no six-card suit: too little to open."),
]


@pytest.mark.parametrize(("hand", "best", "reason"), OPENINGS)
def test_openings(hand: str, best: str, reason: str | None) -> None:
    said = reason_for(position(hand, "P P"), [None, None], parse_call(best))
    assert said is None if reason is None else said is not None and said.startswith(reason)


@pytest.mark.parametrize(
    ("card", "hand", "best", "reason"),
    [
        ("sayc-a0", "KQ32.AJ3.Q432.32", "1NT", "You have 12 points and a balanced hand: 1NT."),
        ("sayc-a0", "KQ32.AJ3.Q432.K2", "1NT", None),
        ("acol-a3", "KQ32.AJ3.Q432.K2", "1NT", "You have 15 points and a balanced hand: 1NT."),
        ("precision", "KQ32.AJ3.Q432.A2", "1C", "You have 16 points: open the strong 1♣."),
        ("precision", "KQ32.J3.Q432.A32", "1C", None),
        ("precision", "K432.K432.AQ2.32", "1D", "You have 12 points and no five-card major: 1♦."),
        ("precision", "K3.AKQ32.Q43.Q32", "1H", None),
        ("precision", "K3.AKQ32.Q43.J32", "1H", "You have 15 points and five hearts: 1♥."),
        ("polish", "AQ3.AKQ32.Q43.32", "1H", "You have 17 points and five hearts: 1♥."),
        ("polish", "AQ3.AKQ32.K43.32", "1H", None),
        ("polish", "AQ3.AKQ32.K43.32", "1C", "You have 18 points: open the strong 1♣."),
        ("precision", "K32.A2.32.KQJ432", "2C", "You have 13 points and six clubs: 2♣."),
    ],
)
def test_openings_by_the_card(card: str, hand: str, best: str, reason: str | None) -> None:
    ours = Systems(ConventionCard.from_code(card), ConventionCard.from_code(card))
    where = replace(position(hand, "P P"), systems=ours)
    assert reason_for(where, [None, None], parse_call(best)) == reason


HEARTS = meaning("1H", "natural", (12, 21), H=5)
CLUBS = meaning("1C", "natural", (12, 21), C=3)
NOTRUMP_15 = meaning("1NT", "natural", (15, 17))
DOUBLE = meaning("X", "takeout_double", (12, 17))


@pytest.mark.parametrize(
    ("hand", "theirs", "best", "reason"),
    [
        ("AKJ32.32.Q432.32", HEARTS, "1S", "You have 10 points and five spades: 1♠."),
        ("AKJ32.2.KQ432.32", HEARTS, "1S", None),
        ("KQT432.32.Q43.32", HEARTS, "2S", "You have six spades and only 7 points: "),
        ("KQ2.AJ3.KQ43.432", HEARTS, "1NT", "You have 15 points and a balanced hand, "),
        ("KQ2.432.KQ43.AJ3", HEARTS, "1NT", None),
        (
            *("AK32.2.KQ43.Q432", HEARTS, "X"),
            "You have 14 points, are short in hearts and have support for the other suits: double.",
        ),
        ("AK32.Q432.KQ4.32", HEARTS, "X", None),
        ("A32.432.Q432.432", HEARTS, "P", "You have 6 points: too few to bid over 1♥."),
        (
            *("A32.432.K432.Q32", HEARTS, "P"),
            "You have 9 points and no five-card suit: too little to bid over 1♥.",
        ),
        ("A32.432.KJ432.Q2", HEARTS, "P", "You have 10 points and five diamonds: too little for"),
        ("AQ2.KQ32.Q43.432", HEARTS, "P", "Your length is in hearts, and a double would "),
        ("AQ2.KQ2.Q432.Q32", HEARTS, "P", None),
        ("AQ32.KQ2.Q432.32", HEARTS, "P", "You have 13 points, but no five-card suit, and a"),
    ],
)
def test_calls_over_the_opponents(
    hand: str, theirs: CallMeaning, best: str, reason: str | None
) -> None:
    where = position(hand, f"P {theirs.call}")
    said = reason_for(where, [None, theirs], parse_call(best))
    assert said is None if reason is None else said is not None and said.startswith(reason)


@pytest.mark.parametrize(
    ("hand", "partner", "best", "reason"),
    [
        ("AK32.32.Q432.432", HEARTS, "1S", "You have 9 points and four spades: 1♠."),
        ("AK32.K432.432.32", CLUBS, "1H", "You have four hearts and four spades: the cheaper"),
        ("AK32.K432.432.32", CLUBS, "1S", None),
        ("A32.32.Q432.K432", HEARTS, "1NT", "You have 9 points and no suit to bid at the one"),
        ("A432.32.Q32.K432", HEARTS, "1NT", None),
        ("AK2.32.AQ432.432", HEARTS, "2D", "You have 13 points and five diamonds: 2♦."),
        ("QJ432.32.432.432", NOTRUMP_15, "2H", "You have five spades: transfer with 2♥."),
        (
            *("KJ32.32.KQ32.432", NOTRUMP_15, "2C"),
            "You have 9 points and a four-card major: ask for partner's with 2♣.",
        ),
        ("5432.2.J5432.432", HEARTS, "P", "You have one point: too few to answer partner's 1♥."),
        (
            *("Q8432.32.432.432", DOUBLE, "1S"),
            "Partner's double asks for your best suit; you have five spades and 2 points: 1♠.",
        ),
    ],
)
def test_answers_to_partner(hand: str, partner: CallMeaning, best: str, reason: str | None) -> None:
    auction, meanings = f"{partner.call} P", [partner, None]
    if partner is DOUBLE:
        auction, meanings = "1D X P", [meaning("1D", "natural", (12, 21), D=4), DOUBLE, None]
    where = position(hand, auction)
    turn = where.auction.turn
    assert turn is not None
    where = Position(where.hand, turn, where.auction, where.vulnerability)
    said = reason_for(where, meanings, parse_call(best))
    assert said is None if reason is None else said is not None and said.startswith(reason)


def test_a_negative_double_has_four_cards_of_the_other_major() -> None:
    auction = "1C 1H"
    for hand, reason in (
        ("AJ32.32.Q432.432", "You have 7 points and four spades: the double shows them."),
        ("AJ432.2.Q432.432", None),
    ):
        where = position(hand, auction)
        assert reason_for(where, [CLUBS, HEARTS], parse_call("X")) == reason


@pytest.mark.parametrize(
    ("hand", "auction", "told", "best", "reason"),
    [
        (
            *("AQ8432.K2.K32.32", "1S P 1NT P", (SPADES, (6, 9)), "2S"),
            "You have six spades, more than your 1♠ promised: 2♠.",
        ),
        (
            *("AQ843.K2.KQ32.32", "1S P 1NT P", (SPADES, (6, 9)), "2D"),
            "You have a second suit, four diamonds: 2♦.",
        ),
        ("AQ843.K2.KQ3.432", "1S P 1NT P", (SPADES, (6, 9)), "2D", None),
        (
            *("AQ843.K2.KJ3.432", "1S P P 2C", (SPADES, (0, 5)), "P"),
            "Your 1♠ has told your hand, and with 13 points you have nothing to add: pass.",
        ),
        ("AQ843.K2.KQ3.A32", "1S P P 2C", (SPADES, (0, 5)), "P", None),
    ],
)
def test_rebids(
    hand: str,
    auction: str,
    told: tuple[CallMeaning, tuple[int, int]],
    best: str,
    reason: str | None,
) -> None:
    own, points = told
    calls = auction.split()
    partner = meaning(calls[2], "natural", points)
    last = meaning("2C", "natural", (8, 15), C=5) if calls[3] == "2C" else None
    where = position(hand, auction)
    where = Position(where.hand, Seat.N, where.auction, where.vulnerability)
    assert reason_for(where, [own, None, partner, last], parse_call(best)) == reason


def test_opener_rebids_notrump_on_a_balanced_minimum() -> None:
    for hand, reason in (
        ("KT4.A5.A54.T8765", "You have 11 points and a balanced hand: 1NT."),
        ("KT4.A5.AK4.T8765", "You have 14 points and a balanced hand: 1NT."),
        ("KT4.A5.AK4.J8765", None),
    ):
        where = position(hand, "1C P 1H P")
        where = Position(where.hand, Seat.N, where.auction, where.vulnerability)
        assert reason_for(where, [CLUBS, None, HEARTS, None], parse_call("1NT")) == reason


@pytest.mark.parametrize(
    ("hand", "best", "reason"),
    [
        ("K32.32.KJ432.K32", "3S", "With 10 points 3♠ invites to game."),
        ("K5432.2.J5432.32", "4S", "10 trumps together or more, and only 4 points: 4♠ takes room"),
        ("K32.32.KJ432.432", "2S", "With 7 points you are worth 2♠, not more."),
        ("K32.32.KQJ32.AK2", "2S", None),
        ("K32.32.AJ432.432", "3S", None),
    ],
)
def test_a_raise_says_why_it_is_as_high(hand: str, best: str, reason: str | None) -> None:
    said = reason_for(position(hand, "1S P"), [SPADES, None], parse_call(best))
    assert said is None if reason is None else said is not None and reason in said


def test_partners_bid_that_hardly_anybody_goes_on_over_is_to_play() -> None:
    game = meaning("4S", "natural", (0, 37), S=6)
    game = replace(game, evidence=game.evidence._replace(partner_passes=0.97))
    where = position("A2.432.AQ432.432", "4S P")
    assert reason_for(where, [game, None], PASS) == "Partner's 4♠ is to play: pass."
    doubled = position("A2.432.AQ432.432", "4S X")
    assert reason_for(doubled, [game, None], PASS) is None


@pytest.mark.parametrize(
    ("hand", "auction", "told", "best", "reason"),
    [
        (
            *("K432.32.AQ32.K32", "1S P", SPADES, "2NT"),
            "Partner has five or more spades, you have four: a fit. "
            "With 12 points 2NT shows a good raise.",
        ),
        ("K4.432.AQ32.K432", "1S P", SPADES, "2NT", "You have 12 points and a balanced hand: 2NT."),
        (
            *("K432.2.AQ32.K432", "1S P", SPADES, "4H"),
            "Partner has five or more spades, you have four and one heart: "
            "4♥ shows the fit and the shortness.",
        ),
        ("A2.AQJ65.2.K5432", "P 1H", meaning("1H", "natural", (11, 21), H=5), "2H", None),
        (
            *("AQ765.2.2.K65432", "P 1H", meaning("1H", "natural", (11, 21), H=5), "2H"),
            "You have five spades and six clubs: 2♥ shows two suits.",
        ),
        (
            *("A2.2.KQ765.K5432", "P 1H", meaning("1H", "natural", (11, 21), H=5), "2NT"),
            "You have five diamonds and five clubs: 2NT shows two suits.",
        ),
        (
            *("AQ2.KQ2.KQ32.432", "P 1NT", meaning("1NT", "natural", (12, 14)), "X"),
            "You have 16 points: double for penalties.",
        ),
        (
            *("K32.K32.A432.Q32", "1NT P", meaning("1NT", "natural", (12, 14)), "2NT"),
            "You have 12 points, partner 12 to 14: 2NT invites to game.",
        ),
        ("K32.K32.A432.AQ2", "1NT P", meaning("1NT", "natural", (12, 14)), "2NT", None),
        (
            *("AK2.32.AQ432.K32", "2H P", meaning("2H", "weak_two", (5, 10), H=6), "2NT"),
            "You have 16 points: 2NT asks partner to describe the weak two.",
        ),
    ],
)
def test_conventional_calls(
    hand: str, auction: str, told: CallMeaning, best: str, reason: str | None
) -> None:
    meanings = [None if call == "P" else told for call in auction.split()]
    assert reason_for(position(hand, auction), meanings, parse_call(best)) == reason


WEAK = meaning("2S", "weak_two", (5, 10), S=6)
OGUST = meaning("2NT", "ogust", (15, 37), force=1)
FEATURE = meaning("2NT", "feature_ask", (15, 37), force=1)
MAJOR = meaning("1S", "natural", (10, 21), S=5)
DRURY = meaning("2C", "drury", (9, 11), force=1, S=3)
JACOBY = meaning("2NT", "jacoby_two_notrump", (13, 37), force=2, S=4)
DIAMONDS = meaning("1D", "natural", (11, 21), D=4)
ANSWERED = meaning("1S", "natural", (6, 37), S=4)
REBID = meaning("1NT", "natural", (12, 14), S=2, H=3, D=4, C=3)
NEW_MINOR = meaning("2C", "new_minor_forcing", (11, 37), force=1)
NOTRUMP_12 = meaning("1NT", "natural", (12, 14))
STAYMAN = meaning("2C", "stayman", (8, 37), force=1)
NO_MAJOR = meaning("2D", "no_four_card_major", (15, 17))
TWO_OVER_ONE = meaning("2C", "game_forcing_two_over_one", (12, 37), force=2, C=4)
REBID_SPADES = meaning("2S", "natural", (10, 15), force=2, S=6)
SPADES_RAISED = meaning("2S", "natural", (10, 37), force=2, S=3)
STRONG_TWO = meaning("2C", "strong_two_clubs", (20, 37), force=2)
WAITING = meaning("2D", "waiting_two_diamonds", (0, 37), force=1)
WAITING_ONE = meaning("1D", "negative_response", (0, 7), force=1)
PRECISION_CLUB = meaning("1C", "precision_club", (16, 37), force=1)
TRANSFER = meaning("2H", "jacoby_transfer", (0, 37), force=1, S=5)
COMPLETED = meaning("2S", "transfer_completed", (15, 17), S=2)
POLISH_CLUB = meaning("1C", "polish_club", (11, 37), force=1)
FORCING_NOTRUMP = meaning("1NT", "forcing_notrump", (6, 12), force=1)
BOTH_MAJORS = meaning("2D", "cappelletti", (8, 37), force=1, S=4, H=4)
PUPPET, TWO_WAY = (meaning(bid, "two_way_checkback", (9, 12), force=1) for bid in ("2C", "2D"))
OVERCALL = meaning("2H", "natural", (8, 16), H=5)
LEBENSOHL = meaning("2NT", "lebensohl", (5, 10), force=1)
RELAY = meaning("3C", "relay", (15, 17))
HIGH_CARDS = meaning("X", "takeout_double", (12, 17))
MAJORS_SHOWN = meaning("2C", "multi_landy", (8, 37), force=1, S=4, H=4)
HEARTS_SHOWN = meaning("1H", "natural", (6, 37), force=1, H=4)
WEAK_JUMP = meaning("2S", "weak_jump_overcall", (4, 10), S=6)
MINIMUM_RAISE = meaning("2S", "natural", (10, 14), S=4)
REDOUBLED = meaning("XX", "natural", (10, 37))
WEAK_SPADES = meaning("1S", "natural", (0, 37), S=4)
NEGATIVE = meaning("X", "negative_double", (9, 37), force=1, D=3, C=3)
MULTI = meaning("2D", "multi_landy", (9, 37), force=1)
CORRECT = meaning("2H", "pass_or_correct", (0, 10))
GAMBLING = meaning("3NT", "gambling_three_notrump", (8, 12))
THREE_CLUBS = meaning("3C", "natural", (5, 10), C=6)
EITHER_MINOR = meaning("2S", "minor_transfer", (0, 7), force=1)
LIMIT_RAISE = meaning("3S", "limit_raise", (10, 12), S=4)
CONTROL = meaning("4C", "cue_bid", (14, 37), force=1)
JUMP_SHIFT = meaning("3D", "natural", (18, 21), force=2, D=4)
JUMP_SHIFT_AT_TWO = meaning("2D", "natural", (11, 21), force=2, D=4)
FOUR_HEARTS = meaning("2H", "stayman_answer", (15, 17), H=4)
WITH_SPADES = meaning("2NT", "natural", (8, 9), S=4)


@pytest.mark.parametrize(
    ("card", "auction", "told", "hand", "best", "reason"),
    [
        (
            *("2/1", "2S P 2NT P", (WEAK, OGUST), "KQ8432.J4.982.95", "3D"),
            "Partner asks how good your weak two is; you have a minimum with a good suit: 3♦.",
        ),
        ("2/1", "2S P 2NT P", (WEAK, OGUST), "KQ8432.J4.982.95", "3C", None),
        ("2/1", "2S P 2NT P", (WEAK, OGUST), "KQ8432.J4.982.95", "3S", None),
        (
            *("sayc", "2S P 2NT P", (WEAK, FEATURE), "KQ9732.J4.K82.95", "3D"),
            "Partner asks for a feature; you have one in diamonds: 3♦.",
        ),
        (
            *("sayc", "2S P 2NT P", (WEAK, FEATURE), "KQ9732.J4.982.95", "3S"),
            "Partner asks for a feature; you have a minimum: 3♠.",
        ),
        (
            *("acol", "P P 1S P 2C P", (MAJOR, DRURY), "AQ964.K7.J43.J82", "2D"),
            "Partner asks how good your opening is; you have a minimum: 2♦.",
        ),
        (
            *("2/1", "1S P 2NT P", (MAJOR, JACOBY), "AQJ72.K4.AK3.Q82", "3S"),
            "Partner asks for shortness; you have extra strength without shortness: 3♠.",
        ),
        ("2/1", "1S P 2NT P", (MAJOR, JACOBY), "AQJ72.4.AK32.Q82", "3S", None),
        (
            *("2/1", "1S P 2NT P", (MAJOR, JACOBY), "AQJ72.4.Q732.K82", "3H"),
            "Partner asks for shortness; you have one heart: 3♥.",
        ),
        (
            *("standard", "1S P", (MAJOR,), "Q964.K7.8643.Q52", "3C"),
            "You have four spades and 7 points: 3♣, a Bergen raise.",
        ),
        ("polish", "1S P", (MAJOR,), "Q964.K7.8643.Q52", "3C", None),
        ("sayc", "1S P", (MAJOR,), "Q964.K7.8643.Q52", "3C", None),
        (
            *("2/1", "P P 1S P 2C P 2D P", (MAJOR, DRURY, meaning("2D", "drury_answer:full"))),
            *("Q64.A74.KJ32.982", "2S"),
            "You have 10 points, partner at most 11: 2♠ is enough.",
        ),
        (
            *("2/1", "1D P 1S P 1NT P", (DIAMONDS, ANSWERED, REBID), "AQ954.K74.J32.A2", "2C"),
            "You have five spades and 14 points: 2♣, the new minor, asks about the majors.",
        ),
        ("sayc", "1D P 1S P 1NT P", (DIAMONDS, ANSWERED, REBID), "AQ954.K74.J32.A2", "2C", None),
        (
            *("2/1", "1S P 1NT P", (MAJOR, FORCING_NOTRUMP), "AQ842.K7.K83.Q62", "2C"),
            "Partner's 1NT is forcing; with no other suit to show you bid the cheaper minor, 2♣.",
        ),
        (
            *("2/1", "1H P 1NT P", (HEARTS, FORCING_NOTRUMP), "AQ4.KJ872.K2.832", "2C"),
            "Partner's 1NT is forcing; with no other suit to show you bid the longer minor, 2♣.",
        ),
        ("2/1", "1S P 1NT P", (MAJOR, FORCING_NOTRUMP), "AQ842.K7.Q862.K3", "2C", None),
        (
            *("sayc", "1S P", (MAJOR,), "K84.Q742.A83.J92", "2S"),
            "Partner has five or more spades, you have three: a fit. "
            "With 10 points you are worth 2♠, not more.",
        ),
        ("acol", "1S P", (MAJOR,), "Q742.K84.A83.Q92", "2S", None),
        (
            *("2/1", "1S P", (MAJOR,), "K84.Q742.A83.Q92", "1NT"),
            "You have three spades and 11 points: 1NT, forcing, and 3♠ next invite to game.",
        ),
        ("2/1", "1S P", (MAJOR,), "K84.Q742.A83.T92", "1NT", None),
        ("2/1", "1S P", (MAJOR,), "KT84.Q74.A83.Q92", "1NT", None),
        ("sayc", "1S P", (MAJOR,), "K84.Q742.A83.Q92", "1NT", None),
        ("2/1", "P P 1S P", (MAJOR,), "K84.Q742.A83.Q92", "1NT", None),
        (
            *("standard", "1D P 1S P 1NT P", (DIAMONDS, ANSWERED, REBID), "AQ954.K74.J32.A2", "2D"),
            "You have five spades and 14 points: 2♦ asks about the majors and forces to game.",
        ),
        (
            *("2/1", "1D P 1S P 1NT P 2C P", (DIAMONDS, ANSWERED, REBID, NEW_MINOR)),
            *("Q43.K4.AQ92.K983", "3S"),
            "You have three cards in partner's spades and more than a minimum: 3♠.",
        ),
        (
            *("2/1", "1D P 1S P 1NT P 2C P", (DIAMONDS, ANSWERED, REBID, NEW_MINOR)),
            *("Q4.K43.AQ92.K983", "2NT"),
            "You have neither three spades nor four hearts to show: 2NT.",
        ),
        (
            *("standard", "1D P 1S P 1NT P 2C P", (DIAMONDS, ANSWERED, REBID, PUPPET)),
            *("Q43.K4.AQ92.K983", "2D"),
            "Partner's 2♣ asks you to bid 2♦.",
        ),
        (
            *("standard", "1D P 1S P 1NT P 2D P", (DIAMONDS, ANSWERED, REBID, TWO_WAY)),
            *("Q4.KJ43.AQ92.K98", "2H"),
            "You have four hearts: 2♥ shows them.",
        ),
        (
            *("2/1", "1D P 1S 2C", (DIAMONDS, ANSWERED, None), "Q43.A4.KQ952.K83", "X"),
            "You have just three cards in partner's spades: the double shows them.",
        ),
        ("2/1", "1C 1D P 1S 2C", (CLUBS, DIAMONDS, ANSWERED, None), "Q43.A4.KQ952.K83", "X", None),
        ("2/1", "1D P 1S 1NT", (DIAMONDS, ANSWERED, None), "Q43.A4.KQ952.K83", "X", None),
        ("sayc", "1D P 1S 2C", (DIAMONDS, ANSWERED, None), "Q43.A4.KQ952.K83", "X", None),
        ("2/1", "1D P 1S 2C", (DIAMONDS, ANSWERED, None), "Q4.A43.KQ952.K83", "X", None),
        (
            *("2/1", "1NT 2H 2NT P", (REBID, OVERCALL, LEBENSOHL), "A94.K83.A93.AQ52", "3C"),
            "Partner's 2NT asks you to bid 3♣.",
        ),
        (
            *("2/1", "1NT 2H 2NT P 3C P", (REBID, OVERCALL, LEBENSOHL, RELAY)),
            *("84.83.Q96.KJ9642", "P"),
            "You have six clubs, and your 2NT asked for this: pass.",
        ),
        (
            *("2/1", "1NT 2H", (NOTRUMP_15, OVERCALL), "K4.KT76.A632.T42", "2NT"),
            "You have 10 points and hearts stopped: 2NT now and 3NT next show both.",
        ),
        (
            *("sayc", "1S P", (MAJOR,), "KQ72.84.KJ83.J95", "3S"),
            "Partner has five or more spades, you have four: a fit. "
            "With 10 points 3♠ invites to game.",
        ),
        ("polish", "1S P", (MAJOR,), "KQ72.84.KJ83.J95", "3S", None),
        ("sayc", "1S P", (MAJOR,), "KJ72.8.9863.Q954", "3S", None),
        (
            *("sayc", "1NT P", (NOTRUMP_15,), "73.K4.QJ9862.Q83", "3D"),
            "You have six diamonds and 8 points: 3♦ invites to game.",
        ),
        ("2/1", "1NT P", (NOTRUMP_15,), "73.K4.QJ9862.Q83", "3D", None),
        (
            *("2/1", "1NT P", (NOTRUMP_15,), "73.K4.QJ9862.Q83", "3C"),
            "You have six diamonds: transfer with 3♣.",
        ),
        (
            *("acol", "1NT P", (NOTRUMP_12,), "QJ8742.84.J83.92", "2S"),
            "You have six spades and 4 points: 2♠ is to play.",
        ),
        ("sayc", "1NT P", (NOTRUMP_15,), "QJ8742.84.J83.92", "2S", None),
        (
            *("standard", "1NT P 2C P 2D P", (NOTRUMP_15, STAYMAN, NO_MAJOR)),
            *("AQ742.K873.92.Q5", "3H"),
            "You have five spades and four hearts: 3♥, Smolen, shows just this.",
        ),
        (
            *("sayc", "1NT P 2C P 2D P", (NOTRUMP_15, STAYMAN, NO_MAJOR)),
            *("AQ742.K873.92.Q5", "3H", None),
        ),
        (
            *("2/1", "1S P 2C P 2S P", (MAJOR, TWO_OVER_ONE, REBID_SPADES)),
            *("K73.84.AQ5.AKJ84", "3S"),
            "Partner has six or more spades, you have three: 3♠ sets the trumps; "
            "you are forced to game.",
        ),
        (
            *("2/1", "1S P 2C P 2D P 2S P", (MAJOR, TWO_OVER_ONE, DIAMONDS, SPADES_RAISED)),
            *("KQ873.84.AQJ5.J4", "4S"),
            "Partner has raised your spades: with a minimum, bid game: 4♠.",
        ),
        (
            *("2/1", "1S P 2C P 2D P 2S P", (MAJOR, TWO_OVER_ONE, DIAMONDS, SPADES_RAISED)),
            *("KQ873.84.AQJ5.Q4", "4S"),
            "Partner has raised your spades: with a minimum, bid game: 4♠.",
        ),
        (
            *("polish", "1C P", (POLISH_CLUB,), "84.AQJ73.K84.Q52", "1H"),
            "You have 12 points and five hearts: 1♥.",
        ),
        (
            *("polish", "1C P", (POLISH_CLUB,), "84.J9732.K84.Q52", "1D"),
            "You have 6 points: 1♦, the negative answer.",
        ),
        ("polish", "1C P", (POLISH_CLUB,), "84.AJ973.K84.Q52", "1D", None),
        (
            *("polish", "1C P 1S P", (POLISH_CLUB, ANSWERED), "AQ83.4.AK2.AK852", "2D"),
            "You have four spades and 20 points: 2♦, odwrotka, shows a strong hand with a fit.",
        ),
        (
            *(
                "sayc",
                "1S P 1NT P",
                (MAJOR, meaning("1NT", "natural", (6, 10))),
            ),
            *("AQ842.K7.K83.Q62", "P"),
            "You have 14 points, partner at most 10: no game.",
        ),
        (
            *(
                "sayc",
                "1S P 1NT P",
                (MAJOR, meaning("1NT", "natural", (6, 10))),
            ),
            *("AQ842.K732.K83.2", "P", None),
        ),
        (
            *("standard", "2S P", (WEAK,), "K83.A4.AK84.QJ72", "4S"),
            "Partner has six or more spades, you have three: a fit. With 17 points bid game, 4♠.",
        ),
        (
            *("2/1", "1D P", (DIAMONDS,), "Q72.83.AQ52.Q764", "2D"),
            "You have four diamonds, no four-card major and 10 points: 2♦, the strong raise.",
        ),
        ("2/1", "1D P", (DIAMONDS,), "Q72.83.QJ652.764", "2D", None),
        (
            *("sayc", "1D P 1S P", (DIAMONDS, ANSWERED), "K4.83.AKQ652.AJ4", "3D"),
            "You have six diamonds and 17 points: 3♦ invites to game.",
        ),
        ("sayc", "1D P 1S P", (DIAMONDS, ANSWERED), "K4.83.AQJ652.Q64", "3D", None),
        (
            *("sayc", "1D P 1S P", (DIAMONDS, ANSWERED), "4.A3.AKQ62.AQ754", "3C"),
            "You have a second suit, five clubs, and 19 points: 3♣ forces to game.",
        ),
        (
            *("sayc", "1D P 1S P", (DIAMONDS, ANSWERED), "K4.AQ83.AKJ62.84", "2H"),
            "You have a second suit, four hearts, and 17 points: 2♥.",
        ),
        ("sayc", "1D P 1S P", (DIAMONDS, ANSWERED), "K4.AQ83.AJT62.84", "2H", None),
        (
            *("sayc", "1D P 1S P", (DIAMONDS, ANSWERED), "KQ84.7.AQ862.K73", "3S"),
            "Partner has four or more spades, you have four: a fit. "
            "With 14 points 3♠ invites to game.",
        ),
        ("sayc", "1D P 1S P", (DIAMONDS, ANSWERED), "KQ84.73.AQ862.K7", "3S", None),
        ("sayc", "1D P 1S P", (DIAMONDS, ANSWERED), "KQ84.7.AQ862.Q73", "3S", None),
        (
            *("sayc", "1D P 1S P", (DIAMONDS, ANSWERED), "KQ84.A3.AKQ62.87", "4S"),
            "Partner has four or more spades, you have four: a fit. With 18 points bid game, 4♠.",
        ),
        (
            *("sayc", "1D P 1S P 1NT P", (DIAMONDS, ANSWERED, REBID), "KQ84.A32.J62.Q97", "2NT"),
            "You have 12 points, partner 12 to 14: 2NT invites to game.",
        ),
        (
            *("standard", "1NT P", (NOTRUMP_15,), "AJ8632.JT3.Q754.", "4H"),
            "You have six spades and 8 points: 4♥ is a transfer to game.",
        ),
        ("sayc", "1NT P", (NOTRUMP_15,), "AJ8632.JT3.Q754.", "4H", None),
        (
            *("2/1", "1NT P 2S P", (NOTRUMP_15, meaning("2S", "minor_transfer", C=6))),
            *("J98.KJ9.AJ76.AK9", "3C"),
            "Partner's 2♠ shows clubs: complete the transfer.",
        ),
        (
            *("sayc", "1NT P 2C P 2D P", (NOTRUMP_15, STAYMAN, NO_MAJOR)),
            *("K542.K52.K43.T86", "2NT"),
            "You have 9 points, partner 15 to 17: 2NT invites to game.",
        ),
        (
            *("acol", "1H P 2H P", (HEARTS, meaning("2H", "natural", (6, 9), H=3))),
            *("AKQ5.KT865.Q6.K4", "3H"),
            "You have 17 points, partner 6 to 9: 3♥ invites to game.",
        ),
        (
            *("2/1", "1S P 1NT P 2C P", (MAJOR, FORCING_NOTRUMP, CLUBS)),
            *("JT3.75.AK75.QT72", "3S"),
            "You have three spades and 10 points: 3♠ invites to game.",
        ),
        (
            *("sayc", "2C P 2D P", (STRONG_TWO, WAITING), "AK2.AK4.K3.KQT42", "2NT"),
            "You have 22 points and a balanced hand: 2NT.",
        ),
        (
            *("sayc", "2C P 2D P", (STRONG_TWO, WAITING), "AQ.AKJ85.AKT.AK5", "2H"),
            "You have 28 points and five hearts: 2♥.",
        ),
        (
            *("polish", "1C P 1S P", (POLISH_CLUB, ANSWERED), "A97.K852.KT82.K8", "1NT"),
            "You have 13 points and a balanced hand: 1NT.",
        ),
        ("polish", "1C P 1S P", (POLISH_CLUB, ANSWERED), "AQ7.K852.KT82.AK", "1NT", None),
        (
            *("polish", "1C P 1D P", (POLISH_CLUB, WAITING_ONE), "KQ84.A73.Q84.K52", "1S"),
            "You have four spades: 1♠ shows them.",
        ),
        (
            *("precision", "1C P 1D P", (PRECISION_CLUB, WAITING_ONE), "KQJ84.A73.AQ.K52", "1S"),
            "You have 19 points and five spades: 1♠.",
        ),
        (
            *("2/1", "1S P 2C P", (MAJOR, TWO_OVER_ONE), "AQJ84.K73.84.A52", "2NT"),
            "You have 14 points and a balanced hand: 2NT.",
        ),
        ("2/1", "1S P 2C P", (MAJOR, TWO_OVER_ONE), "AQJ84.K73.A4.A52", "2NT", None),
        (
            *("sayc", "1NT P 2H P 2S P", (NOTRUMP_15, TRANSFER, COMPLETED)),
            *("J8742.73.984.952", "P"),
            "You have one point, partner at most 17: no game.",
        ),
        (
            *("2/1", "1D P 2S P", (DIAMONDS, meaning("2S", "natural", (4, 8), S=6))),
            *("932.J93.AJ965.AQ", "2NT", None),
        ),
        (
            *("sayc", "1C P 1H P", (CLUBS, meaning("1H", "natural", (6, 37), H=4))),
            *("QJT8.JT8.KQ4.QJ2", "1S"),
            "You have four spades: 1♠ shows them.",
        ),
        (
            *("sayc", "1H P 1S P", (HEARTS, ANSWERED), "AK5.AKJ9654.T4.9", "4H"),
            "You have seven hearts and 15 points: enough for game.",
        ),
        (
            *("sayc", "1D P 1H P", (DIAMONDS, meaning("1H", "natural", (6, 37), H=4))),
            *("A932.9.AJT5.AJT4", "1S"),
            "You have four spades: 1♠ shows them.",
        ),
        (
            *("2/1", "1D P 1S P 1NT P", (DIAMONDS, ANSWERED, REBID), "KT9865.Q.3.K8432", "2S"),
            "You have six spades, more than your 1♠ promised: 2♠.",
        ),
        ("2/1", "1D P 1S P 1NT P", (DIAMONDS, ANSWERED, REBID), "AKT965.Q.3.K8432", "2S", None),
        (
            *("2/1", "1NT 2D", (NOTRUMP_15, BOTH_MAJORS), "KJ83.K4.AQ52.984", "3NT"),
            "You have 13 points, partner at least 15: 28 together, enough for game.",
        ),
        ("2/1", "1NT 2D", (NOTRUMP_15, BOTH_MAJORS), "KJ83.74.AQ52.984", "3NT", None),
        (
            *("2/1", "2S X P", (WEAK, HIGH_CARDS), "84.8542.K93.Q952", "2NT"),
            "You have 5 points, too few for game: 2NT asks partner for 3♣, where you can stop.",
        ),
        (
            *("2/1", "2S X P", (WEAK, HIGH_CARDS), "84.62.KJT962.973", "2NT"),
            "You have 4 points, too few for game: 2NT asks partner for 3♣, and then your suit is "
            "to play.",
        ),
        (
            *("standard", "1D P 1S P 1NT P", (DIAMONDS, ANSWERED, REBID)),
            *("KT742.84.QJT962.", "2C"),
            "You have 6 points, too few for game: 2♣ asks partner for 2♦, where you can stop.",
        ),
        (
            *("standard", "P P 1S P", (SPADES,), "KJ7.84.KQ62.Q973", "2C"),
            "Partner has five or more spades, you have three: a fit. "
            "With 11 points 2♣ shows a good raise.",
        ),
        (
            *("2/1", "1S P 2S X P", (MAJOR, meaning("2S", "natural"), HIGH_CARDS)),
            *("84.8542.K93.Q952", "2NT", None),
        ),
        ("sayc", "2S X P", (WEAK, HIGH_CARDS), "84.8542.K93.Q952", "2NT", None),
        (
            *("2/1", "2S X P", (WEAK, HIGH_CARDS), "84.KQ8.KJ642.Q54", "3D"),
            "You have five diamonds and 11 points: 3♦ shows values; "
            "with less you would bid 2NT first.",
        ),
        (
            *("2/1", "1NT 2D P 2H P", (NOTRUMP_15, MULTI, CORRECT), "KQJ874.84.A5.J72", "2S"),
            "Your suit is spades, so correct to 2♠.",
        ),
        (
            *("2/1", "1NT 2D P 2H P", (NOTRUMP_15, MULTI, CORRECT), "84.KQJ874.A5.J72", "P"),
            "Your suit is hearts, which partner has bid: pass.",
        ),
        ("2/1", "1NT 2D P 2H P", (NOTRUMP_15, MULTI, CORRECT), "84.KQJ874.A5.J72", "3H", None),
        (
            *("standard", "1NT 2C P", (NOTRUMP_15, MAJORS_SHOWN), "K85.J4.86542.Q73", "2S"),
            "Partner shows spades and hearts, and you have three spades, two hearts: 2♠.",
        ),
        (
            *("sayc", "1C P 1H 2S", (CLUBS, HEARTS_SHOWN, WEAK_JUMP), "A4.KQ85.74.AJ862", "3H"),
            "Partner has four or more hearts, you have four: 3♥.",
        ),
        ("sayc", "1C P 1H 2S", (CLUBS, HEARTS_SHOWN, WEAK_JUMP), "A4.KQ85.74.KJ862", "3H", None),
        (
            *("2/1", "1H P 1S P 2S P", (HEARTS, ANSWERED, MINIMUM_RAISE), "KQ852.84.AJ3.Q74", "4S"),
            "You have 12 points, partner 10 to 14: worth bidding game.",
        ),
        (
            *("2/1", "1H P 1S P 2S P", (HEARTS, ANSWERED, MINIMUM_RAISE), "KQ82.84.AJ3.Q742", "4S"),
            None,
        ),
        (
            *("standard", "1NT 2D P", (NOTRUMP_15, MULTI), "KJ84.73.Q952.943", "2H"),
            "Partner has one long major: 2♥, to be passed or corrected to spades.",
        ),
        (
            *("2/1", "1H X XX P", (HEARTS, HIGH_CARDS, REDOUBLED), "KJ4.AQ974.K53.82", "P"),
            "Partner's redouble shows strength: pass, and leave the next move to partner.",
        ),
        (
            *("2/1", "1H X P 1S P", (HEARTS, HIGH_CARDS, WEAK_SPADES), "KQ84.6.A953.K972", "P"),
            "Your double has told your hand, and with 12 points you have nothing to add: pass.",
        ),
        (
            *("sayc", "1S 2H X P", (SPADES, OVERCALL, NEGATIVE), "AQ974.8.KJ53.K52", "3D"),
            "You have four diamonds: 3♦ shows them.",
        ),
        (
            *("2/1", "3NT P", (GAMBLING,), "K84.QJ63.852.J94", "4C"),
            "Partner has a long minor and little else, and you do not stop the other: with 4♣ you "
            "play in partner's.",
        ),
        (
            *("2/1", "3NT P", (GAMBLING,), "K84.963.AQ52.J94", "4C"),
            "Partner has a long minor and little else, and you do not stop hearts: with 4♣ you "
            "play in the minor.",
        ),
        ("2/1", "3NT P", (GAMBLING,), "K84.QJ63.AQ5.J94", "4C", None),
        (
            *("2/1", "1NT 2D P 2H 3C", (NOTRUMP_15, MULTI, CORRECT, THREE_CLUBS)),
            *("KQJ874.84.A5.J72", "3S", None),
        ),
        (
            *("2/1", "3NT P", (GAMBLING,), "AQ84.KJ63.52.A94", "P"),
            "Partner has a long minor to run, and you stop the other suits: pass.",
        ),
        ("2/1", "3NT P", (GAMBLING,), "84.KQJ63.852.AJ4", "P", None),
        (
            *("sayc", "1NT P 2S P", (NOTRUMP_15, EITHER_MINOR), "KQ4.A83.AQ7.J962", "3C"),
            "Partner's 2♠ asks for 3♣: bid it.",
        ),
        (
            *("2/1", "1S P 3S P 4C P", (MAJOR, LIMIT_RAISE, CONTROL), "KJ84.A83.Q762.84", "4H"),
            "Show a control in turn, the ace of hearts: 4♥.",
        ),
        ("2/1", "1S P 3S P 4C P", (MAJOR, LIMIT_RAISE, CONTROL), "KJ84.K83.Q762.84", "4H", None),
        ("2/1", "1S P 3S P 4C P", (MAJOR, LIMIT_RAISE, CONTROL), "KJ84.A83.Q762.84", "5H", None),
        (
            *("2/1", "1H P 1S P 3D P", (HEARTS, ANSWERED, JUMP_SHIFT), "AQ974.84.J73.852", "3S"),
            "You have five spades, and not clubs stopped for 3NT: 3♠.",
        ),
        (
            *("2/1", "1H P 1S P 3D P", (HEARTS, ANSWERED, JUMP_SHIFT), "AQ74.84.J73.K852", "3NT"),
            "You are forced to game, and have clubs stopped: 3NT.",
        ),
        ("2/1", "1H P 1S P 3D P", (HEARTS, ANSWERED, JUMP_SHIFT), "AQ74.84.J73.8752", "3NT", None),
        (
            *("2/1", "1S P 2C P 2D P", (MAJOR, TWO_OVER_ONE, JUMP_SHIFT_AT_TWO)),
            *("K84.A73.Q5.AQ842", "2S"),
            "Partner has five or more spades, you have three: 2♠ sets the trumps; you are forced "
            "to game.",
        ),
        (
            *("2/1", "1NT P 2C P 2H P 2NT P", (NOTRUMP_15, STAYMAN, FOUR_HEARTS, WITH_SPADES)),
            *("AQ74.KJ85.A3.Q92", "3S"),
            "Partner has four or more spades, you have four: 3♠.",
        ),
    ],
)
def test_conventions_of_the_card(
    card: str,
    auction: str,
    told: tuple[CallMeaning | None, ...],
    hand: str,
    best: str,
    reason: str | None,
) -> None:
    assert said_of(card, auction, told, hand, best) == reason


def said_of(
    card: str, auction: str, told: Sequence[CallMeaning | None], hand: str, best: str
) -> str | None:
    """``told`` are the meanings of the calls that are no passes."""
    left = iter(told)
    meanings = [None if call == "P" else next(left) for call in auction.split()]
    ours = ConventionCard.from_code(card.replace("/", ""))
    where = replace(position(hand, auction), systems=Systems(ours, ours))
    turn = where.auction.turn
    assert turn is not None
    return reason_for(replace(where, seat=turn), meanings, parse_call(best))
