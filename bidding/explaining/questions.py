"""What an explanation asks of the network: views of one batch of auctions, and where each stands.

Beside the auctions as they are stated, the batch holds each of them as if one side played
another system, so that one forward pass answers for all systems.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import torch
from torch import Tensor

from bidding.domain.calls import N_CALLS, PASS
from bidding.domain.position import Position
from bidding.domain.table import Side
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import LHO, N_SYSTEMS, PARTNER
from bidding.encoding.positions import encode_positions
from bidding.encoding.views import Views, all_steps

_SIDES = len(Side)
_OTHERS = N_SYSTEMS - 1  # systems that a side is not said to play


@dataclass(frozen=True)
class Calls:
    """C calls of a batch, each as it is judged: by everybody, or by the caller's own hand.

    auction, step, caller (C,) say which call it is, the one after ``step`` calls; own (C,) bool,
    whether the caller is the viewer, whose hand is known; made (C,) the index of each call.
    """

    batch: AuctionBatch
    auction: Tensor
    step: Tensor
    caller: Tensor
    own: Tensor
    made: Tensor

    @classmethod
    def of(cls, batch: AuctionBatch, seat: Tensor, looks: Tensor) -> Calls:
        """All calls of the batch; seat (G,) the viewer of each auction, looks (G,) bool."""
        auction, step = all_steps(batch.n_calls)
        caller = batch.seat[auction, step]
        own = looks[auction] & (caller == seat[auction])
        return cls(batch, auction, step, caller, own, batch.calls[auction, step])

    def __getitem__(self, which: Tensor) -> Calls:
        """The calls of these places."""
        parts = (self.auction, self.step, self.caller, self.own, self.made)
        return Calls(self.batch, *(part[which] for part in parts))

    @property
    def legal(self) -> Tensor:
        """(C, 38) bool: the calls that could be made instead, and the call itself."""
        return self.batch.legal[self.auction, self.step, :N_CALLS]

    @property
    def side(self) -> Tensor:
        """(C,) the caller's side."""
        return self.caller % _SIDES

    @property
    def views(self) -> Views:
        """(C,) each call before it is made, the systems as they are stated."""
        return Views(self.auction, self.step, self.caller, self.own)

    @cached_property
    def otherwise(self) -> Views:
        """(5 · C,) each call in the auctions where the caller's side plays another system.

        Views of ``under_other_systems(batch)``; the systems follow the stated one.
        """
        copy = (self.auction * _SIDES + self.side) * _OTHERS + len(self.batch)
        auction = (copy[:, None] + torch.arange(_OTHERS)).flatten()
        step, caller, own = (
            part.repeat_interleave(_OTHERS) for part in (self.step, self.caller, self.own)
        )
        return Views(auction, step, caller, own)

    def by_system(self, stated: Tensor, otherwise: Tensor) -> Tensor:
        """(C, system) from what belongs to ``views`` (C,) and ``otherwise`` (5 · C,)."""
        following = torch.cat([stated[:, None], otherwise.view(-1, _OTHERS)], dim=1)
        code = self.batch.systems[self.auction, self.side]
        place = (torch.arange(N_SYSTEMS) - code[:, None]) % N_SYSTEMS
        return following.gather(1, place)


def under_other_systems(batch: AuctionBatch) -> AuctionBatch:
    """The G auctions, and behind them G · 2 · 4 with another system for N-S, then for E-W."""
    copies = torch.arange(len(batch)).repeat_interleave(_SIDES * _OTHERS)
    variant = torch.arange(len(copies)) % (_SIDES * _OTHERS)
    side = variant // _OTHERS
    systems = batch.systems[copies]
    row = torch.arange(len(copies))
    systems[row, side] = (systems[row, side] + variant % _OTHERS + 1) % N_SYSTEMS
    rows = torch.cat([torch.arange(len(batch)), copies])
    return replace(batch[rows], systems=torch.cat([batch.systems, systems]))


def earlier_views(batch: AuctionBatch, auction: Tensor, step: Tensor) -> tuple[Views, Tensor]:
    """Views (C,) of what everybody knew of the callers before their calls, and (C,) the place of
    the caller among the hidden players.

    After a pass, or at the beginning, it is the view before that pass, from the seat to the
    caller's right, which a moment has anyway; else the view from across the table.
    """
    last = (step - 1).clamp(min=0)
    spoken = (step > 0) & (batch.calls[auction, last] != PASS.index)
    blind = torch.zeros_like(spoken)
    across = Views(auction, step, batch.seat[auction, step], blind).from_partner
    viewer = torch.where(spoken, across.viewer, batch.seat[auction, last])
    views = Views(auction, torch.where(spoken, step, last), viewer, blind)
    return views, torch.where(spoken, PARTNER, LHO)


@dataclass(frozen=True)
class Questions:
    """Everything that explanations of G positions need, in one list of Q views.

    The M moments are those after 0, 1, ... all calls of each position, one position after
    the other. Rows of the views: public (M,) is the row of what everybody believes at a
    moment, the view of the player next to call, own hand not looked at; it tells both how
    expected each next call is and, of the player to the right, what the call just made has
    shown. viewers (M,) is the row of what the viewer believes; a spectator believes what
    everybody does. across (S,) are, for the S moments of spectators, the rows of the same
    from across the table. earlier (C,) is the row of what was known of each caller before the
    call, and earlier_place (C,) the caller's place there. stated (C,) and otherwise (5 · C,)
    are the rows that judge the calls, by the stated systems and, where they are compared, by
    the others.
    """

    batch: AuctionBatch
    views: Views
    auction: Tensor  # (M,)
    step: Tensor  # (M,)
    looks: Tensor  # (M,) bool: whether the viewer sees a hand
    public: Tensor
    viewers: Tensor
    across: Tensor
    calls: Calls
    before: Tensor  # (C,) the moment before each call
    stated: Tensor
    otherwise: Tensor | None
    earlier: Tensor
    earlier_place: Tensor

    @property
    def compared(self) -> int:
        """How many views, the last ones, only compare systems: they ask about calls alone."""
        return 0 if self.otherwise is None else len(self.otherwise)

    @property
    def after(self) -> Tensor:
        """(C,) the moment after each call."""
        return self.before + 1


def questions_about(positions: Sequence[Position], *, compare: bool = True) -> Questions:
    """Every view that the explanations of these positions need.

    Unless asked to ``compare`` systems, nothing is asked of those that are not stated.
    """
    given = encode_positions(positions)
    seat = torch.tensor([int(position.seat) for position in positions])
    looking = torch.tensor([position.hand is not None for position in positions])
    auction, step = all_steps(given.n_calls + 1)
    turn, looks = given.seat[auction, step], looking[auction]
    calls = Calls.of(given, seat, looking)
    before = (step < given.n_calls[auction]).nonzero()[:, 0]
    public = torch.arange(len(auction))
    everybody = Views(auction, step, turn, torch.zeros_like(looks))
    views, place = earlier_views(given, calls.auction, calls.step)
    spoken = place == PARTNER
    parts = (
        everybody,
        Views(auction[looks], step[looks], seat[auction[looks]], looks[looks]),
        everybody[~looks].from_partner,
        views[spoken],
        *([calls.otherwise] if compare else []),
    )
    _, seen_from, across_from, earlier_from, others_from, *end = starts(parts)
    viewers = torch.where(looks, seen_from + looks.cumsum(0) - 1, public)
    return Questions(
        batch=under_other_systems(given) if compare else given,
        views=Views.join(parts),
        auction=auction,
        step=step,
        looks=looks,
        public=public,
        viewers=viewers,
        across=torch.arange(across_from, earlier_from),
        calls=calls,
        before=before,
        stated=torch.where(calls.own, viewers[before], public[before]),
        otherwise=torch.arange(others_from, *end) if compare else None,
        earlier=torch.where(
            spoken, earlier_from + spoken.cumsum(0) - 1, before - (calls.step > 0).long()
        ),
        earlier_place=place,
    )


def starts(parts: Sequence[Views]) -> list[int]:
    """Where each part begins in all of them, and where the last ends."""
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return starts
