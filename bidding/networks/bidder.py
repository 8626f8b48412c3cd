"""The bidding model of paper P1 (section 3.1) and the arrangement that learns faster.

A stacked GRU reads the auction; heads on its state give, for each hidden player, the
distribution of HCP and of the length of each suit and the chances of each card, and then
the next call, which also sees the other heads' answers. In the ``residual`` arrangement
the heads also see, past the recurrent state, a lossless summary of who called what, the
hand and the table.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from bidding.domain.calls import N_CALLS
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
    PARTNER,
    PLAYER_STEP_LAYOUT,
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
    evaluation_features,
    hand_features,
    player_steps,
    public_steps,
    table_features,
)
from bidding.networks.blocks import GatedBlock, PlainBlock
from bidding.networks.config import BidderConfig
from bidding.networks.meanings import MeaningHead, MeaningOutputs
from bidding.networks.precision import in_int8
from bidding.networks.rows import MOST, by_blocks, filled, in_blocks
from bidding.yielding import yield_point

_SHORT = 8  # steps of the shortest group of auctions; each of the others is up to twice as long
_STEPS = (8, 4, 2, 1)  # of the recurrent network, computed together
IMPOSSIBLE = torch.finfo(torch.float32).min  # a logit whose softmax is exactly zero

_HCP_WIDTH = N_HIDDEN * N_HCP
_LENGTH_WIDTH = N_HIDDEN * N_SUITS * N_LENGTHS
_CARD_WIDTH = N_CARDS * N_OWNERS
# By whether the viewer sees an own hand.
_TEMPERATURES = {"temperature": (2, N_SYSTEMS), "hand_temperature": (2, 3, N_SYSTEMS)}


class Outputs(NamedTuple):
    """Logits, float32; what cannot be (seen from the own hand or the rules) is IMPOSSIBLE.

    Of hands only those of the views that asked about them, of calls those of all.
    """

    hcp: Tensor  # (view, hidden player, HCP)
    lengths: Tensor  # (view, hidden player, suit, length)
    cards: Tensor  # (view, card, owner); owner 0 is the viewer
    call: Tensor  # (view, call); (view, token) where these are asked for and there are such


def card_chances(cards: Tensor, config: BidderConfig) -> Tensor:
    """(view, card, owner) logits as chances; only the ``owners`` head's sum to one a card."""
    return cards.softmax(-1) if config.card_head == "owners" else cards.sigmoid()


class Bidder(nn.Module):
    """The network of a configuration. ``forward`` answers Q views of a batch of auctions."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.config = config
        self.state: PublicState | PlayerState
        self.state = PublicState(config) if config.state == "public" else PlayerState(config)
        self.trunk = ResidualTrunk(config) if config.readout == "residual" else StateAlone(config)
        width = self.trunk.width
        head = _linear_head if config.readout == "residual" else _mlp_head
        self.hcp = head(width, config.readout_width, _HCP_WIDTH)
        self.lengths = head(width, config.readout_width, _LENGTH_WIDTH)
        self.cards = head(width, config.readout_width, _CARD_WIDTH)
        beliefs = _HCP_WIDTH + _LENGTH_WIDTH + _CARD_WIDTH if config.beliefs else 0
        tokens = VOCABULARY if config.service_tokens else N_CALLS
        self.call = _mlp_head(width + beliefs, config.readout_width, tokens)
        self.meanings = MeaningHead(config) if config.meaning_width else None
        # What the logits are divided by, so that chances hold, apart without an own hand and with
        # one: of the call, by the system of who is to call; of HCP, lengths and cards of hidden
        # hands, by theirs.
        self.temperature: Tensor
        self.hand_temperature: Tensor
        for name, shape in _TEMPERATURES.items():
            self.register_buffer(name, torch.ones(shape))

    def forward(
        self,
        batch: AuctionBatch,
        views: Views,
        heard: Tensor | None = None,
        *,
        of_hands: int | None = None,
        tokens: bool = False,
    ) -> Outputs:
        """The logits of each view; see ``Outputs`` for shapes.

        ``heard`` is ``hear(batch)``, where it is at hand already. Where only the first
        ``of_hands`` views ask about hands, the others are spared that work if they can be.
        With ``tokens`` a call head that has service tokens says them too; without, its answer is
        what is called if anything is. An answer is the same, bit for bit, whatever else is asked.
        """
        own = views.own_cards(batch)  # (view, card)
        features = self.trunk(self.state(batch, views, heard), batch, views, own)  # (view, width)
        asked = slice(None) if self.config.beliefs else slice(of_hands)
        hands = self._hands(features[asked], own[asked], views.sees_hand[asked])
        beliefs = self._beliefs(*hands) if self.config.beliefs else None
        call = self._call(features, beliefs, batch, views)[:, : None if tokens else N_CALLS]
        hcp, lengths, cards = self._warmed(*hands, batch, views[asked])
        return Outputs(hcp, lengths.permute(0, 2, 3, 1), cards.transpose(1, 2), call)

    def next_call(self, batch: AuctionBatch, views: Views, heard: Tensor | None = None) -> Tensor:
        """(view, call) the call logits of ``forward`` alone, with no more work than they need."""
        if self.config.beliefs:
            return self(batch, views, heard).call
        own = views.own_cards(batch)
        features = self.trunk(self.state(batch, views, heard), batch, views, own)
        return self._call(features, None, batch, views)[:, :N_CALLS]

    def call_meanings(
        self, batch: AuctionBatch, calls: Views, heard: Tensor | None = None
    ) -> MeaningOutputs:
        """What calls mean to everybody, each seen after it is made by whoever is next to call.

        Raises ValueError for a network without meaning heads.
        """
        if self.meanings is None:
            raise ValueError("this network has no meaning heads (meaning_width is 0)")
        return self.meanings(self.state(batch, calls, heard), batch, calls)

    def _hands(self, features: Tensor, own: Tensor, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of HCP (view, hidden player, HCP), lengths (view, length, hidden player, suit)
        and cards (view, owner, card): softmax over a short last axis would be slow.
        """
        heads = (self.hcp, self.lengths, self.cards)
        hcp, lengths, cards = (by_blocks(head, features).float() for head in heads)
        hcp = hcp.view(-1, N_HIDDEN, N_HCP)
        lengths = lengths.view(-1, N_LENGTHS, N_HIDDEN, N_SUITS)
        cards = cards.view(-1, N_OWNERS, N_CARDS)
        return *_possible_hands(hcp, lengths, own), _possible_owners(cards, own, seen)

    def _warmed(
        self, hcp: Tensor, lengths: Tensor, cards: Tensor, batch: AuctionBatch, views: Views
    ) -> tuple[Tensor, ...]:
        """The logits of hands divided by their temperatures."""
        turns = torch.arange(1, N_SEATS, device=views.viewer.device)
        side = (views.viewer[:, None] + turns) % len(Side)
        system = batch.systems[views.auction].gather(1, side)
        of_hands = self.hand_temperature[views.sees_hand.long()]  # (view, kind, system)
        warmth = of_hands.gather(2, system[:, None].expand(-1, of_hands.shape[1], -1))
        of_hcp, of_lengths, of_cards = warmth.unbind(1)  # each (view, hidden player)
        warmed = (
            hcp / of_hcp[..., None],
            lengths / of_lengths[:, None, :, None],
            cards / of_cards[:, PARTNER, None, None],
        )
        return tuple(logits.clamp(min=IMPOSSIBLE) for logits in warmed)

    def _call(
        self, features: Tensor, beliefs: Tensor | None, batch: AuctionBatch, views: Views
    ) -> Tensor:
        """(view, token) logits, or of calls alone; with the rule vector, of what is legal."""
        if beliefs is not None:
            told = beliefs.detach() if self.config.detached_beliefs else beliefs
            features = torch.cat([features, told.to(features.dtype)], dim=-1)
        call = by_blocks(self.call, features).float()
        side = batch.seat[views.auction, views.step] % len(Side)
        system = batch.systems[views.auction, side]
        call = call / self.temperature[views.sees_hand.long(), system, None]
        if not self.config.rule_vector:
            return call
        legal = batch.legal[views.auction, views.step, : call.shape[1]]
        return call.masked_fill(~legal, IMPOSSIBLE)

    def _load_from_state_dict(
        self, state_dict: dict[str, Any], prefix: str, *args: Any, **kwargs: Any
    ) -> None:
        """Weights that were never calibrated have no temperatures, or not all.

        Older ones have one temperature of calls for all views, and of hands for own hands alone.
        """
        for name, shape in _TEMPERATURES.items():
            given = state_dict.setdefault(prefix + name, torch.ones(shape))
            if given.ndim < len(shape):
                blind = given if name == "temperature" else torch.ones_like(given)
                state_dict[prefix + name] = torch.stack([blind, given])
        super()._load_from_state_dict(state_dict, prefix, *args, **kwargs)

    def lowered(self) -> Bidder:
        """A copy for answers alone that hears auctions, and reads out residually, in bfloat16.

        One auction alone is heard no faster so; the nine that comparing systems takes are.
        """
        copy = deepcopy(self).eval()
        if self.config.readout == "residual":
            if isinstance(copy.state, PublicState):
                copy.state.gru.bfloat16()
            for part in (copy.trunk, copy.hcp, copy.lengths, copy.cards, copy.call):
                part.bfloat16()
        return copy

    def rounded(self, blocks: int | None = None) -> Bidder:
        """A copy for quick guesses on processors, its residual blocks and call head in int8.

        With ``blocks``, of its first residual blocks only so many. Chances differ by about 0.01
        from the network's own. Not for GPUs.
        """
        copy = deepcopy(self).eval()
        if self.config.readout == "residual":
            assert isinstance(copy.trunk, ResidualTrunk)
            copy.trunk.blocks = in_int8(copy.trunk.blocks[:blocks])
            copy.call = in_int8(copy.call)
        return copy

    def hear(self, batch: AuctionBatch) -> Tensor | None:
        """The part of the work that all views of a batch share; None where they share nothing."""
        return self.state.hear(batch) if isinstance(self.state, PublicState) else None

    def _beliefs(self, hcp: Tensor, lengths: Tensor, cards: Tensor) -> Tensor:
        """(view, beliefs) what the other heads say, as probabilities."""
        owners = cards.softmax(1) if self.config.card_head == "owners" else cards.sigmoid()
        parts = (hcp.softmax(-1), lengths.softmax(1), owners)
        return torch.cat([part.flatten(1) for part in parts], dim=-1)


class PublicState(nn.Module):
    """The auction as everybody hears it: one run serves every viewer."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.unknown = _unknown(config)
        self.calls = nn.Embedding(VOCABULARY * N_SEATS, config.call_embedding)
        self.table = nn.Linear(PUBLIC_STEP_LAYOUT.width, config.call_embedding)
        self.gru = _gru(config.call_embedding, config)
        self.width = N_SEATS * config.state_width

    def forward(self, batch: AuctionBatch, views: Views, heard: Tensor | None) -> Tensor:
        """(view, 4 · state_width): the state in the block of the viewer's turn from the dealer."""
        states = (self.hear(batch) if heard is None else heard)[views.auction, views.step]
        return self.placed(states, batch, views)

    def placed(self, states: Tensor, batch: AuctionBatch, views: Views) -> Tensor:
        """(view, 4 · state_width) from the (view, state_width) states at the views' steps."""
        block = nn.functional.one_hot(views.offset(batch), N_SEATS).to(states.dtype)
        return (block[:, :, None] * states[:, None]).flatten(1)

    def hear(self, batch: AuctionBatch) -> Tensor:
        """(G, T + 1, state_width): the state at each step of each auction."""
        turns = torch.arange(batch.steps, device=batch.calls.device) % N_SEATS
        known = PUBLIC_STEP_LAYOUT.without(public_steps(batch), self.unknown)
        table = by_blocks(self.table, known.to(self.table.weight).flatten(0, 1))
        steps = self.calls(batch.tokens * N_SEATS + turns) + table.view(*batch.tokens.shape, -1)
        return _run(self.gru, steps.to(self.gru.weight_ih_l0), batch.n_calls)


class PlayerState(nn.Module):
    """The auction as one player reads it, own hand at the input (paper P1, figure 3)."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.unknown = _unknown(config)
        self.calls = nn.Embedding(VOCABULARY, config.call_embedding)
        self.gru = _gru(config.call_embedding + PLAYER_STEP_LAYOUT.width, config)
        self.width = config.state_width

    def forward(self, batch: AuctionBatch, views: Views, heard: Tensor | None) -> Tensor:
        """(view, state_width): each viewer's auction is run once for all its steps."""
        key = (views.auction * N_SEATS + views.viewer) * 2 + views.sees_hand.long()
        runs, run_of_view = key.unique(return_inverse=True)
        auction = runs // 2 // N_SEATS
        readers = Views(auction, torch.zeros_like(runs), runs // 2 % N_SEATS, runs % 2 == 1)
        calls = self.calls(batch.tokens[auction])
        known = PLAYER_STEP_LAYOUT.without(player_steps(batch, readers), self.unknown)
        steps = torch.cat([calls, known.to(calls)], dim=-1)
        return _run(self.gru, steps, batch.n_calls[auction])[run_of_view, views.step]


class ResidualTrunk(nn.Module):
    """State, who-called-what, hand and table, through residual blocks."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.width = config.readout_width
        self.unknown = _unknown(config)
        self.bid_suits, self.evaluation = config.bid_suits, config.evaluation
        self.adjustment = config.adjustment
        self.entry = nn.Linear(sum(trunk_inputs(config).values()), self.width)
        block = GatedBlock if config.blocks == "gated" else PlainBlock
        self.blocks = nn.ModuleList(block(self.width) for _ in range(config.readout_blocks))
        self.norm = nn.LayerNorm(self.width)

    def forward(self, state: Tensor, batch: AuctionBatch, views: Views, own: Tensor) -> Tensor:
        """(view, width) features for the heads."""
        seen = [hand_features(own)]
        if self.bid_suits:
            seen.append(bid_suit_features(batch, views, own))
        if self.evaluation:
            seen.append(evaluation_features(own))
        if self.adjustment:
            seen.append(adjustment_features(batch, views, own))
        if self.norm.weight.dtype is torch.bfloat16:  # a lowered copy
            state = state.bfloat16()
        together = views.group_size if isinstance(views, HypotheticalViews) else 1
        table = TABLE_LAYOUT.without(table_features(batch, views[::together]), self.unknown)
        parts = (table.to(state), torch.cat(seen, dim=-1).to(state), state)
        return by_blocks(self._read, *parts) if together == 1 else self._read(*parts)

    def _read(self, table: Tensor, own: Tensor, state: Tensor) -> Tensor:
        """(view, width) features from the inputs."""
        features = self._entered(table, own, state)
        for block in self.blocks:
            features = block(features)
        return torch.as_tensor(self.norm(features))

    def _entered(self, table: Tensor, own: Tensor, state: Tensor) -> Tensor:
        """(view, width) of all inputs; what views that share their table share is done once."""
        together = len(own) // max(len(table), 1)
        if together <= 1:
            return torch.as_tensor(self.entry(torch.cat([table, own, state], dim=-1)))
        of_table, of_own, of_state = self.entry.weight.split(
            [table.shape[1], own.shape[1], state.shape[1]], dim=1
        )
        shared = nn.functional.linear(table, of_table, self.entry.bias)
        shared = shared + nn.functional.linear(state[::together], of_state)
        features = nn.functional.linear(own, of_own).view(len(table), together, -1)
        return (features + shared[:, None]).flatten(0, 1)


def trunk_inputs(config: BidderConfig) -> dict[str, int]:
    """What enters a residual trunk, in order, and the width of each."""
    widths = {"table": TABLE_LAYOUT.width, "hand": HAND_LAYOUT.width}
    if config.bid_suits:
        widths["bid_suits"] = BID_SUITS_LAYOUT.width
    if config.evaluation:
        widths["evaluation"] = EVALUATION_LAYOUT.width
    if config.adjustment:
        widths["adjustment"] = ADJUSTMENT_LAYOUT.width
    widths["state"] = config.state_width * (N_SEATS if config.state == "public" else 1)
    return widths


class StateAlone(nn.Module):
    """The recurrent state as it is: paper P1's heads see nothing else."""

    def __init__(self, config: BidderConfig) -> None:
        super().__init__()
        self.width = config.state_width * (N_SEATS if config.state == "public" else 1)

    def forward(self, state: Tensor, batch: AuctionBatch, views: Views, own: Tensor) -> Tensor:
        """(view, width): the state."""
        return state


def _unknown(config: BidderConfig) -> tuple[str, ...]:
    """The blocks of the inputs that a configuration leaves out."""
    rules = () if config.rule_vector else ("legal",)
    flag = () if config.position_flag else ("my_turn", "to_call")
    return (*rules, *flag, *(() if config.system_inputs else ("systems",)))


def _gru(input_width: int, config: BidderConfig) -> nn.GRU:
    return nn.GRU(input_width, config.state_width, config.state_layers, batch_first=True)


def _run(gru: nn.GRU, steps: Tensor, n_calls: Tensor) -> Tensor:
    """(sequence, step, width) states; past the end of an auction they mean nothing.

    Auctions of uneven lengths are run in groups of similar ones, each padded to its longest:
    packed, they would go through other products, with other last digits.
    """
    if torch.is_autocast_enabled(steps.device.type):
        steps = steps.to(torch.get_autocast_dtype(steps.device.type))
    lengths = (n_calls + 1).cpu()
    if 2 * int(lengths.sum()) > steps.shape[0] * steps.shape[1]:
        return _run_alike(gru, steps)
    states = steps.new_zeros(*steps.shape[:2], gru.hidden_size)
    shorter, longest = 0, _SHORT
    while shorter < steps.shape[1]:
        rows = ((lengths > shorter) & (lengths <= longest)).nonzero()[:, 0]
        if len(rows):
            end = int(lengths[rows].max())
            states[rows, :end] = _run_alike(gru, steps[rows, :end])
        shorter, longest = longest, 2 * longest
    return states


def _run_alike(gru: nn.GRU, steps: Tensor) -> Tensor:
    """(sequence, step, width) states of sequences that are taken to be equally long."""
    if not in_blocks(steps):
        return torch.as_tensor(gru(steps)[0])
    return torch.cat([_run_block(gru, some) for some in steps.split(MOST)])


def _run_block(gru: nn.GRU, steps: Tensor) -> Tensor:
    """The same of one block of sequences, a few steps at a time (``rows``).

    The inputs are laid out step by step, as the network reads them: in another layout bfloat16
    is rounded before the bias is added, but not where there is one step alone.
    """
    by_step = filled(steps).transpose(0, 1).contiguous()
    parts, done, state = [], 0, None
    while done < len(by_step):
        count = next(count for count in _STEPS if count <= len(by_step) - done)
        part, state = gru(by_step[done : done + count].transpose(0, 1), state)
        parts.append(part)
        done += count
        yield_point()
    return torch.cat(parts, dim=1)[: len(steps)]


def _linear_head(width: int, hidden: int, outputs: int) -> nn.Module:
    return nn.Linear(width, outputs)


def _mlp_head(width: int, hidden: int, outputs: int) -> nn.Module:
    return nn.Sequential(nn.Linear(width, hidden), nn.SiLU(), nn.Linear(hidden, outputs))


def _possible_hands(hcp: Tensor, lengths: Tensor, own: Tensor) -> tuple[Tensor, Tensor]:
    """Bar HCP and lengths that the own cards leave no room for.

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
    """A viewer with a hand owns just that hand; a spectator's own seat is a fourth owner.

    ``cards`` is (view, owner, card).
    """
    others = own[:, None].expand(-1, N_OWNERS - 1, -1)
    impossible = torch.cat([(~own & seen[:, None])[:, None], others], dim=1)
    return cards.masked_fill(impossible, IMPOSSIBLE)
