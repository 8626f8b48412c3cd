"""Stands in for the model: answers at once, or badly, or late, as the position asks for it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from bidding.domain.calls import PASS
from bidding.domain.position import BiddingTable, PairCalls, PlayedBoard, Position
from bidding.parsing.documents.position_documents import (
    played_board_to_json,
    position_to_json,
)


@dataclass(frozen=True)
class StubModel:
    name: str = "stub"
    version: str = "0"
    sha256: str = "0" * 64
    recipe: str = "stub"


@dataclass(frozen=True)
class StubExplanation:
    position: Position

    def to_json(self) -> dict[str, Any]:
        return {"position": position_to_json(self.position), "model": StubModel().__dict__}


class StubRefined(StubExplanation):
    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "refined": True}


class StubOptions(StubExplanation):
    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "options": []}


class StubAnalysis(StubExplanation):
    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "contracts": []}


@dataclass(frozen=True)
class StubReview:
    board: PlayedBoard

    def to_json(self) -> dict[str, Any]:
        return {"board": played_board_to_json(self.board), "calls": []}


@dataclass(frozen=True)
class StubGuess:
    asked: PairCalls

    def to_json(self) -> dict[str, Any]:
        return {"calls": self.asked.n_calls, "code": "sayc"}


@dataclass(frozen=True)
class StubCalls:
    """Robots that always pass."""

    table: BiddingTable

    def to_json(self) -> dict[str, Any]:
        table, before = self.table, len(self.table.auction.calls)
        while table.is_robots_turn:
            table = replace(table, auction=table.auction.after(PASS))
        auction = table.auction
        return {
            "model": StubModel().__dict__,
            "auction": [str(call) for call in auction.calls],
            "calls": [str(call) for call in auction.calls[before:]],
            "turn": auction.turn and auction.turn.name,
            "contract": auction.contract and str(auction.contract),
        }


@dataclass(frozen=True)
class StubStep:
    """An analysis or a review of two parts."""

    sums: dict[str, Any]
    answer: Any  # once there is one
    parts: int = 2

    @property
    def share(self) -> float:
        return float(self.sums["parts"]) / 2


class StubExplainer:
    """Explains all but an auction of these calls: one takes long, one breaks."""

    SLOW_AUCTION = "7C"
    SLOW_SECONDS = 2.0
    BROKEN_AUCTION = "7D"
    loads: ClassVar[int] = 0
    model = StubModel()

    @classmethod
    def load(cls, device: str = "cpu") -> StubExplainer:
        cls.loads += 1
        return cls()

    def explain(self, position: Position) -> StubExplanation:
        auction = " ".join(str(call) for call in position.auction.calls)
        if auction == self.SLOW_AUCTION:
            time.sleep(self.SLOW_SECONDS)
        if auction == self.BROKEN_AUCTION:
            raise ZeroDivisionError("as asked for")
        return StubExplanation(position)

    def analyse(self, position: Position, sums: dict[str, Any] | None) -> StubStep:
        parts = 1 if sums is None else sums["parts"] + 1
        explained = self.explain(position).position
        return StubStep({"parts": parts}, StubAnalysis(explained) if parts == 2 else None)

    def review(self, board: PlayedBoard, sums: dict[str, Any] | None) -> StubStep:
        parts = 1 if sums is None else sums["parts"] + 1
        self.explain(board.position_before(len(board.auction.calls)))
        return StubStep({"parts": parts}, StubReview(board) if parts == 2 else None)

    def guess_card(self, asked: PairCalls, sums: dict[str, Any] | None) -> StubStep:
        parts = 1 if sums is None else sums["parts"] + 1
        return StubStep({"parts": parts}, StubGuess(asked) if parts == 2 else None)

    def explain_many(self, positions: Sequence[Position]) -> list[StubExplanation]:
        return [self.explain(position) for position in positions]

    def refine_many(self, positions: Sequence[Position]) -> list[StubRefined]:
        return [StubRefined(self.explain(position).position) for position in positions]

    def options_many(self, positions: Sequence[Position]) -> list[StubOptions]:
        return [StubOptions(self.explain(position).position) for position in positions]

    def robot_calls_many(self, tables: Sequence[BiddingTable]) -> list[StubCalls]:
        return [StubCalls(table) for table in tables]

    def options(self, position: Position) -> StubOptions:
        return StubOptions(self.explain(position).position)
