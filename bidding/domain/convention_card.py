"""Convention cards: a system, and the choices by which a pair departs from it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_letters
from typing import Any

from bidding.domain.errors import BridgeError
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side

_CODE = re.compile(r"(?P<base>[a-z0-9]+)(?:-(?P<changes>(?:[A-Za-z][0-9])+))?")


@dataclass(frozen=True)
class Option:
    """One way to play a choice, and the systems that play it so."""

    id: str
    name: str
    brief: str
    """Its name in a list of what a card changes."""

    bases: frozenset[System]
    not_in: frozenset[System] = frozenset()
    """The systems with which it is not offered: what it changes there is not known."""

    def is_played(self, option: str, base: System) -> bool:
        """Return True if this is the option of that id, and is known to be played with a base."""
        return self.id == option and base not in self.not_in


@dataclass(frozen=True)
class Choice:
    """A choice of a convention card, and its options in order."""

    id: str
    section: str
    """Its id in SECTIONS."""

    name: str
    about: str
    options: tuple[Option, ...]
    stated_in: frozenset[System] = frozenset()
    """The systems that are known to play the option that they have, whether another is offered or
    not."""

    def default(self, base: System) -> int | None:
        """Return the index of the option that a system has; None for an unknown system."""
        return next((n for n, option in enumerate(self.options) if base in option.bases), None)

    def option(self, name: str) -> int | None:
        """Return the index of the option of an id; None if there is none."""
        return next((n for n, option in enumerate(self.options) if option.id == name), None)


@dataclass(frozen=True)
class AtOdds:
    """Options that cannot be on one card, and why."""

    options: dict[str, str]
    reason: str
    base: System | None
    except_base: System | None

    def apply(self, card: ConventionCard) -> bool:
        """Return True if the card has them."""
        if card.base is self.except_base or self.base not in (None, card.base):
            return False
        return all(card.option(name).id == option for name, option in self.options.items())


class InvalidCard(BridgeError):
    """A card that cannot be; ``choice`` is the id at fault, empty for the base or the whole."""

    code = "invalid-card"

    def __init__(self, fault: str, choice: str = "", **values: Any) -> None:
        super().__init__(fault, text=choice, **values)
        self.choice = choice


class CardAtOdds(InvalidCard):
    """Options that cannot be on one card."""

    code = "card-at-odds"


@dataclass(frozen=True)
class ConventionCard:
    """A system and what a pair plays otherwise, in canonical form: make it with ``of``."""

    base: System
    changes: tuple[tuple[str, str], ...] = ()
    """Ids of the choices and options that differ from the base, in the order of CHOICES."""

    @classmethod
    def of(cls, base: System, options: Mapping[str, str]) -> ConventionCard:
        """Return the card of a base with these options by choice. Raises InvalidCard.

        Options that the base has itself are left out.
        """
        if options and base is System.UNKNOWN:
            raise InvalidCard("a card of an unknown system has no choices")
        known = {choice.id: choice for choice in CHOICES}
        for name, option in options.items():
            if name not in known:
                raise InvalidCard("there is no choice {name} on a card", name, name=repr(name))
            if known[name].option(option) is None:
                ids = ", ".join(one.id for one in known[name].options)
                raise InvalidCard("{option} is none of {ids}", name, option=repr(option), ids=ids)
        card = cls(
            base,
            tuple(
                (choice.id, options[choice.id])
                for choice in CHOICES
                if choice.id in options
                and choice.option(options[choice.id]) != choice.default(base)
            ),
        )
        for rule in AT_ODDS:
            if card.changes and rule.apply(card):
                at_fault = [name for name, _ in card.changes if name in rule.options]
                raise CardAtOdds(rule.reason, at_fault[-1] if at_fault else "")
        return card

    @classmethod
    def from_code(cls, code: str) -> ConventionCard:
        """Return the card of a code as ``code`` gives it. Raises InvalidCard."""
        match = _CODE.fullmatch(code)
        bases = {_base_code(system): system for system in System}
        if match is None or match["base"] not in bases:
            fault = "{code} is not the code of a convention card, such as {example}"
            raise InvalidCard(fault, code=repr(code), example="21-a0e2")
        options = {}
        for letter, digit in re.findall(r"(.)(.)", match["changes"] or ""):
            number = ascii_letters.index(letter)
            choice = CHOICES[number]
            if int(digit) >= len(choice.options):
                raise InvalidCard(
                    "{change} in {code} is not known here: {name} has {first} to {last}; "
                    "check the code, or write {base} for the system without changes",
                    change=letter + digit,
                    code=repr(code),
                    name=Message(choice.name),
                    first=option_code(number, 0),
                    last=option_code(number, len(choice.options) - 1),
                    base=match["base"],
                )
            if choice.id in options:
                raise InvalidCard("{code} has a choice twice", code=repr(code))
            options[choice.id] = choice.options[int(digit)].id
        return cls.of(bases[match["base"]], options)

    @property
    def code(self) -> str:
        """A short code for links: the base, then a letter and a digit for each change."""
        changes = "".join(option_code(place, option) for place, option in self.indices)
        return f"{_base_code(self.base)}-{changes}" if changes else _base_code(self.base)

    @property
    def indices(self) -> list[tuple[int, int]]:
        """The places of the choices that differ, and of their options."""
        options = self.options
        return [
            (place, [option.id for option in choice.options].index(options[choice.id]))
            for place, choice in enumerate(CHOICES)
            if choice.id in options
        ]

    @property
    def options(self) -> dict[str, str]:
        """The options by which it differs, by choice."""
        return dict(self.changes)

    def option(self, choice: str) -> Option:
        """Return how a choice is played, by its id; the base must be known."""
        one = next(one for one in CHOICES if one.id == choice)
        changed = self.options.get(choice)
        index = one.default(self.base) if changed is None else one.option(changed)
        assert index is not None
        return one.options[index]

    @property
    def name(self) -> str:
        """Its base and changes in a few words, as in "2/1 + 1NT 12–14 + Multi"."""
        return " + ".join([self.base.short_name, *(self.option(c).brief for c, _ in self.changes)])


def option_code(choice: int, option: int) -> str:
    """Return what an option adds to the code of a card, by their places."""
    return f"{ascii_letters[choice]}{option}"


def _base_code(system: System) -> str:
    """Return the value of a system without a slash, which a link would escape."""
    return system.value.replace("/", "")


def _choice(entry: dict[str, Any]) -> Choice:
    """Return a choice; with a base that has nothing to choose from not even its own is offered."""
    options = list(map(_option, entry["options"]))
    stated = {base for option in options for base in option.bases - option.not_in}
    for base in System:
        if sum(base not in option.not_in for option in options) == 1:
            options = [replace(option, not_in=option.not_in | {base}) for option in options]
    return Choice(**{**entry, "options": tuple(options), "stated_in": frozenset(stated)})


def _option(entry: dict[str, Any]) -> Option:
    bases, not_in = (frozenset(map(System, entry.get(key, ()))) for key in ("bases", "not_in"))
    if not entry.get("learned", True):
        not_in |= frozenset(System) - bases
    return Option(entry["id"], entry["name"], entry["brief"], bases, not_in)


_DOCUMENT = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SECTIONS: dict[str, str] = _DOCUMENT["sections"]
"""Names of the sections by id, in the order of the card."""

CHOICES = tuple(map(_choice, _DOCUMENT["choice"]))
AT_ODDS = tuple(
    AtOdds(
        rule["options"],
        rule["reason"],
        *(System(rule[key]) if key in rule else None for key in ("base", "except_base")),
    )
    for rule in _DOCUMENT["at_odds"]
)


UNKNOWN_CARD = ConventionCard(System.UNKNOWN)


@dataclass(frozen=True)
class Systems:
    """The card of each side."""

    ns: ConventionCard = ConventionCard(System.SAYC)
    ew: ConventionCard = ConventionCard(System.SAYC)

    @classmethod
    def plain(cls, ns: System, ew: System) -> Systems:
        """Return two systems played as they are."""
        return cls(ConventionCard(ns), ConventionCard(ew))

    def of(self, seat: Seat) -> ConventionCard:
        """Return the card of the side this seat belongs to."""
        return self.ns if seat.side is Side.NS else self.ew
