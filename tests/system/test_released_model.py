"""The released model behind the whole site: the case of paper P1, Table 2, asked over HTTP."""

from __future__ import annotations

from itertools import chain

import pytest

from tests.conftest import question
from tests.system.conftest import Site

pytestmark = pytest.mark.system

WHOLE_AUCTION = "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P"


@pytest.fixture
def site(released_site: Site) -> Site:
    return released_site


def test_the_model_is_named_by_readiness_and_by_each_answer(site: Site) -> None:
    model = site.ask("/readyz").body["model"]
    answer = site.ask("/api/v1/explanations", question(), wait=20)
    assert answer.status == 200, answer.body
    assert answer.body["result"]["model"] == model
    assert len(model["sha256"]) == 64


def test_after_every_call_each_unseen_card_is_in_exactly_one_hidden_hand(site: Site) -> None:
    answer = site.ask("/api/v1/explanations", question(auction=WHOLE_AUCTION), wait=20)
    result = answer.body["result"]
    assert len(result["calls"]) == len(result["moments"]) - 1 == 22
    for moment in result["moments"]:
        assert set(moment["hands"]) == {"W", "N", "E"}
        cards = [list(chain(*hand["cards"].values())) for hand in moment["hands"].values()]
        assert [sum(hand) for hand in cards] == pytest.approx([13] * 3, abs=0.01)
        owned = [round(sum(card), 3) for card in zip(*cards, strict=True)]
        assert sorted(owned) == pytest.approx([0] * 13 + [1] * 39, abs=0.002)
