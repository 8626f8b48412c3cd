"""Aces, kings and key cards from chances of single cards."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.messages import Message
from bidding.domain.table import Suit
from bidding.explaining.meanings.answers import (
    COUNTED,
    MAX_ANSWER_CHANCE,
    HonourDistribution,
    Response,
    honours_of,
)
from bidding.explaining.meanings.statements import Count, Statement, Topic


def test_even_chances_give_the_hypergeometric_distribution() -> None:
    found = honours_of(np.full((1, 52), 0.25))
    expected = [comb(4, k) * comb(48, 13 - k) / comb(52, 13) for k in range(5)]
    assert found.aces[0] == pytest.approx(expected)
    assert found.kings[0] == pytest.approx(expected)
    keys = [comb(5, k) * comb(47, 13 - k) / comb(52, 13) for k in range(6)]
    assert found.key_cards[0] == pytest.approx(np.tile(keys, (4, 1)))


@given(st.lists(st.integers(0, 51), min_size=13, max_size=13, unique=True))
def test_the_viewers_cards_are_in_no_hidden_hand(own: list[int]) -> None:
    cards = np.full((1, 52), 1 / 3)
    cards[:, own] = 0
    left = 4 - int(COUNTED[0, own].sum())
    aces = honours_of(cards).aces[0]
    assert aces[left + 1 :] == pytest.approx(np.zeros(4 - left))
    expected = [comb(left, k) * comb(39 - left, 13 - k) / comb(39, 13) for k in range(left + 1)]
    assert aces[: left + 1] == pytest.approx(expected)


def test_the_king_of_trumps_is_a_key_card() -> None:
    cards = np.full((1, 52), 0.25)
    cards[0, 14] = 0  # the king of hearts, which somebody else holds
    keys = honours_of(cards).key_cards[0] @ np.arange(6)
    assert keys[1] == pytest.approx(honours_of(cards).aces[0] @ np.arange(5))
    assert keys[0] > keys[1]


def said(count: Count, *numbers: int) -> Statement:
    return Statement(Topic.ACES, Message("so many"), count, frozenset(numbers))


def test_a_response_is_as_likely_to_be_true_as_it_is_meant() -> None:
    """The odds of numbers within the answer, and within the rest, do not change."""
    honours = HonourDistribution.of(np.full((2, 52), 0.25))
    before = honours.table.aces[0]
    honours.condition(0, Response(said(Count.ACES, 0, 3), None, 0.9))
    after, other = honours.table.aces
    assert other == pytest.approx(before)
    assert after[[0, 3]].sum() == pytest.approx(0.9)
    assert after[0] / after[3] == pytest.approx(before[0] / before[3])
    assert after[1] / after[2] == pytest.approx(before[1] / before[2])


def test_an_answer_on_key_cards_conditions_aces_and_the_king_of_trumps() -> None:
    honours = HonourDistribution.of(np.full((1, 52), 0.25))
    honours.condition(0, Response(said(Count.KEY_CARDS, 2, 5), Suit.H, 1))
    found = honours.table
    hearts = found.key_cards[0, Suit.H]
    assert hearts[[2, 5]].sum() == pytest.approx(MAX_ANSWER_CHANCE)
    assert (found.aces[0, [0, 3]] < 1 - MAX_ANSWER_CHANCE).all()
    assert found.kings[0, 0] < honours_of(np.full((1, 52), 0.25)).kings[0, 0]
    ways = [comb(4, 2) * comb(47, 11), comb(4, 1) * comb(47, 11), comb(47, 8)]
    expected = np.array(ways) / sum(ways)
    assert found.aces[0, [2, 1, 4]] == pytest.approx(expected, abs=1 - MAX_ANSWER_CHANCE)


def test_key_cards_of_unknown_trumps_tell_of_aces_or_one_less() -> None:
    honours = HonourDistribution.of(np.full((1, 52), 0.25))
    honours.condition(0, Response(said(Count.KEY_CARDS, 2), None, 1))
    assert honours.table.aces[0, [1, 2]].sum() == pytest.approx(MAX_ANSWER_CHANCE)


def test_kings_besides_that_of_trumps_tell_of_those_alone() -> None:
    honours = HonourDistribution.of(np.full((1, 52), 0.25))
    before = honours.table.kings[0]
    outside = replace(said(Count.KINGS, 3), suits=(Suit.S, Suit.D, Suit.C))
    honours.condition(0, Response(outside, Suit.H, 1))
    found = honours.table.kings[0]
    assert found[[3, 4]].sum() == pytest.approx(MAX_ANSWER_CHANCE, abs=1e-3)
    # Of four hands with three kings one has not that of hearts.
    assert found[4] / found[3] == pytest.approx(before[4] / (before[3] / 4), rel=0.01)
