"""Scores of what is said of calls: names and force against a robot's words, statements against
the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor
from tqdm import tqdm

from bidding.domain.calls import ALL_CALLS, PASS
from bidding.domain.conventions import Forcing
from bidding.encoding.auctions import AuctionBatch
from bidding.encoding.layout import RHO
from bidding.encoding.records import Records
from bidding.encoding.statements import StatedAuctions
from bidding.encoding.views import Views, every_moment
from bidding.explaining.meanings.denial import denied
from bidding.explaining.meanings.naming import call_meaning
from bidding.explaining.meanings.prediction import (
    ARTIFICIAL,
    CONFIDENT,
    HAS_NAME,
    MeaningChances,
    predict_meanings,
)
from bidding.explaining.questions import earlier_views
from bidding.explaining.tables import HandTable
from bidding.networks.bidder import Bidder
from bidding.training.meanings.robot import RobotLabels, forcing_of

_BATCH_AUCTIONS = 256
_BINS = 10
_GAME = list(Forcing).index(Forcing.GAME)


@dataclass
class NameScores:
    """Names and force of calls but passes, said and stated."""

    said: list[Tensor] = field(default_factory=list)
    chance: list[Tensor] = field(default_factory=list)
    stated: list[Tensor] = field(default_factory=list)
    forcing: list[Tensor] = field(default_factory=list)  # (call, 2): said, stated
    artificial: list[Tensor] = field(default_factory=list)  # (call,) bool: rightly said

    def add(self, chances: MeaningChances, stated: Tensor, force: Tensor) -> None:
        """Count C calls: the chances of each, and the meaning and force stated (C,)."""
        best, chance = chances.likeliest_name
        self.said.append(torch.where(HAS_NAME[best], best, -1))
        self.chance.append(chance)
        self.stated.append(torch.where(HAS_NAME[stated], stated, -1))
        self.forcing.append(torch.stack([chances.forcing.argmax(-1), force], dim=1))
        self.artificial.append((chances.artificial > 0.5) == ARTIFICIAL[stated])

    def report(self) -> dict[str, Any]:
        """The figures; a name is right where convention and slot are, or rightly there is none."""
        said, chance, stated = (torch.cat(x).numpy() for x in (self.said, self.chance, self.stated))
        force = torch.cat(self.forcing).numpy()
        rho_acted = chance >= CONFIDENT
        right = said == stated
        return {
            "calls": len(said),
            "name_accuracy": float((right & rho_acted).mean()),
            "wrong_name": float((rho_acted & (said >= 0) & ~right).mean()),
            "missed_name": float(((stated >= 0) & (~rho_acted | (said < 0))).mean()),
            "silent": float((~rho_acted).mean()),
            "name_ece": _ece(chance, right),
            "forcing_accuracy": float(((force[:, 0] > 0) == (force[:, 1] > 0)).mean()),
            "game_forcing_accuracy": float(
                ((force == _GAME)[:, 0] == (force == _GAME)[:, 1]).mean()
            ),
            "artificial_accuracy": float(torch.cat(self.artificial).double().mean()),
        }


def _ece(chance: np.ndarray, right: np.ndarray) -> float:
    """The expected calibration error over equal bins of the chance."""
    place = np.minimum((chance * _BINS).astype(int), _BINS - 1)
    counts = np.bincount(place, minlength=_BINS)
    said = np.bincount(place, weights=chance, minlength=_BINS)
    held = np.bincount(place, weights=right, minlength=_BINS)
    return float(np.abs(said - held).sum() / max(1, counts.sum()))


@dataclass(frozen=True)
class _Part:
    """The calls of a part of the auctions: which rows, the batch, and auction and step of each."""

    rows: np.ndarray
    batch: AuctionBatch
    auction: Tensor
    step: Tensor
    chances: MeaningChances


@torch.inference_mode()
def _read_parts(
    bidder: Bidder,
    auctions: StatedAuctions | Records,
    rows: np.ndarray,
    name: str,
    *,
    passes: bool = True,
) -> Iterator[_Part]:
    """The calls of these rows, of all or of all but passes, with their chances, part by part."""
    device = next(bidder.parameters()).device
    parts = np.array_split(rows, max(1, len(rows) // _BATCH_AUCTIONS))
    for part in tqdm(parts, desc=name, unit="batch"):
        batch = auctions.batch(part)
        auction, step = every_moment(batch.n_calls)
        if not passes:
            bids = batch.calls[auction, step] != PASS.index
            auction, step = auction[bids], step[bids]
        chances = predict_meanings(bidder, batch, auction, step, device)
        if chances is None:
            raise ValueError("these weights have no meaning heads")
        yield _Part(part, batch, auction, step, chances)


def score_names(
    bidder: Bidder, auctions: StatedAuctions, rows: np.ndarray, labels: RobotLabels
) -> dict[str, Any]:
    """The figures of ``NameScores.report`` on the auctions of these rows."""
    scores = NameScores()
    for part in _read_parts(bidder, auctions, rows, "names", passes=False):
        label, flags = (
            auctions.padded(values, part.rows, 0) for values in (auctions.label, auctions.flags)
        )
        stated = labels.meanings(part.batch, label, flags)[part.auction, part.step]
        scores.add(part.chances, stated, forcing_of(flags)[part.auction, part.step])
    return scores.report()


def _hands_seen(bidder: Bidder, batch: AuctionBatch, views: Views, place: Tensor) -> HandTable:
    """The hidden hands at these places (C,) of the views."""
    device = next(bidder.parameters()).device
    outputs = bidder(batch.to(device), views.to(device))
    number = torch.arange(len(place))
    hcp, lengths = (
        x[number, place].double().softmax(-1).cpu().numpy() for x in (outputs.hcp, outputs.lengths)
    )
    return HandTable(hcp, lengths)


@torch.inference_mode()
def score_statements(bidder: Bidder, records: Records, rows: np.ndarray) -> dict[str, Any]:
    """How many statements sentences make of the callers' hands, and how many are true, by topic.

    Of all calls in the auctions of these rows.
    """
    made: Counter[str] = Counter()
    true: Counter[str] = Counter()
    for part in _read_parts(bidder, records, rows, "statements"):
        batch, auction, after = part.batch, part.auction, part.step + 1
        blind = torch.zeros_like(auction).bool()
        views = Views(auction, after, batch.seat[auction, after], blind)
        shown = _hands_seen(bidder, batch, views, torch.full_like(auction, RHO))
        found = denied(_hands_seen(bidder, batch, *earlier_views(batch, auction, part.step)), shown)
        hands = batch.hands[auction, batch.seat[auction, part.step]].numpy()
        places = zip(auction.tolist(), part.step.tolist(), strict=True)
        for number, (likeliest, (row, step)) in enumerate(
            zip(part.chances.likeliest(), places, strict=True)
        ):
            *before, call = (ALL_CALLS[index] for index in batch.calls[row, : step + 1].tolist())
            meaning = call_meaning(
                call, likeliest, shown.facts[number], found[number], tuple(before)
            )
            for statement in meaning.statements:
                if statement.count is None:
                    continue
                made[statement.topic.value] += 1
                held = statement.true_of(hands[number : number + 1])
                true[statement.topic.value] += int(held[0])
    return {
        "statements": dict(made),
        "true": {topic: true[topic] / count for topic, count in made.items()},
    }
