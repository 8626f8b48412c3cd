"""Many tables bid call by call: the public state of each is kept and moved on, not read anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS
from bidding.domain.table import Seat, Side
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS, PAD
from bidding.encoding.views import cards_of_sides, last_views
from bidding.networks.advice_head import AdviceHead
from bidding.networks.bidder import Bidder, advance_gru


class Policy(NamedTuple):
    """A bidder, with or without an adviser."""

    bidder: Bidder  # a copy for inference
    head: AdviceHead | None = None


class Players(NamedTuple):
    """Who sits at N tables.

    systems (N, 2, 2)               what either side takes both sides to play
    choices (N, 2, 2, N_CHOICES)    and their cards, as in AuctionBatch
    advised (N, 4)                  bool: the seats whose calls are the adviser's
    """

    systems: Tensor
    choices: Tensor
    advised: Tensor

    @classmethod
    def agreed(cls, batch: AuctionBatch) -> Players:
        """Both sides take the systems and cards for those of the batch; no seat is advised."""
        systems, choices = (
            values[:, None].repeat_interleave(len(Side), 1)
            for values in (batch.systems, batch.choices)
        )
        return cls(systems, choices, batch.dealer.new_zeros(len(batch), N_SEATS, dtype=torch.bool))

    def rows(self, rows: Tensor) -> Players:
        """Return those of some tables."""
        return Players(*(values[rows] for values in self))


class Tables:
    """N tables: their auctions so far, their players, and ``hidden`` (layers, 2, N, state_width),
    the public states as either side reads them.

    Made by ``opened``. ``call`` changes the tables in place.
    """

    def __init__(
        self, policy: Policy, batch: AuctionBatch, players: Players, hidden: Tensor
    ) -> None:
        self.policy, self.batch, self.players, self.hidden = policy, batch, players, hidden

    @classmethod
    def opened(cls, policy: Policy, batch: AuctionBatch, players: Players) -> Tables:
        """Tables before the first call: ``batch`` has calls (N, 0)."""
        config, gru = policy.bidder.config, policy.bidder.state.gru
        shape = (config.state_layers, len(Side), len(batch), config.state_width)
        weight = next(iter(gru.state_dict().values()))
        tables = cls(policy, batch, players, weight.new_zeros(shape))
        tables._move_on(torch.arange(len(batch), device=weight.device))
        return tables

    @classmethod
    def at(cls, policy: Policy, batch: AuctionBatch, players: Players) -> Tables:
        """Tables after the calls of ``batch``."""
        nothing = torch.zeros_like(batch.n_calls)
        tables = cls.opened(
            policy, replace(batch, calls=batch.calls[:, :0], n_calls=nothing), players
        )
        for step in range(batch.calls.shape[1]):
            rows = (batch.n_calls > step).nonzero()[:, 0]
            tables.call(rows, batch.calls[rows, step])
        return tables

    @classmethod
    def join(cls, parts: Sequence[Tables]) -> Tables:
        """Concatenate tables of one policy."""
        longest = max(part.batch.calls.shape[1] for part in parts)
        batch = AuctionBatch.join([_widened(part.batch, longest) for part in parts])
        players = Players(*map(torch.cat, zip(*(part.players for part in parts), strict=True)))
        hidden = torch.cat([part.hidden for part in parts], dim=2)
        return cls(parts[0].policy, batch, players, hidden)

    def __len__(self) -> int:
        return len(self.batch)

    def rows(self, rows: Tensor) -> Tables:
        """Return a copy of some tables."""
        players, hidden = self.players.rows(rows), self.hidden[:, :, rows]
        return Tables(self.policy, self.batch[rows], players, hidden)

    def with_hands(self, rows: Tensor, hands: Tensor) -> Tables:
        """Return a copy of some tables (R,) at which whoever is to call has a hand (R, 52)."""
        tables = self.rows(rows)
        tables.batch = replace(tables.batch, hands=hands[:, None].expand(-1, N_SEATS, -1))
        return tables

    def auction(self, row: int) -> Auction:
        """Return the auction of a table."""
        calls = self.batch.calls[row, : int(self.batch.n_calls[row])].tolist()
        return Auction(Seat(int(self.batch.dealer[row])), tuple(ALL_CALLS[call] for call in calls))

    @property
    def going(self) -> Tensor:
        """The rows whose auctions are not over."""
        batch = self.batch
        over = batch.is_over.gather(1, batch.n_calls[:, None])[:, 0]
        return (~over).nonzero()[:, 0]

    @property
    def turn(self) -> Tensor:
        """(N,) the seats that are to call."""
        return (self.batch.dealer + self.batch.n_calls) % N_SEATS

    @torch.inference_mode()
    def next_calls(self, rows: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return (R, 38) chances of the next call at some tables, or all, and (R,) the call made
        there."""
        rows = torch.arange(len(self), device=self.batch.calls.device) if rows is None else rows
        turn = self.turn[rows]
        side = turn % len(Side)
        batch = self._auctions(rows, side)
        views, (bidder, head) = last_views(batch), self.policy
        state = bidder.state.by_seat(self.hidden[-1, side, rows], batch, views)
        features = bidder.trunk(state, batch, views, views.own_cards(batch))
        chances = bidder.legal_calls(features, batch, views).softmax(-1)
        made = chances.argmax(1)
        advised = self.players.advised[rows, turn]
        if head is not None and bool(advised.any()):
            made[advised] = head.choose(features[advised], chances[advised]).preferred
        return chances, made

    def call(self, rows: Tensor, calls: Tensor) -> None:
        """Make a call (R,) at each of these tables."""
        place = self.batch.n_calls[rows]
        batch = _widened(self.batch, int(place.max()) + 1)
        made, count = batch.calls.clone(), batch.n_calls.clone()
        made[rows, place] = calls
        count[rows] += 1
        self.batch = replace(batch, calls=made, n_calls=count)
        self._move_on(rows)

    def bid_out(self) -> None:
        """Make the players' calls at every table until all auctions are over."""
        rows = self.going
        while len(rows):
            self.call(rows, self.next_calls(rows)[1])
            rows = rows[torch.isin(rows, self.going)]

    def _auctions(self, rows: Tensor, side: Tensor) -> AuctionBatch:
        """Return the auctions of some rows as sides (R,) read them, padded to the longest."""
        batch = self.batch[rows]
        calls = batch.calls[:, : int(batch.n_calls.max())]
        systems, choices, _ = self.players
        return replace(batch, calls=calls, systems=systems[rows, side], choices=choices[rows, side])

    @torch.inference_mode()
    def _move_on(self, rows: Tensor) -> None:
        """Take the last call of these tables, or their start, into the public states."""
        read = torch.cat([part[rows].flatten(2) for part in self.players[:2]], dim=2)
        differing = rows[(read[:, 0] != read[:, 1]).any(1)]
        every = torch.cat([rows, differing])
        row = torch.arange(len(every), device=every.device)
        side = row.ge(len(rows)).long()
        state, batch = self.policy.bidder.state, self._auctions(every, side)
        step = batch.n_calls
        token = batch.tokens[row, step] * N_SEATS + step % N_SEATS
        table = state.table(state.inputs(batch)[row, step].to(state.table.weight))
        inputs = state.calls(token) + table
        if batch.cards is not None:
            inputs = inputs + state.cards(cards_of_sides(batch.cards, batch.dealer).to(inputs))
        moved = advance_gru(state.gru, inputs, self.hidden[:, side, every])
        hidden = self.hidden.clone()
        hidden[:, :, rows] = moved[:, None, : len(rows)]
        hidden[:, 1, differing] = moved[:, len(rows) :]
        self.hidden = hidden


def _widened(batch: AuctionBatch, columns: int) -> AuctionBatch:
    """Return the batch with at least so many columns of calls."""
    more = columns - batch.calls.shape[1]
    return batch if more <= 0 else replace(batch, calls=pad(batch.calls, (0, more), value=PAD))
