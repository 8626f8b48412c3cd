"""Schemas of explanations and options: meanings of calls, and inferences on hands."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from bidding.api.http.openapi import BySuit, Count, JsonObject, Probability
from bidding.api.http.operations import Message, Model, Position, SuitName
from bidding.domain.conventions import Forcing, Kind
from bidding.domain.systems import System
from bidding.domain.table import RANKS
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import LEFT_OUT
from bidding.parsing.documents.fields import Named, enum

HCP_VALUES, LENGTH_VALUES = 38, 14  # 0 ... 37 points, 0 ... 13 cards
_SYSTEMS = [system.value for system in System]
_NUMBERS = {system: {"type": "number"} for system in _SYSTEMS}
NumberBySystem = Annotated[
    dict[str, float],
    Named(
        "NumberBySystem",
        {
            "type": "object",
            "properties": _NUMBERS,
            "required": _SYSTEMS,
            "additionalProperties": False,
        },
    ),
]
ForcingDegree = Annotated[
    str,
    enum("Forcing", [one.value for one in Forcing], "How long partner must bid on."),
]
CallKind = Annotated[str, enum("CallKind", [kind.value for kind in Kind], "What a call is for.")]
MeaningId = Annotated[
    str | None,
    Field(
        description="the vocabulary's name, with what the call asks or answers behind a colon "
        "(blackwood:S, ace_answer:2); null where no agreement is known"
    ),
]
MeaningName = Annotated[str, Field(description="Such as Raise, Natural, No agreement known")]
IntervalLevel = Annotated[float, Field(description="least share of hands in a range")]


class Ends(JsonObject):
    """A range, both included."""

    low: int
    high: int


class NearestRange(Ends):
    """The likely run of values whose probability is nearest to the interval level."""

    probability: Probability


class Range(Ends):
    """The shortest likely run of values that reaches the interval level."""

    median: int
    probability: Probability = Field(description="of low ... high, both included")
    nearest: NearestRange


class HcpDistribution(Range):
    """High-card points: their range, and the chance of each number."""

    probabilities: list[Probability] = Field(
        min_length=HCP_VALUES, max_length=HCP_VALUES, description="of 0 ... 37"
    )


class LengthDistribution(Range):
    """Cards of a suit: their range, and the chance of each."""

    probabilities: list[Probability] = Field(
        min_length=LENGTH_VALUES, max_length=LENGTH_VALUES, description="of 0 ... 13"
    )


class CardCount(JsonObject):
    """How many aces or kings a hand has."""

    expected: float
    distribution: list[Probability] = Field(description="of 0, 1, ... of them")


class KeyCardCount(CardCount):
    """How many of the four aces and the king of trumps a hand has; there once the side has asked
    with known trumps."""

    trump: SuitName


class MeaningMessages(JsonObject):
    """What the name and the sentence of a meaning were made of."""

    name: Message | None
    sentence: Message | None


class PromisedRange(JsonObject):
    """What partner may rely on, both ends included."""

    low: int | None = Field(description="null: open")
    high: int | None = Field(description="null: open")


class PromisedLengths(BySuit[PromisedRange]):
    """What partner may rely on of each suit."""


class Promise(JsonObject):
    """What all calls of the caller up to this one promise together; what is usual is narrower, see
    shows."""

    hcp: PromisedRange
    lengths: PromisedLengths


class Meaning(JsonObject):
    """What a call means in the words of bridge."""

    name: MeaningName
    id: MeaningId
    text: str = Field(description="the same as sentence")
    chance: Probability = Field(description="of this meaning; below 0.7 none is named")
    kind: CallKind | None
    artificial: Probability = Field(description="the chance that it is")
    forcing: ForcingDegree | None = Field(description="null where it is not known")
    asks: str | None
    tells: str | None
    trump: SuitName | None
    promises: Promise
    sentence: str
    said: MeaningMessages


class LengthRanges(BySuit[Range]):
    """The usual length of each suit."""


_Unclear = Annotated[
    bool,
    Field(
        description="the calls say something else of the hand, but too few hands fit to say what; "
        "in refined explanations alone"
    ),
]


class ShownHand(JsonObject):
    """The usual hands of the call to who sees no hand, not made to agree with the other hands as
    a moment's are."""

    hcp: Range
    lengths: LengthRanges
    sentence: str
    said: Message | None
    aces: CardCount
    kings: CardCount
    key_cards: KeyCardCount = LEFT_OUT
    unclear: _Unclear


class ExplainedCall(JsonObject):
    """A call, made or still to come: how expected it is, what it means and what it shows."""

    index: Count = Field(description="its place in the auction, from 0")
    seat: fields.Seat
    call: fields.Call
    probability: Probability = Field(description="to somebody who sees no hand")
    rank: int = Field(ge=1, description="1 is the likeliest, seeing no hand")
    likeliest: fields.Call = Field(description="the likeliest call, seeing no hand")
    surprise: Probability = Field(
        description="the share of calls, where the assumed systems are played, that are at least "
        "as unexpected; the viewer's own calls are judged by the own hand"
    )
    unusual: bool = Field(description="a surprise of at most 0.003")
    own_probability: Probability | None = Field(
        description="how likely the viewer's own hand was to make the call; null for the others' "
        "calls"
    )
    meaning: Meaning | None = Field(description="null if the model does not say")
    shows: ShownHand


class CallChance(JsonObject):
    """How likely a call is."""

    call: fields.Call
    probability: Probability


class LengthDistributions(BySuit[LengthDistribution]):
    """The length of each suit."""


class CardChances(
    BySuit[Annotated[list[Probability], Field(min_length=len(RANKS), max_length=len(RANKS))]]
):
    """The chance of each card, by suit from the ace down to the two."""


class HiddenHand(JsonObject):
    """What the viewer believes of a hand that is not seen. Aces, kings and key cards are in refined
    explanations alone."""

    hcp: HcpDistribution
    lengths: LengthDistributions
    cards: CardChances
    summary: str = Field(
        description="one sentence on the hand: what is promised, and what is usual beyond it"
    )
    said: Message | None
    aces: CardCount = LEFT_OUT
    kings: CardCount = LEFT_OUT
    key_cards: KeyCardCount = LEFT_OUT
    unclear: _Unclear = LEFT_OUT


class HiddenHands(JsonObject, extra="forbid"):
    """The hands that the viewer does not see, by seat."""

    N: HiddenHand = LEFT_OUT
    E: HiddenHand = LEFT_OUT
    S: HiddenHand = LEFT_OUT
    W: HiddenHand = LEFT_OUT


class Moment(JsonObject):
    """What the viewer knows after a number of calls."""

    n_calls: Count = Field(description="how many calls have been made")
    to_call: fields.Seat | None = Field(description="whose turn it is; null after the auction")
    hands: HiddenHands
    next_call: list[CallChance] = Field(description="every legal next call, the likeliest first")


class SystemReading(JsonObject):
    """Which system the calls of a side look like."""

    assumed: fields.System
    log_likelihoods: NumberBySystem = Field(
        description="of this side's calls under each system, the other side's as assumed; the "
        "viewer's own calls by the own hand, all others as seen by nobody"
    )
    posterior: NumberBySystem = Field(description="the same as chances, from equal ones")
    likeliest: fields.System
    sentence: str | None = Field(
        description="said where another system is clearly likelier than the assumed"
    )
    said: Message | None


class SystemReadings(JsonObject):
    """Which systems the calls look like."""

    ns: SystemReading
    ew: SystemReading


class AuctionSurprise(JsonObject):
    """How unexpected an auction is so far."""

    share: Probability = Field(
        description="of auctions of about as many calls in the assumed systems, those that are at "
        "least as unexpected"
    )
    counted: bool = Field(
        description="whether shares were counted on auctions held out from training; else they "
        "follow from the model's own chances"
    )
    sentence: str | None = Field(description="a warning of a rare auction")
    said: Message | None


class CallValue(JsonObject):
    """What an adviser predicts of a call."""

    call: fields.Call
    imps: float = Field(description="predicted to be won, over the likeliest call")
    error: float = Field(description="standard error of imps")


class BestCall(CallValue):
    """The call that is predicted to score best."""

    probability: Probability
    sentence: str
    said: Message | None


class Suggestion(JsonObject):
    """The next call."""

    seat: fields.Seat
    call: fields.Call = Field(description="the likeliest or agreed call")
    probability: Probability
    agreement: Probability | None = Field(
        description="the share of hands close to the viewer's that make the same call; null where "
        "another player is to call, or no hand is seen"
    )
    sentence: str
    said: Message | None
    best: BestCall | None = Field(
        description="wins over 0.5 IMPs, and twice their error, more, by prediction; null where "
        "the bidding allows none"
    )
    values: list[CallValue] = Field(
        description="of the calls with a probability of 0.05 or more, the likeliest first; empty "
        "without an adviser or system, or if `call` is agreed"
    )


class Explanation(JsonObject):
    """What the calls of an auction show about the hidden hands."""

    position: Position
    model: Model
    adviser: Model | None = Field(
        description="predicts what calls win; null where the model's weights have none"
    )
    refined: bool = Field(
        description="whether hidden hands were weighed by the chances of all their calls: then the "
        "hands of a moment have aces, kings and key_cards too, as calls show them; never after "
        "more than 48 calls"
    )
    interval_level: IntervalLevel
    systems: SystemReadings
    surprise: AuctionSurprise
    calls: list[ExplainedCall] = Field(description="what each call showed")
    moments: list[Moment] = Field(description="what the viewer knows after 0, 1, ... calls")
    suggestion: Suggestion | None = Field(description="null once the auction is over")


class Options(JsonObject):
    """What each call that may come next would show."""

    position: Position
    model: Model
    interval_level: IntervalLevel
    to_call: fields.Seat | None = Field(description="whose turn it is; null after the auction")
    options: list[ExplainedCall] = Field(
        description="every legal next call, the likeliest to who sees no hand first, with all that "
        "an explanation would say of it once made; empty where the auction is over"
    )
