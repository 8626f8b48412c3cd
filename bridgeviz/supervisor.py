"""Starts processes, watches them, starts again those that die, and ends them all."""

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

GRACE_SECONDS = 12.0  # for what is under way, when asked to end
START_GRACE_SECONDS = 1.0  # nothing is under way yet, and uWSGI is deaf while it starts
PAUSE_SECONDS = 0.1
EARLY_SECONDS = 10.0  # who dies younger than this has not got over its start
EARLY_DEATHS = 3  # in a row, and the site gives up
LOG_TAIL_LINES = 15
PR_SET_PDEATHSIG = 1  # from Linux's <sys/prctl.h>

_prctl = getattr(ctypes.CDLL(None), "prctl", None)


class SiteFailed(Exception):
    """The site cannot run; says which part failed and what it last wrote."""


def _end_with_parent() -> None:
    """In a child: be asked to end if the supervisor itself is killed (where Linux can)."""
    if _prctl is not None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Child:
    """One process, its log file, and how to start it again."""

    name: str
    command: list[str]
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    early_deaths: int = 0

    def start(self) -> None:
        """Starts it in a session of its own, so that Ctrl-C reaches the supervisor alone."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_end_with_parent,  # safe: the supervisor has one thread
            )
        self.started = time.monotonic()

    def exit_status(self) -> int | None:
        """How it ended; None while it runs."""
        return None if self.process is None else self.process.poll()

    def stop(self, grace_seconds: float) -> None:
        """Asks it to end, waits for what is under way, then kills what is left of its session."""
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
        """That it died, and its last words."""
        lines = self.log.read_text(errors="replace").splitlines()[-LOG_TAIL_LINES:]
        said = "\n".join(f"    {line}" for line in lines)
        return SiteFailed(
            f"{self.name} ended with status {self.exit_status()}; {self.log}:\n{said}"
        )


class Supervisor:
    """The children of a site, in the order in which they were started."""

    def __init__(self) -> None:
        self.children: list[Child] = []
        self.asked_to_stop = False
        self.grace_seconds = START_GRACE_SECONDS

    def listen(self) -> None:
        """From now on Ctrl-C and the usual signals ask for an orderly end."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as under nohup
            signal.signal(signal.SIGHUP, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.asked_to_stop = True

    def add(self, child: Child) -> None:
        """Starts one more child."""
        child.log.write_bytes(b"")
        child.start()
        self.children.append(child)

    def wait_until(self, ready: Callable[[], bool], limit_seconds: float) -> bool:
        """Whether it became ready; no, if asked to stop.

        Raises SiteFailed if a child died meanwhile, or when the time is over.
        """
        end = time.monotonic() + limit_seconds
        while not self.asked_to_stop:
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
        """Until asked to stop, starts dead children again. Raises SiteFailed if one stays dead."""
        self.grace_seconds = GRACE_SECONDS
        while not self.asked_to_stop:
            for child in self.children:
                status = child.exit_status()
                if status is not None:
                    self._revive(child)
                    report(f"{child.name} had ended with status {status}: started again")
            time.sleep(PAUSE_SECONDS)

    def _revive(self, child: Child) -> None:
        died_early = time.monotonic() - child.started < EARLY_SECONDS
        child.early_deaths = child.early_deaths + 1 if died_early else 0
        if child.early_deaths >= EARLY_DEATHS:
            raise child.failure()
        child.start()

    def stop(self) -> None:
        """Ends all, the last started first."""
        for child in reversed(self.children):
            child.stop(self.grace_seconds)
