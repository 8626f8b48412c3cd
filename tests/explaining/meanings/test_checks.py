"""Names of calls checked against what the caller holds and what partner does."""

from __future__ import annotations

import pytest

from bidding.domain.table import Seat
from bidding.explaining.meanings.naming import CallMeaning, call_meaning
from bidding.parsing.text.auction_text import parse_auction
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


def test_a_pass_of_partners_takeout_double_with_their_suit_is_for_penalty() -> None:
    assert named("1D X P P", "natural", (6, 12), D=5).name == "Penalty pass"
    assert named("1D X P P", "natural", (6, 12), D=1).name == "Pass"


def test_a_jump_to_five_notrump_asks_for_top_trumps() -> None:
    said = named("1S P 3S P 5NT", "natural", (16, 21), passes=0.001, S=5)
    assert said.sentence == "Grand slam force: 16–21 HCP; asks for top honours in trumps."
    assert named("1S P 3S P 4NT P 5D P 5NT", "natural", (16, 21), S=5).name == "Natural"


def test_a_preference_for_partners_suit_is_natural_with_two_cards() -> None:
    assert named("1H P 1S P 2C P 2H", "natural", (6, 9), H=2).name == "Natural"
    assert named("1H P 1S P 2C P 2D", "natural", (6, 9), D=1).name == "Artificial"


def test_a_bid_that_partner_always_passes_is_to_play() -> None:
    assert named("1NT P 4S", "natural", (6, 9), passes=0.95, S=6).sentence.endswith("; to play.")
    assert "to play" not in named("1D 3S", "natural", (6, 9), passes=0.95, S=7).sentence


def test_a_takeout_double_is_usually_short_in_theirs_with_support_for_the_rest() -> None:
    said = named("1H X", "takeout_double", (12, 18), S=4, H=1, D=4, C=3)
    assert "(usually short in hearts, support for the other suits" in said.sentence


def test_a_call_that_partner_never_passes_is_forcing_whatever_its_label() -> None:
    assert named("1S 2NT", "natural", (6, 20), passes=0.001).sentence.endswith("; forcing.")
    assert "forcing" not in named("1S 2NT", "natural", (6, 20), passes=0.3).sentence
    assert "forcing" not in named("1S 2D", "natural", (6, 20), passes=0.4, force=1).sentence
    assert "; forcing" in named("1S 2D", "natural", (6, 20), passes=0.1, force=1).sentence
