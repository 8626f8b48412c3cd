"""Figures that a stopped run left in a file, for the same run to go on from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class BadKept(ValueError):
    """A file of figures that are of another run, or none at all; the message names it."""


def figures_kept(out: Path, facts: Mapping[str, Any], read: Callable[[Any], T]) -> T | None:
    """What ``read`` makes of the document in a file; None where there is no file.

    ``facts`` are what the figures depend on, and stand in the document beside them. Raises
    BadKept if they differ, or if the file cannot be read so.
    """
    if not out.exists():
        return None
    try:
        document = json.loads(out.read_text(encoding="utf-8"))
        other = next((name for name, fact in facts.items() if document.get(name) != fact), None)
        if other is None:
            return read(document)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadKept(f"{out} does not hold figures of this command ({error})") from error
    raise BadKept(
        f"{out} is of another run: its {other} is {document.get(other)!r}; name another file"
    )
