"""The refined answer comes after the first, and takes its place without a stir."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Response, expect

from tests.browser.desk import PATIENCE_MS, REFINED, Desk
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

# West answers two key cards: South looks on with a hand of none.
LINK = (
    "#hand=T984.J62.QT52.83&seat=S&dealer=E&vul=none&ns=2/1&ew=2/1"
    "&auction=1S-P-3S-P-4NT-P-5H-P-6S-P"
)
NOTE = "Refined: hands weighed by all their calls"


def cells(document: dict[str, Any], moment: int) -> dict[str, int]:
    """The heat map of West's hand, card by card."""
    by_suit = document["moments"][moment]["hands"]["W"]["cards"]
    return {
        f"{suit}{rank}": int(100 * chance + 0.5)
        for suit, chances in by_suit.items()
        for rank, chance in zip("AKQJT98765432", chances, strict=True)
    }


def is_accepted(response: Response) -> bool:
    """A refined answer that the service has not refused."""
    return response.url.endswith("/api/v1/refined") and response.ok


def test_it_takes_the_place_of_the_first_and_moves_nothing(desk: Desk) -> None:
    desk.page.unroute(REFINED)
    # A busy service says when to ask again, which the page does.
    with desk.page.expect_response(is_accepted, timeout=2 * PATIENCE_MS) as response:
        first = desk.answer_after(lambda: desk.page.goto(f"/{LINK}"))
        desk.show_all_hands()
        desk.page.keyboard.press("ArrowLeft")
        desk.page.evaluate("scrollTo(0, 300)")
        focus = desk.page.evaluate("document.activeElement.outerHTML.slice(0, 60)")
        scroll = desk.page.evaluate("scrollY")
    note = desk.page.get_by_role("status").filter(has_text=NOTE)
    expect(note).to_have_count(1, timeout=PATIENCE_MS)
    refined = desk.page.request.get(response.value.json()["url"]).json()["result"]
    assert not first["refined"]
    assert refined["refined"]
    moment = len(refined["moments"]) - 2
    desk.expect_heat("W", {c: n for c, n in cells(refined, moment).items() if n})
    assert desk.page.evaluate("document.activeElement.outerHTML.slice(0, 60)") == focus
    assert desk.page.evaluate("scrollY") == scroll
    keys = refined["moments"][moment]["hands"]["W"]["key_cards"]["distribution"]
    if keys[2] >= 0.7:
        expect(desk.hidden_hand("W")).to_contain_text("Key cards, spades being trumps: 2")
    assert violations(desk) == []
