"""The tables are those of what was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from research.strength.tables import MEASURES, SPEED, tables

NETWORKS: dict[str, Any] = {
    "model": {"version": "9.8.7", "sha256": "ab"},
    "adviser": {"version": "0.3.0", "sha256": "cd"},
}
RELEASED = {"bidder": NETWORKS["model"], "adviser": {"version": "0.4.0", "sha256": "ef"}}


def won(imps: float, error: float) -> dict[str, float]:
    return {"imps_a_board": imps, "standard_error": error}


def player(imps: float, games: int) -> tuple[dict[str, Any], dict[str, int]]:
    part = {**won(imps, 0.1), "boards": 1234, "won": 31, "lost": 47}
    kinds = {"game missed": {"boards": 3, "won": 12, "lost": 10}}
    names = ("contested", "makeable", "reached", "sold", "bid", "failed")
    counts = dict.fromkeys(names, 9) | {"missed": games}
    return {**part, "by_vulnerability": {"none": part}, "kinds": kinds}, counts


def document() -> dict[str, Any]:
    model, missed_by_model = player(-0.05, 8)
    adviser, missed_by_adviser = player(0.25, 6)
    search, missed_by_search = player(0.5, 4)
    more = {"adviser": won(0.3, 0.16), "search": won(0.25, 0.1)}
    scores = {**dict.fromkeys(("model", "adviser", "search"), won(0, 1)), "more": more}
    calls = {"calls": 500, "plausible": 1.0, "differing": 0.05, "tables_differing": 0.2}
    program = {
        "model": model,
        "adviser": adviser,
        "search": search,
        "more": more,
        "corrected": dict.fromkeys(("doubled", "border", "played"), scores),
        "games": {
            "model": missed_by_model,
            "adviser": missed_by_adviser,
            "search": missed_by_search,
        },
        "calls": {**calls, "chance_of_differing": None},
    }
    share = {"count": 100, "share": 0.8, "standard_error": 0.03}
    others = {"count": 100, "share": 0.9, "standard_error": 0.04}
    parts = dict.fromkeys(("all", "but_passes", "instead"), share)
    statements = {"model": parts, "adviser": {**parts, "differing": others}}
    return {**NETWORKS, "programs": {"Robot": program}, "statements": statements}


def made(name: str, measured: dict[str, Any], folder: Path, file: str = MEASURES) -> list[str]:
    (folder / file).write_text(json.dumps(measured))
    return tables(folder, RELEASED)[name]().splitlines()


def test_the_verdict_names_the_networks_and_marks_what_is_sure(tmp_path: Path) -> None:
    lines = made("strength", document(), tmp_path)
    assert lines[0] == "Measured with bidder 9.8.7 and adviser 0.3.0; released now: adviser 0.4.0."
    assert lines[-1] == (
        "| Robot | 1,234 | -0.050 ± 0.100 | **+0.250 ± 0.100** | **+0.500 ± 0.100** | "
        "+0.300 ± 0.160 | **+0.250 ± 0.100** |"
    )


def test_missed_games_are_a_ratio_to_the_models(tmp_path: Path) -> None:
    lines = made("strength-games", document(), tmp_path)
    assert lines[-3:] == [
        "| Robot: model | 9 | 9 | 9 | 9 | 8 | 1.00 | 9 | 9 |",
        "| Robot: adviser | 9 | 9 | 9 | 9 | 6 | 0.75 | 9 | 9 |",
        "| Robot: search | 9 | 9 | 9 | 9 | 4 | 0.50 | 9 | 9 |",
    ]


def test_kinds_that_no_board_has_are_left_open(tmp_path: Path) -> None:
    lines = made("strength-kinds", document(), tmp_path)
    assert "| game missed | +12 −10 | +12 −10 | +12 −10 |" in lines
    assert "| part score | – | – | – |" in lines


def test_what_holds_differs_in_points(tmp_path: Path) -> None:
    lines = made("strength-statements", document(), tmp_path)
    assert lines[-1] == "| those others | 100 | 90.0 % | +10.0 ± 5.0 |"
    assert lines[-2].endswith("| 80.0 % | – |")


def test_the_speed_is_a_ratio(tmp_path: Path) -> None:
    taken = {"machine": "x86_64", "calls": 1234, "model_ms": 4.0, "adviser_ms": 4.4, "ratio": 1.1}
    taken |= {"searched": 100, "search_ms": 250.0, "search_most_ms": 510.0}
    lines = made("strength-speed", {**NETWORKS, "speed": taken}, tmp_path, SPEED)
    assert "4.0 ms a call for the model and 4.4 ms for the adviser" in lines[-1]
    assert lines[-1].endswith(
        "1.10 times as long. 100 of them are searched, for 0.25 s (median), at most 0.51 s."
    )


def test_parts_that_are_missing_say_so(tmp_path: Path) -> None:
    measured = document()
    del measured["statements"]
    assert made("strength-statements", measured, tmp_path) == ["Not measured yet."]
    del measured["programs"]["Robot"]["more"]
    with pytest.raises(ValueError, match=r"strength\.json has no 'more'"):
        made("strength", measured, tmp_path)
