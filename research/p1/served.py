"""A network of the paper's arrangement, asked as the released one is.

The released network answers spectators, for any hand and in 38 calls; the paper's sees the hand of
one player at every step of the auction. So each hand that is supposed is a reading of the auction
of its own, and a spectator's answer is the mean over hands of the seat, each weighed by its calls.
Systems and convention cards are not read.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Self

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

from bidding.domain.calls import N_CALLS
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_CARDS, N_SEATS
from bidding.encoding.views import Views
from bidding.networks.bidder import IMPOSSIBLE, Bidder, Outputs
from bidding.networks.checkpoint import Kind, ModelInfo, load_network
from research.p1.network import P1_BIDDER, P1Bidder, P1Config

WEIGHTS = Path(__file__).parent / "weights"
"""The network of the recipe ``paper``."""

HANDS, FLOOR = 128, 1e-3
"""Hands of a spectator's seat, and the least chance of a call of theirs: people do odd things."""


class ServedBidder(P1Bidder):
    """A bidder of the paper's arrangement with the interface of the released one."""

    def forward(
        self,
        batch: AuctionBatch,
        views: Views,
        states: Tensor | None = None,
        *,
        n_hand_views: int | None = None,
    ) -> Outputs:
        """Return the logits of each view, of hands too."""
        seen, blind = (which.nonzero()[:, 0] for which in (views.sees_hand, ~views.sees_hand))
        places, parts = [seen], [self._players(batch, views[seen])] if len(seen) else []
        row, seats = _distinct(batch, views[blind], views.viewer[blind, None])
        for number, first in enumerate(blind[seats].tolist()):
            some = blind[row == number]
            places.append(some)
            parts.append(self._spectators(batch, views[first : first + 1], views.step[some]))
        order = torch.cat(places).argsort()
        return Outputs(*(torch.cat(kind)[order] for kind in zip(*parts, strict=True)))

    def features(self, batch: AuctionBatch, views: Views, states: Tensor | None = None) -> Tensor:
        """Return (view, width): what the call head reads."""
        return self(batch, views).features

    def decisions(
        self, batch: AuctionBatch, views: Views, states: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Return the ``features`` of views and the (view, 38) chances of their next calls."""
        outputs = self(batch, views)
        return outputs.features, outputs.call.softmax(-1)

    def encode(self, batch: AuctionBatch) -> Tensor:
        """Return nothing for each step: no state is shared by views."""
        return torch.zeros(len(batch), batch.steps, 0, device=batch.calls.device)

    def for_inference(self, dtype: torch.dtype | None = None, blocks: int | None = None) -> Self:
        """Return the network as it is."""
        return self

    def _players(self, batch: AuctionBatch, views: Views) -> Outputs:
        """Return the logits of views with a hand, which may be a supposed one."""
        own = views.own_cards(batch)
        row, readers = _distinct(batch, views, torch.cat([views.viewer[:, None], own], dim=1))
        found = _holding(batch[views.auction[readers]], views.viewer[readers], own[readers])
        return self._answers(found, Views(row, views.step, views.viewer, views.sees_hand))

    def _spectators(self, batch: AuctionBatch, seat: Views, steps: Tensor) -> Outputs:
        """Return the logits of a spectator behind one seat (a view) at steps (S,)."""
        hands, viewer = _hands().to(steps.device), seat.viewer.expand(HANDS)
        read = _holding(batch[seat.auction.expand(HANDS)], viewer, hands)
        last = int(steps.max())
        every = torch.arange(last + 1, device=steps.device).repeat_interleave(HANDS)
        reader = torch.arange(HANDS, device=steps.device).repeat(last + 1)
        sees = torch.ones_like(reader, dtype=torch.bool)
        answers = self._answers(read, Views(reader, every, seat.viewer.expand(len(every)), sees))
        parts = [part.view(last + 1, HANDS, *part.shape[1:]) for part in answers]
        hcp, lengths, cards, call = (part.softmax(-1) for part in parts[:-1])
        made = read.calls[0, :last].clamp(max=N_CALLS - 1)
        own = (read.seat[0, :last] == seat.viewer).float()
        chance = call[:last].gather(2, made[:, None, None].expand(-1, HANDS, 1))[..., 0]
        fits = chance.clamp(min=FLOOR).log() * own[:, None]
        weights = torch.cat([fits.new_zeros(1, HANDS), fits.cumsum(0)])[steps].softmax(-1)
        cards = torch.cat([hands.expand(last + 1, -1, -1)[..., None].float(), cards[..., 1:]], -1)
        mean = partial(torch.einsum, "sh,sh...->s...", weights)
        hcp, lengths, cards, call = (
            mean(part[steps]).log().clamp(min=IMPOSSIBLE) for part in (hcp, lengths, cards, call)
        )
        return Outputs(hcp, lengths, cards, call, mean(parts[-1][steps]))

    def _answers(self, batch: AuctionBatch, views: Views) -> Outputs:
        """Return the network's own answers, in 38 calls, the chances of a card's owners in
        proportion to those that it has alone."""
        outputs = super().forward(batch, views)
        others = logsigmoid(outputs.cards[..., 1:]).clamp(min=IMPOSSIBLE)
        own = torch.where(views.own_cards(batch), 0, IMPOSSIBLE)
        cards = torch.cat([own[..., None], others], dim=-1)
        return outputs._replace(cards=cards, call=outputs.call[:, :N_CALLS])


def _distinct(batch: AuctionBatch, views: Views, readers: Tensor) -> tuple[Tensor, Tensor]:
    """Return the number of each view's auction as a reader (view, ...) has it, alike where only
    systems differ, and a view of each number."""
    table = torch.stack([batch.dealer, batch.vulnerability], dim=1)[views.auction]
    keys = torch.cat([batch.calls[views.auction], table, readers.long()], dim=1)
    distinct, row = keys.unique(dim=0, return_inverse=True)
    first = torch.full((len(distinct),), len(row), device=row.device)
    return row, first.scatter_reduce(0, row, torch.arange(len(row), device=row.device), "amin")


def _holding(batch: AuctionBatch, viewer: Tensor, cards: Tensor) -> AuctionBatch:
    """Return the auctions with these cards (G, 52) in the hands of viewers (G,)."""
    hands = batch.hands.clone()
    hands[torch.arange(len(hands), device=hands.device), viewer] = cards
    return replace(batch, hands=hands)


@cache
def _hands() -> Tensor:
    """Return (HANDS, 52) bool: hands at random, the same each time."""
    numbers = torch.rand(HANDS, N_CARDS, generator=torch.Generator().manual_seed(1))
    return numbers.argsort(1).argsort(1) < N_CARDS // N_SEATS


def _build(settings: dict[str, Any]) -> Bidder:
    config = P1Config.from_dict(settings)
    return ServedBidder(config) if config.paper else P1Bidder(config)


def load_served(
    folder: Path | None, device: torch.device | str = "cpu"
) -> tuple[Bidder, ModelInfo]:
    """Load and verify a bidder of either arrangement to be asked as the released one."""
    return load_network(Kind("bidder", _build, P1_BIDDER.command), folder or WEIGHTS, device)
