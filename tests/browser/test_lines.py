"""What-if lines, links to them, copies and progress, on the desktop and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.desk import PATIENCE_MS, Desk
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
    expect(desk.page.get_by_text("Link copied")).to_be_visible()
    link = desk.page.evaluate("navigator.clipboard.readText()")
    assert "line=1.1H-2S&shown=1&at=2&bottom=W" in link

    elsewhere.page.goto(link)
    expect(elsewhere.picture).to_be_visible(timeout=PATIENCE_MS)
    expect_lines(elsewhere, ["A", "[B]"])
    elsewhere.expect_auction([["", "1♦", "1♥", "2♠"], ["?", "", "", ""]])
    expect(elsewhere.page.locator(".moment-words")).to_contain_text("After call 2 of 3")
    expect(elsewhere.page.locator(".place:has(.own-hand)")).to_have_class("place place-top")


def taken(desk: Desk, choice: str, folder: Path) -> tuple[str, bytes]:
    """The name and the content of the file that the menu gives."""
    with desk.page.expect_download() as download:
        button(desk, choice).click()
    target = folder / download.value.suggested_filename
    download.value.save_as(target)
    return target.name, target.read_bytes()


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
