"""The table of contrasts, and verdicts on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidding.domain.calls import PASS, Call
from bidding.domain.convention_card import CHOICES
from bidding.domain.systems import System
from bidding.domain.table import Seat, Strain
from bidding.explaining.distributions import Distribution
from research.cards.contrasts import Answer, Contrast, Verdict, contrasts, read_contrasts
from research.meanings.claims import Belief
from tests.explaining.meanings.test_naming import meaning

WEAK = """
[[contrast]]
choice = "notrump_range"
option = "12-14"
auction = "1NT"
shows = { "12-14 HCP" = 0.8 }
instead = { "15-17 HCP" = 0.8 }
source = "A booklet"
"""
HELD = """
[[contrast]]
choice = "defence_to_1nt"
option = "landy"
base = "2/1"
than = "natural"
auction = "1NT"
hand = "AQ872.KJ843.62.4"
shows = { "bids 2C" = 0.5, "does not bid 2H" = 0.6 }
instead = { "passes" = 0.2 }
source = "A booklet"
"""


def read(folder: Path, text: str) -> Contrast:
    path = folder / "contrasts.toml"
    path.write_text(text)
    (one,) = read_contrasts(path)
    return one


def believed(points: int) -> Answer:
    hcp = Distribution.of([float(value == points) for value in range(38)])
    lengths = tuple(Distribution.of([float(n == size) for n in range(14)]) for size in (4, 3, 3, 3))
    said = meaning("1NT", "natural", (12, 14), S=4)
    return Answer(Belief(hcp, lengths, (0.25,) * 52, meaning=said), {})


def test_every_choice_has_a_contrast() -> None:
    assert {one.choice.id for one in contrasts()} == {choice.id for choice in CHOICES}
    assert len({one.name for one in contrasts()}) == len(contrasts())


def test_an_option_is_compared_with_that_of_its_base(tmp_path: Path) -> None:
    one = read(tmp_path, WEAK)
    assert (one.base, one.option, one.than) == (System.SAYC, "12-14", "15-17")
    position = one.case(one.option).position
    assert position.systems.ns.options == {"notrump_range": "12-14"}
    assert position.systems.ew.options == {}
    assert one.case(one.than).position.systems.ns.options == {}


def test_the_card_is_that_of_the_side_to_call(tmp_path: Path) -> None:
    one = read(tmp_path, HELD)
    position = one.position(one.option)
    assert position.seat is Seat.E
    assert position.systems.ew.options == {"defence_to_1nt": "landy"}
    assert position.systems.ns.options == {}
    answer = Answer(None, {Call.bid(2, Strain.C): 0.7, Call.bid(2, Strain.H): 0.1, PASS: 0.2})
    assert [fact.value(answer) for fact in one.shows] == pytest.approx([0.7, 0.9])
    assert [fact.value(answer) for fact in one.instead] == pytest.approx([0.2])


def test_facts_are_valued_by_belief_and_meaning(tmp_path: Path) -> None:
    facts = '{ "12-14 HCP" = 0.8, "not forcing" = 0.5, "forcing" = 0.5, "named stayman" = 0.5 }'
    one = read(tmp_path, WEAK.replace('{ "12-14 HCP" = 0.8 }', facts))
    values = [fact.value(believed(13)) for fact in one.shows]
    assert values == pytest.approx([1.0, 1.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("values", "holds"),
    [
        ((0.9, 0.0, 0.9), True),
        ((0.7, 0.0, 0.9), False),
        ((0.9, 0.0, 0.7), False),
        ((0.9, 0.9, 0.9), False),
    ],
)
def test_a_contrast_needs_both_sides_and_a_difference(
    tmp_path: Path, values: tuple[float, float, float], holds: bool
) -> None:
    shown, without, instead = values
    verdict = Verdict(read(tmp_path, WEAK), (shown,), (without,), (instead,))
    assert verdict.holds is holds
    assert verdict.to_json() == {
        "with": [shown],
        "without": [without],
        "instead": [instead],
        "holds": holds,
    }


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"12-14"', '"15-17"', "has '15-17' itself"),
        ('"12-14"', '"10-12"', "none of"),
        ("12-14 HCP", "12-14 points", "neither HCP"),
        ("= 0.8 }\ninstead", "= 0.0 }\ninstead", "no probability"),
        ("source", "sauce", "unknown sauce"),
    ],
)
def test_an_entry_at_fault_is_named(tmp_path: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read(tmp_path, WEAK.replace(old, new))
