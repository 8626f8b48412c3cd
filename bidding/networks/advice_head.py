"""The adviser: a head on the bidder's trunk that predicts what each call is worth in IMPs.

It reads the features that the bidder's own heads read, and belongs to the weights of one bidder.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from bidding.domain.calls import N_CALLS
from bidding.networks.checkpoint import BadCheckpoint, Kind, ModelInfo, load_network, save_network
from bidding.networks.config import check_whole

LEAST_CHANCE = 0.05
"""Of a call that may be preferred to the likeliest: what the bidder itself would hardly ever do
partner does not expect either."""


@dataclass(frozen=True)
class AdviceConfig:
    """The hyperparameters of an adviser. Raises ValueError for an invalid value."""

    bidder_sha256: str
    """The sha256 of the weights of the bidder whose features it reads."""

    inputs: int = 640
    """Width of these features: the bidder's ``readout_width``."""

    width: int = 512
    """Hidden units."""

    dropout: float = 0.1
    """Dropout of the hidden units in training."""

    def __post_init__(self) -> None:
        check_whole("inputs", self.inputs, least=1)
        check_whole("width", self.width, least=1)
        if not isinstance(self.dropout, int | float) or not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is {self.dropout!r}; it must be a share from 0 to below 1")
        if not isinstance(self.bidder_sha256, str):
            raise ValueError(f"bidder_sha256 is {self.bidder_sha256!r}; it must be text")

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> AdviceConfig:
        """Build a configuration from settings. Raises ValueError for unknown names."""
        if unknown := set(values) - {item.name for item in fields(cls)}:
            raise ValueError(f"unknown settings: {', '.join(sorted(unknown))}")
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain values."""
        return asdict(self)


class AdviceHead(nn.Module):
    """One hidden layer; untrained, it finds all calls equal."""

    def __init__(self, config: AdviceConfig) -> None:
        super().__init__()
        self.config = config
        self.hidden = nn.Sequential(nn.Linear(config.inputs, config.width), nn.SiLU())
        self.dropout = nn.Dropout(config.dropout)
        self.values = nn.Linear(config.width, N_CALLS)
        nn.init.zeros_(self.values.weight)
        nn.init.zeros_(self.values.bias)

    def forward(self, features: Tensor) -> Tensor:
        """Map features (view, inputs) to (view, 38) values of the calls in IMPs, float32.

        Only differences between calls of one view mean anything.
        """
        weight = self.values.weight
        values = self.values(self.dropout(self.hidden(features.to(weight.dtype))))
        return torch.as_tensor(values).float()


ADVISER = Kind(
    "adviser",
    lambda settings: AdviceHead(AdviceConfig.from_dict(settings)),
    command="manage.py train_adviser",
)


def save_adviser(head: AdviceHead, directory: Path, *, version: str, recipe: str) -> ModelInfo:
    """Write an adviser's weights and config."""
    names = {"name": "bridgeviz-adviser", "version": version, "recipe": recipe}
    return save_network(ADVISER, head, head.config.to_dict(), directory, **names)


def load_adviser(
    bidder: ModelInfo, directory: Path | None = None, device: torch.device | str = "cpu"
) -> tuple[AdviceHead, ModelInfo]:
    """Load and verify the adviser of a bidder, the released one by default.

    Raises BadCheckpoint as ``load_network`` does, and for the adviser of another bidder.
    """
    head, info = load_network(ADVISER, directory, device)
    if head.config.bidder_sha256 != bidder.sha256:
        raise BadCheckpoint(
            f"{info.name} {info.version} belongs to the bidder with sha256 "
            f"{head.config.bidder_sha256}, not to {bidder.name} {bidder.version} with "
            f"{bidder.sha256}; train one for it with `python {ADVISER.command}`"
        )
    return head, info
