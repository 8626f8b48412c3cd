"""Vectors of their own for the beginnings of auctions that are heard most."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from bidding.encoding.auctions import AuctionBatch

_SPREAD = 0.25
_NONE = torch.iinfo(torch.int64).max  # of no auction


class CommonHistories(nn.Module):
    """A learned vector for each of the ``count`` commonest histories; zero for all others.

    What a recurrent state must work out anew for each of thousands of histories is looked up
    here, as language models do that have vectors for runs of tokens (after H. Huang et al. 2025,
    "Over-Tokenized Transformer").
    """

    def __init__(self, count: int, width: int) -> None:
        super().__init__()
        self.known: Tensor  # (count,) int64 histories in ascending order
        self.register_buffer("known", torch.full((count,), _NONE))
        self.vectors = nn.Embedding(count + 1, width, padding_idx=count)
        nn.init.normal_(self.vectors.weight[:count], std=_SPREAD)

    @property
    def told(self) -> bool:
        """Whether it knows any history as common."""
        return bool((self.known != _NONE).any())

    @torch.no_grad()
    def know(self, histories: Tensor) -> None:
        """Take these histories (``AuctionBatch.history``), ``count`` or fewer, for the common."""
        self.known.fill_(_NONE)
        self.known[: len(histories)] = histories.sort().values

    def forward(self, batch: AuctionBatch) -> Tensor:
        """(G, T + 1, width): the vector of the calls before each step."""
        place = torch.searchsorted(self.known, batch.history).clamp(max=len(self.known) - 1)
        found = self.known[place] == batch.history
        return torch.as_tensor(self.vectors(torch.where(found, place, len(self.known))))
