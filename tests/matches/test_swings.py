"""The kinds of boards that are lost, on boards made for them; North deals."""

from __future__ import annotations

import pytest

from bidding.domain.auction import Auction
from bidding.domain.scoring import duplicate_score, imps
from bidding.domain.table import Seat, Side
from bidding.matches.results import BoardResult, Kind, Swings, kind_of, swings
from bidding.parsing.text.words import parse_call


def points(auction: str, tricks: int) -> int:
    """N-S's points, not vulnerable."""
    contract = Auction.of(Seat.N, map(parse_call, auction.split())).contract
    if contract is None:
        return 0
    score = duplicate_score(contract, False, tricks)
    return score if contract.declarer.side is Side.NS else -score


def board(one: tuple[str, int], other: tuple[str, int]) -> BoardResult:
    """A board of two auctions, each with declarer's tricks, where A sits N-S and where B does."""
    auctions = f"{one[0]} P P P", f"{other[0]} P P P"
    first, second = points(auctions[0], one[1]), points(auctions[1], other[1])
    won = imps(first - second)
    return BoardResult(1, "N", "none", "", auctions, ("", ""), (first, second), won)


@pytest.mark.parametrize(
    ("loses", "wins", "kind"),
    [
        (("2S", 10), ("4S", 10), Kind.GAME_MISSED),
        (("3NT", 8), ("2NT", 8), Kind.GAME_FAILED),
        (("P", 0), ("4S", 10), Kind.GAME_MISSED),
        (("4S", 12), ("6S", 12), Kind.SLAM_MISSED),
        (("6S", 12), ("7S", 13), Kind.SLAM_MISSED),
        (("6S", 11), ("4S", 11), Kind.SLAM_FAILED),
        (("7S", 12), ("6S", 12), Kind.SLAM_FAILED),
        (("3NT", 8), ("4S", 10), Kind.GAME_FAILED),
        (("1S", 6), ("1NT", 7), Kind.PART_SCORE),
        (("5C", 11), ("4H", 11), Kind.OTHER),
        (("4S X", 8), ("4S", 8), Kind.DOUBLED),
        # East and West bid over it: N-S sell out to a game that fails, and could make their own.
        (("1S 5C", 9), ("4S", 10), Kind.GAME_MISSED),
        # East and West are let to play their game at one table alone.
        (("1C 4H", 10), ("1C 2H", 10), Kind.GAME_MISSED),
        (("1C 2H", 8), ("1C 4H", 8), Kind.GAME_FAILED),
    ],
)
def test_a_board_is_lost_in_one_way(
    loses: tuple[str, int], wins: tuple[str, int], kind: Kind
) -> None:
    """Whoever it was that lost it."""
    lost, won = board(loses, wins), board(wins, loses)
    assert lost.imps < 0 < won.imps
    assert kind_of(lost) is kind_of(won) is kind


def test_a_flat_board_has_no_kind() -> None:
    assert kind_of(board(("4S", 10), ("4H", 10))) is None


def test_kinds_add_up() -> None:
    missed = board(("2S", 10), ("4S", 10)), board(("4S", 10), ("2S", 10))
    failed = board(("3NT", 8), ("2NT", 8))
    lost = -missed[0].imps
    assert swings([*missed, missed[0], failed]) == {
        Kind.GAME_MISSED: Swings(3, lost, 2 * lost),
        Kind.GAME_FAILED: Swings(1, 0, -failed.imps),
    }
