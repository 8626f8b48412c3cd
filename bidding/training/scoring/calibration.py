"""Whether chances mean what they say: reliability of chances, and what intervals hold."""

from __future__ import annotations

import torch
from torch import Tensor

from bidding.encoding.targets import Targets
from bidding.explaining.consistency import Hands
from bidding.explaining.intervals import intervals

BINS = 10
LEVELS = (0.8, 0.95)


class Reliability:
    """Chances in ten equal bins: how many, how large, and how often what they were of was so."""

    def __init__(self) -> None:
        self._bins = torch.zeros(3, BINS, dtype=torch.float64)

    def add(self, chances: Tensor, so: Tensor) -> None:
        """Add (N,) chances and whether each came true."""
        chances = chances.double()
        place = (chances * BINS).long().clamp(max=BINS - 1)
        for row, weights in enumerate((None, chances, so.double())):
            self._bins[row] += place.bincount(weights, minlength=BINS).cpu()

    @property
    def error(self) -> float:
        """The expected calibration error: the mean gap between chance and frequency."""
        count, chance, so = self._bins
        return float((chance - so).abs().sum() / count.sum())


class Coverage:
    """How often the intervals of one kind of distribution hold the truth."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0
        self._sums = torch.zeros(len(LEVELS), 3, dtype=torch.float64)  # held, claimed, width

    def add(self, distributions: Tensor, truth: Tensor) -> None:
        """Add (..., n) distributions and the (...) values they were of."""
        self._count += truth.numel()
        values = truth.cpu().numpy()
        for row, found in enumerate(intervals(distributions.double().cpu().numpy(), LEVELS)):
            facts = (found.contain(values), found.probability, found.high - found.low + 1)
            self._sums[row] += torch.tensor([fact.sum() for fact in facts], dtype=torch.float64)

    @property
    def beyond_claims(self) -> float:
        """By how much more the intervals held than they said, on average over the levels."""
        held, claimed, _ = self._sums.mean(0) / self._count
        return float(held - claimed)

    def report(self) -> dict[str, float]:
        """NAME_coverage_80: the share that held; NAME_claimed_80: what the intervals said they
        would hold, on average; NAME_width_80: how many values they span; the same of 95."""
        means = (self._sums / self._count).tolist()
        return {
            f"{self._name}_{kind}_{100 * level:.0f}": value
            for level, row in zip(LEVELS, means, strict=True)
            for kind, value in zip(("coverage", "claimed", "width"), row, strict=True)
        }


class HandCalibration:
    """Calibration of what is believed of the hidden hands, the viewer's own ``seen`` or not."""

    def __init__(self, *, seen: bool = True) -> None:
        self._seen = seen
        self._cards = Reliability()
        self._hcp, self._lengths = Coverage("hcp"), Coverage("length")

    def add(self, hands: Hands, truth: Targets) -> None:
        """Add the hands of LHO, partner and RHO; cards that the viewer sees are left out."""
        hidden = truth.owner != 0 if self._seen else torch.ones_like(truth.owner).bool()
        players = torch.arange(1, hands.cards.shape[-1] + 1, device=truth.owner.device)
        held = truth.owner[..., None] == players
        self._cards.add(hands.cards[hidden].flatten(), held[hidden].flatten())
        self._hcp.add(hands.hcp, truth.hcp)
        self._lengths.add(hands.lengths, truth.lengths)

    def report(self) -> dict[str, float]:
        """card_ece, and coverage of HCP and of lengths (see ``Coverage.report``)."""
        return {
            "card_ece": self._cards.error,
            **self._hcp.report(),
            **self._lengths.report(),
        }
