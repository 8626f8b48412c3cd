"""The bidder: its hyperparameters, a stacked GRU on the public auction, a read-out, and heads.

After paper P1 (section 3.1): the heads predict for each hidden player the distributions of HCP and
suit lengths, the owner of each card, and the next call. Unlike there, one recurrent pass serves
every viewer; the read-out joins its state with the calls by seat, the hand and the table. Heads for
the public meaning of a call predict its name and how far it is forcing.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from typing import Any, NamedTuple, Self

import torch
from torch import Tensor, nn

from bidding.domain.calls import N_CALLS
from bidding.domain.conventions import Forcing
from bidding.domain.table import Side
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import (
    ADJUSTMENT_LAYOUT,
    BID_SUITS_LAYOUT,
    EVALUATION_LAYOUT,
    HAND_LAYOUT,
    N_CARDS,
    N_HCP,
    N_HIDDEN,
    N_LENGTHS,
    N_OWNERS,
    N_SEATS,
    N_SUITS,
    N_SYSTEMS,
    OPTIONS_WIDTH,
    PARTNER,
    PUBLIC_STEP_LAYOUT,
    TABLE_LAYOUT,
    VOCABULARY,
)
from bidding.encoding.views import (
    HypotheticalViews,
    Views,
    adjustment_features,
    bid_suit_features,
    card_hcp,
    cards_of_sides,
    evaluation_features,
    hand_features,
    public_steps,
    table_features,
)
from bidding.networks.arithmetic import FEW_ROWS, BlockGRU, fast_dtype, in_blocks
from bidding.networks.config import Hyperparameters

_FIXED: dict[str, object] = {
    "state": "public",
    "readout": "residual",
    "blocks": "gated",
    "bid_suits": True,
    "card_head": "owners",
    "rule_vector": True,
    "position_flag": True,
    "beliefs": False,
    "system_inputs": True,
    "service_tokens": False,
}
"""Settings of weights and recipes of releases up to 0.11.0, each with the one value it can have."""

_UNUSED = {"detached_beliefs", "dropout"}
"""Settings of those releases that have no effect."""

IMPOSSIBLE = torch.finfo(torch.float32).min  # a logit whose softmax is exactly zero
HCP_WIDTH = N_HIDDEN * N_HCP
LENGTH_WIDTH = N_HIDDEN * N_SUITS * N_LENGTHS
CARD_WIDTH = N_CARDS * N_OWNERS
# Indexed first by ``sees_hand``.
_TEMPERATURES = {"temperature": (2, N_SYSTEMS), "hand_temperature": (2, 3, N_SYSTEMS)}


@dataclass(frozen=True)
class BidderConfig(Hyperparameters):
    """The hyperparameters of a bidder. Raises ValueError for an invalid value."""

    may_be_zero = ("readout_blocks", "meaning_width", "meaning_blocks", "meanings")

    state_width: int = 128
    """Width of each recurrent layer."""

    state_layers: int = 3
    """Stacked recurrent layers (paper P1: three)."""

    call_embedding: int = 128
    """Width of the embedding of a call (paper P1: 256)."""

    readout_width: int = 640
    """Width of the residual trunk."""

    readout_blocks: int = 3
    """Residual blocks of the trunk."""

    evaluation: bool = False
    """Input hand evaluation to the trunk: points for shape, losers, …"""

    adjustment: bool = False
    """Input adjustments to the point count to the trunk: tens, stoppers, …"""

    meaning_width: int = 0
    """Width of the trunk of the meaning heads; 0 for none."""

    meaning_blocks: int = 2
    """Residual blocks of that trunk."""

    meanings: int = 0
    """Number of meanings predicted, the first of the vocabulary."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.meaning_width and not self.meanings:
            raise ValueError("meaning heads want a number of meanings")

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Build a configuration from a TOML or JSON table. Raises ValueError for unknown names.

        Settings of earlier releases are accepted at the values that the network still has.
        """
        values, names = dict(values), {field.name for field in fields(cls)}
        former = {name: values[name] for name in values.keys() - names - _UNUSED}
        if unknown := former.keys() - _FIXED.keys():
            raise ValueError(f"unknown settings of the bidder: {', '.join(sorted(unknown))}")
        for name, value in former.items():
            if value != _FIXED[name]:
                raise ValueError(f"{name} is {value!r}; it can only be {_FIXED[name]!r}")
        return cls(**{name: value for name, value in values.items() if name in names})


class CardLayer(nn.Linear):
    """What the two sides' convention cards add to a layer; nothing where no card departs.

    It begins at zero, so that a network without it goes on as it was.
    """

    def __init__(self, width: int) -> None:
        super().__init__(2 * OPTIONS_WIDTH, width, bias=False)
        nn.init.zeros_(self.weight)


class GatedBlock(nn.Module):
    """x + W₂ · (silu(W₃ · norm(x)) * W₁ · norm(x)): a gated linear unit (Shazeer 2020)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, width)
        self.down = nn.Linear(width, width)
        self.gate = nn.Linear(width, width)

    def forward(self, features: Tensor, of_cards: Tensor | None = None) -> Tensor:
        """(view, width) to (view, width); ``of_cards`` (view, width) moves what is gated."""
        normed = self.norm(features)
        if of_cards is not None:
            normed = normed + of_cards
        hidden = nn.functional.silu(self.gate(normed)) * self.up(normed)
        return features + torch.as_tensor(self.down(hidden))


class MeaningOutputs(NamedTuple):
    """Logits of Q calls, float32, divided by the temperature of the caller's system."""

    name: Tensor  # (call, meaning), in the order of domain.conventions.MEANINGS
    forcing: Tensor  # (call, 3), in the order of domain.conventions.Forcing


class MeaningHead(nn.Module):
    """Residual blocks over the public state after a call, the calls by seat, and the call."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        width, state = config.meaning_width, N_SEATS * config.state_width
        self.entry = nn.Linear(state + TABLE_LAYOUT.width + VOCABULARY, width)
        self.cards = nn.ModuleList(CardLayer(width) for _ in range(config.meaning_blocks + 1))
        self.blocks = nn.ModuleList(GatedBlock(width) for _ in range(config.meaning_blocks))
        self.norm = nn.LayerNorm(width)
        self.name = nn.Linear(width, config.meanings)
        self.forcing = nn.Linear(width, len(Forcing))
        self.temperature: Tensor
        self.register_buffer("temperature", torch.ones(N_SYSTEMS))

    def forward(self, state: Tensor, batch: AuctionBatch, calls: Views) -> MeaningOutputs:
        """Return the meanings of calls, each viewed from the next seat after it is made.

        ``state`` (call, 4 · state_width) is the public state at that step. ``calls.step``
        includes the call, so it is at least 1.
        """
        made = batch.calls[calls.auction, calls.step - 1]
        call = nn.functional.one_hot(made, VOCABULARY)
        inputs = torch.cat([table_features(batch, calls), call.bool()], dim=-1)
        state = state.to(self.norm.weight)  # may be bfloat16 in a copy for inference
        features = self.entry(torch.cat([inputs.to(state), state], dim=-1))
        inner: Sequence[Tensor] = ()
        if batch.cards is not None:
            cards = cards_of_sides(batch.cards[calls.auction], calls.viewer).to(state)
            entry, *inner = (layer(cards) for layer in self.cards)
            features = features + entry
        for block, moved in zip_longest(self.blocks, inner):
            features = block(features, moved)
        features = self.norm(features)
        caller = batch.seat[calls.auction, calls.step - 1] % 2
        temperature = self.temperature[batch.systems[calls.auction, caller], None]
        name, forcing = self.name(features), self.forcing(features)
        return MeaningOutputs(name.float() / temperature, forcing.float() / temperature)


class Outputs(NamedTuple):
    """Logits, float32; IMPOSSIBLE for values excluded by the own hand or the rules.

    ``hcp``, ``lengths`` and ``cards`` cover the first ``n_hand_views`` views, ``call`` all views,
    and so do ``features``, which the heads read.
    """

    hcp: Tensor  # (view, hidden player, HCP)
    lengths: Tensor  # (view, hidden player, suit, length)
    cards: Tensor  # (view, card, owner); owner 0 is the viewer
    call: Tensor  # (view, call)
    features: Tensor  # (view, readout_width)


class Bidder(nn.Module):
    """The network of a configuration; ``forward`` predicts for Q views of a batch of auctions."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.config = config
        self.state = PublicState(config)
        self.trunk = ResidualTrunk(config)
        width = config.readout_width
        self.hcp = nn.Linear(width, HCP_WIDTH)
        self.lengths = nn.Linear(width, LENGTH_WIDTH)
        self.cards = nn.Linear(width, CARD_WIDTH)
        self.call = nn.Sequential(nn.Linear(width, width), nn.SiLU(), nn.Linear(width, N_CALLS))
        self.meanings = MeaningHead(config) if config.meaning_width else None
        # Calibration: divisors of the logits, separately without and with an own hand. The call's
        # by the system of the side to call; those of HCP and lengths by the hidden hand's, those of
        # cards by partner's, since each card's logits are shared by all players.
        self.temperature: Tensor
        self.hand_temperature: Tensor
        for name, shape in _TEMPERATURES.items():
            self.register_buffer(name, torch.ones(shape))

    def forward(
        self,
        batch: AuctionBatch,
        views: Views,
        states: Tensor | None = None,
        *,
        n_hand_views: int | None = None,
    ) -> Outputs:
        """Return the logits of each view; see ``Outputs`` for shapes.

        ``states`` is ``encode(batch)`` if already computed. Hands are predicted for the first
        ``n_hand_views`` views only. The logits of a view are the same, bit for bit, whatever the
        other views are.
        """
        own = views.own_cards(batch)  # (view, card)
        features = self.trunk(self.state(batch, views, states), batch, views, own)  # (view, width)
        first = slice(n_hand_views)
        hands = self.hands(features[first], own[first], views.sees_hand[first])
        hcp, lengths, cards = self.calibrated(*hands, batch, views[first])
        call = self.legal_calls(features, batch, views)
        return Outputs(hcp, lengths.permute(0, 2, 3, 1), cards.transpose(1, 2), call, features)

    def next_call(self, batch: AuctionBatch, views: Views, states: Tensor | None = None) -> Tensor:
        """Return only the (view, call) call logits of ``forward``, skipping work not needed."""
        return self.legal_calls(self.features(batch, views, states), batch, views)

    def decisions(
        self, batch: AuctionBatch, views: Views, states: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Return the ``features`` of views and the (view, 38) chances of their next calls."""
        features = self.features(batch, views, states)
        return features, self.legal_calls(features, batch, views).softmax(-1)

    def features(self, batch: AuctionBatch, views: Views, states: Tensor | None = None) -> Tensor:
        """Return (view, readout_width): what the heads of hands and calls read."""
        state = self.state(batch, views, states)
        return torch.as_tensor(self.trunk(state, batch, views, views.own_cards(batch)))

    def call_meanings(
        self, batch: AuctionBatch, calls: Views, states: Tensor | None = None
    ) -> MeaningOutputs:
        """Return the public meanings of calls, each viewed from the next seat after it is made.

        Raises ValueError for a network without meaning heads.
        """
        if self.meanings is None:
            raise ValueError("this network has no meaning heads (meaning_width is 0)")
        return self.meanings(self.state(batch, calls, states), batch, calls)

    def hands(self, features: Tensor, own: Tensor, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits of HCP (view, hidden player, HCP), lengths (view, length, hidden player,
        suit) and cards (view, owner, card): softmax over a short last axis would be slow.
        """
        heads = (self.hcp, self.lengths, self.cards)
        hcp, lengths, cards = (head(features).float() for head in heads)
        hcp = hcp.view(-1, N_HIDDEN, N_HCP)
        lengths = lengths.view(-1, N_LENGTHS, N_HIDDEN, N_SUITS)
        cards = cards.view(-1, N_OWNERS, N_CARDS)
        return *_possible_hands(hcp, lengths, own), _possible_owners(cards, own, seen)

    def calibrated(
        self, hcp: Tensor, lengths: Tensor, cards: Tensor, batch: AuctionBatch, views: Views
    ) -> tuple[Tensor, ...]:
        """Divide the logits of hands by their temperatures."""
        turns = torch.arange(1, N_SEATS, device=views.viewer.device)
        side = (views.viewer[:, None] + turns) % len(Side)
        system = batch.systems[views.auction].gather(1, side)
        temperatures = self.hand_temperature[views.sees_hand.long()]  # (view, kind, system)
        by_player = temperatures.gather(2, system[:, None].expand(-1, temperatures.shape[1], -1))
        of_hcp, of_lengths, of_cards = by_player.unbind(1)  # each (view, hidden player)
        divided = (
            hcp / of_hcp[..., None],
            lengths / of_lengths[:, None, :, None],
            cards / of_cards[:, PARTNER, None, None],
        )
        return tuple(logits.clamp(min=IMPOSSIBLE) for logits in divided)

    def legal_calls(self, features: Tensor, batch: AuctionBatch, views: Views) -> Tensor:
        """Return (view, call) logits, IMPOSSIBLE for illegal calls."""
        call = self.call(features).float()
        side = batch.seat[views.auction, views.step] % len(Side)
        system = batch.systems[views.auction, side]
        call = call / self.temperature[views.sees_hand.long(), system, None]
        return self.only_legal(call, batch, views)

    def only_legal(self, call: Tensor, batch: AuctionBatch, views: Views) -> Tensor:
        """Mask illegal calls."""
        legal = batch.legal[views.auction, views.step, :N_CALLS]
        return call.masked_fill(~legal, IMPOSSIBLE)

    def for_inference(self, dtype: torch.dtype | None = None, blocks: int | None = None) -> Bidder:
        """Return a copy for inference; on CPUs it computes in blocks (``arithmetic``).

        The recurrent layers, the residual read-out and its heads are in ``dtype``, the fastest of
        the device if omitted. Chances in bfloat16 differ from those in float32 by 0.001 on average.
        ``blocks`` limits the number of residual blocks. Such a copy itself is returned as it is.
        """
        if isinstance(self.state.gru, BlockGRU):
            return self
        copy = deepcopy(self).eval().requires_grad_(False)
        copy.trunk.blocks = copy.trunk.blocks[:blocks]
        copy.trunk.cards = copy.trunk.cards[: len(copy.trunk.blocks) + 1]
        for part in (copy.state.gru, copy.trunk, copy.hcp, copy.lengths, copy.cards, copy.call):
            part.to(dtype or fast_dtype(self.device))
        if self.device.type == "cpu":
            if copy.meanings is not None:
                in_blocks(copy.meanings, FEW_ROWS)
            in_blocks(copy)
        return copy

    @property
    def device(self) -> torch.device:
        """Where its weights are."""
        return self.temperature.device

    def encode(self, batch: AuctionBatch) -> Tensor:
        """Return the states that all views of a batch share."""
        return self.state.encode(batch)


class PublicState(nn.Module):
    """The public auction: one recurrent pass serves every viewer."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.calls = nn.Embedding(VOCABULARY * N_SEATS, config.call_embedding)
        self.table = nn.Linear(PUBLIC_STEP_LAYOUT.width, config.call_embedding)
        self.cards = CardLayer(config.call_embedding)
        self.gru: nn.GRU | BlockGRU = nn.GRU(
            config.call_embedding, config.state_width, config.state_layers, batch_first=True
        )

    def forward(self, batch: AuctionBatch, views: Views, states: Tensor | None) -> Tensor:
        """Return (view, 4 · state_width): the state in the block of the viewer's seat, counted
        from the dealer.
        """
        states = self.encode(batch) if states is None else states
        return self.by_seat(states[views.auction, views.step], batch, views)

    def by_seat(self, states: Tensor, batch: AuctionBatch, views: Views) -> Tensor:
        """Return (view, 4 · state_width) from the (view, state_width) states at the views."""
        block = nn.functional.one_hot(views.offset(batch), N_SEATS).to(states.dtype)
        return (block[:, :, None] * states[:, None]).flatten(1)

    def encode(self, batch: AuctionBatch) -> Tensor:
        """Return (G, T + 1, state_width): the state at each step of each auction."""
        turns = torch.arange(batch.steps, device=batch.calls.device) % N_SEATS
        known = self.inputs(batch).to(self.table.weight)
        table = self.table(known.flatten(0, 1))
        steps = self.calls(batch.tokens * N_SEATS + turns) + table.view(*batch.tokens.shape, -1)
        if batch.cards is not None:
            steps = steps + self.cards(cards_of_sides(batch.cards, batch.dealer))[:, None]
        return run_gru(self.gru, steps, batch.n_calls)

    def inputs(self, batch: AuctionBatch) -> Tensor:
        """Return (G, T + 1, PUBLIC_STEP_LAYOUT.width) features of each step."""
        return public_steps(batch)


class ResidualTrunk(nn.Module):
    """A trunk of residual blocks over state, calls by seat, hand and table."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        width = config.readout_width
        self.evaluation, self.adjustment = config.evaluation, config.adjustment
        self.entry = nn.Linear(sum(trunk_inputs(config).values()), width)
        self.cards = nn.ModuleList(CardLayer(width) for _ in range(config.readout_blocks + 1))
        self.blocks = nn.ModuleList(GatedBlock(width) for _ in range(config.readout_blocks))
        self.norm = nn.LayerNorm(width)

    def forward(self, state: Tensor, batch: AuctionBatch, views: Views, own: Tensor) -> Tensor:
        """Return (view, width) features for the heads."""
        hand = [hand_features(own), bid_suit_features(batch, views, own)]
        if self.evaluation:
            hand.append(evaluation_features(own))
        if self.adjustment:
            hand.append(adjustment_features(batch, views, own))
        if self.norm.weight.dtype is torch.bfloat16:  # in a copy for inference
            state = state.bfloat16()
        group_size = views.group_size if isinstance(views, HypotheticalViews) else 1
        tables = views[::group_size]
        features = self._enter(
            self.table(batch, tables).to(state), torch.cat(hand, dim=-1).to(state), state
        )
        if batch.cards is None:
            return self._read(features)
        cards = cards_of_sides(batch.cards[tables.auction], tables.viewer).to(state)
        entry, *inner = (layer(cards).repeat_interleave(group_size, 0) for layer in self.cards)
        return self._read(features + entry, inner)

    def table(self, batch: AuctionBatch, views: Views) -> Tensor:
        """Return (view, TABLE_LAYOUT.width) features of auction and table."""
        return table_features(batch, views)

    def _read(self, features: Tensor, of_cards: Sequence[Tensor] = ()) -> Tensor:
        """Return (view, width) features from those that enter, and what cards add to each block."""
        for block, moved in zip_longest(self.blocks, of_cards):
            features = block(features, moved)
        return torch.as_tensor(self.norm(features))

    def _enter(self, table: Tensor, own: Tensor, state: Tensor) -> Tensor:
        """Return (view, width) of all inputs; views that share a table share that computation."""
        group_size = len(own) // max(len(table), 1)
        if group_size <= 1:
            return torch.as_tensor(self.entry(torch.cat([table, own, state], dim=-1)))
        of_table, of_own, of_state = self.entry.weight.split(
            [table.shape[1], own.shape[1], state.shape[1]], dim=1
        )
        shared = nn.functional.linear(table, of_table, self.entry.bias)
        shared = shared + nn.functional.linear(state[::group_size], of_state)
        features = nn.functional.linear(own, of_own).view(len(table), group_size, -1)
        return (features + shared[:, None]).flatten(0, 1)


def trunk_inputs(config: BidderConfig) -> dict[str, int]:
    """Return the inputs of a residual trunk in order, with their widths."""
    widths = {
        "table": TABLE_LAYOUT.width,
        "hand": HAND_LAYOUT.width,
        "bid_suits": BID_SUITS_LAYOUT.width,
    }
    if config.evaluation:
        widths["evaluation"] = EVALUATION_LAYOUT.width
    if config.adjustment:
        widths["adjustment"] = ADJUSTMENT_LAYOUT.width
    widths["state"] = N_SEATS * config.state_width
    return widths


def run_gru(gru: nn.GRU | BlockGRU, steps: Tensor, n_calls: Tensor) -> Tensor:
    """Return (sequence, step, width) states, undefined beyond the end of an auction."""
    if isinstance(gru, BlockGRU):
        return torch.as_tensor(gru(steps, (n_calls + 1).cpu()))
    if torch.is_autocast_enabled(steps.device.type):
        return torch.as_tensor(gru(steps.to(torch.get_autocast_dtype(steps.device.type)))[0])
    return torch.as_tensor(gru(steps.to(next(gru.parameters())))[0])


def advance_gru(gru: nn.GRU | BlockGRU, inputs: Tensor, states: Tensor) -> Tensor:
    """Return the states (layer, n, width) of sequences after one more step (n, inputs)."""
    if isinstance(gru, BlockGRU):
        return gru.advance(inputs.to(states), states)
    return torch.as_tensor(gru(inputs.to(states)[:, None], states.contiguous())[1])


def _possible_hands(hcp: Tensor, lengths: Tensor, own: Tensor) -> tuple[Tensor, Tensor]:
    """Mask HCP and lengths that the own cards exclude.

    ``hcp`` is (view, hidden player, HCP), ``lengths`` (view, length, hidden player, suit).
    """
    own_hcp = (own * card_hcp(own.device)).sum(-1)  # (view,)
    own_lengths = own.view(-1, N_SUITS, N_CARDS // N_SUITS).sum(-1)  # (view, suit)
    points = torch.arange(N_HCP, device=own.device)
    counts = torch.arange(N_LENGTHS, device=own.device)
    hcp = hcp.masked_fill((points > 40 - own_hcp[:, None])[:, None], IMPOSSIBLE)
    room = N_CARDS // N_SUITS - own_lengths[:, None]  # (view, 1, suit)
    too_long = counts[:, None] > room  # (view, length, suit)
    return hcp, lengths.masked_fill(too_long[:, :, None], IMPOSSIBLE)


def _possible_owners(cards: Tensor, own: Tensor, seen: Tensor) -> Tensor:
    """Mask impossible owners: a viewer owns exactly the own hand, a spectator may own any card.

    ``cards`` is (view, owner, card).
    """
    others = own[:, None].expand(-1, N_OWNERS - 1, -1)
    impossible = torch.cat([(~own & seen[:, None])[:, None], others], dim=1)
    return cards.masked_fill(impossible, IMPOSSIBLE)


def warm_started(bidder: Bidder, config: BidderConfig) -> Bidder:
    """Return a bidder of ``config`` with the weights of ``bidder``.

    Meaning heads of another shape are new; those of the same shape but with more meanings keep what
    they know of the earlier ones. Raise ValueError where ``config`` differs in anything else.
    """
    heads = ("meaning_width", "meaning_blocks", "meanings")
    if config != replace(bidder.config, **{name: getattr(config, name) for name in heads}):
        raise ValueError(f"a network of {bidder.config} cannot start one of {config}")
    new = type(bidder)(config).to(next(bidder.parameters()).device)
    weights = new.state_dict()
    shape = (config.meaning_width, config.meaning_blocks)
    same_shape = shape == (bidder.config.meaning_width, bidder.config.meaning_blocks)
    for name, weight in bidder.state_dict().items():
        if not name.startswith("meanings."):
            weights[name] = weight
        elif same_shape and config.meanings >= bidder.config.meanings:
            weights[name][: len(weight)] = weight
    new.load_state_dict(weights)
    return new
