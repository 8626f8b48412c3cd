"""The same question gets the same answer, byte for byte, in whatever batch it is computed.

With the released weights, in the numbers that this processor computes in and in float32, and on
what of the instruction sets the processor has.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
import torch
from torch import Tensor, nn

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.cards import Deal
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.position import PlayedBoard, Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.auction_batch import encode_positions
from bidding.explaining.analysis.review import frequencies
from bidding.explaining.explainer import Explainer
from bidding.json_text import ToJson, encoded
from bidding.networks.arithmetic import BlockGRU, BlockLinear, fast_dtype
from bidding.networks.bidder import Bidder, BidderConfig

INSTRUCTION_SETS = {
    "AVX2": ("avx2", "AVX2"),
    "AVX512_CORE": ("avx512_dq", "AVX512"),
    "AVX512_CORE_BF16": ("avx512_bf16", "AVX512"),
    "AVX512_CORE_AMX": ("amx_bf16", "AVX512"),
}
"""oneDNN's names, each with what the processor must have, and MKL's name."""

NUMBERS = ["fast"] if fast_dtype("cpu") is torch.float32 else ["fast", "exact"]
"""Those that a node computes in, and float32 where it is not the same."""

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
    systems = Systems.plain(system, rng.choice(list(System)))
    return Position(hand, seat, auction, rng.choice(list(Vulnerability)), systems)


def _call(rng: random.Random, auction: Auction) -> Call:
    """A pass, unless it might end the auction, or one of the cheapest other calls."""
    others = [call for call in auction.legal_calls if call != PASS]
    two_passes = auction.calls[-2:] == (PASS, PASS)
    return rng.choice(others[:2]) if two_passes or rng.random() < 0.4 else PASS


@pytest.fixture(scope="module", params=NUMBERS)
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


@pytest.mark.parametrize("name", INSTRUCTION_SETS)
def test_answers_are_the_same_in_every_batch_with_these_instructions(name: str) -> None:
    """Slow: a process each loads the model."""
    has = torch.cpu.get_capabilities()
    needed, of_mkl = INSTRUCTION_SETS[name]
    if not has.get(needed):
        pytest.skip(f"this processor has no {name}")
    if not any(has.get(better) for better, _ in later(name)):
        pytest.skip("it is what the other tests run on")
    limits = {"ONEDNN_MAX_CPU_ISA": name, "MKL_ENABLE_INSTRUCTIONS": of_mkl}
    code = f"from {__name__} import check_few; check_few()"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=os.environ | limits, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def later(name: str) -> list[tuple[str, str]]:
    """Return what the instruction sets after this one need."""
    return list(INSTRUCTION_SETS.values())[list(INSTRUCTION_SETS).index(name) + 1 :]


def check_few() -> None:
    """Raise AssertionError if an answer of any kind depends on those asked with it."""
    few = some_positions()[1:8]
    for numbers in NUMBERS:
        explainer = Explainer.load(exact=numbers == "exact")
        assert_invariant(explainer.explain_many, few, (2, 5))
        assert_invariant(explainer.options_many, few[:4], (3,))
        assert_invariant(explainer.refine_many, few[2:5], (3,))
        assert_calls_are_graded_alike(explainer)


def test_an_explanation_is_the_same_in_every_batch(explainer: Explainer) -> None:
    assert_invariant(explainer.explain_many, some_positions(), (3, 16))


def test_without_comparing_systems_too(explainer: Explainer) -> None:
    """A batch has fewer rows then, and a question alone one auction."""

    def ask(positions: Sequence[Position]) -> Sequence[ToJson]:
        return explainer.explain_many(positions, compare=False)

    assert_invariant(ask, some_positions(), (5,))


def test_options_are_the_same_in_every_batch(explainer: Explainer) -> None:
    assert_invariant(explainer.options_many, some_positions()[:12:2], (4,))


def test_a_refined_explanation_is_the_same_in_every_batch(explainer: Explainer) -> None:
    assert_invariant(explainer.refine_many, some_positions()[2:7:2], (3,))


def test_a_call_is_graded_the_same_alone_and_among_the_others(explainer: Explainer) -> None:
    assert_calls_are_graded_alike(explainer)


def assert_calls_are_graded_alike(explainer: Explainer) -> None:
    """As practice asks for it when it is made, and once more at the end of the board."""
    rng, auction = random.Random(5), Auction(Seat.N)
    while len(auction.calls) < 14:
        auction = auction.after(_call(rng, auction))
    board = PlayedBoard(Deal.random(rng).hands, auction, Vulnerability.NS)
    together = frequencies(explainer.reader, board, explainer.advice_head)
    assert any(frequency.best is not None for frequency in together.values())
    for k, frequency in together.items():
        then = replace(board, auction=auction.prefix(k + 1), graded_from=k)
        assert frequencies(explainer.reader, then, explainer.advice_head) == {k: frequency}


def test_a_product_has_one_number_of_rows(explainer: Explainer) -> None:
    """oneDNN keeps a kernel for each in bfloat16: a node's memory would grow with every batch."""
    met: dict[BlockLinear, set[int]] = {}

    def product(self: BlockLinear, block: Tensor) -> Tensor:
        met.setdefault(self, set()).add(len(block))
        return original(self, block)

    original = BlockLinear.product
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BlockLinear, "product", product)
        own = Systems(ns=ConventionCard.from_code("sayc-a0"))
        positions = [replace(one, systems=own) for one in some_positions()]
        for count in (1, 3, 7):
            explainer.explain_many(positions[-count:])
            explainer.options_many(positions[:count])
    layers = [module for module in explainer.reader.modules() if isinstance(module, BlockLinear)]
    assert {id(layer) for layer in met} == {id(layer) for layer in layers}
    assert all(met[layer] == {layer.size} for layer in layers)


@pytest.mark.parametrize("size", [16, 48])
def test_rows_in_blocks_are_those_of_the_whole(size: int) -> None:
    torch.manual_seed(1)
    layer = nn.Linear(7, 5)
    blocks = BlockLinear(layer.weight, layer.bias, size)
    with torch.no_grad():
        for count in (0, 1, 11, 16, 47, 48, 49, 500):
            rows = torch.randn(count, 7)
            assert torch.allclose(blocks(rows), layer(rows), atol=1e-6)


def test_a_recurrent_layer_in_blocks_is_the_one_it_was_made_of() -> None:
    torch.manual_seed(2)
    gru, lengths = nn.GRU(5, 8, 3, batch_first=True), torch.tensor([3, 9, 1, 9, 4])
    steps = torch.randn(5, 9, 5)
    with torch.no_grad():
        states, expected = BlockGRU(gru)(steps, lengths), gru(steps)[0]
    for row, length in enumerate(lengths.tolist()):
        assert torch.allclose(states[row, :length], expected[row, :length], atol=1e-6)


def test_auctions_of_uneven_lengths_are_read_as_each_alone() -> None:
    """One long auction beside short ones, which take no part once they have ended."""
    torch.manual_seed(3)
    bidder = Bidder(BidderConfig(state_width=16, call_embedding=8)).for_inference()
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
