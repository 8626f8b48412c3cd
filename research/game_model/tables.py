"""The tables of the README of research/game_model, and of its commands."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bidding.domain.cards import Deal
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.text.auctions import parse_auction
from bidding.training.scoring.markdown import NOT_MEASURED, table
from research.game_model.auction_counts import DOUBLES, ENDS, READINGS, count_auctions
from research.game_model.game import Action, History
from research.game_model.narrative import moments
from research.game_model.policies import at_random, play_on

SHUFFLE = Path(__file__).parent / "reports" / "shuffle.json"
"""The kept figures of the command shuffle."""

_LEAST_P = 1e-300  # below it a double is 0


def tables(figures: Mapping[str, Any]) -> dict[str, Callable[[], str]]:
    """Return what makes each table, by its name; ``figures`` are those of the command shuffle."""
    return {
        "auctions": auctions_table,
        "knowledge": knowledge_table,
        "sample": sample,
        "chances": lambda: chances_table(figures),
        "tests": lambda: tests_table(figures),
    }


def auctions_table() -> str:
    """Return the number of auctions by every reading of the equations."""
    counts = {reading: count_auctions(rules) for reading, rules in READINGS.items()}
    laws = counts["laws", "equations"]
    rows = [
        [
            "the Laws" if end == "laws" else f"(3), and (7) as “{end}”",
            *(_large(counts[end, double]) for double in DOUBLES),
            f"{counts[end, 'equations'] / laws:.2f}",
        ]
        for end in ENDS
    ]
    header = ["an auction ends by", "doubles by (5), (6)", "doubles by the text", "of the Laws'"]
    return table(header, rows)


def _large(number: int) -> str:
    """Return a large number with four digits and its power of ten."""
    digits, power = f"{number:.3e}".split("e+")
    return f"{digits} · 10^{power}"


def knowledge_table() -> str:
    """Return how many deals each player cannot tell apart, which no deal or auction changes."""
    dealt = History.start(Seat.N, Vulnerability.NONE).after(Deal.random(random.Random(1)))  # noqa: S311
    before = dealt
    for call in parse_auction("1C AP", Seat.N).calls:
        before = before.after(call)
    after = before.after(before.legal_actions[0])
    seats = {"declarer": Seat.N, "leader": Seat.E, "dummy": Seat.S, "leader's partner": Seat.W}
    rows = [
        [name, *(f"{history.information(seat).n_deals:,}" for history in (before, after))]
        for name, seat in seats.items()
    ]
    header = ["player", "before the lead (22)", "once dummy is faced (23)"]
    return table(header, rows)


def sample() -> str:
    """Return what ``play --auction "1NT AP" --after 5 6`` prints, as a block of text."""
    auction = parse_auction("1NT AP", Seat.N)
    dealt: list[Action] = [Deal.random(random.Random(1)), *auction.calls]  # noqa: S311
    played = play_on(History.of(Seat.N, Vulnerability.NONE, dealt), at_random(1))
    text = moments("Deal of seed 1; cards at random, seed 1", played, [5, 6])
    return f"```text\n{text}```"


def chances_table(figures: Mapping[str, Any]) -> str:
    """Return where the paper's shuffle takes one card and two, computed without sampling."""
    exact = figures["exact"]
    place, circle, blocks = exact["place"], exact["circle"], exact["blocks"]
    of_place = f"{place['least']:.3f} to {place['most']:.3f} times 1/52"
    distance = _percent(place["total_variation"], 1)
    rows = [
        ["a card at a place of the pack", of_place, of_place, "1/52"],
        ["the same, total variation at most", distance, distance, "0"],
        ["a card with a player", *map(_players, (circle, blocks)), "25 %"],
        ["two neighbours in one hand", *map(_neighbours, (circle, blocks)), _percent(12 / 51, 3)],
    ]
    header = ["chance of", "dealt in a circle (the paper)", "thirteen at a time", "even"]
    return table(header, rows)


def _players(dealt: Mapping[str, float]) -> str:
    return f"{_percent(dealt['player_least'], 2)} to {_percent(dealt['player_most'], 2)}"


def _neighbours(dealt: Mapping[str, float]) -> str:
    names = ("neighbours_least", "neighbours_most", "neighbours_mean")
    least, most, mean = (_percent(dealt[name], 3) for name in names)
    return f"{least} to {most}, mean {mean}"


def tests_table(figures: Mapping[str, Any]) -> str:
    """Return the chi-square tests of deals by both shuffles."""
    paper, even = figures["sampled"]["paper"], figures["sampled"]["deal_random"]
    kinds = {"the paper's shuffle": paper, "`Deal.random`": even}
    rows = [
        [
            f"{name}, {figures['deals']:,} deals",
            _test(found["places"]) if "places" in found else NOT_MEASURED,
            _test(found["players"]),
            f"{_percent(found['neighbours'], 3)} ± {_percent(found['standard_error'], 3)}",
        ]
        for name, found in kinds.items()
    ]
    header = ["deals", "places of the cards", "players of the cards", "neighbours in one hand"]
    return table(header, rows)


def _test(found: Mapping[str, float]) -> str:
    chance = f"p = {found['p']:.2g}" if found["p"] > _LEAST_P else f"p < {_LEAST_P:g}"
    return f"{found['chi_square']:,.0f} of {found['freedom']:,} expected, {chance}"


def _percent(share: float, digits: int) -> str:
    return f"{100 * share:.{digits}f} %"
