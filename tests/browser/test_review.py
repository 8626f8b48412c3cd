"""The review of a pasted deal, by the model itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

BOARD = """[Board "7"]
[Dealer "S"]
[Vulnerable "All"]
[Deal "N:AQ4.K93.AJ62.Q85 KJ72.JT5.Q3.AJT4 T8.AQ82.KT85.K72 9653.764.974.963"]
[Result "7"]
[Auction "S"]
1D P 2C P 2D P 3NT AP
"""
PHONE = {"width": 390, "height": 664}


def paste_board(desk: Desk) -> None:
    desk.page.get_by_role("button", name="Paste or open").click()
    desk.page.locator("#paste").fill(BOARD)
    desk.answer_after(desk.page.get_by_role("button", name="Read the text").click)


def test_a_pasted_board_is_reviewed(desk: Desk) -> None:
    paste_board(desk)
    desk.page.get_by_role("button", name="Review", exact=True).click()
    review = desk.page.get_by_role("region", name="Review: Board 7")
    expect(review.get_by_role("heading", name="3NT by North")).to_be_visible(timeout=PATIENCE_MS)
    expect(review).to_contain_text("At the table 7 tricks were taken: 2 down")
    expect(review).to_contain_text(re.compile(r"Double dummy it takes \d+"))
    expect(review).to_contain_text("Par, the score of perfect bidding")
    expect(review).to_contain_text("Double dummy, exact")
    grades = review.locator(".graded-call:not(.grade-none)")
    expect(grades).to_have_count(10)
    raise_ = review.locator(".verdict").filter(has_text="North: 2♣")
    expect(raise_.first).to_contain_text("which is usual with this hand")


def test_a_phone_shows_the_review_without_a_fault(desk: Desk) -> None:
    desk.page.set_viewport_size(PHONE)
    paste_board(desk)
    desk.page.get_by_role("button", name="Review", exact=True).click()
    expect(desk.page.locator(".graded")).to_be_in_viewport()
    heading = desk.page.get_by_role("heading", name="3NT by North")
    expect(heading).to_be_visible(timeout=PATIENCE_MS)
    desk.expect_no_sideways_scrolling()
    desk.eventually(lambda: violations(desk), [])
