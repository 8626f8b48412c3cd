"""Many tables bid call by call: the public state of each is kept and moved on, not read anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor
from torch.nn.functional import pad

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS, PAD
from bidding.networks.bidder import Bidder
from bidding.training.advice.samples import last_views


class Tables:
    """N tables: their auctions so far, and ``hidden`` (layers, N, state_width) after them.

    Made by ``opened``. ``call`` changes the tables in place.
    """

    def __init__(self, bidder: Bidder, batch: AuctionBatch, hidden: Tensor) -> None:
        self.bidder, self.batch, self.hidden = bidder, batch, hidden

    @classmethod
    def opened(cls, bidder: Bidder, batch: AuctionBatch) -> Tables:
        """Tables before the first call: ``batch`` has calls (N, 0)."""
        gru = bidder.state.gru
        hidden = torch.zeros(
            gru.num_layers, len(batch), gru.hidden_size, dtype=next(gru.parameters()).dtype
        )
        tables = cls(bidder, batch, hidden)
        tables._move_on(torch.arange(len(batch)))
        return tables

    @classmethod
    def join(cls, parts: Sequence[Tables]) -> Tables:
        """Concatenate tables of one bidder."""
        longest = max(part.batch.calls.shape[1] for part in parts)
        batch = AuctionBatch.join([_widened(part.batch, longest) for part in parts])
        return cls(parts[0].bidder, batch, torch.cat([part.hidden for part in parts], dim=1))

    def __len__(self) -> int:
        return len(self.batch)

    def rows(self, rows: Tensor) -> Tables:
        """Return a copy of some tables."""
        return Tables(self.bidder, self.batch[rows], self.hidden[:, rows])

    @property
    def going(self) -> Tensor:
        """The rows whose auctions are not over."""
        batch = self.batch
        return (~batch.is_over[torch.arange(len(batch)), batch.n_calls]).nonzero()[:, 0]

    @torch.inference_mode()
    def chances(self, rows: Tensor) -> Tensor:
        """Return (R, 38) chances of the next call at some tables."""
        batch = self._auctions(rows)
        views = last_views(batch)
        trunk, own = self.bidder.trunk, views.own_cards(batch)
        state = self.bidder.state.by_seat(self.hidden[-1, rows], batch, views)
        return self.bidder.legal_calls(trunk(state, batch, views, own), batch, views).softmax(-1)

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
        """Make the likeliest call at every table until all auctions are over."""
        rows = self.going
        while len(rows):
            self.call(rows, self.chances(rows).argmax(1))
            rows = rows[torch.isin(rows, self.going)]

    def _auctions(self, rows: Tensor) -> AuctionBatch:
        """Return the auctions of some rows, padded to the longest of them."""
        batch = self.batch[rows]
        return replace(batch, calls=batch.calls[:, : int(batch.n_calls.max())])

    @torch.inference_mode()
    def _move_on(self, rows: Tensor) -> None:
        """Take the last call of these tables, or their start, into the public state."""
        state, batch = self.bidder.state, self._auctions(rows)
        row, step = torch.arange(len(rows)), batch.n_calls
        token = batch.tokens[row, step] * N_SEATS + step % N_SEATS
        table = state.table(state.inputs(batch)[row, step].to(state.table.weight))
        steps = (state.calls(token) + table)[:, None].to(state.gru.weight_ih_l0)
        hidden = self.hidden.clone()
        hidden[:, rows] = state.gru(steps, self.hidden[:, rows].contiguous())[1]
        self.hidden = hidden


def _widened(batch: AuctionBatch, columns: int) -> AuctionBatch:
    """Return the batch with at least so many columns of calls."""
    more = columns - batch.calls.shape[1]
    return batch if more <= 0 else replace(batch, calls=pad(batch.calls, (0, more), value=PAD))
