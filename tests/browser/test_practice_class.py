"""Practice: a teacher chooses boards for a class, pupils bid them and hand in their progress."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desk import PATIENCE_MS
from tests.browser.practice_table import PracticeTable

pytestmark = pytest.mark.browser


def test_the_teacher_sees_first_answers_while_pupils_bid(watched: Page) -> None:
    teacher, pupil = watched, watched.context.new_page()
    teacher.goto("/practice/#view=class&set=sayc.stayman.428-1095")
    teacher.get_by_label("Collect the pupils' first answers").click()
    expect(teacher.locator(".first-answers")).to_contain_text("Nobody has answered yet.")
    table = PracticeTable(pupil)
    pupil.set_viewport_size({"width": 390, "height": 844})
    pupil.goto(teacher.get_by_label("The link of the boards").first.input_value())
    table.await_turn()
    pupil.get_by_label("Your nickname").fill("Anna")
    pupil.get_by_role("button", name="Take part").click()
    table.call_the_usual()
    row = teacher.locator(".answer-grid tbody tr")
    expect(row.locator("th")).to_have_text("Anna", timeout=PATIENCE_MS)
    expect(row.locator("td.grade-best")).to_have_count(1, timeout=PATIENCE_MS)
    assert row.locator("td button").get_attribute("title")
    teacher.get_by_role("button", name="Delete the answers").click()
    expect(teacher.locator(".first-answers")).to_have_count(0)
    pupil.close()


def test_from_the_choice_of_boards_to_the_results_of_a_pupil(watched: Page) -> None:
    table, page = PracticeTable(watched), watched
    table.open()
    page.get_by_role("button", name="For a class").click()
    page.get_by_label("Theme").select_option("stayman")
    page.get_by_label("Number of boards").fill("2")
    page.get_by_role("button", name="Choose the boards").click()
    address = page.get_by_label("The link of the boards").first.input_value()
    page.get_by_role("button", name="Make the answer sheet").click()
    expect(page.locator(".answer-board")).to_have_count(2, timeout=PATIENCE_MS)
    teaching = page.url
    page.goto("about:blank")
    page.goto(address)
    table.await_turn()
    for place in ("1 of 2", "2 of 2"):
        title = page.locator("#table-title")
        expect(title).to_contain_text(f"({place})")
        name = title.inner_text()
        table.bid_to_the_end()
        expect(page.locator("#board-end-title")).to_have_text(f"{name} is over")
        expect(table.end).to_contain_text("Robots: ", timeout=PATIENCE_MS)
        if place == "1 of 2":
            table.chances = {}
            page.get_by_role("button", name="Next board").click()
            table.await_turn()
    expect(table.end).to_contain_text("All boards of the class are done.")
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
    page.goto(teaching)
    page.locator(".pupils input[type=file]").set_input_files(download.value.path())
    results = page.locator(".pupil-table tbody tr td:nth-last-child(3)")
    expect(results).to_have_text("2")
