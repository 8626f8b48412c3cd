"""Schemas of analyses, of reviews of played boards, of guessed cards, and of robots' calls."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from bidding.api.http.openapi import BySeat, ByStrain, Count, JsonObject, Probability
from bidding.api.http.operations import Calls, Message, Model, Position
from bidding.api.questions.explanation_schema import CallValue
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import LEFT_OUT
from bidding.parsing.documents.fields import enum
from bidding.parsing.documents.position_documents import (
    PairCallsDocument,
    PlayedBoardDocument,
)
from bidding.parsing.formats.recorded_boards import MOST_TRICKS
from bidding.practice.practice_documents import (
    OF_A_BOARD,
    BoardId,
    PracticeBoard,
    PracticeTheme,
    RobotsDocument,
)

Tricks = Annotated[int, Field(ge=0, le=MOST_TRICKS)]
_Error = Annotated[float, Field(description="standard error of imps")]
_NsScore = Annotated[int, Field(description="points of N-S")]


_Chances = Annotated[
    list[Probability], Field(min_length=MOST_TRICKS + 1, max_length=MOST_TRICKS + 1)
]


class TrickChances(ByStrain[_Chances]):
    """The chances of 0 to 13 tricks, by strain."""


class TrickChancesByDeclarer(BySeat[TrickChances]):
    """The chances of tricks, all hands seen and everybody playing best."""


class ContractChance(JsonObject):
    """An undoubled contract."""

    bid: fields.Call
    declarer: fields.Seat
    chance: Probability = Field(description="that it makes")
    score: float = Field(description="expected points of the declarer's side")


class ScoresByStake(JsonObject):
    """Expected points, undoubled, doubled and redoubled."""

    undoubled: float = Field(alias="1")
    doubled: float = Field(alias="2")
    redoubled: float = Field(alias="4")


class CurrentContract(JsonObject):
    """What is played if all pass now."""

    bid: fields.Call
    declarer: fields.Seat
    doubled: Literal[1, 2, 4]
    chance: Probability
    scores: ScoresByStake


class ImpDifference(JsonObject):
    """What a call wins over another."""

    imps: float = Field(description="expected, over the other call")
    error: _Error


class LikelyContract(JsonObject):
    """A contract in which auctions end after a call."""

    contract: str = Field(description="as it is written: 4SX by N")
    share: Probability = Field(description="of the auctions after the call")
    chance: Probability | None = Field(description="that it makes in these; null if passed out")


class ComparedCall(JsonObject):
    """A plausible call by where it leads."""

    call: fields.Call
    probability: Probability
    imps: float = Field(description="expected, over the likeliest call")
    error: _Error
    score: float = Field(description="expected points")
    leads_to: list[LikelyContract]
    against: dict[str, ImpDifference] = Field(description="by each other call")


class CallComparison(JsonObject):
    """The viewer's plausible calls by where they lead, the model bidding on."""

    seat: fields.Seat
    against: fields.Call = Field(description="the likeliest call")
    layouts: Count = Field(
        description="on which each call was bid on from: chosen by weight, some twelve of each 128 "
        "that were weighed"
    )
    best: fields.Call | None = Field(
        description="that the adviser prefers to the likeliest, else that wins most by these "
        "layouts, beyond twice its error"
    )
    reason: str | None = Field(
        description="how auctions end after the best call and the likeliest, and which won"
    )
    said: Message | None
    calls: list[ComparedCall]


class Analysis(JsonObject):
    """Which contracts make, and where the next calls lead."""

    position: Position
    model: Model
    estimator: Model = Field(description="of the tricks that layouts make")
    adviser: Model | None = Field(description="predicts what calls win; null where there is none")
    layouts: Count = Field(
        description="of the hidden cards, that were weighed and their tricks estimated"
    )
    effective: float = Field(
        description="how many equally likely layouts would tell as much; the weights are the "
        "square roots of how well layouts fit"
    )
    effective_full: float = Field(
        description="the same with weights that are not such roots: how few layouts fit well; "
        "never more than effective"
    )
    warning: str | None = Field(
        description="said where few fit well: where effective is below 100, or effective_full "
        "below 25"
    )
    tricks: TrickChancesByDeclarer
    contracts: list[ContractChance] = Field(
        description="every bid by any player who could play it: those, too, that the auction "
        "leaves no room for any more"
    )
    contract: CurrentContract | None = Field(description="null before the first bid")
    next_calls: CallComparison | None = Field(
        description="null unless it is the viewer's turn and there is a choice"
    )


class ReviewQuestion(PlayedBoardDocument):
    """A played board to review. Systems are named as in questions about positions."""


class PlayedBoard(PlayedBoardDocument, extra="ignore"):
    """The board as it was understood."""


TrickSource = Annotated[
    str,
    enum(
        "TrickSource",
        ["solver", "estimator"],
        "Where tricks come from: the double dummy solver, exact, or the estimator, its likeliest "
        "number, where a deal is not solved.",
    ),
]
Grade = Annotated[
    str,
    enum(
        "Grade",
        ["best", "scores_best", "also_usual", "rare", "mistake"],
        "best: the likeliest call with the hand; scores_best: another, the `best` one; "
        "also_usual: 10 % or more of hands like it make the call; rare: fewer do; mistake: "
        "rare, and it loses points.",
    ),
]


class UsualCall(JsonObject):
    """The likeliest call with the hand."""

    call: fields.Call
    frequency: Probability


class PointsLost(JsonObject):
    """Expected points that the call loses against the usual one, by layouts as the caller could
    expect them."""

    mean: int = Field(description="below zero where the call gains")
    error: Count = Field(description="standard error of mean")
    imps: float = Field(description="the same in IMPs")
    matchpoints: float = Field(
        ge=-0.5,
        le=0.5,
        description="the share of a board's matchpoints that is lost where all others make the "
        "usual call",
    )


class ReachedContract(JsonObject):
    """A contract, and what it makes."""

    contract: str = Field(description="as it is written: 4SX")
    declarer: fields.Seat
    tricks: Tricks | None = Field(description="double dummy; null unless four hands are known")
    source: TrickSource | None = Field(description="null without tricks")
    made: bool | None = Field(description="with these tricks")
    score: _NsScore | None


class BetterAuction(JsonObject):
    """The auction with the usual call in place of a mistake, bid on by robots, each by its own
    hand."""

    auction: Calls = Field(description="from the first call to the end")
    contract: ReachedContract | None = Field(description="null where it is passed out")


class ReviewedCall(JsonObject):
    """A call of the auction, with the caller's own hand."""

    index: Count
    seat: fields.Seat
    call: fields.Call
    grade: Grade | None = Field(
        description="null where the hand is not known, and before `graded_from`"
    )
    frequency: Probability | None = Field(
        description="the share of hands like this one that call so"
    )
    usual: UsualCall | None
    best: CallValue | None = Field(
        description="predicted to score best, over the usual one; null where that is it, and "
        "where its gain is within 0.5 IMPs or twice its error"
    )
    points_lost: PointsLost | None = Field(
        description="null where it was not computed: of calls that are not rare, and beyond a "
        "number of rare ones"
    )
    costly: bool = Field(description="the first mistake of its side")
    theme: PracticeTheme | None = Field(
        description="of a mistake: what there is to practise on it; null where nothing is, and "
        "unless four hands are known"
    )
    instead: BetterAuction | None = Field(
        description="of a mistake: how the auction would have gone on after the usual call; null "
        "unless four hands are known"
    )
    sentence: str
    said: Message | None


class ReviewedContract(ReachedContract):
    """The contract that was reached, and what it makes."""

    actual_tricks: Tricks | None = Field(description="tricks that declarer took, where known")
    actual_score: _NsScore | None


class TricksByStrain(ByStrain[Tricks]):
    """Tricks in each strain."""


class TricksByDeclarer(BySeat[TricksByStrain]):
    """Tricks of each declarer."""


class DoubleDummyTricks(JsonObject):
    """The tricks of each declarer in each strain, all hands seen and everybody playing best."""

    source: TrickSource
    tricks: TricksByDeclarer


class Par(JsonObject):
    """What is scored where neither side gains by another bid."""

    score: _NsScore
    contracts: list[str] = Field(description="4S by N; none where the par is to pass it out")


class ReviewResult(JsonObject):
    """How good the calls of a played board were, and what makes."""

    board: PlayedBoard
    model: Model
    estimator: Model = Field(description="of the tricks that layouts make")
    adviser: Model | None = Field(
        description="predicts what calls win; null where the model's weights have none"
    )
    calls: list[ReviewedCall]
    contract: ReviewedContract | None = Field(
        description="null while the auction is unfinished and where it was passed out"
    )
    makes: DoubleDummyTricks | None = Field(description="null unless four hands are known")
    par: Par | None = Field(description="null unless four hands are known")


class TableQuestion(RobotsDocument):
    """A table at which robots call: a practice `board`, or `hands`, `dealer` and `vulnerability`.
    Systems are named as in questions about positions."""

    board: BoardId = Field(LEFT_OUT, description="the id of a practice board")

    @classmethod
    def describe(cls, schema: dict[str, Any]) -> None:
        """Add that there is the id of a board, or the board."""
        super().describe(schema)
        schema["required"] = ["auction"]
        schema["oneOf"] = [{"required": ["board"]}, {"required": list(OF_A_BOARD)}]


class FoundBoards(JsonObject):
    """The boards that a search has found."""

    model: Model
    searched: Count = Field(description="how many deals were bid to find them")
    boards: list[PracticeBoard] = Field(
        description="each with the player's hand at most; fewer than wanted, or none, where the "
        "theme comes up rarely"
    )


class RobotCalls(JsonObject):
    """The auction after the calls of robots."""

    model: Model
    auction: Calls
    calls: list[fields.Call] = Field(description="those that robots have made now")
    turn: fields.Seat | None = Field(description="who is to call; null once the auction has ended")
    contract: str | None = Field(description="of an auction that has ended: 3NTX by S")


class CardQuestion(PairCallsDocument):
    """The boards that a pair bid, of which its convention card is guessed."""


Odds = Annotated[
    float, Field(ge=0, description="against all others together; what the system has counts most")
]
LogLikelihood = Annotated[float, Field(description="of the calls, in nats")]


class BaseEvidence(JsonObject):
    """A system, with its likeliest changes."""

    system: fields.System
    log_likelihood: LogLikelihood


class GuessedBase(JsonObject):
    """The system that the card is based on."""

    system: fields.System
    odds: Odds | None = Field(description="null where the question names the card")
    clear: bool = Field(description="whether the calls tell it, at 10 to 1 or more")
    systems: list[BaseEvidence] = Field(description="all that were tried")


class TellingCall(JsonObject):
    """A call that tells the option from the next likely one."""

    board: Count = Field(description="its place in the question, from 0")
    index: Count = Field(description="of the call in the auction, from 0")
    call: fields.Call
    odds: float = Field(ge=0, description="for the option, by this call alone")


class OptionEvidence(JsonObject):
    """An option of a choice."""

    option: str
    log_likelihood: LogLikelihood | None = Field(
        description="more than with the card found; null where it cannot be on that card"
    )


class GuessedChoice(JsonObject):
    """How a choice seems to be played."""

    choice: str = Field(description="its id (GET /api/v1/cards)")
    option: str = Field(description="the likeliest")
    odds: Odds
    came_up: bool = Field(description="whether some call is clearly likelier under some option")
    clear: bool = Field(description="whether it came up and the odds are 10 to 1 or more")
    changed: bool = Field(description="whether the system, or the card asked about, has another")
    change_odds: Odds = Field(
        description="of any other option than that of the system, or of the card asked about"
    )
    options: list[OptionEvidence]
    calls: list[TellingCall] = Field(description="the most telling first")


class GuessedCard(JsonObject):
    """Which convention card fits a pair's calls."""

    model: Model
    calls: Count = Field(description="of the pair")
    card: fields.Card = Field(
        description="the base with all changes that came up and whose odds are 10 to 1 or more, "
        "in their likeliest options"
    )
    code: str = Field(description="of that card")
    base: GuessedBase
    choices: list[GuessedChoice] = Field(description="of a convention card, in its order")
