"""The real site, started as a user starts it, and Debian's Chromium to look at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from benchmarks.site import NO_LIMITS
from tests.browser import chromium
from tests.browser.desk import Desk
from tests.system.conftest import empty_site, run_site

ADDRESS = pytest.StashKey[str]()

expect.set_options(timeout=20_000)  # a busy machine draws slowly


def _run_site(stack: ExitStack) -> str:
    """Start a site with the released model, which ends with the stack; its address."""
    site = stack.enter_context(empty_site())
    site.environment.update(NO_LIMITS, DJANGO_SETTINGS_MODULE="bridgeviz.settings")
    return f"http://127.0.0.1:{run_site(site).port}"


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_configure_node(node: Any) -> None:
    """Tell each worker the address of the one site, which ends when the controller does."""
    config = node.config
    if ADDRESS not in config.stash:
        stack = ExitStack()
        config.add_cleanup(stack.close)
        config.stash[ADDRESS] = config.getoption("base_url") or _run_site(stack)
    node.workerinput["address"] = config.stash[ADDRESS]


@pytest.fixture(scope="session")
def base_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a site: given with ``--base-url``, started for all workers, or for this one.

    The last is so where pytest-xdist's controller has not loaded this file.
    """
    given = request.config.getoption("base_url")
    shared = getattr(request.config, "workerinput", {}).get("address")
    with ExitStack() as stack:
        yield given or shared or _run_site(stack)


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
