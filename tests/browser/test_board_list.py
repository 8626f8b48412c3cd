"""A file of boards as a list: sorted, filtered, reviewed in the background, opened one by one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.browser import review_stub
from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.review_stub import REVIEWS, stub_reviews
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

DEAL = "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"
PHONE = {"width": 390, "height": 664}
DESKTOP = {"width": 1280, "height": 720}


def game(number: int, auction: str, result: str, north: str) -> str:
    return (
        f'[Event "Club"]\n[Board "{number}"]\n[North "{north}"]\n[South "Sven"]\n[Dealer "N"]\n'
        f'[Vulnerable "None"]\n[Deal "{DEAL}"]\n[Result "{result}"]\n[Auction "N"]\n{auction}\n\n'
    )


FILE = (
    game(1, "1D 1H 1S Pass 2S AP", "10", "Nora")
    + game(2, "1D 1H 4S X AP", "9", "Nora")
    + game(3, "Pass Pass Pass Pass", "", "Émile")
    + game(4, "1D 1H 1S Pass 4S Pass 6S AP", "12", "Émile")
)


def open_file(desk: Desk, text: str = FILE) -> None:
    desk.page.get_by_role("button", name="Paste or open").click()
    file = {"name": "club.pbn", "mimeType": "text/plain", "buffer": text.encode()}
    desk.page.locator("#paste-file").set_input_files(files=[file])  # type: ignore[list-item]
    expect(table(desk)).to_be_visible()


def table(desk: Desk) -> Locator:
    return desk.page.locator(".board-table")


def rows(desk: Desk) -> list[str]:
    """The numbers of the boards on show, in their order."""
    return table(desk).locator("tbody th button span[aria-hidden]").all_inner_texts()


def cells(desk: Desk, number: int) -> list[str]:
    row = table(desk).get_by_role("row").filter(has=desk.page.get_by_text(f"Board {number}"))
    return row.locator("td").all_inner_texts()


def sort(desk: Desk, column: str) -> None:
    table(desk).get_by_role("columnheader", name=column).get_by_role("button").click()


def title(desk: Desk) -> Locator:
    return desk.page.locator("#review-title")


@pytest.fixture
def stubbed(desk: Desk) -> Desk:
    """The page, with reviews made up."""
    stub_reviews(desk.page)
    return desk


def test_a_file_becomes_a_list_and_is_reviewed(stubbed: Desk) -> None:
    open_file(stubbed)
    expect(stubbed.page.get_by_text("All boards are reviewed.")).to_be_visible()
    assert cells(stubbed, 1)[:2] == ["2♠ S", "+2"]
    assert cells(stubbed, 2)[:2] == ["4♠X S", "−1"]
    assert cells(stubbed, 3)[:2] == ["passed out", "–"]
    assert cells(stubbed, 4)[3].startswith("E 1♥ −120")


def test_columns_sort_and_filters_choose(stubbed: Desk) -> None:
    open_file(stubbed)
    expect(stubbed.page.get_by_text("All boards are reviewed.")).to_be_visible()
    assert rows(stubbed) == ["1", "2", "3", "4"]
    sort(stubbed, "Contract")
    stubbed.eventually(lambda: rows(stubbed), ["3", "1", "2", "4"])
    sort(stubbed, "Contract")
    stubbed.eventually(lambda: rows(stubbed), ["4", "2", "1", "3"])
    sort(stubbed, "Result")
    stubbed.eventually(lambda: rows(stubbed), ["2", "4", "1", "3"])
    only = stubbed.page.get_by_role("group", name="Show only")
    only.get_by_label("Boards of").select_option("Émile")
    stubbed.eventually(lambda: rows(stubbed), ["4", "3"])
    only.get_by_label("Boards of").select_option(label="all players")
    only.get_by_label("Missed games").check()
    stubbed.eventually(lambda: rows(stubbed), ["1", "3"])
    only.get_by_label("Missed games").uncheck()
    only.get_by_label("Doubled").check()
    stubbed.eventually(lambda: rows(stubbed), ["2"])
    only.get_by_label("Slams").check()
    expect(stubbed.page.get_by_text("No board fits.")).to_be_visible()


def test_the_keyboard_alone_goes_through_the_boards(stubbed: Desk) -> None:
    open_file(stubbed)
    table(stubbed).get_by_role("button", name="Board 2").focus()
    stubbed.page.keyboard.press("Enter")
    expect(title(stubbed)).to_have_text("Review: Board 2")
    expect(title(stubbed)).to_be_focused()
    onward = stubbed.page.get_by_role("button", name="Next board")
    onward.focus()
    stubbed.page.keyboard.press("Enter")
    expect(title(stubbed)).to_have_text("Review: Board 3")
    stubbed.page.get_by_role("button", name="Previous board").press("Enter")
    expect(title(stubbed)).to_have_text("Review: Board 2")
    stubbed.page.get_by_role("button", name="All boards").press("Enter")
    expect(table(stubbed).get_by_role("button", name="Board 2")).to_be_visible()


def test_a_board_is_explained_and_left_for_the_next(stubbed: Desk) -> None:
    open_file(stubbed)
    table(stubbed).get_by_role("button", name="Board 2").click()
    call = stubbed.page.locator(".graded").get_by_role("button", name="East, 1 heart: a mistake")
    result = stubbed.answer_after(call.click)
    assert (result["position"]["seat"], len(result["moments"])) == ("E", 8)
    assert "at=1" in stubbed.page.url
    stubbed.page.get_by_role("button", name="Next board").click()
    expect(title(stubbed)).to_have_text("Review: Board 3")
    stubbed.change()
    stubbed.page.get_by_role("button", name="Undo last call").click()  # it is another auction
    expect(title(stubbed)).to_have_count(0)


def test_reviews_are_stopped_and_go_on(desk: Desk) -> None:
    asked: list[Route] = []
    desk.page.route(REVIEWS, lambda route: asked.append(route))
    open_file(desk)
    desk.eventually(lambda: len(asked), 2)
    desk.page.get_by_role("button", name="Stop").click()
    for route in asked:
        review_stub.answer(route)
    expect(desk.page.get_by_text("2 of 4 reviewed")).to_be_visible()
    expect(desk.page.get_by_text("Stopped.")).to_be_visible()
    assert len(asked) == 2
    desk.page.get_by_role("button", name="Go on").click()
    desk.eventually(lambda: len(asked), 4)
    for route in asked[2:]:
        review_stub.answer(route)
    expect(desk.page.get_by_text("All boards are reviewed.")).to_be_visible()


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_service_is_asked_again_when_it_says(desk: Desk, status: int) -> None:
    refused: list[float] = []

    def refuse_first(route: Route) -> None:
        if len(refused) < 2:
            refused.append(desk.page.evaluate("performance.now()"))
            problem = {"title": "Later", "status": status}
            return route.fulfill(status=status, json=problem, headers={"Retry-After": "2"})
        assert desk.page.evaluate("performance.now()") - refused[0] > 1900
        return review_stub.answer(route)

    desk.page.route(REVIEWS, refuse_first)
    open_file(desk)
    expect(desk.page.get_by_text("asks again in 2 s")).to_be_visible()
    expect(desk.page.get_by_text("All boards are reviewed.")).to_be_visible()


def test_the_model_itself_reviews_a_file(desk: Desk) -> None:
    open_file(desk)
    done = desk.page.get_by_text("All boards are reviewed.")
    expect(done).to_be_visible(timeout=3 * PATIENCE_MS)
    expect(table(desk).get_by_role("row")).to_have_count(5)
    assert re.search(r"no mistake|rare|−\d+", " ".join(cells(desk, 1)[2:]))


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("scheme", "locale"), [("light", "en-GB"), ("dark", "en-GB"), ("dark", "zh-CN")]
)
def test_axe_finds_nothing_and_nothing_is_pushed_sideways(
    browser: Browser, base_url: str, scheme: Any, locale: str, viewport: Any
) -> None:
    options = {"color_scheme": scheme, "locale": locale, "viewport": viewport}
    with browser.new_context(base_url=base_url, reduced_motion="reduce", **options) as context:
        page = context.new_page()
        stub_reviews(page)
        page.goto("/")
        desk = Desk(page)
        page.locator(".entry-tools button").first.click()
        file = {"name": "club.pbn", "mimeType": "text/plain", "buffer": FILE.encode()}
        page.locator("#paste-file").set_input_files(files=[file])  # type: ignore[list-item]
        expect(page.locator(".board-table .lost").first).to_be_visible()
        desk.eventually(lambda: violations(desk), [])
        desk.expect_no_sideways_scrolling()
        page.locator(".board-table tbody button").nth(1).click()
        expect(page.locator(".verdict-list")).to_be_visible()
        desk.eventually(lambda: violations(desk), [])
        desk.expect_no_sideways_scrolling()
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        desk.expect_no_sideways_scrolling()
        page.locator(".view-bar button").first.click()
        expect(page.locator(".board-table")).to_be_visible()
        desk.expect_no_sideways_scrolling()
