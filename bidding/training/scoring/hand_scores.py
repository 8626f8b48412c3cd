"""Errors and log losses of beliefs about hidden hands: three, or four if no hand is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from bidding.encoding.layout import N_CARDS, N_HCP, N_HIDDEN, N_LENGTHS, N_SUITS, PARTNER
from bidding.encoding.views import Targets
from bidding.explaining.consistency import Hands
from bidding.networks.bidder import Outputs
from bidding.training.scoring.baseline import baseline_hcp, baseline_lengths
from bidding.training.scoring.standard_errors import GroupSums

SEATS = ("lho", "partner", "rho")
EVERYBODY = ("to_call", *SEATS)  # without a hand
NAMES = ("hcp_mae", "length_mae", "card_log_loss", "hcp_nll", "length_nll")
_LEAST = 1e-12


class HandScores:
    """Sums of the scores in ``NAMES`` by hidden player."""

    def __init__(self, seats: Sequence[str] = SEATS) -> None:
        self._seats = seats
        self._sums = GroupSums(1 + len(NAMES), len(seats))

    def add(self, hands: Hands, truth: Targets, group: Tensor) -> None:
        """Add the beliefs of V views about the hidden hands; ``group`` (V,) is that of the deal
        (see ``standard_errors``)."""
        scores = _scores(hands, truth)
        for place in range(len(self._seats)):
            facts = [torch.ones_like(scores[0, :, 0]), *scores[:, :, place]]
            self._sums.add(group, torch.stack(facts, dim=1), place)

    def report(self, without: int | None = None) -> dict[str, Any]:
        """Return the means, and ``by_seat`` those of each hidden player.

        ``without`` leaves a group of deals out.
        """
        sums = self._sums.total(without)
        means = sums[:, 1:] / sums[:, :1]
        together = dict(zip(NAMES, means.mean(0).tolist(), strict=True))
        by_seat = {
            seat: dict(zip(NAMES, row, strict=True))
            for seat, row in zip(self._seats, means.tolist(), strict=True)
        }
        return {**together, "by_seat": by_seat}

    @property
    def groups(self) -> list[int]:
        """The groups of the deals added."""
        return self._sums.groups


def hidden_hands(outputs: Outputs) -> Hands:
    """Return the heads' probabilities of LHO, partner and RHO, float64."""
    return Hands(
        cards=outputs.cards.double().softmax(-1)[..., 1:],
        lengths=outputs.lengths.double().softmax(-1),
        hcp=outputs.hcp.double().softmax(-1),
    )


def all_hands(outputs: Outputs, across: Outputs) -> Hands:
    """Return the heads' probabilities of all four hands, the viewer's first, without a hand.

    HCP and lengths of the viewer's are those of partner from the views ``across`` the table.
    """
    partner = hidden_hands(across)
    others = hidden_hands(outputs)
    return Hands(
        cards=outputs.cards.double().softmax(-1),
        lengths=torch.cat([partner.lengths[:, PARTNER, None], others.lengths], dim=1),
        hcp=torch.cat([partner.hcp[:, PARTNER, None], others.hcp], dim=1),
    )


def baseline_hands(own: Tensor) -> Hands:
    """Return the exact probabilities given (view, card) own cards only."""
    by_suit = own.view(len(own), N_SUITS, -1)
    honours = by_suit[..., :4].sum(1)  # aces, kings, queens, jacks held
    cards = torch.full((len(own), N_CARDS, N_HIDDEN), 1 / N_HIDDEN, dtype=torch.float64)
    return Hands(
        cards=cards.to(own.device),
        lengths=baseline_lengths(by_suit.sum(-1))[:, None].expand(-1, N_HIDDEN, -1, N_LENGTHS),
        hcp=baseline_hcp(honours)[:, None].expand(-1, N_HIDDEN, N_HCP),
    )


def _scores(hands: Hands, truth: Targets) -> Tensor:
    """Return (score, view, hidden player) in the order of ``NAMES``.

    Errors are absolute, at the median. The card log loss is the mean over unseen cards of the
    binary log loss of each hidden player.
    """
    players = torch.arange(1, hands.cards.shape[-1] + 1, device=truth.owner.device)
    held = truth.owner[..., None] == players
    right = torch.where(held, hands.cards, 1 - hands.cards).clamp(min=_LEAST)
    hidden = (truth.owner != 0)[..., None]  # (view, card, 1)
    return torch.stack(
        [
            (_median(hands.hcp) - truth.hcp).abs().double(),
            (_median(hands.lengths) - truth.lengths).abs().double().mean(-1),
            (-right.log() * hidden).sum(1) / hidden.sum(1),
            _log_loss(hands.hcp, truth.hcp),
            _log_loss(hands.lengths, truth.lengths).mean(-1),
        ]
    )


def _median(distributions: Tensor) -> Tensor:
    """Return (...) medians of (..., n) distributions."""
    return (distributions.cumsum(-1) < 0.5 - 1e-9).sum(-1)


def _log_loss(distributions: Tensor, truth: Tensor) -> Tensor:
    """Return the log loss of (..., n) distributions at the (...) truth."""
    return -distributions.gather(-1, truth[..., None])[..., 0].clamp(min=_LEAST).log()
