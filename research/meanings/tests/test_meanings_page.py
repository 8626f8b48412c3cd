"""The report and its page, from beliefs that are chosen."""

from __future__ import annotations

import pytest

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.systems import System
from bidding.domain.table import Seat, Strain
from bidding.explaining.distributions import Distribution
from bidding.networks.checkpoint import ModelInfo
from research.meanings.catalogue import Case, Contrast, Group, Rule
from research.meanings.claims import Belief, average_claim, chance_claim
from research.meanings.meanings_page import console_lines, meanings_page
from research.meanings.report import Report
from tests.explaining.meanings.test_naming import meaning

MODEL = ModelInfo("bidder", "1.2", "tiny", "ab" * 32)
NOTRUMP = Call.bid(1, Strain.NT)
HEARTS = Call.bid(2, Strain.H)


def case(system: System, *calls: Call) -> Case:
    return Case(system, Auction.of(Seat.N, calls))


SAYC, ACOL = case(System.SAYC, NOTRUMP), case(System.ACOL, NOTRUMP)
TRANSFER = case(System.ACOL, NOTRUMP, PASS, HEARTS)


def belief(hcp: int, aces: float) -> Belief:
    """Just so many HCP, 4-3-3-3, each ace with a quarter of the chance."""
    points = Distribution.of([float(value == hcp) for value in range(38)])
    lengths = tuple(Distribution.of([float(n == size) for n in range(14)]) for size in (4, 3, 3, 3))
    cards = tuple(aces / 4 if card % 13 == 0 else 0.2 for card in range(52))
    return Belief(points, lengths, cards)


BELIEFS = {
    SAYC: belief(16, 2.0)._replace(meaning=meaning("1NT", "natural", (15, 17), S=4)),
    ACOL: belief(13, 1.0),
    TRANSFER: belief(6, 0.5),
}
GROUPS = (
    Group(
        System.SAYC,
        "Opening bids",
        "A booklet",
        (
            Rule(
                SAYC,
                (
                    chance_claim("15-17 HCP", least=0.9),
                    chance_claim("5+ spades", least=0.9),
                    average_claim("aces", 1.5, 2.5),
                ),
            ),
        ),
    ),
    Group(
        System.ACOL,
        "Its own agreements",
        "Another booklet",
        (
            Rule(
                TRANSFER,
                (chance_claim("0-10 HCP", least=0.8),),
                "a transfer",
                (chance_claim("5+ spades", most=0.1),),
            ),
        ),
    ),
)
CONTRASTS = (
    Contrast(chance_claim("15-17 HCP"), SAYC, ACOL, 0.7),
    Contrast(chance_claim("4 spades"), SAYC, ACOL, 0.3),
)
COUNTS = {"sayc 1NT": {"hands": 1234, "values": {"15-17 HCP": 0.998, "aces": 1.88}}}


@pytest.fixture(scope="module")
def report() -> Report:
    return Report.of(MODEL, BELIEFS, GROUPS, CONTRASTS)


@pytest.fixture(scope="module")
def written(report: Report) -> str:
    return meanings_page(report, COUNTS)


def test_what_falls_short_is_named(report: Report) -> None:
    assert report.short == ["sayc 1NT: 5+ spades", "sayc 1NT against acol: 4 spades"]
    assert [rule.case for rule in report.borne_out] == [TRANSFER]
    assert len(report.claims) == 5


def test_the_summary_counts_calls_claims_and_contrasts(report: Report, written: str) -> None:
    words = (
        "2 calls, 1 of them with every claim borne out; 4 of 5 claims hold, and 1 of 2 contrasts"
    )
    assert report.summary(COUNTS).startswith(words)
    assert report.summary(COUNTS) in written
    assert report.summary(COUNTS).endswith(
        "Of 2 claims on ranges and numbers that at least 95 % of the robots' hands bear out, 1 "
        "follow from what the sentence of the call promises, and 0 more within a point; "
        "of the 2 that 97 % bear out 1 follow."
    )
    assert "bidder 1.2, recipe `tiny`, weights `abababababababab…`" in written


def test_what_few_hands_bear_out_cannot_be_promised(report: Report) -> None:
    counts = {"sayc 1NT": {"hands": 1234, "values": {"15-17 HCP": 0.998, "5+ spades": 0.94}}}
    assert "Of 1 claims on ranges" in report.summary(counts)


def test_a_claim_stands_beside_what_the_robots_do(written: str) -> None:
    rows = (
        "| **1NT** | 15-17 HCP | at least 90 % | 100 % | 16 | 100 % of 1,234 | yes | yes |",
        "|  | 5+ spades | at least 90 % | 0 % | 4 | not counted | **no** | no |",
        "|  | aces | 1.5 to 2.5 on average | 2.00 |  | 1.88 of 1,234 | yes |  |",
    )
    assert "\n".join(rows) in written
    assert written.index("### Opening bids\n\nA booklet.") < written.index(rows[0])


def test_deviations_have_their_own_section(written: str) -> None:
    before, apart = written.split("## Where the robots depart from the book")
    assert "Its own agreements" not in before
    assert "| acol: 1NT Pass **2♥** | a transfer | 0-10 HCP | at least 80 % | 100 % | 6 |" in apart
    assert "|  |  | 5+ spades (the book) | at most 10 % | 0 % | 4 | not counted | yes |  |" in apart


def test_contrasts_show_both_systems(written: str) -> None:
    sayc, acol = System.SAYC.full_name, System.ACOL.full_name
    row = f"| **1NT** | 15-17 HCP | {sayc} | 100 % | {acol} | 0 % | 70 % apart | yes |"
    assert row in written
    assert (
        row.replace("15-17 HCP", "4 spades")
        .replace("| 0 %", "| 100 %")
        .replace("70 % apart | yes", "30 % apart | **no**")
        in written
    )


def test_the_terminal_has_a_line_each(report: Report) -> None:
    assert console_lines(report) == [
        "ok    sayc 1NT: 15-17 HCP: 100 %, asked at least 90 %; 80 % 16",
        "SHORT sayc 1NT: 5+ spades: 0 %, asked at least 90 %; 80 % 4",
        "ok    sayc 1NT: aces: 2.00, asked 1.5 to 2.5 on average",
        "ok    acol 1NT P 2H: 0-10 HCP: 100 %, asked at least 80 %; 80 % 6",
        "ok    acol 1NT P 2H: 5+ spades: 0 %, asked at most 10 %; 80 % 4",
        "ok    sayc 1NT against acol: 15-17 HCP: +1.00, asked +0.70",
        "SHORT sayc 1NT against acol: 4 spades: +0.00, asked +0.30",
    ]


def test_an_average_replaces_a_number_without_a_distribution() -> None:
    later = Case(System.SAYC, Auction.of(Seat.N, [NOTRUMP, PASS, HEARTS]), later=2)
    group = Group(
        System.SAYC, "Aces", "A booklet", (Rule(later, (chance_claim("2 aces", least=0.8),)),)
    )
    known = belief(16, 2.0)
    numbers = known._replace(aces=Distribution.of([0, 0.1, 0.9, 0, 0]))
    counts = {later.name: {"hands": 12, "values": {"2 aces": 1.0}}}
    asked = {
        "| 1.75 to 2.25 on average | 2.00 |  | 100 % of 12 | yes |": known,
        "| at least 80 % | 90 % | 2 | 100 % of 12 | yes |": numbers,
    }
    for cells, held in asked.items():
        page = meanings_page(Report.of(MODEL, {later: held}, (group,), ()), counts)
        assert f"| **1NT** Pass 2♥ | 2 aces {cells}" in page


def answers(least: float, apart: float = 1.0) -> Report:
    """Two hearts and two diamonds after 1NT, with a demanded and an actual difference in aces."""
    other = case(System.ACOL, NOTRUMP, PASS, Call.bid(2, Strain.D))
    beliefs = {**BELIEFS, other: belief(6, 0.5 + apart)}
    contrast = Contrast(average_claim("aces", 0, 4), other, TRANSFER, least)
    return Report.of(MODEL, beliefs, GROUPS, (*CONTRASTS, contrast))


def test_contrasts_of_answers_have_their_own_section() -> None:
    page = meanings_page(answers(0.5), COUNTS)
    after = "| 1NT Pass **2♦** | 1.50 | 1NT Pass **2♥** | 0.50 | 0.50 apart | yes |"
    assert f"| {System.ACOL.full_name} | aces {after}" in page
    assert "1 of 2 contrasts between systems." in page
    assert "1 of 1 contrasts between answers to a request for aces hold. What the model" in page
    assert (
        "at most between the two answers of a contrast, which are one ace or more apart.\n" in page
    )
    assert "differs by 1.00 at most" in page
    assert "has not learned what these answers show" not in page


def test_answers_without_information_are_reported(report: Report, written: str) -> None:
    short = answers(1.5, apart=0.2)
    assert short.short[-1] == "acol 1NT P 2D against 2H: aces"
    assert "has not learned what these answers show" in meanings_page(short, COUNTS)
    assert report.answers_summary == ""
    assert "One answer against another" not in written
