"""Turning tables and renaming suits: what the solver says stays what it was."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.table import Seat, Strain
from bidding.tricks.solving import random_deals, solve
from research.tricks.encodings import encode
from research.tricks.situations import N_PICTURES, Setup, picture, swapped, turned


def test_every_picture_of_a_deal_makes_what_it_says() -> None:
    deals = random_deals(1, seed=5, cards=6)
    tricks = solve(deals)
    pictures = [picture(deals, tricks, number) for number in range(N_PICTURES)]
    assert len({owner.tobytes() for owner, _ in pictures}) == N_PICTURES
    assert (pictures[0][0] == deals).all()
    assert (pictures[0][1] == tricks).all()
    some = [1, 6, 35, 95]
    solved = solve(np.concatenate([pictures[number][0] for number in some]))
    assert (solved == np.concatenate([pictures[number][1] for number in some])).all()


def test_the_first_sixteen_pictures_have_every_seat_as_north_with_every_suit_as_spades() -> None:
    suits = np.repeat(np.arange(4, dtype=np.uint8), 13)[None]  # North spades, East hearts, ...
    tricks = np.zeros((1, 4, 5), np.uint8)
    for count in (4, 16):
        tops = {(n % 4, int(picture(suits, tricks, n)[0][0, 0])) for n in range(count)}
        assert len(tops) == count


@pytest.mark.parametrize(
    "setup",
    [
        Setup(("52",), ("S",)),
        Setup(("52",), ("H",)),
        Setup(("52",), ("S",), leaders=("W", "E")),
        Setup(("208",), ("C", "D", "H", "S"), trump="first", leaders=("S", "N")),
        Setup(("26x4", "leader"), ("S",), leaders=("W", "E")),
        Setup(("52",), ("C", "D", "H", "S", "NT"), trump="scaled"),
        Setup(("26x4", "trump"), ("C", "D", "H", "S"), trump="input"),
    ],
)
def test_what_is_asked_has_the_answer_of_the_deal(setup: Setup) -> None:
    deals = random_deals(2, seed=6, cards=4)
    declared = solve(deals)
    asked, expected = [], []
    for declarer in Seat:
        for strain in setup.answers:
            asked.append(setup.ask(deals, declarer, strain))
            expected.append(declared[:, declarer, strain])
    leaders = np.concatenate([one.leader for one in asked])
    trumps = np.concatenate([one.trump for one in asked])
    expected_leaders = setup.leaders if "leader" in setup.inputs else setup.leaders[:1]
    assert set(leaders.tolist()) == {int(Seat[name]) for name in expected_leaders}
    strains = np.where(trumps == 4, Strain.NT, 3 - trumps)
    again = solve(np.concatenate([one.owner for one in asked]))
    answers = again[np.arange(len(leaders)), (leaders - 1) % 4, strains]
    assert (answers == np.concatenate(expected)).all()


def test_trumps_that_an_input_tells_leave_the_suits_where_they_are() -> None:
    deals = random_deals(3, seed=8)
    setup = Setup(("26x4", "trump"), ("C", "D", "H", "S"), trump="input")
    for strain, value in ((Strain.S, 0.3), (Strain.H, 0.5), (Strain.D, 0.7), (Strain.C, 0.9)):
        asked = setup.ask(deals, Seat.S, strain)  # West leads
        assert (asked.owner == deals).all()
        assert encode(asked, setup.inputs)[:, -1] == pytest.approx(value)


def test_turning_and_swapping_are_undone_by_doing_them_again() -> None:
    deals = random_deals(3, seed=7)
    assert (turned(turned(deals, 1), 3) == deals).all()
    assert (turned(deals, 1)[deals == 1] == 0).all()  # East is North now
    assert (swapped(swapped(deals, 0, 2), 0, 2) == deals).all()


def test_defenders_answers_are_turned_into_the_declarers() -> None:
    tricks = np.arange(14)
    assert Setup(("208",), ("S",), leaders=("S",)).north_south(tricks).tolist() == [
        *range(13, -1, -1)
    ]
    assert Setup(("52",), ("S",)).north_south(tricks).tolist() == [*range(14)]


def test_a_setup_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="trump must be 'first', 'scaled' or 'input'"):
        Setup(("52",), ("S", "H"))
    with pytest.raises(ValueError, match="needs 'trump' or 'game' among the inputs"):
        Setup(("26x4",), ("S",), trump="input")
    with pytest.raises(ValueError, match="must be of C D H S NT"):
        Setup(("52",), ("X",))
    with pytest.raises(ValueError, match="must be of N E S W"):
        Setup(("52",), ("S",), leaders=("Q",))
