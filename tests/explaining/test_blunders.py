"""Blunders of kinds that were met: the released bidder with its adviser does not make them."""

from __future__ import annotations

import pytest

from bidding.domain.auction import Auction
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.text.hands import parse_hand
from bidding.parsing.text.words import parse_call
from tests.released import released

# What is wrong, and positions: the hand, the auction from North, and the wrong calls.
BLUNDERS = {
    "sitting in a redoubled part score without values": [
        ("9632.J84.T853.J2", "1C P 2C X XX", "P"),
        ("J6432.95.T742.82", "1H P 2H X XX", "P"),
        ("AQ32.KJ42.6.K982", "1D X XX P P", "P"),
    ],
    "passing a forcing call": [
        ("KJ95.7.AQ854.Q42", "1D P 1H P 1S P 2C P", "P"),
        ("63.9742.T853.J62", "2C P 2D P 2S P", "P"),
        ("K4.AQJ82.842.Q73", "1H 2D 3D P", "P"),
    ],
    "stopping at the five-level with all the aces": [
        ("AKJ742.A6.KQ5.A3", "1S P 3S P 4NT P 5D P", "5S P"),
        ("A4.KQJ983.AKQ4.2", "1H P 3H P 4NT P 5H P", "P"),
        ("AKQJ75.AK3.A.KQ4", "2C P 2D P 2S P 3S P 4NT P 5D P", "5S P"),
    ],
    "asking for aces with a flat 16 over 1NT": [
        ("KQ4.AJ3.KJ52.Q74", "1NT P", "4C"),
        ("AJ4.KQ3.Q982.KJ5", "1NT P", "4C"),
        ("KQ.A84.KJ72.QJ54", "1NT P", "4C"),
    ],
    "a slam try over a splinter with wasted values": [
        ("AJ964.QJ5.72.KQJ", "1S P 4C P", "4D 4H"),
        ("KQT74.A83.QJ5.K6", "1S P 4D P", "4H 4NT"),
        ("KJ4.AQ973.K5.J82", "1H P 3S P", "3NT 4D"),
    ],
    "a slam off two aces": [
        ("KQJT753.KQ.KQJ.8", "1NT P 4C P 4H P", "6S 6NT"),
    ],
    "declining an invitation with a maximum": [
        ("AQ84.AK3.K85.J72", "1NT P 2C P 2S P 3S P", "P"),
    ],
    "passing 1NT with a weak hand and a six-card major": [
        ("84.KJ9532.Q4.J63", "1D P 1H P 1NT P", "P"),
        ("AT52.J98653.Q6.6", "P 1C P 1H P 1NT P", "P"),
    ],
    "notrump without the stopper that the fourth suit asks for": [
        ("K4.AQJ74.53.KJ62", "1H P 1S P 2C P 2D P", "2NT 3NT"),
    ],
    "a slam try with a game hand after a single raise": [
        ("AQ5.AKJ85.K32.Q7", "1H P 2H P", "2S 3H 4NT"),
    ],
    "notrump with a nine-card fit after a jump raise": [
        ("AKJ85.Q5.K32.Q72", "1S P 3S P", "3NT"),
    ],
    "no negative double with both majors": [
        ("KJ84.Q973.A5.762", "1D 2C", "P"),
    ],
    "a jump above 18 points to tell of 17": [
        ("K963.A4.AKJ52.Q8", "1D P 1S P", "4S"),
    ],
    "a jump of two over a take-out double": [
        ("KJT52.875.Q32.K7", "1H X P", "3S"),
    ],
    "a game without the points or a long fit": [
        ("KQ854.J4.A973.85", "1H P 1S P 2H P", "4H"),
    ],
    "game on a flat nine opposite 15 to 17": [
        ("K5.Q84.KJ73.9762", "1NT P", "3NT"),
        ("KJ84.Q973.K5.962", "1NT P 2C P 2D P", "3NT"),
    ],
    "passing a weak two or a last seat with notrump": [
        ("K7.KQT.QJ752.AK5", "2D", "P"),
        ("Q653.A72.65.AK85", "1S P P", "P"),
    ],
    "notrump on 15 points with the shape for a double": [
        ("A975.A2.AT7.K987", "2H", "2NT"),
    ],
    "a four-level bid on 14 points over a pre-empt": [
        ("K75.Q5.K94.KQJ83", "3D", "4C"),
    ],
    "a sign-off with the points for game": [
        ("KQJT8.K52.A865.T", "1D P 1S P 1NT P", "2S"),
    ],
    "Stayman on seven points": [
        ("9762.A764.65.K63", "1NT P", "2C"),
    ],
    "asking a weak two on 15 points and a singleton": [
        ("AT4.3.Q984.AKQT5", "2H P", "2NT"),
    ],
    "Lebensohl with the values for game": [
        ("K9.T83.A4.AKJ872", "2S X P", "2NT"),
    ],
    "a single raise with five trumps and a singleton": [
        ("KJ98.K9652.3.542", "1H P", "2H"),
    ],
    "a control bid beyond a cheaper ace": [
        ("AK852.KQ4.A83.J4", "1S P 4C P", "4H"),
    ],
    "one notrump on an invitation": [
        ("K84.Q3.KJ952.Q84", "1C P 1D P 1H P", "1NT"),
    ],
    "a rebid over partner's redouble": [
        ("AQ4.73.KJ852.Q84", "1D X XX P", "1NT"),
    ],
    "passing partner's overcall with a fit": [
        ("Q84.A9732.J5.962", "1C 1S P", "P"),
    ],
    "doubling 3H on five points": [
        ("Q8642.7.J953.Q72", "3H P P", "X"),
        ("Q74.83.J9652.Q42", "1S 2H 2S 3H P P", "X"),
        ("9652.Q74.83.QJ42", "1D 1H P 3H P P", "X"),
    ],
    "rebidding a suit after partner denied support": [
        ("KJ852.Q74.83.AJ2", "1D P 1S P 2C P 2NT P 3NT P", "4S"),
        ("AQ852.K74.3.KJ42", "1S P 1NT P 2C P 2D P", "2S"),
        ("AQ852.K7.J63.Q42", "1C 1S P 1NT P", "2S"),
    ],
}


def position(hand: str, calls: str, system: System) -> Position:
    auction = Auction.of(Seat.N, map(parse_call, calls.split()))
    assert auction.turn is not None
    seen = (parse_hand(hand), auction.turn, auction, Vulnerability.NONE)
    return Position(*seen, Systems.plain(system, system))


@pytest.mark.parametrize("blunder", BLUNDERS)
def test_the_released_bidder_does_not_make_it(blunder: str) -> None:
    system = System.TWO_OVER_ONE if "splinter" in blunder else System.SAYC  # which has none
    positions = [position(hand, calls, system) for hand, calls, _ in BLUNDERS[blunder]]
    made = []
    for explanation in released(exact=True).explain_many(positions, compare=False):
        suggestion = explanation.suggestion
        assert suggestion is not None
        best = suggestion.best
        made.append(str(suggestion.chance.call if best is None else best.value.call))
    wrong = [of[2].split() for of in BLUNDERS[blunder]]
    assert [call for call, calls in zip(made, wrong, strict=True) if call in calls] == []


def test_the_usual_call_is_named_beside_the_one_that_the_bidding_asks_for() -> None:
    where = position("AQ5.K74.KJ83.J62", "1NT P 2NT P", System.ACOL)
    suggestion = released(exact=True).explain(where).suggestion
    assert suggestion is not None
    assert (str(suggestion.chance.call), suggestion.best) == ("3NT", None)
    assert suggestion.chance.probability < 0.5
    assert suggestion.sentence.startswith("Maximum: 3NT. By agreement 3NT is the call, though ")


@pytest.mark.parametrize(
    ("hand", "calls", "system", "unusual"),
    [
        ("AKT953.84.K82.75", "2S P 3S P", System.SAYC, False),
        ("K73.AQ842.K5.Q63", "1H P 1NT P", System.ACOL, False),
        ("KQ4.AJ932.85.Q72", "1H P 3H P", System.ACOL, False),
        ("KQT852.84.K73.62", "2D P 2H P", System.POLISH_CLUB, True),
        ("A73.AQ8.K53.Q632", "1H P 3H P", System.ACOL, True),
    ],
)
def test_a_bid_of_all_that_it_promises_is_not_unusual(
    hand: str, calls: str, system: System, unusual: bool
) -> None:
    found = released(exact=True).explain(position(hand, calls, system))
    assert found.calls[0].unusual is unusual
    assert (found.surprise.sentence is not None) is unusual
