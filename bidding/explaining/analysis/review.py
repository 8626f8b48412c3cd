"""Reviews, computed in parts, short enough for more urgent work to run in between.

For the points that a rare call loses, it and the usual call are made on layouts, and bid on from.
Layouts are of the cards that the caller does not see, weighed by the calls before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import floor
from typing import Any

import numpy as np

from bidding.domain.calls import Call
from bidding.domain.cards import Hands
from bidding.domain.messages import Message, message_json
from bidding.domain.position import PlayedBoard
from bidding.domain.scoring import BOOK, par
from bidding.domain.table import Seat, Side, Strain
from bidding.encoding.auction_batch import encode_owners
from bidding.explaining.analysis.analysis import Analyst, Models, Step
from bidding.explaining.analysis.contracts import TrickChances, ns_scores
from bidding.explaining.analysis.grades import (
    LEAST_ERRORS,
    LEAST_LOSS,
    Frequency,
    Grade,
    PointsLost,
    frequencies,
    grade,
    is_rare,
)
from bidding.explaining.analysis.layouts import sampler_for
from bidding.explaining.analysis.lookahead import CallSums, Tally, look_ahead
from bidding.explaining.distributions import CALL_NAMES, DECIMALS
from bidding.explaining.wording import call_name, percent, strength
from bidding.parsing.documents.position_documents import played_board_to_json
from bidding.tricks.solving import NoSolver, solve

MOST_LOSSES = 12  # calls of which the points lost are computed, the first rare ones
PART_LAYOUTS = 128
EXPECTED_PARTS, MOST_PARTS = 2, 4  # for each call
_ROLLOUTS = 32  # layouts a part, resampled by weight, on which auctions are bid to their end
_SWING = 500.0  # points for a vulnerable game bid at one table only
_SEED = 1925


class Source(StrEnum):
    """Where numbers of tricks come from."""

    SOLVER = "solver"  # endplay (requirements-solver.txt)
    ESTIMATOR = "estimator"  # the likeliest number by the released estimator


@dataclass(frozen=True)
class DoubleDummy:
    """tricks[declarer N E S W][strain C D H S NT], and their source."""

    tricks: list[list[int]]
    source: Source


def double_dummy(hands: Hands, estimator: TrickChances) -> DoubleDummy | None:
    """Return the tricks of a deal; None unless all four hands are known."""
    known = [hand for hand in hands if hand is not None]
    if len(known) < len(hands):
        return None
    owner = encode_owners(known)[None]
    try:
        return DoubleDummy(solve(owner)[0].tolist(), Source.SOLVER)
    except NoSolver:
        return DoubleDummy(estimator.chances(owner)[0].argmax(-1).tolist(), Source.ESTIMATOR)


def look_ahead_part(
    analyst: Analyst, board: PlayedBoard, index: int, usual: Call, part: int
) -> Tally:
    """Compare a call with the usual one on one part's layouts; equal parts are equal."""
    position, made = board.position_before(index), board.auction.calls[index]
    rng = np.random.default_rng([_SEED, index, part])
    layouts = sampler_for(analyst.bidder, position).sample(PART_LAYOUTS, rng)
    rows, shares = layouts.resampled(_ROLLOUTS, rng)
    asked = (position, (usual, made), layouts.owner[rows])
    outcomes = look_ahead(analyst.bidder, analyst.estimator, *asked)
    tally = Tally.of(layouts)
    tally.calls = CallSums.of(outcomes.in_points, tally.total * shares)
    return tally


def points_lost(tally: Tally) -> PointsLost:
    """Return what the call loses against the usual one."""
    assert tally.calls is not None
    mean, error = tally.calls.means(_SWING)
    return PointsLost(float(mean[0, 1]), float(error[0, 1]))


def is_settled(lost: PointsLost, parts: int) -> bool:
    """Return True if more layouts would hardly change the grade, or enough have been tried."""
    hardly_costly = lost.mean + LEAST_ERRORS * lost.error < LEAST_LOSS
    return lost.is_significant or hardly_costly or parts >= MOST_PARTS


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

    def to_json(self) -> dict[str, Any]:
        """Return the document of the API, of plain JSON values."""
        return {
            "board": played_board_to_json(self.board),
            **self.models.to_json(),
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
        seat = board.auction.seat_of(index)
        one = ReviewedCall(index, seat, call, found.get(index), losses.get(index))
        if one.grade is Grade.MISTAKE and seat.side not in costly:
            costly.add(seat.side)
            one = replace(one, costly=True)
        calls.append(one)
    return tuple(calls)


class Reviewer:
    """Computes reviews with the networks of an analyst.

    Sums have the points lost [mean, error] of the first rare calls, and the tally of the next.
    """

    def __init__(self, analyst: Analyst) -> None:
        self.analyst = analyst

    def advance(self, board: PlayedBoard, sums: dict[str, Any] | None) -> Step[Review]:
        """Do one more part; the same board and sums give the same step."""
        networks = self.analyst
        found = frequencies(networks.bidder, board, networks.adviser)
        rare = _rare_calls(board, found)
        losses = [] if sums is None else [PointsLost(*pair) for pair in sums["losses"]]
        tally = Tally() if sums is None or sums["tally"] is None else Tally.from_json(sums["tally"])
        if len(losses) < len(rare):
            index = rare[len(losses)]
            one = look_ahead_part(self.analyst, board, index, found[index].usual, tally.parts)
            tally = tally.plus(one)
            lost = points_lost(tally)
            if is_settled(lost, tally.parts):
                losses, tally = [*losses, lost], Tally()
        kept = {
            "losses": [[lost.mean, lost.error] for lost in losses],
            "tally": tally.to_json() if tally.parts else None,
        }
        parts = EXPECTED_PARTS * len(rare)
        if len(losses) < len(rare):
            return Step(kept, (len(losses) + tally.parts / MOST_PARTS) / len(rare), parts, None)
        calls = reviewed_calls(board, found, dict(zip(rare, losses, strict=True)))
        tricks = double_dummy(board.hands, self.analyst.estimator)
        return Step(kept, 1.0, parts, Review(board, self.analyst.models, calls, tricks))


def _rare_calls(board: PlayedBoard, found: dict[int, Frequency]) -> list[int]:
    """Return the first rare calls, of which the points lost are computed."""
    rare = [k for k, frequency in found.items() if is_rare(board.auction.calls[k], frequency)]
    return rare[:MOST_LOSSES]
