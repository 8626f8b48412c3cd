"""The call that an adviser finds best, beside the likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.position import Position
from bidding.encoding.layout import N_CARDS, N_SEATS
from bidding.explaining.analysis.rollout import views_of_turns
from bidding.networks.advice_head import ADVISER, MARGIN, AdviceHead
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo, load_network


@dataclass(frozen=True)
class Advice:
    """The bidder's likeliest call, the plausible call that the adviser values most, which may be
    the same, and what it is predicted to win over the likeliest, in IMPs, with its standard
    error."""

    likeliest: Call
    best: Call
    gain: float
    error: float

    @property
    def preferred(self) -> Call:
        """``best`` where its gain is over the margin and its error, else the likeliest."""
        return self.best if self.gain > max(MARGIN, self.error) else self.likeliest


class Adviser:
    """A bidder and the head that predicts what its calls are worth."""

    def __init__(
        self, bidder: Bidder, head: AdviceHead, device: torch.device | str = "cpu"
    ) -> None:
        self.bidder, self.head, self.device = bidder, head, device

    def advise_holder(self, position: Position) -> Advice:
        """Advise a player whose hand is known and whose turn it is."""
        assert position.hand is not None
        owner = np.full((1, N_CARDS), (position.seat + 1) % N_SEATS, dtype=np.uint8)
        owner[0, [card.index for card in position.hand]] = position.seat
        return self.advise([position], owner)[0]

    @torch.inference_mode()
    def advise(self, tables: Sequence[Position], owner: np.ndarray) -> list[Advice]:
        """Advise whoever is to call at each table, by the hands in layouts (N, 52)."""
        batch, views, states = views_of_turns(self.bidder, tables, owner, self.device)
        features = self.bidder.features(batch, views, states)
        chances = self.bidder.legal_calls(features, batch, views).softmax(-1)
        rows = zip(*(part.tolist() for part in self.head.choose(features, chances)), strict=True)
        return [
            Advice(ALL_CALLS[usual], ALL_CALLS[best], gain, error)
            for usual, best, gain, error in rows
        ]


def find_adviser(
    bidder: ModelInfo, directory: Path, device: torch.device | str = "cpu"
) -> tuple[AdviceHead, ModelInfo] | None:
    """Load the adviser in a directory; None if there is none, or it is another bidder's.

    Raises BadCheckpoint if it is damaged.
    """
    if not (directory / ADVISER.config).is_file():
        return None
    head, info = load_network(ADVISER, directory, device)
    return (head, info) if head.config.bidder_sha256 == bidder.sha256 else None
