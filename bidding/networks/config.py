"""Hyperparameters of the bidder, which are checked and saved beside its weights."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

_FIXED: dict[str, object] = {
    "state": "public",
    "readout": "residual",
    "blocks": "gated",
    "bid_suits": True,
    "card_head": "owners",
    "rule_vector": True,
    "position_flag": True,
    "beliefs": False,
    "system_inputs": True,
    "service_tokens": False,
}
"""Settings of weights and recipes of releases up to 0.11.0, each with the one value it can have."""

_UNUSED = {"detached_beliefs", "dropout"}
"""Settings of those releases that have no effect."""


def check_whole(name: str, value: object, least: int) -> None:
    """Raise ValueError if a setting is not a whole number of at least ``least``."""
    if type(value) is not int or value < least:
        raise ValueError(f"{name} is {value!r}; it must be a whole number from {least} on")


@dataclass(frozen=True)
class BidderConfig:
    """The hyperparameters of a bidder. Raises ValueError for an invalid value."""

    state_width: int = 128
    """Width of each recurrent layer."""

    state_layers: int = 3
    """Stacked recurrent layers (paper P1: three)."""

    call_embedding: int = 128
    """Width of the embedding of a call (paper P1: 256)."""

    readout_width: int = 640
    """Width of the residual trunk."""

    readout_blocks: int = 3
    """Residual blocks of the trunk."""

    evaluation: bool = False
    """Input hand evaluation to the trunk: points for shape, losers, …"""

    adjustment: bool = False
    """Input adjustments to the point count to the trunk: tens, stoppers, …"""

    meaning_width: int = 0
    """Width of the trunk of the meaning heads; 0 for none."""

    meaning_blocks: int = 2
    """Residual blocks of that trunk."""

    meanings: int = 0
    """Number of meanings predicted, the first of the vocabulary."""

    def __post_init__(self) -> None:
        widths = ("state_width", "state_layers", "call_embedding", "readout_width")
        for setting in fields(self):
            name, value = setting.name, getattr(self, setting.name)
            if setting.type == "int":
                check_whole(name, value, 1 if name in widths else 0)
            elif type(value) is not bool:
                raise ValueError(f"{name} is {value!r}; it must be true or false")
        if self.meaning_width and not self.meanings:
            raise ValueError("meaning heads want a number of meanings")

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Build a configuration from a TOML or JSON table. Raises ValueError for unknown names.

        Settings of earlier releases are accepted at the values that the network still has.
        """
        values, names = dict(values), {field.name for field in fields(cls)}
        former = {name: values[name] for name in values.keys() - names - _UNUSED}
        if unknown := former.keys() - _FIXED.keys():
            raise ValueError(f"unknown settings of the bidder: {', '.join(sorted(unknown))}")
        for name, value in former.items():
            if value != _FIXED[name]:
                raise ValueError(f"{name} is {value!r}; it can only be {_FIXED[name]!r}")
        return cls(**{name: value for name, value in values.items() if name in names})

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as a plain mapping."""
        return asdict(self)
