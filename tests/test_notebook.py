"""examples/notebook.ipynb: it is a notebook, it runs, and it draws what the explanation says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

PATH = Path(__file__).parent.parent / "examples" / "notebook.ipynb"
NOTEBOOK: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def namespace() -> Iterator[dict[str, Any]]:
    """Run the code cells in order, as a kernel does, and return their names."""
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    plt.close("all")
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in NOTEBOOK["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"cell {cell['id']}", "exec"), names)
    yield names
    plt.close("all")


def test_it_is_a_notebook_of_format_4_5() -> None:
    assert (NOTEBOOK["nbformat"], NOTEBOOK["nbformat_minor"]) == (4, 5)
    assert set(NOTEBOOK) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert NOTEBOOK["metadata"]["kernelspec"]["name"] == "python3"
    for cell in NOTEBOOK["cells"]:
        expected = {"cell_type", "id", "metadata", "source"}
        expected |= {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        assert set(cell) == expected
        assert all(isinstance(line, str) for line in cell["source"])
    names = [cell["id"] for cell in NOTEBOOK["cells"]]
    assert len(set(names)) == len(names)


def test_it_keeps_no_outputs_that_could_grow_stale() -> None:
    for cell in NOTEBOOK["cells"]:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


def test_it_draws_the_chances_of_all_hidden_cards(namespace: dict[str, Any]) -> None:
    hands, axes = namespace["hands"], namespace["axes"]
    assert [hand.seat.name for hand in hands] == ["W", "N", "E"]
    drawn = [np.asarray(axis.get_images()[0].get_array()) for axis in axes]
    for picture, hand, axis in zip(drawn, hands, axes, strict=True):
        assert picture.ravel().tolist() == pytest.approx(hand.cards)
        assert axis.get_title() == hand.summary
    unseen = np.ones((4, 13))
    for suit, cards in enumerate(["AKJT985", "6", "A76", "84"]):
        for card in cards:
            unseen[suit, "AKQJT98765432".index(card)] = 0
    assert sum(drawn) == pytest.approx(unseen, abs=1e-4)


def test_it_draws_the_likeliest_calls(namespace: dict[str, Any]) -> None:
    widths = [bar.get_width() for bar in namespace["axis"].patches]
    assert len(widths) == 5
    assert widths == sorted(widths, reverse=True)
    assert 0 < sum(widths) <= 1 + 1e-6  # of float32
