"""JSON documents of practice: which boards are asked for, and the boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from bidding.domain.auction import Auction
from bidding.domain.convention_card import UNKNOWN_CARD, ConventionCard, Systems
from bidding.domain.errors import BridgeError, MalformedTable
from bidding.domain.position import BiddingTable
from bidding.domain.systems import System
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import (
    LEFT_OUT,
    Answer,
    Document,
    FieldError,
    InvalidPosition,
    WholeNumber,
    error_at,
    refuse,
    type_name,
)
from bidding.parsing.documents.position_documents import (
    BiddingTableDocument,
    bidding_table_to_json,
)
from bidding.parsing.text.words import quoted
from bidding.practice import boards
from bidding.practice.boards import ANY, PLAYER, THEMES, pool_of, theme_called, themes_for
from bidding.practice.trick_deals import shipped_trick_deals

MOST_BOARDS = 32
MOST_SEARCH_PARTS = 20
"""After which a search ends, whatever it has found."""
OF_A_BOARD = ("hands", "dealer", "vulnerability")


def practice_card(value: object) -> ConventionCard:
    """Read the card that boards are bid on: as ``fields.card``, of a system that is known."""
    card = fields.card(value)
    if card == UNKNOWN_CARD:
        text = "unknown"
        raise MalformedTable("boards are bid in a system that is known", text=text)
    return card


def _level(value: object) -> boards.Level:
    try:
        return boards.Level(str(value))
    except ValueError:
        text = value if isinstance(value, str) else type_name(value)
        fault = "{quote} is not a level; it must be one of {known}"
        known = ", ".join(boards.Level)
        raise MalformedTable(fault, quote=quoted(text), known=known, text=text) from None


PracticeCard = Annotated[fields.Card, BeforeValidator(practice_card)]
PracticeTheme = Annotated[
    str,
    fields.Value(
        "PracticeTheme",
        fields.one_of(THEMES, "A theme to practise."),
        fields.parsed(lambda text: theme_called(text).id),
        str,
    ),
]
PracticeLevel = Annotated[
    boards.Level,
    fields.Value(
        "PracticeLevel",
        fields.one_of(
            map(str, boards.Level),
            "How sure the model is of the player's call: it makes it with nine in ten of such "
            "hands (clear), with six in ten (usual), or with fewer (close).",
        ),
        _level,
        str,
    ),
]
Seed = Annotated[int, WholeNumber(0, fields.LARGEST_SEED)]
Count = Annotated[int, WholeNumber(1, MOST_BOARDS)]
BoardId = Annotated[int, Field(ge=0, le=boards.LARGEST_BOARD)]
_Tricks = Annotated[int, Field(ge=0, le=13)]


class _Board(Answer):
    """What boards have in common."""

    id: BoardId = Field(description="the board's name: the same id is the same board")
    number: int = Field(ge=1, le=16, description="on the board")
    dealer: fields.Seat
    vulnerability: fields.Vulnerability
    seat: fields.Seat = Field(description="the player's")


class PracticeBoard(_Board):
    """A board with the player's hand, where it is wanted."""

    hand: fields.Hand = Field(
        LEFT_OUT,
        description="the player's, where it was wanted",
        exclude_if=lambda hand: hand is None,
    )


class WholePracticeBoard(_Board):
    """A board with all four hands."""

    hands: fields.AllHands


class PracticeBoards(Answer):
    """Boards to bid, each with the player's hand at most."""

    seed: Seed
    system: fields.Card
    theme: PracticeTheme | None
    level: PracticeLevel | None
    boards: list[PracticeBoard]


class _Wanted(Document):
    """So many boards of a card, by the seed; of a theme and of a level, or of any."""

    seed: Seed = Field(description="the same seed is the same boards")
    count: Count = 1
    theme: PracticeTheme | None = Field(
        None, description="boards on which it comes up; of any kind without"
    )
    level: PracticeLevel | None = None
    system: PracticeCard = Field(
        ConventionCard(System.SAYC), description="what both sides play; SAYC without"
    )
    hand: bool = Field(True, description="with the player's hand")

    @model_validator(mode="after")
    def _comes_up(self) -> Self:
        if self.theme is None or THEMES[self.theme] in themes_for(self.system):
            return self
        is_played = THEMES[self.theme].is_played(self.system)
        fault = "{theme} comes up too rarely in {system}"
        fault = fault if is_played else "{theme} is not played in {system}"
        error = MalformedTable(fault, theme=self.theme, system=self.system.name, text=self.theme)
        refuse(error_at("theme", error=error))
        raise error

    def shown(self, boards: Iterable[boards.PracticeBoard]) -> list[PracticeBoard]:
        """Return the documents of boards, with the player's hand where it is wanted."""
        return [PracticeBoard(**_shown(board, hand=self.hand)) for board in boards]


class BoardsWanted(_Wanted):
    """So many boards of a card, by the seed; of a theme and of a level, or of any."""

    def check(self) -> None:
        """Refuse boards that only a search finds."""
        if (self.theme or self.level) and pool_of(self.system) is None:
            fault = "boards of a theme or level are searched for in {system}: practice/searches"
            error = MalformedTable(fault, system=self.system.name)
            refuse(error_at("system", error=error))

    def deal(self) -> PracticeBoards:
        """Return the boards, fewer if there are fewer."""
        return PracticeBoards(
            seed=self.seed,
            system=self.system,
            theme=self.theme,
            level=self.level,
            boards=self.shown(self._boards()),
        )

    def _boards(self) -> list[boards.PracticeBoard]:
        pool = pool_of(self.system)
        if pool is None or self.theme is self.level is None:
            return list(islice(boards.random_boards(self.seed), self.count))
        chosen = pool.choose(self.theme or ANY, self.level, self.seed, self.count)
        return [boards.PracticeBoard(board) for board in chosen]


class BoardSearch(_Wanted):
    """So many boards of a card, to be found by bidding deals; fewer if it comes up rarely."""

    opponents: PracticeCard | None = Field(
        None, description="what the other side plays; the same without"
    )

    @property
    def cards(self) -> Systems:
        """What each side plays; the player sits South."""
        return Systems(self.system, self.opponents or self.system)


@dataclass(frozen=True)
class ThemedTable:
    """A table at which robots call for people, too, until a theme comes up for one of them."""

    table: BiddingTable
    theme: str

    @property
    def auction(self) -> Auction:
        """The calls made so far."""
        return self.table.auction

    def to_json(self) -> dict[str, Any]:
        """Return the canonical document, from which it can be read back."""
        return {**bidding_table_to_json(self.table), "theme": self.theme}


class RobotsDocument(BiddingTableDocument):
    """A table at which robots call."""

    theme: PracticeTheme | None = Field(
        None,
        description="robots make everybody's likeliest calls until it comes up for a person",
    )


def robots_question(document: object) -> BiddingTable | ThemedTable:
    """Read the table at which robots call. Raises InvalidPosition."""
    read = RobotsDocument.read(document)
    return read.table if read.theme is None else ThemedTable(read.table, read.theme)


class CountedTricks(Answer):
    """Tricks of North and South; South declares, so that West leads."""

    tricks: _Tricks = Field(description="double dummy")
    estimate: _Tricks = Field(description="the estimator's, all four hands seen")
    estimate_from_pair: _Tricks = Field(
        description="the estimator's with North's and South's hands alone"
    )


class TrickDeal(Answer):
    """A deal and its tricks."""

    hands: fields.AllHands
    notrump: CountedTricks
    spades: CountedTricks


class TrickDeals(Answer):
    """Deals that the estimator never learned from, in an order that follows from the seed."""

    seed: Seed
    first: int = Field(ge=0)
    deals: list[TrickDeal]


class TrickDealsWanted(Document):
    """Which deals to count tricks on are wanted."""

    seed: Seed = Field(description="the same seed is the same order")
    first: Annotated[int, WholeNumber(0, fields.LARGEST_SEED)] = Field(
        0,
        description="the place of the first deal in the order, which begins again after all deals",
    )
    count: Count = 1

    def deal(self) -> TrickDeals:
        """Return the deals."""
        chosen = shipped_trick_deals().choose(self.seed, self.first, self.count)
        deals = [deal.to_json() for deal in chosen]
        return TrickDeals.model_validate({"seed": self.seed, "first": self.first, "deals": deals})


class ThemeSummary(Answer):
    """A theme of a card."""

    id: PracticeTheme
    group: str
    name: str
    about: str
    late: bool = Field(description="whether it often comes up after the player's first turn")
    boards: Annotated[int, Field(ge=0)] | None = Field(
        description="how many there are; null where they are searched for"
    )


class PracticeThemes(Answer):
    """What there is to practise on a card."""

    system: fields.Card
    themes: list[ThemeSummary]


def themes_of(card: ConventionCard) -> PracticeThemes:
    """Return the themes of a card."""
    pool = pool_of(card)
    themes = [
        ThemeSummary(
            id=one.id,
            group=one.group,
            name=one.name,
            about=one.about,
            late=one.late,
            boards=None if pool is None else len(pool.of(one.id)),
        )
        for one in themes_for(card)
    ]
    return PracticeThemes(system=card, themes=themes)


def whole_board(board: boards.PracticeBoard) -> WholePracticeBoard:
    """Return the document of a board with all four hands."""
    return WholePracticeBoard(
        **_shown(board, hand=False), hands=fields.AllHands(**fields.by_seat(board.hands))
    )


def _shown(board: boards.PracticeBoard, *, hand: bool) -> dict[str, Any]:
    """Return the fields of a board before the auction, with the player's ``hand`` or without."""
    names = ("id", "number", "dealer", "vulnerability")
    shown = {name: getattr(board, name) for name in names} | {"seat": PLAYER}
    return shown | ({"hand": board.hands[PLAYER]} if hand else {})


def with_hands(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the document with the hands, dealer and vulnerability of the board that it names.

    Raises InvalidPosition.
    """
    if "board" not in document:
        return document
    if twice := [name for name in OF_A_BOARD if name in document]:
        fault = MalformedTable(f"a board has {twice[0]} already")
        raise InvalidPosition([FieldError(f"/{twice[0]}", fault)])
    number = document["board"]
    if not isinstance(number, int) or isinstance(number, bool):
        fault = MalformedTable(f"the id of a board is a whole number, not {type_name(number)}")
        raise InvalidPosition([FieldError("/board", fault)])
    try:
        board = whole_board(boards.PracticeBoard(number)).to_json()
    except BridgeError as error:
        raise InvalidPosition([FieldError("/board", error)]) from None
    rest = {name: value for name, value in document.items() if name != "board"}
    return {**{name: board[name] for name in OF_A_BOARD}, **rest}
