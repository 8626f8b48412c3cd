"""Back, Forward and a reload lead to every state of a tour through the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.review_stub import stub_reviews
from tests.browser.test_board_list import FILES

pytestmark = pytest.mark.browser

REST_MS = 200

#: The address, and what is on show: view, board, moment and line; null while it is drawn.
SHOWN = """() => {
    const view = ".picture:not(.veiled), .board-table, .graded";
    const drawn = location.hash === "" ? ".welcome" : view;
    const parts = "#boards-title, #review-title, .welcome h2, "
        + ".moment-words, .line.shown .line-letter";
    if (document.querySelector(drawn) === null) return null;
    const shown = [...document.querySelectorAll(parts)].map(part => part.innerText.trim());
    return [location.hash, ...shown];
}"""


class Tour:
    """Steps through the page, each of which is a state of the browser's history."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.states = [self._shown()]

    def _shown(self) -> Any:
        return self.desk.page.evaluate(SHOWN)

    def step(self, act: Callable[[], object]) -> None:
        """Does something, and notes what is on show once that rests."""
        before = self.states[-1]
        found = None
        act()
        for _ in range(PATIENCE_MS // REST_MS):
            self.desk.page.wait_for_timeout(REST_MS)
            last, found = found, self._shown()
            if found is not None and found == last and found[0] != before[0]:
                return self.states.append(found)
        pytest.fail(f"{found} does not come after {before}")

    def expect(self, state: Any) -> None:
        """Waits until this is on show."""
        self.desk.eventually(self._shown, state)


def row(desk: Desk, place: int) -> Locator:
    return desk.page.locator(".board-table tbody tr button").nth(place)


def test_thirty_steps_go_back_and_forward(desk: Desk) -> None:
    page = desk.page
    stub_reviews(page)
    key = page.keyboard.press
    tour = Tour(desk)

    def button(name: str) -> Locator:
        return page.get_by_role("button", name=name, exact=True)

    def view(name: str) -> Locator:
        return page.locator(".view-bar").get_by_role("button", name=name)

    def open_file() -> None:
        desk.change()
        button("Paste or open").click()
        page.locator("#paste-file").set_input_files(files=FILES)

    def example(name: str) -> None:
        desk.change()
        page.locator(".example-picker summary").click()
        button(name).click()

    # Examples, steps and candidate calls.
    tour.step(lambda: page.locator(".example").filter(has_text="Partner opens").click())
    tour.step(lambda: key("ArrowLeft"))
    tour.step(lambda: key("ArrowLeft"))
    tour.step(lambda: desk.select(0))
    tour.step(lambda: button("Next call").click())
    tour.step(lambda: page.locator(".chances button").first.click())
    tour.step(lambda: page.locator(".chances button").nth(1).click())
    tour.step(lambda: desk.select(2))
    tour.step(lambda: example("A transfer"))
    tour.step(lambda: key("Home"))
    tour.step(lambda: key("End"))
    # Lines of play.
    tour.step(lambda: desk.select(2))
    tour.step(lambda: page.get_by_role("button", name="Instead of 2♥").click())
    tour.step(lambda: desk.bid("2S"))
    tour.step(lambda: page.get_by_role("button", name="Compare with line A").click())
    tour.step(lambda: page.locator(".line-show").first.click())
    tour.step(lambda: page.locator(".line-show").nth(1).click())
    # A review.
    tour.step(lambda: button("Review the auction").click())
    tour.step(lambda: page.locator(".graded-call").nth(0).click())
    # A file of boards.
    tour.step(open_file)
    tour.step(lambda: row(desk, 0).click())
    tour.step(lambda: view("Next board").click())
    tour.step(lambda: page.locator(".graded-call").nth(1).click())
    tour.step(lambda: key("ArrowRight"))
    tour.step(lambda: view("Review").click())
    tour.step(lambda: view("All boards").click())
    tour.step(lambda: row(desk, 3).click())
    tour.step(lambda: view("Explanation").click())
    tour.step(lambda: key("Home"))
    tour.step(lambda: view("All boards").click())
    assert len(tour.states) == 31

    for state in reversed(tour.states[:-1]):
        page.go_back()
        tour.expect(state)
    for state in tour.states[1:]:
        page.go_forward()
        tour.expect(state)


# The database is there once the page has opened it; opened before, it would lack the store.
IS_KEPT = """async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === "bridgeviz")) return false;
  const asked = (request) =>
    new Promise((done) => { request.onsuccess = () => done(request.result); });
  const database = await asked(indexedDB.open("bridgeviz"));
  const order = await asked(database.transaction("boards").objectStore("boards").get("order"));
  database.close();
  return order?.length > 0;
}"""


def test_a_reload_keeps_the_file_of_boards_and_its_place(desk: Desk) -> None:
    page = desk.page
    stub_reviews(page)
    page.get_by_role("button", name="Paste or open").click()
    page.locator("#paste-file").set_input_files(files=FILES)
    rows = page.locator(".board-table tbody tr")
    expect(rows).to_have_count(4)
    page.wait_for_function(IS_KEPT)
    page.reload()
    expect(rows).to_have_count(4)
    row(desk, 1).click()
    title = page.get_by_role("heading", name="Review: Board 2")
    expect(title).to_be_visible()
    page.reload()
    expect(title).to_be_visible()
    page.get_by_role("button", name="All boards").click()
    expect(rows).to_have_count(4)
    expect(page.locator(".board-table tr.open")).to_contain_text("2")
    page.evaluate("indexedDB.deleteDatabase('bridgeviz')")
    page.goto("about:blank")
    page.goto("/#boards=none")
    expect(page.get_by_role("alert").filter(has_text="open it once more")).to_be_visible()
