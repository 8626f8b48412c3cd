"""Settings of experiments: declared with their types and bounds, read from TOML files."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

from pydantic import (
    ConfigDict,
    Field,
    NonNegativeInt,
    TypeAdapter,
    ValidationError,
    WrapValidator,
)

RECIPES = Path(__file__).resolve().parents[1] / "recipes"
_NUMBER = re.compile(r"^\d\d-")


def _as_written(value: Any, check: Callable[[Any], Any]) -> Any:
    """Return a value that passes the check unchanged: fingerprints tell 16 from 16.0."""
    check(value)
    return value


Number = Annotated[float, Field(ge=0), WrapValidator(_as_written)]
Positive = Annotated[float, Field(gt=0), WrapValidator(_as_written)]
Share = Annotated[float, Field(ge=0, le=1), WrapValidator(_as_written)]


class Settings:
    """A dataclass of settings, which ``read`` checks by its annotations."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(
        extra="forbid", strict=True, allow_inf_nan=False
    )

    @classmethod
    def read(cls, values: dict[str, Any]) -> Self:
        """Return a table of a TOML file as settings; raise ValueError naming what is at fault."""
        try:  # as JSON, whose lists are tuples and whose tables are dataclasses, strictly
            return TypeAdapter(cls).validate_json(json.dumps(values))
        except ValidationError as error:
            raise ValueError("; ".join(map(_fault, error.errors()))) from error

    @classmethod
    def read_file(cls, name: str, folder: Path) -> Self:
        """Return the recipe of a name in a folder, or of a path that ends in .toml.

        Raise ValueError naming the file and the setting at fault.
        """
        path = recipe_path(name, folder)
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
            return cls.read({**table, "name": recipe_name(path)})
        except (OSError, TypeError, ValueError) as error:
            raise ValueError(f"{path}: {error}") from error


@dataclass(frozen=True)
class Learning(Settings):
    """Settings of the optimisers that all experiments with matrices have."""

    seed: NonNegativeInt = 1
    passes: Positive = 1.0
    """Number of epochs; a fraction stops early."""

    matrix_lr: Number = 4e-3
    """Peak learning rate of the inner matrices (Muon)."""

    other_lr: Number = 2e-3
    """Peak learning rate of embeddings, biases, norms and the heads (AdamW)."""

    weight_decay: Number = 0.01
    warmup: Share = 0.04
    """Share of the steps, at the start, over which the rates rise."""

    decay: Share = 1.0
    """Share of the steps, at the end, over which the rates fall linearly to zero."""

    clip: Positive = 1.0
    """Norm that gradients are clipped to."""


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


def _fault(error: Any) -> str:
    place = ".".join(map(str, error["loc"]))
    if error["type"] == "missing":
        return f"{place} is missing"
    if error["type"] == "unexpected_keyword_argument":
        return f"unknown setting: {place}"
    if error["type"] == "value_error":
        return str(error["ctx"]["error"])
    return f"{place} is {error['input']!r}; {error['msg'].replace('Input should', 'it must')}"
