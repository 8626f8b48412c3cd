"""Calibration: reliability of chances, and coverage of intervals."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from bidding.encoding.targets import Targets
from bidding.explaining.consistency import Hands
from bidding.explaining.distributions import intervals
from bidding.training.scoring.standard_errors import GroupSums

BINS = 10
LEVELS = (0.8, 0.95)


class Reliability:
    """Chances in ten equal bins: their number, their sum, and how many came true."""

    def __init__(self) -> None:
        self._bins = GroupSums(3, BINS)

    def add(self, chances: Tensor, true: Tensor, group: Tensor | int = 0) -> None:
        """Add (N,) chances of deals in a group (N,); ``true`` (N,) bool came true."""
        place = (chances.double() * BINS).long().clamp(max=BINS - 1)
        facts = torch.stack([torch.ones_like(chances), chances, true], dim=1)
        self._bins.add(group, facts, place)

    def error(self, without: int | None = None) -> float:
        """Return the expected calibration error: the mean gap between chance and frequency."""
        count, chance, true = self._bins.total(without).T
        return float((chance - true).abs().sum() / count.sum())


class Coverage:
    """Coverage of the intervals of one kind of distribution."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._sums = GroupSums(4, len(LEVELS))  # one, covered, claimed, width

    def add(self, distributions: Tensor, truth: Tensor, group: Tensor | int = 0) -> None:
        """Add (view, ..., n) distributions and the (view, ...) true values.

        ``group`` (view,) is that of the deal (see ``standard_errors``).
        """
        values = truth.cpu().numpy()
        for level, found in enumerate(intervals(distributions.double().cpu().numpy(), LEVELS)):
            covered = found.contain(values)
            facts = (np.ones(values.shape), covered, found.probability, found.high - found.low + 1)
            by_view = np.stack([fact.reshape(len(values), -1).sum(1) for fact in facts], axis=1)
            self._sums.add(group, torch.from_numpy(by_view), level)

    @property
    def excess(self) -> float:
        """Coverage minus claimed coverage, the mean over the levels."""
        count, covered, claimed, _ = self._sums.total().sum(0).tolist()
        return float((covered - claimed) / count)

    def report(self, without: int | None = None) -> dict[str, float]:
        """Return the figures of each level: NAME_coverage_80 (share covered), NAME_claimed_80 (mean
        probability of the intervals) and NAME_width_80 (mean number of values)."""
        sums = self._sums.total(without)
        return {
            f"{self._name}_{kind}_{100 * level:.0f}": value
            for level, row in zip(LEVELS, (sums[:, 1:] / sums[:, :1]).tolist(), strict=True)
            for kind, value in zip(("coverage", "claimed", "width"), row, strict=True)
        }


class HandCalibration:
    """Calibration of beliefs about hidden hands, the viewer's own hand ``seen`` or not."""

    def __init__(self, *, seen: bool = True) -> None:
        self._seen = seen
        self._cards = Reliability()
        self._hcp, self._lengths = Coverage("hcp"), Coverage("length")

    def add(self, hands: Hands, truth: Targets, group: Tensor) -> None:
        """Add the hands of LHO, partner and RHO, without the cards that the viewer sees.

        ``group`` (view,) is that of the deal (see ``standard_errors``).
        """
        hidden = truth.owner != 0 if self._seen else torch.ones_like(truth.owner).bool()
        players = torch.arange(1, hands.cards.shape[-1] + 1, device=truth.owner.device)
        held = truth.owner[..., None] == players
        of_cards = group.to(held.device)[:, None, None].expand_as(held)
        self._cards.add(*(part[hidden].flatten() for part in (hands.cards, held, of_cards)))
        self._hcp.add(hands.hcp, truth.hcp, group)
        self._lengths.add(hands.lengths, truth.lengths, group)

    def report(self, without: int | None = None) -> dict[str, float]:
        """Return card_ece and the coverage of HCP and lengths (see ``Coverage.report``)."""
        return {
            "card_ece": self._cards.error(without),
            **self._hcp.report(without),
            **self._lengths.report(without),
        }
