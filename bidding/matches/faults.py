"""What can go wrong with a program that plays."""

from __future__ import annotations


class ProgramFault(RuntimeError):
    """A program that cannot go on; the message names it, its seat, the board and what it said."""
