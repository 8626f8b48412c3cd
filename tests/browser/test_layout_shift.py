"""How far a click moves what is on the screen, on a tour through the site."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import EXPLANATIONS, PATIENCE_MS, Desk
from tests.browser.test_board_list import FEW_FILES

pytestmark = pytest.mark.browser

MOST = 0.05  # of a step's cumulative layout shift
REST_MS = 200  # what moves later is found at the next step
SIZES: dict[str, Any] = {
    "desktop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}
PICTURE = ".picture:not(.veiled)"
# Chrome's own sum leaves out what moves within half a second after a click; this one does not.
OBSERVE = """window.shifts = [];
new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries()) {
        window.shifts.push([value, sources.map(({ node }) => node?.className || node?.nodeName)]);
    }
}).observe({ type: "layout-shift", buffered: true });"""

# Where it begins on the page, and its height.
BOX = "element => [element.offsetTop, element.offsetHeight]"


class Tour:
    """Steps through the site, and how far each moved what was on the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.moved: dict[str, tuple[float, Any]] = {}
        page.add_init_script(OBSERVE)

    def step(self, name: str, act: Callable[[], object], then: str) -> None:
        """Does something, and waits for what it shows, and until the page rests."""
        act()
        expect(self.page.locator(then).first).to_be_visible(timeout=3 * PATIENCE_MS)
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(REST_MS)
        shifts = self.page.evaluate("window.shifts.splice(0)")
        self.moved[name] = (sum(value for value, _ in shifts), shifts)


@pytest.mark.parametrize("size", SIZES)
def test_a_tour_moves_nothing_on_the_screen(browser: Browser, base_url: str, size: str) -> None:
    with browser.new_context(base_url=base_url, locale="en-GB", **SIZES[size]) as context:
        page = context.new_page()
        tour = Tour(page)

        def button(name: str) -> Callable[[], None]:
            return page.get_by_role("button", name=name, exact=True).click

        def opened(path: str) -> Callable[[], object]:
            return lambda: page.goto(path)

        def chosen(selector: str, place: int = 0) -> Callable[[], None]:
            return page.locator(selector).nth(place).click

        tour.step("first page", opened("/"), ".welcome")
        tour.step("example", chosen(".example"), PICTURE)
        tour.step("step back", chosen(".step-bar button", 1), PICTURE)
        tour.step("a call of the auction", chosen(".diagram .step"), PICTURE)
        tour.step("step to the end", lambda: page.keyboard.press("End"), PICTURE)
        tour.step("candidate call", chosen(".chance-call"), PICTURE)
        tour.step("review", button("Review the auction"), ".verdicts")
        tour.step("back", page.go_back, PICTURE)
        tour.step("no file yet", lambda: (page.goto("/#boards"), page.reload()), ".open-file")
        file = page.locator(".open-file input[type=file]")
        reviewed = ":text-is('All boards are reviewed.')"
        tour.step("file", lambda: file.set_input_files(files=FEW_FILES), reviewed)
        tour.step("board", chosen(".board-table tbody th button", 1), ".verdicts")
        tour.step("reviewed call", chosen("button.graded-call"), PICTURE)
        tour.step("practice", opened("/practice/"), ".setup")
        tour.step("deal", button("Deal a board"), ".bidding-box")
        tour.step("call", chosen(".box-call[data-call=P]"), ".verdict, .board-end")
        tour.step("systems", opened("/systems/"), "h1")
        tour.step("a system", opened("/systems/sayc/"), "h1")
        tour.step("glossary", opened("/glossary/"), "h1")
        tour.step("guide", opened("/guide/"), "h1")
    assert {name: moved for name, moved in tour.moved.items() if moved[0] > MOST} == {}


@pytest.mark.parametrize("size", SIZES)
def test_an_example_shows_at_once_a_skeleton_as_large_as_its_answer(
    browser: Browser, base_url: str, size: str
) -> None:
    with browser.new_context(base_url=base_url, locale="en-GB", **SIZES[size]) as context:
        desk = Desk(context.new_page())
        held: list[Any] = []
        desk.page.route(EXPLANATIONS, lambda route: held.append(route))
        desk.page.goto("/")
        desk.page.locator(".example").nth(1).click()
        skeleton = desk.page.locator(".skeleton .tiers")
        expect(skeleton).to_be_visible()
        expect(desk.page.locator(".welcome")).to_have_count(0)
        before = skeleton.evaluate(BOX)
        desk.eventually(lambda: len(held), 1)
        desk.page.unroute(EXPLANATIONS)
        held[0].continue_()
        expect(desk.page.locator(".row-meaning:not(.awaited)").first).to_be_visible()
        expect(skeleton).to_have_count(0)
        after = desk.page.locator(".tiers").evaluate(BOX)
    assert after[0] == pytest.approx(before[0], abs=32)
    assert after[1] == pytest.approx(before[1], rel=0.25)


def test_another_deal_is_awaited_by_its_skeleton_and_another_call_under_a_veil(desk: Desk) -> None:
    page = desk.page
    page.locator(".example").first.click()
    expect(page.locator(PICTURE)).to_be_visible(timeout=PATIENCE_MS)
    page.route(EXPLANATIONS, lambda route: None)
    page.locator(".chance-call").first.click()
    expect(page.locator(".picture.veiled")).to_be_visible()
    desk.change()
    page.locator(".example-picker summary").click()
    page.locator(".example-picker button").nth(3).click()
    expect(page.locator(".skeleton")).to_be_visible()
    expect(page.locator(".picture.veiled")).to_have_count(0)
