"""Calibration: reliability of chances, and coverage of intervals."""

from __future__ import annotations

import torch
from torch import Tensor

from bidding.encoding.targets import Targets
from bidding.explaining.consistency import Hands
from bidding.explaining.intervals import intervals
from bidding.training.scoring.standard_errors import RatioErrors

BINS = 10
LEVELS = (0.8, 0.95)


class Reliability:
    """Chances in ten equal bins: their number, their sum, and how many came true."""

    def __init__(self) -> None:
        self._bins = torch.zeros(3, BINS, dtype=torch.float64)

    def add(self, chances: Tensor, true: Tensor) -> None:
        """Add (N,) chances; ``true`` (N,) bool are those that came true."""
        chances = chances.double()
        place = (chances * BINS).long().clamp(max=BINS - 1)
        for row, weights in enumerate((None, chances, true.double())):
            self._bins[row] += place.bincount(weights, minlength=BINS).cpu()

    @property
    def error(self) -> float:
        """Expected calibration error: the mean gap between chance and frequency."""
        count, chance, true = self._bins
        return float((chance - true).abs().sum() / count.sum())


class Coverage:
    """Coverage of the intervals of one kind of distribution."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0
        self._sums = torch.zeros(len(LEVELS), 3, dtype=torch.float64)  # covered, claimed, width
        self._errors = RatioErrors([f"{name}_coverage_{100 * level:.0f}" for level in LEVELS])

    def add(self, distributions: Tensor, truth: Tensor, auction: Tensor | None = None) -> None:
        """Add (view, ..., n) distributions and the (view, ...) true values.

        ``auction`` (view,) are the places of the views' auctions, for their standard errors.
        """
        self._count += truth.numel()
        values = truth.cpu().numpy()
        shares = []
        for row, found in enumerate(intervals(distributions.double().cpu().numpy(), LEVELS)):
            covered = found.contain(values)
            facts = (covered, found.probability, found.high - found.low + 1)
            self._sums[row] += torch.tensor([fact.sum() for fact in facts], dtype=torch.float64)
            shares.append(torch.from_numpy(covered).double().reshape(len(values), -1).mean(1))
        if auction is not None:
            held = torch.stack(shares, dim=1)
            self._errors.add(auction, held, torch.ones_like(held))

    @property
    def errors(self) -> dict[str, float]:
        """Standard errors of the shares covered, by their names in the report."""
        return self._errors.report()

    @property
    def excess(self) -> float:
        """Coverage minus claimed coverage, the mean over the levels."""
        covered, claimed, _ = self._sums.mean(0) / self._count
        return float(covered - claimed)

    def report(self) -> dict[str, float]:
        """Return the figures of each level: NAME_coverage_80 (share covered), NAME_claimed_80 (mean
        probability of the intervals) and NAME_width_80 (mean number of values)."""
        means = (self._sums / self._count).tolist()
        return {
            f"{self._name}_{kind}_{100 * level:.0f}": value
            for level, row in zip(LEVELS, means, strict=True)
            for kind, value in zip(("coverage", "claimed", "width"), row, strict=True)
        }


class HandCalibration:
    """Calibration of beliefs about hidden hands, the viewer's own hand ``seen`` or not."""

    def __init__(self, *, seen: bool = True) -> None:
        self._seen = seen
        self._cards = Reliability()
        self._hcp, self._lengths = Coverage("hcp"), Coverage("length")

    def add(self, hands: Hands, truth: Targets, auction: Tensor | None = None) -> None:
        """Add the hands of LHO, partner and RHO, without the cards that the viewer sees.

        ``auction`` (V,) are the places of the views' auctions, for standard errors.
        """
        hidden = truth.owner != 0 if self._seen else torch.ones_like(truth.owner).bool()
        players = torch.arange(1, hands.cards.shape[-1] + 1, device=truth.owner.device)
        held = truth.owner[..., None] == players
        self._cards.add(hands.cards[hidden].flatten(), held[hidden].flatten())
        self._hcp.add(hands.hcp, truth.hcp, auction)
        self._lengths.add(hands.lengths, truth.lengths, auction)

    @property
    def errors(self) -> dict[str, float]:
        """Standard errors of coverage (see ``Coverage.errors``)."""
        return {**self._hcp.errors, **self._lengths.errors}

    def report(self) -> dict[str, float]:
        """Return card_ece and the coverage of HCP and lengths (see ``Coverage.report``)."""
        return {
            "card_ece": self._cards.error,
            **self._hcp.report(),
            **self._lengths.report(),
        }
