"""deploy/bridgeviz-backup, with the database's own programs stood in for."""

from __future__ import annotations

import os
import re
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).parent.parent
SCRIPT = (ROOT / "deploy" / "bridgeviz-backup").read_text()
DUMP = """#!/bin/sh
echo "called with $*"
echo "password $PGPASSWORD"
[ -z "$FAIL" ]
"""


class Machine:
    """A folder with settings, stand-ins for runuser and pg_dump, and a clock that is set."""

    def __init__(self, folder: Path, database: str) -> None:
        self.copies, self.bin = folder / "copies", folder / "bin"
        self.bin.mkdir()
        settings = folder / "bridgeviz.env"
        settings.write_text(f'DATABASE_URL="{database}"\nBRIDGEVIZ_HOME="{folder}"\n')
        self.script = folder / "backup"
        self.script.write_text(SCRIPT.replace("/etc/bridgeviz.env", shlex.quote(str(settings))))
        self.program("runuser", '#!/bin/sh\nshift 3\nexec "$@"\n')
        self.program("pg_dump", DUMP)

    def program(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def back_up(self, day: int, *options: str, fail: bool = False) -> int:
        self.program("date", f"#!/bin/sh\necho 202611{day:02}T030000Z\n")
        path = f"{self.bin}:{os.environ['PATH']}"
        environment = {"PATH": path, "FAIL": "1" if fail else ""}
        command = ["sh", str(self.script), *options, str(self.copies)]
        return subprocess.run(command, env=environment, capture_output=True).returncode

    def databases(self) -> list[str]:
        return sorted(path.name for path in self.copies.glob("database.*"))


@pytest.mark.parametrize(
    ("database", "shown", "password"),
    [
        ("postgresql://me:s%40cret@db:5432/b?sslmode=require", "me@db:5432/b?sslmode", "s@cret"),
        ("postgresql:///bridgeviz", "--dbname=postgresql:///bridgeviz\n", ""),
    ],
)
def test_the_password_is_not_among_the_arguments(
    tmp_path: Path, database: str, shown: str, password: str
) -> None:
    machine = Machine(tmp_path, database)
    assert machine.back_up(1) == 0
    called, given = (machine.copies / machine.databases()[0]).read_text().splitlines(keepends=True)
    assert shown in called
    assert "cret" not in called
    assert given == f"password {password}\n"


def test_what_failed_is_no_copy(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "postgresql:///bridgeviz")
    assert [machine.back_up(day) for day in range(1, 5)] == [0] * 4
    good = machine.databases()
    assert all(machine.back_up(day, fail=True) for day in range(5, 16))
    assert machine.databases() == good
    assert machine.back_up(16) == 0
    assert machine.databases() == [*good, "database.20261116T030000Z.pgdump"]
    assert len(list(machine.copies.glob("bridgeviz.env.*"))) == 14


# Rows of every kind that a site has; each batch has an item with an answer.
ROWS = """
from django.contrib.auth.models import User
from django.utils import timezone
from bidding.models import *
now = timezone.now()
User.objects.create_user("chief", password="a long password")
ApiKey.objects.create(name="club", prefix="bv_", digest="d" * 64, created_at=now)
Worker.objects.create(name="w", model={}, started_at=now, seen_at=now)
table = PracticeTable.objects.create(position={}, client="", created_at=now, changed_at=now)
PracticeSeat.objects.create(table=table, seat="N", digest="d" * 64)
for number, state in enumerate(("done", "queued")):
    Job.objects.create(
        content_key=str(number), position={}, state=state, created_at=now, result='{"a": 1}'
    )
    batch = Batch.objects.create(state=state, created_at=now, total=1, digest="d" * 64)
    answer = BatchAnswer.objects.create(key=str(number), content=b"x" * 100_000, length=1)
    BatchItem.objects.create(batch=batch, number=0, position={}, key="k", answer=answer)
times = {"created_at": now, "changed_at": now}
lesson = PracticeClass.objects.create(boards=["1"], teacher="t", common="p", client="", **times)
Pupil.objects.create(of_class=lesson, name="Anna", holder="h")
"""
# Tables whose rows pass by themselves and can be computed again, or are promised to be deleted.
TRANSIENT = {f"bidding_{name}" for name in ("job", "worker", "batch")}
TRANSIENT |= {"bidding_batchitem", "bidding_batchanswer", "bidding_practiceclass", "bidding_pupil"}
KEPT = {"bidding_apikey", "bidding_practicetable", "bidding_practiceseat"}


def manage(home: Path, *command: str) -> str:
    environment = {**os.environ, "BRIDGEVIZ_HOME": str(home)}
    environment["DJANGO_SETTINGS_MODULE"] = "bridgeviz.settings"
    program = [sys.executable, "manage.py", *command]
    done = subprocess.run(
        program, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with a SQLite database."""
    home = tmp_path_factory.mktemp("site")
    manage(home, "migrate", "--verbosity", "0")
    manage(home, "shell", "--verbosity", "0", "--command", ROWS)
    return home


def counts(file: Path) -> dict[str, int]:
    """Return the number of rows of each table."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        names = [name for (name,) in database.execute(query)]
        rows = {name: database.execute(f'SELECT count(*) FROM "{name}"') for name in names}
        return {name: int(found.fetchone()[0]) for name, found in rows.items()}


def schema(file: Path) -> set[tuple[str, str]]:
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        return set(database.execute("SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL"))


def copied(site: Path, folder: Path, *options: str) -> Path:
    machine = Machine(folder, f"sqlite:///{site / 'bridgeviz.sqlite3'}")
    assert machine.back_up(1, *options) == 0
    (name,) = machine.databases()
    return machine.copies / name


def test_what_passes_by_itself_is_left_out(site: Path, tmp_path: Path) -> None:
    before, after = counts(site / "bridgeviz.sqlite3"), counts(copied(site, tmp_path))
    assert all(before[name] and not after[name] for name in TRANSIENT)
    assert {name: rows for name, rows in after.items() if name not in TRANSIENT} == {
        name: rows for name, rows in before.items() if name not in TRANSIENT
    }
    assert before["auth_user"] == before["bidding_apikey"] == 1
    assert before["bidding_practicetable"] == before["bidding_practiceseat"] == 1


def test_all_is_copied_where_all_is_asked_for(site: Path, tmp_path: Path) -> None:
    copy = copied(site, tmp_path, "--all")
    assert counts(copy) == counts(site / "bridgeviz.sqlite3")


def test_a_copy_takes_the_place_of_the_database(site: Path, tmp_path: Path) -> None:
    copy = copied(site, tmp_path)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert schema(copy) == schema(site / "bridgeviz.sqlite3")
    home = tmp_path / "restored"
    home.mkdir()
    copy.rename(home / "bridgeviz.sqlite3")
    manage(home, "migrate", "--check")
    more = "User.objects.create_user('second'); print([u.pk for u in User.objects.all()])"
    imports = "from django.contrib.auth.models import User"
    assert manage(home, "shell", "-v", "0", "-c", f"{imports}; {more}").endswith("[1, 2]\n")


def test_what_is_written_meanwhile_does_not_stop_it(site: Path, tmp_path: Path) -> None:
    with sqlite3.connect(site / "bridgeviz.sqlite3", isolation_level=None) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE auth_user SET first_name = 'half done'")
        copy = copied(site, tmp_path)
        writer.execute("ROLLBACK")
    with sqlite3.connect(copy) as database:
        assert database.execute("SELECT first_name FROM auth_user").fetchone() == ("",)


def test_a_database_that_is_not_there_is_no_copy(tmp_path: Path) -> None:
    machine = Machine(tmp_path, f"sqlite:///{tmp_path / 'nothing.sqlite3'}")
    assert machine.back_up(1) != 0
    assert machine.databases() == []


@pytest.mark.parametrize(("options", "left_out"), [((), TRANSIENT), (("--all",), set())])
def test_postgresql_leaves_out_the_same(
    tmp_path: Path, options: tuple[str, ...], left_out: set[str]
) -> None:
    machine = Machine(tmp_path, "postgresql:///bridgeviz")
    assert machine.back_up(1, *options) == 0
    called = (machine.copies / machine.databases()[0]).read_text().splitlines()[0]
    assert set(re.findall(r"--exclude-table-data=(\w+)", called)) == left_out


def test_each_table_of_the_site_is_kept_or_left_out() -> None:
    """A new model must be listed as transient or kept."""
    models = {model._meta.db_table for model in apps.get_app_config("bidding").get_models()}
    assert models == TRANSIENT | KEPT
