"""Admission: no more may wait than the living workers can answer in good time."""

from __future__ import annotations

import math

from django.conf import settings

from bidding.domain.played_board import PlayedBoard
from bidding.jobs import states
from bidding.jobs.kinds import Lane, Question, lane
from bidding.jobs.shares import ANONYMOUS_PART
from bidding.models import Kind
from bidding.worker import registry

ASSUMED_RATE = 5.0  # answers a second of a worker that has not measured its own
# What a question costs a worker, against an explanation, as benchmarks/weights.py measures it.
WEIGHTS: dict[str, float] = {
    Kind.EXPLANATION: 1,
    Kind.OPTIONS: 1,
    Kind.REFINED: 15,
    Kind.ANALYSIS: 118,
    Kind.REVIEW: 60,
    Kind.CALLS: 1,
}
MOMENTS_OF_A_QUESTION = 32  # an ordinary one has no more: one for each call, and the present
CALLS_OF_A_REVIEW = 4  # graded calls that count as one against the client's limit


class Overloaded(Exception):
    """More waits than can be answered in time; says in how many seconds to come again."""

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__("More questions wait than can be answered in time.")
        self.retry_after_seconds = retry_after_seconds


def answers_a_second() -> float:
    """Return the rate of all living workers together, in explanations."""
    rates = registry.living_workers().values_list("rate", flat=True)
    return sum(rate or ASSUMED_RATE for rate in rates)


def weight(question: Question) -> int:
    """Return how many ordinary questions this one counts as, by its moments."""
    return math.ceil((len(question.auction.calls) + 1) / MOMENTS_OF_A_QUESTION)


def charge(question: Question) -> int:
    """Return how many ordinary questions this one counts as against its client's limit."""
    if isinstance(question, PlayedBoard):
        return max(1, math.ceil(len(question.graded) / CALLS_OF_A_REVIEW))
    return weight(question)


def work_before(kind: Kind, weight: int = 1) -> float:
    """Return the work ahead of one question more of that kind and weight, in explanations.

    Analyses and reviews come after all that waits, a refined explanation and what is long after
    all but these. What is less urgent takes turns with the rest: at the worst it holds that up for
    as long again.
    """
    own, before, later = lane(kind, weight), 0.0, 0.0
    for which, each, number in states.waiting_by_kind():
        work = WEIGHTS[which] * each * number
        if lane(which, each) <= own:
            before += work
        else:
            later += work
    return before + min(before, later)


def longest_wait_seconds(kind: Kind) -> float:
    """Return the longest time for the work ahead of a question: half its own is left then."""
    in_parts = lane(kind) == Lane.ANALYSIS
    return settings.ANALYSIS_TIMEOUT_SECONDS / 2 if in_parts else settings.QUEUE_SECONDS


def refuse_if_full(
    kind: Kind = Kind.EXPLANATION, weight: int = 1, *, anonymous: bool = False
) -> None:
    """Raise Overloaded if one question more of that kind would not be answered in time.

    Clients without a key fill only their part of that time.
    """
    work = work_before(kind, weight)
    if not work:
        return
    rate, longest = answers_a_second(), longest_wait_seconds(kind)
    if anonymous:
        longest *= ANONYMOUS_PART
    seconds = work / rate if rate else math.inf
    if seconds > longest:
        excess = min(seconds - longest, settings.WEB_TIMEOUT_SECONDS)
        raise Overloaded(max(1, math.ceil(excess)))
