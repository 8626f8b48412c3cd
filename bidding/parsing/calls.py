"""The spellings of the 38 calls.

Pass: ``P Pass - --`` (any dash); double: ``X D Dbl Double``; redouble: ``XX R Rdbl Redouble``;
bids: a level and ``C D H S N NT`` or a pip, glued together. Any case. A ``D`` alone is a
double and after a level the diamonds; a level alone is nothing, so the two never meet.
"""

from __future__ import annotations

from bidding.domain.calls import BIDS, DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.errors import MalformedCall
from bidding.domain.said import Said
from bidding.domain.table import Strain
from bidding.parsing.pieces import quoted

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


def parse_call(text: str) -> Call:
    """The one call that the text spells, blanks around it aside.

    Raises MalformedCall; its position is the 0-based offset of the fault in the text.
    """
    return call_at(text.strip(), len(text) - len(text.lstrip()))


def format_call(call: Call) -> str:
    """The canonical text: P, X, XX, 1C ... 7NT."""
    return str(call)


def call_at(word: str, offset: int) -> Call:
    """The call of a word that stands at an offset of some text."""
    call = _CALLS.get(word.lower())
    if call is None:
        fault, place = _why_no_call(word)
        raise MalformedCall(fault, text=word[place:], position=offset + place)
    return call


def _why_no_call(word: str) -> tuple[Said, int]:
    """What is wrong with a word that is no call, and at which of its characters."""
    if not word:
        return Said("the call is empty"), 0
    if word == "?":
        return Said("'?' marks the place of the next call and is no call itself"), 0
    if word[0] in _DIGITS:
        return _why_no_bid(word)
    fault = "{quote} is not a call; calls are P, X, XX and 1C to 7NT"
    return Said(fault, quote=quoted(word)), 0


def _why_no_bid(word: str) -> tuple[Said, int]:
    digits = word[: len(word) - len(word.lstrip(_DIGITS))]
    if len(digits) > 1 or digits in "089":
        return Said("bids go from level 1 to 7, not {level}", level=quoted(digits)[1:-1]), 0
    if word == digits:
        return Said("{word} is a level without a strain", word=word), 0
    fault = "{quote} is not a strain; strains are C, D, H, S and NT"
    return Said(fault, quote=quoted(word[1:])), 1
