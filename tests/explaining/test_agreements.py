"""The auctions that systems are asked about, and how books write them."""

from __future__ import annotations

import pytest

from bidding.domain.calls import PASS
from bidding.domain.messages import Message, message_json
from bidding.domain.systems import System
from bidding.explaining import agreements
from bidding.explaining.agreements import (
    auction_of,
    auction_words,
    book_meaning,
    document_of,
)


@pytest.mark.parametrize(
    ("calls", "written"),
    [
        ("1NT", "1NT"),
        ("1S P 2C P 2D", "1♠ 2♣ 2♦"),
        ("1H 1S 2S", "1♥ (1♠) 2♠"),
        ("1S X P 2H", "(1♠) X 2♥"),
        ("P P 1S P 2C", "Pass 1♠ 2♣"),
        ("1S P P X", "(1♠) Pass X"),
        ("1NT P P", "1NT Pass"),
    ],
)
def test_an_auction_is_written_as_in_books(calls: str, written: str) -> None:
    assert auction_words(auction_of(calls)) == written


def test_a_call_by_which_a_system_departs_from_the_books_says_so() -> None:
    departures = document_of(System.POLISH_CLUB)["departures"]
    one = next(one for one in departures if "rule" in one["said"]["values"])
    calls = auction_of(" ".join(one["auction"])).calls
    book = one["said"]["values"]["rule"]["key"]
    assert book_meaning(System.POLISH_CLUB, calls) == f"By the books: {book}."
    assert book_meaning(System.POLISH_CLUB, (PASS, *calls)) == f"By the books: {book}."
    assert book_meaning(System.POLISH_CLUB, (PASS, PASS, *calls)) is None  # by a passed hand
    assert book_meaning(System.POLISH_CLUB, (*calls, PASS)) is None
    assert book_meaning(System.UNKNOWN, calls) is None


def test_claims_that_the_model_has_not_learned_are_those_of_the_books(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim = Message("{rule} (here in {share} of hands)", rule=Message("two spades"), share="8 %")
    said = message_json(Message("{rules}", rules=(claim,)))
    departures = [{"auction": ["1S", "P", "3NT"], "said": said}]
    monkeypatch.setattr(agreements, "document_of", lambda _: {"departures": departures})
    agreements._departures.cache_clear()
    calls = auction_of("1S P 3NT").calls
    assert book_meaning(System.SAYC, calls) == "By the books: two spades."
    agreements._departures.cache_clear()
