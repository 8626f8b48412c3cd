"""All answers to a file of boards as one file, and the pages of text."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from bidding.parsing.formats.pbn import pbn_pieces
from tests.parsing.dialects import random_board

pytestmark = pytest.mark.browser

ONLY_FAULTS = {"resultTypes": ["violations"]}  # to describe all that passes takes as long again
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 640}
LANGUAGES = {"en": "en", "zh-CN": "zh-hans"}


def archive(folder: Path, seed: int, boards: int) -> Path:
    """A file of boards; the last one cannot be read."""
    rng = random.Random(seed)
    text = "".join(pbn_pieces(random_board(rng) for _ in range(boards)))
    path = folder / "club.pbn"
    path.write_text(f'{text}\n[Board "99"]\n[Deal "N:AK - - -"]\n')
    return path


def submit(page: Page, file: Path, view: str) -> None:
    """Open a file on the page for boards, and ask for all its answers."""
    page.locator("input[type=file]").first.set_input_files(file)
    page.get_by_text("All answers as one file, for programs").click()
    page.get_by_label("Point of view").select_option(label=view)
    page.get_by_role("button", name="Compute").click()


def test_from_a_file_to_its_answers(page: Page, base_url: str, tmp_path: Path) -> None:
    page.goto("/")
    page.get_by_role("link", name="A file of boards").click()
    file = archive(tmp_path, 1, 10)
    submit(page, file, "a spectator, who sees no cards")
    expect(page.get_by_text("All answers are ready.")).to_be_visible(timeout=120_000)
    expect(page.get_by_text("100.0 % of 10 answers")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the answers").click()
    *numbers, unreadable = map(int, re.findall(r'\[Board "(\d+)"\]', file.read_text()))
    assert unreadable == 99
    lines = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert [line["status"] for line in lines] == ["done"] * 10
    assert [line["source"]["board"] for line in lines] == numbers


def test_a_long_file_follows_a_language_chosen_elsewhere_and_is_cancelled_by_keyboard(
    page: Page, base_url: str, tmp_path: Path
) -> None:
    page.goto("/?language=en#boards")
    submit(page, archive(tmp_path, 3, 400), "each of the four players")
    expect(page.get_by_text("being computed")).to_be_visible()
    expect(page.get_by_text("Time left")).to_be_visible()
    page.get_by_role("link", name="English").click()
    other = page.context.new_page()
    other.goto("/glossary/")
    other.get_by_role("link", name="中文").click()
    expect(other.locator("html")).to_have_attribute("lang", "zh-hans")
    expect(page.get_by_text("剩余时间")).to_be_visible(timeout=30_000)
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    page.get_by_role("button", name="取消").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("已取消。")).to_be_visible()
    expect(page.get_by_role("link", name="下载答案")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "scheme", "locale"),
    [(WIDE, "light", "en"), (PHONE, "dark", "zh-CN")],
    ids=["wide", "phone-dark-zh"],
)
def test_pages_of_text_have_no_fault_that_axe_finds(
    browser: Browser, base_url: str, size: Any, scheme: Any, locale: str
) -> None:
    options: dict[str, Any] = {"color_scheme": scheme, "locale": locale, "viewport": size}
    with browser.new_context(base_url=base_url, **options) as context:
        page = context.new_page()
        for path in ("/glossary/", "/api/", "/sign-in"):
            page.goto(path)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[locale])
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"], path
            found = Axe().run(page, options=ONLY_FAULTS)
            assert found.violations_count == 0, found.generate_report()
