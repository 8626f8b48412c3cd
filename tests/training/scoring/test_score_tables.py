"""Tables of scores: what was measured at its place, and a dash where nothing was."""

from bidding.training.scoring.markdown import NOT_MEASURED, cell, table
from bidding.training.scoring.score_tables import all_tables, score_table
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


def found_in(**changes: object) -> dict[str, list[str]]:
    """The cells of all rows of all tables; where a row's name is repeated those of the last."""
    lines = all_tables("x", figures.scores(**changes)).splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]
    return {first: others for first, *others in cells}


def test_intervals_stand_with_what_they_claim() -> None:
    assert found_in(hcp_coverage_80=0.812)["x"][2:4] == ["81.2%", "80.0%"]


def test_bids_and_non_bids_have_both_means() -> None:
    found = found_in()
    assert found["bids"] == ["90.0%", "80.0%", "85.0%", "80.0%", "90.0%", "85.0%"]
    assert found["non-bids"] == ["80.0%", "90.0%", "85.0%"] * 2
    assert found["first round"] == found["sayc"] == ["400", "97.0%", "95.0%", "0.100"]


def test_seats_stand_with_what_the_own_hand_alone_says() -> None:
    found = found_in(by_seat={seat: {"hcp_mae": 1.2} for seat in figures.BY_SEAT})
    assert found["LHO"] == ["1.20", NOT_MEASURED, NOT_MEASURED]
    assert found["LHO, by the own hand alone"] == ["1.80", "0.770", "0.610"]


def test_agreement_is_shown_with_its_error() -> None:
    found = found_in()
    assert "-0.0020±0.0010" in found["change"]
    assert found["agreed"][:3] == ["1e-03", "5e-01", "25.0000%"]  # the gaps


def test_the_four_hands_of_spectators_are_shown_where_they_were_measured() -> None:
    new = {**figures.agreement(0.1, 0.2), "no_hand": figures.agreement(0.3, 0.4)}
    text = all_tables("x", figures.scores(agreement=new))
    assert text.count("| alone |") == text.count("| agreed |") == 4  # scores and gaps
    assert "0.4000" in text.split("all four hands, with no hand seen:")[1]
    assert "all four hands" not in all_tables("x", figures.scores())


def test_a_terminal_gets_everything_that_was_found() -> None:
    text = all_tables("x", figures.scores())
    assert "On 300 calls" in text
    assert "Always passing would score 60.0%." in text
    without = {name: v for name, v in figures.scores().items() if name != "agreement"}
    assert "made to agree" not in all_tables("x", without)
