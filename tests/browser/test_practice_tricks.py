"""Practice: tricks counted, against the clock and without it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.practice_table import PracticeTable
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def table(watched: Page) -> PracticeTable:
    """The page of practice, at the tricks to be counted."""
    table = PracticeTable(watched)
    table.page.goto("/practice/#view=tricks")
    expect(table.page.get_by_role("heading", name="Your result")).to_be_visible()
    return table


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_it_is_accessible_and_fits(table: PracticeTable, size: Any) -> None:
    page = table.page
    page.set_viewport_size(size)
    found = [violations(table)]
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator(".trick-numbers")).to_be_visible()
    found.append(violations(table))
    page.locator(".trick-numbers button").first.click()
    expect(page.locator(".trick-answer")).to_contain_text("trick")
    found.append(violations(table))
    assert found == [[], [], []]
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
