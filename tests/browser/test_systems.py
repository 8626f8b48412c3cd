"""From a call to the glossary, and from the choice of a system to what its calls show."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desk import Desk
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser


def test_from_the_choice_of_a_system_to_its_page(desk: Desk) -> None:
    page = desk.page
    page.get_by_label("E-W play").select_option("21")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="What is Two over one").click()
    opened_page = opened.value
    expect(opened_page.get_by_role("heading", name="Two over one game force")).to_be_visible()
    row = opened_page.get_by_role("row").filter(has_text="Jacoby transfer").first
    row.get_by_role("link", name="Jacoby transfer").click()
    card = opened_page.locator("#meaning-card")
    expect(card.locator("dt")).to_have_text("Jacoby transfer")
    card.get_by_role("link", name="The whole glossary").click()
    expect(opened_page.locator("#jacoby_transfer")).to_be_in_viewport()


def test_the_header_says_what_a_call_means(browser: Browser, base_url: str) -> None:
    page = browser.new_page(base_url=base_url, viewport={"width": 390, "height": 800})
    page.goto("/glossary/")
    page.locator("#asked").fill("2♣ in Acol")
    page.locator("#asked").press("Enter")
    card = page.locator("#meaning-card")
    expect(card).to_contain_text("2♣ shows everybody")
    expect(card).to_contain_text("Played: Acol")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.close()


@pytest.mark.parametrize("path", ["/systems/", "/systems/2/1/", "/glossary/"])
def test_the_pages_are_sound_on_a_phone(browser: Browser, base_url: str, path: str) -> None:
    page = browser.new_page(base_url=base_url, viewport={"width": 390, "height": 800})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(Desk(page)) == []
    page.close()


def test_the_name_of_a_convention_opens_its_entry_in_place(desk: Desk) -> None:
    page = desk.page
    desk.pick("AQ742.K6.J85.T93")
    desk.bid("1NT P 2D")
    desk.answer_after(desk.explain_button.click)
    desk.select(2)
    page.get_by_role("link", name="Jacoby transfer").first.click()
    expect(page.locator("#meaning-card dt")).to_have_text("Jacoby transfer")
