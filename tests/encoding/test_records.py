"""Files of recorded auctions: read whole, checked, refused with the fault named."""

from pathlib import Path

import numpy as np
import pytest

from bidding.encoding.layout import PAD, UNKNOWN_SYSTEM
from bidding.encoding.records import BadRecords, join_records, read_records, read_tables
from tests import recorded


def test_tables_are_read_where_a_file_counts_them(tmp_path: Path) -> None:
    arrays = recorded.arrays(4, seed=1)
    path = tmp_path / "a.npz"
    np.savez(path, tables=np.array([1, 12, 3, 65_535], dtype=np.uint16), **arrays)  # type: ignore[arg-type]
    assert read_tables(path).tolist() == [1, 12, 3, 65_535]
    with pytest.raises(BadRecords, match=r"b\.npz: there is no array 'tables'"):
        read_tables(recorded.write(tmp_path / "b.npz", 4, seed=1))


@pytest.mark.parametrize("tables", [[1, 1, 1], [1, 1, 0, 1], [1, 1, -1, 1], [1.0] * 4, [[1] * 4]])
def test_what_counts_no_tables_is_refused(tmp_path: Path, tables: list) -> None:
    counted = np.array(tables)
    unsigned = counted.astype(np.uint16) if counted.min() >= 0 and counted.dtype == int else counted
    np.savez(tmp_path / "a.npz", tables=unsigned, **recorded.arrays(4, seed=1))  # type: ignore[arg-type]
    with pytest.raises(BadRecords, match="tables is not 4 whole numbers above 0"):
        read_tables(tmp_path / "a.npz")


def test_a_file_reads_back_as_it_was_recorded(tmp_path: Path) -> None:
    arrays = recorded.arrays(30, seed=1)
    np.savez(tmp_path / "a.npz", **arrays)  # type: ignore[arg-type]
    records = read_records(tmp_path / "a.npz")
    batch = records.batch(np.array([3, 29, 0]))
    assert len(records) == 30
    assert records.decisions == len(arrays["calls"])
    starts = np.concatenate([[0], np.cumsum(arrays["n_calls"].astype(int))])
    for place, row in enumerate([3, 29, 0]):
        length = int(arrays["n_calls"][row])
        expected = arrays["calls"][starts[row] : starts[row] + length].tolist()
        assert batch.calls[place].tolist()[:length] == expected
        assert set(batch.calls[place].tolist()[length:]) <= {PAD}
        assert batch.is_over[place, length]
    assert batch.hands.sum(-1).eq(13).all()
    assert batch.hands.sum(1).eq(1).all()


def test_an_unknown_system_gets_the_last_code(tmp_path: Path) -> None:
    records = read_records(recorded.write(tmp_path / "people.npz", 5, seed=2, system=255))
    assert set(records.system_ns.tolist()) == {UNKNOWN_SYSTEM}


def test_joined_files_keep_their_auctions_apart(tmp_path: Path) -> None:
    first = read_records(recorded.write(tmp_path / "a.npz", 7, seed=3))
    second = read_records(recorded.write(tmp_path / "b.npz", 5, seed=4))
    joined = join_records([first, second])
    last = joined.batch(np.array([11]))
    assert last.calls.tolist() == second.batch(np.array([4])).calls.tolist()


def test_the_key_of_a_deal_follows_from_the_deal_alone(tmp_path: Path) -> None:
    records = read_records(recorded.write(tmp_path / "a.npz", 50, seed=5))
    again = join_records([records, records])
    keys = again.deal_keys()
    assert np.array_equal(keys[:50], keys[50:])
    assert len(np.unique(keys)) == 50


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"dealer": np.full(10, 7, dtype=np.uint8)}, "dealer"),
        ({"vul": np.zeros(9, dtype=np.uint8)}, "vul"),
        ({"system_ns": np.full(10, 9, dtype=np.uint8)}, "system_ns"),
        ({"n_calls": np.full(10, 4, dtype=np.uint8)}, "n_calls"),
        ({"deal": np.zeros((10, 13), dtype=np.uint8)}, "13 cards"),
        ({"deal": np.zeros((10, 12), dtype=np.uint8)}, "deal is"),
    ],
)
def test_a_faulty_array_is_named(tmp_path: Path, change: dict, fault: str) -> None:
    path = tmp_path / "bad.npz"
    np.savez(path, **(recorded.arrays(10, seed=6) | change))
    with pytest.raises(BadRecords, match=fault) as refused:
        read_records(path)
    assert "bad.npz" in str(refused.value)


def test_a_call_out_of_range_is_refused(tmp_path: Path) -> None:
    arrays = recorded.arrays(10, seed=6)
    arrays["calls"][0] = 38
    np.savez(tmp_path / "bad.npz", **arrays)  # type: ignore[arg-type]
    with pytest.raises(BadRecords, match="over 37"):
        read_records(tmp_path / "bad.npz")


@pytest.mark.parametrize(
    "change",
    [
        {"dealer": np.zeros(10)},
        {"dealer": np.array(["N"] * 10)},
        {"n_calls": np.full(10, -4, dtype=np.int64)},
        {"deal": np.uint8(3)},
        {"calls": np.zeros((2, 3), dtype=np.uint8)},
    ],
)
def test_arrays_of_another_kind_are_refused(tmp_path: Path, change: dict) -> None:
    np.savez(tmp_path / "bad.npz", **(recorded.arrays(10, seed=6) | change))
    with pytest.raises(BadRecords, match=f"{next(iter(change))} is"):
        read_records(tmp_path / "bad.npz")


@pytest.mark.parametrize(
    "calls",
    [
        [6, 5, 0, 0, 0],  # 1H over 1S
        [0, 0, 0, 0, 3, 0, 0, 0],  # a bid after four passes
        [3, 0, 0],  # no end
        [1, 0, 0, 0, 0],  # a double of nothing
        [],
    ],
)
def test_an_auction_against_the_laws_is_refused_with_its_number(
    tmp_path: Path, calls: list[int]
) -> None:
    arrays = recorded.arrays(3, seed=7)
    arrays["n_calls"] = np.array([*arrays["n_calls"][:2], len(calls)], dtype=np.uint8)
    kept = arrays["calls"][: int(arrays["n_calls"][:2].sum())]
    arrays["calls"] = np.concatenate([kept, np.array(calls, dtype=np.uint8)])
    np.savez(tmp_path / "bad.npz", **arrays)  # type: ignore[arg-type]
    with pytest.raises(BadRecords, match="auction 2"):
        read_records(tmp_path / "bad.npz")


def test_a_changed_byte_is_found_or_does_no_harm(tmp_path: Path) -> None:
    path = recorded.write(tmp_path / "a.npz", 30, seed=1)
    payload, whole = path.read_bytes(), read_records(path)
    refused: list[str] = []
    for place in range(0, len(payload), 37):
        damaged = bytearray(payload)
        damaged[place] ^= 0x55
        path.write_bytes(damaged)
        try:
            assert read_records(path).digest() == whole.digest()
        except BadRecords as error:
            refused.append(str(error))
    assert len(refused) > 10
    assert all("a.npz" in fault for fault in refused)


def test_the_digest_is_that_of_every_array(tmp_path: Path) -> None:
    arrays = recorded.arrays(20, seed=1)
    np.savez(tmp_path / "a.npz", **arrays)
    digests = {read_records(tmp_path / "a.npz").digest()}
    for name in ("vul", "system_ns"):
        np.savez(tmp_path / "a.npz", **{**arrays, name: (arrays[name] + 1) % 4})
        digests.add(read_records(tmp_path / "a.npz").digest())
    assert len(digests) == 3


def test_what_is_no_archive_or_lacks_an_array_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("not an archive")
    with pytest.raises(BadRecords, match=r"text\.npz"):
        read_records(tmp_path / "text.npz")
    np.savez(tmp_path / "part.npz", deal=np.zeros((1, 13), dtype=np.uint8))
    with pytest.raises(BadRecords, match="dealer"):
        read_records(tmp_path / "part.npz")
    (tmp_path / "empty.npz").write_bytes(b"")
    with pytest.raises(BadRecords, match=r"empty\.npz"):
        read_records(tmp_path / "empty.npz")
    np.save(tmp_path / "single.npy", np.zeros(3))
    with pytest.raises(BadRecords, match=r"single\.npy"):
        read_records(tmp_path / "single.npy")
    with pytest.raises(BadRecords, match="absent"):
        read_records(tmp_path / "absent.npz")
