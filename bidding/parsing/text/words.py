"""Single words: calls, seats, vulnerabilities and bidding systems, and tokens of longer texts.

Pass: ``P Pass - --`` (any dash); double: ``X D Dbl Double``; redouble: ``XX R Rdbl Redouble``;
bids: a level and ``C D H S N NT`` or a pip, glued together. Any case. ``D`` is a double on
its own and diamonds after a level; a level on its own is not a call, so there is no ambiguity.

``typed_call`` also accepts blanks between level and strain (``1 NT``), brackets around a call
of the opponents (``(1D)``) and ``!`` or ``*`` after an alerted one (``2C!``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple, TypeVar

from bidding.domain.calls import BIDS, DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.convention_card import UNKNOWN_CARD, ConventionCard
from bidding.domain.errors import BridgeError, MalformedCall, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Seat, Strain, Suit, Vulnerability

DASHES = "-–—−"
_LONGEST_QUOTE = 24

Named = TypeVar("Named")
_JOINTS = re.compile(rf"(?<=\w)[\s/_{re.escape(DASHES)}]+(?=\w)")


def _folded(name: str) -> str:
    """Return a name in small letters, its words and what a slash divides written as one."""
    return _JOINTS.sub("", name.strip().lower())


_SEATS = {name: seat for seat in Seat for name in (seat.name.lower(), seat.full_name.lower())}
_CANONICAL_VULNERABILITIES = dict(zip(Vulnerability, ("none", "NS", "EW", "both"), strict=True))
_VULNERABILITIES = {
    **dict.fromkeys(("none", "-", "--", "–", "—", "love", "o", "0", "neither"), Vulnerability.NONE),
    **dict.fromkeys(("ns", "northsouth"), Vulnerability.NS),
    **dict.fromkeys(("ew", "eastwest"), Vulnerability.EW),
    **dict.fromkeys(("both", "all", "b"), Vulnerability.BOTH),
}
_SYSTEMS = {
    **{_folded(name): system for system in System for name in (system.value, system.full_name)},
    "standardamerican": System.STANDARD,
    **dict.fromkeys(
        ("21gf", "21gameforce", "21gameforcing", "2over1", "2over1gameforce", "twooverone"),
        System.TWO_OVER_ONE,
    ),
    **dict.fromkeys(("wj", "wj05", "wj2000", "wj2005", "wj2010"), System.POLISH_CLUB),
    "precisionclub": System.PRECISION,
}
_KNOWN_SYSTEMS = ", ".join(system.value for system in System)
_LIKE_CODE = re.compile(r"(?P<base>.+?)-(?P<changes>[A-Za-z][0-9].*)")
_WORD = re.compile(r"[^\s,;:()]+")
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


# "!" as Bridge Base Online draws it; the others may stand before words and in addresses.
_SUIT_IN_TEXT = re.compile(r"!([shdc])|[\\@]([shdc])(?![a-z])", re.IGNORECASE | re.ASCII)
_SUIT_SYMBOL = re.compile("[♠♥♦♣](?![A-Za-z])")


class Token(NamedTuple):
    """A part of a text and the 0-based offset of its first character."""

    text: str
    start: int


def split_blanks(text: str) -> list[Token]:
    """Split at whitespace."""
    return [Token(match[0], match.start()) for match in re.finditer(r"\S+", text)]


def split_at(text: str, mark: str, start: int = 0) -> list[Token]:
    """Split at a mark, keeping empty tokens; ``start`` is the text's offset."""
    tokens = []
    for part in text.split(mark):
        tokens.append(Token(part, start))
        start += len(part) + len(mark)
    return tokens


def quoted(text: str) -> str:
    """Quote a text for a message: shortened, with unprintable characters escaped."""
    if len(text) > _LONGEST_QUOTE:
        text = text[: _LONGEST_QUOTE - 1] + "…"
    return repr(text)


def with_suit_symbols(text: str) -> str:
    r"""Return a text of other programs with symbols for its suits: ``!C``, ``\C``, ``@C``."""
    return _SUIT_IN_TEXT.sub(lambda found: Suit[(found[1] or found[2]).upper()].symbol, text)


def with_suit_letters(text: str, mark: str) -> str:
    """Return a text with this mark and a letter for a suit's symbol, as other programs have it."""
    return _SUIT_SYMBOL.sub(lambda found: mark + Suit("♠♥♦♣".index(found[0])).name, text)


def parse_seat(text: str) -> Seat:
    """Parse a seat's letter or name in any case. Raises MalformedTable."""
    return _named(text, _SEATS, Message("a seat"), _listed("N, E, S", "W"))


def parse_vulnerability(text: str) -> Vulnerability:
    """Parse a vulnerability in any case. Raises MalformedTable.

    ``N`` is refused: some programs use it for N-S, some people for none.
    """
    if text.strip().lower() == "n":
        fault = "{quote} may mean none or N-S: write one of them"
        raise MalformedTable(fault, quote=quoted(text), text=text, position=_start(text))
    known = _listed("none, NS, EW", "both")
    return _named(text, _VULNERABILITIES, Message("a vulnerability"), known)


def parse_system(text: str) -> System:
    """Parse a bidding system's name in any case. Raises MalformedTable."""
    return _named(text, _SYSTEMS, Message("a known bidding system"), _KNOWN_SYSTEMS)


def parse_card(text: str) -> ConventionCard:
    """Parse a bidding system's name in any case, or a card's code. Raises MalformedTable, and
    InvalidCard for the code of a card that cannot be."""
    code = _code(text)
    if code is not None:
        return ConventionCard.from_code(code)
    known = Message(
        "{names}, or the code of a card such as {example}", names=_KNOWN_SYSTEMS, example="sayc-a0"
    )
    return ConventionCard(_named(text, _SYSTEMS, Message("a known bidding system"), known))


def _code(text: str) -> str | None:
    """Return the code of a card with changes that a text is like; None if it is like none."""
    match = _LIKE_CODE.fullmatch(text.strip())
    base = None if match is None else _SYSTEMS.get(_folded(match["base"]))
    if match is None or base is None:
        return None
    return f"{ConventionCard(base).code}-{match['changes']}"


def card_named(text: str) -> ConventionCard | None:
    """Return the card that a file names, perhaps twice (``2/1GF - 2/1 Game Force``, ``SAYC SAYC``),
    the code of one perhaps among other words.

    It is that of an unknown system for any other name, and None for an empty one.
    """
    try:
        return _card_in(text)
    except BridgeError:
        return UNKNOWN_CARD


def fault_of_card(text: str) -> Message | None:
    """Return why what a file names like the code of a card is none; None for any other name."""
    try:
        _card_in(text)
    except BridgeError as error:
        fault = "the system {quote} is not understood and counts as unknown: {fault}"
        return Message(fault, quote=quoted(text), fault=error.fault)
    return None


def _card_in(text: str) -> ConventionCard | None:
    """Return what ``card_named`` does. Raises BridgeError for what is like the code of a card and
    is none, or stands beside the name of another."""
    if not "".join(text.split()).strip("-?"):
        return None
    card = _whole(text)
    codes: list[str] = []
    others: list[str] = []
    for is_code, words in groupby(_WORD.findall(text), _is_like_code):
        if is_code:
            codes += words
        else:
            others.append(" ".join(words).strip("- "))
    if card is not None or not codes:
        return card or UNKNOWN_CARD
    card, *further = map(parse_card, codes)
    beside = zip([*codes[1:], *others], [*further, *map(_whole, others)], strict=True)
    for other, named in beside:
        if named not in (None, UNKNOWN_CARD, card, ConventionCard(card.base)):
            fault = "it names both {one} and {other}"
            raise MalformedTable(fault, one=quoted(codes[0]), other=quoted(other), text=text)
    return card


def _whole(text: str) -> ConventionCard | None:
    """Return the card that a text is a name of, or two; None if it is anything else."""
    words = text.split()
    name, middle = " ".join(words), len(words) // 2
    halves = [" ".join(words[:middle]), " ".join(words[middle:])]
    for parts in ([name], name.split(" - "), halves):
        cards = set(map(_card_or_none, parts))
        if len(cards) == 1 and (card := cards.pop()) is not None:
            return card
    return None


def _is_like_code(word: str) -> bool:
    """Return True for a system and a dash, unless that is the system's name."""
    base, dash, _ = word.partition("-")
    return bool(dash) and _folded(base) in _SYSTEMS and _folded(word) not in _SYSTEMS


def _card_or_none(name: str) -> ConventionCard | None:
    try:
        return parse_card(name)
    except BridgeError:
        return None


def format_vulnerability(vulnerability: Vulnerability) -> str:
    """The canonical name: none, NS, EW or both."""
    return _CANONICAL_VULNERABILITIES[vulnerability]


def _named(text: str, names: Mapping[str, Named], what: Message, known: str) -> Named:
    named = names.get(_folded(text))
    if named is None:
        fault = "{quote} is not {what}; it must be one of {known}"
        message = Message(fault, quote=quoted(text), what=what, known=known)
        raise MalformedTable(message, text=text, position=_start(text))
    return named


def _listed(names: str, last: str) -> Message:
    return Message("{one} and {two}", one=names, two=last)


def _start(text: str) -> int:
    """Return the offset of the first character that is not blank; 0 for a blank text."""
    return len(text) - len(text.lstrip()) if text.strip() else 0


def parse_call(text: str) -> Call:
    """Parse one call, ignoring surrounding blanks.

    Raises MalformedCall, whose position is the 0-based offset of the fault in the text.
    """
    return typed_call(Token(text.strip(), len(text) - len(text.lstrip())))


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
    digits = word[: len(word) - len(word.lstrip(_DIGITS))]
    if not word:
        return Message("the call is empty"), 0
    if word == "?":
        return Message("'?' marks the place of the next call and is no call itself"), 0
    if not digits:
        fault = "{quote} is not a call; calls are P, X, XX and 1C to 7NT"
        return Message(fault, quote=quoted(word)), 0
    if len(digits) > 1 or digits in "089":
        return Message("bids go from level 1 to 7, not {level}", level=quoted(digits)[1:-1]), 0
    if word == digits:
        fault = "{word} is a level without a strain; strains are C, D, H, S and NT"
        return Message(fault, word=word), 0
    fault = "{quote} is not a strain; strains are C, D, H, S and NT"
    return Message(fault, quote=quoted(word[1:])), 1
