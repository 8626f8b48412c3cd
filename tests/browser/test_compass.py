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


def chances(moment: dict[str, Any], card: str) -> dict[str, str]:
    """The card's chance with each hidden hand, as the page writes it."""
    place = RANKS.index(card[1])
    hands = {seat: hand["cards"][card[0]][place] for seat, hand in moment["hands"].items()}
    return {seat: f"{int(100 * chance + 0.5)} %" for seat, chance in hands.items()}


def test_a_card_is_marked_in_every_map_and_stays_so_while_one_steps(desk: Desk) -> None:
    result = answered(desk)
    cell(desk, "W", "HK").hover()
    for chance in chances(result["moments"][-1], "HK").values():
        expect(card_line(desk)).to_contain_text(chance)
    expect(desk.page.locator("[data-marked=looked]")).to_have_count(3)

    cell(desk, "W", "HK").click()
    desk.page.mouse.move(0, 0)
    expect(desk.page.locator("[data-marked=pinned]")).to_have_count(3)
    desk.page.keyboard.press("Home")
    for chance in chances(result["moments"][0], "HK").values():
        expect(card_line(desk)).to_contain_text(chance)
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("[data-marked]")).to_have_count(0)


@pytest.mark.parametrize("height", [900, 400], ids=["in sight", "out of sight"])
def test_stepping_quickly_leaves_no_picture_behind(desk: Desk, height: int) -> None:
    desk.page.set_viewport_size({"width": 1440, "height": height})
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


def test_a_bar_that_is_pointed_at_says_its_number_at_every_moment(desk: Desk) -> None:
    result = answered(desk)
    bar = desk.hidden_hand("W").locator(".bar[data-value='8']").first  # of the HCP
    bar.hover()
    for key, moment in ((None, -1), ("Home", 0)):
        if key is not None:
            desk.page.keyboard.press(key)
        chance = result["moments"][moment]["hands"]["W"]["hcp"]["probabilities"][8]
        expect(bar).to_have_attribute("title", f"8: {int(100 * chance + 0.5)} %")


def test_a_heat_map_is_walked_with_the_arrow_keys(desk: Desk) -> None:
    answered(desk)
    heat = desk.heat_map("E")
    expect(heat.locator("[tabindex='0']")).to_have_count(1)
    heat.locator("[tabindex='0']").focus()
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("ArrowRight")
    expect(heat.locator("td:focus")).to_have_attribute("data-card", "HK")
    expect(card_line(desk)).to_contain_text("♥K")
    desk.page.keyboard.press("Enter")
    expect(cell(desk, "W", "HK")).to_have_attribute("data-marked", "pinned")


def test_what_a_call_changed_is_what_the_numbers_say(desk: Desk) -> None:
    result = answered(desk)
    before, now = (result["moments"][step]["hands"]["E"]["hcp"] for step in (1, 2))
    ranges = [f"{hcp['low']}–{hcp['high']}" for hcp in (before, now)]
    assert ranges[0] != ranges[1]
    desk.page.get_by_text("More about this call").click()
    changes_panel = desk.page.locator(".changes")
    expect(changes_panel).to_contain_text(f"East's HCP: from {ranges[0]} to {ranges[1]}")
    desk.page.keyboard.press("ArrowLeft")
    expect(changes_panel).not_to_contain_text("East's HCP")

    desk.page.keyboard.press("End")
    expect(changes_panel).to_contain_text("East's HCP")
    moved = desk.heat_map("E").locator("td[data-moved]")
    expect(moved).not_to_have_count(0)
    for card, way in moved.evaluate_all(
        "cells => cells.map(c => [c.dataset.card, c.dataset.moved])"
    ):
        place = RANKS.index(card[1])
        was, is_now = (
            result["moments"][step]["hands"]["E"]["cards"][card[0]][place] for step in (1, 2)
        )
        assert (is_now > was) == (way == "up")
        assert abs(is_now - was) > 0.04


def test_the_pair_has_the_points_and_the_fits_of_both_hands(desk: Desk) -> None:
    result = answered(desk)
    desk.unfold("Both hands together")
    partner = result["moments"][-1]["hands"]["N"]
    fit = sum(partner["lengths"]["S"]["probabilities"][1:])  # South holds seven
    pair = desk.page.locator("section, article, div").filter(
        has=desk.page.get_by_role("heading", name="You and North")
    )
    game = sum(partner["hcp"]["probabilities"][13:])  # South holds 12
    expect(pair.last).to_contain_text(f"{12 + partner['hcp']['low']}–{12 + partner['hcp']['high']}")
    expect(pair.last).to_contain_text(f"{int(100 * fit + 0.5)} %")
    expect(pair.last).to_contain_text(f"{int(100 * game + 0.5)} %")


def test_a_known_deal_is_laid_open_only_on_request(desk: Desk) -> None:
    desk.answer_after(desk.page.get_by_role("button", name="Deal at random").click)
    desk.show_all_hands()
    switch = desk.page.get_by_role("button", name="Show the cards")
    expect(switch).to_be_visible()
    expect(desk.page.locator("[data-held]")).to_have_count(0)
    switch.click()
    for seat in "NEW":
        expect(desk.heat_map(seat).locator("[data-held]")).to_have_count(13)
    panel = desk.page.locator(".reveal")
    expect(panel).to_contain_text(re.compile(r"chance of \d+ % on average"))
    expect(panel).to_contain_text("Knowing nothing would give 33 %")
    switch.click()
    expect(desk.page.locator("[data-held]")).to_have_count(0)
    expect(panel).to_have_count(0)


def test_a_hand_alone_has_nothing_to_lay_open(desk: Desk) -> None:
    answered(desk)
    expect(desk.page.get_by_role("button", name="Show the cards")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_have_no_fault_that_axe_finds(desk: Desk, scheme: Any) -> None:
    desk.page.emulate_media(color_scheme=scheme)
    desk.answer_after(desk.page.get_by_role("button", name="Deal at random").click)
    own = desk.answer_after(lambda: desk.bid("1D"))["position"]["hand"]
    desk.show_all_hands()
    desk.page.get_by_role("button", name="Show the cards").click()
    seen = next(
        suit for suit, ranks in zip("SHDC", own.split("."), strict=True) if "7" not in ranks
    )
    cell(desk, "N", f"{seen}7").click()
    expect(card_line(desk)).to_contain_text(f"{SYMBOLS[seen]}7")
    named = re.compile(SUIT_NAMES[seen])
    expect(cell(desk, "N", f"{seen}7")).to_have_attribute("aria-label", named)
    # What the strip of calls, which stays in sight, half covers just now counts as too small.
    desk.page.evaluate("scrollTo(0, 0)")
    desk.eventually(lambda: violations(desk), [])
