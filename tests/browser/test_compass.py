"""The pictures that answer back: cards marked, changes told, pairs added up, deals laid open."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import SUIT_NAMES, Desk
from tests.browser.test_access import violations
from tests.browser.test_explanation import whole_per_cent

pytestmark = pytest.mark.browser

HAND = "AKJT985.6.A76.84"
RANKS = "AKQJT98765432"
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def answered(desk: Desk) -> dict[str, Any]:
    """South's hand after 1♦ by partner and 1♥ by the opponent."""
    desk.bid("1D 1H")
    result = desk.answer_after(lambda: desk.pick(HAND))
    desk.show_all_hands()
    return result


def cell(desk: Desk, seat: str, card: str) -> Locator:
    return desk.heat_map(seat).locator(f"td[data-card={card}]")


def card_line(desk: Desk) -> Locator:
    return desk.page.locator(".card-line p")


def test_stepping_quickly_leaves_no_picture_behind_out_of_sight(desk: Desk) -> None:
    desk.page.set_viewport_size({"width": 1440, "height": 400})
    moments = answered(desk)["moments"]
    desk.unfold("Both hands together")
    for key in ("Home", "ArrowRight", "End", "ArrowLeft", "Home", "ArrowRight"):
        desk.page.keyboard.press(key)
    for seat, hand in moments[1]["hands"].items():
        desk.expect_heat(seat, whole_per_cent(hand))
    desk.page.keyboard.press("End")
    for seat, hand in moments[2]["hands"].items():
        desk.expect_heat(seat, whole_per_cent(hand))
    low, high = (moments[2]["hands"]["N"]["hcp"][end] for end in ("low", "high"))
    pair = desk.page.locator(".pair").first
    expect(pair).to_contain_text(f"{low + 12}–{high + 12} HCP")  # the own hand has 12


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_have_no_fault_that_axe_finds(desk: Desk, scheme: Any) -> None:
    desk.page.emulate_media(color_scheme=scheme)
    desk.answer_after(desk.page.get_by_role("button", name="Deal at random").click)
    own = desk.answer_after(lambda: desk.bid("1D"))["position"]["hand"]
    desk.show_all_hands()
    desk.page.get_by_role("button", name="Show the cards").click()
    # Of seven ranks in four suits, the own hand lacks some.
    suit, rank = next(
        (suit, rank)
        for suit, ranks in zip("SHDC", own.split("."), strict=True)
        for rank in "2345678"
        if rank not in ranks
    )
    cell(desk, "N", suit + rank).click()
    expect(card_line(desk)).to_contain_text(f"{SYMBOLS[suit]}{rank}")
    named = re.compile(SUIT_NAMES[suit])
    expect(cell(desk, "N", suit + rank)).to_have_attribute("aria-label", named)
    # What the strip of calls, which stays in sight, half covers just now counts as too small.
    desk.page.evaluate("scrollTo(0, 0)")
    desk.eventually(lambda: violations(desk), [])
