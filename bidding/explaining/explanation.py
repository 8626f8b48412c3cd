"""The answer: frozen objects, and the JSON that follows them.

Probabilities in JSON are rounded to six decimals, so sums are exact to about 1e-5.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.messages import Message, message_json
from bidding.domain.position import Position
from bidding.domain.table import Seat, Suit
from bidding.explaining.distributions import (
    CALL_NAMES,
    DECIMALS,
    INTERVAL_LEVEL,
    CallChance,
    ChanceTable,
    Distribution,
    Facts,
    HandTable,
)
from bidding.explaining.meanings.answers import HonourCounts
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.statements import NOTHING_PROMISED, Promise, hand_summary
from bidding.explaining.surprise import SystemEvidence
from bidding.explaining.wording import call_sentence, call_warning
from bidding.networks.advice_head import MARGIN, SURE_ERRORS
from bidding.networks.checkpoint import ModelInfo
from bidding.parsing.documents.position_documents import position_to_json
from bidding.yielding import yield_point

_IMP_DECIMALS = 2
_SUITS = tuple(suit.name for suit in Suit)


@dataclass(frozen=True, eq=False)
class Shape:
    """HCP and the length of each suit (S H D C) of one hidden hand: a row of a table."""

    table: HandTable
    row: int

    @cached_property
    def hcp(self) -> Distribution:
        """The distribution over 0 ... 37 high-card points."""
        return Distribution(tuple(self.table.hcp[self.row].tolist()))

    @cached_property
    def lengths(self) -> tuple[Distribution, ...]:
        """The distribution over 0 ... 13 cards of each suit."""
        return tuple(Distribution(tuple(suit)) for suit in self.table.lengths[self.row].tolist())

    @property
    def facts(self) -> Facts:
        """The facts that sentences are made of."""
        return self.table.facts[self.row]

    def to_json(self) -> dict[str, Any]:
        """Return intervals, their probabilities, and medians."""
        hcp, lengths = self.table.ranges_json[self.row]
        return {
            "hcp": _range_json(*hcp),
            "lengths": {suit: _range_json(*r) for suit, r in zip(_SUITS, lengths, strict=True)},
        }

    def whole_json(self) -> dict[str, Any]:
        """Return the same with all probabilities, and the cards by suit (A K Q ... 2)."""
        table, row = self.table, self.row
        hcp, lengths = table.ranges_json[row]
        suits = zip(_SUITS, lengths, table.lengths_json[row], strict=True)
        return {
            "hcp": _range_json(*hcp) | {"probabilities": table.hcp_json[row]},
            "lengths": {suit: _range_json(*r) | {"probabilities": p} for suit, r, p in suits},
            "cards": dict(zip(_SUITS, table.cards_json[row], strict=True)),
        }


@dataclass(frozen=True, eq=False)
class HiddenHand:
    """The viewer's belief about one hidden hand; ``honours`` is set in refined answers only.

    ``promise`` is what the player's calls have told everybody; ``cards_in_view`` if the viewer's
    own cards are known, which the belief then takes into account.

    ``cards`` are 52 probabilities in card order, consistent over the hidden hands: those of each
    unseen card add up to 1, those of each hand to 13, and the viewer's own cards have 0.
    """

    seat: Seat
    shape: Shape
    honours: HonourCounts | None = None
    promise: Promise = NOTHING_PROMISED
    cards_in_view: bool = False

    @cached_property
    def summary(self) -> Message:
        """One sentence about the hand."""
        return hand_summary(
            self.seat, self.promise, self.shape.facts, cards_in_view=self.cards_in_view
        )

    @cached_property
    def cards(self) -> tuple[float, ...]:
        """The probability of each card."""
        return tuple(self.shape.table.cards[self.shape.row].tolist())

    def to_json(self) -> dict[str, Any]:
        """Return ranges and probabilities, cards by suit (A K Q ... 2) and the summary."""
        words = {"summary": self.summary, "said": message_json(self.summary)}
        honours = {} if self.honours is None else self.honours.to_json()
        return {**self.shape.whole_json(), **words, **honours}


@dataclass(frozen=True)
class ExplainedCall:
    """A call of the auction, or a possible next call: its probability and what it shows.

    ``probability`` and ``rank`` (1 is the likeliest) are those for a spectator, who knows the
    earlier calls and no hand; ``own_probability`` is that given the caller's hand, if the viewer
    made the call. ``surprise`` is the share of calls, in auctions of the assumed system, that are
    at least as unexpected; the viewer's own calls are rated given the viewer's hand. ``shows`` is
    a spectator's belief about the caller's hand after the call. The hands of a spectator's
    ``Moment``, which are made consistent, may differ slightly: see ``beliefs.CallBeliefs``.
    ``meaning`` is None if the network has no meaning heads.
    """

    index: int
    seat: Seat
    call: Call
    probability: float
    rank: int
    likeliest: Call
    surprise: float
    unusual: bool
    own_probability: float | None
    shows: Shape
    meaning: CallMeaning | None
    honours: HonourCounts

    @cached_property
    def sentence(self) -> Message:
        """One sentence about what the call shows."""
        warning = call_warning(self.probability, self.own_probability) if self.unusual else ""
        return call_sentence(self.seat, self.call, self.shows.facts, warning)

    def to_json(self) -> dict[str, Any]:
        """Return all of it, the shape as intervals."""
        own = self.own_probability
        return {
            "index": self.index,
            "seat": self.seat.name,
            "call": CALL_NAMES[self.call.index],
            "probability": _rounded(self.probability),
            "rank": self.rank,
            "likeliest": CALL_NAMES[self.likeliest.index],
            "surprise": _rounded(self.surprise),
            "unusual": self.unusual,
            "own_probability": None if own is None else _rounded(own),
            "meaning": None if self.meaning is None else self.meaning.to_json(),
            "shows": {
                **self.shows.to_json(),
                "sentence": self.sentence,
                "said": message_json(self.sentence),
                **self.honours.to_json(),
            },
        }


@dataclass(frozen=True, eq=False)
class Moment:
    """The viewer's beliefs after the first ``n_calls`` calls."""

    n_calls: int
    to_call: Seat | None
    hands: tuple[HiddenHand, ...]
    chances: ChanceTable
    row: int

    @cached_property
    def next_call(self) -> tuple[CallChance, ...]:
        """All legal calls of the player to call, likeliest first; empty after the auction."""
        chances = self.chances.chances[self.row].tolist()
        return tuple(CallChance(ALL_CALLS[c], chances[c]) for c in self.chances.order[self.row])

    def to_json(self) -> dict[str, Any]:
        """Return all of it, hands by seat."""
        yield_point()
        return {
            "n_calls": self.n_calls,
            "to_call": None if self.to_call is None else self.to_call.name,
            "hands": {hand.seat.name: hand.to_json() for hand in self.hands},
            "next_call": self.chances.json[self.row],
        }


@dataclass(frozen=True)
class AuctionSurprise:
    """The share of auctions of about the same length, under the assumed systems, that are at least
    as unexpected; ``counted`` in auctions held out from training, else by the model's own
    probabilities. The sentence is a warning about a rare auction."""

    share: float
    counted: bool
    sentence: str | None

    def to_json(self) -> dict[str, Any]:
        """Return all of it."""
        return {
            "share": _rounded(self.share),
            "counted": self.counted,
            "sentence": self.sentence,
            "said": message_json(self.sentence),
        }


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
    """The likeliest next call, and a sentence that also names the alternatives; where it goes
    against what the bidding so far asks for, the call that does not.

    ``agreement`` is the share of hands similar to the viewer's that make the same call; None if
    another player is to call, or no hand is seen. ``values`` are those of the plausible calls, the
    likeliest first, and ``best`` the call that wins most if it wins enough; empty and None without
    an adviser, and where there is no agreement. Over partner's forcing bid the likeliest bid stands
    for a pass, with none of these.
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


@dataclass(frozen=True)
class Explanation:
    """The whole answer; ``moments`` has one entry for each number of calls, 0 to all.

    ``system_evidence`` is that of N-S and E-W; empty if systems were not compared. ``refined``
    is True if hidden hands were weighted by the likelihood of all their calls (``inference``).
    ``adviser`` is the network that values the next calls, if there is one.
    """

    position: Position
    model: ModelInfo
    system_evidence: tuple[SystemEvidence, ...]
    surprise: AuctionSurprise
    calls: tuple[ExplainedCall, ...]
    moments: tuple[Moment, ...]
    suggestion: Suggestion | None
    refined: bool
    adviser: ModelInfo | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings that calls fit another system better, or that the auction is rare."""
        evidence = (side.sentence for side in self.system_evidence)
        sentences = (*evidence, self.surprise.sentence)
        return tuple(sentence for sentence in sentences if sentence is not None)

    def to_json(self) -> dict[str, Any]:
        """The document of the API, of plain JSON values."""
        return {
            "position": position_to_json(self.position),
            "model": self.model.to_dict(),
            "adviser": None if self.adviser is None else self.adviser.to_dict(),
            "refined": self.refined,
            "interval_level": INTERVAL_LEVEL,
            "systems": {one.side.name.lower(): one.to_json() for one in self.system_evidence},
            "surprise": self.surprise.to_json(),
            "calls": [call.to_json() for call in self.calls],
            "moments": [moment.to_json() for moment in self.moments],
            "suggestion": None if self.suggestion is None else self.suggestion.to_json(),
        }


@dataclass(frozen=True)
class Options:
    """Every legal next call, the likeliest for a spectator first; empty after the auction.

    Each is explained as in ``Explanation.calls``, had it been made.
    """

    position: Position
    model: ModelInfo
    calls: tuple[ExplainedCall, ...]

    def to_json(self) -> dict[str, Any]:
        """The document of the API, of plain JSON values."""
        turn = self.position.auction.turn
        return {
            "position": position_to_json(self.position),
            "model": self.model.to_dict(),
            "interval_level": INTERVAL_LEVEL,
            "to_call": None if turn is None else turn.name,
            "options": [call.to_json() for call in self.calls],
        }


def _range_json(
    low: int, high: int, median: int, probability: float, *nearest: float
) -> dict[str, Any]:
    """Return the interval of at least the level, and the one nearest to the level."""
    near = dict(zip(("low", "high", "probability"), nearest, strict=True))
    return {
        "low": low,
        "high": high,
        "median": median,
        "probability": probability,
        "nearest": near,
    }


def _rounded(p: float) -> float:
    return round(p, DECIMALS)
