"""The club's own convention cards, which the site offers beside the systems."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from bidding.management.runs import CommandGroup, command_errors
from bidding.networks.checkpoint import write_atomically
from bidding.parsing.documents.club_cards import (
    ClubCards,
    parse_club_cards,
    read_club_cards,
    to_toml,
)
from bidding.parsing.formats.bbsa import CARD, ReadCard, read_card


class _Part(BaseCommand):
    @property
    def path(self) -> Path:
        """Where the cards are."""
        found: Path = settings.CARDS_FILE
        return found

    def keep(self, entries: list[Any], new_visitors: str) -> None:
        """Write the file, unless it would have faults; say what it has then."""
        text = to_toml(entries, new_visitors)
        parse_club_cards(text, self.path)
        write_atomically(self.path, text.encode())
        self.tell()

    def tell(self) -> None:
        """List the cards; raise CommandError for faults of the file."""
        club = read_club_cards(self.path)
        for name, read in club.cards:
            given = " (new visitors get it)" if name == club.new_visitors else ""
            self.stdout.write(f"{name}{given}: {_words(read)}")
        if not club.cards:
            self.stdout.write(f"there are no cards in {self.path}")


class List(_Part):
    """List the cards."""

    help = "List the club's cards, with their codes and what they change."

    @command_errors()
    def handle(self, **options: Any) -> None:
        self.tell()


class Add(_Part):
    """Add a card."""

    help = "Add a card to the club's."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="how it is called in lists")
        parser.add_argument("card", metavar="CARD", help=CARD)
        parser.add_argument("--new-visitors", action="store_true", help="new visitors get it")

    @command_errors()
    def handle(self, **options: Any) -> None:
        name, club = options["name"].strip(), read_club_cards(self.path)
        if any(name == other for other, _ in club.cards):
            raise CommandError(f"there is a card {name!r} already: remove it first")
        card = read_card(options["card"]).card
        entry = {"name": name, "base": card.base.value, "options": card.options}
        default = name if options["new_visitors"] else club.new_visitors
        self.keep([*club.entries, entry], default)


class Remove(_Part):
    """Remove a card."""

    help = "Remove a card from the club's."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="of the card")

    @command_errors()
    def handle(self, **options: Any) -> None:
        club = read_club_cards(self.path)
        name = _known(options["name"], club)
        others = [one for one in club.entries if one["name"].strip() != name]
        self.keep(others, "" if name == club.new_visitors else club.new_visitors)


class NewVisitors(_Part):
    """Choose the card of new visitors."""

    help = "Say which card new visitors get; without a NAME none, they then begin with SAYC."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", nargs="?", default="", help="of the card")

    @command_errors()
    def handle(self, **options: Any) -> None:
        club = read_club_cards(self.path)
        name = options["name"] and _known(options["name"], club)
        self.keep(list(club.entries), name)


class Check(_Part):
    """Check cards."""

    help = (
        "Say what each CARD is, and which switches of its file are not understood; without one, "
        "check the file of the club's cards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cards", metavar="CARD", nargs="*", help=CARD)

    @command_errors()
    def handle(self, **options: Any) -> None:
        if not options["cards"]:
            self.tell()
        for text in options["cards"]:
            self.stdout.write(f"{text}: {_words(read_card(text))}")


def _words(read: ReadCard) -> str:
    """Return a card's code and name, and what of its file is not understood."""
    unread = f"; not understood: {', '.join(read.unread)}" if read.unread else ""
    return f"{read.card.code}, {read.card.name}{unread}"


def _known(name: str, club: ClubCards) -> str:
    """Return the name of one of the cards. Raise CommandError."""
    names = [own for own, _ in club.cards]
    if name.strip() not in names:
        raise CommandError(f"there is no card {name!r}; there are: {', '.join(names) or 'none'}")
    return name.strip()


class Command(CommandGroup):
    help = __doc__
    parts = {
        "list": List,
        "add": Add,
        "remove": Remove,
        "new-visitors": NewVisitors,
        "check": Check,
    }
