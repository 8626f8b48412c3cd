"""Practice: a board bid with robots and graded, by the model itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desk import PATIENCE_MS
from tests.browser.practice_table import PracticeTable
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

STAYMAN = "#system=sayc&theme=stayman&board=734"
PHONE = {"width": 360, "height": 740}
PASTED = "N:AQ4.K93.AJ62.Q85 KJ72.JT5.Q3.AJT4 T8.AQ82.KT85.K72 9653.764.974.963"


@pytest.fixture
def table(watched: Page) -> PracticeTable:
    """The page of practice."""
    table = PracticeTable(watched)
    table.open()
    return table


def test_a_board_is_bid_to_its_end(table: PracticeTable) -> None:
    table.deal("stayman")
    assert "theme=stayman" in table.page.url
    assert "board=" in table.page.url
    table.bid_to_the_end()
    end = table.end
    expect(end).to_contain_text("Robots: ", timeout=PATIENCE_MS)
    expect(end).to_contain_text(re.compile(r"0 IMPs|You (win|lose) \d+ IMP"))
    expect(end.locator(".own-calls")).to_contain_text("usual")
    end.get_by_role("button", name="Next board").click()
    expect(end).to_have_count(0)
    expect(table.box).to_be_visible(timeout=PATIENCE_MS)


def test_boards_are_found_where_a_card_changes_something(watched: Page) -> None:
    table = PracticeTable(watched)
    table.open("#system=sayc-a0&opponents=sayc&theme=changes")
    watched.get_by_text("Systems and grades").click()
    line = watched.locator(".whose-cards")
    expect(line).to_contain_text("Your card: SAYC + 1NT 12–14 · theirs: SAYC", timeout=PATIENCE_MS)
    line.locator("summary").click()
    expect(line).to_contain_text("1NT opening: 12–14, not 15–17")
    table.deal()
    assert "system=sayc-a0" in watched.url
    assert "board=" in watched.url


def test_pasted_boards_are_bid_from_the_chosen_seat(table: PracticeTable) -> None:
    page = table.page
    page.get_by_text("Your own boards").click()
    page.get_by_label("Boards as PBN, LIN or four hands").fill(f'[Deal "{PASTED}"]')
    page.get_by_label("You sit").select_option("N")
    page.get_by_role("button", name="Bid these boards").click()
    expect(page.locator(".player-hand")).to_contain_text("You are North: 16 HCP")
    table.await_turn()
    table.bid_to_the_end()
    expect(table.end).to_contain_text("The board is over")


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) window.shifted += shift.hadRecentInput ? 0 : shift.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, PHONE])
def test_nothing_moves_while_a_board_is_bid(watched: Page, size: dict[str, int]) -> None:
    watched.add_init_script(SHIFTS)
    watched.set_viewport_size({"width": size["width"], "height": size["height"]})
    table = PracticeTable(watched)
    shifted = {}

    def end_step(name: str) -> None:
        """Note by how much what was on show has moved, as browsers measure it."""
        shifted[name] = watched.evaluate("[window.shifted, (window.shifted = 0)][0]")

    def place_of_pass() -> Any:
        return watched.locator("[data-call=P]").bounding_box()

    table.open()
    table.deal()
    end_step("deal")
    table.open(STAYMAN)
    table.await_turn()
    end_step("link")
    place = place_of_pass()
    assert place is not None
    assert place["y"] + place["height"] <= size["height"]
    table.call_the_usual()
    expect(table.verdict).to_be_visible(timeout=PATIENCE_MS)
    table.await_turn()
    assert place_of_pass() == place
    end_step("a right call")
    table.call("P")
    expect(table.verdict).to_contain_text("Missed: Stayman.", timeout=PATIENCE_MS)
    assert place_of_pass() == place
    end_step("a mistake")
    watched.get_by_role("button", name="Continue with").click()
    expect(table.end).to_contain_text("Par", timeout=PATIENCE_MS)
    end_step("the end")
    assert {name: value for name, value in shifted.items() if value > 0.05} == {}


def test_nothing_moves_while_a_busy_service_is_asked_again(table: PracticeTable) -> None:
    page = table.page
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    table.open(STAYMAN)
    table.await_turn()
    place = table.box.bounding_box()
    busy = {"type": "urn:bridgeviz:problem:overloaded", "title": "Overloaded", "status": 503}
    refused = {"status": 503, "headers": {"Retry-After": "2"}, "json": busy}
    page.route("**/api/v1/reviews*", lambda route: route.fulfill(**refused), times=1)
    table.call_the_usual()
    told = page.locator(".failure")
    expect(told).to_contain_text("The model is very busy")
    assert table.box.bounding_box() == place
    expect(table.verdict).to_be_visible(timeout=PATIENCE_MS)
    expect(told).to_have_count(0)
    assert table.box.bounding_box() == place


def test_the_four_hands_stand_beside_the_result(table: PracticeTable) -> None:
    table.page.set_viewport_size({"width": 1280, "height": 720})
    table.open(STAYMAN)
    table.bid_to_the_end()
    parts = (table.end.locator(name) for name in (".against-robots", ".deal"))
    result, hands = (part.bounding_box() for part in parts)
    assert result is not None
    assert hands is not None
    assert hands["x"] >= result["x"] + result["width"]
    assert hands["y"] < result["y"] + result["height"]


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_it_is_accessible_and_fits(table: PracticeTable, size: dict[str, int]) -> None:
    table.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    table.open(STAYMAN)
    table.await_turn()
    table.call_the_usual()
    table.await_turn()
    table.page.locator(".hints button").click()
    expect(table.page.locator(".hints")).to_contain_text(re.compile(r"1NT: .*15–17"))
    found = [violations(table)]
    table.call("P")
    expect(table.verdict).to_contain_text("a mistake", timeout=PATIENCE_MS)
    expect(table.verdict).to_contain_text("Missed: Stayman.")
    found.append(violations(table))
    table.page.get_by_role("button", name="Continue with").click()
    expect(table.end).to_contain_text("Par", timeout=PATIENCE_MS)
    found.append(violations(table))
    assert found == [[], [], []]
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert table.page.evaluate(overflow) == 0
