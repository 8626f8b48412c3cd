"""Residual blocks of the read-out."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class PlainBlock(nn.Module):
    """x + W₂ · silu(W₁ · norm(x))."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, width)
        self.down = nn.Linear(width, width)

    def forward(self, features: Tensor) -> Tensor:
        """(view, width) to (view, width)."""
        return self._add(features, nn.functional.silu(self.up(self.norm(features))))

    def _add(self, features: Tensor, hidden: Tensor) -> Tensor:
        return features + torch.as_tensor(self.down(hidden))


class GatedBlock(PlainBlock):
    """x + W₂ · (silu(W₃ · norm(x)) * W₁ · norm(x)): a gated linear unit (Shazeer 2020)."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self.gate = nn.Linear(width, width)

    def forward(self, features: Tensor) -> Tensor:
        """(view, width) to (view, width)."""
        normed = self.norm(features)
        return self._add(features, nn.functional.silu(self.gate(normed)) * self.up(normed))
