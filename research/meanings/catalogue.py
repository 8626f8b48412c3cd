"""The tables of rules as objects.

A table is one TOML file: ``system``, and ``[[group]]`` entries of ``title``, ``source`` (the
public description that the rules are taken from) and ``calls``. Each call has an ``auction``
that North deals with nobody vulnerable and whose last call is explained; ``shows``, claims with
the least probability of each; ``averages``, claims with a range. ``then`` has calls that follow:
what the call showed should still be known after them. Where the robots that the model was trained
on deviate from the book, ``departs`` has the book's rule, and ``book`` its claims with the
greatest probability that each may have here.

``contrasts.toml`` compares one call under two systems, and two answers under one system.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bidding.domain.auction import Auction
from bidding.domain.calls import Call
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side, Suit, Vulnerability
from bidding.parsing.text.words import parse_call, parse_system
from research.meanings.claims import (
    Claim,
    NumberClaim,
    average_claim,
    chance_claim,
)

TABLES = Path(__file__).resolve().parent / "tables"
CONTRASTS = TABLES / "contrasts.toml"
_KEYS = {"auction", "then", "shows", "averages", "departs", "book"}
_COUNTED = ("aces", "kings", "key cards")


@dataclass(frozen=True)
class Case:
    """One call of an auction that North deals, both sides playing one system.

    It is the last call but for ``later`` ones. The caller's side may depart from the system by
    ``options`` of its convention card.
    """

    system: System
    auction: Auction
    later: int = 0
    options: tuple[tuple[str, str], ...] = ()

    @property
    def place(self) -> int:
        """The call's place in the auction."""
        return len(self.auction.calls) - 1 - self.later

    @property
    def call(self) -> Call:
        """The call."""
        return self.auction.calls[self.place]

    @property
    def words(self) -> str:
        """The auction as written in the tables; later calls follow "then"."""
        calls = [str(call) for call in self.auction.calls]
        if self.later:
            calls.insert(self.place + 1, "then")
        return " ".join(calls)

    @property
    def name(self) -> str:
        """System and auction."""
        return f"{self.system.value} {self.words}"

    @property
    def caller(self) -> Seat:
        """The seat that made the call."""
        return self.auction.seat_of(self.place)

    @property
    def position(self) -> Position:
        """The auction seen by a spectator, who sees no hand."""
        systems = card_against_system(self.system, dict(self.options), self.caller)
        return Position(None, Seat.S, self.auction, Vulnerability.NONE, systems)


@dataclass(frozen=True)
class Rule:
    """The claims about one call.

    Where the robots deviate from the book, ``deviation`` is the book's rule (else it is empty) and
    ``book`` has its claims, which should have low values here.
    """

    case: Case
    claims: tuple[Claim, ...]
    deviation: str = ""
    book: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Group:
    """Rules on one subject from one source."""

    system: System
    title: str
    source: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Contrast:
    """A claim whose value is at least ``by`` higher in one case than in the other.

    The cases are one call under two systems, or two answers to one request under one system.
    """

    claim: Claim
    under: Case
    other: Case
    by: float

    @property
    def name(self) -> str:
        """A unique name."""
        against = self.other.call if self.of_answers else self.other.system.value
        return f"{self.under.name} against {against}: {self.claim.text}"

    @property
    def of_answers(self) -> bool:
        """True if it compares two answers, not two systems."""
        return self.under.system is self.other.system


def card_against_system(system: System, options: Mapping[str, str], seat: Seat) -> Systems:
    """Return the card of this seat's side, and the plain system for the other side."""
    card, plain = ConventionCard.of(system, options), ConventionCard(system)
    return Systems(card, plain) if seat.side is Side.NS else Systems(plain, card)


@cache
def groups() -> tuple[Group, ...]:
    """Return every group of the project's own tables, system by system."""
    paths = sorted(set(TABLES.glob("*.toml")) - {CONTRASTS})
    found = [group for path in paths for group in read_groups(path)]
    return tuple(sorted(found, key=lambda group: list(System).index(group.system)))


@cache
def contrasts() -> tuple[Contrast, ...]:
    """Return every contrast of the project's own table."""
    return read_contrasts(CONTRASTS)


def read_groups(path: Path) -> tuple[Group, ...]:
    """Read the groups of one table; raise ValueError naming the file and the entry at fault."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        system = parse_system(table["system"])
        return tuple(_group(system, entry) for entry in table["group"])
    except (KeyError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def read_contrasts(path: Path) -> tuple[Contrast, ...]:
    """Read the contrasts of one table; raise ValueError naming the file and the fault."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return tuple(_contrast(entry) for entry in table["contrast"])
    except (KeyError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def _group(system: System, entry: Mapping[str, Any]) -> Group:
    rules = tuple(_rule(system, call) for call in entry["calls"])
    return Group(system, entry["title"], entry["source"], rules)


def _rule(system: System, entry: Mapping[str, Any]) -> Rule:
    if unknown := set(entry) - _KEYS:
        raise ValueError(f"{entry.get('auction')}: unknown {', '.join(sorted(unknown))}")
    claims: tuple[Claim, ...] = (
        *(chance_claim(text, least=p) for text, p in entry.get("shows", {}).items()),
        *(average_claim(text, *ends) for text, ends in entry.get("averages", {}).items()),
    )
    book = tuple(chance_claim(text, most=p) for text, p in entry.get("book", {}).items())
    if not claims or (book and "departs" not in entry):
        raise ValueError(f"{entry['auction']}: a claim is missing, or what departs")
    case = _case(system, entry["auction"], entry.get("then", ""))
    return Rule(case, claims, entry.get("departs", ""), book)


def _contrast(entry: Mapping[str, Any]) -> Contrast:
    under = _case(parse_system(entry["under"]), entry["auction"])
    text: str = entry["claim"]
    counted = text.startswith(_COUNTED)
    claim = average_claim(text, 0, len(Suit)) if counted else chance_claim(text)
    if "than" in entry:
        other = _case(under.system, entry["than"])
        before, instead = (case.auction.calls[:-1] for case in (under, other))
        if before != instead or under == other:
            raise ValueError(f"{entry['than']} is no other answer than {entry['auction']}")
    else:
        other = _case(parse_system(entry["not_under"]), entry["auction"])
    if isinstance(claim, NumberClaim) or ("than" in entry and not counted):
        raise ValueError(f"{entry['auction']}: {text!r} is no average")
    return Contrast(claim, under, other, float(entry["by"]))


def _case(system: System, auction: str, then: str = "") -> Case:
    calls = [parse_call(call) for call in (*auction.split(), *then.split())]
    return Case(system, Auction.of(Seat.N, calls), len(then.split()))
