"""Recording of auctions: random deals bid by bidders, in the format of ``encoding.records``."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.encoding.auction_batch import choices_of
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import Records, join_records, read_records, records_from
from bidding.matches.bidders import Calls
from bidding.matches.boards import numbered_tables
from bidding.matches.match import bid_out
from bidding.networks.checkpoint import write_atomically
from bidding.tricks.solved import pack
from bidding.tricks.solving import random_deals

SHARD_DEALS = 2_000
_AT_ONCE = 250  # boards
_MOST_CALLS = 255  # of an auction; the format has one byte for their number


def record_auctions(
    bidders: tuple[Calls, Calls],
    systems: Systems,
    path: Path,
    count: int,
    seed: int,
    settings: dict[str, Any],
    advance: Callable[[int], Any],
) -> Records:
    """Deal, let the first bidder bid North-South and the second East-West, and write the file.

    Dealer and vulnerability follow the numbers of the boards. Shards are kept near the file until
    it is complete, so that a stopped run resumes; shards of other ``settings`` are left alone.
    ``advance`` is called with numbers of further boards. Raise ProgramFault of a bidder,
    BadRecords for a damaged shard, and ValueError for an auction that the format has no room for.
    """
    folder = path.with_name(path.name + ".shards")
    folder.mkdir(parents=True, exist_ok=True)
    facts = json.dumps([settings, seed, [systems.ns.code, systems.ew.code]], sort_keys=True)
    key = hashlib.sha256(facts.encode()).hexdigest()[:16]
    shards, paths = [], []
    for number, first in enumerate(range(0, count, SHARD_DEALS)):
        size = min(SHARD_DEALS, count - first)
        paths.append(folder / f"{key}-{number}-{size}.npz")
        if paths[-1].exists():
            advance(size)
            shards.append(read_records(paths[-1]))
            continue
        owner = random_deals(size, seed, number)
        ended = _bid(bidders, numbered_tables(first + 1, size, systems), owner, first + 1, advance)
        shards.append(records_of(ended, owner))
        write_atomically(paths[-1], shards[-1].to_npz())
    records = join_records(shards)
    write_atomically(path, records.to_npz())
    for shard in paths:
        shard.unlink()
    if not any(folder.iterdir()):
        folder.rmdir()
    return records


def _bid(
    bidders: tuple[Calls, Calls],
    tables: Sequence[Position],
    owner: np.ndarray,
    first: int,
    advance: Callable[[int], Any],
) -> list[Position]:
    """Bid boards numbered from ``first`` to their end, some at a time."""
    ended: list[Position] = []
    while len(ended) < len(tables):
        rows = slice(len(ended), min(len(ended) + _AT_ONCE, len(tables)))
        seated = np.zeros(rows.stop - rows.start, dtype=np.int64)
        numbers = range(first + rows.start, first + rows.stop)
        ended += bid_out(bidders, tables[rows], owner[rows], seated, numbers)
        for board, end in zip(numbers, ended[rows], strict=True):
            if len(end.auction.calls) > _MOST_CALLS:
                raise ValueError(
                    f"board {board}: {len(end.auction.calls)} calls are more than {_MOST_CALLS}, "
                    "which is all that a file has room for"
                )
        advance(len(numbers))
    return ended


def records_of(ended: Sequence[Position], owner: np.ndarray) -> Records:
    """Return finished auctions on layouts (N, 52) as records."""
    calls = [[call.index for call in end.auction.calls] for end in ended]
    lengths = np.array([len(made) for made in calls], dtype=np.int64)
    columns = {
        "dealer": [end.auction.dealer for end in ended],
        "vul": [end.vulnerability for end in ended],
        "system_ns": [SYSTEM_CODE[end.systems.ns.base] for end in ended],
        "system_ew": [SYSTEM_CODE[end.systems.ew.base] for end in ended],
    }
    pairs = {systems: number for number, systems in enumerate({end.systems: 0 for end in ended})}
    choices = [[choices_of(pair.ns), choices_of(pair.ew)] for pair in pairs]
    cards = np.array([pairs[end.systems] for end in ended]), np.array(choices, dtype=np.int8)
    return records_from(
        {
            "deal": pack(owner),
            **{name: np.array(values, dtype=np.uint8) for name, values in columns.items()},
            "n_calls": lengths.astype(np.uint8),
            "calls": np.array([call for made in calls for call in made], dtype=np.uint8),
        },
        cards,
    )
