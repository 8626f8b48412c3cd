"""Fixtures of what small networks learn from."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.tricks.tests.small_recipe import small_recipe
from tests.training.estimator.learnable_deals import save_learnable_deals


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with solved deals that a small network learns."""
    return save_learnable_deals(tmp_path / "data", monkeypatch)


@pytest.fixture
def recipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a file of recipes, which lies among the project's."""
    return small_recipe(tmp_path, monkeypatch)
