"""Sentences about hands and calls; each says only what the numbers beside it say.

Every statement of a hand holds with at least the interval level by the model's own
distribution: HCP as the shortest such interval, suits as "n or more" or "at most n". "Balanced"
is said where each suit has two to five cards, more surely than by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bidding.domain.calls import Call
from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.table import Seat, Suit
from bidding.explaining.distributions import INTERVAL_LEVEL
from bidding.explaining.explanation import CallChance, ExplainedCall
from bidding.explaining.tables import Facts

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)
_LONG = 4  # from so many cards on a suit is worth a word
_SHORT = 2
_ONE_IN_A_THOUSAND = 0.001
_LEVEL = f"at least {100 * INTERVAL_LEVEL:.0f} % each"
_REMEMBERED = 4096  # lines on hands: plain auctions say the same again and again
_WORTH_NAMING = 0.05  # a rival call below this is not mentioned


@lru_cache(_REMEMBERED)
def shape_words(facts: Facts) -> str:
    """One line on a hand: "12-17 HCP, four or more diamonds"."""
    suits = _suit_words(facts)
    if not suits and facts.balanced:
        suits = ["balanced"]
    return ", ".join([_hcp_words(facts), *suits])


def hand_summary(seat: Seat, facts: Facts) -> str:
    """One sentence on a hidden hand, with its level."""
    return f"{seat.full_name}: {shape_words(facts)} ({_LEVEL})."


def call_sentence(seat: Seat, call: Call, facts: Facts, *, unusual: bool) -> str:
    """One sentence on what a call shows to everybody, with its level."""
    shown = f"{seat.full_name}'s {call.symbol} shows {shape_words(facts)}"
    sentence = f"{shown} ({_LEVEL})."
    if unusual:
        return f"{sentence} An unusual call here: take this as a rough guess."
    return sentence


def suggestion_sentence(seat: Seat, chances: Sequence[CallChance]) -> str:
    """The likeliest call and its rivals worth naming; chances come likeliest first."""
    best, rivals = chances[0], [c for c in chances[1:3] if c.probability >= _WORTH_NAMING]
    sentence = f"{best.call.symbol} is {_strength(best.probability)} for {seat.full_name}"
    sentence += f" ({_percent(best.probability)})"
    if not rivals:
        return f"{sentence}; nothing else comes near."
    named = " and ".join(f"{c.call.symbol} ({_percent(c.probability)})" for c in rivals)
    return f"{sentence}, ahead of {named}."


def auction_sentence(share: float) -> str:
    """A warning of an auction that only this share of auctions surprises as much as."""
    few = f"{100 * share:.1f} %" if share >= _ONE_IN_A_THOUSAND else "one in a thousand or fewer"
    return (
        f"A rare or unclear auction: {few} of auctions in these systems surprise as much. "
        "Take what is said of it as a rough guess."
    )


def expectation_words(call: ExplainedCall) -> str:
    """How expected a call was to somebody who sees no hand: "expected (62 %)"."""
    if call.unusual:
        return f"unusual ({_percent(call.probability)})"
    if call.probability < _WORTH_NAMING:
        return f"rare ({_percent(call.probability)}; likeliest {call.likeliest.symbol})"
    if call.rank == 1:
        return f"expected ({_percent(call.probability)})"
    return f"one of several ({_percent(call.probability)}; likeliest {call.likeliest.symbol})"


def _strength(probability: float) -> str:
    if probability >= 0.9:
        return "the clear call"
    if probability >= 0.6:
        return "the usual call"
    return "the likeliest call"


def _hcp_words(facts: Facts) -> str:
    low, high = facts.hcp
    return f"{low} HCP" if low == high else f"{low}–{high} HCP"


def _suit_words(facts: Facts) -> list[str]:
    """The long suits, longest first; without one, the short ones."""
    long = [(facts.at_least[suit], suit) for suit in Suit]
    named = sorted(((n, suit) for n, suit in long if n >= _LONG), key=lambda x: (-x[0], x[1]))
    while sum(n for n, _ in named) > CARDS_IN_HAND:  # each may hold, but not all of them together
        named.pop()
    words = [_long_words(n, suit, facts) for n, suit in named]
    # "At most" as far as the printed range goes, so that the two do not seem to differ.
    short = [(max(facts.at_most[suit], facts.intervals[suit][1]), suit) for suit in Suit]
    words += [
        f"no {suit.plural}" if n == 0 else f"at most {_cards(n, suit)}"
        for n, suit in short
        if n < _SHORT or (n == _SHORT and not words)
    ]
    return words


def _long_words(least: int, suit: Suit, facts: Facts) -> str:
    if facts.intervals[suit] == (least, least):
        return f"{_NUMBERS[least]} {suit.plural}"
    return f"{_NUMBERS[least]} or more {suit.plural}"


def _cards(count: int, suit: Suit) -> str:
    return f"one {suit.plural[:-1]}" if count == 1 else f"{_NUMBERS[count]} {suit.plural}"


def _percent(p: float) -> str:
    if p < 0.005:
        return "under 1 %"
    if p > 0.995:
        return "over 99 %"
    return f"{p:.0%}".replace("%", " %")
