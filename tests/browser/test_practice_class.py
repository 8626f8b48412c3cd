"""Practice: a teacher chooses boards for a class, pupils bid them and hand in their progress."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import worrying
from tests.browser.desk import PATIENCE_MS
from tests.browser.practice_table import PracticeTable

pytestmark = pytest.mark.browser


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
def teacher(page: Page, base_url: str) -> Iterator[Classroom]:
    """The page of practice; at the end nothing may have been reported on its console."""
    reports: list[str] = []
    page.on("pageerror", lambda error: reports.append(str(error)))
    page.on("console", lambda message: reports.extend(worrying(message)))
    teacher = Classroom(page)
    teacher.open()
    yield teacher
    assert reports == []


def test_a_teacher_chooses_boards(teacher: Classroom) -> None:
    teacher.choose(count=3)
    _, boards = teacher.link.input_value().split("#set=sayc.stayman.")
    assert len(boards.split("-")) == 3
    teacher.page.get_by_role("button", name="Make the answer sheet").click()
    expect(teacher.page.locator(".answer-board")).to_have_count(3, timeout=PATIENCE_MS)
