"""The views that explanations need of the network, as one batch with an index.

Besides the auctions under the stated systems, the batch has each of them with alternative systems
for either side, so that one forward pass answers for all systems.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad

from bidding.domain.calls import ALL_CALLS, N_CALLS, PASS, Call
from bidding.domain.convention_card import ConventionCard
from bidding.domain.position import Position
from bidding.domain.table import Side
from bidding.encoding.auction_batch import AuctionBatch, encode_positions
from bidding.encoding.layout import (
    AS_IN_BASE,
    LHO,
    N_SEATS,
    N_SYSTEMS,
    PAD,
    PARTNER,
    UNKNOWN_SYSTEM,
)
from bidding.encoding.views import Views, all_steps

_SIDES = len(Side)
_ALTERNATIVES = N_SYSTEMS - 1  # systems other than the stated one


@dataclass(frozen=True)
class Calls:
    """C calls of a batch, each seen publicly or, if the viewer made it, with the viewer's hand.

    auction, step, caller (C,) identify the call, the one after ``step`` calls; own (C,) bool is
    True if the caller is the viewer and the hand is known; made (C,) the index of each call.
    """

    batch: AuctionBatch
    auction: Tensor
    step: Tensor
    caller: Tensor
    own: Tensor
    made: Tensor

    @classmethod
    def of(cls, batch: AuctionBatch, seat: Tensor, sees_hand: Tensor) -> Calls:
        """Make all calls of the batch; seat (G,) the viewer of each auction, sees_hand (G,)
        bool."""
        auction, step = all_steps(batch.n_calls)
        caller = batch.seat[auction, step]
        own = sees_hand[auction] & (caller == seat[auction])
        return cls(batch, auction, step, caller, own, batch.calls[auction, step])

    def __getitem__(self, which: Tensor) -> Calls:
        """Return the calls of these places."""
        parts = (self.auction, self.step, self.caller, self.own, self.made)
        return Calls(self.batch, *(part[which] for part in parts))

    @property
    def earlier(self) -> list[tuple[Call, ...]]:
        """(C,) the calls before each."""
        auctions = self.batch.calls.tolist()
        places = zip(self.auction.tolist(), self.step.tolist(), strict=True)
        return [tuple(ALL_CALLS[made] for made in auctions[row][:step]) for row, step in places]

    @property
    def legal(self) -> Tensor:
        """(C, 38) bool: the legal calls, the call made among them."""
        return self.batch.legal[self.auction, self.step, :N_CALLS]

    @property
    def side(self) -> Tensor:
        """(C,) the caller's side."""
        return self.caller % _SIDES

    @property
    def cards(self) -> list[ConventionCard]:
        """(C,) the convention cards of the callers."""
        return self.batch.cards_of(self.auction, self.side)

    @property
    def views(self) -> Views:
        """(C,) the views before each call, under the stated systems."""
        return Views(self.auction, self.step, self.caller, self.own)

    @property
    def alternatives(self) -> Views:
        """(5 · C,) the views before each call if the caller's side played another system.

        They are views of ``with_alternative_systems(batch)``, in cyclic order from the stated
        system.
        """
        copy = (self.auction * _SIDES + self.side) * _ALTERNATIVES + len(self.batch)
        auction = (copy[:, None] + torch.arange(_ALTERNATIVES)).flatten()
        step, caller, own = (
            part.repeat_interleave(_ALTERNATIVES) for part in (self.step, self.caller, self.own)
        )
        return Views(auction, step, caller, own)

    def by_system(self, stated: Tensor, alternatives: Tensor) -> Tensor:
        """Arrange values of ``views`` (C,) and of ``alternatives`` (5 · C,) as (C, system)."""
        following = torch.cat([stated[:, None], alternatives.view(-1, _ALTERNATIVES)], dim=1)
        code = self.batch.systems[self.auction, self.side]
        place = (torch.arange(N_SYSTEMS) - code[:, None]) % N_SYSTEMS
        return following.gather(1, place)


def with_alternative_systems(batch: AuctionBatch) -> AuctionBatch:
    """Return the G auctions, then G · 2 · 5 with an alternative system for N-S, then for E-W."""
    copies = torch.arange(len(batch)).repeat_interleave(_SIDES * _ALTERNATIVES)
    variant = torch.arange(len(copies)) % (_SIDES * _ALTERNATIVES)
    side = variant // _ALTERNATIVES
    systems = batch.systems[copies]
    row = torch.arange(len(copies))
    systems[row, side] = (systems[row, side] + variant % _ALTERNATIVES + 1) % N_SYSTEMS
    choices = batch.choices[copies]
    choices[row, side] = AS_IN_BASE
    rows = torch.cat([torch.arange(len(batch)), copies])
    changes = {
        "systems": torch.cat([batch.systems, systems]),
        "choices": torch.cat([batch.choices, choices]),
    }
    return replace(batch[rows], **changes)


def without_systems(batch: AuctionBatch) -> AuctionBatch:
    """Return the auctions as if nobody's system were known."""
    systems = torch.full_like(batch.systems, UNKNOWN_SYSTEM)
    return replace(batch, systems=systems, choices=torch.full_like(batch.choices, AS_IN_BASE))


def earlier_views(batch: AuctionBatch, auction: Tensor, step: Tensor) -> tuple[Views, Tensor]:
    """Return public views (C,) of the callers before their calls, and (C,) the place of the caller
    among the hidden players.

    After a pass, or at the beginning, it is the view before that pass, from the RHO's seat, which
    a moment has anyway; else the view from across the table.
    """
    last = (step - 1).clamp(min=0)
    rho_acted = (step > 0) & (batch.calls[auction, last] != PASS.index)
    blind = torch.zeros_like(rho_acted)
    across = Views(auction, step, batch.seat[auction, step], blind).from_partner
    viewer = torch.where(rho_acted, across.viewer, batch.seat[auction, last])
    views = Views(auction, torch.where(rho_acted, step, last), viewer, blind)
    return views, torch.where(rho_acted, PARTNER, LHO)


def with_room(batch: AuctionBatch) -> AuctionBatch:
    """Return the batch padded for one call more."""
    return replace(batch, calls=pad(batch.calls, (0, 1), value=PAD))


def after_pass(
    batch: AuctionBatch, auction: Tensor, step: Tensor, first: int = 0
) -> tuple[AuctionBatch, Views]:
    """Return (C,) auctions that end with the call after ``step`` calls and a pass of the next
    player, and the public views of partners there; the auctions are numbered from ``first``.

    The batch has room for one call more.
    """
    found = batch[auction]
    row, place = torch.arange(len(step)), torch.arange(batch.calls.shape[1])
    calls = torch.where(place > step[:, None], PAD, found.calls)
    calls[row, step + 1] = PASS.index
    partner = (batch.seat[auction, step] + N_SEATS // 2) % N_SEATS
    views = Views(row + first, step + 2, partner, torch.zeros_like(row).bool())
    return replace(found, calls=calls, n_calls=step + 2), views


class CallRows(NamedTuple):
    """The rows of views that concern C calls: the public views before and after each (C,), the
    views under the stated systems (C,) and, if asked for, under the alternatives (5 · C,); the
    public view ``earlier`` of the caller before the call, at that place among its hidden players;
    the public view of the partner after the call and a pass, -1 for passes."""

    before: Tensor
    after: Tensor
    stated: Tensor
    alternatives: Tensor | None
    earlier: Tensor
    earlier_place: Tensor
    replies: Tensor


@dataclass(frozen=True)
class Questions:
    """All views that explanations of G positions need, in one list of Q views.

    The M moments are those after 0, 1, ... all calls of each position, position by position.
    The first M views are the public views of the moments, from the seat of the next player, whose
    hand is not seen: they have the chances of the next call and, of the RHO, what the last call has
    shown. viewers (M,) are the rows of the viewers' views; for a spectator the public ones.
    across (S,) are those of the public views of the S moments of spectators from across the table.
    deciding (D,) are the last moments of the positions in which the viewer sees a hand and is to
    call, people (D,) the rows of the same views if nobody's system were known.
    """

    batch: AuctionBatch
    views: Views
    auction: Tensor  # (M,)
    step: Tensor  # (M,)
    sees_hand: Tensor  # (M,) bool: the viewer sees a hand
    viewers: Tensor
    across: Tensor
    deciding: Tensor
    people: Tensor
    calls: Calls
    rows: CallRows
    of_calls: int  # the number of views, the last ones, of which only the calls are read


def questions_about(positions: Sequence[Position], *, compare: bool = True) -> Questions:
    """Return all views that explanations of these positions need.

    Alternative systems are included only to ``compare`` them.
    """
    given = with_room(encode_positions(positions))
    seat = torch.tensor([int(position.seat) for position in positions])
    sees = torch.tensor([position.hand is not None for position in positions])
    auction, step = all_steps(given.n_calls + 1)
    turn, sees_hand = given.seat[auction, step], sees[auction]
    calls = Calls.of(given, seat, sees)
    before = (step < given.n_calls[auction]).nonzero()[:, 0]
    public_views = Views(auction, step, turn, torch.zeros_like(sees_hand))
    views, place = earlier_views(given, calls.auction, calls.step)
    rho_acted = place == PARTNER
    batch = with_alternative_systems(given) if compare else given
    acted = calls.made != PASS.index
    passed = given.calls[calls.auction, calls.step + 1] == PASS.index
    supposed = (acted & ~passed).nonzero()[:, 0]
    longer, partners = after_pass(given, calls.auction[supposed], calls.step[supposed], len(batch))
    is_last = (step == given.n_calls[auction]) & ~given.is_over[auction, step]
    deciding = (is_last & sees_hand & (turn == seat[auction])).nonzero()[:, 0]
    unknown = without_systems(given[auction[deciding]])
    copies = torch.arange(len(unknown)) + len(batch) + len(longer)
    people = Views(copies, step[deciding], turn[deciding], sees_hand[deciding])
    parts = (
        public_views,
        Views(auction[sees_hand], step[sees_hand], seat[auction[sees_hand]], sees_hand[sees_hand]),
        public_views[~sees_hand].from_partner,
        views[rho_acted],
        partners,
        people,
        *([calls.alternatives] if compare else []),
    )
    _, seen_from, across_from, earlier_from, partners_from, *of_calls, end = starts(parts)
    people_from, *others = of_calls
    replies = torch.where(acted & passed, before + 2, -1)
    replies[supposed] = torch.arange(len(longer)) + partners_from
    viewers = torch.where(sees_hand, seen_from + sees_hand.cumsum(0) - 1, torch.arange(len(step)))
    return Questions(
        batch=AuctionBatch.join((batch, longer, unknown)),
        views=Views.join(parts),
        auction=auction,
        step=step,
        sees_hand=sees_hand,
        viewers=viewers,
        across=torch.arange(across_from, earlier_from),
        deciding=deciding,
        people=torch.arange(people_from, others[0] if compare else end),
        calls=calls,
        rows=CallRows(
            before=before,
            after=before + 1,
            stated=torch.where(calls.own, viewers[before], before),
            alternatives=torch.arange(others[0], end) if compare else None,
            earlier=torch.where(
                rho_acted, earlier_from + rho_acted.cumsum(0) - 1, before - (calls.step > 0).long()
            ),
            earlier_place=place,
            replies=replies,
        ),
        of_calls=end - partners_from,
    )


def starts(parts: Sequence[Views]) -> list[int]:
    """Return the place where each part begins in their concatenation, and the end."""
    return list(accumulate(map(len, parts), initial=0))
