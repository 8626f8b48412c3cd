"""Debian's Chromium, and how it is started where there is no screen."""

from __future__ import annotations

import shutil

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
    """Where Chromium is; playwright's own is not wanted."""
    found = shutil.which("chromium")
    assert found, "Debian's package chromium is not installed"
    return found
