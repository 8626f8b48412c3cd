"""The training of the adviser, from recorded decisions; the bidder stays as it is."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from pydantic import NonNegativeInt, PositiveInt
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from bidding.networks.advice_head import (
    ADVISER,
    LEAST_CHANCE,
    AdviceConfig,
    AdviceHead,
    save_adviser,
)
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import load_bidder, load_network
from bidding.training.advice.samples import VALIDATION_EVERY, AdviceSamples, read_folder
from bidding.training.core.experiment import Shuffled, fingerprint_of
from bidding.training.core.settings import Number, Positive, Settings, Share
from bidding.training.core.trainer import Run, Schedule, cached

MARGINS = (0.0, 0.5, 1.0, 2.0)  # IMPs
_AT_ONCE = 1024  # decisions


@dataclass(frozen=True)
class AdviceSettings(Settings):
    """Settings of the adviser's training; ``passes`` are epochs over the decisions."""

    seed: NonNegativeInt = 17
    passes: Positive = 4.0
    batch: PositiveInt = 512
    width: PositiveInt = 512
    members: PositiveInt = 4
    dropout: Share = 0.1
    lr: Positive = 1e-3
    weight_decay: Number = 0.01
    most_imps: Positive = 8.0
    """Errors beyond so many IMPs count linearly (Huber)."""


class AdviceTask:
    """The batches, loss, validation and report of an adviser.

    It begins with the weights of an adviser in ``start``, which may be another bidder's. The
    features of the decisions take a while to compute and are cached in ``out`` for a resumed run.
    """

    kind = ADVISER
    schedule = Schedule(warmup=0.1, decay=0.9, clip=8.0)

    def __init__(
        self,
        data: Path,
        weights: Path | None,
        settings: AdviceSettings,
        device: torch.device,
        out: Path,
        start: Path | None = None,
    ) -> None:
        bidder, info = load_bidder(weights, device)
        samples = read_folder(data)
        torch.manual_seed(settings.seed)
        config = AdviceConfig(
            info.sha256,
            bidder.config.readout_width,
            settings.width,
            settings.members,
            settings.dropout,
        )
        self.head = AdviceHead(config).to(device)
        self._start_sha256 = ""
        if start is not None:
            earlier, begun = load_network(ADVISER, start, device)
            if earlier.config != replace(config, bidder_sha256=earlier.config.bidder_sha256):
                raise ValueError(f"{start} has another kind of adviser: {earlier.config}")
            self.head.load_state_dict(earlier.state_dict())
            self._start_sha256 = begun.sha256
        self.model: nn.Module = self.head
        self.settings, self.device, self.samples = settings, device, samples
        self._bidder, self._bidder_sha256 = bidder, info.sha256
        held_out = samples.is_validation
        learned, self.held_out = np.flatnonzero(~held_out), np.flatnonzero(held_out)
        if not len(learned) or not len(self.held_out):
            raise ValueError(f"{len(samples)} decisions are too few to learn from and to test on")
        self.steps = math.ceil(settings.passes * len(learned) / settings.batch)
        digest = samples.digest()
        self.fingerprint = fingerprint_of(
            [asdict(settings), info.sha256, self._start_sha256, digest]
        )
        self._cache = out / f"features-{info.sha256[:12]}-{digest[:12]}.npy"
        self._weights = jackknife_weights(samples, settings.members)
        self._learned = Shuffled(learned, settings.batch, settings.seed)

    def __str__(self) -> str:
        return f"{len(self.samples):,} decisions"

    @cached_property
    def _features(self) -> Tensor:
        return cached(self._cache, lambda: trunk_features(self._bidder, self.samples, self.device))

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Return AdamW for all weights."""
        lr, weight_decay = self.settings.lr, self.settings.weight_decay
        return [torch.optim.AdamW(self.model.parameters(), lr=lr, weight_decay=weight_decay)]

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """Return the loss of one batch of decisions, drawn by the seed and the step."""
        rows = self._learned.batch(step)
        # So that dropout follows from the step, too.
        torch.manual_seed(self.settings.seed * 1_000_003 + step)
        gains = self.gains(rows)
        imps = torch.from_numpy(self.samples.imps[rows]).to(self.device)[:, None].expand_as(gains)
        weights = torch.from_numpy(self._weights[rows]).to(self.device)
        losses = functional.huber_loss(gains, imps, reduction="none", delta=self.settings.most_imps)
        loss = (weights * losses).mean()
        return loss, {"huber": losses.detach().mean()}, len(rows)

    def gains(self, rows: np.ndarray) -> Tensor:
        """Return (R, members) the predicted IMPs of the second call over the first."""
        values = self.head(self._features[rows].to(self.device))  # (R, members, 38)
        pair = np.stack([self.samples.call[rows], self.samples.against[rows]], axis=1)
        calls = torch.from_numpy(pair.astype(np.int64)).to(self.device)
        index = calls[:, None].expand(-1, values.shape[1], -1)
        second, first = values.gather(2, index).unbind(2)
        return second - first

    @torch.inference_mode()
    def predictions(self) -> np.ndarray:
        """Return (members, K) the predicted gains of the held-out decisions."""
        self.model.eval()
        parts = np.array_split(self.held_out, math.ceil(len(self.held_out) / _AT_ONCE))
        return np.concatenate([self.gains(rows).cpu().numpy() for rows in parts]).T

    def validate(self) -> dict[str, float]:
        """Return R² on the held-out decisions."""
        return {"r2": explained(self.predictions().mean(0), self.samples.imps[self.held_out])}

    def complete(self, out: Path, version: str, run: Run) -> dict[str, Any]:
        """Save the weights; return the report on the held-out decisions."""
        saved = save_adviser(self.head, out, version=version, recipe="advice")
        by_member, samples, rows = self.predictions(), self.samples, self.held_out
        predicted, errors = by_member.mean(0), by_member.std(0) * (len(by_member) - 1) ** 0.5
        plausible = samples.chance[rows] >= LEAST_CHANCE
        gains = predicted[plausible], samples.imps[rows][plausible]
        self._cache.unlink(missing_ok=True)
        return {
            "settings": asdict(self.settings),
            "decisions": len(samples),
            "decisions_held_out": len(rows),
            "plausible_held_out": len(gains[0]),
            "start_sha256": self._start_sha256,
            "bidder_sha256": self._bidder_sha256,
            "weights_sha256": saved.sha256,
            "r2": round(explained(predicted, samples.imps[rows]), 4),
            "error": round(float(errors[plausible].mean()), 3),
            "by_margin": [gain_beyond(margin, *gains) for margin in MARGINS],
        }


def jackknife_weights(samples: AdviceSamples, members: int) -> np.ndarray:
    """Return (N, members) float32, on average 1: 0 for the decisions that a member is trained
    without, those on one deal in ``members``."""
    if members == 1:
        return np.ones((len(samples), 1), np.float32)
    group = samples.auctions.deal_keys() // np.uint64(VALIDATION_EVERY) % np.uint64(members)
    learned = group[:, None] != np.arange(members, dtype=np.uint64)
    return np.asarray(learned * (members / (members - 1)), dtype=np.float32)


def explained(predicted: np.ndarray, true: np.ndarray) -> float:
    """Return the share of the variance of ``true`` that is explained; NaN where there is none."""
    spread = float(((true - true.mean()) ** 2).mean())
    return 1 - float(((predicted - true) ** 2).mean()) / spread if spread else math.nan


@torch.inference_mode()
def trunk_features(bidder: Bidder, samples: AdviceSamples, device: torch.device) -> Tensor:
    """Return (N, readout_width) float16: what the heads of the bidder read at each decision."""
    bidder = bidder.for_inference()
    features = torch.empty(len(samples), bidder.config.readout_width, dtype=torch.float16)
    by_length = np.argsort(samples.auctions.n_calls, kind="stable")
    chunks = np.array_split(by_length, math.ceil(len(by_length) / _AT_ONCE))
    for rows in tqdm(chunks, desc="features", unit="batch", mininterval=5.0):
        batch, views = samples.views(rows)
        batch, views = batch.to(device), views.to(device)
        features[torch.from_numpy(rows)] = bidder.features(batch, views).half().cpu()
    return features


def gain_beyond(margin: float, predicted: np.ndarray, imps: np.ndarray) -> dict[str, float]:
    """Return what the second calls win whose predicted gain is over the margin, in IMPs.

    ``share`` are these of all decisions, ``mean`` and ``error`` the mean IMPs won and its standard
    error (0 for none).
    """
    won = imps[predicted > margin]
    return {
        "margin": margin,
        "share": round(len(won) / len(imps), 4),
        "mean": round(float(won.mean()), 3) if len(won) else 0.0,
        "error": round(float(won.std()) / len(won) ** 0.5, 3) if len(won) else 0.0,
    }
