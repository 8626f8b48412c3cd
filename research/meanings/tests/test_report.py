"""The command: what it prints, writes, keeps and refuses.

Slow: the claims of a group of rules are evaluated, twice.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bidding.domain.systems import System
from research.meanings.catalogue import contrasts, groups
from research.meanings.commands import report as command
from research.meanings.commands.report import Command
from tests import recorded

# The whole table takes minutes; test_released_meanings evaluates it.
GROUPS = [g for g in groups() if g.rules[0].case.system is System.STANDARD][:1]
CONTRASTS = contrasts()[:2]
CLAIMS = sum(len(s.claims) + len(s.book) for group in GROUPS for s in group.rules)


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    """The command evaluates these groups and contrasts alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "groups", lambda: GROUPS)
        patch.setattr(command, "contrasts", lambda: CONTRASTS)
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder that the command wrote to while counting, and what it printed."""
    docs, said = tmp_path_factory.mktemp("docs"), io.StringIO()
    archive = recorded.write(docs / "archive.npz", 300, 1)
    call_command(Command(), docs=docs, count=[archive], stdout=said)
    return docs, said.getvalue()


def test_every_rule_is_printed(made: tuple[Path, str]) -> None:
    lines = made[1].splitlines()
    evaluated = [line for line in lines if line.startswith(("ok ", "SHORT "))]
    assert len(evaluated) == CLAIMS + len(CONTRASTS)
    assert any(line.startswith("ok    standard 1NT: 15-17 HCP:") for line in evaluated)
    assert f"of {CLAIMS} claims hold" in made[1]


def test_page_and_figures_are_written(made: tuple[Path, str]) -> None:
    page = (made[0] / "meanings.md").read_text()
    saved = json.loads((made[0] / "meanings.json").read_text())
    printed = [line[6:] for line in made[1].splitlines() if line.startswith("SHORT ")]
    assert len(saved["short"]) == len(printed) == page.count("| **no** |")
    assert all(line.startswith(name) for line, name in zip(printed, saved["short"], strict=True))
    assert saved["counts"]["standard 1H"]["hands"] > 20
    assert f"% of {saved['counts']['standard 1H']['hands']} |" in page


def test_counts_are_kept_until_they_are_taken_anew(made: tuple[Path, str]) -> None:
    before = (made[0] / "meanings.json").read_bytes()
    call_command(Command(), docs=made[0], stdout=io.StringIO())
    assert (made[0] / "meanings.json").read_bytes() == before


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    for options, fault in (
        ({"count": [tmp_path / "absent.npz"]}, "absent.npz"),
        ({"weights": tmp_path / "nowhere"}, "no bidder in"),
    ):
        with pytest.raises(CommandError, match=fault):
            call_command(Command(), docs=tmp_path, stdout=io.StringIO(), **options)
    (tmp_path / "meanings.json").write_text("{}")
    with pytest.raises(CommandError, match=r"meanings\.json"):
        call_command(Command(), docs=tmp_path, stdout=io.StringIO())
    assert not (tmp_path / "meanings.md").exists()
