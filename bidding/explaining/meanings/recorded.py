"""What calls promise, counted in recorded auctions.

Where many recorded auctions begin with the same calls, the hands of their callers say what the last
of these promises, and no beliefs about them are needed; beliefs about hands are held to them
(``keep_promises``), so that a picture agrees with its sentence. ``python -m research.meanings
promises`` writes the file, which belongs to no weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import PASS
from bidding.domain.table import Side
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import AS_IN_BASE, N_HIDDEN, N_SEATS, PAD
from bidding.encoding.views import Views, all_steps
from bidding.explaining.meanings.statements import Ranges
from bidding.networks.bidder import Outputs

FILE = Path(__file__).resolve().parents[2] / "weights" / "promises.npz"

KEPT, DOUBTED = 0.95, 0.985
"""The chance of a range of points, or of cards, that recorded auctions promise, at least; and where
the network gives it less than a half, which has not learned the call then. 99.5 and 99.7 % of the
robots' hands are within, but other players' are less often."""
_NEVER = 1e-4  # the chance of a range, at most, that the viewer's own cards exclude
_OTHER = -1  # the code of a side whose card departs from its system


class RecordedPromises(NamedTuple):
    """The promises of N beginnings of auctions, by their last call.

    system (N,) uint8 the caller's; calls (N, T) uint8 from the first on, PAD after the last;
    ends (N, 5, 2) uint8 the least and the most HCP, and cards of S H D C; to_game (N,) bool.
    """

    system: np.ndarray
    calls: np.ndarray
    ends: np.ndarray
    to_game: np.ndarray

    @classmethod
    def load(cls, path: Path = FILE) -> RecordedPromises:
        """Load a file."""
        with np.load(path, allow_pickle=False) as file:
            return cls(*(file[name] for name in cls._fields))

    @property
    def by_beginning(self) -> dict[tuple[int, bytes], Ranges]:
        """The ranges by the caller's system and the calls."""
        codes, ranges, to_game = (part.tolist() for part in (self.system, self.ends, self.to_game))
        rows = zip(codes, self.calls, ranges, to_game, strict=True)
        return {
            (code, calls[calls != PAD].tobytes()): Ranges(*_pairs(ends), forces)
            for code, calls, ends, forces in rows
        }


def _pairs(ends: Sequence[Sequence[int]]) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
    """Return the range of HCP and those of the suits."""
    (low, high), *suits = ends
    return (low, high), tuple((least, most) for least, most in suits)


@cache
def _released() -> dict[tuple[int, bytes], Ranges]:
    return RecordedPromises.load().by_beginning


def recorded_promises(
    batch: AuctionBatch, auction: Tensor, step: Tensor, made: Tensor
) -> list[Ranges | None]:
    """Return what each of C calls promises by the recorded auctions: the calls ``made`` (C,) after
    ``step`` (C,) calls of an ``auction`` (C,).

    None where these are too few, where the caller's card departs from its system, and where the
    opponents have bid and play otherwise.
    """
    plain = (batch.choices == AS_IN_BASE).all(-1)
    systems = batch.systems.where(plain, _OTHER).tolist()
    caller = (batch.seat[auction, step] % len(Side)).tolist()
    calls = batch.calls.to(torch.uint8).numpy()
    released = _released()  # without calls, too: it is loaded with the model
    found = []
    for row, place, side, last in zip(
        *(each.tolist() for each in (auction, step)), caller, made.tolist(), strict=True
    ):
        own, theirs = systems[row][side], systems[row][1 - side]
        earlier = calls[row, :place]
        known = theirs == own or (earlier[::-1][::2] == PASS.index).all()
        found.append(released.get((own, earlier.tobytes() + bytes([last]))) if known else None)
    return found


def keep_promises(outputs: Outputs, batch: AuctionBatch, views: Views) -> Outputs:
    """Return the outputs with the points and lengths of each hidden hand of these views, the first
    ones, within what the player's last counted call promises with a chance of ``KEPT`` at least,
    or of ``DOUBTED``.

    The network is unsure of calls that it seldom met in training. Within and beyond a range the
    chances keep their proportions.
    """
    hands, ranges = _counted(batch, views)
    if not ranges:
        return outputs
    pairs = [[points, *suits] for points, suits, _ in ranges]
    ends = torch.tensor(pairs, device=outputs.hcp.device)
    hcp, lengths = outputs.hcp.clone(), outputs.lengths.clone()
    hcp[hands] = _mostly_within(hcp[hands], ends[:, 0])
    lengths[hands] = _mostly_within(lengths[hands], ends[:, 1:])
    return outputs._replace(hcp=hcp, lengths=lengths)


def _counted(batch: AuctionBatch, views: Views) -> tuple[tuple[Tensor, Tensor], list[Ranges]]:
    """Return the views and the places in them of the hidden hands whose players have made counted
    calls, and what the last of these promises of each."""
    used, row = map(torch.from_numpy, np.unique(views.auction.cpu(), return_inverse=True))
    given = batch.to("cpu")[used]
    auction, step = all_steps(given.n_calls)
    recorded = recorded_promises(given, auction, step, given.calls[auction, step])
    counted = torch.tensor([ranges is not None for ranges in recorded], dtype=torch.bool)
    made = torch.arange(len(recorded)).where(counted, -1)
    last = torch.full((*given.seat.shape, N_SEATS), -1)  # (auction, calls so far, player)
    last[auction, step + 1, given.seat[auction, step]] = made
    last = last.cummax(1).values
    player = (views.viewer.cpu()[:, None] + torch.arange(1, N_HIDDEN + 1)) % N_SEATS
    found = last[row[:, None], views.step.cpu()[:, None], player]  # (view, hidden player)
    view, place = (found >= 0).nonzero(as_tuple=True)
    promised = (recorded[call] for call in found[view, place].tolist())
    return (view, place), [ranges for ranges in promised if ranges is not None]


def _mostly_within(logits: Tensor, ends: Tensor) -> Tensor:
    """Return logits (..., n) with a chance within the ranges (..., 2) of ``KEPT``, or of
    ``DOUBTED``, at least."""
    values = torch.arange(logits.shape[-1], device=logits.device)
    inside = (values >= ends[..., :1]) & (values <= ends[..., 1:])
    chance = (logits.double().softmax(-1) * inside).sum(-1, keepdim=True)
    least = torch.where(chance < 1 / 2, DOUBTED, KEPT)
    gain = (least.logit() - chance.logit(eps=_NEVER)).clamp(min=0).where(chance > _NEVER, 0)
    return logits + gain.to(logits.dtype) * inside
