"""Which contracts make: found out by itself, told as tables and in one line."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Response, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.test_access import PHONE, violations

pytestmark = pytest.mark.browser

LINK = "#hand=AKJT985.6.A76.84&seat=S&dealer=N&vul=NS&auction=1D-1H"
ANSWER_MS = 3 * PATIENCE_MS  # an analysis takes its time on a busy machine


def panel(desk: Desk) -> Locator:
    return desk.page.get_by_role("region", name="Which contracts make?")


def button(desk: Desk) -> Locator:
    return panel(desk).get_by_role("button")


def analysed(desk: Desk) -> dict[str, Any]:
    """Opens the page and waits; the answer that it shows."""
    failed = panel(desk).get_by_role("alert")
    with desk.page.expect_response(_is_answer, timeout=ANSWER_MS) as response:
        desk.answer_after(lambda: desk.page.goto(f"/{LINK}"))
        desk.unfold("Which contracts make?")
        expect(panel(desk).locator(".contract-table").first.or_(failed)).to_be_visible(
            timeout=ANSWER_MS
        )
        assert not failed.is_visible(), failed.inner_text()
    result: dict[str, Any] = response.value.json()["result"]
    expect(panel(desk).locator(".contract-table")).to_have_count(2)
    return result


def _is_answer(response: Response) -> bool:
    """Return True for a completed analysis, stored earlier or just fetched."""
    of_service = "/api/v1/analyses" in response.url or "/explanations/" in response.url
    return of_service and "contracts" in (response.json().get("result") or {})


def test_contracts_are_told_side_by_side(desk: Desk) -> None:
    result = analysed(desk)
    spades = max(
        (one for one in result["contracts"] if one["bid"] == "4S" and one["declarer"] in "NS"),
        key=lambda one: one["score"],
    )
    cell = panel(desk).locator("[data-side=ns] td[data-bid='4S']")
    expect(cell.locator("b")).to_have_text(str(round(100 * spades["chance"])))
    expect(cell).to_contain_text("4 spades by")
    expect(panel(desk).locator("[data-side=ew] tbody tr")).to_have_count(7)
    expect(panel(desk).locator("td[data-best]")).not_to_have_count(0)
    gone = panel(desk).locator("[data-side=ns] td[data-bid='1D']")
    expect(gone).to_have_class("shade-none")
    expect(gone).to_contain_text("No longer possible.")
    standing = panel(desk).locator("[data-side=ew] td[data-bid='1H']")
    expect(standing).not_to_contain_text("No longer possible.")
    expect(panel(desk)).to_contain_text("If all pass now, East plays 1♥")
    expect(panel(desk)).to_contain_text(f"{result['layouts']:,} layouts dealt")
    expect(button(desk)).to_have_count(0)
    expect(desk.page.locator(".contracts-line")).to_contain_text("Chance to make")
    assert violations(desk) == []


def test_a_phone_shows_the_tables_whole(browser: Browser, base_url: str) -> None:
    context = browser.new_context(viewport=PHONE, base_url=base_url)
    page = context.new_page()
    page.goto("/")
    desk = Desk(page)
    analysed(desk)
    desk.expect_no_sideways_scrolling()
    context.close()
