"""What making the hidden hands agree costs or gains, and how well they agree then.

The network's heads answer apart; ``explaining.consistency`` makes their answers fit. Both are
scored on the same decisions, and so is how far the parts are from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from bidding.domain.cards import CARDS_IN_HAND
from bidding.encoding.layout import N_CARDS, N_SUITS
from bidding.encoding.targets import Targets
from bidding.encoding.views import card_hcp
from bidding.explaining.consistency import Hands, consistent
from bidding.training.scoring.calibration import HandCalibration
from bidding.training.scoring.hand_scores import SEATS, HandScores

TOLERANCE = 1e-5
"""In cards or points: how far the mean of a distribution may be from that of the cards."""


class Agreement:
    """The same decisions scored as the heads say them and as the hands agree.

    ``seats`` names the hidden players, three or four.
    """

    def __init__(self, seats: Sequence[str] = SEATS) -> None:
        self._kinds = {"alone": _Kind(seats), "agreed": _Kind(seats)}
        self._decisions = 0

    def add(self, alone: Hands, own: Tensor, truth: Targets) -> None:
        """Add the hands as the heads say them; ``own`` (view, card) are the viewer's cards."""
        self._decisions += len(own)
        self._kinds["alone"].add(alone, own, truth)
        self._kinds["agreed"].add(consistent(alone, ~own), own, truth)

    def report(self) -> dict[str, Any]:
        """``decisions``, and ``alone`` and ``agreed``: the scores of hands, their calibration,
        and mean and greatest ``gaps`` (of the means of HCP and of lengths from those of the
        cards, of a card's chances from 1, and of a hand's from 13)."""
        kinds = {name: kind.report() for name, kind in self._kinds.items()}
        return {"decisions": self._decisions, **kinds}


class _Kind:
    def __init__(self, seats: Sequence[str]) -> None:
        self._scores, self._calibration = HandScores(seats), HandCalibration()
        self._gaps: dict[str, _Gap] = {}

    def add(self, hands: Hands, own: Tensor, truth: Targets) -> None:
        self._scores.add(hands, truth)
        self._calibration.add(hands, truth)
        for name, gap in gaps(hands, ~own).items():
            self._gaps.setdefault(name, _Gap()).add(gap)

    def report(self) -> dict[str, Any]:
        found = {name: gap.report() for name, gap in self._gaps.items()}
        return {**self._scores.report(), **self._calibration.report(), "gaps": found}


class _Gap:
    def __init__(self) -> None:
        self._sum = self._most = 0.0
        self._count = self._beyond = 0

    def add(self, gap: Tensor) -> None:
        self._sum += float(gap.sum())
        self._count += gap.numel()
        self._beyond += int((gap > TOLERANCE).sum())
        self._most = max(self._most, float(gap.max()))

    def report(self) -> dict[str, float]:
        share = self._beyond / self._count
        return {"mean": self._sum / self._count, "most": self._most, "beyond": share}


def gaps(hands: Hands, unseen: Tensor) -> dict[str, Tensor]:
    """How far the parts of some hands are from each other; ``unseen`` (view, card)."""
    cards = hands.cards * unseen[..., None]  # (view, card, hand)
    held = cards.view(len(cards), N_SUITS, N_CARDS // N_SUITS, -1).sum(2).transpose(1, 2)
    points = (cards * card_hcp(cards.device)[:, None]).sum(1)
    return {
        "hcp": (_mean(hands.hcp) - points).abs(),
        "lengths": (_mean(hands.lengths) - held).abs(),
        "owners": (cards.sum(-1)[unseen] - 1).abs(),
        "hands": (cards.sum(1) - CARDS_IN_HAND).abs(),
    }


def _mean(distributions: Tensor) -> Tensor:
    """(..., n) to the means (...)."""
    values = torch.arange(distributions.shape[-1], device=distributions.device)
    return (distributions * values).sum(-1)
