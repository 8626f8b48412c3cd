"""deploy/bridgeviz-backup, with the database's own programs stood in for."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = (Path(__file__).parent.parent / "deploy" / "bridgeviz-backup").read_text()
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
        settings.write_text(f'DATABASE_URL="{database}"\nBRIDGEVIZ_HOME={folder}\n')
        self.script = folder / "backup"
        self.script.write_text(SCRIPT.replace("/etc/bridgeviz.env", str(settings)))
        self.program("runuser", '#!/bin/sh\nshift 3\nexec "$@"\n')
        self.program("pg_dump", DUMP)

    def program(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def back_up(self, day: int, *, fail: bool = False) -> int:
        self.program("date", f"#!/bin/sh\necho 202611{day:02}T030000Z\n")
        path = f"{self.bin}:{os.environ['PATH']}"
        environment = {"PATH": path, "FAIL": "1" if fail else ""}
        command = ["sh", str(self.script), str(self.copies)]
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
    called, told = (machine.copies / machine.databases()[0]).read_text().splitlines(keepends=True)
    assert shown in called
    assert "cret" not in called
    assert told == f"password {password}\n"


def test_what_failed_is_no_copy(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "postgresql:///bridgeviz")
    assert [machine.back_up(day) for day in range(1, 5)] == [0] * 4
    good = machine.databases()
    assert all(machine.back_up(day, fail=True) for day in range(5, 25))
    assert machine.databases() == good
    assert machine.back_up(25) == 0
    assert machine.databases() == [*good, "database.20261125T030000Z.pgdump"]
    assert [machine.back_up(day) for day in range(26, 31)] == [0] * 5
    assert len(list(machine.copies.glob("bridgeviz.env.*"))) == 14
