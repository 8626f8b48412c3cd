"""Paper P1's network (section 3.1), and this project's with the parts that the released one lacks.

In the paper's arrangement a stacked GRU reads the auction of one player, with the own hand at its
input (figure 3), and the heads see its state alone. In both arrangements the call head may also
receive the predictions of the other heads (figure 2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from bidding.domain.calls import N_CALLS
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import (
    N_CARDS,
    N_SEATS,
    N_VULNERABILITIES,
    PUBLIC_STEP_LAYOUT,
    TABLE_LAYOUT,
    VOCABULARY,
    Layout,
)
from bidding.encoding.views import Views, vulnerability_features
from bidding.networks.bidder import (
    CARD_WIDTH,
    HCP_WIDTH,
    IMPOSSIBLE,
    LENGTH_WIDTH,
    Bidder,
    BidderConfig,
    Outputs,
    PublicState,
    ResidualTrunk,
    run_gru,
)
from bidding.networks.checkpoint import Kind, ModelInfo, load_network

_HANDS = {"hcp": HCP_WIDTH, "lengths": LENGTH_WIDTH, "cards": CARD_WIDTH}  # by head
_GATES = 3  # of a GRU: reset, update, new
_EMBEDDING_STD = 0.25

# One step of the auction (section 3.1, figure 3, table 1).
PLAYER_STEP_LAYOUT = Layout(
    (
        ("cards", N_CARDS),
        ("vulnerability", N_VULNERABILITIES),  # we, they
        ("my_turn", 1),
        ("legal", VOCABULARY),
    )
)


@dataclass(frozen=True)
class P1Config(BidderConfig):
    """The hyperparameters of a network of either arrangement."""

    paper: bool = False
    """The paper's arrangement: the own hand at the input of the GRU, heads on its state, a
    probability per hidden player and card, all 41 tokens (tables 1 and 2) instead of 38 calls,
    and gradients of the call head through the predictions of the others (equation 3)."""

    rule_vector: bool = True
    """Input the legal calls, and mask illegal ones in the output (figure 9)."""

    position_flag: bool = True
    """Input the seat to call (section 3.1)."""

    beliefs: bool = True
    """Input the predictions of the other heads to the call head (figure 2)."""

    @property
    def tokens(self) -> int:
        """Number of outputs of the call head."""
        return VOCABULARY if self.paper else N_CALLS

    @property
    def omitted(self) -> tuple[str, ...]:
        """Names of the input blocks that are left out."""
        rules = () if self.rule_vector else ("legal",)
        return rules if self.position_flag else (*rules, "my_turn", "to_call")


class P1Bidder(Bidder):
    """A bidder of a P1 configuration."""

    config: P1Config

    def __init__(self, config: P1Config) -> None:
        super().__init__(config)
        hidden = width = config.readout_width
        if config.paper:
            width = config.state_width
            self.add_module("state", PlayerState(config))
            self.add_module("trunk", NoTrunk())
            for name, outputs in _HANDS.items():
                self.add_module(name, _head(width, hidden, outputs))
        elif config.omitted:
            self.state, self.trunk = AblatedState(config), AblatedTrunk(config)
        beliefs = sum(_HANDS.values()) if config.beliefs else 0
        self.call = _head(width + beliefs, hidden, config.tokens)

    def forward(
        self,
        batch: AuctionBatch,
        views: Views,
        states: Tensor | None = None,
        *,
        n_hand_views: int | None = None,
    ) -> Outputs:
        """Return the logits of each view, (view, token) of the call in the paper's arrangement."""
        own = views.own_cards(batch)  # (view, card)
        features = self.trunk(self.state(batch, views, states), batch, views, own)  # (view, width)
        hands = self.hands(features, own, views.sees_hand)
        if self.config.beliefs:
            features = torch.cat([features, self._beliefs(*hands).to(features.dtype)], dim=-1)
        hcp, lengths, cards = self.calibrated(*hands, batch, views)
        call = self.legal_calls(features, batch, views)
        return Outputs(hcp, lengths.permute(0, 2, 3, 1), cards.transpose(1, 2), call, features)

    def next_call(self, batch: AuctionBatch, views: Views, states: Tensor | None = None) -> Tensor:
        """Return only the logits of the call."""
        return self(batch, views, states).call

    def only_legal(self, call: Tensor, batch: AuctionBatch, views: Views) -> Tensor:
        """Mask illegal calls and tokens, unless the rule vector is left out."""
        if not self.config.rule_vector:
            return call
        legal = batch.legal[views.auction, views.step, : self.config.tokens]
        return call.masked_fill(~legal, IMPOSSIBLE)

    def _beliefs(self, hcp: Tensor, lengths: Tensor, cards: Tensor) -> Tensor:
        """Return (view, beliefs): the predictions of the other heads as probabilities."""
        owners = cards.sigmoid() if self.config.paper else cards.softmax(1)
        parts = (hcp.softmax(-1), lengths.softmax(1), owners)
        beliefs = torch.cat([part.flatten(1) for part in parts], dim=-1)
        return beliefs if self.config.paper else beliefs.detach()


def _head(width: int, hidden: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(width, hidden), nn.SiLU(), nn.Linear(hidden, outputs))


class PlayerState(nn.Module):
    """The auction of one player, with the own hand at the input (figure 3)."""

    def __init__(self, config: P1Config) -> None:
        super().__init__()
        self.omitted = config.omitted
        self.calls = nn.Embedding(VOCABULARY, config.call_embedding)
        inputs = config.call_embedding + PLAYER_STEP_LAYOUT.width
        self.gru = nn.GRU(inputs, config.state_width, config.state_layers, batch_first=True)
        self._initialise()

    def _initialise(self) -> None:
        """Keep the hand's share of the signal: Glorot's weights with the gain of tanh at the input
        of each gate, orthogonal ones between states, no biases, and embeddings as long as a hand.

        With torch's own initial weights learning sets in far later.
        """
        nn.init.normal_(self.calls.weight, std=_EMBEDDING_STD)
        for name, weight in self.gru.named_parameters():
            for gate in weight.detach().chunk(_GATES):
                if name.startswith("bias"):
                    nn.init.zeros_(gate)
                elif name.startswith("weight_ih"):
                    nn.init.xavier_normal_(gate, nn.init.calculate_gain("tanh"))
                else:
                    nn.init.orthogonal_(gate)

    def forward(self, batch: AuctionBatch, views: Views, states: None = None) -> Tensor:
        """Return (view, state_width), with one pass for all steps of a viewer's auction."""
        key = (views.auction * N_SEATS + views.viewer) * 2 + views.sees_hand.long()
        runs, run_of_view = key.unique(return_inverse=True)
        auction = runs // 2 // N_SEATS
        readers = Views(auction, torch.zeros_like(runs), runs // 2 % N_SEATS, runs % 2 == 1)
        calls = self.calls(batch.tokens[auction])
        known = without(PLAYER_STEP_LAYOUT, player_steps(batch, readers), self.omitted)
        steps = torch.cat([calls, known.to(calls)], dim=-1)
        return run_gru(self.gru, steps, batch.n_calls[auction])[run_of_view, views.step]


class NoTrunk(nn.Module):
    """The recurrent state unchanged, the only input of the heads."""

    def forward(self, state: Tensor, batch: AuctionBatch, views: Views, own: Tensor) -> Tensor:
        """Return the (view, width) state."""
        return state


class AblatedState(PublicState):
    """The public state without some inputs."""

    def __init__(self, config: P1Config) -> None:
        super().__init__(config)
        self.omitted = config.omitted

    def inputs(self, batch: AuctionBatch) -> Tensor:
        """Return (G, T + 1, PUBLIC_STEP_LAYOUT.width) features of each step."""
        return without(PUBLIC_STEP_LAYOUT, super().inputs(batch), self.omitted)


class AblatedTrunk(ResidualTrunk):
    """The residual trunk without some inputs."""

    def __init__(self, config: P1Config) -> None:
        super().__init__(config)
        self.omitted = config.omitted

    def table(self, batch: AuctionBatch, views: Views) -> Tensor:
        """Return (view, TABLE_LAYOUT.width) features of auction and table."""
        return without(TABLE_LAYOUT, super().table(batch, views), self.omitted)


def player_steps(batch: AuctionBatch, views: Views) -> Tensor:
    """Return (Q, T + 1, PLAYER_STEP_LAYOUT.width): features relative to the views' viewers."""
    shape = (len(views), batch.steps, -1)
    auction, viewer = views.auction, views.viewer
    vulnerability = vulnerability_features(batch.vulnerability[auction], viewer)
    my_turn = (batch.seat[auction] == viewer[:, None]) & ~batch.is_over[auction]
    return PLAYER_STEP_LAYOUT.join(
        {
            "cards": views.own_cards(batch)[:, None].expand(shape),
            "vulnerability": vulnerability[:, None].expand(shape),
            "my_turn": my_turn[..., None],
            "legal": batch.legal[auction],
        }
    )


def without(layout: Layout, vector: Tensor, names: Iterable[str]) -> Tensor:
    """Return the (..., width) vector with these blocks set to zero."""
    masked = set(names)
    kept = [name not in masked for name, width in layout.blocks for _ in range(width)]
    return vector & torch.tensor(kept, device=vector.device)


def is_paper(bidder: Bidder) -> bool:
    """Return True for the paper's arrangement."""
    return isinstance(bidder.config, P1Config) and bidder.config.paper


P1_BIDDER: Kind[Bidder] = Kind(
    "bidder",
    lambda settings: P1Bidder(P1Config.from_dict(settings)),
    command="-m research.p1 train",
)


def load_p1_bidder(folder: Path, device: torch.device | str = "cpu") -> tuple[Bidder, ModelInfo]:
    """Load and verify a bidder of either arrangement, as ``load_network`` does."""
    return load_network(P1_BIDDER, folder, device)
