"""Count the items of a JSON array before any of it is decoded.

Decoded, a body takes up to two hundred times its length: one with too many items is refused from
its tokens alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import ijson

# Of one position: itself, its calls, its systems, and some that it should not have.
CONTAINERS_PER_ITEM = 8
_STARTS = ("start_map", "start_array")
_ENDS = ("end_map", "end_array")


@dataclass(frozen=True)
class Count:
    """The numbers of an array's items, and of all objects and arrays, as far as counted.

    broken: the counting ended at a syntax error.
    """

    items: int
    containers: int
    broken: bool = False


def count_items(data: bytes, max_items: int) -> Count:
    """Count to the end, or to one too many of either."""
    items = containers = depth = 0
    try:
        for event, _ in ijson.basic_parse(BytesIO(data)):
            if event in _ENDS:
                depth -= 1
                continue
            items += depth == 1 and event != "map_key"
            if event in _STARTS:
                depth += 1
                containers += 1
            if items > max_items or containers > CONTAINERS_PER_ITEM * max_items:
                break
    except ijson.JSONError:
        return Count(items, containers, broken=True)
    return Count(items, containers)
