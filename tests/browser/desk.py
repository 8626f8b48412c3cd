"""The page as its user sees it: what can be done there, and what can be read off it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

from playwright.sync_api import Locator, Page, Response, expect

from tests.browser.chromium import slow_down

T = TypeVar("T")
EXPLANATIONS = "**/api/v1/explanations"
REFINED = "**/api/v1/refined"
PATIENCE_MS = 40_000  # longer than the page itself waits for an answer
POLL_MS = 50
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
STRAIN_NAMES = {**SUIT_NAMES, "NT": "notrump"}
CALL_NAMES = {"P": "pass", "X": "double", "XX": "redouble"}


def less_its_share(sentence: str) -> str:
    """A sentence on a hand without the share of cases, which the page says once for all."""
    return re.sub(r" \((each )?in at least 80 % of cases\)", "", sentence)


class Desk:
    """An open page, without refined answers, so that the first answer stays visible."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.route(REFINED, lambda route: route.fulfill(status=503, json={"title": "no"}))
        slow_down(page)
        self.hand_text = page.get_by_label("Or type it")
        self.explain_button = page.get_by_role("button", name="Explain", exact=True)

    # --- What a user does ----------------------------------------------------------------

    def card(self, card: str) -> Locator:
        """The button of a card, such as "SA"."""
        rank = RANK_NAMES.get(card[1], card[1])
        return self.page.get_by_role("button", name=f"{rank} of {SUIT_NAMES[card[0]]}", exact=True)

    def pick(self, hand: str) -> None:
        """Clicks the cards of a hand such as "AKJT985.6.A76.84"."""
        for suit, ranks in zip("SHDC", hand.split("."), strict=True):
            for rank in ranks:
                self.card(suit + rank).click()

    def change(self) -> None:
        """Opens the entry where it is folded to a line."""
        change = self.page.locator(".entry-line button")
        if change.count() > 0:
            change.click()

    def show_sheet(self, name: str) -> None:
        """Brings the hand or the auction into sight, where a phone shows one of them."""
        tab = self.page.locator(".sheet-tabs button").filter(has_text=name)
        if tab.is_visible():
            tab.click()
        more = self.page.locator(".more[aria-expanded=false]")
        if more.is_visible():
            more.click()

    def call(self, call: str) -> Locator:
        """The card of the bidding box for a call, such as "1NT" or "P"."""
        name = CALL_NAMES.get(call) or f"{call[0]} {STRAIN_NAMES[call[1:]]}"
        if call[0] == "1" and call != "1NT":
            name = name.removesuffix("s")
        box = self.page.get_by_role("toolbar", name="Bidding box")
        return box.get_by_role("button", name=name, exact=True)

    def bid(self, calls: str) -> None:
        """Makes the calls, one after the other."""
        self.change()
        for call in calls.split():
            self.call(call).click()

    def option(self, group: str, option: str) -> Locator:
        """Return one of a row of choices."""
        return self.page.get_by_role("group", name=group).get_by_label(option, exact=True)

    def choose(self, group: str, option: str) -> None:
        """Picks one of a row of choices."""
        self.option(group, option).check()

    def show_all_hands(self) -> None:
        """Draws all hidden hands around the table, where only partner's is drawn in full."""
        if self.page.locator(".felt").count() == 0:
            self.page.locator(".hands-tools button").first.click()
        expect(self.page.locator(".felt")).to_be_visible()

    def unfold(self, title: str) -> None:
        """Opens one of the folded panels."""
        self.page.locator(".folded summary").filter(has_text=title).click()

    def unfold_all(self) -> None:
        """Opens all that is folded in the answer, also what that brings."""
        closed = self.page.locator(".picture details:not([open])")
        while closed.count() > 0:
            closed.evaluate_all("all => all.forEach(one => { one.open = true; })")
            self.page.wait_for_timeout(POLL_MS)

    def select(self, index: int) -> None:
        """Taps a call of the auction's diagram."""
        self.made(index).click()

    # --- What a user sees ----------------------------------------------------------------

    def answer_after(self, act: Callable[[], object]) -> dict[str, Any]:
        """Does something and waits until the page shows the answer to it; the answer itself.

        What changes the input veils the picture, so that once there is an answer a clear picture
        is the new one.
        """
        answers: list[Response] = []

        def keep(response: Response) -> None:
            if _is_answer(response):
                answers.append(response)

        self.page.on("response", keep)
        with self.page.expect_response(_is_answer, timeout=PATIENCE_MS):
            act()
        expect(self.picture).to_be_visible(timeout=PATIENCE_MS)
        self.page.remove_listener("response", keep)
        status: dict[str, Any] = answers[-1].json()
        assert status["status"] == "done", status
        return dict(status["result"])

    def eventually(self, read: Callable[[], T], expected: T) -> None:
        """Waits until what is read is what is expected: a page draws when it finds the time."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while (found := read()) != expected and time.monotonic() < deadline:
            self.page.wait_for_timeout(POLL_MS)
        assert found == expected, f"{found!r} is not {expected!r}"

    def expect_auction(self, rows: list[list[str]]) -> None:
        """Waits until the auction's table has these rows of W N E S."""
        self.eventually(self.auction, rows)

    def expect_heat(self, seat: str, numbers: dict[str, int]) -> None:
        """Waits until a hidden hand's heat map has these numbers."""
        self.eventually(lambda: self.heat(seat), numbers)

    def expect_no_sideways_scrolling(self) -> None:
        """Waits until the page is no wider than its window."""
        self.eventually(self.width_overflow, 0)

    @property
    def picture(self) -> Locator:
        """The explanation that is about what is entered now."""
        return self.page.locator(".picture:not(.veiled)")

    def heat_map(self, seat: str) -> Locator:
        return self.page.locator(f"table.heat[data-seat={seat}]")

    def hidden_hand(self, seat: str) -> Locator:
        return self.page.locator(f"article.hidden-hand[aria-labelledby=hand-{seat}]")

    def heat(self, seat: str) -> dict[str, int]:
        """The number in each cell of a hidden hand's heat map, by card; as it is just now."""
        cells: list[list[str]] = self.heat_map(seat).evaluate_all(_HEAT)
        return {card: int(number) for card, number in cells}

    def made(self, index: int) -> Locator:
        """A call in the auction's diagram."""
        return self.page.locator(f".diagram [data-call='{index}']")

    @property
    def message(self) -> Locator:
        """The card of the call that is the message."""
        return self.page.locator(".message")

    def complaint(self, text: str) -> Locator:
        return self.page.locator(".entry").get_by_role("alert").filter(has_text=text)

    def auction(self) -> list[list[str]]:
        """The auction's table as it is drawn just now, without what is only read aloud."""
        rows: list[list[str]] = self.page.locator("table.auction tbody tr").evaluate_all(_ROWS)
        return rows

    def width_overflow(self) -> int:
        """By how many pixels the page can be pushed sideways just now."""
        wider = "document.documentElement.scrollWidth - window.innerWidth"
        return max(0, int(self.page.evaluate(wider)))


def _is_answer(response: Response) -> bool:
    return "/api/v1/explanations" in response.url and response.status == 200


_HEAT = """maps => maps.flatMap(map => [...map.querySelectorAll("td[data-card]")])
    .map(cell => [cell.dataset.card, cell.innerText])"""
_ROWS = """rows => rows.map(row => [...row.querySelectorAll("td")].map(cell => {
    const seen = cell.cloneNode(true);
    seen.querySelectorAll(".unseen").forEach(part => part.remove());
    return seen.textContent.trim();
}))"""
