"""Scores of a bidder on recorded auctions: at every turn of every seat, earlier calls only.

Errors are absolute errors at the median of the predicted distribution; ``baseline`` holds
the same of a player who knows only the own hand and shares the unseen cards evenly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from torch import Tensor
from tqdm import tqdm

from bidding.domain.calls import N_CALLS, PASS
from bidding.encoding.layout import N_CARDS, N_HCP, N_HIDDEN, N_LENGTHS
from bidding.encoding.records import Records
from bidding.encoding.targets import Targets, targets
from bidding.networks.bidder import Bidder, Outputs, card_chances
from bidding.networks.config import BidderConfig
from bidding.training.even_shares import even_hcp, even_lengths
from bidding.training.objective import turn_views

SEATS = ("lho", "partner", "rho")
ECE_BINS = 10
_BATCH_AUCTIONS = 512


def evaluate(
    bidder: Bidder,
    records: Records,
    rows: np.ndarray,
    device: torch.device,
    *,
    progress: bool = False,
) -> dict[str, Any]:
    """The scores on the auctions of these rows.

    Keys: decisions, accuracy, accuracy_nonpass, top3, nll, ece, illegal, hcp_mae,
    length_mae, card_log_loss, by_seat (the last three for LHO, partner, RHO apart) and
    baseline (always passing: accuracy; evenly shared cards: hcp_mae, length_mae,
    card_log_loss, by_seat).
    """
    bidder.eval()
    sums = _Sums()
    parts = np.array_split(rows, max(1, math.ceil(len(rows) / _BATCH_AUCTIONS)))
    with torch.inference_mode():
        for part in _watched(parts, progress):
            batch = records.batch(part)
            views = turn_views(batch)
            batch, views = batch.to(device), views.to(device)
            outputs, truth = bidder(batch, views), targets(batch, views)
            legal = batch.legal[views.auction, views.step, :N_CALLS]
            sums.add_calls(outputs.call, truth.call, legal)
            sums.add_hands("model", _model_errors(outputs, truth, bidder.config))
            sums.add_hands("even", _even_errors(views.own_cards(batch), truth))
    return sums.report()


def _watched(parts: list[np.ndarray], progress: bool) -> Iterable[np.ndarray]:
    return tqdm(parts, desc="evaluating", unit="batch") if progress else parts


class _Sums:
    """Totals over all batches, float64."""

    def __init__(self) -> None:
        self.calls: dict[str, float] = {}
        self.bins = torch.zeros(ECE_BINS, 3, dtype=torch.float64)  # count, confidence, right
        self.hands: dict[str, Tensor] = {}

    def add_calls(self, logits: Tensor, truth: Tensor, legal: Tensor) -> None:
        log_p = logits.double().log_softmax(-1)  # (view, call)
        p = log_p.exp()
        confidence, choice = p.max(-1)
        right, nonpass = choice == truth, truth != PASS.index
        top3 = (p.topk(3).indices == truth[:, None]).any(-1)
        nll = -log_p.gather(1, truth[:, None]).sum()
        for name, value in (
            ("decisions", len(truth)),
            ("right", right.sum()),
            ("passes", (~nonpass).sum()),
            ("right_nonpass", (right & nonpass).sum()),
            ("top3", top3.sum()),
            ("nll", nll),
            ("illegal", (p * ~legal).sum()),
        ):
            self.calls[name] = self.calls.get(name, 0.0) + float(value)
        place = (confidence * ECE_BINS).long().clamp(max=ECE_BINS - 1).cpu()
        facts = torch.stack([torch.ones_like(confidence), confidence, right.double()], dim=1)
        self.bins.index_add_(0, place, facts.cpu())

    def add_hands(self, who: str, errors: Tensor) -> None:
        """Add (view, 3 scores, 3 hidden players) errors."""
        total = errors.double().sum(0).cpu()
        self.hands[who] = self.hands.get(who, torch.zeros_like(total)) + total

    def report(self) -> dict[str, Any]:
        n = self.calls["decisions"]
        nonpass = n - self.calls["passes"]
        gap = (self.bins[:, 1] - self.bins[:, 2]).abs().sum()
        return {
            "decisions": int(n),
            "accuracy": self.calls["right"] / n,
            "accuracy_nonpass": self.calls["right_nonpass"] / max(nonpass, 1),
            "top3": self.calls["top3"] / n,
            "nll": self.calls["nll"] / n,
            "ece": float(gap) / n,
            "illegal": self.calls["illegal"] / n,
            **self._hand_report("model"),
            "baseline": {"accuracy": self.calls["passes"] / n, **self._hand_report("even")},
        }

    def _hand_report(self, who: str) -> dict[str, Any]:
        means = self.hands[who] / self.calls["decisions"]  # (score, hidden player)
        names = ("hcp_mae", "length_mae", "card_log_loss")
        together = dict(zip(names, means.mean(-1).tolist(), strict=True))
        by_seat = {
            seat: dict(zip(names, means[:, place].tolist(), strict=True))
            for place, seat in enumerate(SEATS)
        }
        return {**together, "by_seat": by_seat}


def _median(p: Tensor) -> Tensor:
    """The smallest value whose cumulative probability reaches one half; (..., n) to (...)."""
    return (p.cumsum(-1) < 0.5 - 1e-9).sum(-1)


def _model_errors(outputs: Outputs, truth: Targets, config: BidderConfig) -> Tensor:
    """(view, 3, 3): HCP error, length error, card log loss of each hidden player."""
    hcp, lengths = outputs.hcp.double().softmax(-1), outputs.lengths.double().softmax(-1)
    cards = card_chances(outputs.cards.double(), config)
    return _errors(hcp, lengths, cards[..., 1:], truth)


def _errors(hcp: Tensor, lengths: Tensor, cards: Tensor, truth: Targets) -> Tensor:
    """Score distributions; ``cards`` is (view, card, hidden player), the log loss binary.

    The card log loss is the mean over the cards that the viewer does not hold, each a
    yes-or-no question for each hidden player.
    """
    hcp_error = (_median(hcp) - truth.hcp).abs().double()
    length_error = (_median(lengths) - truth.lengths).abs().double().mean(-1)
    held = truth.owner[..., None] == torch.arange(1, N_HIDDEN + 1, device=cards.device)
    p = torch.where(held, cards, 1 - cards).clamp(min=1e-12)
    hidden = (truth.owner != 0)[..., None]
    card_loss = (-p.log() * hidden).sum(1) / hidden.sum(1)
    return torch.stack([hcp_error, length_error, card_loss], dim=1)


def _even_errors(own: Tensor, truth: Targets) -> Tensor:
    """The errors of sharing the unseen cards evenly: exact distributions, no model."""
    own_lengths = own.view(len(own), 4, -1).sum(-1)
    honours = own.view(len(own), 4, -1)[..., :4].sum(1)  # aces, kings, queens, jacks held
    hcp = even_hcp(honours)[:, None].expand(-1, N_HIDDEN, N_HCP)
    lengths = even_lengths(own_lengths)[:, None].expand(-1, N_HIDDEN, -1, N_LENGTHS)
    cards = torch.full((len(own), N_CARDS, N_HIDDEN), 1 / N_HIDDEN, dtype=torch.float64)
    return _errors(hcp, lengths, cards.to(own.device), truth)
