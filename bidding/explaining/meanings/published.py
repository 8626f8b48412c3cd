"""What calls mean by the published rules of a system, where the network knows no agreement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from torch import Tensor

from bidding.domain.calls import ALL_CALLS, DOUBLE, PASS, Call
from bidding.domain.conventions import MEANING_INDEX, Forcing
from bidding.domain.systems import System
from bidding.domain.table import Side, Strain
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import AS_IN_BASE, SYSTEM_CODE
from bidding.explaining.beliefs import Likeliest
from bidding.explaining.meanings.recorded import recorded_promise
from bidding.explaining.meanings.statements import Ranges

_ONE_NOTRUMP = Call.bid(1, Strain.NT)
_ON_OVER_A_DOUBLE = SYSTEM_CODE[System.SAYC]  # of 1NT: ACBL SAYC System Booklet
_RESPONSES = {
    Call.bid(2, Strain.C): "stayman",
    Call.bid(2, Strain.D): "jacoby_transfer",
    Call.bid(2, Strain.H): "jacoby_transfer",
    Call.bid(2, Strain.S): "minor_transfer",
}


class Published(NamedTuple):
    """The meaning of a call, and what it promises."""

    likeliest: Likeliest
    ranges: Ranges


def published(
    batch: AuctionBatch, auction: Tensor, step: Tensor, made: Tensor, known: Sequence[Likeliest]
) -> dict[int, Published]:
    """Return what calls mean by published rules, by their places among C: the calls ``made`` (C,)
    after ``step`` (C,) calls of an ``auction`` (C,), of which the network says what is ``known``.
    """
    plain = (batch.choices == AS_IN_BASE).all(-1) & (batch.systems == _ON_OVER_A_DOUBLE)
    side = batch.seat[auction, step] % len(Side)
    found = {}
    for place in plain[auction, side].nonzero()[:, 0].tolist():
        calls = batch.calls[auction[place], : step[place]].tolist()
        call = ALL_CALLS[int(made[place])]
        name, doubled = _RESPONSES.get(call), calls[-2:] == [_ONE_NOTRUMP.index, DOUBLE.index]
        if name is None or not doubled or _name(known[place]) not in (None, name):
            continue
        undoubled = bytes([_ONE_NOTRUMP.index, PASS.index, call.index])
        if (ranges := recorded_promise(_ON_OVER_A_DOUBLE, undoubled)) is not None:
            meaning = Likeliest(MEANING_INDEX[name], 1.0, 1.0, Forcing.ROUND, 1.0)
            found[place] = Published(meaning, ranges)
    return found


def _name(known: Likeliest) -> str | None:
    """Return the convention that the network is sure of; it may still expect other hands."""
    stated = known.stated
    return stated.convention.id if stated is not None and stated.convention.name else None
