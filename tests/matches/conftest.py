"""Fixtures of tests of matches."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, settings: Settings) -> Path:
    """A folder of one's own for solved deals."""
    settings.HOME_DIR = tmp_path / "home"
    return settings.HOME_DIR
