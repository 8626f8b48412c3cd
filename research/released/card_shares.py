"""The share of each card with each player (paper P1, figure 7a)."""

from __future__ import annotations

import math
from typing import Any

from torch import Tensor

from bidding.domain.cards import Card
from bidding.domain.table import Seat
from bidding.encoding.layout import N_CARDS, N_SEATS
from research.evenness import evenness


def card_shares(counts: Tensor) -> dict[str, Any]:
    """(seat, card) counts over different deals beside what chance gives.

    shares: of each card, the share with each player, by seat;
    largest_departure: of a card's share with one player from a quarter, and ``of`` which;
    typical_departure: what chance alone gives one card with one player, as a deviation;
    chi_square: over all cards and players (``evenness``), with ``degrees`` degrees of freedom;
    standard_score: how many deviations that lies above its mean.
    """
    deals = int(counts[:, 0].sum())
    share = 1 / N_SEATS
    shares = counts.double() / deals
    departures = (shares - share).abs()
    most, card = divmod(int(departures.argmax()), N_CARDS)
    test = evenness(counts.T.numpy())
    chi_square, degrees = test["chi_square"], test["freedom"]
    return {
        "shares": {seat.name: [round(float(x), 6) for x in shares[seat]] for seat in Seat},
        "largest_departure": float(departures.max()),
        "of": f"{Card(card)} with {Seat(most).name}",
        "typical_departure": math.sqrt(share * (1 - share) / deals),
        "chi_square": chi_square,
        "degrees": degrees,
        "standard_score": (chi_square - degrees) / math.sqrt(2 * degrees),
    }
