"""How much may wait: no more than the living workers can answer in good time."""

from __future__ import annotations

import math

from django.conf import settings

from bidding import selectors

ASSUMED_RATE = 5.0  # answers a second of a worker that has not measured its own


class Overloaded(Exception):
    """More waits than can be answered in time; says in how many seconds to come again."""

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__("More questions wait than can be answered in time.")
        self.retry_after_seconds = retry_after_seconds


def answers_a_second() -> float:
    """What all living workers can do together."""
    rates = selectors.living_workers().values_list("rate", flat=True)
    return sum(rate or ASSUMED_RATE for rate in rates)


def refuse_if_full() -> None:
    """Raises Overloaded if one question more would be answered after QUEUE_SECONDS."""
    waiting = selectors.pending_explanations().count()
    if not waiting:
        return
    rate = answers_a_second()
    seconds = waiting / rate if rate else math.inf
    if seconds > settings.QUEUE_SECONDS:
        excess = min(seconds - settings.QUEUE_SECONDS, settings.WEB_TIMEOUT_SECONDS)
        raise Overloaded(max(1, math.ceil(excess)))
