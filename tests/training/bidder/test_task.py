"""The steps of a bidder's training follow from the seed and their numbers."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.encoding.records import Records
from bidding.networks.bidder import Bidder, BidderConfig
from bidding.networks.checkpoint import save_bidder
from bidding.training.bidder.dataset import load_dataset
from bidding.training.bidder.experiment import BidderTask
from bidding.training.bidder.recipe import Optimisation, Recipe, Source
from bidding.training.scoring.evaluation import evaluate
from tests import recorded
from tests.small import SMALL


def task(folder: Path, network: BidderConfig, *, start: str = "", share: float = 0.0) -> BidderTask:
    recorded.write(folder / "a.npz", 600, seed=3)
    recipe = Recipe(
        name="small",
        note="",
        network=network,
        sources=(Source("a.npz"),),
        start=start,
        optimisation=Optimisation(batch_decisions=256, initial_share=share),
    )
    dataset = load_dataset(recipe.sources, folder)
    return BidderTask(recipe, dataset, torch.device("cpu"), folder / start if start else None)


def test_validation_settings_make_no_other_run(tmp_path: Path) -> None:
    seldom = task(tmp_path, SMALL)
    settings = replace(seldom.recipe.optimisation, validations=20, validation_limit=9)
    often = replace(seldom.recipe, optimisation=settings)
    device = torch.device("cpu")
    assert BidderTask(often, seldom.dataset, device).fingerprint == seldom.fingerprint
    other = replace(seldom.recipe, optimisation=replace(settings, seed=2))
    assert BidderTask(other, seldom.dataset, device).fingerprint != seldom.fingerprint


def test_other_counts_of_tables_make_another_run(tmp_path: Path) -> None:
    recipe = replace(task(tmp_path, SMALL).recipe, sources=(Source("a.npz", by_tables=True),))
    arrays, tables = recorded.arrays(600, seed=3), np.array([4, 9] * 300, dtype=np.uint16)
    prints = []
    for counted in (tables, tables, tables[::-1]):
        np.savez(tmp_path / "a.npz", tables=counted, **arrays)  # type: ignore[arg-type]
        dataset = load_dataset(recipe.sources, tmp_path)
        prints.append(BidderTask(recipe, dataset, torch.device("cpu")).fingerprint)
    assert prints[0] == prints[1] != prints[2]


def test_a_validation_is_of_limited_auctions_and_scores_bids_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scored: list[int] = []

    def figures(bidder: Bidder, records: Records, rows: np.ndarray, device: torch.device) -> dict:
        scored.append(len(rows))
        found = evaluate(bidder, records, rows, device)
        return {**found, "bids": {"micro": {"precision": 0.7, "recall": 0.6}}}

    monkeypatch.setattr("bidding.training.bidder.experiment.evaluate", figures)
    many = task(tmp_path, SMALL)
    few = replace(many.recipe, optimisation=Optimisation(validation_limit=1))
    assert many.validate()["accuracy_bids"] == 0.6
    BidderTask(few, many.dataset, torch.device("cpu")).validate()
    assert scored == [2, 1]  # of 600 auctions two are kept to choose by


def test_what_is_saved_is_the_mean_with_the_initial_weights(tmp_path: Path) -> None:
    first = task(tmp_path, SMALL)
    save_bidder(first.model, tmp_path / "first", name="small", version="1", recipe="first")
    continued = task(tmp_path, SMALL, start="first", share=0.25)
    with torch.no_grad():
        for parameter in continued.model.parameters():
            parameter += 4
    before = first.model.state_dict()
    for name, weight in continued.averaged().named_parameters():
        torch.testing.assert_close(weight, before[name] + 3, rtol=0, atol=0.01)  # kept in 16 bits
    assert continued.averaged().training == continued.model.training
    assert first.averaged() is first.model


def test_an_initial_share_needs_a_start(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="initial_share"):
        task(tmp_path, SMALL, share=0.25)
