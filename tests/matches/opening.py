"""Bidders with one bid, and boards solved by decree."""

from __future__ import annotations

import numpy as np

from bidding.domain.calls import PASS, Call
from bidding.domain.systems import System
from bidding.domain.table import Seat, Strain
from bidding.matches.bidders import Turns
from bidding.matches.boards import Boards, random_boards
from bidding.parsing.text.words import parse_call


class Opens:
    """Opens the bidding with one call, and passes ever after."""

    def __init__(self, call: str) -> None:
        self.call = parse_call(call)

    def calls(self, turns: Turns) -> list[Call]:
        return [PASS if table.auction.last_bid else self.call for table in turns.tables]


def boards(count: int) -> Boards:
    """Solved by decree: nine tricks for North and South in notrump, eight in all else."""
    dealt = random_boards(count, 3, System.SAYC)
    tricks = np.full((count, 4, 5), 5, dtype=np.uint8)
    tricks[:, [Seat.N, Seat.S]] = 8
    tricks[:, [Seat.N, Seat.S], Strain.NT] = 9
    tricks[:, [Seat.E, Seat.W], Strain.NT] = 4
    return Boards(dealt.owner, dealt.tables, tricks)
