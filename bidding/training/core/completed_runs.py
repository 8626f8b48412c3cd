"""Completed runs, recognised by the report that each leaves."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path


class OtherRun(ValueError):
    """A report of another recipe or of other deals."""


def is_completed(report: Path, fingerprint: Callable[[], str]) -> bool:
    """Return True if the report is there and of the run with this fingerprint.

    ``fingerprint`` is called only if there is a report. Raise OtherRun for that of another run,
    and ValueError for a report that cannot be read.
    """
    if not report.is_file():
        return False
    try:
        found = json.loads(report.read_text(encoding="utf-8"))["fingerprint"]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{report} is no report of train_tricks ({error})") from error
    if found != fingerprint():
        raise OtherRun(
            f"{report} is of another recipe or of other deals; move its folder away to train anew, "
            "or name another --out"
        )
    return True
