"""Scores of beliefs about hidden hands: three, or four if no hand is seen.

Their baseline is the exact distributions given the own hand only: the length of a suit in a hidden
hand is hypergeometric, and so are the numbers of aces, kings, queens and jacks together.

The network's heads answer independently; ``explaining.consistency`` makes their answers agree.
``Agreement`` scores both on the same decisions, and the gaps between their parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from math import comb
from typing import Any

import torch
from torch import Tensor

from bidding.domain.cards import CARDS_IN_HAND, WORK_POINTS
from bidding.encoding.layout import N_CARDS, N_HCP, N_HIDDEN, N_LENGTHS, N_SUITS, PARTNER
from bidding.encoding.views import Targets, card_hcp
from bidding.explaining.consistency import Hands, consistent
from bidding.networks.bidder import Outputs
from bidding.training.scoring.calibration import HandCalibration
from bidding.training.scoring.standard_errors import GroupSums, standard_errors

_HAND = N_CARDS // 4
_UNSEEN = N_CARDS - _HAND
_POINTS = tuple(WORK_POINTS.values())


@cache
def _length_table() -> Tensor:
    """Return (own length, 14) distributions of a hidden hand's length."""
    table = torch.zeros(N_LENGTHS, N_LENGTHS, dtype=torch.float64)
    for own in range(N_LENGTHS):
        left = _HAND - own
        for length in range(left + 1):
            ways = comb(left, length) * comb(_UNSEEN - left, _HAND - length)
            table[own, length] = ways / comb(_UNSEEN, _HAND)
    return table


@cache
def _hcp_table() -> Tensor:
    """Return (own A, K, Q, J in base 5, 38) distributions of a hidden hand's HCP."""
    table = torch.zeros(5**4, N_HCP, dtype=torch.float64)
    for place, own in enumerate(product(range(5), repeat=4)):
        left = [4 - held for held in own]
        for taken in product(*(range(count + 1) for count in left)):
            small = _HAND - sum(taken)
            if small < 0:
                continue
            ways = comb(_UNSEEN - sum(left), small)
            for count, number in zip(left, taken, strict=True):
                ways *= comb(count, number)
            points = sum(p * n for p, n in zip(_POINTS, taken, strict=True))
            table[place, points] += ways / comb(_UNSEEN, _HAND)
    return table


def baseline_lengths(own_lengths: Tensor) -> Tensor:
    """Return (view, suit, 14) distributions of a hidden hand, from (view, suit) own lengths."""
    return _length_table().to(own_lengths.device)[own_lengths]


def baseline_hcp(honours: Tensor) -> Tensor:
    """Return (view, 38) distributions of a hidden hand, from (view, 4) own A, K, Q, J."""
    bases = torch.tensor([125, 25, 5, 1], device=honours.device)
    return _hcp_table().to(honours.device)[(honours * bases).sum(-1)]


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
