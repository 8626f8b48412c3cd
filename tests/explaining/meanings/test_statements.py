"""Denials, and statements of one of several suits."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from bidding.domain.table import Seat, Suit
from bidding.explaining.distributions import HandTable
from bidding.explaining.meanings.call_meaning import CallMeaning, call_meaning
from bidding.explaining.meanings.statements import Denied, Topic, denied
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from tests.explaining.meanings.test_naming import evidence, likeliest

EVEN = {2: 1, 3: 3, 4: 2}
SHORTER = {1: 1, 2: 4, 3: 5}
LONG = {5: 8, 6: 2}
OPENING = dict.fromkeys(range(12, 20), 1)
ANY = dict.fromkeys(range(20), 1)


def table(points: Mapping[int, float] = OPENING, **suits: Mapping[int, float]) -> HandTable:
    """A hand of these distributions; suits that are not named are even."""
    hcp, lengths = np.zeros((1, 38)), np.zeros((1, 4, 14))
    hcp[0, list(points)] = list(points.values())
    for suit in Suit:
        chances = suits.get(suit.name, EVEN)
        lengths[0, suit, list(chances)] = list(chances.values())
    return HandTable(hcp, lengths)


def meaning(auction: str, before: HandTable, after: HandTable, key: str = "natural") -> CallMeaning:
    """The last call of an auction, after which a hand is believed to be otherwise than before."""
    *earlier, call = parse_auction(auction, Seat.N).calls
    return call_meaning(call, likeliest(key), evidence(after, before), tuple(earlier))


def denials(said: CallMeaning) -> list[str]:
    return [one.words for one in said.statements if one.topic is Topic.DENIAL]


@pytest.mark.parametrize(
    ("auction", "suits", "words"),
    [
        ("1H P 1NT", "S", ["denies four spades"]),
        ("1D P 1NT", "SH", ["denies a four-card major"]),
        ("1C P 1NT", "SHD", ["denies a four-card major"]),  # of the minors notrump says nothing
        ("1D P 2C P 2S", "H", []),  # nor would hearts have been without extra values
        ("1H P 2C P 2NT", "S", []),
        ("1S P 2C P 2NT", "H", ["denies four hearts"]),
        ("1D P 1H P 2H", "S", []),  # a raise comes first
        ("1D P 2D", "SH", ["denies a four-card major"]),
        ("1H P 1S P 2C P 2H P 3D", "C", []),
        ("1C P 1D P 1H", "S", ["denies four spades"]),
        ("1H P 1S", "D", []),  # diamonds could not be bid as cheaply
        ("1C 1S X", "S", []),  # theirs
        ("1S P 1NT P 2D", "S", []),  # shown before
        ("1H P 4H", "S", []),  # nobody looks for another suit
    ],
)
def test_suits_are_denied_where_they_might_have_been_bid(
    auction: str, suits: str, words: list[str]
) -> None:
    after = table(**dict.fromkeys(suits, SHORTER))
    assert denials(meaning(auction, table(), after)) == words


def test_a_minor_is_not_denied() -> None:
    after = table(D=SHORTER, H={5: 10})
    assert denials(meaning("1C P 1H", table(), after)) == []


def test_support_is_denied_and_four_cards_only_where_three_are_possible() -> None:
    fewer, doubleton, often_two = {1: 1, 2: 9}, {1: 1, 2: 8, 3: 1}, {2: 5, 3: 5}
    for held, words in (
        (fewer, ["denies support for spades"]),
        (doubleton, []),
        (often_two, ["denies four spades"]),
    ):
        assert denials(meaning("1S P 1NT", table(), table(S=held))) == words


def test_what_was_unlikely_before_or_is_still_possible_is_not_denied() -> None:
    assert denials(meaning("1H P 1NT", table(S=SHORTER), table(S=SHORTER))) == []
    possible = {1: 1, 2: 4, 3: 4, 4: 1}
    assert denials(meaning("1H P 1NT", table(), table(S=possible))) == []


def test_no_room_is_left_for_what_two_long_suits_exclude() -> None:
    after = table(H=LONG, D=LONG, S=SHORTER, C=SHORTER)
    assert denials(meaning("1NT 2D", table(), after)) == []


def test_an_artificial_bid_denies_no_minor() -> None:
    after = table(D=SHORTER, S=SHORTER)
    assert denials(meaning("1C P 1NT", table(), after, "unnamed")) == ["denies four spades"]


def test_asks_answers_and_names_that_deny_are_left_alone() -> None:
    after = table(S=SHORTER, H=SHORTER)
    for auction, key in (
        ("1NT P 2C", "stayman"),
        ("1NT P 2C P 2D", "no_four_card_major"),
        ("1S P 4NT P 5C", "ace_answer:0"),
    ):
        assert denials(meaning(auction, table(), after, key)) == []


def test_a_denial_stands_before_what_is_asked_and_forced() -> None:
    said = meaning("1D P 1NT", table(ANY), table({8: 1, 9: 1}, S=SHORTER, H=SHORTER))
    assert said.sentence == "Natural: balanced, 8–9 HCP; denies a four-card major."


def test_a_pass_states_its_denials_or_points() -> None:
    weak = dict.fromkeys(range(6), 1)
    said = meaning("1S P P", table(ANY), table(weak))
    assert said.sentence == "Pass: at most 5 HCP."
    assert meaning("1S P 2S P", table(weak), table(weak)).sentence == "Pass: nothing yet."
    assert meaning("1S P 2S P 4S P", table(weak), table(weak)).sentence == "Pass: nothing more."
    assert meaning("1S P 2S P 4S P P", table(), table()).sentence == "Pass: nothing more."
    trumps = meaning("1H X P P", table(weak), table(weak, H=LONG), "penalty_pass")
    assert trumps.sentence == "Penalty pass: five or more hearts."
    minimum = meaning("1S P 2S P P", table(), table({12: 1, 13: 1}, S=LONG))
    assert minimum.sentence == "Pass: at most 13 HCP."


def test_denials_are_counted_in_hands() -> None:
    hands = np.zeros((2, 52), dtype=bool)
    for row, text in enumerate(("AKQ2.32.A432.432", "K32.A32.K432.432")):
        hands[row, [card.index for card in parse_hand(text)]] = True
    (majors,) = meaning("1D P 1NT", table(), table(S=SHORTER, H=SHORTER)).statements[-1:]
    assert majors.true_of(hands).tolist() == [False, True]
    (points,) = meaning("1S P P", table(ANY), table(dict.fromkeys(range(11), 1))).statements
    assert points.true_of(hands).tolist() == [False, True]


def test_each_call_of_several_denies_what_it_does() -> None:
    before, after = table(), table(H=SHORTER)
    hcp, lengths = (np.concatenate(pair) for pair in zip(*_parts(before, after), strict=True))
    twice = HandTable(*(np.concatenate([part, part]) for part in _parts(before)[0]))
    nothing, hearts = denied(twice, HandTable(hcp, lengths))
    assert nothing == Denied((False,) * 4, (False,) * 4, (True,) * 4)
    assert hearts.four == (False, True, False, False)


def _parts(*tables: HandTable) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(one.hcp, one.lengths) for one in tables]


ONE_MINOR = {1: 3, 2: 3, 3: 1, 5: 6, 6: 1}


def test_one_long_suit_of_two_is_stated_as_such() -> None:
    said = meaning("1S 2S", table(), table(H=LONG, S={0: 1, 1: 1}, D=ONE_MINOR, C=ONE_MINOR))
    assert "five or more of a minor" in said.sentence
    (minor,) = [one for one in said.statements if one.topic is Topic.EITHER_OR]
    hands = np.zeros((2, 52), dtype=bool)
    for row, text in enumerate(("2.AKJ32.AQ432.32", "2.AKQJ32.Q32.432")):
        hands[row, [card.index for card in parse_hand(text)]] = True
    assert minor.true_of(hands).tolist() == [True, False]


def test_what_is_usual_does_not_span_two_kinds_of_hand() -> None:
    two = {11: 1, 12: 4, 13: 4, 14: 3, 18: 2, 19: 2, 20: 1}
    said = meaning("1C", table(dict.fromkeys(range(30), 1)), table(two, C=LONG))
    assert said.sentence == "Natural: five or more clubs, 11–20 HCP (usually 12–14 or 18+)."
    (points,) = [one for one in said.statements if one.topic is Topic.POINTS]
    assert points.numbers == set(range(11, 21))


def test_a_balanced_hand_is_called_so_where_no_suit_is_named() -> None:
    flat = {2: 3, 3: 4, 4: 3}
    said = meaning("1NT", table(ANY), table({15: 1, 16: 1, 17: 1}, **dict.fromkeys("SHDC", flat)))
    assert said.sentence == "Natural: balanced, 15–17 HCP."
    hands = np.zeros((2, 52), dtype=bool)
    for row, text in enumerate(("AKQ2.32.A432.432", "K32.2.K432.A5432")):
        hands[row, [card.index for card in parse_hand(text)]] = True
    assert said.statements[0].true_of(hands).tolist() == [True, False]
