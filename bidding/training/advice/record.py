"""Recording of second calls: what each wins or loses over the call that is made.

Random deals are bid to their end by the model, or by the model with an adviser at some seats. At
decisions with a plausible second call the auction is bid to its end once more after that call,
and both contracts are scored in IMPs with the chances of tricks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import DOUBLE, FIRST_BID, REDOUBLE
from bidding.domain.convention_card import CHOICES, ConventionCard, InvalidCard
from bidding.domain.systems import System
from bidding.domain.table import Side, Strain, Vulnerability
from bidding.encoding.auction_batch import AuctionBatch, choices_of
from bidding.encoding.layout import AS_IN_BASE, N_CHOICES, N_SEATS, PAD, SYSTEM_CODE
from bidding.explaining.analysis.contracts import TrickChances, scores
from bidding.explaining.analysis.lookahead import expected_imps
from bidding.explaining.analysis.tables import Players, Policy, Tables
from bidding.explaining.distributions import Floats
from bidding.training.advice.samples import AdviceSamples, join_samples, read_samples, samples_of
from bidding.tricks.solved import pack

_PASSED_OUT = -1


@dataclass(frozen=True)
class Contracts:
    """N contracts: ``bid`` 0..34, or -1 for none, ``declarer`` seats, ``stake`` 0..2 as in
    ``contracts.STAKES``."""

    bid: np.ndarray
    declarer: np.ndarray
    stake: np.ndarray

    @property
    def played(self) -> np.ndarray:
        """(N,) bool: False where everybody passed."""
        return np.asarray(self.bid != _PASSED_OUT)

    @property
    def strain(self) -> np.ndarray:
        """(N,) strains; clubs where everybody passed."""
        return np.asarray(np.maximum(self.bid, 0) % len(Strain))

    def rows(self, rows: np.ndarray) -> Contracts:
        """Return some of them."""
        return Contracts(self.bid[rows], self.declarer[rows], self.stake[rows])

    def ns_points(self, vulnerability: np.ndarray) -> np.ndarray:
        """Return (N, 14) points of N-S by tricks, of vulnerabilities (N,) of two bits."""
        side = self.declarer % len(Side)
        vulnerable = vulnerability >> side & 1
        points = scores()[vulnerable, self.stake, np.maximum(self.bid, 0)]
        signed = points * np.where(side == Side.NS, 1, -1)[:, None]
        return np.where(self.played[:, None], signed, 0)


def final_contracts(batch: AuctionBatch) -> Contracts:
    """Return the contracts of finished auctions."""
    row, end = torch.arange(len(batch)), batch.n_calls
    bid = batch.last_bid[row, end]
    is_bid = batch.last_bid[:, 1:] > batch.last_bid[:, :-1]  # (N, T)
    seat = batch.seat[:, :-1]
    bidder = seat[row, (is_bid & (batch.last_bid[:, 1:] == bid[:, None])).int().argmax(1)]
    strain = (batch.calls - FIRST_BID) % len(Strain)
    named = is_bid & (strain == bid[:, None] % len(Strain))
    named &= seat % len(Side) == bidder[:, None] % len(Side)
    declarer = seat[row, named.int().argmax(1)]
    action = batch.calls[row, batch.last_action[row, end].clamp(min=0)]
    stake = (action == DOUBLE.index).int() + 2 * (action == REDOUBLE.index).int()
    return Contracts(bid.numpy(), declarer.numpy(), stake.numpy())


def won_imps(
    one: Contracts, other: Contracts, vulnerability: np.ndarray, tricks: np.ndarray
) -> Floats:
    """Return (N,) IMPs that N-S expect of one contract over another, by chances (N, 4, 5, 14).

    A side's tricks in one strain go together, whichever partner declares; others are taken as
    independent.
    """
    both = (one, other)
    points = np.stack([contracts.ns_points(vulnerability) for contracts in both])
    row = np.arange(len(one.bid))
    chances = np.stack([tricks[row, contracts.declarer, contracts.strain] for contracts in both])
    same = (one.strain == other.strain) & (one.declarer % 2 == other.declarer % 2)
    return expected_imps(points, chances.astype(np.float64), same)


DEALS = 512  # bid at the same time
BATCHES = 16  # of so many deals in a part
_LEAST_CHANCE = 0.04  # of a plausible call
_STRAIGHT = 0.4  # share of the deals that are bid from the start without stray calls
_STRAY_UNTIL = 12  # calls, at most, among which some stray; decisions are compared after them
_STRAY = 0.25  # share of these calls that are drawn by chance, not the likeliest
_MOST_CALLS = 60  # of an auction whose decisions are kept
_TRUTHFUL = 0.5  # share of the sides who know the opponents' system
_ADVISED, _ALONE = 0.75, 0.2  # share of the sides with an adviser, and of those with it in one seat
_AS_THEY_ARE = 0.5  # share of the sides whose card does not depart from their system
_DEPARTURES = (0.1, 0.3)  # chances of another option of a choice, on the other cards
_OURS = [SYSTEM_CODE[system] for system in (System.SAYC, System.TWO_OVER_ONE)]
_THEIRS = [code for system, code in SYSTEM_CODE.items() if system is not System.UNKNOWN]
_SYSTEM = {code: system for system, code in SYSTEM_CODE.items()}
_TAKEN_FOR = [SYSTEM_CODE[system] for system in (System.SAYC, System.UNKNOWN)]


def record_advice(
    policy: Policy,
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
            samples = record_part(policy, estimator, rng, advance)
            samples.save(path)
        total += len(samples)
        part += 1
    return total


def record_part(
    policy: Policy,
    estimator: TrickChances,
    rng: np.random.Generator,
    advance: Callable[[int], Any] = lambda count: None,
) -> AdviceSamples:
    """Deal, bid and compare one part."""
    batches: list[AdviceSamples] = []
    for _ in range(BATCHES):
        batches.append(_compared(policy, estimator, rng))
        advance(len(batches[-1]))
    return join_samples(batches)


def deals_at_random(count: int, rng: np.random.Generator) -> tuple[np.ndarray, AuctionBatch]:
    """Return layouts (N, 52) and their auctions before the first call.

    One side, drawn by chance, plays SAYC or 2/1; the other the same on half the tables, and
    else any system. Half of the sides play it as it is, the others by a card drawn by chance.
    """
    seats = np.repeat(np.arange(N_SEATS, dtype=np.uint8), 13)
    owner = rng.permuted(np.tile(seats, (count, 1)), axis=1)
    ours = rng.choice(_OURS, count)
    theirs = np.where(rng.random(count) < 0.5, ours, rng.choice(_THEIRS, count))
    systems = rng.permuted(np.stack([ours, theirs], axis=1), axis=1)
    choices = [[_random_choices(code, rng) for code in both] for both in systems.tolist()]
    held = owner[:, None] == np.arange(N_SEATS)[:, None]
    batch = AuctionBatch(
        calls=torch.full((count, 0), PAD),
        n_calls=torch.zeros(count, dtype=torch.int64),
        dealer=torch.from_numpy(rng.integers(0, N_SEATS, count)),
        vulnerability=torch.from_numpy(rng.integers(0, len(Vulnerability), count)),
        systems=torch.from_numpy(systems.astype(np.int64)),
        choices=torch.tensor(choices, dtype=torch.int8),
        hands=torch.from_numpy(held),
    )
    return owner, batch


def _random_choices(code: int, rng: np.random.Generator) -> list[int]:
    """Return the options of a card of this system, as in AuctionBatch."""
    if rng.random() < _AS_THEY_ARE:
        return [AS_IN_BASE] * N_CHOICES
    departs = rng.random(N_CHOICES) < rng.choice(_DEPARTURES)
    options = {
        choice.id: choice.options[rng.integers(len(choice.options))].id
        for choice, other in zip(CHOICES, departs, strict=True)
        if other
    }
    while True:
        try:
            return choices_of(ConventionCard.of(_SYSTEM[code], options))
        except InvalidCard as error:
            del options[error.choice]


def players_at(batch: AuctionBatch, rng: np.random.Generator) -> Players:
    """Draw the players of some tables.

    A side knows its own card; that of the opponents it knows, or takes for plain SAYC or for
    unknown. Some sides have an adviser, some of those in one seat alone.
    """
    count = len(batch)
    systems = batch.systems[:, None].repeat(1, len(Side), 1)  # (N, reader, side)
    choices = batch.choices[:, None].repeat(1, len(Side), 1, 1)
    for side in Side:
        mistaken = torch.from_numpy(rng.random(count) >= _TRUTHFUL)
        taken_for = torch.from_numpy(rng.choice(_TAKEN_FOR, count))
        other = 1 - side
        systems[:, side, other] = torch.where(mistaken, taken_for, systems[:, side, other])
        choices[:, side, other] = choices[:, side, other].where(~mistaken[:, None], AS_IN_BASE)
    shape = (count, 1, len(Side))
    of_side = rng.random(shape) < _ADVISED
    alone = rng.random(shape) < _ALONE
    plain = rng.integers(0, 2, shape) == np.arange(2)[:, None]  # (N, partner, side)
    advised = (of_side & ~(alone & plain)).reshape(count, N_SEATS)
    return Players(systems, choices, torch.from_numpy(advised))


def _compared(policy: Policy, estimator: TrickChances, rng: np.random.Generator) -> AdviceSamples:
    """Bid some deals, and compare calls at some of the decisions."""
    owner, batch = deals_at_random(DEALS, rng)
    tables = Tables.opened(policy, batch, players_at(batch, rng))
    found = _choices(tables, rng)
    before, deal, call = found.before, found.deal.numpy(), found.call
    after = before.rows(torch.arange(len(before)))
    after.call(torch.arange(len(after)), call)
    after.bid_out()
    second, first = final_contracts(after.batch), final_contracts(tables.batch).rows(deal)
    auctions = before.batch
    vulnerability = auctions.vulnerability.numpy()
    tricks = estimator.chances(owner)[deal]
    imps = won_imps(second, first, vulnerability, tricks)
    side = before.turn % len(Side)
    calls = auctions.calls.numpy()
    caller = torch.arange(len(before)), side
    systems = before.players.systems[caller].numpy().astype(np.uint8)
    arrays = {
        "deal": pack(owner[deal]),
        "dealer": auctions.dealer.numpy().astype(np.uint8),
        "vul": vulnerability.astype(np.uint8),
        "system_ns": systems[:, 0].copy(),
        "system_ew": systems[:, 1].copy(),
        "n_calls": auctions.n_calls.numpy().astype(np.uint8),
        "calls": calls[calls != PAD].astype(np.uint8),
        "call": call.numpy().astype(np.uint8),
        "against": found.against.numpy().astype(np.uint8),
        "chance": found.chance.numpy().astype(np.float32),
        "imps": np.where(side.numpy() == Side.NS, imps, -imps).astype(np.float32),
    }
    return samples_of(arrays, (np.arange(len(before)), before.players.choices[caller].numpy()))


class _Found(NamedTuple):
    """Decisions met: the rows of their deals, the tables before them, a second call, the call that
    was made, and the bidder's chance of the second."""

    deal: Tensor
    before: Tables
    call: Tensor
    against: Tensor
    chance: Tensor


def _choices(tables: Tables, rng: np.random.Generator) -> _Found:
    """Bid the deals to their end; return decisions after the last stray call of each."""
    count = len(tables)
    until = rng.integers(1, _STRAY_UNTIL + 1, count) * (rng.random(count) >= _STRAIGHT)
    strays_until = torch.from_numpy(until)
    parts: list[_Found] = []
    rows = tables.going
    while len(rows):
        chances, made = tables.next_calls(rows)
        plausible = chances.where(chances >= _LEAST_CHANCE, 0)
        n_calls = tables.batch.n_calls[rows]
        settled = n_calls >= strays_until[rows]
        second = plausible.scatter(1, made[:, None], 0)
        compared = settled & second.any(1) & (n_calls < _MOST_CALLS)
        if bool(compared.any()):
            some = rows[compared]
            call = drawn(second[compared].sqrt(), rng)
            chance = chances[compared].gather(1, call[:, None])[:, 0]
            parts.append(_Found(some, tables.rows(some), call, made[compared], chance))
        strays = torch.from_numpy(rng.random(len(rows)) < _STRAY) & ~settled
        tables.call(rows, torch.where(strays, drawn(plausible.sqrt(), rng), made))
        rows = rows[torch.isin(rows, tables.going)]
    deal, before, *calls = zip(*parts, strict=True)
    return _Found(torch.cat(deal), Tables.join(before), *map(torch.cat, calls))


def drawn(weights: Tensor, rng: np.random.Generator) -> Tensor:
    """Return (R,) a call by chance, of weights (R, 38)."""
    ends = weights.double().cumsum(1)
    at = torch.from_numpy(rng.random(len(weights)))[:, None] * ends[:, -1:]
    return (ends <= at).sum(1).clamp(max=weights.shape[1] - 1)
