"""A network that predicts the number of tricks for all strains and declarers at once.

It respects the symmetries of the game. Seats are relative to declarer, so rotating the table
does not change the prediction; all suits share weights and are only summed over, so plain suits
may be permuted, and the trump suit together with its strain. Its estimates are scored by shares
within 2 | 1 | 0 tricks, and by calibration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from bidding.domain.table import Strain
from bidding.encoding.layout import N_CARDS, N_SEATS, N_SUITS
from bidding.networks.checkpoint import Kind, ModelInfo, load_network, save_network
from bidding.networks.config import Hyperparameters
from bidding.tricks.solved import MAX_TRICKS, N_STRAINS, NOBODY
from bidding.yielding import yield_point

N_RANKS = N_CARDS // N_SUITS
N_COUNTS = MAX_TRICKS + 1
SUIT_INPUTS = N_RANKS * (2 * N_SEATS + 2)
_ROLES = 3  # of a suit: trumps, plain suit, at notrump
_BATCH, _CPU_BATCH = 512, 32  # deals; small on CPUs, which is no slower and yields more often

_HIDDEN = N_CARDS // 2
_BINS = 10
SHARES = ("within2", "within1", "exact")
KINDS = ("suits", "notrump")
"""Kinds of contracts with separate scores."""


@dataclass(frozen=True)
class EstimatorConfig(Hyperparameters):
    """The hyperparameters of the network. Raises ValueError for an invalid value."""

    reader: int = 256
    """Units of the suit encoder."""

    width: int = 192
    """Features of a suit in each strain."""

    hidden: int = 384
    """Hidden units of each round of message passing between suits."""

    rounds: int = 4
    """Number of rounds."""

    dropout: float = 0.0
    """Dropout of a round's hidden units; the mask is shared by all strains and suits of a deal."""


def suit_views(owner: Tensor, declarers: Tensor) -> Tensor:
    """Return the inputs of each suit relative to each declarer: (N, V, 4, SUIT_INPUTS) float.

    ``owner`` (N, 52) seats or NOBODY, ``declarers`` (N, V) seats. Flags of each suit: for each
    rank, highest first, whether declarer, LHO, dummy or RHO holds it; whether each of them has
    more than 0, 1, ... 12 cards; and whether the highest 1, 2, ... 13 cards all belong to
    declarer's side, or to the defenders. Ranks that have been played are closed up, since only the
    order of cards matters.
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
    """Suit encoder, rounds of message passing between suits, and an output layer."""

    def __init__(self, config: EstimatorConfig | None = None) -> None:
        super().__init__()
        self.config = config = config or EstimatorConfig()
        self.compute_dtype = torch.float32  # of matrix products in ``chances``; may be bfloat16
        self.reader = nn.Sequential(nn.Linear(SUIT_INPUTS, config.reader), nn.ReLU())
        self.roles = nn.Linear(config.reader, _ROLES * config.width)
        self.temperature: Tensor  # calibration by strain: divisor of the logits
        self.register_buffer("temperature", torch.ones(N_STRAINS))
        self.rounds = nn.ModuleList(Round(config) for _ in range(config.rounds))
        self.norm = nn.LayerNorm(config.width)
        self.answer = nn.Sequential(
            nn.Linear(2 * config.width, config.hidden),
            nn.ReLU(),
            nn.Linear(config.hidden, N_COUNTS),
        )

    def forward(self, owner: Tensor, declarers: Tensor) -> Tensor:
        """Return logits (N, V, 5, 14) of the tricks of (N, V) declarers in C D H S NT.

        They are not divided by the temperature. ``owner`` is (N, 52), the seat that holds each
        card or NOBODY.
        """
        suits = self.roles(self.reader(suit_views(owner, declarers)))  # (N, V, suit, roles)
        tokens = _in_each_strain(*suits.chunk(_ROLES, dim=-1))  # (N, V, strain, suit, width)
        for round_ in self.rounds:
            tokens = round_(tokens)
        return self.answer(_context(self.norm(tokens)))

    @torch.inference_mode()
    def chances(self, owner: np.ndarray, declarers: Sequence[int] = range(N_SEATS)) -> np.ndarray:
        """Return (N, V, 5, 14) float32 probabilities of 0 to 13 tricks for (N, 52) seats.

        By V declarers, N E S W by default, and strain C D H S NT. With a ``compute_dtype`` of
        bfloat16 they are off by 0.0005 on average and by at most 0.03.
        """
        self.eval()
        device = self.roles.weight.device
        autocast = torch.autocast(device.type, torch.bfloat16, self.compute_dtype is torch.bfloat16)
        answers = np.empty((len(owner), len(declarers), N_STRAINS, N_COUNTS), dtype=np.float32)
        size = _CPU_BATCH if device.type == "cpu" else _BATCH
        for first in range(0, len(owner), size):
            seats = torch.from_numpy(owner[first : first + size].astype(np.int64)).to(device)
            views = torch.tensor(declarers, device=device).expand(len(seats), -1)
            with autocast:
                logits = self(seats, views)
            chances = (logits.float() / self.temperature[:, None]).softmax(-1)
            answers[first : first + size] = chances.cpu().numpy()
            yield_point()  # outside autocast, which would affect other work too
        return answers


class Round(nn.Module):
    """Residual update of each suit from the mean of all suits and the trump suit."""

    def __init__(self, config: EstimatorConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.width)
        self.own = nn.Linear(config.width, config.hidden)
        self.others = nn.Linear(2 * config.width, config.hidden, bias=False)
        self.change = nn.Linear(config.hidden, config.width)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, tokens: Tensor) -> Tensor:
        """Map (N, V, strain, suit, width) to the same shape."""
        normed = self.norm(tokens)
        hidden = self.own(normed) + self.others(_context(normed)).unsqueeze(-2)
        hidden = functional.relu(hidden)
        if self.training and self.dropout.p:
            deals, views, *_, units = hidden.shape
            hidden = hidden * self.dropout(hidden.new_ones(deals, views, 1, 1, units))
        return tokens + self.change(hidden)


def _in_each_strain(trump: Tensor, plain: Tensor, notrump: Tensor) -> Tensor:
    """Combine features per role, each (N, V, suit, width), to (N, V, strain, suit, width)."""
    # Strains run C D H S and suits S H D C: the trump suit of strain k is suit 3 - k.
    is_trump = torch.eye(N_SUITS, device=trump.device, dtype=torch.bool).flip(0)[..., None]
    in_suits = torch.where(is_trump, trump.unsqueeze(2), plain.unsqueeze(2))
    return torch.cat([in_suits, notrump.unsqueeze(2)], dim=2)


def _context(tokens: Tensor) -> Tensor:
    """Concatenate the mean over suits and the trump suit's features, zero at notrump."""
    suits = torch.arange(N_SUITS, device=tokens.device)
    trumps = tokens[:, :, suits, suits.flip(0)]  # (N, V, 4, width)
    trumps = functional.pad(trumps, (0, 0, 0, 1))
    return torch.cat([tokens.mean(-2), trumps], dim=-1)


ESTIMATOR = Kind(
    "estimator",
    lambda settings: TrickEstimator(EstimatorConfig.from_dict(settings)),
    command="manage.py train estimator",
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
    """Load an estimator, the released one by default. Raises BadCheckpoint."""
    return load_network(ESTIMATOR, directory, device)[0]


def chances_from_pair(
    estimator: TrickEstimator,
    owner: np.ndarray,
    declarer: int,
    layouts: int,
    rng: np.random.Generator,
) -> np.ndarray:
    """Return (5, 14) float32 probabilities of 0 to 13 tricks by strain C D H S NT.

    The mean of the estimator's over uniformly random layouts of the opponents' cards, so many of
    them, which is the chance given the hands of declarer and dummy alone. ``owner`` (52,) seats.
    """
    rows = np.tile(owner, (layouts, 1))
    hidden = owner % 2 != declarer % 2
    rows[:, hidden] = rng.permuted(rows[:, hidden].reshape(layouts, _HIDDEN), axis=1)
    return np.asarray(estimator.chances(rows, [declarer])[:, 0].mean(0))


def shares_text(score: Mapping[str, Any]) -> str:
    """Format the three shares of a ``TrickScore.to_dict`` in per cent."""
    return " | ".join(f"{100 * score[name]:.2f}" for name in SHARES)


@dataclass(frozen=True)
class TrickScore:
    """Shares of results estimated within 2, within 1 and exactly, 0 to 1 (paper P2, II-D)."""

    within2: float
    within1: float
    exact: float
    results: int
    """Number of results: one for each deal, declarer and strain."""

    ece: float | None = None
    """Expected calibration error over ten bins of equal width; None without probabilities."""

    nll: float | None = None
    """Mean negative log likelihood of the true number of tricks, in nats."""

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as plain values, without those that are None."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    def __str__(self) -> str:
        text = shares_text(vars(self))
        return text if self.ece is None else f"{text}, ECE {self.ece:.4f}"


def score_answers(answers: np.ndarray, tricks: np.ndarray) -> TrickScore:
    """Score whole numbers of tricks; both arrays have the same shape."""
    error = np.abs(answers.astype(np.int64) - tricks.astype(np.int64))
    within2, within1, exact = (float((error <= most).mean()) for most in (2, 1, 0))
    return TrickScore(within2, within1, exact, error.size)


def score_chances(chances: np.ndarray, tricks: np.ndarray) -> TrickScore:
    """Score probabilities (..., 14) for the true tricks (...); the estimate is the mode."""
    answers = chances.argmax(-1)
    true = np.take_along_axis(chances, tricks.astype(np.int64)[..., None], -1)
    return replace(
        score_answers(answers, tricks),
        ece=calibration_error(chances.max(-1).ravel(), (answers == tricks).ravel()),
        nll=float(-np.log(np.maximum(true, 1e-12)).mean()),
    )


def calibration_error(confidence: np.ndarray, right: np.ndarray) -> float:
    """Return the expected calibration error over ten bins; both arrays are (n,)."""
    bins = np.minimum((confidence * _BINS).astype(np.int64), _BINS - 1)
    surplus = np.bincount(bins, weights=confidence - right, minlength=_BINS)
    return float(np.abs(surplus).sum() / len(confidence))


def score_by_kind(chances: np.ndarray, tricks: np.ndarray) -> dict[str, TrickScore]:
    """Score suit contracts and notrump separately.

    ``chances`` (N, 4, 5, 14) by declarer and strain C D H S NT; ``tricks`` (N, 4, 5).
    """
    return {
        "suits": score_chances(chances[:, :, : Strain.NT], tricks[:, :, : Strain.NT]),
        "notrump": score_chances(chances[:, :, Strain.NT], tricks[:, :, Strain.NT]),
    }
