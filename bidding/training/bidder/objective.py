"""What a bidder is asked in training, and its loss."""

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
    every_seat_views,
    random_views,
    turn_views,
)


def forget_systems(batch: AuctionBatch, share: float, rng: torch.Generator) -> AuctionBatch:
    """The batch with that share of the sides' systems replaced by unknown."""
    forgotten = torch.rand(batch.systems.shape, generator=rng) < share
    forgotten = forgotten.to(batch.systems.device)
    return replace(batch, systems=torch.where(forgotten, UNKNOWN_SYSTEM, batch.systems))


def losses(
    bidder: Bidder, batch: AuctionBatch, objective: Objective, rng: torch.Generator
) -> dict[str, Tensor]:
    """The weighted sum to minimise (``total``) and its parts, and the share of turns learned from.

    The parts are mean negative log-likelihoods: of the call, and a hidden HCP, length and card
    each. Turns that the bidder has settled are mostly left out of the work, and those that
    stay stand for the others: each counts by the inverse of its chance to be drawn, so that
    the call's gradient is that of all turns on average (importance sampling). With
    ``every_seat`` all four players' moments stand in the place of the turns.
    """
    turns = every_seat_views(batch) if objective.every_seat else turn_views(batch)
    tokens, heard = bidder.config.service_tokens, bidder.encode(batch)
    chance = _drawing_chance(bidder, batch, turns, heard, objective)  # (turn,)
    drawn = torch.rand(len(turns), generator=rng).to(chance.device) < chance
    views = Views.join([turns[drawn], *_more_views(batch, objective, rng)])
    weight = torch.nn.functional.pad(1 / chance[drawn], (0, len(views) - int(drawn.sum())), value=1)
    outputs, truth = bidder(batch, views, heard, tokens=True), targets(batch, views)
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
    """How many of the views have a call to come."""
    return int((views.step < batch.n_calls[views.auction]).sum())


def _more_views(
    batch: AuctionBatch, objective: Objective, rng: torch.Generator
) -> tuple[Views, Views]:
    """What everybody knows at the turn of somebody, and what any seat does."""
    answers, calls = objective.answers, int(batch.n_calls.sum())
    blind = blind_views(batch, int(objective.hidden_turns * calls), rng, answers)
    count = int(objective.extra_views * calls)
    return blind, random_views(batch, count, objective.spectators, rng, answers)


@torch.no_grad()
def _drawing_chance(
    bidder: Bidder, batch: AuctionBatch, turns: Views, heard: Tensor | None, objective: Objective
) -> Tensor:
    """(turn,) how likely each turn is learned from: more, the less its call is expected yet."""
    if objective.settled == 0:
        return torch.ones(len(turns), device=turns.auction.device)
    guesser = bidder.quantized() if _can_round(turns.auction.device) else bidder
    chances = guesser.next_call(batch, turns, heard).softmax(-1)
    missed = 1 - chances.gather(1, next_call(batch, turns)[:, None])[:, 0]
    return (objective.sampled + missed / objective.settled).clamp(max=1)


def _can_round(device: torch.device) -> bool:
    """Whether 8 bits are the quickest there: they serve to choose turns, not to learn from."""
    return device.type == "cpu" and fast_dtype(device) is torch.float32


def _card_loss(bidder: Bidder, outputs: Outputs, truth: Targets, seen: Tensor) -> Tensor:
    """Per hidden card: the owner's log loss, or the three yes-or-no questions of paper P1."""
    hidden = ~(seen[:, None] & (truth.owner == 0))  # (view, card)
    if bidder.config.card_head == "owners":
        each = cross_entropy(outputs.cards.transpose(1, 2), truth.owner, reduction="none")
        return (each * hidden).sum() / hidden.sum()
    answer = one_hot(truth.owner, N_OWNERS).float()[..., 1:]
    each = binary_cross_entropy_with_logits(outputs.cards[..., 1:], answer, reduction="none")
    return (each.sum(-1) * hidden).sum() / hidden.sum()
