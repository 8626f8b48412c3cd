"""Recorded auctions read as an explanation reads them: what scales and measures are made of."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from enum import Enum

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS
from bidding.encoding.records import Records
from bidding.encoding.views import Views
from bidding.explaining.beliefs import for_answers, log_chances_by_system
from bidding.explaining.questions import Calls, under_other_systems
from bidding.explaining.surprise import surprises
from bidding.networks.bidder import Bidder

_BATCH_AUCTIONS = 256


class Sight(Enum):
    """Whose hands are in sight when calls are judged."""

    NONE = "no hand"
    ONE = "one hand"  # the viewer's; which of the four it is goes by the auction's number
    ALL = "all hands"  # each call by its caller's own


@dataclass(frozen=True)
class CallsRead:
    """C calls of recorded auctions, one auction after the other; numpy arrays (C, ...).

    auction its row in the file, n_calls up to and with the call, seat of the caller, own whether
    the call was judged by the caller's hand, system (C,) the caller's, as read, and others
    that of the other side; by_system (C, 5) log chances under each system; tail, surprise of
    the call, and auction_surprise up to and with it, as in ``surprise.Surprises``.
    """

    auction: npt.NDArray[np.int64]
    n_calls: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int64]
    own: npt.NDArray[np.bool_]
    system: npt.NDArray[np.int64]
    others: npt.NDArray[np.int64]
    by_system: npt.NDArray[np.float64]
    tail: npt.NDArray[np.float64]
    surprise: npt.NDArray[np.float64]
    auction_surprise: npt.NDArray[np.float64]

    @property
    def nats(self) -> npt.NDArray[np.float64]:
        """(C,) minus the log chance of each call under the system it was read as."""
        return np.asarray(-np.take_along_axis(self.by_system, self.system[:, None], 1)[:, 0])

    @property
    def last(self) -> npt.NDArray[np.bool_]:
        """(C,) whether the call ended its auction."""
        return np.append(self.auction[1:] != self.auction[:-1], True)


def read_calls(
    bidder: Bidder,
    records: Records,
    rows: npt.NDArray[np.int64],
    sight: Sight,
    device: torch.device | str,
    *,
    system: int | None = None,
) -> CallsRead:
    """The calls of these rows, of which there must be some, as the records state the systems
    or with both sides playing ``system``."""
    parts = np.array_split(rows, math.ceil(len(rows) / _BATCH_AUCTIONS))
    reader = for_answers(bidder, device)
    return _joined(_read(reader, records, part, sight, device, system) for part in parts)


@torch.inference_mode()
def _read(
    bidder: Bidder,
    records: Records,
    rows: npt.NDArray[np.int64],
    sight: Sight,
    device: torch.device | str,
    system: int | None,
) -> CallsRead:
    batch = records.batch(rows)
    if system is not None:
        batch.systems[:] = system
    calls = _calls_in_sight(batch, torch.from_numpy(rows), sight)
    stated, otherwise = _chances(bidder, calls, device)
    by_system = log_chances_by_system(calls, stated, otherwise)
    found = surprises(calls, stated, by_system)
    return CallsRead(
        auction=rows[calls.auction.numpy()],
        n_calls=calls.step.numpy() + 1,
        seat=calls.caller.numpy(),
        own=calls.own.numpy(),
        system=batch.systems[calls.auction, calls.side].numpy(),
        others=batch.systems[calls.auction, 1 - calls.side].numpy(),
        by_system=by_system.numpy(),
        tail=found.tail.numpy(),
        surprise=found.call.numpy(),
        auction_surprise=found.auction.numpy(),
    )


def _calls_in_sight(batch: AuctionBatch, rows: Tensor, sight: Sight) -> Calls:
    looks = torch.full((len(batch),), sight is not Sight.NONE)
    calls = Calls.of(batch, rows % N_SEATS, looks)
    if sight is not Sight.ALL:
        return calls
    return replace(calls, own=torch.ones_like(calls.own))


def _chances(bidder: Bidder, calls: Calls, device: torch.device | str) -> tuple[Tensor, Tensor]:
    """(C, 38) and (5 · C, 38) the chances of the calls as stated and under other systems."""
    batch = under_other_systems(calls.batch).to(device)
    views = Views.join((calls.views, calls.otherwise)).to(device)
    chances = bidder.next_call(batch, views).softmax(-1).cpu()
    return chances[: len(calls.auction)], chances[len(calls.auction) :]


def _joined(parts: Iterable[CallsRead]) -> CallsRead:
    listed = list(parts)
    names = [field.name for field in fields(CallsRead)]
    return CallsRead(*(np.concatenate([getattr(p, name) for p in listed]) for name in names))
