"""The adviser: heads on the bidder's trunk that predict what each call is worth in IMPs.

They read the features that the bidder's own heads read, and belong to the weights of one bidder.
They are an ensemble: each is trained without another share of the deals, so that their spread gives
the standard error of what they predict together (the delete-a-group jackknife, Kott 2001).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn

from bidding.domain.calls import N_CALLS
from bidding.networks.arithmetic import FEW_ROWS, by_blocks
from bidding.networks.checkpoint import BadCheckpoint, Kind, ModelInfo, load_network, save_network
from bidding.networks.config import Hyperparameters

LEAST_CHANCE = 0.05
"""Of a call that may be preferred to the likeliest: what the bidder itself would hardly ever do
partner does not expect either."""

MARGIN = 0.5
"""IMPs; a smaller gain is no reason to leave the likeliest call."""

SURE_ERRORS = 2.0
"""Standard errors, beyond which a difference is hardly chance. Only such a gain is shown and
graded; in a match one error is enough, since there the mean counts."""


@dataclass(frozen=True)
class AdviceConfig(Hyperparameters):
    """The hyperparameters of an adviser. Raises ValueError for an invalid value."""

    bidder_sha256: str
    """The sha256 of the weights of the bidder whose features it reads."""

    inputs: int = 640
    """Width of these features: the bidder's ``readout_width``."""

    width: int = 512
    """Hidden units of each member."""

    members: int = 4
    """Heads of the ensemble."""

    dropout: float = 0.1
    """Dropout of the hidden units in training."""


class Choices(NamedTuple):
    """The likeliest call of each view, the plausible call of the highest value, and what that is
    predicted to win over the likeliest, in IMPs, with its standard error; each (view,)."""

    likeliest: Tensor
    best: Tensor
    gain: Tensor
    error: Tensor

    @property
    def preferred(self) -> Tensor:
        """(view,): ``best`` where its gain is over the margin and its error, else the likeliest."""
        return self._beyond(1.0)

    @property
    def sure(self) -> Tensor:
        """(view,): ``best`` where that is hardly chance, else the likeliest."""
        return self._beyond(SURE_ERRORS)

    def _beyond(self, errors: float) -> Tensor:
        least = (errors * self.error).clamp(min=MARGIN)
        return torch.where(self.gain > least, self.best, self.likeliest)


class AdviceHead(nn.Module):
    """Heads of one hidden layer; untrained, they find all calls equal."""

    def __init__(self, config: AdviceConfig) -> None:
        super().__init__()
        self.config = config
        self.hidden = nn.Sequential(
            nn.Linear(config.inputs, config.members * config.width), nn.SiLU()
        )
        self.dropout = nn.Dropout(config.dropout)
        self.weight = nn.Parameter(torch.zeros(config.members, config.width, N_CALLS))
        self.bias = nn.Parameter(torch.zeros(config.members, 1, N_CALLS))

    def forward(self, features: Tensor) -> Tensor:
        """Map features (view, inputs) to (view, members, 38) values of the calls in IMPs, float32.

        Only differences between calls of one view and member mean anything.
        """
        features = features.to(self.weight.dtype)
        if features.device.type != "cpu" or torch.is_grad_enabled():
            return self._values(features).float()
        return by_blocks(self._values, features, FEW_ROWS).float()

    def _values(self, features: Tensor) -> Tensor:
        hidden = self.dropout(self.hidden(features))
        by_member = hidden.unflatten(-1, (self.config.members, -1)).transpose(0, 1)
        return torch.baddbmm(self.bias, by_member, self.weight).transpose(0, 1)

    def gains(self, features: Tensor, over: Tensor) -> tuple[Tensor, Tensor]:
        """Return (view, 38) what each call is predicted to win over a call (view,), and errors.

        Errors are the jackknife's, √((M - 1) / M · Σ (gain - mean gain)²); 0 with one member.
        """
        values = self(features)
        given = over[:, None, None].expand(-1, self.config.members, 1)
        gains = values - values.gather(2, given)
        members = self.config.members
        errors = gains.std(1, correction=0) * (members - 1) ** 0.5
        return gains.mean(1), errors

    def choose(self, features: Tensor, chances: Tensor) -> Choices:
        """Choose among the plausible calls by the bidder's chances (view, 38)."""
        likeliest = chances.argmax(1)
        gains, errors = self.gains(features, likeliest)
        gain, best = gains.masked_fill(implausible(chances), -torch.inf).max(1)
        return Choices(likeliest, best, gain, errors.gather(1, best[:, None])[:, 0])


def implausible(chances: Tensor) -> Tensor:
    """Return (view, 38) True for calls below LEAST_CHANCE, by the bidder's chances (view, 38).

    The likeliest is plausible however unlikely it is.
    """
    return (chances < LEAST_CHANCE).scatter(1, chances.argmax(1, keepdim=True), False)


ADVISER = Kind(
    "adviser",
    lambda settings: AdviceHead(AdviceConfig.from_dict(settings)),
    command="manage.py train adviser",
)


def save_adviser(head: AdviceHead, directory: Path, *, version: str, recipe: str) -> ModelInfo:
    """Write an adviser's weights and config."""
    names = {"name": "bridgeviz-adviser", "version": version, "recipe": recipe}
    return save_network(ADVISER, head, head.config.to_dict(), directory, **names)


def find_adviser(
    bidder: ModelInfo, directory: Path, device: torch.device | str = "cpu"
) -> tuple[AdviceHead, ModelInfo] | None:
    """Load the adviser in a directory; None if there is none, or it is another bidder's.

    Raises BadCheckpoint if it is damaged.
    """
    if not (directory / ADVISER.config).is_file():
        return None
    head, info = load_network(ADVISER, directory, device)
    return (head, info) if head.config.bidder_sha256 == bidder.sha256 else None


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
