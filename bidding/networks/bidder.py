"""The bidding model of paper P1 (section 3.1) and the arrangement that learns faster.

A stacked GRU reads the auction; heads on its state give, for each hidden player, the
distribution of HCP and of the length of each suit and the chances of each card, and then
the next call, which also sees the other heads' answers. In the ``residual`` arrangement
the heads also see, past the recurrent state, a lossless summary of who called what, the
hand and the table.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from bidding.domain.calls import N_CALLS
from bidding.encoding.auctions import AuctionBatch
from bidding.encoding.layout import (
    HAND_LAYOUT,
    N_CARDS,
    N_HCP,
    N_HIDDEN,
    N_LENGTHS,
    N_OWNERS,
    N_SEATS,
    N_SUITS,
    PLAYER_STEP_LAYOUT,
    PUBLIC_STEP_LAYOUT,
    TABLE_LAYOUT,
    VOCABULARY,
)
from bidding.encoding.views import (
    Views,
    card_hcp,
    hand_features,
    player_steps,
    public_steps,
    table_features,
)
from bidding.networks.config import BidderConfig

IMPOSSIBLE = torch.finfo(torch.float32).min  # a logit whose softmax is exactly zero

_HCP_WIDTH = N_HIDDEN * N_HCP
_LENGTH_WIDTH = N_HIDDEN * N_SUITS * N_LENGTHS
_CARD_WIDTH = N_CARDS * N_OWNERS


class Outputs(NamedTuple):
    """Logits, float32; what cannot be (seen from the own hand or the rules) is IMPOSSIBLE."""

    hcp: Tensor  # (view, hidden player, HCP)
    lengths: Tensor  # (view, hidden player, suit, length)
    cards: Tensor  # (view, card, owner); owner 0 is the viewer
    call: Tensor  # (view, call)


def card_chances(cards: Tensor, config: BidderConfig) -> Tensor:
    """(view, card, owner) logits as chances; only the ``owners`` head's sum to one a card."""
    return cards.softmax(-1) if config.card_head == "owners" else cards.sigmoid()


class Bidder(nn.Module):
    """The network of a configuration. ``forward`` answers Q views of a batch of auctions."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.config = config
        self.state: PublicState | PlayerState
        self.state = PublicState(config) if config.state == "public" else PlayerState(config)
        self.trunk = ResidualTrunk(config) if config.readout == "residual" else StateAlone(config)
        width = self.trunk.width
        head = _linear_head if config.readout == "residual" else _mlp_head
        self.hcp = head(width, config.readout_width, _HCP_WIDTH)
        self.lengths = head(width, config.readout_width, _LENGTH_WIDTH)
        self.cards = head(width, config.readout_width, _CARD_WIDTH)
        beliefs = _HCP_WIDTH + _LENGTH_WIDTH + _CARD_WIDTH
        self.call = _mlp_head(width + beliefs, config.readout_width, N_CALLS)

    def forward(self, batch: AuctionBatch, views: Views) -> Outputs:
        """The logits of each view; see ``Outputs`` for shapes."""
        own = views.own_cards(batch)  # (view, card)
        features = self.trunk(self.state(batch, views), batch, views, own)  # (view, width)
        hcp = self.hcp(features).float().view(-1, N_HIDDEN, N_HCP)
        lengths = self.lengths(features).float().view(-1, N_HIDDEN, N_SUITS, N_LENGTHS)
        cards = self.cards(features).float().view(-1, N_CARDS, N_OWNERS)
        hcp, lengths = _possible_hands(hcp, lengths, own)
        cards = _possible_owners(cards, own, views.seen)
        beliefs = self._beliefs(hcp, lengths, cards).detach()
        call = self.call(torch.cat([features, beliefs.to(features.dtype)], dim=-1)).float()
        if self.config.rule_vector:
            legal = batch.legal[views.auction, views.step, :N_CALLS]
            call = call.masked_fill(~legal, IMPOSSIBLE)
        return Outputs(hcp, lengths, cards, call)

    def _beliefs(self, hcp: Tensor, lengths: Tensor, cards: Tensor) -> Tensor:
        """(view, beliefs) what the other heads say, as probabilities."""
        owners = card_chances(cards, self.config)
        return torch.cat(
            [part.flatten(1) for part in (hcp.softmax(-1), lengths.softmax(-1), owners)], dim=-1
        )


class PublicState(nn.Module):
    """The auction as everybody hears it: one run serves every viewer."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.calls = nn.Embedding(VOCABULARY * N_SEATS, config.call_embedding)
        self.table = nn.Linear(PUBLIC_STEP_LAYOUT.width, config.call_embedding)
        self.gru = _gru(config.call_embedding, config)
        self.width = N_SEATS * config.state_width

    def forward(self, batch: AuctionBatch, views: Views) -> Tensor:
        """(view, 4 · state_width): the state in the block of the viewer's turn from the dealer."""
        turns = torch.arange(batch.steps, device=batch.calls.device) % N_SEATS
        table = self.table(public_steps(batch).to(self.table.weight))
        steps = self.calls(batch.tokens * N_SEATS + turns) + table
        states = _run(self.gru, steps, batch.n_calls)[views.auction, views.step]
        block = nn.functional.one_hot(views.offset(batch), N_SEATS).to(states.dtype)
        return (block[:, :, None] * states[:, None]).flatten(1)


class PlayerState(nn.Module):
    """The auction as one player reads it, own hand at the input (paper P1, figure 3)."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.calls = nn.Embedding(VOCABULARY, config.call_embedding)
        self.gru = _gru(config.call_embedding + PLAYER_STEP_LAYOUT.width, config)
        self.width = config.state_width

    def forward(self, batch: AuctionBatch, views: Views) -> Tensor:
        """(view, state_width): each viewer's auction is run once for all its steps."""
        key = (views.auction * N_SEATS + views.viewer) * 2 + views.seen.long()
        runs, run_of_view = key.unique(return_inverse=True)
        auction = runs // 2 // N_SEATS
        readers = Views(auction, torch.zeros_like(runs), runs // 2 % N_SEATS, runs % 2 == 1)
        calls = self.calls(batch.tokens[auction])
        steps = torch.cat([calls, player_steps(batch, readers).to(calls)], dim=-1)
        return _run(self.gru, steps, batch.n_calls[auction])[run_of_view, views.step]


class ResidualTrunk(nn.Module):
    """State, who-called-what, hand and table, through residual blocks."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.width = config.readout_width
        state_width = config.state_width * (N_SEATS if config.state == "public" else 1)
        inputs = TABLE_LAYOUT.width + HAND_LAYOUT.width + state_width
        self.entry = nn.Linear(inputs, self.width)
        self.blocks = nn.ModuleList(Block(self.width) for _ in range(config.readout_blocks))
        self.norm = nn.LayerNorm(self.width)

    def forward(self, state: Tensor, batch: AuctionBatch, views: Views, own: Tensor) -> Tensor:
        """(view, width) features for the heads."""
        seen = torch.cat([table_features(batch, views), hand_features(own)], dim=-1)
        features = self.entry(torch.cat([seen.to(state), state], dim=-1))
        for block in self.blocks:
            features = block(features)
        return torch.as_tensor(self.norm(features))


class StateAlone(nn.Module):
    """The recurrent state as it is: paper P1's heads see nothing else."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.width = config.state_width * (N_SEATS if config.state == "public" else 1)

    def forward(self, state: Tensor, batch: AuctionBatch, views: Views, own: Tensor) -> Tensor:
        """(view, width): the state."""
        return state


class Block(nn.Module):
    """x + W₂ · gelu(W₁ · norm(x))."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, width)
        self.down = nn.Linear(width, width)

    def forward(self, features: Tensor) -> Tensor:
        """(view, width) to (view, width)."""
        return features + torch.as_tensor(
            self.down(nn.functional.gelu(self.up(self.norm(features)), approximate="tanh"))
        )


def _gru(input_width: int, config: BidderConfig) -> nn.GRU:
    return nn.GRU(input_width, config.state_width, config.state_layers, batch_first=True)


def _run(gru: nn.GRU, steps: Tensor, n_calls: Tensor) -> Tensor:
    """(sequence, step, width) states; past the end of an auction they mean nothing.

    Packing spares the padding but takes longer a step, so it is kept for uneven batches.
    """
    if torch.is_autocast_enabled(steps.device.type):
        steps = steps.to(torch.get_autocast_dtype(steps.device.type))
    lengths = (n_calls + 1).cpu()
    if 2 * int(lengths.sum()) > steps.shape[0] * steps.shape[1]:
        return torch.as_tensor(gru(steps)[0])
    packed = pack_padded_sequence(steps, lengths, batch_first=True, enforce_sorted=False)
    states, _ = pad_packed_sequence(gru(packed)[0], batch_first=True)
    return states


def _linear_head(width: int, hidden: int, outputs: int) -> nn.Module:
    return nn.Linear(width, outputs)


def _mlp_head(width: int, hidden: int, outputs: int) -> nn.Module:
    return nn.Sequential(
        nn.Linear(width, hidden), nn.GELU(approximate="tanh"), nn.Linear(hidden, outputs)
    )


def _possible_hands(hcp: Tensor, lengths: Tensor, own: Tensor) -> tuple[Tensor, Tensor]:
    """Bar HCP and lengths that the own cards leave no room for."""
    own_hcp = (own * card_hcp(own.device)).sum(-1)  # (view,)
    own_lengths = own.view(-1, N_SUITS, N_CARDS // N_SUITS).sum(-1)  # (view, suit)
    points = torch.arange(N_HCP, device=own.device)
    counts = torch.arange(N_LENGTHS, device=own.device)
    hcp = hcp.masked_fill((points > 40 - own_hcp[:, None])[:, None], IMPOSSIBLE)
    too_long = counts > N_CARDS // N_SUITS - own_lengths[..., None]
    return hcp, lengths.masked_fill(too_long[:, None], IMPOSSIBLE)


def _possible_owners(cards: Tensor, own: Tensor, seen: Tensor) -> Tensor:
    """A viewer with a hand owns just that hand; a spectator's own seat is a fourth owner."""
    self_owner = torch.arange(N_OWNERS, device=own.device) == 0
    impossible = torch.where(own[..., None], ~self_owner, seen[:, None, None] & self_owner)
    return cards.masked_fill(impossible, IMPOSSIBLE)
