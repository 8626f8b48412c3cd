"""Heads for the public meaning of a call: its name and how far it is forcing."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from bidding.domain.conventions import Forcing
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS, N_SYSTEMS, TABLE_LAYOUT, VOCABULARY
from bidding.encoding.views import Views, table_features
from bidding.networks.blocks import GatedBlock
from bidding.networks.config import BidderConfig


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
        features = self._read(torch.cat([inputs.to(state), state], dim=-1))
        caller = batch.seat[calls.auction, calls.step - 1] % 2
        temperature = self.temperature[batch.systems[calls.auction, caller], None]
        name, forcing = self.name(features), self.forcing(features)
        return MeaningOutputs(name.float() / temperature, forcing.float() / temperature)

    def _read(self, inputs: Tensor) -> Tensor:
        """Return (call, width) features."""
        features = self.entry(inputs)
        for block in self.blocks:
            features = block(features)
        return torch.as_tensor(self.norm(features))
