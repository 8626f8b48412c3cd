"""The files of an archive, and the boards of one file."""

from __future__ import annotations

import glob
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bidding.domain.errors import BridgeError
from bidding.parsing.formats.lin import read_lin
from bidding.parsing.formats.pbn import read_pbn
from bidding.parsing.formats.recorded_boards import BadBoard, Board
from bidding.parsing.formats.text_files import decode_text
from bidding.training.archives.rows import row_of

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
