"""How fast runs learn, by what was looked at on the way."""

from research.p1 import convergence
from research.released.tests import figures

RUNS = figures.sources(
    reports={
        "paper-probe": figures.report("paper-probe", gain=0.1),
        "paper-no-rules": figures.report("paper-no-rules"),
        "probe": figures.report("probe", dev={"later": figures.scores(accuracy=0.9)}),
    }
)


def line(text: str, words: str) -> str:
    return next(row for row in text.splitlines() if words in row)


def test_the_way_of_each_run_is_told_in_equal_parts() -> None:
    """Three looks at thirds of the run: the first is as near to half of it as the second."""
    text = convergence.convergence_table(RUNS)
    assert text.splitlines()[0].endswith("| steps | seconds | 1/4 | 2/4 | 3/4 | 4/4 |")
    found = [row for row in text.splitlines() if "`paper-no-rules`" in row]
    assert found[0] == "| `paper-no-rules` | all calls | 30 | 21 | 60.0% | 60.0% | 70.0% | 80.0% |"
    assert found[1].startswith("| `paper-no-rules` | calls but passes | 30 | 21 | 40.0% |")
    assert line(text, "`probe-no-rules`").count("–") == 6


def test_curves_are_told_with_the_error_of_what_they_rest_on() -> None:
    """50 calls, 30 of them passes: at 80 % of all the error is 5.7 points, at 60 % of 20 11.0."""
    runs = figures.sources(reports={"probe": figures.report("probe")})
    note = convergence.convergence_note(runs)
    assert note.startswith("Each curve rests on 3 looks at 10 auctions.")
    assert "5.7 points of all calls and 11.0 of those but passes" in note
    many = figures.sources(reports={"probe": figures.report("probe", validation_auctions=4000)})
    assert "3 looks at 1,000 auctions" in convergence.convergence_note(many)
    assert "11.3 points of all calls" in convergence.convergence_note(many)
    many.reports["probe"]["recipe"]["optimisation"]["look_auctions"] = 3000
    assert "3 looks at 3,000 auctions" in convergence.convergence_note(many)
    assert convergence.convergence_note(figures.sources()) == ""


def test_the_picture_holds_the_runs_that_were_made() -> None:
    picture = convergence.convergence_chart(RUNS)
    assert picture is not None
    assert ">paper-no-rules<" in picture
    assert ">probe<" in picture
    assert "probe-no-rules" not in picture
    again = {**RUNS.reports, "probe@2": figures.with_seed(figures.report("probe@2"), 2)}
    seeds = figures.sources(reports=again)
    assert convergence.convergence_chart(seeds) == picture
    assert "| `probe@2` | all calls | 30 |" in convergence.convergence_table(seeds)
    assert convergence.convergence_chart(figures.sources()) is None


def test_speed_is_when_a_run_is_where_the_other_ends() -> None:
    words = convergence.caught_up_words(RUNS, "paper-probe", "paper-no-rules")
    assert "after 20 of 30 steps" in words
    back = convergence.caught_up_words(RUNS, "paper-no-rules", "paper-probe")
    assert back.startswith("it does not reach")
    assert convergence.caught_up_words(RUNS, "probe", "probe-no-rules") == "not measured"


def test_bids_alone_are_told_where_runs_were_looked_at_for_them() -> None:
    """At 71 % after 30 steps against 61 %, where the run with it is after 20."""
    bids = {
        "paper-probe": figures.looked_at_bids(figures.report("paper-probe"), 0.71),
        "paper-no-rules": figures.looked_at_bids(figures.report("paper-no-rules"), 0.61),
    }
    runs = figures.sources(reports={**RUNS.reports, **bids})
    rows = [row for row in convergence.convergence_table(runs).splitlines() if "bids alone" in row]
    assert rows[0] == "| `paper-probe` | bids alone | 30 | 21 | 51.0% | 51.0% | 61.0% | 71.0% |"
    assert line("\n".join(rows), "`probe`").count("–") == 4
    assert "bids alone" not in convergence.convergence_table(RUNS)
    note = convergence.convergence_note(runs)
    assert note.endswith("figure 9 is of bids alone, which `probe` was not looked at for.")
    picture = convergence.convergence_chart(runs)
    assert picture is not None
    assert picture.count("Bids alone") == 2  # against steps, against seconds
    words = convergence.caught_up_words(runs, "paper-probe", "paper-no-rules", convergence.BIDS)
    assert "after 20 of 30 steps" in words
    assert convergence.caught_up_words(runs, "probe", "paper-probe", convergence.BIDS) == (
        "not measured"
    )
