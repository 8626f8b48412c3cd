"""Finished work on disk: found again whole, or done again."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidding.training.archives.boards import Harvest, Reject, harvest, key_of
from bidding.training.archives.store import Store


def made(number: int, rows: int = 2) -> Harvest:
    """A harvest that can be told from others."""
    listed = [bytes([number] * 17 + [place] * (place + 4)) for place in range(rows)]
    reject = Reject(number, f"board {number}", "no-deal", "0 of the four hands are given")
    return Harvest("pbn", "utf-8", "", listed, [reject] * (number % 3))


def filled(folder: Path, count: int) -> Store:
    store = Store(folder)
    for number in range(count):
        store.add(f"key-{number}", made(number))
    store.flush()
    return store


def test_what_is_written_is_found_again(tmp_path: Path) -> None:
    filled(tmp_path, 5)
    store = Store(tmp_path)
    assert sorted(store.entries) == [f"key-{number}" for number in range(5)]
    assert "key-3" in store
    assert "key-5" not in store
    assert list(store.rows({"key-1", "key-3"})) == [*made(1).rows, *made(3).rows]
    assert [store.rejects(f"key-{number}") for number in range(5)] == [
        made(number).rejects for number in range(5)
    ]
    entry = store.entries["key-2"]
    assert (entry.format, entry.encoding, entry.rows, entry.refused) == ("pbn", "utf-8", 2, 2)


def test_files_without_rows_are_remembered_too(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add("empty", Harvest(fault="there is no board in it"))
    store.add("full", made(1))
    store.flush()
    again = Store(tmp_path)
    assert again.entries["empty"].fault == "there is no board in it"
    assert list(again.rows({"empty", "full"})) == made(1).rows


@pytest.mark.parametrize(("limit", "most"), [("_PENDING_FILES", 2), ("_PENDING_BOARDS", 5)])
def test_work_is_written_every_so_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    monkeypatch.setattr(f"bidding.training.archives.store.{limit}", most)
    store = Store(tmp_path)
    for number in range(3):
        store.add(f"key-{number}", made(number))
    assert sorted(Store(tmp_path).entries) == ["key-0", "key-1"]
    store.flush()
    assert list(Store(tmp_path).rows(store.entries)) == [
        row for number in range(3) for row in made(number).rows
    ]


def test_the_key_is_that_of_the_bytes_and_the_kind() -> None:
    same = key_of(Path("a/x.PBN"), b"1")
    assert key_of(Path("b/y.pbn"), b"1") == same
    assert key_of(Path("x.lin"), b"1") != same
    assert key_of(Path("x.pbn"), b"2") != same


def test_a_harvest_tells_how_far_it_is() -> None:
    shares: list[float] = []
    text = "\n".join(f'[Board "{number}"]\n' for number in range(10))
    found = harvest(Path("x.pbn"), text.encode(), shares.append)
    assert [reject.reason for reject in found.rejects] == ["no-deal"] * 10
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] <= 1


@pytest.mark.parametrize("cut", [0, 10, 100, 5000])
def test_what_was_cut_short_is_removed(tmp_path: Path, cut: int) -> None:
    filled(tmp_path, 50)
    (path,) = tmp_path.glob("harvests-*.sqlite3")
    path.write_bytes(path.read_bytes()[:cut])
    assert not Store(tmp_path).entries
    again = filled(tmp_path, 5)
    assert list(again.rows({"key-1"})) == made(1).rows
