"""What the boards of a match came to, and what they come to together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bidding.domain.auction import Auction, Contract
from bidding.domain.cards import Card, Hand
from bidding.domain.table import Seat, Vulnerability
from bidding.matches.kept import figures_kept
from bidding.networks.checkpoint import write_json
from bidding.parsing.text.words import parse_call


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
        return "unknown" if self.standard_error is None else f"{self.standard_error:.3f}"


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
