"""The golden explanation of paper P1's test case: what is kept, and how it is made.

``python -m tests.golden.explanations`` writes it anew from the released weights; the diff
then shows what a change of the model changed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "explanations" / "table-2.json"
MOMENTS = (0, 1, 3, 22)  # before any call, after 1D, after 1S, at the end
DECIMALS = 3


def kept(document: dict[str, Any]) -> dict[str, Any]:
    """The parts of an explanation worth a golden copy, rounded to what a reader would see."""
    moments = {
        str(step): {
            "hands": document["moments"][step]["hands"],
            "next_call": document["moments"][step]["next_call"][:5],
        }
        for step in MOMENTS
    }
    parts = {name: document[name] for name in ("position", "systems", "surprise", "calls")}
    parts["moments"] = moments
    rounded: dict[str, Any] = _rounded(parts)
    return rounded


def current() -> dict[str, Any]:
    """The same of the released model, now."""
    from bidding.explaining.explainer import Explainer
    from research.p1.table_2 import table_2_position

    return kept(Explainer.load(exact=True).explain(table_2_position()).to_json())


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return value


def differences(expected: Any, found: Any, tolerance: float, place: str = "") -> list[str]:
    """Where two documents differ by more than rounding."""
    if isinstance(expected, dict) and isinstance(found, dict) and list(expected) == list(found):
        pairs = [(key, expected[key], found[key]) for key in expected]
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = [
            (key, one, other) for key, (one, other) in enumerate(zip(expected, found, strict=True))
        ]
    else:
        numbers = isinstance(expected, float) and isinstance(found, float)
        same = abs(expected - found) <= tolerance if numbers else expected == found
        return [] if same else [f"{place}: {expected} became {found}"]
    return [d for key, a, b in pairs for d in differences(a, b, tolerance, f"{place}/{key}")]


def text(document: Any, indent: int = 0) -> str:
    """JSON with rows of numbers on one line, so that a diff can be read."""
    flat = json.dumps(document, ensure_ascii=False)
    if len(flat) <= 100 or not isinstance(document, (dict, list)):
        return flat
    if isinstance(document, list) and all(isinstance(item, float | int) for item in document):
        return flat
    pad, end = "  " * (indent + 1), "  " * indent
    if isinstance(document, dict):
        items = [f"{json.dumps(key)}: {text(item, indent + 1)}" for key, item in document.items()]
        return "{\n" + ",\n".join(pad + item for item in items) + "\n" + end + "}"
    items = [text(item, indent + 1) for item in document]
    return "[\n" + ",\n".join(pad + item for item in items) + "\n" + end + "]"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bridgeviz.settings")
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text(text(current()) + "\n")
