"""Notifications that jobs have ended, or practice tables changed: published in Redis.

Nothing depends on them. Who waits looks into the database as well, often without Redis, and now
and then where a notification may have been lost.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from django.conf import settings
from redis.exceptions import RedisError

from bidding.jobs import states
from bidding.jobs.limits import client
from bidding.models import Job

logger = logging.getLogger(__name__)

Rest = Callable[[float, float], None]
"""What one does between two looks: it is given the pause that is due, and the seconds left."""

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, PAUSE_GROWTH = 0.002, 0.05, 1.5
LOOK_SECONDS = 0.25  # between two looks for an answer whose notification may have been lost
KEPT_SECONDS = 60  # a notification, for those who have just looked


def publish(row_ids: Iterable[uuid.UUID]) -> None:
    """Notify those who wait for these rows; to be called once their changes are stored."""
    if not settings.NOTIFICATIONS_URL:
        return
    try:
        with client().pipeline(transaction=False) as commands:
            for row_id in row_ids:
                commands.xadd(_stream(row_id), {"": ""}, maxlen=1)
                commands.expire(_stream(row_id), KEPT_SECONDS)
            commands.execute()
    except RedisError as error:
        logger.warning("no notification was published: %s", error)


def _stream(row_id: uuid.UUID) -> str:
    return f"{settings.CELERY_TASK_DEFAULT_QUEUE}.ended:{row_id}"


def until_notified(row_id: uuid.UUID) -> Rest:
    """Return how to rest until the end of a job, or a change of a table, is notified, LOOK_SECONDS
    at most; for the pause that is due without Redis.
    """
    last = b"0"

    def rest(pause: float, left: float) -> None:
        nonlocal last
        if settings.NOTIFICATIONS_URL:
            milliseconds = max(1, round(1000 * min(max(pause, LOOK_SECONDS), left)))
            with suppress(RedisError):
                found: Any = client().xread({_stream(row_id): last}, block=milliseconds)
                last = found[0][1][-1][0] if found else last
                return
        time.sleep(min(pause, left))

    return rest


def wait_for(job_id: uuid.UUID, seconds: float) -> Job:
    """Return the row once it has ended, or as it stands after that time.

    Raise Job.DoesNotExist.
    """
    row = None

    def has_ended() -> bool:
        nonlocal row
        row = states.job(job_id)
        return row.has_ended

    poll(has_ended, seconds, until_notified(job_id))
    assert row is not None
    return row


def _rest(pause: float, left: float) -> None:
    time.sleep(min(pause, left))


def poll(happened: Callable[[], bool], seconds: float, rest: Rest = _rest) -> bool:
    """Return whether it happened within the time: look, often at first and then more seldom."""
    end = time.monotonic() + seconds
    pause = FIRST_PAUSE_SECONDS
    while not happened():
        left = end - time.monotonic()
        if left <= 0:
            return False
        rest(pause, left)
        pause = min(pause * PAUSE_GROWTH, LONGEST_PAUSE_SECONDS)
    return True
