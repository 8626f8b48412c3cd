"""The papers' encodings of one deal, written out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.table import RANKS, Seat, Strain
from bidding.tricks.solving import random_deals
from research.tricks.encodings import ENCODINGS, Situations, encode, width
from research.tricks.situations import Setup

# North has the spades but for the two, which East has for his ace of hearts, and so on.
HANDS = {
    Seat.N: "AKQJT9876543.A..",
    Seat.E: "2.KQJT98765432..",
    Seat.S: "..AKQJT98765432.",
    Seat.W: "...AKQJT98765432",
}
S, H, D, C = range(4)
NOTRUMP = 4


def owner() -> np.ndarray:
    seats = np.full((1, 52), 9, dtype=np.uint8)
    for seat, hand in HANDS.items():
        for suit, ranks in enumerate(hand.split(".")):
            for rank in ranks:
                seats[0, 13 * suit + RANKS.index(rank)] = seat
    return seats


def seen(name: str, trump: int = S, scaled: bool = False, leader: Seat = Seat.W) -> np.ndarray:
    situation = Situations(owner(), np.array([trump]), np.array([leader]), scaled)
    return encode(situation, [name])[0]


# Cards as P2 lists them: 2 3 ... A of spades, hearts, diamonds, clubs.
NORTH = np.array([0] + 12 * [1] + 12 * [0] + [1] + 26 * [0])
EAST = np.array([1] + 12 * [0] + 12 * [1] + [0] + 26 * [0])
SOUTH = np.array(26 * [0] + 13 * [1] + 13 * [0])
WEST = np.array(39 * [0] + 13 * [1])


def test_52_names_the_holder_of_each_card() -> None:
    assert seen("52") == pytest.approx(NORTH + 0.8 * SOUTH - WEST - 0.8 * EAST)
    assert seen("52-we") == pytest.approx(NORTH + 0.8 * SOUTH - WEST - EAST)
    assert seen("52-pairs") == pytest.approx(NORTH + SOUTH - WEST - EAST)


def test_104_names_the_pair_and_then_the_hand_in_it() -> None:
    pair, hand = seen("104")[:52], seen("104")[52:]
    assert pair == pytest.approx(NORTH + SOUTH - WEST - EAST)
    assert hand == pytest.approx(NORTH + WEST - SOUTH - EAST)


def test_52x4_has_a_block_for_each_hand() -> None:
    assert seen("52x4") == pytest.approx(np.concatenate([NORTH, EAST, SOUTH, WEST]))
    assert seen("52x2") == pytest.approx(np.concatenate([NORTH, SOUTH]))


def test_p3_lists_west_first_and_aces_first() -> None:
    clubs = np.array(39 * [0] + 13 * [1])
    north = np.array(12 * [1] + [0] + [1] + 38 * [0])
    east = np.array(12 * [0] + [1] + [0] + 12 * [1] + 26 * [0])
    south = np.array(26 * [0] + 13 * [1] + 13 * [0])
    assert seen("208") == pytest.approx(np.concatenate([clubs, north, east, south]))


def test_26x4_gives_rank_and_suit_of_each_card() -> None:
    step = 0.8 / 12
    ranks = [0.9 - step * place for place in range(13)]
    north = [pair for rank in ranks[:12] for pair in (rank, 0.3)] + [0.9, 0.5]
    east = [0.1, 0.3] + [pair for rank in ranks[1:] for pair in (rank, 0.5)]
    south = [pair for rank in ranks for pair in (rank, 0.7)]
    west = [pair for rank in ranks for pair in (rank, 0.9)]
    assert seen("26x4") == pytest.approx(north + east + south + west)
    # As the paper rounds them: king 0.83, three 0.17.
    assert [round(ranks[1], 2), round(ranks[11], 2)] == [0.83, 0.17]


def test_the_extra_inputs_of_26x4() -> None:
    assert [seen("trump", suit)[0] for suit in (S, H, D, C)] == pytest.approx([0.3, 0.5, 0.7, 0.9])
    assert seen("trump", NOTRUMP)[0] == 0
    assert seen("leader", leader=Seat.S).tolist() == [0, 0, 1, 0]


def test_plain_suits_are_halved_where_trumps_are_told_so() -> None:
    hearts = np.array(13 * [0.5] + 13 * [1.0] + 26 * [0.5])
    assert seen("52-pairs", H, scaled=True) == pytest.approx(seen("52-pairs") * hearts)
    assert seen("104", H, scaled=True) == pytest.approx(seen("104") * np.tile(hearts, 2))
    assert seen("52x4", H, scaled=True) == pytest.approx(seen("52x4") * np.tile(hearts, 4))
    assert seen("52-pairs", NOTRUMP, scaled=True) == pytest.approx(seen("52-pairs") / 2)


def test_lengths_run_from_void_to_thirteen() -> None:
    lengths = np.array([[12, 1, 0, 0], [1, 12, 0, 0], [0, 0, 13, 0], [0, 0, 0, 13]])
    assert seen("lengths") == pytest.approx(0.1 + 0.8 * lengths.ravel() / 13)


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding_fills_its_declared_width(name: str) -> None:
    deals = random_deals(5, seed=4)
    situations = Setup((name,), ("S",)).ask(deals, Seat.N, Strain.H)
    inputs = encode(situations, (name, "52"))
    assert inputs.dtype == np.float32
    assert inputs.shape == (5, width([name]) + 52)
    assert np.abs(inputs).max() <= 1


def test_an_unknown_encoding_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="there is no encoding '53'; there are: 26x4, "):
        width(["53"])


def test_p3s_nine_inputs_are_the_game_and_the_leader() -> None:
    assert [seen("game", trump).tolist() for trump in (S, C, NOTRUMP)] == [
        [1, 0, 0, 0, 0],
        [0, 0, 0, 1, 0],
        [0, 0, 0, 0, 1],
    ]
    told = Setup(("208", "game", "leader"), ("C", "S"), trump="input", leaders=("S", "N"))
    asked = told.ask(owner(), Seat.W, Strain.C)  # North leads
    assert encode(asked, told.inputs)[0, 208:].tolist() == [0, 0, 0, 1, 0, 1, 0, 0, 0]
    assert encode(asked, ["208"])[0].tolist() == seen("208").tolist()
