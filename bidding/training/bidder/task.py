"""Training a bidder by imitation, as a task for the trainer."""

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

from bidding.domain.systems import System
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.records import digest_of
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import load_bidder
from bidding.networks.growth import copy_system, grow
from bidding.networks.precision import fast_dtype
from bidding.training.bidder.dataset import Dataset, batches_of_pass
from bidding.training.bidder.objective import forget_systems, losses
from bidding.training.bidder.recipe import VALIDATION_SETTINGS, Recipe
from bidding.training.core.distributed import Team
from bidding.training.core.muon import Muon
from bidding.training.scoring.evaluation import evaluate


class BidderTask:
    """The batches, loss and validation of a recipe; in a team, of this process's share.

    ``start`` is the folder of the weights to begin with, where the recipe wants some; raises
    BadCheckpoint if they are not there, ValueError if they are of a network that cannot grow
    into the recipe's.
    """

    def __init__(
        self,
        recipe: Recipe,
        dataset: Dataset,
        device: torch.device,
        start: Path | None = None,
        team: Team | None = None,
    ) -> None:
        self.recipe, self.dataset, self.device = recipe, dataset, device
        self._team = team or Team()
        torch.manual_seed(recipe.optimisation.seed)
        self.model = Bidder(recipe.network).to(device)
        facts: dict[str, Any] = {
            "recipe": _settings_of(recipe),
            "auctions": dataset.auctions,
            "data": dataset.records.digest(),
        }
        if any(source.by_tables for source in recipe.sources):
            facts["repeat"] = digest_of([dataset.repeat])
        self.start = "" if start is None else self._begin_with(start)
        """The sha256 of the weights it begins with; empty where there are none."""

        if self.start:
            facts["start"] = self.start
        frozen = tuple(recipe.optimisation.frozen)
        for name, parameter in self.model.named_parameters():
            parameter.requires_grad_(not (frozen and name.startswith(frozen)))
        share = recipe.optimisation.first_weights
        self._first = deepcopy(self.model.state_dict()) if share else {}
        self._pass: tuple[int, list[np.ndarray]] = (-1, [])
        self._per_pass = len(self._batches(0))
        self.steps = max(1, math.ceil(recipe.optimisation.passes * self._per_pass))
        self.fingerprint = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
        rng = np.random.default_rng(recipe.optimisation.seed)
        looked_at = recipe.optimisation.look_auctions
        self._validation = rng.permutation(dataset.validation)[:looked_at]

    def _begin_with(self, folder: Path) -> str:
        """Take over the weights kept there; their sha256."""
        bidder, info = load_bidder(folder, self.device)
        try:
            self.model = grow(bidder, self.recipe.network)
        except ValueError as error:
            raise ValueError(f"the weights in {folder} are of another network: {error}") from error
        for target, source in self.recipe.copied_systems.items():
            copy_system(self.model, System(source), System(target))
        return info.sha256

    def _batches(self, number: int) -> list[np.ndarray]:
        if self._pass[0] != number:
            settings = self.recipe.optimisation
            batches = batches_of_pass(self.dataset, settings.batch_decisions, settings.seed, number)
            self._pass = (number, batches)
        return self._pass[1]

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Muon for the inner matrices, AdamW for everything else."""
        settings = self.recipe.optimisation
        matrices, others = _split_parameters(self.model)
        return [
            Muon(
                matrices,
                lr=settings.matrix_lr,
                weight_decay=settings.weight_decay,
                dtype=fast_dtype(self.device),
                team=self._team,
            ),
            torch.optim.AdamW(
                others,
                lr=settings.other_lr,
                weight_decay=settings.weight_decay,
                betas=(0.9, 0.98),
                fused=True,
            ),
        ]

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """The loss of one batch; its randomness follows from the seed and the step."""
        number, place = divmod(step, self._per_pass)
        batches = self._batches(number)
        objective = self.recipe.objective
        rng = self._rng(step)
        rows = batches[min(place, len(batches) - 1)]
        calls = int(self.dataset.records.n_calls[rows].sum(dtype=np.int64))
        parts = losses(self.model, self._read(self._team.share(rows), rng), objective, rng)
        shown = {name: part.detach() for name, part in parts.items()}
        return parts["total"], shown, calls

    def _read(self, rows: np.ndarray, rng: torch.Generator) -> AuctionBatch:
        """These auctions, the systems of some sides forgotten."""
        batch = self.dataset.records.batch(rows)
        share = self.recipe.objective.forgotten_systems
        return forget_systems(batch, share, rng).to(self.device)

    def _rng(self, step: int) -> torch.Generator:
        place = step * self._team.size + self._team.rank
        return torch.Generator().manual_seed(self.recipe.optimisation.seed * 1_000_003 + place)

    def released(self) -> Bidder:
        """What is learned so far, or its mean with the first weights where the recipe says so."""
        if not self._first:
            return self.model
        share, mean = self.recipe.optimisation.first_weights, deepcopy(self.model)
        for name, weight in mean.state_dict().items():
            weight.lerp_(self._first[name], share)
        return mean

    def validate(self) -> dict[str, float]:
        """Accuracy, that of bids alone too, and hidden-hand errors on deals kept from training."""
        report = evaluate(self.released(), self.dataset.records, self._validation, self.device)
        names = ("accuracy", "accuracy_nonpass", "nll", "hcp_mae", "length_mae")
        of_bids = report["bids"]["micro"]["recall"]
        return {**{name: float(report[name]) for name in names}, "accuracy_bids": of_bids}


def _settings_of(recipe: Recipe) -> dict[str, Any]:
    """What two runs must share to be one: not how they are looked at, nor an end that rates that
    never fall let be moved."""
    settings = recipe.to_dict()
    for name in VALIDATION_SETTINGS:
        del settings["optimisation"][name]
    if recipe.optimisation.decay == 0:
        del settings["optimisation"]["passes"]
    return settings


def _split_parameters(model: Bidder) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
    """The matrices between hidden layers, and everything else (embeddings, biases, outputs)."""
    embeddings = {id(m.weight) for m in model.modules() if isinstance(m, nn.Embedding)}
    outputs = {id(p) for head in (model.hcp, model.lengths, model.cards) for p in head.parameters()}
    outputs |= {id(p) for p in list(model.call.parameters())[-2:]}
    matrices: list[nn.Parameter] = []
    others: list[nn.Parameter] = []
    for parameter in filter(lambda parameter: parameter.requires_grad, model.parameters()):
        inner = parameter.ndim == 2 and id(parameter) not in embeddings | outputs
        (matrices if inner else others).append(parameter)
    return matrices, others
