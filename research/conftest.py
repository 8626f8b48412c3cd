"""Fixtures of the tests of research."""

from tests.trained import trained

__all__ = ["trained"]
