"""The call that scores best, by an adviser of chosen values, and what similar hands call."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from bidding.domain.calls import PASS
from bidding.domain.cards import hcp, suit_lengths
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.views import card_hcp
from bidding.explaining.assembly import ExplanationBatch, is_rare_hand
from bidding.explaining.beliefs import COUNT, beliefs_about, similar_hands
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import Suggestion
from bidding.explaining.meanings.statements import Ranges
from bidding.explaining.questions import questions_about
from bidding.networks.advice_head import (
    MARGIN,
    AdviceConfig,
    AdviceHead,
    find_adviser,
    save_adviser,
)
from bidding.networks.checkpoint import BadCheckpoint, ModelInfo
from bidding.parsing.text.hands import parse_hand
from tests import small
from tests.small import CALL, MODEL, Chosen, position, small_bidder, small_explainer

INFO = ModelInfo("adviser", "1.0", "none", "1" * 64)
HANDS = ["AKJT985.6.A76.84", "AQJ52.K43.876.84", "AKQJT.AKQJT.AKQ.", "98765432.5432..2"]


class Valued(AdviceHead):
    """An adviser of two members whose values are what a test wants, zero for other calls.

    They are ``apart`` from their mean, which is the error, too.
    """

    def __init__(self, *, apart: float = 0, **values: float) -> None:
        super().__init__(AdviceConfig(MODEL.sha256, inputs=16, width=1, members=2))
        self.chosen = torch.zeros(2, 38)
        for name, value in values.items():
            of_members = torch.tensor([value - apart, value + apart])
            self.chosen[:, CALL[name].index] = of_members

    def forward(self, features: Tensor) -> Tensor:
        return self.chosen.expand(len(features), -1, -1)


def suggested(where: Position, **values: float) -> Suggestion:
    """With chances of some 56 % for 1S, 34 % for X, 8 % for 2S and 2 % for Pass."""
    torch.manual_seed(5)
    bidder = Chosen(P=6.6, X=9.5, **{"1S": 10.0, "2S": 8.0}).eval()
    explainer = Explainer(bidder, MODEL, adviser=(Valued(**values), INFO))
    found = explainer.explain(where).suggestion
    assert found is not None
    return found


def test_a_call_that_promises_far_more_does_not_score_best(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = position().hand
    points, (spades, *_) = hcp(hand), suit_lengths(hand)
    for more, cards, best in ((3, 1, True), (4, 0, False), (0, 2, False)):
        lengths = ((spades + cards, 13), *((0, 13),) * 3)
        promised = Ranges((points + more, 37), lengths)
        monkeypatch.setattr(ExplanationBatch, "_recorded", lambda *_, told=promised: told)
        assert (suggested(position(), X=1.5).best is not None) == best


@pytest.mark.parametrize(("fewer", "best"), [(0, True), (1, False)])
def test_an_opening_of_fewer_points_than_held_does_not_score_best(
    monkeypatch: pytest.MonkeyPatch, fewer: int, best: bool
) -> None:
    where = position("", dealer=Seat.S)
    assert where.hand is not None
    told = Ranges((0, hcp(where.hand) - fewer), ((0, 13),) * 4)
    monkeypatch.setattr(ExplanationBatch, "_recorded", lambda *_: told)
    torch.manual_seed(5)
    bidder = Chosen(P=6.6, **{"1S": 10.0, "1H": 9.5}).eval()
    explainer = Explainer(bidder, MODEL, adviser=(Valued(**{"1H": 1.5}), INFO))
    suggestion = explainer.explain(where).suggestion
    assert suggestion is not None
    assert (suggestion.best is not None) == best


def test_the_best_plausible_call_stands_beside_the_usual_one() -> None:
    found = suggested(position(), P=9.0, X=1.5, **{"1S": 0.6, "2S": -2.0})
    assert found.chance.call == CALL["1S"]
    document = found.to_json()["best"]
    assert (document["call"], document["imps"]) == ("X", pytest.approx(0.9))
    assert document["probability"] == pytest.approx(0.34, abs=0.01)
    assert document["sentence"] == "Scores best: X, about 0.9 IMPs more than 1♠."
    assert document["said"]["values"]["call"] == {"key": "X"}


def test_only_plausible_calls_are_valued_the_likeliest_first() -> None:
    found = suggested(position(), P=9.0, X=1.5, **{"1S": 0.6, "2S": -2.0})
    values = [(one["call"], one["imps"]) for one in found.to_json()["values"]]
    assert values == [("1S", 0), ("X", pytest.approx(0.9)), ("2S", pytest.approx(-2.6))]


@pytest.mark.parametrize(("gain", "better"), [(MARGIN + 0.1, True), (0.4, False)])
def test_a_small_gain_is_no_reason(gain: float, better: bool) -> None:
    assert (suggested(position(), X=gain).best is not None) == better


@pytest.mark.parametrize(("apart", "better"), [(0.3, True), (1.0, False)])
def test_nor_is_one_within_its_error(apart: float, better: bool) -> None:
    found = suggested(position(), apart=apart, X=0.9)
    assert (found.best is not None) == better
    assert found.to_json()["values"][1] == {"call": "X", "imps": 0.9, "error": apart}


@pytest.mark.parametrize(
    "where", [position(hand=None), position(seat=Seat.E), position("1D"), position("1D 1H P P")]
)
def test_only_a_viewer_who_is_to_call_is_advised(where: Position) -> None:
    found = suggested(where, X=5.0)
    assert (found.best, found.values) == (None, ())


def test_without_an_adviser_nothing_is_valued() -> None:
    answer = Explainer(Chosen(X=9.0).eval(), MODEL).explain(position())
    assert answer.suggestion is not None
    assert (answer.adviser, answer.suggestion.best, answer.suggestion.values) == (None, None, ())


def save(directory: Path, **settings: Any) -> None:
    head = AdviceHead(AdviceConfig(**{"bidder_sha256": MODEL.sha256, "inputs": 6, **settings}))
    save_adviser(head, directory, version="1.2.3", recipe="advice")


def test_weights_need_no_adviser_of_their_own(tmp_path: Path) -> None:
    assert find_adviser(MODEL, tmp_path) is None
    save(tmp_path, bidder_sha256="2" * 64)
    assert find_adviser(MODEL, tmp_path) is None
    save(tmp_path)
    found = find_adviser(MODEL, tmp_path)
    assert found is not None
    assert found[1].version == "1.2.3"


def test_a_damaged_adviser_is_not_passed_over(tmp_path: Path) -> None:
    save(tmp_path)
    (tmp_path / "adviser.safetensors").write_bytes(b"")
    with pytest.raises(BadCheckpoint, match="sha256"):
        find_adviser(MODEL, tmp_path)


def cards(text: str) -> np.ndarray:
    held = np.zeros(52, dtype=bool)
    held[[card.index for card in parse_hand(text)]] = True
    return held


@pytest.mark.parametrize("text", HANDS)
def test_similar_hands_are_hands_and_similar(text: str) -> None:
    own = cards(text)
    close = similar_hands(own)
    assert close.shape == (COUNT, 52)
    assert (close.sum(-1) == 13).all()
    lengths, points = (
        np.abs(part(close) - part(own[None]))
        for part in (lambda h: h.reshape(-1, 4, 13).sum(-1), lambda h: h @ card_hcp().numpy())
    )
    assert lengths.max() <= 1
    assert points.max() <= 1
    assert (close & own).sum(-1).min() >= 10
    assert (close == similar_hands(own)).all()


def test_half_of_them_differ_in_shape_and_half_in_an_honour() -> None:
    own = cards(HANDS[1])
    close = similar_hands(own)
    lengths = close.reshape(-1, 4, 13).sum(-1)
    assert ((lengths != lengths[0]).any(-1)).sum() == COUNT // 2
    honours = np.arange(52) % 13 < 5
    assert ((close & honours) != (own & honours)).any(-1).sum() == COUNT // 2
    assert len({row.tobytes() for row in close}) > COUNT // 2


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return small_explainer(small_bidder(seed=4, factor=3), exact=True)


def seeing(hand: str | None, calls: str) -> Position:
    return small.position(calls, hand and parse_hand(hand), vulnerability=Vulnerability.NONE)


def test_only_a_viewer_who_is_to_call_gets_an_agreement(explainer: Explainer) -> None:
    asked = [
        seeing(HANDS[0], "1D 1H"),
        seeing(HANDS[0], "1D"),
        seeing(None, "1D 1H"),
        seeing(HANDS[0], "P P P P"),
        seeing(HANDS[1], "P P 1H X 2H P"),
    ]
    close = beliefs_about(explainer.bidder, questions_about(asked)).similar_hand_calls
    sums = close.sum(-1).tolist()
    assert sums == pytest.approx([1, 0, 0, 0, 1])
    suggestions = [answer.suggestion for answer in explainer.explain_many(asked)]
    assert [one.agreement is None for one in suggestions if one] == [False, True, True, False]


def test_the_share_is_of_those_that_make_the_call(explainer: Explainer) -> None:
    asked = seeing(HANDS[0], "1D 1H")
    close = beliefs_about(explainer.bidder, questions_about([asked])).similar_hand_calls[0]
    suggestion = explainer.explain(asked).suggestion
    assert suggestion is not None
    assert suggestion.agreement == pytest.approx(float(close[suggestion.chance.call.index]))
    assert suggestion.to_json()["agreement"] == pytest.approx(suggestion.agreement)
    assert (close * COUNT == (close * COUNT).round()).all()


@pytest.mark.parametrize(
    ("hand", "call", "opens", "rare"),
    [
        ("AKJ5432.A65432..", "1S", True, True),
        ("AKJT98765.6.A7.8", "4S", True, True),
        ("AKQJ.AKQ.AKQ.T98", "2C", True, True),
        ("AKQJ.AKQ.AJ2.T98", "2C", True, False),
        ("98765.5432.32.82", "1S", True, True),
        ("98765.5432.32.82", "2D", False, False),
        ("AKJT985.6.A76.84", "1S", True, False),
    ],
)
def test_freaks_are_rarely_dealt(hand: str, call: str, opens: bool, rare: bool) -> None:
    where = position("" if opens else "1D 1H", parse_hand(hand), dealer=Seat.S if opens else Seat.N)
    assert is_rare_hand(where, CALL[call]) is rare
    assert not is_rare_hand(replace(where, hand=parse_hand("98765.5432.32.82")), PASS)
