"""A file of boards as a list, reviewed by the model, and on every screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.review_stub import stub_reviews
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
UNBID = re.compile(r'\[Result ".*"\]\n|\[Auction ".*"\]\n.*\n')
FILES: Any = [{"name": "club.pbn", "mimeType": "text/plain", "buffer": FILE.encode("cp1252")}]
# What the model itself reviews: each board takes seconds.
FEW = game(3, "Pass Pass Pass Pass", "", "Émile") + game(1, "1D 1H 1S Pass 2S AP", "10", "Nora")
FEW_FILES: Any = [{**FILES[0], "buffer": FEW.encode("cp1252")}]


def test_the_model_itself_reviews_a_file(desk: Desk) -> None:
    desk.page.get_by_role("button", name="Paste or open").click()
    desk.page.locator("#paste-file").set_input_files(files=FEW_FILES)
    rows = desk.page.locator(".board-table tbody tr")
    expect(rows).to_have_count(2)
    done = desk.page.get_by_text("All boards are reviewed.", exact=True)
    expect(done).to_be_visible(timeout=3 * PATIENCE_MS)
    expect(rows.last).to_contain_text(re.compile(r"no mistake|rare|−\d+"))


def test_a_file_longer_than_the_service_reads_at_once_is_listed_whole(desk: Desk) -> None:
    stub_reviews(desk.page)
    games = "".join(
        game(number, "Pass Pass Pass Pass", "", f"Nora {'x' * 3_000}") for number in range(1, 161)
    )
    long_file: Any = {"name": "year.pbn", "mimeType": "text/plain", "buffer": games.encode()}
    desk.page.get_by_role("link", name="A file of boards").click()
    desk.page.locator(".open-file input[type=file]").set_input_files(files=long_file)
    expect(desk.page.get_by_role("heading", name="160 boards")).to_be_visible(timeout=PATIENCE_MS)


def test_the_auction_of_the_own_table_is_entered_and_reviewed(desk: Desk) -> None:
    stub_reviews(desk.page)
    page = desk.page
    deals: Any = {**FILES[0], "buffer": UNBID.sub("", FILE).encode()}
    page.get_by_role("link", name="A file of boards").click()
    page.locator(".open-file input[type=file]").set_input_files(files=deals)
    rows = page.locator(".board-table tbody tr")
    rows.nth(1).get_by_role("button").click()
    entry = page.locator(".auction-entry")
    done = entry.get_by_role("button", name="Review the auction")
    for call in ("1D", "X", "XX", "P", "P"):
        entry.locator(f"[data-call='{call}']").click()
    expect(done).to_be_disabled()
    entry.get_by_role("button", name="Take back").click()
    for call in ("1S", "P", "P", "P"):
        entry.locator(f"[data-call='{call}']").click()
    done.click()
    expect(page.locator(".verdict-list")).to_contain_text("First costly call of E-W")
    review = page.url
    page.get_by_role("button", name="All boards").click()
    expect(page.locator(".board-table")).to_contain_text("1♠")
    expect(page.get_by_role("link", name="Bid these 3 boards")).to_be_visible()
    page.wait_for_url(lambda url: url != review)  # written once the page rests
    page.reload()
    expect(page.locator(".board-table")).to_contain_text("1♠")


def test_a_part_of_the_page_that_could_not_be_loaded_is_loaded_on_request(desk: Desk) -> None:
    page = desk.page
    page.route("**/reviewing.js", lambda route: route.abort())
    page.goto("/#boards")
    page.reload()
    expect(page.locator(".failure")).to_contain_text("The service cannot be reached")
    page.unroute("**/reviewing.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="A file of boards")).to_be_visible()


def test_the_link_for_partner_opens_the_session_in_another_browser(
    browser: Browser, base_url: str
) -> None:
    """With all boards, who looks at them, and nothing else of the first browser."""
    grant = ["clipboard-read", "clipboard-write"]
    with (
        browser.new_context(base_url=base_url, permissions=grant) as own,
        browser.new_context(base_url=base_url) as partners,
    ):
        page, other = own.new_page(), partners.new_page()
        for one in (page, other):
            stub_reviews(one)
        page.goto("/#boards")
        page.locator("input[type=file]").first.set_input_files(files=FILES)
        page.get_by_label("I am").select_option("Sven")
        page.get_by_role("button", name="Copy the link for partner").click()
        expect(page.get_by_text("Link copied: it holds all boards.")).to_be_visible()
        other.goto(str(page.evaluate("navigator.clipboard.readText()")))
        for one in (page, other):
            expect(one.get_by_label("I am")).to_have_value("Sven")
            expect(one.locator(".board-table tbody tr")).to_have_count(4)
            expect(one.locator(".session")).to_contain_text("4 boards bid, 4 reviewed")
        other.reload()
        expect(other.locator(".board-table tbody tr")).to_have_count(4)


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
        page.locator("#paste-file").set_input_files(files=FILES)
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
