"""Paper P1's figures, each beside ours or beside the word that there are none."""

from bidding.training.reporting.paper_p1 import paper_table
from tests.training.reporting import figures

RUNS = {
    "paper-probe": figures.report("paper-probe", gain=0.1),
    "paper-no-rules": figures.report("paper-no-rules"),
    "paper-no-position": figures.report("paper-no-position", gain=0.05),
    "paper-no-beliefs": figures.report("paper-no-beliefs", gain=0.12),
}


def line(text: str, words: str) -> str:
    return next(row for row in text.splitlines() if row.startswith(f"| {words}"))


def test_differences_and_shares_are_told() -> None:
    text = paper_table(figures.sources(reports=RUNS, facts=figures.FACTS))
    assert "95.1% (released, a SAYC robot)" in line(text, "accuracy of the next call")
    papers = line(text, "the same, the paper's arrangement")
    assert "90.0% (`paper-probe`: 100 auctions 0.5 times); `paper`: not run" in papers
    assert "(600 auctions: about 0.2 hours at `paper-probe`'s pace)" in papers
    assert "`probe`: not measured" in line(text, "the same, this project's arrangement")
    assert "25 % to within 1.23 points in 900 deals" in line(text, "each card")
    assert "1,000 of 900 deals" in line(text, "auctions to learn from")
    assert "61% have; most often 9" in line(text, "lengths of auctions")
    assert "+10.0 points in the paper's" in line(text, "with the rule vector against without, all")
    assert "+5.0 points in the paper's arrangement: these runs" in line(
        text, "with the flag of who is to call"
    )
    assert "-2.0 points in the paper's" in line(text, "with the other heads' answers")
    assert "after 20 of 30 steps" in line(text, "with the rule vector, speed")


def test_precision_and_recall_are_held_against_the_papers_finding() -> None:
    """Ours stand as in the paper over all bids together, and not in the plain mean over bids."""
    text = paper_table(figures.sources())
    bids, non_bids = line(text, "bids (fig. 8)"), line(text, "non-bids")
    assert "micro 90.0% and 80.0% (as there), macro 80.0% and 90.0% (not as there)" in bids
    assert "micro 80.0% and 90.0% (as there), macro 80.0% and 90.0% (as there)" in non_bids


def test_what_was_not_measured_is_said_so() -> None:
    text = paper_table(figures.sources(scores={"people-dev": figures.scores()}))
    rows = text.splitlines()[2:]
    assert len(rows) == 13
    assert all("not measured" in row for row in rows)


def test_the_whole_of_the_papers_arrangement_stands_in_its_row_once_it_was_run() -> None:
    reports = {**RUNS, "paper": figures.report("paper", gain=0.15, auctions_a_pass=600)}
    row = line(paper_table(figures.sources(reports=reports)), "the same, the paper's arrangement")
    assert row.endswith("; 95.0% (`paper`: 600 auctions 0.5 times) |")


def test_a_gain_between_runs_that_differ_in_more_is_marked() -> None:
    reports = {**RUNS, "paper-no-rules": figures.report("paper-no-rules", machine="another")}
    text = paper_table(figures.sources(reports=reports))
    row = line(text, "with the rule vector against without, all")
    assert "+10.0 points (more differs, see below) in the paper's" in row
    assert "(more differs" not in line(text, "with the other heads' answers")
