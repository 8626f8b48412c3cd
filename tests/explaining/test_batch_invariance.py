"""The same question gets the same answer, byte for byte, in whatever batch it is computed.

With the released weights, in the numbers that this processor computes in and in float32.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
import torch
from torch import nn

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.cards import Deal
from bidding.domain.position import Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.positions import encode_positions
from bidding.explaining.explainer import Explainer
from bidding.json_text import ToJson, encoded
from bidding.networks.batch_invariance import BLOCK_SIZES, apply_in_blocks, block_size
from bidding.networks.bidder import Bidder
from bidding.networks.config import BidderConfig

LENGTHS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 14, 16, 17, 23, 40, 75)
Ask = Callable[[Sequence[Position]], Sequence[ToJson]]


def some_positions() -> list[Position]:
    """One of each length; every system, with a hand and without."""
    rng, systems = random.Random(9), list(System)
    return [_position(rng, length, systems[row % 6]) for row, length in enumerate(LENGTHS)]


def _position(rng: random.Random, length: int, system: System) -> Position:
    auction = Auction(Seat(rng.randrange(4)))
    while len(auction.calls) < length:
        auction = auction.after(_call(rng, auction))
    turn = auction.turn
    assert turn is not None
    seat = turn if rng.random() < 0.6 else Seat(rng.randrange(4))
    hand = Deal.random(rng)[seat] if rng.random() < 0.7 else None
    systems = Systems(system, rng.choice(list(System)))
    return Position(hand, seat, auction, rng.choice(list(Vulnerability)), systems)


def _call(rng: random.Random, auction: Auction) -> Call:
    """A pass, unless it might end the auction, or one of the cheapest other calls."""
    others = [call for call in auction.legal_calls if call != PASS]
    two_passes = auction.calls[-2:] == (PASS, PASS)
    return rng.choice(others[:2]) if two_passes or rng.random() < 0.4 else PASS


@pytest.fixture(scope="module", params=["fast", "exact"])
def explainer(request: pytest.FixtureRequest) -> Explainer:
    """The released model as a node loads it, and in float32."""
    return Explainer.load(exact=request.param == "exact")


def assert_invariant(ask: Ask, positions: list[Position], sizes: Sequence[int]) -> None:
    """Ask for the positions one by one, then in batches of these sizes, each in another order."""
    alone = [texts_of(ask, [position])[0] for position in positions]
    assert len(set(alone)) == len(positions)
    for size in sizes:
        order = list(range(len(positions)))
        random.Random(size).shuffle(order)
        for start in range(0, len(order), size):
            rows = order[start : start + size]
            together = texts_of(ask, [positions[row] for row in rows])
            assert together == [alone[row] for row in rows], f"in a batch of {size}: {rows}"


def texts_of(ask: Ask, positions: Sequence[Position]) -> list[str]:
    return [encoded(answer.to_json()) for answer in ask(positions)]


def test_an_explanation_is_the_same_in_every_batch(explainer: Explainer) -> None:
    assert_invariant(explainer.explain_many, some_positions(), (2, 3, 8, 16))


def test_without_comparing_systems_too(explainer: Explainer) -> None:
    """A batch has fewer rows then, and a question alone one auction."""

    def ask(positions: Sequence[Position]) -> Sequence[ToJson]:
        return explainer.explain_many(positions, compare=False)

    assert_invariant(ask, some_positions(), (2, 5, 16))


def test_options_are_the_same_in_every_batch(explainer: Explainer) -> None:
    assert_invariant(explainer.options_many, some_positions()[:12:2], (2, 3, 6))


def test_a_refined_explanation_is_the_same_in_every_batch(explainer: Explainer) -> None:
    assert_invariant(explainer.refine_many, some_positions()[2:7:2], (3,))


def test_a_product_meets_few_numbers_of_rows() -> None:
    """oneDNN keeps a kernel for each in bfloat16: a node's memory would grow with every batch."""
    explainer, met = Explainer.load(), set()

    def linear(module: nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
        met.add(inputs[0].numel() // inputs[0].shape[-1])

    def recurrent(module: nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
        sequences, steps, _ = inputs[0].shape
        assert steps in (1, 2, 4, 8)
        met.add(sequences)

    assert explainer.advice_head is not None
    for module in (*explainer.reader.modules(), *explainer.advice_head.modules()):
        if isinstance(module, nn.Linear):
            module.register_forward_pre_hook(linear)
        elif isinstance(module, nn.GRU):
            module.register_forward_pre_hook(recurrent)
    positions = some_positions()
    for start in range(5):
        texts_of(explainer.explain_many, positions[start::3])
        texts_of(explainer.options_many, positions[start:9:4])
    assert met <= set(BLOCK_SIZES)
    assert len(met) > 6  # different ones were there to be met


def test_rows_in_blocks_are_those_of_the_whole() -> None:
    layer = nn.Linear(7, 5)
    for count in (0, 1, 11, 12, 13, 511, 512, 513, 1500):
        rows = torch.randn(count, 7)
        with torch.no_grad():
            assert torch.allclose(apply_in_blocks(layer, rows), layer(rows), atol=1e-6)
    assert [block_size(count) for count in (1, 12, 13, 33, 449, 512)] == [12, 12, 16, 40, 512, 512]


def test_auctions_of_uneven_lengths_are_read_as_each_alone() -> None:
    """One long auction beside short ones, which are run in groups of similar lengths."""
    torch.manual_seed(3)
    bidder = Bidder(BidderConfig(state_width=16, call_embedding=8)).eval()
    positions = some_positions()
    batch = encode_positions(positions)
    assert 2 * int((batch.n_calls + 1).sum()) < len(batch) * batch.steps
    with torch.inference_mode():
        states = bidder.encode(batch)
        assert states is not None
        for row, position in enumerate(positions):
            alone = bidder.encode(encode_positions([position]))
            assert alone is not None
            assert torch.equal(alone[0], states[row, : len(position.auction.calls) + 1])
