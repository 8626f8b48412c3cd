"""The chances of names and of force, asked of the network for the calls of a batch."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from bidding.domain.conventions import MEANINGS, Forcing, Meaning
from bidding.domain.systems import System
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import SYSTEM_CODE, UNKNOWN_SYSTEM
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder

_NAMED = torch.tensor(
    [code for system, code in SYSTEM_CODE.items() if system is not System.UNKNOWN]
)

SURE = 0.7
"""The chance below which a name, or a force, is not stated."""

HAS_NAME = torch.tensor([bool(meaning.convention.name) for meaning in MEANINGS])
_FORCES = tuple(Forcing)
ARTIFICIAL = torch.tensor([meaning.convention.artificial for meaning in MEANINGS])
"""(meaning,) bool: whether such a call says something else than a wish to play its strain."""


class Likeliest(NamedTuple):
    """The likeliest meaning and force of one call, with their chances."""

    meaning: int
    """Index of MEANINGS."""

    chance: float
    """Of this meaning; where it has no name, of having none."""

    artificial: float
    forcing: Forcing
    forcing_chance: float

    @property
    def stated(self) -> Meaning | None:
        """The meaning, where it is sure."""
        return MEANINGS[self.meaning] if self.chance >= SURE else None


class MeaningChances(NamedTuple):
    """Of C calls the chance of each meaning (C, meaning) and force (C, 3), on the CPU.

    Heads that were trained on a shorter vocabulary say nothing of what was added to it.
    """

    name: Tensor
    forcing: Tensor

    def parted(self, count: int) -> tuple[MeaningChances, MeaningChances]:
        """Those of the first calls, and of the rest."""
        parts = zip(*((part[:count], part[count:]) for part in self), strict=True)
        first, rest = (MeaningChances(*part) for part in parts)
        return first, rest

    @property
    def likeliest_name(self) -> tuple[Tensor, Tensor]:
        """(C,) the likeliest meaning and its chance, or where it has no name of having none."""
        chance, best = self.name.max(-1)
        has_name = HAS_NAME[: self.name.shape[1]]
        nameless = (self.name * ~has_name).sum(-1)
        return best, torch.where(has_name[best], chance, nameless)

    @property
    def artificial(self) -> Tensor:
        """(C,) the chance that each call is."""
        return (self.name * ARTIFICIAL[: self.name.shape[1]]).sum(-1)

    def likeliest(self) -> list[Likeliest]:
        """The likeliest of each call."""
        best, chance = self.likeliest_name
        forcing_chance, forcing = self.forcing.max(-1)
        parts = (best, chance, self.artificial, forcing, forcing_chance)
        return [
            Likeliest(meaning, known, artificial, _FORCES[force], sure)
            for meaning, known, artificial, force, sure in zip(
                *(part.tolist() for part in parts), strict=True
            )
        ]


def read_meanings(
    bidder: Bidder,
    batch: AuctionBatch,
    auction: Tensor,
    step: Tensor,
    device: torch.device | str,
    states: Tensor | None = None,
) -> MeaningChances | None:
    """The meanings of the calls made at these steps of a batch; None without meaning heads.

    ``auction`` and ``step`` (C,) say which call: the one after ``step`` calls. Where a side's
    system is unknown the chances are the mean over the systems that have a name: they are
    certain only where all these agree. ``states`` is ``bidder.encode(batch)``, where it is at hand.
    """
    if bidder.meanings is None:
        return None
    systems, origin = _stated(batch)
    given = replace(batch[origin], systems=systems).to(device)
    if len(origin) > len(batch):  # other systems than the states are of
        states = None
    copies = (origin == auction[:, None]).nonzero()  # (copy, 2): call, auction among the given
    call, row = copies.unbind(1)
    after = step[call] + 1
    views = Views(row, after, batch.seat[origin[row], after], torch.zeros_like(row).bool())
    said = bidder.call_meanings(given, views.to(device), states)
    share = 1 / call.bincount(minlength=len(auction)).double()
    return MeaningChances(
        *(
            torch.zeros(len(auction), logits.shape[1], dtype=torch.float64).index_add_(
                0, call, logits.double().softmax(-1).cpu() * share[call, None]
            )
            for logits in said
        )
    )


def _stated(batch: AuctionBatch) -> tuple[Tensor, Tensor]:
    """Systems (R, 2) without an unknown one, and (R,) the auction that each row is of.

    An auction with an unknown system stands there once for each system that has a name. Without
    such auctions the rows are those of the batch.
    """
    unknown = batch.systems == UNKNOWN_SYSTEM
    some = unknown.any(dim=1)
    number = torch.arange(len(batch))
    origin = torch.cat([number[~some], number[some].repeat_interleave(len(_NAMED))])
    as_named = _NAMED.repeat(int(some.sum()))
    filled = torch.cat([torch.zeros(int((~some).sum()), dtype=torch.int64), as_named])
    return torch.where(unknown[origin], filled[:, None], batch.systems[origin]), origin
