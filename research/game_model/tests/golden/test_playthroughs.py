"""The golden playthroughs still come out as they are kept."""

import pytest

from research.game_model.tests.golden.cases import CASES, Case
from research.game_model.tests.golden.regenerate import FOLDER


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_playthrough_is_as_it_was(case: Case) -> None:
    """On a wanted change run ``tests.golden.regenerate``, and read the difference."""
    kept = (FOLDER / f"{case.name}.txt").read_text(encoding="utf-8")
    assert case.text == kept


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {case.name for case in CASES}
