"""How often recorded auctions bear the claims out: the facts that tolerances rest on.

Any deal counts whose auction begins with the statement's calls, both sides playing its system,
whoever dealt and whoever was vulnerable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.encoding.layout import PAD, SYSTEM_CODE
from bidding.encoding.records import Records, owners
from bidding.explaining.statements.catalogue import Case


class Countable(Protocol):
    """A claim, or anything else that has a value in hands."""

    @property
    def text(self) -> str:
        """What it is called."""

    def share(self, hands: np.ndarray) -> float:
        """Its value in (N, 52) bool hands that made the call; N is at least 1."""


@dataclass
class Count:
    """Hands that made a call, and each claim's value over them, by the claim's text.

    Over several files it is the mean of their values, each weighed by its hands.
    """

    hands: int = 0
    values: dict[str, float] = field(default_factory=dict)

    def add(self, hands: np.ndarray, claims: Iterable[Countable]) -> None:
        """Count (N, 52) more hands."""
        if not len(hands):
            return
        share = len(hands) / (self.hands + len(hands))
        for claim in claims:
            before = self.values.get(claim.text, 0.0)
            self.values[claim.text] = before + share * (claim.share(hands) - before)
        self.hands += len(hands)

    def to_json(self) -> dict[str, Any]:
        """Plain values, rounded to four decimals."""
        values = {text: round(value, 4) for text, value in self.values.items()}
        return {"hands": self.hands, "values": values}


def count_claims(
    files: Iterable[Records], claims: Mapping[Case, Sequence[Countable]]
) -> dict[Case, Count]:
    """The counts over several files, taken one after the other; every case is counted."""
    counts = {case: Count() for case in claims}
    for records in files:
        opening = _Beginnings(records, max(len(case.auction.calls) for case in claims))
        for case, about in claims.items():
            counts[case].add(opening.hands(case), about)
    return counts


class _Beginnings:
    """The first calls of recorded auctions, laid out to be searched."""

    def __init__(self, records: Records, width: int) -> None:
        self.records = records
        place = np.arange(width)
        flat = np.minimum(records.start[:, None] + place, len(records.calls) - 1)
        made = place < records.n_calls[:, None]
        self.calls = np.where(made, records.calls[flat], PAD).astype(np.uint8)  # (N, width)
        self.rows = {system: self._rows_of(system) for system in System}

    def _rows_of(self, system: System) -> np.ndarray:
        """The auctions in which both sides play the system."""
        codes = np.stack([self.records.system_ns, self.records.system_ew])
        return np.flatnonzero((codes == SYSTEM_CODE[system]).all(axis=0))

    def hands(self, case: Case) -> np.ndarray:
        """(M, 52) bool: the hands that made the call, where the later ones followed."""
        rows = self.rows[case.system]
        for place, made in enumerate(case.auction.calls):
            rows = rows[self.calls[rows, place] == made.index]
        caller = (self.records.dealer[rows] + case.place) % len(Seat)
        return np.asarray(owners(self.records.deal[rows]) == caller[:, None])
