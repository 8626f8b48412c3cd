"""Practice: a board bid with robots and graded, by the model itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.desk import PATIENCE_MS
from tests.browser.practice_table import REVIEWS, ROBOTS, PracticeTable
from tests.browser.review_stub import SEATS, review_of
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

STAYMAN = "#system=sayc&theme=stayman&board=1003"
PHONE = {"width": 360, "height": 740}
PASTED = "N:AQ4.K93.AJ62.Q85 KJ72.JT5.Q3.AJT4 T8.AQ82.KT85.K72 9653.764.974.963"


@pytest.fixture
def table(watched: Page) -> PracticeTable:
    """The page of practice."""
    table = PracticeTable(watched)
    table.open()
    return table


def busy(route: Route) -> None:
    """Refuses a request as a busy service does."""
    headers = {"Retry-After": "1"}
    problem = {"type": "urn:bridgeviz:problem:overloaded", "title": "Overloaded", "status": 503}
    route.fulfill(status=503, json=problem, headers=headers)


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


def test_a_mistake_is_named_and_can_be_tried_again(table: PracticeTable) -> None:
    table.open(STAYMAN)
    table.await_turn()
    table.call_the_usual()
    expect(table.verdict).to_contain_text("Pass: right", timeout=PATIENCE_MS)
    table.await_turn()
    before = table.auction()
    table.call("P")
    expect(table.verdict).to_contain_text("Pass: a mistake", timeout=PATIENCE_MS)
    expect(table.verdict).to_contain_text("Missed: Stayman.")
    expect(table.verdict).to_contain_text("Your Pass told the table:")
    expect(table.verdict).not_to_contain_text("2♣")
    expect(table.box).to_have_count(0)
    table.page.get_by_role("button", name="Try another call").click()
    assert table.auction() == before
    table.call("2C")
    expect(table.verdict).to_contain_text("2♣: right", timeout=PATIENCE_MS)
    table.await_turn()
    table.bid_to_the_end()
    expect(table.end.locator(".own-calls")).to_contain_text("a mistake", timeout=PATIENCE_MS)


def test_calls_are_graded_at_the_end_where_that_is_chosen(table: PracticeTable) -> None:
    table.page.get_by_text("Systems and grades").click()
    table.page.get_by_label("Grade each call at once").uncheck()
    table.deal()
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.call_the_usual()
    table.await_turn()
    if not table.end.is_visible():
        assert not [url for url in asked if url.endswith("/reviews")]
        expect(table.verdict).to_have_count(0)
        table.bid_to_the_end()
    expect(table.end.locator(".own-calls")).to_contain_text("usual", timeout=PATIENCE_MS)


def test_the_call_that_scores_best_is_named_beside_the_usual_one(table: PracticeTable) -> None:
    """Two hearts scores best at the first turn, what is called at the others."""

    def grade(route: Route) -> None:
        result = review_of(request := route.request.post_data_json)
        first = (SEATS.index("S") - SEATS.index(request["dealer"])) % 4
        for call in result["calls"]:
            at_first = call["index"] == first
            best = {"call": "2H" if at_first else call["call"], "imps": 0.94, "error": 0.3}
            usual = {"call": call["call"] if at_first else "3NT", "frequency": 0.9}
            grade = "best" if at_first else "scores_best"
            call |= {"grade": grade, "usual": usual, "best": best, "costly": False}
        body = {"id": "x", "status": "done", "url": "/x", "result": result, "error": None}
        route.fulfill(json=body)

    table.page.route(REVIEWS, grade)
    table.open(STAYMAN)
    table.await_turn()
    table.call_the_usual()
    expect(table.verdict).to_contain_text("Pass: the usual call", timeout=PATIENCE_MS)
    expect(table.verdict).to_contain_text("2♥ scores about 0.9 IMPs more than Pass on average.")
    table.await_turn()
    table.call("2C")
    expect(table.verdict).to_contain_text("2♣: not the usual call, but it scores best")
    expect(table.verdict).to_contain_text("2♣ scores about 0.9 IMPs more than 3NT on average.")
    table.await_turn()
    table.bid_to_the_end()
    first, second = table.end.locator(".own-calls tbody tr").all()[:2]
    expect(first).to_contain_text(re.compile("2♥.* scores best"), timeout=PATIENCE_MS)
    expect(second).to_contain_text("★ scores best")


def test_hints_come_in_two_steps_and_tell_no_call_at_first(table: PracticeTable) -> None:
    table.open(STAYMAN)
    table.await_turn()
    table.call_the_usual()
    table.await_turn()
    hints = table.page.locator(".hints")
    hints.get_by_role("button", name="Hint: what has partner shown?").click()
    expect(hints).to_contain_text(re.compile(r"1NT: .*15–17"), timeout=PATIENCE_MS)
    expect(hints).not_to_contain_text("question: ")
    hints.get_by_role("button", name="Hint: which calls").click()
    expect(hints).to_contain_text(re.compile("In question: |Nearly all such hands"))
    expect(hints.get_by_role("button")).to_have_count(0)


def test_a_call_says_what_it_shows(table: PracticeTable) -> None:
    table.open(STAYMAN)
    table.await_turn()
    table.call_the_usual()
    table.await_turn()
    notrump = table.page.get_by_role("button", name="1 notrump").first
    notrump.click()
    meaning = table.page.locator(".call-meaning")
    expect(meaning).to_contain_text("North partner", timeout=PATIENCE_MS)
    expect(meaning).to_contain_text("15–17")
    notrump.click()
    expect(meaning).to_be_empty()


def test_pasted_boards_are_bid_from_the_chosen_seat(table: PracticeTable) -> None:
    page = table.page
    page.get_by_text("Your own boards").click()
    page.get_by_label("Boards as PBN, LIN or four hands").fill("nonsense")
    page.get_by_role("button", name="Bid these boards").click()
    expect(page.locator(".own-boards .complaint").first).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_label("Boards as PBN, LIN or four hands").fill(f'[Deal "{PASTED}"]')
    page.get_by_label("You sit").select_option("N")
    page.get_by_role("button", name="Bid these boards").click()
    expect(page.locator(".player-hand")).to_contain_text("You are North: 16 HCP")
    table.await_turn()
    table.bid_to_the_end()
    expect(table.end).to_contain_text("The board is over")


def test_the_board_goes_on_after_a_reload_in_its_middle(table: PracticeTable) -> None:
    table.open(STAYMAN)
    table.await_turn()
    table.call_the_usual()
    table.await_turn()
    auction = table.auction()
    assert len(auction) > 1
    table.page.reload()
    table.await_turn()
    assert table.auction() == auction


@pytest.mark.parametrize("address", [ROBOTS, REVIEWS])
def test_a_busy_service_loses_nothing(table: PracticeTable, address: str) -> None:
    table.open(STAYMAN)
    table.await_turn()
    table.page.route(address, busy)
    table.call_the_usual()
    alert = table.page.locator(".failure")
    expect(alert).to_contain_text("Too much is asked", timeout=PATIENCE_MS)
    table.page.unroute(address)
    table.await_turn()
    expect(alert).to_have_count(0, timeout=PATIENCE_MS)
    assert table.auction()[1] == "pass"


def test_a_link_that_cannot_be_read_names_its_fault(table: PracticeTable) -> None:
    table.page.goto("about:blank")
    table.open("#system=precision&board=x")
    alert = table.page.locator(".failure")
    expect(alert).to_contain_text("The link's system is “precision”; there are sayc")
    expect(alert).to_contain_text("“x”")
    table.page.goto("about:blank")
    table.open("#system=sayc&theme=juggling")
    expect(table.page.locator(".setup")).to_contain_text("no boards of the theme “juggling”")
    expect(table.page.get_by_role("button", name="Deal a board")).to_be_disabled()


def test_a_board_is_bid_with_the_keyboard(table: PracticeTable) -> None:
    table.open(STAYMAN)
    table.await_turn()
    expect(table.box.locator("[tabindex='0']")).to_be_focused()
    for key in ("ArrowDown",) * 7 + ("ArrowUp", "ArrowDown", "Enter"):
        table.page.keyboard.press(key)
    expect(table.verdict).to_contain_text("Pass: right", timeout=PATIENCE_MS)
    table.await_turn()
    expect(table.page.locator("table.auction .step")).to_have_count(5)


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_it_is_accessible_and_fits(table: PracticeTable, size: dict[str, int]) -> None:
    table.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    table.open(STAYMAN)
    table.await_turn()
    table.call_the_usual()
    table.await_turn()
    table.page.locator(".hints button").click()
    found = [violations(table)]
    table.call("P")
    expect(table.verdict).to_contain_text("a mistake", timeout=PATIENCE_MS)
    found.append(violations(table))
    table.page.get_by_role("button", name="Go on with").click()
    expect(table.end).to_contain_text("Par", timeout=PATIENCE_MS)
    found.append(violations(table))
    assert found == [[], [], []]
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert table.page.evaluate(overflow) == 0


def test_it_speaks_chinese(table: PracticeTable) -> None:
    table.page.goto(f"/practice/?language=zh-hans{STAYMAN}")
    expect(table.page.get_by_role("heading", name="练习什么")).to_be_visible(timeout=PATIENCE_MS)
    expect(table.page.locator(".table")).to_contain_text("您是")
    expect(table.page.locator("#theme")).to_contain_text("斯台曼")
