"""How often reviews grade calls rightly, on auctions of the dev files.

``python -m research.accuracy grades DIR [--auctions N]`` grades calls as the service does:
those that at least three tables made with the same hand after the same calls (people-dev, with
systems not known and once more as if all played SAYC), calls of robots in their own auctions, and
calls put in place of people's and robots' at random. Of mistakes among these it says what they
lose on other layouts, solved double dummy (requirements-solver.txt). Each set is cut in halves by
deals: thresholds are chosen on the first and judged on the second. Grades are kept in OUT with the
ending .jsonl as they are made, and a run that was stopped goes on there.
"""

from __future__ import annotations

import json
import random
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, FIRST_BID, Call
from bidding.domain.cards import Card, Hand
from bidding.domain.convention_card import Systems
from bidding.domain.position import PlayedBoard
from bidding.encoding.records import Records, read_records
from bidding.explaining.analysis.analysis import Analyst
from bidding.explaining.analysis.contracts import ns_scores
from bidding.explaining.analysis.layouts import sampler_for
from bidding.explaining.analysis.lookahead import Question, Tally, look_ahead
from bidding.explaining.analysis.review import (
    Frequency,
    Grade,
    Loss,
    PointsLost,
    frequencies,
    grade,
    is_rare,
    is_settled,
    look_ahead_parts,
    points_lost,
)
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import CallValue
from bidding.tricks.solving import solve
from research.accuracy.commands.layouts import FILES, position_of
from research.accuracy.measure import Measure

PEOPLE, ROBOTS = "people-dev", tuple(name for name in FILES if name.startswith("robot"))
KINDS = ("people", "people_as_sayc", "robots", "replaced")
TABLES = 3  # that made a call
SIMILAR = 5  # bids; a call put in place of another is at most so far from it
SOLVED_MISTAKES, SOLVED_LAYOUTS, WEIGHED = 200, 10, 128
SEED = 1934


@dataclass(frozen=True)
class Decision:
    """A call in place ``step`` of an auction of a file, by its index; ``half`` 0 or 1 by deal."""

    kind: str
    file: str
    row: int
    step: int
    call: int
    half: int


@dataclass(frozen=True)
class Graded:
    """A decision with its frequency, the usual call and its own, the points lost if rare, and the
    call that scores best and the one that is suggested if they are others than the usual one."""

    decision: Decision
    made: float
    usual: int
    of_usual: float
    mean: float | None
    error: float | None
    best: int | None = None
    suggested: int | None = None

    @property
    def frequency(self) -> Frequency:
        """The frequency of the call."""
        best = None if self.best is None else CallValue(ALL_CALLS[self.best], nan, nan)
        suggested = None if self.suggested is None else ALL_CALLS[self.suggested]
        return Frequency(self.made, ALL_CALLS[self.usual], self.of_usual, best, suggested)

    @property
    def grade(self) -> Grade:
        """The grade by the thresholds of the program."""
        lost = None
        if self.mean is not None and self.error is not None:
            lost = PointsLost(self.mean, self.error)
        return grade(ALL_CALLS[self.decision.call], self.frequency, lost)


class Files:
    """The dev files, each read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.read: dict[str, Records] = {}

    def __getitem__(self, name: str) -> Records:
        """Return the records of a file."""
        if name not in self.read:
            self.read[name] = read_records(self.folder / f"{name}.npz")
        return self.read[name]

    def board(self, decision: Decision) -> PlayedBoard:
        """Return the board as it stood after the decision."""
        records, row = self[decision.file], decision.row
        position, owner = position_of(records, row, decision.step)
        hands = [Hand.of(Card(int(card)) for card in np.flatnonzero(owner == s)) for s in range(4)]
        auction = position.auction.after(ALL_CALLS[decision.call])
        north, east, south, west = hands
        systems = Systems() if decision.kind == "people_as_sayc" else position.systems
        table = (position.vulnerability, systems)
        return PlayedBoard((north, east, south, west), auction, *table)


class Command(Measure):
    help = "How often reviews grade calls rightly, on auctions of the dev files."
    auctions = 150

    def measure(self, options: Namespace) -> dict[str, Any]:
        files, explainer = Files(options.data), Explainer.load()
        analyst, adviser = explainer.analyst, explainer.adviser
        kept = None if options.json is None else options.json.with_suffix(".jsonl")
        graded = grades(explainer, files, decisions(files, options.auctions), kept)
        solved = solved_losses(analyst, files, graded, kept)
        document = {
            "model": analyst.models.bidder.to_dict(),
            "estimator": analyst.models.estimator.to_dict(),
            "adviser": None if adviser is None else adviser.to_dict(),
            "seed": SEED,
            **figures(graded),
            "solved": solved,
        }
        print(json.dumps({name: document[name] for name in document if name != "model"}, indent=1))
        return document


def decisions(files: Files, auctions: int) -> list[Decision]:
    """Return the decisions of all sets, the same for equal numbers of auctions."""
    rng = random.Random(SEED)
    people = shared_calls(files)
    rng.shuffle(people)
    as_sayc = people[: 4 * auctions]
    found = people + [replace(one, kind="people_as_sayc") for one in as_sayc]
    for name in (*ROBOTS, PEOPLE):
        records = files[name]
        halves = records.deal_keys() % np.uint64(2)
        for row in rng.sample(range(len(records)), min(auctions, len(records))):
            first, half = int(records.start[row]), int(halves[row])
            calls = records.calls[first : first + int(records.n_calls[row])].tolist()
            if name != PEOPLE:
                found += [Decision("robots", name, row, k, c, half) for k, c in enumerate(calls)]
            step = rng.randrange(len(calls))
            position, _ = position_of(records, row, step)
            if others := similar_calls(position.auction, ALL_CALLS[calls[step]]):
                other = rng.choice(others).index
                found.append(Decision("replaced", name, row, step, other, half))
    return found


def shared_calls(files: Files) -> list[Decision]:
    """Return the calls that at least TABLES tables made on a deal after the same calls."""
    records = files[PEOPLE]
    with np.load(files.folder / f"{PEOPLE}.npz") as file:
        tables = file["tables"]
    counted: Counter[tuple[bytes, ...]] = Counter()
    first: dict[tuple[bytes, ...], tuple[int, int]] = {}
    for row in range(len(records)):
        start = int(records.start[row])
        where = records.deal[row].tobytes() + bytes([records.dealer[row], records.vul[row]])
        for step in range(int(records.n_calls[row])):
            key = (where, records.calls[start : start + step + 1].tobytes())
            counted[key] += int(tables[row])
            first.setdefault(key, (row, step))
    halves = records.deal_keys() % np.uint64(2)
    return [
        Decision("people", PEOPLE, row, step, int(key[1][-1]), int(halves[row]))
        for key, (row, step) in first.items()
        if counted[key] >= TABLES
    ]


def similar_calls(auction: Auction, made: Call) -> list[Call]:
    """Return the other legal calls at most SIMILAR bids from that one.

    A pass, a double and a redouble count as the lowest legal bid.
    """
    bids = [call.index for call in auction.legal_calls if call.is_bid]
    lowest = bids[0] if bids else FIRST_BID

    def place(call: Call) -> int:
        return call.index if call.is_bid else lowest

    near = [one for one in auction.legal_calls if abs(place(one) - place(made)) <= SIMILAR]
    return [one for one in near if one != made]


def grades(
    explainer: Explainer, files: Files, asked: list[Decision], kept: Path | None
) -> list[Graded]:
    """Grade the decisions, those that are kept excepted."""
    known = {one.decision: one for one in read_kept(kept)}
    for decision in tqdm(asked, desc="grades", dynamic_ncols=True):
        if decision in known:
            continue
        known[decision] = one = graded(explainer, files, decision)
        if kept is not None:
            with kept.open("a") as out:
                out.write(json.dumps(asdict(one)) + "\n")
    return [known[decision] for decision in asked]


def read_kept(kept: Path | None) -> Iterator[Graded]:
    """Yield the grades of an earlier run."""
    if kept is None or not kept.exists():
        return
    for line in kept.read_text().splitlines():
        fields = json.loads(line)
        yield Graded(**{**fields, "decision": Decision(**fields["decision"])})


def graded(explainer: Explainer, files: Files, decision: Decision) -> Graded:
    """Grade one decision as reviews do."""
    board, step, analyst = files.board(decision), decision.step, explainer.analyst
    only = replace(board, graded_from=step)
    own = frequencies(analyst.bidder, only, explainer.advice_head)[step]
    mean = error = None
    if is_rare(board.auction.calls[step], own):
        lost = _lost_by(analyst, board, step, own.usual)
        mean, error = lost.mean, lost.error
    best = None if own.best is None else own.best.call.index
    suggested = None if own.suggested is None else own.suggested.index
    usual = own.usual.index
    return Graded(decision, own.made, usual, own.of_usual, mean, error, best, suggested)


def figures(graded: list[Graded]) -> dict[str, Any]:
    """Return the shares of grades by set and half."""
    found: dict[str, Any] = {}
    for kind in KINDS:
        of_kind = [one for one in graded if one.decision.kind == kind]
        halves = [[one for one in of_kind if one.decision.half == half] for half in (0, 1)]
        found[kind] = {"chosen_on": shares(halves[0]), "judged_on": shares(halves[1])}
    return found


def shares(graded: list[Graded]) -> dict[str, Any]:
    """Return the share of each grade, in per cent with its standard error."""
    counted = Counter(one.grade for one in graded)
    total = max(len(graded), 1)
    found: dict[str, Any] = {"calls": len(graded)}
    for name in Grade:
        share = counted[name] / total
        error = (share * (1 - share) / total) ** 0.5
        found[name.value] = [round(100 * share, 2), round(100 * error, 2)]
    return found


def solved_losses(
    analyst: Analyst, files: Files, graded: list[Graded], kept: Path | None
) -> dict[str, Any]:
    """Return what mistakes of the second half lose on layouts solved double dummy.

    All that people and robots made are among them, and calls put in place of others.
    """
    mistakes = [one.decision for one in graded if one.grade is Grade.MISTAKE]
    judged = [one for one in mistakes if one.half == 1 and one.kind != "people_as_sayc"]
    people = [one for one in judged if one.kind == "people"]
    others = [one for one in judged if one.kind != "people"]
    random.Random(SEED).shuffle(others)
    others.sort(key=lambda one: one.kind == "replaced")
    some = (people + others)[:SOLVED_MISTAKES]
    usual = {one.decision: ALL_CALLS[one.usual] for one in graded}
    path = None if kept is None else kept.with_suffix(".solved.jsonl")
    known: dict[Decision, float] = {}
    if path is not None and path.exists():
        for decision, points in map(json.loads, path.read_text().splitlines()):
            known[Decision(**decision)] = points
    for decision in tqdm(some, desc="solved", dynamic_ncols=True):
        if decision not in known:
            points = solved_loss(analyst, files.board(decision), decision, usual[decision])
            known[decision] = points
            if path is not None:
                with path.open("a") as out:
                    out.write(json.dumps([asdict(decision), points]) + "\n")
    lost = {kind: [known[d] for d in some if d.kind == kind] for kind in KINDS}
    return {
        "layouts_each": SOLVED_LAYOUTS,
        "all": interval([known[decision] for decision in some]),
        **{kind: interval(points) for kind, points in lost.items() if points},
    }


def solved_loss(analyst: Analyst, board: PlayedBoard, decision: Decision, usual: Call) -> float:
    """Return the mean points lost on layouts of other draws than the grade's."""
    position = board.position_before(decision.step)
    rng = np.random.default_rng([SEED, decision.row, decision.step])
    layouts = sampler_for(analyst.bidder, position).sample(WEIGHED, rng)
    owner = layouts.owner[rng.choice(WEIGHED, SOLVED_LAYOUTS, p=layouts.weights)]
    calls = (usual, ALL_CALLS[decision.call])
    asked = Question(position, calls, owner)
    (outcomes,) = look_ahead(analyst.bidder, analyst.estimator, [asked])
    tricks, sign = solve(owner), 1 if position.seat.side == 0 else -1
    lost = []
    for row, pair in enumerate(zip(*outcomes.contracts, strict=True)):
        points = [
            0 if contract is None
            else int(ns_scores(contract, position.vulnerability)
                     [tricks[row, contract.declarer, contract.strain]])
            for contract in pair
        ]  # fmt: skip
        lost.append(sign * (points[0] - points[1]))
    return float(np.mean(lost))


def interval(points: list[float]) -> dict[str, Any]:
    """Return the mean with its interval of 95 %, by mistakes, and how many lose points at all."""
    values = np.array(points)
    error = float(values.std() / len(values) ** 0.5)
    mean = float(values.mean())
    return {
        "mistakes": len(points),
        "points_lost": round(mean, 1),
        "from": round(mean - 1.96 * error, 1),
        "to": round(mean + 1.96 * error, 1),
        "share_losing": round(100 * float((values > 0).mean()), 1),
    }


def _lost_by(analyst: Analyst, board: PlayedBoard, index: int, usual: Call) -> PointsLost:
    """Return the points that a call loses, all parts done at once."""
    tally, lost = Tally(), None
    while lost is None or not is_settled(lost, tally.parts):
        (part,) = look_ahead_parts(analyst, board, [Loss(index, usual, tally.parts)])
        tally = tally.plus(part)
        lost = points_lost(tally)
    return lost
