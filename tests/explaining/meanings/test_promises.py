"""Promises of calls: by their likelihood, apart from what is usual."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from bidding.explaining.distributions import HandTable
from bidding.explaining.meanings.statements import (
    NOTHING_PROMISED,
    Promise,
    Ranges,
    chance_from_best_hands,
    promises,
)

# How many of a thousand hands have 0, 1, ... points.
ALL = (4, 8, 14, 25, 38, 52, 66, 80, 89, 94, 94, 89, 80, 69, 57, 44, 33, 24, 16, 10, 6, 4, 2, 1)
EVEN = {2: 2, 3: 3, 4: 2}


def hands(points: Mapping[int, float], **suits: Mapping[int, float]) -> HandTable:
    """One belief: the likelihood of the points times how many hands have them; suits that are not
    named are even."""
    hcp, lengths = np.zeros((1, 38)), np.zeros((1, 4, 14))
    hcp[0, list(points)] = [ALL[value] * share for value, share in points.items()]
    for place, suit in enumerate("SHDC"):
        chances = suits.get(suit, EVEN)
        lengths[0, place, list(chances)] = list(chances.values())
    return HandTable(hcp, lengths)


def alike(low: int, high: int) -> dict[int, float]:
    return dict.fromkeys(range(low, high + 1), 1.0)


ANYBODY = hands(alike(0, 23))


def promise(
    after: HandTable, before: HandTable = ANYBODY, known: Promise = NOTHING_PROMISED
) -> Promise:
    return promises(before, after, [known])[0]


@pytest.mark.parametrize(
    ("made_by", "stated"),
    [
        (alike(12, 21), (12, 21)),  # an opening: rare hands at the top are promised, too
        (alike(15, 17), (15, 17)),
        (alike(6, 23), (6, 37)),  # nothing above is excluded: open
        (alike(0, 9), (0, 9)),
        (alike(0, 23), (0, 37)),
        ({10: 0.1, **alike(11, 20)}, (11, 20)),  # few hands with ten open
        ({10: 0.5, **alike(11, 20)}, (10, 20)),  # more have ten than seldom
        ({3: 0.5, **alike(4, 10)}, (4, 10)),  # a soft end: few have three, half of them open
        ({**alike(11, 14), 15: 0.4}, (11, 15)),
        ({**alike(8, 16), 17: 0.4}, (8, 16)),
        ({**alike(10, 14), 19: 0.8}, (10, 14)),  # few hands, beyond points that do not make it
        ({**alike(10, 14), **alike(17, 19)}, (10, 19)),  # more of them are of the agreement
        ({3: 0.2, 4: 0.2, **alike(9, 13)}, (9, 13)),
        ({4: 0.6, 5: 0.8, **alike(6, 23)}, (5, 37)),  # few have four, and they bid more seldom
        ({4: 0.9, **alike(5, 23)}, (4, 37)),
        ({12: 1.0}, (11, 13)),  # no agreement is as narrow as that
    ],
)
def test_points_are_those_that_make_the_call_not_those_that_are_common(
    made_by: dict[int, float], stated: tuple[int, int]
) -> None:
    assert promise(hands(made_by)).hcp == stated


def test_lengths_are_promised_by_nearly_all_hands() -> None:
    found = promise(
        hands(alike(12, 21), C={3: 3, 4: 40, 5: 40, 6: 17}, S={1: 1, 2: 40, 3: 40, 4: 19})
    )
    assert found.lengths[3] == (3, 6)
    assert found.lengths[0] == (2, 4)
    assert found.to_json()["lengths"]["C"] == {"low": 3, "high": 6}
    assert found.to_json()["hcp"] == {"low": 12, "high": 21}
    assert NOTHING_PROMISED.to_json()["hcp"] == {"low": None, "high": None}


def test_what_was_promised_before_stands_and_only_the_rest_is_new() -> None:
    """1NT, then 2S over 2C: spades are new, 15 to 17 is not."""
    notrump = promise(hands(alike(15, 17)))
    assert notrump.new_hcp
    spades = promise(hands(alike(15, 17), S={4: 1}), hands(alike(15, 17)), notrump)
    assert spades.hcp == (15, 17)
    assert not spades.new_hcp
    assert spades.new_least == (True, False, False, False)
    limit = promise(hands(alike(16, 17)), hands(alike(15, 17)), notrump)
    assert limit.hcp == (16, 17)
    assert limit.new_hcp


def test_a_range_is_widened_where_too_few_hands_are_within() -> None:
    weak = promise(hands(alike(0, 5)))
    contradicted = promise(hands(alike(8, 12)), hands(alike(0, 23)), weak)
    assert contradicted.hcp == (8, 12)
    doubtful = promise(hands({**alike(0, 5), **alike(8, 9)}), hands(alike(0, 23)), weak)
    assert doubtful.hcp[1] == 9


def test_points_that_hardly_any_hand_has_may_be_promised() -> None:
    before, after = np.zeros((2, 1, 38))
    before[0, : len(ALL)] = ALL
    before[0, 25:28] = after[0, 25:28] = (0.3, 0.2, 0.1)
    made, all_hands = (HandTable(hcp, ANYBODY.lengths) for hcp in (after, before))
    assert promise(made, all_hands).hcp == (25, 37)


def test_calls_in_a_row_go_on_from_each_other() -> None:
    tables = [hands(alike(12, 21)), hands(alike(12, 14))]
    before = HandTable(
        *(
            np.concatenate(x)
            for x in ((ANYBODY.hcp, tables[0].hcp), (ANYBODY.lengths, tables[0].lengths))
        )
    )
    after = HandTable(
        *(
            np.concatenate(x)
            for x in (([t.hcp[0] for t in tables],), ([t.lengths[0] for t in tables],))
        )
    )
    first, second = promises(before, after, [NOTHING_PROMISED, 0])
    assert first.hcp == (12, 21)
    assert second.hcp == (12, 14)
    assert second.new_hcp


def test_a_rare_call_that_the_right_hands_make_is_normal() -> None:
    """A strong 2C is rare because such hands are; a call of few hands of every kind is odd."""
    strong = hands(alike(22, 23))
    share = sum(ALL[22:24]) / sum(ALL)
    assert chance_from_best_hands(np.array([share]), ANYBODY, strong)[0] > 0.9
    assert chance_from_best_hands(np.array([share]), ANYBODY, ANYBODY)[0] < 0.05


def ends(recorded: tuple[int, int], made_by: Mapping[int, float]) -> tuple[int, int]:
    """The points promised by a call of such hands, of which auctions were recorded, too."""
    counted = Ranges(recorded, ((0, 13),) * 4)
    return promises(ANYBODY, hands(made_by), [NOTHING_PROMISED], recorded=[counted])[0].hcp


def test_beliefs_close_a_narrow_range_that_too_few_recorded_auctions_left_open() -> None:
    assert ends((15, 37), alike(15, 17)) == (15, 17)
    assert ends((10, 37), alike(10, 19)) == (10, 37)  # not an agreement of a few points
    assert ends((15, 17), alike(15, 19)) == (15, 17)  # it was counted


def test_an_end_beyond_which_hardly_any_hand_could_be_is_open() -> None:
    assert ends((9, 22), alike(9, 23)) == (9, 37)
    assert ends((9, 20), alike(9, 23)) == (9, 20)
