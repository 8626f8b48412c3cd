"""Scores of the hidden hands before and after they are made consistent.

The network's heads answer independently; ``explaining.consistency`` makes their answers agree. Both
are scored on the same decisions, and so are the gaps between their parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from bidding.domain.cards import CARDS_IN_HAND
from bidding.encoding.layout import N_CARDS, N_SUITS
from bidding.encoding.views import Targets, card_hcp
from bidding.explaining.consistency import Hands, consistent
from bidding.training.scoring.calibration import HandCalibration
from bidding.training.scoring.hand_scores import SEATS, HandScores
from bidding.training.scoring.standard_errors import standard_errors

TOLERANCE = 1e-5
"""Largest gap, in cards or points, between the means of a distribution and of the cards."""


class Agreement:
    """Scores of the heads' hands (``alone``) and of consistent ones (``agreed``).

    ``seats`` names the hidden players, three or four.
    """

    def __init__(self, seats: Sequence[str] = SEATS) -> None:
        self._kinds = {"alone": _Kind(seats), "agreed": _Kind(seats)}
        self._decisions = 0

    def add(self, alone: Hands, own: Tensor, truth: Targets, group: Tensor) -> None:
        """Add the heads' hands; ``own`` (view, card) are the viewer's cards, ``group`` (view,) is
        that of the deal (see ``standard_errors``)."""
        self._decisions += len(own)
        self._kinds["alone"].add(alone, own, truth, group)
        self._kinds["agreed"].add(consistent(alone, ~own), own, truth, group)

    def report(self) -> dict[str, Any]:
        """Return ``decisions``, and for ``alone`` and ``agreed`` the scores of hands, their
        calibration, and mean and greatest ``gaps`` (see ``gaps``); for ``change`` what making them
        agree adds to each; and ``errors``, standard errors by path."""
        found = self._scores()
        for name, kind in self._kinds.items():
            found[name]["gaps"] = {part: gap.report() for part, gap in kind.gaps.items()}
        errors = standard_errors(self._scores, self._kinds["alone"].scores.groups)
        return {"decisions": self._decisions, **found, "errors": errors}

    def _scores(self, without: int | None = None) -> dict[str, dict[str, Any]]:
        found = {name: kind.report(without) for name, kind in self._kinds.items()}
        alone, agreed = found["alone"], found["agreed"]
        change = {k: v - alone[k] for k, v in agreed.items() if isinstance(v, float)}
        return {**found, "change": change}


class _Kind:
    def __init__(self, seats: Sequence[str]) -> None:
        self.scores, self._calibration = HandScores(seats), HandCalibration()
        self.gaps: dict[str, _Gap] = {}

    def add(self, hands: Hands, own: Tensor, truth: Targets, group: Tensor) -> None:
        self.scores.add(hands, truth, group)
        self._calibration.add(hands, truth, group)
        for name, gap in gaps(hands, ~own).items():
            self.gaps.setdefault(name, _Gap()).add(gap)

    def report(self, without: int | None) -> dict[str, Any]:
        return {**self.scores.report(without), **self._calibration.report(without)}


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
    """Return the gaps between the parts of hands; ``unseen`` is (view, card).

    These are the gaps of the means of HCP and of lengths from those of the cards, of the chances
    of a card from 1, and of those of a hand from 13.
    """
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
    """Return the means (...) of (..., n) distributions."""
    values = torch.arange(distributions.shape[-1], device=distributions.device)
    return (distributions * values).sum(-1)
