"""One thread does the work that many hand in, and all that came in meanwhile at once.

A thread that asks waits for the answer. While the thread works the next keys gather, so that the
busier it is the larger the batches are, and one who asks alone is answered at once.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Hashable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from bidding.yielding import yielding_to

Result = TypeVar("Result")

YIELD_AFTER_SECONDS = 0.02  # of a call: so long a batch that comes meanwhile waits for it
YIELDING_SHARE = 0.25  # of the time of others, for a call that yields to them
HALF_LIFE_SECONDS = 20.0  # of busy time: what was measured earlier counts half


@dataclass
class Meter:
    """Keys answered a second while there is work."""

    keys: float
    seconds: float
    answered: int = 0

    def add(self, keys: int, seconds: float) -> None:
        """Record that so many keys took so long."""
        kept = 0.5 ** (seconds / HALF_LIFE_SECONDS)
        self.keys, self.seconds = kept * self.keys + keys, kept * self.seconds + seconds
        self.answered += keys

    @property
    def rate(self) -> float:
        """Keys a second."""
        return self.keys / self.seconds


class _Call(NamedTuple):
    """A call that has been handed in."""

    function: Callable[[], Any]
    future: Future[Any]
    yields: bool


@dataclass
class Batcher:
    """``answer`` gets the keys that wait, at most ``limit``, in the one thread that ``run``s.

    It returns how many of them it had to compute, which is what the meter counts, and which it
    left undone because there were too many: those are the first of the next batch.
    A key that is asked for again before it is answered is answered once. Between two batches
    the thread makes at most one of the ``call``s that are less urgent; if that takes long and
    has yield points, batches run at these. After a batch of several keys the thread waits
    ``linger_seconds`` for the same clients to ask again.
    """

    answer: Callable[[Sequence[Hashable]], tuple[int, Collection[Hashable]]]
    limit: int
    linger_seconds: float
    meter: Meter = field(default_factory=lambda: Meter(keys=10, seconds=1))
    _change: threading.Condition = field(default_factory=threading.Condition)
    _waiting: dict[Hashable, Future[None]] = field(default_factory=dict)
    _under_way: dict[Hashable, Future[None]] = field(default_factory=dict)
    _calls: deque[_Call] = field(default_factory=deque)
    _batch_was_last: bool = False
    _crowded: bool = False
    _busy_since: float | None = None
    _call_since: float = 0.0  # the call under way began, or went on after a batch
    _own_since: float = 0.0  # the yielding call under way went on
    _own_seconds: float = 0.0  # of it since it gave way to another call
    _given_seconds: float = 0.0  # to the other
    _crowd_ended: float | None = None  # the batch before, if it held several keys
    _stopped: bool = False

    def ask(self, key: Hashable) -> None:
        """Return once the key has been answered. Raise what ``answer`` raised."""
        with self._change:
            future = self._under_way.get(key) or self._waiting.get(key)
            if future is None:
                future = self._waiting[key] = Future()
                self._change.notify_all()
        future.result()

    def call(self, function: Callable[[], Result], *, yields: bool = False) -> Result:
        """Return what the function returns in the thread, or raise what it raises.

        Batches wait for it until its next yield point, and if it ``yields``, so do calls that do
        not: it has a quarter of their time in between.
        """
        call = _Call(function, Future(), yields)
        with self._change:
            self._calls.append(call)
            self._change.notify_all()
        result: Result = call.future.result()
        return result

    def run(self) -> None:
        """Work until stopped and all that was handed in has been done."""
        while work := self._next():
            self._busy_since = time.monotonic()
            work()
            self._busy_since = None

    def stop(self) -> None:
        """Let ``run`` end."""
        with self._change:
            self._stopped = True
            self._change.notify_all()

    def busy_seconds(self) -> float:
        """Seconds since its present work began, or since the last yield point; 0 while idle."""
        since = self._busy_since
        return 0.0 if since is None else time.monotonic() - since

    def _next(self) -> Callable[[], None] | None:
        """The next batch or call, by turns where there are both; None at the end."""
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._calls or self._stopped)
            if self._waiting and not (self._batch_was_last and self._calls):
                self._gather()
                return self._run_batch
            self._batch_was_last = False
            return self._run_call if self._calls else None

    def _gather(self) -> None:
        """Puts what waits under way."""
        if self._crowded:
            self._change.wait_for(lambda: len(self._waiting) >= self.limit, self.linger_seconds)
        for key in list(islice(self._waiting, self.limit)):
            self._under_way[key] = self._waiting.pop(key)
        self._batch_was_last, self._crowded = True, len(self._under_way) > 1

    def _run_batch(self) -> None:
        keys, start = list(self._under_way), time.monotonic()
        error, done = None, 0
        left: Collection[Hashable] = ()
        try:
            done, left = self.answer(keys)
        except Exception as raised:  # those who wait get the error
            error = raised
        self._measure(done, start, len(keys) > 1)
        with self._change:
            futures = {key: self._under_way.pop(key) for key in keys}
            self._waiting = {key: futures.pop(key) for key in left} | self._waiting
        for future in futures.values():
            future.set_exception(error) if error else future.set_result(None)

    def _measure(self, done: int, start: float, crowded: bool) -> None:
        """In a crowd bringing the keys costs time too: the pause before, up to as long again."""
        now = time.monotonic()
        pause = start - self._crowd_ended if crowded and self._crowd_ended is not None else 0.0
        self.meter.add(done, now - start + min(pause, now - start))
        self._crowd_ended = now if crowded else None

    def _run_call(self, call: _Call | None = None) -> None:
        call = call or self._calls.popleft()
        let_pass = self._let_all_pass if call.yields else self._let_pass
        self._call_goes_on()
        self._own_since = self._call_since
        try:
            with yielding_to(let_pass):
                result = call.function()
        except Exception as raised:  # as above
            call.future.set_exception(raised)
        else:
            call.future.set_result(result)

    def _let_pass(self) -> None:
        """At a yield point of a call: run a batch, if one waits and the call has had its time."""
        self._busy_since = time.monotonic()
        if self._waiting and self._busy_since - self._call_since >= YIELD_AFTER_SECONDS:
            with self._change:
                self._gather()
            self._run_batch()
            self._call_goes_on()

    def _let_all_pass(self) -> None:
        """The same, and then one of the calls that do not yield to others, if it waits."""
        self._own_seconds += time.monotonic() - self._own_since
        self._let_pass()
        self._own_since = time.monotonic()
        if self._own_seconds < YIELDING_SHARE * self._given_seconds:
            return
        with self._change:
            call = next((one for one in self._calls if not one.yields), None)
            if call is not None:
                self._calls.remove(call)
        if call is not None:
            start = time.monotonic()
            self._run_call(call)
            self._own_since = time.monotonic()
            self._own_seconds, self._given_seconds = 0.0, self._own_since - start
            self._call_goes_on()

    def _call_goes_on(self) -> None:
        self._busy_since = self._call_since = time.monotonic()
