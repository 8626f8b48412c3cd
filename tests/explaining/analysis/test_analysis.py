"""The work in parts: sums that add up, the same answer each time, and honest warnings."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from bidding.domain.calls import BIDS, PASS, Call
from bidding.domain.position import Position
from bidding.domain.table import Seat, Strain
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.views import Views
from bidding.explaining.analysis import analysis as analysis_module
from bidding.explaining.analysis.analysis import (
    ENOUGH_EFFECTIVE,
    LEAST_PARTS,
    MOST_PARTS,
    PART_LAYOUTS,
    Analysis,
    Comparison,
    parts_needed,
)
from bidding.explaining.analysis.layouts import Layouts
from bidding.explaining.analysis.lookahead import (
    MOST_CALLS,
    CallSums,
    Outcomes,
    Question,
    Tally,
    WeightSums,
)
from bidding.networks.advice_head import AdviceConfig, AdviceHead
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo
from bidding.parsing.documents.position_documents import position_from_json
from bidding.tricks.solving import random_deals
from tests.conftest import question
from tests.explaining.analysis.small import PointsEstimator, small_analyst, whole
from tests.small import CALL, SMALL


def where(**changes: Any) -> Position:
    return position_from_json(question(**changes))


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return whole(where(), small_analyst())


def alike(count: float) -> WeightSums:
    """The sums of so many layouts of weight 1."""
    return WeightSums(0.0, count, count)


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_parts_go_on_from_sums_that_were_stored(analysis: Analysis) -> None:
    """Another process, that has only the JSON, comes to the same answer."""
    step = small_analyst().advance(where(), None)
    shares = [step.share]
    while step.answer is None:
        step = small_analyst().advance(where(), plain(step.sums))
        shares.append(step.share)
    assert plain(step.answer.to_json()) == plain(analysis.to_json())
    assert LEAST_PARTS <= len(shares) <= MOST_PARTS
    assert shares[-1] == 1
    assert analysis.tally.layouts == PART_LAYOUTS * len(shares) >= 1000


def test_the_chances_of_tricks_are_chances(analysis: Analysis) -> None:
    assert analysis.tricks.sum(-1) == pytest.approx(np.ones((4, 5)))
    document = analysis.to_json()
    chances = {(one["bid"], one["declarer"]): one["chance"] for one in document["contracts"]}
    for declarer in "NE":
        falling = [chances[f"{level}D" if declarer == "N" else f"{level}H", declarer]
                   for level in range(1, 8)]  # fmt: skip
        assert falling == sorted(falling, reverse=True)
    assert ("1D", "S") not in chances  # North named diamonds first
    assert ("1NT", "S") in chances
    assert document["contract"]["bid"] == "1H"
    assert document["contract"]["declarer"] == "E"


def test_only_the_viewers_own_next_calls_are_compared(analysis: Analysis) -> None:
    compared = analysis.to_json()["next_calls"]
    assert compared["seat"] == "S"
    parts = analysis.tally.parts
    assert parts < compared["layouts"] <= 12 * parts, "of each part some, all different"
    best = compared["calls"][0]
    assert best["imps"] >= 0 or best["call"] == compared["against"]
    zero = next(one for one in compared["calls"] if one["call"] == compared["against"])
    assert (zero["imps"], zero["error"]) == (0, 0)
    for one in compared["calls"]:
        assert sum(lead["share"] for lead in one["leads_to"]) <= 1.001
        for other, won in one["against"].items():
            back = next(c for c in compared["calls"] if c["call"] == other)["against"]
            assert back[one["call"]]["imps"] == pytest.approx(-won["imps"])
    for others in (where(hand=None), where(seat="E"), where(auction="1D P P P")):
        assert small_analyst()._comparison(others) is None


@pytest.mark.parametrize(
    ("effective", "parts", "expected"),
    [(ENOUGH_EFFECTIVE, 8, 8), (150, 8, 11), (10, 8, MOST_PARTS), (300, 1, LEAST_PARTS)],
)
def test_more_is_drawn_if_the_effective_sample_is_small(
    effective: float, parts: int, expected: int
) -> None:
    tally = Tally(parts=parts, weights=alike(effective))
    assert parts_needed(tally) == expected


@pytest.mark.parametrize(
    ("effective", "full", "sentence"),
    [
        (100, 25, None),
        (99, 64, "about 64, so chances may be off by 12 in 100."),
        (100, 24, "about 24, so chances may be off by 20 in 100."),
        (20, 1.2, "about 1, so chances may be off by 50 in 100."),
    ],
)
def test_few_layouts_that_fit_well_are_warned_of(
    analysis: Analysis, effective: float, full: float, sentence: str | None
) -> None:
    tally = replace(analysis.tally, weights=alike(effective), full=alike(full))
    found = replace(analysis, tally=tally)
    words = f"Few of the layouts tried fit these calls well, only {sentence}"
    assert found.warning == (sentence and words)
    document = found.to_json()
    assert (document["effective"], document["effective_full"]) == (effective, full)


def test_layouts_are_counted_at_full_weight_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two parts: weights 4 and 1 in the first, 1 in the second, of which the roots are taken."""
    logs = iter([np.log([4.0, 1.0]), np.log([1.0, 1e-30])])

    class FixedSampler:
        def sample(self, count: int, rng: np.random.Generator) -> Layouts:
            return Layouts(random_deals(2, seed=1), next(logs), power=0.5)

    monkeypatch.setattr(analysis_module, "sampler_for", lambda *question: FixedSampler())
    small = small_analyst()
    sums = small.advance(where(hand=None), None).sums
    tally = Tally.from_json(plain(small.advance(where(hand=None), plain(sums)).sums))
    assert tally.weights.effective == pytest.approx((2 + 1 + 1) ** 2 / (4 + 1 + 1))
    assert tally.full.effective == pytest.approx((4 + 1 + 1) ** 2 / (16 + 1 + 1))


def test_tricks_are_those_of_all_layouts_by_their_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 128, of which each weighs as much as all lighter ones together or little at all."""
    owner = random_deals(128, seed=1)
    logs = -np.arange(128) * np.log(2)

    class FixedSampler:
        def sample(self, count: int, rng: np.random.Generator) -> Layouts:
            return Layouts(owner[:count], logs[:count])

    monkeypatch.setattr(analysis_module, "sampler_for", lambda *question: FixedSampler())
    step = small_analyst().advance(where(hand=None), None)
    tally = Tally.from_json(plain(step.sums))
    weights = 0.5 ** np.arange(128)
    expected = np.tensordot(weights, PointsEstimator().chances(owner).astype(float), 1)
    assert tally.tricks / tally.total == pytest.approx(expected / weights.sum())
    assert tally.weights.effective == pytest.approx(3)


def test_contracts_score_by_the_vulnerability_of_who_plays_them(analysis: Analysis) -> None:
    """North-South are vulnerable. All take ten tricks: each would make 4S, and go down in 7S."""
    ten = np.tile(np.eye(14)[10], (len(Seat), len(Strain), 1))
    certain = replace(analysis, tally=Tally(1, 1, alike(1), alike(1), ten))
    document = certain.to_json()
    scores = {(one["bid"], one["declarer"]): one["score"] for one in document["contracts"]}
    assert (scores["4S", "N"], scores["4S", "E"]) == (620, 420)
    assert (scores["7S", "S"], scores["7S", "W"]) == (-300, -150)
    assert document["contract"]["scores"] == {"1": 170, "2": 460, "4": 1120}, "1H by East"
    norths = replace(certain, position=where(auction="1D P"))
    assert norths.to_json()["contract"]["scores"] == {"1": 130, "2": 740, "4": 1430}


def test_a_part_counts_in_the_comparison_by_what_its_layouts_weigh(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the first all of 128 fit, and the call wins 6 IMPs; in the second one, where it wins
    none."""
    found = iter([(np.zeros(128), 6.0), (np.array([0.0, *[-99.0] * 127]), 0.0)])
    won: list[float] = []

    class FixedSampler:
        def sample(self, count: int, rng: np.random.Generator) -> Layouts:
            logs, imps = next(found)
            won.append(imps)
            return Layouts(random_deals(count, seed=1), logs)

    def outcomes(bidder: object, estimator: object, asked: list[Question]) -> list[Outcomes]:
        layouts = len(asked[0].owner)
        imps = np.zeros((2, 2, layouts))
        imps[0, 1], imps[1, 0] = won[-1], -won[-1]
        return [Outcomes([[None] * layouts] * 2, imps, *2 * [np.zeros((2, layouts))])]

    monkeypatch.setattr(analysis_module, "sampler_for", lambda *question: FixedSampler())
    monkeypatch.setattr(analysis_module, "look_ahead", outcomes)
    small = small_analyst()
    compared = Comparison(Seat.S, (PASS, BIDS[4]), (0.6, 0.4))
    monkeypatch.setattr(small, "_comparison", lambda position: compared)
    sums = small.advance(where(), small.advance(where(), None).sums).sums
    calls = Tally.from_json(sums).calls
    assert calls is not None
    assert calls.means()[0][0, 1] == pytest.approx(6 * 128 / 129)


def test_parts_of_different_scales_add_up() -> None:
    logs = np.array([-700.0, -701.0, -650.0, -649.0])
    owner = np.zeros((4, 52), dtype=np.uint8)
    whole = Tally.of(Layouts(owner, logs))
    parts = Tally.of(Layouts(owner[:2], logs[:2])).plus(Tally.of(Layouts(owner[2:], logs[2:])))
    assert parts.weights.effective == pytest.approx(whole.weights.effective)
    assert (parts.layouts, parts.parts) == (4, 2)
    alone = Tally().plus(whole)
    assert alone.weights == whole.weights
    again = Tally.from_json(plain(alone.to_json()))
    assert (again.weights, again.full) == (whole.weights, whole.full)


def test_means_and_errors_are_those_of_the_weighted_layouts() -> None:
    """Of 4, 0 and 0 IMPs with weights 2, 1, 1: mean 2, variance of (2·2, 1·2, 1·2) / 4, and once
    in (8 / 3) squared, the number of layouts in effect, the plain one of 4, 0 and 0 and of one that
    is off by 10: their squares, 32 / 3 and 100, over 3."""
    won = np.zeros((2, 2, 3))
    won[0, 1] = 4, 0, 0
    won[1, 0] = -4, 0, 0
    scores, makes = np.full((2, 3), 100.0), np.array([[1, 0.5, 0], [1, 1, 1]])
    outcomes = Outcomes([[None] * 3] * 2, won, scores, makes)
    whole = CallSums.of(outcomes, np.array([2.0, 1, 1]))
    mean, error = whole.means()
    assert mean[0, 1] == pytest.approx(2)
    assert error[0, 1] == pytest.approx(
        np.sqrt((16 + 4 + 4) / 4**2 + (32 / 3 + 100) / 3 * (3 / 8) ** 2)
    )

    def of_layouts(some: slice, weights: list[float]) -> CallSums:
        parts = {"imps": won[..., some], "scores": scores[:, some], "makes": makes[:, some]}
        contracts: list[list[None]] = [[None] * len(weights)] * 2
        return CallSums.of(replace(outcomes, contracts=contracts, **parts), np.array(weights))

    first, rest = of_layouts(slice(1), [4.0]).times(0.5), of_layouts(slice(1, None), [1.0, 1.0])
    both = first.plus(rest)
    assert both.means()[1][0, 1] == pytest.approx(error[0, 1])
    again = CallSums.from_json(plain(both.to_json()))
    for sums in (whole, both, again):
        one, other = (found["passed out"].tolist() for found in sums.contracts)
        assert (one, other) == ([4, 2.5, 400], [4, 4, 400])
    assert again.means()[0].tolist() == both.means()[0].tolist()
    assert again.means()[1].tolist() == both.means()[1].tolist()


def test_one_layout_with_all_the_weight_does_not_make_sure() -> None:
    def sums(*imps: float, total: float = 1.0) -> CallSums:
        """Of layouts of one part, where the first has as good as all the weight."""
        logs = np.array([0.0, *[-9.0] * 40])
        rows, shares = Layouts(np.zeros((41, 52), np.uint8), logs).resampled(
            len(imps), np.random.default_rng(1)
        )
        assert len(rows) == 1  # the same, drawn again and again
        won = np.zeros((2, 2, 1))
        won[0, 1], won[1, 0] = imps[0], -imps[0]
        return CallSums.of(Outcomes([[None]] * 2, won, *2 * [np.zeros((2, 1))]), total * shares)

    mean, error = sums(6, 6, 6).means()
    assert (mean[0, 1], error[0, 1], error[1, 0], error[0, 0]) == (6, 10, 10, 0)
    mean, error = sums(24).means()
    assert (mean[0, 1], error[0, 1]) == (24, 24), "nor does a slam"
    parts = sums(6, 6).plus(sums(-2, -2, total=1e-9)).plus(sums(2, 2, total=1e-9))
    mean, error = parts.means()
    assert mean[0, 1] == pytest.approx(6)
    assert error[0, 1] == error[1, 0] == pytest.approx(np.sqrt((32 + 100) / 3))


def of_layouts(imps: np.ndarray) -> CallSums:
    """Of layouts that are equally likely."""
    won = np.zeros((2, 2, len(imps)))
    won[0, 1], won[1, 0] = imps, -imps
    outcomes = Outcomes([[None] * len(imps)] * 2, won, *2 * [np.zeros((2, len(imps)))])
    return CallSums.of(outcomes, np.full(len(imps), 1 / len(imps)))


def test_few_layouts_that_agree_do_not_make_sure() -> None:
    for imps in (1.0, 5.0):
        mean, error = of_layouts(np.array([imps, imps])).means()
        assert mean[0, 1] == imps
        assert error[0, 1] > imps / 2
        assert error[0, 0] == error[1, 1] == 0
    assert of_layouts(np.full(24, 5.0)).means()[1][0, 1] < 0.1, "many do"
    assert (
        of_layouts(np.full(3, 5.0)).means()[1][0, 1] < of_layouts(np.full(2, 5.0)).means()[1][0, 1]
    )


def test_the_error_of_many_layouts_is_that_of_their_mean() -> None:
    imps = np.random.default_rng(1).normal(1, 5, 96).round()
    error = of_layouts(imps).means()[1][0, 1]
    assert error == pytest.approx(imps.std(ddof=1) / 96**0.5, rel=1e-3)


class Preferring(AdviceHead):
    """An adviser that prefers one call by three IMPs."""

    def __init__(self, call: Call) -> None:
        super().__init__(AdviceConfig("", inputs=16, width=1, members=1))
        self.call = call

    def forward(self, features: Tensor) -> Tensor:
        return 3 * torch.eye(38)[self.call.index].expand(len(features), 1, -1)


class Undecided(Bidder):
    """A bidder to whom six calls are about equally likely, Pass first and 2D last."""

    def legal_calls(self, features: Tensor, batch: AuctionBatch, views: Views) -> Tensor:
        logits = torch.full((len(features), 38), -20.0)
        for place, name in enumerate(("P", "X", "1S", "1NT", "2C", "2D")):
            logits[:, CALL[name].index] = -0.01 * place
        return self.only_legal(logits, batch, views)


@pytest.mark.parametrize(
    ("name", "said"),
    [("1S", "{first} {second}"), ("2D", "{reason} {call} did better still.")],
)
def test_the_call_advised_is_compared_and_reasoned_about(name: str, said: str) -> None:
    """2D is the sixth of six, five of which are compared at most; here another does better."""
    small, head = small_analyst(), Preferring(CALL[name])
    models = replace(small.models, adviser=ModelInfo("adviser", "1", "none", ""))
    parts = (Undecided(SMALL).eval(), small.estimator, models, head)
    document = whole(where(), analysis_module.Analyst(*parts)).to_json()
    assert document["adviser"]["name"] == "adviser"
    found = document["next_calls"]
    assert found["best"] == name
    assert found["against"] == "P"
    assert name in [call["call"] for call in found["calls"]]
    assert len(found["calls"]) == MOST_CALLS
    assert CALL[name].symbol in found["reason"]
    assert found["said"]["key"] == said
    assert (found["calls"][0]["call"] != name) == (said != "{first} {second}")


def test_without_advice_the_best_is_what_the_layouts_are_sure_of(analysis: Analysis) -> None:
    compared, sums = analysis.comparison, analysis.tally.calls
    assert compared is not None
    assert sums is not None
    document = compared.to_json(sums)
    assert (document["best"] is None) == (document["reason"] is None)
    count = len(compared.calls)
    imps = np.zeros((count, count))
    imps[1, 0] = 50 * sums.total
    sure = compared.to_json(replace(sums, imps=imps))
    assert sure["best"] == str(compared.calls[1])
