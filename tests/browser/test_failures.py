"""Messages of the page without an answer, which never lose the input.

The service's refusals are proved elsewhere; here they are played to the page.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.desk import EXPLANATIONS, Desk

pytestmark = pytest.mark.browser

HAND = "AKJT985.6.A76.84"


def refuse(desk: Desk, status: int, **problem: Any) -> None:
    """Lets the service refuse whatever is asked."""
    document = {"type": "about:blank", "title": "No", "status": status, **problem}
    desk.page.route(
        EXPLANATIONS,
        lambda route: route.fulfill(
            status=status, json=document, content_type="application/problem+json"
        ),
    )


@pytest.mark.parametrize(
    ("status", "kind", "headline"),
    [
        (503, "no-worker", "No one is there to answer just now"),
        (503, "overloaded", "Too much is asked of the model just now"),
        (503, "of-another-release", "The service cannot answer just now"),
        (504, "time-out", "The answer took too long"),
        (429, "too-many-requests", "Too many questions at once"),
    ],
)
def test_a_passing_fault_offers_another_try(
    desk: Desk, status: int, kind: str, headline: str
) -> None:
    refuse(desk, status, type=f"urn:bridgeviz:problem:{kind}")
    desk.bid("1D 1H")
    desk.hand_text.fill(HAND)
    failure = desk.page.locator(".failure")
    expect(failure).to_contain_text(headline)
    expect(desk.hand_text).to_have_value(HAND)

    desk.page.unroute(EXPLANATIONS)
    result = desk.answer_after(desk.page.get_by_role("button", name="Try again").click)
    assert result["position"]["auction"] == ["1D", "1H"]
    expect(failure).to_have_count(0)


def test_a_dead_line_is_told_from_a_dead_service(desk: Desk) -> None:
    desk.page.route(EXPLANATIONS, lambda route: route.abort())
    desk.hand_text.fill(HAND)
    expect(desk.page.locator(".failure")).to_contain_text("cannot be reached")


def test_the_last_picture_stays_veiled_while_the_next_is_computed(desk: Desk) -> None:
    desk.answer_after(lambda: desk.hand_text.fill(HAND))
    desk.answer_after(lambda: desk.bid("1D"))
    waiting: list[Route] = []
    desk.page.route(EXPLANATIONS, lambda route: waiting.append(route))
    desk.bid("1H")
    expect(desk.page.locator(".progress")).to_be_visible()
    expect(desk.page.locator(".picture.veiled")).to_be_visible()
    expect(desk.message).to_contain_text("1♦")
    waiting[0].continue_()
    expect(desk.picture).to_be_visible()
    expect(desk.page.locator(".progress")).to_have_count(0)


def test_a_later_question_overtakes_an_earlier_one(desk: Desk) -> None:
    waiting: list[Route] = []
    desk.page.route(EXPLANATIONS, lambda route: waiting.append(route))
    desk.hand_text.fill(HAND)
    expect(desk.page.locator(".progress")).to_be_visible()
    desk.page.unroute(EXPLANATIONS)
    desk.answer_after(lambda: desk.bid("1NT"))
    expect(desk.page.locator(".diagram [data-call]")).to_have_count(1)


@pytest.mark.parametrize(
    ("pointer", "section"),
    [("/auction/1", "The auction"), ("/systems/ew", "Bidding systems"), ("/seat", "Your hand")],
)
def test_a_complaint_stands_beside_its_field(desk: Desk, pointer: str, section: str) -> None:
    refuse(desk, 422, errors=[{"pointer": pointer, "detail": "This cannot be."}])
    desk.hand_text.fill(HAND)
    panel = desk.page.get_by_role("region", name=section)
    expect(panel.get_by_role("alert").filter(has_text="This cannot be.")).to_be_visible()
