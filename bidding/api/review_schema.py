"""Named schemas of reviews: played boards, grades of their calls, and what makes."""

from __future__ import annotations

from bidding.api.components import (
    BOOLEAN,
    COUNT,
    INTEGER,
    PROBABILITY,
    TEXT,
    array_of,
    by_name,
    component,
    described,
    enum,
    object_of,
    or_null,
    schema_of,
)
from bidding.api.explanation_schema import CALL_VALUE
from bidding.api.problem_schema import MESSAGE_OR_NULL
from bidding.api.table_schema import (
    CALL,
    MODEL,
    SEAT,
    SEATS,
)
from bidding.domain.table import Strain
from bidding.parsing.documents.position_documents import PlayedBoardDocument
from bidding.parsing.formats.recorded_boards import MOST_TRICKS

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
