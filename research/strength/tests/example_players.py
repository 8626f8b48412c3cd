"""The players of examples/players as modules, and a position as they read it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType


def load_player(name: str) -> ModuleType:
    """Import examples/players/NAME_player.py, which is no part of a package."""
    spec = importlib.util.spec_from_file_location(name, Path(f"examples/players/{name}_player.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def position(seat: str, dealer: str, auction: str, vulnerability: str = "None") -> dict:
    """The same hand at a seat, after these calls."""
    return {
        "hand": "AKJ5.T98.Q2.AK43",
        "seat": seat,
        "dealer": dealer,
        "vulnerability": vulnerability,
        "auction": auction.split(),
    }
