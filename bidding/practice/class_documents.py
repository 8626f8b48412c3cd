"""JSON documents of classes: the boards of one, and a call that a pupil sends."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from bidding.domain.auction import Auction
from bidding.domain.errors import MalformedCall, MalformedTable
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import Document, type_name
from bidding.practice.table_documents import TableHolder

MOST_BOARDS = 32
MOST_NAME = 30
_CODE = re.compile("[0-9a-z]{1,24}")


def _board(value: object) -> str:
    if not isinstance(value, str) or not _CODE.fullmatch(value):
        raise MalformedTable("expected the code of a board")
    return value


def _name(value: object) -> str:
    if not isinstance(value, str):
        raise MalformedTable(f"expected a string, not {type_name(value)}")
    name = " ".join(value.split())
    if not 0 < len(name) <= MOST_NAME or not name.isprintable():
        raise MalformedTable(f"expected a name of at most {MOST_NAME} characters")
    return name


def _boards(value: object) -> object:
    if not isinstance(value, list) or not 0 < len(value) <= MOST_BOARDS:
        raise MalformedTable(f"expected an array of 1 to {MOST_BOARDS} boards")
    return value


def _each_once(boards: list[str]) -> list[str]:
    if len(set(boards)) < len(boards):
        raise MalformedTable("expected each board once")
    return boards


def _answer(auction: Auction) -> Auction:
    if not auction.calls:
        raise MalformedCall("auction ends with the call that is the answer")
    return auction


BoardCode = Annotated[
    str,
    fields.Value("BoardCode", {"type": "string", "pattern": f"^{_CODE.pattern}$"}, _board, str),
]
BoardCodes = Annotated[
    list[BoardCode],
    Field(
        min_length=1,
        max_length=MOST_BOARDS,
        description="as the link of a class has them",
        json_schema_extra={"uniqueItems": True},
    ),
    BeforeValidator(_boards),
    AfterValidator(_each_once),
]
PupilName = Annotated[
    str,
    fields.Value(
        "PupilName", {"type": "string", "minLength": 1, "maxLength": MOST_NAME}, _name, str
    ),
]


class NewClass(Document):
    """The boards of a class."""

    boards: BoardCodes


class SentAnswer(Document):
    """A call of a pupil's."""

    pupil: PupilName
    holder: TableHolder
    board: BoardCode
    auction: Annotated[fields.Auction, AfterValidator(_answer)] = Field(
        description="the calls from the dealer on; the last is the answer"
    )
