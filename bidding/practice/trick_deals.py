"""Deals on which a person counts tricks, as players did in paper P2, section IX-C.

South declares, at notrump or in spades, and West leads. The results are double dummy, and the
deals among those held out from the training of the estimator of tricks.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bidding.domain.table import Seat, Strain

DECLARER = Seat.S
STRAINS = {"notrump": Strain.NT, "spades": Strain.S}
SHIPPED = Path(__file__).with_name("trick_deals.json")


class BadTrickDeals(ValueError):
    """A file of deals that cannot be read; the message names the file and the fault."""


class Counted(NamedTuple):
    """Tricks of North and South in one strain: the result, and the estimator's answers."""

    tricks: int
    estimate: int
    estimate_from_pair: int
    """With the hands of North and South alone."""


@dataclass(frozen=True)
class TrickDeal:
    """A deal as PBN writes it, from North, and its tricks by the names of STRAINS."""

    pbn: str
    counted: Mapping[str, Counted]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form of an answer to a request."""
        hands = self.pbn.removeprefix("N:").split()
        results = {strain: counted._asdict() for strain, counted in self.counted.items()}
        return {"hands": {seat.name: hands[seat] for seat in Seat}, **results}


@dataclass
class TrickDeals:
    """Deals with the answers of one estimator, its version and sha256.

    ``layouts`` is the number of layouts of the opponents' cards behind an estimate from a pair.
    """

    estimator: Mapping[str, str]
    layouts: int
    deals: list[TrickDeal] = field(default_factory=list)

    def choose(self, seed: int, first: int, count: int) -> list[TrickDeal]:
        """Return the deals ``first``, ``first + 1`` ... of an order that follows from the seed.

        The order begins again after all deals.
        """
        order = list(range(len(self.deals)))
        random.Random(seed).shuffle(order)  # noqa: S311  (no secret: the seed names the deals)
        return [self.deals[order[place % len(order)]] for place in range(first, first + count)]

    def to_text(self) -> str:
        """Return the text of a file, one line for each deal."""
        head = json.dumps({"estimator": dict(self.estimator), "layouts": self.layouts})
        lines = [json.dumps([deal.pbn, *map(deal.counted.get, STRAINS)]) for deal in self.deals]
        return head[:-1] + ', "deals": [\n' + ",\n".join(lines) + "\n]}\n"


def read_trick_deals(path: Path) -> TrickDeals:
    """Read a file of deals. Raises BadTrickDeals."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        deals = [
            TrickDeal(
                pbn, {name: Counted(*one) for name, one in zip(STRAINS, counted, strict=True)}
            )
            for pbn, *counted in document["deals"]
        ]
        return TrickDeals(document["estimator"], document["layouts"], deals)
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise BadTrickDeals(f"{path}: this is no file of deals to count: {error}") from error


@cache
def shipped_trick_deals() -> TrickDeals:
    """Return the deals that come with the program. Raises BadTrickDeals."""
    return read_trick_deals(SHIPPED)
