"""What has been asked and answered after each call of an auction."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.conventions import MEANINGS, Meaning
from bidding.domain.table import Suit
from bidding.explaining.meanings.answers import responses_after_calls, responses_by_call

_BY_KEY = {meaning.key: meaning for meaning in MEANINGS}


def meanings(*keys: str) -> list[tuple[Meaning | None, float]]:
    return [(_BY_KEY.get(key), 0.9) for key in keys]


def test_a_side_asks_in_the_suit_of_its_last_ask() -> None:
    calls = meanings("key_card_blackwood_1430:S", "", "key_card_answer:2/5-", "", "king_ask", "")
    found = responses_after_calls(calls)
    assert [one.trump for one in found] == [Suit.S, None] * 3


def test_a_player_has_answered_all_that_was_answered_before() -> None:
    calls = meanings(
        *("key_card_blackwood_1430:S", "", "key_card_answer:2/5-", "natural"),
        *("king_ask", "", "king_answer:1", ""),
    )
    given = [one.given for one in responses_after_calls(calls)]
    assert [len(one) for one in given] == [0, 0, 1, 0, 0, 0, 2, 0]
    keys, kings = given[6]
    assert (keys.statement.numbers, keys.trump, keys.chance) == ({2, 5}, Suit.S, 0.9)
    assert kings.statement.numbers == {1}


def test_key_cards_outside_a_void_and_the_queen_are_not_counted() -> None:
    calls = meanings("exclusion_answer:2", "queen_answer:no", "natural", "")
    assert [one.given for one in responses_after_calls(calls)] == [()] * 4


def test_the_likelihood_of_a_response_given_hands_by_key_cards_and_the_queen_of_trumps() -> None:
    calls = meanings("key_card_blackwood_1430:S", "", "key_card_answer:2/5-", "")
    (number, response), *others = responses_by_call(calls).items()
    assert (number, others) == (2, [])
    hands = np.zeros((3, 52), dtype=bool)
    hands[:, [0, 1]] = True  # the ace and king of spades
    hands[1, 2] = hands[2, 13] = True  # the queen; another ace
    chances = response.likelihood(hands)
    assert chances / chances[0] == pytest.approx([1, 1 / 9, 1 / 9])


@pytest.mark.parametrize(
    ("asks", "answers", "expected"),
    [
        ("key_card_blackwood_1430:S", "key_card_answer:2/5-", [False, True, True]),
        ("key_card_blackwood_1430:-", "key_card_answer:2/5-", [True, True, True]),
        ("blackwood:S", "ace_answer:2", [True, False, True]),
    ],
)
def test_answers_on_kings_exclude_the_king_of_trumps_after_key_cards(
    asks: str, answers: str, expected: list[bool]
) -> None:
    """Hands with the king of spades, with that and the king of hearts, with the king of hearts."""
    calls = meanings(asks, "", answers, "", "king_ask", "", "king_answer:1", "")
    hands = np.zeros((3, 52), dtype=bool)
    hands[[0, 1], 1] = hands[[1, 2], 14] = True
    statement = responses_by_call(calls)[6].statement
    assert statement.true_of(hands).tolist() == expected
