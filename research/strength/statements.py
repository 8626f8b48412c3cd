"""Whether what is stated of calls is true of the hands that made them.

Random deals are bid by four models and by four advisers. Each call is explained to who sees no
hand, as on the page; it holds if all statements of its sentence are true of the caller's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bidding.domain.calls import PASS
from bidding.domain.position import Position
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import ExplainedCall
from bidding.matches.bidders import Calls
from bidding.matches.boards import Boards
from bidding.matches.match import bid_out
from research.strength.calls import MadeCall, made_calls

_AT_ONCE = 32  # auctions


def share_of(held: npt.NDArray[np.bool_]) -> dict[str, float | int | None]:
    """How many, the share that holds, and its standard error as if none were of one deal."""
    count = len(held)
    share = float(held.mean()) if count else None
    error = None if share is None else (share * (1 - share) / count) ** 0.5
    return {
        "count": count,
        "share": None if share is None else round(share, 5),
        "standard_error": None if error is None else round(error, 5),
    }


def bid_by(bidder: Calls, boards: Boards, advance: Callable[[int], Any]) -> list[Position]:
    """The tables once a bidder that holds all four seats has bid them."""
    ended: list[Position] = []
    for first in range(0, len(boards), _AT_ONCE):
        some = boards.rows(first, first + _AT_ONCE)
        nobody = np.zeros(len(some), dtype=np.int64)
        ended += bid_out((bidder, bidder), some.tables, some.owner, nobody, some.numbers)
        advance(len(some))
    return ended


def holds_for(call: ExplainedCall, hand: npt.NDArray[np.bool_]) -> bool:
    """True if what is stated of a call is true of a hand (52,)."""
    assert call.meaning is not None
    stated = (one for one in call.meaning.statements if one.count is not None)
    return all(one.true_of(hand[None])[0] for one in stated)


def holding(
    explainer: Explainer,
    tables: Sequence[Position],
    owner: np.ndarray,
    advance: Callable[[int], Any],
) -> list[list[bool]]:
    """For each table on a layout (N, 52), whether each call holds for the hand that made it."""
    found = []
    for first in range(0, len(tables), _AT_ONCE):
        some = tables[first : first + _AT_ONCE]
        for row, one in enumerate(explainer.explain_many(some, compare=False), start=first):
            found.append([holds_for(call, owner[row] == call.seat) for call in one.calls])
        advance(len(some))
    return found


def statement_figures(
    explainer: Explainer,
    bidders: Mapping[str, Calls],
    boards: Boards,
    advance: Callable[[int], Any],
) -> dict[str, Any]:
    """The shares that hold of each bidder's calls, all and but passes; of those that are not the
    likeliest, ``differing``, and of the likeliest in their place, ``instead``.

    ``advance`` is told of each board twice for each bidder.
    """
    figures: dict[str, Any] = {"boards": len(boards)}
    for name, bidder in bidders.items():
        tables = bid_by(bidder, boards, advance)
        held = holding(explainer, tables, boards.owner, advance)
        flat = np.array([one for table in held for one in table], dtype=bool)
        bids = [call != PASS for table in tables for call in table.auction.calls]
        everyone = [None] * len(tables)
        judged = made_calls(explainer.bidder, tables, boards.owner, everyone, _silent)
        differing = [(row, call) for row, call in judged if call.differs]
        places = [(row, len(call.table.auction.calls)) for row, call in differing]
        figures[name] = {
            "all": share_of(flat),
            "but_passes": share_of(flat[np.array(bids)]),
            "differing": share_of(np.array([held[row][at] for row, at in places], dtype=bool)),
            "instead": share_of(_instead(explainer, differing, boards.owner)),
        }
    return figures


def _instead(
    explainer: Explainer, differing: Sequence[tuple[int, MadeCall]], owner: np.ndarray
) -> npt.NDArray[np.bool_]:
    """Whether the likeliest calls hold for the hands that made others."""
    tables = [
        replace(call.table, auction=call.table.auction.after(call.likeliest))
        for _, call in differing
    ]
    held = holding(explainer, tables, owner[[row for row, _ in differing]], _silent)
    return np.array([table[-1] for table in held], dtype=bool)


def _silent(count: int) -> None:
    """Tell nobody how far it is."""
