"""One step of the papers' networks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import torch
from torch.nn.functional import binary_cross_entropy

from bidding.training.estimator.dataset import TrainTestDeals
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals
from research.tricks import task as trick_task
from research.tricks.recipe import read_trick_recipe
from research.tricks.task import TrickTask, cross_entropy


def solved(count: int, seed: int) -> SolvedDeals:
    """Random deals with random results."""
    tricks = np.random.default_rng(seed).integers(14, size=(count, 4, 5)).astype(np.uint8)
    return SolvedDeals(pack(random_deals(count, seed=seed)), tricks)


@pytest.fixture(scope="module")
def deals() -> TrainTestDeals:
    return TrainTestDeals(train=solved(50, 1), validation=solved(5, 2), test=solved(5, 3))


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("name", ["p2-26x4-7/both", "p2-52-25-1/spades-14"])
def test_many_examples_are_learned_from_in_parts_as_at_once(
    name: str, frozen: bool, deals: TrainTestDeals, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = read_trick_recipe(name)
    recipe = replace(recipe, training=replace(recipe.training, frozen=frozen))

    def step(part: int) -> tuple[float, list[torch.Tensor | None]]:
        monkeypatch.setattr(trick_task, "_PART", part)
        task = TrickTask(recipe, deals)
        loss, parts, count = task.loss(0)
        assert count == len(task.train)
        loss.backward()
        assert float(parts["error"]) < loss.item()
        return loss.item(), [weight.grad for weight in task.model.network.parameters()]

    whole, slopes = step(10_000)
    parted, same = step(32)  # the last part is smaller
    assert parted == pytest.approx(whole, rel=1e-5)
    assert any(slope is None for slope in slopes) == frozen
    for one, other in zip(slopes, same, strict=True):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            torch.testing.assert_close(other, one, rtol=1e-4, atol=1e-7)


def test_initial_weights_are_as_wide_as_the_recipe_says(deals: TrainTestDeals) -> None:
    recipe = read_trick_recipe("p2-52-25-1/notrump")
    for wide, least, most in ((0.0, 0.13, 52**-0.5), (1.0, 0.9, 1.0)):
        wider = replace(recipe, training=replace(recipe.training, initial_weights=wide))
        layer = TrickTask(wider, deals).model.network.layers[0]
        largest = max(weights.detach().abs().max().item() for weights in layer.parameters())
        assert least < largest <= most
        assert layer.get_parameter("bias").abs().max() > least / 2


def test_the_cross_entropy_is_that_of_torch_and_finite_at_the_ends() -> None:
    def both(before: torch.Tensor, targets: torch.Tensor) -> list[tuple[torch.Tensor, ...]]:
        found = []
        for error in (cross_entropy, partial(binary_cross_entropy, reduction="sum")):
            leaf = before.clone().requires_grad_()
            loss = error(leaf.sigmoid(), targets)
            found.append((loss.detach(), *torch.autograd.grad(loss, leaf)))
        return found

    ours, theirs = both(torch.linspace(-15, 15, 61), torch.arange(61) % 2.0)
    torch.testing.assert_close(ours, theirs)
    ours, _ = both(torch.tensor([-200.0, -200, 200, 200]), torch.tensor([0.0, 1, 0, 1]))
    assert all(part.isfinite().all() for part in ours)
    ours, theirs = both(torch.tensor([0.3, -2.0]), torch.tensor([0.1, 0.9]))
    torch.testing.assert_close(ours, theirs)
