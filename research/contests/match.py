"""Duplicate matches: every board at two tables, the bidders' sides swapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bidding.domain.auction import Contract
from bidding.domain.position import Position
from bidding.domain.scoring import imps
from bidding.domain.table import Side
from bidding.explaining.analysis.contracts import ns_scores
from bidding.networks.checkpoint import write_json
from research.contests.bidders import Calls
from research.contests.boards import Boards
from research.contests.kept import figures_kept

BOARDS_AT_ONCE = 8


@dataclass(frozen=True)
class BoardResult:
    """One board: the contracts where A sat North-South and where B did, N-S's points there, and
    the IMPs that A won."""

    contracts: tuple[str, str]
    points: tuple[int, int]
    imps: int


@dataclass(frozen=True)
class MatchScore:
    """What A won: IMPs a board with the standard error, and how many boards went which way."""

    boards: int
    imps_a_board: float
    standard_error: float | None  # of one board alone there is none
    won: int
    lost: int
    differently_bid: int

    def __str__(self) -> str:
        error = "unknown" if self.standard_error is None else f"{self.standard_error:.3f}"
        return (
            f"{self.boards} boards: {self.imps_a_board:+.3f} IMPs a board, standard error "
            f"{error}; {self.won} won, {self.lost} lost, "
            f"{self.differently_bid} bid to different contracts"
        )


def play_match(
    bidders: tuple[Calls, Calls],
    boards: Boards,
    settings: dict[str, Any],
    out: Path | None,
    advance: Callable[[int], Any],
) -> list[BoardResult]:
    """All boards; with a file ``out``, those that it holds are taken over and it is kept up.

    ``settings`` are what the results depend on. Raises BadKept if the file is of other ones.
    """
    results = [] if out is None else results_kept(out, settings)[: len(boards)]
    advance(len(results))
    while len(results) < len(boards):
        rows = slice(len(results), min(len(results) + BOARDS_AT_ONCE, len(boards)))
        results += play(bidders, boards.rows(rows))
        advance(rows.stop - rows.start)
        if out is not None:
            keep(out, settings, results)
    return results


def play(bidders: tuple[Calls, Calls], boards: Boards) -> list[BoardResult]:
    """Some boards, solved, bid at two tables each."""
    assert boards.tricks is not None
    owner = np.concatenate([boards.owner, boards.owner])
    swapped = np.repeat([0, 1], len(boards))
    ended = bid_out(bidders, boards.both, owner, swapped)
    contracts = [end.auction.contract for end in ended]
    points = [
        points_of(contract, end, boards.tricks[row % len(boards)])
        for row, (contract, end) in enumerate(zip(contracts, ended, strict=True))
    ]
    pairs = zip(range(len(boards)), range(len(boards), 2 * len(boards)), strict=True)
    return [
        BoardResult(
            (named(contracts[a]), named(contracts[b])),
            (points[a], points[b]),
            imps(points[a] - points[b]),
        )
        for a, b in pairs
    ]


def bid_out(
    bidders: tuple[Calls, Calls],
    tables: Sequence[Position],
    owner: np.ndarray,
    swapped: np.ndarray,
) -> list[Position]:
    """The tables once nobody may call; ``swapped`` (N,) 1 where the second bidder sits N-S."""
    tables = list(tables)
    while going := [row for row, table in enumerate(tables) if not table.auction.is_over]:
        for number, bidder in enumerate(bidders):
            turn = [row for row in going if (_side(tables[row]) + swapped[row]) % 2 == number]
            if turn:
                calls = bidder.calls([tables[row] for row in turn], owner[turn])
                for row, call in zip(turn, calls, strict=True):
                    tables[row] = replace(tables[row], auction=tables[row].auction.after(call))
            going = [row for row in going if row not in turn]
    return tables


def _side(table: Position) -> Side:
    turn = table.auction.turn
    assert turn is not None
    return turn.side


def points_of(contract: Contract | None, end: Position, tricks: np.ndarray) -> int:
    """N-S's points, of tricks (4, 5)."""
    if contract is None:
        return 0
    taken = int(tricks[contract.declarer, contract.strain])
    return int(ns_scores(contract, end.vulnerability)[taken])


def named(contract: Contract | None) -> str:
    """The contract as it is written: 4SX by N."""
    return "passed out" if contract is None else str(contract)


def score_of(results: Sequence[BoardResult]) -> MatchScore:
    """What the results come to; of one board at least."""
    won = np.array([result.imps for result in results])
    error = round(float(won.std(ddof=1) / len(won) ** 0.5), 4) if len(won) > 1 else None
    return MatchScore(
        boards=len(won),
        imps_a_board=round(float(won.mean()), 4),
        standard_error=error,
        won=int((won > 0).sum()),
        lost=int((won < 0).sum()),
        differently_bid=sum(result.contracts[0] != result.contracts[1] for result in results),
    )


def keep(out: Path, settings: dict[str, Any], results: Sequence[BoardResult]) -> None:
    """Writes the results so far, whole or not at all."""
    score = asdict(score_of(results))
    write_json(out, {**settings, **score, "results": [asdict(result) for result in results]})


def results_kept(out: Path, settings: dict[str, Any]) -> list[BoardResult]:
    """The results that a file holds; none where there is no file. Raises BadKept."""
    return figures_kept(out, settings, _results) or []


def _results(document: dict[str, Any]) -> list[BoardResult]:
    return [
        BoardResult(tuple(r["contracts"]), tuple(r["points"]), r["imps"])
        for r in document["results"]
    ]
