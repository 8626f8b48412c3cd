"""Entering hand, table and auction; what is wrong is said where it is wrong."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk

pytestmark = pytest.mark.browser

HAND = "AKJT985.6.A76.84"


def test_grid_and_text_show_the_same_hand(desk: Desk) -> None:
    desk.pick(HAND)
    expect(desk.hand_text).to_have_value(HAND)
    expect(desk.page.locator("#hand-count")).to_have_text("13 of 13 cards · 12 HCP")

    desk.hand_text.fill("♠K 10 9 ♥akq ♦J ♣-")
    for card in ("SK", "ST", "S9", "HA", "HK", "HQ", "DJ"):
        expect(desk.card(card)).to_have_attribute("aria-pressed", "true")
    expect(desk.page.locator("#hand-count")).to_have_text("7 of 13 cards · 13 HCP")

    desk.card("SK").click()
    expect(desk.hand_text).to_have_value("T9.AKQ.J.")


def test_a_full_hand_takes_no_fourteenth_card(desk: Desk) -> None:
    desk.pick(HAND)
    expect(desk.card("C2")).to_have_attribute("aria-disabled", "true")
    desk.card("C2").click(force=True)
    expect(desk.hand_text).to_have_value(HAND)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("AKJT985.6.A76.8", "12"),
        ("AKJT985.66.A76.8", "twice"),
        ("AKJT985.6.A76.8X", "'X'"),
        ("AKJT985.6.A76", "four suits"),
    ],
    ids=["twelve cards", "a card twice", "no rank", "three suits"],
)
def test_a_bad_hand_is_explained_beside_its_field(desk: Desk, text: str, fault: str) -> None:
    desk.hand_text.fill(text)
    desk.explain_button.click()
    expect(desk.complaint(fault)).to_be_visible()
    expect(desk.hand_text).to_have_value(text)
    expect(desk.picture).to_have_count(0)

    desk.answer_after(lambda: desk.hand_text.fill(HAND))
    expect(desk.complaint(fault)).to_have_count(0)


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


def test_nothing_entered_is_asked_for_by_name(desk: Desk) -> None:
    desk.explain_button.click()
    expect(desk.complaint("Enter your 13 cards")).to_be_visible()


def test_illegal_calls_are_greyed_and_cannot_be_made(desk: Desk) -> None:
    expect(
        desk.page.get_by_role("toolbar", name="Bidding box").get_by_role("button")
    ).to_have_count(38)
    desk.bid("1H")
    for call, title in (("1D", "not higher than 1♥"), ("1H", "not higher"), ("XX", "no double")):
        expect(desk.call(call)).to_have_attribute("aria-disabled", "true")
        expect(desk.call(call)).to_have_attribute("title", re.compile(title))
        desk.call(call).click(force=True)
    desk.expect_auction([["", "1♥", "?", ""]])

    desk.bid("X XX P P P")
    desk.expect_auction([["", "1♥", "X", "XX"], ["Pass", "Pass", "Pass", ""]])
    for call in ("P", "X", "7NT"):
        expect(desk.call(call)).to_have_attribute("aria-disabled", "true")


def test_calls_are_taken_back_and_cleared(desk: Desk) -> None:
    desk.bid("1NT P 2H")
    desk.page.get_by_role("button", name="Undo last call").click()
    desk.expect_auction([["", "1NT", "Pass", "?"]])
    desk.page.get_by_role("button", name="Clear auction").click()
    desk.expect_auction([["", "?", "", ""]])


def test_the_board_sets_dealer_and_vulnerability(desk: Desk) -> None:
    desk.page.get_by_label("Board", exact=True).fill("7")
    expect(desk.page.get_by_role("group", name="Dealer").get_by_label("South")).to_be_checked()
    expect(desk.page.get_by_role("group", name="Vulnerable").get_by_label("Both")).to_be_checked()
    desk.expect_auction([["", "", "", "?"]])

    desk.choose("Vulnerable", "None")
    expect(desk.page.get_by_label("Board", exact=True)).to_have_value("")


@pytest.mark.parametrize("text", ["0", "abc", "-3"])
def test_no_board_is_said_beside_its_field(desk: Desk, text: str) -> None:
    board = desk.page.get_by_label("Board", exact=True)
    board.fill("7")
    board.fill(text)
    expect(desk.complaint("Board numbers start at 1")).to_be_visible()
    expect(board).to_have_attribute("aria-invalid", "true")
    expect(desk.page.get_by_role("group", name="Dealer").get_by_label("South")).to_be_checked()
    expect(desk.page.get_by_role("group", name="Vulnerable").get_by_label("Both")).to_be_checked()

    board.fill("2")
    expect(desk.complaint("Board numbers")).to_have_count(0)
    expect(board).to_have_attribute("aria-invalid", "false")


def test_every_call_is_explained_as_it_is_made(desk: Desk) -> None:
    desk.answer_after(lambda: desk.pick(HAND))
    result = desk.answer_after(lambda: desk.bid("1D"))
    assert result["position"]["auction"] == ["1D"]
    expect(desk.page.locator(".diagram [data-call]")).to_have_count(1)


def test_an_example_is_one_click_away(desk: Desk) -> None:
    result = desk.answer_after(desk.page.get_by_role("button", name="A transfer to spades").click)
    assert result["position"]["auction"] == ["1NT", "P", "2H", "P"]
    expect(desk.heat_map("N")).to_be_visible()


def test_a_link_brings_everything_back(desk: Desk) -> None:
    desk.choose("You sit", "West")
    desk.choose("Dealer", "East")
    desk.page.get_by_label("N-S play").select_option("polish")
    desk.bid("1C X")
    before = desk.answer_after(lambda: desk.pick(HAND))
    link = desk.page.url
    desk.page.goto("about:blank")
    after = desk.answer_after(lambda: desk.page.goto(link))
    assert after["position"] == before["position"]
    expect(desk.hand_text).to_have_value(HAND)
