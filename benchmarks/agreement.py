"""Whether ranges hold as often as they say, and whether distributions and card chances agree.

``python -m benchmarks.agreement FILE.npz [AUCTIONS]`` explains recorded auctions from the
dealer's seat. For every hidden hand at every moment it looks whether the truth lies in the
range, and compares the mean of each distribution with the mean that follows from the 52 card
chances.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from bidding.encoding.layout import N_OWNERS, N_SUITS
from bidding.encoding.records import read_records
from bidding.encoding.targets import targets
from bidding.encoding.views import Views, card_hcp
from bidding.explaining.consistency import consistent_cards
from bidding.explaining.distributions import Distribution
from bidding.networks.checkpoint import load_bidder


def main() -> None:
    """Print the table."""
    records = read_records(Path(sys.argv[1]))
    batch = records.batch(np.arange(min(len(records), int(sys.argv[2]) if sys.argv[2:] else 400)))
    bidder, model = load_bidder()
    auction = torch.arange(len(batch)).repeat_interleave(batch.n_calls + 1)
    first = ((batch.n_calls + 1).cumsum(0) - batch.n_calls - 1)[auction]
    step = torch.arange(len(auction)) - first
    views = Views(auction, step, batch.dealer[auction], torch.ones_like(auction).bool())
    with torch.inference_mode():
        outputs = bidder(batch, views)
        sizes = torch.full((len(views), N_OWNERS), 13)
        cards = consistent_cards(outputs.cards.softmax(-1), sizes)[..., 1:]  # (view, card, hidden)
    hcp = (outputs.hcp.double().softmax(-1) * torch.arange(38)).sum(-1)
    lengths = (outputs.lengths.double().softmax(-1) * torch.arange(14)).sum(-1)
    from_cards = torch.einsum("vch,c->vh", cards, card_hcp().double())
    by_suit = cards.unflatten(1, (N_SUITS, -1)).sum(2).transpose(1, 2)  # (view, hidden, suit)
    print(f"{model.name} {model.version}, {len(batch)} auctions of {Path(sys.argv[1]).name}")
    truth = targets(batch, views)
    print("                     the range holds   distance of the means: median   95 %    max")
    for name, logits, true, gap in (
        ("HCP", outputs.hcp, truth.hcp, hcp - from_cards),
        ("cards of a suit", outputs.lengths, truth.lengths, lengths - by_suit),
    ):
        far = gap.abs().flatten()
        marks = [float(far.quantile(q)) for q in (0.5, 0.95, 1.0)]
        share = held(logits.double().softmax(-1), true)
        print(f"  {name:18}{share:16.1%}{'':24}" + "".join(f"{mark:7.2f}" for mark in marks))


def held(probabilities: Tensor, truth: Tensor) -> float:
    """The share of the ranges that hold the truth, of a random few thousand."""
    rows, true = probabilities.flatten(0, -2), truth.flatten()
    few = torch.randperm(len(rows), generator=torch.Generator().manual_seed(1))[:20_000]
    ranges = [Distribution.of(rows[row].tolist()).interval() for row in few.tolist()]
    pairs = zip(ranges, true[few].tolist(), strict=True)
    return sum(low <= value <= high for (low, high), value in pairs) / len(few)


if __name__ == "__main__":
    main()
