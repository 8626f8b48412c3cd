"""For teachers: problems on every screen, and handouts on paper."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.guide import WHOLE_DEAL
from tests.browser.test_access import violations
from tests.browser.test_everyone import WIDTHS, set_text_size
from tests.browser.test_languages import chinese, expect_no_english

pytestmark = pytest.mark.browser

HAND = "AKJT985.6.A76.84"
POSITION = f"hand={HAND}&seat=S&dealer=N&vul=NS&ns=sayc&ew=sayc&auction=1D-1H"
PROBLEM = f"{POSITION}&problem=1"
PAPERS = ["A4", "Letter"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_problem_is_sound_on_every_screen(
    browser: Browser, base_url: str, scheme: Any, locale: str
) -> None:
    context = browser.new_context(base_url=base_url, color_scheme=scheme, locale=locale)
    desk = Desk(context.new_page())
    desk.page.goto(f"/#{PROBLEM}")
    expect(desk.page.locator(".problem")).to_be_visible()
    desk.eventually(lambda: violations(desk), [])
    if locale == "zh-CN":
        expect_no_english(desk)
    for size in ("100%", "200%"):
        set_text_size(desk, size)
        for width in (320, *WIDTHS):
            desk.page.set_viewport_size({"width": width, "height": 800})
            desk.expect_no_sideways_scrolling()
    context.close()


def test_a_problem_of_a_class_is_answered_on_a_phone(watched: Page) -> None:
    watched.goto("/practice/#view=class&set=sayc.stayman.428-1095")
    watched.locator("summary", has_text="As a problem").first.click()
    link = watched.get_by_label("The link of the problem").input_value(timeout=PATIENCE_MS)
    watched.set_viewport_size({"width": 390, "height": 844})
    watched.goto("about:blank")
    watched.goto(link)
    box = watched.get_by_role("toolbar", name="Bidding box")
    expect(box.get_by_role("button", name="pass")).to_be_in_viewport()
    box.get_by_role("button", name="7 notrump").click()
    expect(watched.locator(".problem .verdict")).to_contain_text("7NT: ", timeout=PATIENCE_MS)
    watched.get_by_role("button", name="Show the explanation").click()
    expect(watched.locator(".next-call")).to_be_visible(timeout=PATIENCE_MS)


# --- Handouts --------------------------------------------------------------------------------


def read_deal(desk: Desk) -> None:
    """The whole deal of the paper's example, its auction over."""
    page = desk.page
    page.get_by_role("button", name="Paste or open").click()
    page.locator("#paste").fill(WHOLE_DEAL)
    desk.answer_after(page.get_by_role("button", name="Read the text").click)
    page.locator(".masthead").click(position={"x": 2, "y": 2})


def tick(desk: Desk, *names: str, on: bool = True) -> None:
    form = desk.page.locator(".handout-form")
    for name in names:
        form.get_by_label(name, exact=True).set_checked(on)


class Paper:
    """What was printed."""

    def __init__(self, page: Page, paper: str, folder: Path) -> None:
        self.file = folder / "handout.pdf"
        # What prints comes right after the first answer.
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(page.locator(".handout").first).to_be_attached(timeout=PATIENCE_MS)
        page.pdf(format=paper, path=self.file)
        self.pages = list(self._texts())

    def _texts(self) -> Iterator[str]:
        """Each page's text; spaces are left out, for a wide space is none to pdftotext."""
        text = subprocess.check_output(["pdftotext", self.file, "-"], text=True)
        for page in text.split("\f")[:-1]:
            yield re.sub(r"\s+", "", page)

    def codes(self) -> list[str]:
        """The texts of the QR codes, page by page."""
        pictures = self.file.with_suffix("")
        subprocess.run(["pdftoppm", "-r", "200", "-png", self.file, pictures], check=True)
        found: list[str] = []
        for picture in sorted(self.file.parent.glob("handout-*.png")):
            read = subprocess.run(
                ["zbarimg", "--raw", "--quiet", picture], capture_output=True, text=True
            )
            found += sorted(read.stdout.splitlines())
        return found


@pytest.mark.parametrize("paper", PAPERS)
def test_problems_and_answers_are_sheets_of_their_own(
    desk: Desk, paper: str, tmp_path: Path
) -> None:
    read_deal(desk)
    desk.page.get_by_text("Save or print").click()
    tick(desk, "Problem sheet", "All four hands", "2. East 1♥", "6. East Pass")
    tick(desk, "22. East Pass", on=False)
    printed = Paper(desk.page, paper, tmp_path)
    assert len(printed.pages) == 3
    problems, answers, more = printed.pages
    assert re.findall(r"Problem\d", problems) == ["Problem1", "Problem2"]
    assert problems.count("Whatdoyoucall?") == 2
    for told in ("HCP", "%", "Whattheauctiontells", "KQ7543", "Contract"):
        assert told not in problems, told
    for told in (
        *("Whattheauctiontells", "Contract:7♥doubledbyEast", "KQ7543", "Q9752"),
        *("Problem1:Aftercall2of22", "Made:1♠"),
    ):
        assert told in answers, told
    assert "Problem2:Aftercall6of22" in more
    assert "Whateverycallshows" in more

    codes = printed.codes()
    assert {code.partition("#")[0] for code in codes} == {desk.page.url.partition("#")[0]}
    fragments = [parse_qs(urlsplit(code).fragment) for code in codes]
    auctions = [fields["auction"][0].count("-") + 1 for fields in fragments]
    assert auctions == [2, 6, 22]
    assert [fields.get("problem") for fields in fragments] == [["1"], ["1"], None]
    assert [fields.get("at") for fields in fragments] == [None, None, ["2"]]
    assert ["deal" in fields for fields in fragments] == [False, False, True]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("example", [0, 3])
def test_one_answer_takes_one_page(desk: Desk, paper: str, example: int, tmp_path: Path) -> None:
    desk.answer_after(desk.page.locator(".example").nth(example).click)
    printed = Paper(desk.page, paper, tmp_path)
    assert len(printed.pages) == 1
    assert len(printed.codes()) == 1


def test_the_handout_is_printed_in_chinese(browser: Browser, base_url: str, tmp_path: Path) -> None:
    desk = chinese(browser, base_url)
    page = desk.page
    page.goto(f"/#{POSITION}")
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    page.locator(".taking > summary").click()
    tick(desk, "题目页")
    problem, answer = Paper(page, "A4", tmp_path).pages
    assert "第1题" in problem
    assert "您叫什么？" in problem
    assert "第1题：" in answer
    page.context.close()
