"""A batch of auctions as tensors, and what the rules imply at each step.

Step k of an auction is the moment after its first k calls, so an auction of n calls has
steps 0..n. The rules of ``domain.auction`` are vectorised here; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import accumulate

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import DOUBLE, FIRST_BID, PASS, REDOUBLE
from bidding.domain.cards import Hand
from bidding.domain.convention_card import CHOICES, ConventionCard
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.encoding.layout import (
    AS_IN_BASE,
    END,
    N_BIDS,
    N_CARDS,
    N_CHOICES,
    N_EVENTS,
    N_SEATS,
    OPTIONS_WIDTH,
    PAD,
    START,
    SYSTEM_CODE,
    UNKNOWN_SYSTEM,
    VOCABULARY,
)

OPTIONS_OF_SYSTEM = torch.tensor(
    [
        [AS_IN_BASE if (own := choice.default(system)) is None else own for choice in CHOICES]
        for system in SYSTEM_CODE
    ],
    dtype=torch.int8,
)
"""(system, choice) the option that each system has; AS_IN_BASE for an unknown one."""

_PLAIN = tuple(map(ConventionCard, System))
_FIRST_OPTION = torch.tensor([0, *accumulate(len(choice.options) for choice in CHOICES)][:-1])


@dataclass(frozen=True)
class AuctionBatch:
    """G auctions, padded to the longest (T calls), with dealer, vulnerability, systems and hands.

    calls    (G, T) int64  call indices, PAD after the end
    n_calls  (G,)   int64
    dealer   (G,)   int64  0..3 for N E S W
    vulnerability (G,) int64  two bits: N-S, E-W
    systems  (G, 2) int64  codes of N-S and E-W (``layout.SYSTEM_CODE``)
    choices  (G, 2, N_CHOICES) int8  options of their convention cards, AS_IN_BASE where as the
             system has it
    hands    (G, 4, 52) bool  cards of N E S W; a hand that no view uses may be empty
    """

    calls: Tensor
    n_calls: Tensor
    dealer: Tensor
    vulnerability: Tensor
    systems: Tensor
    choices: Tensor
    hands: Tensor

    def __len__(self) -> int:
        return self.calls.shape[0]

    def __getitem__(self, which: Tensor | slice) -> AuctionBatch:
        """Return the auctions of these rows."""
        return AuctionBatch(*(tensor[which] for tensor in self._tensors))

    @classmethod
    def join(cls, parts: Sequence[AuctionBatch]) -> AuctionBatch:
        """Concatenate batches that are padded to the same length."""
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
        """(G, T + 1) the seat to call at step k, which is the one that makes call k."""
        turns = torch.arange(self.steps, device=self.calls.device)
        return (self.dealer[:, None] + turns) % N_SEATS

    @cached_property
    def last_bid(self) -> Tensor:
        """(G, T + 1) the highest bid at each step, 0..34; -1 before the first."""
        bids = torch.where(self._is_bid, self.calls - FIRST_BID, -1)
        return _by_step(bids.cummax(dim=1).values, -1)

    @cached_property
    def bids_of_seats(self) -> tuple[Tensor, Tensor]:
        """Two (G, T + 1, 4): the first and last bid of each seat so far, 0..34; -1 for none."""
        seats = torch.arange(N_SEATS, device=self.calls.device)
        theirs = self.seat[:, :-1, None] == seats  # (G, T, 4)
        bids = torch.where(theirs & self._is_bid[..., None], self.calls[..., None] - FIRST_BID, -1)
        last = bids.cummax(dim=1).values  # bids ascend
        first = torch.where(bids < 0, N_BIDS, bids).cummin(dim=1).values
        first = torch.where(first == N_BIDS, -1, first)
        return _by_step(first, -1), _by_step(last, -1)

    @property
    def _is_bid(self) -> Tensor:
        return (self.calls >= FIRST_BID) & (self.calls < PAD)

    @cached_property
    def last_action(self) -> Tensor:
        """(G, T + 1) position of the last call other than pass at each step; -1 for none."""
        positions = torch.arange(self.calls.shape[1], device=self.calls.device)
        acted = (self.calls != PASS.index) & (self.calls < PAD)
        return _by_step(torch.where(acted, positions, -1).cummax(dim=1).values, -1)

    @cached_property
    def closing_passes(self) -> Tensor:
        """(G, T + 1) number of passes since the last other call."""
        return torch.arange(self.steps, device=self.calls.device) - self.last_action - 1

    @cached_property
    def is_over(self) -> Tensor:
        """(G, T + 1) bool: three passes after a bid, or four at the start."""
        return self.closing_passes >= torch.where(self.last_bid >= 0, 3, 4)

    @cached_property
    def legal(self) -> Tensor:
        """(G, T + 1, 41) bool: the rule vector of paper P1; only END once the auction is over."""
        tokens = torch.arange(VOCABULARY, device=self.calls.device)
        bids = (tokens >= FIRST_BID) & (tokens < PAD)
        legal = bids & (tokens - FIRST_BID > self.last_bid[..., None])  # (G, T + 1, 41)
        action, by_opponents = self._action_to_double
        legal[..., PASS.index] = True
        legal[..., DOUBLE.index] = (action >= FIRST_BID) & by_opponents
        legal[..., REDOUBLE.index] = (action == DOUBLE.index) & by_opponents
        legal &= ~self.is_over[..., None]
        legal[..., END] = self.is_over
        return legal

    @property
    def _action_to_double(self) -> tuple[Tensor, Tensor]:
        """Two (G, T + 1): the last call other than pass (-1 for none); True if by opponents."""
        if self.calls.shape[1] == 0:
            none = torch.full_like(self.last_action, -1)
            return none, none.bool() & False
        place = self.last_action.clamp(min=0)
        action = torch.where(self.last_action >= 0, self.calls.gather(1, place), -1)
        steps = torch.arange(self.steps, device=self.calls.device)
        return action, (steps - place) % 2 == 1

    @cached_property
    def events(self) -> Tensor:
        """(G, T) event of each call: kind · 35 + bid for a bid, double or redouble; else N_EVENTS.

        The events up to a step and their seats determine all calls: bids ascend, and the
        passes between them follow from the seats.
        """
        kind = torch.where(self.calls >= FIRST_BID, 0, self.calls)
        event = kind * N_BIDS + self.last_bid[:, 1:]
        return torch.where((self.calls == PASS.index) | (self.calls >= PAD), N_EVENTS, event)

    @cached_property
    def tokens(self) -> Tensor:
        """(G, T + 1) the input token of each step: START, then the calls."""
        return _by_step(self.calls, START)

    def cards_of(self, auction: Tensor, side: Tensor) -> list[ConventionCard]:
        """Return (C,) the convention cards of these sides of these auctions (C,)."""
        of_sides = (self.systems, self.choices)
        return list(map(card_of, *(part[auction, side].tolist() for part in of_sides)))

    @cached_property
    def departs(self) -> Tensor:
        """(G, 2) bool: the sides whose convention card departs from their system."""
        return (self.choices != AS_IN_BASE).any(2)

    @cached_property
    def plain_systems(self) -> Tensor:
        """(G, 2) the systems as the network takes them: unknown for a side that departs from one.

        Its card states every choice. Beside the system, options would hardly be learned: nearly
        always the system tells them already.
        """
        return torch.where(self.departs, UNKNOWN_SYSTEM, self.systems)

    @cached_property
    def cards(self) -> Tensor | None:
        """(G, 2, OPTIONS_WIDTH) the option of every choice of N-S's and of E-W's convention card.

        Nothing for a side that plays its system as it is: the system tells all. None if both sides
        of all auctions do.
        """
        by_card = self.departs[..., None]
        if not by_card.any():
            return None
        stated = self.choices != AS_IN_BASE  # (G, 2, choice)
        own = OPTIONS_OF_SYSTEM.to(stated.device)[self.systems]
        option = torch.where(stated, self.choices, own)
        column = _FIRST_OPTION.to(stated.device) + option
        known = by_card & (option != AS_IN_BASE)
        features = torch.zeros(*own.shape[:2], OPTIONS_WIDTH, device=stated.device)
        return features.scatter_add_(2, column.where(known, 0).long(), known.to(features))

    def to(self, device: torch.device | str) -> AuctionBatch:
        """Return the batch on another device."""
        return AuctionBatch(*(tensor.to(device, non_blocking=True) for tensor in self._tensors))


def _by_step(values: Tensor, first: int) -> Tensor:
    """(G, T, ...) to (G, T + 1, ...): step 0 has ``first``, step k the value after call k."""
    padding = (0, 0) * (values.ndim - 2) + (1, 0)
    return torch.nn.functional.pad(values, padding, value=first)


def encode_positions(positions: Sequence[Position]) -> AuctionBatch:
    """Return a batch with one auction per position; only the viewer's hand is filled in."""
    longest = max(len(position.auction.calls) for position in positions)
    calls = torch.full((len(positions), longest), PAD)
    hands = torch.zeros(len(positions), N_SEATS, N_CARDS, dtype=torch.bool)
    for row, position in enumerate(positions):
        indices = [call.index for call in position.auction.calls]
        calls[row, : len(indices)] = torch.tensor(indices, dtype=torch.int64)
        if position.hand is not None:
            hands[row, position.seat, [card.index for card in position.hand]] = True
    return AuctionBatch(
        calls=calls,
        n_calls=torch.tensor([len(position.auction.calls) for position in positions]),
        dealer=torch.tensor([int(position.auction.dealer) for position in positions]),
        vulnerability=torch.tensor([int(position.vulnerability) for position in positions]),
        systems=torch.tensor(
            [
                [SYSTEM_CODE[position.systems.ns.base], SYSTEM_CODE[position.systems.ew.base]]
                for position in positions
            ]
        ),
        choices=torch.tensor(
            [
                [choices_of(position.systems.ns), choices_of(position.systems.ew)]
                for position in positions
            ],
            dtype=torch.int8,
        ),
        hands=hands,
    )


def choices_of(card: ConventionCard) -> list[int]:
    """Return the option of each choice of a card, AS_IN_BASE where as the system has it."""
    options = [AS_IN_BASE] * N_CHOICES
    for place, option in card.indices:
        options[place] = option
    return options


def card_of(system: int, choices: Sequence[int]) -> ConventionCard:
    """Return the card of a system's code and of the options of choices (``choices_of``)."""
    if set(choices) == {AS_IN_BASE}:
        return _PLAIN[system]
    changes = tuple(
        (choice.id, choice.options[option].id)
        for choice, option in zip(CHOICES, choices, strict=True)
        if option != AS_IN_BASE
    )
    return ConventionCard(_PLAIN[system].base, changes)


def encode_owners(hands: Iterable[Hand]) -> np.ndarray:
    """Return (52,) uint8: the seat that holds each card of four hands N E S W."""
    owner = np.zeros(N_CARDS, dtype=np.uint8)
    for seat, hand in enumerate(hands):
        owner[[card.index for card in hand]] = seat
    return owner
