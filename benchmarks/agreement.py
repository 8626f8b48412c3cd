"""What making the hidden hands agree costs or gains, and whether ranges hold as often as said.

``python -m benchmarks.agreement FILE.npz [AUCTIONS]`` takes recorded auctions at every turn,
as the player sees them, and prints the log loss of what each head says alone and of the
hands made to agree, the distance of the distributions' means from those of the cards before
and after, and how often the truth lies in the printed range.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from bidding.encoding.records import read_records
from bidding.encoding.targets import targets
from bidding.encoding.views import card_hcp
from bidding.explaining.consistency import Hands, consistent
from bidding.explaining.distributions import Distribution
from bidding.networks.checkpoint import load_bidder
from bidding.training.objective import turn_views

RANGES = 20_000  # a random sample of them is looked at


def main() -> None:
    """Print the table."""
    records = read_records(Path(sys.argv[1]))
    batch = records.batch(np.arange(min(len(records), int(sys.argv[2]) if sys.argv[2:] else 400)))
    bidder, model = load_bidder()
    views = turn_views(batch)
    unseen = ~views.own_cards(batch)
    with torch.inference_mode():
        outputs, truth = bidder(batch, views), targets(batch, views)
        cards = outputs.cards.double().softmax(-1)[..., 1:]
        alone = Hands(cards, outputs.lengths.double().softmax(-1), outputs.hcp.double().softmax(-1))
        agreed = consistent(alone, unseen)
    owner = (truth.owner - 1).clamp(min=0)
    print(f"{model.name} {model.version}, {len(batch)} auctions of {Path(sys.argv[1]).name}")
    print(f"{'':18}{'log loss':>18}{'distance of means, 95 %':>30}{'in range':>12}")
    print(f"{'':18}{'alone':>9}{'agreed':>9}{'alone':>20}{'agreed':>10}{'agreed':>12}")
    for name, true in (("cards", owner), ("lengths", truth.lengths), ("hcp", truth.hcp)):
        both = [getattr(hands, name) for hands in (alone, agreed)]
        mask = unseen if name == "cards" else torch.ones_like(true, dtype=torch.bool)
        line = "".join(f"{log_loss(p, true, mask):9.4f}" for p in both)
        if name != "cards":
            far = [distance(hands, name) for hands in (alone, agreed)]
            line += f"{far[0]:20.2f}{far[1]:10.2f}{held(both[1], true):12.1%}"
        print(f"{name:18}{line}")


def log_loss(probabilities: Tensor, truth: Tensor, mask: Tensor) -> float:
    """The mean of minus the log of what the truth was given."""
    given = probabilities.gather(-1, truth[..., None])[..., 0].clamp(min=1e-12)
    return float(-given.log()[mask].mean())


def distance(hands: Hands, name: str) -> float:
    """How far 95 % of the means are at most from those of the card chances."""
    if name == "hcp":
        from_cards = (hands.cards * card_hcp()[:, None]).sum(1)
    else:
        from_cards = hands.cards.unflatten(1, (4, 13)).sum(2).transpose(1, 2)
    distribution = getattr(hands, name)
    mean = (distribution * torch.arange(distribution.shape[-1])).sum(-1)
    return float(np.quantile((mean - from_cards).abs().numpy(), 0.95))


def held(probabilities: Tensor, truth: Tensor) -> float:
    """The share of the printed ranges that hold the truth."""
    rows, true = probabilities.flatten(0, -2), truth.flatten()
    few = torch.randperm(len(rows), generator=torch.Generator().manual_seed(1))[:RANGES]
    ranges = [Distribution.of(rows[row].tolist()).interval() for row in few.tolist()]
    pairs = zip(ranges, true[few].tolist(), strict=True)
    return sum(low <= value <= high for (low, high), value in pairs) / len(few)


if __name__ == "__main__":
    main()
