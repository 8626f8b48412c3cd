"""Results of boards made for tests; North deals, nobody is vulnerable."""

from __future__ import annotations

from bidding.domain.auction import Auction
from bidding.domain.scoring import duplicate_score, imps
from bidding.domain.table import Seat, Side
from bidding.matches.results import BoardResult
from bidding.parsing.text.words import parse_call


def board(one: tuple[str, int], other: tuple[str, int], number: int = 1) -> BoardResult:
    """A board of two auctions without their last passes, each with declarer's tricks."""
    auctions = f"{one[0]} P P P", f"{other[0]} P P P"
    first, second = _points(auctions[0], one[1]), _points(auctions[1], other[1])
    won = imps(first - second)
    return BoardResult(number, "N", "none", "deal", auctions, ("", ""), (first, second), won)


def _points(auction: str, tricks: int) -> int:
    contract = Auction.of(Seat.N, map(parse_call, auction.split())).contract
    assert contract is not None
    score = duplicate_score(contract, False, tricks)
    return score if contract.declarer.side is Side.NS else -score
