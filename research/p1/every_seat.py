"""Paper P1's views: all four seats at every step, the end included, in training and scoring."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, one_hot

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import END, N_OWNERS, N_SEATS, PAD
from bidding.encoding.records import Records
from bidding.encoding.views import Targets, Views, all_steps, targets
from bidding.explaining.consistency import Hands
from bidding.networks.bidder import Bidder, Outputs
from bidding.training.bidder.objective import hand_losses, weighted
from bidding.training.bidder.recipe import Objective
from bidding.training.scoring.call_scores import CallScores
from bidding.training.scoring.evaluation import answers, evaluate, parts_of
from bidding.training.scoring.hand_scores import NAMES, HandScores, hidden_hands
from bidding.training.scoring.standard_errors import standard_errors
from research.p1.network import is_paper

OTHERS, END_OF_AUCTION = "others_turns", "at_the_end"
_OF_CALLS = ("accuracy", "accuracy_nonpass", "nll", "illegal", "bids", "non_bids")


def every_seat_views(batch: AuctionBatch) -> Views:
    """Return a view for every step, the end included, from all four seats with their hands."""
    auction, step = all_steps(batch.n_calls + 1)
    viewer = torch.arange(N_SEATS, device=auction.device).repeat(len(auction))
    auction, step = (tensor.repeat_interleave(N_SEATS) for tensor in (auction, step))
    return Views(auction, step, viewer, torch.ones_like(viewer).bool())


def drawn_seats(batch: AuctionBatch, seats: int, rng: torch.Generator) -> Tensor:
    """Return (auction, N_SEATS) bool: so many seats of each auction, drawn by chance."""
    ranks = torch.rand(len(batch), N_SEATS, generator=rng).argsort(dim=1)
    return (ranks < seats).to(batch.n_calls.device)


def next_token(truth: Targets) -> Tensor:
    """Return the (Q,) next calls; after the auction the end's token."""
    return torch.where(truth.call == PAD, END, truth.call)


def every_seat_losses(
    bidder: Bidder, batch: AuctionBatch, seats: Tensor, objective: Objective
) -> dict[str, Tensor]:
    """Return the loss (``total``) of all views from these (auction, seat), and its parts."""
    views = every_seat_views(batch)
    views = views[seats[views.auction, views.viewer]]
    outputs, truth = bidder(batch, views), targets(batch, views)
    parts = {
        "call": cross_entropy(outputs.call, next_token(truth)),
        **hand_losses(outputs, truth),
        "cards": _card_loss(outputs, truth),
    }
    return {"total": weighted(parts, objective), **parts, "learned": torch.ones(())}


def _card_loss(outputs: Outputs, truth: Targets) -> Tensor:
    """Return the loss of the three probabilities of each hidden card."""
    hidden = truth.owner != 0  # (view, card)
    held = one_hot(truth.owner, N_OWNERS).float()[..., 1:]
    each = binary_cross_entropy_with_logits(outputs.cards[..., 1:], held, reduction="none")
    return (each.sum(-1) * hidden).sum() / hidden.sum()


def hands_of_paper(outputs: Outputs) -> Hands:
    """Return the heads' probabilities of LHO, partner and RHO, float64, each card's alone."""
    chances = outputs.cards.double().sigmoid()[..., 1:]
    return hidden_hands(outputs)._replace(cards=chances)


class EverySeatScores:
    """Totals over the views at others' turns, and over those at the end."""

    def __init__(self, *, paper: bool) -> None:
        self._paper = paper
        self._parts = {name: (CallScores(), HandScores()) for name in (OTHERS, END_OF_AUCTION)}
        self._counts = dict.fromkeys(self._parts, 0)

    def add(
        self, batch: AuctionBatch, views: Views, outputs: Outputs, truth: Targets, group: Tensor
    ) -> None:
        """Add outputs for views of any moment and seat with their hands, the truth, and the
        (view,) groups of the deals."""
        over = views.step == batch.n_calls[views.auction]
        others = (batch.seat[views.auction, views.step] != views.viewer) & ~over
        for name, which in ((OTHERS, others), (END_OF_AUCTION, over)):
            there = views[which], _only(outputs, which), truth[which], group[which.cpu()]
            self._add(name, batch, *there)

    def _add(
        self,
        name: str,
        batch: AuctionBatch,
        views: Views,
        outputs: Outputs,
        truth: Targets,
        group: Tensor,
    ) -> None:
        calls, hands = self._parts[name]
        self._counts[name] += len(views)
        beliefs = hands_of_paper(outputs) if self._paper else hidden_hands(outputs)
        hands.add(beliefs, truth, group)
        if self._has_token(name):
            calls.add(outputs.call, batch, views, next_token(truth), group)

    def _has_token(self, name: str) -> bool:
        """Return True if a token is predicted there: at the end only with service tokens."""
        return name == OTHERS or self._paper

    def report(self, without: int | None = None) -> dict[str, Any]:
        """Return by part: decisions, the scores of calls if predicted, and those of hands.

        ``without`` leaves a group of deals out.
        """
        found: dict[str, Any] = {}
        for name, (calls, hands) in self._parts.items():
            of_calls = calls.report(without) if self._has_token(name) else {}
            of_hands = hands.report(without)
            found[name] = {
                "decisions": self._counts[name],
                **{key: of_calls[key] for key in _OF_CALLS if key in of_calls},
                **{key: of_hands[key] for key in NAMES},
            }
        return found

    @property
    def errors(self) -> dict[str, float]:
        """Standard errors by path."""
        return standard_errors(self.report, self._parts[OTHERS][1].groups)


def _only(outputs: Outputs, which: Tensor) -> Outputs:
    return Outputs(*(part[which] for part in outputs))


def evaluate_turns(
    bidder: Bidder, records: Records, rows: np.ndarray, device: torch.device, **options: Any
) -> dict[str, Any]:
    """Return the scores of ``evaluate`` of a bidder of either arrangement."""
    hands_of = hands_of_paper if is_paper(bidder) else hidden_hands
    return evaluate(bidder, records, rows, device, hands_of=hands_of, **options)


@torch.inference_mode()
def evaluate_every_seat(
    bidder: Bidder, records: Records, rows: np.ndarray, device: torch.device
) -> dict[str, Any]:
    """Return the scores of ``evaluate`` and those of ``EverySeatScores.report``."""
    figures = evaluate_turns(bidder, records, rows, device, progress=True)
    scores = EverySeatScores(paper=is_paper(bidder))
    parts = parts_of(rows, "other seats", progress=True)
    for answered in answers(bidder, records, parts, device, every_seat_views):
        scores.add(*answered)
    return {**figures, **scores.report(), "errors": figures["errors"] | scores.errors}
