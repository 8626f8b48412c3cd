"""What auctions tell of who bid them: told from what the benchmarks wrote."""

from __future__ import annotations

from research.released.reading_tables import cost_table, flag_table, naming_table, surprise_table
from research.released.tests import figures

OTHER = {**figures.MODEL, "version": "1.1", "sha256": "cd" * 32}
MEASURED = figures.sources(
    measures={"surprise": figures.SURPRISE, "systems": {**figures.SYSTEMS, "model": OTHER}}
)


def test_surprise_is_told_by_file_and_sight() -> None:
    row = "| Acol robot | 70.0±2.0%/70.0±2.0%/70.0±2.0% | 65.0%/65.0%/65.0% | 53.0%/53.0%/53.0% |"
    assert row in surprise_table(MEASURED)
    assert "| SAYC robot | 2.0%/2.0% | 15.0%/15.0% |" in flag_table(MEASURED)


def test_systems_are_told_with_how_seldom_they_are_named() -> None:
    made = naming_table(MEASURED)
    assert "| Acol robot | 40.0±2.0%/40.0±2.0%/40.0±2.0% | 8.1%/8.1%/8.1% |" in made
    assert "| Standard American robot | 40.0±2.0%/40.0±2.0%/40.0±2.0% | –/–/– |" in made
    assert "| Acol robot | 0.75/0.75/0.75 | 1.00/1.00/1.00 | 0.50±0.10/" in cost_table(MEASURED)
    assert "| 0.00/0.00/0.00 | 1.25" in cost_table(MEASURED)


def test_weights_and_auctions_are_named() -> None:
    surprise, systems = surprise_table(MEASURED), naming_table(MEASURED)
    own = "On 2,000 auctions of each file, the first ones, with bidder 1.2."
    assert surprise.startswith(own)
    assert "not that of this page" not in surprise
    assert "bidder 1.1, not that of this page." in systems
    spread = figures.sources(measures={"surprise": {**figures.SURPRISE, "spread": True}})
    assert "of each file, spread evenly over it, with" in surprise_table(spread)
