"""The kinds of jobs: their tasks, lanes, and the keys of their content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from django.conf import settings

from bidding.domain.position import BiddingTable, PairCalls, PlayedBoard
from bidding.jobs.prices import Question
from bidding.models import Kind
from bidding.parsing.documents.position_documents import (
    bidding_table_to_json,
    pair_calls_from_json,
    pair_calls_to_json,
    played_board_from_json,
    played_board_to_json,
    position_from_json,
    position_to_json,
)
from bidding.practice.practice_documents import BoardSearch, ThemedTable, robots_question

# Raised whenever the program would answer the same question with the same files otherwise, so that
# no answer is kept beyond an upgrade.
ANSWER_REVISION = 16


CHUNK_PATIENCE_SECONDS = 20
MOST_URGENT = 4  # the price of an auction of 32 calls: others wait for no longer a computation


URGENT, SLOW = "urgent.", "slow."  # what queues begin with


class Lane(IntEnum):
    """Priority of jobs, the lowest first. Those beyond URGENT take turns."""

    URGENT = 0
    REFINED = 1
    ANALYSIS = 2
    BATCH = 3


@dataclass(frozen=True)
class Work:
    """The computation of one kind of job."""

    # By name: the web process needs nothing of the tasks themselves. A worker of an older version
    # refuses a task that it does not know, where it would answer a known one wrongly.
    task: str
    lane: Lane
    at_once: int = 1
    """Jobs computed in one pass; options of one position have as many calls as several auctions."""

    in_parts: bool = False
    """Whether it is computed in parts, each in its turn."""


WORK: dict[str, Work] = {
    Kind.EXPLANATION: Work("bidding.explain", Lane.URGENT, at_once=64),
    Kind.REFINED: Work("bidding.refine", Lane.REFINED),
    Kind.OPTIONS: Work("bidding.options", Lane.URGENT, at_once=4),
    Kind.ANALYSIS: Work("bidding.analyse", Lane.ANALYSIS, in_parts=True),
    Kind.REVIEW: Work("bidding.review", Lane.ANALYSIS, in_parts=True),
    Kind.CARD: Work("bidding.guess_card", Lane.ANALYSIS, in_parts=True),
    Kind.CALLS: Work("bidding.robot_calls", Lane.URGENT, at_once=16),
    Kind.BOARDS: Work("bidding.search_boards", Lane.ANALYSIS, in_parts=True),
    Kind.CHUNK: Work("bidding.batch_chunk", Lane.BATCH),  # settings route it to its own queue
}


# So often a job is begun without progress; then it fails, or the position it stands at. Urgent ones
# are begun by the thread that computes them, others before they wait for it.
ATTEMPTS = {Lane.URGENT: 3, Lane.REFINED: 5, Lane.ANALYSIS: 5, Lane.BATCH: 5}


def lane(kind: str, price: int | None = None) -> Lane:
    """Return the lane of a job; dear ones are computed as refined explanations are."""
    own = WORK[kind].lane
    return Lane.REFINED if own == Lane.URGENT and (price or 1) > MOST_URGENT else own


def queue_of(lane: Lane, key_of_model: str) -> str:
    """Return the queue in which jobs of that lane and model take their turns: all that is slower
    than urgent in one."""
    return f"{URGENT if lane == Lane.URGENT else SLOW}{key_of_model[:16]}"


def is_urgent(queue: str) -> bool:
    """Return whether urgent jobs take their turns in that queue."""
    return queue.startswith(URGENT)


def seconds_allowed(kind: str) -> float:
    """Return how long after it was asked for an answer of this kind is of use."""
    match WORK[kind].lane:
        case Lane.BATCH:
            return 3600 * float(settings.BATCH_RETENTION_HOURS)
        case Lane.ANALYSIS:
            return float(settings.ANALYSIS_TIMEOUT_SECONDS)
        case _:
            return float(settings.WEB_TIMEOUT_SECONDS)


def patience_seconds(kind: str, *, busy: bool = False) -> float:
    """Return how long a job may be pending since it was sent, until its task counts as lost.

    Where the queue of questions is busy a task may wait in it for longer.
    """
    if WORK[kind].lane == Lane.BATCH:
        return CHUNK_PATIENCE_SECONDS
    return float(settings.REDELIVERY_SECONDS * (2 if busy else 1))


def question_from_json(kind: str, document: object) -> Question:
    """Read the document of a question of that kind. Raises InvalidPosition."""
    if kind == Kind.REVIEW:
        return played_board_from_json(document)
    if kind == Kind.CALLS:
        return robots_question(document)
    if kind == Kind.BOARDS:
        return BoardSearch.read(document)
    if kind == Kind.CARD:
        return pair_calls_from_json(document)
    return position_from_json(document)


def question_to_json(question: Question) -> dict[str, Any]:
    """Return the canonical document of a question, as rows keep it."""
    if isinstance(question, PlayedBoard):
        return played_board_to_json(question)
    if isinstance(question, BiddingTable):
        return bidding_table_to_json(question)
    if isinstance(question, BoardSearch | ThemedTable):
        return question.to_json()
    if isinstance(question, PairCalls):
        return pair_calls_to_json(question)
    return position_to_json(question)


def item_kind(question: Question) -> Kind:
    """Return the kind of answer that an item of a batch has."""
    return Kind.REVIEW if isinstance(question, PlayedBoard) else Kind.EXPLANATION


def item_from_json(document: object) -> Question:
    """Read what an item of a batch keeps, by its fields. Raises InvalidPosition."""
    is_board = isinstance(document, Mapping) and "hands" in document
    return question_from_json(Kind.REVIEW if is_board else Kind.EXPLANATION, document)


def position_key(position: Any) -> str:
    """Equal for equal positions, as rows keep them: a SHA-256 in hex."""
    return _digest(position)


def model_key(model: dict[str, Any]) -> str:
    """Equal for workers that give the same answers: a SHA-256 in hex."""
    files = model.get("files_sha256")  # workers of an older release do not say
    return _digest([model["version"], model["sha256"], files, ANSWER_REVISION])


def content_key(kind: str, position: Any, key_of_model: str) -> str:
    """Equal for equal questions to the same weights and program: a SHA-256 in hex."""
    return _digest([str(kind), position_key(position), key_of_model])


def _digest(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def moments(position: dict[str, Any]) -> int:
    """Return how long an answer is, and how long it takes: one for each call, and the present.

    Of a pair's calls, of all boards.
    """
    parts = position.get("boards", [position])
    return sum(len(one.get("auction", ())) + 1 for one in parts)
