"""How forcing natural calls are by the rules of bidding, however often robots pass them."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.convention_card import ConventionCard
from bidding.domain.conventions import MEANING_INDEX, MEANINGS, Forcing
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.explaining.distributions import HandTable
from bidding.explaining.meanings.call_meaning import CallMeaning, Made, call_meaning, call_meanings
from bidding.explaining.meanings.statements import NOTHING_PROMISED
from bidding.parsing.text.auctions import parse_auction
from tests.explaining.meanings.test_naming import evidence, facts, likeliest

NO, ROUND, GAME = Forcing
MOST = 37


def said(
    auction: str,
    points: tuple[int, int],
    *,
    label: Forcing,
    key: str = "natural",
    before: str = "",
    system: System = System.SAYC,
) -> CallMeaning:
    """The last call of an auction, which robots mark with that force and pass accordingly;
    ``before`` are the meanings of the last calls before it."""
    *earlier, call = parse_auction(auction, Seat.N).calls
    suits = {} if call.suit is None else {call.suit.name: 4}
    held = evidence(facts(points, **suits), passes=0.2 if label is NO else 0.001)
    last = [MEANINGS[MEANING_INDEX[name]] for name in before.split()]
    known = (*[None] * (len(earlier) - len(last)), *last)
    marked = likeliest(key, list(Forcing).index(label))
    return call_meaning(call, marked, held, tuple(earlier), known, card=ConventionCard(system))


@pytest.mark.parametrize(
    ("auction", "forcing"),
    [
        ("1D P 1H P 1S", NO),
        ("1C P 1D P 1H", NO),
        ("1S P 1NT P 2D", NO),
        ("1D P 1S P 2H", ROUND),  # a reverse
        ("1S P 2C P 2D", ROUND),  # the response was at the two-level
        ("1D 1H 1S P 2C", ROUND),  # the opponents have bid
        ("P 1D P 1H P 2C", NO),
    ],
)
def test_openers_cheap_second_suit_over_a_response_at_the_one_level_may_be_passed(
    auction: str, forcing: Forcing
) -> None:
    assert said(auction, (11, 17), label=ROUND).forcing is forcing


def test_it_may_be_passed_over_a_forcing_notrump_but_not_after_a_strong_club() -> None:
    forced = "natural natural forcing_notrump natural"
    assert said("1S P 1NT P 2D", (11, 17), label=ROUND, before=forced).forcing is NO
    club = "polish_club natural natural natural"
    assert said("1C P 1H P 1S", (11, 21), label=ROUND, before=club).forcing is ROUND
    club = "natural natural polish_one_diamond natural"
    assert said("1C P 1D P 1H", (11, 21), label=ROUND, before=club).forcing is ROUND


@pytest.mark.parametrize(
    ("auction", "system", "forcing"),
    [
        ("1D P 1H P 2S", System.ACOL, GAME),
        ("1H P 1S P 3C", System.SAYC, GAME),
        ("1S P 1NT P 3H", System.SAYC, GAME),
        ("1S P 1NT P 3H", System.POLISH_CLUB, ROUND),  # the opening is limited
        ("1H P 2C P 3D", System.ACOL, ROUND),
        ("1H P 1S P 3H", System.SAYC, ROUND),  # no new suit
    ],
)
def test_openers_jump_shift_over_a_response_at_the_one_level_forces_to_game(
    auction: str, system: System, forcing: Forcing
) -> None:
    assert said(auction, (15, 21), label=ROUND, system=system).forcing is forcing


@pytest.mark.parametrize(
    ("auction", "forcing"),
    [
        ("1D P 1S P 2D P 2H", ROUND),
        ("1C P 1H P 2C P 2D", ROUND),
        ("1H P 1S P 2H P 3C", ROUND),
        ("1D P 1S P 2D P 3H", GAME),  # a jump
        ("1C P 1S P 2NT P 3H", GAME),  # over a jump
        ("1D P 1H P 1S P 2C", NO),  # the fourth suit
        ("1D P 1S P 1NT P 2H", NO),
        ("1D P 1H P 1NT P 2S", ROUND),  # a reverse
        ("1D P 1S P 1NT P 3C", GAME),
        ("1S P 1NT P 2C P 2H", NO),
        ("1D P 1S 2C 2D P 2H", NO),
        ("P P 1D P 1S P 2D P 2H", NO),
        ("1D P 1S P 2D P 3D", NO),
        ("1S P 3C P 3S P 4D", NO),  # after a jump
    ],
)
def test_responders_second_suit_is_forcing(auction: str, forcing: Forcing) -> None:
    assert said(auction, (8, MOST), label=NO).forcing is forcing


@pytest.mark.parametrize(
    ("auction", "forcing"),
    [
        ("1C P 2D", GAME),
        ("1C P 1H", ROUND),
        ("1C P 2NT", ROUND),
        ("1C 1H 2D", ROUND),
        ("P P 1C P 2D", ROUND),
    ],
)
def test_a_suit_at_the_two_level_over_a_polish_club_forces_to_game(
    auction: str, forcing: Forcing
) -> None:
    club = "polish_club natural"
    assert said(auction, (12, MOST), label=ROUND, before=club).forcing is forcing
    assert said(auction, (12, MOST), label=ROUND, before="natural natural").forcing is ROUND


def test_a_limited_jump_of_responder_and_a_sign_off_may_be_passed() -> None:
    for auction in ("1D P 1S P 1NT P 3H", "1D P 1S P 2D P 3H"):
        assert said(auction, (9, 11), label=NO).forcing is NO
    assert said("1D P 1S P 2D P 2H", (5, 8), label=NO, key="sign_off").forcing is NO


@pytest.mark.parametrize(
    ("auction", "points", "forcing"),
    [
        ("1S P 2C P 2S P 3S", (13, MOST), GAME),
        ("1S P 2C P 2S P 3S", (11, MOST), NO),
        ("1S P 2C P 2S P 3S", (13, 15), NO),
        ("1S P 2C P 2S P 4S", (13, MOST), NO),
        ("1C P 2C P 3C P 4C", (13, MOST), NO),  # beyond 3NT
        ("1S P 2C P 2S P 2NT", (13, MOST), NO),
        ("1S 2C 2S P 3C P 3S", (13, MOST), NO),
        ("1S P 3S", (13, MOST), NO),  # the first response
        ("1H P 1S P 2H P 3H", (15, 21), NO),
    ],
)
def test_an_opening_opposite_an_opening_forces_to_game(
    auction: str, points: tuple[int, int], forcing: Forcing
) -> None:
    assert said(auction, points, label=NO, system=System.ACOL).forcing is forcing


def test_a_control_bid_by_such_a_hand_forces_to_game() -> None:
    assert said("1H P 1S P 2S P 4C", (13, MOST), label=ROUND, key="cue_bid").forcing is GAME


def test_a_control_bid_beyond_three_of_an_agreed_major_forces_to_game() -> None:
    for auction, forcing in (
        ("1S P 3S P 4C", GAME),
        ("1S P 3S P 4H", GAME),
        ("1D P 3D P 4C", ROUND),
        ("1S P 3S 4C 4D", ROUND),
    ):
        found = said(auction, (13, 21), label=ROUND, key="cue_bid")
        assert found.forcing is forcing, auction


@pytest.mark.parametrize(
    ("auction", "transfer", "forcing"),
    [
        ("1NT P 2D P 2H P 3C", "jacoby_transfer", GAME),
        ("1NT P 2D P 2H P 3D", "jacoby_transfer", GAME),  # the suit of the transfer's bid is new
        ("1NT P 2D P 2H P 2S", "jacoby_transfer", ROUND),
        ("1NT P 2D P 2H P 3H", "jacoby_transfer", ROUND),
        ("1NT P 2D P 2H P 3C", "natural", ROUND),
        ("1NT P 2D X 2H P 3C", "jacoby_transfer", ROUND),
    ],
)
def test_a_second_suit_at_the_three_level_after_a_transfer_forces_to_game(
    auction: str, transfer: str, forcing: Forcing
) -> None:
    before = f"{transfer} natural transfer_completed natural"
    assert said(auction, (8, MOST), label=ROUND, before=before).forcing is forcing


@pytest.mark.parametrize(
    ("auction", "system", "forcing"),
    [
        ("1S P 2C P 2S", System.SAYC, ROUND),
        ("1S P 2H P 3H", System.STANDARD, ROUND),
        ("1D P 2C P 2NT", System.SAYC, ROUND),
        ("1S P 2C P 2S", System.ACOL, NO),
        ("1S P 2C P 4S", System.SAYC, NO),
        ("1S P 2S P 3S", System.SAYC, NO),
        ("1S P 3C P 3S", System.SAYC, NO),  # a jump
        ("P P 1S P 2C P 2S", System.SAYC, NO),
        ("1S P 2C 2D 2S", System.SAYC, NO),
    ],
)
def test_a_two_over_one_that_promises_another_bid_forces_both(
    auction: str, system: System, forcing: Forcing
) -> None:
    assert said(auction, (11, 14), label=NO, system=system).forcing is forcing


def in_turn(
    auction: str, opening: str, response: str = "natural", *, in_order: bool = False
) -> list[CallMeaning]:
    """All calls of an auction, natural but for the opening and its answer; partner often passes
    each."""
    made = parse_auction(auction, Seat.N).calls
    forces = GAME if opening == "strong_two_clubs" else NO
    first = likeliest(opening, list(Forcing).index(forces))
    later = (likeliest(response if place == 2 else "natural") for place in range(1, len(made)))
    marked = [first, *later]
    hand = facts((0, MOST), S=4, H=4, D=4, C=4)
    table = HandTable(*(np.repeat(part, len(made), 0) for part in (hand.hcp, hand.lengths)))
    rows = [
        Made(call, made[:number], marked[: number + 1], None, ConventionCard(System.ACOL), in_order)
        for number, call in enumerate(made)
    ]
    previous = [NOTHING_PROMISED] * len(made)
    return call_meanings(rows, table, table, table.facts, [0.4] * len(made), previous)


@pytest.mark.parametrize(
    ("auction", "opening", "forced"),
    [
        ("1D P 1H P 2S P 3D P 3H P 4D", "natural", "2S 3D 3H 4D"),
        ("1D P 1H P 2S P 3D 3S P P 4D", "natural", "2S 3D"),  # their 3S may be left to them
        ("1D P 1H P 2S P 3NT P 4D", "natural", "2S"),
        ("2C P 2D P 2H P 2NT", "strong_two_clubs", "2D 2H 2NT"),
        ("2C P 2D P 2NT P 3D", "strong_two_clubs", "2D"),
    ],
)
def test_a_game_force_lasts_until_game_however_often_partner_passes(
    auction: str, opening: str, forced: str
) -> None:
    later = in_turn(auction, opening)[1:]
    assert " ".join(str(one.call) for one in later if one.forcing is GAME) == forced


@pytest.mark.parametrize("in_order", [False, True])
def test_a_strong_jump_shift_forces_to_game_in_later_calls_too(in_order: bool) -> None:
    calls = in_turn("1C P 2H P 2NT P 3H", "natural", "strong_jump_shift", in_order=in_order)
    assert [one.forcing for one in calls[2::2]] == [GAME] * 3


def test_a_game_force_by_what_a_call_promises_stands_too() -> None:
    calls = in_turn("1C P 1S P 1NT P 3D P 3S", "natural", in_order=True)
    assert [one.forcing for one in calls[6::2]] == [GAME] * 2


@pytest.mark.parametrize(
    ("auction", "forcing"),
    [("1NT 2D 2H", NO), ("1NT 2D 3H", ROUND), ("1D 1S 2H", ROUND), ("1NT P 2H", ROUND)],
)
def test_a_suit_at_the_two_level_over_partners_overcalled_notrump_may_be_passed(
    auction: str, forcing: Forcing
) -> None:
    assert said(auction, (3, MOST), label=ROUND).forcing is forcing


def test_a_game_try_in_notrump_invites_and_one_in_a_suit_is_forcing() -> None:
    invites = said("1C P 1H P 2H P 2NT", (10, 13), label=ROUND, key="game_try")
    assert invites.forcing is NO
    assert said("1C P 1H P 2H P 3C", (10, 13), label=ROUND, key="game_try").forcing is ROUND
    asks = said("1C P 1H P 2H P 2NT", (10, 13), label=ROUND, key="long_game_try")
    assert asks.forcing is ROUND


def test_a_strong_two_clubs_says_that_two_notrump_may_be_passed() -> None:
    opening = said("2C", (22, MOST), label=GAME, key="strong_two_clubs")
    assert opening.forcing is GAME
    assert opening.sentence.endswith("; forcing to game unless opener rebids 2NT.")
