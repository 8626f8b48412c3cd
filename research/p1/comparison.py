"""Paired comparison of bidders, from the calls of the same auctions that each predicts.

The counts by auction are kept, so that a run trained later is compared with earlier ones.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from bidding.domain.calls import FIRST_BID
from bidding.encoding.records import Records
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import write_atomically
from bidding.training.bidder.objective import turn_views
from bidding.training.scoring.evaluation import answers, parts_of
from bidding.training.scoring.standard_errors import ratios
from research.p1.recipe import FOLDER

COUNTS = FOLDER / "right-calls.npz"
SHARES = ("all calls", "bids alone")
_AUCTIONS, _MADE = "auctions", "made"


@dataclass(frozen=True)
class RightCalls:
    """Calls made at own turns, and those that each run predicts, (auction, share) uint8."""

    auctions: str
    """The sha256 of the auctions."""

    made: np.ndarray
    right: dict[str, np.ndarray]
    """By the name of the run."""

    @classmethod
    def read(cls, path: Path) -> RightCalls:
        """Read what is kept; raise ValueError for another file."""
        try:
            with np.load(path) as arrays:
                found = {name: arrays[name] for name in arrays.files}
            return cls(str(found.pop(_AUCTIONS)), found.pop(_MADE), found)
        except (KeyError, OSError, ValueError) as error:
            raise ValueError(f"{path} is no file of counted calls: {error!r}") from error

    def save(self, path: Path) -> None:
        """Write atomically."""
        buffer = io.BytesIO()
        arrays = {_AUCTIONS: np.array(self.auctions), _MADE: self.made, **self.right}
        np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
        write_atomically(path, buffer.getvalue())

    def differences(self, first: str, other: str) -> dict[str, tuple[float, float]]:
        """Return by share how much more the other predicts than the first, and the standard error
        of that, auctions taken as independent."""
        change = self.right[other].astype(np.float64) - self.right[first]
        more, errors = ratios(change, self.made)
        return dict(zip(SHARES, zip(more.tolist(), errors.tolist(), strict=True), strict=True))


@torch.inference_mode()
def count_right(
    bidder: Bidder, records: Records, device: torch.device
) -> tuple[np.ndarray, np.ndarray]:
    """Return the calls that the bidder predicts at own turns and those made, (auction, share)."""
    parts = parts_of(np.arange(len(records)), "predicting", progress=True)
    found = []
    for batch, views, outputs, truth, _ in answers(bidder, records, parts, device, turn_views):
        right, bid = outputs.call.argmax(-1) == truth.call, truth.call >= FIRST_BID
        facts = torch.stack([right, right & bid, torch.ones_like(bid), bid], dim=1).cpu()
        sums = torch.zeros(len(batch), facts.shape[1], dtype=torch.int64)
        found.append(sums.index_add_(0, views.auction.cpu(), facts.long()))
    counts = torch.cat(found).numpy().astype(np.uint8)
    return counts[:, : len(SHARES)], counts[:, len(SHARES) :]
