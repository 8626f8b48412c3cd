"""The supervisor of `make run`: starts processes, restarts those that exit, and stops them all."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

GRACE_SECONDS = 12.0  # for running work, when asked to end
START_GRACE_SECONDS = 1.0  # no work runs yet, and uWSGI ignores signals while it starts
PAUSE_SECONDS = 0.1
EARLY_SECONDS = 10.0  # a process that exits sooner has failed to start
EARLY_EXITS = 3  # in a row, before the site gives up
LOG_TAIL_LINES = 15
PR_SET_PDEATHSIG = 1  # from Linux's <sys/prctl.h>

_prctl = getattr(ctypes.CDLL(None), "prctl", None)


class SiteFailed(Exception):
    """The site cannot run; names the process that failed, with the end of its log."""


def end_with_parent() -> None:
    """In a child: get SIGTERM if the supervisor itself is killed (on Linux)."""
    if _prctl is not None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Child:
    """A process, its log file, and the command that starts it."""

    name: str
    command: list[str]
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    early_exits: int = 0

    def start(self) -> None:
        """Start it in a session of its own, so that Ctrl-C reaches the supervisor alone."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=end_with_parent,  # safe: the supervisor has one thread
            )
        self.started = time.monotonic()

    def exit_status(self) -> int | None:
        """Return its exit status; None while it runs."""
        return None if self.process is None else self.process.poll()

    def stop(self, grace_seconds: float) -> None:
        """Terminate it, wait for running work, then kill the rest of its session."""
        if self.process is None:
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(grace_seconds)
        self._kill_session()
        self.process.wait()

    def _kill_session(self) -> None:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def failure(self) -> SiteFailed:
        """Return the error of its exit, with the end of its log."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()[
            -LOG_TAIL_LINES:
        ]
        tail = "\n".join(f"    {line}" for line in lines)
        return SiteFailed(
            f"{self.name} ended with status {self.exit_status()}; {self.log}:\n{tail}"
        )


class Supervisor:
    """The processes of a site, in the order in which they were started."""

    def __init__(self) -> None:
        self.children: list[Child] = []
        self.stop_requested = False
        self.grace_seconds = START_GRACE_SECONDS

    def listen(self) -> None:
        """Stop in good order at Ctrl-C and the usual signals."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as under nohup
            signal.signal(signal.SIGHUP, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.stop_requested = True

    def add(self, child: Child) -> None:
        """Start one more process."""
        child.log.write_bytes(b"")
        child.start()
        self.children.append(child)

    def wait_until(self, ready: Callable[[], bool], limit_seconds: float) -> bool:
        """Return True once it is ready; False if asked to stop.

        Raise SiteFailed if a process exited meanwhile, or when the time is over.
        """
        end = time.monotonic() + limit_seconds
        while not self.stop_requested:
            for child in self.children:
                if child.exit_status() is not None:
                    raise child.failure()
            if ready():
                return True
            if time.monotonic() > end:
                logs = ", ".join(str(child.log) for child in self.children)
                raise SiteFailed(f"not ready after {limit_seconds:.0f} seconds; see {logs}")
            time.sleep(PAUSE_SECONDS)
        return False

    def watch(self, report: Callable[[str], None]) -> None:
        """Restart processes that exit, until stopped. Raise SiteFailed if one keeps exiting."""
        self.grace_seconds = GRACE_SECONDS
        while not self.stop_requested:
            for child in self.children:
                status = child.exit_status()
                if status is not None:
                    self._restart(child)
                    report(f"{child.name} had ended with status {status}: started again")
            time.sleep(PAUSE_SECONDS)

    def _restart(self, child: Child) -> None:
        exited_early = time.monotonic() - child.started < EARLY_SECONDS
        child.early_exits = child.early_exits + 1 if exited_early else 0
        if child.early_exits >= EARLY_EXITS:
            raise child.failure()
        child.start()

    def stop(self) -> None:
        """Stop all, the last started first."""
        for child in reversed(self.children):
            child.stop(self.grace_seconds)
