"""Paired comparison of bidders by the calls that each predicts."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
import torch
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.encoding.records import read_records
from bidding.networks.checkpoint import save_bidder
from research.p1.commands.count import Command as Count
from research.p1.comparison import RightCalls, count_right
from research.p1.network import P1Bidder, P1Config
from tests import recorded
from tests.training.scoring.test_evaluation import CPU, Chosen


def test_calls_and_bids_are_counted_by_auction(tmp_path: Path) -> None:
    records = read_records(recorded.write(tmp_path / "a.npz", 30, seed=1))
    right, made = count_right(Chosen(), records, CPU)  # type: ignore[arg-type]
    assert made[:, 0].tolist() == records.n_calls.tolist()
    bids = np.add.reduceat((records.calls >= 3).astype(int), records.start)
    assert made[:, 1].tolist() == bids.tolist()
    assert (right == made).all()
    wrong, _ = count_right(Chosen(right=False), records, CPU)  # type: ignore[arg-type]
    assert wrong.sum() == 0


def test_a_difference_rests_on_the_same_auctions() -> None:
    """Who is right one call less in one auction of four differs by 1/16, alike or not elsewhere."""
    made = np.full((4, 2), 4, dtype=np.uint8)
    first = np.array([[4, 4], [3, 3], [0, 0], [2, 2]], dtype=np.uint8)
    other = first.copy()
    other[0] -= 1
    counts = RightCalls("", made, {"whole": first, "less": other})
    more, error = counts.differences("whole", "less")["all calls"]
    assert more == -1 / 16
    assert error == pytest.approx(np.std([-1 / 4, 0, 0, 0], ddof=1) / 2)
    assert counts.differences("whole", "whole")["bids alone"] == (0, 0)


def test_counts_are_added_to_those_kept(tmp_path: Path) -> None:
    auctions, out = recorded.write(tmp_path / "a.npz", 12, seed=1), tmp_path / "counts.npz"
    for name in ("one", "two@2"):
        torch.manual_seed(len(name))
        bidder = P1Bidder(P1Config(state_width=8, readout_width=8, call_embedding=8, paper=True))
        save_bidder(bidder, tmp_path / name, name="x", version="0", recipe=name)
        call_command(Count(), tmp_path / name, file=auctions, out=out, stdout=StringIO())
    kept = RightCalls.read(out)
    assert list(kept.right) == ["one", "two@2"]
    assert kept.made[:, 0].tolist() == read_records(auctions).n_calls.tolist()
    other = recorded.write(tmp_path / "b.npz", 12, seed=2)
    with pytest.raises(CommandError, match="is of other auctions"):
        call_command(Count(), tmp_path / "one", file=other, out=out, stdout=StringIO())
    out.write_bytes(b"no counts")
    with pytest.raises(CommandError, match=re.escape(f"{out} is no file of counted calls")):
        call_command(Count(), tmp_path / "one", file=auctions, out=out, stdout=StringIO())
