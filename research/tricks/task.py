"""Training one of the papers' networks with the trainer: its steps, errors, early stop.

The trainer fits: an epoch of Rprop is one step over all examples. What it does not know is when
to stop early; so the best weights so far, and when they were found, are part of the module that
it saves, and ``steps`` falls to what has been done once nothing better is found, or the error
hardly changes any more.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from copy import deepcopy
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor, nn

from bidding.training.estimator.dataset import TrainTestDeals
from research.tricks.examples import examples
from research.tricks.networks import TrickNetwork, network_of
from research.tricks.recipe import (
    NO_BETTER,
    SETTLED,
    WHOLE_BUDGET,
    TrickRecipe,
    TrickTraining,
)
from research.tricks.rprop import BacktrackingRprop

VALIDATION_PICTURES = 4  # with each contract and leader
_MOST_LOOKED_AT = 20_000
_CHUNK = 20_000
_PART = 8_000


class Watched(nn.Module):
    """A network in training, and the best it was on the validation deals."""

    best_error: Tensor
    best_step: Tensor
    last_error: Tensor
    looks: Tensor
    stopped: Tensor  # the step after which it was stopped early; 0: it was not
    settled: Tensor  # whether it was because the error hardly changed

    def __init__(self, network: TrickNetwork) -> None:
        super().__init__()
        self.network = network
        self.best = deepcopy(network).requires_grad_(requires_grad=False)
        for name in ("best_error", "last_error"):
            self.register_buffer(name, torch.tensor(torch.inf))
        for name in ("best_step", "looks", "stopped"):
            self.register_buffer(name, torch.tensor(0))
        self.register_buffer("settled", torch.tensor(False))

    def look(self, error: float, step: int, *, patience: int, least_change: float = 0.0) -> None:
        """Take over the weights if they are better, and always without ``patience``. Stop after so
        many looks if not, or where the error changed by less than ``least_change`` since the look
        before.
        """
        self.settled.fill_(abs(error - self.last_error) < least_change)
        self.last_error.fill_(error)
        self.looks += 1
        if error < self.best_error or not patience:
            self.best.load_state_dict(self.network.state_dict())
            self.best_error.fill_(error)
            self.best_step.fill_(step)
            self.looks.zero_()
        if self.settled or self.looks >= patience > 0:
            self.stopped.fill_(step)

    @property
    def end(self) -> str:
        """The end of training: one of ``recipe.ENDS``."""
        return SETTLED if self.settled else NO_BETTER if self.stopped else WHOLE_BUDGET


def fingerprint_of(recipe: TrickRecipe, deals: TrainTestDeals) -> str:
    """Equal for equal recipes and deals to learn from and to choose by."""
    digests = deals.train.digest() + deals.validation.digest()
    text = json.dumps(recipe.to_dict(), sort_keys=True) + digests
    return hashlib.sha256(text.encode()).hexdigest()


class TrickTask:
    """The task of training the network of one recipe."""

    def __init__(
        self, recipe: TrickRecipe, deals: TrainTestDeals, start: TrickNetwork | None = None
    ) -> None:
        training = recipe.training
        torch.manual_seed(training.seed)
        network = network_of(recipe.network)
        if bound := training.initial_weights:
            for weight in network.parameters():
                nn.init.uniform_(weight, -bound, bound)
        begun = network.layers[: start.coder_layers if start else 1]
        if start is not None:
            for layer, trained in zip(begun, start.layers, strict=False):
                layer.load_state_dict(trained.state_dict())
        begun.requires_grad_(requires_grad=not training.frozen)
        self.recipe = recipe
        self.train = examples(deals.train, recipe.deals, training.examples)
        if not training.batch:  # the networks compute with a row for each input
            self.train = replace(self.train, inputs=self.train.inputs.T.contiguous().T)
        elif bool(((self.train.inputs == 0) | (self.train.inputs == 1)).all()):
            # Batches are gathered from all over the memory: the smaller, the faster.
            self.train = replace(self.train, inputs=self.train.inputs.byte())
        looked_at = VALIDATION_PICTURES * len(recipe.deals.leaders) * len(recipe.deals.strains)
        most = min(looked_at * len(deals.validation), _MOST_LOOKED_AT)
        self.kept = examples(deals.validation, recipe.deals, most)
        if training.proportional:
            network.share_out(self.train.tricks.numpy())
        self.model = Watched(network)
        self.fingerprint = fingerprint_of(recipe, deals)
        self._order = torch.empty(0, dtype=torch.int64)
        self._ordered = -1
        self._step = 0
        self._errors: deque[Tensor] = deque(maxlen=self.steps_an_epoch)

    @property
    def steps_an_epoch(self) -> int:
        """1 where all examples make one step."""
        batch = self.recipe.training.batch
        return -(-len(self.train) // batch) if batch else 1

    @property
    def steps(self) -> int:
        """The whole budget, or what was done when it stopped early."""
        stopped = int(self.model.stopped)
        return stopped or self.recipe.training.epochs * self.steps_an_epoch

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """The recipe's algorithm over all weights that may change."""
        weights = [weight for weight in self.model.parameters() if weight.requires_grad]
        return [_optimiser(self.recipe.training, weights)]

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """The mean error of the step's examples, with weight decay."""
        self._step = step + 1
        inputs, tricks = self._batch(step)
        with torch.autocast(inputs.device.type, enabled=False):
            error = self._error_of_step(inputs, tricks)
            whole = error
            if decay := self.recipe.training.weight_decay:
                squares = [weight.square().sum() for weight in self.model.network.parameters()]
                whole = error + decay * torch.stack(squares).sum() / len(self.train)
        self._errors.append(error.detach())
        return whole, {"error": error.detach()}, len(tricks)

    def validate(self) -> dict[str, float]:
        """The mean error of the last epoch's steps, the error on the validation deals, and where
        tricks are learned the share of exact answers there.
        """
        network, training = self.model.network, self.recipe.training
        with torch.no_grad():
            error = float(self._error(network, self.kept.inputs, self.kept.tricks))
            answers = network.answers(network(self.kept.inputs))
        self.model.look(
            error, self._step, patience=training.patience, least_change=training.least_change
        )
        figures = {"training_error": float(torch.stack(list(self._errors)).mean()), "error": error}
        if training.target == "tricks":
            figures["exact"] = float((answers == self.kept.tricks).float().mean())
        return figures

    def learned(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the best weights' answers to the examples learned from, and the true tricks."""
        best = self.model.best
        with torch.no_grad():
            parts = self.train.inputs.split(_CHUNK)
            answers = [best.answers(best(some.float())) for some in parts]
        return torch.cat(answers).numpy(), self.train.tricks.numpy()

    def _batch(self, step: int) -> tuple[Tensor, Tensor]:
        batch = self.recipe.training.batch
        if not batch:
            return self.train.inputs, self.train.tricks
        epoch, place = divmod(step, self.steps_an_epoch)
        if epoch != self._ordered:
            generator = torch.Generator().manual_seed(self.recipe.training.seed + 1000 * epoch)
            self._order = torch.randperm(len(self.train), generator=generator)
            self._ordered = epoch
        rows = self._order[place * batch : (place + 1) * batch]
        inputs = self.train.inputs.index_select(0, rows)  # several times faster than indexing
        return inputs.float(), self.train.tricks[rows]

    def _error_of_step(self, inputs: Tensor, tricks: Tensor) -> Tensor:
        """The error, with its gradient; of many examples part by part, each small enough for a
        processor's cache.
        """
        network = self.model.network
        if len(inputs) <= _PART:
            return self._error(network, inputs, tricks)
        weights = [weight for weight in network.parameters() if weight.requires_grad]
        gradients = [torch.zeros_like(weight) for weight in weights]
        error = torch.zeros(())
        for given, targets in zip(inputs.split(_PART), tricks.split(_PART), strict=True):
            part = self._error(network, given, targets) * (len(given) / len(inputs))
            for gradient, change in zip(gradients, torch.autograd.grad(part, weights), strict=True):
                gradient += change
            error += part.detach()
        # What is added is zero, and has the gradient that was found.
        slopes = [
            (weight - weight.detach()).mul(gradient).sum()
            for weight, gradient in zip(weights, gradients, strict=True)
        ]
        return error + torch.stack(slopes).sum()

    def _error(self, network: TrickNetwork, inputs: Tensor, tricks: Tensor) -> Tensor:
        """The error of one example on average, summed over the outputs."""
        training = self.recipe.training
        targets = inputs if training.target == "inputs" else network.targets(tricks)
        outputs = network(inputs)
        if training.loss == "cross-entropy":
            return cross_entropy(outputs, targets) / len(inputs)
        return (outputs - targets).square().sum() / len(inputs)


def cross_entropy(outputs: Tensor, targets: Tensor) -> Tensor:
    """The sum of -t ln y - (1 - t) ln (1 - y), outputs y and targets t both in [0, 1].

    That of torch takes three times as long on processors.
    """
    least = torch.finfo(outputs.dtype).tiny  # its logarithm is finite, and so is the slope there
    yes, no = (chance.clamp(min=least).log() for chance in (outputs, 1 - outputs))
    return -torch.lerp(no, yes, targets).sum()


def _optimiser(training: TrickTraining, weights: list[nn.Parameter]) -> torch.optim.Optimizer:
    """torch's own where it is the same algorithm (``research.tricks.rprop``)."""
    steps = (1e-6, training.largest_step)
    if training.algorithm == "rprop":
        return torch.optim.Rprop(weights, lr=training.rate, etas=(0.5, 1.2), step_sizes=steps)
    if training.algorithm == "rprop-backtracking":
        return BacktrackingRprop(weights, lr=training.rate, limits=steps)
    if training.algorithm == "rmsprop":
        return torch.optim.RMSprop(weights, lr=training.rate)
    return torch.optim.SGD(weights, lr=training.rate)
