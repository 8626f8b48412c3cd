"""Entering hand, table and auction on a phone, and by a link."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk

pytestmark = pytest.mark.browser

HAND = "AKJT985.6.A76.84"


def test_calls_that_cannot_be_read_are_gone_to_rather_than_left_out(desk: Desk) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.answer_after(lambda: desk.hand_text.fill(HAND))
    desk.show_sheet("The auction")
    calls = desk.page.locator("#calls")
    calls.fill("1D 1C")
    desk.explain_button.click()
    complaint = desk.page.locator("#calls-complaint")
    expect(complaint).to_contain_text("call 2 (1C) is not legal")
    expect(complaint).to_be_in_viewport()
    expect(calls).to_be_focused()
    calls.fill("1D 1H")
    answer = desk.answer_after(desk.explain_button.click)
    assert answer["position"]["auction"] == ["1D", "1H"]
    expect(desk.page.locator(".answer")).to_be_in_viewport()
