"""Give the space of deleted rows back to the disk, where the database is a SQLite file.

SQLite reuses free pages but keeps them in its file. With incremental auto-vacuum it moves pages
from the end of the file into the gaps, as many at a time as it is told to, in one short
transaction. The pages that the next rows will need are left.
"""

from __future__ import annotations

import logging
from typing import Any, cast

from django.db import DatabaseError, connection

logger = logging.getLogger(__name__)

INCREMENTAL = 2  # of "PRAGMA auto_vacuum"
PAGES_AT_ONCE = 500  # 2 MB: some milliseconds in which nobody else can write
KEPT_SHARE = 0.1  # of the file may be free pages
KEPT_BYTES = 16 * 1024**2  # so many may be free in any case


def enable(**_: Any) -> None:
    """Switch incremental auto-vacuum on, where it is not: that writes the whole file once.

    After a migration, before the site starts. It goes without where this fails.
    """
    if not _is_file() or _pragma("auto_vacuum") == INCREMENTAL:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
            cursor.execute("VACUUM")
    except DatabaseError as error:
        logger.warning("the database file will not shrink until the next start: %s", error)


def shrink() -> int:
    """Give back some of the free pages; how many. The upkeep calls it now and then."""
    if not _is_file() or _pragma("auto_vacuum") != INCREMENTAL:
        return 0
    pages, free = _pragma("page_count"), _pragma("freelist_count")
    kept = max(int(KEPT_SHARE * pages), KEPT_BYTES // _pragma("page_size"))
    surplus = min(free - kept, PAGES_AT_ONCE)
    if surplus <= 0:
        return 0
    with connection.cursor() as cursor:
        # A script runs to its end; a statement without columns would end with the first page.
        cursor.executescript(f"PRAGMA incremental_vacuum({surplus})")
    return surplus


def _is_file() -> bool:
    return connection.vendor == "sqlite" and not cast(Any, connection).is_in_memory_db()


def _pragma(name: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return int(cursor.fetchone()[0])
