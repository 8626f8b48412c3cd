"""What one client can make the database grow by: no more than what is counted as its share."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from bidding.batches import chunks, requests
from bidding.batches.requests import Asked
from bidding.models import Batch, BatchItem, ItemState
from bidding.parsing.documents.document import InvalidPosition
from bidding.parsing.documents.position_documents import position_from_json
from tests.batches.conftest import work_off
from tests.conftest import Queue, question

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite tells how long its file is"),
]

CLIENT = "address:192.0.2.1"
SHARE_BYTES = 250_000
PAGE_BYTES = 4096
LEVELS = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
LONGEST = ["P"] * 3 + [call for bid in LEVELS for call in (bid, *"PPXPP", "XX", *"PP")][:-2]


def read(document: Any) -> Asked:
    """The item that a client's JSON makes."""
    try:
        return Asked(position_from_json(document))
    except InvalidPosition as invalid:
        return Asked(error=invalid.to_json(chunks.MAX_ITEM_ERRORS))


def random_auction() -> list[str]:
    return sorted(random.sample(LEVELS, 5), key=LEVELS.index)


ATTACKS: dict[str, Callable[[], list[Asked]]] = {
    "objects that are no positions": lambda: [read({})] * 100,
    "numbers": lambda: [read(7)] * 100,
    "single numbers": lambda: [read(7)],
    "single positions": lambda: [read(question(hand=None, auction=random_auction()))],
    "positions": lambda: [read(question(hand=None, auction=random_auction())) for _ in range(100)],
    "the longest auctions": lambda: [read(question(hand=None, auction=LONGEST))] * 20,
    "unread numbers": lambda: [Asked(unread=str(number)) for number in range(100)],
    "unread texts": lambda: [Asked(unread=f'"{"P " * 500}{number}"') for number in range(20)],
}


def used_bytes() -> int:
    """How much of the file is in use: what was deleted is used again."""
    with connection.cursor() as cursor:
        found = [
            cursor.execute(f"PRAGMA {name}_count").fetchone()[0] for name in ("page", "freelist")
        ]
    return int(found[0] - found[1]) * PAGE_BYTES


@pytest.fixture(autouse=True)
def no_limit_but_the_share(settings: Settings) -> None:
    random.seed(1)
    settings.CLIENT_STORED_BYTES = SHARE_BYTES
    settings.CLIENT_BATCHES = settings.CLIENT_BATCH_ITEMS = settings.BATCHES_UNFINISHED = 10**9


def fill(attack: Callable[[], list[Asked]], queue: Queue) -> None:
    """Send such batches until one is refused, and compute all of them."""
    with suppress(requests.TooManyOfClient):
        while True:
            requests.submit(attack(), "digest" * 10, None, CLIENT)
    work_off(queue)


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_the_disk_takes_no_more_than_the_share(
    attack: Callable[[], list[Asked]], queue: Queue
) -> None:
    before = used_bytes()
    fill(attack, queue)
    grown = used_bytes() - before
    assert SHARE_BYTES / 4 < grown < SHARE_BYTES
    counted = sum(Batch.objects.values_list("stored_bytes", flat=True))
    assert grown < counted


def test_who_sends_and_removes_in_turn_takes_no_more(queue: Queue) -> None:
    before = used_bytes()
    for _ in range(2):
        for attack in ATTACKS.values():
            batch = requests.submit(attack(), "digest", None, CLIENT)
            work_off(queue)
            requests.cancel(batch.id)
            requests.remove(batch.id)
    assert used_bytes() - before < SHARE_BYTES / 4


def test_answers_count_until_the_share_is_used_up(queue: Queue) -> None:
    before = used_bytes()
    fill(ATTACKS["positions"], queue)
    assert BatchItem.objects.filter(state=ItemState.DONE).exists()
    assert used_bytes() - before < SHARE_BYTES
