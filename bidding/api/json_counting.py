"""Count what a JSON array holds before any of it is decoded.

Decoded, a body takes up to two hundred times its length: what holds more than a batch may is
refused from its tokens alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import ijson

# Of one position: itself, its calls, its systems; and those that it should not have.
CONTAINERS_AN_ITEM = 8
_STARTS = ("start_map", "start_array")
_ENDS = ("end_map", "end_array")


@dataclass(frozen=True)
class Count:
    """How many items an array has, and objects and arrays in all, both as far as was counted.

    broken: the counting ended where the text is no JSON.
    """

    items: int
    containers: int
    broken: bool = False


def counted(data: bytes, most_items: int) -> Count:
    """Count until the end, or until there is one too many of either."""
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
            if items > most_items or containers > CONTAINERS_AN_ITEM * most_items:
                break
    except ijson.JSONError:
        return Count(items, containers, broken=True)
    return Count(items, containers)
