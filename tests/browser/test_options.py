"""Every call explained: those made, those that may come, and why one of them is suggested."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.test_access import PHONE, violations

pytestmark = pytest.mark.browser

SOUTH = "AQ742.K6.J85.T93"  # ten points, opposite a heart opening
OPTIONS = "**/api/v1/options"
LINK = f"#hand={SOUTH}&seat=S&dealer=N&vul=none&auction=1H-P"


def card(desk: Desk) -> Locator:
    return desk.page.locator("#call-card.call-card")


def box(desk: Desk, call: str) -> Locator:
    return desk.page.locator(f".box-call[data-call='{call}']")


def answered(desk: Desk) -> dict[str, Any]:
    """The usual case entered, and its answer."""
    answer = desk.answer_after(lambda: desk.page.goto(f"/{LINK}"))
    desk.change()
    return answer


def options_after(desk: Desk, act: Any) -> dict[str, dict[str, Any]]:
    """Does what makes the page ask of next calls; the answer, by call."""
    with desk.page.expect_response(OPTIONS, timeout=PATIENCE_MS) as response:
        act()
    options = response.value.json()["result"]["options"]
    return {option["call"]: option for option in options}


def ranges(shown: dict[str, Any]) -> list[str]:
    """The ranges of points and suits as the card has them."""
    runs = [shown["hcp"], *(shown["lengths"][suit] for suit in "SHDC")]
    return [f"{r['low']}–{r['high']}" if r["low"] < r["high"] else f"{r['low']}" for r in runs]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 664)])
def test_no_card_hides_the_suggestion(desk: Desk, width: int, height: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": height})
    answered(desk)
    suggestion = desk.page.locator(".suggestion")
    for call in ("1S", "2H", "P"):
        box(desk, call).scroll_into_view_if_needed()
        box(desk, call).hover()
        expect(card(desk)).to_contain_text("would show everybody")
        expect(card(desk).locator(".card-ranges")).to_be_visible(timeout=PATIENCE_MS)
        boxes = [part.bounding_box() for part in (suggestion, card(desk))]
        assert not overlap(*boxes), (call, boxes)


def overlap(one: Any, other: Any) -> bool:
    """Return True where two boxes have a point in common."""
    return all(
        one[start] < other[start] + other[size] and other[start] < one[start] + one[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


def test_the_suggestion_has_its_reasons_and_their_numbers(desk: Desk) -> None:
    result: dict[str, Any] = {}
    options = options_after(desk, lambda: result.update(answered(desk)))
    expect(desk.page.locator(".suggestion")).to_have_text(result["suggestion"]["sentence"])
    assert result["suggestion"]["sentence"].startswith("You have 10 points and five spades: 1♠.")
    expect(desk.page.locator(".main-reason")).to_have_count(0)  # the sentence has its own
    why, tables = desk.page.locator(".why"), desk.page.locator(".reason table")
    expect(why).to_have_count(0)

    desk.page.locator(".next-call summary", has_text="Why?").click()
    best = result["moments"][-1]["next_call"][0]["call"]
    words = options[best]["meaning"]["sentence"].removeprefix("Natural: ")
    expect(why).to_contain_text(f"would show everybody: {words[0].upper()}{words[1:]}")
    expect(why).to_contain_text("You have 10 HCP, ♠ 5, ♥ 2, ♦ 3, ♣ 3")
    hcp = result["moments"][-1]["hands"]["N"]["hcp"]
    summed = f"your 10 make {10 + hcp['low']}–{10 + hcp['high']}"
    expect(why).to_contain_text(f"partner's usual {hcp['low']}–{hcp['high']} HCP {summed}")
    expect(tables).to_have_count(0)

    desk.page.get_by_text("The reasons in numbers").click()
    cells = desk.page.locator(f".candidates tr[data-call='{best}'] td")
    shown = ranges(options[best]["shows"])
    expect(cells.nth(2)).to_have_text(shown[0])
    for place, text in enumerate(shown[1:]):
        expect(cells.nth(3 + place)).to_have_text(text)
    fit = sum(result["moments"][-1]["hands"]["N"]["lengths"]["H"]["probabilities"][6:])
    hearts = desk.page.locator(".together tr", has_text="hearts").locator("td").last
    # The service's numbers are rounded, so that their sum may miss by one.
    near = [round(100 * fit) + miss for miss in (-1, 0, 1)]
    expect(hearts).to_have_text(re.compile(rf"^\D*({'|'.join(map(str, near))})\D*$"))
    desk.eventually(lambda: violations(desk), [])


def test_on_a_phone_the_box_tells_by_touch(browser: Browser, base_url: str) -> None:
    context = browser.new_context(
        base_url=base_url, viewport=PHONE, has_touch=True, color_scheme="dark"
    )
    page = context.new_page()
    page.goto(f"/{LINK}")
    desk = Desk(page)
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    desk.change()
    desk.show_sheet("The auction")
    switch = page.get_by_role("button", name="What would it show?")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    box(desk, "2H").tap()
    expect(card(desk)).to_contain_text("South's 2♥ would show everybody")
    desk.expect_no_sideways_scrolling()
    expect(card(desk)).to_be_in_viewport(ratio=1)
    desk.eventually(lambda: violations(desk), [])
    desk.expect_auction([["", "1♥", "Pass", "?"]])

    page.locator(".masthead").tap(position={"x": 2, "y": 2})
    expect(card(desk)).to_have_count(0)
    desk.made(0).tap()
    expect(desk.message.get_by_role("heading")).to_contain_text("North partner 1♥")
    switch.tap()
    desk.answer_after(box(desk, "2H").tap)
    desk.expect_auction([["", "1♥", "Pass", "2♥"], ["?", "", "", ""]])
    # What calls show comes later, above what is tapped, and moves it.
    expect(page.locator(".row-meaning.awaited")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    page.locator(".next-call summary", has_text="Why?").tap()
    page.get_by_text("The reasons in numbers").tap()
    expect(page.locator(".candidates")).to_be_visible()
    desk.expect_no_sideways_scrolling()
    context.close()
