"""The chances of calls that were made."""

from __future__ import annotations

import pytest

from bidding.domain.convention_card import Systems
from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.explaining.analysis.rollout import next_call_chances
from bidding.matches.boards import random_boards
from bidding.matches.match import play
from research.strength.calls import (
    MadeCall,
    auctions_of_a,
    before,
    call_figures,
    made_calls,
    owner_of,
)
from tests.matches.opening import Opens, boards
from tests.small import CALL, small_bidder

BOARDS = random_boards(1, 5, System.SAYC)


def test_calls_of_a_are_judged_as_the_bidder_found_them() -> None:
    bidder, counts = small_bidder(factor=3), list[int]()
    results = play((Opens("3NT"), Opens("1NT")), boards(1))
    tables = auctions_of_a(results, System.SAYC, System.ACOL)
    assert [table.systems for table in tables] == [
        Systems.plain(System.SAYC, System.ACOL),
        Systems.plain(System.ACOL, System.SAYC),
    ]
    owner = owner_of(results[0].deal)
    assert (owner == boards(1).owner[0]).all()
    judged = list(made_calls(bidder, tables, owner[None].repeat(2, 0), [*Side], counts.append))
    made = [(row, str(call.made)) for row, call in judged]
    assert made == [(0, "3NT"), (0, "P"), (1, "P"), (1, "P")]
    assert counts == [4]
    chances = next_call_chances(bidder, [before(tables[0], 0)], owner[None])[0]
    first = judged[0][1]
    assert first.chance == pytest.approx(float(chances[CALL["3NT"].index]), rel=1e-4)
    assert first.likeliest.index == int(chances.argmax())


def test_figures_tell_plausible_calls_from_others() -> None:
    table = BOARDS.tables[0]

    def made(row: int, call: str, chance: float) -> tuple[int, MadeCall]:
        return row, MadeCall(table, CALL[call], CALL["1C"], chance)

    calls = [made(0, "1C", 0.04), made(0, "1D", 0.2), made(1, "1C", 0.9), made(1, "1C", 0.9)]
    figures = call_figures([*calls, made(2, "1H", 0.04)], tables=4)
    assert figures == {
        "calls": 5,
        "plausible": 0.8,
        "differing": 0.4,
        "tables": 4,
        "tables_differing": 0.5,
        "chance_of_differing": 0.12,
        "least_chance": 0.04,
    }
