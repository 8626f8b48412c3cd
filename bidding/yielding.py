"""Yield points in a long computation, at which its thread may do more urgent work.

Or at which it is abandoned, if that work raises.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class _ThreadState(threading.local):
    urgent: Callable[[], None] | None = None


_state = _ThreadState()


def yield_point() -> None:
    """Run the urgent work of ``yielding_to``, if any; the computation must not depend on it."""
    if (urgent := _state.urgent) is not None:
        _state.urgent = None  # urgent work does not yield
        try:
            urgent()
        finally:
            _state.urgent = urgent


@contextmanager
def yielding_to(urgent: Callable[[], None]) -> Iterator[None]:
    """Call ``urgent`` at every yield point of this thread, after what it yields to already.

    That work yields to the latter, too.
    """
    before = _state.urgent

    def both() -> None:
        if before is not None:
            before()
        _state.urgent = before
        urgent()

    _state.urgent = both
    try:
        yield
    finally:
        _state.urgent = before
