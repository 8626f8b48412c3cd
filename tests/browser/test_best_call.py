"""The call that is predicted to score best, beside the usual one, and why."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.test_access import PHONE, press, violations

pytestmark = pytest.mark.browser

LINK = "#hand=AJ4.AJ752.KQ3.K5&seat=S&dealer=S&vul=NS&auction=1H-P-2H-P"
ANSWER_MS = 3 * PATIENCE_MS  # an analysis takes its time on a busy machine
BEST = {
    "call": "3H",
    "imps": 0.9,
    "error": 0.3,
    "probability": 0.38,
    "sentence": "Scores best: 3♥, about 0.9 IMPs more than 4♥.",
    "said": None,
}
REASON = "4♥ makes 61 % of the time. On 96 layouts 3♥ won 1.1 IMPs more than 4♥."


def with_best(route: Route) -> None:
    """Answer as the service does, but that another call is the best."""
    response = route.fetch()
    document: dict[str, Any] = response.json()
    result = document.get("result") or {}
    if result.get("suggestion"):
        result["suggestion"]["best"] = BEST
    if result.get("next_calls"):
        result["next_calls"] |= {"best": "3H", "reason": REASON, "said": None}
    route.fulfill(response=response, json=document)


def opened(desk: Desk) -> Locator:
    for address in ("**/api/v1/explanations**", "**/api/v1/explanations/**", "**/api/v1/analyses"):
        desk.page.route(address, with_best)
    desk.answer_after(lambda: desk.page.goto(f"/{LINK}"))
    return desk.page.get_by_role("region", name="What should you call?")


def test_the_usual_call_and_the_best_stand_side_by_side_and_why(desk: Desk) -> None:
    desk.page.set_viewport_size(PHONE)
    panel = opened(desk)
    expect(panel.locator(".suggestion")).to_contain_text("Usual: 4♥ (")
    expect(panel.locator(".best-call")).to_have_text("Scores best: 3♥ (+0.9 IMPs)")
    panel.get_by_text("Why 3♥?").focus()
    press(desk, "Enter")
    expect(panel.locator(".why-best")).to_have_text(REASON, timeout=ANSWER_MS)
    assert violations(desk) == []
    width = desk.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    desk.unfold("Which contracts make?")
    contracts = desk.page.get_by_role("region", name="Which contracts make?")
    expect(contracts.locator(".contract-next")).to_contain_text(REASON)
