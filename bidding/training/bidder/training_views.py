"""The views that a bidder predicts from, in training and evaluation."""

from __future__ import annotations

import torch
from torch import Tensor

from bidding.domain.calls import PASS, Call
from bidding.domain.table import Strain
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS, PAD
from bidding.encoding.views import Views, all_steps

_HASH_SEED = 20
_FOUR_NOTRUMP, _FOUR_CLUBS = Call.bid(4, Strain.NT).index, Call.bid(4, Strain.C).index
_NOTRUMP = torch.tensor([Call.bid(level, Strain.NT).index for level in (1, 2)])
_ANSWERS = 4  # the next four bids answer an ace-asking bid


def turn_views(batch: AuctionBatch, *, seen: bool = True) -> Views:
    """Return a view for every call, from the seat whose turn it was, its hand seen or not."""
    auction, step = all_steps(batch.n_calls)
    return Views(auction, step, batch.seat[auction, step], torch.full_like(auction, seen).bool())


def blind_views(
    batch: AuctionBatch, count: int, rng: torch.Generator, answers: float = 1.0
) -> Views:
    """Return views of random moments from the seat to call, without its hand."""
    auction, step = rare_moments(batch, count, rng, answers)
    return Views(auction, step, batch.seat[auction, step], torch.zeros_like(auction).bool())


def random_views(
    batch: AuctionBatch, count: int, blind: float, rng: torch.Generator, answers: float = 1.0
) -> Views:
    """Return views of random moments from random seats, a share ``blind`` without a hand."""
    auction, step = rare_moments(batch, count, rng, answers)
    return _from_anywhere(auction, step, blind, rng)


def rare_moments(
    batch: AuctionBatch, count: int, rng: torch.Generator, answers: float = 1.0
) -> tuple[Tensor, Tensor]:
    """Return (count,) auctions and steps, from before the first call to after the last.

    A moment is drawn in proportion to the inverse root of the number of auctions that begin with
    the same calls; else most would be of first calls and final passes. After an answer to an
    ace-asking bid it is drawn ``answers`` times as often. As beliefs depend on the calls only,
    the draw does not bias them.
    """
    inside = _inside(batch)
    _, group, size = _histories(batch)[inside].unique(return_inverse=True, return_counts=True)
    weights = size[group].float().rsqrt()
    weights = weights.where(~after_ace_answer(batch)[inside], weights * answers).cpu()
    drawn = torch.empty(0, dtype=torch.int64)
    if count:  # multinomial refuses to draw nothing
        drawn = torch.multinomial(weights, count, replacement=True, generator=rng)
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
