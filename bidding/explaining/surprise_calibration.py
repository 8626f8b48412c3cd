"""Calibrate the scale of surprise on recorded auctions, read under their own systems."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch

from bidding.encoding.layout import UNKNOWN_SYSTEM
from bidding.encoding.records import Records
from bidding.explaining.recorded_calls import RecordedCalls, VisibleHands, read_calls
from bidding.explaining.scales import KINDS, LENGTHS, Curve, Kind, Scale, length_class
from bidding.networks.bidder import Bidder

_CLASSES = np.array([length_class(n) for n in range(400)])


def count_scale(
    bidder: Bidder,
    records: Records,
    rows: npt.NDArray[np.int64],
    device: torch.device | str,
) -> Scale:
    """Count the scale in these auctions, with a visible hand and without, at each of their calls.

    A kind without cases gets an empty curve: nothing of it counts as rare.
    """
    blind = read_calls(bidder, records, rows, VisibleHands.NONE, device)
    seen = read_calls(bidder, records, rows, VisibleHands.ONE, device)
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
