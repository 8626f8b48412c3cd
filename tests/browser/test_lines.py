"""What-if lines, links to them, copies and progress, on the desktop and on a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Request, Route, expect

from bidding.domain.table import Seat
from bidding.parsing.formats.lin import read_lin
from bidding.parsing.formats.pbn import read_pbn
from bidding.parsing.formats.recorded_boards import Board
from bidding.parsing.formats.text_files import decode_text
from bidding.parsing.text import parse_auction
from tests.browser.desk import EXPLANATIONS, PATIENCE_MS, Desk
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

HAND = "AKJT985.6.A76.84"
POSITION = f"hand={HAND}&seat=S&dealer=N&vul=NS&auction=1D-1H"
PHONE = {"width": 360, "height": 740}


def button(desk: Desk, name: str) -> Locator:
    return desk.page.get_by_role("button", name=name)


def expect_lines(desk: Desk, shown: list[str]) -> None:
    """Waits for these letters of the lines on the page, the one on show in brackets."""
    rows = desk.page.locator(".line")
    desk.eventually(lambda: rows.evaluate_all(LETTERS), shown)


LETTERS = """rows => rows.map(row => {
    const letter = row.querySelector(".line-letter").innerText;
    return row.querySelector(".line-show[aria-pressed=true]") ? `[${letter}]` : letter;
})"""


def places(elements: Locator, axis: str) -> int:
    """In how many different places along "x" or "y" the elements begin just now."""
    starts = f"elements => elements.map(e => e.getBoundingClientRect().{axis})"
    return len(set(elements.evaluate_all(starts)))


def show_line(desk: Desk, letter: str) -> None:
    desk.page.locator(".line-show").filter(has_text=letter).first.click()


def open_position(desk: Desk, fragment: str = POSITION) -> None:
    desk.page.goto("about:blank")
    desk.page.goto(f"/#{fragment}")
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)


def branch(desk: Desk) -> None:
    """From 1♦ on, East calls 1♠ instead of 1♥."""
    open_position(desk)
    desk.select(1)
    button(desk, "Instead of 1♥").click()
    desk.answer_after(lambda: desk.bid("1S"))


def test_a_branch_is_made_left_and_deleted_without_asking_twice(desk: Desk) -> None:
    branch(desk)
    expect_lines(desk, ["A", "[B]"])
    desk.expect_auction([["", "1♦", "1♠", "?"]])
    expect(desk.page.locator(".line.shown")).to_contain_text("instead of 1♥")

    requests: list[Request] = []
    desk.page.on("request", lambda request: requests.append(request))
    show_line(desk, "A")
    expect(desk.picture).to_be_visible()
    desk.expect_auction([["", "1♦", "1♥", "?"]])
    expect(desk.page.locator(".moment-words")).to_contain_text("After call 1 of 2")
    show_line(desk, "B")
    expect(desk.picture).to_be_visible()
    button(desk, "Delete line B").click()
    expect(desk.page.locator(".lines")).to_have_count(0)
    desk.expect_auction([["", "1♦", "1♥", "?"]])
    addresses = {request.url.rpartition("/")[2] for request in requests if "/api/" in request.url}
    assert addresses <= {"refined"}


def test_a_branch_is_made_with_the_keyboard(desk: Desk) -> None:
    open_position(desk)
    desk.page.keyboard.press("Home")
    button(desk, "Instead of 1♦").focus()
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(".bidding-box :focus")).to_have_count(1)
    expect(desk.page.locator(".lines")).to_contain_text("make a call for North")
    desk.expect_auction([["", "?", "", ""]])


def test_two_lines_stand_side_by_side_and_one_above_the_other_on_a_phone(desk: Desk) -> None:
    branch(desk)
    button(desk, "Compare with line A").click()
    sides = desk.page.locator(".two-lines article")
    expect(sides).to_have_count(2)
    expect(sides.nth(0)).to_contain_text("Line B, after call 2: 1♠")
    expect(sides.nth(1)).to_contain_text("Line A, after call 2: 1♥")
    desk.choose("Hidden hand", "East")
    expect(desk.page.locator(".differences")).to_contain_text("Longer hearts")
    desk.eventually(lambda: places(sides, "y"), 1)

    desk.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    desk.eventually(lambda: places(sides, "x"), 1)
    desk.expect_no_sideways_scrolling()
    button(desk, "End the comparison").click()
    expect(sides).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_and_menu_have_no_fault_that_axe_finds(desk: Desk, scheme: Any) -> None:
    desk.page.emulate_media(color_scheme=scheme)
    branch(desk)
    button(desk, "Compare with line A").click()
    desk.page.get_by_text("Save or print").click()
    expect(desk.page.locator(".two-lines article")).to_have_count(2)
    desk.eventually(lambda: violations(desk), [])


@pytest.fixture
def elsewhere(browser: Browser) -> Iterator[Desk]:
    """The page on another machine, which keeps nothing of this one."""
    context = browser.new_context()
    yield Desk(context.new_page())
    context.close()


def test_a_link_opens_the_same_on_another_machine(desk: Desk, elsewhere: Desk) -> None:
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_position(desk, POSITION.replace("seat=S", "seat=E").replace("1D-1H", "1D-P"))
    desk.page.keyboard.press("f")
    desk.select(1)
    button(desk, "Instead of Pass").click()
    desk.answer_after(lambda: desk.bid("1H 2S"))
    button(desk, "Previous call").click()
    button(desk, "Copy link").click()
    expect(desk.page.get_by_text("The link is copied")).to_be_visible()
    link = desk.page.evaluate("navigator.clipboard.readText()")
    assert "line=1.1H-2S&shown=1&at=2&bottom=W" in link

    elsewhere.page.goto(link)
    expect(elsewhere.picture).to_be_visible(timeout=PATIENCE_MS)
    expect_lines(elsewhere, ["A", "[B]"])
    elsewhere.expect_auction([["", "1♦", "1♥", "2♠"], ["?", "", "", ""]])
    expect(elsewhere.page.locator(".moment-words")).to_contain_text("After call 2 of 3")
    expect(elsewhere.page.locator(".place:has(.own-hand)")).to_have_class("place place-top")


def test_a_link_opens_the_comparison_the_mark_and_the_cards_laid_open(
    desk: Desk, elsewhere: Desk
) -> None:
    branch(desk)
    button(desk, "Compare with line A").click()
    desk.choose("Hidden hand", "East")
    desk.heat_map("N").locator("td[data-card=HK]").click()
    desk.eventually(lambda: "compare=0.E&pin=HK" in desk.page.url, True)
    elsewhere.page.goto(desk.page.url)
    sides = elsewhere.page.locator(".two-lines article")
    expect(sides).to_have_count(2, timeout=PATIENCE_MS)
    expect(sides.nth(1)).to_contain_text("Line A, after call 2: 1♥")
    expect(elsewhere.page.locator(".two-lines table.heat[data-seat=E]")).to_have_count(2)
    expect(elsewhere.heat_map("N").locator("[data-marked=pinned]")).to_have_count(1)

    deal = f"63.8.KJT932.AK63_Q2.AJT92.Q854.JT_{HAND}_74.KQ7543..Q9752"
    open_position(desk, f"{POSITION}&deal={deal}")
    button(desk, "Show the cards").click()
    desk.eventually(lambda: "reveal=1" in desk.page.url, True)
    elsewhere.page.goto("about:blank")
    elsewhere.page.goto(desk.page.url)
    held = elsewhere.page.locator("td[data-held]")
    expect(held).to_have_count(39, timeout=PATIENCE_MS)


def test_a_damaged_link_says_what_is_lost_and_shows_the_rest(desk: Desk) -> None:
    open_position(desk, f"{POSITION}-1D&ns=mine&at")
    note = desk.page.locator(".link-faults")
    expect(note).to_contain_text("This link is damaged")
    expect(note.locator("li")).to_have_count(3)
    expect(note).to_contain_text("The auction breaks off at “1D”")
    desk.expect_auction([["", "1♦", "1♥", "?"]])
    note.get_by_role("button", name="Got it").click()
    expect(note).to_have_count(0)


def taken(desk: Desk, choice: str, folder: Path) -> tuple[str, bytes]:
    """The name and the content of the file that the menu gives."""
    with desk.page.expect_download() as download:
        button(desk, choice).click()
    target = folder / download.value.suggested_filename
    download.value.save_as(target)
    return target.name, target.read_bytes()


def test_files_hold_the_position_with_what_every_call_showed(desk: Desk, tmp_path: Path) -> None:
    open_position(desk)
    desk.page.get_by_text("Save or print").click()
    for choice, read in (("PBN file", read_pbn), ("LIN file", read_lin)):
        name, content = taken(desk, choice, tmp_path)
        assert name == f"bridgeviz-1D-1H.{choice[:3].lower()}"
        (board,) = read(decode_text(content).text)
        assert isinstance(board, Board), board
        assert board.auction == parse_auction("1D 1H", Seat.N)
        assert ["HCP" in remark.explanation for remark in board.remarks] == [True, True]
    name, content = taken(desk, "JSON file", tmp_path)
    assert json.loads(content)["explanation"]["position"]["auction"] == ["1D", "1H"]


def taken_png(desk: Desk, choice: str, folder: Path) -> tuple[str, tuple[int, int]]:
    """The name, the width and the height of a picture saved as PNG."""
    name, png = taken(desk, choice, folder)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return name, (int.from_bytes(png[16:20]), int.from_bytes(png[20:24]))


def test_pictures_are_files_of_the_moment_on_show(desk: Desk, tmp_path: Path) -> None:
    open_position(desk)
    desk.page.keyboard.press("ArrowLeft")
    desk.page.get_by_text("Save or print").click()
    name, svg = taken(desk, "West as SVG", tmp_path)
    assert name == "bridgeviz-1D-west.svg"
    assert "<title>West after 1♦</title>" in svg.decode()
    name, size = taken_png(desk, "West as PNG", tmp_path)
    assert name == "bridgeviz-1D-west.png"
    assert size == (2 * 568, 2 * 338)


def test_every_other_picture_is_a_file_too(desk: Desk, tmp_path: Path) -> None:
    branch(desk)
    desk.page.get_by_text("Save or print").click()
    expect(button(desk, "Lines B and A as SVG")).to_have_count(0)
    for choice, name, title in (
        ("Both hands together as SVG", "both-hands", "Both hands together after 1♦ 1♠"),
        ("Likely calls as SVG", "likely-calls", "Likely calls after 1♦ 1♠"),
    ):
        found, svg = taken(desk, choice, tmp_path)
        assert found == f"bridgeviz-1D-1S-{name}.svg"
        assert f"<title>{title}</title>" in svg.decode()
    button(desk, "Compare with line A").click()
    desk.choose("Hidden hand", "East")
    name, svg = taken(desk, "Lines B and A as SVG", tmp_path)
    assert name == "bridgeviz-1D-1S-east-lines-b-a.svg"
    assert "<title>East in lines B and A</title>" in svg.decode()
    name, (width, _) = taken_png(desk, "Lines B and A as PNG", tmp_path)
    assert name == "bridgeviz-1D-1S-east-lines-b-a.png"
    assert width == 2 * (568 + 552)


def test_the_handout_has_the_pictures_and_nothing_to_press(desk: Desk) -> None:
    open_position(desk)
    desk.page.emulate_media(media="print")
    desk.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    handout = desk.page.locator(".handout")
    expect(handout.locator(".handout-pictures svg")).to_have_count(3)
    expect(handout.locator(".handout-notes li")).to_have_count(2)
    for words in ("South holds 12 HCP", "model", "1♦"):
        expect(handout).to_contain_text(words)
    expect(desk.page.locator("button:visible, input:visible")).to_have_count(0)
    desk.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(handout).to_have_count(0)


def test_the_page_asks_again_when_the_network_is_back(desk: Desk) -> None:
    desk.page.context.set_offline(True)
    desk.hand_text.fill(HAND)
    failure = desk.page.locator(".failure")
    expect(failure).to_contain_text("You are offline")
    desk.page.context.set_offline(False)
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    expect(failure).to_have_count(0)
    expect(desk.hand_text).to_have_value(HAND)


@pytest.mark.parametrize("status", [429, 503])
def test_the_page_comes_again_when_the_service_says_so(desk: Desk, status: int) -> None:
    refused: list[Route] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.fallback()
            return
        refused.append(route)
        problem = {"type": "about:blank", "title": "No", "status": status}
        route.fulfill(
            status=status,
            json=problem,
            headers={"Retry-After": "2", "Content-Type": "application/problem+json"},
        )

    desk.page.route(EXPLANATIONS, refuse_once)
    desk.hand_text.fill(HAND)
    expect(desk.page.locator(".failure")).to_contain_text("in 2 seconds")
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)


def test_a_late_answer_is_called_late(desk: Desk) -> None:
    waiting: list[Route] = []
    desk.page.route(EXPLANATIONS, lambda route: waiting.append(route))
    desk.hand_text.fill(HAND)
    progress = desk.page.locator(".progress")
    expect(progress).to_contain_text("Reading the auction")
    expect(progress).to_contain_text("the model is busy")
    waiting[0].continue_()
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    expect(progress).to_have_count(0)
