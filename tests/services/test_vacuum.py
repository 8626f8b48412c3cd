"""A SQLite file gives space back, a little at a time, and only what it will not soon need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection as usual
from django.db.models.signals import post_migrate
from django.db.utils import ConnectionHandler, OperationalError

from bidding import vacuum
from bridgeviz import environment

pytestmark = pytest.mark.django_db


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A file as the site's settings have it, in place of the tests' own database."""
    settings = environment.database("NO_SUCH_VARIABLE", tmp_path / "file.sqlite3")
    connection = ConnectionHandler({"default": settings})["default"]
    monkeypatch.setattr(vacuum, "connection", connection)
    monkeypatch.setattr(vacuum, "KEPT_BYTES", 0)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE texts (text TEXT)")
    yield connection
    connection.close()


def fill_and_empty(database: Any, rows: int = 3000) -> None:
    """So many pages in use, and then none of them."""
    with database.cursor() as cursor:
        cursor.executemany("INSERT INTO texts VALUES (%s)", [("x" * 4000,)] * rows)
        cursor.execute("DELETE FROM texts")


def pages(database: Any) -> tuple[int, int]:
    """In all, and free."""
    return vacuum._pragma("page_count"), vacuum._pragma("freelist_count")


def test_free_pages_are_given_back_some_at_a_time(database: Any) -> None:
    vacuum.enable()
    fill_and_empty(database)
    total, free = pages(database)
    assert free > 3000
    assert vacuum.shrink() == vacuum.PAGES_AT_ONCE
    # Those that say which page belongs where go as well.
    assert 0 <= total - vacuum.PAGES_AT_ONCE - pages(database)[0] <= 5
    for _ in range(20):
        vacuum.shrink()
    left, free = pages(database)
    assert vacuum.shrink() == 0
    assert left < 100
    assert free <= vacuum.KEPT_SHARE * left + 1


def test_what_will_be_needed_again_is_kept(database: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    vacuum.enable()
    fill_and_empty(database)
    monkeypatch.setattr(vacuum, "KEPT_BYTES", 2000 * vacuum._pragma("page_size"))
    while vacuum.shrink():
        pass
    assert pages(database)[1] == 2000


def test_a_file_of_an_older_release_is_written_anew_once(database: Any) -> None:
    fill_and_empty(database)
    assert vacuum.shrink() == 0
    vacuum.enable()
    assert vacuum._pragma("auto_vacuum") == vacuum.INCREMENTAL
    assert pages(database)[1] == 0
    with database.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM texts")
        assert cursor.fetchone() == (0,)


def test_a_file_that_cannot_be_written_anew_serves_as_it_is(
    database: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Full:
        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def execute(self, statement: str) -> None:
            self.statement = statement
            if statement == "VACUUM":
                raise OperationalError("database or disk is full")

        def fetchone(self) -> tuple[int]:
            return (0,)

    monkeypatch.setattr(database, "cursor", Full)
    vacuum.enable()
    assert "disk is full" in caplog.text


def test_other_databases_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the tests' own is: in memory, or PostgreSQL."""
    assert vacuum.connection is usual
    vacuum.enable()
    assert vacuum.shrink() == 0


def test_it_is_switched_on_after_each_migration() -> None:
    receivers = [receiver for receiver, *_ in _live(apps.get_app_config("bidding"))]
    assert vacuum.enable in receivers


def _live(sender: Any) -> list[tuple[Any]]:
    found, _ = post_migrate._live_receivers(sender)
    return [(one,) for one in found]
