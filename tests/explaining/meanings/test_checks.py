"""Names of calls checked against what the caller holds and what partner does."""

from __future__ import annotations

import pytest

from bidding.domain.conventions import Forcing
from bidding.domain.table import Seat, Suit
from bidding.explaining.meanings.naming import CallMeaning, call_meaning
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.words import parse_call
from tests.explaining.meanings.test_naming import evidence, facts, likeliest


def named(
    auction: str,
    key: str,
    points: tuple[int, int],
    passes: float = 0.3,
    force: int = 0,
    **suits: int,
) -> CallMeaning:
    """The last call of an auction, which partner passes with that chance."""
    *earlier, call = parse_auction(auction, Seat.N).calls
    held = evidence(facts(points, **suits), passes=passes)
    return call_meaning(call, likeliest(key, force), held, tuple(earlier))


@pytest.mark.parametrize(
    ("auction", "suits", "name"),
    [
        ("1H P 4C", {"H": 4, "C": 0}, "Splinter"),  # a jump with a fit and a short suit
        ("1H P 2C", {"H": 4, "C": 0}, "Artificial"),  # no jump
        ("1H P 4C", {"H": 4, "C": 6}, "Natural"),
        ("3H P 4H", {"H": 0}, "Artificial"),  # partner goes on
        ("1H P 2H", {"H": 3}, "Natural"),
    ],
)
def test_a_bid_is_natural_only_where_its_suit_is_held(
    auction: str, suits: dict[str, int], name: str
) -> None:
    assert named(auction, "natural", (12, 15), **suits).name == name


@pytest.mark.parametrize(
    ("auction", "key", "points", "name"),
    [
        ("1D 2S", "natural", (4, 10), "Weak jump overcall"),
        ("1D 2S", "weak_two", (5, 10), "Weak jump overcall"),
        ("2S", "weak_two", (5, 10), "Weak two-bid"),
        ("1D 1S", "natural", (8, 16), "Natural"),
        ("1D P 2S", "natural", (16, 21), "Strong jump shift"),
        ("1D P 2S", "natural", (2, 6), "Weak jump shift"),
        ("1D P 2S", "natural", (10, 15), "Natural"),
        ("1D 1H 2S", "natural", (16, 21), "Natural"),  # contested
        ("1D X P 2S", "natural", (8, 10), "Natural"),  # an answer to a double
        ("1D X P 2S", "weak_two", (8, 10), "Natural"),
        ("1S P 3S", "limit_raise", (9, 12), "Limit raise"),
        ("1S P 3S", "limit_raise", (5, 9), "Natural"),
    ],
)
def test_jumps_are_named_by_their_strength(
    auction: str, key: str, points: tuple[int, int], name: str
) -> None:
    assert named(auction, key, points, S=6).name == name


@pytest.mark.parametrize(
    ("auction", "suits", "name"),
    [
        ("1NT P 3NT X", {}, "Lead-directing double"),
        ("1D P 1S P 1NT P 3NT X", {}, "Lead-directing double"),
        ("1S P 3S P 6S P P X", {}, "Lightner double"),
        ("1S P 3S P 6S X", {}, "Penalty double"),  # the doubler leads
        ("1NT P 2C X", {"C": 5}, "Lead-directing double"),
        ("1S P 2S P 4S P P X", {"S": 4}, "Penalty double"),
    ],
)
def test_a_double_that_partner_leaves_in_is_not_for_takeout(
    auction: str, suits: dict[str, int], name: str
) -> None:
    assert named(auction, "takeout_double", (10, 20), passes=0.9, **suits).name == name
    takeout = named(auction, "takeout_double", (10, 20), passes=0.1, **suits)
    assert takeout.name == "Take-out double"
    assert takeout.sentence.endswith("; asks partner to bid.")


@pytest.mark.parametrize(
    ("auction", "name"),
    [
        ("1S 2H X", "Negative double"),
        ("P 1S 2H X", "Negative double"),
        ("1H 2H X", "Take-out double"),  # of both their suits, not of hearts
        ("1NT 2H X", "Take-out double"),
        ("1S X 2S X", "Responsive double"),
        ("1H 2C 2H X", "Responsive double"),
        ("1H X 2C X", "Take-out double"),  # no raise
        ("1S P 2S X", "Take-out double"),
        ("1S P 1NT X", "Take-out double"),
        ("1NT X", "Penalty double"),
        ("1NT P P X", "Penalty double"),
        ("1S X XX 2H X", "Penalty double"),
        ("1S X XX P P 2H X", "Penalty double"),
        ("P 1S X XX 2H P P X", "Penalty double"),
    ],
)
def test_the_auction_names_a_double(auction: str, name: str) -> None:
    for key in ("takeout_double", "natural"):
        stated = named(auction, key, (10, 20), passes=0.1).name
        assert stated == ("Double" if (key, name) == ("natural", "Take-out double") else name)


@pytest.mark.parametrize(
    ("auction", "three", "name"),
    [
        ("1C P 1H 1S X", 0.85, "Support double"),
        ("1C P 1H 1S X", 0.5, "Take-out double"),
        ("1C P 1H 2S X", 0.85, "Take-out double"),  # three hearts is the cheapest raise
    ],
)
def test_a_double_on_three_cards_of_partners_suit_is_a_support_double(
    auction: str, three: float, name: str
) -> None:
    *earlier, call = parse_auction(auction, Seat.N).calls
    held = evidence(facts((11, 21)))
    held.lengths[Suit.H] = [0, 0, 1 - three, three] + [0] * 10
    assert call_meaning(call, likeliest("takeout_double"), held, tuple(earlier)).name == name


def test_only_the_side_that_opened_doubles_negatively() -> None:
    assert named("1D 2C 2H X", "negative_double", (8, 12)).name == "Take-out double"
    assert named("2C 2H X", "negative_double", (8, 12)).name == "Negative double"


@pytest.mark.parametrize(
    ("auction", "name"), [("1H X XX", "Redouble"), ("1NT X XX", "Redouble"), ("1S 2S X", "Double")]
)
def test_doubles_and_redoubles_without_a_name_are_not_natural(auction: str, name: str) -> None:
    assert named(auction, "natural", (10, 20)).name == name


def test_a_pass_of_partners_takeout_double_with_their_suit_is_for_penalty() -> None:
    assert named("1D X P P", "natural", (6, 12), D=5).name == "Penalty pass"
    assert named("1S P P X P P", "natural", (6, 12), S=5).name == "Penalty pass"
    assert named("1D X P P", "natural", (6, 12), D=1).name == "Pass"
    assert named("1D X P 1H P P", "natural", (6, 12), D=5).name == "Pass"
    assert named("1S X XX 2H X P P", "natural", (6, 12), H=5).name == "Pass"  # theirs, for penalty


def test_a_raise_that_partner_passes_is_natural_with_few_cards() -> None:
    assert named("3H P 4H", "natural", (9, 17), passes=0.99, H=1).name == "Natural"


def test_a_raise_that_is_hardly_ever_made_on_two_cards_promises_three() -> None:
    said = named("1H 1S 2H", "natural", (6, 10), passes=0.9, H=3)
    assert said.promised.lengths[Suit.H][0] == 3
    assert "three or more hearts" in said.sentence


def test_a_bid_that_partner_often_passes_needs_less_to_be_natural() -> None:
    *earlier, call = parse_auction("1H P 2C", Seat.N).calls
    for passes, name in ((0.4, "Natural"), (0.01, "Artificial")):
        held = evidence(facts((6, 10)), passes=passes)
        held.lengths[Suit.C] = [0, 0, 0.3, 0.3, 0.2, 0.2] + [0] * 8
        assert call_meaning(call, likeliest("natural"), held, tuple(earlier)).name == name


def test_a_jump_to_five_notrump_asks_for_top_trumps() -> None:
    said = named("1S P 3S P 5NT", "natural", (16, 21), passes=0.001, S=5)
    assert said.sentence == "Grand slam force: 16–21 HCP; asks for top honours in trumps."
    assert named("1S P 3S P 4NT P 5D P 5NT", "natural", (16, 21), S=5).name == "Natural"


def test_a_preference_for_partners_suit_is_natural_with_two_cards() -> None:
    assert named("1H P 1S P 2C P 2H", "natural", (6, 9), H=2).name == "Natural"
    assert named("1H P 1S P 2C P 2H", "natural", (6, 9), passes=0.7, H=2).name == "Preference"
    assert named("1H P 1S P 2C P 3H", "natural", (6, 9), passes=0.7, H=2).name == "Natural"
    assert named("1H P 1S P 2C P 3C", "natural", (6, 9), passes=0.7, C=4).name == "Natural"
    assert named("1H P 1S P 2C P 2D", "natural", (6, 9), D=1).name == "Artificial"


def test_a_bid_that_partner_always_passes_is_to_play() -> None:
    assert named("1NT P 4S", "natural", (6, 9), passes=0.95, S=6).sentence.endswith("; to play.")
    assert "to play" not in named("1D 3S", "natural", (6, 9), passes=0.95, S=7).sentence


def test_a_takeout_double_is_usually_short_in_theirs_with_support_for_the_rest() -> None:
    said = named("1H X", "takeout_double", (12, 18), S=4, H=1, D=4, C=3)
    assert "(usually short in hearts, support for the other suits" in said.sentence


def test_an_answer_says_nothing_of_force() -> None:
    said = named("1S P 4NT P 5D", "ace_answer:1", (12, 20), passes=0.001, force=1)
    assert said.sentence == "Response to the ace ask: one ace."
    assert (
        named("2NT P 3C P 3D", "no_four_card_major", (20, 21), passes=0.001).forcing is Forcing.NO
    )


def test_a_call_that_partner_never_passes_is_forcing_whatever_its_label() -> None:
    assert named("1S 2NT", "natural", (6, 20), passes=0.001).sentence.endswith("; forcing.")
    assert "forcing" not in named("1S 2NT", "natural", (6, 20), passes=0.3).sentence
    assert "forcing" not in named("1S 2D", "natural", (6, 20), passes=0.4, force=1).sentence
    assert "; forcing" in named("1S 2D", "natural", (6, 20), passes=0.1, force=1).sentence


@pytest.mark.parametrize("suit", Suit)
def test_a_bid_of_a_suit_is_usually_longer_in_that_suit_alone(suit: Suit) -> None:
    call = parse_call(f"1{suit.name}")
    held = evidence(facts((11, 21), **{suit.name: 3}))
    held = held._replace(facts=held.facts._replace(at_least=(5, 5, 5, 5)))
    said = call_meaning(call, likeliest("natural"), held)
    assert f"(usually 5+ {suit.plural}" in said.sentence
    assert said.sentence.count("5+") == 1
