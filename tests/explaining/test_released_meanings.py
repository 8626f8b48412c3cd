"""The released model on a few calls that every player knows."""

from __future__ import annotations

import pytest

from bidding.domain.calls import PASS
from bidding.domain.convention_card import Systems
from bidding.domain.conventions import Forcing
from bidding.domain.systems import System
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import ExplainedCall
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from tests.released import released
from tests.small import position


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return released(exact=True)


def last_call(explainer: Explainer, calls: str) -> ExplainedCall:
    """The last call of a SAYC auction that North deals, explained to a spectator."""
    return explainer.explain(position(calls, None, vulnerability=Vulnerability.NONE)).calls[-1]


def last_text(explainer: Explainer, calls: str) -> str:
    meaning = last_call(explainer, calls).meaning
    assert meaning is not None
    return str(meaning.text)


def test_a_notrump_opening_is_called_balanced(explainer: Explainer) -> None:
    assert last_call(explainer, "1NT").sentence == (
        "North's 1NT usually shows 15–17 HCP, balanced (each in at least 80 % of cases)."
    )


def test_a_transfer_does_not_show_the_suit_it_names(explainer: Explainer) -> None:
    lengths = last_call(explainer, "1NT P 2D").shows.lengths
    assert lengths[Suit.D].within(4, 13) < 0.5 < lengths[Suit.H].within(5, 13)


def test_absurd_calls_are_flagged_and_plain_ones_are_not(explainer: Explainer) -> None:
    for calls in ("1NT", "1S P 2S", "1H P 4H", "2NT", "3S", "1C 1S X"):
        assert not last_call(explainer, calls).unusual, calls
    for calls in ("7C", "1C P 7D", "1D 7S", "1NT P 7C"):
        assert last_call(explainer, calls).unusual, calls


@pytest.mark.parametrize(
    "calls",
    [
        "1H P 2H",  # the raise promises a third card, by now and then two
        "1NT P 2C P 2D P 3NT",
        "1S P 4C P 4S",
        "1D P 1H 1S X P 2H",
        "1S P 2NT P 3C P 4S",
        "1S P 1NT P 2H P 2S",
    ],
)
def test_hands_and_options_say_what_the_calls_have_promised(
    explainer: Explainer, calls: str
) -> None:
    """The last call of each player promises what the line of the hand says, and so does the call
    as an option."""
    where = position(calls, None, vulnerability=Vulnerability.NONE)
    answer = explainer.explain(where)
    last = {call.seat: call.meaning for call in answer.calls}
    for hand in answer.moments[-1].hands:
        if (meaning := last.get(hand.seat)) is not None:
            assert hand.promise == meaning.promised
    before = position(" ".join(calls.split()[:-1]), None, vulnerability=Vulnerability.NONE)
    (option,) = [
        one for one in explainer.options(before).calls if one.call == answer.calls[-1].call
    ]
    assert option.meaning is not None
    assert answer.calls[-1].meaning is not None
    assert option.meaning.to_json() == answer.calls[-1].meaning.to_json()


def test_the_line_of_a_raisers_hand_has_the_third_card(explainer: Explainer) -> None:
    answer = explainer.explain(position("1H 1S 2H", None, vulnerability=Vulnerability.NONE))
    hands = {hand.seat: hand for hand in answer.moments[-1].hands}
    assert "three or more hearts" in last_text(explainer, "1H 1S 2H")
    assert "three or more hearts" in hands[answer.calls[-1].seat].summary


@pytest.mark.parametrize(
    ("system", "calls", "forced"),
    [
        ("2/1", "1S P 2C P 2S P 3S P 4C P 4S", "2C 2S 3S 4C"),
        ("2/1", "1S P 2C P 2H P 3S P P", "2C 2H 3S"),
        ("sayc", "1S P 2NT P 3C P 3S P 4D", "2NT 3C 3S 4D"),
        ("sayc", "2C P 2D P 2H P 2S P 3C", "2C 2H 2S 3C"),
        ("sayc", "2C P 2D P 2NT P P", "2C"),  # over which the answer is forcing for one round
        ("2/1", "1D P 1H P 1S P 2C P 2D P 3S", "2C 2D 3S"),
        ("sayc", "1S P 2D P 2H P 2S", ""),  # a two-level response there forces for one round
        ("2/1", "1S P 2C P 3NT P 4C", "2C"),  # game has been reached
    ],
)
def test_after_a_game_force_all_calls_below_game_are_forcing_to_game(
    explainer: Explainer, system: str, calls: str, forced: str
) -> None:
    both = Systems.plain(System(system), System(system))
    where = position(calls, None, vulnerability=Vulnerability.NONE, systems=both)
    meanings = [one.meaning for one in explainer.explain(where).calls]
    to_game = [one for one in meanings if one is not None and one.forcing is Forcing.GAME]
    assert " ".join(str(one.call) for one in to_game) == forced


def test_an_option_too_is_forcing_to_game_after_a_game_force(explainer: Explainer) -> None:
    both = Systems.plain(System.TWO_OVER_ONE, System.TWO_OVER_ONE)
    where = position("1S P 2C P", None, vulnerability=Vulnerability.NONE, systems=both)
    force = {
        str(one.call): one.meaning and one.meaning.forcing for one in explainer.options(where).calls
    }
    assert force["2S"] is Forcing.GAME
    assert force["4S"] is not Forcing.GAME
    assert "forcing to game" in last_text(explainer, "1S P 2NT P 3S")


@pytest.mark.parametrize(
    ("system", "calls", "hand", "said"),
    [
        (
            *("sayc", "1S P 2D P 2S P", "J2.Q95.AQ742.J52"),
            "2♠ is forcing: South must not pass, though over 99 % of robots do. 2NT is",
        ),
        (
            *("2/1", "1H P 1S P 2H P 3C P", "84.AKJ953.K83.Q2"),
            "3♣ is forcing: North must not pass, though 86 % of robots do. You are forced to game",
        ),
        ("acol", "1S P 2D P 2S P", "J2.Q95.AQ742.J52", "Pass is"),
        ("sayc", "1S P 2D P 2S 3C", "J2.Q95.AQ742.J52", "Pass is"),
    ],
)
def test_no_pass_is_suggested_over_partners_forcing_bid(
    explainer: Explainer, system: str, calls: str, hand: str, said: str
) -> None:
    both = Systems.plain(System(system), System(system))
    seat = parse_auction(calls, Seat.N).turn
    assert seat is not None
    asked = position(
        calls, parse_hand(hand), seat=seat, vulnerability=Vulnerability.NONE, systems=both
    )
    found = explainer.explain(asked).suggestion
    assert found is not None
    assert said in found.sentence
    assert (found.chance.call == PASS) is said.startswith("Pass")


def test_opener_denies_nothing_by_a_pass_opposite_a_partner_who_has_passed(
    explainer: Explainer,
) -> None:
    assert "denies" not in last_text(explainer, "1D P P X P")
    assert "denies" in last_text(explainer, "1D P 1H P 1NT")


def test_the_viewers_own_odd_call_is_no_news_of_what_the_side_plays(explainer: Explainer) -> None:
    hand = parse_hand("KJ842.83.A74.Q65")  # most overcall 1♠ on it
    calls = "1D P P 1NT P"
    found = explainer.explain(position(calls, hand, seat=Seat.E, vulnerability=Vulnerability.NONE))
    assert found.calls[1].unusual
    assert [str(said) for said in found.warnings if "do not look like" in said] == []


def test_honours_wasted_opposite_a_splinter_sign_off(explainer: Explainer) -> None:
    hand = parse_hand("AQ974.K84.J5.KQ3")
    both = Systems.plain(System.TWO_OVER_ONE, System.TWO_OVER_ONE)
    where = {"seat": Seat.N, "vulnerability": Vulnerability.NONE, "systems": both}
    found = explainer.explain(position("1S P 4C P", hand, **where)).suggestion
    assert found is not None
    assert str(found.chance.call) == "4S"
    assert "your honours are wasted" in found.sentence
