"""The whole job at every width, light and dark, by mouse, by touch and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.test_lines import button
from tests.browser.test_paste import HAND, PBN

pytestmark = pytest.mark.browser

Act = Callable[[Locator], None]


def by_mouse(target: Locator) -> None:
    target.click()


def by_touch(target: Locator) -> None:
    target.tap()


def by_keyboard(target: Locator) -> None:
    target.focus()
    radio = target.get_attribute("type") == "radio"
    target.page.keyboard.press("Space" if radio else "Enter")


@pytest.mark.parametrize(
    ("width", "act", "scheme"),
    [(360, by_touch, "light"), (768, by_mouse, "dark"), (1440, by_keyboard, "light")],
    ids=["phone", "window", "keyboard"],
)
def test_the_whole_job(browser: Browser, base_url: str, width: int, act: Act, scheme: Any) -> None:
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": width, "height": 900},
        has_touch=act is by_touch,
        color_scheme=scheme,
    )
    desk = Desk(context.new_page())
    desk.page.goto("/")
    enter(desk, act)
    look(desk, act)
    ask_what_if(desk, act)
    lay_open(desk, act)
    desk.expect_no_sideways_scrolling()
    context.close()


def enter(desk: Desk, act: Act) -> None:
    """Cards, vulnerability and calls; the answer comes by itself."""
    desk.show_sheet("The auction")
    act(desk.option("Vulnerable", "N-S"))
    desk.show_sheet("Your hand")
    cards = [
        suit + rank for suit, ranks in zip("SHDC", HAND.split("."), strict=True) for rank in ranks
    ]
    for card in cards[:-1]:
        act(desk.card(card))
    expect(desk.page.locator("#hand-count")).to_contain_text("12 of 13 cards")
    desk.show_sheet("The auction")
    act(desk.call("1D"))
    act(desk.call("1H"))
    desk.show_sheet("Your hand")
    answer = desk.answer_after(lambda: act(desk.card(cards[-1])))
    position = answer["position"]
    assert (position["hand"], position["auction"]) == (HAND, ["1D", "1H"])
    assert position["vulnerability"] == "NS"


def look(desk: Desk, act: Act) -> None:
    """A card marked everywhere, an earlier moment, a reason, another seat at the bottom."""
    act(button(desk, "All hands around the table"))
    act(desk.heat_map("W").locator("td[data-card=HK]"))
    expect(desk.page.locator("[data-marked=pinned]")).to_have_count(3)
    act(button(desk, "Previous call"))
    expect(desk.page.locator(".moment-words")).to_contain_text("After call 1 of 2")
    act(button(desk, "Next call"))
    act(desk.page.locator(".next-call summary", has_text="Why?"))
    expect(desk.page.locator(".next-call")).to_contain_text("would show everybody")
    felt = desk.page.locator(".felt .chair-bottom")
    expect(felt).to_be_visible()
    expect(felt).to_have_text("S")
    act(button(desk, "Turn the table"))
    expect(felt).to_have_text("W")
    act(button(desk, "South at the bottom"))


def ask_what_if(desk: Desk, act: Act) -> None:
    """Another call by East, beside the one made."""
    act(desk.made(1))
    act(button(desk, "Instead of 1♥"))
    desk.answer_after(lambda: act(desk.call("1S")))
    act(button(desk, "Compare with line A"))
    sides = desk.page.locator(".two-lines article")
    expect(sides).to_have_count(2)
    expect(sides.nth(1)).to_contain_text("Line A, after call 2: 1♥")
    act(button(desk, "End the comparison"))
    expect(sides).to_have_count(0)


def lay_open(desk: Desk, act: Act) -> None:
    """A whole deal by paste, and its cards over the pictures."""
    act(button(desk, "Paste or open"))
    desk.page.locator("#paste").fill(PBN)
    act(button(desk, "Read the text"))
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    act(button(desk, "Show the cards"))
    expect(desk.page.locator("td[data-held]")).to_have_count(39)
    expect(desk.page.locator(".reveal")).to_contain_text("How well the model placed the cards")
