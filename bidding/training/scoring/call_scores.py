"""Scores of predicted calls: accuracy, log loss, precision and recall, by round and system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from bidding.domain.calls import ALL_CALLS, FIRST_BID, N_CALLS, PASS
from bidding.domain.systems import System
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS, N_SYSTEMS, VOCABULARY
from bidding.encoding.views import Views
from bidding.training.scoring.calibration import Reliability
from bidding.training.scoring.standard_errors import RatioErrors

ROUNDS = ("first", "later")
WITH_ERRORS = ("accuracy", "accuracy_nonpass", "nll", "top3", "bids.micro.recall")
BIDS, NON_BIDS = slice(FIRST_BID, N_CALLS), slice(0, FIRST_BID)


class CallScores:
    """Totals over predictions of the next call, or of a service token."""

    def __init__(self) -> None:
        self._all = _Tally(1)
        self._rounds, self._systems = _Tally(len(ROUNDS)), _Tally(N_SYSTEMS)
        self._reliability = Reliability()
        self._errors = RatioErrors(WITH_ERRORS)
        self._top3 = self._illegal = 0.0
        self._counts = torch.zeros(3, VOCABULARY, dtype=torch.int64)  # made, predicted, right

    def add(self, logits: Tensor, batch: AuctionBatch, views: Views, truth: Tensor) -> None:
        """Add (view, call) or (view, token) logits and the (view,) calls that were made."""
        log_p = logits.double().log_softmax(-1)
        p = log_p.exp()
        confidence, choice = p.max(-1)
        right, nonpass = choice == truth, truth != PASS.index
        nll = -log_p.gather(1, truth[:, None])[:, 0]
        facts = torch.stack([torch.ones_like(nll), right, nonpass, right & nonpass, nll], dim=1)
        self._all.add(torch.zeros_like(truth), facts)
        self._rounds.add((views.step >= N_SEATS).long(), facts)
        caller = batch.seat[views.auction, views.step]
        self._systems.add(batch.systems[views.auction, caller % 2], facts)
        self._reliability.add(confidence, right)
        top3 = (p.topk(3).indices == truth[:, None]).any(-1)
        self._top3 += float(top3.sum())
        one, bid = torch.ones_like(right), (truth >= FIRST_BID) & (truth < N_CALLS)
        totals = torch.stack([right, right & nonpass, nll, top3, right & bid], dim=1)
        counts = torch.stack([one, nonpass, one, one, bid], dim=1)
        self._errors.add(views.auction, totals, counts)
        legal = batch.legal[views.auction, views.step, : p.shape[1]]
        self._illegal += float((p * ~legal).sum())
        for row, calls in enumerate((truth, choice, truth[right])):
            self._counts[row] += calls.bincount(minlength=VOCABULARY).cpu()

    def report(self) -> dict[str, Any]:
        """Return decisions, accuracy, accuracy_nonpass, nll, top3, ece, illegal (the mean chance of
        illegal calls), bids and non_bids (precision and recall), by_round, by_system (of the
        caller's side) and by_call (numbers made, predicted, and both)."""
        (together,) = self._all.report(("all",)).values()
        n = together["decisions"]
        return {
            **together,
            "top3": self._top3 / n,
            "ece": self._reliability.error,
            "illegal": self._illegal / n,
            "bids": precision_and_recall(self._counts[:, BIDS]),
            "non_bids": precision_and_recall(self._counts[:, NON_BIDS]),
            "by_round": self._rounds.report(ROUNDS),
            "by_system": self._systems.report([system.value for system in System]),
            "by_call": {
                str(call): dict(zip(("made", "predicted", "right"), column, strict=True))
                for call, column in zip(ALL_CALLS, self._counts.T[:N_CALLS].tolist(), strict=True)
                if any(column)
            },
        }

    @property
    def errors(self) -> dict[str, float]:
        """Standard errors of the figures in ``WITH_ERRORS``, by their path in the report."""
        return self._errors.report()

    @property
    def share_of_passes(self) -> float:
        """Accuracy of always passing."""
        return float(self._counts[0, PASS.index] / self._counts[0].sum())


class _Tally:
    """Sums of facts by group."""

    def __init__(self, groups: int) -> None:
        self._sums = torch.zeros(groups, 5, dtype=torch.float64)

    def add(self, group: Tensor, facts: Tensor) -> None:
        """Add (view, 5) facts: one, right, not pass, right and not pass, log loss."""
        self._sums.index_add_(0, group.cpu(), facts.double().cpu())

    def report(self, names: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return the means of each group that is not empty."""
        return {
            name: {
                "decisions": int(n),
                "accuracy": right / n,
                "accuracy_nonpass": right_nonpass / max(nonpass, 1),
                "nll": nll / n,
            }
            for name, row in zip(names, self._sums.tolist(), strict=True)
            for n, right, nonpass, right_nonpass, nll in [row]
            if n
        }


def precision_and_recall(counts: Tensor) -> dict[str, dict[str, float]]:
    """Return precision, recall and F1 from (3, call) counts made, predicted, and both.

    ``micro`` is of all calls together, ``macro`` the mean over the calls that were made or
    predicted at all.
    """
    made, predicted, right = counts.double()
    known = (made + predicted) > 0
    each = _figures(made[known], predicted[known], right[known])
    together = _figures(*counts.double().sum(1, keepdim=True))
    names = ("precision", "recall", "f1")
    return {
        kind: {name: float(values.mean()) for name, values in zip(names, figures, strict=True)}
        for kind, figures in (("micro", together), ("macro", each))
    }


def _figures(made: Tensor, predicted: Tensor, right: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return precision, recall and F1 of each call; 0 for 0 / 0."""
    return (
        right / predicted.clamp(min=1),
        right / made.clamp(min=1),
        2 * right / (made + predicted).clamp(min=1),
    )
