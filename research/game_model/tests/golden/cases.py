"""The deals that are kept as golden playthroughs."""

from __future__ import annotations

import random
from dataclasses import dataclass

from bidding.domain.cards import Deal
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from research.game_model.game import History
from research.game_model.narrative import playthrough
from research.game_model.policies import at_random, play_on


@dataclass(frozen=True)
class Case:
    """A deal to play through: the auction is given, the cards are played by seeded chance."""

    name: str
    title: str
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    auction: str
    seed: int = 0

    @property
    def text(self) -> str:
        """The whole deal as text."""
        calls = parse_auction(self.auction, self.dealer).calls
        history = History.of(self.dealer, self.vulnerability, [self.deal, *calls])
        return playthrough(self.title, play_on(history, at_random(self.seed)))


# Table 2 of Zhang, Liu, Lou and Yang, AI Enabled Bridge Bidding Supporting Interactive
# Visualization (2022); it names West as declarer, but East was first to bid hearts.
TABLE_2 = Case(
    name="table-2",
    title="A fought-out auction of 22 calls (paper P1, table 2)",
    deal=Deal(
        (
            parse_hand("63.8.KJT932.AK63"),
            parse_hand("Q2.AJT92.Q854.JT"),
            parse_hand("AKJT985.6.A76.84"),
            parse_hand("74.KQ7543..Q9752"),
        )
    ),
    dealer=Seat.N,
    vulnerability=Vulnerability.NS,
    auction="1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P",
)


def _dealt(
    seed: int, name: str, title: str, dealer: Seat, vulnerability: Vulnerability, auction: str
) -> Case:
    deal = Deal.random(random.Random(seed))
    return Case(name, title, deal, dealer, vulnerability, auction, seed)


CASES = (
    TABLE_2,
    _dealt(1, "passed-out", "Nobody bids", Seat.E, Vulnerability.EW, "P P P P"),
    _dealt(
        2,
        "redoubled",
        "A contract doubled and redoubled, the redouble after two passes",
        Seat.W,
        Vulnerability.BOTH,
        "1NT X P P XX P P P",
    ),
    _dealt(
        3,
        "doubled-part-score",
        "A double of an earlier bid falls away, and one of the last bid stays",
        Seat.S,
        Vulnerability.NONE,
        "P 1C X 1H P 2H X P P P",
    ),
    _dealt(
        4,
        "first-to-name",
        "Declarer is who first named the strain, not who bid it last",
        Seat.N,
        Vulnerability.NS,
        "P P 1S P 2C P 2D P 2S P 4S P P P",
    ),
)
