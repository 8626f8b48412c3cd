"""Takes the picture of the page for the README from a site that runs.

python -m tests.browser.screenshot http://127.0.0.1:8000/ docs/screenshot.png
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chromium import OPTIONS, executable
from tests.browser.guide import TRANSFER, Walk

SIZE = {"width": 1440, "height": 900}


def take(address: str, target: Path) -> None:
    """Opens the position and saves what a desktop screen shows of it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=OPTIONS)
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce", color_scheme="light")
        page.goto(f"{address.rstrip('/')}/")
        Walk(page, "en").explain(TRANSFER)
        target.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=target)
        browser.close()


if __name__ == "__main__":
    take(sys.argv[1], Path(sys.argv[2]))
