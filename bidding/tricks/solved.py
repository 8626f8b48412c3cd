"""Deals with their double-dummy results: reading, checking and writing .npz files.

The format: ``deal`` (N, 13) uint8, two bits per card, lowest bits first, owner N E S W; ``tricks``
(N, 4, 5) uint8, declarer N E S W x strain C D H S NT: tricks of declarer's side with
optimal play. Endings, with fewer than 13 cards per hand, also have ``held`` (N, 7) uint8: a bit
for each card that is still held, as written by numpy.packbits.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bidding.encoding.layout import N_CARDS, N_SEATS
from bidding.encoding.records import UNREADABLE, digest_of, owners, read_error
from bidding.networks.checkpoint import write_atomically

N_STRAINS = 5
MAX_TRICKS = 13
NOBODY = N_SEATS  # owner of a card that has been played
_DEAL_BYTES = N_CARDS // 4


class BadSolvedDeals(ValueError):
    """An invalid file of solved deals; the message names the file and the fault."""


@dataclass(frozen=True)
class SolvedDeals:
    """N deals and their double-dummy tricks."""

    deal: np.ndarray  # (N, 13) uint8, packed
    tricks: np.ndarray  # (N, 4, 5) uint8, declarer x strain
    held: np.ndarray | None = None  # (N, 7) uint8, bits of the cards still held; None for all

    def __len__(self) -> int:
        return len(self.deal)

    @property
    def owners(self) -> np.ndarray:
        """(N, 52) uint8: the seat 0..3 that holds each card, S H D C, each A..2, or NOBODY."""
        seats = owners(self.deal)
        if self.held is None:
            return seats
        bits = np.unpackbits(self.held, axis=1, count=N_CARDS).astype(bool)
        return np.where(bits, seats, NOBODY).astype(np.uint8)

    def keys(self) -> list[bytes]:
        """Return a key for each deal; equal deals have equal keys."""
        return [row.tobytes() for row in self.owners]

    def digest(self) -> str:
        """Return the sha256 of deals and results, in hexadecimal."""
        held = () if self.held is None else (self.held,)
        return digest_of((self.deal, self.tricks, *held))

    def rows(self, which: np.ndarray | slice) -> SolvedDeals:
        """Return some of the deals."""
        held = None if self.held is None else self.held[which]
        return SolvedDeals(self.deal[which], self.tricks[which], held)

    def save(self, path: Path) -> None:
        """Write a file atomically."""
        buffer = io.BytesIO()
        np.savez_compressed(
            buffer, **{name: array for name, array in vars(self).items() if array is not None}
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, buffer.getvalue())


def pack(owner: np.ndarray) -> np.ndarray:
    """Pack (N, 52) seats 0..3 as (N, 13) deals; NOBODY becomes North."""
    pairs = (owner % NOBODY).reshape(-1, _DEAL_BYTES, 4).astype(np.uint8)
    return np.asarray((pairs << np.array([0, 2, 4, 6], dtype=np.uint8)).sum(2, dtype=np.uint8))


def join_solved(parts: Sequence[SolvedDeals]) -> SolvedDeals:
    """Concatenate deals. Raises BadSolvedDeals for a mix of full deals and endings."""
    held = [part.held for part in parts if part.held is not None]
    if held and len(held) < len(parts):
        raise BadSolvedDeals("full deals and endings of fewer cards cannot be put together")
    return SolvedDeals(
        np.concatenate([part.deal for part in parts]),
        np.concatenate([part.tricks for part in parts]),
        np.concatenate(held) if held else None,
    )


def read_solved(path: Path) -> SolvedDeals:
    """Read and check one file. Raises BadSolvedDeals with the first fault found."""
    try:
        with np.load(path, allow_pickle=False) as file:
            held = file.get("held")
            deals = SolvedDeals(file["deal"], file["tricks"], held)
    except KeyError as error:
        raise BadSolvedDeals(f"{path}: there is no array of that name: {error}") from error
    except UNREADABLE as error:
        raise BadSolvedDeals(f"{path}: cannot be read as .npz ({read_error(error)})") from error
    _check(deals, path)
    return deals


def read_full(path: Path) -> SolvedDeals:
    """Read a file of full deals. Raises BadSolvedDeals also for endings and for an empty file."""
    deals = read_solved(path)
    if deals.held is not None:
        raise BadSolvedDeals(f"{path} has endings of fewer than 13 cards; full deals are needed")
    if not len(deals):
        raise BadSolvedDeals(f"{path} has no deals")
    return deals


def _check(deals: SolvedDeals, path: Path) -> None:
    """Raise BadSolvedDeals for arrays whose sizes or values are invalid."""
    count = len(deals) if deals.deal.ndim else 0
    shapes = {"deal": (count, _DEAL_BYTES), "tricks": (count, N_SEATS, N_STRAINS)}
    if deals.held is not None:
        shapes["held"] = (count, -(-N_CARDS // 8))
    for name, shape in shapes.items():
        array = getattr(deals, name)
        if array.dtype != np.uint8 or array.shape != shape:
            raise BadSolvedDeals(f"{path}: {name} is {array.dtype}{array.shape}, not uint8{shape}")
    counts = np.stack([(deals.owners == seat).sum(1) for seat in range(N_SEATS)], 1)
    cards = np.full(count, MAX_TRICKS) if deals.held is None else counts[:, 0]
    if (faulty := (counts != cards[:, None]).any(1)).any():
        row = int(faulty.argmax())
        raise BadSolvedDeals(f"{path}: deal {row} gives {counts[row].tolist()} cards to the seats")
    if (faulty := (deals.tricks > cards[:, None, None]).any((1, 2))).any():
        raise BadSolvedDeals(f"{path}: deal {int(faulty.argmax())} takes more tricks than it has")
