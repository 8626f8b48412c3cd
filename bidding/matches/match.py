"""Duplicate matches: every board at two tables, the bidders' sides swapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from bidding.domain.auction import Auction, Contract
from bidding.domain.position import Position
from bidding.domain.scoring import imps
from bidding.domain.table import Side
from bidding.explaining.analysis.contracts import TrickChances, ns_scores
from bidding.matches.bidders import Calls, Turns
from bidding.matches.boards import Boards
from bidding.matches.results import BoardResult, auction_text, deal_text, named
from bidding.tricks.solved import BadSolvedDeals, SolvedDeals, pack, read_full
from bidding.tricks.solving import solve

Tricks = Callable[[np.ndarray], np.ndarray]
"""Maps (N, 52) seats to (N, 4, 5) tricks, declarer x C D H S NT, as ``tricks.solving.solve``."""


def estimated_by(estimator: TrickChances) -> Tricks:
    """The numbers of tricks that an estimator finds likeliest."""

    def tricks(owner: np.ndarray) -> np.ndarray:
        return np.asarray(estimator.chances(owner).argmax(-1), dtype=np.uint8)

    return tricks


def kept_in(path: Path, solve: Tricks) -> Tricks:
    """The tricks of ``solve``, kept in a file of solved deals: none that is there is solved again.

    A file that cannot be read is replaced; where none can be written, all are solved.
    """

    def tricks(owner: np.ndarray) -> np.ndarray:
        deals = pack(owner)
        found = _solved_in(path)
        if new := [row for row, deal in enumerate(deals) if deal.tobytes() not in found]:
            solved = zip(deals[new], solve(owner[new]), strict=True)
            # Other processes may have written since.
            found = _solved_in(path) | {deal.tobytes(): taken for deal, taken in solved}
            whole = np.frombuffer(b"".join(found), np.uint8).reshape(len(found), -1)
            with suppress(OSError):
                SolvedDeals(whole, np.stack([*found.values()])).save(path)
        return np.stack([found[deal.tobytes()] for deal in deals])

    return tricks


def _solved_in(path: Path) -> dict[bytes, np.ndarray]:
    """The tricks of the packed deals in a file; none where it is not there or cannot be read."""
    try:
        solved = read_full(path)
    except BadSolvedDeals:
        return {}
    return {deal.tobytes(): taken for deal, taken in zip(solved.deal, solved.tricks, strict=True)}


BOARDS_AT_ONCE = 8


@runtime_checkable
class Listener(Protocol):
    """A bidder that wants to hear how auctions ended."""

    def hear(self, auction: Auction, side: Side) -> None:
        """Take note of an auction that is over, in which it sat on that side."""


def play_match(
    bidders: tuple[Calls, Calls],
    boards: Boards,
    results: list[BoardResult],
    advance: Callable[[int], Any],
    *,
    tricks: Tricks = solve,
    keep: Callable[[], Any] = lambda: None,
    at_once: int = BOARDS_AT_ONCE,
) -> None:
    """Play the boards after those that have ``results``, which grow.

    ``advance`` is called with numbers of boards, those already played first; ``keep`` whenever
    results were added. Raises ProgramFault of a bidder, after what was played until then was kept.
    """
    advance(len(results))
    while len(results) < len(boards):
        some = boards.rows(len(results), len(results) + at_once)
        results += play(bidders, some, tricks)
        advance(len(some))
        keep()


def play(bidders: tuple[Calls, Calls], boards: Boards, tricks: Tricks = solve) -> list[BoardResult]:
    """Some boards, bid at two tables each."""
    owner = np.concatenate([boards.owner, boards.owner])
    swapped = np.repeat([0, 1], len(boards))
    ended = bid_out(bidders, boards.both, owner, swapped, [*boards.numbers] * 2)
    for row, end in enumerate(ended):
        for number, bidder in enumerate(bidders):
            if isinstance(bidder, Listener):
                bidder.hear(end.auction, Side((number + swapped[row]) % 2))
    taken = tricks(boards.owner) if boards.tricks is None else boards.tricks
    return [
        _result(board, boards.owner[row], (ended[row], ended[row + len(boards)]), taken[row])
        for row, board in enumerate(boards.numbers)
    ]


def bid_out(
    bidders: tuple[Calls, Calls],
    tables: Sequence[Position],
    owner: np.ndarray,
    swapped: np.ndarray,
    boards: Sequence[int],
) -> list[Position]:
    """The tables once nobody may call; ``swapped`` (N,) 1 where the second bidder sits N-S, and
    ``boards`` the numbers of the boards."""
    tables = list(tables)
    while going := [row for row, table in enumerate(tables) if not table.auction.is_over]:
        for number, bidder in enumerate(bidders):
            turn = [row for row in going if (_side(tables[row]) + swapped[row]) % 2 == number]
            if turn:
                calls = bidder.calls(Turns(tables, owner, boards).rows(turn))
                for row, call in zip(turn, calls, strict=True):
                    tables[row] = replace(tables[row], auction=tables[row].auction.after(call))
            going = [row for row in going if row not in turn]
    return tables


def _side(table: Position) -> Side:
    turn = table.auction.turn
    assert turn is not None
    return turn.side


def _result(
    board: int, owner: np.ndarray, ends: tuple[Position, Position], tricks: np.ndarray
) -> BoardResult:
    """What a board came to, of tricks (4, 5)."""
    first, second = (points_of(end.auction.contract, end, tricks) for end in ends)
    a, b = (end.auction for end in ends)
    return BoardResult(
        board=board,
        dealer=a.dealer.name,
        vulnerability=ends[0].vulnerability.label,
        deal=deal_text(owner),
        auctions=(auction_text(a), auction_text(b)),
        contracts=(named(a.contract), named(b.contract)),
        points=(first, second),
        imps=imps(first - second),
    )


def points_of(contract: Contract | None, end: Position, tricks: np.ndarray) -> int:
    """N-S's points, of tricks (4, 5)."""
    if contract is None:
        return 0
    taken = int(tricks[contract.declarer, contract.strain])
    return int(ns_scores(contract, end.vulnerability)[taken])
