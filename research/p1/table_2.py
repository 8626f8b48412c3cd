"""Paper P1's test case (table 2, figure 10): its figures and ours, from one explanation."""

from __future__ import annotations

from collections.abc import Mapping

from bidding.domain.cards import Card
from bidding.domain.position import Position
from bidding.domain.table import Seat, Suit
from bidding.explaining.distributions import Distribution
from bidding.explaining.explanation import Explanation, HiddenHand
from bidding.parsing.documents.position_documents import position_from_json
from bidding.training.scoring.markdown import table

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
_TRUE_HCP = "11 (the paper counts 13)"
_MOSTLY = 0.5
"""Chance above which a statement of the paper holds here."""


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


Statement = tuple[str, str, str, str, float]
"""What is said of, the paper's words, this model's, the truth, and by what chance ours holds, above
zero if so."""


def table_2_markdown(explanations: Mapping[str, Explanation]) -> str:
    """The paper's statements beside each explanation's, by its name, as a Markdown table."""
    rows = [
        (
            *of[0][:2],
            *(f"{ours} ({'yes' if by > 0 else '**no**'})" for _, _, ours, _, by in of),
            of[0][3],
        )
        for of in zip(*map(statements, explanations.values()), strict=True)
    ]
    header = ("", "paper P1 (figure 10)", *(f"{name} (same?)" for name in explanations), "really")
    unusual = [f"{name} {_unusual(explanation)}" for name, explanation in explanations.items()]
    contract = next(iter(explanations.values())).position.auction.contract
    assert contract is not None
    return (
        f"{table(header, rows)}\n\nCalls flagged as unusual: {'; '.join(unusual)}. The contract is "
        f"{contract}: East named hearts first (Law 22); the paper's table names West."
    )


def _unusual(explanation: Explanation) -> str:
    calls = [f"{call.seat.name} {call.call.symbol}" for call in explanation.calls if call.unusual]
    return ", ".join(calls) or "none"


def statements(explanation: Explanation) -> list[Statement]:
    """The paper's statements beside the explanation's."""
    north, west = figure_10_hands(explanation)
    diamonds = north.shape.lengths[Suit.D]
    rows = [
        _within("After 1♦: North's HCP", "mostly", PAPER_HCP, north.shape.hcp, _TRUE_HCP),
        (
            "After 1♦: North's diamonds",
            "four cards",
            f"{diamonds.within(4, 13):.0%} at four or more; {_words(diamonds)}",
            _length(Seat.N, Suit.D),
            diamonds.within(4, 13) - _MOSTLY,
        ),
    ]
    rows += [
        _within(
            f"At the end: West's {suit.plural}",
            "",
            span,
            west.shape.lengths[suit],
            _length(Seat.W, suit),
        )
        for suit, span in zip(Suit, PAPER_LENGTHS, strict=True)
    ]
    return [*rows, _heart_king(explanation)]


def figure_10_hands(explanation: Explanation) -> tuple[HiddenHand, HiddenHand]:
    """The beliefs that the paper's figure 10 shows: North's hand after 1♦, West's at the end."""
    return hand_at(explanation, 1, Seat.N), hand_at(explanation, -1, Seat.W)


def hand_at(explanation: Explanation, step: int, seat: Seat) -> HiddenHand:
    """The belief about a seat's hand after so many calls; -1: at the end."""
    return next(hand for hand in explanation.moments[step].hands if hand.seat is seat)


def _within(
    item: str, words: str, span: tuple[int, int], found: Distribution, really: str
) -> Statement:
    low, high = span
    share = found.within(low, high)
    ours = f"{share:.0%} at {low}–{high}; {_words(found)}"
    return (item, f"{words} {low}–{high}".strip(), ours, really, share - _MOSTLY)


def _heart_king(explanation: Explanation) -> Statement:
    """The row of the hidden hand that likeliest has the king of hearts."""
    by_seat = {
        seat: hand_at(explanation, -1, seat).cards[HEART_KING.index]
        for seat in (Seat.W, Seat.N, Seat.E)
    }
    ours = ", ".join(f"{seat.full_name} {chance:.0%}" for seat, chance in by_seat.items())
    ahead = by_seat.pop(Seat.W) - max(by_seat.values())
    return ("At the end: the king of hearts", "likely West's", ours, "West", ahead)


def _length(seat: Seat, suit: Suit) -> str:
    return str(len(HANDS[seat].split(".")[suit]))


def _words(distribution: Distribution) -> str:
    low, high = distribution.nearest_interval()
    return f"mean {distribution.mean:.1f}, 80 % interval {low}–{high}"
