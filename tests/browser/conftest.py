"""The real site, started as a user starts it, and Debian's Chromium to look at it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.browser import chromium
from tests.browser.desk import Desk

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 180.0
STOP_SECONDS = 120.0  # a busy machine lets the workers end slowly

expect.set_options(timeout=20_000)  # a busy machine draws slowly


@pytest.fixture(scope="session")
def base_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The address of a site: the one given with ``--base-url``, or one started for the tests."""
    given = request.config.getoption("base_url")
    if given:
        yield given
    else:
        yield from _site(tmp_path_factory.mktemp("site"))


def _site(home: Path) -> Iterator[str]:
    port = _free_port()
    address = f"http://127.0.0.1:{port}"
    environment = {
        **os.environ,
        "PORT": str(port),
        "BRIDGEVIZ_HOME": str(home),
        # The tests' own settings stand in for the model; here the model itself is wanted.
        "DJANGO_SETTINGS_MODULE": "bridgeviz.settings",
    }
    with (home / "site.log").open("wb") as log:
        site = subprocess.Popen(
            [sys.executable, "manage.py", "run_site"],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_until_ready(site, address, home)
            yield address
        finally:
            site.send_signal(signal.SIGTERM)
            site.wait(STOP_SECONDS)


def _wait_until_ready(site: subprocess.Popen[bytes], address: str, home: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and site.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=10):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
    pytest.fail(f"the site did not become ready:\n{(home / 'site.log').read_text()}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": chromium.executable(),
        "args": chromium.OPTIONS,
    }


@pytest.fixture
def watched(page: Page, base_url: str) -> Iterator[Page]:
    """A tab; at the end nothing may have been reported on its console."""
    reports: list[str] = []
    page.on("pageerror", lambda error: reports.append(str(error)))
    page.on("console", lambda message: reports.extend(worrying(message)))
    yield page
    assert reports == []


@pytest.fixture
def desk(watched: Page) -> Desk:
    """The page, empty."""
    watched.goto("/")
    return Desk(watched)


def worrying(message: ConsoleMessage) -> list[str]:
    """Warnings and errors, but for Chromium's own line about an answer of 400 and above."""
    expected = message.text.startswith("Failed to load resource")
    return [] if message.type not in ("error", "warning") or expected else [message.text]
