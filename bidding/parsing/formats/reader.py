"""Reading boards in any supported form: PBN, LIN, links to a hand viewer, or typed text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bidding.domain.messages import Message
from bidding.domain.table import Seat
from bidding.parsing.formats.lin import read_lin
from bidding.parsing.formats.links import has_link, read_links
from bidding.parsing.formats.pbn import read_pbn
from bidding.parsing.formats.recorded_boards import BadBoard, Board, MalformedText
from bidding.parsing.formats.typed_boards import read_typed

_PBN_TAG = re.compile(r'^[ \t\ufeff]*+\[[ \t]*+\w++\s*+"', re.MULTILINE)
# Names of LIN commands, none of which is a call or a seat in a table with bars.
_NAMES = (
    *("ah", "an", "at", "bt", "cp", "fp", "ha", "ia", "kc", "lb", "lg", "mb", "mc", "md", "mn"),
    *("mp", "nt", "pc", "pf", "pg", "pn", "pw", "qx", "rb", "rc", "rh", "rs", "se", "sk", "st"),
    *("sv", "tu", "ub", "up", "va", "vg"),
)
_NAME = f"(?a:{'|'.join(_NAMES)})"
_LIN_COMMAND = re.compile(rf"(?:^|[|\n])[ \t\ufeff]*+{_NAME}[ \t]*+\|", re.IGNORECASE)
_ADDRESS = re.compile(r"\s*+[a-z][a-z0-9+.-]{0,20}://[^\s?]*+\s*+\Z", re.IGNORECASE | re.ASCII)
_LIN_START = re.compile(rf"[\s\ufeff]*+{_NAME}[ \t]*+\|", re.IGNORECASE)
_NO_BOARD_IN_ADDRESS = Message(
    "this address holds no board itself: open it, then paste the long address it leads to, or the "
    "board"
)


def read_boards(
    text: str, *, seat: Seat | None = None, dealer: Seat | None = None
) -> Iterator[Board | BadBoard]:
    """Yield every board of a text in order, with a BadBoard for one that cannot be read.

    Raises nothing. For typed text ``seat`` is the owner of a hand without a seat, and ``dealer``
    the dealer where the text names none; the other forms state both.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _LIN_START.match(text):  # an explanation may contain a link or a bracket
        yield from read_lin(text)
    elif _PBN_TAG.search(text):
        yield from read_pbn(text)
    elif has_link(text):
        yield from read_links(text)
    elif _LIN_COMMAND.search(text):
        yield from read_lin(text)
    elif _ADDRESS.match(text):
        yield BadBoard(_line_of_first_word(text), MalformedText.code, _NO_BOARD_IN_ADDRESS)
    else:
        yield read_typed(text, seat, dealer)


def _line_of_first_word(text: str) -> int:
    return 1 + text[: len(text) - len(text.lstrip())].count("\n")
