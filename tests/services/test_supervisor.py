"""Processes that are started, watched, started again and ended."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bridgeviz import supervisor as module
from bridgeviz.supervisor import Child, SiteFailed, Supervisor

FOR_EVER = "import time; time.sleep(60)"
AT_ONCE = "print('the end of the log', flush=True); raise SystemExit(3)"


@pytest.fixture
def supervisor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setattr(module, "GRACE_SECONDS", 0.5)
    subject = Supervisor()
    yield subject
    subject.stop()


@pytest.fixture
def child(tmp_path: Path) -> Callable[[str], Child]:
    return lambda program: Child("part", [sys.executable, "-c", program], tmp_path / "part.log")


def lives(pid: int) -> bool:
    """Whether the process runs: not gone, and not a zombie that nobody has waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return False
    return fields[0] != "Z"


def pid_of(child: Child) -> int:
    assert child.process is not None
    return child.process.pid


def test_a_part_that_dies_before_the_site_is_ready_is_named_with_the_end_of_its_log(
    supervisor: Supervisor, child: Callable[[str], Child]
) -> None:
    supervisor.add(child(AT_ONCE))
    with pytest.raises(SiteFailed, match=r"(?s)part ended with status 3.*the end of the log"):
        supervisor.wait_until(lambda: False, limit_seconds=20)


def test_waiting_ends_when_ready_and_when_the_time_is_over(
    supervisor: Supervisor, child: Callable[[str], Child]
) -> None:
    supervisor.add(child(FOR_EVER))
    assert supervisor.wait_until(lambda: True, limit_seconds=0)
    with pytest.raises(SiteFailed, match=r"not ready after 0 seconds; see .*part\.log"):
        supervisor.wait_until(lambda: False, limit_seconds=0)


def test_a_dead_part_is_started_again(
    supervisor: Supervisor, child: Callable[[str], Child]
) -> None:
    part = child(FOR_EVER)
    supervisor.add(part)
    first = pid_of(part)
    reports: list[str] = []

    def report(text: str) -> None:
        reports.append(text)
        supervisor.stop_requested = True

    threading.Timer(0.2, os.kill, (first, signal.SIGKILL)).start()
    supervisor.watch(report)
    assert reports == ["part had ended with status -9: started again"]
    assert pid_of(part) != first
    assert lives(pid_of(part))


def test_a_part_that_keeps_dying_ends_the_site(
    supervisor: Supervisor, child: Callable[[str], Child]
) -> None:
    supervisor.add(child(AT_ONCE))
    reports: list[str] = []
    with pytest.raises(SiteFailed, match="part ended with status 3"):
        supervisor.watch(reports.append)
    assert len(reports) == module.EARLY_EXITS - 1


def test_stopping_ends_also_the_stubborn_and_their_children(
    supervisor: Supervisor, child: Callable[[str], Child], tmp_path: Path
) -> None:
    stubborn = (
        "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        f"print(subprocess.Popen([sys.executable, '-c', '{FOR_EVER}']).pid, flush=True);"
        "time.sleep(60)"
    )
    part = child(stubborn)
    supervisor.add(part)
    while not (text := part.log.read_text()):
        time.sleep(0.02)
    supervisor.stop()
    assert part.exit_status() == -signal.SIGKILL
    deadline = time.monotonic() + 5
    while lives(int(text)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not lives(int(text))
