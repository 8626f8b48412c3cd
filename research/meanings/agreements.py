"""The agreements of one system by the model: the meaning of each auction of the card."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bidding.domain.auction import Auction
from bidding.domain.messages import message_json
from bidding.domain.systems import System
from bidding.domain.table import Suit
from bidding.explaining.agreements import auction_of
from bidding.explaining.distributions import INTERVAL_LEVEL
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import ExplainedCall
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.networks.checkpoint import ModelInfo
from research.meanings.catalogue import Case

_TABLE = Path(__file__).with_name("card.toml")
_LONG = ("sections", "departures")
_DECIMALS = 4
_BATCH = 32  # auctions asked about at a time


@dataclass(frozen=True)
class Section:
    """Auctions on one subject; the last call of each is explained."""

    title: str
    auctions: tuple[Auction, ...]


@cache
def sections() -> tuple[Section, ...]:
    """Return the sections of the project's own table."""
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    return tuple(
        Section(entry["title"], tuple(map(auction_of, entry["auctions"])))
        for entry in table["section"]
    )


@dataclass(frozen=True)
class Agreement:
    """The meaning of the last call of an auction when both sides play the system."""

    case: Case
    call: ExplainedCall

    @property
    def meaning(self) -> CallMeaning:
        """The meaning of the call; a bidder without meaning heads has been refused."""
        assert self.call.meaning is not None
        return self.call.meaning

    def to_json(self) -> dict[str, Any]:
        """Return plain values, all but the frequencies."""
        meaning, facts = self.meaning, self.call.shows.facts
        return {
            "auction": [str(call) for call in self.case.auction.calls],
            "call": str(self.call.call),
            "name": meaning.name,
            "id": None if meaning.meaning is None else meaning.meaning.key,
            "sentence": meaning.sentence,
            "said": {
                "name": message_json(meaning.name),
                "sentence": message_json(meaning.sentence),
            },
            "forcing": None if meaning.forcing is None else meaning.forcing.value,
            "promises": meaning.promised.to_json(),
            "points": _range(facts.hcp),
            "lengths": {suit.name: _range(facts.intervals[suit]) for suit in Suit},
            "chance": round(self.call.probability, _DECIMALS),
            "unusual": self.call.unusual,
        }


def agreements(
    explainer: Explainer, system: System, auctions: Sequence[Auction]
) -> Iterator[Agreement]:
    """Yield the agreements of these auctions in order; raise ValueError without meaning heads."""
    if explainer.bidder.meanings is None:
        raise ValueError("these weights have no meaning heads: `train meanings` adds them")
    for first in range(0, len(auctions), _BATCH):
        cases = [Case(system, auction) for auction in auctions[first : first + _BATCH]]
        answers = explainer.refine_many([case.position for case in cases])
        for case, answer in zip(cases, answers, strict=True):
            yield Agreement(case, answer.calls[-1])


def system_document(
    system: System,
    model: ModelInfo,
    agreements: Sequence[Agreement],
    frequencies: Mapping[Case, dict[str, Any]],
) -> dict[str, Any]:
    """Return the document of a system, without its deviations from what is published."""
    by_auction = {one.case.auction: one for one in agreements}
    return {
        "id": system.value,
        "name": system.full_name,
        "description": system.description,
        "published": system.source,
        "model": model.to_dict(),
        "interval_level": INTERVAL_LEVEL,
        "sections": [
            {
                "title": section.title,
                "agreements": [
                    {
                        **by_auction[auction].to_json(),
                        "held": frequencies.get(by_auction[auction].case),
                    }
                    for auction in section.auctions
                ],
            }
            for section in sections()
        ],
    }


def written(document: dict[str, Any]) -> bytes:
    """Serialise a document with a line for each agreement and deviation."""
    listed = ",\n".join(_section(section) for section in document["sections"])
    deviations = _lines(document["departures"], "  ")
    rest = {name: value for name, value in document.items() if name not in _LONG}
    head = "".join(f" {_compact(name)}: {_compact(value)},\n" for name, value in rest.items())
    return f'{{\n{head} "sections": [\n{listed}\n ],\n "departures": {deviations}\n}}\n'.encode()


def _section(section: dict[str, Any]) -> str:
    agreements = _lines(section["agreements"], "    ")
    return f'  {{"title": {_compact(section["title"])}, "agreements": {agreements}}}'


def _lines(values: list[Any], indent: str) -> str:
    if not values:
        return "[]"
    return "[\n" + ",\n".join(indent + _compact(value) for value in values) + f"\n{indent[1:]}]"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _range(ends: tuple[int, int]) -> dict[str, int]:
    return {"low": ends[0], "high": ends[1]}
