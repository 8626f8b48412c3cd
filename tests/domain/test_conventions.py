"""The vocabulary of meanings: every entry is explained, and shown in a legal auction."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from bidding.domain import conventions
from bidding.domain.conventions import (
    CONVENTIONS,
    MEANING_INDEX,
    MEANINGS,
    NATURAL,
    Kind,
)
from bidding.domain.table import Seat
from bidding.parsing.text.auctions import parse_auction

MOST_CHARACTERS = 300
# What is asked and told is put into sentences, so the words are few, and known.
ASKED = {
    *("aces", "choice of slam", "completion of the transfer", "feature", "key cards", "kings"),
    *(
        "length",
        "longer suit",
        "majors",
        "five-card major",
        "minors",
        "queen of trumps",
        "shape",
        "shortness",
    ),
    *("stopper", "strength", "suit", "support", "support and strength", "trump honours"),
}
TOLD = {
    *("aces", "control", "feature", "key cards", "kings", "length", "majors", "queen of trumps"),
    *("shortness", "stopper", "strength", "trump honours"),
}


def test_each_is_shown_in_a_legal_auction() -> None:
    for convention in CONVENTIONS.values():
        auction = parse_auction(convention.example, Seat.N)
        assert " ".join(map(str, auction.calls)) == convention.example
        assert auction.calls, convention.id


def test_each_is_told_in_few_words() -> None:
    for convention in CONVENTIONS.values():
        sentences = re.split(r"(?<=\.) ", convention.glossary)
        assert 1 <= len(sentences) <= 3, convention.id
        assert all(re.fullmatch(r"[A-Z0-9].*\.", sentence) for sentence in sentences), convention.id
        assert len(convention.glossary) <= MOST_CHARACTERS, convention.id


def test_each_has_a_name_or_needs_none() -> None:
    for convention in CONVENTIONS.values():
        assert convention.name == convention.name.strip()
        assert convention.name or convention.id in {"natural", "unnamed", "notrump_with_stopper"}


def test_each_asks_and_tells_in_known_words() -> None:
    for convention in CONVENTIONS.values():
        assert convention.asks in {"", *ASKED}, convention.id
        assert convention.tells in {"", *TOLD}, convention.id
        assert convention.asks or convention.kind is not Kind.ASKING, convention.id
        assert convention.artificial or convention.kind is not Kind.ASKING, convention.id


def test_names_and_texts_are_told_apart() -> None:
    names = [convention.name for convention in CONVENTIONS.values() if convention.name]
    texts = [convention.glossary for convention in CONVENTIONS.values()]
    assert len(set(names)) == len(names)
    assert len(set(texts)) == len(texts)


def test_each_meaning_has_a_key_of_its_own() -> None:
    assert len(MEANING_INDEX) == len(MEANINGS)
    for convention in CONVENTIONS.values():
        assert len(set(convention.slots)) == len(convention.slots)
    assert MEANINGS[NATURAL].key == "natural"


def test_an_id_stands_once_in_the_table() -> None:
    table = tomllib.loads(Path(conventions.__file__).with_suffix(".toml").read_text())
    assert [entry["id"] for entry in table["convention"]] == list(CONVENTIONS)
