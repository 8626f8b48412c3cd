"""P2's sample deals on the page, and what the released estimator says of them."""

from __future__ import annotations

import pytest

from research.tricks.findings import sample_chances
from research.tricks.report.cells import NOT_RUN
from research.tricks.report.samples import samples
from research.tricks.sample_deals import SAMPLE_DEALS


def test_deals_without_hands_are_told_in_words() -> None:
    page = samples({}, {})
    for figure, right in ((6, "40 %"), (7, "80 %"), (8, "80 % with North's lead, half with")):
        row = next(line for line in page.splitlines() if line.startswith(f"| {figure} |"))
        assert right in row
    assert "in pictures only" in page
    assert "chose these six deals of their test by hand" in page
    assert page.count(f"| the released estimator |  | {NOT_RUN} |") == len(SAMPLE_DEALS)


def test_the_estimators_answer_stands_beside_the_true_number() -> None:
    right, wrong = [0.0] * 14, [0.0] * 14
    right[9], right[8] = 0.75, 0.25
    wrong[2], wrong[0] = 0.625, 0.125
    told = {"sample_chances": {"9": wrong, "10": right}, "sample_estimator": {"version": "1.0"}}
    page = samples(told, {"estimator": {"version": "2.0"}})
    assert "The released estimator's answers are of estimator 1.0; released now: 2.0.\n" in page
    assert "| the released estimator |  | 2 (62 %; 0: 12 %) |" in page
    assert "| the released estimator |  | 9 (75 %) |" in page


def test_the_released_estimator_gives_chances_to_the_tricks_of_north_and_south() -> None:
    found = sample_chances()
    for deal in SAMPLE_DEALS:
        chances = found[str(deal.figure)]
        assert sum(chances) == pytest.approx(1, abs=0.001)
        assert abs(chances.index(max(chances)) - deal.tricks) <= 2, f"figure {deal.figure}"
