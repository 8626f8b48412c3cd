"""Shares of surprises: counted, kept beside the weights, read back, or missing."""

import json
import logging
from pathlib import Path

import numpy as np
import pytest

from bidding.explaining.surprise import (
    FILE,
    KINDS,
    LENGTHS,
    Curve,
    Kind,
    Scale,
    length_class,
    load_scale,
    save_scale,
)
from bidding.networks.checkpoint import RELEASED, load_bidder

SHA = "0" * 64
CASES = np.random.default_rng(3).exponential(size=100_000)


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
    shares = [scale().of_call(kind, 4.0) for kind in KINDS]
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
        {"auctions": {kind.name: [[0.0]] for kind in KINDS}},
        {"calls": {kind.name: [2.0, 1.0] for kind in KINDS}},
    ],
)
def test_a_scale_of_other_weights_or_make_is_left_with_a_remedy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, changes: dict[str, object]
) -> None:
    save_scale(scale(), tmp_path, SHA)
    spoil(tmp_path / FILE, **changes)
    with caplog.at_level(logging.WARNING):
        assert load_scale(tmp_path, SHA) is None
    assert "calibrate_surprise" in caplog.text


def test_a_missing_or_broken_file_is_left_with_a_remedy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert load_scale(tmp_path, SHA) is None
    (tmp_path / FILE).write_text("[")
    assert load_scale(tmp_path, SHA) is None
    assert caplog.text.count("calibrate_surprise") == 2


def test_the_released_weights_have_their_scale() -> None:
    _, model = load_bidder()
    found = load_scale(RELEASED, model.sha256)
    assert found is not None
    for kind in KINDS:
        assert found.of_call(kind, -1.0) == 1
        assert found.of_call(kind, 20.0) < 0.01
