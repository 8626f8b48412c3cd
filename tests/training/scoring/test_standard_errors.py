"""Standard errors of ratios, on cases worked out by hand and by simulation."""

import math

import numpy as np
import pytest
import torch

from bidding.training.scoring.standard_errors import RatioErrors, ratios


def test_auctions_of_one_turn_give_the_error_of_a_mean() -> None:
    errors = RatioErrors(("share",))
    right = torch.tensor([[1.0], [0.0], [1.0], [1.0]])
    errors.add(torch.arange(4), right, torch.ones(4, 1))
    assert errors.report() == {"share": pytest.approx(math.sqrt(0.75 * 0.25 / 3))}


def test_turns_of_one_auction_count_as_one_draw() -> None:
    """Ten equal turns an auction say no more than one; parts may come in several batches."""
    once, often = RatioErrors(("share",)), RatioErrors(("share",))
    right = torch.tensor([[1.0], [0.0], [1.0], [1.0], [0.0]])
    once.add(torch.arange(5), right, torch.ones(5, 1))
    for part in (slice(0, 2), slice(2, 5)):
        turns = right[part].repeat_interleave(10, 0)
        auction = torch.arange(len(right[part])).repeat_interleave(10)
        often.add(auction, turns, torch.ones_like(turns))
    assert often.report()["share"] == pytest.approx(once.report()["share"])


def test_the_error_is_the_spread_of_the_ratio() -> None:
    """2,000 samples of 200 auctions with 1 to 9 turns each, of unlike difficulty."""
    generator = torch.Generator().manual_seed(1)
    ratios, claimed = [], []
    for _ in range(2000):
        turns = torch.randint(1, 10, (200,), generator=generator)
        chance = torch.rand(200, generator=generator).repeat_interleave(turns)
        right = (torch.rand(len(chance), generator=generator) < chance).double()[:, None]
        errors = RatioErrors(("share",))
        errors.add(torch.arange(200).repeat_interleave(turns), right, torch.ones_like(right))
        ratios.append(float(right.mean()))
        claimed.append(errors.report()["share"])
    spread = float(torch.tensor(ratios).std())
    assert sum(claimed) / len(claimed) == pytest.approx(spread, rel=0.06)


def test_draws_at_hand_give_the_same_as_those_added_in_parts() -> None:
    rng = np.random.default_rng(1)
    counts = rng.integers(1, 5, (30, 2))
    totals = rng.binomial(counts, [0.3, 0.8])
    errors = RatioErrors(("one", "other"))
    for part in (slice(0, 7), slice(7, 30)):
        added = (torch.from_numpy(facts[part]) for facts in (totals, counts))
        errors.add(torch.arange(30)[part] - part.start, *added)
    means, found = ratios(totals, counts)
    assert means == pytest.approx(totals.sum(0) / counts.sum(0))
    assert dict(zip(("one", "other"), found, strict=True)) == pytest.approx(errors.report())


def test_what_was_never_counted_and_a_single_auction_have_none() -> None:
    errors = RatioErrors(("share", "never"))
    errors.add(torch.zeros(1).long(), torch.ones(1, 2), torch.tensor([[1.0, 0.0]]))
    assert errors.report() == {}
    errors.add(torch.zeros(1).long(), torch.zeros(1, 2), torch.tensor([[1.0, 0.0]]))
    assert errors.report().keys() == {"share"}
