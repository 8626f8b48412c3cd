"""The training of the meaning heads and their temperatures; the public state stays as it is."""

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
from torch.nn.functional import cross_entropy
from tqdm import tqdm

from bidding.domain.calls import PASS
from bidding.domain.conventions import MEANINGS
from bidding.domain.systems import System
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import LabelledAuctions, digest_of
from bidding.encoding.views import Views, all_steps
from bidding.networks.bidder import Bidder, MeaningOutputs, warm_started
from bidding.networks.checkpoint import BIDDER, load_bidder, save_bidder
from bidding.training.bidder.experiment import MODEL_NAME
from bidding.training.core.experiment import Shuffled, fingerprint_of, schedule_of
from bidding.training.core.muon import muon_and_adamw
from bidding.training.core.settings import Learning, Number, Positive, Share
from bidding.training.core.trainer import Run, cached
from bidding.training.meanings.auctions import (
    VALIDATION_EVERY,
    StatedCalls,
    read_files,
    read_labels,
    stated_calls,
    with_stated_cards,
)
from bidding.training.meanings.robot import RobotLabels
from bidding.training.scoring.calibration import fit_temperature
from bidding.training.scoring.evaluation import evenly_spaced

_TEMPERATURES = np.geomspace(0.6, 2.0, 100).tolist()
_CALIBRATED_AT_ONCE = 256
_LEAST_CALLS = 1000  # with fewer, a system's temperature stays 1
_AUCTIONS = 1500  # of each system, at most
LABELS = "labels.json"
_AT_ONCE = 512  # auctions


@dataclass(frozen=True)
class MeaningSettings(Learning):
    """Settings of the meaning heads and of their training; ``passes`` are epochs over the calls."""

    seed: NonNegativeInt = 11
    passes: Positive = 2.0
    batch_calls: PositiveInt = 8192
    width: PositiveInt = 448
    blocks: NonNegativeInt = 2
    warmup: Share = 0.02
    decay: Share = 0.8
    often: Number = 0.25
    """Exponent of the weight of a call by its number of occurrences."""

    forcing: Number = 0.5
    """Weight of the loss of the force; the name's is 1."""

    share_of_passes: Share = 0.15
    """Share of the natural passes that are trained on."""

    stated_cards: Share = 0.3
    """Share of sides as in the bidder's ``Objective``."""


class MeaningTask:
    """The batches, loss, validation and report of the meaning heads of a bidder.

    ``model`` is the bidder with new heads, and only these are trained. The public states take a
    while to compute and are cached in ``out`` for a resumed run.
    """

    kind = BIDDER

    def __init__(
        self,
        data: Path,
        weights: Path | None,
        settings: MeaningSettings,
        device: torch.device,
        out: Path,
    ) -> None:
        self.files, self.auctions = read_files(data, data / LABELS)
        bidder, self.start = load_bidder(weights, device)
        self._bidder = bidder
        self.labels = RobotLabels(read_labels(data / LABELS))
        self.calls = stated_calls(
            self.auctions, self.labels, settings.share_of_passes, settings.seed
        )
        learned_from = with_stated_cards(self.auctions, settings.stated_cards, settings.seed)
        self.calls = replace(self.calls, auctions=learned_from)
        torch.manual_seed(settings.seed)
        config = replace(
            bidder.config,
            meaning_width=settings.width,
            meaning_blocks=settings.blocks,
            meanings=len(MEANINGS),
        )
        self.bidder = warm_started(bidder, config).to(device)
        self.model: nn.Module = self.bidder
        for name, parameter in self.bidder.named_parameters():
            parameter.requires_grad_(name.startswith("meanings."))
        self.settings, self.device = settings, device
        self.schedule = schedule_of(settings, validations=8)
        held_out = self.calls.row % VALIDATION_EVERY == 0
        learned, self._validation = np.flatnonzero(~held_out), np.flatnonzero(held_out)
        self.steps = math.ceil(settings.passes * len(learned) / settings.batch_calls)
        self._cache = out / f"states-{self.start.sha256[:12]}-{len(self.calls)}.npy"
        digest = digest_of([self.calls.row, self.calls.place, self.calls.name])
        self.fingerprint = fingerprint_of([asdict(settings), self.start.sha256, digest])
        self._learned = Shuffled(learned, settings.batch_calls, settings.seed)

    def __str__(self) -> str:
        return f"{len(self.calls):,} auctions so far"

    @cached_property
    def _states(self) -> Tensor:
        return cached(self._cache, lambda: public_states(self._bidder, self.calls, self.device))

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Return Muon for the inner matrices and AdamW for everything else."""
        inner = ("meanings.entry", "meanings.blocks")
        return muon_and_adamw(
            self.model, lambda name, _: name.startswith(inner), self.settings, self.device
        )

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """Return the loss of one batch of calls, drawn by the seed and the step."""
        which = self._learned.batch(step)
        name, forcing = self._losses(which)
        weight = torch.from_numpy(self.calls.count[which] ** self.settings.often).float()
        weight = (weight / weight.sum()).to(self.device)
        parts = {"name": (name * weight).sum(), "forcing": (forcing * weight).sum()}
        total = parts["name"] + self.settings.forcing * parts["forcing"]
        return total, {key: part.detach() for key, part in parts.items()}, len(which)

    def _losses(self, which: np.ndarray) -> tuple[Tensor, Tensor]:
        outputs = self.outputs(which)
        name, forcing = (
            torch.from_numpy(values[which].astype(np.int64)).to(self.device)
            for values in (self.calls.name, self.calls.forcing)
        )
        return (
            cross_entropy(outputs.name, name, reduction="none"),
            cross_entropy(outputs.forcing, forcing, reduction="none"),
        )

    def outputs(self, which: np.ndarray) -> MeaningOutputs:
        """Return the heads' outputs for these calls."""
        assert self.bidder.meanings is not None
        batch, views = encoded_calls(self.calls, which)
        batch, views = batch.to(self.device), views.to(self.device)
        states = self._states[which].to(self.device).float()
        placed = self.bidder.state.by_seat(states, batch, views)
        return self.bidder.meanings(placed, batch, views)

    @torch.inference_mode()
    def validate(self) -> dict[str, float]:
        """Return accuracies on the validation auctions, weighted by occurrences."""
        self.model.eval()
        right, forced = [], []
        for which in np.array_split(self._validation, max(1, len(self._validation) // 4096)):
            outputs = self.outputs(which)
            right.append(outputs.name.argmax(-1).cpu().numpy() == self.calls.name[which])
            forced.append(outputs.forcing.argmax(-1).cpu().numpy() == self.calls.forcing[which])
        weight = self.calls.count[self._validation].astype(np.float64)
        hits, force = np.concatenate(right), np.concatenate(forced)
        return {
            "name": float((hits * weight).sum() / weight.sum()),
            "name_once": float(hits[self.calls.count[self._validation] == 1].mean()),
            "forcing": float((force * weight).sum() / weight.sum()),
        }

    def complete(self, out: Path, version: str, run: Run) -> dict[str, Any]:
        """Fit the temperatures on the validation auctions, save the weights; return the report."""
        self._cache.unlink(missing_ok=True)
        temperatures = fit_temperatures(self.bidder.eval(), self.auctions, self.labels)
        recipe = f"{self.start.recipe}, meanings"
        saved = save_bidder(self.bidder, out, name=MODEL_NAME, version=version, recipe=recipe)
        return {
            "settings": asdict(self.settings),
            "files": self.files,
            "calls": len(self.calls),
            "start_sha256": self.start.sha256,
            "weights_sha256": saved.sha256,
            "temperatures": {system.value: value for system, value in temperatures.items()},
        }


def encoded_calls(calls: StatedCalls, which: np.ndarray) -> tuple[AuctionBatch, Views]:
    """Return these calls, each in a copy of its auction, with views of the next seat after it."""
    batch = calls.auctions.batch(calls.row[which])
    number = torch.arange(len(which))
    step = torch.from_numpy(calls.place[which].astype(np.int64)) + 1
    return batch, Views(number, step, batch.seat[number, step], torch.zeros_like(number).bool())


@torch.inference_mode()
def public_states(bidder: Bidder, calls: StatedCalls, device: torch.device) -> Tensor:
    """Return (N, state_width) float16: the public state after each call."""
    bidder.eval()
    states = torch.empty(len(calls), bidder.config.state_width, dtype=torch.float16)
    rows = np.unique(calls.row)
    by_length = np.argsort(calls.auctions.n_calls[rows], kind="stable")
    number_of = np.empty(len(calls.auctions), dtype=np.int64)
    sorted_calls = np.argsort(calls.row, kind="stable")
    starts = np.searchsorted(calls.row[sorted_calls], rows)
    ends = np.searchsorted(calls.row[sorted_calls], rows, side="right")
    chunks = np.array_split(by_length, max(1, len(by_length) // _AT_ONCE))
    for chunk in tqdm(chunks, desc="public states", unit="batch", mininterval=5.0):
        batch = calls.auctions.batch(rows[chunk]).to(device)
        number_of[rows[chunk]] = np.arange(len(chunk))
        which = np.concatenate([sorted_calls[starts[i] : ends[i]] for i in chunk])
        reached = bidder.state.encode(batch)
        found = reached[number_of[calls.row[which]], calls.place[which].astype(np.int64) + 1]
        states[torch.from_numpy(which)] = found.half().cpu()
    return states


@torch.inference_mode()
def fit_temperatures(
    bidder: Bidder, auctions: LabelledAuctions, labels: RobotLabels, least: int = _LEAST_CALLS
) -> dict[System, float]:
    """Fit for each system the temperature of least log loss of the meanings of its calls but
    passes; return those of the systems with enough calls."""
    if bidder.meanings is None:
        raise ValueError("these weights have no meaning heads")
    temperature = bidder.meanings.temperature
    temperature.fill_(1)
    kept = np.arange(0, len(auctions), VALIDATION_EVERY)
    found: dict[System, float] = {}
    for system, code in SYSTEM_CODE.items():
        rows = kept[(auctions.systems[kept] == code).any(1)]
        if system is System.UNKNOWN or len(rows) == 0:
            continue
        logits, truth = _answers(bidder, auctions, labels, evenly_spaced(rows, _AUCTIONS), code)
        if len(truth) >= least:
            found[system] = fit_temperature(logits, truth, _TEMPERATURES)
    for system, value in found.items():
        temperature[SYSTEM_CODE[system]] = value
    return found


def _answers(
    bidder: Bidder, auctions: LabelledAuctions, labels: RobotLabels, rows: np.ndarray, code: int
) -> tuple[Tensor, Tensor]:
    """Return (C, meaning) logits and (C,) stated meanings of calls by sides that play a system."""
    device, logits, truth = next(bidder.parameters()).device, [], []
    for part in np.array_split(rows, max(1, len(rows) // _CALIBRATED_AT_ONCE)):
        batch = auctions.batch(part)
        label, flags = (auctions.padded(x, part, 0) for x in (auctions.label, auctions.flags))
        auction, step = all_steps(batch.n_calls)
        asked = batch.calls[auction, step] != PASS.index
        asked &= batch.systems[auction, batch.seat[auction, step] % 2] == code
        auction, step = auction[asked], step[asked]
        after = batch.seat[auction, step + 1]
        views = Views(auction, step + 1, after, torch.zeros_like(asked[asked]))
        logits.append(bidder.call_meanings(batch.to(device), views.to(device)).name.cpu())
        truth.append(labels.meanings(batch, label, flags)[auction, step])
    return torch.cat(logits), torch.cat(truth)
