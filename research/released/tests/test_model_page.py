"""The page of figures: made of what was saved, with or without the reports."""

import re

from research.released.model_page import CONVERGENCE, DEALS, model_page, pictures
from research.released.tests import figures

FULL = figures.sources(
    reports={
        "base": figures.report("base"),
        "tiny": figures.report("tiny", start="base"),
        "probe": figures.report("probe"),
        "deals-10k": figures.report("deals-10k", auctions_a_pass=10_000),
        "deals-40k": figures.report("deals-40k", auctions_a_pass=40_000, gain=0.1),
    },
    facts=figures.FACTS,
    measures={"surprise": figures.SURPRISE, "systems": figures.SYSTEMS},
)


def test_the_page_names_the_model_and_the_runs_that_led_to_it() -> None:
    page = model_page(FULL, "The case.")
    assert "bidder 1.2, recipe `tiny`, weights `abababababababab…`, 1,234 of them." in page
    assert "1. Recipe `base`: A note. 0.5 of a pass over 100 auctions, `b.npz` 3 times" in page
    assert "2. Recipe `tiny`: A note." in page
    assert "2 minutes (a machine)" in page


def test_the_page_holds_every_part_and_each_table_is_whole() -> None:
    page = model_page(FULL, "The case.")
    for words in (
        "| robot-sayc-dev | 1,000 | 95.1% | 90.0% |",
        "| Standard American robot | **95.1%** | 97.0% | 86.2% |",
        "robot-sayc-dev: first round",
        "people-dev: agreed",
        "### Where ours differs and why",
        "The case.",
        "| `probe` | This project's arrangement | 50 |",
        "| `deals-40k` | 40,000 |",
        f"]({CONVERGENCE})",
        f"]({DEALS})",
        "7 of them repeat",
        "| 3 | 0.00% | 0.00% | 0.00% | 0.00% | 25.00% |",
        "| sayc and sayc | 600 |",
        "| Acol robot | 70.0% |",
        "| Acol robot | 40.0% |",
    ):
        assert words in page, words
    for text in re.findall(r"(?:^\|.*\n)+", page, flags=re.MULTILINE):
        assert len({row.count("|") for row in text.splitlines()}) == 1


def test_without_reports_and_facts_the_page_says_so() -> None:
    page = model_page(figures.sources(), "The case.")
    assert "1. Recipe `tiny`: no report is kept." in page
    assert "bidder 1.2, recipe `tiny`, weights `abababababababab…`." in page
    assert page.count("Not measured.") == 5
    assert ".svg" not in page
    assert pictures(figures.sources()) == {}


def test_scores_without_agreement_are_no_hindrance() -> None:
    scores = {"people-dev": {k: v for k, v in figures.scores().items() if k != "agreement"}}
    page = model_page(figures.sources(scores=scores, facts=figures.FACTS), "The case.")
    assert page.count("Not measured.") == 5


def test_the_four_hands_of_spectators_have_a_table_where_they_were_scored() -> None:
    title = "### All four hands, with no hand seen"
    assert title not in model_page(FULL, "The case.")
    found = figures.scores()["agreement"]
    both = {"robot-sayc-dev": figures.scores(agreement={**found, "no_hand": found})}
    page = model_page(figures.sources(scores=both), "The case.")
    assert page.split(title)[1].count("| robot-sayc-dev: agreed |") == 2


def test_runs_that_start_from_each_other_end_somewhere() -> None:
    reports = {"tiny": figures.report("tiny", start="tiny")}
    assert "1. Recipe `tiny`" in model_page(figures.sources(reports=reports), "The case.")


def test_pictures_are_drawn_of_what_there_is() -> None:
    assert set(pictures(FULL)) == {CONVERGENCE, DEALS}
    only = figures.sources(reports={"probe": figures.report("probe")})
    assert set(pictures(only)) == {CONVERGENCE}
