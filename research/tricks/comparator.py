"""Learning which of two deals promises more tricks: what paper P3 plans (section 4, figure 3)."""

from __future__ import annotations

import torch
from torch import Tensor

from bidding.training.estimator.dataset import TrainTestDeals
from research.tricks.examples import Examples
from research.tricks.networks import TrickNetwork
from research.tricks.recipe import TrickRecipe
from research.tricks.task import TrickTask


class ComparatorTask(TrickTask):
    """Pairs of examples, drawn anew in each epoch: one takes more tricks than the other."""

    def __init__(
        self, recipe: TrickRecipe, deals: TrainTestDeals, start: TrickNetwork | None = None
    ) -> None:
        super().__init__(recipe, deals, start)
        self.kept = Examples(*neighbours(self.kept.inputs, self.kept.tricks))

    def _batch(self, step: int) -> tuple[Tensor, Tensor]:
        return neighbours(*super()._batch(step))


def neighbours(inputs: Tensor, tricks: Tensor) -> tuple[Tensor, Tensor]:
    """Every example (n, width) with the one before it, the first with the last, where their tricks
    (n,) differ: inputs (m, 2, width), and (m,) whether the first of the two has more, 1 or 0.
    """
    before = tricks.roll(1)
    differ = tricks != before
    pairs = torch.stack([inputs, inputs.roll(1, 0)], dim=1)
    return pairs[differ], (tricks > before)[differ].long()
