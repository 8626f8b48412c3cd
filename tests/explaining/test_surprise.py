"""Surprises by hand, the shares of them, and readings of calls under each system."""

from __future__ import annotations

import json
import logging
import math
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from bidding.domain.convention_card import Systems
from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.layout import N_SYSTEMS, SYSTEM_CODE
from bidding.explaining.questions import Calls
from bidding.explaining.surprise import (
    FILE,
    KINDS,
    LEAST_ODDS,
    LENGTHS,
    Curve,
    Kind,
    Scale,
    Surprises,
    SystemEvidence,
    length_class,
    load_scale,
    save_scale,
    surprises,
)
from bidding.networks.checkpoint import RELEASED, load_bidder
from tests.small import CALL, position

ACOL_CODE = SYSTEM_CODE[System.ACOL]
SHA = "0" * 64
CASES = np.random.default_rng(3).exponential(size=100_000)
SAYC, ACOL, UNKNOWN = System.SAYC, System.ACOL, System.UNKNOWN


def calls_of(*auctions: str) -> Calls:
    """Auctions that North deals; N-S play SAYC and E-W Acol."""
    systems = Systems.plain(System.SAYC, System.ACOL)
    positions = [position(auction, None, systems=systems) for auction in auctions]
    blind = torch.zeros(len(positions), dtype=torch.bool)
    return Calls.of(encode_positions(positions), torch.zeros(len(positions)).long(), blind)


def chances(*rows: dict[str, float]) -> Tensor:
    """(C, 38) chances of the calls named."""
    table = torch.zeros(len(rows), 38)
    for row, given in enumerate(rows):
        for name, p in given.items():
            table[row, CALL[name].index] = p
    return table


def alike(calls: Calls, judged: Tensor) -> Tensor:
    """(C, system) log chances that are the same under every system."""
    made = judged.gather(1, calls.made[:, None]).double()
    return made.log().expand(-1, N_SYSTEMS).clone()


def of(calls: Calls, judged: Tensor) -> Surprises:
    return surprises(calls, judged, alike(calls, judged))


def test_the_tail_is_the_chance_of_a_call_as_unlikely() -> None:
    calls = calls_of("1C 1D 1H")
    judged = chances(
        {"P": 0.6, "1C": 0.3, "1D": 0.1},
        {"P": 0.5, "1D": 0.25, "X": 0.25},
        {"1H": 0.9, "P": 0.1},
    )
    found = of(calls, judged)
    assert found.tail.tolist() == pytest.approx([0.4, 0.5, 1.0])
    assert found.call.tolist() == pytest.approx([-math.log(0.4), math.log(2), 0], abs=1e-6)


def test_an_auction_surprises_by_how_much_it_exceeds_what_was_expected() -> None:
    calls = calls_of("1C P")
    judged = chances({"P": 0.75, "1C": 0.25}, {"P": 1.0})
    entropy = -0.75 * math.log(0.75) - 0.25 * math.log(0.25)
    variance = 0.75 * math.log(0.75) ** 2 + 0.25 * math.log(0.25) ** 2 - entropy**2
    expected = (math.log(4) - entropy) / math.sqrt(variance + 3)
    assert of(calls, judged).auction.tolist() == pytest.approx([expected, expected])


def test_the_likeliest_call_surprises_less_than_nothing() -> None:
    calls = calls_of("P")
    assert float(of(calls, chances({"P": 0.75, "1C": 0.25})).auction[0]) < 0


def test_a_call_that_another_system_makes_surprises_more() -> None:
    calls = calls_of("1C")
    judged = chances({"P": 0.5, "1C": 0.5})
    by_system = alike(calls, judged)
    plain = surprises(calls, judged, by_system)
    by_system[0, ACOL_CODE] += 0.5
    gained = surprises(calls, judged, by_system)
    assert float(gained.call - plain.call) == pytest.approx(2 * 0.5)
    assert float(gained.auction - plain.auction) == pytest.approx(3 * 0.5)
    by_system[0, ACOL_CODE] -= 5  # a system that explains it worse changes nothing
    assert torch.equal(surprises(calls, judged, by_system).call, plain.call)


def test_sides_may_each_play_another_system_but_only_one_throughout() -> None:
    calls = calls_of("1C 1D 1H 1S")
    even = dict.fromkeys(("1C", "1D", "1H", "1S"), 0.25)
    judged = chances(even, even, even, even)
    by_system = alike(calls, judged)
    base = surprises(calls, judged, by_system).auction
    by_system[0, ACOL_CODE] += 1.0  # North's call: Acol
    by_system[2, SYSTEM_CODE[System.POLISH_CLUB]] += 0.4  # South's: Polish, less so
    by_system[1, SYSTEM_CODE[System.SAYC]] += 0.2  # East's: SAYC
    more = surprises(calls, judged, by_system).auction - base
    assert more.tolist() == pytest.approx([3.0, 3.6, 3.6, 3.6])


def test_auctions_of_one_batch_do_not_mix() -> None:
    judged = chances({"1C": 0.1, "P": 0.9}, {"P": 1.0}, {"1D": 0.5, "P": 0.5})
    both = of(calls_of("1C P", "1D"), judged)
    alone = [of(calls_of("1C P"), judged[:2]), of(calls_of("1D"), judged[2:])]
    for name in ("tail", "call", "auction"):
        expected = torch.cat([getattr(one, name) for one in alone])
        assert torch.allclose(getattr(both, name), expected)


def test_without_other_systems_the_models_own_chances_remain() -> None:
    calls = calls_of("1C")
    judged = chances({"P": 0.9, "1C": 0.1})
    for name in ("tail", "call", "auction"):
        with_none = getattr(surprises(calls, judged, None), name)
        assert torch.allclose(with_none, getattr(of(calls, judged), name))


def test_what_cannot_be_expected_is_a_finite_surprise() -> None:
    calls = calls_of("7NT")
    found = surprises(calls, chances({"P": 1.0, "7NT": 0.0}), None)
    for part in (found.tail, found.call, found.auction):
        assert bool(part.isfinite().all())
    assert float(found.call) > 20


def scale() -> Scale:
    """Every kind with a curve of its own."""
    curves = [Curve.of(CASES + place) for place in range(len(KINDS))]
    auctions = {
        kind: (curve,) * (len(LENGTHS) + 1) for kind, curve in zip(KINDS, curves, strict=True)
    }
    return Scale(dict(zip(KINDS, curves, strict=True)), auctions)


@pytest.mark.parametrize("share", [0.5, 0.3, 0.05, 0.01, 0.003, 0.0007])
def test_a_share_is_that_of_cases_at_least_as_surprising(share: float) -> None:
    surprise = float(np.quantile(CASES, 1 - share))
    assert Curve.of(CASES).share(surprise) == pytest.approx(share, rel=0.1)


def test_shares_fall_as_surprises_grow_and_end_where_cases_do() -> None:
    curve = Curve.of(CASES)
    shares = [curve.share(surprise) for surprise in np.linspace(-1, 30, 200)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 1
    assert shares[-1] == 0.0001


def test_beyond_what_was_counted_shares_go_on_falling_as_before() -> None:
    few = Curve.of(CASES[:1000])  # five in a thousand is the least that was counted
    known = few.surprises[-1]
    assert few.share(known) == pytest.approx(0.005)
    for beyond in (1.0, 2.0, 3.0):  # of exponential cases one nat makes them e times rarer
        assert few.share(known + beyond) == pytest.approx(0.005 * np.exp(-beyond), rel=0.8)
    assert few.share(100.0) == 0.0001


def test_many_equal_cases_make_no_trouble() -> None:
    curve = Curve.of(np.array([0.0] * 900 + [1.0] * 100))
    assert curve.share(0.0) == 1
    assert curve.share(1.0) == pytest.approx(0.1, rel=0.01)
    assert curve.share(2.0) <= 0.1


def test_of_what_nothing_was_counted_nothing_is_rare() -> None:
    assert Curve.of(np.array([])).share(50.0) == 1


def test_auctions_are_compared_by_length() -> None:
    assert [length_class(n) for n in (1, 2, 3, 12, 13, 20, 21, 300)] == [0, 0, 1, 5, 6, 7, 8, 8]
    curves = tuple(Curve.of(CASES + place) for place in range(len(LENGTHS) + 1))
    some = Scale(dict.fromkeys(KINDS, curves[0]), dict.fromkeys(KINDS, curves))
    kind = Kind(stated=True, seen=False)
    assert some.of_auction(kind, 2, 3.0) < some.of_auction(kind, 12, 3.0)


def test_a_scale_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    save_scale(scale(), tmp_path, SHA)
    assert load_scale(tmp_path, SHA) == scale()
    document = json.loads((tmp_path / FILE).read_text())
    assert set(document["calls"]) == {kind.name for kind in KINDS}


def test_kinds_do_not_mix() -> None:
    shares = [scale().calls[kind].share(4.0) for kind in KINDS]
    assert shares == sorted(set(shares))
    assert scale().of_auction(KINDS[1], 5, 4.0) == shares[1]


def spoil(path: Path, **changes: object) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"weights": "1" * 64},
        {"format": 2},
        {"shares": [1.0]},
        {"calls": {}},
    ],
)
def test_a_scale_of_other_weights_or_make_is_left_with_a_remedy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, changes: dict[str, object]
) -> None:
    save_scale(scale(), tmp_path, SHA)
    spoil(tmp_path / FILE, **changes)
    with caplog.at_level(logging.WARNING):
        assert load_scale(tmp_path, SHA) is None
    assert "calibrate surprise" in caplog.text


def test_a_missing_or_broken_file_is_left_with_a_remedy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert load_scale(tmp_path, SHA) is None
    (tmp_path / FILE).write_text("[")
    assert load_scale(tmp_path, SHA) is None
    assert caplog.text.count("calibrate surprise") == 2


def test_the_released_weights_have_their_scale() -> None:
    _, model = load_bidder()
    found = load_scale(RELEASED, model.sha256)
    assert found is not None
    for kind in KINDS:
        assert found.calls[kind].share(-1.0) == 1
        assert found.calls[kind].share(20.0) < 0.01


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
