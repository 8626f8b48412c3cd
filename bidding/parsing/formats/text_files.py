"""Decoding text files of any program.

A byte order mark decides. Without one, a text with a NUL in every other byte is UTF-16, and a text
that is not UTF-8 is Windows-1252 (Latin-1 for its five unused bytes) or, if its words fit better,
in a Central European encoding or, if its LIN commands fit better, in an East Asian one. Line ends
become ``\\n``. DOS programs end a text with ^Z and fill its last block with more of them, NULs or
memory contents, which are removed.

In East Asian encodings the second byte of a character can be the bar of LIN: decoded as Western,
such a character splits a value, and an invalid command follows. Only a text whose commands break
when decoded as Western is examined, from the board before the first break on. The encoding with the
most boards, minus the breaks, is chosen, and the Western one if no other has more. Ties are decided
by the number of rarely used characters.

A word fits an encoding if its letters are those of its languages, its capitals are its first letter
or all, and no letter stands where its languages have none: "Œwi¹tek" and "Jañczak" are not Western.
The names of a file are too few and too short for a statistical detector.
"""

from __future__ import annotations

import codecs
import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from itertools import islice

from bidding.domain.errors import BridgeError
from bidding.domain.messages import Message
from bidding.parsing.text.words import quoted

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is a prefix
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Codecs that write a mark, and the ones to use without a mark.
_MARKLESS = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_SAMPLE_BYTES = 4096
_NULS_OF_UTF_16 = 0.7  # minimum share of NULs among the high bytes
_WESTERN = "windows-1252"
_WINDOWS_1252 = {  # without its five unused bytes
    code: char
    for code in range(0x80, 0xA0)
    if (char := bytes([code]).decode(_WESTERN, errors="ignore"))
}
_END_OF_FILE = "\x1a"
_PADDING = b"\0\x1a\t\n\r "
_BLOCK_BYTES = 128
_BOARDS = re.compile(rb"\s*(\[|[A-Za-z]{2}\|)")  # starts of PBN and LIN
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f]")

ENCODINGS = ("gb18030", "big5hkscs", "cp932")  # GBK, Big5 and Shift-JIS at their widest
_VALUE = r"[ \t]*+\|[^|]*+\|[\s\ufeff]*+"
_COMMANDS = re.compile(rf"[\s\ufeff]*+(?:[a-z0-9]{{2}}{_VALUE})*", re.IGNORECASE)
_TO_DEAL = re.compile(
    rf"[\s\ufeff]*+(?:(?!md[ \t]*+\|)[a-z0-9]{{2}}{_VALUE})*(md{_VALUE})?", re.IGNORECASE
)
_DEALS = ("|md|", "\nmd|", "|MD|", "\nMD|")
_NEXT_BOARD = re.compile(r"(?<=[|\n\r=])[ \t]*+(?:qx|vg|pn|md)\|", re.IGNORECASE)
_MAX_COUNTED = 20_000  # boards and breaks counted per encoding
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
# First and second bytes of common characters: the commonest half of each set, and kana.
_USUAL = {
    "gb18030": ((range(0xB0, 0xD8), range(0xA1, 0xFF)),),
    "big5hkscs": (
        (range(0xA4, 0xC7), range(0x40, 0x7F)),
        (range(0xA4, 0xC6), range(0xA1, 0xFF)),
    ),
    "cp932": (
        (range(0x82, 0x84), range(0x40, 0xFD)),
        (range(0x88, 0x98), range(0x40, 0xFD)),
        (range(0x81, 0x82), range(0x58, 0x5C)),  # repetition and length marks
    ),
}


_CENTRAL = ("windows-1250", "iso8859-2", "cp852")
_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
_PARTS = re.compile("[’–—]")
_QUOTES = "“”„‘‚…«»"
_MAX_WORDS = 20_000
_WESTERN_WORD = re.compile(
    r"(?:[a-zàáâãäåçèéêëíîïóôöøúûüýÿßðþš¿¡ºª]|ž|æ(?=.)|ñ(?=[aeiouáéíóú])|œ(?=[uidscn])|õ(?=e)"
    r"|[ìòù](?=$)|(?<![áíý])ø(?![áíý]))+"
)
_CENTRAL_WORD = re.compile("[a-ząćęłńóśźżáčďéěíňřšťúůýžäöüßőűâîôăşţľĺŕëçđ]+")


class UnreadableText(BridgeError):
    """Bytes that are not text in any supported encoding."""

    code = "unreadable-text"


@dataclass(frozen=True)
class DecodedText:
    """A text with ``\\n`` as its only line end, and its original encoding."""

    text: str
    encoding: str


def codec_of(encoding: str) -> str:
    """Return the name of the Python codec for a text encoding.

    Raises ValueError for an unknown name.
    """
    try:
        name = codecs.lookup(encoding).name
        "md|".encode(name)  # some codecs do not encode text
    except (LookupError, ValueError):
        fault = f"{quoted(encoding)} is no encoding; there are big5, gb18030, shift_jis and others"
        raise ValueError(f"{fault} that Python's codecs name") from None
    return _MARKLESS.get(name, name)


def decode_text(data: bytes, stated: str | None = None) -> DecodedText:
    """Decode a file; ``stated`` is its encoding as returned by ``codec_of``.

    A byte order mark takes precedence. Raises UnreadableText for bytes that are not text in that
    encoding.
    """
    encoding, skipped = _encoding(data, stated)
    content = _without_trailer(data[skipped:], encoding)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8" or skipped or stated:
            fault = "it begins like {encoding} but is not: {reason} in byte {place}"
            values = {"encoding": encoding, "reason": error.reason, "place": error.start}
            raise UnreadableText(Message(fault, **values)) from None
        western = content.decode("latin-1").translate(_WINDOWS_1252)
        found = detect_encoding(content, western)
        found = found or _central(content)
        encoding = found or _WESTERN
        text = content.decode(found, errors="replace") if found else western
    if "\0" in text:
        raise UnreadableText("there are NUL characters in it, so it is not text")
    return DecodedText(text.replace("\r\n", "\n").replace("\r", "\n"), encoding)


class LineNumbers:
    """The 1-based line of every offset of a text."""

    def __init__(self, text: str) -> None:
        self._ends = array("L", (match.start() for match in re.finditer("\n", text)))

    def at(self, offset: int) -> int:
        """Return the line of the character at the offset."""
        return bisect_right(self._ends, offset - 1) + 1


def _encoding(data: bytes, stated: str | None) -> tuple[str, int]:
    """Return the encoding, by mark, as stated, by NULs or else UTF-8, and the mark's length."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, len(mark)
    if stated is not None:
        return stated, 0
    sample = data.rstrip(b"\0\x1a")[:_SAMPLE_BYTES]
    for encoding, first in (("utf-16-le", 1), ("utf-16-be", 0)):
        high = sample[first::2]
        if len(sample) > 1 and high.count(0) >= _NULS_OF_UTF_16 * len(high):
            return encoding, 0
    return "utf-8", 0


def _without_trailer(content: bytes, encoding: str) -> bytes:
    """Remove everything after the end of a text.

    The end is the first ^Z or NUL that is followed only by these and white space or, in a
    single-byte encoding, a ^Z followed by less than a block of bytes that are not text and do not
    begin like a board.
    """
    close = _END_OF_FILE.encode(encoding)
    if not content.strip(_PADDING):
        return content.replace(close, b"")  # NULs alone are no text
    width = len("\0".encode(encoding))
    first = len(content.rstrip(_PADDING)) // width * width
    for place in range(first, len(content), width):
        unit = content[place : place + width]
        if unit == close or not unit.strip(b"\0"):
            content = content[:place]
            break
    before, _, behind = content.partition(_END_OF_FILE.encode())
    memory = _NO_TEXT.search(behind) and not _BOARDS.match(behind)
    if width == 1 and len(behind) < _BLOCK_BYTES and memory:
        return before
    return content


def detect_encoding(content: bytes, western: str) -> str | None:
    """Return the likeliest East Asian encoding of a text, or None for a Western one.

    ``western`` is the content decoded as Western, one character per byte.
    """
    commands = _COMMANDS.match(western)
    assert commands is not None  # it may be empty
    if commands.end() == len(western) or not (commands[0] or _NEXT_BOARD.search(western)):
        return None
    first = 1 + max(western.rfind(deal, 0, commands.end()) for deal in _DEALS)
    found = {name: content[first:].decode(name, errors="replace") for name in ENCODINGS}
    boards = {name: _boards(text) for name, text in found.items()}
    most = max(boards.values())
    if most <= _boards(western[first:]):
        return None
    foreign = {name: set("".join(_FOREIGN.findall(text))) for name, text in found.items()}
    equals = [name for name in ENCODINGS if boards[name] == most]
    return min(equals, key=lambda name: len(foreign[name] - _usual(name)))


def _central(content: bytes) -> str | None:
    """Return the Central European encoding that more words fit than Windows-1252, or None."""
    words = set(islice((match[0] for match in _WORD.finditer(content)), _MAX_WORDS))
    fits = {_WESTERN: sum(_fits(word, _WESTERN, _WESTERN_WORD) for word in words)}
    fits |= {name: sum(_fits(word, name, _CENTRAL_WORD) for word in words) for name in _CENTRAL}
    best = max(fits, key=lambda name: fits[name])  # the first of equals
    return None if best == _WESTERN else best


def _fits(word: bytes, encoding: str, usual: re.Pattern[str]) -> bool:
    """Return True if each part of a word that has ASCII letters, too, is one of the languages."""
    parts = _PARTS.split(word.decode(encoding, errors="replace").strip(_QUOTES))
    return all(
        usual.fullmatch(part.lower()) is not None
        and (part[1:] == part[1:].lower() or part == part.upper())
        for part in parts
        if re.search("[A-Za-z]", part)
    )


def _boards(text: str) -> int:
    """Return the number of deals in LIN commands minus the number of breaks."""
    position = counted = boards = 0
    while position < len(text) and counted < _MAX_COUNTED:
        counted += 1
        commands = _TO_DEAL.match(text, position)
        assert commands is not None  # it may be empty
        position = commands.end()
        if commands[1]:
            boards += 1
        elif position < len(text):
            boards -= 1
            following = _NEXT_BOARD.search(text, position + 1)
            position = following.start() if following else len(text)
    return boards


@cache
def _usual(encoding: str) -> frozenset[str]:
    """Return the common characters of an encoding."""
    return frozenset(
        bytes((first, second)).decode(encoding, errors="ignore")
        for firsts, seconds in _USUAL[encoding]
        for first in firsts
        for second in seconds
    )
