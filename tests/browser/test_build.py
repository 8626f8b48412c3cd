"""The committed build of the page belongs to the committed sources, and is light."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from benchmarks.page import LANGUAGES, MOST_BYTES, MOST_FILES, sizes

ROOT = Path(__file__).resolve().parents[2]
FRONTEND, STATIC = ROOT / "frontend", ROOT / "static"


def sources() -> list[Path]:
    """Return the sources of the build, as frontend/vite.config.ts lists them."""
    folders = [path for name in ("public", "src") for path in (FRONTEND / name).rglob("*")]
    files = [path for path in folders if path.is_file()]
    files += [FRONTEND / "package-lock.json", FRONTEND / "vite.config.ts"]
    return [*files, *(ROOT / "locale").glob("*/service.json")]


def test_static_was_built_from_these_sources() -> None:
    digest = hashlib.sha256()
    for name in sorted(os.path.relpath(path, FRONTEND) for path in sources()):
        digest.update(f"{name}\0".encode() + (FRONTEND / name).read_bytes() + b"\0")
    built = (STATIC / "sources.sha256").read_text().strip()
    assert built == digest.hexdigest(), "run: cd frontend && npm ci && npm run build"


def test_nothing_of_the_page_is_inline() -> None:
    """The content security policy allows scripts and styles from files only."""
    page = (ROOT / "templates" / "index.html").read_text()
    assert "<style" not in page
    assert " style=" not in page
    assert page.count("<script") == page.count('<script type="module" src=') == 2


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_visit_is_light(browser: Browser, base_url: str, language: str) -> None:
    first = sizes(browser, f"{base_url}/", language)
    assert first["bytes"] <= MOST_BYTES
    assert first["files"] <= MOST_FILES
    assert first["other_hosts"] == []
