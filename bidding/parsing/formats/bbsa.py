"""Convention cards as .bbsa files, which BBA and EPBot read: a system's number and switches."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from bidding.domain.convention_card import CHOICES, ConventionCard, InvalidCard
from bidding.domain.systems import System
from bidding.parsing.formats.text_files import decode_text
from bidding.parsing.text.words import parse_card

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_SWITCHES: dict[str, dict[str, frozenset[str]]] = {
    choice: {option: frozenset(on) for option, on in options.items()}
    for choice, options in _TABLE["choices"].items()
}
_OF_CHOICE = {choice: frozenset().union(*options.values()) for choice, options in _SWITCHES.items()}
_BASES = {
    System(base): (entry["type"], frozenset(entry["on"])) for base, entry in _TABLE["bases"].items()
}
_TYPE = "System type"
_VALUE = re.compile(r"\d{1,9}")
BBSA = ".bbsa"
CARD = "a system (acol), the code of a convention card (21-a0e2), or a .bbsa file"
"""What ``read_card`` reads, as commands say it."""

_LONGEST = 100_000  # characters; a card has some 6,000


@dataclass(frozen=True)
class ReadCard:
    """A card of a file, and what of the file it does not say."""

    card: ConventionCard
    unread: tuple[str, ...]
    """Switches, and lines, that no choice stands for and that the base has otherwise."""


def read_bbsa(text: str) -> ReadCard:
    """Return the card of a .bbsa file. Raises InvalidCard, naming the line, if it is none.

    Of the systems with the file's number the one that the card changes least is the base.
    """
    if len(text) > _LONGEST:
        raise InvalidCard("a .bbsa file has at most {most} characters", most=_LONGEST)
    values: dict[str, int] = {}
    unread = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        name, _, value = map(str.strip, line.rpartition("="))
        if name and _VALUE.fullmatch(value):
            values[name] = int(value)
        elif line.strip():
            unread.append(f"line {number}: {line.strip()[:80]}")
    bases = [base for base, (kind, _) in _BASES.items() if kind == values.get(_TYPE)]
    if not bases:
        known = ", ".join(sorted({str(kind) for kind, _ in _BASES.values()}))
        raise InvalidCard(
            'a .bbsa file has a line "System type = N", where N is one of {known}', known=known
        )
    on = {name for name, value in values.items() if value}
    found = [_read_as(base, on, set(values)) for base in bases]
    card, rest = min(found, key=lambda one: (len(one[0].changes), len(one[1])))
    return ReadCard(card, (*rest, *unread))


def read_card(text: str) -> ReadCard:
    """Return the card of a system's name, of a code, or of a .bbsa file.

    Raises BridgeError, and OSError for a file that cannot be opened.
    """
    if text.lower().endswith(BBSA):
        return read_bbsa(decode_text(Path(text).read_bytes()).text)
    return ReadCard(parse_card(text), ())


def _read_as(base: System, on: set[str], stated: set[str]) -> tuple[ConventionCard, list[str]]:
    """Return the card of a base with these switches on, and what it does not say."""
    options, unread = {}, []
    for choice in CHOICES:
        of_choice = on & _OF_CHOICE[choice.id]
        switches = _SWITCHES[choice.id].items()
        option = next((name for name, own in switches if own == of_choice), None)
        if not stated & _OF_CHOICE[choice.id]:
            continue  # as the base has it
        if option is not None:
            options[choice.id] = option
        else:
            unread.append(" and ".join(sorted(of_choice)) or f"no switch of {choice.name} is on")
    card = None
    while card is None:
        try:
            card = ConventionCard.of(base, options)
        except InvalidCard as error:
            unread.append(str(error))
            del options[error.choice]
    own = _BASES[base][1]
    rest = (on ^ own) & stated - frozenset().union(*_OF_CHOICE.values()) - {_TYPE}
    unread += sorted(name if name in on else f"{name} = 0" for name in rest)
    return card, unread


def to_bbsa(card: ConventionCard) -> str:
    """Return the .bbsa file of a card. Raises InvalidCard for an unknown system."""
    if card.base not in _BASES:
        raise InvalidCard("an unknown system has no card")
    kind, others = _BASES[card.base]
    on = others.union(*(_SWITCHES[one.id][card.option(one.id).id] for one in CHOICES))
    names = {*_TABLE["others"], *frozenset().union(*(own for _, own in _BASES.values()))}
    names |= frozenset().union(*_OF_CHOICE.values())
    lines = [f"{name} = {int(name in on)}" for name in sorted(names, key=str.casefold)]
    return "\n".join([f"{_TYPE} = {kind}", *lines, ""])
