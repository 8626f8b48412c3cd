"""A run's network asked as the released one is: by its adapter, and by the commands."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from django.core.management import CommandError, call_command

from bidding.domain.calls import N_CALLS
from bidding.domain.cards import Card
from bidding.domain.table import Seat
from bidding.encoding.auction_batch import AuctionBatch, encode_positions
from bidding.encoding.records import read_records
from bidding.encoding.views import HypotheticalViews, Views
from bidding.explaining.explainer import Explainer
from bidding.networks.bidder import IMPOSSIBLE, Outputs
from bidding.tricks.solved import SolvedDeals, pack
from research.p1.commands.evaluate_bidder import Command as Evaluate
from research.p1.commands.explain import Command as Explain
from research.p1.commands.match import Command as Match
from research.p1.commands.train import Command as Train
from research.p1.commands.uncontested import Command as Uncontested
from research.p1.network import P1Bidder, load_p1_bidder
from research.p1.served import ServedBidder, load_served
from tests.matches.opening import boards
from tests.small import CALL, HAND, position
from tests.trained import RECIPE, Trained

PAPER = "[network]\npaper = true"
ALL_TURNS = "[objective]\nsampling_threshold = 0\nextra_views = 0\nblind_turns = 0\n"


@pytest.fixture(scope="module")
def run(trained: Trained, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny run of the paper's arrangement."""
    out = tmp_path_factory.mktemp("runs")
    recipe = out / "tiny.toml"
    recipe.write_text(RECIPE.replace("[network]", PAPER).replace("8.0", "2.0") + ALL_TURNS)
    call_command(Train(), str(recipe), data=trained.data, out=out, stdout=io.StringIO())
    return out / "tiny"


@pytest.fixture(scope="module")
def served(run: Path) -> ServedBidder:
    bidder, _ = load_served(run)
    assert isinstance(bidder, ServedBidder)
    return bidder


def ask(served: ServedBidder, calls: str, *asked: tuple[int, Seat, bool]) -> Outputs:
    step, viewer, seen = (torch.tensor(part) for part in zip(*asked, strict=True))
    batch = encode_positions([position(calls)])
    views = Views(torch.zeros_like(step), step, viewer, seen)
    with torch.inference_mode():
        return served(batch, views, served.encode(batch), n_hand_views=1)


def test_players_answers_are_the_networks_own(served: ServedBidder, run: Path) -> None:
    """Less the tokens that are no calls; a card's owners in proportion to what each has alone."""
    batch, seat = encode_positions([position("1D 1H")]), torch.tensor([int(Seat.S)])
    views = Views(torch.tensor([0]), torch.tensor([2]), seat, torch.tensor([True]))
    bidder, _ = load_p1_bidder(run)
    with torch.inference_mode():
        expected = bidder(batch, views)
    found = ask(served, "1D 1H", (2, Seat.S, True))
    assert torch.allclose(found.hcp, expected.hcp)
    assert torch.allclose(found.call.softmax(-1), expected.call[:, :N_CALLS].softmax(-1))
    shares = expected.cards.sigmoid()[..., 1:]
    hidden = [card for card in range(52) if Card(card) not in HAND]
    owners = found.cards.softmax(-1)[0]
    assert torch.allclose(owners[hidden, 1:], (shares / shares.sum(-1, keepdim=True))[0, hidden])
    assert owners[[card.index for card in HAND], 0].tolist() == [1] * 13


def test_the_order_of_views_and_the_systems_change_nothing(served: ServedBidder) -> None:
    asked = [(1, Seat.E, False), (2, Seat.S, True), (0, Seat.N, False), (2, Seat.S, False)]
    together = ask(served, "1D 1H", *asked)
    for place, one in enumerate(asked):
        for many, alone in zip(together, ask(served, "1D 1H", one), strict=True):
            assert torch.allclose(many[place], alone[0], atol=1e-5)


def test_a_supposed_hand_is_read_as_a_dealt_one(served: ServedBidder) -> None:
    batch = encode_positions([position("1D 1H")])
    hand = batch.hands[0, Seat.S]
    other = hand.roll(1)
    cards, zeros = torch.stack([hand, other]), torch.tensor([0, 0])
    views = HypotheticalViews(zeros, zeros + 2, zeros + 2, zeros == 0, cards, group_size=2)
    dealt = replace(batch, hands=batch.hands.clone())
    dealt.hands[0, Seat.S] = other
    one = Views(*(part[:1] for part in (zeros, zeros + 2, zeros + 2, zeros == 0)))
    with torch.inference_mode():
        supposed = served.next_call(batch, views, served.encode(batch))
        assert torch.allclose(supposed[:1], served.next_call(batch, one), atol=1e-5)
        assert torch.allclose(supposed[1:], served.next_call(dealt, one), atol=1e-5)


def test_a_spectator_infers_the_hand_of_the_seat_from_its_calls(
    served: ServedBidder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a network that opens 1D on five diamonds; every card has one owner."""
    forward, diamonds = P1Bidder.forward, slice(26, 39)

    def opens(bidder: P1Bidder, batch: AuctionBatch, views: Views) -> Outputs:
        outputs = forward(bidder, batch, views)
        five = views.own_cards(batch)[:, diamonds].sum(1) >= 5
        outputs.call[five & (views.step == 0), CALL["1D"].index] += 20
        return outputs

    monkeypatch.setattr(P1Bidder, "forward", opens)
    before, after = (
        ask(served, "1D 1H", (step, Seat.N, False)).cards.softmax(-1)[0] for step in (0, 1)
    )
    assert float(before[diamonds, 0].sum()) == pytest.approx(13 / 4, abs=0.3)
    assert float(after[diamonds, 0].sum()) > 5
    assert torch.allclose(after.sum(-1), torch.ones(52))
    assert float(after[:, 0].sum()) == pytest.approx(13, abs=1e-3)


def test_a_spectator_gives_illegal_calls_no_chance(served: ServedBidder) -> None:
    outputs = ask(served, "1D 1H", (2, Seat.S, False))
    legal = {call.index for call in position("1D 1H").auction.legal_calls}
    found = {index for index in range(N_CALLS) if outputs.call[0, index] > IMPOSSIBLE}
    assert found == legal


def test_positions_are_explained_with_and_without_a_hand(served: ServedBidder, run: Path) -> None:
    explainer = Explainer(*load_served(run))
    for hand in (HAND, None):
        for refined in (False, True):
            explain = explainer.refine_many if refined else explainer.explain_many
            (explanation,) = explain([position("1D 1H 1S 4H P P P", hand)])
            assert len(explanation.calls) == 7
            assert len(explanation.moments[-1].hands) == (3 if hand else 4)


def test_a_run_is_explained_by_command(run: Path) -> None:
    said = io.StringIO()
    options = {"hand": str(HAND), "auction": "1D 1H", "json": True, "weights": run}
    call_command(Explain(), stdout=said, **options)
    document = json.loads(said.getvalue())
    assert document["model"]["recipe"] == "tiny"
    assert len(document["moments"]) == 3


def test_weights_of_no_run_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"train one with `python -m research\.p1 train`"):
        call_command(Explain(), weights=tmp_path, stdout=io.StringIO())


def test_a_run_is_scored_by_command(run: Path, trained: Trained, tmp_path: Path) -> None:
    """As its own report scores it: at own turns, at those of others, at the end."""
    out, said = tmp_path / "scores.json", io.StringIO()
    file = trained.data / "later.npz"
    call_command(Evaluate(), str(file), weights=run, json=out, stdout=said)
    scores = json.loads(out.read_text())
    assert scores["model"]["recipe"] == "tiny"
    assert scores["decisions"] == len(read_records(file).calls)
    assert scores["others_turns"]["decisions"] == 3 * scores["decisions"]
    assert "tiny" in said.getvalue()


def test_a_run_bids_uncontested_by_command(run: Path, tmp_path: Path) -> None:
    dealt, deals, out = boards(3), tmp_path / "dd.npz", tmp_path / "figures.json"
    assert dealt.tricks is not None
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(deals)
    call_command(Uncontested(), str(deals), weights=run, json=out, stdout=io.StringIO())
    found = json.loads(out.read_text())
    assert found["model"]["recipe"] == "tiny"
    assert found["systems"].keys() == {"standard"}


def test_a_run_plays_against_the_released_network(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.json"
    options = {"boards": 2, "weights": run, "json": out}
    call_command(Match(), "model", "adviser", stdout=io.StringIO(), **options)
    found = json.loads(out.read_text())
    assert found["run"]["recipe"] == "tiny"
    assert found["adviser"]["name"] == "bridgeviz-adviser"
