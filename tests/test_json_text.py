"""Answers as JSON text: none is lost, and garbage collection is restored."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from bidding.json_text import texts


@dataclass
class Answer:
    """An answer that notes if garbage collection was enabled while it was encoded."""

    number: float
    searched: list[bool]

    def to_json(self) -> dict[str, Any]:
        self.searched.append(gc.isenabled())
        if self.number < 0:
            raise ValueError("no such answer")
        return {"number": self.number}


@pytest.fixture(params=[True, False], ids=["searching", "not searching"])
def searching(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Set garbage collection before the test."""
    if not request.param:
        gc.disable()
    yield request.param
    gc.enable()


def test_texts_are_those_of_the_answers_in_their_order(searching: bool) -> None:
    seen: list[bool] = []
    found = texts(lambda: [Answer(0.25, seen), Answer(1, seen)])
    assert [json.loads(text) for text in found] == [{"number": 0.25}, {"number": 1}]
    assert seen == [False, False]
    assert gc.isenabled() is searching


def test_an_answer_that_fails_leaves_the_search_as_it_was(searching: bool) -> None:
    with pytest.raises(ValueError, match="no such answer"):
        texts(lambda: [Answer(1, []), Answer(-1, [])])
    assert gc.isenabled() is searching
