"""The scale of surprises, counted on recorded auctions that are read as what they are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch

from bidding.encoding.layout import UNKNOWN_SYSTEM
from bidding.encoding.records import Records
from bidding.explaining.recorded import CallsRead, Sight, read_calls
from bidding.explaining.scales import KINDS, LENGTHS, Curve, Kind, Scale, length_class
from bidding.networks.bidder import Bidder

_CLASSES = np.array([length_class(n) for n in range(400)])


def count_scale(
    bidder: Bidder,
    records: Records,
    rows: npt.NDArray[np.int64],
    device: torch.device | str,
) -> Scale:
    """The scale from these auctions, with a hand in sight and without, at each of their calls.

    What a kind has no cases of gets an empty curve: nothing of it is called rare.
    """
    blind = read_calls(bidder, records, rows, Sight.NONE, device)
    seen = read_calls(bidder, records, rows, Sight.ONE, device)
    calls = {kind: Curve.of(_call_cases(seen if kind.seen else blind, kind)) for kind in KINDS}
    auctions = {kind: _auction_curves(seen if kind.seen else blind, kind) for kind in KINDS}
    return Scale(calls, auctions)


def _call_cases(calls: CallsRead, kind: Kind) -> npt.NDArray[np.float64]:
    """The surprises of the calls of a kind."""
    of_kind = ((calls.system != UNKNOWN_SYSTEM) == kind.stated) & (calls.own == kind.seen)
    return np.asarray(calls.surprise[of_kind])


def _auction_curves(calls: CallsRead, kind: Kind) -> tuple[Curve, ...]:
    """A curve for each class of lengths; every auction counts at every length it went through."""
    stated = (calls.system != UNKNOWN_SYSTEM) & (calls.others != UNKNOWN_SYSTEM)
    length = _CLASSES[calls.n_calls]
    return tuple(
        Curve.of(calls.auction_surprise[(stated == kind.stated) & (length == place)])
        for place in range(len(LENGTHS) + 1)
    )
