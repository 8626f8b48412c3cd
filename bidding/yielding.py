"""Yield points: places in a long computation at which more urgent work of its thread may run.

Or at which it is given up, where what runs raises.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class _OfThread(threading.local):
    urgent: Callable[[], None] | None = None


_this = _OfThread()


def yield_point() -> None:
    """Run what ``yielding_to`` names, if anything; what is computed next must not depend on it."""
    if (urgent := _this.urgent) is not None:
        _this.urgent = None  # it does not yield itself
        try:
            urgent()
        finally:
            _this.urgent = urgent


@contextmanager
def yielding_to(urgent: Callable[[], None]) -> Iterator[None]:
    """Have this thread call ``urgent`` at every yield point that it meets."""
    before, _this.urgent = _this.urgent, urgent
    try:
        yield
    finally:
        _this.urgent = before
