"""The work of ``record boards``: from archives (PBN, LIN) to training data.

Each file is read once and its harvest stored in ``OUT/work``. Then the rows of all files are
counted, sorted and written as ``OUT/club-0.npz``, ``club-1.npz`` ..., with a report of refused
boards. The outputs do not depend on the order of the files or on interruptions.

The files are replaced and verified as one set: the report lists the sha256 of each file of data.
It is removed first and written last, so that an incomplete set has no report that fits it.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tqdm import tqdm

from bidding.networks.checkpoint import write_atomically
from bidding.parsing.documents.document import printable
from bidding.training.archives.boards import (
    GivenSystems,
    Reject,
    harvest,
    is_passed_out,
    key_of,
    npz_of,
    order_of,
    with_systems,
)
from bidding.training.archives.store import Store

REPORT, REJECTS = "report.json", "rejects.txt"
_DATA = re.compile(r"club-\d+\.npz")


class UnfinishedSet(ValueError):
    """Files of data other than those that the report beside them lists."""


def put_in_place(names: Iterable[str], work: Path, out: Path) -> None:
    """Replace the set in ``out`` by these files of data, rejects and report."""
    (out / REPORT).unlink(missing_ok=True)
    for path in _data_in(out):
        path.unlink()
    for name in (*names, REJECTS, REPORT):
        (work / name).replace(out / name)


def check_sets(paths: Iterable[Path]) -> None:
    """Raise UnfinishedSet if a path is a file of an incomplete set."""
    for folder in sorted({path.parent for path in paths if _DATA.fullmatch(path.name)}):
        found = {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in _data_in(folder)
        }
        if found != _listed(folder / REPORT):
            raise UnfinishedSet(
                f"the files club-*.npz in {folder} are not those that {folder / REPORT} lists: "
                "they are of several runs, or of one that was cut short; prepare them again, "
                f"python manage.py record boards ARCHIVE... --out {folder}"
            )


def _data_in(folder: Path) -> list[Path]:
    return [path for path in folder.glob("club-*.npz") if _DATA.fullmatch(path.name)]


def _listed(report: Path) -> dict[str, str] | None:
    """Return the sha256 of each file that a report lists; None without a report."""
    try:
        outputs = json.loads(report.read_bytes())["outputs"]
        return {output["name"]: output["sha256"] for output in outputs}
    except (OSError, ValueError, KeyError, TypeError):
        return None


@dataclass(frozen=True)
class ReadFile:
    """A file and the key of its harvest, or the fault if it could not be opened."""

    path: Path
    key: str = ""
    fault: str = ""


@dataclass(frozen=True)
class OutputReport:
    """A file of training data."""

    name: str
    auctions: int
    passed_out: int
    sha256: str


@dataclass(frozen=True)
class FileReport:
    """Counts of one file's boards, zero for a copy of an earlier file."""

    path: str
    format: str = ""
    encoding: str = ""
    used: int = 0
    refused: int = 0
    copy_of: str = ""
    fault: str = ""

    def row(self) -> dict[str, Any]:
        """Return the file's entry in ``report.json``, without empty texts."""
        return {name: value for name, value in asdict(self).items() if value != ""}


@dataclass(frozen=True)
class Report:
    """The whole report; ``refused`` counts boards by reason, the most frequent first."""

    files: tuple[FileReport, ...]
    keys: tuple[str, ...]
    refused: dict[str, int]
    outputs: tuple[OutputReport, ...]

    @classmethod
    def of(cls, read: Sequence[ReadFile], store: Store, outputs: Sequence[OutputReport]) -> Report:
        """Return the report on the files read and the outputs written."""
        first_of: dict[str, str] = {}
        files = tuple(_file_report(file, store, first_of) for file in read)
        counted = Counter(reject.reason for key in first_of for reject in store.rejects(key))
        refused = dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))
        return cls(files, tuple(file.key for file in read), refused, tuple(outputs))

    @property
    def used(self) -> int:
        """Number of boards used, an auction at two tables twice."""
        return sum(file.used for file in self.files)

    @property
    def auctions(self) -> int:
        """Number of different auctions written."""
        return sum(output.auctions for output in self.outputs)

    def to_dict(self) -> dict[str, Any]:
        """Return the contents of ``report.json``."""
        return {
            "boards_used": self.used,
            "boards_refused": sum(self.refused.values()),
            "auctions": self.auctions,
            "passed_out": sum(output.passed_out for output in self.outputs),
            "refused": self.refused,
            "outputs": [asdict(output) for output in self.outputs],
            "files": [file.row() for file in self.files],
        }

    def write(self, out: Path, store: Store) -> None:
        """Write ``report.json`` and ``rejects.txt``, each whole or not at all."""
        beside = out / f".{REJECTS}.{os.getpid()}"
        try:
            with beside.open("w", encoding="utf-8", errors="backslashreplace") as file:
                for report, key in zip(self.files, self.keys, strict=True):
                    rejects = [] if report.copy_of or not key else store.rejects(key)
                    file.writelines(_lines(report, rejects))
            beside.replace(out / REJECTS)
        finally:
            beside.unlink(missing_ok=True)
        text = json.dumps(self.to_dict(), indent=1) + "\n"
        write_atomically(out / REPORT, text.encode())

    def summary(self) -> str:
        """Return the counts of boards used, and of those refused by reason, in a few lines."""
        refused = sum(self.refused.values())
        faulty = [file for file in self.files if file.fault]
        copies = [file for file in self.files if file.copy_of]
        counts = [(count, reason.replace("-", " ")) for reason, count in self.refused.items()]
        if faulty:
            example = f"{faulty[0].path}: {faulty[0].fault}"
            counts.append((len(faulty), f"files that gave nothing, the first {example}"))
        if copies:
            counts.append((len(copies), "copies of other files, not counted twice"))
        head = f"{len(self.files):,} files, {self.used + refused:,} boards: {self.used:,} used"
        listed = [f"{count:>10,}  {what}" for count, what in counts]
        return "\n".join([f"{head}, {refused:,} refused", *listed])


def _file_report(file: ReadFile, store: Store, first_of: dict[str, str]) -> FileReport:
    path = printable(file.path.as_posix())
    if file.fault:
        return FileReport(path, fault=file.fault)
    entry = store.entries[file.key]
    if file.key in first_of:
        return FileReport(path, entry.format, entry.encoding, copy_of=first_of[file.key])
    first_of[file.key] = path
    return FileReport(
        path, entry.format, entry.encoding, entry.rows, entry.refused, fault=entry.fault
    )


def _lines(report: FileReport, rejects: Iterable[Reject]) -> list[str]:
    """Return the lines of ``rejects.txt`` on one file."""
    if report.fault:
        return [f"{report.path}: {report.fault}\n"]
    return [
        f"{report.path}:{reject.line}: {reject.reason.replace('-', ' ')}: "
        f"{_one_line(reject.fault)}{f' ({_one_line(reject.board)})' if reject.board else ''}\n"
        for reject in rejects
    ]


def _one_line(text: str) -> str:
    return " ".join(text.split())


ROWS_A_FILE = 500_000
WORK = "work"


def prepare(
    files: Sequence[Path],
    out: Path,
    given: GivenSystems,
    *,
    encoding: str | None = None,
    rows_a_file: int = ROWS_A_FILE,
) -> Report | None:
    """Read the files, except those read before, and replace the set in ``out``.

    ``encoding`` is that of all files without a byte order mark, as ``codec_of`` names it; by
    default each file's is detected. If no board can be used, the earlier set stays and the report
    is written to ``out/work`` only. Return None if stopped with Ctrl-C: ``out`` then holds the
    earlier set, or one that ``check_sets`` refuses. Raise OSError if ``out`` cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    store = None
    try:
        store = Store(out / WORK)
        read = _read_all(files, store, encoding)
        outputs = _write_rows(store, {file.key for file in read}, given, rows_a_file)
        report = Report.of(read, store, outputs)
        report.write(store.folder, store)
        if outputs:
            put_in_place([output.name for output in outputs], store.folder, out)
    except KeyboardInterrupt:
        if store is not None:
            store.flush()
        return None
    except sqlite3.Error as error:
        raise OSError(f"{out / WORK} cannot be read or written: {error}") from error
    return report


def _read_all(files: Sequence[Path], store: Store, encoding: str | None) -> list[ReadFile]:
    """Store the harvest of every file."""
    sizes = [path.stat().st_size if path.exists() else 0 for path in files]
    read = []
    with tqdm(total=sum(sizes), unit="B", unit_scale=True, desc="reading") as bar:
        done = 0
        for path, size in zip(files, sizes, strict=True):
            read.append(_read_one(path, store, encoding, partial(_advance, bar, done, size)))
            done += size
            _advance(bar, done, 0, 0)
    store.flush()
    return read


def _advance(bar: tqdm, done: int, size: int, share: float) -> None:
    """Move the bar to a share of a file's size beyond the files before it."""
    bar.update(done + int(share * size) - bar.n)


def _read_one(
    path: Path, store: Store, encoding: str | None, progress: Callable[[float], None]
) -> ReadFile:
    """Read a file unless its bytes were read before."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return ReadFile(path, fault=f"it cannot be opened: {error.strerror}")
    key = key_of(path, data, encoding)
    if key not in store:
        store.add(key, harvest(path, data, progress, encoding))
    return ReadFile(path, key)


def _write_rows(
    store: Store, keys: set[str], given: GivenSystems, rows_a_file: int
) -> list[OutputReport]:
    """Write all rows under the keys into files of about equal size, each deal in one of them."""
    total = sum(entry.rows for key, entry in store.entries.items() if key in keys)
    parts = math.ceil(total / rows_a_file)
    outputs = []
    for part in tqdm(range(parts), unit="file", desc="writing"):
        counted = Counter(
            with_systems(row, given) for row in store.rows(keys) if _part_of(row, parts) == part
        )
        rows = sorted(counted, key=lambda row: (order_of(row), row))
        if rows:
            payload = npz_of(rows, [counted[row] for row in rows])
            write_atomically(store.folder / f"club-{part}.npz", payload)
            outputs.append(_output(f"club-{part}.npz", payload, rows))
    return outputs


def _part_of(row: bytes, parts: int) -> int:
    return int.from_bytes(order_of(row), "little") % parts


def _output(name: str, payload: bytes, rows: Sequence[bytes]) -> OutputReport:
    passed_out = sum(map(is_passed_out, rows))
    return OutputReport(name, len(rows), passed_out, hashlib.sha256(payload).hexdigest())
