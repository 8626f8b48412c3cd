"""Deals to count tricks on: solved, unknown to the estimator, with what it says of them."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from bidding.management.commands import practice
from bidding.networks.checkpoint import load_network
from bidding.practice.trick_deals import (
    DECLARER,
    STRAINS,
    BadTrickDeals,
    read_trick_deals,
    shipped_trick_deals,
)
from bidding.training.estimator.dataset import TEST_SEED
from bidding.tricks.estimator import ESTIMATOR, chances_from_pair, load_estimator
from bidding.tricks.solving import pbn_deal, stored_deals


def test_the_deals_are_test_deals_with_their_solution() -> None:
    shipped, solved = shipped_trick_deals().deals, stored_deals(TEST_SEED)
    assert [deal.pbn for deal in shipped] == [*map(pbn_deal, solved.owners[: len(shipped)])]
    for name, strain in STRAINS.items():
        tricks = [deal.counted[name].tricks for deal in shipped]
        assert tricks == solved.tricks[: len(shipped), DECLARER, strain].tolist()


def test_the_estimates_are_those_of_the_released_estimator(tmp_path: Path) -> None:
    shipped, (_, model) = shipped_trick_deals(), load_network(ESTIMATOR)
    assert shipped.estimator == {"version": model.version, "sha256": model.sha256}
    out = tmp_path / "deals.json"
    call_command("practice", "tricks", 4, layouts=shipped.layouts, out=out, stdout=StringIO())
    assert read_trick_deals(out).deals == shipped.deals[:4]


def test_a_stopped_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts, told = tmp_path / "whole.json", tmp_path / "parts.json", StringIO()
    call_command("practice", "tricks", 3, layouts=2, out=whole, stdout=told)
    assert "notrump: four hands" in told.getvalue()
    call_command("practice", "tricks", 2, layouts=2, out=parts, stdout=StringIO())

    def stop(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(practice, "chances_from_pair", stop)
        with pytest.raises(CommandError, match="goes on"):
            call_command("practice", "tricks", 3, layouts=2, out=parts, stdout=StringIO())
    call_command("practice", "tricks", 3, layouts=2, out=parts, stdout=StringIO())
    assert parts.read_bytes() == whole.read_bytes()
    with pytest.raises(CommandError, match="with 2 layouts; move it away"):
        call_command("practice", "tricks", 3, layouts=5, out=parts, stdout=StringIO())


def test_an_estimate_from_a_pair_does_not_know_who_of_the_opponents_has_what() -> None:
    estimator, owner = load_estimator(), stored_deals(TEST_SEED).owners[0]
    hidden = np.flatnonzero(owner % 2 != DECLARER % 2)
    other = owner.copy()
    other[hidden] = owner[np.roll(hidden, 7)]
    both = [
        chances_from_pair(estimator, deal, DECLARER, 400, np.random.default_rng(1))
        for deal in (owner, other)
    ]
    alone = estimator.chances(owner[None], [DECLARER])[0, 0]
    assert np.abs(both[0] - both[1]).max() < 0.1 < np.abs(both[0] - alone).max()


def test_a_seed_is_an_order_of_all_deals() -> None:
    deals = shipped_trick_deals()
    count = len(deals.deals)
    order = deals.choose(7, 0, count)
    assert {deal.pbn for deal in order} == {deal.pbn for deal in deals.deals}
    assert deals.choose(7, 5, 2) == order[5:7]
    assert deals.choose(7, count - 1, 2) == [order[-1], order[0]]
    assert deals.choose(8, 0, 8) != order[:8]


@pytest.mark.parametrize("text", ["", "{}", '{"deals": [["N:", 1]]}'])
def test_another_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    path.write_text(text)
    with pytest.raises(BadTrickDeals, match=r"deals\.json: this is no file of deals to count"):
        read_trick_deals(path)
