"""What a robot states of each call of recorded auctions (.npz), read and gathered into batches.

The format: ``n_calls`` (N,) uint8; ``label`` (C,) uint16, a place in a list of texts; ``flags``
(C,) uint8, 1 alerted, 2 forcing, 4 forcing to game; C calls of all auctions one after the other.
The auctions are those of another file, call by call, or stand in the same one, then without deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from bidding.encoding.auctions import AuctionBatch
from bidding.encoding.layout import N_CARDS, N_SEATS, PAD
from bidding.encoding.records import BadRecords, loaded_arrays, padded_rows, read_systems

ALERTED, FORCING, GAME_FORCING = 1, 2, 4

_AUCTION = ("dealer", "vul", "system_ns", "system_ew", "n_calls", "calls")
_STATED = ("n_calls", "label", "flags")


@dataclass(frozen=True)
class StatedAuctions:
    """N auctions and what a robot states of their C calls."""

    dealer: np.ndarray
    vul: np.ndarray
    systems: np.ndarray  # (N, 2) codes of N-S and E-W
    n_calls: np.ndarray
    calls: np.ndarray  # (C,)
    label: np.ndarray  # (C,)
    flags: np.ndarray  # (C,)
    start: np.ndarray  # (N,) where each auction begins

    def __len__(self) -> int:
        return len(self.n_calls)

    def batch(self, rows: np.ndarray) -> AuctionBatch:
        """The auctions of these rows, nobody's hand known."""
        calls = self.padded(self.calls, rows, PAD)
        return AuctionBatch(
            calls=calls,
            n_calls=torch.from_numpy(self.n_calls[rows].astype(np.int64)),
            dealer=torch.from_numpy(self.dealer[rows].astype(np.int64)),
            vulnerability=torch.from_numpy(self.vul[rows].astype(np.int64)),
            systems=torch.from_numpy(self.systems[rows].astype(np.int64)),
            hands=torch.zeros(1, N_SEATS, N_CARDS, dtype=torch.bool).expand(len(rows), -1, -1),
        )

    def padded(self, values: np.ndarray, rows: np.ndarray, padding: int) -> Tensor:
        """(G, T) int64 of these rows' (C,) values."""
        return torch.from_numpy(padded_rows(values, self.start[rows], self.n_calls[rows], padding))


def read_stated(auctions: Path, stated: Path | None = None, labels: int = 0) -> StatedAuctions:
    """Auctions of one file with the statements of another, or of the same.

    ``labels`` is the number of texts. Raises BadRecords where a file cannot be read, or the two
    are not of the same auctions.
    """
    arrays = loaded_arrays(auctions, _AUCTION)
    said = loaded_arrays(stated or auctions, _STATED)
    where = stated or auctions
    if not np.array_equal(arrays["n_calls"], said["n_calls"]):
        raise BadRecords(f"{where}: its auctions are not those of {auctions}")
    n_calls = said["n_calls"]
    count = int(n_calls.sum(dtype=np.int64))
    for name in ("label", "flags"):
        if said[name].shape != (count,):
            raise BadRecords(f"{where}: {name} is {said[name].shape}, not ({count},)")
    if len(arrays["calls"]) != count:
        raise BadRecords(f"{auctions}: n_calls do not add up to the {len(arrays['calls'])} calls")
    if labels and count and int(said["label"].max()) >= labels:
        raise BadRecords(f"{where}: label has a number over {labels - 1}")
    lengths = n_calls.astype(np.int64)
    return StatedAuctions(
        dealer=arrays["dealer"],
        vul=arrays["vul"],
        systems=read_systems(arrays),
        n_calls=n_calls,
        calls=arrays["calls"],
        label=said["label"],
        flags=said["flags"],
        start=np.cumsum(lengths) - lengths,
    )
