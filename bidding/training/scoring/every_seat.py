"""Scores where it is not the viewer's turn: at the turns of others, and when an auction is over."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.targets import Targets
from bidding.encoding.views import Views
from bidding.networks.bidder import Outputs
from bidding.networks.config import BidderConfig
from bidding.training.scoring.call_scores import CallScores
from bidding.training.scoring.hand_scores import NAMES, HandScores, hidden_hands

OTHERS, END = "others_turns", "at_the_end"
_OF_CALLS = ("accuracy", "accuracy_nonpass", "nll", "illegal", "bids", "non_bids")


def own_turns(batch: AuctionBatch, views: Views) -> Tensor:
    """(Q,) bool: whether it is the viewer's turn."""
    turn = batch.seat[views.auction, views.step] == views.viewer
    return turn & (views.step < batch.n_calls[views.auction])


def only(outputs: Outputs, which: Tensor) -> Outputs:
    """The answers to the views where a mask is true."""
    return Outputs(*(part[which] for part in outputs))


class EverySeatScores:
    """Totals over all views but those of own turns, at others' turns and at the end apart."""

    def __init__(self, config: BidderConfig) -> None:
        self._config = config
        self._parts = {name: (CallScores(), HandScores()) for name in (OTHERS, END)}
        self._counts = dict.fromkeys(self._parts, 0)

    def add(self, batch: AuctionBatch, views: Views, outputs: Outputs, truth: Targets) -> None:
        """Add the answers to views with own hands, of any moment and seat, and the truth."""
        over = views.step == batch.n_calls[views.auction]
        for name, which in ((OTHERS, ~own_turns(batch, views) & ~over), (END, over)):
            self._add(name, batch, views[which], only(outputs, which), truth[which])

    def _add(
        self, name: str, batch: AuctionBatch, views: Views, outputs: Outputs, truth: Targets
    ) -> None:
        calls, hands = self._parts[name]
        self._counts[name] += len(views)
        hands.add(hidden_hands(outputs, self._config), truth)
        if self._says(name):
            calls.add(
                outputs.call, batch, views, truth.next_token(tokens=self._config.service_tokens)
            )

    def _says(self, name: str) -> bool:
        """Whether there is anything to say there: at the end only for who knows an end."""
        return name == OTHERS or self._config.service_tokens

    def report(self) -> dict[str, Any]:
        """By part: decisions, the scores of calls where any is to be said, those of hands."""
        found: dict[str, Any] = {}
        for name, (calls, hands) in self._parts.items():
            said = calls.report() if self._says(name) else {}
            of_hands = hands.report()
            found[name] = {
                "decisions": self._counts[name],
                **{key: said[key] for key in _OF_CALLS if key in said},
                **{key: of_hands[key] for key in NAMES},
            }
        return found
