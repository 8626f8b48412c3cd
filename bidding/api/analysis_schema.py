"""Named schemas of analyses: chances of contracts, and comparisons of next calls."""

from __future__ import annotations

from bidding.api.components import (
    COUNT,
    INTEGER,
    NUMBER,
    PROBABILITY,
    TEXT,
    array_of,
    by_name,
    component,
    described,
    map_of,
    object_of,
    or_null,
)
from bidding.api.problem_schema import MESSAGE_OR_NULL
from bidding.api.table_schema import CALL, MODEL, POSITION, SEAT, SEATS
from bidding.domain.table import Strain

TRICK_VALUES = 14  # 0 ... 13 tricks

TRICKS = component(
    "TrickChances",
    by_name([strain.name for strain in Strain], array_of(PROBABILITY, length=TRICK_VALUES)),
    "The chances of 0 to 13 tricks, by strain.",
)
CONTRACT_CHANCE = component(
    "ContractChance",
    object_of(
        {
            "bid": CALL,
            "declarer": SEAT,
            "chance": described(PROBABILITY, "that it makes"),
            "score": described(NUMBER, "expected points of the declarer's side"),
        }
    ),
    "An undoubled contract.",
)
CURRENT_CONTRACT = component(
    "CurrentContract",
    object_of(
        {
            "bid": CALL,
            "declarer": SEAT,
            "doubled": {**INTEGER, "enum": [1, 2, 4]},
            "chance": PROBABILITY,
            "scores": component(
                "ScoresByStake",
                object_of(dict.fromkeys(("1", "2", "4"), NUMBER)),
                "Expected points, undoubled, doubled and redoubled.",
            ),
        }
    ),
    "What is played if all pass now.",
)
IMPS = {
    "imps": described(NUMBER, "expected, over the other call"),
    "error": described(NUMBER, "standard error of imps"),
}
COMPARED_CALL = component(
    "ComparedCall",
    object_of(
        {
            "call": CALL,
            "probability": PROBABILITY,
            "imps": described(NUMBER, "expected, over the likeliest call"),
            "error": IMPS["error"],
            "score": described(NUMBER, "expected points"),
            "leads_to": array_of(
                component(
                    "LikelyContract",
                    object_of(
                        {
                            "contract": described(TEXT, "as it is written: 4SX by N"),
                            "share": described(PROBABILITY, "of the auctions after the call"),
                            "chance": or_null(
                                PROBABILITY, "that it makes in these; null if passed out"
                            ),
                        }
                    ),
                )
            ),
            "against": described(
                map_of(component("ImpDifference", object_of(IMPS))), "by each other call"
            ),
        }
    ),
)
COMPARISON = component(
    "CallComparison",
    object_of(
        {
            "seat": SEAT,
            "against": described(CALL, "the likeliest call"),
            "layouts": described(
                COUNT,
                "on which each call was bid on from: chosen by weight, some twelve of each 128 "
                "that were weighed",
            ),
            "best": or_null(
                CALL,
                "that the adviser prefers to the likeliest, else the one that wins most by these "
                "layouts where that is more than twice its error",
            ),
            "reason": or_null(
                TEXT, "how auctions end after the best call and the likeliest, and which won"
            ),
            "said": MESSAGE_OR_NULL,
            "calls": array_of(COMPARED_CALL),
        }
    ),
    "The viewer's plausible calls by where they lead, the model bidding on.",
)
ANALYSIS = component(
    "Analysis",
    object_of(
        {
            "position": POSITION,
            "model": MODEL,
            "estimator": described(MODEL, "of the tricks that layouts make"),
            "adviser": or_null(MODEL, "predicts what calls win; null where there is none"),
            "layouts": described(
                COUNT, "of the hidden cards, that were weighed and their tricks estimated"
            ),
            "effective": described(
                NUMBER,
                "how many equally likely layouts would tell as much; the weights are the square "
                "roots of how well layouts fit",
            ),
            "effective_full": described(
                NUMBER,
                "the same with weights that are not such roots: how few layouts fit well; never "
                "more than effective",
            ),
            "warning": or_null(
                TEXT,
                "said where few fit well: where effective is below 100, or effective_full below 25",
            ),
            "tricks": component(
                "TrickChancesByDeclarer",
                object_of(dict.fromkeys(SEATS, TRICKS)),
                "The chances of tricks, all hands seen and everybody playing best.",
            ),
            "contracts": described(
                array_of(CONTRACT_CHANCE),
                "every bid by whoever could play it: those, too, that the auction leaves no room "
                "for any more",
            ),
            "contract": or_null(CURRENT_CONTRACT, "null before the first bid"),
            "next_calls": or_null(
                COMPARISON, "null unless it is the viewer's turn and there is a choice"
            ),
        }
    ),
    "Which contracts make, and where the next calls lead.",
)
