"""Practice: tricks counted, against the clock and without it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desk import PATIENCE_MS
from tests.browser.practice_table import PracticeTable
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

TRICKS = "**/api/v1/practice/tricks"
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def table(watched: Page) -> PracticeTable:
    """The page of practice, at the tricks to be counted."""
    table = PracticeTable(watched)
    table.page.goto("/practice/#view=tricks")
    expect(table.page.get_by_role("heading", name="Your result")).to_be_visible()
    return table


def ask(page: Page, button: str = "Deal") -> dict[str, Any]:
    """Has the next deal dealt; returns it."""
    with page.expect_response(TRICKS) as answer:
        page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator(".trick-numbers")).to_be_visible()
    deal: dict[str, Any] = answer.value.json()["deals"][0]
    return deal


def test_tricks_are_counted_and_compared(table: PracticeTable) -> None:
    page = table.page
    deal = ask(page)
    expect(page.locator(".dealt")).to_have_count(4)
    tricks = deal["notrump"]["tricks"]
    page.keyboard.type(str(tricks))
    page.keyboard.press("Enter")
    said = page.locator(".trick-answer")
    expect(said).to_contain_text(f"Right: {tricks} trick")
    expect(said).to_contain_text(f"The site's estimator says {deal['notrump']['estimate']}.")
    expect(page.get_by_role("row", name="You")).to_contain_text("100.0")
    expect(page.get_by_role("button", name="Next deal")).to_be_focused()


def test_two_hands_are_hidden_until_the_answer(table: PracticeTable) -> None:
    page = table.page
    page.get_by_role("radio", name="North and South").check()
    page.get_by_role("radio", name="Spades").check()
    page.get_by_label("30 seconds a deal").uncheck()
    deal = ask(page)
    expect(page.locator(".dealt")).to_have_count(2)
    expect(page.get_by_role("timer")).to_have_count(0)
    wrong = (deal["spades"]["tricks"] + 3) % 14
    page.get_by_role("button", name=str(wrong), exact=True).click()
    expect(page.locator(".trick-answer")).to_contain_text(f"you said {wrong}.")
    expect(page.locator(".dealt")).to_have_count(4)


def test_a_reload_stops_no_clock(table: PracticeTable) -> None:
    page = table.page
    page.clock.install()
    page.reload()
    ask(page)
    north = page.locator(".dealt-N").inner_text()
    page.clock.fast_forward(20_000)
    expect(page.get_by_role("status").filter(has_text="10 seconds left")).to_have_count(1)
    page.reload()
    expect(page.locator(".dealt-N")).to_have_text(north, use_inner_text=True)
    page.clock.fast_forward(11_000)
    expect(page.locator(".trick-answer")).to_contain_text("Time is up", timeout=PATIENCE_MS)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Start again").click()
    expect(page.get_by_role("row", name="You")).to_contain_text("–")


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_it_is_accessible_and_fits(table: PracticeTable, size: Any) -> None:
    page = table.page
    page.set_viewport_size(size)
    found = [violations(table)]
    ask(page)
    found.append(violations(table))
    page.locator(".trick-numbers button").first.click()
    expect(page.locator(".trick-answer")).to_contain_text("trick")
    found.append(violations(table))
    assert found == [[], [], []]
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
