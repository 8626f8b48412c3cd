"""Takes the pictures of docs/guide, in each language of it, from a site that runs.

python -m tests.browser.guide http://127.0.0.1:8000/ docs/guide
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from research.p1.table_2 import AUCTION, HANDS
from tests.browser.chromium import OPTIONS, executable
from tests.browser.desk import EXPLANATIONS, PATIENCE_MS, Desk

# Paper P1, Table 2, after North's and East's first calls: it is South's turn.
POSITION = "hand=AKJT985.6.A76.84&seat=S&dealer=N&vul=NS&auction=1D-1H"
TRANSFER = "hand=AQ4.K93.AJ62.Q85&seat=S&dealer=S&vul=both&auction=1NT-P-2H-P"
STAYMAN_BOARD = "#system=sayc&theme=stayman&board=734"
RIVALS = "hand=Q5.KJ84.A972.J63&seat=S&dealer=N&vul=none&auction=1H-1S"
WHOLE_DEAL = f"""[Dealer "N"]
[Vulnerable "NS"]
[Deal "N:{" ".join(HANDS.values())}"]
[Auction "N"]
{AUCTION.replace("P P P", "AP").replace("P", "Pass").replace("APass", "AP")}
"""
HERE = Path(__file__).parent
CLUB = HERE / "club.pbn"
CATALOGUES = HERE.parents[1] / "frontend/src/i18n/catalogues"
DESKTOP = {"width": 1280, "height": 2000}  # so high that nothing has to be scrolled
SCREEN = {"width": 1280, "height": 720}
PAPER = {"width": 720, "height": 2000}  # as wide as A4 within its margins
PHONE = {"width": 390, "height": 664}
MARGIN = 12
QUALITY = 72  # of JPEG: numbers in the cells stay sharp, a picture stays under 150 kB
LANGUAGES = ("en", "zh-Hans")
REVIEW_MS = 10 * PATIENCE_MS  # a file of boards on a busy machine


class Walk:
    """A page in a language, and its words."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.language = language
        self.desk = Desk(page)

    def words(self, english: str) -> str:
        """A text of the page in the language spoken."""
        return english if self.language == "en" else _catalogue(self.language)[english]

    def button(self, english: str) -> Locator:
        return self.page.get_by_role("button", name=self.words(english), exact=True)

    def tick(self, english: str) -> None:
        self.page.get_by_label(self.words(english), exact=True).check()

    def explain(self, fragment: str = POSITION) -> None:
        """Opens the position, and waits for its answer."""
        self.page.goto(f"{self.page.url}#{fragment}")
        expect(self.desk.picture).to_be_visible(timeout=PATIENCE_MS)
        expect(self.page.locator(".row-meaning").first).to_be_visible(timeout=PATIENCE_MS)

    def bid(self, call: str) -> Locator:
        """Return the bidding box's card of a call."""
        return self.page.locator(f".box-call[data-call='{call}']")


@cache
def _catalogue(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((CATALOGUES / f"{language}.json").read_text())["page"]
    return words


def entering(walk: Walk) -> tuple[Locator, ...]:
    """A hand half entered, and one call."""
    page = walk.page
    page.locator("#hand").fill("AKJT9.6.A7.")
    walk.bid("1D").click()
    return (page.locator(".hand-panel"), page.locator(".bidding-box"))


def phone_entry(walk: Walk) -> tuple[Locator, ...]:
    """The cards on a phone, by suit."""
    page = walk.page
    page.locator("#hand").fill("AKJT9.6.A7.")
    page.locator("#hand").blur()
    page.locator(".sheet-tabs").evaluate("element => element.scrollIntoView()")
    return (page.locator("body"),)


def phone_calls(walk: Walk) -> tuple[Locator, ...]:
    """The calls on a phone, as keys below the answer."""
    page = walk.page
    page.locator("#hand").fill("AKJT985.6.A76.84")
    page.locator("#hand").blur()
    page.locator(".sheet-tabs button").last.click()
    walk.bid("1D").click()
    walk.desk.answer_after(walk.bid("1H").click)
    page.wait_for_timeout(1000)
    return (page.locator("body"),)


def message(walk: Walk) -> tuple[Locator, ...]:
    """The first screen: the last call, the next one, and partner's hand."""
    walk.explain(TRANSFER)
    walk.page.evaluate("scrollTo(0, 0)")
    return (walk.page.locator("body"),)


def why(walk: Walk) -> tuple[Locator, ...]:
    """The next call with its rivals, and why."""
    walk.explain(RIVALS)
    walk.page.locator(".next-call summary").filter(has_text=walk.words("Why?")).click()
    expect(walk.page.locator(".why")).to_be_visible(timeout=PATIENCE_MS)
    return (walk.page.locator(".next-call"),)


def hands(walk: Walk) -> tuple[Locator, ...]:
    """Three hidden hands around the table, with a card looked at."""
    walk.explain()
    walk.button("All hands around the table").click()
    walk.desk.heat_map("W").locator("td[data-card=HA]").click()
    return (walk.page.locator(".hands-tools"), walk.page.locator(".compass"))


def options(walk: Walk) -> tuple[Locator, ...]:
    """The meaning of a call that nobody has made yet."""
    walk.explain()
    walk.desk.change()
    walk.bid("2S").hover()
    card = walk.page.locator("#call-card")
    expect(card.locator(".card-ranges")).to_be_visible(timeout=PATIENCE_MS)
    return (walk.page.locator(".bidding-box"), card)


def branches(walk: Walk) -> tuple[Locator, ...]:
    """The line in which East bids spades, beside the one in which East bids hearts."""
    page = walk.page
    walk.explain()
    walk.desk.select(1)
    page.locator(".what-if").click()
    walk.desk.change()
    walk.desk.answer_after(walk.bid("1S").click)
    page.locator(".line:not(.shown) button:not(.line-show)").first.click()
    expect(page.locator(".two-lines article")).to_have_count(2)
    return (page.locator(".two-lines"),)


def contracts(walk: Walk) -> tuple[Locator, ...]:
    """Which contracts make on the layouts that fit."""
    page = walk.page
    walk.explain()
    title = walk.words("Which contracts make?")
    walk.desk.unfold(title)
    panel = page.get_by_role("region", name=title)
    expect(panel.locator(".contract-table")).to_have_count(2, timeout=5 * PATIENCE_MS)
    panel.evaluate("element => element.scrollIntoView({ block: 'center' })")
    return (panel,)


def boards(walk: Walk) -> tuple[Locator, ...]:
    """A club's evening as a list."""
    page = walk.page
    walk.button("Paste or open").click()
    page.locator("#paste-file").set_input_files(CLUB)
    reviewed = page.get_by_text(walk.words("All boards are reviewed."), exact=True)
    expect(reviewed).to_be_visible(timeout=REVIEW_MS)
    return (page.locator(".boards"),)


def review(walk: Walk) -> tuple[Locator, ...]:
    """A board of it, every call graded."""
    boards(walk)
    walk.page.locator(".board-table tbody th button").nth(7).click()
    expect(walk.page.locator(".verdicts")).to_be_visible(timeout=REVIEW_MS)
    return (walk.page.locator(".view-bar"), walk.page.locator(".review"))


def problem(walk: Walk) -> tuple[Locator, ...]:
    """A problem with its answer closed."""
    walk.page.goto(f"{walk.page.url}#{POSITION}&problem=1")
    return (walk.page.locator(".problem"),)


def handout(walk: Walk) -> tuple[Locator, ...]:
    """A sheet of problems, and the answers below, as they are printed."""
    page = walk.page
    walk.explain()
    page.locator(".taking > summary").click()
    walk.tick("Problem sheet")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    sheets = page.locator(".handout")
    expect(sheets).to_have_count(2)
    page.evaluate("document.body.style.padding = '16px'")  # the margins of the paper
    return (sheets.first, sheets.last)


def practise(walk: Walk) -> tuple[Locator, ...]:
    """A call at the table of practice that is a mistake, and why."""
    page = walk.page
    page.goto(f"{page.url.partition('#')[0]}practice/{STAYMAN_BOARD}")
    for grade in ("best", "mistake"):
        walk.bid("P").click()
        expect(page.locator(f".verdict.grade-{grade}")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".verdict p")).to_have_count(4, timeout=PATIENCE_MS)
    return (page.locator(".table"), page.locator(".setup"))


def failing(walk: Walk) -> tuple[Locator, ...]:
    """Nobody is there to answer; the last picture stays, and what was entered."""
    page = walk.page
    walk.explain()
    page.route(EXPLANATIONS, lambda route: route.abort())
    walk.desk.change()
    walk.bid("1S").click()
    expect(page.locator(".failure")).to_be_visible(timeout=PATIENCE_MS)
    return (page.locator(".failure"), page.locator(".tiers"))


def phone(walk: Walk) -> tuple[Locator, ...]:
    """The answer on a phone, at night."""
    walk.explain(TRANSFER)
    walk.page.evaluate("scrollTo(0, 0)")
    return (walk.page.locator("body"),)


Take = Callable[[Walk], tuple[Locator, ...]]
PICTURES: tuple[Take, ...] = (
    *(entering, phone_entry, phone_calls, message, why, hands, options, branches, contracts),
    *(boards, review, practise, problem, handout, failing, phone),
)
TOUCHED = (phone_entry, phone_calls, phone)
SIZES: dict[Take, Any] = {message: SCREEN, handout: PAPER, **dict.fromkeys(TOUCHED, PHONE)}


def take_all(address: str, folder: Path, names: tuple[str, ...] = ()) -> None:
    """Every picture, or those named, as ``folder``/NAME.jpg, other languages in their folders."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=OPTIONS)
        for language in LANGUAGES:
            target = folder if language == "en" else folder / language
            target.mkdir(parents=True, exist_ok=True)
            for show in PICTURES:
                name = show.__name__.replace("_", "-")
                if not names or name in names:
                    _take(browser, address, language, show, target / f"{name}.jpg")
        browser.close()


def _take(browser: Browser, address: str, language: str, show: Take, out: Path) -> None:
    page = browser.new_page(
        viewport=SIZES.get(show, DESKTOP),
        has_touch=show in TOUCHED,
        reduced_motion="reduce",
        color_scheme="dark" if show is phone else "light",
        locale="en-GB" if language == "en" else "zh-CN",
    )
    page.goto(f"{address.rstrip('/')}/")
    around = _around(show(Walk(page, language)))
    page.screenshot(path=out, type="jpeg", quality=QUALITY, clip=around)
    page.close()


def _around(parts: tuple[Locator, ...]) -> Any:
    """The rectangle around all parts, with a margin."""
    boxes = [box for part in parts if (box := part.bounding_box())]
    left, top = (min(box[side] for box in boxes) - MARGIN for side in ("x", "y"))
    seen = parts[0].page.viewport_size or DESKTOP
    right = min(max(box["x"] + box["width"] for box in boxes) + MARGIN, seen["width"])
    bottom = min(max(box["y"] + box["height"] for box in boxes) + MARGIN, seen["height"])
    left, top = max(left, 0), max(top, 0)
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


if __name__ == "__main__":
    take_all(sys.argv[1], Path(sys.argv[2]), tuple(sys.argv[3:]))
