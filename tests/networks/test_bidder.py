"""Invariants of the network's outputs for any weights."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import pytest
import torch

from bidding.domain.calls import N_CALLS
from bidding.domain.convention_card import Systems
from bidding.domain.conventions import MEANINGS
from bidding.domain.systems import System
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.encoding.auction_batch import AuctionBatch, encode_positions
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder, BidderConfig, Outputs, warm_started
from tests.small import HAND, SMALL, position, small_bidder

RELEASED = replace(SMALL, evaluation=True)
bidder = partial(small_bidder, seed=3)


def ask(network: Bidder, calls: str, *questions: tuple[int, Seat, bool]) -> Outputs:
    batch = encode_positions([position(calls)])
    steps, viewers, seen = zip(*questions, strict=True)
    views = Views(
        torch.zeros(len(questions), dtype=torch.int64),
        torch.tensor(steps),
        torch.tensor(viewers),
        torch.tensor(seen),
    )
    with torch.inference_mode():
        return network(batch, views)


def test_shapes() -> None:
    outputs = ask(bidder(RELEASED), "1D 1H", (0, Seat.S, True), (2, Seat.S, True))
    assert outputs.hcp.shape == (2, 3, 38)
    assert outputs.lengths.shape == (2, 3, 4, 14)
    assert outputs.cards.shape == (2, 52, 4)
    assert outputs.call.shape == (2, N_CALLS)


def test_illegal_calls_have_exactly_no_chance() -> None:
    calls = "1D 1H X 4H"
    outputs = ask(bidder(RELEASED), calls, *((step, Seat.S, True) for step in range(5)))
    auction = position(calls).auction
    for step, chances in enumerate(outputs.call.softmax(-1)):
        legal = {call.index for call in auction.prefix(step).legal_calls}
        assert set(chances.nonzero().flatten().tolist()) == legal


def test_a_lowered_copy_answers_nearly_alike_and_leaves_the_network_as_it_was() -> None:
    network = bidder(RELEASED)
    questions = [(step, seat, seen) for step in range(3) for seat in Seat for seen in (True, False)]
    exact, lowered = (
        ask(m, "1D 1H", *questions) for m in (network, network.for_inference(torch.bfloat16))
    )
    for one, other in zip(exact[:-1], lowered[:-1], strict=True):
        assert other.dtype is torch.float32
        chances = one.softmax(-1), other.softmax(-1)
        assert float((chances[0] - chances[1]).abs().max()) < 0.01
    assert all(weight.dtype is torch.float32 for weight in network.parameters())
    lowered = network.for_inference(torch.bfloat16)
    low = {name for name, weight in lowered.state_dict().items() if weight.dtype is torch.bfloat16}
    assert low >= {"state.gru.recurrent.0.weight", "trunk.entry.weight", "call.0.weight"}


def test_a_lowered_copy_says_what_calls_mean() -> None:
    network = bidder(replace(RELEASED, meaning_width=8, meanings=5))
    batch = encode_positions([position(hand=None)])
    views = Views(*(torch.tensor([value]) for value in (0, 2, int(Seat.S), False)))
    with torch.inference_mode():
        exact, lowered = (
            m.call_meanings(batch, views) for m in (network, network.for_inference(torch.bfloat16))
        )
    for one, other in zip(exact, lowered, strict=True):
        assert float((one.softmax(-1) - other.softmax(-1)).abs().max()) < 0.01


def test_the_call_alone_is_the_call_of_the_whole_answer() -> None:
    network = bidder(RELEASED)
    batch = encode_positions([position()])
    place = torch.tensor([0, 0])
    views = Views(place, place + 2, torch.tensor([2, 0]), torch.tensor([True, False]))
    with torch.inference_mode():
        states = network.encode(batch)
        whole = network(batch, views)
        for again in (network(batch, views, states).call, network.next_call(batch, views, states)):
            assert torch.allclose(whole.call, again, atol=1e-6)


def test_views_that_ask_of_no_hands_change_nothing_for_the_others() -> None:
    network = bidder(RELEASED)
    batch = encode_positions([position()])
    place = torch.zeros(3, dtype=torch.int64)
    views = Views(place, place + 2, torch.tensor([2, 0, 1]), torch.tensor([True, False, False]))
    with torch.inference_mode():
        whole, some = network(batch, views), network(batch, views, n_hand_views=2)
    assert torch.allclose(whole.call, some.call, atol=1e-6)
    for name in ("hcp", "lengths", "cards"):
        expected, found = getattr(whole, name), getattr(some, name)
        assert len(found) == 2
        assert torch.allclose(expected[: len(found)], found, atol=1e-6)


def test_own_cards_are_nowhere_else_and_leave_no_room() -> None:
    outputs = ask(bidder(RELEASED), "1D 1H", (2, Seat.S, True))
    own = [card.index for card in HAND]
    chances = outputs.cards.softmax(-1)[0]
    assert float(chances[own, 1:].max()) == 0
    assert float(chances[[i for i in range(52) if i not in own], 0].max()) == 0
    assert float(outputs.hcp.softmax(-1)[0, :, 29:].max()) == 0  # 12 of 40 HCP are South's
    for suit in Suit:
        room = 13 - HAND.length(suit)
        assert float(outputs.lengths.softmax(-1)[0, :, suit, room + 1 :].sum()) == 0


def test_a_spectators_own_seat_may_own_any_card() -> None:
    chances = ask(bidder(RELEASED), "1D", (1, Seat.S, False)).cards.softmax(-1)[0]
    assert float(chances.min()) > 0


def test_later_calls_and_company_change_nothing() -> None:
    network = bidder(RELEASED)
    short = ask(network, "1D 1H", (2, Seat.S, True))
    long = ask(network, "1D 1H X 4H P P 5D", (0, Seat.N, False), (2, Seat.S, True))
    for early, late in zip(short, long, strict=True):
        assert torch.allclose(early[0], late[1], atol=1e-5)


def test_the_table_may_be_turned() -> None:
    network = bidder(RELEASED)
    answers = []
    for turns in range(4):
        seat, dealer = Seat.S.after(turns), Seat.N.after(turns)
        turned = position(seat=seat, dealer=dealer, vulnerability=Vulnerability.BOTH)
        batch = encode_positions([turned])
        place = torch.tensor([0])
        views = Views(place, place + 2, place + int(seat), place == 0)
        with torch.inference_mode():
            answers.append(network(batch, views).call)
    assert all(torch.allclose(answers[0], answer, atol=1e-5) for answer in answers)


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"state": "player"}, "state is 'player'; it can only be 'public'"),
        ({"state_layers": 0}, "state_layers is 0"),
        ({"readout_blocks": -1}, "readout_blocks"),
        ({"evaluation": "yes"}, "evaluation is 'yes'; it must be true or false"),
        ({"meaning_width": 8}, "a number of meanings"),
        ({"width": 3}, "unknown settings of the bidder: width"),
    ],
)
def test_a_configuration_that_makes_no_sense_is_refused(settings: dict, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        BidderConfig.from_dict(settings)


def test_the_settings_of_the_release_before_are_read() -> None:
    """Those that had a choice then have the released weights' value now."""
    former = {"state": "public", "beliefs": False, "detached_beliefs": True, "dropout": 0.1}
    assert BidderConfig.from_dict({**former, **asdict(SMALL)}) == SMALL


def of_south(
    *, steps: list[int], seen: list[bool], calls: Sequence[str] = ("1D", "1H")
) -> tuple[AuctionBatch, Views]:
    """1D by North, 1H by East, SAYC against Acol; South's views after so many calls."""
    systems = Systems.plain(System.SAYC, System.ACOL)
    batch = encode_positions([position(" ".join(calls), systems=systems)])
    south = torch.full((len(steps),), Seat.S)
    views = Views(torch.zeros_like(south), torch.tensor(steps), south, torch.tensor(seen))
    return batch, views


def test_a_temperature_is_that_of_the_system_of_who_is_to_call() -> None:
    """At South's turn North-South's counts, at East's that of East-West; with or without a hand."""
    network = bidder(RELEASED)
    network.temperature[0, SYSTEM_CODE[System.ACOL]] = 2.0
    network.temperature[1, SYSTEM_CODE[System.SAYC]] = 4.0
    batch, views = of_south(steps=[1, 2, 2], seen=[False, True, False])
    with torch.inference_mode():
        calibrated = network(batch, views).call
        network.temperature.fill_(1)
        plain = network(batch, views).call
    legal = plain > -1e30
    torch.testing.assert_close(calibrated[0][legal[0]], plain[0][legal[0]] / 2)
    torch.testing.assert_close(calibrated[1][legal[1]], plain[1][legal[1]] / 4)
    torch.testing.assert_close(calibrated[2], plain[2])


@pytest.mark.parametrize("seen", [True, False])
def test_the_temperature_of_a_hidden_hand_is_that_of_its_system(seen: bool) -> None:
    """South, who plays SAYC, sees the hands of two Acol players, as a player or a spectator."""
    network = bidder(RELEASED)
    acol = SYSTEM_CODE[System.ACOL]
    temperature = network.hand_temperature[int(seen)]
    temperature[0, acol] = 2.0
    temperature[1, acol] = 4.0
    temperature[2, SYSTEM_CODE[System.SAYC]] = 3.0
    batch, views = of_south(steps=[2, 2], seen=[seen, not seen])
    with torch.inference_mode():
        calibrated = network(batch, views)
        network.hand_temperature.fill_(1)
        plain = network(batch, views)
    by = {"hcp": [2, 1, 2], "lengths": [4, 1, 4], "cards": 3}
    for name, temperatures in by.items():
        after, before = getattr(calibrated, name), getattr(plain, name)
        possible = before[0] > -1e30
        factors = torch.tensor(temperatures, dtype=before.dtype)
        factors = factors.view(-1, *(1,) * (before[0].ndim - 1)) if factors.ndim else factors
        torch.testing.assert_close(after[0][possible], (before[0] / factors)[possible])
        torch.testing.assert_close(after[1], before[1])


def test_meaning_heads_are_new_and_the_rest_is_as_it_was() -> None:
    small = small_bidder(seed=3)
    batch, views = of_south(steps=[1, 1], seen=[True, False])
    later = Views(views.auction, views.step + 1, (views.viewer + 1) % 4, ~views.sees_hand)
    named = warm_started(small, replace(SMALL, meaning_width=8, meanings=len(MEANINGS))).eval()
    with torch.inference_mode():
        for before, after in zip(small(batch, views), named(batch, views), strict=True):
            assert torch.equal(before, after)
        said = named.call_meanings(batch, later)
    assert said.name.shape == (len(views), len(MEANINGS))
    assert said.forcing.shape == (len(views), 3)
    with pytest.raises(ValueError, match="no meaning heads"):
        small.call_meanings(batch, later)
    again = warm_started(named, named.config).eval()
    with torch.inference_mode():
        assert torch.equal(again.call_meanings(batch, later).name, said.name)
    more = warm_started(named, replace(named.config, meanings=len(MEANINGS) + 3)).eval()
    with torch.inference_mode():
        assert torch.equal(more.call_meanings(batch, later).name[:, : len(MEANINGS)], said.name), (
            "those that were there are said as before"
        )


@pytest.mark.parametrize("other", [{"readout_width": 32}, {"evaluation": True}, {"state_width": 4}])
def test_weights_of_another_network_are_refused(other: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="cannot start"):
        warm_started(small_bidder(), replace(SMALL, **other))
