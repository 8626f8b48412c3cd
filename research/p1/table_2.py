"""Paper P1's test case (table 2, figure 10): its figures and ours, from one explanation."""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.cards import Card
from bidding.domain.position import Position
from bidding.domain.table import Seat, Suit
from bidding.explaining.distributions import Distribution
from bidding.explaining.explanation import Explanation, HiddenHand
from bidding.parsing.documents.position_documents import position_from_json

HANDS = {
    Seat.N: "63.8.KJT932.AK63",
    Seat.E: "Q2.AJT92.Q854.JT",
    Seat.S: "AKJT985.6.A76.84",
    Seat.W: "74.KQ7543..Q9752",
}
AUCTION = "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P"
# Figure 10b: the cards that the paper's model sees with West at the end, S H D C.
PAPER_LENGTHS = ((0, 2), (6, 7), (0, 2), (3, 5))
PAPER_HCP = (12, 14)
HEART_KING = Card.of(Suit.H, "K")


def table_2_position() -> Position:
    """South's view of the whole auction."""
    return position_from_json(
        {
            "hand": HANDS[Seat.S],
            "seat": "S",
            "dealer": "N",
            "vulnerability": "NS",
            "auction": AUCTION,
            "system": "sayc",
        }
    )


def table_2_markdown(explanation: Explanation) -> str:
    """The paper's statements beside the explanation's, as a Markdown table."""
    north = _hand(explanation, 1, Seat.N)
    west = _hand(explanation, len(explanation.calls), Seat.W)
    low, high = PAPER_HCP
    rows = [
        (
            "After 1♦: North's HCP",
            f"mostly {low}–{high}",
            f"{north.shape.hcp.within(low, high):.0%} at {low}–{high}; {_words(north.shape.hcp)}",
            "11 (the paper counts 13)",
        )
    ]
    rows += [
        (
            f"At the end: West's {suit.plural}",
            f"{span[0]}–{span[1]}",
            f"{west.shape.lengths[suit].within(*span):.0%} at {span[0]}–{span[1]}; "
            f"{_words(west.shape.lengths[suit])}",
            str(len(HANDS[Seat.W].split(".")[suit])),
        )
        for suit, span in zip(Suit, PAPER_LENGTHS, strict=True)
    ]
    king = west.cards[HEART_KING.index]
    rows.append(("At the end: the heart king with West", "likely", f"{king:.0%}", "yes"))
    header = ("", "Paper P1 (figure 10)", "This model", "Really")
    lines = [_row(header), "|---|---|---|---|", *map(_row, rows)]
    unusual = [f"{call.seat.name} {call.call.symbol}" for call in explanation.calls if call.unusual]
    flagged = ", ".join(unusual) or "none"
    contract = explanation.position.auction.contract
    assert contract is not None
    return "\n".join(
        [
            *lines,
            "",
            f"Calls that the model flags as unusual: {flagged}. The contract is {contract}: "
            "East named hearts first (Law 22); the paper's table names West.",
        ]
    )


def _hand(explanation: Explanation, step: int, seat: Seat) -> HiddenHand:
    return next(hand for hand in explanation.moments[step].hands if hand.seat is seat)


def _words(distribution: Distribution) -> str:
    low, high = distribution.nearest_interval()
    return f"mean {distribution.mean:.1f}, 80 % interval {low}–{high}"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
