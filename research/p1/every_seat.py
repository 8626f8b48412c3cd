"""Paper P1's views: all four seats at every step, the end included, in training and scoring."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS
from bidding.encoding.records import Records
from bidding.encoding.targets import Targets
from bidding.encoding.views import Views, all_steps
from bidding.networks.bidder import Bidder, Outputs
from bidding.networks.config import BidderConfig
from bidding.training.scoring.call_scores import CallScores
from bidding.training.scoring.evaluation import answers, evaluate, parts_of
from bidding.training.scoring.hand_scores import NAMES, HandScores, hidden_hands

OTHERS, END = "others_turns", "at_the_end"
_OF_CALLS = ("accuracy", "accuracy_nonpass", "nll", "illegal", "bids", "non_bids")


def every_seat_views(batch: AuctionBatch) -> Views:
    """Return a view for every step, the end included, from all four seats with their hands."""
    auction, step = all_steps(batch.n_calls + 1)
    viewer = torch.arange(N_SEATS, device=auction.device).repeat(len(auction))
    auction, step = (tensor.repeat_interleave(N_SEATS) for tensor in (auction, step))
    return Views(auction, step, viewer, torch.ones_like(viewer).bool())


def only(outputs: Outputs, which: Tensor) -> Outputs:
    """Return the outputs of the views that a mask chooses."""
    return Outputs(*(part[which] for part in outputs))


class EverySeatScores:
    """Totals over the views at others' turns, and over those at the end."""

    def __init__(self, config: BidderConfig) -> None:
        self._config = config
        self._parts = {name: (CallScores(), HandScores()) for name in (OTHERS, END)}
        self._counts = dict.fromkeys(self._parts, 0)

    def add(self, batch: AuctionBatch, views: Views, outputs: Outputs, truth: Targets) -> None:
        """Add outputs for views of any moment and seat with their hands, and the truth."""
        over = views.step == batch.n_calls[views.auction]
        others = (batch.seat[views.auction, views.step] != views.viewer) & ~over
        for name, which in ((OTHERS, others), (END, over)):
            self._add(name, batch, views[which], only(outputs, which), truth[which])

    def _add(
        self, name: str, batch: AuctionBatch, views: Views, outputs: Outputs, truth: Targets
    ) -> None:
        calls, hands = self._parts[name]
        self._counts[name] += len(views)
        hands.add(hidden_hands(outputs, self._config), truth)
        if self._has_token(name):
            calls.add(
                outputs.call, batch, views, truth.next_token(tokens=self._config.service_tokens)
            )

    def _has_token(self, name: str) -> bool:
        """Return True if a token is predicted there: at the end only with service tokens."""
        return name == OTHERS or self._config.service_tokens

    def report(self) -> dict[str, Any]:
        """Return by part: decisions, the scores of calls if predicted, and those of hands."""
        found: dict[str, Any] = {}
        for name, (calls, hands) in self._parts.items():
            of_calls = calls.report() if self._has_token(name) else {}
            of_hands = hands.report()
            found[name] = {
                "decisions": self._counts[name],
                **{key: of_calls[key] for key in _OF_CALLS if key in of_calls},
                **{key: of_hands[key] for key in NAMES},
            }
        return found


@torch.inference_mode()
def evaluate_every_seat(
    bidder: Bidder, records: Records, rows: np.ndarray, device: torch.device
) -> dict[str, Any]:
    """Return the scores of ``evaluate`` and those of ``EverySeatScores.report``."""
    figures = evaluate(bidder, records, rows, device, progress=True)
    scores = EverySeatScores(bidder.config)
    parts = parts_of(rows, "other seats", progress=True)
    for batch, views, outputs, truth in answers(bidder, records, parts, device, every_seat_views):
        scores.add(batch, views, outputs, truth)
    return figures | scores.report()
