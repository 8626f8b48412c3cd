"""The bidder that searches: where it does, and when it leaves the adviser's call."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.position import Position
from bidding.domain.table import Seat, Strain
from bidding.explaining.analysis.layouts import Layouts
from bidding.explaining.analysis.lookahead import Outcomes, Question
from bidding.explaining.analysis.rollout import roll_out
from bidding.explaining.distributions import Floats
from bidding.matches import bidders
from bidding.matches.bidders import AdvisedBidder, SearchingBidder, Turns
from bidding.networks.advice_head import AdviceConfig, AdviceHead
from bidding.parsing.text.words import parse_call
from bidding.tricks.solving import random_deals
from tests.explaining.analysis.small import PointsEstimator
from tests.matches.test_adviser import BOARDS, bidder
from tests.small import MODEL, SMALL

__all__ = ["bidder"]
CLUB, DIAMOND = 3, 4
"""The likeliest call of the first hand, and the other plausible one."""


class Eager(SearchingBidder):
    """Searches from the first bid on."""

    LEVEL = CONTESTED_LEVEL = 1


def head(values: dict[int, float]) -> AdviceHead:
    """An adviser that finds calls worth so many IMPs, and all others nothing."""
    found = AdviceHead(AdviceConfig(MODEL.sha256, SMALL.readout_width, 4, 1)).eval()
    for call, value in values.items():
        found.bias.data[:, :, call] = value
    return found


class TricksInHearts:
    """Certain of 6 tricks, and in hearts of more with a chance."""

    def __init__(self, tricks: int, chance: float) -> None:
        self.expected = np.eye(14)[np.full((4, 5), 6)]
        self.expected[:, Strain.H] = (1 - chance) * np.eye(14)[6] + chance * np.eye(14)[tricks]

    def chances(self, owner: np.ndarray) -> np.ndarray:
        return np.broadcast_to(self.expected, (len(owner), 4, 5, 14))


def found(
    searching: SearchingBidder,
    swings: list[float],
    monkeypatch: pytest.MonkeyPatch,
    made: str = "",
) -> tuple[Call, list[Question]]:
    """Its call after some, where its second candidate wins so many IMPs over the first on each
    layout; and what was searched."""
    asked: list[Question] = []
    count = len(swings)

    class Given:
        def sample(self, weighed: int, rng: np.random.Generator) -> Layouts:
            return Layouts(random_deals(count, seed=1), np.zeros(count))

    def outcomes(
        bidder: object, estimator: object, questions: list[Question], head: object
    ) -> list[Outcomes]:
        asked.extend(questions)
        imps = np.zeros((2, 2, count))
        imps[1, 0], imps[0, 1] = swings, [-swing for swing in swings]
        none = np.zeros((2, count))
        return [Outcomes([[None] * count] * 2, imps, none, none) for _ in questions]

    monkeypatch.setattr(bidders, "sampler_for", lambda *question: Given())
    monkeypatch.setattr(bidders, "look_ahead", outcomes)
    (table,) = BOARDS.tables
    auction = Auction.of(table.auction.dealer, map(parse_call, made.split()))
    (call,) = searching.calls(Turns([replace(table, auction=auction)], BOARDS.owner, [1]))
    return call, asked


@pytest.mark.parametrize(
    ("values", "swings", "call"),
    [
        ({}, [5.0] * 12, DIAMOND),
        ({}, [0.2] * 12, CLUB),  # too little
        ({}, [-5.0] * 12, CLUB),
        ({CLUB: 1.4}, [2.0] * 2, CLUB),  # the adviser's doubt counts
        ({CLUB: 1.4}, [8.0] * 48, DIAMOND),
        ({}, [3.0], CLUB),  # one layout tells little
        ({DIAMOND: 0.9}, [-9.0] * 48, CLUB),  # back to what the adviser left
    ],
)
def test_what_a_search_finds_and_what_the_adviser_expects_are_weighed(
    values: dict[int, float],
    swings: list[float],
    call: int,
    bidder: bidders.Bidder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if DIAMOND in values:  # then the diamond is the adviser's call, and the first of the two
        assert AdvisedBidder(bidder, head(values)).calls(
            Turns(BOARDS.tables, BOARDS.owner, [1])
        ) == [ALL_CALLS[DIAMOND]]
        swings = [-swing for swing in swings]
    searching = Eager(bidder, head(values), PointsEstimator())
    made, asked = found(searching, swings, monkeypatch)
    assert len(asked) == 1
    assert made == ALL_CALLS[call]


@pytest.mark.parametrize(
    ("kind", "values"),
    [(SearchingBidder, {}), (Eager, {CLUB: 1.6})],
    ids=["a low bid of one side", "a call worth far less"],
)
def test_it_searches_only_what_is_close_and_matters(
    kind: type[SearchingBidder],
    values: dict[int, float],
    bidder: bidders.Bidder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call, asked = found(kind(bidder, head(values), PointsEstimator()), [9.0] * 48, monkeypatch)
    assert (call, asked) == (ALL_CALLS[CLUB], [])


@pytest.mark.parametrize(
    ("made", "points", "tricks", "chance", "swing", "call"),
    [
        ("1D 1S", 0, 10, 1.0, 5.0, "4H"),
        ("1D 1S", 0, 10, 0.5, 5.0, "4H"),
        ("1D 1S", 0, 10, 0.3, None, ""),  # not likely enough
        ("1D 1S", 0, 9, 1.0, None, ""),
        ("1D 1S", 40, 10, 1.0, None, ""),  # too few points
        ("1D P", 0, 10, 1.0, None, ""),  # not contested
        ("1D 3NT", 0, 10, 1.0, None, ""),  # a game is bid
        ("1D 1S", 0, 10, 1.0, -5.0, ""),  # worse on the layouts
    ],
)
def test_a_game_in_competition_is_compared_however_unlikely(
    made: str,
    points: int,
    tricks: int,
    chance: float,
    swing: float | None,
    call: str,
    bidder: bidders.Bidder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Searching(SearchingBidder):
        GAME_POINTS = points

    class Usual(SearchingBidder):
        GAME_POINTS = 99

    estimator = TricksInHearts(tricks, chance)
    usual, _ = found(Usual(bidder, head({}), estimator), [], monkeypatch, made)
    searching = Searching(bidder, head({}), estimator)
    bid, asked = found(searching, [swing or 0] * 48, monkeypatch, made)
    assert str(bid) == (call or str(usual))
    assert [[str(one) for one in question.calls] for question in asked] == (
        [] if swing is None else [[str(usual), "4H"]]
    )


def test_the_same_turns_get_the_same_calls_in_any_company(bidder: bidders.Bidder) -> None:
    searched: list[Position] = []

    class Counting(Eager):
        def _layouts(self, position: Position) -> tuple[np.ndarray, Floats]:
            searched.append(position)
            return super()._layouts(position)

    (table,) = BOARDS.tables
    owner = random_deals(6, 5)
    searching = Counting(bidder, head({}), PointsEstimator())
    together = searching.calls(Turns([table] * 6, owner, [1] * 6))
    alone = [searching.calls(Turns([table], owner[row : row + 1], [1]))[0] for row in range(6)]
    assert alone == together
    assert len(searched) == 12


def test_an_auction_is_bid_on_by_the_adviser_for_the_viewers_side(bidder: bidders.Bidder) -> None:
    (table,) = BOARDS.tables
    tables = [replace(table, seat=seat) for seat in Seat]
    ended = roll_out(bidder, tables, random_deals(4, 3), head({DIAMOND: 9.0}))
    first = [DIAMOND if seat.side is table.auction.dealer.side else CLUB for seat in Seat]
    assert [end.auction.calls[0].index for end in ended] == first
