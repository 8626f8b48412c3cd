"""How all tests run, those of research too."""

from __future__ import annotations

import os

# One thread each: tests run side by side, and threads that wait for each other's cores cost many
# times what they bring. Set before anything loads torch; what tests start inherits it.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import sys
import time
from pathlib import Path

import pytest
from hypothesis import settings

# Few examples and always the same; --hypothesis-profile=many looks for new ones. A busy machine is
# no fault of the code under test, so that none has a deadline.
settings.register_profile("few", deadline=None, max_examples=25, derandomize=True)
settings.register_profile("many", deadline=None, max_examples=2000)
settings.load_profile("few")


@pytest.hookimpl(optionalhook=True)  # there is nothing to number without pytest-xdist
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers of ``-n auto``: the idle cores, or 0 if only one is idle.

    Two that share a core take longer than one after the other.
    """
    before, start = _idle_seconds(), time.monotonic()
    time.sleep(0.5)
    idle = round((_idle_seconds() - before) / (time.monotonic() - start))
    processes = min(idle, len(os.sched_getaffinity(0)))
    return processes if processes > 1 else 0


def _idle_seconds() -> float:
    """Return the total idle time of all cores."""
    _, _, _, _, idle, waiting, *_ = Path("/proc/stat").read_text(encoding="utf-8").split(maxsplit=7)
    return (int(idle) + int(waiting)) / os.sysconf("SC_CLK_TCK")


def pytest_runtest_setup() -> None:
    """Seed torch, so that a test sees the same numbers in every order.

    pytest-randomly seeds Python and NumPy.
    """
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(0)
