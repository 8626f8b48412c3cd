"""Counts of the claims that hold in recorded auctions; the tolerances rest on these counts.

A deal counts if its auction begins with the rule's calls and both sides play its system, whoever
dealt and whoever was vulnerable. Where the caller's side has options of a convention card, its card
must have them, and may depart from the system in other choices; the other side may play anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from bidding.domain.convention_card import CHOICES
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side
from bidding.encoding.layout import AS_IN_BASE, PAD, SYSTEM_CODE
from bidding.encoding.records import Records, owners
from research.meanings.catalogue import Case


class Countable(Protocol):
    """A claim, or anything else that has a value in hands."""

    @property
    def text(self) -> str:
        """The name."""

    def share(self, hands: np.ndarray) -> float:
        """Return the value in (N, 52) bool hands that made the call; N is at least 1."""


@dataclass
class Count:
    """The hands that made a call, and the mean value of each claim over them, by its text."""

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
        """Return plain values, rounded to four decimals."""
        values = {text: round(value, 4) for text, value in self.values.items()}
        return {"hands": self.hands, "values": values}


def count_claims(
    files: Iterable[Records], claims: Mapping[Case, Sequence[Countable]]
) -> dict[Case, Count]:
    """Count every case over several files, one file at a time."""
    counts = {case: Count() for case in claims}
    for records in files:
        beginnings = _Beginnings(records, max(len(case.auction.calls) for case in claims))
        for case, about in claims.items():
            counts[case].add(beginnings.hands(case), about)
    return counts


class _Beginnings:
    """The first calls of recorded auctions as a table, to be searched."""

    def __init__(self, records: Records, width: int) -> None:
        self.records = records
        place = np.arange(width)
        flat = np.minimum(records.start[:, None] + place, len(records.calls) - 1)
        made = place < records.n_calls[:, None]
        self.calls = np.where(made, records.calls[flat], PAD).astype(np.uint8)  # (N, width)
        self.systems = np.stack([records.system_ns, records.system_ew])
        self.rows = {system: self._rows_of(system) for system in System}

    def _rows_of(self, system: System) -> np.ndarray:
        """Return the auctions in which both sides play the system as it is."""
        plain = (self.systems == SYSTEM_CODE[system]).all(axis=0)
        return np.flatnonzero(plain & (self.records.changes == 0))

    def _rows_with(self, case: Case) -> np.ndarray:
        """Return the auctions in which the caller's side has the system and the options."""
        side = (self.records.dealer.astype(int) + case.place) % len(Side)
        has = self.systems[side, np.arange(len(side))] == SYSTEM_CODE[case.system]
        options = dict(case.options)
        for place, choice in enumerate(CHOICES):
            if choice.id in options:
                option = choice.option(options[choice.id])
                stated = AS_IN_BASE if option == choice.default(case.system) else option
                has &= self.records.choices[self.records.card, side, place] == stated
        return np.flatnonzero(has)

    def hands(self, case: Case) -> np.ndarray:
        """Return (M, 52) bool hands that made the call where the later calls followed."""
        rows = self._rows_with(case) if case.options else self.rows[case.system]
        for place, made in enumerate(case.auction.calls):
            rows = rows[self.calls[rows, place] == made.index]
        caller = (self.records.dealer[rows] + case.place) % len(Seat)
        return np.asarray(owners(self.records.deal[rows]) == caller[:, None])
