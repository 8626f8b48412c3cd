"""The loss of a bidder on the views drawn from a batch."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, one_hot

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_OWNERS, PAD, UNKNOWN_SYSTEM
from bidding.encoding.targets import Targets, next_call, targets
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder, Outputs
from bidding.networks.precision import fast_dtype
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
    tokens, states = bidder.config.service_tokens, bidder.encode(batch)
    chance = _drawing_chance(bidder, batch, turns, states, objective)  # (turn,)
    drawn = torch.rand(len(turns), generator=rng).to(chance.device) < chance
    views = Views.join([turns[drawn], *_more_views(batch, objective, rng)])
    weight = torch.nn.functional.pad(1 / chance[drawn], (0, len(views) - int(drawn.sum())), value=1)
    outputs, truth = bidder(batch, views, states, tokens=True), targets(batch, views)
    said = truth.next_token(tokens=tokens)
    calls = cross_entropy(outputs.call, said, ignore_index=PAD, reduction="none")
    parts = {
        "call": (calls * weight).sum() / (len(turns) if tokens else _before_the_end(batch, turns)),
        "hcp": cross_entropy(outputs.hcp.flatten(0, 1), truth.hcp.flatten()),
        "lengths": cross_entropy(outputs.lengths.permute(0, 3, 1, 2), truth.lengths),
        "cards": _card_loss(bidder, outputs, truth, views.sees_hand),
    }
    counted = ("hcp", "lengths", "cards")
    total = parts["call"] + sum(getattr(objective, name) * parts[name] for name in counted)
    return {"total": total, **parts, "learned": drawn.float().mean()}


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
    bidder: Bidder, batch: AuctionBatch, turns: Views, states: Tensor | None, objective: Objective
) -> Tensor:
    """Return (turn,) the chance that each is drawn: the higher, the less likely its call was."""
    if objective.sampling_threshold == 0:
        return torch.ones(len(turns), device=turns.auction.device)
    sampler = bidder.quantized() if _can_round(turns.auction.device) else bidder
    chances = sampler.next_call(batch, turns, states).softmax(-1)
    missed = 1 - chances.gather(1, next_call(batch, turns)[:, None])[:, 0]
    return (objective.sampling_floor + missed / objective.sampling_threshold).clamp(max=1)


def _can_round(device: torch.device) -> bool:
    """Return True if 8-bit weights are fastest there; good enough to draw turns by."""
    return device.type == "cpu" and fast_dtype(device) is torch.float32


def _card_loss(bidder: Bidder, outputs: Outputs, truth: Targets, seen: Tensor) -> Tensor:
    """Return the loss per hidden card: of its owner, or of the three sigmoids of paper P1."""
    hidden = ~(seen[:, None] & (truth.owner == 0))  # (view, card)
    if bidder.config.card_head == "owners":
        each = cross_entropy(outputs.cards.transpose(1, 2), truth.owner, reduction="none")
        return (each * hidden).sum() / hidden.sum()
    answer = one_hot(truth.owner, N_OWNERS).float()[..., 1:]
    each = binary_cross_entropy_with_logits(outputs.cards[..., 1:], answer, reduction="none")
    return (each.sum(-1) * hidden).sum() / hidden.sum()
