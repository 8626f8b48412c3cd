"""The task of training a bidder by imitation."""

from __future__ import annotations

import hashlib
import json
import math
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.records import digest_of
from bidding.networks.bidder import Bidder, BidderConfig, warm_started
from bidding.networks.checkpoint import ModelInfo, load_bidder
from bidding.training.bidder.dataset import Dataset, batches_of_pass
from bidding.training.bidder.objective import drop_systems, losses
from bidding.training.bidder.recipe import VALIDATION_SETTINGS, Recipe
from bidding.training.bidder.training_views import turn_views
from bidding.training.core.distributed import ProcessGroup
from bidding.training.core.muon import muon_and_adamw
from bidding.training.scoring.evaluation import evaluate


class BidderTask:
    """The batches, loss and validation of a recipe, for this process's shard.

    ``start`` is the folder of the initial weights, if the recipe names any. Raise BadCheckpoint if
    they are missing, and ValueError if their network is not the recipe's.
    """

    def __init__(
        self,
        recipe: Recipe,
        dataset: Dataset,
        device: torch.device,
        start: Path | None = None,
        processes: ProcessGroup | None = None,
    ) -> None:
        self.recipe, self.dataset, self.device = recipe, dataset, device
        self._processes = processes or ProcessGroup()
        torch.manual_seed(recipe.optimisation.seed)
        self.model = self.build(recipe.network).to(device)
        facts: dict[str, Any] = {
            "recipe": _settings_of(recipe),
            "auctions": dataset.auctions,
            "data": dataset.records.digest(),
        }
        if any(source.by_tables for source in recipe.sources):
            facts["repeat"] = digest_of([dataset.repeat])
        self.start = "" if start is None else self._load_start(start)
        """The sha256 of the initial weights; empty if they are random."""

        if self.start:
            facts["start"] = self.start
        frozen = tuple(recipe.optimisation.frozen)
        for name, parameter in self.model.named_parameters():
            parameter.requires_grad_(not (frozen and name.startswith(frozen)))
        share = recipe.optimisation.initial_share
        self._initial = deepcopy(self.model.state_dict()) if share else {}
        self._pass: tuple[int, list[np.ndarray]] = (-1, [])
        self._per_pass = len(self._batches(0))
        self.steps = max(1, math.ceil(recipe.optimisation.passes * self._per_pass))
        self.fingerprint = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
        rng = np.random.default_rng(recipe.optimisation.seed)
        count = recipe.optimisation.validation_limit
        self._validation = rng.permutation(dataset.validation)[:count]

    def build(self, config: BidderConfig) -> Bidder:
        """Return a network with random weights."""
        return Bidder(config)

    def load(self, folder: Path) -> tuple[Bidder, ModelInfo]:
        """Load weights; raise BadCheckpoint if they are missing or damaged."""
        return load_bidder(folder, self.device)

    def _load_start(self, folder: Path) -> str:
        """Load the initial weights; return their sha256."""
        bidder, info = self.load(folder)
        try:
            self.model = warm_started(bidder, self.recipe.network)
        except ValueError as error:
            raise ValueError(f"the weights in {folder} are of another network: {error}") from error
        return info.sha256

    def _batches(self, number: int) -> list[np.ndarray]:
        if self._pass[0] != number:
            settings = self.recipe.optimisation
            batches = batches_of_pass(self.dataset, settings.batch_decisions, settings.seed, number)
            self._pass = (number, batches)
        return self._pass[1]

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Return Muon for the inner matrices and AdamW for everything else."""
        matrices, others = _split_parameters(self.model)
        rates = self.recipe.optimisation
        return muon_and_adamw(matrices, others, rates, self.device, self._processes)

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """Return the loss of one batch; its randomness follows from the seed and the step."""
        number, place = divmod(step, self._per_pass)
        batches = self._batches(number)
        rng = self._rng(step)
        rows = batches[min(place, len(batches) - 1)]
        calls = int(self.dataset.records.n_calls[rows].sum(dtype=np.int64))
        batch = self._read(self._processes.shard(rows), rng)
        parts = self.losses(batch, rng)
        shown = {name: part.detach() for name, part in parts.items()}
        return parts["total"], shown, calls

    def losses(self, batch: AuctionBatch, rng: torch.Generator) -> dict[str, Tensor]:
        """Return the loss of a batch (``total``), its parts, and the share of turns learned."""
        return losses(self.model, batch, turn_views(batch), self.recipe.objective, rng)

    def evaluate(self, bidder: Bidder, rows: np.ndarray, **options: Any) -> dict[str, Any]:
        """Return the scores at the turns of these auctions."""
        return evaluate(bidder, self.dataset.records, rows, self.device, **options)

    def scores(self, bidder: Bidder, rows: np.ndarray) -> dict[str, Any]:
        """Return the scores of a trained bidder on these validation auctions."""
        return self.evaluate(bidder, rows, progress=True)

    def _read(self, rows: np.ndarray, rng: torch.Generator) -> AuctionBatch:
        """Return these auctions, the systems of some sides replaced by unknown."""
        batch = self.dataset.records.batch(rows)
        share = self.recipe.objective.system_dropout
        return drop_systems(batch, share, rng).to(self.device)

    def _rng(self, step: int) -> torch.Generator:
        place = step * self._processes.size + self._processes.rank
        return torch.Generator().manual_seed(self.recipe.optimisation.seed * 1_000_003 + place)

    def averaged(self) -> Bidder:
        """Return the model, or its mean with the initial weights if the recipe has a share."""
        if not self._initial:
            return self.model
        share, mean = self.recipe.optimisation.initial_share, deepcopy(self.model)
        for name, weight in mean.state_dict().items():
            weight.lerp_(self._initial[name], share)
        return mean

    def validate(self) -> dict[str, float]:
        """Return accuracy, log loss and errors of hidden hands on the validation auctions."""
        report = self.evaluate(self.averaged(), self._validation)
        names = ("accuracy", "accuracy_nonpass", "nll", "hcp_mae", "length_mae")
        of_bids = report["bids"]["micro"]["recall"]
        return {**{name: float(report[name]) for name in names}, "accuracy_bids": of_bids}


def _settings_of(recipe: Recipe) -> dict[str, Any]:
    """Return the settings that identify a run: those of validation do not, nor does the number of
    passes while the rates never fall."""
    settings = recipe.to_dict()
    for name in VALIDATION_SETTINGS:
        del settings["optimisation"][name]
    if recipe.optimisation.decay == 0:
        del settings["optimisation"]["passes"]
    return settings


def _split_parameters(model: Bidder) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
    """Return the matrices between hidden layers, and all other parameters."""
    embeddings = {id(m.weight) for m in model.modules() if isinstance(m, nn.Embedding)}
    outputs = {id(p) for head in (model.hcp, model.lengths, model.cards) for p in head.parameters()}
    outputs |= {id(p) for p in list(model.call.parameters())[-2:]}
    matrices: list[nn.Parameter] = []
    others: list[nn.Parameter] = []
    for parameter in filter(lambda parameter: parameter.requires_grad, model.parameters()):
        inner = parameter.ndim == 2 and id(parameter) not in embeddings | outputs
        (matrices if inner else others).append(parameter)
    return matrices, others
