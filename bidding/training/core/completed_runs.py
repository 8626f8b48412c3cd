"""Telling a finished run of a recipe on some deals from none, and from another's."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path


class OtherRun(ValueError):
    """A report that is of another recipe or of other deals; the message names it."""


def is_finished(report: Path, fingerprint: Callable[[], str]) -> bool:
    """Whether the report of a run has been written.

    ``fingerprint`` is asked only where the report has one: a report from before they had is taken
    to be this run's. Raises OtherRun, and ValueError for a report that cannot be read.
    """
    if not report.is_file():
        return False
    try:
        kept = json.loads(report.read_text(encoding="utf-8")).get("fingerprint")
    except (ValueError, AttributeError) as error:
        raise ValueError(f"{report} is no report of train_tricks ({error})") from error
    if kept is not None and kept != fingerprint():
        raise OtherRun(
            f"{report} is of another recipe or of other deals; move its folder away to train anew, "
            "or name another --out"
        )
    return True
