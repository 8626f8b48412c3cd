"""Training and scoring from every seat."""

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.domain.calls import N_CALLS
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import END
from bidding.encoding.records import Records, read_records
from bidding.encoding.views import Views, targets
from bidding.networks.bidder import Outputs
from bidding.training.bidder.recipe import Objective
from research.p1.every_seat import (
    drawn_seats,
    evaluate_every_seat,
    evaluate_turns,
    every_seat_losses,
    every_seat_views,
    next_token,
)
from research.p1.network import P1Bidder, P1Config
from research.p1.recipe import read_recipe
from tests import recorded, small
from tests.training.scoring.test_evaluation import CPU, SURE, Chosen

SMALL = asdict(small.SMALL)


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return read_records(recorded.write(tmp_path / "a.npz", 40, seed=1))


@pytest.fixture
def batch(records: Records) -> AuctionBatch:
    return records.batch(np.arange(len(records)))


class AtHomeAlone(Chosen):
    """Right at own turns, wrong at those of others, and says when an auction is over."""

    def __init__(self) -> None:
        super().__init__()
        self.config = P1Config(paper=True)

    def forward(self, batch: AuctionBatch, views: Views) -> Outputs:
        said = next_token(targets(batch, views))
        of_others = (batch.seat[views.auction, views.step] != views.viewer) & (said != END)
        call = torch.nn.functional.one_hot(torch.where(of_others, (said + 1) % N_CALLS, said), 41)
        return super().forward(batch, views)._replace(call=2 * SURE * call.float())


def test_every_moment_is_seen_once_from_every_seat(batch: AuctionBatch) -> None:
    views = every_seat_views(batch)
    looks = zip(views.auction.tolist(), views.step.tolist(), views.viewer.tolist(), strict=True)
    expected = {
        (auction, step, seat)
        for auction, calls in enumerate(batch.n_calls.tolist())
        for step in range(calls + 1)
        for seat in range(4)
    }
    assert len(views) == len(expected)
    assert set(looks) == expected
    assert bool(views.sees_hand.all())


@torch.no_grad()
def test_at_every_seat_all_four_learn_whatever_is_called_next(batch: AuctionBatch) -> None:
    """The end, too, is predicted."""
    torch.manual_seed(2)
    network = P1Bidder(P1Config(**SMALL, paper=True, rule_vector=False))
    batch, off, asked = batch[:10], 0.0, 0
    for auction, count in enumerate(batch.n_calls.tolist()):
        for step in range(count + 1):
            alone = torch.full((4,), auction)
            views = Views(alone, torch.full((4,), step), torch.arange(4), alone >= 0)
            said = END if step == count else int(batch.calls[auction, step])
            chances = network(batch, views).call.log_softmax(-1)
            off, asked = off - float(chances[:, said].sum()), asked + 4
    parts = every_seat_losses(network, batch, torch.ones(len(batch), 4).bool(), Objective())
    assert float(parts["call"]) == pytest.approx(off / asked, rel=1e-4)


def test_so_many_seats_of_each_auction_are_drawn_and_learned_from(batch: AuctionBatch) -> None:
    rng = torch.Generator().manual_seed(3)
    one, all_four = drawn_seats(batch, 1, rng), drawn_seats(batch, 4, rng)
    assert bool(all_four.all())
    assert one.sum(1).tolist() == [1] * len(batch)
    assert set(one.int().argmax(1).tolist()) == {0, 1, 2, 3}
    torch.manual_seed(2)
    network = P1Bidder(P1Config(**SMALL, paper=True))
    east = torch.tensor([[False, True, False, False]]).expand(len(batch), 4)
    rest = ~east
    losses = [
        every_seat_losses(network, batch, seats, Objective())["call"].item()
        for seats in (east, rest, all_four)
    ]
    assert losses[2] == pytest.approx((losses[0] + 3 * losses[1]) / 4, rel=1e-4)
    assert losses[0] != pytest.approx(losses[1], rel=1e-4)


def test_turns_of_others_and_the_end_are_scored_by_themselves(records: Records) -> None:
    rows = np.arange(len(records))
    figures = evaluate_every_seat(AtHomeAlone(), records, rows, CPU)  # type: ignore[arg-type]
    assert (figures["accuracy"], figures["decisions"]) == (1, records.decisions)
    others, end = figures["others_turns"], figures["at_the_end"]
    assert (others["accuracy"], others["decisions"]) == (0, 3 * records.decisions)
    assert others["accuracy_nonpass"] == others["bids"]["micro"]["recall"] == 0
    assert (end["accuracy"], end["decisions"]) == (1, 4 * len(records))
    assert others["hcp_mae"] == end["hcp_mae"] == 0


def test_own_turns_score_as_they_do_alone(records: Records) -> None:
    torch.manual_seed(2)
    network, rows = P1Bidder(P1Config(**SMALL)), np.arange(len(records))
    alone = evaluate_turns(network, records, rows, CPU)
    among = evaluate_every_seat(network, records, rows, CPU)
    assert among.keys() - alone.keys() == {"others_turns", "at_the_end"}
    for name in ("decisions", "accuracy", "nll", "ece", "hcp_mae", "card_log_loss", "card_ece"):
        assert among[name] == pytest.approx(alone[name], rel=1e-5)
    assert among["by_call"] == alone["by_call"]
    assert among["errors"]["accuracy"] == pytest.approx(alone["errors"]["accuracy"], rel=1e-5)
    assert among["errors"]["others_turns.bids.micro.recall"] > 0
    assert among["errors"]["at_the_end.hcp_mae"] > 0
    assert "accuracy" not in among["at_the_end"]  # only the paper's network predicts it
    assert among["at_the_end"]["hcp_nll"] > 0


def test_the_papers_arrangement_wants_all_turns(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = "note = 'x'\n[network]\npaper = {}\n[[source]]\nfiles = 'a'\n"
    for value, fault in (
        ("true", "sampling_threshold is 0.25; in the paper's arrangement it must be 0"),
        ("1", "paper is 1"),
    ):
        path.write_text(text.format(value))
        with pytest.raises(ValueError, match=fault):
            read_recipe(str(path))


def test_an_auction_has_one_to_four_seats(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for seats in ("0", "5"):
        path.write_text(f"note = 'x'\nseats = {seats}\n[network]\n[[source]]\nfiles = 'a'\n")
        with pytest.raises(ValueError, match=f"seats is {seats}; it must be 1 to 4"):
            read_recipe(str(path))
