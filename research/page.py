"""Pages written by hand, whose tables are made by code.

A table stands between ``<!-- figures: NAME -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_BLOCK = re.compile(r"(<!-- figures: ([a-z0-9-]+) -->\n).*?(\n<!-- end -->)", re.DOTALL)


def filled(page: str, tables: Mapping[str, Callable[[], str]]) -> str:
    """Return the page with its tables made anew.

    Raises ValueError for one that is not known or not closed.
    """
    opened, names = page.count("<!-- figures:"), [match[2] for match in _BLOCK.finditer(page)]
    if opened != len(names):
        raise ValueError(f"{opened} blocks of figures begin and {len(names)} are whole")
    if unknown := [name for name in names if name not in tables]:
        raise ValueError(f"figures {unknown[0]!r} are not known; there are: {', '.join(tables)}")
    return _BLOCK.sub(lambda match: f"{match[1]}{tables[match[2]]()}{match[3]}", page)
