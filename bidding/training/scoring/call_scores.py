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
from bidding.training.scoring.standard_errors import GroupSums

ROUNDS = ("first", "later")
BIDS, NON_BIDS = slice(FIRST_BID, N_CALLS), slice(0, FIRST_BID)


class CallScores:
    """Totals over predictions of the next call, or of a service token."""

    def __init__(self) -> None:
        self._rounds, self._systems = _Tally(len(ROUNDS)), _Tally(N_SYSTEMS)
        self._reliability = Reliability()
        self._others = GroupSums(2)  # among the first three, chance of illegal calls
        self._made = GroupSums(2, VOCABULARY)  # one, predicted rightly
        self._predicted = GroupSums(1, VOCABULARY)

    def add(
        self, logits: Tensor, batch: AuctionBatch, views: Views, truth: Tensor, group: Tensor
    ) -> None:
        """Add (view, call) or (view, token) logits and the (view,) calls that were made.

        ``group`` (view,) is that of the deal (see ``standard_errors``).
        """
        log_p = logits.double().log_softmax(-1)
        p = log_p.exp()
        confidence, choice = p.max(-1)
        right, nonpass = choice == truth, truth != PASS.index
        nll = -log_p.gather(1, truth[:, None])[:, 0]
        facts = torch.stack([torch.ones_like(nll), right, nonpass, right & nonpass, nll], dim=1)
        self._rounds.add(group, facts, (views.step >= N_SEATS).long())
        caller = batch.seat[views.auction, views.step]
        self._systems.add(group, facts, batch.systems[views.auction, caller % 2])
        self._reliability.add(confidence, right, group)
        top3 = (p.topk(3).indices == truth[:, None]).any(-1)
        illegal = (p * ~batch.legal[views.auction, views.step, : p.shape[1]]).sum(1)
        self._others.add(group, torch.stack([top3, illegal], dim=1))
        one = torch.ones_like(right)
        self._made.add(group, torch.stack([one, right], dim=1), truth)
        self._predicted.add(group, one[:, None], choice)

    def report(self, without: int | None = None) -> dict[str, Any]:
        """Return decisions, accuracy, accuracy_nonpass, nll, top3, ece, illegal (the mean chance of
        illegal calls), bids and non_bids (precision and recall), by_round, by_system (of the
        caller's side) and by_call (numbers made, predicted, and both).

        ``without`` leaves a group of deals out.
        """
        together = _means(self._rounds.total(without).sum(0).tolist())
        top3, illegal = (self._others.total(without)[0] / together["decisions"]).tolist()
        made, right = self._made.total(without).T
        counts = torch.stack([made, self._predicted.total(without)[:, 0], right])
        return {
            **together,
            "top3": top3,
            "ece": self._reliability.error(without),
            "illegal": illegal,
            "bids": precision_and_recall(counts[:, BIDS]),
            "non_bids": precision_and_recall(counts[:, NON_BIDS]),
            "by_round": self._rounds.report(ROUNDS, without),
            "by_system": self._systems.report([system.value for system in System], without),
            "by_call": {
                str(call): dict(zip(("made", "predicted", "right"), column, strict=True))
                for call, column in zip(ALL_CALLS, counts.T[:N_CALLS].long().tolist(), strict=True)
                if any(column)
            },
        }

    @property
    def groups(self) -> list[int]:
        """The groups of the deals added."""
        return self._made.groups

    @property
    def share_of_passes(self) -> float:
        """Accuracy of always passing."""
        made = self._made.total()[:, 0]
        return float(made[PASS.index] / made.sum())


class _Tally(GroupSums):
    """Sums of facts by kind of call: one, right, not pass, right and not pass, log loss."""

    def __init__(self, kinds: int) -> None:
        super().__init__(5, kinds)

    def report(self, names: Sequence[str], without: int | None) -> dict[str, dict[str, Any]]:
        """Return the means of each kind that is not empty."""
        rows = zip(names, self.total(without).tolist(), strict=True)
        return {name: _means(row) for name, row in rows if row[0]}


def _means(facts: Sequence[float]) -> dict[str, Any]:
    n, right, nonpass, right_nonpass, nll = facts
    return {
        "decisions": int(n),
        "accuracy": right / n,
        "accuracy_nonpass": right_nonpass / max(nonpass, 1),
        "nll": nll / n,
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
