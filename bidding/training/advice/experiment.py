"""The training of the adviser, from recorded decisions; the bidder stays as it is."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from bidding.networks.advice_head import LEAST_CHANCE, AdviceConfig, AdviceHead, save_adviser
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import load_bidder, write_json
from bidding.training.advice.samples import VALIDATION_EVERY, AdviceSamples, read_folder
from bidding.training.core.distributed import default_device
from bidding.training.core.settings import check_numbers
from bidding.training.core.trainer import Schedule, cached, train

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


REPORT = "report.json"
MARGINS = (0.0, 0.5, 1.0, 2.0)  # IMPs
_SCHEDULE = Schedule(warmup=0.1, decay=0.9, clip=8.0)


def train_adviser(
    data: Path,
    weights: Path | None,
    out: Path,
    *,
    passes: float | None = None,
    version: str,
    log: Callable[[str], None] = print,
) -> dict[str, Any] | None:
    """Train an adviser of these weights into ``out``, or resume; return its report.

    Return None if it was stopped. Raise BadRecords, BadCheckpoint or ValueError for data or
    weights that are missing.
    """
    device = default_device()
    bidder, info = load_bidder(weights, device)
    settings = AdviceSettings()
    if passes is not None:
        settings = replace(settings, passes=passes)
    samples = read_folder(data)
    cache = out / f"features-{info.sha256[:12]}-{samples.digest()[:12]}.npy"
    task = AdviceTask(bidder, info.sha256, samples, settings, device, cache)
    log(f"{len(samples):,} decisions, {task.steps:,} steps on {device}")
    run = train(task, _SCHEDULE, out, device=device, log=log)
    if run.step < task.steps:
        return None
    saved = save_adviser(task.head, out, version=version, recipe="advice")
    by_member, rows = task.predictions(), task.kept_apart
    predicted, errors = by_member.mean(0), by_member.std(0) * (len(by_member) - 1) ** 0.5
    plausible = samples.chance[rows] >= LEAST_CHANCE
    gains = predicted[plausible], samples.imps[rows][plausible]
    report = {
        "settings": asdict(settings),
        "decisions": len(samples),
        "decisions_kept_apart": len(rows),
        "plausible_kept_apart": len(gains[0]),
        "bidder_sha256": info.sha256,
        "weights_sha256": saved.sha256,
        **run.report(device),
        "r2": round(explained(predicted, samples.imps[rows]), 4),
        "error": round(float(errors[plausible].mean()), 3),
        "by_margin": [gain_beyond(margin, *gains) for margin in MARGINS],
    }
    write_json(out / REPORT, report)
    cache.unlink()
    return report


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
