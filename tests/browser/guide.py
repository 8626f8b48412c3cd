"""Takes the pictures of docs/guide.md from a site that runs.

python -m tests.browser.guide http://127.0.0.1:8000/ docs/guide
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from research.p1.table_2 import AUCTION, HANDS
from tests.browser.chromium import OPTIONS, executable
from tests.browser.desk import EXPLANATIONS, PATIENCE_MS, Desk

# Paper P1, Table 2, after North's and East's first calls: it is South's turn.
POSITION = "hand=AKJT985.6.A76.84&seat=S&dealer=N&vul=NS&auction=1D-1H"
WHOLE_DEAL = f"""[Dealer "N"]
[Vulnerable "NS"]
[Deal "N:{" ".join(HANDS.values())}"]
[Auction "N"]
{AUCTION.replace("P P P", "AP").replace("P", "Pass").replace("APass", "AP")}
"""
DESKTOP = {"width": 1280, "height": 2000}  # so high that nothing has to be scrolled
PHONE = {"width": 375, "height": 1500}
TABLET = {"width": 768, "height": 1024}
MARGIN = 12
QUALITY = 72  # of JPEG: numbers in the cells stay sharp, a picture stays under 150 kB


def entering(page: Page) -> tuple[Locator, ...]:
    """A hand half entered, and one call."""
    desk = Desk(page)
    desk.pick("AKJT9.6.A7.")
    desk.bid("1D")
    return (page.get_by_role("region", name="Your hand"), page.locator(".bidding-box"))


def compass(page: Page) -> tuple[Locator, ...]:
    """Three hidden hands, with a card looked at."""
    explained(page)
    desk = Desk(page)
    desk.show_all_hands()
    desk.heat_map("W").locator("td[data-card=HA]").click()
    return (page.locator(".hands-tools"), page.locator(".compass"))


def message(page: Page) -> tuple[Locator, ...]:
    """The message first, then the next call, and partner's hand beside them."""
    explained(page)
    expect(page.locator(".row-meaning").first).to_be_visible(timeout=PATIENCE_MS)
    return (page.locator(".step-bar"), page.locator(".tiers"))


def options(page: Page) -> tuple[Locator, ...]:
    """Show the meaning of a call that nobody has made yet."""
    explained(page)
    Desk(page).change()
    page.locator(".box-call[data-call='2S']").hover()
    expect(page.locator(".card-ranges")).to_be_visible(timeout=PATIENCE_MS)
    return (page.locator("table.auction"), page.locator(".bidding-box"), page.locator(".call-card"))


def suggestion(page: Page) -> tuple[Locator, ...]:
    """The next call, and why."""
    explained(page)
    page.locator(".next-call summary", has_text="Why?").click()
    return (page.locator(".next-call"),)


def branches(page: Page) -> tuple[Locator, ...]:
    """Show the line in which East bids spades."""
    explained(page)
    desk = Desk(page)
    desk.select(1)
    page.get_by_role("button", name="Instead of").click()
    desk.answer_after(lambda: desk.bid("1S"))
    page.get_by_role("button", name="Compare").first.click()
    expect(page.locator(".two-lines article")).to_have_count(2)
    return (page.locator(".lines"), page.locator(".two-lines"))


def contracts(page: Page) -> tuple[Locator, ...]:
    """Which contracts make on the layouts that fit."""
    explained(page)
    panel = page.get_by_role("region", name="Which contracts make?")
    Desk(page).unfold("Which contracts make?")
    panel.get_by_role("button").click()
    expect(panel.locator(".contract-table")).to_have_count(2, timeout=5 * PATIENCE_MS)
    panel.evaluate("element => element.scrollIntoView({ block: 'center' })")
    return (panel,)


def reveal(page: Page) -> tuple[Locator, ...]:
    """The cards of a known deal over what was believed of them."""
    page.get_by_role("button", name="Paste or open").click()
    page.locator("#paste").fill(WHOLE_DEAL)
    read = page.get_by_role("button", name="Read the text")
    Desk(page).answer_after(read.click)
    page.get_by_role("button", name="Show the cards").click()
    return (page.locator(".compass article.hidden-hand").nth(1), page.locator(".reveal"))


def failing(page: Page) -> tuple[Locator, ...]:
    """Nobody is there to answer; the last picture stays, and what was entered."""
    explained(page)
    page.route(EXPLANATIONS, lambda route: route.abort())
    Desk(page).bid("1S")
    expect(page.locator(".failure")).to_be_visible(timeout=PATIENCE_MS)
    return (page.locator(".failure"), page.locator(".step-bar"))


def phone(page: Page) -> tuple[Locator, ...]:
    """The answer on a phone, at night."""
    explained(page)
    page.locator(".step-bar").evaluate("element => element.scrollIntoView()")
    return (page.locator(".step-bar"), page.locator(".tier-partner"))


def tablet(page: Page) -> tuple[Locator, ...]:
    """Hand and auction side by side, on a tablet held upright."""
    explained(page)
    Desk(page).change()
    page.evaluate("scrollTo(0, 0)")
    return (page.locator("body"),)


def explained(page: Page) -> None:
    """The position opened, and the answer drawn."""
    page.goto(f"{page.url}#{POSITION}")
    expect(Desk(page).picture).to_be_visible(timeout=PATIENCE_MS)


PICTURES: dict[str, Callable[[Page], tuple[Locator, ...]]] = {
    take.__name__: take
    for take in (
        entering,
        compass,
        message,
        options,
        suggestion,
        branches,
        contracts,
        reveal,
        failing,
        phone,
        tablet,
    )
}
TOUCHED = {phone: PHONE, tablet: TABLET}


def take_all(address: str, folder: Path) -> None:
    """Every picture as ``folder``/NAME.jpg."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=OPTIONS)
        for name, show in PICTURES.items():
            page = _page(browser, show)
            page.goto(f"{address.rstrip('/')}/")
            around = _around(show(page))
            out = folder / f"{name}.jpg"
            page.screenshot(path=out, type="jpeg", quality=QUALITY, clip=around)
            page.close()
        browser.close()


def _around(parts: tuple[Locator, ...]) -> Any:
    """The rectangle around all parts, with a margin."""
    boxes = [box for part in parts if (box := part.bounding_box())]
    left, top = (min(box[side] for box in boxes) - MARGIN for side in ("x", "y"))
    seen = parts[0].page.viewport_size or DESKTOP
    right = min(max(box["x"] + box["width"] for box in boxes) + MARGIN, seen["width"])
    bottom = min(max(box["y"] + box["height"] for box in boxes) + MARGIN, seen["height"])
    left, top = max(left, 0), max(top, 0)
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def _page(browser: Browser, show: Callable[[Page], tuple[Locator, ...]]) -> Page:
    return browser.new_page(
        viewport=TOUCHED.get(show, DESKTOP),
        has_touch=show in TOUCHED,
        reduced_motion="reduce",
        color_scheme="dark" if show is phone else "light",
    )


if __name__ == "__main__":
    take_all(sys.argv[1], Path(sys.argv[2]))
