"""The pinned packages are those that are asked for, and those that these tests run on."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
ELSEWHERE = {"torch"}  # pinned in requirements-model.txt alone: its builds differ


def pins(name: str) -> dict[str, str]:
    """The version specifiers of a file of requirements, by package, as far as this Python goes."""
    lines = (ROOT / name).read_text().splitlines()
    required = [Requirement(line) for line in lines if line and line[0] not in "#-"]
    here = [one for one in required if one.marker is None or one.marker.evaluate()]
    return {canonicalize_name(one.name): str(one.specifier) for one in here}


CONSTRAINTS = pins("constraints.txt")


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("requirements*.txt")))
def test_what_is_asked_for_is_pinned_alike(name: str) -> None:
    required = {package: pin for package, pin in pins(name).items() if package not in ELSEWHERE}
    assert required.items() <= CONSTRAINTS.items()


def test_what_is_installed_is_what_is_pinned() -> None:
    installed = {package: f"=={metadata.version(package)}" for package in CONSTRAINTS}
    assert installed == CONSTRAINTS


def test_all_that_a_pinned_package_needs_is_pinned() -> None:
    needed = {
        canonicalize_name(need.name)
        for package in CONSTRAINTS
        for need in map(Requirement, metadata.requires(package) or ())
        if need.marker is None or need.marker.evaluate({"extra": ""})
    }
    assert needed <= CONSTRAINTS.keys() | ELSEWHERE
