"""What calls won or lost against others, as .npz files.

The format: ``deal``, ``dealer``, ``vul``, ``system_ns``, ``system_ew``, ``n_calls``, ``calls``
and cards as in ``encoding.records``, of auctions up to the decision; systems and cards are those
that the caller takes both sides to play; ``call`` and ``against`` (N,) uint8, the two calls
compared; ``chance`` (N,) float32, the bidder's chance of ``call``; ``imps`` (N,) float32, the
expected IMPs of ``call`` over ``against`` for the side that calls.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bidding.domain.calls import N_CALLS
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.records import (
    BadRecords,
    Records,
    digest_of,
    join_records,
    load_arrays,
    read_cards,
    records_from,
)
from bidding.encoding.views import Views, last_views
from bidding.networks.checkpoint import write_atomically

VALIDATION_EVERY = 10  # one deal in so many is held out
_AUCTIONS = ("deal", "dealer", "vul", "system_ns", "system_ew", "n_calls", "calls")
_COMPARED = {"call": "u1", "against": "u1", "chance": "f4", "imps": "f4"}


@dataclass(frozen=True)
class AdviceSamples:
    """N decisions, with the two calls that were compared at each."""

    auctions: Records
    call: np.ndarray
    against: np.ndarray
    chance: np.ndarray
    imps: np.ndarray

    def __len__(self) -> int:
        return len(self.call)

    @property
    def is_validation(self) -> np.ndarray:
        """(N,) bool: decisions on deals that are held out."""
        return np.asarray(self.auctions.deal_keys() % np.uint64(VALIDATION_EVERY) == 0)

    def digest(self) -> str:
        """Return the sha256 of all samples, in hexadecimal."""
        own = digest_of(getattr(self, name) for name in _COMPARED)
        return digest_of([np.frombuffer((self.auctions.digest() + own).encode(), np.uint8)])

    def views(self, rows: np.ndarray) -> tuple[AuctionBatch, Views]:
        """Return the auctions of these rows, and the views of whoever is to call."""
        batch = self.auctions.batch(rows)
        return batch, last_views(batch)

    def save(self, path: Path) -> None:
        """Write a file atomically."""
        arrays = {name: getattr(self.auctions, name) for name in _AUCTIONS}
        arrays |= {name: getattr(self, name) for name in _COMPARED}
        arrays |= self.auctions.stated_cards
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, buffer.getvalue())


def samples_of(
    arrays: dict[str, np.ndarray], cards: tuple[np.ndarray, np.ndarray] | None = None
) -> AdviceSamples:
    """Build samples from arrays by the names of the format, with cards as of ``read_cards``."""
    auctions = records_from({name: arrays[name] for name in _AUCTIONS}, cards)
    return AdviceSamples(auctions, *(arrays[name] for name in _COMPARED))


def read_samples(path: Path) -> AdviceSamples:
    """Read and check one file. Raises BadRecords with the first fault found."""
    arrays = load_arrays(path, (*_AUCTIONS, *_COMPARED))
    count = len(arrays["n_calls"])
    for name, array in arrays.items():
        kind = np.dtype(_COMPARED.get(name, "u1"))
        if array.dtype != kind or (name != "calls" and len(array) != count):
            raise BadRecords(f"{path}: {name} is {array.dtype}{array.shape}, not {count} {kind}")
    if int(arrays["n_calls"].sum(dtype=np.int64)) != len(arrays["calls"]):
        raise BadRecords(f"{path}: n_calls do not add up to the {len(arrays['calls'])} calls")
    for name in ("calls", "call", "against"):
        if int(arrays[name].max(initial=0)) >= N_CALLS:
            raise BadRecords(f"{path}: {name} has a number over {N_CALLS - 1}")
    if not np.isfinite(arrays["imps"]).all():
        raise BadRecords(f"{path}: imps has a value that is no number")
    return samples_of(arrays, read_cards(path))


def join_samples(parts: Sequence[AdviceSamples]) -> AdviceSamples:
    """Concatenate samples."""
    return AdviceSamples(
        join_records([part.auctions for part in parts]),
        *(np.concatenate([getattr(part, name) for part in parts]) for name in _COMPARED),
    )


def read_folder(folder: Path) -> AdviceSamples:
    """Read all parts in a folder, ``advice-*.npz``. Raises BadRecords for a fault or for none."""
    paths = sorted(folder.glob("advice-*.npz"))
    if not paths:
        raise BadRecords(f"there is no advice-*.npz in {folder}; `record advice` makes them")
    return join_samples([read_samples(path) for path in paths])
