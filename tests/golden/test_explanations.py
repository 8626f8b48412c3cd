"""The released model's answer to paper P1's test case is the one that was accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import Explanation
from research.p1.table_2 import table_2_position
from tests.golden.explanations import GOLDEN, kept

TOLERANCE = 0.01  # other processors round otherwise


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return Explainer.load(exact=True).explain(table_2_position())


def differences(expected: Any, found: Any, place: str = "") -> list[str]:
    """Where two documents differ by more than rounding."""
    if isinstance(expected, dict) and isinstance(found, dict):
        if set(expected) != set(found):
            return [f"{place}: {sorted(expected)} became {sorted(found)}"]
        return [
            d for key in expected for d in differences(expected[key], found[key], f"{place}/{key}")
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [d for i, (w, f) in pairs for d in differences(w, f, f"{place}/{i}")]
    if isinstance(expected, float | int) and isinstance(found, float | int):
        same = abs(expected - found) <= TOLERANCE
    else:
        same = expected == found
    return [] if same else [f"{place}: {expected} became {found}"]


def test_the_explanation_is_the_golden_one(explanation: Explanation) -> None:
    found = differences(json.loads(GOLDEN.read_text()), kept(explanation.to_json()))
    assert not found, "accept it with `python -m tests.golden.explanations`:\n" + "\n".join(found)


def test_a_difference_would_be_noticed() -> None:
    golden = json.loads(GOLDEN.read_text())
    other = json.loads(GOLDEN.read_text())
    other["moments"]["22"]["hands"]["W"]["cards"]["H"][1] += 0.05
    assert len(differences(golden, other)) == 1
