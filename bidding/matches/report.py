"""The report of a match, as text and as figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from bidding.domain.table import Seat
from bidding.matches.results import BoardResult, MatchScore, by_vulnerability, score_of
from bidding.matches.swings import kind_of, swings


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
