"""A batch of auctions as tensors, and what the rules say at each of its steps.

Step k of an auction is the moment after its first k calls, so an auction of n calls has
the steps 0..n. The rules are the domain's (``domain.auction``), worked out here for whole
batches at once; a test holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import torch
from torch import Tensor

from bidding.domain.calls import DOUBLE, FIRST_BID, PASS, REDOUBLE
from bidding.encoding.layout import (
    END,
    N_BIDS,
    N_EVENTS,
    N_SEATS,
    PAD,
    START,
    VOCABULARY,
)


@dataclass(frozen=True)
class AuctionBatch:
    """G auctions, padded to the longest (T calls), with the table they were held at.

    calls    (G, T) int64  call indices, PAD after the end
    n_calls  (G,)   int64
    dealer   (G,)   int64  0..3 for N E S W
    vulnerability (G,) int64  two bits: N-S, E-W
    systems  (G, 2) int64  codes of N-S and E-W (``layout.SYSTEM_CODE``)
    hands    (G, 4, 52) bool  cards of N E S W; a hand nobody sees may be left empty
    """

    calls: Tensor
    n_calls: Tensor
    dealer: Tensor
    vulnerability: Tensor
    systems: Tensor
    hands: Tensor

    def __len__(self) -> int:
        return self.calls.shape[0]

    def __getitem__(self, which: Tensor | slice) -> AuctionBatch:
        """The auctions of these rows."""
        return AuctionBatch(*(tensor[which] for tensor in self._tensors))

    @classmethod
    def join(cls, parts: Sequence[AuctionBatch]) -> AuctionBatch:
        """Auctions that are padded alike, one part after the other."""
        return cls(*map(torch.cat, zip(*(part._tensors for part in parts), strict=True)))

    @property
    def _tensors(self) -> tuple[Tensor, ...]:
        return tuple(getattr(self, field.name) for field in fields(self))

    @property
    def steps(self) -> int:
        """The number of steps of the longest auction, T + 1."""
        return self.calls.shape[1] + 1

    @cached_property
    def seat(self) -> Tensor:
        """(G, T + 1) who made call k, or is to call at step k, by the order of turns."""
        turns = torch.arange(self.steps, device=self.calls.device)
        return (self.dealer[:, None] + turns) % N_SEATS

    @cached_property
    def last_bid(self) -> Tensor:
        """(G, T + 1) the highest bid so far at each step, 0..34; -1 before the first."""
        bids = torch.where(self._is_bid, self.calls - FIRST_BID, -1)
        return _before_first(bids.cummax(dim=1).values, -1)

    @cached_property
    def bids_of_seats(self) -> tuple[Tensor, Tensor]:
        """Two of (G, T + 1, 4): each seat's first and last bid so far, 0..34; -1 before one."""
        seats = torch.arange(N_SEATS, device=self.calls.device)
        theirs = self.seat[:, :-1, None] == seats  # (G, T, 4)
        bids = torch.where(theirs & self._is_bid[..., None], self.calls[..., None] - FIRST_BID, -1)
        last = bids.cummax(dim=1).values  # bids ascend
        first = torch.where(bids < 0, N_BIDS, bids).cummin(dim=1).values
        first = torch.where(first == N_BIDS, -1, first)
        return _before_first(first, -1), _before_first(last, -1)

    @property
    def _is_bid(self) -> Tensor:
        return (self.calls >= FIRST_BID) & (self.calls < PAD)

    @cached_property
    def last_action(self) -> Tensor:
        """(G, T + 1) position of the last call other than pass at each step; -1 before it."""
        positions = torch.arange(self.calls.shape[1], device=self.calls.device)
        acted = (self.calls != PASS.index) & (self.calls < PAD)
        return _before_first(torch.where(acted, positions, -1).cummax(dim=1).values, -1)

    @cached_property
    def closing_passes(self) -> Tensor:
        """(G, T + 1) passes since the last other call at each step."""
        return torch.arange(self.steps, device=self.calls.device) - self.last_action - 1

    @cached_property
    def is_over(self) -> Tensor:
        """(G, T + 1) bool: three passes after a bid, or four at the start."""
        return self.closing_passes >= torch.where(self.last_bid >= 0, 3, 4)

    @cached_property
    def legal(self) -> Tensor:
        """(G, T + 1, 41) bool: the rule vector of paper P1; END alone once it is over."""
        tokens = torch.arange(VOCABULARY, device=self.calls.device)
        bids = (tokens >= FIRST_BID) & (tokens < PAD)
        legal = bids & (tokens - FIRST_BID > self.last_bid[..., None])  # (G, T + 1, 41)
        action, by_opponents = self._action_at_stake
        legal[..., PASS.index] = True
        legal[..., DOUBLE.index] = (action >= FIRST_BID) & by_opponents
        legal[..., REDOUBLE.index] = (action == DOUBLE.index) & by_opponents
        legal &= ~self.is_over[..., None]
        legal[..., END] = self.is_over
        return legal

    @property
    def _action_at_stake(self) -> tuple[Tensor, Tensor]:
        """(G, T + 1) the last call other than pass (-1: none), and whether opponents made it."""
        if self.calls.shape[1] == 0:
            none = torch.full_like(self.last_action, -1)
            return none, none.bool() & False
        place = self.last_action.clamp(min=0)
        action = torch.where(self.last_action >= 0, self.calls.gather(1, place), -1)
        steps = torch.arange(self.steps, device=self.calls.device)
        return action, (steps - place) % 2 == 1

    @cached_property
    def events(self) -> Tensor:
        """(G, T) what each call did: kind · 35 + bid for a bid, double or redouble; N_EVENTS else.

        With the seat that did it, the events up to a step say all that was called: bids
        ascend, and the passes in between follow from who acted.
        """
        kind = torch.where(self.calls >= FIRST_BID, 0, self.calls)
        event = kind * N_BIDS + self.last_bid[:, 1:]
        return torch.where((self.calls == PASS.index) | (self.calls >= PAD), N_EVENTS, event)

    @cached_property
    def tokens(self) -> Tensor:
        """(G, T + 1) the token read at each step: START, then the calls."""
        return _before_first(self.calls, START)

    def to(self, device: torch.device | str) -> AuctionBatch:
        """The same batch on another device."""
        return AuctionBatch(*(tensor.to(device, non_blocking=True) for tensor in self._tensors))


def _before_first(values: Tensor, first: int) -> Tensor:
    """(G, T, ...) to (G, T + 1, ...): step k sees the value after call k, step 0 ``first``."""
    padding = (0, 0) * (values.ndim - 2) + (1, 0)
    return torch.nn.functional.pad(values, padding, value=first)
