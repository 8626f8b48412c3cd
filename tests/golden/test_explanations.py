"""The released model's answer to paper P1's test case is the one that was accepted."""

from __future__ import annotations

import json

import pytest

from bidding.explaining.explanation import Explanation
from research.p1.table_2 import table_2_position
from tests.golden.explanations import GOLDEN, differences, kept
from tests.released import released

TOLERANCE = 0.01  # other processors round otherwise


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return released(exact=True).explain(table_2_position())


def test_the_explanation_is_the_golden_one(explanation: Explanation) -> None:
    found = differences(json.loads(GOLDEN.read_text()), kept(explanation.to_json()), TOLERANCE)
    assert not found, "accept it with `python -m tests.golden.explanations`:\n" + "\n".join(found)


def test_a_difference_would_be_noticed() -> None:
    golden = json.loads(GOLDEN.read_text())
    other = json.loads(GOLDEN.read_text())
    other["moments"]["22"]["hands"]["W"]["cards"]["H"][1] += 0.05
    assert len(differences(golden, other, TOLERANCE)) == 1
