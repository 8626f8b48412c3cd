"""Claims: read, asked of beliefs, counted in hands."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.cards import Card, Hand
from bidding.domain.table import Suit
from bidding.explaining.distributions import Distribution
from bidding.parsing.text.hands import parse_hand
from research.meanings.claims import AverageClaim, Belief, Implied, average_claim, chance_claim
from tests.explaining.meanings.test_naming import meaning


def certain(value: int, size: int) -> Distribution:
    return Distribution.of([float(place == value) for place in range(size)])


def spread(values: dict[int, float], size: int) -> Distribution:
    return Distribution.of([values.get(place, 0.0) for place in range(size)])


# 14 or 16 HCP; spades 5 or 6, two hearts, three diamonds, three or two clubs.
HCP, LENGTHS = (
    spread({14: 0.25, 16: 0.75}, 38),
    (
        spread({5: 0.6, 6: 0.4}, 14),
        certain(2, 14),
        certain(3, 14),
        spread({3: 0.7, 1: 0.3}, 14),
    ),
)
ACES = {
    Card.of(suit, "A").index: chance for suit, chance in zip(Suit, (0.9, 0.5, 0.1, 0), strict=True)
}
CHANCES = {**ACES, Card.of(Suit.S, "K").index: 0.75}
BELIEF = Belief(HCP, LENGTHS, tuple(CHANCES.get(card, 0.2) for card in range(52)))


def hands(*texts: str) -> np.ndarray:
    """(N, 52) bool."""
    rows: list[Hand] = [parse_hand(text) for text in texts]
    return np.array([[Card(card) in hand for card in range(52)] for hand in rows])


@pytest.mark.parametrize(
    ("text", "value", "interval"),
    [
        ("15-17 HCP", 0.75, "14–16"),
        ("14+ HCP", 1.0, "14–16"),
        ("0-14 HCP", 0.25, "14–16"),
        ("16 HCP", 0.75, "14–16"),
        ("6+ spades", 0.4, "5–6"),
        ("5 spades", 0.6, "5–6"),
        ("0-1 clubs", 0.3, "1–3"),
        ("3 diamonds", 1.0, "3"),
        ("2-5 cards in each suit", 0.6, ""),  # the spades fit least
    ],
)
def test_a_chance_claim_is_worth_its_probability(text: str, value: float, interval: str) -> None:
    claim = chance_claim(text, least=0.5)
    assert claim.value(BELIEF) == pytest.approx(value)
    assert claim.interval(BELIEF) == interval
    assert claim.holds(claim.value(BELIEF)) is (value >= 0.5)


NUMBERS = BELIEF._replace(
    aces=spread({0: 0.1, 1: 0.2, 2: 0.7}, 5),
    kings=certain(1, 5),
    key_cards=dict(
        zip(
            Suit,
            (certain(2, 6), spread({0: 0.6, 3: 0.4}, 6), certain(5, 6), certain(1, 6)),
            strict=True,
        )
    ),
)


@pytest.mark.parametrize(
    ("text", "value", "interval"),
    [
        ("2 aces", 0.7, "1–2"),
        ("1 ace", 0.2, "1–2"),
        ("0-1 aces", 0.3, "1–2"),
        ("0 or 4 aces", 0.1, "1–2"),
        ("1 king", 1.0, "1"),
        ("0 or 3 key cards in hearts", 1.0, "0–3"),
        ("2 or 5 key cards in diamonds", 1.0, "5"),
    ],
)
def test_a_number_claim_is_worth_its_probability(text: str, value: float, interval: str) -> None:
    claim = chance_claim(text, least=0.5)
    assert claim.asked_of(NUMBERS) is claim
    assert claim.value(NUMBERS) == pytest.approx(value)
    assert claim.interval(NUMBERS) == interval
    assert claim.holds(claim.value(NUMBERS)) is (value >= 0.5)


@pytest.mark.parametrize(
    ("text", "demand", "value"),
    [
        ("2 aces", "1.75 to 2.25 on average", 1.5),
        ("0 or 4 aces", "0 to 4 on average", 1.5),
        ("1 or 4 key cards in spades", "0.75 to 4.25 on average", 2.25),
    ],
)
def test_where_no_numbers_are_believed_an_average_is_asked(
    text: str, demand: str, value: float
) -> None:
    claim = chance_claim(text, least=0.9)
    asked = claim.asked_of(BELIEF)
    assert (asked.text, asked.demand) == (text, demand)
    assert asked.value(BELIEF) == pytest.approx(value)
    assert claim.interval(BELIEF) == ""
    with pytest.raises(ValueError, match="not believed"):
        claim.value(BELIEF)


def test_one_card_is_held_or_is_not() -> None:
    king, none = chance_claim("king of spades", least=0.7), chance_claim("no ace of hearts")
    assert (king.value(BELIEF), none.value(BELIEF)) == (0.75, 0.5)
    assert king.asked_of(BELIEF) is king
    assert (king.interval(BELIEF), king.demand) == ("", "at least 70 %")
    two = hands("AKQ32.K32.Q32.J2", "A432.A432.A32.K2")
    assert chance_claim("queen of spades").share(two) == 0.5
    assert chance_claim("no king of hearts").share(two) == 0.5
    assert chance_claim("no queen of hearts").share(two) == 1.0


def test_numbers_are_counted_in_hands() -> None:
    three = hands("AKQ32.K32.Q32.J2", "A432.A432.A32.K2", "KQ32.K432.K32.K2")
    shares = {text: chance_claim(text).share(three) for text in ("0 or 3 aces", "1 ace")}
    assert shares == pytest.approx({"0 or 3 aces": 2 / 3, "1 ace": 1 / 3})
    assert chance_claim("1-2 kings").share(three) == pytest.approx(2 / 3)
    assert chance_claim("2 or 5 key cards in spades").share(three) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("15-17 HCP", 0.25),
        ("0-10 HCP", 0.75),
        ("5+ spades", 0.5),
        ("4 hearts", 0.25),
        ("2-5 cards in each suit", 0.75),  # each suit fits in three hands, all in two of four
    ],
)
def test_a_chance_claim_is_counted_in_hands(text: str, share: float) -> None:
    four = hands(
        "AKQ32.K32.Q32.J2",  # 15 HCP
        "KQJ432.A32.32.32",  # 10
        "5432.A432.432.32",  # 4
        "32..QJT9876.5432",  # 3, no hearts
    )
    assert chance_claim(text).share(four) == share


def test_an_average_is_the_sum_of_the_chances() -> None:
    aces, keys = average_claim("aces", 1, 2), average_claim("key cards in spades", 1, 2)
    assert aces.value(BELIEF) == pytest.approx(1.5)
    assert keys.value(BELIEF) == pytest.approx(2.25)
    assert aces.holds(1.5)
    assert not keys.holds(2.25)
    assert (aces.demand, aces.words(1.5), aces.interval(BELIEF)) == (
        "1 to 2 on average",
        "1.50",
        "",
    )


def test_an_average_is_the_mean_of_the_numbers_where_they_are_believed() -> None:
    aces, kings = average_claim("aces", 1, 2), average_claim("kings", 1, 2)
    assert (aces.value(NUMBERS), aces.interval(NUMBERS)) == (pytest.approx(1.6), "1–2")
    assert kings.value(NUMBERS) == 1.0
    assert kings.value(BELIEF) == pytest.approx(0.75 + 3 * 0.2)
    assert average_claim("key cards in hearts", 1, 2).value(NUMBERS) == pytest.approx(1.2)


def test_an_average_is_counted_in_hands() -> None:
    two = hands("AKQ32.K32.Q32.J2", "A432.A432.A32.K2")
    assert average_claim("aces", 0, 4).share(two) == 2.0
    assert average_claim("key cards in spades", 0, 4).share(two) == 2.5
    assert average_claim("key cards in clubs", 0, 4).share(two) == 2.5


def test_bounds_are_formatted_and_checked() -> None:
    at_least, at_most = chance_claim("5+ spades", least=0.85), chance_claim("5+ spades", most=0.1)
    assert (at_least.demand, at_most.demand) == ("at least 85 %", "at most 10 %")
    assert [at_least.holds(p) for p in (0.84, 0.85, 1.0)] == [False, True, True]
    assert [at_most.holds(p) for p in (0.0, 0.1, 0.11)] == [True, True, False]


@pytest.mark.parametrize(
    "text",
    [
        *("", "HCP", "5 clovers", "15-17", "15–17 HCP", "17-15 HCP", "38+ HCP", "5-14 spades"),
        *("14 hearts", "2+-5 hearts", "-1 hearts", "5+ spades and more", "5 Spades"),
        *("5 aces", "2-1 aces", "4 or 0 aces", "1 or 1 aces", "6 key cards in hearts"),
        *("1 key card in clovers", "queen of clovers", "jack of hearts"),
    ],
)
def test_what_is_no_claim_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(ValueError, match=repr(text).replace("+", r"\+")):
        chance_claim(text)


@pytest.mark.parametrize(("least", "most"), [(-0.1, 1), (0.5, 0.4), (0, 1.1)])
def test_bounds_that_are_no_probabilities_are_refused(least: float, most: float) -> None:
    with pytest.raises(ValueError, match="no probabilities"):
        chance_claim("5+ spades", least=least, most=most)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        *(("queens", 1, 2), ("key cards in notrump", 1, 2), ("lock cards in spades", 1, 2)),
        *(("aces", 2, 1), ("aces", 1, 5), ("aces", -1, 2), ("key cards in hearts", 1, 6)),
    ],
)
def test_what_is_no_average_is_refused_and_quoted(text: str, low: float, high: float) -> None:
    with pytest.raises(ValueError, match=repr(text)):
        average_claim(text, low, high)


def test_key_cards_are_the_aces_and_the_king_of_trumps() -> None:
    claim: AverageClaim = average_claim("key cards in hearts", 0, 5)
    assert {str(Card(card)) for card in claim.count.cards} == {"SA", "HA", "DA", "CA", "HK"}


@pytest.mark.parametrize(
    ("text", "implied"),
    [
        ("15-17 HCP", Implied.YES),
        ("16-18 HCP", Implied.WITHIN_A_POINT),
        ("17+ HCP", Implied.NO),
        ("4+ spades", Implied.YES),
        ("5+ spades", Implied.NO),
    ],
)
def test_a_sentence_tells_what_it_promises(text: str, implied: Implied) -> None:
    notrump = meaning("1NT", "natural", (15, 17), S=4)
    assert chance_claim(text, least=0.9).implied_by(notrump) is implied
    assert chance_claim(text, most=0.1).implied_by(notrump) is None
