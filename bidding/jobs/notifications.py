"""Wakes those who wait for an answer: nodes say over Redis what has ended, web processes listen.

Nothing depends on it. Whoever waits looks into the database as well, often where nothing can be
heard, and now and then where a word may have been lost.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

UNHEARD_SECONDS = 0.25  # so often an answer is looked for that should have been heard of
LISTEN_SECONDS = 5.0  # for a word; then Redis is asked whether it is still there
DEAF_SECONDS = 1.0  # until Redis is tried again


def tell(explanation_ids: Iterable[uuid.UUID]) -> None:
    """To be called once their answers, or failures, are stored. Returns at once.

    What is told just before the process ends may be lost.
    """
    if settings.WAKING_URL:
        _mouth.say(" ".join(map(str, explanation_ids)))


@cache
def _server() -> redis.Redis:
    """The connections of this process, made when they are needed."""
    return redis.Redis.from_url(
        settings.WAKING_URL,
        socket_timeout=1,
        socket_connect_timeout=1,
        retry=Retry(NoBackoff(), 0),
    )


def _channel() -> str:
    return f"{settings.CELERY_TASK_DEFAULT_QUEUE}.ended"


def _running(
    thread: threading.Thread | None, run: Callable[[], None], name: str
) -> threading.Thread:
    """The thread, or another where there is none or it has ended."""
    if thread is None or not thread.is_alive():
        thread = threading.Thread(target=run, name=name, daemon=True)
        thread.start()
    return thread


class Mouth:
    """One thread that says what has ended, so that nobody who computes waits for Redis."""

    def __init__(self) -> None:
        self._words: SimpleQueue[str] = SimpleQueue()
        self._change = threading.Lock()
        self._thread: threading.Thread | None = None

    def say(self, word: str) -> None:
        """Hands it over."""
        self._words.put(word)
        with self._change:
            self._thread = _running(self._thread, self._run, "mouth")

    def _run(self) -> None:
        """Whatever has come in meanwhile is said in one breath."""
        while True:
            words = [self._words.get()]
            with suppress(Empty):
                while True:
                    words.append(self._words.get_nowait())
            try:
                _server().publish(_channel(), " ".join(words))
            except RedisError as error:
                logger.warning("nobody was woken: %s", error)


class Ear:
    """One thread that listens for all that wait in this process."""

    def __init__(self) -> None:
        self.hears = False
        self._change = threading.Lock()
        self._thread: threading.Thread | None = None
        self._bells: dict[str, list[threading.Event]] = {}

    @contextmanager
    def listening(self, explanation_id: uuid.UUID) -> Iterator[threading.Event]:
        """An event that is set when that explanation has ended, as far as this is heard of."""
        key, bell = str(explanation_id), threading.Event()
        with self._change:
            self._bells.setdefault(key, []).append(bell)
            self._open()
        try:
            yield bell
        finally:
            with self._change:
                self._bells[key].remove(bell)
                if not self._bells[key]:
                    del self._bells[key]

    def _open(self) -> None:
        if settings.WAKING_URL:
            self._thread = _running(self._thread, self._run, "ear")

    def _run(self) -> None:
        while settings.WAKING_URL:
            try:
                self._listen()
            except RedisError as error:
                if self.hears:  # said once
                    logger.warning("answers are not heard of: %s", error)
            finally:
                self.hears = False
            time.sleep(DEAF_SECONDS)

    def _listen(self) -> None:
        """Rings until the connection is lost. Raises RedisError."""
        server = _server()
        with server.pubsub() as words:
            words.subscribe(_channel())
            asked = False
            while True:
                word = words.get_message(timeout=LISTEN_SECONDS)
                if word is not None:
                    self._heard(word)
                elif asked:
                    raise RedisConnectionError("it says nothing any more")
                else:
                    words.ping()
                asked = word is None

    def _heard(self, word: dict[str, Any]) -> None:
        """A word of what has ended; or the first, that all will be heard of from now on."""
        with self._change:
            if word["type"] == "subscribe":
                self.hears = True
                told = [*self._bells]
            else:
                told = word["data"].decode().split()
            for key in told:
                for bell in self._bells.get(key, ()):
                    bell.set()


_ear, _mouth = Ear(), Mouth()


@contextmanager
def listening(explanation_id: uuid.UUID) -> Iterator[Resting]:
    """How to rest while one waits for that explanation; look for it only once one listens."""
    with _ear.listening(explanation_id) as bell:
        yield Resting(_ear, bell)


class Resting:
    """Rests between two looks."""

    def __init__(self, ear: Ear, bell: threading.Event) -> None:
        self.ear, self.bell = ear, bell

    def __call__(self, pause: float, left: float) -> None:
        """For the pause, where nothing is heard; else for longer, until it is. At most ``left``."""
        wanted = max(pause, UNHEARD_SECONDS) if self.ear.hears else pause
        self.bell.wait(min(wanted, left))
        self.bell.clear()
