"""How all tests run, those of research too."""

from __future__ import annotations

import os

# One thread each: tests run side by side, and threads that wait for each other's cores cost many
# times what they bring. Set before anything loads torch; what tests start inherits it.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import sys

from hypothesis import settings

# Few examples and always the same; --hypothesis-profile=many looks for new ones. A busy machine is
# no fault of the code under test, so that none has a deadline.
settings.register_profile("few", deadline=None, max_examples=25, derandomize=True)
settings.register_profile("many", deadline=None, max_examples=2000)
settings.load_profile("few")


def pytest_runtest_setup() -> None:
    """Seed torch, so that a test sees the same numbers in every order.

    pytest-randomly seeds Python and NumPy.
    """
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(0)
