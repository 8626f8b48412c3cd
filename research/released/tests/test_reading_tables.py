"""What auctions tell of who bid them: told from what the benchmarks wrote."""

from __future__ import annotations

from research.released.reading_tables import surprise_parts, system_parts
from research.released.tests import figures

OTHER = {**figures.MODEL, "version": "1.1", "sha256": "cd" * 32}
MEASURED = figures.sources(
    measures={"surprise": figures.SURPRISE, "systems": {**figures.SYSTEMS, "model": OTHER}}
)


def line(text: str, words: str) -> str:
    return next(row for row in text.splitlines() if words in row)


def test_surprise_is_told_by_file_and_sight() -> None:
    text = "\n".join(surprise_parts(MEASURED))
    row = "| Acol robot | 70.0% | 70.0% | 70.0% | 65.0% | 65.0% | 65.0% | 53.0% | 53.0% | 53.0% |"
    assert row in text
    assert "(53.0% to 53.0%, a coin 50%)" in text
    assert "those of the 2/1 robot are told least (54.0%)" in text
    assert "| Standard American robot | 2.0% | 2.0% | 15.0% | 15.0% |" in text
    assert "chosen, among a dozen, on these very files" in text


def test_systems_are_told_with_how_seldom_they_are_named() -> None:
    text = "\n".join(system_parts(MEASURED))
    assert line(text, "| Acol robot |").startswith("| Acol robot | 40.0% | 40.0% | 40.0% | 8.1% |")
    assert line(text, "| Standard American robot |").startswith(
        "| Standard American robot | 40.0% | 40.0% | 40.0% | – |"
    )
    assert "is named for 8.1% (8.1%) of the Acol robot's." in text
    assert "| Acol robot: no hand | 0.75 | 0.50 | 0.00 | 1.25 | 0.12 |" in text


def test_weights_and_auctions_are_named() -> None:
    surprise, systems = (list(part(MEASURED))[1] for part in (surprise_parts, system_parts))
    own = "On 2,000 auctions of each file, the first ones, with bidder 1.2 (weights `abab"
    assert surprise.startswith(own)
    assert "not the weights of this page" not in surprise
    assert "bidder 1.1 (weights `cdcdcdcdcdcdcdcd…`, not the weights of this page)" in systems
    spread = figures.sources(measures={"surprise": {**figures.SURPRISE, "spread": True}})
    assert "of each file, spread evenly over it, with" in list(surprise_parts(spread))[1]


def test_what_was_not_measured_is_said_so() -> None:
    for part in (surprise_parts, system_parts):
        assert list(part(figures.sources()))[1:] == ["Not measured."]
