"""How often agreements held among recorded auctions, in what is counted of the caller's hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bidding.domain.messages import Message
from bidding.domain.table import Suit
from bidding.encoding.records import Records
from bidding.explaining.agreements.asking import Agreement
from bidding.explaining.meanings.statements import (
    Count,
    Hands,
    Statement,
    Topic,
    numbers_between,
)
from bidding.explaining.statements.catalogue import Case
from bidding.explaining.statements.counting import count_claims

Held = dict[str, Any]
"""The number of auctions, and the shares of the caller's hands, as ``_counted`` names them."""

_COUNTED = ("points", "lengths", "sentence")


@dataclass(frozen=True)
class Shares:
    """A share of hands under a name, as ``counting`` wants it of a claim."""

    text: str
    of: Callable[[Hands], float]

    def share(self, hands: Hands) -> float:
        """The share, of one hand at least."""
        return self.of(hands)


def count_held(files: Iterable[Records], agreements: Sequence[Agreement]) -> dict[Case, Held]:
    """Of each agreement that was made in auctions their number, and the shares of hands."""
    counts = count_claims(files, {one.case: list(_counted(one)) for one in agreements})
    found = {case: count.to_json() for case, count in counts.items() if count.hands}
    return {case: {"auctions": one["hands"], **one["values"]} for case, one in found.items()}


def kept(agreements: Iterable[Agreement], document: Mapping[str, Any]) -> dict[Case, Held]:
    """What the document says of those agreements that still say what was counted."""
    told = [one for section in document["sections"] for one in section["agreements"]]
    before = {" ".join(one["auction"]): one for one in told if one["held"]}
    found = {}
    for agreement in agreements:
        now, then = agreement.to_json(), before.get(agreement.case.words)
        if then and all(now[name] == then[name] for name in _COUNTED):
            found[agreement.case] = then["held"]
    return found


def _counted(agreement: Agreement) -> Iterator[Shares]:
    """Points in the range; the length whose range fits least; all that the sentence says, or
    where it says nothing of the hand, the points.
    """
    facts, said = agreement.call.shows.facts, agreement.meaning.statements
    points = _statement(Topic.POINTS, Count.POINTS, facts.hcp)
    lengths = [_statement(Topic.LENGTHS, Count.LONGEST, facts.intervals[s], s) for s in Suit]
    yield Shares("points", lambda hands: _share_of([points], hands))
    yield Shares("lengths", lambda hands: min(_share_of([one], hands) for one in lengths))
    yield Shares("share", lambda hands: _share_of(said or [points], hands))


def _statement(topic: Topic, count: Count, ends: tuple[int, int], *suits: Suit) -> Statement:
    return Statement(topic, Message(""), count, numbers_between(*ends), suits)


def _share_of(statements: Sequence[Statement], hands: Hands) -> float:
    """The share of the hands that each of the statements is true of."""
    return float(np.all([one.true_of(hands) for one in statements], axis=0).mean())
