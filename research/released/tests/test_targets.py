"""Aims that are missed stand in bold; what was not measured is neither met nor missed."""

import pytest

from research.released.compact_tables import coverage_table, main_table
from research.released.targets import SETS, aim_table, is_met, words_of
from research.released.tests import figures

GOOD = figures.scores(accuracy=0.99, accuracy_nonpass=0.97, hcp_mae=1.5, length_mae=0.5)


def line(text: str, words: str) -> list[str]:
    """The cells of one row."""
    found = next(row for row in text.splitlines() if row.startswith(f"| {words} |"))
    return found.strip("| ").split(" | ")[1:]


def test_an_aim_stands_beside_the_peers_figure() -> None:
    robot = line(aim_table(), "Standard American robot")
    assert robot == ["97.0%/86.2%", "94.0%/73.5%", "1.78/1.87", "0.77/0.79"]
    assert line(aim_table(), "Acol robot")[0] == "96.0%/–"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"accuracy": 0.969}, 1),
        ({"accuracy_nonpass": 0.939}, 2),
        ({"hcp_mae": 1.784}, 6),
        ({"length_mae": 0.771}, 7),
    ],
)
def test_a_missed_aim_is_bold_and_alone(change: dict, place: int) -> None:
    cells = line(main_table({"robot-sayc-x": {**GOOD, **change}}), "Standard American robot")
    assert [at for at, words in enumerate(cells) if words.startswith("**")] == [place]


def test_half_an_interval_stands_beside_a_figure_whose_error_is_known() -> None:
    scores = {**GOOD, "errors": {"accuracy": 0.001}}
    assert line(main_table({"people-dev": scores}), "people")[1] == "99.0±0.2%"


def test_files_are_known_by_how_their_names_begin() -> None:
    assert words_of("people-later") == "people"
    assert words_of("robot-wbridge5-x") == "a robot never trained on (WBridge5)"
    assert is_met("robot-sayc-dev", {}, "accuracy")
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
    text = coverage_table({"robot-wj-dev": changed, "people-dev": changed})
    robots = line(text, "Polish Club robot")
    assert [at for at, words in enumerate(robots) if words.startswith("**")] == [place]
    people = line(text, "people")
    assert people[place].startswith("**") is ("card_ece" in change)
