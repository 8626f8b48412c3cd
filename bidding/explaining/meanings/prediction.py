"""Predictions of the meaning heads: names and force of the calls of a batch."""

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

CONFIDENT = 0.7
"""The least chance of a name, or of a force, that is stated."""

HAS_NAME = torch.tensor([bool(meaning.convention.name) for meaning in MEANINGS])
_FORCES = tuple(Forcing)
ARTIFICIAL = torch.tensor([meaning.convention.artificial for meaning in MEANINGS])
"""(meaning,) bool: such a call does not just offer to play in its strain."""


class Likeliest(NamedTuple):
    """The likeliest meaning and force of one call, with their chances."""

    meaning: int
    """Index of MEANINGS."""

    chance: float
    """Of this meaning; if it has no name, of all meanings without one."""

    artificial: float
    forcing: Forcing
    forcing_chance: float

    @property
    def stated(self) -> Meaning | None:
        """The meaning, if it is confident."""
        return MEANINGS[self.meaning] if self.chance >= CONFIDENT else None


class MeaningChances(NamedTuple):
    """The chances of each meaning (C, meaning) and force (C, 3) of C calls, on the CPU.

    Heads trained on a shorter vocabulary have no chances for what was added to it.
    """

    name: Tensor
    forcing: Tensor

    def split(self, count: int) -> tuple[MeaningChances, MeaningChances]:
        """Split them into those of the first calls and of the rest."""
        parts = zip(*((part[:count], part[count:]) for part in self), strict=True)
        first, rest = (MeaningChances(*part) for part in parts)
        return first, rest

    @property
    def likeliest_name(self) -> tuple[Tensor, Tensor]:
        """(C,) the likeliest meaning and its chance; if it has no name, of all without one."""
        chance, best = self.name.max(-1)
        has_name = HAS_NAME[: self.name.shape[1]]
        nameless = (self.name * ~has_name).sum(-1)
        return best, torch.where(has_name[best], chance, nameless)

    @property
    def artificial(self) -> Tensor:
        """(C,) the chance that each call is artificial."""
        return (self.name * ARTIFICIAL[: self.name.shape[1]]).sum(-1)

    def likeliest(self) -> list[Likeliest]:
        """Return the likeliest meaning and force of each call."""
        best, chance = self.likeliest_name
        forcing_chance, forcing = self.forcing.max(-1)
        parts = (best, chance, self.artificial, forcing, forcing_chance)
        return [
            Likeliest(meaning, known, artificial, _FORCES[force], sure)
            for meaning, known, artificial, force, sure in zip(
                *(part.tolist() for part in parts), strict=True
            )
        ]


def predict_meanings(
    bidder: Bidder,
    batch: AuctionBatch,
    auction: Tensor,
    step: Tensor,
    device: torch.device | str,
    states: Tensor | None = None,
) -> MeaningChances | None:
    """Predict the meanings of the calls at these steps of a batch; None without meaning heads.

    ``auction`` and ``step`` (C,) identify the call after ``step`` calls. If a side's system is
    unknown the chances are the mean over the named systems: they are high only where these agree.
    ``states`` are the trunk's states of the batch, if available.
    """
    if bidder.meanings is None:
        return None
    systems, origin = _named_systems(batch)
    given = replace(batch[origin], systems=systems).to(device)
    if len(origin) > len(batch):  # the states are of other systems
        states = None
    copies = (origin == auction[:, None]).nonzero()  # (copy, 2): call, auction among the given
    call, row = copies.unbind(1)
    after = step[call] + 1
    views = Views(row, after, batch.seat[origin[row], after], torch.zeros_like(row).bool())
    outputs = bidder.call_meanings(given, views.to(device), states)
    share = 1 / call.bincount(minlength=len(auction)).double()
    return MeaningChances(
        *(
            torch.zeros(len(auction), logits.shape[1], dtype=torch.float64).index_add_(
                0, call, logits.double().softmax(-1).cpu() * share[call, None]
            )
            for logits in outputs
        )
    )


def _named_systems(batch: AuctionBatch) -> tuple[Tensor, Tensor]:
    """Return systems (R, 2) with the unknown replaced, and (R,) the auction of each row.

    An auction with an unknown system is repeated for each named system. Without such auctions the
    rows are those of the batch.
    """
    unknown = batch.systems == UNKNOWN_SYSTEM
    some = unknown.any(dim=1)
    number = torch.arange(len(batch))
    origin = torch.cat([number[~some], number[some].repeat_interleave(len(_NAMED))])
    as_named = _NAMED.repeat(int(some.sum()))
    filled = torch.cat([torch.zeros(int((~some).sum()), dtype=torch.int64), as_named])
    return torch.where(unknown[origin], filled[:, None], batch.systems[origin]), origin
