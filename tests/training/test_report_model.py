"""The command that makes the page on the model: from what was saved of the released weights."""

import io
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bidding.networks.checkpoint import load_bidder
from tests.training.reporting import figures


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Scores of the released weights and the report of one run."""
    for folder in ("scores", "reports"):
        (tmp_path / folder).mkdir()
    _, model = load_bidder()
    save(tmp_path / "scores" / "robot-sayc-dev.json", figures.scores(model=model.to_dict()))
    save(tmp_path / "reports" / "probe.json", figures.report("probe"))
    return tmp_path


def save(path: Path, document: object) -> None:
    path.write_text(json.dumps(document))


def test_the_page_and_its_picture_are_written(docs: Path) -> None:
    said = io.StringIO()
    call_command("report_model", docs=docs, stdout=said)
    page = (docs / "model.md").read_text()
    _, model = load_bidder()
    assert f"`{model.sha256[:16]}…`" in page
    assert "After 1♦: North's HCP" in page
    assert "| `probe` | This project's arrangement | 50 |" in page
    picture = ElementTree.parse(docs / "convergence.svg")
    assert picture.getroot().tag.endswith("svg")
    assert not (docs / "deals.svg").exists()
    assert "model.md written" in said.getvalue()


def test_reports_are_read_with_and_without_what_the_run_came_from(docs: Path) -> None:
    pages = []
    for origin in ({}, {"fingerprint": "c" * 64, "start_sha256": "", "weights_sha256": "d" * 64}):
        save(docs / "reports" / "probe.json", figures.report("probe", **origin))
        call_command("report_model", docs=docs, stdout=io.StringIO())
        pages.append((docs / "model.md").read_text())
    assert pages[0] == pages[1]


def test_scores_of_other_weights_are_refused(docs: Path) -> None:
    save(docs / "scores" / "robot-sayc-dev.json", figures.scores())
    with pytest.raises(CommandError, match="score again"):
        call_command("report_model", docs=docs, stdout=io.StringIO())
    assert not (docs / "model.md").exists()


def test_what_is_missing_is_named(docs: Path) -> None:
    (docs / "scores" / "robot-sayc-dev.json").unlink()
    with pytest.raises(CommandError, match="evaluate_bidder"):
        call_command("report_model", docs=docs, stdout=io.StringIO())
