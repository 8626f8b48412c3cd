"""Whole boards by paste and by file, calls as text, a deal at random, undo."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import PATIENCE_MS, Desk
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
    [
        (PBN, "1D 1H 1S", "NS"),
        (LIN, "1D 1H", "both"),
        (f"{VIEWER}s=sakjt985h6da76c84&d=n&v=e&a=1d1h(5-card)", "1D 1H", "EW"),
        (f"{VIEWER}lin={quote(LIN)}", "1D 1H", "both"),
        (f"{HAND}\n1d-1h", "1D 1H", "none"),
    ],
    ids=["PBN", "LIN", "link", "LIN in a link", "typed"],
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
    expect(desk.page.get_by_role("status").filter(has_text="is laid in")).to_be_visible()


def test_a_paste_keeps_what_the_file_says_of_systems_and_calls(desk: Desk) -> None:
    systems = '[BidSystemNS "WJ05"]\n[BidSystemEW "Precision"]\n'
    remarked = PBN.replace("[Deal", f"{systems}[Deal").replace("1D 1H 1S", "1D =1= 1H 1S")
    result = desk.answer_after(lambda: paste(desk, f'{remarked}[Note "1:four or more"]\n'))
    assert result["position"]["systems"] == {"ns": "polish", "ew": "unknown"}
    expect(desk.page.get_by_label("N-S play")).to_have_value("polish")
    desk.select(0)
    expect(desk.message).to_contain_text("The file says: four or more")
    desk.select(1)
    expect(desk.message.get_by_role("heading")).to_contain_text("right opponent 1♥")
    expect(desk.message).not_to_contain_text("The file says")
    desk.page.get_by_text("Save or print").click()
    with desk.page.expect_download() as download:
        button(desk, "PBN file").click()
    text = download.value.path().read_text()
    assert '[Note "1:four or more (BridgeViz: ' in text


def test_a_board_counts_as_laid_in_until_it_is_undone(desk: Desk) -> None:
    desk.answer_after(lambda: paste(desk, PBN))
    desk.change()
    notices = desk.page.get_by_role("status").filter(has_text="laid in")
    expect(notices).to_have_count(1)
    button(desk, "Undo").click()
    expect(notices).to_have_count(0)


def test_a_deal_is_seen_from_any_seat(desk: Desk) -> None:
    desk.answer_after(lambda: paste(desk, PBN))
    desk.change()
    expect(desk.page.get_by_label("Board", exact=True)).to_have_value("")  # 3 is not North's
    desk.choose("You sit", "West")
    expect(desk.hand_text).to_have_value("74.KQ7543..Q9752")


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_file_of_several_boards_is_chosen_from(desk: Desk, encoding: str) -> None:
    button(desk, "Paste or open").click()
    file = {"name": "club.pbn", "mimeType": "text/plain", "buffer": TWO.encode(encoding)}
    desk.page.locator("#paste-file").set_input_files(files=[file])  # type: ignore[list-item]
    expect(desk.page.get_by_role("heading", name="2 boards")).to_be_focused()
    expect(desk.page.locator(".rejected")).to_contain_text(
        "Line 13: South's hand: a hand has four suits"
    )
    boards = desk.page.locator(".board-table tbody").get_by_role("button")
    expect(boards).to_have_count(2)
    desk.answer_after(boards.nth(1).click)  # without calls there is nothing to review
    desk.change()
    expect(desk.hand_text).to_have_value("KQ2.AKQ.AKQ2.432")
    expect(desk.page.get_by_label("Board", exact=True)).to_have_value("4")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{HAND}\n1H P 1D", "call 3 (1D) is not legal"),
        (f"{VIEWER}n=sak&d=n", "n: a hand has 13 cards"),
        (TWO.replace(HAND, "AK").replace("KQ2.AKQ", "KQ"), "line 5"),
        ("hello", "'hello' is not a call"),
    ],
    ids=["illegal", "link", "PBN", "nothing"],
)
def test_what_cannot_be_read_is_said_beside_the_field(desk: Desk, text: str, fault: str) -> None:
    paste(desk, text)
    expect(desk.complaint(fault)).to_be_visible()
    expect(desk.page.locator("#paste")).to_have_value(text)
    expect(desk.page.locator("#paste")).to_have_attribute("aria-invalid", "true")
    expect(desk.hand_text).to_have_value("")
    desk.answer_after(lambda: paste(desk, PBN))
    expect(desk.complaint(fault)).to_have_count(0)


@pytest.mark.parametrize("dealer", ["", "&d="], ids=["none", "an empty one"])
def test_the_dealer_that_a_link_lacks_is_asked_for(desk: Desk, dealer: str) -> None:
    paste(desk, f"{VIEWER}s=sakjt985h6da76c84{dealer}&a=1d1h")
    expect(desk.complaint("d does not say who dealt")).to_be_visible()
    dealers = desk.page.get_by_role("group", name="Who dealt?").get_by_role("button")
    expect(dealers).to_have_text(["North", "East", "South", "West"])
    desk.eventually(lambda: violations(desk), [])
    position = desk.answer_after(dealers.nth(2).click)["position"]
    assert (position["dealer"], position["auction"]) == ("S", ["1D", "1H"])
    expect(dealers).to_have_count(0)


def test_calls_are_typed_in_any_spelling(desk: Desk) -> None:
    field = desk.page.get_by_label("Or type the calls")
    for text in ("1NT P 2C", "1n-p-2c", "1nt, pass, 2♣"):
        field.fill(text)
        field.press("Enter")
        expect(field).to_have_value("1NT P 2C")
        desk.expect_auction([["", "1NT", "Pass", "2♣"], ["?", "", "", ""]])
    desk.bid("X")
    expect(field).to_have_value("1NT P 2C X")


def test_a_call_that_cannot_be_made_is_named_with_its_place(desk: Desk) -> None:
    field = desk.page.get_by_label("Or type the calls")
    field.fill("1H D 1D")
    field.press("Enter")
    expect(desk.complaint("call 3 (1D) is not legal")).to_be_visible()
    expect(desk.complaint("character 6")).to_be_visible()
    expect(field).to_have_value("1H D 1D")
    desk.expect_auction([["", "?", "", ""]])
    field.fill("1H D 2D")
    field.press("Tab")
    expect(field).to_have_attribute("aria-invalid", "false")
    desk.expect_auction([["", "1♥", "X", "2♦"], ["?", "", "", ""]])
    expect(desk.complaint("not legal")).to_have_count(0)


def test_a_deal_at_random_and_back(desk: Desk) -> None:
    desk.hand_text.fill(HAND)
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    result = desk.answer_after(button(desk, "Deal at random").click)
    assert result["position"]["hand"] != HAND
    expect(desk.hand_text).to_have_value(result["position"]["hand"])
    button(desk, "Undo").click()
    expect(desk.hand_text).to_have_value(HAND)
    button(desk, "Undo").click()
    expect(desk.hand_text).to_have_value("")
    expect(button(desk, "Undo")).to_be_disabled()


def test_undo_by_key_outside_fields(desk: Desk) -> None:
    desk.bid("1H P")
    desk.page.keyboard.press("Control+z")
    desk.expect_auction([["", "1♥", "?", ""]])
    desk.page.keyboard.press("Control+z")
    desk.expect_auction([["", "?", "", ""]])


def test_everything_fits_a_narrow_screen(desk: Desk) -> None:
    desk.page.set_viewport_size({"width": 360, "height": 740})
    paste(desk, TWO)
    expect(desk.page.locator(".board-table")).to_be_visible()
    desk.expect_no_sideways_scrolling()


def test_axe_finds_nothing_in_a_list_of_boards(desk: Desk) -> None:
    paste(desk, TWO)
    expect(desk.page.locator(".board-table")).to_be_visible()
    desk.eventually(lambda: violations(desk), [])


def test_the_keyboard_alone_reads_a_board(desk: Desk) -> None:
    button(desk, "Paste or open").focus()
    desk.page.keyboard.press("Enter")
    desk.page.keyboard.press("Tab")
    desk.page.keyboard.press("Tab")  # past the deal at random; there is nothing to undo
    expect(desk.page.locator("#paste")).to_be_focused()
    desk.page.keyboard.insert_text(LIN)
    desk.page.keyboard.press("Tab")
    desk.answer_after(lambda: desk.page.keyboard.press("Enter"))
    expect(desk.hand_text).to_have_value(HAND)
