"""The part of the upkeep that deletes practice tables which nobody has used for long."""

from __future__ import annotations

from bidding.models import PracticeTable
from bidding.tables.seats import kept_tables

DELETED_TABLES = 100  # at a time: others want to write


def sweep() -> int:
    """Delete some of the tables that are no longer kept; return how many rows those were."""
    old = PracticeTable.objects.exclude(kept_tables())
    keys = list(old.values_list("pk", flat=True)[:DELETED_TABLES])
    return PracticeTable.objects.filter(pk__in=keys).delete()[0] if keys else 0
