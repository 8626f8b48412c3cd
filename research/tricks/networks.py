"""The papers' networks, built from the names that the papers give them.

``(52x4)-(26x4)-26-13-1`` has layers of 4 groups of 52, 4 groups of 26, 26, 13 and 1. Between
two layers of equally many groups each group is connected with its own only ("selectively");
all else is connected fully. ``(52x4+84)-(13x4+21)-26-1`` has five groups. In 26x4 the cards of a
hand come in pairs (rank, suit), and each of 13 neurons sees the pair of one card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np
import torch
from torch import Tensor, nn

from bidding.tricks.solved import MAX_TRICKS

N_CLASSES = MAX_TRICKS + 1
_ACTIVATIONS = {"logistic": nn.Sigmoid, "tanh": nn.Tanh}
_LAYER = re.compile(r"\d+|\(\d+(?:x\d+)?(?:\+\d+(?:x\d+)?)*\)")
Blocks = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class NetworkConfig:
    """A network of the papers."""

    layers: str
    """Its name in the papers: ``52-25-1``."""

    activation: str = "logistic"
    """``logistic`` or ``tanh``, of all neurons."""

    by_card: bool = False
    """Let the first hidden layer see card by card (26x4)."""

    margin: float = 0.1
    """A single output's range leaves so much of [0, 1] free at both ends (P3: nothing)."""

    compares: bool = False
    """Tell which of two deals promises more tricks (paper P3, figure 3): the first layer is one for
    both, and the second sees what it makes of either."""

    def __post_init__(self) -> None:
        if not isinstance(self.layers, str):
            raise ValueError(f"layers is {self.layers!r}; it must be a text as in '52-25-1'")
        if self.activation not in _ACTIVATIONS:
            raise ValueError(f"activation is {self.activation!r}; it must be logistic or tanh")
        if not 0 <= self.margin < 0.5:
            raise ValueError(f"margin is {self.margin!r}; it must be from 0 to below 0.5")
        if len(self.blocks) < 1:
            raise ValueError(f"{self.layers!r} has one layer only")
        if self.compares and (len(self.blocks) < 2 or self.outputs != 1):
            raise ValueError(f"{self.layers!r} compares with three layers or more, and one output")

    @property
    def blocks(self) -> tuple[Blocks, ...]:
        """For each layer of weights its blocks (inputs, outputs)."""
        groups = [_groups(layer) for layer in _split(self.layers)]
        blocks = [_connect(*pair) for pair in pairwise(groups)]
        if self.compares and len(groups) > 2:
            blocks[1] = ((2 * sum(groups[1]), sum(groups[2])),)
        return (_card_by_card(blocks[0]), *blocks[1:]) if self.by_card else tuple(blocks)

    @property
    def inputs(self) -> int:
        """The width of the input layer."""
        return sum(size for size, _ in self.blocks[0])

    @property
    def outputs(self) -> int:
        """1, 14, or as many as there are inputs."""
        return sum(size for _, size in self.blocks[-1])

    @property
    def neurons(self) -> int:
        """As P2 counts in table III: the inputs too."""
        return self.inputs + sum(size for layer in self.blocks for _, size in layer)

    @property
    def connections(self) -> int:
        """As P2 counts in table III: without the biases."""
        return sum(given * taken for layer in self.blocks for given, taken in layer)


def is_network(name: str) -> bool:
    """Return True if a text is written like 52-25-1 or (52x4)-(13x4)-13-1."""
    layers = _LAYER.findall(name)
    return len(layers) > 1 and "-".join(layers) == name


def _split(name: str) -> list[str]:
    """The layers of a network's name; raises ValueError if it is none."""
    layers = _LAYER.findall(name)
    if "-".join(layers) != name:
        raise ValueError(f"{name!r} is no network; write it like 52-25-1 or (52x4)-(13x4)-13-1")
    return layers


def _groups(layer: str) -> tuple[int, ...]:
    """``(52x4+84)`` to (52, 52, 52, 52, 84)."""
    sizes: list[int] = []
    for term in layer.strip("()").split("+"):
        size, _, times = term.partition("x")
        sizes += [int(size)] * int(times or 1)
    return tuple(sizes)


def _connect(before: tuple[int, ...], after: tuple[int, ...]) -> Blocks:
    """The blocks between two layers: group by group if there are as many, or all with all."""
    if len(before) == len(after):
        return tuple(zip(before, after, strict=True))
    return ((sum(before), sum(after)),)


def _card_by_card(blocks: Blocks) -> Blocks:
    """Blocks of 26 inputs and 13 neurons cut into 13 blocks of 2 and 1."""
    return tuple(
        part for block in blocks for part in ([(2, 1)] * 13 if block == (26, 13) else [block])
    )


class SelectiveLayer(nn.Module):
    """Weights in blocks: each sees its own inputs only.

    Computed with a row for each neuron, so that the inputs of a block lie together; from layer to
    layer nothing is moved, and nothing at all where the first inputs are laid out so too.
    """

    def __init__(self, blocks: Blocks) -> None:
        super().__init__()
        self.alike = len(set(blocks)) == 1
        runs = [list(run) for _, run in groupby(blocks)]
        self.runs = [len(run) for run in runs]
        self.sizes = [sum(given for given, _ in run) for run in runs]
        self.parts = nn.ModuleList(
            [Stacked(len(blocks), *blocks[0])]
            if self.alike
            else [nn.Linear(*block) for block in blocks]
        )

    def forward(self, x: Tensor) -> Tensor:
        """(n, inputs) to (n, outputs)."""
        if self.alike:
            stacked = self.get_parameter("parts.0.weight").transpose(1, 2)
            return _products(stacked, self.get_parameter("parts.0.bias"), x.T).T
        outputs, first = [], 0
        for given, blocks in zip(x.T.split(self.sizes), self.runs, strict=True):
            places = range(first, first + blocks)
            weights, biases = (
                torch.stack([self.get_parameter(f"parts.{place}.{name}") for place in places])
                for name in ("weight", "bias")
            )
            outputs.append(_products(weights, biases, given))
            first += blocks
        return torch.cat(outputs).T


class Stacked(nn.Module):
    """The weights of blocks of one size."""

    def __init__(self, blocks: int, given: int, taken: int) -> None:
        super().__init__()
        bound = given**-0.5
        self.weight = nn.Parameter(torch.empty(blocks, given, taken).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.empty(blocks, taken).uniform_(-bound, bound))


def _products(weight: Tensor, bias: Tensor, x: Tensor) -> Tensor:
    """(blocks, taken, given), (blocks, taken), (blocks · given, n) to (blocks · taken, n)."""
    parts = x.reshape(len(weight), -1, x.shape[1])
    return torch.baddbmm(bias[..., None], weight, parts).flatten(0, 1)


class TrickNetwork(nn.Module):
    """A network of the papers, and how its output is read as a number of tricks."""

    edges: Tensor  # (15,) where the intervals of a single output begin and end

    def __init__(self, config: NetworkConfig) -> None:
        super().__init__()
        self.config = config
        self.layers = nn.ModuleList(
            nn.Linear(*blocks[0]) if len(blocks) == 1 else SelectiveLayer(blocks)
            for blocks in config.blocks
        )
        self.activation = _ACTIVATIONS[config.activation]()
        edges = torch.linspace(config.margin, 1 - config.margin, N_CLASSES + 1)
        self.register_buffer("edges", edges)

    @property
    def coder_layers(self) -> int:
        """Number of layers that code the inputs, of an autoencoder."""
        return len(self.layers) // 2

    def forward(self, x: Tensor) -> Tensor:
        """(n, inputs) to (n, outputs), each after its activation."""
        for layer in self.layers:
            x = self.activation(layer(x))
        return x

    def share_out(self, tricks: np.ndarray) -> None:
        """Make the intervals as wide as the results are frequent (P2, table II)."""
        counts = np.bincount(tricks, minlength=N_CLASSES) + 1.0
        shares = np.concatenate([[0.0], np.cumsum(counts) / counts.sum()])
        margin = self.config.margin
        self.edges.copy_(torch.from_numpy(margin + (1 - 2 * margin) * shares))

    def targets(self, tricks: Tensor) -> Tensor:
        """(n,) tricks to what the outputs should be: the interval's middle, or one of 14."""
        if self.config.outputs == N_CLASSES:
            return nn.functional.one_hot(tricks, N_CLASSES).float()
        middles = (self.edges[:-1] + self.edges[1:]) / 2
        return middles[tricks][:, None]

    def answers(self, outputs: Tensor) -> Tensor:
        """(n, outputs) to (n,) whole tricks."""
        if self.config.outputs == N_CLASSES:
            return outputs.argmax(1)
        return torch.bucketize(outputs[:, 0].contiguous(), self.edges[1:-1])

    def chances(self, outputs: Tensor) -> Tensor | None:
        """(n, 14) the outputs as shares of their sum; None for a single output."""
        if self.config.outputs != N_CLASSES:
            return None
        positive = outputs.clamp(min=0) + 1e-9
        return positive / positive.sum(1, keepdim=True)


class Comparator(TrickNetwork):
    """A network that tells which of two deals promises more tricks (P3, figure 3)."""

    def codes(self, x: Tensor) -> Tensor:
        """(n, inputs) to (n, codes)."""
        return torch.as_tensor(self.activation(self.layers[0](x)))

    def judged(self, codes: Tensor) -> Tensor:
        """(n, 2 · codes) of two deals each to (n, 1): the chance that the first has more tricks."""
        for layer in self.layers[1:]:
            codes = self.activation(layer(codes))
        return codes

    def forward(self, x: Tensor) -> Tensor:
        """(n, 2, inputs) to (n, 1), as ``judged``."""
        return self.judged(self.codes(x.flatten(0, 1)).reshape(len(x), -1))

    def targets(self, tricks: Tensor) -> Tensor:
        """(n,) 1 where the first deal has more tricks, else 0, to (n, 1)."""
        return tricks[:, None].float()

    def answers(self, outputs: Tensor) -> Tensor:
        """(n, 1) chances to (n,) 1 or 0."""
        return (outputs[:, 0] > 0.5).long()


def network_of(config: NetworkConfig) -> TrickNetwork:
    """A new network of that configuration."""
    return Comparator(config) if config.compares else TrickNetwork(config)
