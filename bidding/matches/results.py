"""What the boards of a match came to, and what they come to together: kept, by kind, reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from bidding.domain.auction import Auction, Contract
from bidding.domain.cards import Card, Hand
from bidding.domain.scoring import BOOK, duplicate_score
from bidding.domain.table import Seat, Side, Vulnerability
from bidding.networks.checkpoint import write_json
from bidding.parsing.text.words import parse_call

T = TypeVar("T")


class BadKept(ValueError):
    """A file of figures that are of another run, or none at all; the message names it."""


def figures_kept(out: Path, facts: Mapping[str, Any], read: Callable[[Any], T]) -> T | None:
    """What ``read`` makes of the document in a file; None where there is no file.

    ``facts`` are what the figures depend on, and stand in the document beside them. Raises
    BadKept if they differ, or if the file cannot be read so.
    """
    if not out.exists():
        return None
    try:
        document = json.loads(out.read_text(encoding="utf-8"))
        other = next((name for name, fact in facts.items() if document.get(name) != fact), None)
        if other is None:
            return read(document)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadKept(f"{out} does not hold figures of this command ({error})") from error
    raise BadKept(
        f"{out} is of another run: its {other} is {document.get(other)!r}; name another file"
    )


@dataclass(frozen=True)
class BoardResult:
    """One board: auctions and contracts where A sat North-South and where B did, N-S's points
    there, and the IMPs that A won.

    ``dealer`` is N, E, S or W, ``vulnerability`` none, N-S, E-W or both, and ``deal`` the hands
    N E S W; the calls of an auction stand between blanks.
    """

    board: int
    dealer: str
    vulnerability: str
    deal: str
    auctions: tuple[str, str]
    contracts: tuple[str, str]
    points: tuple[int, int]
    imps: int

    def contract(self, table: int) -> Contract | None:
        """The contract at table 0 or 1."""
        calls = map(parse_call, self.auctions[table].split())
        return Auction.of(Seat[self.dealer], calls).contract


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
        return (
            f"{self.boards} boards: {self.imps_a_board:+.3f} IMPs a board, standard error "
            f"{self.error_text}; {self.won} won, {self.lost} lost, "
            f"{self.differently_bid} bid to different contracts"
        )

    @property
    def error_text(self) -> str:
        """The standard error in words."""
        return error_text(self.standard_error)


def error_text(error: float | None) -> str:
    """A standard error in words."""
    return "unknown" if error is None else f"{error:.3f}"


def mean_of(imps: np.ndarray) -> dict[str, Any]:
    """The mean over boards and its standard error; none of one board alone."""
    error = float(imps.std(ddof=1) / len(imps) ** 0.5) if len(imps) > 1 else None
    return {
        "imps_a_board": round(float(imps.mean()), 4),
        "standard_error": None if error is None else round(error, 4),
    }


def score_of(results: Sequence[BoardResult]) -> MatchScore:
    """What the results come to; of one board at least."""
    won = np.array([result.imps for result in results])
    return MatchScore(
        boards=len(won),
        **mean_of(won),
        won=int((won > 0).sum()),
        lost=int((won < 0).sum()),
        differently_bid=sum(result.contracts[0] != result.contracts[1] for result in results),
    )


def by_vulnerability(results: Sequence[BoardResult]) -> dict[str, MatchScore]:
    """The same of the boards of each vulnerability that there are."""
    parts = {
        vulnerable.label: [r for r in results if r.vulnerability == vulnerable.label]
        for vulnerable in Vulnerability
    }
    return {label: score_of(part) for label, part in parts.items() if part}


def named(contract: Contract | None) -> str:
    """The contract as it is written: 4SX by N."""
    return "passed out" if contract is None else str(contract)


def auction_text(auction: Auction) -> str:
    """The calls with a blank between them."""
    return " ".join(map(str, auction.calls))


def deal_text(owner: np.ndarray) -> str:
    """The hands N E S W of a layout (52,), with a blank between them."""
    held = ((Card(int(card)) for card in np.flatnonzero(owner == seat)) for seat in Seat)
    return " ".join(str(Hand.of(cards)) for cards in held)


def keep(
    out: Path, settings: dict[str, Any], figures: dict[str, Any], results: Sequence[BoardResult]
) -> None:
    """Write the results so far with their figures, whole or not at all."""
    write_json(out, {**settings, **figures, "results": [asdict(result) for result in results]})


def results_kept(out: Path, settings: dict[str, Any]) -> list[BoardResult]:
    """The results that a file holds; none where there is no file. Raises BadKept."""
    return figures_kept(out, settings, _results) or []


def _results(document: dict[str, Any]) -> list[BoardResult]:
    pairs = ("auctions", "contracts", "points")
    return [
        BoardResult(**{**result, **{name: tuple(result[name]) for name in pairs}})
        for result in document["results"]
    ]


_GAME_POINTS = 300  # what a contract of a game is worth at least; of a part score, at most 150


class Kind(Enum):
    """Why a board was lost: what the side that lost did, as far as contracts show it."""

    DOUBLED = "a doubled contract"
    SLAM_MISSED = "slam missed"
    SLAM_FAILED = "slam bid that fails"
    GAME_MISSED = "game missed"
    GAME_FAILED = "game bid that fails"
    PART_SCORE = "part score"
    OTHER = "another game or slam"


@dataclass(frozen=True)
class Swings:
    """Boards of a kind, and the IMPs that A won and lost on them."""

    boards: int
    won: int
    lost: int


@dataclass(frozen=True)
class _Result:
    """One side at one table: how high its own contract was (0 part score or none, 1 game, 2 small
    and 3 grand slam) and whether it made."""

    height: int = 0
    made: bool = False


def kind_of(result: BoardResult) -> Kind | None:
    """The first kind that fits a board, in the order of the kinds; None where nothing was won.

    The side that lost held the same cards as the one that won at the other table. It missed a
    game that was made there, or bid one that fails.
    """
    if not result.imps:
        return None
    contracts = (result.contract(0), result.contract(1))
    if any(contract is not None and contract.doubled > 1 for contract in contracts):
        return Kind.DOUBLED
    fails: list[int] = []
    missed: list[int] = []
    better = int(result.points[0] < result.points[1])  # the table where N-S did better
    for side in Side:
        won, lost = (better, 1 - better) if side is Side.NS else (1 - better, better)
        here, there = (
            _of_side(contracts[table], side, result.points[table]) for table in (lost, won)
        )
        if here.height and not here.made:
            fails.append(here.height)
        if there.made and there.height > here.height:
            missed.append(there.height)
    for least, names in (
        (2, (Kind.SLAM_MISSED, Kind.SLAM_FAILED)),
        (1, (Kind.GAME_MISSED, Kind.GAME_FAILED)),
    ):
        for heights, kind in zip((missed, fails), names, strict=True):
            if max(heights, default=0) >= least:
                return kind
    games = any(contract is not None and height(contract) for contract in contracts)
    return Kind.OTHER if games else Kind.PART_SCORE


def swings(results: Sequence[BoardResult]) -> dict[Kind, Swings]:
    """The kinds that there are, and what A won and lost by each."""
    kinds = [(kind_of(result), result.imps) for result in results]
    parts = {kind: [imps for other, imps in kinds if other is kind] for kind in Kind}
    return {
        kind: Swings(
            boards=len(imps),
            won=sum(swing for swing in imps if swing > 0),
            lost=-sum(swing for swing in imps if swing < 0),
        )
        for kind, imps in parts.items()
        if imps
    }


def _of_side(contract: Contract | None, side: Side, ns_points: int) -> _Result:
    if contract is None or contract.declarer.side is not side:
        return _Result()
    made = (ns_points > 0) == (side is Side.NS)
    return _Result(height(contract), made)


def height(contract: Contract) -> int:
    """0 for a part score, 1 for a game, 2 for a small and 3 for a grand slam."""
    if contract.level >= BOOK:
        return contract.level - 4
    undoubled = Contract(contract.level, contract.strain, contract.declarer)
    return int(duplicate_score(undoubled, False, BOOK + contract.level) >= _GAME_POINTS)


def figures(results: Sequence[BoardResult]) -> dict[str, Any]:
    """The figures of one board at least, as they are kept."""
    parts = by_vulnerability(results)
    return {
        **asdict(score_of(results)),
        "by_vulnerability": {label: asdict(part) for label, part in parts.items()},
        "kinds": {kind.value: asdict(found) for kind, found in swings(results).items()},
    }


def report(names: tuple[str, str], results: Sequence[BoardResult], costliest: int) -> Iterator[str]:
    """The lines on one board at least, with so many of the boards that A lost most on."""
    yield f"{names[0]} against {names[1]}: {score_of(results)}"
    yield ""
    yield f"{'vulnerable':14}{'boards':>8}{'IMPs a board':>14}{'± s.e.':>9}"
    for label, part in by_vulnerability(results).items():
        yield f"{label:14}{_figures(part)}"
    found = swings(results)
    if found:
        yield ""
        yield f"{'IMPs of A by kind':22}{'boards':>8}{'won':>8}{'lost':>8}{'together':>10}"
        for kind, of_kind in found.items():
            together = of_kind.won - of_kind.lost
            counts = f"{of_kind.boards:8}{of_kind.won:8}{of_kind.lost:8}{together:+10}"
            yield f"{kind.value:22}{counts}"
    lost = sorted((r for r in results if r.imps < 0), key=lambda result: result.imps)[:costliest]
    if lost:
        yield ""
        yield "The boards that cost A most:"
    for result in lost:
        yield from _board(result)


def _figures(part: MatchScore) -> str:
    return f"{part.boards:8}{part.imps_a_board:+14.3f}{part.error_text:>9}"


def _board(result: BoardResult) -> Iterator[str]:
    kind = kind_of(result)
    assert kind is not None
    yield ""
    yield (
        f"board {result.board}, {Seat[result.dealer].full_name} deals, "
        f"vulnerable {result.vulnerability}: {result.imps:+} IMPs, {kind.value}"
    )
    hands = zip(Seat, result.deal.split(), strict=True)
    yield "  " + "  ".join(f"{seat.name} {hand}" for seat, hand in hands)
    for name, table in (("A", 0), ("B", 1)):
        yield (
            f"  {name} sits N-S: {result.auctions[table]}: {result.contracts[table]}, "
            f"N-S {result.points[table]:+}"
        )
