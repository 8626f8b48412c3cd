"""Detection of East Asian encodings in a text without a byte order mark, by its LIN commands.

In these encodings the second byte of a character can be the bar of LIN: decoded as Western, such a
character splits a value, and an invalid command follows. Only a text whose commands break when
decoded as Western is examined, from the board before the first break on. The encoding with the
most boards, minus the breaks, is chosen, and the Western one if no other has more. Ties are decided
by the number of rarely used characters.
"""

from __future__ import annotations

import re
from functools import cache

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
    equals = [name for name in ENCODINGS if boards[name] == most]
    return min(equals, key=lambda name: _unusual(found[name], name))


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


def _unusual(text: str, encoding: str) -> int:
    """Return the number of different rare characters in a text."""
    return len(set().union(*_FOREIGN.findall(text)) - _usual(encoding))


@cache
def _usual(encoding: str) -> frozenset[str]:
    """Return the common characters of an encoding."""
    return frozenset(
        bytes((first, second)).decode(encoding, errors="ignore")
        for firsts, seconds in _USUAL[encoding]
        for first in firsts
        for second in seconds
    )
