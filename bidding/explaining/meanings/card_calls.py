"""What calls mean by the options of a convention card, whatever the network has learned of them.

``card_calls.toml`` beside this module has the tables.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from bidding.domain.calls import Call
from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.convention_card import ConventionCard
from bidding.domain.systems import System
from bidding.domain.table import Suit
from bidding.explaining.distributions import CALL_NAMES, MOST_HCP
from bidding.explaining.meanings.statements import Range, Ranges


class Stated(NamedTuple):
    """What the last call of an auction of a pattern is by an option of a choice: its meaning, and
    what it promises. ``bases``: values of systems; all that are offered the option if it is empty.
    ``not_over``: those of opponents against whom it does not hold."""

    choice: str
    option: str
    also: Mapping[str, str]
    calls: re.Pattern[str]
    name: str | None
    promise: Ranges | None
    bases: frozenset[str]
    not_over: frozenset[str]

    def is_played(self, card: ConventionCard, theirs: System) -> bool:
        """Return True if the card has the options, against opponents of a system."""
        option = card.option(self.choice)
        has_it = (
            option.id == self.option and card.base.value in self.bases
            if self.bases
            else option.is_played(self.option, card.base)
        )
        return (
            has_it
            and theirs.value not in self.not_over
            and all(card.option(choice).id == option for choice, option in self.also.items())
        )


class OnlyWith(NamedTuple):
    """Conventions that only these options of a choice have, after calls of a pattern."""

    choice: str
    names: Mapping[str, str]
    calls: re.Pattern[str] | None = None


def _stated(entry: Mapping[str, Any]) -> Stated:
    promise = entry.get("promise")
    return Stated(
        entry["choice"],
        entry["option"],
        entry.get("also", {}),
        _pattern(entry["calls"]),
        entry.get("name"),
        None if promise is None else _ranges(promise),
        *(frozenset(entry.get(key, ())) for key in ("bases", "not_over")),
    )


def _pattern(calls: str) -> re.Pattern[str]:
    return re.compile(calls if calls.startswith("(P ") else f"(P )*({calls})")


def _ranges(promise: Mapping[str, Any]) -> Ranges:
    def ends(key: str, most: int) -> Range:
        given = promise.get(key, 0)
        return (given, most) if isinstance(given, int) else (given[0], given[1])

    return Ranges(ends("hcp", MOST_HCP), tuple(ends(suit.name, CARDS_IN_HAND) for suit in Suit))


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_USUALLY, _ALWAYS = (tuple(map(_stated, _TABLES[key])) for key in ("usually", "always"))
_ONLY_WITH = tuple(OnlyWith(choice, names) for choice, names in _TABLES["only_with"].items())
_ONLY_WITH_HERE = tuple(
    OnlyWith(one["choice"], one["names"], _pattern(one["calls"]))
    for one in _TABLES["only_with_here"]
)
_STATED = re.compile("|".join(f"(?:{one.calls.pattern})" for one in (*_ALWAYS, *_USUALLY)))


class _Matching(NamedTuple):
    """The entries of the tables of whose patterns some calls are."""

    always: tuple[Stated, ...]
    usually: tuple[Stated, ...]
    only_with: tuple[OnlyWith, ...]


def name_on_card(
    card: ConventionCard,
    calls: Sequence[Call],
    theirs: System = System.UNKNOWN,
    *,
    looks_natural: bool = False,
) -> str | None:
    """Return the meaning that the last of the calls has by its caller's convention card, against
    opponents of a system; None if the card says nothing of it."""
    found = _matching(_text(calls))
    stated = found.always if looks_natural else (*found.always, *found.usually)
    return next((one.name for one in stated if one.name and one.is_played(card, theirs)), None)


def promise_on_card(
    card: ConventionCard, calls: Sequence[Call], theirs: System = System.UNKNOWN
) -> Ranges | None:
    """Return what the last of the calls promises by its caller's card, against opponents of a
    system; None if the card says nothing of it."""
    stated = (one for one in _matching(_text(calls)).always if one.promise)
    return next((one.promise for one in stated if one.is_played(card, theirs)), None)


def not_on_card(card: ConventionCard, calls: Sequence[Call]) -> frozenset[str]:
    """Return the conventions that a card rules out for the last of the calls, by their ids."""
    here = _matching(_text(calls)).only_with
    nowhere = _nowhere_on(card)
    return nowhere.union(*(_without(card, one) for one in here)) if here else nowhere


@lru_cache(maxsize=10_000)
def _matching(text: str) -> _Matching:
    """Return what calls of a ``text`` match; most match nothing."""
    stated = _STATED.fullmatch(text) is not None
    return _Matching(
        tuple(one for one in _ALWAYS if stated and one.calls.fullmatch(text)),
        tuple(one for one in _USUALLY if stated and one.calls.fullmatch(text)),
        tuple(one for one in _ONLY_WITH_HERE if one.calls and one.calls.fullmatch(text)),
    )


@lru_cache(maxsize=1024)
def _nowhere_on(card: ConventionCard) -> frozenset[str]:
    return frozenset().union(*(_without(card, one) for one in _ONLY_WITH))


def _without(card: ConventionCard, only: OnlyWith) -> Iterator[str]:
    """Yield the conventions that the card's option of the choice does not have."""
    option = card.option(only.choice).id
    return (name for name, options in only.names.items() if option not in options.split())


def _text(calls: Sequence[Call]) -> str:
    return " ".join([CALL_NAMES[call.index] for call in calls])
