"""A hand and an auction in, the picture of the hidden hands out: paper P1's Table 2 case."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk, less_its_share

pytestmark = pytest.mark.browser

SOUTH = "AKJT985.6.A76.84"
AUCTION = "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P"
RANKS = "AKQJT98765432"
OWN = {suit + rank for suit, held in zip("SHDC", SOUTH.split("."), strict=True) for rank in held}


def enter_table_2(desk: Desk) -> dict[str, Any]:
    """Enters the whole case by clicking; the answer to it."""
    desk.choose("Vulnerable", "N-S")
    desk.bid(AUCTION)
    result = desk.answer_after(lambda: desk.pick(SOUTH))
    desk.show_all_hands()
    return result


def whole_per_cent(hand: dict[str, Any]) -> dict[str, int]:
    """The numbers a heat map should show for the service's card probabilities."""
    return {
        suit + rank: int(100 * probability + 0.5)
        for suit, row in hand["cards"].items()
        for rank, probability in zip(RANKS, row, strict=True)
        if suit + rank not in OWN
    }


def test_the_case_of_table_2_is_shown_as_the_service_answers_it(desk: Desk) -> None:
    result = enter_table_2(desk)
    assert result["position"]["hand"] == SOUTH
    assert " ".join(result["position"]["auction"]) == AUCTION

    hands = result["moments"][-1]["hands"]
    assert set(hands) == {"N", "E", "W"}
    for seat, hand in hands.items():
        desk.expect_heat(seat, whole_per_cent(hand))
        expect(desk.heat_map(seat).locator("td[data-own]")).to_have_count(len(OWN))
        summary = less_its_share(hand["summary"]).partition(": ")[2]
        expect(desk.hidden_hand(seat).locator(".summary")).to_have_text(summary, ignore_case=True)
    expect(desk.heat_map("S")).to_have_count(0)
