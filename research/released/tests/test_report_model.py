"""The command that makes the page on the model: from what was saved of the released weights."""

import io
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bidding.networks.checkpoint import load_bidder
from research.released.commands.model import Command
from research.released.tests import figures

SCORES, REPORTS = Path("research/released/scores"), Path("research/released/reports")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Scores of the released weights and the report of one run."""
    for folder in (SCORES, REPORTS, Path("docs")):
        (tmp_path / folder).mkdir(parents=True)
    _, model = load_bidder()
    save(
        tmp_path / SCORES / "robot-sayc-dev.json",
        figures.scores(model=model.to_dict()),
    )
    save(tmp_path / REPORTS / "probe.json", figures.report("probe"))
    return tmp_path


def save(path: Path, document: object) -> None:
    path.write_text(json.dumps(document))


def test_the_page_and_its_picture_are_written(root: Path) -> None:
    said = io.StringIO()
    call_command(Command(), root=root, stdout=said)
    page = (root / "docs/model.md").read_text()
    _, model = load_bidder()
    assert f"`{model.sha256[:16]}…`" in page
    assert "After 1♦: North's HCP" in page
    assert "| `probe` | This project's arrangement | 50 |" in page
    picture = ElementTree.parse(root / "docs/convergence.svg")
    assert picture.getroot().tag.endswith("svg")
    assert not (root / "docs/deals.svg").exists()
    assert "model.md written" in said.getvalue()


def test_reports_are_read_with_and_without_what_the_run_came_from(root: Path) -> None:
    pages = []
    for origin in ({}, {"fingerprint": "c" * 64, "start_sha256": "", "weights_sha256": "d" * 64}):
        save(root / REPORTS / "probe.json", figures.report("probe", **origin))
        call_command(Command(), root=root, stdout=io.StringIO())
        pages.append((root / "docs/model.md").read_text())
    assert pages[0] == pages[1]


def test_scores_of_other_weights_are_refused(root: Path) -> None:
    save(root / SCORES / "robot-sayc-dev.json", figures.scores())
    with pytest.raises(CommandError, match="score again"):
        call_command(Command(), root=root, stdout=io.StringIO())
    assert not (root / "docs/model.md").exists()


def test_what_is_missing_is_named(root: Path) -> None:
    (root / SCORES / "robot-sayc-dev.json").unlink()
    with pytest.raises(CommandError, match="evaluate_bidder"):
        call_command(Command(), root=root, stdout=io.StringIO())
