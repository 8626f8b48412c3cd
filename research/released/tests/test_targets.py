"""Aims that are missed stand in bold; what was not measured is neither met nor missed."""

import pytest

from research.released.targets import SETS, calibration_targets, peer_table
from research.released.tests import figures

GOOD = figures.scores(accuracy=0.99, accuracy_nonpass=0.97, hcp_mae=1.5, length_mae=0.5)


def line(text: str, words: str) -> list[str]:
    """The cells of one row."""
    found = next(row for row in text.splitlines() if row.startswith(f"| {words} |"))
    return found.strip("| ").split(" | ")[1:]


def test_figures_stand_beside_aim_and_peer() -> None:
    cells = line(peer_table({"robot-sayc-dev": GOOD}), "Standard American robot")
    assert cells[:3] == ["99.0%", "97.0%", "86.2%"]
    assert cells[6:9] == ["1.500", "1.780", "1.870"]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"accuracy": 0.969}, 0),
        ({"accuracy_nonpass": 0.939}, 3),
        ({"hcp_mae": 1.784}, 6),
        ({"length_mae": 0.771}, 9),
    ],
)
def test_a_missed_aim_is_bold_and_alone(change: dict, place: int) -> None:
    cells = line(peer_table({"robot-sayc-x": {**GOOD, **change}}), "Standard American robot")
    assert [at for at, words in enumerate(cells) if words.startswith("**")] == [place]


def test_files_are_known_by_how_their_names_begin() -> None:
    text = peer_table({"people-later": GOOD, "robot-wbridge5-x": GOOD})
    assert line(text, "people")[0] == "99.0%"
    assert line(text, "a robot never trained on (WBridge5)")[0] == "99.0%"
    assert line(text, "Standard American robot")[0] == "–"
    assert "**" not in text
    assert len({kind.prefix for kind in SETS}) == len(SETS)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"ece": 0.011}, 0),
        ({"card_ece": 0.0051}, 1),
        ({"hcp_coverage_80": 0.811}, 2),
        ({"hcp_coverage_95": 0.939}, 3),
        ({"length_coverage_80": 0.789}, 4),
        ({"length_coverage_95": 0.961}, 5),
    ],
)
def test_calibration_is_held_closer_on_robots_than_on_people(change: dict, place: int) -> None:
    changed = figures.scores(**change)
    text = calibration_targets({"robot-wj-dev": changed, "people-dev": changed})
    robots = line(text, "Polish Club robot")
    assert [at for at, words in enumerate(robots) if words.startswith("**")] == [place]
    people = line(text, "people")
    assert people[place].startswith("**") is ("card_ece" in change)
    assert set(line(text, "2/1 robot")) == {"–"}
