"""The harvests of files, kept in an SQLite file so that a stopped run can resume.

A changed file has another key, and a changed parser another file of harvests.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bidding import domain, parsing
from bidding.training.archives.boards import Harvest, Reject

_PENDING_FILES, _PENDING_BOARDS = 256, 50_000  # from one commit to the next


@dataclass(frozen=True)
class Entry:
    """One file's harvest without its rows."""

    key: str
    format: str
    encoding: str
    fault: str
    rows: int
    refused: int


class Store:
    """The harvests in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"harvests-{_fingerprint()[:16]}.sqlite3"
        for outdated in set(folder.glob("harvests-*.sqlite3")) - {path}:
            outdated.unlink()
        if path.exists() and not _is_sound(path):
            path.unlink()
        self._database = sqlite3.connect(path)
        self._pending_boards = 0
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS harvests "
            "(key PRIMARY KEY, format, encoding, fault, rows, refused, content, rejects)"
        )
        columns = "SELECT key, format, encoding, fault, rows, refused FROM harvests"
        self.entries = {row[0]: Entry(*row) for row in self._database.execute(columns)}

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def add(self, key: str, harvest: Harvest) -> None:
        """Add a harvest; it is written for good every now and then."""
        counts = len(harvest.rows), len(harvest.rejects)
        entry = Entry(key, harvest.format, harvest.encoding, harvest.fault, *counts)
        content = json.dumps([row.decode("latin-1") for row in harvest.rows])
        values = (*vars(entry).values(), content, json.dumps(harvest.rejects))
        self._database.execute("INSERT INTO harvests VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        self.entries[key] = entry
        self._pending_boards += sum(counts)
        if len(self.entries) % _PENDING_FILES == 0 or self._pending_boards >= _PENDING_BOARDS:
            self.flush()

    def flush(self) -> None:
        """Write for good what was added."""
        self._database.commit()
        self._pending_boards = 0

    def rows(self, keys: Collection[str]) -> Iterator[bytes]:
        """Yield all rows under these keys, those of one file in memory at a time."""
        for key, content in self._database.execute("SELECT key, content FROM harvests"):
            if key in keys:
                yield from (row.encode("latin-1") for row in json.loads(content))

    def rejects(self, key: str) -> list[Reject]:
        """Return the rejects under a key."""
        found = self._database.execute("SELECT rejects FROM harvests WHERE key = ?", [key])
        return [Reject(*reject) for reject in json.loads(found.fetchone()[0])]


def _is_sound(path: Path) -> bool:
    """Return False for a file that was cut short."""
    try:
        with closing(sqlite3.connect(path)) as database:
            return database.execute("PRAGMA quick_check").fetchone() == ("ok",)
    except sqlite3.DatabaseError:
        return False


def _fingerprint() -> str:
    """Return the hash of the code that a harvest depends on."""
    digest = hashlib.sha256()
    folders = [Path(package.__path__[0]) for package in (domain, parsing)]
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    for path in sorted([*sources, Path(__file__).with_name("boards.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()
