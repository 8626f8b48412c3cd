"""Standard errors of figures, on cases worked out by hand and by simulation."""

import math
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from bidding.training.scoring.standard_errors import (
    GROUPS,
    GroupSums,
    groups_of,
    ratios,
    standard_errors,
    under,
)


def share(deal: Tensor, right: Tensor) -> tuple[Any, list[int]]:
    """The report of a share, and its groups."""
    sums = GroupSums(2)
    sums.add(deal % GROUPS, torch.stack([right, torch.ones_like(right)], dim=1))

    def report(without: int | None = None) -> dict[str, float]:
        right, count = sums.total(without)[0].tolist()
        return {"share": right / count}

    return report, sums.groups


def test_auctions_of_one_turn_give_the_error_of_a_mean() -> None:
    found = standard_errors(*share(torch.arange(4), torch.tensor([1.0, 0.0, 1.0, 1.0])))
    assert found == {"share": pytest.approx(math.sqrt(0.75 * 0.25 / 3))}


def test_turns_of_one_auction_count_as_one_draw() -> None:
    auction, right = torch.arange(5), torch.tensor([1.0, 0.0, 1.0, 1.0, 0.0])
    often = (each.repeat_interleave(10) for each in (auction, right))
    assert standard_errors(*share(*often)) == pytest.approx(standard_errors(*share(auction, right)))


def test_the_error_is_the_spread_of_the_ratio() -> None:
    """400 samples of 600 auctions, more than groups, of 1 to 9 turns each and unlike difficulty."""
    generator = torch.Generator().manual_seed(1)
    found, claimed = [], []
    for _ in range(400):
        turns = torch.randint(1, 10, (600,), generator=generator)
        chance = torch.rand(600, generator=generator).repeat_interleave(turns)
        right = (torch.rand(len(chance), generator=generator) < chance).double()
        auction = torch.arange(600).repeat_interleave(turns)
        found.append(float(right.mean()))
        claimed.append(standard_errors(*share(auction, right))["share"])
    spread = float(torch.tensor(found).std())
    assert sum(claimed) / len(claimed) == pytest.approx(spread, rel=0.1)


def test_the_jackknife_and_the_formula_for_ratios_agree() -> None:
    rng = np.random.default_rng(1)
    counts = rng.integers(1, 5, 100)
    totals = rng.binomial(counts, 0.3)
    sums = GroupSums(2)
    sums.add(torch.arange(100), torch.from_numpy(np.stack([totals, counts], axis=1)))

    def report(without: int | None) -> dict[str, dict[str, float]]:
        total, count = sums.total(without)[0].tolist()
        return {"of": {"ratio": total / count}}

    mean, error = ratios(totals, counts)
    assert mean == pytest.approx(totals.sum() / counts.sum())
    assert standard_errors(report, sums.groups)["of.ratio"] == pytest.approx(error, rel=0.02)


def test_sums_are_by_row_and_told_without_one_group() -> None:
    sums = GroupSums(1, 2)
    sums.add(torch.tensor([0, 1, 0]), torch.tensor([[1], [2], [4]]), torch.tensor([0, 1, 1]))
    sums.add(1, torch.tensor([[8], [16]]))
    assert sums.total()[:, 0].tolist() == [25, 6]
    assert sums.total(0)[:, 0].tolist() == [24, 2]
    assert sums.total(1)[:, 0].tolist() == [1, 4]
    assert sums.groups == [0, 1]


def test_only_floats_that_are_always_there_have_errors() -> None:
    def report(without: int | None) -> dict[str, Any]:
        seldom = {} if without == 1 else {"seldom": 0.5}
        return {"count": 3, "words": "three", "half": 0.5, **seldom}

    assert standard_errors(report, [0, 1, 2]) == {"half": 0.0}
    assert standard_errors(report, [0]) == {}


def test_errors_are_taken_out_from_under_a_name() -> None:
    assert under("a", {"a.b": 1.0, "a.c.d": 2.0, "ab.c": 3.0, "a": 4.0}) == {"b": 1.0, "c.d": 2.0}


def test_auctions_of_one_deal_are_in_one_group_and_all_groups_alike() -> None:
    keys = np.random.default_rng(1).integers(0, 2**64, 12_800, dtype=np.uint64)
    groups = groups_of(np.concatenate([keys, keys]))
    assert (groups[:12_800] == groups[12_800:]).all()
    for part in (keys, keys[keys % np.uint64(256) == 0]):  # as auctions are kept from training
        sizes = np.bincount(groups_of(part), minlength=GROUPS)
        assert len(sizes) == GROUPS
        assert sizes.max() < 2 * len(part) / GROUPS + 10
