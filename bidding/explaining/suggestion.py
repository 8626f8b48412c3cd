"""The suggested next call: the likeliest, and beside it the one that an adviser finds best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bidding.domain.calls import Call
from bidding.domain.messages import Message, message_json
from bidding.domain.table import Seat
from bidding.explaining.tables import CALL_NAMES, DECIMALS
from bidding.networks.advice_head import MARGIN, SURE_ERRORS

_IMP_DECIMALS = 2


@dataclass(frozen=True)
class CallChance:
    """A legal call and its probability."""

    call: Call
    probability: float

    def to_json(self) -> dict[str, Any]:
        """Return call and probability."""
        return {"call": CALL_NAMES[self.call.index], "probability": _rounded(self.probability)}


@dataclass(frozen=True)
class CallValue:
    """A plausible call, the IMPs that it is predicted to win over the likeliest, and their standard
    error."""

    call: Call
    imps: float
    error: float

    @property
    def is_better(self) -> bool:
        """True if that is reason to leave the likeliest call, and hardly chance."""
        return self.imps > max(MARGIN, SURE_ERRORS * self.error)

    def to_json(self) -> dict[str, Any]:
        """Return all of it."""
        return {
            "call": CALL_NAMES[self.call.index],
            "imps": round(self.imps, _IMP_DECIMALS),
            "error": round(self.error, _IMP_DECIMALS),
        }


@dataclass(frozen=True)
class BestCall:
    """A call that is predicted to win more than the likeliest, and a sentence on it."""

    value: CallValue
    probability: float
    sentence: Message

    def to_json(self) -> dict[str, Any]:
        """Return all of it."""
        return {
            **self.value.to_json(),
            "probability": _rounded(self.probability),
            "sentence": self.sentence,
            "said": message_json(self.sentence),
        }


@dataclass(frozen=True)
class Suggestion:
    """The likeliest next call, and a sentence that also names the alternatives.

    ``agreement`` is the share of hands similar to the viewer's that make the same call; None if
    another player is to call, or no hand is seen. ``values`` are those of the plausible calls, the
    likeliest first, and ``best`` the call that wins most if it wins enough; empty and None without
    an adviser, and where there is no agreement.
    """

    seat: Seat
    chance: CallChance
    sentence: str
    agreement: float | None = None
    values: tuple[CallValue, ...] = ()
    best: BestCall | None = None

    def to_json(self) -> dict[str, Any]:
        """Return all of it."""
        agreement = None if self.agreement is None else _rounded(self.agreement)
        words = {"sentence": self.sentence, "said": message_json(self.sentence)}
        return {
            "seat": self.seat.name,
            **self.chance.to_json(),
            "agreement": agreement,
            **words,
            "best": None if self.best is None else self.best.to_json(),
            "values": [value.to_json() for value in self.values],
        }


def _rounded(p: float) -> float:
    return round(p, DECIMALS)
