"""What ``make run`` does before it starts anything."""

from __future__ import annotations

import socket
from pathlib import Path
from stat import S_IMODE

import pytest

from bidding.management.commands.run_site import keep_private
from tests.system.conftest import free_port

SQLITE = "django.db.backends.sqlite3"


def test_nobody_else_may_read_the_database_file(tmp_path: Path) -> None:
    made, there = tmp_path / "made.sqlite3", tmp_path / "there.sqlite3"
    there.write_bytes(b"rows")
    there.chmod(0o644)
    for file in (made, there):
        keep_private({"ENGINE": SQLITE, "NAME": str(file)})
        assert S_IMODE(file.stat().st_mode) == 0o600
    assert there.read_bytes() == b"rows"


def test_a_database_on_a_server_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "bridgeviz"
    keep_private({"ENGINE": "django.db.backends.postgresql", "NAME": str(file)})
    assert not file.exists()


def test_a_port_found_for_a_server_is_given_to_nobody_else() -> None:
    port = free_port()
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", port))
    with socket.create_server(("127.0.0.1", port)):
        socket.create_connection(("127.0.0.1", port)).close()
