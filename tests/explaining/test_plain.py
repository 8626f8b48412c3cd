"""The plain way of the benchmarks, one view at a time, gives the document of the explainer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks.plain import plain_document
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.explaining.explainer import Explainer
from bidding.explaining.surprise import KINDS, LENGTHS, Curve, Scale
from bidding.networks.bidder import Bidder
from tests.golden.explanations import differences
from tests.small import MODEL, position, small_bidder

ROUNDING = 1.5e-4  # logarithms are rounded to four decimals, all else to six
# Made up so that calls of the network below come out common and unusual, and auctions rare.
CALLS, AUCTIONS = (Curve(tuple(step * place for place in range(10))) for step in (0.3, 0.05))
SCALE = Scale(dict.fromkeys(KINDS, CALLS), dict.fromkeys(KINDS, (AUCTIONS,) * (len(LENGTHS) + 1)))


def network() -> Bidder:
    """Untrained, with weights so large that some calls are clearly likelier than others."""
    return small_bidder(seed=4, factor=3)


POSITIONS = (
    position("1D 1H 1S P 2C X"),
    position("P P 1NT 7NT X P P P", systems=Systems.plain(System.ACOL, System.UNKNOWN)),
    position(""),
)


def plain(where: Position, scale: Scale | None) -> Any:
    """The document once it has been sent."""
    return json.loads(json.dumps(plain_document(network(), MODEL, scale, where)))


@pytest.mark.parametrize("scale", [None, SCALE])
@pytest.mark.parametrize("where", POSITIONS)
def test_both_give_the_same_document(where: Position, scale: Scale | None) -> None:
    answer = Explainer(network(), MODEL, scale, exact=True).explain(where)
    assert not differences(json.loads(json.dumps(answer.to_json())), plain(where, scale), ROUNDING)


def test_what_is_compared_has_warnings() -> None:
    found = [plain(where, SCALE) for where in POSITIONS]
    assert {call["unusual"] for one in found for call in one["calls"]} == {False, True}
    assert any(one["surprise"]["sentence"] for one in found)
    assert any(call["own_probability"] for one in found for call in one["calls"])


def test_a_difference_would_be_noticed() -> None:
    expected, found = plain(position("1D"), None), plain(position("1D"), None)
    found["moments"][1]["hands"]["W"]["cards"]["H"][1] += 0.001
    found["calls"][0]["shows"]["hcp"]["nearest"]["low"] += 1
    assert len(differences(expected, found, ROUNDING)) == 2
