"""What the page is made of: read as it was saved, refused when it does not belong together."""

import json
from pathlib import Path

import pytest

from research.released.sources import read_scores, read_sources
from research.released.tests import figures

SCORES, REPORTS = Path("research/released/scores"), Path("research/released/reports")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with scores of one file."""
    for folder in (SCORES, REPORTS):
        (tmp_path / folder).mkdir(parents=True)
    save(tmp_path / SCORES / "robot-sayc-dev.json", figures.scores())
    return tmp_path


def save(path: Path, document: object) -> None:
    path.write_text(json.dumps(document))


def test_reports_are_known_by_recipe_and_facts_apart(root: Path) -> None:
    save(root / REPORTS / "tiny.json", figures.report("tiny"))
    save(root / REPORTS / "auctions.json", figures.FACTS)
    found = read_sources(root)
    assert set(found.reports) == {"tiny"}
    assert found.facts == figures.FACTS
    assert found.model["version"] == "1.2"


def test_scores_on_auctions_never_trained_on_come_before_those_on_kept_deals(root: Path) -> None:
    save(root / REPORTS / "a.json", figures.report("a"))
    save(
        root / REPORTS / "b.json",
        figures.report("b", dev={"later": figures.scores(decisions=9)}),
    )
    found = read_sources(root)
    assert found.final("a")["decisions"] == 50
    assert found.final("b")["decisions"] == 9
    assert found.final("b", "later")["decisions"] == 9
    assert found.final("b", "never scored") == found.final("never run") == {}


def test_without_any_report_there_are_none(root: Path) -> None:
    found = read_sources(root)
    assert found.reports == {}
    assert found.facts is None


def test_scores_of_several_models_are_refused(root: Path) -> None:
    other = figures.scores(model={**figures.MODEL, "version": "1.3"})
    save(root / SCORES / "b.json", other)
    with pytest.raises(ValueError, match="several models"):
        read_scores(root / SCORES)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"model": 3}'])
def test_damaged_scores_are_named(root: Path, text: str) -> None:
    (root / SCORES / "bad.json").write_text(text)
    with pytest.raises(ValueError, match=r"bad\.json"):
        read_scores(root / SCORES)


def test_missing_scores_are_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="evaluate_bidder"):
        read_scores(tmp_path)


def test_what_is_no_report_of_a_run_is_left_alone_and_what_is_no_json_is_named(root: Path) -> None:
    save(root / REPORTS / "odd.json", {"a": 1})
    assert read_sources(root).reports == {}
    (root / REPORTS / "odd.json").write_text("{")
    with pytest.raises(ValueError, match=r"odd\.json"):
        read_sources(root)
