"""Scores of meanings: names and force against a robot's statements, sentences against hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor
from tqdm import tqdm

from bidding.domain.calls import ALL_CALLS, PASS
from bidding.domain.conventions import Forcing
from bidding.domain.table import RANKS, Side, Suit
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import RHO
from bidding.encoding.records import LabelledAuctions, Records
from bidding.encoding.views import Views, all_steps, card_hcp
from bidding.explaining.assembly import previous_calls
from bidding.explaining.beliefs import (
    ARTIFICIAL,
    CONFIDENT,
    HAS_NAME,
    MeaningChances,
    hands_in,
    predict_meanings,
)
from bidding.explaining.distributions import HandTable
from bidding.explaining.meanings.call_meaning import Made, call_meanings
from bidding.explaining.meanings.recorded import keep_promises, recorded_promises
from bidding.explaining.meanings.statements import Promise
from bidding.explaining.questions import after_pass, earlier_views, with_room
from bidding.networks.bidder import Bidder
from bidding.training.meanings.robot import RobotLabels, forcing_of
from bidding.training.scoring.calibration import Reliability

_BATCH_AUCTIONS = 256
_GAME = list(Forcing).index(Forcing.GAME)
_POINTS = card_hcp().numpy()
_OFTEN, _WITHIN = 200, 0.97  # calls of a beginning, and hands within what it promises, at least


class NameScores:
    """Predicted and stated names and force of all calls but passes."""

    def __init__(self) -> None:
        self._parts: list[tuple[Tensor, ...]] = []

    def add(self, chances: MeaningChances, stated: Tensor, force: Tensor) -> None:
        """Add C calls: the chances of each, and the stated meanings and force (C,)."""
        best, chance = chances.likeliest_name
        names = (torch.where(HAS_NAME[name], name, -1) for name in (best, stated))
        artificial = (chances.artificial > 0.5) == ARTIFICIAL[stated]
        self._parts.append((*names, chance, chances.forcing.argmax(-1), force, artificial))

    def report(self) -> dict[str, Any]:
        """Return the figures; a name is right if convention and slot are, or if both have none."""
        columns = map(torch.cat, zip(*self._parts, strict=True))
        predicted, stated, chance, force, stated_force, artificial = columns
        named, right = chance >= CONFIDENT, predicted == stated
        reliability = Reliability()
        reliability.add(chance, right)
        shares = {
            "name_accuracy": right & named,
            "wrong_name": named & (predicted >= 0) & ~right,
            "missed_name": (stated >= 0) & (~named | (predicted < 0)),
            "silent": ~named,
            "forcing_accuracy": (force > 0) == (stated_force > 0),
            "game_forcing_accuracy": (force == _GAME) == (stated_force == _GAME),
            "artificial_accuracy": artificial,
        }
        return {
            "calls": len(predicted),
            **{name: float(hits.double().mean()) for name, hits in shares.items()},
            "name_ece": reliability.error(),
        }


@dataclass
class PromiseScores:
    """How often hands are within what calls promise, and how wide promised points are."""

    within: list[np.ndarray] = field(default_factory=list)  # (call, 5): points, each suit
    width: list[int] = field(default_factory=list)
    beginnings: list[bytes] = field(default_factory=list)  # the calls up to each

    def add(self, promised: Sequence[Promise], hands: np.ndarray, beginnings: list[bytes]) -> None:
        """Add C calls, the hands (C, 52) that made them, and the calls so far."""
        lengths = hands.reshape(len(hands), len(Suit), len(RANKS)).sum(-1)
        held = np.column_stack([hands @ _POINTS, lengths])
        ends = np.array([(one.hcp, *one.lengths) for one in promised])
        self.within.append((ends[..., 0] <= held) & (held <= ends[..., 1]))
        self.width += (ends[:, 0, 1] - ends[:, 0, 0]).tolist()
        self.beginnings += beginnings

    def report(self) -> dict[str, Any]:
        """Return the shares, of lengths that of the suit that fits least; of beginnings met
        often enough also how many have under 97 % of their hands within, and the least share."""
        within = np.concatenate(self.within)
        beginnings = np.array(self.beginnings, dtype=object)  # bytes: a pass is 0, no padding
        _, place, count = np.unique(beginnings, return_inverse=True, return_counts=True)
        sums = np.stack([np.bincount(place, column) for column in within.T], axis=1)
        shares = (sums / count[:, None])[count >= _OFTEN]
        return {
            "points": float(within[:, 0].mean()),
            "lengths": float(within[:, 1:].mean(0).min()),
            "points_between": float(np.mean(self.width)),
            "beginnings": len(shares),
            "beginnings_below": int((shares < _WITHIN).any(-1).sum()),
            "least": float(shares.min(initial=1)),
        }


@dataclass(frozen=True)
class _Part:
    """The calls of some auctions: rows and batch, auction and step of each call, its chances."""

    rows: np.ndarray
    batch: AuctionBatch
    auction: Tensor
    step: Tensor
    chances: MeaningChances


@torch.inference_mode()
def _read_parts(
    bidder: Bidder,
    auctions: LabelledAuctions | Records,
    rows: np.ndarray,
    name: str,
    *,
    passes: bool = True,
) -> Iterator[_Part]:
    """Yield the calls of these rows, with passes or without, and their chances."""
    parts = np.array_split(rows, max(1, len(rows) // _BATCH_AUCTIONS))
    for part in tqdm(parts, desc=name, unit="batch"):
        batch = auctions.batch(part)
        auction, step = all_steps(batch.n_calls)
        if not passes:
            bids = batch.calls[auction, step] != PASS.index
            auction, step = auction[bids], step[bids]
        chances = predict_meanings(bidder, batch, auction, step)
        if chances is None:
            raise ValueError("these weights have no meaning heads")
        yield _Part(part, batch, auction, step, chances)


def score_names(
    bidder: Bidder, auctions: LabelledAuctions, rows: np.ndarray, labels: RobotLabels
) -> dict[str, Any]:
    """Return ``NameScores.report`` on the auctions of these rows."""
    scores = NameScores()
    for part in _read_parts(bidder, auctions, rows, "names", passes=False):
        label, flags = (
            auctions.padded(values, part.rows, 0) for values in (auctions.label, auctions.flags)
        )
        stated = labels.meanings(part.batch, label, flags)[part.auction, part.step]
        scores.add(part.chances, stated, forcing_of(flags)[part.auction, part.step])
    return scores.report()


def _hands_seen(bidder: Bidder, batch: AuctionBatch, views: Views, place: Tensor) -> HandTable:
    """Return the hidden hands at these places (C,) of the views."""
    device = next(bidder.parameters()).device
    outputs = keep_promises(bidder(batch.to(device), views.to(device)), batch, views)
    number = torch.arange(len(place))
    return HandTable(*(part.numpy() for part in hands_in(outputs, number, place)))


def _partner_passes(bidder: Bidder, batch: AuctionBatch, auction: Tensor, step: Tensor) -> Tensor:
    """Return (C,) the chances that partners pass these calls if the next player does; 1 for
    passes."""
    device = next(bidder.parameters()).device
    chances = torch.ones(len(step))
    acted = (batch.calls[auction, step] != PASS.index).nonzero()[:, 0]
    longer, views = after_pass(with_room(batch), auction[acted], step[acted])
    outputs = bidder(longer.to(device), views.to(device))
    chances[acted] = outputs.call.float().softmax(-1)[:, PASS.index].cpu()
    return chances


@torch.inference_mode()
def score_statements(bidder: Bidder, records: Records, rows: np.ndarray) -> dict[str, Any]:
    """Return the number of statements on callers' hands, and the share that is true, by topic; and
    how often hands are within what calls promise."""
    made: Counter[str] = Counter()
    true: Counter[str] = Counter()
    scores = PromiseScores()
    for part in _read_parts(bidder, records, rows, "statements"):
        batch, auction, after = part.batch, part.auction, part.step + 1
        blind = torch.zeros_like(auction).bool()
        views = Views(auction, after, batch.seat[auction, after], blind)
        shown = _hands_seen(bidder, batch, views, torch.full_like(auction, RHO))
        before = _hands_seen(bidder, batch, *earlier_views(batch, auction, part.step))
        passes = _partner_passes(bidder, batch, auction, part.step).tolist()
        hands = batch.hands[auction, batch.seat[auction, part.step]].numpy()
        so_far = batch.calls.to(torch.uint8).numpy()
        places = list(zip(auction.tolist(), part.step.tolist(), strict=True))
        beginnings = [so_far[row, : step + 1].tobytes() for row, step in places]
        likeliest = part.chances.likeliest()
        side = batch.seat[auction, part.step] % len(Side)
        cards = batch.cards_of(auction, side)
        recorded = recorded_promises(batch, auction, part.step, batch.calls[auction, part.step])
        calls = [
            Made(
                ALL_CALLS[beginning[-1]],
                tuple(ALL_CALLS[index] for index in beginning[:-1]),
                likeliest[row - len(beginning) + 1 : row + 1],
                recorded[row],
                card,
                in_order=True,
            )
            for row, (beginning, card) in enumerate(zip(beginnings, cards, strict=True))
        ]
        previous = previous_calls(part.step)
        meanings = call_meanings(calls, before, shown, shown.facts, passes, previous)
        scores.add([one.promised for one in meanings], hands, beginnings)
        for number, meaning in enumerate(meanings):
            for statement in meaning.statements:
                if statement.count is None:
                    continue
                made[statement.topic.value] += 1
                held = statement.true_of(hands[number : number + 1])
                true[statement.topic.value] += int(held[0])
    return {
        "statements": dict(made),
        "true": {topic: true[topic] / count for topic, count in made.items()},
        "promises": scores.report(),
    }
