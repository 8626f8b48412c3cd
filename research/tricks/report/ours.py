"""The released estimator's part of docs/tricks.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidding.training.markdown import NOT_MEASURED
from bidding.training.trick_data import FIRST_FILE, N_TEST, TEST_FILES
from bidding.tricks.evaluation import shares_text
from research.released.released import measured_with
from research.released.sources import Figures

# (who, suits, notrump) as off by at most 2 | 1 | 0, in per cent; from the papers' tables, and of
# BEN measured apart, where nobody counted what is off by at most 2.
_P2_NETWORKS = "P2, (52x4)-(26x4)-26-13-1 and (52x4)-(13x4)-13-1"
_PLAYERS = "ten grandmasters and masters (P2), 30 s a deal"
_BEN = "BEN's released network, measured apart"
_OTHERS = (
    (_P2_NETWORKS, "99.88 | 96.48 | 53.11", "97.34 | 84.31 | 37.80"),
    ("P3, D-104 free", "99.72 | 95.33 | 51.28", "96.63 | 86.18 | 41.73"),
    (_BEN, f"{NOT_MEASURED} | 87.1 | 37.5", f"{NOT_MEASURED} | 82.9 | 35.3"),
    (_PLAYERS, "88.34 | 81.63 | 53.06", "94.74 | 88.30 | 73.68"),
)


def ours_section(report: Mapping[str, Any], released: Mapping[str, Figures]) -> str:
    """What it is, what it learned from, and its scores beside the best of the papers'."""
    scores = report["scores"]
    rows = [*_OTHERS, ("**the released estimator**", *map(shares_text, _by_kind(scores)))]
    lines = [
        "## The released estimator",
        "",
        f"Measured with {measured_with({'estimator': report['model']}, released)}.",
        "",
        _WORDS.format(
            parameters=report["parameters"],
            deals=report["training_deals"],
            endings=report["endings"],
            test=report["test_deals"],
            hours=report["seconds"] / 3600,
            machine=report["machine"],
            file=FIRST_FILE,
            apart=N_TEST,
            others=TEST_FILES,
        ),
        "",
        "| | suits | notrump |",
        "|---|---|---|",
        *("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows),
        "",
        "Expected calibration error: " + _calibration(scores) + ".",
    ]
    return "\n".join(lines)


def _by_kind(scores: Mapping[str, Any]) -> list[Mapping[str, float]]:
    return [scores["suits"], scores["notrump"]]


def _calibration(scores: Mapping[str, Any]) -> str:
    suits, notrump = _by_kind(scores)
    return f"{suits['ece']:.4f} in suits, {notrump['ece']:.4f} at notrump"


_WORDS = """\
One network for all strains and declarers ({parameters:,} weights, bidding/tricks/estimator.py): it
reads each suit from the declarer's chair, lets the suits hear of each other and of trumps for four
rounds, and gives a chance to each number of tricks. Turning the table and renaming the suits cannot
change its answer. It learned from {deals:,} full deals and from {endings:,} endings, in which
each hand has fewer than 13 cards. Training took {hours:.1f} hours
({machine}); scores are of {test:,} deals that it never saw:

    python manage.py train_tricks released --data FOLDER --release VERSION
    python manage.py evaluate_tricks {file} --limit {apart}

The first {apart:,} deals of that file alone are kept for tests, and with them those of
`{others}`, where there are any. The humans' figures are of 27 to 864 deals a person; the
papers' of their own deals. The figures of BEN, an open-source engine, were measured apart from this
run, on files drawn the same way."""
