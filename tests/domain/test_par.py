"""Par: where neither side gains by another bid, beside the solver's own where it is installed."""

from __future__ import annotations

import pytest

from bidding.domain.par import Par, par
from bidding.domain.table import Seat, Strain, Vulnerability

NONE, NS = Vulnerability.NONE, Vulnerability.NS


def table(ns: dict[Strain, int], ew: dict[Strain, int]) -> list[list[int]]:
    """Tricks of both partners alike, 0 in strains that are not named."""
    sides = [[tricks.get(strain, 0) for strain in Strain] for tricks in (ns, ew)]
    return [sides[seat % 2] for seat in Seat]


def names(found: Par) -> tuple[int, list[str]]:
    return found.score, [str(contract) for contract in found.contracts]


def test_the_side_that_makes_most_plays_at_the_lowest_level_that_scores_it() -> None:
    tricks = table({Strain.S: 11, Strain.NT: 8}, {Strain.H: 6})
    assert names(par(tricks, NONE, Seat.N)) == (450, ["4S by N", "4S by S"])


def test_a_part_score_is_bid_as_high_as_the_others_push_it() -> None:
    tricks = table({Strain.S: 9}, {Strain.H: 8})
    assert names(par(tricks, NONE, Seat.E)) == (140, ["3S by N", "3S by S"])
    tricks = table({Strain.H: 8}, {Strain.S: 8})
    assert names(par(tricks, NS, Seat.N)) == (-110, ["2S by E", "2S by W"])
    assert names(par(tricks, NONE, Seat.N)) == (-100, ["3HX by N", "3HX by S"])


def test_a_cheap_sacrifice_is_doubled() -> None:
    tricks = table({Strain.S: 10}, {Strain.H: 8})
    assert names(par(tricks, NS, Seat.N)) == (500, ["5HX by E", "5HX by W"])
    assert names(par(tricks, Vulnerability.EW, Seat.N)) == (420, ["4S by N", "4S by S"])


def test_the_partner_who_takes_more_tricks_declares() -> None:
    tricks = table({}, {})
    tricks[Seat.S] = [0, 0, 0, 0, 9]
    assert names(par(tricks, NONE, Seat.W)) == (400, ["3NT by S"])


def test_nobody_bids_what_fails() -> None:
    assert par(table({}, {}), NONE, Seat.N) == Par(0, ())


def test_who_deals_gets_the_contract_that_both_could_make() -> None:
    tricks = table({Strain.NT: 7}, {Strain.NT: 7})
    assert [par(tricks, NONE, dealer).score for dealer in Seat] == [90, -90, 90, -90]


def test_it_is_the_solvers() -> None:
    """A deal of each vulnerability and dealer. Slow: the solver needs a third of a second each."""
    dds = pytest.importorskip("endplay.dds")
    types = pytest.importorskip("endplay.types")
    from bidding.tricks.solving import pbn_deal, random_deals

    vulnerabilities = [types.Vul.none, types.Vul.ns, types.Vul.ew, types.Vul.both]
    players = [types.Player.north, types.Player.east, types.Player.south, types.Player.west]
    strains = [types.Denom[name] for name in ("clubs", "diamonds", "hearts", "spades", "nt")]
    deals = [types.Deal(pbn_deal(cards)) for cards in random_deals(16, seed=3)]
    for row, solved in enumerate(dds.calc_all_tables(deals)):
        tricks = [[solved[strain, player] for strain in strains] for player in players]
        vulnerability, dealer = Vulnerability(row % 4), Seat(row // 4)
        expected = dds.par(solved, vulnerabilities[vulnerability], players[dealer])
        assert par(tricks, vulnerability, dealer).score == expected.score
