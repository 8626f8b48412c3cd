"""A club's own convention cards: a TOML file that its administrator keeps.

``new_visitors`` names the card of people who come for the first time; without it they get SAYC.
Each ``[[card]]`` has a ``name``, and a ``base`` with its ``options`` by choice, or the ``file`` of
the card, a .bbsa file in the same folder.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import PlainValidator

from bidding.domain.convention_card import ConventionCard, InvalidCard
from bidding.domain.errors import BridgeError, MalformedTable
from bidding.domain.systems import System
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import Document, InvalidDocument
from bidding.parsing.formats.bbsa import BBSA, ReadCard, read_card

MOST_CARDS = 100
_MOST_CHARACTERS = 60
_HEADER = """\
# The club's own convention cards (docs/club.md). `manage.py cards` writes this file anew: comments
# are not kept.
"""


class BadClubCards(ValueError):
    """A file of cards that is none; its message has a line for each fault."""


@dataclass(frozen=True)
class ClubCards:
    """The cards of a club, in the order of their list."""

    entries: tuple[Mapping[str, Any], ...] = ()
    """As the file has them."""

    cards: tuple[tuple[str, ReadCard], ...] = ()
    new_visitors: str = ""
    """The name of the card that new visitors get; empty for none."""

    @property
    def default(self) -> ConventionCard | None:
        """The card that new visitors get."""
        return next((read.card for name, read in self.cards if name == self.new_visitors), None)


def _name(value: object) -> str:
    name = fields.string(value, _MOST_CHARACTERS, MalformedTable)
    if not name.strip() or not name.isprintable():
        raise MalformedTable("a name is a line of text")
    return name.strip()


def _file(value: object) -> str:
    name = _name(value)
    if not name.lower().endswith(BBSA) or Path(name).name != name:
        raise MalformedTable(f"expected the name of a {BBSA} file in the same folder")
    return name


class _Card(fields.ConventionCard):
    name: Annotated[str, PlainValidator(_name)]

    def check(self) -> None:
        """Refuse a choice that is none, options at odds, and a system that is not known."""
        if self.to_domain().base is System.UNKNOWN:
            raise InvalidCard("an unknown system has no card")


class _CardOfFile(Document):
    name: Annotated[str, PlainValidator(_name)]
    file: Annotated[str, PlainValidator(_file)]


def read_club_cards(path: Path) -> ClubCards:
    """Read a file of cards; there are none where there is no file. Raises BadClubCards."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ClubCards()
    except (OSError, ValueError) as error:
        raise BadClubCards(f"{path}: {error}") from error
    return parse_club_cards(text, path)


def parse_club_cards(text: str, path: Path) -> ClubCards:
    """Return the cards of the text of a file at a path. Raises BadClubCards."""
    try:
        document = tomllib.loads(text)
    except ValueError as error:
        raise BadClubCards(f"{path}: {error}") from error
    entries, default = document.pop("card", []), document.pop("new_visitors", "")
    faults = [f"{key} is neither new_visitors nor card" for key in document]
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise BadClubCards(f"{path}: each card is written below a line [[card]]")
    if len(entries) > MOST_CARDS:
        faults.append(f"there are {len(entries)} cards, at most {MOST_CARDS} are read")
    cards: dict[str, ReadCard] = {}
    for number, entry in enumerate(entries[:MOST_CARDS], start=1):
        where = f"card {number} ({entry['name']})" if entry.get("name") else f"card {number}"
        try:
            name, read = _read(entry, path.parent)
        except InvalidDocument as invalid:
            faults += [
                ": ".join(filter(None, (where, one.pointer[1:].replace("/", "."), str(one.error))))
                for one in invalid.errors
            ]
        except (BridgeError, OSError) as error:
            faults.append(f"{where}: file: {error}")
        else:
            if name in cards:
                faults.append(f"{where}: another card has this name")
            cards[name] = read
    if default and default not in cards:
        faults.append(f"new_visitors: there is no card {default!r}")
    if faults:
        raise BadClubCards("\n".join(f"{path}: {fault}" for fault in faults))
    return ClubCards(tuple(entries), tuple(cards.items()), default)


def _read(entry: Mapping[str, Any], folder: Path) -> tuple[str, ReadCard]:
    """Return the name and the card of an entry. Raises BridgeError and OSError."""
    if "file" in entry:
        found = _CardOfFile.read(entry)
        return found.name, read_card(str(folder / found.file))
    card = _Card.read({"options": {}, **entry})
    return card.name, ReadCard(card.to_domain(), ())


def to_toml(entries: Sequence[Mapping[str, Any]], new_visitors: str) -> str:
    """Return the file with these entries, and with the name of the card of new visitors, if any."""
    lines = [_HEADER]
    if new_visitors:
        lines.append(f"new_visitors = {_value(new_visitors)}\n")
    for entry in entries:
        lines += ["[[card]]", *(f"{key} = {_value(value)}" for key, value in entry.items()), ""]
    return "\n".join(lines)


def _value(value: str | Mapping[str, str]) -> str:
    """Return a value of TOML; a string of JSON is one, but for the character DEL."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
