"""JSON documents of practice: which boards are wanted, and the boards."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bidding.domain.errors import BridgeError, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.parsing.documents.bidding_table_documents import LARGEST_SEED
from bidding.parsing.documents.document_errors import FieldError, InvalidPosition, type_name
from bidding.parsing.documents.position_documents import DocumentReader
from bidding.parsing.text import format_hand, format_vulnerability, parse_system
from bidding.parsing.text.tokens import quoted
from bidding.practice.boards import MOST_DEALS, PLAYER, PracticeBoard
from bidding.practice.pools import ANY, Level, shipped_pool
from bidding.practice.themes import theme_called
from bidding.practice.trick_deals import shipped_trick_deals

MOST_BOARDS = 32
_OF_A_BOARD = ("hands", "dealer", "vulnerability")
_FIELDS = ("seed", "count", "theme", "level", "system", "hand")
_TRICK_FIELDS = ("seed", "first", "count")


@dataclass(frozen=True)
class BoardsWanted:
    """So many boards of a system, by the seed; of a theme and of a level, or of any.

    ``hand``: show the player's hand.
    """

    seed: int
    count: int
    system: System
    theme: str | None = None
    level: Level | None = None
    hand: bool = True

    def boards(self) -> list[PracticeBoard]:
        """Return the boards, fewer if there are not so many."""
        if self.theme is None and self.level is None:
            rng = random.Random(self.seed)  # noqa: S311  (no secret: the seed names the boards)
            deals = [rng.randrange(MOST_DEALS) for _ in range(self.count)]
            return [PracticeBoard.of(deal, PLAYER) for deal in deals]
        pool = shipped_pool(self.system)
        chosen = pool.choose(self.theme or ANY, self.level, self.seed, self.count)
        return [PracticeBoard(board) for board in chosen]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, with the boards."""
        return {
            "seed": self.seed,
            "system": self.system.value,
            "theme": self.theme,
            "level": self.level and self.level.value,
            "boards": [board_to_json(board, hand=self.hand) for board in self.boards()],
        }


def board_to_json(
    board: PracticeBoard, *, whole: bool = False, hand: bool = True
) -> dict[str, Any]:
    """Return the JSON form of a board, with the player's ``hand``, or ``whole`` with all four."""
    hands = {seat.name: format_hand(board.hands[seat]) for seat in Seat}
    shown = {"hands": hands} if whole else {"hand": hands[PLAYER.name]} if hand else {}
    return {
        "id": board.id,
        "number": board.number,
        "dealer": board.dealer.name,
        "vulnerability": format_vulnerability(board.vulnerability),
        "seat": PLAYER.name,
        **shown,
    }


def with_hands(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the document with the hands, dealer and vulnerability of the board that it names.

    Raises InvalidPosition.
    """
    if "board" not in document:
        return document
    if twice := [name for name in _OF_A_BOARD if name in document]:
        fault = MalformedTable(f"a board has {twice[0]} already")
        raise InvalidPosition([FieldError(f"/{twice[0]}", fault)])
    number = document["board"]
    if not isinstance(number, int) or isinstance(number, bool):
        fault = MalformedTable(f"the id of a board is a whole number, not {type_name(number)}")
        raise InvalidPosition([FieldError("/board", fault)])
    try:
        board = board_to_json(PracticeBoard(number), whole=True)
    except BridgeError as error:
        raise InvalidPosition([FieldError("/board", error)]) from None
    rest = {name: value for name, value in document.items() if name != "board"}
    return {**{name: board[name] for name in _OF_A_BOARD}, **rest}


def parse_practice_system(text: str) -> System:
    """Return the system that a text names. Raises MalformedTable where it has no boards."""
    system = parse_system(text)
    if system is System.UNKNOWN:
        raise MalformedTable("boards are bid in a system that is known", text=text)
    return system


def boards_wanted_from_json(document: object) -> BoardsWanted:
    """Read which boards are wanted. Raises InvalidPosition with the errors of all fields."""
    return _Reader(_object(document)).wanted()


def trick_deals_from_json(document: object) -> dict[str, Any]:
    """Read which deals to count tricks on are wanted, and return these in JSON form.

    Raises InvalidPosition with the errors of all fields.
    """
    reader = DocumentReader(_object(document))
    reader.refuse_unknown(reader.document, _TRICK_FIELDS, "")
    seed = reader.whole_number("seed", 0, LARGEST_SEED)
    first = reader.whole_number("first", 0, LARGEST_SEED, default=0)
    count = reader.whole_number("count", 1, MOST_BOARDS, default=1)
    if reader.errors or seed is None or first is None or count is None:
        raise InvalidPosition(reader.errors)
    deals = shipped_trick_deals().choose(seed, first, count)
    return {"seed": seed, "first": first, "deals": [deal.to_json() for deal in deals]}


def _object(document: object) -> Mapping[Any, Any]:
    """Return the document. Raises InvalidPosition if it is no object."""
    if not isinstance(document, Mapping):
        fault = f"an object is wanted, not {type_name(document)}"
        raise InvalidPosition([FieldError("", MalformedTable(fault))])
    return document


class _Reader(DocumentReader):
    """Reader of the fields of one request that collects their errors."""

    def wanted(self) -> BoardsWanted:
        self.refuse_unknown(self.document, _FIELDS, "")
        seed = self.whole_number("seed", 0, LARGEST_SEED)
        count = self.whole_number("count", 1, MOST_BOARDS, default=1)
        system = System.SAYC
        if "system" in self.document:
            system = self.text("system", parse_practice_system) or system
        theme: str | None = None
        if self.document.get("theme") is not None:
            found = self.text("theme", theme_called)
            theme = None if found is None else found.id
        level, hand = self.level(), self.flag("hand", default=True)
        if self.errors or seed is None or count is None:
            raise InvalidPosition(self.errors)
        if theme is not None and theme not in shipped_pool(system).themes:
            fault = "{theme} comes up too rarely in {system}"
            message = Message(fault, theme=theme, system=system.short_name)
            raise InvalidPosition([FieldError("/theme", MalformedTable(message, text=theme))])
        return BoardsWanted(seed, count, system, theme, level, hand)

    def level(self) -> Level | None:
        """Read the level."""
        value = self.document.get("level")
        if value is None:
            return None
        levels = [level.value for level in Level]
        if not isinstance(value, str) or value not in levels:
            text = value if isinstance(value, str) else type_name(value)
            fault = "{quote} is no level; there are {known}"
            message = Message(fault, quote=quoted(text), known=", ".join(levels))
            self.refuse("/level", MalformedTable(message, text=text))
            return None
        return Level(value)
