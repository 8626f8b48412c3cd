"""The review of a pasted deal and of the own auction, by the model itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk import EXPLANATIONS, PATIENCE_MS, Desk
from tests.browser.review_stub import REVIEWS
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
OWN = "hand=AQ4.K93.AJ62.Q85&seat=N&dealer=N&vul=none&auction=1C-P-1H-P-1NT-P-P-P"
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
    expect(review).to_contain_text(re.compile(r"Double dummy it (takes|is estimated to take) \d+"))
    expect(review).to_contain_text("Par, the score of perfect bidding")
    expect(review).to_contain_text(re.compile("double dummy solver|no solver on this site"))
    grades = review.locator(".graded-call:not(.grade-none)")
    expect(grades).to_have_count(10)
    raise_ = review.locator(".verdict").filter(has_text="North: 2♣")
    expect(raise_.first).to_contain_text("Usual with this hand")


def test_a_call_opens_the_explanation_at_its_moment(desk: Desk) -> None:
    paste_board(desk)
    desk.page.get_by_role("button", name="Review", exact=True).click()
    call = desk.page.locator(".graded").get_by_role("button", name="North, 2 clubs")
    result = desk.answer_after(call.click)
    assert (result["position"]["seat"], result["position"]["auction"][2]) == ("N", "2C")
    assert "at=2" in desk.page.url
    desk.page.get_by_role("button", name="Review", exact=True).click()
    expect(desk.page.locator("#review-title")).to_be_focused()


def test_the_own_auction_is_reviewed_with_one_hand(desk: Desk) -> None:
    desk.page.goto(f"/#{OWN}")
    desk.page.reload()
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    desk.page.get_by_role("button", name="Review the auction").click()
    review = desk.page.locator(".review")
    expect(review.locator(".verdict").first).to_contain_text("You: ", timeout=PATIENCE_MS)
    expect(review.locator(".grade-none")).to_have_count(6)
    expect(review.locator(".deal")).to_have_count(0)


def test_nothing_but_the_review_is_asked_while_it_is_on_show(desk: Desk) -> None:
    paste_board(desk)
    asked: list[str] = []
    desk.page.get_by_role("button", name="Review", exact=True).click()
    desk.page.on("request", lambda request: asked.append(request.url))
    desk.change()
    desk.page.get_by_label("N-S play").select_option("acol")
    heading = desk.page.get_by_role("heading", name="3NT by North")
    expect(heading).to_be_visible(timeout=PATIENCE_MS)
    desk.page.wait_for_timeout(500)
    assert not [url for url in asked if url.endswith(EXPLANATIONS.removeprefix("**"))]
    desk.answer_after(desk.page.get_by_role("button", name="Explanation", exact=True).click)


def test_a_failed_review_is_said_and_tried_again(desk: Desk) -> None:
    paste_board(desk)
    problem = {"title": "No", "status": 500}
    desk.page.route(REVIEWS, lambda route: route.fulfill(status=500, json=problem), times=1)
    desk.page.get_by_role("button", name="Review", exact=True).click()
    failure = desk.page.locator(".review").get_by_role("alert")
    expect(failure).to_be_visible()
    failure.get_by_role("button", name="Try again").click()
    heading = desk.page.get_by_role("heading", name="3NT by North")
    expect(heading).to_be_visible(timeout=PATIENCE_MS)
    expect(failure).to_have_count(0)


def test_a_phone_shows_the_review_without_a_fault(desk: Desk) -> None:
    desk.page.set_viewport_size(PHONE)
    paste_board(desk)
    desk.page.get_by_role("button", name="Review", exact=True).click()
    expect(desk.page.locator(".graded")).to_be_in_viewport()
    heading = desk.page.get_by_role("heading", name="3NT by North")
    expect(heading).to_be_visible(timeout=PATIENCE_MS)
    desk.expect_no_sideways_scrolling()
    desk.eventually(lambda: violations(desk), [])
