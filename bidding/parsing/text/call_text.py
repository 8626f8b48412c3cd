"""The spellings of the 38 calls.

Pass: ``P Pass - --`` (any dash); double: ``X D Dbl Double``; redouble: ``XX R Rdbl Redouble``;
bids: a level and ``C D H S N NT`` or a pip, glued together. Any case. ``D`` is a double on
its own and diamonds after a level; a level on its own is not a call, so there is no ambiguity.

``typed_call`` also accepts blanks between level and strain (``1 NT``), brackets around a call
of the opponents (``(1D)``) and ``!`` or ``*`` after an alerted one (``2C!``).
"""

from __future__ import annotations

import re

from bidding.domain.calls import BIDS, DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.errors import MalformedCall
from bidding.domain.messages import Message
from bidding.domain.table import Strain
from bidding.parsing.text.tokens import Token, quoted

_DIGITS = "0123456789"
_STRAINS = {
    Strain.C: ("c", "♣", "♧"),
    Strain.D: ("d", "♦", "♢"),
    Strain.H: ("h", "♥", "♡", "\u2764"),
    Strain.S: ("s", "♠", "♤"),
    Strain.NT: ("n", "nt"),
}
_CALLS: dict[str, Call] = {
    **dict.fromkeys(("p", "pass", "-", "--", "–", "—", "−"), PASS),
    **dict.fromkeys(("x", "d", "dbl", "double"), DOUBLE),
    **dict.fromkeys(("xx", "r", "rdbl", "redouble"), REDOUBLE),
    **{
        f"{bid.level}{spelling}{selector}": bid
        for bid in BIDS
        for spelling in _STRAINS[bid.strain or Strain.C]
        for selector in (("",) if spelling.isascii() else ("", "\ufe0e", "\ufe0f"))
    },
}
_STRAIN = "|".join(sorted({name[1:] for name in _CALLS if name[0] == "1"}, key=len, reverse=True))
_ALERTS = "!*"
_BRACKETS = ("()", "[]")
_APART = re.compile(rf"([1-7])[ \xa0]+({_STRAIN})", re.IGNORECASE)
SPACED_BID = rf"[(\[]?[1-7][ \xa0]+(?:{_STRAIN})[)\]!*]*+(?![^\s,])"


def parse_call(text: str) -> Call:
    """Parse one call, ignoring surrounding blanks.

    Raises MalformedCall, whose position is the 0-based offset of the fault in the text.
    """
    return typed_call(Token(text.strip(), len(text) - len(text.lstrip())))


def format_call(call: Call) -> str:
    """Return the canonical text: P, X, XX, 1C ... 7NT."""
    return str(call)


def strip_marks(word: Token) -> Token:
    """Strip brackets and alert marks from a word, unless nothing would be left."""
    text, start = word.text.rstrip(_ALERTS), word.start
    if text[:1] + text[-1:] in _BRACKETS:
        text, start = text[1:-1].rstrip(_ALERTS), start + 1
    return Token(text, start) if text else word


def typed_call(word: Token) -> Call:
    """Parse a call that may have brackets, alert marks or a blank between level and strain.

    Raises MalformedCall.
    """
    text, start = strip_marks(word)
    apart = _APART.fullmatch(text)
    return call_at(text if apart is None else apart[1] + apart[2], start)


def call_at(word: str, offset: int) -> Call:
    """Parse a word at an offset of a text as a call. Raises MalformedCall."""
    call = _CALLS.get(word.lower())
    if call is None:
        fault, place = _why_no_call(word)
        raise MalformedCall(fault, text=word[place:], position=offset + place)
    return call


def _why_no_call(word: str) -> tuple[Message, int]:
    """Return the fault of a word that is not a call, and its offset in the word."""
    if not word:
        return Message("the call is empty"), 0
    if word == "?":
        return Message("'?' marks the place of the next call and is no call itself"), 0
    if word[0] in _DIGITS:
        return _why_no_bid(word)
    fault = "{quote} is not a call; calls are P, X, XX and 1C to 7NT"
    return Message(fault, quote=quoted(word)), 0


def _why_no_bid(word: str) -> tuple[Message, int]:
    digits = word[: len(word) - len(word.lstrip(_DIGITS))]
    if len(digits) > 1 or digits in "089":
        return Message("bids go from level 1 to 7, not {level}", level=quoted(digits)[1:-1]), 0
    if word == digits:
        fault = "{word} is a level without a strain; strains are C, D, H, S and NT"
        return Message(fault, word=word), 0
    fault = "{quote} is not a strain; strains are C, D, H, S and NT"
    return Message(fault, quote=quoted(word[1:])), 1
