"""Readings of one side's calls under each system, and when another one is named."""

import math

import pytest

from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.explaining.surprise import LEAST_ODDS, SystemEvidence

SAYC, ACOL, UNKNOWN = System.SAYC, System.ACOL, System.UNKNOWN


def reading(assumed: System, side: Side = Side.NS, **gains: float) -> SystemEvidence:
    """All systems alike at -7 nats, but for those named."""
    by_name = {system.name.lower(): -7.0 for system in System} | {
        name: -7.0 + gain for name, gain in gains.items()
    }
    return SystemEvidence(side, assumed, tuple(by_name.values()))


def test_the_posterior_follows_the_likelihoods_from_equal_chances() -> None:
    even = reading(SAYC).posterior
    assert list(even) == list(System)
    assert all(p == pytest.approx(1 / len(System)) for p in even.values())
    tilted = reading(SAYC, acol=math.log(4)).posterior
    assert tilted[ACOL] == pytest.approx(4 / (4 + len(System) - 1))
    assert sum(tilted.values()) == pytest.approx(1)


def test_of_equally_likely_systems_the_assumed_is_the_likeliest() -> None:
    assert reading(ACOL).likeliest is ACOL
    assert reading(SAYC, acol=0.1).likeliest is ACOL
    assert reading(ACOL, acol=0.1).odds == 1


@pytest.mark.parametrize(
    ("evidence", "sentence"),
    [
        (
            reading(SAYC, acol=math.log(LEAST_ODDS) + 0.01),
            "North-South's calls look more like Acol than SAYC.",
        ),
        (
            reading(System.TWO_OVER_ONE, Side.EW, polish_club=3),
            "East-West's calls look more like Polish Club than 2/1.",
        ),
        (reading(SAYC, unknown=3), "North-South's calls do not look like SAYC."),
        (reading(UNKNOWN, Side.EW, sayc=3), "East-West's calls look like SAYC."),
        (reading(SAYC, acol=math.log(LEAST_ODDS) - 0.01), None),
        (reading(ACOL, acol=9), None),
    ],
)
def test_another_system_is_named_where_it_is_clearly_likelier(
    evidence: SystemEvidence, sentence: str | None
) -> None:
    assert evidence.sentence == sentence


def test_calls_that_a_system_never_makes_leave_finite_odds() -> None:
    assert math.isfinite(reading(SAYC, sayc=-1e4).odds)
    assert reading(SAYC, sayc=-1e4).sentence is not None


def test_the_json_goes_by_the_names_of_the_systems() -> None:
    document = reading(SAYC, acol=2).to_json()
    assert document["assumed"] == "sayc"
    assert document["likeliest"] == "acol"
    assert document["log_likelihoods"]["acol"] == -5
    assert set(document["posterior"]) == {system.value for system in System}
    assert sum(document["posterior"].values()) == pytest.approx(1, abs=1e-3)
    assert document["sentence"] == "North-South's calls look more like Acol than SAYC."
