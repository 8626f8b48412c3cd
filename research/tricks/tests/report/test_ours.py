"""The released estimator's part of the page on tricks: whose figures, and which."""

from __future__ import annotations

from typing import Any

from research.tricks.report.ours import ours_section

SCORE = {"within2": 1.0, "within1": 0.5, "exact": 0.25, "ece": 0.0125}
REPORT: dict[str, Any] = {
    "model": {"version": "1.2.3", "sha256": "ab"},
    "parameters": 1234,
    "training_deals": 5678,
    "endings": 910,
    "test_deals": 111,
    "seconds": 5400.0,
    "machine": "a machine",
    "scores": {"suits": SCORE, "notrump": {**SCORE, "exact": 0.125}},
}


def test_figures_are_of_the_estimator_that_was_scored() -> None:
    same = ours_section(REPORT, {"estimator": REPORT["model"]})
    assert "\nMeasured with estimator 1.2.3.\n" in same
    assert "(1,234 weights" in same
    assert "1.5 hours" in same
    ours = "| 100.00 \\| 50.00 \\| 25.00 | 100.00 \\| 50.00 \\| 12.50 |"
    assert f"| **the released estimator** {ours}\n" in same
    later = ours_section(REPORT, {"estimator": {"version": "1.3.0", "sha256": "cd"}})
    assert "\nMeasured with estimator 1.2.3; released now: 1.3.0.\n" in later


def test_the_peers_figures_stand_before_ours_and_are_said_to_be_measured_apart() -> None:
    page = ours_section(REPORT, {"estimator": REPORT["model"]})
    row = "| – \\| 87.1 \\| 37.5 | – \\| 82.9 \\| 35.3 |"
    assert f"| BEN's released network, measured apart {row}\n" in page
    assert page.index(row) < page.index("| **the released estimator** |")
    words = " ".join(page.split())
    assert "BEN, an open-source engine, were measured apart from this run, on files" in words
