"""Scores of a bidder on recorded auctions: at every turn of every seat, earlier calls only.

Where it is asked for, also at the turns of the other players and at the end, by themselves.

Errors are absolute errors at the median of the predicted distribution; ``baseline`` holds
the same of a player who knows only the own hand and shares the unseen cards evenly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
import torch
from tqdm import tqdm

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.records import Records
from bidding.encoding.targets import Targets, targets
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder, Outputs
from bidding.training.bidder.training_views import every_seat_views, turn_views
from bidding.training.scoring.agreement import Agreement
from bidding.training.scoring.calibration import HandCalibration
from bidding.training.scoring.call_scores import CallScores
from bidding.training.scoring.every_seat import EverySeatScores, only, own_turns
from bidding.training.scoring.hand_scores import (
    EVERYBODY,
    HandScores,
    all_hands,
    even_hands,
    hidden_hands,
)

_BATCH_AUCTIONS = 512


def evaluate(
    bidder: Bidder,
    records: Records,
    rows: np.ndarray,
    device: torch.device,
    *,
    progress: bool = False,
    every_seat: bool = False,
) -> dict[str, Any]:
    """The scores on the auctions of these rows.

    Keys: those of calls (``CallScores.report``), of hidden hands (``HandScores.report``) and of
    their calibration (``HandCalibration.report``), and baseline (always passing: accuracy;
    evenly shared cards: the scores of hidden hands). All of these are of own turns; with
    ``every_seat`` those of ``EverySeatScores.report`` are there too.
    """
    calls, hands, even = CallScores(), HandScores(), HandScores()
    calibration, elsewhere = HandCalibration(), EverySeatScores(bidder.config)
    parts = _parts(rows, "evaluating", progress)
    views_of = every_seat_views if every_seat else turn_views
    with torch.inference_mode():
        for batch, views, outputs, truth in _asked(bidder, records, parts, device, views_of):
            if every_seat:
                elsewhere.add(batch, views, outputs, truth)
                own = own_turns(batch, views)
                views, outputs, truth = views[own], only(outputs, own), truth[own]
            calls.add(outputs.call, batch, views, truth.call)
            believed = hidden_hands(outputs, bidder.config)
            hands.add(believed, truth)
            calibration.add(believed, truth)
            even.add(even_hands(views.own_cards(batch)), truth)
    return {
        **calls.report(),
        **hands.report(),
        **calibration.report(),
        "baseline": {"accuracy": calls.share_of_passes, **even.report()},
        **(elsewhere.report() if every_seat else {}),
    }


def evaluate_agreement(
    bidder: Bidder,
    records: Records,
    rows: np.ndarray,
    device: torch.device,
    *,
    progress: bool = False,
) -> dict[str, Any]:
    """The hidden hands on these rows, as the heads say them and made to agree.

    Keys: those of ``Agreement.report``, of the three hands that the player next to call does not
    see; ``no_hand``, the same of the four that nobody's hand tells of, as spectators get them.
    """
    agreement, unseen = Agreement(), Agreement(EVERYBODY)
    parts = _parts(rows, "making agree", progress)
    more = _parts(rows, "making four hands agree", progress)
    blind = partial(turn_views, seen=False)
    with torch.inference_mode():
        for batch, views, outputs, truth in _asked(bidder, records, parts, device, turn_views):
            agreement.add(hidden_hands(outputs, bidder.config), views.own_cards(batch), truth)
        for batch, views, outputs, _ in _asked(bidder, records, more, device, blind):
            hands = all_hands(outputs, bidder(batch, views.from_partner), bidder.config)
            unseen.add(hands, views.own_cards(batch), targets(batch, views, include_own=True))
    return {**agreement.report(), "no_hand": unseen.report()}


def evaluate_unseen(
    bidder: Bidder,
    records: Records,
    rows: np.ndarray,
    device: torch.device,
    *,
    progress: bool = False,
) -> dict[str, Any]:
    """The same calls and hidden hands of who sees no hand, as what calls show rests on it.

    From the seat of the player next to call. Keys: decisions, nll and ece of the next call, and
    those of ``HandCalibration.report``, of LHO, partner and RHO.
    """
    calls, calibration = CallScores(), HandCalibration(seen=False)
    parts = _parts(rows, "without a hand", progress)
    blind = partial(turn_views, seen=False)
    with torch.inference_mode():
        for batch, views, outputs, truth in _asked(bidder, records, parts, device, blind):
            calls.add(outputs.call, batch, views, truth.call)
            calibration.add(hidden_hands(outputs, bidder.config), truth)
    figures = calls.report()
    return {name: figures[name] for name in ("decisions", "nll", "ece")} | calibration.report()


def evenly_spaced(rows: np.ndarray, count: int) -> np.ndarray:
    """At most that many of the rows, spread evenly over them."""
    if count >= len(rows):
        return rows
    return np.asarray(rows[np.arange(count) * len(rows) // count])


def _asked(
    bidder: Bidder,
    records: Records,
    parts: Iterable[np.ndarray],
    device: torch.device,
    views_of: Callable[[AuctionBatch], Views],
) -> Iterator[tuple[AuctionBatch, Views, Outputs, Targets]]:
    """The bidder's answers to these views of the rows, and the truth, part by part."""
    bidder.eval()
    for part in parts:
        batch = records.batch(part)
        views = views_of(batch)
        batch, views = batch.to(device), views.to(device)
        yield batch, views, bidder(batch, views, tokens=True), targets(batch, views)


def _parts(rows: np.ndarray, words: str, progress: bool) -> Iterable[np.ndarray]:
    parts = np.array_split(rows, max(1, math.ceil(len(rows) / _BATCH_AUCTIONS)))
    return tqdm(parts, desc=words, unit="batch") if progress else parts
