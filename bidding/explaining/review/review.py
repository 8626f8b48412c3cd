"""Reviews: frozen objects, and the JSON that follows them."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Any

from bidding.domain.calls import Call
from bidding.domain.messages import Message, message_json
from bidding.domain.par import par
from bidding.domain.played_board import PlayedBoard
from bidding.domain.scoring import BOOK
from bidding.domain.table import Seat, Side, Strain
from bidding.explaining.analysis.analysis import Models
from bidding.explaining.analysis.contracts import ns_scores
from bidding.explaining.review.double_dummy import DoubleDummy
from bidding.explaining.review.frequencies import Frequency
from bidding.explaining.review.grades import Grade, PointsLost, grade
from bidding.explaining.tables import CALL_NAMES, DECIMALS
from bidding.explaining.wording import call_name, percent, strength
from bidding.networks.checkpoint import ModelInfo
from bidding.parsing.documents.played_board_documents import played_board_to_json


@dataclass(frozen=True)
class ReviewedCall:
    """A call with how usual it was, None where it is not graded, and what it lost,
    None where that was not computed; ``costly`` for the first mistake of its side."""

    index: int
    seat: Seat
    call: Call
    frequency: Frequency | None = None
    lost: PointsLost | None = None
    costly: bool = False

    @property
    def grade(self) -> Grade | None:
        """The grade; None where the call is not graded."""
        return None if self.frequency is None else grade(self.call, self.frequency, self.lost)

    @property
    def sentence(self) -> Message:
        """One sentence on the call."""
        mistake = self.grade is Grade.MISTAKE and self.lost is not None
        points = self.lost.mean if self.lost is not None and mistake else None
        return _sentence(self.seat, self.call, self.frequency, points)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        own, lost, sentence = self.frequency, self.lost, self.sentence
        return {
            "index": self.index,
            "seat": self.seat.name,
            "call": CALL_NAMES[self.call.index],
            "grade": None if self.grade is None else self.grade.value,
            "frequency": None if own is None else round(own.made, DECIMALS),
            "usual": own
            and {
                "call": CALL_NAMES[own.usual.index],
                "frequency": round(own.of_usual, DECIMALS),
            },
            "best": None if own is None or own.best is None else own.best.to_json(),
            "points_lost": lost and {"mean": round(lost.mean), "error": round(lost.error)},
            "costly": self.costly,
            "sentence": sentence,
            "said": message_json(sentence),
        }


def _sentence(seat: Seat, call: Call, frequency: Frequency | None, points: float | None) -> Message:
    """Return a sentence on a call with the caller's hand, as far as that is known, and on the
    ``points`` that a mistake loses."""
    values = {"seat": Message(seat.full_name), "call": call_name(call)}
    if frequency is None:
        return Message("{seat}: {call}. It is not graded.", **values)
    chance = percent(frequency.of_usual)
    if call == frequency.usual:
        sentence = "{seat}: {call} is {strength} with this hand ({chance})."
        usual = strength(frequency.of_usual, may_be_clear=True)
        return Message(sentence, strength=usual, chance=chance, **values)
    values |= {"usual": call_name(frequency.usual), "chance": chance}
    sentence = "{seat}: {call}. Usual with this hand: {usual}, {chance}."
    if call == frequency.scores_best:
        sentence = (
            "{seat}: {call}. This is not the usual call, but it scores best. "
            "Usual with this hand: {usual}, {chance}."
        )
    if points is not None:
        sentence = (
            "{seat}: {call}. Usual with this hand: {usual}, {chance}. "
            "It costs about {points} points on average."
        )
        return Message(sentence, points=str(10 * floor(points / 10 + 0.5)), **values)
    return Message(sentence, **values)


@dataclass(frozen=True)
class Review:
    """A played board, its calls with their grades, and its tricks where all hands are known."""

    board: PlayedBoard
    models: Models
    calls: tuple[ReviewedCall, ...]
    double_dummy: DoubleDummy | None
    adviser: ModelInfo | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the document of the API, of plain JSON values."""
        return {
            "board": played_board_to_json(self.board),
            "model": self.models.bidder.to_dict(),
            "estimator": self.models.estimator.to_dict(),
            "adviser": None if self.adviser is None else self.adviser.to_dict(),
            "calls": [call.to_json() for call in self.calls],
            "contract": self._contract_json(),
            "makes": self._makes_json(),
            "par": self._par_json(),
        }

    def _contract_json(self) -> dict[str, Any] | None:
        """Return the contract with what it makes; None before the end and if passed out."""
        contract = self.board.auction.contract
        if contract is None:
            return None
        found, taken = self.double_dummy, self.board.tricks
        scores = ns_scores(contract, self.board.vulnerability).tolist()
        tricks = None if found is None else found.tricks[contract.declarer][contract.strain]
        return {
            "contract": str(contract).partition(" ")[0],
            "declarer": contract.declarer.name,
            "tricks": tricks,
            "source": found and found.source.value,
            "made": None if tricks is None else tricks >= BOOK + contract.level,
            "score": None if tricks is None else scores[tricks],
            "actual_tricks": taken,
            "actual_score": None if taken is None else scores[taken],
        }

    def _makes_json(self) -> dict[str, Any] | None:
        if self.double_dummy is None:
            return None
        tricks = self.double_dummy.tricks
        return {
            "source": self.double_dummy.source.value,
            "tricks": {
                seat.name: {strain.name: tricks[seat][strain] for strain in Strain} for seat in Seat
            },
        }

    def _par_json(self) -> dict[str, Any] | None:
        if self.double_dummy is None:
            return None
        board = self.board
        found = par(self.double_dummy.tricks, board.vulnerability, board.auction.dealer)
        return {"score": found.score, "contracts": [str(one) for one in found.contracts]}


def reviewed_calls(
    board: PlayedBoard, found: dict[int, Frequency], losses: dict[int, PointsLost]
) -> tuple[ReviewedCall, ...]:
    """Return the calls of a board by their frequencies and losses, the first costly ones marked."""
    calls: list[ReviewedCall] = []
    costly: set[Side] = set()
    for index, call in enumerate(board.auction.calls):
        seat, own, lost = board.auction.seat_of(index), found.get(index), losses.get(index)
        mistake = own is not None and grade(call, own, lost) is Grade.MISTAKE
        first = mistake and seat.side not in costly
        if first:
            costly.add(seat.side)
        calls.append(ReviewedCall(index, seat, call, own, lost, first))
    return tuple(calls)
