"""What calls promise, counted in recorded auctions.

Where many recorded auctions begin with the same calls, the hands of their callers say what the last
of these promises, and no beliefs about them are needed. ``python -m research.meanings promises``
writes the file, which belongs to no weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import PASS
from bidding.domain.table import Side
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import AS_IN_BASE, PAD
from bidding.explaining.meanings.statements import Ranges

FILE = Path(__file__).resolve().parents[2] / "weights" / "promises.npz"

_OTHER = -1  # the code of a side whose card departs from its system


class RecordedPromises(NamedTuple):
    """The promises of N beginnings of auctions, by their last call.

    system (N,) uint8 the caller's; calls (N, T) uint8 from the first on, PAD after the last;
    ends (N, 5, 2) uint8 the least and the most HCP, and cards of S H D C.
    """

    system: np.ndarray
    calls: np.ndarray
    ends: np.ndarray

    @classmethod
    def load(cls, path: Path = FILE) -> RecordedPromises:
        """Load a file."""
        with np.load(path, allow_pickle=False) as file:
            return cls(*(file[name] for name in cls._fields))

    @property
    def by_beginning(self) -> dict[tuple[int, bytes], Ranges]:
        """The ranges by the caller's system and the calls."""
        codes, ranges = self.system.tolist(), self.ends.tolist()
        rows = zip(codes, self.calls, ranges, strict=True)
        return {
            (code, calls[calls != PAD].tobytes()): Ranges(*_pairs(ends))
            for code, calls, ends in rows
        }


def _pairs(ends: Sequence[Sequence[int]]) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
    """Return the range of HCP and those of the suits."""
    (low, high), *suits = ends
    return (low, high), tuple((least, most) for least, most in suits)


@cache
def _released() -> dict[tuple[int, bytes], Ranges]:
    return RecordedPromises.load().by_beginning


def recorded_promises(
    batch: AuctionBatch, auction: Tensor, step: Tensor, made: Tensor
) -> list[Ranges | None]:
    """Return what each of C calls promises by the recorded auctions: the calls ``made`` (C,) after
    ``step`` (C,) calls of an ``auction`` (C,).

    None where these are too few, where the caller's card departs from its system, and where the
    opponents have bid and play otherwise.
    """
    plain = (batch.choices == AS_IN_BASE).all(-1)
    systems = batch.systems.where(plain, _OTHER).tolist()
    caller = (batch.seat[auction, step] % len(Side)).tolist()
    calls = batch.calls.to(torch.uint8).numpy()
    released = _released()  # without calls, too: it is loaded with the model
    found = []
    for row, place, side, last in zip(
        *(each.tolist() for each in (auction, step)), caller, made.tolist(), strict=True
    ):
        own, theirs = systems[row][side], systems[row][1 - side]
        earlier = calls[row, :place]
        known = theirs == own or (earlier[::-1][::2] == PASS.index).all()
        found.append(released.get((own, earlier.tobytes() + bytes([last]))) if known else None)
    return found
