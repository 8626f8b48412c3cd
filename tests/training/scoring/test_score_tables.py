"""Tables of scores: what was measured at its place, and a dash where nothing was."""

from bidding.training.scoring.markdown import NOT_MEASURED, cell, table
from bidding.training.scoring.score_tables import (
    agreement_of_spectators,
    agreement_table,
    all_tables,
    calibration_table,
    gap_table,
    group_table,
    kinds_table,
    score_table,
    seat_table,
)
from research.released.tests import figures

OLD = {name: value for name, value in figures.scores().items() if name in ("accuracy", "ece")}


def rows(text: str) -> dict[str, list[str]]:
    """The cells of a table's rows by the first one."""
    lines = [line.strip("| ").split(" | ") for line in text.splitlines()[2:]]
    return {line[0]: line[1:] for line in lines}


def columns(text: str) -> list[str]:
    return [words.strip() for words in text.splitlines()[0].split("|")[2:-1]]


def test_a_table_has_a_rule_as_wide_as_its_header() -> None:
    assert table(["a", "b"], [["1", "2"]]) == "| a | b |\n|---|---|\n| 1 | 2 |"


def test_a_cell_is_looked_up_along_a_path() -> None:
    assert cell({"a": {"b": 0.25}}, "a.b", "{:.0%}") == "25%"
    for path in ("a.c", "b", "a.b.c"):
        assert cell({"a": {"b": 0.25}}, path, "{:.0%}") == NOT_MEASURED


def test_scores_stand_under_their_names() -> None:
    text = score_table({"sayc": figures.scores(hcp_mae=1.784)})
    found = dict(zip(columns(text), rows(text)["sayc"], strict=True))
    assert found["calls"] == "1,000"
    assert found["next call"] == "95.1%"
    assert found["but passes"] == "90.0%"
    assert found["HCP error"] == "1.78"
    assert found["illegal"] == "0e+00"


def test_what_an_earlier_evaluation_did_not_measure_is_a_dash() -> None:
    assert rows(score_table({"old": OLD}))["old"].count(NOT_MEASURED) == 8
    assert rows(calibration_table({"old": OLD}))["old"] == ["0.0020", *[NOT_MEASURED] * 9]
    assert NOT_MEASURED in kinds_table({"old": OLD})
    assert group_table({"old": OLD}).count("\n") == 1


def test_intervals_stand_beside_what_they_claim() -> None:
    text = calibration_table({"x": figures.scores(hcp_coverage_80=0.812)})
    assert rows(text)["x"][2:4] == ["81.2%", "80.0%"]


def test_bids_and_non_bids_have_a_row_for_either_mean() -> None:
    lines = kinds_table({"x": figures.scores()}).splitlines()[2:]
    assert lines[0] == "| x | micro | 90.0% | 80.0% | 85.0% | 80.0% | 90.0% | 85.0% |"
    assert lines[1].startswith("| x | macro | 80.0% | 90.0% |")


def test_groups_are_named_with_their_file() -> None:
    assert set(rows(group_table({"x": figures.scores()}))) == {
        "x: first round",
        "x: later",
        "x: sayc",
    }


def test_seats_stand_beside_the_even_shares() -> None:
    assert rows(seat_table({"x": figures.scores()}))["x: LHO"] == [
        *("1.80", "1.80"),
        *("0.770", "0.770"),
        *("0.610", "0.610"),
    ]


def test_agreement_is_shown_where_it_was_measured() -> None:
    both = {"new": figures.scores(), "old": OLD}
    assert set(rows(agreement_table(both))) == {"new: alone", "new: agreed", "new: change"}
    assert "-0.0020±0.0010" in rows(agreement_table(both))["new: change"]
    assert rows(gap_table(both))["new: agreed"][:3] == ["1e-03", "5e-01", "25.0000%"]


def test_the_four_hands_of_spectators_are_shown_where_they_were_measured() -> None:
    new = {**figures.agreement(0.1, 0.2), "no_hand": figures.agreement(0.3, 0.4)}
    both = {"new": figures.scores(agreement=new), "old": figures.scores()}
    four = agreement_of_spectators(both)
    assert set(rows(agreement_table(four))) == {"new: alone", "new: agreed", "new: change"}
    assert "0.4000" in rows(agreement_table(four))["new: agreed"]
    assert agreement_of_spectators({"old": OLD}) == {}
    text = all_tables("x", both["new"])
    assert "With no hand seen, all four hands:" in text
    assert "all four hands" not in all_tables("x", figures.scores())


def test_a_terminal_gets_everything_that_was_found() -> None:
    text = all_tables("x", figures.scores())
    assert "On 300 calls" in text
    assert "Always passing would score 60.0%." in text
    without = {name: v for name, v in figures.scores().items() if name != "agreement"}
    assert "made to agree" not in all_tables("x", without)
