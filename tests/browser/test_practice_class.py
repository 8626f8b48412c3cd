"""Practice: a teacher chooses boards for a class, pupils bid them and hand in their progress."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.desk import PATIENCE_MS
from tests.browser.practice_table import PracticeTable
from tests.browser.test_practice import PASTED

pytestmark = pytest.mark.browser

OWN_BOARDS = "\n\n".join(f'[Board "{number}"]\n[Deal "{PASTED}"]' for number in (5, 6))


class Classroom(PracticeTable):
    """The page of practice as a teacher uses it."""

    def choose(self, count: int = 2, theme: str = "stayman") -> None:
        """Chooses boards of a theme for the class."""
        self.page.get_by_role("button", name="For a class").click()
        self.page.get_by_label("Theme").select_option(theme)
        self.page.get_by_label("Number of boards").fill(str(count))
        self.page.get_by_role("button", name="Choose the boards").click()
        expect(self.link).to_be_visible(timeout=PATIENCE_MS)

    @property
    def link(self) -> Locator:
        """The field with the link of the boards, there once they are chosen."""
        return self.page.locator("#set-address")


@pytest.fixture
def teacher(watched: Page) -> Classroom:
    """The page of practice."""
    teacher = Classroom(watched)
    teacher.open()
    return teacher


def test_a_teacher_chooses_boards(teacher: Classroom) -> None:
    teacher.choose(count=3)
    _, boards = teacher.link.input_value().split("#set=sayc.stayman.")
    assert len(boards.split("-")) == 3
    teacher.page.get_by_role("button", name="Make the answer sheet").click()
    answers = teacher.page.locator(".answer-board")
    expect(answers).to_have_count(3, timeout=PATIENCE_MS)
    teacher.page.get_by_role("button", name="Progress").click()
    expect(answers).to_have_count(0)
    teacher.page.get_by_role("button", name="For a class").click()
    expect(answers).to_have_count(3)


def test_pupils_bid_the_boards_and_export_under_their_name(teacher: Classroom) -> None:
    teacher.choose(count=2)
    address = teacher.link.input_value()
    page = teacher.page
    page.goto("about:blank")
    page.goto(address)
    teacher.await_turn()
    for place in ("Board 1 of 2", "Board 2 of 2"):
        expect(page.locator("#table-title")).to_have_text(place)
        teacher.bid_to_the_end()
        expect(page.locator("#board-end-title")).to_have_text(f"{place} is over")
        expect(teacher.end).to_contain_text("Robots: ", timeout=PATIENCE_MS)
        if place == "Board 1 of 2":
            teacher.chances = {}
            page.get_by_role("button", name="Next board").click()
            teacher.await_turn()
    expect(teacher.end).to_contain_text("All boards of the class are done.")
    expect(page.get_by_role("button", name="Next board")).to_have_count(0)
    page.get_by_role("button", name="Go to the file").click()
    export = page.get_by_role("button", name="Export")
    export.click()
    name = page.get_by_label("Your name")
    expect(name).to_be_focused()
    name.fill("Anna")
    with page.expect_download() as download:
        export.click()
    assert download.value.suggested_filename.startswith("bridgeviz-Anna-")


def test_two_pupils_of_one_name_have_a_row_each(teacher: Classroom) -> None:
    teacher.choose()
    for fault in ("{}", "[]", "[]"):
        file = {"name": "Anna.json", "mimeType": "application/json", "buffer": fault.encode()}
        teacher.page.locator(".pupils input[type=file]").set_input_files([file])
    rows = teacher.page.locator(".pupil-table tbody th")
    expect(rows).to_have_text(["Anna.json", "Anna.json (2)"])


def test_the_set_and_the_files_stay_while_the_page_is_open(teacher: Classroom) -> None:
    page = teacher.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    teacher.choose()
    link = teacher.link.input_value()
    file = {"name": "Anna.json", "mimeType": "application/json", "buffer": b"{}"}
    page.locator(".pupils input[type=file]").set_input_files([file])
    rows = page.locator(".pupil-table tbody th")
    expect(rows).to_have_text(["Anna.json"])
    page.get_by_role("button", name="Progress").click()
    page.get_by_role("button", name="For a class").click()
    expect(teacher.link).to_have_value(link)
    expect(rows).to_have_text(["Anna.json"])
    assert [url for url in asked if "/themes" in url] == []
    page.reload()
    expect(teacher.link).to_have_value(link, timeout=PATIENCE_MS)


def test_a_reload_of_the_progress_keeps_what_waits_and_the_name(teacher: Classroom) -> None:
    teacher.open("#set=sayc.stayman.1003-1095")
    page = teacher.page
    expect(page.locator("#table-title")).to_have_text("Board 1 of 2", timeout=PATIENCE_MS)
    page.get_by_role("button", name="Progress").click()
    page.get_by_label("Your name").fill("Anna")
    page.reload()
    expect(page.get_by_label("Your name")).to_have_value("Anna", timeout=PATIENCE_MS)
    expect(page.get_by_text("for your teacher")).to_be_visible()
    page.get_by_role("button", name="Bid", exact=True).click()
    expect(page.locator("#table-title")).to_have_text("Board 1 of 2", timeout=PATIENCE_MS)
    expect(page.get_by_text("1 more board waits")).to_be_visible()


def test_back_and_forward_show_the_views(teacher: Classroom) -> None:
    page = teacher.page
    teacher.deal("stayman")
    hand = page.locator(".card-row").inner_text()
    teacher.choose()
    link = teacher.link.input_value()
    page.get_by_role("button", name="Progress").click()
    expect(page.get_by_role("heading", name="As a file")).to_be_visible()
    page.go_back()
    expect(teacher.link).to_have_value(link)
    page.go_back()
    expect(page.locator(".card-row")).to_have_text(hand, use_inner_text=True)
    page.go_forward()
    expect(teacher.link).to_have_value(link)


def test_pasted_boards_that_wait_stay_with_their_numbers(teacher: Classroom) -> None:
    page = teacher.page
    page.get_by_text("Your own boards").click()
    page.get_by_label("Boards as PBN, LIN or four hands").fill(OWN_BOARDS)
    page.get_by_role("button", name="Bid these boards").click()
    title = page.locator("#table-title")
    expect(title).to_have_text("Board 5", timeout=PATIENCE_MS)
    page.reload()
    expect(title).to_have_text("Board 5", timeout=PATIENCE_MS)
    page.get_by_role("button", name="Next of the waiting boards").click()
    expect(title).to_have_text("Board 6")
    expect(page.get_by_role("button", name="Deal another board")).to_be_visible()


def test_boards_that_wait_can_be_stopped(teacher: Classroom) -> None:
    teacher.open("#set=sayc.stayman.1003-1095")
    page = teacher.page
    expect(page.locator("#table-title")).to_have_text("Board 1 of 2", timeout=PATIENCE_MS)
    page.get_by_role("button", name="Stop these boards").click()
    expect(page.get_by_text("1 more board waits")).to_have_count(0)
    page.get_by_role("button", name="Deal another board").click()
    expect(page).to_have_url(re.compile("theme=|board="))


def test_a_text_without_boards_says_so_first(teacher: Classroom) -> None:
    page = teacher.page
    page.get_by_text("Your own boards").click()
    page.get_by_label("Boards as PBN, LIN or four hands").fill("hello there")
    page.get_by_role("button", name="Bid these boards").click()
    faults = page.locator(".own-boards .complaint")
    expect(faults.first).to_have_text("No board was found: paste PBN, LIN or four hands.")
    expect(faults).to_have_count(2)
