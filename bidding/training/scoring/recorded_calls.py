"""Calls of recorded auctions as an explanation reads them, to calibrate and evaluate surprise."""

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
from bidding.encoding.layout import N_SEATS, UNKNOWN_SYSTEM
from bidding.encoding.records import Records
from bidding.encoding.views import Views
from bidding.explaining.beliefs import log_chances_by_system
from bidding.explaining.questions import Calls, with_alternative_systems
from bidding.explaining.surprise import KINDS, LENGTHS, Curve, Kind, Scale, length_class, surprises
from bidding.networks.bidder import Bidder

_BATCH_AUCTIONS = 256
_CLASSES = np.array([length_class(n) for n in range(400)])


class VisibleHands(Enum):
    """The hands that are visible when the chances of calls are read."""

    NONE = "no hand"
    ONE = "one hand"  # the viewer's, whose seat is the auction's number modulo 4
    ALL = "all hands"  # for each call its caller's


@dataclass(frozen=True)
class RecordedCalls:
    """C calls of recorded auctions, one auction after the other; numpy arrays (C, ...).

    auction is the row in the file, n_calls the number of calls up to and with this one, seat the
    caller, own True if the caller's hand was visible, system (C,) the caller's, as read, and
    others that of the other side; by_system (C, 6) log-likelihoods under each system; tail,
    surprise of the call, and auction_surprise up to and with it, as in ``surprise.Surprises``.
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
        """(C,) the surprisal of each call, in nats, under the system it was read as."""
        return np.asarray(-np.take_along_axis(self.by_system, self.system[:, None], 1)[:, 0])

    @property
    def last(self) -> npt.NDArray[np.bool_]:
        """(C,) bool: the call ended its auction."""
        return np.append(self.auction[1:] != self.auction[:-1], True)


def read_calls(
    bidder: Bidder,
    records: Records,
    rows: npt.NDArray[np.int64],
    visible: VisibleHands,
    *,
    system: int | None = None,
) -> RecordedCalls:
    """Read the calls of these rows, at least one, under the recorded systems or with both sides
    playing ``system``."""
    parts = np.array_split(rows, math.ceil(len(rows) / _BATCH_AUCTIONS))
    reader = bidder.for_inference()
    return _joined(_read(reader, records, part, visible, system) for part in parts)


@torch.inference_mode()
def _read(
    bidder: Bidder,
    records: Records,
    rows: npt.NDArray[np.int64],
    visible: VisibleHands,
    system: int | None,
) -> RecordedCalls:
    batch = records.batch(rows)
    if system is not None:
        batch.systems[:] = system
    calls = _calls(batch, torch.from_numpy(rows), visible)
    stated, alternatives = _chances(bidder, calls)
    by_system = log_chances_by_system(calls, stated, alternatives)
    found = surprises(calls, stated, by_system)
    return RecordedCalls(
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


def _calls(batch: AuctionBatch, rows: Tensor, visible: VisibleHands) -> Calls:
    sees_hand = torch.full((len(batch),), visible is not VisibleHands.NONE)
    calls = Calls.of(batch, rows % N_SEATS, sees_hand)
    if visible is not VisibleHands.ALL:
        return calls
    return replace(calls, own=torch.ones_like(calls.own))


def _chances(bidder: Bidder, calls: Calls) -> tuple[Tensor, Tensor]:
    """Return the chances (C, 38) under the stated and (5 · C, 38) under alternative systems."""
    batch = with_alternative_systems(calls.batch).to(bidder.device)
    views = Views.join((calls.views, calls.alternatives)).to(bidder.device)
    chances = bidder.next_call(batch, views).softmax(-1).cpu()
    return chances[: len(calls.auction)], chances[len(calls.auction) :]


def _joined(parts: Iterable[RecordedCalls]) -> RecordedCalls:
    listed = list(parts)
    names = [field.name for field in fields(RecordedCalls)]
    return RecordedCalls(*(np.concatenate([getattr(p, name) for p in listed]) for name in names))


def count_scale(
    bidder: Bidder,
    records: Records,
    rows: npt.NDArray[np.int64],
) -> Scale:
    """Count the scale in these auctions, with a visible hand and without, at each of their calls.

    A kind without cases gets an empty curve: nothing of it counts as rare.
    """
    blind = read_calls(bidder, records, rows, VisibleHands.NONE)
    seen = read_calls(bidder, records, rows, VisibleHands.ONE)
    calls = {kind: Curve.of(_call_cases(seen if kind.seen else blind, kind)) for kind in KINDS}
    auctions = {kind: _auction_curves(seen if kind.seen else blind, kind) for kind in KINDS}
    return Scale(calls, auctions)


def _call_cases(calls: RecordedCalls, kind: Kind) -> npt.NDArray[np.float64]:
    """Return the surprise of the calls of a kind."""
    of_kind = ((calls.system != UNKNOWN_SYSTEM) == kind.stated) & (calls.own == kind.seen)
    return np.asarray(calls.surprise[of_kind])


def _auction_curves(calls: RecordedCalls, kind: Kind) -> tuple[Curve, ...]:
    """Return a curve for each class of lengths; an auction counts at each length it reached."""
    stated = (calls.system != UNKNOWN_SYSTEM) & (calls.others != UNKNOWN_SYSTEM)
    length = _CLASSES[calls.n_calls]
    return tuple(
        Curve.of(calls.auction_surprise[(stated == kind.stated) & (length == place)])
        for place in range(len(LENGTHS) + 1)
    )
