"""Reviews made up in the browser's tests, where the model's own would be slow or vary."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route

REVIEWS = "**/api/v1/reviews"
SEATS = "NESW"
_USUAL = {"call": "4S", "frequency": 0.998}


def review_of(request: dict[str, Any]) -> dict[str, Any]:
    """Return a review of the right form: the second call of the auction is a mistake."""
    dealer = SEATS.index(request["dealer"])
    calls = []
    for index, call in enumerate(request["auction"]):
        seat = SEATS[(dealer + index) % 4]
        known = request["hands"].get(seat) is not None
        wrong = known and index == 1
        calls.append(
            {
                "index": index,
                "seat": seat,
                "call": call,
                "grade": None if not known else "mistake" if wrong else "best",
                "frequency": None if not known else 0.002 if wrong else 0.97,
                "usual": None if not known else _USUAL if wrong else {**_USUAL, "call": call},
                "best": None,
                "points_lost": {"mean": 120.0 + index, "error": 20.0} if wrong else None,
                "costly": wrong,
                "sentence": "",
            }
        )
    whole = None not in request["hands"].values()
    tricks = {seat: {"C": 6, "D": 7, "H": 5, "S": 10, "NT": 8} for seat in SEATS}
    return {
        "model": {},
        "calls": calls,
        "contract": None,
        "makes": {"source": "solver", "tricks": tricks} if whole else None,
        "par": {"score": 620, "contracts": ["4S by N"]} if whole else None,
    }


def answer(route: Route) -> None:
    """Answers a request for a review at once."""
    result = review_of(route.request.post_data_json)
    body = {"id": "x", "status": "done", "url": "/x", "result": result, "error": None}
    route.fulfill(json=body)


def stub_reviews(page: Page) -> None:
    """Lets every review be made up."""
    page.route(REVIEWS, answer)
