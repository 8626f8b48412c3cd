"""Complete translation of the service's messages into every language of the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bidding.domain.errors import BridgeError
from bidding.domain.messages import Message, message_json
from bidding.domain.table import Seat
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from tests.languages.keys import ROOT, has_words, service_keys

CATALOGUES = sorted((ROOT / "locale").glob("*/service.json"))
PAGE_CATALOGUES = ROOT / "frontend" / "src" / "i18n" / "catalogues"
NAME = re.compile(r"\{(\w+)\}")


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.parent.name)
def catalogue(request: pytest.FixtureRequest) -> dict[str, dict[str, str]]:
    path: Path = request.param
    page = PAGE_CATALOGUES / f"{path.parent.name.replace('_', '-')}.json"
    return {**json.loads(path.read_text()), **json.loads(page.read_text())}


def test_it_has_what_the_service_says_and_nothing_else(
    catalogue: dict[str, dict[str, str]],
) -> None:
    keys = service_keys()
    page, both, service = (set(catalogue[part]) for part in ("page", "both", "service"))
    assert keys - both - service == set()
    assert {key for key in both | service if has_words(key)} - keys == set()
    assert page & (both | service) == both & service == set()
    # Another chunk of the page's words may not be loaded where the service says one of them.
    assert page & keys == set()


def test_every_sentence_keeps_its_names(catalogue: dict[str, dict[str, str]]) -> None:
    for key, text in {**catalogue["service"], **catalogue["both"]}.items():
        # A mistake in a file's encoding is told without the library's English reason.
        left_out = {"reason"} if key.startswith("it begins like") else set()
        assert set(NAME.findall(text)) == set(NAME.findall(key)) - left_out, key


def test_a_sentence_remembers_what_it_was_made_of() -> None:
    suit = Message("spades")
    message = Message("{count} or more {suit}", count=4, suit=suit)
    assert (message, message_json("plain")) == ("4 or more spades", None)
    assert message.to_json() == {
        "key": "{count} or more {suit}",
        "values": {"count": 4, "suit": {"key": "spades"}},
    }
    listed = Message("{cards}", cards=(suit, "\ud800"))
    assert listed.to_json()["values"] == {"cards": [{"key": "spades"}, "\\ud800"]}
    assert Message("{braces} of a text without values") == "{braces} of a text without values"
    others = Message("{cards} among { and }, {0!r} and {{}}", cards=(suit, "7"))
    assert others == "spades, 7 among { and }, {0!r} and {{}}"
    with pytest.raises(KeyError, match="count"):
        Message("{count} cards", number=4)


@pytest.mark.parametrize(
    ("read", "values"),
    [
        (lambda: parse_hand("AKQ.AKQ.AKQ.AK"), {"count": 11, "shown": "♠3, ♥3, ♦3, ♣2"}),
        (lambda: parse_hand("AKQ.AKQ.AKQ.AXJT"), {"quote": "'X'"}),
        (
            lambda: parse_auction("1H X 1D", Seat.N),
            {"number": 3, "call": "1D", "reason": "it is not higher than 1H"},
        ),
    ],
)
def test_faults_keep_their_values(read: object, values: dict[str, object]) -> None:
    with pytest.raises(BridgeError) as refused:
        read()  # type: ignore[operator]
    fault = refused.value.fault
    assert isinstance(fault, Message)
    assert {name: fault.values[name] for name in values} == values
