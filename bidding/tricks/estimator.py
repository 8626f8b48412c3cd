"""A network that gives the chance of each number of tricks, for all strains and declarers at once.

The symmetries of the game are built in. Every declarer looks at the table from his own chair,
so that a turned table gives the same answer; suits are read by one reader and only summed over,
so that plain suits may change places, and the trump suit with its strain.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from bidding.encoding.layout import N_CARDS, N_SEATS, N_SUITS
from bidding.networks.checkpoint import Kind, ModelInfo, load_network, save_network
from bidding.networks.config import check_whole
from bidding.tricks.solved import MOST_TRICKS, N_STRAINS, NOBODY
from bidding.yielding import yield_point

N_RANKS = N_CARDS // N_SUITS
N_COUNTS = MOST_TRICKS + 1
SUIT_INPUTS = N_RANKS * (2 * N_SEATS + 2)
_ROLES = 3  # of a suit: trumps, beside trumps, at notrump
_BATCH, _CPU_BATCH = 512, 32  # deals at once; on processors no slower, and others pass between


def _check_dropout(value: object) -> None:
    """Raise ValueError where it is no share, or all."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < 1:
        raise ValueError(f"dropout is {value!r}; it must be a share from 0 to below 1")


@dataclass(frozen=True)
class EstimatorConfig:
    """The widths of the network."""

    reader: int = 256
    """Units that read a suit."""

    width: int = 192
    """Features of a suit in its context."""

    hidden: int = 384
    """Units of each round in which the suits hear of each other."""

    rounds: int = 4
    """How many such rounds there are."""

    dropout: float = 0.0
    """The share of a round's hidden units left out in training: of a deal the same ones in all
    strains and suits."""

    def __post_init__(self) -> None:
        for name in ("reader", "width", "hidden", "rounds"):
            check_whole(name, getattr(self, name), least=1)
        _check_dropout(self.dropout)

    def to_dict(self) -> dict[str, Any]:
        """The widths as plain values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> EstimatorConfig:
        """The inverse; raises ValueError for a setting that is none."""
        if unknown := set(values) - {item.name for item in fields(cls)}:
            raise ValueError(f"unknown settings: {', '.join(sorted(unknown))}")
        return cls(**values)


def suit_views(owner: Tensor, declarers: Tensor) -> Tensor:
    """Who holds what in each suit, as each declarer sees the table: (N, V, 4, SUIT_INPUTS) float.

    ``owner`` (N, 52) seats or NOBODY, ``declarers`` (N, V) seats. For each suit: of each rank,
    highest first, whether declarer, his left, his partner, his right hold it; whether each of them
    has more than 0, 1, ... 12 cards; and whether the highest 1, 2, ... 13 cards all belong to
    declarer's side, or to the other. Ranks that nobody holds any more are closed up, for only the
    order of cards counts.
    """
    suits = owner.view(-1, N_SUITS, N_RANKS)
    order = (suits == NOBODY).to(torch.int8).sort(dim=-1, stable=True).indices
    suits = suits.gather(-1, order)
    relative = (suits[:, None] - declarers[:, :, None, None]) % N_SEATS
    relative = torch.where(suits[:, None] == NOBODY, NOBODY, relative)
    held = functional.one_hot(relative.long(), N_SEATS + 1)[..., :N_SEATS]  # (N, V, 4, 13, 4)
    places = torch.arange(N_RANKS, device=owner.device)
    longer = held.sum(-2).unsqueeze(-1) > places  # (N, V, 4, seat, 13)
    sides = held[..., :2] + held[..., 2:]
    tops = sides.cumprod(-2)
    return torch.cat([held.flatten(-2), longer.flatten(-2), tops.flatten(-2)], dim=-1).float()


class TrickEstimator(nn.Module):
    """Reads each suit, lets the suits hear of each other for some rounds, and answers."""

    def __init__(self, config: EstimatorConfig | None = None) -> None:
        super().__init__()
        self.config = config = config or EstimatorConfig()
        self.numbers = torch.float32  # what ``chances`` multiplies in, or bfloat16
        self.reader = nn.Sequential(nn.Linear(SUIT_INPUTS, config.reader), nn.ReLU())
        self.roles = nn.Linear(config.reader, _ROLES * config.width)
        self.temperature: Tensor  # by strain: what the logits are divided by, so that chances hold
        self.register_buffer("temperature", torch.ones(N_STRAINS))
        self.rounds = nn.ModuleList(Round(config) for _ in range(config.rounds))
        self.norm = nn.LayerNorm(config.width)
        self.answer = nn.Sequential(
            nn.Linear(2 * config.width, config.hidden),
            nn.ReLU(),
            nn.Linear(config.hidden, N_COUNTS),
        )

    def forward(self, owner: Tensor, declarers: Tensor) -> Tensor:
        """Logits (N, V, 5, 14) of the tricks of each of V declarers (N, V) in C D H S NT, as they
        are learned: not yet divided by the temperature.

        ``owner`` is (N, 52), the seat that holds each card or NOBODY.
        """
        suits = self.roles(self.reader(suit_views(owner, declarers)))  # (N, V, suit, roles)
        tokens = _in_each_strain(*suits.chunk(_ROLES, dim=-1))  # (N, V, strain, suit, width)
        for hear in self.rounds:
            tokens = hear(tokens)
        return self.answer(_context(self.norm(tokens)))

    @torch.inference_mode()
    def chances(self, owner: np.ndarray) -> np.ndarray:
        """(N, 52) seats to (N, 4, 5, 14) float32 chances of 0 to 13 tricks.

        By declarer N E S W and strain C D H S NT. With ``numbers`` in bfloat16 each is 0.0005 off
        on average, and 0.03 at most.
        """
        self.eval()
        device = self.roles.weight.device
        lowered = torch.autocast(device.type, torch.bfloat16, self.numbers is torch.bfloat16)
        answers = np.empty((len(owner), N_SEATS, N_STRAINS, N_COUNTS), dtype=np.float32)
        size = _CPU_BATCH if device.type == "cpu" else _BATCH
        for first in range(0, len(owner), size):
            some = torch.from_numpy(owner[first : first + size].astype(np.int64)).to(device)
            everybody = torch.arange(N_SEATS, device=device).expand(len(some), -1)
            with lowered:
                logits = self(some, everybody)
            chances = (logits.float() / self.temperature[:, None]).softmax(-1)
            answers[first : first + size] = chances.cpu().numpy()
            yield_point()  # here, not while products are lowered: they would be what runs here, too
        return answers


class Round(nn.Module):
    """Each suit hears of all suits together and of trumps, and changes what is known of it."""

    def __init__(self, config: EstimatorConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.width)
        self.own = nn.Linear(config.width, config.hidden)
        self.others = nn.Linear(2 * config.width, config.hidden, bias=False)
        self.change = nn.Linear(config.hidden, config.width)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, tokens: Tensor) -> Tensor:
        """(N, V, strain, suit, width) to the same."""
        normed = self.norm(tokens)
        hidden = self.own(normed) + self.others(_context(normed)).unsqueeze(-2)
        hidden = functional.relu(hidden)
        if self.training and self.dropout.p:
            deals, views, *_, units = hidden.shape
            hidden = hidden * self.dropout(hidden.new_ones(deals, views, 1, 1, units))
        return tokens + self.change(hidden)


def _in_each_strain(trump: Tensor, beside: Tensor, notrump: Tensor) -> Tensor:
    """What a suit is in each role, each (N, V, suit, width), to (N, V, strain, suit, width)."""
    # Strains run C D H S and suits S H D C: the trump suit of strain k is suit 3 - k.
    is_trump = torch.eye(N_SUITS, device=trump.device, dtype=torch.bool).flip(0)[..., None]
    in_suits = torch.where(is_trump, trump.unsqueeze(2), beside.unsqueeze(2))
    return torch.cat([in_suits, notrump.unsqueeze(2)], dim=2)


def _context(tokens: Tensor) -> Tensor:
    """The mean of all suits beside the trump suit's own features; at notrump these are zero."""
    suits = torch.arange(N_SUITS, device=tokens.device)
    trumps = tokens[:, :, suits, suits.flip(0)]  # (N, V, 4, width)
    trumps = functional.pad(trumps, (0, 0, 0, 1))
    return torch.cat([tokens.mean(-2), trumps], dim=-1)


ESTIMATOR = Kind(
    "estimator",
    lambda settings: TrickEstimator(EstimatorConfig.from_dict(settings)),
    command="train_tricks",
)


def save_estimator(
    estimator: TrickEstimator, directory: Path, *, version: str, recipe: str
) -> ModelInfo:
    """Write an estimator's weights and config."""
    settings = estimator.config.to_dict()
    names = {"name": "bridgeviz-tricks", "version": version, "recipe": recipe}
    return save_network(ESTIMATOR, estimator, settings, directory, **names)


def load_estimator(
    directory: Path | None = None, device: torch.device | str = "cpu"
) -> TrickEstimator:
    """The estimator kept in a directory, the released one by default; raises BadCheckpoint."""
    return load_network(ESTIMATOR, directory, device)[0]
