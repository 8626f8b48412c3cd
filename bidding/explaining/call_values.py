"""What an adviser predicts of the plausible calls of players to call."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from bidding.domain.calls import N_CALLS
from bidding.networks.advice_head import AdviceHead, implausible


@dataclass(frozen=True)
class CallValues:
    """Of N decisions the IMPs that each call is predicted to win over the likeliest, and their
    standard errors: ``gains`` and ``errors`` (N, 38), NaN for calls that are not plausible."""

    gains: Tensor
    errors: Tensor

    def spread(self, rows: Tensor, count: int) -> CallValues:
        """Return the values as these rows of ``count``, the others NaN, on the CPU."""
        return CallValues(_spread(self.gains, rows, count), _spread(self.errors, rows, count))


def call_values(head: AdviceHead, features: Tensor, chances: Tensor) -> CallValues:
    """Predict from the bidder's features (N, width) and its chances of the calls (N, 38).

    The values of a decision are the same, bit for bit, whatever the others are.
    """
    gains, errors = head.gains(features, chances.argmax(1))
    out = implausible(chances)
    return CallValues(gains.masked_fill(out, torch.nan), errors.masked_fill(out, torch.nan))


def _spread(values: Tensor, rows: Tensor, count: int) -> Tensor:
    return torch.full((count, N_CALLS), torch.nan).index_copy_(0, rows, values.cpu())
