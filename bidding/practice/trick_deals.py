"""Deals on which a person counts tricks, as players did in paper P2, section IX-C.

South declares, at notrump or in spades, and West leads. The results are double dummy, and the
deals among those that were held out from the training of the estimator of tricks.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

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


class TrickDeal(NamedTuple):
    """A deal as PBN writes it, from North, and its tricks at notrump and in spades."""

    pbn: str
    notrump: Counted
    spades: Counted

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form of an answer to a request."""
        hands = dict(zip("NESW", self.pbn.removeprefix("N:").split(), strict=True))
        return {"hands": hands, **{name: getattr(self, name)._asdict() for name in STRAINS}}


@dataclass
class TrickDeals:
    """Deals with the answers of one estimator, its version and sha256.

    ``layouts`` is the number of layouts of the opponents' cards behind an estimate from a pair.
    """

    estimator: dict[str, str]
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
        head = json.dumps({"estimator": self.estimator, "layouts": self.layouts})
        lines = map(json.dumps, self.deals)
        return head[:-1] + ', "deals": [\n' + ",\n".join(lines) + "\n]}\n"


def read_trick_deals(path: Path) -> TrickDeals:
    """Read a file of deals. Raises BadTrickDeals."""
    try:
        return TypeAdapter(TrickDeals).validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise BadTrickDeals(f"{path}: this is no file of deals to count: {error}") from error


@cache
def shipped_trick_deals() -> TrickDeals:
    """Return the deals that come with the program. Raises BadTrickDeals."""
    return read_trick_deals(SHIPPED)
