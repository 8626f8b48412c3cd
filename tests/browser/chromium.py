"""Debian's Chromium, and how it is started where there is no screen."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Page

OPTIONS = [
    "--no-sandbox",  # as root, which it is in a container, Chromium starts only like this
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def executable() -> str:
    """Return the path of Chromium: that without a window, which takes half the time, if there."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert found, "Debian's package chromium-headless-shell is not installed"
    return found


def slow_down(page: Page) -> None:
    """Makes the page as many times slower as SLOW_PAGE says, to find tests that do not wait."""
    rate = float(os.environ.get("SLOW_PAGE", "1"))
    if rate > 1:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
