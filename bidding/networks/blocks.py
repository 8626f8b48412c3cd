"""The residual block of the read-out."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class GatedBlock(nn.Module):
    """x + W₂ · (silu(W₃ · norm(x)) * W₁ · norm(x)): a gated linear unit (Shazeer 2020)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, width)
        self.down = nn.Linear(width, width)
        self.gate = nn.Linear(width, width)

    def forward(self, features: Tensor) -> Tensor:
        """(view, width) to (view, width)."""
        normed = self.norm(features)
        hidden = nn.functional.silu(self.gate(normed)) * self.up(normed)
        return features + torch.as_tensor(self.down(hidden))
