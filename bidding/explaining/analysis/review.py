"""Reviews (docs/review.md), computed in parts, short enough for more urgent work to run in between.

Grades follow from how often hands like the caller's make each call of an auction, by the bidder,
and from which call scores best, by the adviser.
For the points that a rare call loses, it and the usual call are made on layouts, and bid on from.
Layouts are of the cards that the caller does not see, weighed by the calls before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import floor
from typing import Any, NamedTuple

import numpy as np
import torch

from bidding.domain.auction import Auction, Contract
from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.cards import Hands
from bidding.domain.messages import Message, message_json
from bidding.domain.position import BiddingTable, PlayedBoard
from bidding.domain.scoring import BOOK, par
from bidding.domain.table import Seat, Side, Strain
from bidding.encoding.auction_batch import encode_owners
from bidding.explaining.analysis.analysis import KEPT, Analyst, Models, Step
from bidding.explaining.analysis.contracts import TrickChances, ns_scores
from bidding.explaining.analysis.lookahead import CallSums, Question, Tally, look_ahead
from bidding.explaining.analysis.rollout import bid_on
from bidding.explaining.assembly import ExplanationBatch
from bidding.explaining.beliefs import beliefs_about
from bidding.explaining.distributions import CALL_NAMES, DECIMALS
from bidding.explaining.explanation import CallValue
from bidding.explaining.questions import questions_about
from bidding.explaining.wording import call_name, percent, strength
from bidding.networks.advice_head import AdviceHead
from bidding.networks.bidder import Bidder
from bidding.parsing.documents.position_documents import played_board_to_json
from bidding.tricks.solving import NoSolver, solve_strains

USUAL_SHARE = 0.1  # of hands like the caller's; a call that fewer make is rare
LEAST_LOSS = 50.0  # points; a rare call that loses fewer is no mistake
LEAST_ERRORS = 2.5  # a loss is significant if it is so many times its standard error
MOST_LOSSES = 12  # calls of which the points lost are computed, the first rare ones
PART_LAYOUTS = 128
EXPECTED_PARTS, MOST_PARTS = 2, 4  # for each call
CALLS_AT_ONCE = 4  # in one part: the network computes blocks of rows, which one call does not fill
_ROLLOUTS = 32  # layouts a part, resampled by weight, on which auctions are bid to their end
_SWING = 500.0  # points for a vulnerable game bid at one table only
_WIDTH = 2.0  # standard errors either side of a mean, which hold about 95 % of what chance does
_SEED = 1925


@dataclass(frozen=True)
class Frequency:
    """The probability of the call made, given the caller's hand, and the likeliest call with its
    own; ``best`` where another scores better beyond doubt, as far as there is an adviser;
    ``suggested`` where explanations suggest another than the likeliest call."""

    made: float
    usual: Call
    of_usual: float
    best: CallValue | None = None
    suggested: Call | None = None

    @property
    def scores_best(self) -> Call | None:
        """The call of ``best``."""
        return None if self.best is None else self.best.call


@torch.inference_mode()
def frequencies(
    bidder: Bidder,
    board: PlayedBoard,
    adviser: AdviceHead | None = None,
) -> dict[int, Frequency]:
    """Return the frequency of each call to grade whose caller's hand is known, by its index.

    It is read from what is explained to each caller before the call, all in one pass.
    """
    steps = board.graded
    if not steps:
        return {}
    positions = [board.position_before(k) for k in steps]
    questions = questions_about(positions, compare=False)
    beliefs = beliefs_about(bidder, questions, adviser, similar=False)
    batch = ExplanationBatch(positions, questions, beliefs, scale=None)
    chances = beliefs.next_call[questions.deciding]
    highest, likeliest = (values.tolist() for values in chances.max(-1))
    found = {}
    for row, (k, suggestion) in enumerate(zip(steps, batch.suggestions, strict=True)):
        made, usual = board.auction.calls[k], ALL_CALLS[likeliest[row]]
        best, own = batch.best_call(row), usual if suggestion is None else suggestion.chance.call
        found[k] = Frequency(
            made=chances[row, made.index].item(),
            usual=usual,
            of_usual=highest[row],
            best=None if best is None else best.value,
            suggested=None if own == usual else own,
        )
    return found


class Grade(StrEnum):
    """How good a call is."""

    BEST = "best"  # the call that explanations suggest with the hand, mostly the likeliest
    SCORES_BEST = "scores_best"  # another, but the adviser prefers it
    ALSO_USUAL = "also_usual"
    RARE = "rare"
    MISTAKE = "mistake"  # rare, and it loses points


@dataclass(frozen=True)
class PointsLost:
    """Expected points that a call loses against the usual one, with their standard error; also in
    IMPs, and as a share of a board's matchpoints, where the other table makes the usual call."""

    mean: float
    error: float
    imps: float = 0.0
    matchpoints: float = 0.0

    @property
    def is_significant(self) -> bool:
        """Return True if the loss is beyond doubt and not small."""
        return self.mean >= max(LEAST_LOSS, LEAST_ERRORS * self.error)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "mean": round(self.mean),
            "error": round(self.error),
            "imps": round(self.imps, 1),
            "matchpoints": round(self.matchpoints, 2),
        }

    @property
    def in_tens(self) -> dict[str, str]:
        """The mean, and how low and high it may be by chance, in tens of points."""
        low, high = max(0.0, self.mean - _WIDTH * self.error), self.mean + _WIDTH * self.error
        values = {"points": self.mean, "low": low, "high": high}
        return {name: str(10 * floor(value / 10 + 0.5)) for name, value in values.items()}


def is_rare(call: Call, frequency: Frequency) -> bool:
    """Return True if few hands like the caller's make the call, and it does not score best."""
    good = (frequency.usual, frequency.scores_best, frequency.suggested)
    return frequency.made < USUAL_SHARE and call not in good


def grade(call: Call, frequency: Frequency, lost: PointsLost | None) -> Grade:
    """Return the grade of a call; without the points lost a rare one is no mistake."""
    if call == (frequency.suggested or frequency.usual):
        return Grade.BEST
    if call == frequency.scores_best:
        return Grade.SCORES_BEST
    if not is_rare(call, frequency):
        return Grade.ALSO_USUAL
    return Grade.MISTAKE if lost is not None and lost.is_significant else Grade.RARE


class Source(StrEnum):
    """Where numbers of tricks come from."""

    SOLVER = "solver"  # exact
    ESTIMATOR = "estimator"  # the likeliest number by the released estimator


@dataclass(frozen=True)
class DoubleDummy:
    """by_strain[strain C D H S NT][declarer N E S W], as far as it is solved, and the source."""

    by_strain: list[list[int]]
    source: Source

    @property
    def tricks(self) -> list[list[int]]:
        """[declarer][strain]."""
        return [list(row) for row in zip(*self.by_strain, strict=True)]


def double_dummy(
    hands: Hands, estimator: TrickChances, solved: list[list[int]]
) -> DoubleDummy | None:
    """Return the tricks of a deal, solved for more strains, or else estimated; None unless all four
    hands are known."""
    known = [hand for hand in hands if hand is not None]
    if len(known) < len(hands):
        return None
    owner = encode_owners(known)
    try:
        return DoubleDummy(solve_strains(owner, solved), Source.SOLVER)
    except NoSolver:
        likeliest = estimator.chances(owner[None])[0].argmax(-1)
        return DoubleDummy(likeliest.T.tolist(), Source.ESTIMATOR)


class Loss(NamedTuple):
    """A call whose points lost are asked for, made at a step of the auction, with the usual one,
    and the number of a part."""

    step: int
    usual: Call
    part: int


def look_ahead_parts(analyst: Analyst, board: PlayedBoard, asked: Sequence[Loss]) -> list[Tally]:
    """Compare calls with the usual ones on the layouts of one part each; equal parts are equal."""
    questions, tallies, all_weights = [], [], []
    for step, usual, part in asked:
        position, made = board.position_before(step), board.auction.calls[step]
        rng = np.random.default_rng([_SEED, step, part])
        layouts = analyst.sampler(position).sample(PART_LAYOUTS, rng)
        rows, shares = layouts.resampled(_ROLLOUTS, rng)
        questions.append(Question(position, (usual, made), layouts.owner[rows]))
        tallies.append(Tally.of(layouts))
        all_weights.append(tallies[-1].total * shares)
    found = look_ahead(analyst.bidder, analyst.estimator, questions)
    for tally, outcomes, weights in zip(tallies, found, all_weights, strict=True):
        tally.calls, tally.won = CallSums.of(outcomes.in_points, weights), outcomes.won @ weights
    return tallies


def points_lost(tally: Tally) -> PointsLost:
    """Return what the call loses against the usual one."""
    assert tally.calls is not None
    mean, error = tally.calls.means(_SWING)
    return PointsLost(float(mean[0, 1]), float(error[0, 1]), *(tally.won / tally.total).tolist())


def is_settled(lost: PointsLost, parts: int) -> bool:
    """Return True if more layouts would hardly change the grade, or enough have been tried."""
    hardly_costly = lost.mean + LEAST_ERRORS * lost.error < LEAST_LOSS
    return lost.is_significant or hardly_costly or parts >= MOST_PARTS


@dataclass(frozen=True)
class ReviewedCall:
    """A call with how usual it was, None where it is not graded, and what it lost,
    None where that was not computed; ``costly`` for the first mistake of its side.

    Of a mistake on a deal that is known, ``instead`` is the auction that robots bid after the usual
    call, and ``theme`` the id of what there is to practise on it, if anything.
    """

    index: int
    seat: Seat
    call: Call
    frequency: Frequency | None = None
    lost: PointsLost | None = None
    costly: bool = False
    instead: Auction | None = None
    theme: str | None = None

    @property
    def grade(self) -> Grade | None:
        """The grade; None where the call is not graded."""
        return None if self.frequency is None else grade(self.call, self.frequency, self.lost)

    @property
    def sentence(self) -> Message:
        """One sentence on the call, with the points that a mistake loses."""
        values = {"seat": Message(self.seat.full_name), "call": call_name(self.call)}
        own, lost = self.frequency, self.lost
        if own is None:
            return Message("{seat}: {call}. It is not graded.", **values)
        chance = percent(own.of_usual)
        values |= {"chance": chance}
        if own.suggested is not None and self.call in (own.usual, own.suggested):
            calls = {"suggested": call_name(own.suggested), "usual": call_name(own.usual)}
            sentence = (
                "{seat}: {call}. Suggested with this hand: {suggested}. "
                "Robots usually choose {usual} ({chance})."
            )
            return Message(sentence, **calls, **values)
        if self.call == own.usual:
            usual = strength(own.of_usual, may_be_clear=True)
            sentence = "{seat}: {call} is {strength} with this hand ({chance})."
            return Message(sentence, strength=usual, **values)
        values |= {"usual": call_name(own.usual)}
        sentence = "{seat}: {call}. Usual with this hand: {usual}, {chance}."
        if self.grade is Grade.SCORES_BEST:
            sentence = (
                "{seat}: {call}. This is not the usual call, but it scores best. "
                "Usual with this hand: {usual}, {chance}."
            )
        if self.grade is Grade.MISTAKE and lost is not None:
            sentence = (
                "{seat}: {call} costs about {points} points ({low} to {high}) against {usual}, "
                "which is usual with this hand ({chance})."
            )
            values |= lost.in_tens
        return Message(sentence, **values)

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
            "points_lost": lost and lost.to_json(),
            "costly": self.costly,
            "theme": self.theme,
            "sentence": sentence,
            "said": message_json(sentence),
        }


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
            "calls": [
                {**call.to_json(), "instead": self._instead_json(call)} for call in self.calls
            ],
            "contract": self._contract_json(),
            "makes": self._makes_json(),
            "par": self._par_json(),
        }

    def _instead_json(self, call: ReviewedCall) -> dict[str, Any] | None:
        """Return how the auction would have gone on after the usual call; None if not known."""
        if call.instead is None:
            return None
        contract = call.instead.contract
        return {
            "auction": [CALL_NAMES[one.index] for one in call.instead.calls],
            "contract": None if contract is None else self._reached_json(contract),
        }

    def _contract_json(self) -> dict[str, Any] | None:
        """Return the contract with what it makes; None before the end and if passed out."""
        contract, taken = self.board.auction.contract, self.board.tricks
        if contract is None:
            return None
        scores = ns_scores(contract, self.board.vulnerability).tolist()
        actual = {"actual_tricks": taken, "actual_score": None if taken is None else scores[taken]}
        return self._reached_json(contract) | actual

    def _reached_json(self, contract: Contract) -> dict[str, Any]:
        """Return a contract with what it makes double dummy."""
        found = self.double_dummy
        tricks = None if found is None else found.tricks[contract.declarer][contract.strain]
        scores = ns_scores(contract, self.board.vulnerability).tolist()
        return {
            "contract": str(contract).partition(" ")[0],
            "declarer": contract.declarer.name,
            "tricks": tricks,
            "source": found and found.source.value,
            "made": None if tricks is None else tricks >= BOOK + contract.level,
            "score": None if tricks is None else scores[tricks],
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


def with_better_auctions(
    bidder: Bidder, board: PlayedBoard, calls: tuple[ReviewedCall, ...]
) -> tuple[ReviewedCall, ...]:
    """Return the calls, mistakes with the auction that robots bid after the usual call.

    They bid the deal as it lies, each by its own hand; of a deal that is not known nothing is said.
    """
    mistakes = {call.index: call.frequency for call in calls if call.grade is Grade.MISTAKE}
    north, east, south, west = board.hands
    if not mistakes or north is None or east is None or south is None or west is None:
        return calls
    hands, table = (
        (north, east, south, west),
        (board.vulnerability, board.systems, frozenset[Seat]()),
    )
    before = [
        BiddingTable(hands, board.auction.prefix(index).after(frequency.usual), *table)
        for index, frequency in mistakes.items()
        if frequency is not None
    ]
    after, _ = bid_on(bidder, before)
    found = dict(zip(mistakes, (one.auction for one in after), strict=True))
    return tuple(replace(call, instead=found.get(call.index)) for call in calls)


class Reviewer:
    """Computes reviews with the networks of an analyst.

    Sums have the points lost of the rare calls, None where they are not settled, the tallies of
    these, and then the tricks in the first strains.
    """

    def __init__(self, analyst: Analyst) -> None:
        self.analyst = analyst
        self._frequencies = lru_cache(maxsize=KEPT)(
            lambda board: frequencies(analyst.bidder, board, analyst.adviser)
        )

    def advance(self, board: PlayedBoard, sums: dict[str, Any] | None) -> Step[Review]:
        """Do one more part."""
        networks, found = self.analyst, self._frequencies(board)
        calls = board.auction.calls
        rare = [k for k, frequency in found.items() if is_rare(calls[k], frequency)][:MOST_LOSSES]
        losses: list[PointsLost | None] = [None] * len(rare)
        tallies = [Tally() for _ in rare]
        if sums is not None and "tallies" in sums:  # else of a node before 0.24
            losses = [None if one is None else PointsLost(*one) for one in sums["losses"]]
            tallies = [Tally() if one is None else Tally.from_json(one) for one in sums["tallies"]]
        if None in losses:
            some = [place for place, lost in enumerate(losses) if lost is None][:CALLS_AT_ONCE]
            asked = [Loss(rare[k], found[rare[k]].usual, tallies[k].parts) for k in some]
            for place, more in zip(some, look_ahead_parts(networks, board, asked), strict=True):
                tallies[place] = tallies[place].plus(more)
                lost = points_lost(tallies[place])
                if is_settled(lost, tallies[place].parts):
                    losses[place], tallies[place] = lost, Tally()
        kept: dict[str, Any] = {
            "losses": [None if one is None else list(astuple(one)) for one in losses],
            # The scale of an empty one is no number of JSON.
            "tallies": [tally.to_json() if tally.parts else None for tally in tallies],
        }
        parts = EXPECTED_PARTS * len(rare)
        most = len(rare) + (None not in board.hands)
        settled = {index: one for index, one in zip(rare, losses, strict=True) if one is not None}
        if len(settled) < len(rare):
            begun = sum(tally.parts for tally in tallies) / MOST_PARTS
            return Step(kept, (len(settled) + begun) / most, parts, None)
        solved = [] if sums is None else sums.get("solved", [])
        tricks = double_dummy(board.hands, networks.estimator, solved)
        if tricks is not None and len(tricks.by_strain) < len(Strain):
            kept["solved"] = tricks.by_strain
            share = (len(rare) + len(tricks.by_strain) / len(Strain)) / most
            return Step(kept, share, parts, None)
        reviewed = reviewed_calls(board, found, settled)
        reviewed = with_better_auctions(networks.bidder, board, reviewed)
        return Step(kept, 1.0, parts, Review(board, self.analyst.models, reviewed, tricks))
