"""Calls that the bidding rules out, and their like that it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bidding.explaining.advice.ruled_out import is_ruled_out
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.parsing.text.words import parse_call
from tests.explaining.advice.test_reason import NOTRUMP_15, position
from tests.explaining.meanings.test_naming import meaning

KEY_CARDS = meaning("4NT", "key_card_blackwood_0314:S", force=1)
SPADES = meaning("1S", "natural", (10, 21), S=5)
RAISED = meaning("3S", "limit_raise", (9, 12), S=4)
AGREED = (SPADES, RAISED)


def ruled_out(
    auction: str, told: tuple[CallMeaning, ...], hand: str, call: str, usual: str = "P"
) -> bool:
    """``told`` are the meanings of the calls that are no passes."""
    left, where = iter(told), position(hand, auction)
    meanings = [None if made == "P" else next(left) for made in auction.split()]
    assert where.auction.turn is not None
    where = replace(where, seat=where.auction.turn)
    return is_ruled_out(where, meanings, parse_call(usual), parse_call(call))


@pytest.mark.parametrize(("call", "out"), [("5D", False), ("5H", True), ("P", True)])
def test_an_ask_for_key_cards_has_one_answer(call: str, out: bool) -> None:
    told = (*AGREED, KEY_CARDS)
    assert ruled_out("1S P 3S P 4NT P", told, "K984.Q2.KJ72.Q93", call, "5D") == out


def test_a_doubled_ask_is_answered_as_one_likes() -> None:
    told = (*AGREED, KEY_CARDS, meaning("X", "lead_directing_double"))
    assert not ruled_out("1S P 3S P 4NT X", told, "K984.Q2.KJ72.Q93", "P", "5D")


@pytest.mark.parametrize(
    ("answer", "hand", "call", "out"),
    [
        ("5H:2/5-", "AQ9753.A2.K7.KQ3", "6S", False),  # one key card missing, the queen held
        ("5H:2/5-", "AJ975.A2.KQ7.KQ3", "6S", True),  # and the queen
        ("5H:2/5-", "AJ97532.A2.KQ.KQ", "6S", False),  # eleven trumps
        ("5S:2/5+", "AJ975.A2.KQ7.KQ3", "6S", False),
        ("5H:2/5-", "AQ975.K2.KQ7.KQ3", "6S", True),  # two missing
        ("5D:1/4", "AKQ75.A2.AQ7.KQ3", "6S", False),
        ("5D:1/4", "AKQ75.A2.AQ7.KQ3", "7S", False),
        ("5H:2/5-", "AQ9753.A2.K7.KQ3", "7S", True),
        ("5H:2/5-", "AQ9753.A2.K7.KQ3", "5S", False),
    ],
)
def test_a_slam_needs_its_key_cards(answer: str, hand: str, call: str, out: bool) -> None:
    bid, shown = answer.split(":")
    told = (*AGREED, KEY_CARDS, meaning(bid, f"key_card_answer:{shown}", (9, 20)))
    assert ruled_out(f"1S P 3S P 4NT P {bid} P", told, hand, call) == out


@pytest.mark.parametrize(
    ("denied", "hand", "out"),
    [("no", "AK975.A2.KQ7.KQ3", True), ("no", "AKQ75.A2.KQ7.Q93", False)],
)
def test_a_queen_denied_is_missing(denied: str, hand: str, out: bool) -> None:
    told = (
        *(*AGREED, KEY_CARDS, meaning("5D", "key_card_answer:1/4", (9, 20))),
        *(meaning("5H", "queen_ask:S", force=1), meaning("5S", f"queen_answer:{denied}", (9, 20))),
    )
    assert ruled_out("1S P 3S P 4NT P 5D P 5H P 5S P", told, hand, "6S") == out


@pytest.mark.parametrize(("shown", "out"), [("2/5-", True), ("2/5+", False)])
def test_a_grand_slam_needs_the_queen_of_trumps(shown: str, out: bool) -> None:
    bid = "5H" if shown.endswith("-") else "5S"
    told = (*AGREED, KEY_CARDS, meaning(bid, f"key_card_answer:{shown}", (9, 20)))
    hand = "AJ975.A2.AKQ.KQ3"
    assert ruled_out(f"1S P 3S P 4NT P {bid} P", told, hand, "7S", "6S") == out


@pytest.mark.parametrize(("hand", "out"), [("AJ.AJ64.KT96.QJ3", True), ("AQ.AQJ4.KQJ6.KJ3", False)])
def test_notrump_is_redoubled_with_half_the_points(hand: str, out: bool) -> None:
    told = (
        *(meaning("1D", "natural", (11, 21), D=3), meaning("1NT", "natural", (15, 17))),
        meaning("X", "penalty_double", (9, 12)),
    )
    assert ruled_out("1D 1NT X P P", told, hand, "XX") == out


@pytest.mark.parametrize(
    ("hand", "call", "out"),
    [
        ("AKQ75.AK.AQ7.K73", "7S", True),
        ("AKQ75.AK.AK7.K73", "7S", False),
        ("AKQ75.AK.AQ7.K73", "6S", False),
    ],
)
def test_a_grand_slam_needs_its_kings(hand: str, call: str, out: bool) -> None:
    told = (
        *(*AGREED, KEY_CARDS, meaning("5D", "key_card_answer:1/4", (9, 20))),
        *(meaning("5NT", "king_ask", force=1), meaning("6C", "king_answer:0", (9, 20))),
    )
    assert ruled_out("1S P 3S P 4NT P 5D P 5NT P 6C P", told, hand, call) == out


@pytest.mark.parametrize(
    ("answer", "hand", "out"),
    [
        ("5H:2/5-", "K984.A2.KJ72.Q93", True),
        ("5C:0/3", "K984.A2.AJ72.Q93", False),  # partner may take three for none
        ("5C:0/3", "Q984.K2.KJ72.Q93", True),
    ],
)
def test_who_asks_decides(answer: str, hand: str, out: bool) -> None:
    bid, shown = answer.split(":")
    told = (
        *(*AGREED, KEY_CARDS, meaning(bid, f"key_card_answer:{shown}", (9, 20))),
        meaning("5S", "natural", (12, 21), S=5),
    )
    assert ruled_out(f"1S P 3S P 4NT P {bid} P 5S P", told, hand, "6S") == out


@pytest.mark.parametrize(("hand", "out"), [("92.T92.AKQ96.J93", True), ("K2.T92.AKQ96.J93", False)])
def test_notrump_needs_the_stopper_that_is_asked_for(hand: str, out: bool) -> None:
    told = (
        *(meaning("1C", "natural", (11, 21), C=4), meaning("1D", "natural", (6, 37), D=4)),
        *(meaning("1H", "natural", (11, 17), H=4), meaning("2D", "natural", (6, 10), D=5)),
        meaning("2S", "fourth_suit_forcing", (12, 17), force=1),
    )
    assert ruled_out("1C P 1D P 1H P 2D P 2S P", told, hand, "2NT", "3D") == out


@pytest.mark.parametrize(
    ("hand", "call", "out"),
    [
        ("JT73.T952.95.J76", "4H", True),
        ("JT73.T952.95.J76", "P", False),
        ("JT73.QT952.95.Q6", "4H", False),
    ],
)
def test_an_invitation_is_not_accepted_on_nothing(hand: str, call: str, out: bool) -> None:
    told = (
        *(meaning("1C", "natural", (11, 21), C=3), meaning("X", "takeout_double", (12, 37))),
        *(meaning("1H", "natural", (0, 8), H=4), meaning("3H", "natural", (16, 20), H=4)),
    )
    assert ruled_out("1C X P 1H P 3H P", told, hand, call, "P") == out


@pytest.mark.parametrize(
    ("told", "hand", "call", "out"),
    [
        (meaning("1S", "natural", (6, 37), force=1, S=4), "K2.AQ6.KJ72.Q943", "P", True),
        (meaning("1S", "natural", (6, 37), force=0, S=4), "K2.AQ6.KJ72.Q943", "P", False),
    ],
)
def test_a_forcing_bid_is_not_passed(told: CallMeaning, hand: str, call: str, out: bool) -> None:
    opened = meaning("1C", "natural", (11, 21), C=3)
    assert ruled_out("1C P 1S P", (opened, told), hand, call, "1NT") == out


@pytest.mark.parametrize(("hand", "out"), [("K2.AQ64.KJ72.QT6", True), ("K2.AQ6.KJ7.QJT96", False)])
def test_a_takeout_double_is_left_in_with_trumps(hand: str, out: bool) -> None:
    told = (
        *(meaning("1H", "natural", (11, 21), H=4), meaning("2C", "natural", (10, 16), C=5)),
        meaning("X", "negative_double", (6, 37), force=1, S=4),
    )
    assert ruled_out("1H 2C X P", told, hand, "P", "2D") == out


@pytest.mark.parametrize(
    ("hand", "call", "out"),
    [
        ("AKT87.AQJ85.8.T7", "6D", True),  # a singleton with partner's suit
        ("AKT87.AQJ5.A84.7", "6D", False),
        ("AKT87.AQJ85.8.T7", "5D", False),
    ],
)
def test_a_slam_needs_a_fit(hand: str, call: str, out: bool) -> None:
    told = (
        *(meaning("1D", "natural", (11, 21), D=3), meaning("1S", "natural", (6, 37), force=1, S=4)),
        meaning("3D", "natural", (15, 17), D=6),
    )
    assert ruled_out("1D P 1S P 3D P", told, hand, call, "3H") == out


@pytest.mark.parametrize(("call", "out"), [("6D", True), ("5D", False)])
def test_no_slam_opposite_a_partner_who_has_only_passed(call: str, out: bool) -> None:
    told = (meaning("1D", "natural", (11, 21), D=3), meaning("3C", "preempt", (4, 10), C=7))
    assert ruled_out("P P 1D 3C P P", told, "A6.AQ7.AQ986542.", call, "5D") == out


@pytest.mark.parametrize(
    ("hand", "call", "out"),
    [
        ("AKT7.AJ872..AK97", "7H", True),  # the king of trumps
        ("AKQ7.AKJ87..AK97", "7H", False),
        ("AKT7.AJ872..AK97", "6H", False),
        ("KQT7.AJ872..AK97", "6H", True),
    ],
)
def test_an_answer_to_exclusion_counts_outside_the_void(hand: str, call: str, out: bool) -> None:
    told = (
        *(meaning("1H", "natural", (10, 21), H=5), meaning("4H", "preemptive_raise", (2, 9), H=4)),
        *(
            meaning("5D", "exclusion_blackwood:-", force=1),
            meaning("5H", "exclusion_answer:0", (2, 12)),
        ),
    )
    assert ruled_out("1H P 4H P 5D P 5H P", told, hand, call, "6H") == out


@pytest.mark.parametrize(("hand", "out"), [("852.KT8.AQJ4.K85", True), ("Q52.KT8.AQJ4.K85", False)])
def test_three_notrump_needs_their_suit_stopped(hand: str, out: bool) -> None:
    told = (
        *(meaning("1C", "natural", (11, 21), C=3), meaning("1S", "natural", (8, 16), S=5)),
        *(meaning("X", "negative_double", (6, 37), H=4), meaning("2H", "natural", (11, 21), H=4)),
    )
    assert ruled_out("1C 1S X P 2H P", told, hand, "3NT", "3C") == out


@pytest.mark.parametrize(
    ("auction", "hand", "out"),
    [
        ("1H 1S 2S P", "7.AKJT93.7.QJ932", True),
        ("1H 1S 2S P", "K7.AKJT93.7.QJ93", False),
        ("1H 1S P P", "7.AKJT93.7.QJ932", False),  # partner has not bid: 2NT need not be natural
    ],
)
def test_two_notrump_over_partner_needs_their_suit_stopped(
    auction: str, hand: str, out: bool
) -> None:
    told = (
        *(meaning("1H", "natural", (10, 21), H=5), meaning("1S", "natural", (8, 16), S=5)),
        *([meaning("2S", "cue_raise", (9, 20), force=1, H=3)] if "2S" in auction else []),
    )
    assert ruled_out(auction, told, hand, "2NT", "3H") == out


def test_partner_who_has_bid_notrump_needs_no_stopper_opposite() -> None:
    overcall = meaning("2H", "natural", (8, 16), H=5)
    assert not ruled_out("1NT 2H", (NOTRUMP_15, overcall), "AJT.J42.A92.QJT5", "3NT", "P")
    told = (
        *(meaning("1D", "natural", (11, 21), D=3), meaning("1NT", "natural", (15, 17))),
        meaning("2D", "natural", (11, 21), D=5),
    )
    assert not ruled_out("1D 1NT 2D", told, "AQ7.AQ9.84.A5432", "3NT", "3C")


@pytest.mark.parametrize(("hand", "out"), [("5.KJ987542.T3.96", False), ("85.KJ9875.T3.962", True)])
def test_game_in_a_long_suit_needs_no_points(hand: str, out: bool) -> None:
    weak = meaning("1NT", "natural", (12, 14))
    assert ruled_out("1NT P", (weak,), hand, "4H", "2H") == out


@pytest.mark.parametrize(("hand", "out"), [("AKJ642.KJ2.8.742", True), ("AKJ642.AK2.8.742", False)])
def test_a_slam_needs_points(hand: str, out: bool) -> None:
    told = (
        *(NOTRUMP_15, meaning("2H", "jacoby_transfer", (0, 37), S=5)),
        meaning("2S", "transfer_completed", (15, 17), S=2),
    )
    assert ruled_out("1NT P 2H P 2S P", told, hand, "6S", "4S") == out


@pytest.mark.parametrize(
    ("hand", "call", "out"),
    [
        ("AJ93.A7.AQJ642.6", "6D", True),  # partner's twelve to sixteen are mostly fourteen
        ("AJ93.A7.AQJ642.6", "P", False),
        ("AKJ3.A7.AKJT64.6", "6D", False),
        ("AKJ3.A7.AKJT64.6", "7D", True),
    ],
)
def test_a_slam_needs_more_than_the_best_of_partner(hand: str, call: str, out: bool) -> None:
    told = (
        *(meaning("1D", "natural", (10, 21), D=4), meaning("2C", "two_over_one", force=1, C=4)),
        *(meaning("2S", "natural", (10, 21), force=1, S=4), meaning("3NT", "natural", (12, 16))),
    )
    assert ruled_out("1D P 2C P 2S P 3NT P", told, hand, call) == out


@pytest.mark.parametrize(("hand", "out"), [("A7.AK8.AK52.QJ73", False), ("A7.AK8.AK52.Q873", True)])
def test_partners_long_suit_counts_for_a_slam(hand: str, out: bool) -> None:
    told = (meaning("3H", "preempt", (4, 10), H=7),)
    assert ruled_out("3H P", told, hand, "6H", "4H") == out


def test_a_slam_is_bid_in_a_fight() -> None:
    fit = meaning("5D", "natural", (12, 30), D=6)
    hand = "-.K74.QT986.JT964"
    preempt = (meaning("2S", "weak_two", (4, 10), S=6), meaning("4S", "natural", (4, 20), S=3))
    assert not ruled_out("2S P 4S 5D P", (*preempt, fit), hand, "6D")
    assert ruled_out("5D P", (fit,), hand, "6D")


def test_partners_notrump_is_counted_in_a_fight() -> None:
    told = (meaning("2NT", "both_minors_opening", (4, 10)), meaning("3NT", "natural", (16, 22)))
    assert ruled_out("2NT 3NT P", told, "AKJ864.543.T9.K2", "6S", "4S")
    assert not ruled_out("2NT 3NT P", told, "AKJ864.AQ3.T9.K2", "6S", "4S")


@pytest.mark.parametrize(("usual", "out"), [("4NT", True), ("6S", False)])
def test_who_can_ask_for_aces_does_not_guess(usual: str, out: bool) -> None:
    told = (meaning("1S", "natural", (14, 21), S=5), meaning("3S", "limit_raise", (9, 12), S=4))
    assert ruled_out("1S P 3S P", told, "AK8642.AKJ.9.AQ8", "6S", usual) == out


@pytest.mark.parametrize(
    ("auction", "raised", "call", "out"),
    [
        ("2S 3D 3S P", meaning("3S", "natural", (7, 14), S=2), "4S", True),
        ("2S 3D 3S 4D", meaning("3S", "natural", (7, 14), S=2), "4S", True),
        ("2S 3D 3S 4D", meaning("3S", "natural", (7, 14), S=2), "X", False),
        ("2S 3D P P", None, "3S", True),
        ("2S 3D 3H P", meaning("3H", "natural", (12, 20), force=1, H=5), "3S", False),
        ("2S 3D 3NT P", meaning("3NT", "natural", (15, 21)), "4S", True),
    ],
)
def test_a_preempt_is_bid_once(
    auction: str, raised: CallMeaning | None, call: str, out: bool
) -> None:
    told = (meaning("2S", "weak_two", (4, 10), S=6), meaning("3D", "natural", (10, 17), D=5))
    last = (meaning("4D", "natural", (5, 12), D=3),) if auction.endswith("4D") else ()
    told = (*told, *([] if raised is None else [raised]), *last)
    assert ruled_out(auction, told, "AT9862.5.K6.K854", call) == out


@pytest.mark.parametrize(
    ("name", "force", "out"), [("responsive_double", 1, False), ("penalty_double", 0, True)]
)
def test_who_has_preempted_answers_a_takeout_double(name: str, force: int, out: bool) -> None:
    told = (
        *(
            meaning("1D", "natural", (11, 21), D=3),
            meaning("2S", "weak_jump_overcall", (4, 10), S=6),
        ),
        *(meaning("3D", "natural", (6, 10), D=4), meaning("X", name, (11, 20), force=force)),
    )
    assert ruled_out("1D 2S 3D X P", told, "AT9862.K543.6.85", "3H", "3S") == out


def test_a_preempt_that_has_answered_is_bid_no_more() -> None:
    told = (
        *(meaning("2H", "weak_two", (4, 10), H=6), meaning("2NT", "ogust", (15, 22), force=1)),
        *(meaning("3C", "ogust_answer:minimum-weak", (3, 7)), meaning("3H", "natural", (14, 19))),
    )
    assert not ruled_out("2H P 2NT P", told[:2], "J43.QJ76532.876.", "3C", "3D")
    assert ruled_out("2H P 2NT P 3C P 3H P", told, "J43.QJ76532.876.", "4H")


@pytest.mark.parametrize(("call", "forcing", "out"), [("6NT", 0, True), ("6NT", 1, False)])
def test_partners_slam_is_the_contract(call: str, forcing: int, out: bool) -> None:
    told = (
        *(meaning("1C", "natural", (18, 23), C=4), meaning("1S", "natural", (10, 16), S=4)),
        meaning("6H", "natural", (18, 23), force=forcing, H=6),
    )
    assert ruled_out("1C P 1S P 6H P", told, "AQT4.93.A98.KQT6", call) == out


@pytest.mark.parametrize(
    ("hand", "out"),
    [("J.K8532.Q86.J872", True), ("J.K8532.Q98.K872", False), ("J.K853.9876.9872", False)],
)
def test_a_double_needs_points_or_trumps(hand: str, out: bool) -> None:
    told = (
        *(meaning("1C", "natural", (11, 21), C=3), meaning("1D", "natural", (8, 16), D=5)),
        *(meaning("3S", "natural", (12, 18), S=4), meaning("4D", "natural", (8, 16), D=5)),
    )
    assert ruled_out("P P 1C 1D P P 3S 4D", told, hand, "X") == out
    strong = (*told[:2], meaning("3S", "natural", (18, 21), S=4), told[-1])
    assert not ruled_out("P P 1C 1D P P 3S 4D", strong, hand, "X")


@pytest.mark.parametrize(
    ("hand", "call", "out"),
    [
        ("AQT72.743.87432.-", "4S", True),  # seven trumps are not promised: no ruffs to count
        ("AQT72.743.8743.4", "4C", False),
        ("AQT72.743.KJ432.-", "4S", False),
    ],
)
def test_shape_counts_with_trumps(hand: str, call: str, out: bool) -> None:
    told = (
        *(meaning("1H", "natural", (10, 21), H=5), meaning("2C", "natural", (11, 16), C=5)),
        *(meaning("2S", "natural", (2, 10), S=4), meaning("3H", "natural", (10, 16), H=6)),
        meaning("3S", "natural", (11, 16), S=1, C=5),
    )
    assert ruled_out("P 1H 2C P P 2S 3H 3S P", told, hand, call) == out


@pytest.mark.parametrize(("usual", "out"), [((13, 16), True), ((13, 17), False)])
def test_partner_is_trusted_for_what_is_usual(usual: tuple[int, int], out: bool) -> None:
    raised = meaning("3H", "natural", (11, 17), H=5)
    facts = raised.facts._replace(hcp=usual)
    raised = replace(raised, evidence=raised.evidence._replace(facts=facts))
    told = (
        *(meaning("1H", "natural", (11, 21), H=5), meaning("1S", "natural", (7, 10), S=5)),
        *(meaning("2H", "natural", (0, 10), H=3), meaning("2S", "natural", (0, 11), S=3), raised),
    )
    assert ruled_out("1H 1S 2H 2S 3H P", told, "J863.9543.Q9.K63", "4H") == out


@pytest.mark.parametrize(("usual", "out"), [((11, 14), True), ((11, 15), False)])
def test_a_grand_slam_after_an_ask_needs_points(usual: tuple[int, int], out: bool) -> None:
    answered = meaning("5H", "ace_answer:2", (10, 21))
    facts = answered.facts._replace(hcp=usual)
    answered = replace(answered, evidence=answered.evidence._replace(facts=facts))
    told = (
        *(meaning("1D", "natural", (11, 21), D=3), meaning("2H", "strong_jump_shift", (17, 21))),
        *(
            meaning("2S", "natural", (11, 21), S=4),
            meaning("4NT", "blackwood:S", (17, 22), force=1),
        ),
        answered,
    )
    assert ruled_out("1D P 2H P 2S P 4NT P 5H P", told, "A8.KQT93.KQ7.AK5", "7NT", "6NT") == out


def test_before_any_bid_nothing_is_ruled_out() -> None:
    assert not ruled_out("P P", (), "AKQJT98765432...", "7S", "2C")
    assert not ruled_out("1NT P", (NOTRUMP_15,), "KQ5.AQ4.KJ83.A62", "6NT", "4NT")


@pytest.mark.parametrize(
    ("answer", "call", "out"),
    [
        ("3NT", "4D", True),
        ("4S", "5D", True),
        ("2NT", "3D", False),
        ("2NT", "3NT", False),
        ("2H", "3NT", True),
    ],
)
def test_a_limited_notrump_bid_leaves_game_to_partner(answer: str, call: str, out: bool) -> None:
    told = (NOTRUMP_15, meaning(answer, "natural", (8, 15)))
    assert ruled_out(f"1NT P {answer} P", told, "AJT.A6.KJ9865.A7", call) == out


@pytest.mark.parametrize(
    ("hand", "call", "out"),
    [
        ("KQ874.A8.AKJ7.K4", "4NT", False),
        ("KQ874.AK8.AKJ75.", "4NT", True),  # a void
        ("AKQ74.AK8.AJ7.84", "4NT", True),  # two losers in clubs
        ("KQ874.A82.KQ7.K4", "4NT", True),  # at most 30 points
        ("KQ874.A82.KQ7.K4", "4S", False),
    ],
)
def test_key_cards_are_asked_for_with_the_points_and_controls(
    hand: str, call: str, out: bool
) -> None:
    assert ruled_out("1S P 3S P", AGREED, hand, call, "4S") == out


def test_two_losers_are_no_bar_in_a_suit_that_partner_has_bid() -> None:
    told = (SPADES, meaning("2C", "two_over_one", (13, 20), C=5), meaning("2D", "natural", D=4))
    told = (*told, meaning("2S", "natural", (13, 20), S=3))
    assert not ruled_out("1S P 2C P 2D P 2S P", told, "AKQ74.AK8.AJ74.8", "4NT", "3D")
    assert not ruled_out("1S P 2C P 2D P 2S P", told, "AKQ74.A8.AKJ7.84", "4NT", "3D")
    assert ruled_out("1S P 2C P 2D P 2S P", told, "AKQ74.84.AKJ7.A8", "4NT", "3D")


@pytest.mark.parametrize(
    ("hand", "call", "out"),
    [
        ("KJ742.QJ42.9.KQ5", "4S", True),
        ("KJ742.QJ42..KQ52", "4S", False),  # no trumps
        ("KQJ742.QJ4.9.K52", "4S", False),  # a long suit
        ("KJ742.QJ42.9.KQ5", "P", False),
    ],
)
def test_partners_penalty_double_is_left_in(hand: str, call: str, out: bool) -> None:
    told = (
        *(meaning("1S", "natural", (8, 16), S=5), meaning("4D", "natural", D=6)),
        meaning("X", "penalty_double", (10, 16)),
    )
    assert ruled_out("1S 4D X P", told, hand, call, "P") == out


@pytest.mark.parametrize(("hand", "out"), [("AQ2.KJ6.AQ32.QJ8", False), ("AQ2.KJ6.AQ32.KJ8", True)])
def test_a_maximum_accepts_an_invitation(hand: str, out: bool) -> None:
    told = (meaning("1NT", "natural", (16, 20)), meaning("4NT", "quantitative_four_notrump"))
    assert ruled_out("1NT P 4NT P", told, hand, "P", "6NT") == out
