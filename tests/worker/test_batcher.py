"""The one thread that does the work of many."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from bidding.worker import batcher as batching
from bidding.worker.batcher import HALF_LIFE_SECONDS, Batcher, Meter
from bidding.yielding import yield_point


class Work:
    """Notes its batches, and holds each of them until it is let go."""

    def __init__(self) -> None:
        self.batches: list[list[Hashable]] = []
        self.most = 100  # keys that it does in one batch
        self.started = threading.Semaphore(0)
        self.go = threading.Semaphore(0)

    def __call__(self, keys: Sequence[Hashable]) -> tuple[int, Sequence[Hashable]]:
        self.batches.append(list(keys))
        self.started.release()
        assert self.go.acquire(timeout=10)
        if "bad" in keys:
            raise ZeroDivisionError("as asked for")
        return len(keys[: self.most]), keys[self.most :]


Start = Callable[..., Batcher]


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def start(work: Work) -> Iterator[Start]:
    """Starts a batcher of that work, which ends with the test."""
    started: list[tuple[Batcher, threading.Thread]] = []

    def starter(limit: int = 4, linger_seconds: float = 0) -> Batcher:
        batcher = Batcher(work, limit, linger_seconds)
        thread = threading.Thread(target=batcher.run, daemon=True)
        thread.start()
        started.append((batcher, thread))
        return batcher

    yield starter
    for batcher, thread in started:
        work.go.release(100)
        batcher.stop()
        thread.join(10)
        assert not thread.is_alive()


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(16) as threads:
        yield threads


def gathered(batcher: Batcher, count: int) -> None:
    """Returns once so many keys wait."""
    end = time.monotonic() + 10
    while len(batcher._waiting) < count:
        assert time.monotonic() < end
        time.sleep(0.001)


def busy(batcher: Batcher, work: Work, pool: ThreadPoolExecutor) -> Future[None]:
    """A first key is under way."""
    first = pool.submit(batcher.ask, "first")
    assert work.started.acquire(timeout=10)
    return first


def test_what_came_in_meanwhile_is_done_together_up_to_the_limit(
    start: Start, work: Work, pool: ThreadPoolExecutor
) -> None:
    batcher = start(limit=4)
    asked = [busy(batcher, work, pool)]
    for number in range(6):
        asked.append(pool.submit(batcher.ask, number))
        gathered(batcher, number + 1)
    work.go.release(3)
    for future in asked:
        future.result(10)
    assert work.batches == [["first"], [0, 1, 2, 3], [4, 5]]
    assert batcher.meter.answered == 7


def test_what_is_left_of_a_batch_comes_first_in_the_next(
    start: Start, work: Work, pool: ThreadPoolExecutor
) -> None:
    batcher, work.most = start(limit=4), 2
    first = busy(batcher, work, pool)
    asked = []
    for number in range(5):
        asked.append(pool.submit(batcher.ask, number))
        gathered(batcher, number + 1)
    work.go.release(2)
    for future in (first, *asked[:2]):
        future.result(10)
    assert not any(future.done() for future in asked[2:])
    work.go.release(2)
    for future in asked[2:]:
        future.result(10)
    assert work.batches == [["first"], [0, 1, 2, 3], [2, 3, 4], [4]]
    assert batcher.meter.answered == 6


def test_a_key_asked_twice_is_answered_once_while_it_waits_and_while_it_is_under_way(
    start: Start, work: Work, pool: ThreadPoolExecutor
) -> None:
    batcher = start()
    asked = [busy(batcher, work, pool), pool.submit(batcher.ask, "first")]
    asked += [pool.submit(batcher.ask, "second") for _ in range(3)]
    gathered(batcher, 1)
    work.go.release(2)
    for future in asked:
        future.result(10)
    assert work.batches == [["first"], ["second"]]


def test_a_failure_reaches_all_of_its_batch_and_nobody_else(
    start: Start, work: Work, pool: ThreadPoolExecutor
) -> None:
    batcher = start()
    first = busy(batcher, work, pool)
    failing = []
    for number, key in enumerate(("bad", "beside it")):
        failing.append(pool.submit(batcher.ask, key))
        gathered(batcher, number + 1)
    work.go.release(3)
    first.result(10)
    for future in failing:
        with pytest.raises(ZeroDivisionError):
            future.result(10)
    batcher.ask("later")
    assert work.batches[-1] == ["later"]


def test_a_call_waits_for_one_batch_and_a_batch_for_one_call(
    start: Start, work: Work, pool: ThreadPoolExecutor
) -> None:
    batcher = start(limit=1)
    first = busy(batcher, work, pool)
    order: list[str] = []
    calls = [pool.submit(batcher.call, lambda: order.append("call")) for _ in range(2)]
    while len(batcher._calls) < 2:
        time.sleep(0.001)
    urgent = pool.submit(lambda: (batcher.ask("urgent"), order.append("urgent")))
    gathered(batcher, 1)
    work.go.release(1)
    assert work.started.acquire(timeout=10)  # of the urgent one
    assert order == ["call"]
    work.go.release(1)
    for future in (first, urgent, *calls):
        future.result(10)
    assert work.batches == [["first"], ["urgent"]]
    assert order.count("call") == 2


def test_a_call_gives_its_result_or_its_failure(start: Start) -> None:
    batcher = start()
    assert batcher.call(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        batcher.call(lambda: 1 / 0)


def test_only_where_several_ask_at_once_a_batch_waits_for_more(
    start: Start, work: Work, pool: ThreadPoolExecutor
) -> None:
    batcher = start(linger_seconds=60)
    asked = [busy(batcher, work, pool)]  # at once: nobody else was there
    asked += [pool.submit(batcher.ask, number) for number in range(2)]
    gathered(batcher, 2)
    work.go.release(1)
    assert work.started.acquire(timeout=30)  # at once as well: the batch before had one key
    assert sorted(work.batches[1]) == [0, 1]
    asked += [pool.submit(batcher.ask, number) for number in range(2, 5)]
    gathered(batcher, 3)
    work.go.release(1)
    assert not work.started.acquire(timeout=0.2)  # it waits for a fourth
    asked.append(pool.submit(batcher.ask, 5))
    assert work.started.acquire(timeout=30)
    work.go.release(1)
    for future in asked:
        future.result(10)
    assert sorted(work.batches[2]) == [2, 3, 4, 5]


def test_how_long_it_has_been_busy_is_known(
    start: Start, work: Work, pool: ThreadPoolExecutor
) -> None:
    batcher = start()
    assert batcher.busy_seconds() == 0
    first = busy(batcher, work, pool)
    time.sleep(0.05)
    assert batcher.busy_seconds() >= 0.05
    work.go.release(1)
    first.result(10)


def test_in_a_crowd_bringing_the_keys_counts_up_to_as_long_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(batching, "time", SimpleNamespace(monotonic=lambda: clock.now))

    def answer(keys: Sequence[Hashable]) -> tuple[int, Sequence[Hashable]]:
        clock.now += 2
        return len(keys), ()

    batcher, measured = Batcher(answer, 4, 0), []
    monkeypatch.setattr(batcher.meter, "add", lambda *of: measured.append(of))
    for pause, keys in [(9, "ab"), (1, "cd"), (9, "ef"), (1, "g"), (1, "hi")]:
        clock.now += pause
        batcher._waiting = {key: Future() for key in keys}
        with batcher._change:
            batcher._gather()
        batcher._run_batch()
    assert measured == [(2, 2), (2, 3), (2, 4), (1, 2), (2, 2)]


def test_the_meter_forgets_slowly() -> None:
    meter = Meter(keys=10, seconds=1)
    meter.add(0, 0)
    assert (meter.rate, meter.answered) == (10, 0)
    meter.add(40, HALF_LIFE_SECONDS)
    assert meter.rate == pytest.approx(45 / (0.5 + HALF_LIFE_SECONDS))
    assert meter.answered == 40


def test_a_batch_passes_a_call_at_its_yield_point(
    start: Start, work: Work, pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batching, "YIELD_AFTER_SECONDS", 0)
    batcher, begun, go = start(), threading.Event(), threading.Event()
    seen: list[int] = []

    def long() -> str:
        begun.set()
        assert go.wait(10)
        for _ in range(2):
            yield_point()
            seen.append(len(work.batches))
        return "done"

    work.go.release(2)
    call = pool.submit(batcher.call, long)
    assert begun.wait(10)
    urgent = pool.submit(batcher.ask, "bad")
    gathered(batcher, 1)
    go.set()
    assert call.result(10) == "done"
    with pytest.raises(ZeroDivisionError):
        urgent.result(10)
    assert seen == [1, 1]


def test_a_call_has_some_time_before_a_batch_passes_it(
    start: Start, work: Work, pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batching, "YIELD_AFTER_SECONDS", 1000)
    batcher, begun = start(), threading.Event()

    def short() -> int:
        begun.set()
        gathered(batcher, 1)
        yield_point()
        return len(work.batches)

    work.go.release(1)
    call = pool.submit(batcher.call, short)
    assert begun.wait(10)
    urgent = pool.submit(batcher.ask, "urgent")
    assert call.result(10) == 0
    urgent.result(10)


def test_a_call_that_meets_yield_points_is_not_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(batching, "time", SimpleNamespace(monotonic=lambda: clock.now))
    batcher, busy = Batcher(lambda keys: (0, ()), 4, 0), []

    def long() -> None:
        clock.now += 9
        busy.append(batcher.busy_seconds())
        yield_point()
        clock.now += 1
        busy.append(batcher.busy_seconds())

    batcher._run_call(batching._Call(long, Future(), yields=False))
    assert busy == [9, 1]


def test_a_call_that_yields_has_a_share_of_the_time_of_those_that_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(batching, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(batching, "YIELDING_SHARE", 1)
    batcher, order = Batcher(lambda keys: (0, ()), 4, 0), []

    def short() -> None:
        clock.now += 3
        order.append(("short", clock.now))

    def long() -> None:
        for _ in range(8):
            clock.now += 1
            yield_point()
        order.append(("long", clock.now))

    batcher._calls.extend(batching._Call(short, Future(), yields=False) for _ in range(3))
    batcher._calls.append(batching._Call(long, Future(), yields=True))
    batcher._run_call(batching._Call(long, Future(), yields=True))
    assert order == [("short", 4), ("short", 10), ("short", 16), ("long", 17)]
    assert len(batcher._calls) == 1
