"""Errors of the domain, each with a message, the text at fault and its position.

All are ``ValueError``s, so callers may catch a single class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bidding.domain.messages import Message


class BridgeError(ValueError):
    """Input that breaks the rules or the notation of bridge.

    ``fault`` is a translatable sentence for the ``values``, ``text`` the piece of input at fault
    (may be empty) and ``position`` its place: a 0-based character offset for text, a 0-based index
    for a sequence, or None where the whole input is at fault.
    """

    code = "bridge-error"

    def __init__(
        self, fault: str, *, text: str = "", position: int | None = None, **values: Any
    ) -> None:
        self.fault = fault if isinstance(fault, Message) else Message(fault, **values)
        self.text = text
        self.position = position
        super().__init__(self.fault)


@contextmanager
def reword_faults(reword: Callable[[Message], Message]) -> Iterator[None]:
    """Replace the message of a BridgeError raised inside by ``reword`` of it."""
    try:
        yield
    except BridgeError as error:
        fault = reword(error.fault)
        raise type(error)(fault, text=error.text, position=error.position) from None


class MalformedCard(BridgeError):
    """A text that is not a card, or an unknown suit or rank in it."""

    code = "malformed-card"


class MalformedHand(BridgeError):
    """A text that cannot be read as a hand."""

    code = "malformed-hand"


class ImpossibleHand(BridgeError):
    """Readable cards that do not make a hand: not thirteen, or the same card twice."""

    code = "impossible-hand"


class MalformedDeal(BridgeError):
    """Four hands that do not make up the pack."""

    code = "malformed-deal"


class MalformedCall(BridgeError):
    """A text that is not one of the 38 calls."""

    code = "malformed-call"


class IllegalCall(BridgeError):
    """A call that the Laws bar at its turn, or any call after the auction has ended."""

    code = "illegal-call"


class MalformedTable(BridgeError):
    """A seat, dealer, vulnerability, board number or bidding system that does not exist."""

    code = "malformed-table"
