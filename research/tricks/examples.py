"""Examples to learn from: situations of solved deals as a network sees them, and their results."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from bidding.domain.table import Seat
from bidding.tricks.solved import SolvedDeals
from research.tricks.encodings import encode
from research.tricks.situations import N_PICTURES, Setup, picture


@dataclass(frozen=True)
class Examples:
    """Inputs (n, width) float32 and tricks of N-S (n,) int64."""

    inputs: Tensor
    tricks: Tensor

    def __len__(self) -> int:
        return len(self.tricks)


def examples(deals: SolvedDeals, setup: Setup, most: int) -> Examples:
    """At most so many results of the setup's contracts and leaders, as evenly from all deals as
    can be.

    Every deal gives one before any gives two. With fewer deals than ``most`` each gives all
    contracts and leaders, then those of its next picture, up to the last.
    """
    asked = [(leader, strain) for leader in setup.leaders for strain in setup.strains]
    inputs, results = [], []
    for number in range(min(N_PICTURES * len(asked), -(-most // len(deals)))):
        rows = np.arange(min(len(deals), most - number * len(deals)))
        for place, (leader, strain) in enumerate(asked):
            # Which contract and leader comes first goes round from deal to deal.
            here = deals.rows(rows[(rows + number) % len(asked) == place])
            if len(here):
                owner, tricks = picture(here.owners, here.tricks, number // len(asked))
                declarer = Seat[leader].rho
                inputs.append(encode(setup.ask(owner, declarer, strain), setup.inputs))
                results.append(setup.north_south(tricks[:, declarer, strain].astype(np.int64)))
    return Examples(
        torch.from_numpy(np.concatenate(inputs)), torch.from_numpy(np.concatenate(results))
    )
