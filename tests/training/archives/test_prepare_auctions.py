"""Archives to training data: what is used, what is refused, and going on where it stopped."""

from __future__ import annotations

import io
import json
import os
import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from bidding.encoding.records import read_records
from bidding.networks.checkpoint import load_bidder
from bidding.parsing.formats.recorded_boards import Board
from bidding.training.archives import preparation, store
from bidding.training.archives.boards import GivenSystems, find_files, row_of
from bidding.training.archives.preparation import Report, UnfinishedSet
from bidding.training.bidder.dataset import batches_of_pass, load_dataset
from bidding.training.bidder.recipe import Source, read_recipe
from tests.parsing import dialects

ROOT = Path(__file__).parents[3]
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252")


def boards(count: int, seed: int) -> list[Board]:
    rng = random.Random(seed)
    made = [dialects.random_board(rng) for _ in range(count)]
    return [replace(board, event="Coupe d'été", players=("", "", "", "")) for board in made]


def write(path: Path, made: list[Board], seed: int = 0, encoding: str = "utf-8") -> Path:
    rng = random.Random(seed)
    made = [replace(board, remarks=()) for board in made]
    lin = path.suffix.lower() == ".lin"
    text = dialects.lin_text(made, rng, vugraph=True) if lin else dialects.pbn_text(made, rng)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode(encoding))
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Thirty files in folders, in all encodings, with 90 boards; the folder they are in."""
    folder = tmp_path / "games"
    for number in range(30):
        name = f"{number % 3}/evening-{number}.{('pbn', 'LIN', 'PBN', 'lin')[number % 4]}"
        write(folder / name, boards(3, number), number, ENCODINGS[number // 4 % len(ENCODINGS)])
    return folder


def prepare(*files: Path | str, out: Path, **options: str) -> str:
    output = io.StringIO()
    call_command("record", "boards", *map(str, files), f"--out={out}", stdout=output, **options)
    return output.getvalue()


def report(out: Path) -> dict:
    return json.loads((out / "report.json").read_text())


def written(out: Path) -> dict[str, bytes]:
    """What a run leaves, its work folder aside."""
    return {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}


def rows_in(out: Path) -> list[tuple]:
    """The auctions of all files, each with its tables."""
    rows = []
    for path in sorted(out.glob("club-*.npz")):
        records = read_records(path)
        with np.load(path) as file:
            tables = file["tables"].tolist()
        for row in range(len(records)):
            begin = int(records.start[row])
            calls = records.calls[begin : begin + int(records.n_calls[row])].tobytes()
            head = bytes((records.dealer[row], records.vul[row]))
            rows.append((records.deal[row].tobytes() + head, calls, tables[row]))
    return rows


def test_every_board_of_every_file_is_in_the_data(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "data"
    output = prepare(archive, out=out)
    made = [board for number in range(30) for board in boards(3, number)]
    expected = {(row_of(board)[:15], row_of(board)[17:], 1) for board in made}
    assert set(rows_in(out)) == expected
    assert len(rows_in(out)) == 90
    assert "30 files, 90 boards: 90 used, 0 refused" in output
    counts = report(out)
    assert (counts["boards_used"], counts["auctions"], counts["refused"]) == (90, 90, {})
    assert {file["format"] for file in counts["files"]} == {"pbn", "lin"}
    assert {file["encoding"] for file in counts["files"]} >= {"utf-8", "utf-16-le", "windows-1252"}
    assert (out / "rejects.txt").read_text() == ""


def test_the_data_is_a_dataset_to_train_on(tmp_path: Path) -> None:
    made = boards(700, 5)
    write(tmp_path / "all.pbn", made)
    prepare(tmp_path / "all.pbn", out=tmp_path / "data")
    dataset = load_dataset((Source("club-*.npz"),), tmp_path / "data")
    assert dataset.auctions + len(dataset.validation) == 700
    assert len(dataset.validation) > 0
    batches = batches_of_pass(dataset, 1000, seed=1, number=0)
    assert sorted(row for batch in batches for row in batch) == sorted(dataset.rows_of_pass(1, 0))
    calls = sum(len(board.auction.calls) for board in made if board.auction is not None)
    assert dataset.records.decisions == calls


def test_the_recipe_for_clubs_starts_from_the_released_weights_on_these_files() -> None:
    recipe = read_recipe("club")
    assert recipe.sources == (Source("club-*.npz", by_tables=True),)
    assert recipe.start == "weights"
    assert recipe.validation == 0.1
    assert recipe.optimisation.initial_share == 0.5
    assert recipe.network == load_bidder()[0].config


def test_equal_auctions_are_counted_as_tables(tmp_path: Path) -> None:
    same, other = boards(2, 3)
    write(tmp_path / "a.pbn", [same, other, same], 1)
    write(tmp_path / "b.lin", [same], 2)
    prepare(tmp_path, out=tmp_path / "data")
    tables = {deal[:13]: count for deal, _, count in rows_in(tmp_path / "data")}
    assert tables == {row_of(same)[:13]: 3, row_of(other)[:13]: 1}
    assert (report(tmp_path / "data")["boards_used"], report(tmp_path / "data")["auctions"]) == (
        4,
        2,
    )


def test_a_copy_of_a_file_counts_once(tmp_path: Path) -> None:
    write(tmp_path / "a.pbn", boards(2, 3))
    shutil.copy(tmp_path / "a.pbn", tmp_path / "b.pbn")
    output = prepare(tmp_path, tmp_path / "a.pbn", out=tmp_path / "data")
    assert [count for _, _, count in rows_in(tmp_path / "data")] == [1, 1]
    assert "1  copies of other files" in output
    assert report(tmp_path / "data")["files"][1]["copy_of"] == (tmp_path / "a.pbn").as_posix()


def test_refused_boards_are_counted_and_listed(tmp_path: Path) -> None:
    good, wrong, bare = boards(3, 8)
    text = dialects.pbn_text(
        [good, replace(bare, auction=None, contract="", lead=None)], random.Random(1)
    )
    broken = dialects.pbn_text([replace(wrong, remarks=())], random.Random(2))
    broken = broken.replace("[Auction", '[Stage "x"]\n[Auction').replace('"]\n1', '"]\n9')
    (tmp_path / "a.pbn").write_text(text + '\n\n[Board "3"]\n[Deal "N:AK"]\n\nhello\n')
    (tmp_path / "b.pbn").write_bytes(b"PK\x03\x04\x00\x00\x08")
    (tmp_path / "c.lin").write_text("")
    (tmp_path / "d.txt").write_text("A letter.")
    output = prepare(*sorted(tmp_path.iterdir()), out=tmp_path / "data")
    counts = report(tmp_path / "data")
    assert counts["refused"] == {"malformed-deal": 1, "malformed-text": 1, "no-auction": 1}
    assert counts["boards_used"] == 1
    listed = (tmp_path / "data/rejects.txt").read_text().splitlines()
    assert len(listed) == 6
    assert listed[0].endswith(f"no auction: there is no auction (Coupe d'été board {bare.number})")
    assert ": malformed deal: a deal has four hands, this one 1 (" in listed[1]
    assert "'hello' comes before any tag: this is not PBN" in listed[2]
    assert [line.rsplit(": ", 1)[1] for line in listed[3:]] == [
        "there are NUL characters in it, so it is not text",
        "there is no board in it",
        "it is neither PBN nor LIN",
    ]
    line = int(listed[2].removeprefix(str(tmp_path / "a.pbn")).split(":")[1])
    assert (tmp_path / "a.pbn").read_text().splitlines()[line - 1] == "hello"
    assert "1  no auction" in output
    assert "3  files that gave nothing, the first" in output


def test_a_run_again_changes_nothing_and_reads_nothing(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "data"
    prepare(archive, out=out)
    first = written(out)
    monkeypatch.setattr(preparation, "harvest", None)  # or else it could not be called
    prepare(archive, out=out)
    assert written(out) == first


def test_another_order_and_another_start_give_the_same_bytes(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(archive, out=tmp_path / "one")
    monkeypatch.setattr(store, "_PENDING_FILES", 4)
    parts = [archive / "2", archive / "0", archive / "1"]
    prepare(parts[0], out=tmp_path / "two")
    prepare(*parts, out=tmp_path / "two")
    assert written(tmp_path / "one") == written(tmp_path / "two")


def test_many_rows_are_shared_out_by_deal(archive: Path, tmp_path: Path) -> None:
    files = find_files([str(archive)])
    outs = [tmp_path / "one", tmp_path / "many"]
    preparation.prepare(files, outs[0], GivenSystems())
    preparation.prepare(files, outs[1], GivenSystems(), rows_a_file=20)
    assert len(list(outs[1].glob("club-*.npz"))) == 5
    assert sorted(rows_in(outs[0])) == sorted(rows_in(outs[1]))
    preparation.prepare(files, outs[1], GivenSystems())
    assert written(outs[0]) == written(outs[1])  # what is no longer part of it is gone


def test_a_changed_file_is_read_again(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "data"
    prepare(archive, out=out)
    changed = sorted(archive.rglob("*.pbn"))[0]
    status = changed.stat()
    write(changed, boards(4, 1000))
    os.utime(changed, ns=(status.st_atime_ns, status.st_mtime_ns))
    prepare(archive, out=out)
    prepare(archive, out=tmp_path / "fresh")
    assert written(out) == written(tmp_path / "fresh")
    assert report(out)["boards_used"] == 91


def test_damaged_and_outdated_work_is_done_again(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "data"
    prepare(archive, out=out)
    first = written(out)
    (harvests,) = (out / "work").glob("harvests-*.sqlite3")
    harvests.write_bytes(harvests.read_bytes()[:100])
    prepare(archive, out=out)
    assert written(out) == first
    assert store.Store(out / "work").entries
    monkeypatch.setattr(store, "_fingerprint", lambda: "another reader")
    assert not store.Store(out / "work").entries
    assert not harvests.exists()


def test_a_full_disk_is_named(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: store.Store) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(store.Store, "flush", full)
    with pytest.raises(CommandError, match=r"data/work cannot be .*: database or disk is full"):
        prepare(archive, out=tmp_path / "data")


def test_ctrl_c_keeps_what_is_read_and_the_next_run_goes_on(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, real, seen = tmp_path / "data", preparation.harvest, []

    def harvest(path, *others):
        seen.append(path)
        if len(seen) == 12:
            raise KeyboardInterrupt
        return real(path, *others)

    monkeypatch.setattr(preparation, "harvest", harvest)
    with pytest.raises(CommandError, match="goes on where it was") as stopped:
        prepare(archive, out=out)
    assert stopped.value.returncode == 130
    assert not list(out.glob("club-*"))
    prepare(archive, out=out)
    assert len(seen) == 12 + 19
    monkeypatch.setattr(preparation, "harvest", real)
    prepare(archive, out=tmp_path / "fresh")
    assert written(out) == written(tmp_path / "fresh")


def test_ctrl_c_while_writing_leaves_the_data_as_they_were(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, real = tmp_path / "data", preparation.npz_of
    prepare(archive / "0", out=out)
    first = written(out)
    files = find_files([str(archive)])

    def interrupted(rows, tables):
        if (out / "work/club-0.npz").exists():
            raise KeyboardInterrupt
        return real(rows, tables)

    monkeypatch.setattr(preparation, "npz_of", interrupted)
    assert preparation.prepare(files, out, GivenSystems(), rows_a_file=20) is None
    assert written(out) == first
    monkeypatch.setattr(preparation, "npz_of", real)
    preparation.prepare(files, out, GivenSystems(), rows_a_file=20)
    assert len(rows_in(out)) == 90


def test_a_name_that_is_no_text_can_be_reported(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xe9t\xe9.pbn")
    (tmp_path / name).write_text("")
    write(tmp_path / "a.pbn", boards(1, 1))
    output = prepare(tmp_path, out=tmp_path / "data")
    assert "\\udce9t\\udce9.pbn: there is no board in it" in output
    assert output.encode()


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({}, (2, 255)),
        ({"system": "sayc"}, (4, 4)),
        ({"system": "unknown"}, (255, 255)),
        ({"system_ew": "2/1"}, (2, 1)),
        ({"system": "polish", "system_ns": "acol"}, (2, 3)),
    ],
)
def test_systems_are_those_given_else_those_named(
    tmp_path: Path, options: dict, codes: tuple[int, int]
) -> None:
    path = write(tmp_path / "a.pbn", boards(1, 2))
    path.write_text(path.read_text().replace("[Site", '[BidSystemNS "Acol"]\n[Site'))
    prepare(path, out=tmp_path / "data", **options)
    with np.load(tmp_path / "data/club-0.npz") as file:
        assert (file["system_ns"].tolist(), file["system_ew"].tolist()) == ([codes[0]], [codes[1]])


def test_files_by_pattern_name_and_content(tmp_path: Path) -> None:
    first = write(tmp_path / "a/one.pbn", boards(1, 1))
    second = write(tmp_path / "a/deep/two.LIN", boards(1, 2))
    (tmp_path / "a/notes.txt").write_text("no archive")
    assert find_files([str(tmp_path / "a")]) == sorted([first, second])
    assert find_files([str(tmp_path / "a/**/*.LIN"), str(second)]) == [second]
    for source, name in ((first, "x.txt"), (second, "y")):
        shutil.copy(source, tmp_path / name)
        prepare(tmp_path / name, out=tmp_path / f"out-{name}")
        assert len(rows_in(tmp_path / f"out-{name}")) == 1


@pytest.mark.parametrize("argument", ["absent.pbn", "*.pbn", "empty"])
def test_an_argument_that_finds_nothing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argument: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(CommandError, match="no such file"):
        prepare(argument, out=tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_no_board_at_all_is_an_error_with_its_reasons(tmp_path: Path) -> None:
    (tmp_path / "a.pbn").write_text('[Board "1"]\n')
    with pytest.raises(CommandError, match="no board could be used"):
        prepare(tmp_path, out=tmp_path / "data")
    assert report(tmp_path / "data/work")["refused"] == {"no-deal": 1}


def test_where_no_board_can_be_used_the_earlier_set_stays(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "data"
    prepare(archive, out=out)
    before = written(out)
    (tmp_path / "a.pbn").write_text('[Board "1"]\n')
    with pytest.raises(CommandError, match="no board could be used, so nothing was replaced"):
        prepare(tmp_path / "a.pbn", out=out)
    assert written(out) == before
    assert "no deal" in (out / "work/rejects.txt").read_text()


CHANGES = 8  # the old report and three files of data go; two files, rejects and report come


@pytest.fixture
def replaced(tmp_path: Path) -> tuple[Path, Path]:
    """A folder with a finished set of three files, and an archive for one of two."""
    first = write(tmp_path / "first.pbn", boards(90, 1))
    preparation.prepare([first], tmp_path / "data", GivenSystems(), rows_a_file=30)
    return tmp_path / "data", write(tmp_path / "second.pbn", boards(60, 2))


def prepare_until(change: int, archive: Path, out: Path) -> Report | None:
    """Prepares the archive; Ctrl-C is pressed before that change of the files in ``out``."""
    seen = 0

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def changed(path: Path, *arguments: Path, **options: bool) -> object:
            nonlocal seen
            seen += out in {one.parent for one in (path, *arguments)}
            if seen == change:
                raise KeyboardInterrupt
            return real(path, *arguments, **options)

        return changed

    with pytest.MonkeyPatch.context() as patched:
        for name in ("replace", "unlink"):
            patched.setattr(Path, name, counted(getattr(Path, name)))
        return preparation.prepare([archive], out, GivenSystems(), rows_a_file=30)


def test_ctrl_c_before_the_first_change_leaves_the_earlier_set(
    replaced: tuple[Path, Path],
) -> None:
    out, archive = replaced
    before = written(out)
    assert prepare_until(1, archive, out) is None
    assert written(out) == before
    assert load_dataset((Source("club-*.npz"),), out).records.deal.shape[0] == 90


@pytest.mark.parametrize("change", range(2, CHANGES + 1))
def test_ctrl_c_between_two_changes_leaves_what_training_refuses(
    replaced: tuple[Path, Path], change: int
) -> None:
    out, archive = replaced
    assert prepare_until(change, archive, out) is None
    fault = f"record boards ARCHIVE... --out {out}" if list(out.glob("club-*")) else "no file"
    with pytest.raises(ValueError, match=re.escape(fault)):
        load_dataset((Source("club-*.npz"),), out)
    assert prepare_until(CHANGES + 1, archive, out) is not None
    assert load_dataset((Source("club-*.npz"),), out).records.deal.shape[0] == 60


def test_files_of_data_that_are_not_those_of_the_report_are_refused(
    replaced: tuple[Path, Path],
) -> None:
    out, _ = replaced
    sources = (Source("club-0.npz"),)
    load_dataset(sources, out)
    kept = (out / "report.json").read_bytes()
    for damaged in (b"", b"[]", b'{"outputs": [1]}'):
        (out / "report.json").write_bytes(damaged)
        with pytest.raises(UnfinishedSet, match="are not those"):
            load_dataset(sources, out)
    (out / "report.json").write_bytes(kept)
    shutil.copy(out / "club-1.npz", out / "club-2.npz")
    with pytest.raises(UnfinishedSet, match="are not those"):
        load_dataset(sources, out)
    (out / "club-2.npz").unlink()
    with pytest.raises(UnfinishedSet, match="are not those"):
        load_dataset(sources, out)


def test_a_file_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    write(tmp_path / "a.pbn", boards(1, 1))
    (tmp_path / "b.pbn").symlink_to(tmp_path / "gone.pbn")
    files = [tmp_path / "a.pbn", tmp_path / "b.pbn"]
    found = preparation.prepare(files, tmp_path / "data", GivenSystems())
    assert found is not None
    assert [file.fault for file in found.files] == [
        "",
        "it cannot be opened: No such file or directory",
    ]
