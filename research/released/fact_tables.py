"""What a collection of auctions holds, as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidding.training.scoring.markdown import table
from research.released.auction_facts import USUAL_LENGTHS

_STRAINS = ("C", "D", "H", "S", "NT")
_LEVELS = "1234567"


def fact_tables(facts: Mapping[str, Any]) -> str:
    """Everything that was counted."""
    return "\n\n".join(
        [
            f"{facts['auctions']:,} auctions ({facts['repeated_auctions']:,} of them repeat "
            f"another's deal, table and calls) of {facts['deals']:,} deals; {facts['calls']:,} "
            f"calls, {facts['illegal_calls']:,} of them illegal.",
            card_words(facts["cards"]),
            length_words(facts["lengths"]),
            length_table(facts["lengths"]),
            _call_words(facts),
            _contract_table(facts),
            _system_words(facts["systems"]),
        ]
    )


def card_words(cards: Mapping[str, Any]) -> str:
    """The evenness of cards over players, in a sentence."""
    return (
        f"Each card is with each player in 25 % of the deals, to within "
        f"{100 * cards['largest_departure']:.2f} points ({cards['of']}; for one card and player "
        f"chance alone gives {100 * cards['typical_departure']:.2f}). Chi-square over all cards "
        f"and players: {cards['chi_square']:.0f} for {cards['degrees']} degrees of freedom, "
        f"{cards['standard_score']:+.1f} deviations from its mean."
    )


def length_words(lengths: Mapping[str, Any]) -> str:
    """The peak of the lengths, and how many are usual."""
    first, last = USUAL_LENGTHS[0], USUAL_LENGTHS[-1]
    return (
        f"Auctions have {lengths['mean']:.1f} calls on average, most often {lengths['peak']}; "
        f"{lengths['usual_share']:.0%} of them have {first} to {last}."
    )


def length_table(lengths: Mapping[str, Any]) -> str:
    """The share of auctions of each length, in rows of a few."""
    counts = {int(calls): count for calls, count in lengths["counts"].items()}
    total = sum(counts.values())
    groups = [(low, low + 1) for low in range(4, 20, 2)] + [(20, 24), (25, max(25, *counts))]
    header = ["calls", *(f"{low}–{high}" for low, high in groups)]
    shares = [
        sum(count for calls, count in counts.items() if low <= calls <= high) / total
        for low, high in groups
    ]
    return table(header, [["auctions", *(f"{share:.1%}" for share in shares)]])


def _call_words(facts: Mapping[str, Any]) -> str:
    words = {"pass": "passes", "double": "doubles", "redouble": "redoubles", "bid": "bids"}
    shares = [f"{words[name]} {share:.1%}" for name, share in facts["call_shares"].items()]
    return f"Of the calls: {', '.join(shares)}."


def _contract_table(facts: Mapping[str, Any]) -> str:
    """Final contracts by level and strain, as shares of the auctions."""
    total = facts["auctions"]
    rows = [
        [
            level,
            *(f"{facts['contracts'].get(level + strain, 0) / total:.2%}" for strain in _STRAINS),
        ]
        for level in _LEVELS
    ]
    passed = facts["contracts"].get("passed out", 0) / total
    return "\n\n".join(
        [
            table(("contract", *_STRAINS), rows),
            f"Passed out {passed:.2%}; doubled {facts['doubled'] / total:.2%}, redoubled "
            f"{facts['redoubled'] / total:.2%}.",
        ]
    )


def _system_words(systems: Mapping[str, int]) -> str:
    """The systems that both sides play, and how often the sides play two."""
    alike: dict[str, int] = {}
    mixed: dict[str, int] = {}
    for pair, count in systems.items():
        ours, _, theirs = pair.partition(" and ")
        (alike if ours == theirs else mixed)[ours if ours == theirs else pair] = count
    words = ", ".join(f"{system} {count:,}" for system, count in alike.items())
    if not mixed:
        return f"Auctions by the system of both sides: {words}."
    least, most = min(mixed.values()), max(mixed.values())
    return (
        f"Auctions by the system of both sides: {words}; by another system on each side: "
        f"{len(mixed)} pairs, {least:,} to {most:,} each."
    )
