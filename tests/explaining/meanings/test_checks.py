"""Names of calls checked against what the caller holds and what partner does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bidding.domain.conventions import MEANING_INDEX, MEANINGS, Forcing
from bidding.domain.table import Seat, Suit
from bidding.explaining.meanings.call_meaning import CallMeaning, call_meaning
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.words import parse_call
from tests.explaining.meanings.test_naming import evidence, facts, likeliest


def named(
    auction: str,
    key: str,
    points: tuple[int, int],
    passes: float = 0.3,
    force: int = 0,
    before: str = "",
    **suits: int,
) -> CallMeaning:
    """The last call of an auction, which partner passes with that chance; ``before`` are the
    meanings of the last calls before it."""
    *earlier, call = parse_auction(auction, Seat.N).calls
    held = evidence(facts(points, **suits), passes=passes)
    last = [MEANINGS[MEANING_INDEX[name]] for name in before.split()]
    known = (*[None] * (len(earlier) - len(last)), *last)
    return call_meaning(call, likeliest(key, force), held, tuple(earlier), known)


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
        ("1D 1H 2S", "natural", (3, 7), "Weak jump shift"),
        ("1D 1H 2S", "strong_jump_shift", (2, 8), "Weak jump shift"),
        ("1D P 2S", "strong_jump_shift", (17, 21), "Strong jump shift"),
        ("2C 2S", "weak_two", (5, 10), "Natural"),  # no jump
        ("1D 1H 2S", "preempt", (3, 7), "Pre-empt"),
        ("1S 2H 3S", "preempt", (2, 6), "Pre-emptive raise"),
        ("1H 2H P 4S", "preempt", (5, 16), "Natural"),  # to play
        ("1D X P 2S", "natural", (8, 10), "Natural"),  # an answer to a double
        ("1D X P 2S", "weak_two", (8, 10), "Natural"),
        ("1S P 3S", "limit_raise", (9, 12), "Limit raise"),
        ("1S P 3S", "limit_raise", (5, 9), "Pre-emptive raise"),
        ("1S P 3S", "natural", (9, 12), "Limit raise"),
        ("1S P 3S", "natural", (5, 9), "Pre-emptive raise"),
        ("1S P 3S", "natural", (13, 16), "Natural"),
        ("1S 3D 3S", "natural", (5, 9), "Natural"),  # no jump
    ],
)
def test_jumps_are_named_by_their_strength(
    auction: str, key: str, points: tuple[int, int], name: str
) -> None:
    assert named(auction, key, points, S=6).name == name


@pytest.mark.parametrize(
    ("auction", "before", "points", "name"),
    [
        ("1D 1S 2H", "natural natural", (8, 12), "Negative free bid"),
        ("1D 1S 2H", "precision_diamond natural", (8, 12), "Negative free bid"),
        ("1D 1S 2H", "natural natural", (8, 37), "Natural"),
        ("1D 1S 2H", "natural natural", (3, 7), "Natural"),
        ("1D 1S 3H", "natural natural", (8, 12), "Natural"),  # a jump
        ("1H 1S 2H", "natural natural", (8, 12), "Raise"),
        ("2D 2S 3H", "weak_two natural", (8, 12), "Natural"),
        ("1D P 2H", "natural natural", (8, 12), "Natural"),
        ("1D P P 1S P P 2H", "natural natural natural natural", (8, 12), "Natural"),
        ("P 1D 1S 2H", "natural natural", (8, 12), "Negative free bid"),
        ("P P 1D 1S 2H", "natural natural", (8, 11), "Natural"),  # a passed hand
    ],
)
def test_a_limited_new_suit_over_an_overcall_is_a_negative_free_bid(
    auction: str, before: str, points: tuple[int, int], name: str
) -> None:
    assert named(auction, "natural", points, before=before, H=5).name == name


@pytest.mark.parametrize(
    ("auction", "before", "name"),
    [
        ("1S P 3S P 4C P 4H", "cue_bid natural", "Control bid"),
        ("1S P 3S P 4C P 4D", "cue_bid natural", "Control bid"),
        ("1S P 3S P 4C P 4NT", "cue_bid natural", "Artificial"),
        ("1S P 3S P 4C P 5D", "cue_bid natural", "Artificial"),
        ("1S P 3S P 4C P 4H", "splinter natural", "Slam try"),
    ],
)
def test_a_control_may_be_bid_in_turn(auction: str, before: str, name: str) -> None:
    assert named(auction, "unnamed", (9, 12), passes=0, before=before, S=4).name == name


def test_opener_does_not_ask_by_stayman() -> None:
    assert named("2D P 2NT P 3C", "stayman", (11, 15), C=4).name != "Stayman"
    assert named("1D P 1H P 2NT P 3C", "stayman", (8, 37), C=2).name == "Stayman"


EVEN = {"S": 5, "H": 2, "D": 2, "C": 2}


@pytest.mark.parametrize(
    ("auction", "before", "points", "passes", "said"),
    [
        ("1C P 1D", "precision_club natural", (0, 7), 0, "Negative response: at most 7 HCP"),
        ("1C X 1D", "polish_club takeout_double", (0, 7), 0, "Negative response"),
        ("1C P 1D", "precision_club natural", (8, 12), 0, "Artificial"),
        ("1C P 1D", "natural natural", (0, 7), 0, "Artificial"),
        ("2D P 2NT", "precision_two_diamonds natural", (11, 37), 0, "2NT enquiry: 11+ HCP; asks"),
        ("2D P 2NT", "weak_two natural", (11, 37), 0, "Artificial"),
        ("3C X P 4C", "takeout_double natural", (12, 20), 0, "Strength-showing cue-bid"),
        ("3C X P 4D", "takeout_double natural", (12, 20), 0, "Artificial"),
        ("3C X P 4C", "takeout_double natural", (12, 20), 0.3, "Artificial"),
        ("1S P 2S P 2NT", "natural natural", (14, 17), 0, "Game try: 14–17 HCP"),
        ("1C P 1H P 2H P 2S", "natural natural", (10, 14), 0, "Game try"),
        ("1S P 2S P 4C", "natural natural", (14, 17), 0, "Artificial"),
        ("1S P 2H P 2NT", "natural natural", (14, 17), 0, "Artificial"),
        ("4NT", "", (4, 37), 0, "Artificial"),
        ("1H P 2H X P 3H", "takeout_double natural", (2, 14), 0, "Artificial"),  # a weak hand
        ("1H P 2H P 2NT", "natural natural", (6, 16), 0, "Artificial"),
        (
            *("1C P 1S P 2S P 2NT", "precision_club natural natural natural natural natural"),
            *((12, 15), 0, "Artificial"),
        ),
    ],
)
def test_the_auction_names_an_artificial_bid(
    auction: str, before: str, points: tuple[int, int], passes: float, said: str
) -> None:
    bid = named(auction, "unnamed", points, passes=passes, before=before)
    assert bid.sentence.startswith(said)


def test_a_call_is_as_artificial_as_its_name() -> None:
    shift = named("1H P 3C", "mini_splinter", (17, 21), C=5)
    assert (shift.name, shift.artificial) == ("Strong jump shift", 0)
    cue_bid = named("3C X P 4C", "natural", (12, 20), passes=0, before="takeout_double natural")
    assert (cue_bid.name, cue_bid.artificial) == ("Strength-showing cue-bid", 1)


def test_an_asking_opening_says_nothing_of_points() -> None:
    assert named("4NT", "specific_ace_ask", (4, 37)).sentence == (
        "Specific ace ask: asks for aces."
    )


@pytest.mark.parametrize(("opening", "name"), [("natural", "Reverse"), ("polish_club", "Natural")])
def test_a_reverse_is_over_a_natural_opening(opening: str, name: str) -> None:
    before = f"{opening} natural natural natural"
    assert named("1C P 1NT P 2H", "reverse", (16, 21), before=before, H=4).name == name


def test_notrump_over_an_ask_for_a_stopper_has_it() -> None:
    asked = "fourth_suit_forcing natural"
    bid = named("1D P 1H P 1S P 2C P 2NT", "natural", (12, 14), before=asked)
    assert bid.sentence == "Natural: 12–14 HCP, a stopper in clubs."


def test_opener_bids_a_minor_over_a_forcing_notrump_on_few_cards() -> None:
    def rebid(answer: str) -> CallMeaning:
        held = evidence(facts((11, 15), C=3), passes=0.1)
        held.lengths[Suit.C] = np.eye(14)[2] * 0.2 + np.eye(14)[3] * 0.8
        *earlier, call = parse_auction("1H P 1NT P 2C", Seat.N).calls
        known = (None, None, MEANINGS[MEANING_INDEX[answer]], None)
        return call_meaning(call, likeliest("natural"), held, tuple(earlier), known)

    assert rebid("forcing_notrump").name == "Natural"
    assert rebid("natural").name == "Artificial"


@pytest.mark.parametrize(
    ("auction", "asked", "points", "suits", "said"),
    [
        ("2S P 2NT P 3D", "ogust", (5, 7), {}, "Response to Ogust: a minimum with a good suit"),
        ("2S P 2NT P 3S", "ogust", (8, 10), {}, "Response to Ogust: a maximum with a good suit"),
        ("2S P 2NT P 3NT", "ogust", (8, 10), {}, "Response to Ogust: a maximum, 8–10"),
        ("2S P 2NT P 3NT", "ogust", (9, 10), {}, "Response to Ogust: a maximum with a solid suit"),
        ("2S P 2NT P 3D", "ogust", (5, 10), {}, "Artificial"),
        ("2S P 2NT X 3D", "ogust", (5, 7), {}, "Artificial"),
        ("2H P 2NT P 3H", "feature_ask", (5, 7), {}, "Response to the feature ask: a minimum"),
        ("2H P 2NT P 3H", "feature_ask", (8, 10), {"H": 6}, "Natural"),
        ("P P 1S P 2C P 2D", "drury", (10, 12), {}, "Response to Drury: a minimum, 10–12"),
        ("P P 1S P 2C P 2S", "drury", (12, 14), {}, "Response to Drury: a full opening"),
        ("P P 1S P 2C P 2S", "drury", (10, 14), {}, "Natural"),
        ("P P 1S P 2C P 2D", "reverse_drury", (12, 14), {}, "Response to Drury: a full opening"),
        ("P P 1S P 2C P 2S", "reverse_drury", (10, 12), {}, "Response to Drury: a minimum"),
        (
            *("1S P 2NT P 3S", "jacoby_two_notrump", (16, 21), EVEN),
            "Response to Jacoby 2NT: extra strength without shortness",
        ),
        ("1S P 2NT P 3S", "jacoby_two_notrump", (16, 21), {"S": 5, "H": 1}, "Natural"),
        ("1S P 2NT P 4S", "jacoby_two_notrump", (10, 13), EVEN, "Minimum, no shortness"),
        (
            *("1S P 2NT P 4S", "jacoby_two_notrump", (10, 13), {"S": 5, "H": 1}),
            "Response to Jacoby 2NT: a minimum",
        ),
        ("1S P 2NT P 4C", "jacoby_two_notrump", (13, 16), {"C": 5}, "Second suit: five or more"),
        ("1S P 2NT P 4C", "jacoby_two_notrump", (13, 16), {"C": 1}, "Artificial"),
    ],
)
def test_an_answer_tells_the_strength_where_the_hands_bear_it_out(
    auction: str, asked: str, points: tuple[int, int], suits: dict[str, int], said: str
) -> None:
    held = suits or {"S": 6}
    answer = named(auction, "natural", points, before=f"{asked} natural", **held)
    assert answer.sentence.startswith(said)


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
        ("1C P 1H 1S X", 0.5, "Double"),
        ("1C P 1H 2S X", 0.85, "Double"),  # three hearts is the cheapest raise
    ],
)
def test_a_double_on_three_cards_of_partners_suit_is_a_support_double(
    auction: str, three: float, name: str
) -> None:
    *earlier, call = parse_auction(auction, Seat.N).calls
    held = evidence(facts((11, 21)))
    held.lengths[Suit.H] = [0, 0, 1 - three, three] + [0] * 10
    assert call_meaning(call, likeliest("natural"), held, tuple(earlier)).name == name


def test_a_pair_without_support_doubles_doubles_for_takeout() -> None:
    said = named("1C P 1H 1S X", "takeout_double", (12, 17), passes=0.05, H=3)
    assert said.name == "Take-out double"
    assert named("1C P 1H 1S X", "support_double", (12, 17), H=3).name == "Support double"


@pytest.mark.parametrize(
    ("auction", "key", "before", "suits", "name"),
    [
        ("1H 2NT P 3D", "natural", "unusual_notrump natural", {"D": 2}, "Preference"),
        ("1NT 2D P 2H", "natural", "cappelletti natural", {"H": 2}, "Preference"),
        ("1NT 2C P 2H", "natural", "cappelletti natural", {"H": 5}, "Natural"),  # one unknown suit
        ("1NT 2C P 2D", "unnamed", "cappelletti natural", {}, "Relay"),
        ("1NT 2C P 2S", "unnamed", "cappelletti natural", {}, "Artificial"),
        ("1C P 1D", "unnamed", "precision_club natural", {}, "Artificial"),
        ("1NT 2S 2NT P 3C", "transfer_completed", "lebensohl natural", {}, "Relay"),
        ("1NT P 2S P 3C", "transfer_completed", "minor_transfer natural", {}, "Transfer completed"),
        ("1NT X", "cappelletti", "natural", {}, "Penalty double"),
        ("1NT 2C", "cappelletti", "natural", {}, "Cappelletti"),
        ("1S P 3S P 4NT P 5D X", "natural", "ace_answer:1", {}, "Lead-directing double"),
        ("1S P 3S P 4NT P 5S X", "natural", "ace_answer:3", {}, "Penalty double"),
        ("1C P 1H 2C", "michaels", "natural", {"C": 5}, "Natural"),
        ("1C 2C", "michaels", "natural", {"C": 1}, "Michaels cue-bid"),
        ("1NT X 2D", "jacoby_transfer", "natural", {"D": 5, "H": 2}, "No agreement known"),
        ("1NT X 2D", "jacoby_transfer", "natural", {"H": 5}, "Jacoby transfer"),
        ("1D X 2H", "fit_jump", "takeout_double", {"H": 6}, "Weak jump shift"),
    ],
)
def test_a_name_fits_what_was_called_before(
    auction: str, key: str, before: str, suits: dict[str, int], name: str
) -> None:
    assert named(auction, key, (0, 9), passes=0.9, before=before, **suits).name == name


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
    agreed = named("1S P 2S P 3C P 3S", "natural", (5, 7), passes=0.7, S=3)
    assert agreed.name == "Natural"


def test_a_raise_is_named_for_the_suit_that_partner_has_bid() -> None:
    assert named("1D P 2D", "two_over_one", (10, 15), before="natural natural", D=4).name == (
        "Inverted minor raise"
    )
    assert named("1D P 2C", "two_over_one", (10, 15), before="natural natural", C=4).name == (
        "Two-over-one response"
    )
    shown = named("1C P 1S P 1NT P 2D P 2S", "unnamed", (11, 12), before="natural " * 8, S=3)
    assert shown.name == "Raise"
    assert named("1D P 1H P 2H", "natural", (12, 15), before="natural " * 4, H=4).name == "Raise"
    again = named("1H P 2H P 4H", "natural", (16, 20), before="natural " * 4, H=6)
    assert again.name == "Natural"  # the own suit
    chosen = named("1S P 1NT P 2D P 2S", "sign_off", (6, 10), passes=0.95, S=2)
    assert chosen.name == "Preference"


def test_an_invitation_without_an_upper_limit_is_a_forcing_raise() -> None:
    raise_ = named("1S P 2NT", "invitation", (10, 37), passes=0, S=3)
    assert (raise_.name, raise_.forcing) == ("Limit raise or better", Forcing.ROUND)
    assert named("1S P 2NT", "invitation", (10, 12), passes=0, S=3).name == "Invitation"


def test_a_bid_that_partner_always_passes_is_to_play() -> None:
    assert named("1NT P 4S", "natural", (6, 9), passes=0.95, S=6).sentence.endswith("; to play.")
    assert "to play" not in named("1D 3S", "natural", (6, 9), passes=0.95, S=7).sentence


def with_partner(said: CallMeaning, points: float) -> str:
    """The sentence of a call whose partner is expected to have so many points."""
    return replace(said, evidence=said.evidence._replace(partner_points=points)).sentence


@pytest.mark.parametrize(
    ("auction", "points", "partners", "end"),
    [
        ("1NT P 2NT", (10, 13), 13, "; invites to game."),  # however often partner passes
        ("1NT P 2D", (3, 9), 13, "; to play."),
        ("1NT P 3NT", (10, 16), 13, "; to play."),
        ("1S P 2S P 3S", (14, 18), 7.5, "; invites to game."),
        ("1H P 1S P 2H P 3H", (8, 12), 12, "; invites to game."),
        ("1S P 2S", (7, 11), 14, "HCP."),  # the cheapest raise
        ("1S P 3S", (9, 14), 13.5, "; invites to game."),
        ("1S P 2H P 3H", (10, 13), 13, "HCP."),  # partner's answer is not limited
        ("1S X P 2H", (7, 9), 15, "HCP."),
        ("1S X P 3H", (8, 11), 15, "; invites to game."),  # a jump
        ("2C P 2D P 2NT", (22, 24), 3, "HCP."),  # partner has not promised a point
        ("1NT P 4NT", (15, 16), 16, "; invites to slam."),
    ],
)
def test_a_limited_bid_that_may_lead_to_game_invites_to_it(
    auction: str, points: tuple[int, int], partners: float, end: str
) -> None:
    key = "quantitative_four_notrump" if auction.endswith("4NT") else "natural"
    said = named(auction, key, points, passes=0.95, S=4, H=4, D=5)
    assert with_partner(said, partners).endswith(end)


def test_a_limited_opening_and_a_natural_3nt_may_be_passed() -> None:
    assert named("2D", "precision_two_diamonds", (11, 15), passes=0, force=1).forcing is Forcing.NO
    assert named("2C", "strong_two_clubs", (20, 37), passes=0, force=1).forcing is Forcing.ROUND
    assert named("1S P 3NT", "natural", (13, 15), passes=0, force=1).forcing is Forcing.NO


def test_the_force_of_a_bid_that_the_network_does_not_know_follows_from_its_strength() -> None:
    unsure = likeliest("natural")._replace(forcing_chance=0.4)
    *earlier, call = parse_auction("1NT P 3H", Seat.N).calls

    def force(points: tuple[int, int]) -> Forcing | None:
        held = evidence(facts(points, H=6), passes=0.03)
        return call_meaning(call, unsure, held, tuple(earlier)).forcing

    assert force((14, 37)) is Forcing.ROUND
    assert force((7, 9)) is None
    assert named("1NT P 3D", "natural", (7, 9), passes=0.13, force=1, D=6).forcing is Forcing.NO
    assert named("1D P 2S", "strong_jump_shift", (17, 20), force=1, S=5).forcing is Forcing.GAME


def test_a_three_suited_hand_says_all_of_them() -> None:
    said = named("2D", "precision_two_diamonds", (11, 15), S=3, H=3, D=0, C=4).sentence
    assert "four or more clubs, three or more spades, three or more hearts, at most" in said


def test_a_takeout_double_is_usually_short_in_theirs_with_support_for_the_rest() -> None:
    *earlier, call = parse_auction("1H X", Seat.N).calls
    held = evidence(facts((12, 18), S=4, H=1, D=4, C=3))
    said = call_meaning(call, likeliest("takeout_double"), held, tuple(earlier))
    assert "three or more clubs, 12–18 HCP (usually short in hearts" in said.sentence
    assert "support for the other suits" not in said.sentence  # it is promised
    held.lengths[Suit.C] = [0, 0, 0.1, 0.5, 0.4] + [0] * 9
    open_suits = held.promise._replace(lengths=((4, 13), (1, 2), (4, 13), (2, 13)))
    said = call_meaning(
        call, likeliest("takeout_double"), held._replace(promise=open_suits), tuple(earlier)
    )
    assert "(usually short in hearts, support for the other suits" in said.sentence


@pytest.mark.parametrize(
    ("auction", "key", "before", "said"),
    [
        ("1D 1NT", "natural", "natural", "15–17 HCP, a stopper in diamonds"),
        ("1C 1NT", "natural", "polish_club", "15–17 HCP"),  # clubs were not shown
        ("1NT", "natural", "", "15–17 HCP"),
        ("1D P 1S 1NT", "natural", "natural", "15–17 HCP"),  # which suit is not known
        ("1D 1S 1NT", "notrump_with_stopper:S", "natural", "15–17 HCP, a stopper in spades"),
        ("1D P 1H P 2NT", "notrump_with_stopper:C", "natural", "15–17 HCP"),
    ],
)
def test_natural_notrump_bids_have_stoppers_in_the_opponents_suits(
    auction: str, key: str, before: str, said: str
) -> None:
    found = named(auction, key, (15, 17), before=before, S=3, H=3, D=3, C=3)
    assert found.sentence.rstrip(".").endswith(said)


@pytest.mark.parametrize(
    ("auction", "key", "before", "suits", "name"),
    [
        ("1C P 1H P 1NT P 2C P 2D", "natural", "two_way_checkback natural", {}, "Relay"),
        ("1C P 1H P 1NT P 2D P 2S", "natural", "two_way_checkback natural", {"S": 4}, "Natural"),
        ("1C P 1H P 1NT P 2C X 2D", "natural", "two_way_checkback natural", {"D": 4}, "Natural"),
        ("1D P 1S P 1NT P 2D P 2H", "unnamed", "two_way_checkback natural", {"H": 4}, "Natural"),
        ("1D P 1S P 1NT P 3C", "splinter", "natural natural", {"C": 4}, "Natural"),
        ("1D P 1S P 1NT P 3C", "splinter", "natural natural", {"C": 0}, "Splinter"),
        # a return to partner's suit over the answer to an ask, or over a second suit
        (
            *("2S P 2NT P 3C P 3S", "sign_off", "ogust natural natural natural"),
            *({"S": 2}, "Sign-off"),
        ),
        (
            *("1S P 1NT P 2D P 2S", "sign_off", "natural natural natural natural"),
            *({"S": 2}, "Preference"),
        ),
    ],
)
def test_answers_and_what_follows_are_named_by_what_was_asked(
    auction: str, key: str, before: str, suits: dict[str, int], name: str
) -> None:
    assert named(auction, key, (12, 15), passes=0.6, before=before, **suits).name == name


def test_the_invitation_of_two_way_checkback_asks_for_two_diamonds() -> None:
    for bid, asked in (("2C", "asks partner to bid 2♦"), ("2D", "asks for three-card support")):
        said = named(f"1C P 1H P 1NT P {bid}", "two_way_checkback", (9, 12), force=1)
        assert asked in said.sentence


@pytest.mark.parametrize(("tried", "end"), [("game_try", "HCP."), ("natural", "game.")])
def test_to_decline_a_game_try_invites_nobody(tried: str, end: str) -> None:
    before = f"{tried} natural"
    declined = named("1H P 2H P 3D P 3H", "natural", (6, 9), before=before, H=3)
    assert with_partner(declined, 16).endswith(end)


def test_an_answer_to_an_ask_does_not_invite() -> None:
    for asked, end in (("new_minor_forcing", "HCP."), ("natural", "; invites to game.")):
        said = named("1D P 1S P 1NT P 2C P 2NT", "natural", (12, 14), 0.3, 0, f"{asked} natural")
        assert with_partner(said, 12).endswith(end)


def test_lebensohl_asks_for_three_clubs() -> None:
    said = named("1NT 2S 2NT", "lebensohl", (5, 10), passes=0.001, force=1)
    assert said.sentence.endswith("; asks partner to bid 3♣.")
    assert "asks" not in named("1NT 2S 3S", "lebensohl", (9, 14), force=1).sentence


def test_what_a_name_says_is_not_said_again() -> None:
    said = named("1S 2S P 2NT", "asks_longer_suit", (0, 37), passes=0.001, force=1)
    assert said.sentence == "Asks for the longer suit: forcing."


@pytest.mark.parametrize(
    ("auction", "key", "suits", "chances", "said"),
    [
        ("1NT 2H", "cappelletti", "DC", {2: 0.3, 3: 0.3, 4: 0.4}, "four or more of a minor"),
        (
            "1NT 2D",
            "multi_landy",
            "SH",
            {3: 0.4, 5: 0.3, 6: 0.3},
            "five or more of a major",
        ),
        ("1NT 2D", "cappelletti", "SH", {4: 0.5, 5: 0.5}, "four or more spades"),
    ],
)
def test_a_defence_to_one_notrump_names_the_suits_of_which_it_has_one(
    auction: str, key: str, suits: str, chances: dict[int, float], said: str
) -> None:
    *earlier, call = parse_auction(auction, Seat.N).calls
    table = facts((10, 15))
    for suit in suits:
        table.lengths[0, Suit[suit]] = 0
        table.lengths[0, Suit[suit], list(chances)] = list(chances.values())
    found = call_meaning(call, likeliest(key), evidence(table), tuple(earlier))
    assert said in found.sentence


def test_leaping_michaels_promises_the_other_major() -> None:
    *earlier, call = parse_auction("2S 4C", Seat.N).calls
    held = evidence(facts((13, 18), C=5))
    held.lengths[Suit.H] = [0, 0.1, 0, 0, 0, 0.9] + [0] * 8
    said = call_meaning(call, likeliest("leaping_michaels"), held, tuple(earlier))
    assert "five hearts" in said.sentence


def test_a_natural_bid_that_promises_no_points_says_what_is_usual() -> None:
    said = named("1H X P 1S", "natural", (0, 37), S=4)
    assert "HCP)" in said.sentence


def test_an_answer_says_nothing_of_force() -> None:
    said = named("1S P 4NT P 5D", "ace_answer:1", (12, 20), passes=0.001, force=1)
    assert said.sentence == "Response to the ace ask: one ace."
    assert (
        named("2NT P 3C P 3D", "no_four_card_major", (20, 21), passes=0.001).forcing is Forcing.NO
    )


def test_a_call_that_partner_never_passes_is_forcing_whatever_its_label() -> None:
    assert named("1S P 2NT", "natural", (6, 20), passes=0.001).sentence.endswith("; forcing.")
    assert "forcing" not in named("1S P 2NT", "natural", (6, 20), passes=0.3).sentence
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


def test_new_minor_forcing_tells_the_fifth_card_of_the_major() -> None:
    said = named("1D P 1S P 1NT P 2C", "new_minor_forcing", (11, 15), S=5)
    shows, asks = "five or more spades, 11–15 HCP", "three-card support or the other major"
    assert said.sentence == f"New minor forcing: {shows}; asks for {asks}."


def test_an_answer_about_the_length_of_a_suit_tells_the_strength_too() -> None:
    said = named("1C P 1S P 2D P 2H", "shows_length:4S", (7, 10), S=4)
    assert said.sentence == "Shows suit length: four spades, 7–10 HCP."


def test_notrump_after_a_transfer_shows_just_five_cards() -> None:
    before = "jacoby_transfer natural transfer_completed natural"
    said = named("1NT P 2H P 2S P 2NT", "natural", (7, 8), before=before, S=5)
    for most, sentence in ((5, "Natural: five spades, 7–8 HCP."), (8, "Natural: 7–8 HCP.")):
        promise = said.promise._replace(
            lengths=((5, most), (2, 6), (2, 6), (1, 6)),
            new_least=(False,) * len(Suit),
            new_most=(True,) * len(Suit),
        )
        told = replace(said, evidence=said.evidence._replace(promise=promise))
        assert told.sentence == sentence


def test_a_pass_of_a_takeout_double_of_three_shows_three_trumps() -> None:
    before = "natural takeout_double natural"
    assert named("3C X P P", "natural", (8, 16), before=before, C=3).name == "Penalty pass"
    assert named("2C X P P", "natural", (8, 16), before=before, C=3).name == "Pass"
    doubled = "natural natural natural cappelletti natural"
    assert named("1NT P P X P P", "penalty_pass", (0, 12), before=doubled).name == "Pass"


def test_a_bid_of_the_suit_below_over_a_double_of_partners_notrump_is_a_transfer() -> None:
    for hearts, name in ((5, "Jacoby transfer"), (2, "No agreement known")):
        held = evidence(facts((0, 9), H=hearts))
        *earlier, call = parse_auction("1NT X 2D", Seat.N).calls
        known = (MEANINGS[MEANING_INDEX["natural"]], None)
        unsure = likeliest("natural", chance=0.3)
        assert call_meaning(call, unsure, held, tuple(earlier), known).name == name


def test_three_notrump_over_a_raise_to_three_tries_for_slam() -> None:
    assert named("1S P 3S P 3NT", "unnamed", (15, 21), S=5).name == "Slam try"
    assert named("1S P 3S P 3NT", "unnamed", (11, 13), S=5).name == "Artificial"
    assert named("1H P 1S P 3S P 3NT", "unnamed", (11, 37), S=5).name == "Slam try"


def test_a_bid_below_game_over_a_splinter_tries_for_slam() -> None:
    splinter = "natural natural splinter natural"
    for auction, before, name in (
        ("1H P 3S P 3NT", splinter, "Slam try"),
        ("1S P 4C P 4H", splinter, "Slam try"),
        ("1S P 4C P 5C", splinter, "Artificial"),
        ("1S P 4C P 4H", "natural natural natural natural", "Artificial"),
    ):
        assert named(auction, "unnamed", (13, 21), before=before, S=5).name == name, auction


def test_a_cue_bid_over_partners_overcalled_notrump_shows_strength() -> None:
    for auction, name in (("1NT 2S 3S", "Strength-showing cue-bid"), ("1NT 2S 3D", "Artificial")):
        said = named(auction, "unnamed", (8, 37), passes=0.0, before="natural natural")
        assert said.name == name


def test_a_suit_that_tries_for_game_is_held() -> None:
    assert named("1S P 2S P 3D", "long_game_try", (14, 16), D=4).name == "Game try"
    assert named("1S P 2S P 2NT", "long_game_try", (14, 16), D=4).name == "Two-way game try"


def test_two_notrump_of_no_strength_over_a_takeout_double_is_artificial() -> None:
    before = "natural natural takeout_double natural"
    for points, name in (((1, 12), "Artificial"), ((8, 12), "Natural")):
        said = named("1S P 2S X P 2NT", "notrump_with_stopper:S", points, before=before)
        assert said.name == name


def test_what_may_force_to_game() -> None:
    """By recorded auctions: nothing too weak, and neither a transfer nor a try for game."""
    for key, points, may in (
        *[("natural", (10, 37), True), ("natural", (5, 37), False)],
        *[("game_try", (15, 21), False), ("jacoby_transfer", (10, 37), False)],
    ):
        said = named("1NT P 3D", key, points, 0.01, 1, D=5, H=5)
        told = replace(said, evidence=said.evidence._replace(partner_points=16))
        assert told.may_force_to_game is may


def test_a_redouble_that_partner_passes_is_to_play() -> None:
    for passes, end in ((0.95, "; to play."), (0.5, "HCP.")):
        assert named("1NT X XX", "natural", (8, 10), passes).sentence.endswith(end)


def promising(said: CallMeaning, **promised: Any) -> CallMeaning:
    """The same call with another promise."""
    promise = said.promise._replace(**promised)
    return replace(said, evidence=said.evidence._replace(promise=promise))


def test_a_range_that_is_little_too_wide_invites_by_its_usual_points() -> None:
    said = named("1S P 2S P 3S", "natural", (13, 15), S=5)
    for most, invites in ((17, True), (19, False)):
        told = promising(said, hcp=(11, most))
        assert with_partner(told, 8).endswith("; invites to game.") is invites


def test_notrump_is_usually_balanced_where_that_is_not_promised() -> None:
    said = named("1C P 1H P 1NT", "natural", (12, 14), S=2, H=2, D=3, C=4)
    for low, words in ((0, "(usually balanced"), (2, "Natural: balanced")):
        told = promising(said, lengths=((low, 5), *[(2, 5)] * 3))
        assert words in told.sentence


def test_a_raise_on_two_cards_is_usually_on_three() -> None:
    said = named("1H 3D 3H", "natural", (5, 13), passes=0.8, H=3)
    assert (
        "(usually 3+ hearts" in promising(said, lengths=((0, 13), (2, 5), *[(0, 13)] * 2)).sentence
    )


def test_drury_is_of_a_passed_hand_over_partners_opening() -> None:
    for auction, name in (
        *[
            ("P P 1H P 2C", "Drury"),
            ("1C 1H P 2C", "Cue-bid raise"),
            ("1H P 2C", "No agreement known"),
        ],
    ):
        assert named(auction, "drury", (9, 11), H=3).name == name
    for auction, name in (
        ("P P 1H P 2C P 2D", "Response to Drury"),
        ("1C 1H P 2C P 2D", "Artificial"),
    ):
        assert named(auction, "drury_answer:minimum", (8, 11), before="drury natural").name == name


def test_a_single_raise_is_not_pre_emptive() -> None:
    for auction, name in (
        *[
            ("1C X 2C", "Natural"),
            ("1C X 3C", "Pre-emptive raise"),
            ("2C P 3C", "Pre-emptive raise"),
        ],
    ):
        for key in ("preempt", "preemptive_raise"):
            assert named(auction, key, (3, 7), C=5).name == name


def test_a_reverse_tells_five_cards_of_the_first_suit_and_no_four() -> None:
    for cards, said in ((4, "Reverse: four or more hearts, 16–21"), (5, "five or more diamonds")):
        assert said in named("1D P 1S P 2H", "reverse", (16, 21), force=1, H=4, D=cards).sentence


def test_a_passed_hand_forces_nobody_by_a_new_suit() -> None:
    for auction, forcing in (("P P 1D X 1H", Forcing.NO), ("P 1D X 1H", Forcing.ROUND)):
        before = "natural takeout_double"
        said = named(auction, "natural", (5, 10), 0.0, force=1, before=before, H=4)
        assert said.forcing is forcing, auction


def test_a_bid_of_the_agreed_suit_is_natural() -> None:
    high = named("1D P 1H P 3H P 4H P 4S P 5H", "unnamed", (12, 15), 0.0)
    assert high.name == "Natural"
    assert named("1D P 1H P 2C P 5D", "unnamed", (12, 15), 0.0).name == "Artificial"


@pytest.mark.parametrize(
    ("auction", "key", "cards", "sentence"),
    [
        ("1S P 1NT P 2H P 2S", "preference", 2, "Preference: two or more spades, 6–9 HCP."),
        ("1H P 1S P 2C P 3D", "natural", 3, "Natural: three or more diamonds."),
    ],
)
def test_a_suit_is_named_where_nothing_else_is_shown(
    auction: str, key: str, cards: int, sentence: str
) -> None:
    *earlier, call = parse_auction(auction, Seat.N).calls
    held = evidence(facts((6, 9), S=2, D=3), passes=0.8)
    lengths = [(cards if suit is call.suit else 0, 13) for suit in Suit]
    no_news = (False,) * len(Suit)
    promise = held.promise._replace(
        lengths=tuple(lengths), new_hcp=False, new_least=no_news, new_most=no_news
    )
    said = call_meaning(call, likeliest(key), held._replace(promise=promise), tuple(earlier))
    assert said.sentence == sentence


def test_hardly_any_points_are_no_promise() -> None:
    *earlier, call = parse_auction("1NT P 2H 4H P P X", Seat.N).calls
    held = evidence(facts((5, 10)), passes=0.9)
    held = held._replace(promise=held.promise._replace(hcp=(1, 37)))
    said = call_meaning(call, likeliest("penalty_double"), held, tuple(earlier))
    assert said.sentence == "Penalty double: usually 5–9 HCP."


def test_nobody_invites_in_competition_who_has_passed_partners_bid() -> None:
    for auction, invites in (("P 1D X P 1S P P 3D", False), ("P 1D X 1H 1S P P 3D", True)):
        said = named(auction, "natural", (7, 10), before="natural", D=4)
        said = replace(said, evidence=said.evidence._replace(partner_points=14.5))
        assert (said.invites is not None) is invites, auction


def test_a_gambling_three_notrump_may_be_passed() -> None:
    said = named("3NT", "gambling_three_notrump", (9, 11), 0.01, force=1, C=7)
    assert said.forcing is Forcing.NO
