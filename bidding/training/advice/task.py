"""The task of training the adviser; the bidder stays as it is."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from bidding.networks.advice_head import AdviceConfig, AdviceHead
from bidding.networks.bidder import Bidder
from bidding.training.advice.samples import VALIDATION_EVERY, AdviceSamples
from bidding.training.core.checkpointing import cached
from bidding.training.core.settings import check_numbers

_AT_ONCE = 1024  # decisions


@dataclass(frozen=True)
class AdviceSettings:
    """Settings of the adviser's training."""

    seed: int = 17
    passes: float = 4.0
    """Number of passes over the decisions."""

    batch: int = 512
    width: int = 512
    members: int = 4
    dropout: float = 0.1
    lr: float = 1e-3
    weight_decay: float = 0.01
    most_imps: float = 8.0
    """Errors beyond so many IMPs count linearly (Huber)."""

    def __post_init__(self) -> None:
        check_numbers(
            self,
            above_zero=("passes", "batch", "width", "members", "lr", "most_imps"),
            shares=("dropout",),
        )


class AdviceTask:
    """The batches, loss and validation of an adviser.

    The features of the decisions take a while to compute and are cached in the file ``cache``
    for a resumed run.
    """

    def __init__(
        self,
        bidder: Bidder,
        bidder_sha256: str,
        samples: AdviceSamples,
        settings: AdviceSettings,
        device: torch.device,
        cache: Path,
    ) -> None:
        torch.manual_seed(settings.seed)
        config = AdviceConfig(
            bidder_sha256,
            bidder.config.readout_width,
            settings.width,
            settings.members,
            settings.dropout,
        )
        self.head = AdviceHead(config).to(device)
        self.model: nn.Module = self.head
        self.settings, self.device, self.samples = settings, device, samples
        held_out = samples.is_validation
        self.learned, self.kept_apart = np.flatnonzero(~held_out), np.flatnonzero(held_out)
        if not len(self.learned) or not len(self.kept_apart):
            raise ValueError(f"{len(samples)} decisions are too few to learn from and to test on")
        self.steps = math.ceil(settings.passes * len(self.learned) / settings.batch)
        facts = json.dumps([asdict(settings), bidder_sha256, samples.digest()], sort_keys=True)
        self.fingerprint = hashlib.sha256(facts.encode()).hexdigest()
        self._weights = jackknife_weights(samples, settings.members)
        self._features = cached(cache, partial(trunk_features, bidder, samples, device))
        self._order: tuple[int, np.ndarray] = (-1, self.learned)

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Return AdamW for all weights."""
        lr, weight_decay = self.settings.lr, self.settings.weight_decay
        return [torch.optim.AdamW(self.model.parameters(), lr=lr, weight_decay=weight_decay)]

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """Return the loss of one batch of decisions, drawn by the seed and the step."""
        size = self.settings.batch
        number, place = divmod(step * size, len(self.learned))
        if self._order[0] != number:
            rng = np.random.default_rng([self.settings.seed, number])
            self._order = (number, rng.permutation(self.learned))
        rows = self._order[1][place : place + size]
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
        """Return (members, K) the predicted gains of the decisions that are kept apart."""
        self.model.eval()
        parts = np.array_split(self.kept_apart, math.ceil(len(self.kept_apart) / _AT_ONCE))
        return np.concatenate([self.gains(rows).cpu().numpy() for rows in parts]).T

    def validate(self) -> dict[str, float]:
        """Return R² on the decisions that are kept apart."""
        return {"r2": explained(self.predictions().mean(0), self.samples.imps[self.kept_apart])}


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
