"""The work of ``prepare_auctions``: from archives (PBN, LIN) to training data.

Each file is read once and its harvest stored in ``OUT/work``. Then the rows of all files are
counted, sorted and written as ``OUT/club-0.npz``, ``club-1.npz`` ..., with a report of refused
boards. The outputs do not depend on the order of the files or on interruptions.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from tqdm import tqdm

from bidding.networks.checkpoint import write_atomically
from bidding.training.archives.files import harvest, key_of
from bidding.training.archives.outputs import put_in_place
from bidding.training.archives.report import OutputReport, ReadFile, Report
from bidding.training.archives.rows import (
    GivenSystems,
    is_passed_out,
    npz_of,
    order_of,
    with_systems,
)
from bidding.training.archives.store import Store

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
