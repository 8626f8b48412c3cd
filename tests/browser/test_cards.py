"""A pair makes its convention card, sends it to partner, and prints it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import Desk
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

PAGE = "/systems/card/"
# What is searched, the choice and the option: no more than a tap each.
CHANGES = (
    ("1nt opening", "notrump_range", "12-14"),
    ("multi", "two_level_openings", "multi"),
    ("leaping", "leaping_michaels", "yes"),
    ("smolen", "smolen", "no"),
    ("inverted", "inverted_minors", "no"),
    ("walsh", "walsh", "yes"),
    ("gazzilli", "gazzilli", "yes"),
    ("1430", "ace_ask", "key_cards_1430"),
    ("landy", "defence_to_1nt", "landy"),
    ("raptor", "raptor_1nt", "yes"),
)


def change(page: Page, searched: str, choice: str, option: str) -> None:
    """Search a choice, and tap an option of it."""
    page.get_by_label("Search: a call or a convention").fill(searched)
    page.locator(f"#{choice} .card-option:has(input[value='{option}'])").click()
    expect(page.locator(f"#{choice} input[value='{option}']")).to_be_checked()


def test_a_card_of_ten_changes_is_made_saved_sent_and_printed(
    watched: Page, browser: Browser, base_url: str, tmp_path: Path
) -> None:
    page = watched
    page.goto("/systems/")
    page.get_by_role("link", name="Your convention card").click()
    page.get_by_label("Start from").select_option("2/1")
    for step in CHANGES:
        change(page, *step)
    shown = page.locator(".card-changes li")
    expect(shown).to_have_count(len(CHANGES))
    page.get_by_label("Name of the card").fill("Anna & Ben")
    page.get_by_role("button", name="Save in this browser").click()
    expect(page.get_by_text("Saved as “Anna & Ben”.")).to_be_visible()

    partner = browser.new_page(base_url=base_url)
    partner.goto(page.url)
    expect(partner.get_by_role("heading", name="Anna & Ben")).to_be_visible()
    expect(partner.locator(".card-changes li")).to_have_text(shown.all_text_contents())
    partner.locator(".card-trial [data-call='1NT']").click()
    expect(partner.locator(".trial-calls")).to_contain_text(re.compile("Balanced, 12–1[45] HCP"))
    partner.close()

    for language in ("en", "zh-hans"):
        page.goto(f"{PAGE}?language={language}{page.url[page.url.index('#') :]}")
        expect(page.locator(".printed-side")).to_have_count(2)
        printed = tmp_path / f"{language}.pdf"
        page.pdf(path=printed, prefer_css_page_size=True)
        told = subprocess.check_output(["pdfinfo", "-l", "9", printed], text=True)
        assert re.findall(r"size: .*\((.*)\)", told) == ["A5", "A5"]
        assert "12–14" in subprocess.check_output(["pdftotext", "-l", "1", printed, "-"], text=True)


def test_boards_are_bid_and_practised_with_the_card(watched: Page) -> None:
    watched.goto(f"{PAGE}#card=21-a0e2")
    watched.get_by_role("link", name="Bid with this card").click()
    expect(watched.get_by_text("What is 2/1 + 1NT 12–14 + Multi?")).to_be_visible()
    watched.go_back()
    watched.get_by_role("link", name="Practise it").click()
    expect(watched.get_by_label("Theme")).to_have_value("changes")
    watched.get_by_text("Systems and grades").click()
    expect(watched.locator("#own-system")).to_have_value("21-a0e2")


def test_a_saved_card_is_the_card_of_new_boards(watched: Page) -> None:
    watched.goto(f"{PAGE}#card=21-e2")
    watched.get_by_role("button", name="Save in this browser").click()
    watched.goto("/")
    expect(watched.get_by_text("What is 2/1 + Multi?")).to_be_visible()


def test_a_card_is_made_with_the_keyboard_alone(watched: Page) -> None:
    watched.goto(f"{PAGE}#card=21")
    watched.get_by_label("Search: a call or a convention").focus()
    watched.keyboard.type("walsh")
    watched.keyboard.press("Enter")
    watched.keyboard.press("ArrowDown")
    expect(watched.locator("#card-title")).to_have_text("2/1 + Walsh")


def test_what_cannot_be_on_one_card_says_why(watched: Page) -> None:
    watched.goto(f"{PAGE}#card=sayc")
    change(watched, "1nt-2nt", "nt_2nt", "clubs")
    expect(watched.locator(".card-head [role=alert]")).to_contain_text("transfer to clubs")
    expect(watched.get_by_role("button", name="Save in this browser")).to_have_count(0)
    watched.get_by_role("button", name="1NT–2NT: back to “Invitational”").first.click()
    expect(watched.get_by_role("button", name="Save in this browser")).to_be_visible()


def test_a_file_that_is_saved_is_read_back(watched: Page, tmp_path: Path) -> None:
    watched.goto(f"{PAGE}#card=acol-e2")
    watched.get_by_text("Link, QR code and files").click()
    with watched.expect_download() as saved:
        watched.get_by_role("link", name="Save as .bbsa").click()
    file = tmp_path / "acol.bbsa"
    saved.value.save_as(file)
    watched.goto(f"{PAGE}#card=sayc")
    expect(watched.locator("#card-title")).to_have_text("SAYC")
    watched.locator(".card-files input[type=file]").set_input_files(file)
    expect(watched.get_by_text("The file was read whole.")).to_be_visible()
    expect(watched.locator("#card-title")).to_have_text("Acol + Multi")


@pytest.mark.parametrize(
    ("width", "scheme", "card"),
    [(1280, "dark", "21-a0e2"), (320, "light", "21-a0e2"), (320, "dark", "sayc-i1")],
)
def test_it_is_accessible_and_fits(
    browser: Browser, base_url: str, width: int, scheme: Any, card: str
) -> None:
    page = browser.new_page(
        base_url=base_url, viewport={"width": width, "height": 800}, color_scheme=scheme
    )
    page.goto(f"{PAGE}#card={card}&compare=acol")
    page.get_by_text("Link, QR code and files").click()
    expect(page.locator(".difference-table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(Desk(page)) == []
    page.close()
