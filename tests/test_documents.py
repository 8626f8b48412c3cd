"""Documents: links lead somewhere, commands exist, the README is short, no figures are stale."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

from bidding.networks.checkpoint import BIDDER, read_info
from bidding.tricks.estimator import ESTIMATOR

ROOT = Path(__file__).parent.parent
PATTERNS = ("*.md", "docs/**/*.md", "research/**/*.md", "bidding/**/*.md", "frontend/*.md")
DOCUMENTS = sorted(path for pattern in PATTERNS for path in ROOT.glob(pattern))
CURRENT = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]  # no earlier versions
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
CODE_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?<![\w/])manage\.py (\w+)")
RESEARCH_COMMAND = re.compile(r"-m research\.(\w+) (\w+)")
PLACES = "bidding|bridgeviz|research|tests|benchmarks|deploy|docs|examples|frontend|scripts|static"
NAMED_PATH = re.compile(rf"`((?:{PLACES})/[\w./-]+)`")
NAMED_DOCUMENT = re.compile(r"\b(?:docs|research|bidding)/[\w./-]+\.md\b")
SCORES = re.compile(r"\| (\d+\.\d) % \| (\d+\.\d) % \| (\d\.\d\d) \|")
RELEASE = re.compile(r"\bv\d+\.\d+\.\d+\b")
README_LINES = 120


@cache
def anchors(path: Path) -> frozenset[str]:
    """Return the anchors of the headings, as GitHub makes them."""
    headings = HEADING.findall(CODE_BLOCK.sub("", path.read_text()))
    return frozenset(re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings)


def broken_links(path: Path, text: str) -> list[str]:
    """Return the links to files and headings that are not there."""
    broken = []
    for found in LINK.findall(CODE_BLOCK.sub("", text)):
        target, _, anchor = "".join(found).partition("#")
        if target.startswith(("http:", "https:", "mailto:")):
            continue
        file = (path.parent / target).resolve() if target else path
        if not file.exists() or (anchor and anchor not in anchors(file)):
            broken.append("".join(found))
    return broken


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    assert broken_links(path, path.read_text()) == []


def test_releases_that_are_named_are_in_the_changelog() -> None:
    paths = [*DOCUMENTS, *(ROOT / "deploy").iterdir(), ROOT / "compose.yaml", ROOT / "Dockerfile"]
    named = {(path.name, name) for path in paths for name in RELEASE.findall(path.read_text())}
    assert ("operations.md", "v0.17.0") in named
    heads = set(re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE))
    assert [(path, name) for path, name in sorted(named) if name[1:] not in heads] == []


def test_a_broken_link_is_found() -> None:
    text = "[a](README.md#two-commands) [b](none.md) [c](#none) [d](README.md#none)"
    assert broken_links(ROOT / "README.md", text) == ["none.md", "#none", "README.md#none"]


@pytest.mark.parametrize("path", CURRENT, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_exist(path: Path) -> None:
    text = path.read_text()
    assert set(COMMAND.findall(text)) <= set(get_commands())
    for subject, command in RESEARCH_COMMAND.findall(text):
        assert (ROOT / "research" / subject / "commands" / f"{command}.py").is_file(), command


@pytest.mark.parametrize("path", CURRENT, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_exist(path: Path) -> None:
    named = NAMED_PATH.findall(path.read_text())
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_documents_that_code_names_exist() -> None:
    for package in ("bidding", "bridgeviz", "research", "benchmarks", "tests"):
        for path in (ROOT / package).rglob("*.py"):
            named = set(NAMED_DOCUMENT.findall(path.read_text()))
            assert [name for name in named if not (ROOT / name).exists()] == [], path


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= README_LINES


def test_figures_are_of_the_released_weights() -> None:
    readme, card, model = (
        (ROOT / name).read_text()
        for name in ("README.md", "bidding/weights/README.md", "docs/model.md")
    )
    for kind in (BIDDER, ESTIMATOR):
        info = read_info(kind)
        assert f"# Model card: {info.name} {info.version}\n" in card
        assert f" {info.version} " in readme
    scores = SCORES.findall(readme)
    assert len(scores) == 7
    for calls, but_passes, points in scores:
        found = rf"\| \**{calls}±[\d.]+%\** \| \**{but_passes}±[\d.]+%\** \|.* \| \**{points}±"
        assert re.search(found, model)
