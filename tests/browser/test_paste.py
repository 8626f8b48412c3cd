"""Whole boards by paste and by file, as the service reads them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

HAND = "AKJT985.6.A76.84"
PBN = f"""[Event "Café du Pont"]
[Board "3"]
[Dealer "N"]
[Vulnerable "NS"]
[Deal "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT {HAND} 74.KQ7543..Q9752"]
[Auction "N"]
1D 1H 1S
"""
TWO = PBN + '\n[Board "4"]\n[Deal "S:KQ2.AKQ.AKQ2.432 - - -"]\n\n[Board "5"]\n[Deal "S:KQ - - -"]\n'
LIN = "md|3SAKJT985H6DA76C84|sv|b|mb|1D|mb|1H|"
VIEWER = "https://www.bridgebase.com/tools/handviewer.html?"


def button(desk: Desk, name: str) -> Locator:
    return desk.page.get_by_role("button", name=name, exact=True)


def paste(desk: Desk, text: str) -> None:
    desk.change()
    opener = button(desk, "Paste or open")
    expect(opener).to_be_visible()
    if opener.get_attribute("aria-expanded") == "false":
        opener.click()
    desk.page.locator("#paste").fill(text)
    button(desk, "Read the text").click()


def calls_of(result: dict[str, Any]) -> str:
    return " ".join(result["position"]["auction"])


@pytest.mark.parametrize(
    ("text", "calls", "vulnerability"),
    [(PBN, "1D 1H 1S", "NS"), (f"{VIEWER}lin={quote(LIN)}", "1D 1H", "both")],
    ids=["PBN", "LIN in a link"],
)
def test_a_paste_fills_everything(desk: Desk, text: str, calls: str, vulnerability: str) -> None:
    result = desk.answer_after(lambda: paste(desk, text))
    position = result["position"]
    assert (position["hand"], position["seat"], position["dealer"]) == (HAND, "S", "N")
    assert (calls_of(result), position["vulnerability"]) == (calls, vulnerability)
    expect(desk.hand_text).to_have_value(HAND)
    expect(button(desk, "change")).to_be_focused()
    desk.change()
    expect(desk.page.locator("#paste")).to_be_hidden()  # it has done its work
    expect(desk.page.get_by_role("status").filter(has_text=" loaded.")).to_be_visible()


def test_a_file_of_several_boards_is_chosen_from(desk: Desk) -> None:
    button(desk, "Paste or open").click()
    file = {"name": "club.pbn", "mimeType": "text/plain", "buffer": TWO.encode("utf-16")}
    desk.page.locator("#paste-file").set_input_files(files=[file])  # type: ignore[list-item]
    expect(desk.page.get_by_role("heading", name="2 boards")).to_be_focused()
    expect(desk.page.locator(".rejected")).to_contain_text(
        "Board 5, line 13: South's hand: a hand has four suits"
    )
    boards = desk.page.locator(".board-table tbody").get_by_role("button")
    expect(boards).to_have_count(2)
    desk.answer_after(boards.nth(1).click)  # without calls there is nothing to review
    desk.change()
    expect(desk.hand_text).to_have_value("KQ2.AKQ.AKQ2.432")
    expect(desk.page.get_by_label("Board", exact=True)).to_have_value("4")


def test_a_list_of_boards_fits_a_narrow_screen_and_axe_finds_nothing(desk: Desk) -> None:
    desk.page.set_viewport_size({"width": 360, "height": 740})
    paste(desk, TWO)
    expect(desk.page.locator(".board-table")).to_be_visible()
    desk.expect_no_sideways_scrolling()
    desk.eventually(lambda: violations(desk), [])
