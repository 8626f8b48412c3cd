"""The figures of the page on contracts are those that were measured."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from bidding.training.reporting.contracts_page import filled, wanted

DOCS = Path(settings.BASE_DIR) / "docs"
MATCH: dict[str, Any] = {
    "a": "look-ahead",
    "b": "model",
    "model": {"version": "9.8.7"},
    "estimator": {"version": "6.5.4"},
    "boards": 1234,
    "imps_a_board": -0.25,
    "standard_error": 0.0625,
    "won": 31,
    "lost": 47,
    "differently_bid": 99,
}
PAGE = "before\n<!-- figures: match -->\nold\n<!-- end -->\nafter\n"


def test_the_page_has_what_was_measured() -> None:
    page = (DOCS / "contracts.md").read_text()
    names = wanted(page)
    assert names == ["layouts", "contracts", "truth", "match", "uncontested"]
    measures = {name: json.loads((DOCS / f"measures/{name}.json").read_text()) for name in names}
    assert filled(page, measures) == page


def test_figures_stand_between_their_marks_and_nothing_else_changes() -> None:
    page = filled(PAGE, {"match": MATCH})
    before, _, rest = page.partition("<!-- figures: match -->\n")
    made, _, after = rest.partition("\n<!-- end -->")
    assert (before, after) == ("before\n", "\nafter\n")
    assert made == (
        "Measured with bidder 9.8.7 and estimator 6.5.4. Look-ahead against the model alone over "
        "1,234 boards: **-0.250 IMPs a board, standard error 0.062**; 31 boards won, 47 lost, 99 "
        "bid to different contracts."
    )
    assert filled(page, {"match": MATCH}) == page


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (PAGE.replace("match", "luck"), "figures 'luck' are not known; there are: layouts"),
        (PAGE.replace("match", "truth"), "there is no measure 'truth'"),
        (PAGE.replace("<!-- end -->", ""), "1 blocks of figures begin and 0 are whole"),
    ],
)
def test_a_page_that_cannot_be_filled_is_refused(page: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        filled(page, {"match": MATCH})


def test_by_command(tmp_path: Path) -> None:
    shutil.copytree(DOCS / "measures", tmp_path / "measures")
    shutil.copy(DOCS / "contracts.md", tmp_path)
    (tmp_path / "measures" / "match.json").write_text(json.dumps(MATCH))
    call_command("report_contracts", docs=tmp_path)
    page = (tmp_path / "contracts.md").read_text()
    assert "over 1,234 boards: **-0.250" in page
    (tmp_path / "measures" / "match.json").write_text(json.dumps({"model": {"version": "1"}}))
    with pytest.raises(CommandError, match=r"contracts\.md has no 'a'; measure it again"):
        call_command("report_contracts", docs=tmp_path)
    assert (tmp_path / "contracts.md").read_text() == page
