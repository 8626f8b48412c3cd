"""The outcome of parsing any input: a value or one of the domain's errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bidding.domain.errors import BridgeError

Source = TypeVar("Source")
Parsed = TypeVar("Parsed")


def outcome(
    parse: Callable[[Source], Parsed], source: Source
) -> tuple[Parsed | None, BridgeError | None]:
    """The value or the fault; any other exception goes through and fails the test."""
    try:
        return parse(source), None
    except BridgeError as error:
        return None, error
