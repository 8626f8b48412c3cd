"""The task of training the trick estimator on solved deals and endings."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import asdict
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from bidding.training.core.distributed import ProcessGroup
from bidding.training.core.muon import muon_and_adamw
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.training.estimator.recipe import EstimatorRecipe
from bidding.tricks.estimator import TrickEstimator, score_by_kind

_SIDES = 2


def estimator_fingerprint(recipe: EstimatorRecipe, deals: TrainTestDeals) -> str:
    """Return the identity of a run: of its recipe, training and validation deals and endings."""
    facts = {
        "recipe": asdict(recipe),
        "deals": deals.train.digest(),
        "validation": deals.validation.digest(),
        "endings": None if deals.endings is None else deals.endings.digest(),
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


class EstimatorTask:
    """The batches, loss and validation of a recipe, for this process's shard.

    A step predicts the results of two declarers of each deal, one of each side: those of partners
    are nearly always equal.
    """

    def __init__(
        self,
        recipe: EstimatorRecipe,
        deals: TrainTestDeals,
        device: torch.device,
        processes: ProcessGroup | None = None,
    ) -> None:
        self.recipe, self.device = recipe, device
        self._processes = processes or ProcessGroup()
        self._validation = deals.validation
        self._full = (deals.train.owners, deals.train.tricks)
        endings = deals.endings
        self._endings = None if endings is None else (endings.owners, endings.tricks)
        learning = recipe.learning
        torch.manual_seed(learning.seed)
        self.model = TrickEstimator(recipe.estimator).to(device)
        until = learning.endings_until if endings is not None else 0.0
        full = learning.batch_deals * (1 - learning.endings * until)  # mean number in a step
        self.steps = max(1, math.ceil(learning.passes * len(deals.train) / full))
        self.fingerprint = estimator_fingerprint(recipe, deals)

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Return Muon for the inner matrices and AdamW for everything else."""
        matrices, others = _split_parameters(self.model)
        return muon_and_adamw(matrices, others, self.recipe.learning, self.device, self._processes)

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """Return the mean negative log-likelihood, in nats, of the results in a batch."""
        rng = np.random.default_rng([self.recipe.learning.seed, step])
        owner, tricks = self._batch(step, rng)
        declarers = rng.integers(_SIDES, size=(len(owner), _SIDES)) * _SIDES + np.arange(_SIDES)
        mine = self._processes.shard(np.arange(len(owner)))
        owner, declarers = owner[mine], declarers[mine]
        # So that dropout follows from the step, too.
        torch.manual_seed(int(rng.integers(2**31)) + self._processes.rank)
        true = np.take_along_axis(tricks[mine], declarers[..., None], axis=1)
        logits = self.model(self._tensor(owner), self._tensor(declarers))
        loss = functional.cross_entropy(logits.float().flatten(0, 2), self._tensor(true).flatten())
        return loss, {"nll": loss.detach()}, len(owner) * self._processes.size

    def _batch(self, step: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return deals (B, 52) and their tricks (B, 4, 5)."""
        learning = self.recipe.learning
        n_endings = 0
        if self._endings is not None and step < learning.endings_until * self.steps:
            n_endings = round(learning.endings * learning.batch_deals)
        full = rng.integers(len(self._full[0]), size=learning.batch_deals - n_endings)
        owner, tricks = self._full[0][full], self._full[1][full]
        if self._endings is not None and n_endings:
            rows = rng.integers(len(self._endings[0]), size=n_endings)
            owner = np.concatenate([owner, self._endings[0][rows]])
            tricks = np.concatenate([tricks, self._endings[1][rows]])
        return owner, tricks

    def _tensor(self, array: np.ndarray) -> Tensor:
        return torch.from_numpy(array.astype(np.int64)).to(self.device)

    def validate(self) -> dict[str, float]:
        """Return shares right and within one, and the log loss, on the validation deals."""
        scores = score_by_kind(self.model.chances(self._validation.owners), self._validation.tricks)
        figures: dict[str, Any] = {}
        for kind, score in scores.items():
            figures |= {f"{kind}_exact": score.exact, f"{kind}_within1": score.within1}
            figures[f"{kind}_nll"] = score.nll
        return figures


def _split_parameters(model: TrickEstimator) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
    """Return the inner matrices, and all other parameters."""
    matrices: list[nn.Parameter] = []
    others: list[nn.Parameter] = []
    for name, parameter in model.named_parameters():
        inner = parameter.ndim == 2 and not name.startswith(("reader", "answer.2"))
        (matrices if inner else others).append(parameter)
    return matrices, others
