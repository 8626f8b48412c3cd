"""Named schemas of analyses, of reviews of played boards, and of robots' calls."""

from __future__ import annotations

from bidding.api.http.openapi import (
    BOOLEAN,
    COUNT,
    INTEGER,
    NUMBER,
    PROBABILITY,
    TEXT,
    array_of,
    by_name,
    component,
    described,
    enum,
    map_of,
    named,
    object_of,
    or_null,
    schema_of,
)
from bidding.api.http.operations import CALL, CALLS, MESSAGE_OR_NULL, MODEL, POSITION, SEAT, SEATS
from bidding.api.questions.explanation_schema import CALL_VALUE
from bidding.domain.table import Strain
from bidding.parsing.documents.fields import AllHands
from bidding.parsing.documents.position_documents import BiddingTableDocument, PlayedBoardDocument
from bidding.parsing.formats.recorded_boards import MOST_TRICKS
from bidding.practice.practice_documents import OF_A_BOARD, BoardId

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
_TRICKS = {**COUNT, "maximum": MOST_TRICKS}
_TAKEN = or_null(_TRICKS, "tricks that declarer took, where known")
REVIEW_QUESTION = component(
    "ReviewQuestion",
    schema_of(PlayedBoardDocument, "validation"),
    "A played board to review. Systems are named as in questions about positions.",
)
PLAYED_BOARD = component("PlayedBoard", schema_of(PlayedBoardDocument))
_SOURCE = enum(
    "TrickSource",
    ["solver", "estimator"],
    "Where tricks come from: the double dummy solver, or the likeliest number by the estimator.",
)
_GRADE = enum(
    "Grade",
    ["best", "scores_best", "also_usual", "rare", "mistake"],
    "best: the likeliest call with the hand; scores_best: another, the `best` one; also_usual: "
    "10 % or more of hands like it make the call; rare: fewer do; mistake: rare, and it loses "
    "points.",
)
REVIEWED_CALL = component(
    "ReviewedCall",
    object_of(
        {
            "index": COUNT,
            "seat": SEAT,
            "call": CALL,
            "grade": or_null(_GRADE, "null where the hand is not known, and before `graded_from`"),
            "frequency": or_null(PROBABILITY, "the share of hands like this one that call so"),
            "usual": or_null(
                component(
                    "UsualCall",
                    object_of({"call": CALL, "frequency": PROBABILITY}),
                    "The likeliest call with the hand.",
                )
            ),
            "best": or_null(
                CALL_VALUE,
                "the call that is predicted to score best, over the usual one; null where that is "
                "the usual one, and where its gain is within 0.5 IMPs or twice its error",
            ),
            "points_lost": or_null(
                component(
                    "PointsLost",
                    object_of(
                        {
                            "mean": described(INTEGER, "below zero where the call gains"),
                            "error": described(COUNT, "standard error of mean"),
                        }
                    ),
                    "Expected points that the call loses against the usual one, by layouts of the "
                    "hidden cards as the caller could expect them.",
                ),
                "null where it was not computed: of calls that are not rare, and beyond a number "
                "of rare ones",
            ),
            "costly": described(BOOLEAN, "the first mistake of its side"),
            "sentence": TEXT,
            "said": MESSAGE_OR_NULL,
        }
    ),
    "A call of the auction, with the caller's own hand.",
)
_NS_SCORE = "points of N-S"
REVIEW = component(
    "ReviewResult",
    object_of(
        {
            "board": PLAYED_BOARD,
            "model": MODEL,
            "estimator": described(MODEL, "of the tricks that layouts make"),
            "adviser": or_null(
                MODEL, "predicts what calls win; null where the model's weights have none"
            ),
            "calls": array_of(REVIEWED_CALL),
            "contract": or_null(
                component(
                    "ReviewedContract",
                    object_of(
                        {
                            "contract": described(TEXT, "as it is written: 4SX"),
                            "declarer": SEAT,
                            "tricks": or_null(
                                _TRICKS, "double dummy; null unless four hands are known"
                            ),
                            "source": or_null(_SOURCE, "null without tricks"),
                            "made": or_null(BOOLEAN, "with these tricks"),
                            "score": or_null(INTEGER, _NS_SCORE),
                            "actual_tricks": _TAKEN,
                            "actual_score": or_null(INTEGER, _NS_SCORE),
                        }
                    ),
                ),
                "null while the auction is unfinished and where it was passed out",
            ),
            "makes": or_null(
                component(
                    "DoubleDummyTricks",
                    object_of(
                        {
                            "source": _SOURCE,
                            "tricks": component(
                                "TricksByDeclarer",
                                object_of(
                                    dict.fromkeys(
                                        SEATS,
                                        component(
                                            "TricksByStrain",
                                            by_name([one.name for one in Strain], _TRICKS),
                                        ),
                                    )
                                ),
                            ),
                        }
                    ),
                    "The tricks of each declarer in each strain, all hands seen and everybody "
                    "playing best.",
                ),
                "null unless four hands are known",
            ),
            "par": or_null(
                component(
                    "Par",
                    object_of(
                        {
                            "score": described(INTEGER, _NS_SCORE),
                            "contracts": described(
                                array_of(TEXT), "4S by N; none where the par is to pass it out"
                            ),
                        }
                    ),
                    "What is scored where neither side gains by another bid.",
                ),
                "null unless four hands are known",
            ),
        }
    ),
    "How good the calls of a played board were, and what makes.",
)
BOARD_ID = schema_of(BoardId)
ALL_HANDS = named(AllHands)
_QUESTION = schema_of(BiddingTableDocument, "validation")
TABLE_QUESTION = component(
    "TableQuestion",
    {
        **_QUESTION,
        "properties": {
            "board": described(BOARD_ID, "the id of a practice board"),
            **_QUESTION["properties"],
        },
        "required": ["auction"],
        "oneOf": [{"required": ["board"]}, {"required": list(OF_A_BOARD)}],
    },
    "A table at which robots call: a practice `board`, or `hands`, `dealer` and `vulnerability`. "
    "Systems are named as in questions about positions.",
)
ROBOT_CALLS = component(
    "RobotCalls",
    object_of(
        {
            "model": MODEL,
            "auction": CALLS,
            "calls": described(array_of(CALL), "those that robots have made now"),
            "turn": or_null(SEAT, "who is to call; null once the auction has ended"),
            "contract": or_null(TEXT, "of an auction that has ended: 3NTX by S"),
        }
    ),
    "The auction after the calls of robots.",
)
