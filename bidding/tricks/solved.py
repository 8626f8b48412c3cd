"""Deals with their double-dummy results (.npz), read, checked and written.

The format: ``deal`` (N, 13) uint8, two bits a card, little end first, owner N E S W; ``tricks``
(N, 4, 5) uint8, declarer N E S W x strain C D H S NT: tricks of the declarer's side when
everybody plays best. Endings, with fewer than 13 cards a hand, also have ``held`` (N, 7) uint8: a
bit for each card that is still held, as numpy.packbits writes them.
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
MOST_TRICKS = 13
NOBODY = N_SEATS  # the owner of a card that has been played
_DEAL_BYTES = N_CARDS // 4


class BadSolvedDeals(ValueError):
    """A file of solved deals that is not one; the message names the file and the fault."""


@dataclass(frozen=True)
class SolvedDeals:
    """N deals and what they make."""

    deal: np.ndarray  # (N, 13) uint8, packed
    tricks: np.ndarray  # (N, 4, 5) uint8, declarer x strain
    held: np.ndarray | None = None  # (N, 7) uint8, bits of the cards still held; None: all are

    def __len__(self) -> int:
        return len(self.deal)

    @property
    def owners(self) -> np.ndarray:
        """(N, 52) uint8: the seat 0..3 that holds each card, S H D C, each A..2, or NOBODY."""
        return owners_of(self.deal, self.held)

    def keys(self) -> list[bytes]:
        """What depends on each deal alone, to tell equal deals."""
        return [row.tobytes() for row in self.owners]

    def digest(self) -> str:
        """Equal for equal deals and results in the same order: sha256, in hexadecimal."""
        held = () if self.held is None else (self.held,)
        return digest_of((self.deal, self.tricks, *held))

    def rows(self, which: np.ndarray | slice) -> SolvedDeals:
        """Some of the deals."""
        held = None if self.held is None else self.held[which]
        return SolvedDeals(self.deal[which], self.tricks[which], held)

    def save(self, path: Path) -> None:
        """Writes a file, whole or not at all."""
        buffer = io.BytesIO()
        if self.held is None:
            np.savez_compressed(buffer, deal=self.deal, tricks=self.tricks)
        else:
            np.savez_compressed(buffer, deal=self.deal, tricks=self.tricks, held=self.held)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, buffer.getvalue())


def owners_of(deal: np.ndarray, held: np.ndarray | None) -> np.ndarray:
    """(N, 13) packed deals and the bits of the cards still held to (N, 52) seats or NOBODY."""
    owner = owners(deal)
    if held is None:
        return owner
    bits = np.unpackbits(held, axis=1, count=N_CARDS).astype(bool)
    return np.where(bits, owner, NOBODY).astype(np.uint8)


def pack(owner: np.ndarray) -> np.ndarray:
    """(N, 52) seats 0..3 to (N, 13) packed deals; NOBODY's cards go to North."""
    pairs = (owner % NOBODY).reshape(-1, _DEAL_BYTES, 4).astype(np.uint8)
    return np.asarray((pairs << np.array([0, 2, 4, 6], dtype=np.uint8)).sum(2, dtype=np.uint8))


def join_solved(parts: Sequence[SolvedDeals]) -> SolvedDeals:
    """Several files as one; raises BadSolvedDeals where some have full deals, some endings."""
    held = [part.held for part in parts if part.held is not None]
    if held and len(held) < len(parts):
        raise BadSolvedDeals("full deals and endings of fewer cards cannot be put together")
    return SolvedDeals(
        np.concatenate([part.deal for part in parts]),
        np.concatenate([part.tricks for part in parts]),
        np.concatenate(held) if held else None,
    )


def read_solved(path: Path) -> SolvedDeals:
    """Read one file whole and check it; raises BadSolvedDeals with the first fault found."""
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
    """Full deals, one at least; raises BadSolvedDeals for endings and for none too."""
    deals = read_solved(path)
    if deals.held is not None:
        raise BadSolvedDeals(f"{path} has endings of fewer than 13 cards; full deals are needed")
    if not len(deals):
        raise BadSolvedDeals(f"{path} has no deals")
    return deals


def _check(deals: SolvedDeals, path: Path) -> None:
    """Refuse arrays whose sizes or values cannot be solved deals."""
    count = len(deals) if deals.deal.ndim else 0
    shapes = {"deal": (count, _DEAL_BYTES), "tricks": (count, N_SEATS, N_STRAINS)}
    if deals.held is not None:
        shapes["held"] = (count, -(-N_CARDS // 8))
    for name, shape in shapes.items():
        array = getattr(deals, name)
        if array.dtype != np.uint8 or array.shape != shape:
            raise BadSolvedDeals(f"{path}: {name} is {array.dtype}{array.shape}, not uint8{shape}")
    counts = np.stack([(deals.owners == seat).sum(1) for seat in range(N_SEATS)], 1)
    cards = np.full(count, MOST_TRICKS) if deals.held is None else counts[:, 0]
    if (faulty := (counts != cards[:, None]).any(1)).any():
        row = int(faulty.argmax())
        raise BadSolvedDeals(f"{path}: deal {row} gives {counts[row].tolist()} cards to the seats")
    if (faulty := (deals.tricks > cards[:, None, None]).any((1, 2))).any():
        raise BadSolvedDeals(f"{path}: deal {int(faulty.argmax())} takes more tricks than it has")
