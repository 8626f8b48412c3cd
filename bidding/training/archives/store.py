"""The harvests of files, stored on disk so that a stopped run can resume.

A shard holds the harvests of some files by key and is written atomically. A changed file has
another key and a changed parser another fingerprint, so that outdated harvests are not used.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from bidding import domain, parsing
from bidding.encoding.records import UNREADABLE
from bidding.networks.checkpoint import write_atomically
from bidding.training.archives.boards import Harvest, Reject

_ARRAYS = ("index", "rejects", "lengths", "rows")
_PENDING_FILES = 256
_PENDING_BOARDS = 50_000


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
    """The shards of one folder, and the harvests that are not written yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries: dict[str, Entry] = {}
        self._shards: dict[Path, list[Entry]] = {}
        self._places: dict[str, tuple[Path, int]] = {}
        self._opened: tuple[Path | None, list[Any]] = (
            None,
            [],
        )  # the last shard's rejects
        self._pending: dict[str, Harvest] = {}
        self._fingerprint = _fingerprint()
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.glob("shard-*.npz")):
            self._open(path)

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def add(self, key: str, harvest: Harvest) -> None:
        """Add a harvest, and write a shard when enough are pending."""
        self.entries[key] = _entry(key, harvest)
        self._pending[key] = harvest
        boards = sum(len(one.rows) + len(one.rejects) for one in self._pending.values())
        if len(self._pending) >= _PENDING_FILES or boards >= _PENDING_BOARDS:
            self.flush()

    def flush(self) -> None:
        """Write the pending harvests as a shard."""
        if not self._pending:
            return
        entries = [self.entries[key] for key in self._pending]
        rows = [row for harvest in self._pending.values() for row in harvest.rows]
        rejects = [harvest.rejects for harvest in self._pending.values()]
        payload = _npz(
            index=_json_array([self._fingerprint, [asdict(entry) for entry in entries]]),
            rejects=_json_array(rejects),
            lengths=np.array([len(row) for row in rows], dtype=np.int64),
            rows=np.frombuffer(b"".join(rows), dtype=np.uint8),
        )
        path = self.folder / f"shard-{hashlib.sha256(payload).hexdigest()[:16]}.npz"
        write_atomically(path, payload)
        self._register(path, entries)
        self._pending = {}

    def rows(self, keys: Collection[str]) -> Iterator[bytes]:
        """Yield all rows under these keys, one shard in memory at a time."""
        for path, entries in self._shards.items():
            with np.load(path) as shard:
                lengths, content = shard["lengths"], shard["rows"].tobytes()
            ends = np.cumsum(lengths)
            bounds = zip((ends - lengths).tolist(), ends.tolist(), strict=True)
            for entry in entries:
                for start, end in islice(bounds, entry.rows):
                    if entry.key in keys:
                        yield content[start:end]

    def rejects(self, key: str) -> list[Reject]:
        """Return the rejects under a key that was written."""
        path, place = self._places[key]
        if self._opened[0] != path:
            with np.load(path) as shard:
                self._opened = path, json.loads(shard["rejects"].tobytes())
        return [Reject(*reject) for reject in self._opened[1][place]]

    def _open(self, path: Path) -> None:
        """Load a shard of an earlier run whole, which verifies it; remove a bad or outdated one."""
        try:
            with np.load(path) as shard:
                arrays = {name: shard[name] for name in _ARRAYS}
            fingerprint, listed = json.loads(arrays["index"].tobytes())
            entries = [Entry(**entry) for entry in listed]
        except (*UNREADABLE, KeyError):
            fingerprint, entries = "", []
        if fingerprint != self._fingerprint:
            path.unlink()
            return
        self._register(path, entries)

    def _register(self, path: Path, entries: list[Entry]) -> None:
        self._shards[path] = entries
        for place, entry in enumerate(entries):
            self.entries[entry.key] = entry
            self._places[entry.key] = path, place


def _entry(key: str, harvest: Harvest) -> Entry:
    return Entry(
        key,
        harvest.format,
        harvest.encoding,
        harvest.fault,
        len(harvest.rows),
        len(harvest.rejects),
    )


def _fingerprint() -> str:
    """Return the hash of the code that a harvest depends on."""
    digest = hashlib.sha256()
    folders = [Path(package.__path__[0]) for package in (domain, parsing)]
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    for path in sorted([*sources, Path(__file__).with_name("boards.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _json_array(value: Any) -> np.ndarray:
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


def _npz(**arrays: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()
