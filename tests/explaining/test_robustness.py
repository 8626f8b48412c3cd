"""Similar hands, and the share of them that make the same call."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.calls import PASS
from bidding.domain.position import Position
from bidding.domain.table import Vulnerability
from bidding.encoding.views import card_hcp
from bidding.explaining.beliefs import beliefs_about
from bidding.explaining.explainer import Explainer
from bidding.explaining.questions import questions_about
from bidding.explaining.suggestion import COUNT, is_rare_hand, similar_hands
from bidding.parsing.text.hands import parse_hand
from tests import small
from tests.small import CALL, small_bidder, small_explainer

HANDS = ["AKJT985.6.A76.84", "AQJ52.K43.876.84", "AKQJT.AKQJT.AKQ.", "98765432.5432..2"]


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


def position(hand: str | None, calls: str) -> Position:
    return small.position(calls, hand and parse_hand(hand), vulnerability=Vulnerability.NONE)


def test_only_a_viewer_who_is_to_call_gets_an_agreement(explainer: Explainer) -> None:
    asked = [
        position(HANDS[0], "1D 1H"),
        position(HANDS[0], "1D"),
        position(None, "1D 1H"),
        position(HANDS[0], "P P P P"),
        position(HANDS[1], "P P 1H X 2H P"),
    ]
    close = beliefs_about(explainer.bidder, questions_about(asked), "cpu").similar_hand_calls
    sums = close.sum(-1).tolist()
    assert sums == pytest.approx([1, 0, 0, 0, 1])
    suggestions = [answer.suggestion for answer in explainer.explain_many(asked)]
    assert [one.agreement is None for one in suggestions if one] == [False, True, True, False]


def test_the_share_is_of_those_that_make_the_call(explainer: Explainer) -> None:
    asked = position(HANDS[0], "1D 1H")
    close = beliefs_about(explainer.bidder, questions_about([asked]), "cpu").similar_hand_calls[0]
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
    assert is_rare_hand(parse_hand(hand), CALL[call], opens=opens) is rare
    assert not is_rare_hand(parse_hand("98765.5432.32.82"), PASS, opens=True)
