"""The page of practice as its user sees it: deal a board, call, read what is said."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Error, Locator, Page, Response, expect

from tests.browser.chromium import slow_down
from tests.browser.desk import CALL_NAMES, PATIENCE_MS, STRAIN_NAMES


class PracticeTable:
    """The page of practice, and the bidder's calls at the player's last turn."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.chances: dict[str, float] = {}
        page.on("response", self._keep_chances)
        slow_down(page)

    # --- What a user does ----------------------------------------------------------------

    def open(self, link: str = "") -> None:
        """Opens the page, or a link to it."""
        self.chances = {}
        self.page.goto(f"/practice/{link}")
        expect(self.page.get_by_role("heading", name="What to practise")).to_be_visible()

    def deal(self, theme: str | None = None) -> None:
        """Has a board dealt, and waits until it is the player's turn."""
        if theme is not None:
            self.page.get_by_label("Theme").select_option(theme)
        self.page.get_by_role("button", name="Deal a").click()
        self.await_turn()

    def await_turn(self) -> None:
        """Waits until the player is to call and what the bidder would call is known."""
        expect(self.box.or_(self.end)).to_be_visible(timeout=PATIENCE_MS)
        for _ in range(PATIENCE_MS // 50):
            if self.chances or self.end.is_visible():
                return
            self.page.wait_for_timeout(50)

    def card(self, call: str) -> Locator:
        """The card of the bidding box for a call, such as "1NT" or "P"."""
        name = CALL_NAMES.get(call) or f"{call[0]} {STRAIN_NAMES[call[1:]]}"
        if call[0] == "1" and call != "1NT":
            name = name.removesuffix("s")
        return self.box.get_by_role("button", name=name, exact=True)

    def call(self, call: str) -> None:
        """Makes a call."""
        self.chances = {}
        self.card(call).click()

    def call_the_usual(self) -> str:
        """Makes the call that the bidder makes most often; returns it."""
        usual = max(self.chances, key=lambda call: self.chances[call])
        self.call(usual)
        return usual

    def bid_to_the_end(self) -> None:
        """Makes the usual call at each turn until the board is over."""
        while True:
            self.await_turn()
            if self.end.is_visible():
                return
            self.call_the_usual()

    # --- What a user sees ----------------------------------------------------------------

    @property
    def box(self) -> Locator:
        """The bidding box while the player is to call; else it is greyed."""
        return self.page.get_by_role("toolbar", name="Bidding box", disabled=False)

    @property
    def verdict(self) -> Locator:
        """What is said of the last call."""
        return self.page.locator(".verdict-line .verdict")

    @property
    def end(self) -> Locator:
        """What is shown once the board is over."""
        return self.page.locator(".board-end")

    def auction(self) -> list[str]:
        """The calls so far, as they are read aloud."""
        calls = self.page.locator("table.auction .step .call .unseen")
        return calls.all_text_contents()

    def _keep_chances(self, response: Response) -> None:
        if not response.url.endswith("/api/v1/explanations") or not response.ok:
            return
        try:
            document: dict[str, Any] = response.json()
        except Error:  # the page was left meanwhile
            return
        if (result := document.get("result")) is not None:
            last = result["moments"][-1]
            if last["to_call"] != result["position"]["seat"]:
                return  # partner is to call, or nobody
            found = last["next_call"] or []
            self.chances = {chance["call"]: chance["probability"] for chance in found}
