"""The sample deals of paper P2, section X, as far as its text has them.

Figures 9 to 11 are printed with all hands. The hands of figures 6 to 8 are in pictures only; of
them there is what the text tells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bidding.domain.table import RANKS, Seat
from bidding.encoding.layout import N_CARDS


@dataclass(frozen=True)
class SampleDeal:
    """A deal with spades as trumps."""

    figure: int
    hands: tuple[str, str, str, str]
    """N E S W, each S.H.D.C."""

    leader: Seat
    tricks: int
    """Of N-S, as the paper says."""

    answers: dict[str, int]
    """What the paper's networks said, by their names."""

    grandmasters: str
    """How many of the paper's best players were right."""

    @property
    def owner(self) -> np.ndarray:
        """(1, 52) the seat that holds each card, S H D C, each A..2."""
        seats = np.full(N_CARDS, len(Seat), dtype=np.uint8)
        for seat, hand in enumerate(self.hands):
            for suit, ranks in enumerate(hand.split(".")):
                for rank in ranks:
                    seats[suit * len(RANKS) + RANKS.index(rank)] = seat
        return seats[None]


NETWORKS = (
    "(52x4)-(13x4)-13-1",
    "(52x4)-(26x4)-26-13-1",
    "104-30-4-1",
    "52-25-1",
    "(104+68)-50-10-1",
    "(52x4+84)-(13x4+21)-26-1",
)


def _all_said(*tricks: int) -> dict[str, int]:
    return dict(zip(NETWORKS, tricks, strict=True))


SAMPLE_DEALS = (
    SampleDeal(
        9,
        ("Q96.KQ64.432.Q74", "AKJT2.75.KT8.932", "8743.JT982.6.KJ6", "5.A3.AQJ975.AT85"),
        Seat.N,
        0,
        _all_said(4, 3, 3, 4, 3, 4),
        "80 %",
    ),
    SampleDeal(
        10,
        ("AKQ9.AT5.642.AQ5", "JT74.J94.KQ53.42", "532.KQ3.J987.763", "86.8762.AT.KJT98"),
        Seat.S,
        9,
        _all_said(9, 9, 9, 9, 9, 9),
        "20 %",
    ),
    SampleDeal(
        11,
        ("9862.932.K93.QT5", "AQJ5.KJ8.AT6.K94", "T.AT654.QJ84.A87", "K743.Q7.752.J632"),
        Seat.W,
        4,
        _all_said(4, 4, 4, 4, 4, 4),
        "25 %",
    ),
)
