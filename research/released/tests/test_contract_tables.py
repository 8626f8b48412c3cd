"""The figures of the page on contracts are those that were measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from research.released.contract_tables import tables
from research.released.released import measured_with

RELEASED: dict[str, Any] = {
    "bidder": {"version": "9.8.7", "sha256": "ab"},
    "estimator": {"version": "6.5.4", "sha256": "cd"},
}


def made(name: str, measured: dict[str, Any], folder: Path) -> str:
    (folder / f"{name}.json").write_text(json.dumps(measured))
    return tables(folder, RELEASED)[name]()


@pytest.mark.parametrize(
    ("measured", "words"),
    [
        ({"bidder": {"version": "9.8.7"}}, "bidder 9.8.7"),
        ({"bidder": {"version": "9.8.7", "sha256": "ab"}}, "bidder 9.8.7"),
        ({"bidder": {"version": "9.8.6"}}, "bidder 9.8.6; released now: 9.8.7"),
        (
            {"bidder": {"version": "9.8.7", "sha256": "00"}},
            "bidder 9.8.7; released now: 9.8.7, other weights",
        ),
        (
            {"bidder": {"version": "9.8.7"}, "estimator": {"version": "6.5.3", "sha256": "00"}},
            "bidder 9.8.7 and estimator 6.5.3; released now: estimator 6.5.4",
        ),
    ],
)
def test_figures_of_an_older_release_say_so(
    measured: dict[str, dict[str, str]], words: str
) -> None:
    assert measured_with(measured, RELEASED) == words


def test_layouts_are_told_with_their_calibration(tmp_path: Path) -> None:
    def way(loss: float, gain: float, ece: float) -> dict[str, float]:
        return {"log_loss": loss, "gain": gain, "gain_error": 0.002, "ece": ece}

    def file(drawn: float) -> dict[str, Any]:
        ways = {
            "explanation": way(1.04, 0, 0.005),
            "power 1.0, added 1": way(1.06, -0.02, 0.02),
            "power 0.5, added 1": way(1.05, -0.01, 0.007),
            "power 0.5, added 100": way(1.03, 0.01, drawn),
        }
        return {"positions": 12, "effective": {"0.1": 7, "0.5": 34}, "ways": ways}

    measured = {"model": {"version": "9.8.7"}, "one": file(0.003), "other": file(0.006)}
    page = made("layouts", measured, tmp_path)
    assert "| effective layouts at full weight, median | one position in ten has fewer" in page
    full = "1.0600 (-0.0200 ± 0.0020), ECE 0.0200"
    assert f"| one | 12 | 34 | 7 | 1.0400, ECE 0.0050 | {full} | 1.0500 (" in page
    assert page.endswith("least ECE in 1 of 2 files.")


def test_the_positions_of_the_truth_are_those_measured(tmp_path: Path) -> None:
    versions = {"model": {"version": "9.8.7"}, "estimator": {"version": "6.5.4"}}
    measured = {**versions, "positions": 1396, "powers": {}}
    page = made("truth", measured, tmp_path)
    assert "estimator 6.5.4. 1,396 positions:\n" in page


def test_what_is_left_at_full_weight_is_told_in_bands(tmp_path: Path) -> None:
    versions = {"model": {"version": "9.8.7"}, "estimator": {"version": "6.5.4"}}
    gains = {"positions": 12, "gain": 0.5, "gain_error": 0.25}
    left = [{"from": least, **gains} for least in (0, 30, 100)]
    measured = {**versions, "positions": 36, "powers": {}, "left": left}
    page = made("truth-kept", measured, tmp_path)
    assert "| 30 to 100 | 12 | +0.5000 ± 0.2500 |\n| 100 and more | 12 |" in page


@pytest.mark.parametrize(
    ("made_of", "judged"),
    [
        (0.58, "+8.0 points ± 2.0 (standard error, by positions), too low."),
        (0.47, "-3.0 points ± 2.0 (standard error, by positions), which may be chance."),
    ],
)
def test_contracts_that_may_go_either_way_are_told_apart(
    made_of: float, judged: str, tmp_path: Path
) -> None:
    opened = {"contracts": 1500, "said": 0.5, "made": made_of, "error": 0.02}
    figures = {"tricks": {}, "makes": [], "positions": 1, "layouts": 4, "open": opened}
    means = {"mean_off_one": 0.0, "mean_off_four": 0.0, "bias": 0.0}
    measured = {"model": {"version": "9.8.7"}, **figures, **means}
    page = made("contracts", measured, tmp_path)
    assert f"50.0 % was said on average and {100 * made_of:.1f} % made: {judged}" in page


def test_uncontested_bidding_stands_beside_the_papers_table(tmp_path: Path) -> None:
    def row(imps: float) -> dict[str, float]:
        return {"imps": imps, "standard_error": 0.05, "best_reached": 0.25}

    systems = {"acol": {"none": row(-2.5), "both": row(-3.125)}}
    measured = {"model": {"version": "9.8.7"}, "deals": 1234, "systems": systems}
    page = made("uncontested", measured, tmp_path)
    lines = page.splitlines()
    assert "| acol | -2.500 ± 0.050 | 25.0% | -3.125 ± 0.050 | 25.0% |" in lines
    assert "| 20,000 | -0.208 | -2.213 | -2.679 | -5.213 | -6.312 | – | – |" in lines
    assert "| 140,000 | -0.163 | -2.120 | -2.558 | -5.312 | -6.136 | – | – |" in lines
    printed = '"-40.174", read as -0.174'
    assert f"| 200,000 | {printed} | -1.986 | -2.636 | -5.232 | -6.154 | – | – |" in lines
    assert "| 1,234 | – | – | – | – | – | -2.500 ± 0.050 | -3.125 ± 0.050 |" in lines
    larger = {**measured, "deals": 200_000}
    (tmp_path / "uncontested-200000.json").write_text(json.dumps(larger))
    ours = "-6.154 | -2.500 ± 0.050 | -3.125 ± 0.050 |"
    assert f"| 200,000 | {printed} | -1.986 | -2.636 | -5.232 | {ours}" in made(
        "uncontested", measured, tmp_path
    )
    page = made("uncontested", {**measured, "deals": 140_000}, tmp_path)
    printed = "-0.163 | -2.120 | -2.558 | -5.312 | -6.136 | -2.500 ± 0.050 | -3.125 ± 0.050 |"
    assert f"| 140,000 | {printed}" in page.splitlines()


def test_a_measure_that_lacks_something_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"contracts\.json has no '"):
        made("contracts", {"model": {"version": "1"}}, tmp_path)
