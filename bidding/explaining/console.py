"""An explanation as tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from bidding.domain.auction import Auction
from bidding.domain.systems import System
from bidding.domain.table import RANKS, Seat, Suit
from bidding.explaining.explanation import ExplainedCall, Explanation, HiddenHand, Moment, Options
from bidding.explaining.surprise import SystemEvidence
from bidding.explaining.wording import WORTH_NAMING, percent

_COLUMNS = (Seat.W, Seat.N, Seat.E, Seat.S)
_LIKELIEST = 5
_PLAIN: Any = {"box": box.SIMPLE_HEAD, "title_justify": "left"}
_CAUTION = "Meanings are agreements and estimates, not the actual cards."


def print_explanation(explanation: Explanation, console: Console) -> None:
    """Print the table, the calls, the hidden hands now and the next call."""
    last = explanation.moments[-1]
    console.print(_heading(explanation))
    console.print(_auction_table(explanation.position.auction))
    for warning in explanation.warnings:
        console.print(f"! {warning}", style="bold", markup=False)
    if explanation.calls:
        console.print(_calls_table("What each call shows to everybody", explanation.calls))
        if lines := systems_lines(explanation.system_evidence):
            console.print(*lines, sep="\n", end="\n\n", markup=False)
    for hand in last.hands:
        console.print(_hand_table(hand))
    if explanation.suggestion is not None:
        lines = suggestion_lines(explanation)
        console.print(_next_call_table(last), *lines, sep="\n", markup=False)
    console.print(_CAUTION, style="italic", end="\n\n")


def print_options(options: Options, console: Console) -> None:
    """Print the table, and what each possible next call would show."""
    console.print(_heading(options))
    console.print(_auction_table(options.position.auction))
    if options.calls:
        console.print(_calls_table("What each call would show to everybody", options.calls))
    else:
        console.print("The auction is over: nothing more may be called.")
    console.print(_CAUTION, style="italic", end="\n\n")


def suggestion_lines(explanation: Explanation) -> list[str]:
    """Return the sentence on the usual call and, where calls are valued, one on the best."""
    suggestion = explanation.suggestion
    assert suggestion is not None
    if suggestion.best is not None:
        return [suggestion.sentence, suggestion.best.sentence]
    return [suggestion.sentence, *(["No other call scores better."] if suggestion.values else [])]


def _heading(answer: Explanation | Options) -> RenderableType:
    position, model = answer.position, answer.model
    hand = "no hand seen" if position.hand is None else str(position.hand)
    lines = (
        f"{position.seat.full_name}: {hand}",
        f"dealer {position.auction.dealer.full_name}, vulnerable: {position.vulnerability.label}",
        f"systems: N-S {position.systems.ns.name}, E-W {position.systems.ew.name}",
        f"model: {model.name} {model.version} ({model.recipe})",
    )
    return Group("", *(Text(line) for line in lines), "")


def _auction_table(auction: Auction) -> Table:
    """Make columns W N E S, with blanks before the dealer and "?" for the next call."""
    table = Table(**_PLAIN, title="Auction")
    for seat in _COLUMNS:
        table.add_column(seat.full_name, min_width=6)
    cells = [""] * _COLUMNS.index(auction.dealer) + [call.symbol for call in auction.calls]
    if not auction.is_over:
        cells.append("?")
    for start in range(0, len(cells), 4):
        table.add_row(*cells[start : start + 4])
    return table


def _calls_table(title: str, calls: Sequence[ExplainedCall]) -> Table:
    table = Table("Call", "Expected", "Shows", **_PLAIN, title=title)
    for call in calls:
        sentence = call.sentence if call.meaning is None else call.meaning.text
        table.add_row(f"{call.seat.name} {call.call.symbol}", _expectation(call), sentence)
    return table


def _expectation(call: ExplainedCall) -> str:
    """Return how expected a call was by its public chance: "expected (62 %)"."""
    if call.unusual:
        return f"unusual ({percent(call.probability)})"
    if call.probability < WORTH_NAMING:
        return f"rare ({percent(call.probability)}; likeliest {call.likeliest.symbol})"
    if call.rank == 1:
        return f"expected ({percent(call.probability)})"
    return f"one of several ({percent(call.probability)}; likeliest {call.likeliest.symbol})"


def systems_lines(evidence_of_sides: Sequence[SystemEvidence]) -> list[str]:
    """Return a line on how well each system explains a side's calls, the best first, where its
    system is open or its calls contradict the stated one."""
    lines = []
    for evidence in evidence_of_sides:
        if evidence.assumed is not System.UNKNOWN and evidence.sentence is None:
            continue
        chances = sorted(evidence.posterior.items(), key=lambda item: -item[1])
        systems = ", ".join(f"{system.short_name} {chance:.0%}" for system, chance in chances)
        lines.append(f"By its calls alone, {evidence.side.full_name} plays: {systems}")
    return lines


def _hand_table(hand: HiddenHand) -> Table:
    """Make the 4 x 13 chances of one hidden hand, in per cent."""
    table = Table("%", **_PLAIN, title=hand.summary)
    for rank in RANKS:
        table.add_column(rank, justify="right", min_width=2)
    table.add_column("cards")
    for suit in Suit:
        cards = hand.cards[13 * suit : 13 * (suit + 1)]
        low, high = hand.shape.lengths[suit].interval()
        cells = ["·" if p == 0 else f"{100 * p:.0f}" for p in cards]
        table.add_row(suit.symbol, *cells, f"{low}" if low == high else f"{low}–{high}")
    return table


def _next_call_table(moment: Moment) -> Table:
    table = Table("Call", "Chance", "", **_PLAIN, title="Next call")
    for chance in moment.next_call[:_LIKELIEST]:
        bar = "█" * round(30 * chance.probability)
        table.add_row(chance.call.symbol, f"{chance.probability:.1%}", bar)
    return table
