"""Convention cards: what there is to choose on one, what one says, and files of other programs."""

from __future__ import annotations

import logging
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any

import orjson
from django.conf import settings
from django.http import HttpResponseNotModified
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from pydantic import Field, TypeAdapter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.boards import PLAIN, PlainText, Text
from bidding.api.http import problems, request_parsing
from bidding.api.http.openapi import JsonObject, Schema
from bidding.api.http.operations import IF_NONE_MATCH, example, header, operation
from bidding.api.http.problems import Problem
from bidding.api.http.responses import has_current, tag_of
from bidding.domain.convention_card import (
    AT_ODDS,
    CHOICES,
    SECTIONS,
    ConventionCard,
    InvalidCard,
    option_code,
)
from bidding.domain.errors import BridgeError
from bidding.domain.systems import System
from bidding.models import Scope
from bidding.parsing.documents import fields
from bidding.parsing.documents.club_cards import BadClubCards, ClubCards, read_club_cards
from bidding.parsing.documents.document import Document
from bidding.parsing.formats.bbsa import BBSA, read_bbsa, to_bbsa

logger = logging.getLogger(__name__)

CardCode = Annotated[
    str, Field(description="for links: its base, then a letter and a digit for each change")
]
_Bases = Annotated[list[fields.System], Field(description="the systems that play it so")]
_NotIn = Annotated[
    list[fields.System],
    Field(description="systems with which it is not offered"),
]


class CardBase(JsonObject):
    """A system that a card can start from."""

    id: fields.System
    code: CardCode
    name: str
    short_name: str
    description: str


class CardSection(JsonObject):
    """A part of a card."""

    id: str
    name: str


class CardOption(JsonObject):
    """One way to play a choice."""

    id: str
    code: str = Field(
        description="what it adds to the code of a card: the choice's letter, a digit"
    )
    name: str
    brief: str = Field(description="its name in a list of what a card changes")
    bases: _Bases
    not_in: _NotIn


class CardChoice(JsonObject):
    """A choice of a card."""

    id: str
    section: str = Field(description="the id of its section")
    name: str
    about: str = Field(description="one sentence for a player")
    options: list[CardOption]
    stated_in: list[str] = Field(description="systems known to play what they have")


class OptionsAtOdds(JsonObject):
    """Options that cannot be on one card."""

    options: dict[str, str] = Field(description="by choice")
    base: fields.System | None = Field(description="the only system for which that holds, if any")
    except_base: fields.System | None = Field(description="the system that may have them, if any")
    reason: str


class NamedCard(JsonObject):
    """A card of the club."""

    name: str
    code: CardCode


class CardVocabulary(JsonObject):
    """All there is to choose on a convention card, in its order, and the club's own cards."""

    bases: list[CardBase]
    sections: list[CardSection]
    choices: list[CardChoice]
    at_odds: list[OptionsAtOdds]
    cards: list[NamedCard]
    default: str | None = Field(
        description="the code of new visitors' card; null where the club has set none"
    )


class CardDifference(JsonObject):
    """A choice that two cards play differently."""

    section: str = Field(description="its name")
    choice: str = Field(description="its id")
    name: str
    option: str = Field(description="the id of the card's option")
    plays: str = Field(description="the name of the card's option")
    instead_of: str = Field(description="that of its base, or of the other card")


class CardDocument(JsonObject):
    """What a card says."""

    code: CardCode
    name: str = Field(description="its base and what it changes, in a few words")
    card: fields.Card
    changes: list[CardDifference] = Field(description="against its base")
    differences: list[CardDifference] | None = Field(
        description="against the other card; null without one"
    )


class CardFile(Document):
    """A .bbsa file, as BBA and other programs have."""

    text: Text


class ReadCard(JsonObject):
    """The card of a file."""

    code: CardCode
    name: str
    card: fields.Card
    unread: list[str] = Field(description="switches and lines of the file that no card has")


_WRITTEN = TypeAdapter(fields.Card)
_CODE_SCHEMA: Schema = {"type": "string", "examples": ["21-a0e2"]}
_CODE = OpenApiParameter(
    "code",
    _CODE_SCHEMA,
    location=OpenApiParameter.PATH,
    description="of the card; the name of a system, 21 for 2/1, is that of its plain card",
)
_OTHER = OpenApiParameter("other", _CODE_SCHEMA, description="another card to compare it with")


class CardList(APIView):
    """The vocabulary of cards."""

    scope = Scope.EXPLAIN

    @operation(
        "list_cards",
        "List what there is to choose on a convention card",
        {200: CardVocabulary, 304: None},
        parameters=[IF_NONE_MATCH, header("ETag", "of the answer", 200, 304, required=True)],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Bases, sections, choices and their options, what is at odds, and the club's own cards."""
        club = club_cards()
        cards = [{"name": name, "code": read.card.code} for name, read in club.cards]
        default = club.default and club.default.code
        text = orjson.dumps({**_vocabulary(), "cards": cards, "default": default})
        headers = {"ETag": tag_of("application/json", text), "Cache-Control": "private, no-cache"}
        if has_current(request, headers["ETag"]):
            return HttpResponseNotModified(headers=headers)
        return Response(orjson.Fragment(text), headers=headers)


class CardDetail(APIView):
    """One card."""

    scope = Scope.EXPLAIN

    @operation(
        "fetch_card",
        "Fetch what a convention card says",
        {200: CardDocument},
        400,
        422,
        parameters=[_CODE, _OTHER],
    )
    def get(self, request: Request, code: str) -> Response:
        """A card's base and changes in words, and with ``other`` what tells two cards apart."""
        card, differences = _card(code), None
        if (given := request.query_params.get("other")) is not None:
            try:
                other = fields.CODE.read(given)
                if System.UNKNOWN in (card.base, other.base):
                    raise InvalidCard("an unknown system has no card")
            except BridgeError as error:
                raise problems.of_field("/other", error) from None
            differences = _differences(card, other)
        changes = _differences(card, ConventionCard(card.base)) if card.changes else []
        return Response({**_said(card), "changes": changes, "differences": differences})


class CardFileDetail(APIView):
    """One card as a file."""

    scope = Scope.EXPLAIN
    renderer_classes = (PlainText, JSONRenderer)

    @operation(
        "fetch_card_file",
        "Fetch a convention card as a .bbsa file",
        {(200, PLAIN): {"type": "string"}, 200: {"type": "string"}},
        parameters=[_CODE],
    )
    def get(self, request: Request, code: str) -> Response:
        """The switches of a card, as BBA and the robot EPBot read them."""
        card = _card(code)
        try:
            text = to_bbsa(card)
        except InvalidCard as error:
            raise Problem("unknown-card", str(error)) from None
        name = f'attachment; filename="{card.code}.bbsa"'
        return Response(text, headers={"Content-Disposition": name})


class CardFileList(APIView):
    """The reader of cards from files."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @operation(
        "read_card_file",
        "Read a convention card from a .bbsa file",
        {200: ReadCard},
        body=CardFile,
        examples=[
            example(
                "2/1 with a weak 1NT", {"text": "System type = 0\n1NT opening range 12-14 = 1\n"}
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Reads the switches of a card, and says which it does not understand."""
        wanted = request_parsing.document(
            request._request, CardFile.read, settings.BOARDS_BODY_LIMIT_BYTES
        )
        try:
            read = read_bbsa(wanted.text)
        except InvalidCard as error:
            raise problems.of_field("/text", error) from None
        return Response({**_said(read.card), "unread": read.unread})


def _card(code: str) -> ConventionCard:
    """Return the card of an address. Raise Problem 404."""
    try:
        card: ConventionCard = fields.CODE.read(code)
    except BridgeError as error:
        raise Problem("unknown-card", str(error)) from None
    return card


def _said(card: ConventionCard) -> dict[str, Any]:
    return {"code": card.code, "name": card.name, "card": _WRITTEN.dump_python(card, mode="json")}


def _differences(card: ConventionCard, other: ConventionCard) -> list[dict[str, str]]:
    return [
        {
            "section": SECTIONS[choice.section],
            "choice": choice.id,
            "name": choice.name,
            "option": own.id,
            "plays": own.name,
            "instead_of": others.name,
        }
        for choice in CHOICES
        if (own := card.option(choice.id)) != (others := other.option(choice.id))
    ]


def club_cards() -> ClubCards:
    """Return the club's own cards: none where their file has faults, which are logged."""
    path: Path = settings.CARDS_FILE
    files = [path, *sorted(path.parent.glob(f"*{BBSA}"))]
    return _club_cards_of(path, tuple(one.stat().st_mtime_ns for one in files if one.exists()))


@lru_cache(1)
def _club_cards_of(path: Path, changed: tuple[int, ...]) -> ClubCards:
    try:
        return read_club_cards(path)
    except BadClubCards as error:
        logger.error("the club's convention cards are not offered: %s", error)
        return ClubCards()


@cache
def _vocabulary() -> dict[str, Any]:
    """Return what of the vocabulary is the same on every site."""
    return {
        "bases": [
            {
                "id": system.value,
                "code": ConventionCard(system).code,
                "name": system.full_name,
                "short_name": system.short_name,
                "description": system.description,
            }
            for system in System
            if system is not System.UNKNOWN
        ],
        "sections": [{"id": section, "name": name} for section, name in SECTIONS.items()],
        "choices": [
            {
                "id": choice.id,
                "section": choice.section,
                "name": choice.name,
                "about": choice.about,
                "options": [
                    {
                        "id": option.id,
                        "code": option_code(place, number),
                        "name": option.name,
                        "brief": option.brief,
                        "bases": [base.value for base in System if base in option.bases],
                        "not_in": [base.value for base in System if base in option.not_in],
                    }
                    for number, option in enumerate(choice.options)
                ],
                "stated_in": [base.value for base in System if base in choice.stated_in],
            }
            for place, choice in enumerate(CHOICES)
        ],
        "at_odds": [
            {
                "options": rule.options,
                "base": rule.base and rule.base.value,
                "except_base": rule.except_base and rule.except_base.value,
                "reason": rule.reason,
            }
            for rule in AT_ODDS
        ],
    }
