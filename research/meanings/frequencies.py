"""Frequencies: how often agreements held for the caller's hand in recorded auctions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bidding.domain.messages import Message
from bidding.domain.table import Suit
from bidding.encoding.records import Records
from bidding.explaining.meanings.statements import (
    Count,
    Hands,
    Statement,
    Topic,
    numbers_between,
)
from research.meanings.agreements import Agreement
from research.meanings.catalogue import Case
from research.meanings.counting import count_claims

Frequencies = dict[str, Any]
"""The number of auctions, and shares of the callers' hands by the names of ``_shares``."""


@dataclass(frozen=True)
class Share:
    """A named share of hands, countable like a claim."""

    text: str
    of: Callable[[Hands], float]

    def share(self, hands: Hands) -> float:
        """Return the share; there is at least one hand."""
        return self.of(hands)


def count_frequencies(
    files: Iterable[Records], agreements: Sequence[Agreement]
) -> dict[Case, Frequencies]:
    """Count the auctions with each agreement, and the shares of hands; omit those without any."""
    counts = count_claims(files, {one.case: list(_shares(one)) for one in agreements})
    found = {case: count.to_json() for case, count in counts.items() if count.hands}
    return {case: {"auctions": one["hands"], **one["values"]} for case, one in found.items()}


def kept_frequencies(
    agreements: Iterable[Agreement], document: Mapping[str, Any]
) -> dict[Case, Frequencies]:
    """Return the frequencies in the document of agreements whose statements have not changed."""
    saved = [one for section in document["sections"] for one in section["agreements"]]
    before = {" ".join(one["auction"]): one for one in saved if one["held"]}
    found = {}
    for agreement in agreements:
        now, then = agreement.to_json(), before.get(agreement.case.words)
        if then and _counted(now) == _counted(then):
            found[agreement.case] = then["held"]
    return found


def _counted(agreement: Mapping[str, Any]) -> tuple[Any, str]:
    """Return what is counted of an agreement: what it promises, and its sentence but for its
    name."""
    return agreement["promises"], agreement["sentence"].partition(":")[2]


def _shares(agreement: Agreement) -> Iterator[Share]:
    """Yield the shares of hands with points as promised, with the length that fits worst as
    promised, and with all that the sentence states; the points where it states nothing of the
    hand."""
    promised = agreement.meaning.promised
    stated = [one for one in agreement.meaning.statements if one.count is not None]
    points = _statement(Topic.POINTS, Count.POINTS, promised.hcp)
    lengths = [_statement(Topic.LENGTHS, Count.LONGEST, promised.lengths[s], s) for s in Suit]
    yield Share("points", lambda hands: _share_of([points], hands))
    yield Share("lengths", lambda hands: min(_share_of([one], hands) for one in lengths))
    yield Share("share", lambda hands: _share_of(stated or [points], hands))


def _statement(topic: Topic, count: Count, ends: tuple[int, int], *suits: Suit) -> Statement:
    return Statement(topic, Message(""), count, numbers_between(*ends), suits)


def _share_of(statements: Sequence[Statement], hands: Hands) -> float:
    """Return the share of the hands for which all statements are true."""
    return float(np.all([one.true_of(hands) for one in statements], axis=0).mean())
