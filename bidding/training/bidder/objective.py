"""The views that a bidder predicts from, and its loss on those drawn from a batch."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from bidding.domain.calls import PASS, Call
from bidding.domain.table import Strain
from bidding.encoding.auction_batch import OPTIONS_OF_SYSTEM, AuctionBatch
from bidding.encoding.layout import AS_IN_BASE, N_SEATS, PAD, UNKNOWN_SYSTEM
from bidding.encoding.views import Targets, Views, all_steps, next_call, targets
from bidding.networks.bidder import Bidder, Outputs
from bidding.training.bidder.recipe import Objective

_HASH_SEED = 20
_FOUR_NOTRUMP, _FOUR_CLUBS = Call.bid(4, Strain.NT).index, Call.bid(4, Strain.C).index
_NOTRUMP = torch.tensor([Call.bid(level, Strain.NT).index for level in (1, 2)])
RECENT = 4  # calls whose rarity counts at a moment
_ANSWERS = 4  # the next four bids answer an ace-asking bid


def turn_views(batch: AuctionBatch, *, seen: bool = True) -> Views:
    """Return a view for every call, from the seat whose turn it was, its hand seen or not."""
    auction, step = all_steps(batch.n_calls)
    return Views(auction, step, batch.seat[auction, step], torch.full_like(auction, seen).bool())


def blind_views(
    batch: AuctionBatch,
    count: int,
    rng: torch.Generator,
    answers: float = 1.0,
    weights: Tensor | None = None,
) -> Views:
    """Return views of random moments from the seat to call, without its hand."""
    auction, step = rare_moments(batch, count, rng, answers, weights)
    return Views(auction, step, batch.seat[auction, step], torch.zeros_like(auction).bool())


def random_views(
    batch: AuctionBatch,
    count: int,
    blind: float,
    rng: torch.Generator,
    answers: float = 1.0,
    weights: Tensor | None = None,
) -> Views:
    """Return views of random moments from random seats, a share ``blind`` without a hand."""
    auction, step = rare_moments(batch, count, rng, answers, weights)
    return _from_anywhere(auction, step, blind, rng)


def rare_moments(
    batch: AuctionBatch,
    count: int,
    rng: torch.Generator,
    answers: float = 1.0,
    weights: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Return (count,) auctions and steps, from before the first call to after the last.

    A moment is drawn in proportion to the inverse root of the number of auctions that begin with
    the same calls; else most would be of first calls and final passes. After an answer to an
    ace-asking bid it is drawn ``answers`` times as often, and ``weights`` (G, T + 1) times
    besides. As beliefs depend on the calls only, the draw does not bias them.
    """
    inside = _inside(batch)
    _, group, size = _histories(batch)[inside].unique(return_inverse=True, return_counts=True)
    chances = size[group].float().rsqrt()
    chances = chances.where(~after_ace_answer(batch)[inside], chances * answers)
    if weights is not None:
        chances = chances * weights[inside]
    drawn = torch.empty(0, dtype=torch.int64)
    if count:  # multinomial refuses to draw nothing
        drawn = torch.multinomial(chances.cpu(), count, replacement=True, generator=rng)
    auction, step = inside.nonzero()[drawn.to(inside.device)].unbind(1)
    return auction, step


def after_ace_answer(batch: AuctionBatch) -> Tensor:
    """Return (G, T + 1) bool: the moments after an answer to an ace-asking bid."""
    return torch.nn.functional.pad(_answers(batch).cumsum(1) > 0, (1, 0))


def _answers(batch: AuctionBatch) -> Tensor:
    """Return (G, T) bool: the answers to ace-asking bids.

    Ace-asking bids are 4NT, whatever it meant, and 4C over partner's 1NT or 2NT; an answer is one
    of the next four bids after a pass.
    """
    calls = torch.nn.functional.pad(batch.calls, (4, 0), value=PAD)
    before, silent, asked, passed, answer = (
        calls[:, place : place + batch.calls.shape[1]] for place in range(5)
    )
    over_notrump = torch.isin(before, _NOTRUMP.to(calls.device)) & (silent == PASS.index)
    request = (asked == _FOUR_NOTRUMP) | ((asked == _FOUR_CLUBS) & over_notrump)
    steps = answer - asked
    return request & (passed == PASS.index) & (steps > 0) & (steps <= _ANSWERS)


def _from_anywhere(auction: Tensor, step: Tensor, blind: float, rng: torch.Generator) -> Views:
    """Return views of these moments from random seats, a share ``blind`` without a hand."""
    viewer = torch.randint(N_SEATS, step.shape, generator=rng)
    seen = torch.rand(step.shape, generator=rng) >= blind
    return Views(auction, step, viewer.to(step.device), seen.to(step.device))


def _inside(batch: AuctionBatch) -> Tensor:
    """Return (G, T + 1) bool: the steps of each auction, its end included."""
    steps = torch.arange(batch.steps, device=batch.calls.device)
    return steps <= batch.n_calls[:, None]


def _histories(batch: AuctionBatch) -> Tensor:
    """Return (G, T + 1) int64 hashes of the calls before each step."""
    rng = torch.Generator().manual_seed(_HASH_SEED)
    keys = torch.randint(1 << 62, (batch.calls.shape[1], PAD + 1), generator=rng)
    places = torch.arange(batch.calls.shape[1], device=batch.calls.device)
    hashes = keys.to(batch.calls.device)[places, batch.calls].cumsum(1)
    return torch.nn.functional.pad(hashes, (1, 0))


def drop_systems(batch: AuctionBatch, share: float, rng: torch.Generator) -> AuctionBatch:
    """Return the batch with a share of the sides' systems replaced by unknown."""
    dropped = _some_sides(batch, share, rng)
    return replace(
        batch,
        systems=torch.where(dropped, UNKNOWN_SYSTEM, batch.systems),
        choices=batch.choices.masked_fill(dropped[..., None], AS_IN_BASE),
    )


def state_cards(batch: AuctionBatch, objective: Objective, rng: torch.Generator) -> AuctionBatch:
    """Return the batch with the convention cards of some sides stated choice by choice.

    They are a share ``stated_cards`` of the sides that play a known system as it is: what the
    options mean is so learned from plain systems, too.
    """
    own = OPTIONS_OF_SYSTEM.to(batch.choices.device)[batch.systems]
    stated = ~batch.departs & _some_sides(batch, objective.stated_cards, rng)
    return replace(batch, choices=torch.where(stated[..., None], own, batch.choices))


def _some_sides(batch: AuctionBatch, share: float, rng: torch.Generator) -> Tensor:
    """Return (G, 2) bool: sides drawn with this chance."""
    drawn = torch.rand(batch.systems.shape, generator=rng) < share
    return drawn.to(batch.systems.device)


def losses(
    bidder: Bidder,
    batch: AuctionBatch,
    turns: Views,
    objective: Objective,
    rng: torch.Generator,
    rarity: Tensor | None = None,
    weights: Tensor | None = None,
    since: Tensor | None = None,
) -> dict[str, Tensor]:
    """Return the loss (``total``), its parts, and the share of the turns drawn (``learned``).

    The parts are mean negative log-likelihoods of the call and of hidden HCP, lengths and cards.
    The ``turns`` are drawn by importance sampling: the surer the bidder is of the call, the
    seldomer, and each weighs the inverse of its chance, so that the gradient is that of all turns
    on average. ``rarity`` (G, T) weighs turns after rare calls, and moments there are drawn as
    much more often; all weights follow from the auction so far but that of the call made.
    ``weights`` (G,) are those of the auctions, each the inverse of the chance to be in the batch.
    ``since`` (G,) is the number of the call for whose sake an auction was recorded, -1 for none.
    Nothing is learned of what was before it, and the call itself only with its caller's hand:
    without, the choice of these deals would be learned.
    """
    if since is not None:
        turns = turns[turns.step >= since[turns.auction]]
    states = bidder.encode(batch)
    chance = _drawing_chance(bidder, batch, turns, states, objective)  # (turn,)
    drawn = torch.rand(len(turns), generator=rng).to(chance.device) < chance
    weight = 1 / chance[drawn]
    auction, step = turns.auction[drawn], turns.step[drawn]
    if weights is None:
        weights = weight.new_ones(len(batch))
    moments = weights[:, None].expand(-1, batch.steps)  # (G, T + 1)
    if rarity is not None and objective.rare_meanings:
        own = rarity.float() ** (objective.rare_meanings / 2)
        moments = moments * _recent(own) ** 2
        weight = weight * own[auction, step]
    weight = weight * moments[auction, step]
    if since is not None:
        steps = torch.arange(batch.steps, device=moments.device)
        moments = moments * (steps > since[:, None])
    views = Views.join([turns[drawn], *_more_views(batch, objective, rng, moments)])
    weight = torch.nn.functional.pad(weight, (0, len(views) - int(drawn.sum())), value=1)
    outputs, truth = bidder(batch, views, states), targets(batch, views)
    made = turns.auction[turns.step < batch.n_calls[turns.auction]]
    calls = cross_entropy(outputs.call, truth.call, ignore_index=PAD, reduction="none")
    parts = {
        "call": (calls * weight).sum() / weights[made].sum(),
        **hand_losses(outputs, truth),
        "cards": _card_loss(outputs, truth, views.sees_hand),
    }
    return {"total": weighted(parts, objective), **parts, "learned": drawn.float().mean()}


def _recent(values: Tensor) -> Tensor:
    """Return (G, T + 1) the largest of the values (G, T) of the last RECENT calls, 1 at least."""
    padded = torch.nn.functional.pad(values, (RECENT, 0), value=1)
    return padded.unfold(1, RECENT, 1).amax(2)


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


def _more_views(
    batch: AuctionBatch, objective: Objective, rng: torch.Generator, weights: Tensor
) -> tuple[Views, Views]:
    """Return views of the seat to call without its hand, and views of random seats."""
    calls = int(batch.n_calls.sum())
    drawn = (rng, objective.ace_answers, weights)
    blind = blind_views(batch, int(objective.blind_turns * calls), *drawn)
    count = int(objective.extra_views * calls)
    return blind, random_views(batch, count, objective.blind_share, *drawn)


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
