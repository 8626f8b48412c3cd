"""Recipes' folder, and checks of settings that dataclasses declare."""

from __future__ import annotations

import math
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

RECIPES = Path(__file__).resolve().parents[1] / "recipes"
T = TypeVar("T")
_NUMBER = re.compile(r"^\d\d-")


def recipe_name(path: Path) -> str:
    """Return a recipe's name: its file's, without the number that tells the order of the runs."""
    return _NUMBER.sub("", path.stem)


def recipe_path(name: str, folder: Path) -> Path:
    """Return the file of the recipe of that name in a folder, or of a path that ends in .toml.

    Raise ValueError if there is none.
    """
    paths = {recipe_name(path): path for path in sorted(folder.glob("*.toml"))}
    path = Path(name) if name.endswith(".toml") else paths.get(name)
    if path is None or not path.is_file():
        known = ", ".join(paths)
        raise ValueError(f"there is no recipe {name!r}; there are: {known}, or name a .toml file")
    return path


def check_numbers(
    settings: Any, above_zero: tuple[str, ...] = (), shares: tuple[str, ...] = ()
) -> None:
    """Raise ValueError naming a number that is missing, negative or out of range."""
    for item in fields(settings):
        value = getattr(settings, item.name)
        if item.type not in ("int", "float"):
            continue
        kinds = (int,) if item.type == "int" else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise ValueError(f"{item.name} is {value!r}; it must be of type {item.type}")
        low = "above 0" if item.name in above_zero else "at least 0"
        if not 0 <= value < math.inf or (item.name in above_zero and value == 0):
            raise ValueError(f"{item.name} is {value}; it must be {low}")
        if item.name in shares and value > 1:
            raise ValueError(f"{item.name} is {value}; it is a share, at most 1")


def check_switches(settings: Any) -> None:
    """Raise ValueError naming a switch that is neither true nor false."""
    for item in fields(settings):
        value = getattr(settings, item.name)
        if item.type == "bool" and not isinstance(value, bool):
            raise ValueError(f"{item.name} is {value!r}; it must be true or false")


def settings_of(kind: type[T], values: dict[str, Any]) -> T:
    """Return a table of a TOML file as settings; raise ValueError for an unknown name."""
    names = {item.name for item in fields(kind)}  # type: ignore[arg-type]
    if unknown := set(values) - names:
        raise ValueError(f"unknown settings: {', '.join(sorted(unknown))}")
    return kind(**values)
