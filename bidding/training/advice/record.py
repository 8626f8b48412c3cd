"""Recording of second calls: what each wins or loses over the likeliest call.

Random deals are bid by the model. At some decisions with a plausible second call the auction is
bid to its end twice, once after either call, always with the likeliest calls, and both contracts
are scored with the chances of tricks.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from bidding.domain.systems import System
from bidding.domain.table import Side, Vulnerability
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS, PAD, SYSTEM_CODE
from bidding.explaining.analysis.contracts import TrickChances
from bidding.networks.bidder import Bidder
from bidding.training.advice.outcomes import expected_imps, final_contracts
from bidding.training.advice.samples import AdviceSamples, join_samples, read_samples, samples_of
from bidding.training.advice.tables import Tables
from bidding.tricks.solved import pack

DEALS = 512  # bid at the same time
BATCHES = 16  # of so many deals in a part
_LEAST_CHANCE = 0.02  # of a plausible call
_COMPARED = 0.6  # share of the decisions with a choice that are compared
_STRAY = 0.15  # share of the calls that are drawn by chance, not the likeliest
_MOST_CALLS = 60  # of an auction whose decisions are kept
_OURS = [SYSTEM_CODE[system] for system in (System.SAYC, System.TWO_OVER_ONE)]
_THEIRS = [code for system, code in SYSTEM_CODE.items() if system is not System.UNKNOWN]


def record_advice(
    bidder: Bidder,
    estimator: TrickChances,
    out: Path,
    count: int,
    seed: int,
    advance: Callable[[int], Any],
) -> int:
    """Record at least ``count`` decisions as parts in a folder; return how many there are.

    Parts are there whole or not at all, and those of a stopped run are not made again.
    ``advance`` is called with the number of further decisions: those on some deals, or of a whole
    part made before.
    """
    total = part = 0
    while total < count:
        path = out / f"advice-{seed}-{part:04}.npz"
        if path.exists():
            samples = read_samples(path)
            advance(len(samples))
        else:
            rng = np.random.default_rng([seed, part])
            samples = record_part(bidder, estimator, rng, advance)
            samples.save(path)
        total += len(samples)
        part += 1
    return total


def record_part(
    bidder: Bidder,
    estimator: TrickChances,
    rng: np.random.Generator,
    advance: Callable[[int], Any] = lambda count: None,
) -> AdviceSamples:
    """Deal, bid and compare one part."""
    batches: list[AdviceSamples] = []
    for _ in range(BATCHES):
        batches.append(_compared(bidder, estimator, rng))
        advance(len(batches[-1]))
    return join_samples(batches)


def deals_at_random(count: int, rng: np.random.Generator) -> tuple[np.ndarray, AuctionBatch]:
    """Return layouts (N, 52) and their auctions before the first call.

    One side, drawn by chance, plays SAYC or 2/1; the other the same on half the tables, and
    else any system.
    """
    seats = np.repeat(np.arange(N_SEATS, dtype=np.uint8), 13)
    owner = rng.permuted(np.tile(seats, (count, 1)), axis=1)
    ours = rng.choice(_OURS, count)
    theirs = np.where(rng.random(count) < 0.5, ours, rng.choice(_THEIRS, count))
    systems = rng.permuted(np.stack([ours, theirs], axis=1), axis=1)
    held = owner[:, None] == np.arange(N_SEATS)[:, None]
    batch = AuctionBatch(
        calls=torch.full((count, 0), PAD),
        n_calls=torch.zeros(count, dtype=torch.int64),
        dealer=torch.from_numpy(rng.integers(0, N_SEATS, count)),
        vulnerability=torch.from_numpy(rng.integers(0, len(Vulnerability), count)),
        systems=torch.from_numpy(systems.astype(np.int64)),
        hands=torch.from_numpy(held),
    )
    return owner, batch


def _compared(bidder: Bidder, estimator: TrickChances, rng: np.random.Generator) -> AdviceSamples:
    """Bid some deals, and compare calls at some of the decisions."""
    owner, batch = deals_at_random(DEALS, rng)
    deal, before, likeliest, call, chance = _choices(Tables.opened(bidder, batch), rng)
    contracts = []
    for made in (call, likeliest):
        tables = before.rows(torch.arange(len(before)))
        tables.call(torch.arange(len(tables)), made)
        tables.bid_out()
        contracts.append(final_contracts(tables.batch))
    auctions = before.batch
    vulnerability = auctions.vulnerability.numpy()
    tricks = estimator.chances(owner)[deal]
    imps = expected_imps(contracts[0], contracts[1], vulnerability, tricks)
    side = (auctions.dealer + auctions.n_calls).numpy() % len(Side)
    calls = auctions.calls.numpy()
    systems = auctions.systems.numpy().astype(np.uint8)
    arrays = {
        "deal": pack(owner[deal]),
        "dealer": auctions.dealer.numpy().astype(np.uint8),
        "vul": vulnerability.astype(np.uint8),
        "system_ns": systems[:, 0].copy(),
        "system_ew": systems[:, 1].copy(),
        "n_calls": auctions.n_calls.numpy().astype(np.uint8),
        "calls": calls[calls != PAD].astype(np.uint8),
        "call": call.numpy().astype(np.uint8),
        "likeliest": likeliest.numpy().astype(np.uint8),
        "chance": chance.numpy().astype(np.float32),
        "imps": np.where(side == Side.NS, imps, -imps).astype(np.float32),
    }
    return samples_of(arrays)


def _choices(
    tables: Tables, rng: np.random.Generator
) -> tuple[np.ndarray, Tables, Tensor, Tensor, Tensor]:
    """Bid the deals to their end; return decisions met on the way: the rows of their deals, the
    tables before them, the likeliest call, a second one, and its chance."""
    rows = tables.going
    deals: list[Tensor] = []
    before: list[Tables] = []
    found: list[Tensor] = []  # (3, R) each: likeliest, second call, its chance
    while len(rows):
        chances = tables.chances(rows)
        likeliest = chances.argmax(1)
        plausible = chances.where(chances >= _LEAST_CHANCE, 0)
        second = plausible.scatter(1, likeliest[:, None], 0)
        compared = second.any(1) & torch.from_numpy(rng.random(len(rows)) < _COMPARED)
        compared &= tables.batch.n_calls[rows] < _MOST_CALLS
        if bool(compared.any()):
            call = drawn(second[compared].sqrt(), rng)
            deals.append(rows[compared])
            before.append(tables.rows(rows[compared]))
            chance = chances[compared].gather(1, call[:, None])[:, 0]
            found.append(torch.stack([likeliest[compared], call, chance]))
        strays = torch.from_numpy(rng.random(len(rows)) < _STRAY)
        tables.call(rows, torch.where(strays, drawn(plausible, rng), likeliest))
        rows = rows[torch.isin(rows, tables.going)]
    likeliest, call, chance = torch.cat(found, dim=1).unbind()
    return torch.cat(deals).numpy(), Tables.join(before), likeliest.long(), call.long(), chance


def drawn(weights: Tensor, rng: np.random.Generator) -> Tensor:
    """Return (R,) a call by chance, of weights (R, 38)."""
    ends = weights.double().cumsum(1)
    at = torch.from_numpy(rng.random(len(weights)))[:, None] * ends[:, -1:]
    return (ends <= at).sum(1).clamp(max=weights.shape[1] - 1)
