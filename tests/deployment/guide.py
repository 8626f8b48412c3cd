"""The steps of docs/operations.md: blocks of commands whose first line names them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STEP = re.compile(r"^```sh\n# step: (\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def steps() -> dict[str, str]:
    """The commands of each step by its name, in the order of the guide."""
    guide = (ROOT / "docs" / "operations.md").read_text()
    found: list[tuple[str, str]] = STEP.findall(guide)
    assert len(dict(found)) == len(found), "two steps have one name"
    return dict(found)
