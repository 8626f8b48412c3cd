"""CHANGELOG.md, ``bidding.__version__`` and the released bidder agree on what version this is."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from packaging.version import Version

import bidding
from bidding.networks.checkpoint import BIDDER, read_info

TEXT = (Path(__file__).parent.parent / "CHANGELOG.md").read_text()
HEADING = re.compile(r"^(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d), bidder ([\d. and]+)\)$")
HEADINGS = re.findall(r"^## (.*)$", TEXT, re.MULTILINE)
RELEASES = [found.groups() for found in map(HEADING.match, HEADINGS) if found]


def test_every_section_is_a_release_but_what_is_unreleased() -> None:
    unreleased = [heading for heading in HEADINGS if not HEADING.match(heading)]
    assert unreleased in ([], ["Unreleased"])
    assert HEADINGS[: len(unreleased)] == unreleased
    for section in re.split(r"^## .*$", TEXT, flags=re.MULTILINE)[1:]:
        assert section.startswith("\n\n- ")


def test_releases_go_from_the_newest_to_the_oldest() -> None:
    versions = [Version(version) for version, _, _ in RELEASES]
    assert versions == sorted(set(versions), reverse=True)
    dates = [date.fromisoformat(day) for _, day, _ in RELEASES]
    assert dates == sorted(dates, reverse=True)
    bidders = [Version(bidder.split()[-1]) for _, _, bidder in RELEASES]
    assert bidders == sorted(bidders, reverse=True)
    assert bidders[0] <= Version(read_info(BIDDER).version)


def test_the_program_is_of_the_latest_version_or_on_the_way_to_the_next() -> None:
    here, latest = Version(bidding.__version__), Version(RELEASES[0][0])
    if HEADINGS[0] == "Unreleased":
        assert here.is_devrelease
        assert here > latest
    else:
        assert here == latest


def test_the_latest_release_is_the_one_to_cite() -> None:
    citation = (Path(__file__).parent.parent / "CITATION.cff").read_text()
    version, day, _ = RELEASES[0]
    assert f"\nversion: {version}\ndate-released: {day}\n" in citation
