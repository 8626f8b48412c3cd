"""Reasons for suggestions in recorded auctions: how many there are, and whether they are true."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bidding.domain.calls import Call
from bidding.domain.cards import hcp, suit_lengths
from bidding.domain.messages import Message
from bidding.domain.table import Suit
from bidding.encoding.records import read_records
from bidding.explaining.advice.reason import reason_for
from bidding.explaining.explanation import Explanation
from bidding.explaining.wording import cards_words
from research.accuracy.commands.layouts import position_of
from tests.released import released

AUCTIONS = Path(__file__).resolve().parents[2] / "examples" / "auctions" / "robot-model-dev.npz"
COUNT = 200
UNLIKELY = 0.02  # a chance


@pytest.fixture(scope="module")
def explanations() -> list[Explanation]:
    """The explanation of one call each of recorded auctions to the player who is to make it."""
    records, rng = read_records(AUCTIONS), np.random.default_rng(1)
    steps = [int(rng.integers(records.n_calls[row])) for row in range(COUNT)]
    positions = [position_of(records, row, step)[0] for row, step in enumerate(steps)]
    return released().explain_many(positions, compare=False)


def reason(explanation: Explanation, call: Call) -> Message | None:
    return reason_for(explanation.position, [one.meaning for one in explanation.calls], call)


def parts(value: Any) -> Iterator[Message]:
    """A message and all messages in it."""
    if isinstance(value, Message):
        yield value
        value = tuple(value.values.values())
    if isinstance(value, tuple):
        for one in value:
            yield from parts(one)


def test_most_suggestions_have_a_reason(explanations: list[Explanation]) -> None:
    reasons = [reason(one, one.moments[-1].next_call[0].call) for one in explanations]
    assert sum(said is not None for said in reasons) > COUNT / 2


def test_reasons_count_the_points_and_cards_of_the_hand(explanations: list[Explanation]) -> None:
    lengths = {cards_words(n, suit): (suit, n) for suit in Suit for n in range(1, 14)}
    counted = 0
    for one in explanations:
        hand = one.position.hand
        assert hand is not None
        said = reason(one, one.moments[-1].next_call[0].call)
        for part in parts(said):
            if part.key == "{count} points":
                assert part.values["count"] == hcp(hand), said
                counted += 1
            if part in lengths:
                suit, number = lengths[part]
                assert suit_lengths(hand)[suit] == number, said
                counted += 1
    assert counted > COUNT / 2


def test_a_reason_seldom_argues_for_a_call_that_is_not_made(
    explanations: list[Explanation],
) -> None:
    """Pass, doubles, and bids of the two cheapest levels that have hardly any chance."""
    argued = [any(reason(one, call) for call in _unlikely(one)) for one in explanations]
    assert sum(argued) < COUNT / 5


def _unlikely(explanation: Explanation) -> Iterator[Call]:
    auction = explanation.position.auction
    level = 1 if auction.last_bid is None else auction.last_bid[0].level
    for chance in explanation.moments[-1].next_call:
        if chance.probability < UNLIKELY and chance.call.level <= level + 1:
            yield chance.call
