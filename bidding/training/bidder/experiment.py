"""The training of a bidder by imitation, from recipe and auctions to weights and report.

Into the folder of the run go ``bidder.safetensors``, ``bidder.json`` (config and sha256) and
``report.json``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import digest_of, padded_rows
from bidding.networks.arithmetic import fast_dtype
from bidding.networks.bidder import Bidder, BidderConfig, CardLayer, warm_started
from bidding.networks.checkpoint import (
    BIDDER,
    CONFIG,
    RELEASED,
    ModelInfo,
    load_bidder,
    save_bidder,
)
from bidding.training.bidder.dataset import Dataset, batches_of_pass, load_dataset
from bidding.training.bidder.objective import drop_systems, losses, state_cards, turn_views
from bidding.training.bidder.recipe import VALIDATION_SETTINGS, Recipe
from bidding.training.core.distributed import ProcessGroup, default_device
from bidding.training.core.experiment import (
    REPORT,
    fingerprint_of,
    run_experiment,
    schedule_of,
)
from bidding.training.core.muon import muon_and_adamw
from bidding.training.core.trainer import Run
from bidding.training.scoring.evaluation import evaluate

MODEL_NAME = "bridgeviz-bidder"


class BidderTask:
    """The batches, loss, validation and report of a recipe, for this process's shard.

    ``start`` is the folder of the initial weights, if the recipe names any. Raise BadCheckpoint if
    they are missing, and ValueError if their network is not the recipe's.
    """

    kind = BIDDER

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
        self.fingerprint = fingerprint_of(facts)
        self.schedule = schedule_of(recipe.optimisation, recipe.optimisation.validations)
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
        model, rates = self.model, self.recipe.optimisation
        outer = {id(m.weight) for m in model.modules() if isinstance(m, nn.Embedding | CardLayer)}
        heads = (model.hcp, model.lengths, model.cards)
        outer |= {id(parameter) for head in heads for parameter in head.parameters()}
        outer |= {id(parameter) for parameter in list(model.call.parameters())[-2:]}
        muon, adamw = muon_and_adamw(
            model, lambda _, matrix: id(matrix) not in outer, rates, self.device, self._processes
        )
        common = adamw.param_groups[0]
        of_cards = [m.weight for m in model.modules() if isinstance(m, CardLayer)]
        taken = {id(weight) for weight in of_cards}
        common["params"] = [one for one in common["params"] if id(one) not in taken]
        learned = [weight for weight in of_cards if weight.requires_grad]
        if learned:
            adamw.add_param_group({"params": learned, "lr": rates.card_lr})
        return [muon, adamw]

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """Return the loss of one batch; its randomness follows from the seed and the step."""
        number, place = divmod(step, self._per_pass)
        batches = self._batches(number)
        rng = self._rng(step)
        rows = batches[min(place, len(batches) - 1)]
        calls = int(self.dataset.records.n_calls[rows].sum(dtype=np.int64))
        rows = self._processes.shard(rows)
        parts = self.losses(self._read(rows, rng), rows, rng)
        shown = {name: part.detach() for name, part in parts.items()}
        return parts["total"], shown, calls

    def losses(
        self, batch: AuctionBatch, rows: np.ndarray, rng: torch.Generator
    ) -> dict[str, Tensor]:
        """Return the loss of a batch (``total``), its parts, and the share of turns learned."""
        data = self.dataset
        start, counts = data.records.start[rows], data.records.n_calls[rows]
        rarity = torch.from_numpy(padded_rows(data.rarity, start, counts, 1)).to(self.device)
        weights = torch.from_numpy(data.weight[rows]).float().to(self.device)
        since = torch.from_numpy(data.since[rows]).long().to(self.device)
        turns, objective = turn_views(batch), self.recipe.objective
        return losses(self.model, batch, turns, objective, rng, rarity, weights, since)

    def evaluate(self, bidder: Bidder, rows: np.ndarray, **options: Any) -> dict[str, Any]:
        """Return the scores at the turns of these auctions."""
        return evaluate(bidder, self.dataset.records, rows, self.device, **options)

    def scores(self, bidder: Bidder, rows: np.ndarray) -> dict[str, Any]:
        """Return the scores of a trained bidder on these validation auctions."""
        return self.evaluate(bidder, rows, progress=True)

    def _read(self, rows: np.ndarray, rng: torch.Generator) -> AuctionBatch:
        """Return these auctions, the systems of some sides replaced by unknown."""
        batch = self.dataset.records.batch(rows)
        objective = self.recipe.objective
        batch = drop_systems(batch, objective.system_dropout, rng)
        return state_cards(batch, objective, rng).to(self.device)

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

    def complete(self, out: Path, version: str, run: Run) -> dict[str, Any]:
        """Save the weights; return the report, with scores by the system of North-South.

        Its ``weights_sha256`` is of the weights before calibration.
        """
        names = {"name": MODEL_NAME, "version": version, "recipe": self.recipe.name}
        info = save_bidder(self.averaged(), out, **names)
        bidder, rows = self.load(out)[0], self.dataset.validation
        played = self.dataset.records.system_ns[rows]
        of_system = {system.value: rows[played == code] for system, code in SYSTEM_CODE.items()}
        return {
            "recipe": self.recipe.to_dict(),
            "fingerprint": self.fingerprint,
            "start_sha256": self.start,
            "weights_sha256": info.sha256,
            "auctions_a_pass": self.dataset.auctions,
            "validation_auctions": len(rows),
            "calls_learned_from": run.examples,
            "parameters": sum(parameter.numel() for parameter in self.model.parameters()),
            "numbers": str(fast_dtype(self.device)).removeprefix("torch."),
            **run.report(self.device),
            "scores": {
                system: self.scores(bidder, some) for system, some in of_system.items() if len(some)
            },
        }


def _settings_of(recipe: Recipe) -> dict[str, Any]:
    """Return the settings that identify a run: those of validation do not, nor does the number of
    passes while the rates never fall."""
    settings = recipe.to_dict()
    for name in VALIDATION_SETTINGS:
        del settings["optimisation"][name]
    if recipe.optimisation.decay == 0:
        del settings["optimisation"]["passes"]
    return settings


def train_recipe(
    recipe: Recipe,
    data: Path,
    out: Path,
    *,
    version: str,
    kind: type[BidderTask] = BidderTask,
    device: torch.device | None = None,
    log: Callable[[str], None] = print,
) -> dict[str, Any]:
    """Train a recipe into ``out``, or resume its training.

    Return the validation scores by the system of North-South, empty in all processes but the main
    one. The weights of a completed run are not written again: they may be calibrated since. The
    weights that a recipe starts from are in the folder beside ``out``. Raise ValueError for data
    that is missing or unreadable, and for a checkpoint of another run.
    """
    device = device or default_device()
    processes = ProcessGroup.join(device)
    log = log if processes.is_main else lambda text: None
    start = _start_of(recipe, out)
    log(f"recipe {recipe.name}: {recipe.note}")
    common = recipe.objective.common_auctions
    dataset = load_dataset(recipe.sources, data, recipe.validation, common)
    task = kind(recipe, dataset, device, start, processes)
    log(
        f"{dataset.auctions:,} auctions ({dataset.decisions:,} calls) a pass, "
        f"{len(dataset.validation):,} kept for validation; {task.steps:,} steps on {device}"
    )
    report = run_experiment(task, out, version=version, processes=processes, log=log)
    scores: dict[str, Any] = report.get("scores", {})
    return scores


def dataset_of(recipe: Recipe, data: Path, weights: Path) -> Dataset:
    """Return the dataset that these weights were trained on, by their recipe.

    Raise ValueError if the report beside the weights states a smaller validation share than the
    recipe, and as ``load_dataset``.
    """
    share = _validation_share(weights / REPORT)
    if share is not None and share < recipe.validation:
        raise ValueError(
            f"recipe {recipe.name} keeps {recipe.validation:.4g} of the deals from training, and "
            f"the weights in {weights} were trained with {share:.4g} kept: name the recipe that "
            "they were trained by with --recipe, with the validation that it had"
        )
    return load_dataset(recipe.sources, data, recipe.validation)


def _validation_share(report: Path) -> float | None:
    """Return the validation share that a report states; None without a report."""
    try:
        return float(json.loads(report.read_text(encoding="utf-8"))["recipe"]["validation"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _start_of(recipe: Recipe, out: Path) -> Path | None:
    """Return the folder of the initial weights; raise ValueError if they are not there."""
    if not recipe.start:
        return None
    if recipe.start == RELEASED.name:
        return RELEASED
    start = out.parent / recipe.start
    if not (start / CONFIG).is_file():
        raise ValueError(
            f"recipe {recipe.name} starts from recipe {recipe.start}, which is not in {start}: "
            f"train it first, train bidder {recipe.start} {recipe.name}"
        )
    return start
