"""The page by keyboard alone, on a phone, and for those who listen to it."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.desk import EXPLANATIONS, Desk
from tests.browser.practice_table import PracticeTable

pytestmark = pytest.mark.browser

HAND = "AKJT985.6.A76.84"
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1366, "height": 768}
WCAG = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # else all that passes is described, too: twice the time
}
UNSTICK = """() => {
    for (const element of document.querySelectorAll("body *")) {
        if (getComputedStyle(element).position !== "sticky") continue;
        Object.assign(element.style, { position: "relative", inset: "auto" });
        element.dataset.unstuck = "";
    }
}"""
STICK_AGAIN = """() => {
    for (const element of document.querySelectorAll("[data-unstuck]")) {
        Object.assign(element.style, { position: "", inset: "" });
        delete element.dataset.unstuck;
    }
}"""


def press(desk: Desk, *keys: str) -> None:
    for key in keys:
        desk.page.keyboard.press(key)


def focused(desk: Desk) -> str:
    """Return the name of the focused element, which may change while a key is pressed."""
    return str(
        desk.page.evaluate(
            "(document.activeElement.ariaLabel || document.activeElement.id ||"
            " document.activeElement.textContent).trim()"
        )
    )


def tab_to(desk: Desk, name: str) -> None:
    """Presses Tab until what is focused is called so."""
    for _ in range(60):
        press(desk, "Tab")
        if focused(desk) == name:
            return
    pytest.fail(f"the Tab key never reached {name!r}")


def test_a_whole_question_is_asked_with_the_keyboard(desk: Desk) -> None:
    tab_to(desk, "ace of spades")
    press(desk, "Space", "ArrowRight", "Enter", "ArrowDown", "Space")
    expect(desk.hand_text).to_have_value("AK.K..")

    tab_to(desk, "hand")
    press(desk, "Control+a")
    desk.page.keyboard.type(HAND)
    tab_to(desk, "1 club")
    press(desk, "ArrowRight", "Enter", "ArrowRight", "Enter")
    desk.expect_auction([["", "1♦", "1♥", "?"]])
    result = desk.answer_after(
        lambda: press(desk, "End", "ArrowDown", "ArrowUp", "ArrowLeft", "Enter")
    )
    assert result["position"]["auction"] == ["1D", "1H", "1S"]

    tab_to(desk, "Explain")
    press(desk, "Home")
    expect(desk.page.locator(".moment-words")).to_have_text("Before the first call")
    press(desk, "ArrowRight", "ArrowRight")
    expect(desk.page.locator(".moment-words")).to_contain_text("East, 1 heart")


def test_the_suggestion_stays_in_sight_while_calls_are_made(desk: Desk) -> None:
    desk.page.set_viewport_size(DESKTOP)
    desk.answer_after(desk.page.locator(".example").first.click)
    desk.change()
    suggestion = desk.page.locator(".suggestion")
    for call in ("2H", "P"):
        desk.call(call).click()
        expect(desk.call(call)).to_be_in_viewport(ratio=1)
        expect(suggestion).to_be_in_viewport(ratio=1)
        expect(desk.explain_button).to_be_in_viewport(ratio=1)


def test_a_phone_begins_with_the_hand(desk: Desk) -> None:
    desk.page.set_viewport_size(PHONE)
    expect(desk.card("SA")).to_be_in_viewport(ratio=1)
    expect(desk.card("D2")).to_be_in_viewport(ratio=1)
    expect(desk.page.locator(".example").first).to_be_visible()


def test_a_phone_is_never_pushed_sideways(desk: Desk) -> None:
    desk.page.set_viewport_size(PHONE)
    desk.expect_no_sideways_scrolling()
    desk.answer_after(desk.page.locator(".example").first.click)
    desk.expect_no_sideways_scrolling()
    desk.show_all_hands()
    desk.unfold_all()
    desk.expect_no_sideways_scrolling()


def test_a_phone_is_taken_to_the_answer(desk: Desk) -> None:
    desk.page.set_viewport_size(PHONE)
    desk.answer_after(desk.page.locator(".example").first.click)
    expect(desk.message).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("hand", "fault", "key", "viewport"),
    [
        ("", "Enter your 13 cards", None, PHONE),
        ("AKJT985.6.A76.8", "12", "Enter", DESKTOP),
    ],
    ids=["none by button", "bad by enter"],
)
def test_a_wrong_hand_is_gone_to(
    desk: Desk, hand: str, fault: str, key: str | None, viewport: Any
) -> None:
    desk.page.set_viewport_size(viewport)
    desk.hand_text.fill(hand)
    if key is None:
        desk.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        desk.explain_button.click()
    else:
        desk.hand_text.press(key)
    expect(desk.complaint(fault)).to_be_in_viewport(ratio=1)
    expect(desk.hand_text).to_be_in_viewport(ratio=1)
    expect(desk.hand_text).to_be_focused()


def test_a_wrong_auction_is_gone_to(desk: Desk) -> None:
    desk.page.set_viewport_size(PHONE)
    errors = [{"pointer": "/auction/1", "detail": "This cannot be."}]
    problem = {"type": "about:blank", "title": "No", "status": 422, "errors": errors}
    desk.page.route(EXPLANATIONS, lambda route: route.fulfill(status=422, json=problem))
    desk.hand_text.fill(HAND)
    complaint = desk.complaint("This cannot be.")
    expect(desk.page.locator(".failure")).to_be_visible()
    expect(desk.hand_text).to_be_focused()

    desk.explain_button.click()
    expect(complaint).to_be_in_viewport(ratio=1)
    expect(desk.call("1C")).to_be_focused()


def violations(desk: Desk | PracticeTable) -> list[str]:
    """Return axe-core's violations of WCAG 2.2 AA, each with its elements.

    Sticky elements lie in their places meanwhile: what one of them half covers, which depends on
    where the page happens to be scrolled to, axe takes for a small target.
    """
    desk.page.evaluate(UNSTICK)
    found: list[dict[str, Any]] = Axe().run(desk.page, options=WCAG).response["violations"]
    desk.page.evaluate(STICK_AGAIN)
    return [
        f"{violation['id']}: {violation['help']}: {node['target']}"
        for violation in found
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(DESKTOP, "dark"), (PHONE, "light")], ids=["desktop", "phone"]
)
def test_axe_finds_nothing(browser: Browser, base_url: str, scheme: Any, viewport: Any) -> None:
    page = browser.new_page(
        base_url=base_url, viewport=viewport, color_scheme=scheme, reduced_motion="reduce"
    )
    page.goto("/")
    desk = Desk(page)
    desk.eventually(lambda: violations(desk), [])
    desk.answer_after(page.locator(".example").first.click)
    desk.eventually(lambda: violations(desk), [])
    page.locator(".masthead").click(position={"x": 2, "y": 2})
    press(desk, "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    page.locator(".picture details > summary").first.click()
    desk.eventually(lambda: violations(desk), [])
    desk.change()
    desk.show_sheet("Your hand")
    desk.hand_text.fill("AK")
    desk.explain_button.click()
    expect(page.locator(".failure")).to_be_visible()
    desk.eventually(lambda: violations(desk), [])
    page.close()
