"""Meanings of calls in sentences."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from bidding.domain.conventions import MEANING_INDEX, MEANINGS, Forcing
from bidding.domain.table import Seat, Suit
from bidding.explaining.beliefs import Likeliest, MeaningChances
from bidding.explaining.distributions import HandTable
from bidding.explaining.meanings.call_meaning import CallMeaning, Evidence, call_meaning
from bidding.explaining.meanings.statements import NOTHING_PROMISED, Count, Topic, denied, promises
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from bidding.parsing.text.words import parse_call


def facts(points: tuple[int, int], **least: int) -> HandTable:
    """A hand of these points, evenly, and in some suits of so many cards, or one more."""
    hcp = np.zeros((1, 38))
    hcp[0, points[0] : points[1] + 1] = 1
    lengths = np.zeros((1, 4, 14))
    for suit in Suit:
        low = least.get(suit.name, -1)
        lengths[0, suit, slice(low, low + 2) if low >= 0 else slice(1, 5)] = 1
    return HandTable(hcp, lengths)


ANYTHING = HandTable(np.ones((1, 38)), np.ones((1, 4, 14)))


def evidence(after: HandTable, before: HandTable = ANYTHING, passes: float = 0.1) -> Evidence:
    """The evidence of a player's first call, which partner passes with that chance."""
    (promise,) = promises(before, after, [NOTHING_PROMISED])
    found = denied(before, after)[0]
    return Evidence(after.facts[0], promise, found, after.lengths[0], passes)


def meaning(
    call: str,
    key: str,
    points: tuple[int, int] = (6, 11),
    force: int = 0,
    chance: float = 0.95,
    **least: int,
) -> CallMeaning:
    return call_meaning(
        parse_call(call), likeliest(key, force, chance), evidence(facts(points, **least))
    )


def likeliest(key: str, force: int = 0, chance: float = 0.95) -> Likeliest:
    """One meaning of this chance, all others alike."""
    name = torch.full((1, len(MEANINGS)), (1 - chance) / (len(MEANINGS) - 1))
    name[0, MEANING_INDEX[key]] = chance
    forcing = torch.full((1, 3), 0.02)
    forcing[0, force] = 0.96
    return MeaningChances(name, forcing).likeliest()[0]


@pytest.mark.parametrize(
    ("call", "key", "sentence"),
    [
        (
            "4NT",
            "blackwood:S",
            "Blackwood: asks for aces, spades being trumps.",
        ),
        ("4NT", "blackwood:-", "Blackwood: asks for aces."),
        ("4C", "gerber", "Gerber: asks for aces."),
        ("2C", "stayman", "Stayman: 16+ HCP; asks for a four-card major."),
    ],
)
def test_asks_say_what_they_ask_and_of_the_hand_at_most_points(
    call: str, key: str, sentence: str
) -> None:
    assert meaning(call, key, (16, 37), force=1, H=5).sentence == sentence
    assert meaning(call, key, (0, 37), force=1, H=5).statements == ()


def test_a_transfer_names_suit_and_completion() -> None:
    said = meaning("2D", "jacoby_transfer", (0, 37), force=1, H=5)
    shown = "five or more hearts, any strength"
    assert said.sentence == f"Jacoby transfer: {shown}; asks partner to bid 2♥."


def test_answers_state_what_they_answer() -> None:
    two = meaning("5H", "ace_answer:2").statements[0]
    assert (two.words, two.topic, two.numbers) == ("two aces", Topic.ACES, {2})
    either = meaning("5C", "key_card_answer:0/3").statements[0]
    assert (either.words, either.count) == ("none or three key cards", Count.KEY_CARDS)
    queen = meaning("5S", "key_card_answer:2/5+").statements[0]
    assert queen.words == "two or five key cards with the queen of trumps"
    assert meaning("3D", "shows_shortness:D").statements[0].words == "at most one diamond"


def test_of_an_answer_to_the_queen_ask_a_side_king_alone_is_counted() -> None:
    king = meaning("6C", "queen_answer:C").statements[0]
    hands = np.zeros((2, 52), dtype=bool)
    for row, text in enumerate(("AKQJ2.32.A432.K2", "KQ432.A32.K432.2")):
        hands[row, [card.index for card in parse_hand(text)]] = True
    assert king.true_of(hands).tolist() == [True, False]
    denied = meaning("5S", "queen_answer:no")
    assert denied.sentence.endswith("denies the queen of trumps.")
    assert denied.statements[0].count is None


def test_a_splinter_is_short_in_its_suit_and_forces_to_game() -> None:
    said = meaning("4C", "splinter", (11, 14), force=2, S=4)
    assert (
        said.sentence
        == "Splinter: four or more spades, at most one club, 11–14 HCP; forcing to game."
    )


@pytest.mark.parametrize(
    ("auction", "key", "cards", "shown"),
    [
        ("1H P 1S", "natural", {"S": 4, "D": 5}, "four or more spades, five or more diamonds"),
        ("1H P 2C", "natural", {"H": 4, "C": 3}, "three or more clubs, four or more hearts"),
        ("1NT P 2D P 2H", "transfer_completed", {"D": 3, "C": 3}, ""),
        ("1H P 1S P 2C P 4S", "natural", {"D": 3, "S": 3}, "three or more spades"),
        ("1D P 2NT", "natural", {"H": 3, "D": 3, "C": 3, "S": 2}, "balanced"),
        ("1D P 2NT", "natural", {"S": 2, "H": 2, "D": 4, "C": 2}, "balanced"),
        ("1D P 2NT", "natural", {"D": 5, "H": 2, "C": 3, "S": 2}, "five or more diamonds"),
        ("1H P P 2H", "cue_raise", {"H": 3, "S": 3}, ""),
        ("1S 2H P 2S", "cue_raise", {"H": 3, "C": 3}, "three or more hearts"),
        (
            "1S X",
            "takeout_double",
            {"S": 1, "H": 3, "D": 3, "C": 3},
            "three or more hearts, three or more diamonds, three or more clubs",
        ),
    ],
)
def test_the_suits_that_a_player_would_name(
    auction: str, key: str, cards: dict[str, int], shown: str
) -> None:
    *earlier, call = parse_auction(auction, Seat.N).calls
    held = evidence(facts((10, 12), **cards))
    said = call_meaning(call, likeliest(key), held, earlier=tuple(earlier))
    words = [one.words for one in said.statements if one.topic is Topic.LENGTHS]
    assert ", ".join(words) == shown


def test_a_name_is_stated_only_if_confident() -> None:
    said = meaning("2C", "stayman", chance=0.6)
    assert said.name == "No agreement known"
    assert said.to_json()["id"] is None
    assert "Stayman" not in said.sentence


def test_statements_are_counted_in_hands() -> None:
    hands = np.zeros((2, 52), dtype=bool)
    for row, text in enumerate(("AKQJ2.32.A432.32", "5432.A32.K432.32")):
        hands[row, [card.index for card in parse_hand(text)]] = True
    aces = meaning("5H", "ace_answer:2").statements[0]
    assert aces.true_of(hands).tolist() == [True, False]
    keys = meaning("5S", "key_card_answer:2/5+").statements[0]
    assert keys.true_of(hands).tolist() == [True, True]
    spades = meaning("1S", "natural", (12, 15), S=5)
    long, points = spades.statements
    assert long.true_of(hands).tolist() == [True, False]
    assert points.true_of(hands).tolist() == [True, False]


def test_force_is_stated_if_known() -> None:
    assert meaning("2C", "strong_two_clubs", (22, 26), force=2).forcing is Forcing.GAME


def test_an_artificial_bid_that_nobody_passes_is_forcing() -> None:
    likely = likeliest("drury")._replace(forcing=Forcing.ROUND, forcing_chance=0.5)
    for passes, forcing in ((0.01, Forcing.ROUND), (0.1, None)):
        shown = evidence(facts((9, 11), S=3), passes=passes)
        said = call_meaning(
            parse_call("2C"), likely, shown, parse_auction("P P 1S P", Seat.N).calls
        )
        assert said.forcing is forcing


def test_an_invitation_is_not_forcing_but_a_game_try_is() -> None:
    assert meaning("3C", "invitation", (7, 9), force=1).forcing is Forcing.NO
    assert meaning("3C", "game_try", (15, 18), force=1).forcing is Forcing.ROUND


def test_the_promise_is_of_all_that_the_sentence_says() -> None:
    said = meaning("2D", "no_four_card_major", (0, 9))
    assert [said.promised.lengths[suit][1] for suit in (Suit.S, Suit.H)] == [3, 3]
    short = meaning("4C", "splinter", (12, 15), H=4).promised
    assert short.lengths[Suit.C][1] == 1
    even = meaning("1NT", "natural", (15, 17), S=2, H=2, D=3, C=3)
    assert "balanced" in even.sentence
    assert all(low >= 2 and high <= 5 for low, high in even.promised.lengths)


@pytest.mark.parametrize(
    ("auction", "key", "least"),
    [
        ("1H P 3C", "bergen_raise", {"H": 4}),
        ("P P 1S P 2C", "drury", {"S": 3}),
        ("1NT P 2C P 2D P 3H", "smolen", {"H": 4, "S": 5}),
        ("1S P 4C", "splinter", {"S": 4}),
    ],
)
def test_a_name_promises_its_lengths_if_most_hands_have_them(
    auction: str, key: str, least: dict[str, int]
) -> None:
    """The network is unsure of a card, the name is not."""
    *earlier, call = parse_auction(auction, Seat.N).calls
    for share, more in ((0.9, 0), (0.5, 1)):
        table = facts((8, 11), **least)
        for suit, number in least.items():
            chances = table.lengths[0, Suit[suit]]
            chances[:] = 0
            chances[[number - 1, number]] = 1 - share, share
        held = evidence(table)
        said = call_meaning(call, likeliest(key), held, earlier=tuple(earlier))
        for suit, number in least.items():
            assert said.promised.lengths[Suit[suit]][0] == number - more
