"""Fixtures of the tests of training."""

from tests.trained import trained

__all__ = ["trained"]
