"""A robot's labels for the calls of recorded auctions: reading .npz files, forming batches.

The format: ``n_calls`` (N,) uint8; ``label`` (C,) uint16, an index into a list of texts;
``flags`` (C,) uint8, 1 alerted, 2 forcing, 4 forcing to game; C calls of all auctions
concatenated. The auctions are in a file of their own, or in the same file without deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_CARDS, N_SEATS, PAD
from bidding.encoding.records import BadRecords, load_arrays, padded_rows, read_systems

ALERTED, FORCING, GAME_FORCING = 1, 2, 4

_AUCTION = ("dealer", "vul", "system_ns", "system_ew", "n_calls", "calls")
_LABELS = ("n_calls", "label", "flags")


@dataclass(frozen=True)
class LabelledAuctions:
    """N auctions and a robot's labels for their C calls."""

    dealer: np.ndarray
    vul: np.ndarray
    systems: np.ndarray  # (N, 2) codes of N-S and E-W
    n_calls: np.ndarray
    calls: np.ndarray  # (C,)
    label: np.ndarray  # (C,)
    flags: np.ndarray  # (C,)
    start: np.ndarray  # (N,) index in calls of each auction's first

    def __len__(self) -> int:
        return len(self.n_calls)

    def batch(self, rows: np.ndarray) -> AuctionBatch:
        """Return the auctions of these rows without hands."""
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
        """Return these rows of (C,) values as (G, T) int64."""
        return torch.from_numpy(padded_rows(values, self.start[rows], self.n_calls[rows], padding))


def read_labelled(
    auctions: Path, labels_path: Path | None = None, labels: int = 0
) -> LabelledAuctions:
    """Read auctions from one file and their labels from another, or from the same.

    ``labels`` is the number of texts. Raises BadRecords where a file cannot be read or the two
    files disagree about the auctions.
    """
    arrays = load_arrays(auctions, _AUCTION)
    path = labels_path or auctions
    labelled = load_arrays(path, _LABELS)
    if not np.array_equal(arrays["n_calls"], labelled["n_calls"]):
        raise BadRecords(f"{path}: its auctions are not those of {auctions}")
    n_calls = labelled["n_calls"]
    count = int(n_calls.sum(dtype=np.int64))
    for name in ("label", "flags"):
        if labelled[name].shape != (count,):
            raise BadRecords(f"{path}: {name} is {labelled[name].shape}, not ({count},)")
    if len(arrays["calls"]) != count:
        raise BadRecords(f"{auctions}: n_calls do not add up to the {len(arrays['calls'])} calls")
    if labels and count and int(labelled["label"].max()) >= labels:
        raise BadRecords(f"{path}: label has a number over {labels - 1}")
    lengths = n_calls.astype(np.int64)
    return LabelledAuctions(
        dealer=arrays["dealer"],
        vul=arrays["vul"],
        systems=read_systems(arrays),
        n_calls=n_calls,
        calls=arrays["calls"],
        label=labelled["label"],
        flags=labelled["flags"],
        start=np.cumsum(lengths) - lengths,
    )
