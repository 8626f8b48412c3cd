"""The report on an archive: ``report.json`` and the list ``rejects.txt``."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bidding.networks.checkpoint import write_atomically
from bidding.parsing.documents.document import printable
from bidding.training.archives.files import Reject
from bidding.training.archives.outputs import REJECTS, REPORT
from bidding.training.archives.store import Store


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
