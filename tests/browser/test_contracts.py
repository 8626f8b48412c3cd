"""Which contracts make: asked for by a button, told as tables, and how far it is meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Response, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.test_access import PHONE, focused, press, violations

pytestmark = pytest.mark.browser

LINK = "#hand=AKJT985.6.A76.84&seat=S&dealer=N&vul=NS&auction=1D-1H"
ANALYSES = "**/api/v1/analyses"
ANSWER_MS = 3 * PATIENCE_MS  # an analysis takes its time on a busy machine
STEP = {"id": "1", "url": "/api/v1/explanations/of-a-test", "created": "", "error": None}


def panel(desk: Desk) -> Locator:
    return desk.page.get_by_role("region", name="Which contracts make?")


def button(desk: Desk) -> Locator:
    return panel(desk).get_by_role("button")


def analysed(desk: Desk) -> dict[str, Any]:
    """Asks and waits; the answer that the page shows."""
    with desk.page.expect_response(_is_answer, timeout=ANSWER_MS) as response:
        button(desk).click()
    result: dict[str, Any] = response.value.json()["result"]
    expect(panel(desk).locator(".contract-table")).to_have_count(2)
    return result


def _is_answer(response: Response) -> bool:
    """Return True for a completed analysis, stored earlier or just fetched."""
    of_service = "/api/v1/analyses" in response.url or "/explanations/" in response.url
    return of_service and "contracts" in (response.json().get("result") or {})


def opened(desk: Desk, more_calls: str = "") -> None:
    desk.answer_after(lambda: desk.page.goto(f"/{LINK}{more_calls}"))
    desk.unfold("Which contracts make?")


def test_contracts_are_told_side_by_side(desk: Desk) -> None:
    opened(desk)
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
    expect(panel(desk)).to_contain_text(f"{result['layouts']} layouts dealt")
    expect(button(desk)).to_have_count(0)
    assert violations(desk) == []


def test_calls_are_compared_on_as_many_layouts_as_is_said(desk: Desk) -> None:
    opened(desk, "-1S-4H-P-P-4S-5H-P-P")
    compared = analysed(desk)["next_calls"]
    assert 0 < compared["layouts"] < 200
    comparison = panel(desk).locator(".contract-next")
    expect(comparison).to_contain_text(f"on {compared['layouts']} of the layouts dealt")
    expect(comparison.locator("tbody tr")).to_have_count(len(compared["calls"]))


def test_another_moment_is_another_question(desk: Desk) -> None:
    opened(desk)
    analysed(desk)
    desk.page.keyboard.press("Home")
    expect(button(desk)).to_have_text("Which contracts make?")
    desk.page.keyboard.press("End")
    expect(panel(desk).locator(".contract-table")).to_have_count(2)


def test_it_is_said_how_far_the_work_is(desk: Desk) -> None:
    running = {**STEP, "status": "running", "progress": 0.25, "result": None}
    desk.page.route(ANALYSES, lambda route: route.fulfill(status=202, json=running))
    desk.page.route("**/explanations/of-a-test", lambda route: route.fulfill(json=running))
    opened(desk)
    button(desk).click()
    expect(panel(desk).get_by_role("progressbar")).to_have_attribute("value", "0.25")
    expect(panel(desk).get_by_role("status")).to_contain_text("25 % done")
    expect(button(desk)).to_have_attribute("aria-disabled", "true")
    desk.page.unroute("**/explanations/of-a-test")  # the service knows nothing of it
    expect(panel(desk).get_by_role("alert")).to_be_visible(timeout=PATIENCE_MS)
    expect(button(desk)).to_have_text("Try again")


def test_it_is_asked_with_the_keyboard(desk: Desk) -> None:
    problem = {"type": "urn:bridgeviz:problem:no-worker", "title": "No", "status": 503}
    desk.page.route(ANALYSES, lambda route: route.fulfill(status=503, json=problem))
    opened(desk)
    button(desk).focus()
    press(desk, "Enter")
    expect(panel(desk).get_by_role("alert")).to_contain_text("No one is there to answer")
    assert focused(desk) == "Try again"


def test_a_phone_shows_the_tables_whole(browser: Browser, base_url: str) -> None:
    context = browser.new_context(viewport=PHONE, base_url=base_url)
    page = context.new_page()
    page.goto("/")
    desk = Desk(page)
    opened(desk)
    analysed(desk)
    desk.expect_no_sideways_scrolling()
    context.close()
