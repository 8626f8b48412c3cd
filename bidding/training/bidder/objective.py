"""The loss of a bidder on the views drawn from a batch."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import PAD, UNKNOWN_SYSTEM
from bidding.encoding.views import Targets, Views, next_call, targets
from bidding.networks.bidder import Bidder, Outputs
from bidding.training.bidder.recipe import Objective
from bidding.training.bidder.training_views import (
    blind_views,
    random_views,
)


def drop_systems(batch: AuctionBatch, share: float, rng: torch.Generator) -> AuctionBatch:
    """Return the batch with a share of the sides' systems replaced by unknown."""
    dropped = torch.rand(batch.systems.shape, generator=rng) < share
    dropped = dropped.to(batch.systems.device)
    return replace(batch, systems=torch.where(dropped, UNKNOWN_SYSTEM, batch.systems))


def losses(
    bidder: Bidder,
    batch: AuctionBatch,
    turns: Views,
    objective: Objective,
    rng: torch.Generator,
) -> dict[str, Tensor]:
    """Return the loss (``total``), its parts, and the share of the turns drawn (``learned``).

    The parts are mean negative log-likelihoods of the call and of hidden HCP, lengths and cards.
    The ``turns`` are drawn by importance sampling: the surer the bidder is of the call, the
    seldomer, and each weighs the inverse of its chance, so that the gradient is that of all turns
    on average.
    """
    states = bidder.encode(batch)
    chance = _drawing_chance(bidder, batch, turns, states, objective)  # (turn,)
    drawn = torch.rand(len(turns), generator=rng).to(chance.device) < chance
    views = Views.join([turns[drawn], *_more_views(batch, objective, rng)])
    weight = torch.nn.functional.pad(1 / chance[drawn], (0, len(views) - int(drawn.sum())), value=1)
    outputs, truth = bidder(batch, views, states), targets(batch, views)
    calls = cross_entropy(outputs.call, truth.call, ignore_index=PAD, reduction="none")
    parts = {
        "call": (calls * weight).sum() / _before_the_end(batch, turns),
        **hand_losses(outputs, truth),
        "cards": _card_loss(outputs, truth, views.sees_hand),
    }
    return {"total": weighted(parts, objective), **parts, "learned": drawn.float().mean()}


def hand_losses(outputs: Outputs, truth: Targets) -> dict[str, Tensor]:
    """Return the mean negative log-likelihoods of hidden HCP and lengths."""
    return {
        "hcp": cross_entropy(outputs.hcp.flatten(0, 1), truth.hcp.flatten()),
        "lengths": cross_entropy(outputs.lengths.permute(0, 3, 1, 2), truth.lengths),
    }


def weighted(parts: dict[str, Tensor], objective: Objective) -> Tensor:
    """Return the sum of the parts, those of hidden hands with the weights of the objective."""
    hands = ("hcp", "lengths", "cards")
    return parts["call"] + sum(getattr(objective, name) * parts[name] for name in hands)


def _before_the_end(batch: AuctionBatch, views: Views) -> int:
    """Return the number of views before the end of their auction."""
    return int((views.step < batch.n_calls[views.auction]).sum())


def _more_views(
    batch: AuctionBatch, objective: Objective, rng: torch.Generator
) -> tuple[Views, Views]:
    """Return views of the seat to call without its hand, and views of random seats."""
    answers, calls = objective.ace_answers, int(batch.n_calls.sum())
    blind = blind_views(batch, int(objective.blind_turns * calls), rng, answers)
    count = int(objective.extra_views * calls)
    return blind, random_views(batch, count, objective.blind_share, rng, answers)


@torch.no_grad()
def _drawing_chance(
    bidder: Bidder, batch: AuctionBatch, turns: Views, states: Tensor, objective: Objective
) -> Tensor:
    """Return (turn,) the chance that each is drawn: the higher, the less likely its call was."""
    if objective.sampling_threshold == 0:
        return torch.ones(len(turns), device=turns.auction.device)
    chances = bidder.next_call(batch, turns, states).softmax(-1)
    missed = 1 - chances.gather(1, next_call(batch, turns)[:, None])[:, 0]
    return (objective.sampling_floor + missed / objective.sampling_threshold).clamp(max=1)


def _card_loss(outputs: Outputs, truth: Targets, seen: Tensor) -> Tensor:
    """Return the loss of the owner of each hidden card."""
    hidden = ~(seen[:, None] & (truth.owner == 0))  # (view, card)
    each = cross_entropy(outputs.cards.transpose(1, 2), truth.owner, reduction="none")
    return (each * hidden).sum() / hidden.sum()
