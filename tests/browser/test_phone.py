"""Entering on a phone: the cards, then the calls, and the answer by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

HAND = "AQ4.K93.AJ62.Q85"
CARDS = [suit + rank for suit, ranks in zip("SHDC", HAND.split("."), strict=True) for rank in ranks]
LINK = f"hand={HAND}&seat=S&dealer=S&vul=both&auction=1NT-P-2H-P"
SIZE: Any = {"width": 390, "height": 664}
LEAST_KEY = 44
MOST_TAPS = 17
ROOM = """() => {
    const [answer, keys] = [".answer", "#entry"].map(name =>
        document.querySelector(name).getBoundingClientRect());
    return Math.min(answer.bottom, keys.top) - Math.max(answer.top, 0);
}"""
COUNT_TAPS = """addEventListener("click", event => {
    if (event.isTrusted) window.taps = (window.taps ?? 0) + 1;
}, { capture: true })"""


@pytest.fixture
def phone(browser: Browser, base_url: str) -> Iterator[Desk]:
    """The page on a phone, where every tap is counted."""
    context = browser.new_context(base_url=base_url, viewport=SIZE, has_touch=True)
    context.add_init_script(COUNT_TAPS)
    desk = Desk(context.new_page())
    desk.page.goto("/")
    yield desk
    context.close()


def line(desk: Desk) -> Locator:
    """The one line of what is entered."""
    return desk.page.locator(".entry-line")


def change(desk: Desk) -> Locator:
    return desk.page.get_by_role("button", name="change", exact=True)


def tap_hand(desk: Desk) -> None:
    for card in CARDS:
        desk.card(card).tap()


def test_a_hand_and_four_calls_take_at_most_seventeen_taps(phone: Desk) -> None:
    tap_hand(phone)
    for call in ("1NT", "P", "2H"):
        phone.call(call).tap()
    position = phone.answer_after(phone.call("P").tap)["position"]
    assert (position["hand"], position["seat"], position["dealer"]) == (HAND, "S", "S")
    assert position["auction"] == ["1NT", "P", "2H", "P"]
    assert room_above_keys(phone) >= SIZE["height"] / 2
    expect(phone.call("P")).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("window.taps") <= MOST_TAPS
    phone.expect_no_sideways_scrolling()


def room_above_keys(desk: Desk) -> float:
    """Return the height of the answer that is in sight above the keys."""
    return float(desk.page.evaluate(ROOM))


def test_every_key_is_large_enough_and_the_cards_need_no_scrolling(phone: Desk) -> None:
    boxes = "keys => keys.map(k => k.getBoundingClientRect()).map(box => [box.width, box.height])"
    keys = phone.page.locator(".card")
    expect(keys).to_have_count(52)
    assert min(side for box in keys.evaluate_all(boxes) for side in box) >= LEAST_KEY
    phone.page.locator(".sheet-tabs").evaluate("tabs => tabs.scrollIntoView()")
    expect(phone.card("SA")).to_be_in_viewport(ratio=1)
    expect(phone.card("C2")).to_be_in_viewport(ratio=1)
    tap_hand(phone)
    calls = phone.page.locator(".box-call")
    expect(phone.card("SA")).to_be_hidden()
    assert min(side for box in calls.evaluate_all(boxes) for side in box) >= LEAST_KEY


def test_the_calls_open_at_the_lowest_legal_level(phone: Desk) -> None:
    tap_hand(phone)
    levels = phone.page.locator(".box-levels")
    expect(phone.call("1C")).to_be_in_viewport(ratio=1)
    phone.call("2NT").tap()
    expect(phone.call("P")).to_be_in_viewport(ratio=1)
    first = "levels => levels.querySelector('.box-row:nth-child(3)').offsetTop - levels.offsetTop"
    phone.eventually(lambda: levels.evaluate("levels => levels.scrollTop"), levels.evaluate(first))
    expect(phone.call("3C")).to_be_in_viewport(ratio=1)
    expect(phone.call("P")).to_be_in_viewport(ratio=1)


def test_a_link_opens_on_the_answer_below_one_line(phone: Desk) -> None:
    phone.page.goto("about:blank")
    phone.answer_after(lambda: phone.page.goto(f"/#{LINK}"))
    expect(line(phone)).to_contain_text("AQ4")
    expect(line(phone).locator(".line-calls")).to_contain_text("1NT")
    expect(phone.page.locator("#entry")).to_be_hidden()
    height = line(phone).evaluate("line => line.getBoundingClientRect().height")
    assert height <= LEAST_KEY
    change(phone).tap()
    expect(line(phone)).to_have_count(0)
    expect(phone.call("P")).to_be_visible()
    phone.call("3H").tap()
    phone.expect_auction([["", "", "", "1NT"], ["Pass", "2♥", "Pass", "3♥"], ["?", "", "", ""]])


def test_axe_finds_nothing_on_either_sheet_nor_the_line(phone: Desk) -> None:
    phone.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    phone.eventually(lambda: violations(phone), [])
    tap_hand(phone)
    phone.answer_after(phone.call("1NT").tap)
    phone.eventually(lambda: violations(phone), [])
    phone.show_sheet("The auction")
    phone.eventually(lambda: violations(phone), [])
    phone.page.get_by_role("button", name="Done").tap()
    expect(line(phone)).to_be_visible(timeout=PATIENCE_MS)
    phone.eventually(lambda: violations(phone), [])
