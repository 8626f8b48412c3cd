"""Notifications that jobs have ended, or practice tables changed: published over Redis.

Nothing depends on them. Whoever waits looks into the database as well, often where there is no
subscription, and now and then where a notification may have been lost.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.retry import Retry

from bidding.jobs import states
from bidding.models import Job

logger = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, PAUSE_GROWTH = 0.002, 0.05, 1.5
LOOK_SECONDS = 0.25  # between two looks for an answer whose notification may have been lost
QUIET_SECONDS = 5  # without a message, until Redis is sent a PING
RETRY_SECONDS = 1.0  # until a lost subscription is made anew


def publish(row_ids: Iterable[uuid.UUID]) -> None:
    """Notify those who wait for these rows; to be called once their changes are stored."""
    if settings.NOTIFICATIONS_URL:
        try:
            _client().publish(_channel(), " ".join(map(str, row_ids)))
        except RedisError as error:
            logger.warning("no notification was published: %s", error)


@contextmanager
def subscription(row_id: uuid.UUID) -> Iterator[Callable[[float, float], None]]:
    """Subscribe to the end of a job, or to a table: look only within, and wait between two looks.

    What is yielded waits for the pause where there is no subscription, else for longer, until the
    notification comes; at most for the seconds that are left.
    """
    with _subscriber.waiting(row_id) as notified:

        def wait(pause: float, left: float) -> None:
            longest = max(pause, LOOK_SECONDS) if _subscriber.is_subscribed else pause
            notified.wait(min(longest, left))
            notified.clear()

        yield wait


def wait_for(job_id: uuid.UUID, seconds: float) -> Job:
    """Return the row once it has ended, or as it stands after that time.

    Raise Job.DoesNotExist.
    """
    row = None

    def has_ended() -> bool:
        nonlocal row
        row = states.job(job_id)
        return row.has_ended

    with subscription(job_id) as rest:
        poll(has_ended, seconds, rest)
    assert row is not None
    return row


def _rest(pause: float, left: float) -> None:
    time.sleep(min(pause, left))


def poll(
    happened: Callable[[], bool], seconds: float, rest: Callable[[float, float], None] = _rest
) -> bool:
    """Return whether it happened within the time.

    Looks, often at first and then more seldom, and rests meanwhile: it is told the pause that is
    due, and the time that is left.
    """
    end = time.monotonic() + seconds
    pause = FIRST_PAUSE_SECONDS
    while not happened():
        left = end - time.monotonic()
        if left <= 0:
            return False
        rest(pause, left)
        pause = min(pause * PAUSE_GROWTH, LONGEST_PAUSE_SECONDS)
    return True


@cache
def _client() -> redis.Redis:
    """Return the connections of this process, made when they are needed."""
    return redis.Redis.from_url(
        settings.NOTIFICATIONS_URL,
        socket_timeout=1,
        socket_connect_timeout=1,
        health_check_interval=QUIET_SECONDS,
        retry=Retry(NoBackoff(), 1),
    )


def _channel() -> str:
    return f"{settings.CELERY_TASK_DEFAULT_QUEUE}.ended"


class Subscriber:
    """One subscription, in a thread of its own, for all that wait in this process."""

    def __init__(self) -> None:
        self.is_subscribed = False
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._waiting: dict[uuid.UUID, list[threading.Event]] = {}

    @contextmanager
    def waiting(self, row_id: uuid.UUID) -> Iterator[threading.Event]:
        """Yield an event that is set when the notification of that row comes."""
        event = threading.Event()
        with self._lock:
            self._waiting.setdefault(row_id, []).append(event)
            if self._thread is None and settings.NOTIFICATIONS_URL:
                self._thread = threading.Thread(target=self._run, name="subscriber", daemon=True)
                self._thread.start()
        try:
            yield event
        finally:
            with self._lock:
                self._waiting[row_id].remove(event)
                if not self._waiting[row_id]:
                    del self._waiting[row_id]

    def _run(self) -> None:
        """Receive until the process ends. A lost subscription is logged once and made anew."""
        while settings.NOTIFICATIONS_URL:
            try:
                client = _client()  # held: it closes its connections when it is dropped
                with client.pubsub() as messages:
                    messages.subscribe(_channel())
                    while messages.health_check_response_counter < 2:  # PINGs without an answer
                        self._receive(messages.get_message(timeout=QUIET_SECONDS))
                    raise RedisConnectionError("the server does not answer")
            except RedisError as error:
                if self.is_subscribed:
                    logger.warning("the subscription to notifications is lost: %s", error)
            except Exception:  # whatever it is: nobody starts this thread again
                logger.exception("the subscription to notifications failed")
            self.is_subscribed = False
            time.sleep(RETRY_SECONDS)

    def _receive(self, message: dict[str, object] | None) -> None:
        if message is None:
            return
        self.is_subscribed = True  # the first message confirms the subscription
        if not isinstance(message["data"], bytes):
            return
        try:
            ended = [uuid.UUID(text) for text in message["data"].decode().split()]
        except ValueError as error:  # no UTF-8, or no ids
            logger.warning("no notification: %r: %s", message["data"][:100], error)
            return
        with self._lock:
            for row_id in ended:
                for event in self._waiting.get(row_id, ()):
                    event.set()


_subscriber = Subscriber()
