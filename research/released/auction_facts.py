"""What a collection of recorded auctions holds: the dataset checks of paper P1 (figure 7).

Each card should be equally often with each player, and auctions should have the lengths that
auctions have; beside that systems, contracts, repetitions and illegal calls are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from bidding.domain.calls import ALL_CALLS, DOUBLE, FIRST_BID, N_CALLS, PASS, REDOUBLE
from bidding.domain.systems import System
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_CARDS, N_SEATS, PAD
from bidding.encoding.records import Records
from research.released.card_shares import card_shares

USUAL_LENGTHS = range(8, 14)
"""Where paper P1 finds most of its auctions (figure 7b): 8 to 13 calls."""

_CHUNK = 10_000
_LONGEST = 320  # an auction has 319 calls at most
_HASH_BASE = np.uint64(0x9E3779B97F4A7C15)


class AuctionFacts:
    """Counts over any number of files."""

    def __init__(self) -> None:
        self._cards = torch.zeros(N_SEATS, N_CARDS, dtype=torch.int64)
        self._calls = np.zeros(N_CALLS, dtype=np.int64)
        self._lengths = np.zeros(_LONGEST, dtype=np.int64)
        self._contracts: Counter[str] = Counter()
        self._doubles: Counter[str] = Counter()
        self._systems: Counter[str] = Counter()
        self._deals = np.zeros(0, dtype=np.uint64)
        self._auctions = np.zeros(0, dtype=np.uint64)
        self._count = self._illegal = 0

    def add(self, records: Records, done: Callable[[int], object] = lambda count: None) -> None:
        """Count the auctions of a file; ``done`` is told of every so many."""
        self._count += len(records)
        self._calls += np.bincount(records.calls, minlength=N_CALLS)
        self._lengths += np.bincount(records.n_calls, minlength=_LONGEST)
        self._auctions = np.concatenate([self._auctions, auction_keys(records)])
        is_new = self._note_deals(records.deal_keys())
        for first in range(0, len(records), _CHUNK):
            rows = np.arange(first, min(first + _CHUNK, len(records)))
            batch = records.batch(rows)
            self._cards += batch.hands[torch.from_numpy(is_new[rows])].sum(0)
            self._illegal += _illegal_calls(batch)
            self._count_contracts(batch)
            self._count_systems(batch)
            done(len(rows))

    def _note_deals(self, keys: np.ndarray) -> np.ndarray:
        """(N,) bool: the first auction of each deal not seen before."""
        is_new = np.zeros(len(keys), dtype=bool)
        is_new[np.unique(keys, return_index=True)[1]] = True
        is_new &= ~np.isin(keys, self._deals)
        self._deals = np.concatenate([self._deals, keys[is_new]])
        return is_new

    def _count_contracts(self, batch: AuctionBatch) -> None:
        ends = batch.n_calls[:, None]
        bids = batch.last_bid.gather(1, ends)[:, 0]
        names = ["passed out", *(str(call) for call in ALL_CALLS[FIRST_BID:])]
        for name, count in zip(names, (bids + 1).bincount(minlength=36).tolist(), strict=True):
            self._contracts[name] += count
        last = batch.last_action.gather(1, ends).clamp(min=0)
        actions = batch.calls.gather(1, last)
        for call in (DOUBLE, REDOUBLE):
            self._doubles[str(call)] += int((actions == call.index).sum())

    def _count_systems(self, batch: AuctionBatch) -> None:
        names = [system.value for system in System]
        for (ns, ew), count in Counter(map(tuple, batch.systems.tolist())).items():
            self._systems[f"{names[ns]} and {names[ew]}"] += count

    def report(self) -> dict[str, Any]:
        """All counts. Keys: auctions, deals, repeated_auctions, calls, illegal_calls, cards (see
        ``card_shares``), lengths, call_shares, systems (N-S and E-W), contracts, doubled,
        redoubled. Raises ValueError when nothing was counted."""
        if not self._count:
            raise ValueError("there is no auction in these files")
        total = int(self._calls.sum())
        bids = int(self._calls[FIRST_BID:].sum())
        counts = {"pass": self._calls[PASS.index], "double": self._calls[DOUBLE.index]}
        counts |= {"redouble": self._calls[REDOUBLE.index], "bid": bids}
        return {
            "auctions": self._count,
            "deals": len(self._deals),
            "repeated_auctions": self._count - len(np.unique(self._auctions)),
            "calls": total,
            "illegal_calls": self._illegal,
            "cards": card_shares(self._cards),
            "lengths": self._length_report(),
            "call_shares": {name: int(count) / total for name, count in counts.items()},
            "systems": dict(self._systems.most_common()),
            "contracts": {name: count for name, count in self._contracts.items() if count},
            "doubled": self._doubles[str(DOUBLE)],
            "redoubled": self._doubles[str(REDOUBLE)],
        }

    def _length_report(self) -> dict[str, Any]:
        """Mean, peak, the share of the usual lengths, and the count of each."""
        calls = np.arange(_LONGEST)
        usual = self._lengths[USUAL_LENGTHS.start : USUAL_LENGTHS.stop].sum()
        return {
            "mean": float((calls * self._lengths).sum() / self._count),
            "peak": int(self._lengths.argmax()),
            "usual_share": float(usual / self._count),
            "counts": {str(n): int(self._lengths[n]) for n in np.flatnonzero(self._lengths)},
        }


def auction_keys(records: Records) -> np.ndarray:
    """(N,) uint64: a number that depends on deal, table, systems and calls, and on nothing else."""
    place = np.arange(len(records.calls)) - np.repeat(records.start, records.n_calls)
    with np.errstate(over="ignore"):
        powers = np.cumprod(np.full(_LONGEST, _HASH_BASE))
        terms = (records.calls.astype(np.uint64) + np.uint64(1)) * powers[place]
        keys = np.add.reduceat(terms, records.start) if len(records) else terms
        for part in (records.dealer, records.vul, records.system_ns, records.system_ew):
            keys = keys * _HASH_BASE + part
        return np.asarray(keys * _HASH_BASE ^ records.deal_keys())


def _illegal_calls(batch: AuctionBatch) -> int:
    made = batch.calls < PAD
    legal = batch.legal[:, :-1].gather(2, batch.calls.clamp(max=PAD - 1)[..., None])[..., 0]
    return int((made & ~legal).sum())
