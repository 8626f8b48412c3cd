"""Guessing a pair's card from its calls, with a bidder whose calls are known."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from bidding.domain.cards import CARDS_IN_PACK, Card, Hand
from bidding.domain.convention_card import CHOICES, ConventionCard, Systems
from bidding.domain.position import BiddingTable, PairBoard, PairCalls
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side, Vulnerability
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import AS_IN_BASE, N_CALLS, SYSTEM_CODE
from bidding.encoding.views import Views
from bidding.explaining.analysis.rollout import bid_on
from bidding.explaining.card_evidence import CardGuess, CardGuesser, neighbours
from bidding.networks.bidder import Bidder
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from tests.explaining.analysis.small import whole
from tests.released import released
from tests.small import CALL, MODEL, SMALL

PLACE = {choice.id: place for place, choice in enumerate(CHOICES)}
WEAK_HEARTS = parse_hand("84.KQJ974.953.62")
WEAK_NOTRUMP = parse_hand("K83.Q4.AJ72.K965")
SAYC = ConventionCard(System.SAYC)
KNOWN_SYSTEMS = [system for system in System if system is not System.UNKNOWN]
OURS = ConventionCard.of(System.SAYC, {"two_level_openings": "multi", "notrump_range": "12-14"})


class Openings(Bidder):
    """Opens weak twos and 1NT as the card has them, and else passes: nearly always."""

    def __init__(self) -> None:
        super().__init__(SMALL)

    def next_call(self, batch: AuctionBatch, views: Views, states: Tensor | None = None) -> Tensor:
        wanted = [self._call(batch, *view) for view in zip(
            views.auction.tolist(), views.step.tolist(), views.viewer.tolist(),
            views.sees_hand.tolist(), strict=True,
        )]  # fmt: skip
        logits = torch.nn.functional.one_hot(torch.tensor(wanted), N_CALLS) * 9.0
        return self.only_legal(logits, batch, views)

    def _call(self, batch: AuctionBatch, row: int, step: int, seat: int, sees: bool) -> int:
        opens = step == int((batch.calls[row] > 0).to(torch.uint8).argmax())
        cards = batch.hands[row, seat].nonzero()[:, 0].tolist()
        if not opens or not sees:
            return CALL["P"].index
        if cards == sorted(card.index for card in WEAK_HEARTS):
            return CALL[
                "2D" if self._plays(batch, row, seat, "two_level_openings", "multi") else "2H"
            ].index
        weak = self._plays(batch, row, seat, "notrump_range", "12-14")
        return CALL["1NT" if weak else "1D"].index

    def _plays(self, batch: AuctionBatch, row: int, seat: int, choice: str, option: str) -> bool:
        place = PLACE[choice]
        own = int(batch.choices[row, seat % 2, place])
        if own == AS_IN_BASE:
            system = list(SYSTEM_CODE)[int(batch.systems[row, seat % 2])]
            own = CHOICES[place].default(system) or 0
        return CHOICES[place].options[own].id.startswith(option)


def opened(call: str, hand: object = WEAK_HEARTS, *, seat: Seat = Seat.S) -> PairBoard:
    hands = tuple(hand if one is seat else None for one in Seat)
    auction = parse_auction(f"{call} P P P", seat)
    return PairBoard(seat.side, hands, auction, Vulnerability.NONE)  # type: ignore[arg-type]


def guess(*boards: PairBoard, card: ConventionCard | None = None) -> CardGuess:
    guesser, asked = CardGuesser(Openings(), MODEL), PairCalls(boards, card)
    step = guesser.advance(asked, None)
    while step.answer is None:
        kept = json.loads(json.dumps(step.sums))
        assert guesser.advance(asked, kept).sums == guesser.advance(asked, kept).sums
        shares, step = step.share, guesser.advance(asked, kept)
        assert shares <= step.share <= 1
    return step.answer


EVENING = (
    opened("2D"),
    opened("1NT", WEAK_NOTRUMP, seat=Seat.N),
    opened("2D", seat=Seat.W),
    opened("1NT", WEAK_NOTRUMP, seat=Seat.E),
)


@pytest.fixture
def all_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer every option, whatever the released network tells apart."""
    every = tuple(
        replace(one, options=tuple(replace(option, not_in=frozenset()) for option in one.options))
        for one in CHOICES
    )
    for module in ("domain.convention_card", "explaining.card_evidence"):
        monkeypatch.setattr(f"bidding.{module}.CHOICES", every)


@pytest.mark.usefixtures("all_offered")
def test_changes_that_the_calls_show_are_found_with_the_calls_that_show_them() -> None:
    found = guess(*EVENING, card=SAYC)
    assert found.card == OURS
    by_choice = {one.choice.id: one for one in found.choices}
    multi = by_choice["two_level_openings"]
    assert multi.change_odds >= 1000
    assert multi.odds < 10, "what 2♥ would show has not come up"
    assert {(call.board, call.index) for call in multi.calls} == {(0, 0), (2, 0)}
    assert {one.choice.id for one in found.choices if one.came_up} == set(OURS.options)
    assert found.base_odds is None
    document = found.to_json()
    assert document["code"] == OURS.code
    assert document["card"] == {"base": "sayc", "options": OURS.options}
    told = document["choices"][PLACE["two_level_openings"]]
    assert (told["option"], told["changed"]) == ("multi", True)
    assert told["change_odds"] >= 1000
    assert told["calls"][0]["call"] == "2D"
    assert {one["option"]: one["log_likelihood"] for one in told["options"]}["precision"] is None


def test_calls_that_fit_the_system_change_nothing() -> None:
    found = guess(opened("2H"), opened("1D", WEAK_NOTRUMP, seat=Seat.N))
    assert found.card == ConventionCard(found.start.base)
    assert not [one for one in found.choices if one.is_clear and one.option != _of(found, one)]


def _of(found: CardGuess, one: object) -> int:
    choice = one.choice  # type: ignore[attr-defined]
    return int(choice.options.index(found.start.option(choice.id)))


def test_of_the_systems_the_one_that_fits_is_the_base() -> None:
    weak = [opened("1NT", WEAK_NOTRUMP, seat=seat) for seat in (Seat.N, Seat.S, Seat.E)]
    found = guess(opened("2H"), *weak)
    assert found.start.base is System.ACOL
    assert (found.base_odds or 0) > 1
    assert set(found.bases) == set(System) - {System.UNKNOWN}


def test_a_hand_that_is_not_known_tells_nothing_of_its_opening() -> None:
    hidden = [replace(board, hands=(None,) * 4) for board in EVENING]
    found = guess(*hidden, card=SAYC)
    assert found.card == SAYC
    assert not any(one.came_up for one in found.choices)


def test_one_call_that_no_card_explains_decides_nothing() -> None:
    found = guess(opened("5C"), opened("7NT", seat=Seat.N), card=SAYC)
    assert found.card == SAYC
    assert not any(one.came_up for one in found.choices)


SOUTH = [
    "84.KQJ974.953.62",
    "AQT963.72.J84.53",
    "K5.QJT976.T82.43",
    "KJT985.T4.Q3.752",
    "6.KJ974.Q9743.85",
    "K83.Q4.AJ72.K965",
    "AJ4.K72.QT4.Q872",
    "Q94.AK3.J862.A75",
    "KQ5.Q92.K73.Q986",
    "A87.KJ4.KQ62.A73",
    "AQ5.K84.A632.KJ2",
]
"""Weak twos, a weak hand with two suits, balanced hands of 12 to 14 points, and of 15 to 17."""


def evening(own: ConventionCard) -> PairCalls:
    """Return what the released model bids where South opens these hands."""
    tables = []
    for number, south in enumerate(map(parse_hand, SOUTH)):
        rest = [card for card in map(Card, range(CARDS_IN_PACK)) if card not in south]
        random.Random(number).shuffle(rest)
        north, east, west = (Hand(rest[13 * n : 13 * n + 13]) for n in range(3))
        hands = (north, east, south, west)
        systems = Systems(own, SAYC)
        tables.append(
            BiddingTable(hands, parse_auction("", Seat.S), Vulnerability.NONE, systems, frozenset())
        )
    ended, _ = bid_on(released().reader, tables)
    return PairCalls(
        tuple(
            PairBoard(Side.NS, (t.hands[0], None, t.hands[2], None), t.auction, t.vulnerability)
            for t in ended
        )
    )


def test_the_released_model_knows_its_own_card_again() -> None:
    found = whole(evening(OURS), CardGuesser(released().reader, MODEL))
    for choice, option in OURS.options.items():
        assert found.card.option(choice).id == option
    plain = whole(replace(evening(SAYC), card=SAYC), CardGuesser(released().reader, MODEL))
    assert plain.card.option("two_level_openings").id == "weak_twos"
    assert plain.card.option("notrump_range").id == "15-17"
    assert len(plain.card.changes) <= 1


def test_only_options_that_are_offered_are_tried() -> None:
    for card in map(ConventionCard, KNOWN_SYSTEMS):
        tried = [CHOICES[place].options[number] for place, number, _ in neighbours(card)]
        assert len(tried) > 40
        assert not [option.id for option in tried if card.base in option.not_in]
