"""Hyperparameters of networks, which are checked and saved beside the weights."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Self


@dataclass(frozen=True)
class Hyperparameters:
    """Settings of a network. Raises ValueError for one of another type or out of its range."""

    may_be_zero: ClassVar[tuple[str, ...]] = ()
    """The whole numbers that may be; the others are at least 1, and numbers shares below 1."""

    def __post_init__(self) -> None:
        for item in fields(self):
            value, wanted = getattr(self, item.name), ""
            least = 0 if item.name in self.may_be_zero else 1
            if item.type == "int" and not (type(value) is int and value >= least):
                wanted = f"a whole number from {least} on"
            elif item.type == "float" and not (type(value) in (int, float) and 0 <= value < 1):
                wanted = "a share from 0 to below 1"
            elif item.type == "bool" and type(value) is not bool:
                wanted = "true or false"
            elif item.type == "str" and not isinstance(value, str):
                wanted = "text"
            if wanted:
                raise ValueError(f"{item.name} is {value!r}; it must be {wanted}")

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Build them from a TOML or JSON table. Raises ValueError for unknown names."""
        if unknown := set(values) - {item.name for item in fields(cls)}:
            raise ValueError(f"unknown settings: {', '.join(sorted(unknown))}")
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as a plain mapping."""
        return asdict(self)
