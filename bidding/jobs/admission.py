"""Admission: no more may wait than the living workers can answer in good time."""

from __future__ import annotations

import math

from django.conf import settings

from bidding.jobs import states
from bidding.jobs.kinds import WORK, Lane, lane, seconds_allowed
from bidding.jobs.shares import ANONYMOUS_PART
from bidding.models import Kind
from bidding.worker import registry

ASSUMED_RATE = 5.0
"""Answers a second of a slow worker that has nothing else to do."""


class TooCostly(Exception):
    """A question that would take longer than its answer is of use, even if nothing else waited."""

    def __init__(self, seconds: float, most: float) -> None:
        super().__init__(
            f"It would take about {math.ceil(seconds)} s here, more than the {math.floor(most)} s "
            "that there are for it. Ask about fewer calls."
        )


class Overloaded(Exception):
    """The service is overloaded; says in how many seconds to come again."""

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__("Too many questions are waiting.")
        self.retry_after_seconds = retry_after_seconds


def answers_a_second() -> float:
    """Return the rate of all living workers together, in explanations."""
    rates = registry.living_workers().values_list("rate", flat=True)
    return sum(rate or ASSUMED_RATE for rate in rates)


def longest_wait_seconds(kind: Kind) -> float:
    """Return the longest time for the work ahead of a question: half its own is left then."""
    in_parts = lane(kind) == Lane.ANALYSIS
    return settings.ANALYSIS_TIMEOUT_SECONDS / 2 if in_parts else settings.QUEUE_SECONDS


def refuse_too_costly(kind: Kind, price: int) -> None:
    """Raise TooCostly if a question of that price would take the fastest worker too long by itself.

    What is computed in parts may take as long as it is waited for, anything else one task's time.
    A rate lower than the assumed one was measured while the machine did other work: the next
    moment it may be free, and asking about fewer calls is no remedy.
    """
    most = seconds_allowed(kind)
    if not WORK[kind].in_parts:
        most = min(most, settings.TASK_LIMIT_SECONDS)
    rates = registry.living_workers().values_list("rate", flat=True)
    seconds = price / max([ASSUMED_RATE, *(rate or math.inf for rate in rates)])
    if seconds > most:
        raise TooCostly(seconds, most)


def refuse_if_full(kind: Kind, queue: str, turn: int, *, anonymous: bool = False) -> None:
    """Raise Overloaded if one question more of that turn would not be answered in time.

    Clients without a key fill only their part of that time.
    """
    work = states.price_before(queue, turn)
    if not work:
        return
    rate, longest = answers_a_second(), longest_wait_seconds(kind)
    if anonymous:
        longest *= ANONYMOUS_PART
    seconds = work / rate if rate else math.inf
    if seconds > longest:
        excess = min(seconds - longest, settings.WEB_TIMEOUT_SECONDS)
        raise Overloaded(max(1, math.ceil(excess)))
