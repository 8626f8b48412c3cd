"""The files that ``prepare_auctions`` writes, replaced and verified as one set.

The report lists the sha256 of each file of data. It is removed first and written last, so that an
incomplete set has no report that fits it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path

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
                f"python manage.py prepare_auctions ARCHIVE... --out {folder}"
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
