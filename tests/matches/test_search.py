"""The bidder that searches: where it does, and when it leaves the adviser's call."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, DOUBLE, Call
from bidding.domain.position import Position
from bidding.domain.table import Seat, Strain
from bidding.explaining.analysis.layouts import Layouts
from bidding.explaining.analysis.lookahead import Outcomes, Question
from bidding.explaining.analysis.rollout import roll_out
from bidding.explaining.distributions import Floats
from bidding.matches import bidders
from bidding.matches.bidders import AdvisedBidder, SearchingBidder, Turns
from bidding.networks.advice_head import AdviceConfig, AdviceHead
from bidding.parsing.text.hands import parse_hand
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


class TricksIn:
    """Certain of 6 tricks, and in one strain of more with a chance."""

    def __init__(self, strain: Strain, tricks: int, chance: float) -> None:
        self.expected = np.eye(14)[np.full((4, 5), 6)]
        self.expected[:, strain] = (1 - chance) * np.eye(14)[6] + chance * np.eye(14)[tricks]

    def chances(self, owner: np.ndarray) -> np.ndarray:
        return np.broadcast_to(self.expected, (len(owner), 4, 5, 14))


def found(
    searching: SearchingBidder,
    swings: list[float],
    monkeypatch: pytest.MonkeyPatch,
    made: str = "",
    hand: str = "",
) -> tuple[Call, list[Question]]:
    """Its call after some, with the cards of the board or this hand, where its second candidate
    wins so many IMPs over the first on each layout; and what was searched."""
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
    owner = BOARDS.owner.copy()
    if hand:
        assert auction.turn is not None
        held = np.zeros(52, dtype=bool)
        held[[card.index for card in parse_hand(hand)]] = True
        owner[0, held] = auction.turn
        owner[0, ~held] = np.repeat([seat for seat in Seat if seat is not auction.turn], 13)
    (call,) = searching.calls(Turns([replace(table, auction=auction)], owner, [1]))
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


SIX_HEARTS = "A4.KQJ973.K52.84"


@pytest.mark.parametrize(
    ("made", "points", "chance", "hand", "swing", "call"),
    [
        ("1D 1S", 0, 1.0, SIX_HEARTS, 5.0, "4H"),
        ("1D 1S", 0, 0.5, SIX_HEARTS, 5.0, "4H"),
        ("1D 1S", 0, 0.3, SIX_HEARTS, None, ""),  # not likely enough
        ("1D 1S", 40, 1.0, SIX_HEARTS, None, ""),  # too few points
        ("1D P", 0, 1.0, SIX_HEARTS, None, ""),  # not contested
        ("1D 3NT", 0, 1.0, SIX_HEARTS, None, ""),  # a game is bid
        ("1D 1S", 0, 1.0, SIX_HEARTS, -5.0, ""),  # worse on the layouts
        ("1D 1S", 0, 1.0, "A42.KQJ9.K532.84", None, ""),  # no fit
        ("1D 1S", 0, 1.0, "K4.AKJ9.K532.842", 5.0, "3NT"),
        ("1D 1S", 0, 1.0, "64.AKJ9.KQ32.A42", None, ""),  # no stopper
        ("1NT 2S", 0, 1.0, "64.AKJ9.KQ32.A42", 5.0, "3NT"),  # partner has one
        ("1D 1S", 0, 1.0, "KQ42.AKJ92.KQ32.", None, ""),  # a void
    ],
)
def test_a_game_in_competition_is_compared_however_unlikely(
    made: str,
    points: int,
    chance: float,
    hand: str,
    swing: float | None,
    call: str,
    bidder: bidders.Bidder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Searching(SearchingBidder):
        GAME_POINTS = points

    class Usual(SearchingBidder):
        GAME_POINTS = 99

    fit = hand in (SIX_HEARTS, "A42.KQJ9.K532.84")
    estimator = TricksIn(Strain.H, 10, chance) if fit else TricksIn(Strain.NT, 9, chance)
    usual, _ = found(Usual(bidder, head({}), estimator), [], monkeypatch, made, hand)
    searching = Searching(bidder, head({}), estimator)
    bid, asked = found(searching, [swing or 0] * 48, monkeypatch, made, hand)
    assert str(bid) == (call or str(usual))
    assert [[str(one) for one in question.calls] for question in asked] == (
        [] if swing is None else [[str(usual), "4H" if fit else "3NT"]]
    )


@pytest.mark.parametrize(("value", "searched"), [(-0.2, 1), (-0.5, 0)])
def test_a_double_is_compared_only_where_the_adviser_expects_little_less_of_it(
    value: float, searched: int, bidder: bidders.Bidder, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = bidder.call[-1]
    assert isinstance(last, torch.nn.Linear)
    last.bias.data[[DOUBLE.index, 5]] = torch.tensor([-0.5, -20.0])  # 1H is no candidate
    searching = Eager(bidder, head({DOUBLE.index: value}), PointsEstimator())
    _, asked = found(searching, [0.0] * 48, monkeypatch, "1C")
    assert len(asked) == searched


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
