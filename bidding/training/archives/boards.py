"""The boards of an archive's files as rows of training data, and rows as the arrays of a file.

A row is bytes: the packed deal (13), dealer, vulnerability, the systems of N-S and E-W, and the
calls. Rows of the same auction are equal, so that they can be counted and sorted.
"""

from __future__ import annotations

import glob
import hashlib
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bidding.domain.cards import Deal
from bidding.domain.errors import BridgeError
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.encoding.layout import SYSTEM_CODE
from bidding.parsing.formats.lin import read_lin
from bidding.parsing.formats.pbn import read_pbn
from bidding.parsing.formats.recorded_boards import BadBoard, Board
from bidding.parsing.formats.text_files import decode_text
from bidding.parsing.text.words import card_named

UNKNOWN_ON_FILE = 255
MAX_CALLS_ON_FILE = 255  # n_calls is one byte
MAX_TABLES = 65_535  # tables are two

_DEAL_BYTES = 13
_HEAD_BYTES = _DEAL_BYTES + 4


class NotForTraining(BridgeError):
    """A well-formed board that is no training example, for the reason ``code``."""

    def __init__(self, code: str, fault: str) -> None:
        super().__init__(fault)
        self.code = code


@dataclass(frozen=True)
class GivenSystems:
    """Systems that override those named in the archives."""

    ns: System | None = None
    ew: System | None = None


def row_of(board: Board) -> bytes:
    """Return the row of a board with four hands, vulnerability and a complete auction.

    A passed-out board is an example, too. Raise NotForTraining.
    """
    deal, auction = board.deal, board.auction
    if deal is None:
        given = sum(hand is not None for hand in board.hands)
        code = "partial-deal" if given else "no-deal"
        raise NotForTraining(code, f"{given} of the four hands are given")
    if auction is None:
        raise NotForTraining("no-auction", "there is no auction")
    if not auction.is_over:
        fault = f"the auction stops after {len(auction.calls)} calls and is not over"
        raise NotForTraining("unfinished-auction", fault)
    if len(auction.calls) > MAX_CALLS_ON_FILE:
        fault = f"{len(auction.calls)} calls are more than {MAX_CALLS_ON_FILE}"
        raise NotForTraining("long-auction", fault)
    if board.vulnerability is None:
        raise NotForTraining("no-vulnerability", "the vulnerability is missing")
    systems = bytes(code_on_file(system_named(name)) for name in board.systems)
    head = bytes((auction.dealer, board.vulnerability)) + systems
    return packed_deal(deal) + head + bytes(call.index for call in auction.calls)


def packed_deal(deal: Deal) -> bytes:
    """Return the 13 bytes of a deal: two bits a card, little end first, owner N E S W."""
    packed = bytearray(_DEAL_BYTES)
    for seat in Seat:
        for card in deal[seat].cards:
            packed[card.index // 4] |= seat << 2 * (card.index % 4)
    return bytes(packed)


def system_named(text: str) -> System:
    """Return the system that a text names; a card that departs from one is no system."""
    card = card_named(text)
    return System.UNKNOWN if card is None or card.changes else card.base


def code_on_file(system: System) -> int:
    """Return the number of a system in a file of recorded auctions."""
    return UNKNOWN_ON_FILE if system is System.UNKNOWN else SYSTEM_CODE[system]


def with_systems(row: bytes, given: GivenSystems) -> bytes:
    """Return the row with the given systems in place of its own."""
    changed = bytearray(row)
    for place, system in ((_HEAD_BYTES - 2, given.ns), (_HEAD_BYTES - 1, given.ew)):
        if system is not None:
            changed[place] = code_on_file(system)
    return bytes(changed)


def order_of(row: bytes) -> bytes:
    """Return the sort key of a row: a hash of its deal, so that the order of rows is random."""
    return blake2b(row[:_DEAL_BYTES], digest_size=8).digest()


def is_passed_out(row: bytes) -> bool:
    """Return True for a row of passes."""
    return not any(row[_HEAD_BYTES:])


def npz_of(rows: Sequence[bytes], tables: Sequence[int]) -> bytes:
    """Return the file of these rows, in the format of ``bidding.encoding.records``.

    ``tables`` is the number of tables of each auction. Equal rows give equal bytes.
    """
    heads = np.frombuffer(b"".join(row[:_HEAD_BYTES] for row in rows), dtype=np.uint8)
    heads = heads.reshape(-1, _HEAD_BYTES)
    file = io.BytesIO()
    np.savez_compressed(
        file,
        deal=heads[:, :_DEAL_BYTES],
        dealer=heads[:, _DEAL_BYTES],
        vul=heads[:, _DEAL_BYTES + 1],
        system_ns=heads[:, _DEAL_BYTES + 2],
        system_ew=heads[:, _DEAL_BYTES + 3],
        n_calls=np.array([len(row) - _HEAD_BYTES for row in rows], dtype=np.uint8),
        calls=np.frombuffer(b"".join(row[_HEAD_BYTES:] for row in rows), dtype=np.uint8),
        tables=np.minimum(np.array(tables, dtype=np.int64), MAX_TABLES).astype(np.uint16),
    )
    return file.getvalue()


_READERS = {"pbn": read_pbn, "lin": read_lin}
_SIGNS = (
    ("pbn", re.compile(r'^\ufeff?\[[ \t]*[A-Z]\w*[ \t]+"', re.MULTILINE)),
    ("lin", re.compile(r"(?:^|\||lin=)(?:qx|vg|pn|md)(?:\||%7C)", re.MULTILINE | re.IGNORECASE)),
)


class Reject(NamedTuple):
    """A board that is not used: its place, the kind of fault and the fault."""

    line: int
    board: str
    reason: str
    fault: str


@dataclass
class Harvest:
    """The result of reading one file: a row for each usable board, a reject for each other."""

    format: str = ""
    encoding: str = ""
    fault: str = ""
    """The fault of the file as a whole."""

    rows: list[bytes] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)


def find_files(arguments: Iterable[str]) -> list[Path]:
    """Return the files of these names, patterns and folders, each once, sorted by name.

    Folders are searched for ``.pbn`` and ``.lin``. Raise ValueError for an argument without files.
    """
    found: dict[Path, Path] = {}
    for argument in arguments:
        paths = [path for name in _named(argument) for path in _files_in(Path(name))]
        if not paths:
            raise ValueError(f"{argument}: there is no such file, and no .pbn or .lin file in it")
        for path in paths:
            found.setdefault(path.resolve(), path)
    return sorted(found.values())


def _named(argument: str) -> Sequence[str]:
    """Return the argument if it names a file or folder, else its matches as a pattern."""
    if Path(argument).exists():
        return [argument]
    return glob.glob(argument, recursive=True)  # noqa: PTH207 (Path takes no absolute pattern)


def _files_in(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for file in path.rglob("*"):
        if file.suffix.lower().lstrip(".") in _READERS and file.is_file():
            yield file


def key_of(path: Path, data: bytes, encoding: str | None = None) -> str:
    """Return the key of a file's harvest: of its bytes, suffix and stated encoding."""
    stated = "" if encoding is None else f" {encoding}"
    return f"{hashlib.sha256(data).hexdigest()}{path.suffix.lower()}{stated}"


def harvest(
    path: Path, data: bytes, progress: Callable[[float], None], encoding: str | None = None
) -> Harvest:
    """Read the boards of a file in a stated encoding or a detected one.

    ``progress`` is called with the share that is read, 0 to 1.
    """
    found = Harvest()
    try:
        decoded = decode_text(data, encoding)
    except BridgeError as error:
        found.fault = error.fault
        return found
    found.encoding, found.format = decoded.encoding, _format(path, decoded.text)
    if not found.format:
        found.fault = "it is neither PBN nor LIN"
        return found
    lines = decoded.text.count("\n") + 1
    for board in _READERS[found.format](decoded.text):
        _add_board(found, board)
        progress(board.line / lines)
    if not found.rows and not found.rejects:
        found.fault = "there is no board in it"
    return found


def _format(path: Path, text: str) -> str:
    """Return the format by a file's suffix, or by its text; empty for neither."""
    suffix = path.suffix.lower().lstrip(".")
    if suffix in _READERS:
        return suffix
    return next((name for name, sign in _SIGNS if sign.search(text)), "")


def _add_board(found: Harvest, board: Board | BadBoard) -> None:
    name = " ".join(filter(None, (board.event, f"board {board.number}" if board.number else "")))
    if isinstance(board, BadBoard):
        found.rejects.append(Reject(board.line, name, board.code, board.fault))
        return
    try:
        found.rows.append(row_of(board))
    except BridgeError as error:
        found.rejects.append(Reject(board.line, name, error.code, error.fault))
