"""What a bidder is asked in training, and its loss."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, one_hot

from bidding.encoding.auctions import AuctionBatch
from bidding.encoding.layout import N_OWNERS, N_SEATS, N_SYSTEMS, PAD
from bidding.encoding.targets import Targets, targets
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder, Outputs
from bidding.training.recipe import Objective


def turn_views(batch: AuctionBatch) -> Views:
    """Every call of the batch, seen by the player whose turn it was, own hand in sight."""
    auction = torch.arange(len(batch)).repeat_interleave(batch.n_calls)
    first = (batch.n_calls.cumsum(0) - batch.n_calls).repeat_interleave(batch.n_calls)
    step = torch.arange(len(auction)) - first
    return Views(auction, step, batch.seat[auction, step], torch.ones_like(auction).bool())


def random_views(batch: AuctionBatch, count: int, blind: float, rng: torch.Generator) -> Views:
    """Views at random moments (the end too) and seats; a share ``blind`` sees no hand."""
    auction = torch.randint(len(batch), (count,), generator=rng)
    moment = torch.rand(count, generator=rng)
    step = (moment * (batch.n_calls[auction] + 1)).long()
    viewer = torch.randint(N_SEATS, (count,), generator=rng)
    return Views(auction, step, viewer, torch.rand(count, generator=rng) >= blind)


def training_views(batch: AuctionBatch, objective: Objective, rng: torch.Generator) -> Views:
    """Every turn, some of them with the hand dropped, and random other views."""
    turns = turn_views(batch)
    seen = torch.rand(len(turns), generator=rng) >= objective.hidden_turns
    turns = replace(turns, seen=seen)
    extra = random_views(batch, int(objective.extra_views * len(turns)), objective.spectators, rng)
    return Views(
        *(
            torch.cat(pair)
            for pair in (
                (turns.auction, extra.auction),
                (turns.step, extra.step),
                (turns.viewer, extra.viewer),
                (turns.seen, extra.seen),
            )
        )
    )


def forget_systems(batch: AuctionBatch, share: float, rng: torch.Generator) -> AuctionBatch:
    """The batch with that share of the sides' systems replaced by unknown."""
    forgotten = torch.rand(batch.systems.shape, generator=rng) < share
    return replace(batch, systems=torch.where(forgotten, N_SYSTEMS - 1, batch.systems))


def losses(bidder: Bidder, batch: AuctionBatch, views: Views) -> dict[str, Tensor]:
    """Mean negative log-likelihoods: of the call, and a hidden HCP, length and card each."""
    outputs, truth = bidder(batch, views), targets(batch, views)
    return {
        "call": cross_entropy(outputs.call, truth.call, ignore_index=PAD),
        "hcp": cross_entropy(outputs.hcp.flatten(0, 1), truth.hcp.flatten()),
        "lengths": cross_entropy(outputs.lengths.flatten(0, 2), truth.lengths.flatten()),
        "cards": _card_loss(bidder, outputs, truth, views.seen),
    }


def _card_loss(bidder: Bidder, outputs: Outputs, truth: Targets, seen: Tensor) -> Tensor:
    """Per hidden card: the owner's log loss, or the three yes-or-no questions of paper P1."""
    hidden = ~(seen[:, None] & (truth.owner == 0))  # (view, card)
    if bidder.config.card_head == "owners":
        each = cross_entropy(outputs.cards.flatten(0, 1), truth.owner.flatten(), reduction="none")
        return (each.view_as(hidden) * hidden).sum() / hidden.sum()
    answer = one_hot(truth.owner, N_OWNERS).float()[..., 1:]
    each = binary_cross_entropy_with_logits(outputs.cards[..., 1:], answer, reduction="none")
    return (each.sum(-1) * hidden).sum() / hidden.sum()


def total(parts: dict[str, Tensor], objective: Objective) -> Tensor:
    """The weighted sum that is minimised."""
    return (
        parts["call"]
        + objective.hcp * parts["hcp"]
        + objective.lengths * parts["lengths"]
        + objective.cards * parts["cards"]
    )
