"""Sentences say what the distributions hold, no more."""

import numpy as np
import pytest

from bidding.domain.table import Seat
from bidding.explaining.distributions import CallChance, Distribution, Facts, HandTable
from bidding.explaining.wording import (
    auction_sentence,
    call_sentence,
    call_warning,
    shape_parts,
    suggestion_sentence,
)
from tests.small import CALL


def spread(size: int, **weights: float) -> Distribution:
    """A distribution from named weights: n3=0.5 gives the value 3 that weight."""
    values = [weights.get(f"n{value}", 0.0) for value in range(size)]
    return Distribution.of(values)


HCP = spread(38, n12=1, n13=2, n14=1)
NORMAL = spread(14, n0=1, n1=8, n2=21, n3=28, n4=24, n5=12, n6=5, n7=1)
FLAT = spread(14, n2=20, n3=40, n4=30, n5=10)  # three or more in 80 %: not more than by chance
FOUR_UP = spread(14, n3=10, n4=50, n5=30, n6=10)
RAISE = spread(14, n2=5, n3=60, n4=30, n5=5)
SIX = spread(14, n5=5, n6=90, n7=5)
SHORT = spread(14, n0=50, n1=40, n2=10)
VOID = spread(14, n0=90, n1=10)
DOUBLETON = spread(14, n0=20, n1=30, n2=40, n3=10)


def facts_of(hcp: Distribution, lengths: tuple[Distribution, ...]) -> Facts:
    suits = [[length.probabilities for length in lengths]]
    return HandTable(np.array([hcp.probabilities]), np.array(suits)).facts[0]


def words_for(hcp: Distribution, *lengths: Distribution) -> str:
    return ", ".join(shape_parts(facts_of(hcp, lengths)))


@pytest.mark.parametrize(
    ("lengths", "words"),
    [
        ((NORMAL, NORMAL, FOUR_UP, NORMAL), "four or more diamonds"),
        ((FOUR_UP, SIX, NORMAL, NORMAL), "six hearts, four or more spades"),
        ((FOUR_UP, NORMAL, SHORT, NORMAL), "four or more spades, at most one diamond"),
        ((NORMAL, NORMAL, NORMAL, VOID), "no clubs"),
        ((NORMAL, DOUBLETON, NORMAL, NORMAL), "at most two hearts"),
        ((FLAT, FLAT, FLAT, FLAT), "balanced"),
        ((NORMAL, RAISE, NORMAL, NORMAL), "three or more hearts"),
        ((NORMAL, RAISE, FOUR_UP, NORMAL), "four or more diamonds, three or more hearts"),
    ],
)
def test_words_for_shapes(lengths: tuple, words: str) -> None:
    assert words_for(HCP, *lengths) == f"12–14 HCP, {words}"


def test_long_suits_are_named_only_as_far_as_a_hand_has_cards() -> None:
    nine, six = spread(14, n9=1), spread(14, n6=1)
    assert words_for(HCP, nine, six, NORMAL, NORMAL) == "12–14 HCP, nine spades"


def test_suits_without_information_are_not_mentioned() -> None:
    assert words_for(HCP, *(NORMAL,) * 4) == "12–14 HCP"
    assert words_for(spread(38, n9=1), *(NORMAL,) * 4) == "9 HCP"


def test_sentences_name_the_player_the_call_and_the_level() -> None:
    facts = facts_of(HCP, (NORMAL, NORMAL, FOUR_UP, NORMAL))
    sentence = "12–14 HCP, four or more diamonds (each in at least 80 % of cases)."
    assert call_sentence(Seat.N, CALL["1D"], facts) == f"North's 1♦ usually shows {sentence}"


@pytest.mark.parametrize(
    ("everybody", "own", "warning"),
    [
        (0.01, None, "here: take this as a rough guess."),
        (0.3, None, "here: take this as a rough guess."),
        (0.01, 0.001, "here: take this as a rough guess."),
        (0.01, 0.9, "here: take this as a rough guess."),
        (0.3, 0.001, "from this hand."),
    ],
)
def test_a_call_that_only_the_own_hand_does_not_fit_shows_what_it_always_does(
    everybody: float, own: float | None, warning: str
) -> None:
    facts = facts_of(HCP, (NORMAL,) * 4)
    warned = call_sentence(Seat.N, CALL["1D"], facts, call_warning(everybody, own))
    assert warned == f"{call_sentence(Seat.N, CALL['1D'], facts)} An unusual call {warning}"


def test_a_single_phrase_has_no_each() -> None:
    facts = facts_of(HCP, (NORMAL,) * 4)
    sentence = "12–14 HCP (in at least 80 % of cases)."
    assert call_sentence(Seat.N, CALL["P"], facts) == f"North's Pass usually shows {sentence}"


@pytest.mark.parametrize(
    ("chances", "sentence"),
    [
        (
            {"1S": 0.97, "2S": 0.03},
            "1♠ is the clear call for South (97 %); nothing else comes near.",
        ),
        ({"1S": 0.7, "X": 0.3}, "1♠ is the usual call for South (70 %), ahead of X (30 %)."),
        (
            {"P": 0.4, "1NT": 0.35, "X": 0.25},
            "Pass is the likeliest call for South (40 %), ahead of 1NT (35 %) and X (25 %).",
        ),
        ({"P": 0.9999}, "Pass is the clear call for South (over 99 %); nothing else comes near."),
    ],
)
def test_the_suggestion_names_its_rivals(chances: dict[str, float], sentence: str) -> None:
    listed = [CallChance(CALL[name], p) for name, p in chances.items()]
    assert suggestion_sentence(Seat.S, listed) == sentence


def test_a_call_is_clear_only_if_similar_hands_agree() -> None:
    alone = [CallChance(CALL["1S"], 0.97), CallChance(CALL["2S"], 0.03)]
    clear = "1♠ is the clear call for South (97 %); nothing else comes near."
    usual = "1♠ is the usual call for South (97 %)."
    assert suggestion_sentence(Seat.S, alone, 0.95, explained=False) == usual
    assert suggestion_sentence(Seat.S, alone, 0.95) == clear
    assert suggestion_sentence(Seat.S, alone, 0.8) == usual
    assert suggestion_sentence(Seat.S, alone, 0.2) == usual
    rare = suggestion_sentence(Seat.S, alone, 0.95, rare=True)
    assert rare == f"{usual} The model has hardly seen such hands."
    rivals = [CallChance(CALL["1S"], 0.88), CallChance(CALL["2S"], 0.12)]
    assert "the usual call" in suggestion_sentence(Seat.S, rivals, 0.5)


@pytest.mark.parametrize(
    ("chance", "agreement", "close"),
    [(0.99, 0.3, False), (0.6, 0.65, True), (0.6, 0.9, False), (0.8, 0.3, False)],
)
def test_a_choice_is_close_by_the_chance_and_similar_hands_together(
    chance: float, agreement: float, *, close: bool
) -> None:
    chances = [CallChance(CALL["1S"], chance), CallChance(CALL["X"], 1 - chance)]
    sentence = suggestion_sentence(Seat.S, chances, agreement)
    assert ("A close choice" in sentence) is close


def test_a_minority_of_similar_hands_is_not_quoted_for_a_call() -> None:
    chances = [CallChance(CALL["1S"], 0.7), CallChance(CALL["X"], 0.3)]
    assert suggestion_sentence(Seat.S, chances, 0.12).endswith(" A close choice.")


@pytest.mark.parametrize(
    ("share", "words"),
    [(0.0001, "one in a thousand or fewer"), (0.004, "0.4 %"), (0.0096, "1.0 %")],
)
def test_a_rare_auction_is_described_with_its_share(share: float, words: str) -> None:
    sentence = f"{words} of auctions in these systems surprise as much."
    assert auction_sentence(share, from_hand=False).startswith(
        f"A rare or unclear auction: {sentence}"
    )
    assert auction_sentence(share, from_hand=True) == f"A rare auction from this hand: {sentence}"
