"""Named schemas of explanations and options: meanings of calls, and inferences on hands."""

from __future__ import annotations

from bidding.api.http.openapi import (
    BOOLEAN,
    COUNT,
    INTEGER,
    NUMBER,
    PROBABILITY,
    TEXT,
    Schema,
    array_of,
    by_name,
    component,
    described,
    enum,
    object_of,
    or_null,
)
from bidding.api.http.operations import (
    CALL,
    MESSAGE_OR_NULL,
    MODEL,
    POSITION,
    PROBABILITIES,
    SEAT,
    SEATS,
    SUIT,
    SUITS,
    SYSTEM,
)
from bidding.domain.conventions import Forcing, Kind
from bidding.domain.systems import System
from bidding.domain.table import RANKS

HCP_VALUES, LENGTH_VALUES = 38, 14  # 0 ... 37 points, 0 ... 13 cards

_ENDS = {"low": INTEGER, "high": INTEGER}
NEAREST = component(
    "NearestRange",
    object_of({**_ENDS, "probability": PROBABILITY}),
    "The likely run of values whose probability is nearest to the interval level.",
)
_RANGE = {
    **_ENDS,
    "median": INTEGER,
    "probability": described(PROBABILITY, "of low ... high, both included"),
    "nearest": NEAREST,
}
RANGE = component(
    "Range", object_of(_RANGE), "The shortest likely run of values that reaches the interval level."
)


def _distribution(name: str, values: int, description: str) -> Schema:
    chances = described(array_of(PROBABILITY, length=values), f"of 0 ... {values - 1}")
    return component(name, object_of({**_RANGE, "probabilities": chances}), description)


HCP_DISTRIBUTION = _distribution(
    "HcpDistribution", HCP_VALUES, "High-card points: their range, and the chance of each number."
)
LENGTH_DISTRIBUTION = _distribution(
    "LengthDistribution", LENGTH_VALUES, "Cards of a suit: their range, and the chance of each."
)
_COUNTED = {
    "expected": NUMBER,
    "distribution": described(PROBABILITIES, "of 0, 1, ... of them"),
}
CARD_COUNT = component("CardCount", object_of(_COUNTED), "How many aces or kings a hand has.")
KEY_CARD_COUNT = component(
    "KeyCardCount",
    object_of({"trump": SUIT, **_COUNTED}),
    "How many of the four aces and the king of trumps a hand has; there once the side has asked "
    "with known trumps.",
)
COUNTS = {
    "aces": CARD_COUNT,
    "kings": CARD_COUNT,
    "key_cards": KEY_CARD_COUNT,
    "unclear": described(
        BOOLEAN,
        "the calls say something else of the hand, but too few hands fit to say what; in refined "
        "explanations alone",
    ),
}
FORCING = enum("Forcing", [force.value for force in Forcing], "How long partner must bid on.")
MEANING_ID = or_null(
    TEXT,
    "the vocabulary's name, with what the call asks or answers behind a colon (blackwood:S, "
    "ace_answer:2); null where no agreement is known",
)
MEANING_NAME = described(TEXT, "Natural, or No agreement known, without one")
NAME_AND_SENTENCE = component(
    "MeaningMessages", object_of({"name": MESSAGE_OR_NULL, "sentence": MESSAGE_OR_NULL})
)
_PROMISED_ENDS = {name: or_null(INTEGER, "null: open") for name in ("low", "high")}
PROMISED_RANGE = component(
    "PromisedRange", object_of(_PROMISED_ENDS), "What partner may rely on, both ends included."
)
PROMISE = component(
    "Promise",
    object_of(
        {
            "hcp": PROMISED_RANGE,
            "lengths": component("PromisedLengths", by_name(SUITS, PROMISED_RANGE)),
        }
    ),
    "What all calls of the caller up to this one promise together; what is usual is narrower, see "
    "shows.",
)
MEANING = component(
    "Meaning",
    object_of(
        {
            "name": MEANING_NAME,
            "id": MEANING_ID,
            "text": described(TEXT, "the same as sentence"),
            "chance": described(PROBABILITY, "of this meaning; below 0.7 none is named"),
            "kind": or_null(enum("CallKind", [kind.value for kind in Kind], "What a call is for.")),
            "artificial": described(PROBABILITY, "the chance that it is"),
            "forcing": or_null(FORCING, "null where it is not known"),
            "asks": or_null(TEXT),
            "tells": or_null(TEXT),
            "trump": or_null(SUIT),
            "promises": PROMISE,
            "sentence": TEXT,
            "said": NAME_AND_SENTENCE,
        }
    ),
    "What a call means in the words of bridge.",
)
LENGTH_RANGES = component("LengthRanges", by_name(SUITS, RANGE))
SHOWN = component(
    "ShownHand",
    object_of(
        {
            "hcp": RANGE,
            "lengths": LENGTH_RANGES,
            "sentence": TEXT,
            "said": MESSAGE_OR_NULL,
            **COUNTS,
        },
        required=["hcp", "lengths", "sentence", "said", "aces", "kings", "unclear"],
    ),
    "The usual hands of the call to somebody who sees no hand, whoever asks; not yet made to agree "
    "with the other hands, as a moment's hands are.",
)
EXPLAINED_CALL = component(
    "ExplainedCall",
    object_of(
        {
            "index": described(COUNT, "its place in the auction, from 0"),
            "seat": SEAT,
            "call": CALL,
            "probability": described(PROBABILITY, "to somebody who sees no hand"),
            "rank": {**INTEGER, "minimum": 1, "description": "1 is the likeliest, seeing no hand"},
            "likeliest": described(CALL, "the likeliest call, seeing no hand"),
            "surprise": described(
                PROBABILITY,
                "the share of calls, where the assumed systems are played, that are at least as "
                "unexpected; the viewer's own calls are judged by the own hand",
            ),
            "unusual": described(BOOLEAN, "a surprise of at most 0.003"),
            "own_probability": or_null(
                PROBABILITY,
                "how likely the viewer's own hand was to make the call; null for the others' calls",
            ),
            "meaning": or_null(MEANING, "null if the model does not say"),
            "shows": SHOWN,
        }
    ),
    "A call, made or still to come: how expected it is, what it means and what it shows.",
)
CALL_CHANCE = component("CallChance", object_of({"call": CALL, "probability": PROBABILITY}))
HIDDEN_HAND = component(
    "HiddenHand",
    object_of(
        {
            "hcp": HCP_DISTRIBUTION,
            "lengths": component("LengthDistributions", by_name(SUITS, LENGTH_DISTRIBUTION)),
            "cards": component(
                "CardChances",
                by_name(SUITS, array_of(PROBABILITY, length=len(RANKS))),
                "The chance of each card, by suit from the ace down to the two.",
            ),
            "summary": described(
                TEXT, "one sentence on the hand: what is promised, and what is usual beyond it"
            ),
            "said": MESSAGE_OR_NULL,
            **COUNTS,
        },
        required=["hcp", "lengths", "cards", "summary", "said"],
    ),
    "What the viewer believes of a hand that is not seen. Aces, kings and key cards are in refined "
    "explanations alone.",
)
MOMENT = component(
    "Moment",
    object_of(
        {
            "n_calls": described(COUNT, "how many calls have been made"),
            "to_call": or_null(SEAT, "whose turn it is; null once the auction is over"),
            "hands": component(
                "HiddenHands",
                object_of(dict.fromkeys(SEATS, HIDDEN_HAND), required=[], extra=False),
                "The hands that the viewer does not see, by seat.",
            ),
            "next_call": described(
                array_of(CALL_CHANCE), "every legal next call, the likeliest first"
            ),
        }
    ),
    "What the viewer knows after a number of calls.",
)
BY_SYSTEM = component(
    "NumberBySystem", object_of({system.value: NUMBER for system in System}, extra=False)
)
READING = component(
    "SystemReading",
    object_of(
        {
            "assumed": SYSTEM,
            "log_likelihoods": described(
                BY_SYSTEM,
                "of this side's calls under each system, the other side's as assumed; the viewer's "
                "own calls by the own hand, all others as seen by nobody",
            ),
            "posterior": described(BY_SYSTEM, "the same as chances, from equal ones"),
            "likeliest": SYSTEM,
            "sentence": or_null(
                TEXT, "said where another system is clearly likelier than the assumed"
            ),
            "said": MESSAGE_OR_NULL,
        }
    ),
    "Which system the calls of a side look like.",
)
SURPRISE = component(
    "AuctionSurprise",
    object_of(
        {
            "share": described(
                PROBABILITY,
                "of auctions of about as many calls in the assumed systems, those that are at "
                "least as unexpected",
            ),
            "counted": described(
                BOOLEAN,
                "whether shares were counted on auctions kept from training; else they follow from "
                "the model's own chances",
            ),
            "sentence": or_null(TEXT, "a warning of a rare auction"),
            "said": MESSAGE_OR_NULL,
        }
    ),
    "How unexpected an auction is so far.",
)
_VALUE = {
    "call": CALL,
    "imps": described(NUMBER, "predicted to be won, over the likeliest call"),
    "error": described(NUMBER, "standard error of imps"),
}
CALL_VALUE = component("CallValue", object_of(_VALUE), "What an adviser predicts of a call.")
BEST_CALL = component(
    "BestCall",
    object_of(
        {**_VALUE, "probability": PROBABILITY, "sentence": TEXT, "said": MESSAGE_OR_NULL},
    ),
    "The call that is predicted to score best.",
)
SUGGESTION = component(
    "Suggestion",
    object_of(
        {
            "seat": SEAT,
            "call": described(CALL, "the likeliest call"),
            "probability": PROBABILITY,
            "agreement": or_null(
                PROBABILITY,
                "the share of hands close to the viewer's that make the same call; null where "
                "another player is to call, or no hand is seen",
            ),
            "sentence": TEXT,
            "said": MESSAGE_OR_NULL,
            "best": or_null(
                BEST_CALL,
                "a call that is predicted to win more than 0.5 IMPs, and more than twice their "
                "error, over the likeliest; null where none is, where it is not the viewer's turn "
                "or the viewer sees no hand, and without an adviser",
            ),
            "values": described(
                array_of(CALL_VALUE),
                "of the calls with a probability of 0.05 or more, the likeliest first; empty "
                "where no call is advised",
            ),
        }
    ),
    "The next call.",
)
INTERVAL_LEVEL = described(NUMBER, "least share of hands in a range")
EXPLANATION = component(
    "Explanation",
    object_of(
        {
            "position": POSITION,
            "model": MODEL,
            "adviser": or_null(
                MODEL, "predicts what calls win; null where the model's weights have none"
            ),
            "refined": described(
                BOOLEAN,
                "whether hidden hands were weighed by the chances of all their calls: then the "
                "hands of a moment have aces, kings and key_cards too, as calls show them; never "
                "after more than 48 calls",
            ),
            "interval_level": INTERVAL_LEVEL,
            "systems": component(
                "SystemReadings",
                object_of({"ns": READING, "ew": READING}),
                "Which systems the calls look like.",
            ),
            "surprise": SURPRISE,
            "calls": described(array_of(EXPLAINED_CALL), "what each call showed"),
            "moments": described(array_of(MOMENT), "what the viewer knows after 0, 1, ... calls"),
            "suggestion": or_null(SUGGESTION, "null once the auction is over"),
        }
    ),
    "What the calls of an auction show about the hidden hands.",
)
OPTIONS = component(
    "Options",
    object_of(
        {
            "position": POSITION,
            "model": MODEL,
            "interval_level": INTERVAL_LEVEL,
            "to_call": or_null(SEAT, "whose turn it is; null once the auction is over"),
            "options": described(
                array_of(EXPLAINED_CALL),
                "every legal next call, the likeliest to somebody who sees no hand first, with all "
                "that an explanation would say of it once it were made; empty where the auction is "
                "over",
            ),
        }
    ),
    "What each call that may come next would show.",
)
