"""Evaluation of a bidder on recorded auctions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor
from tqdm import tqdm

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.records import Records
from bidding.encoding.views import Targets, Views, targets
from bidding.explaining.consistency import Hands
from bidding.networks.bidder import Bidder, Outputs
from bidding.training.bidder.objective import turn_views
from bidding.training.scoring.calibration import HandCalibration
from bidding.training.scoring.call_scores import CallScores
from bidding.training.scoring.hand_scores import (
    EVERYBODY,
    Agreement,
    HandScores,
    all_hands,
    baseline_hands,
    hidden_hands,
)
from bidding.training.scoring.standard_errors import groups_of, standard_errors

_BATCH_AUCTIONS = 512
_BLIND = partial(turn_views, seen=False)


@torch.inference_mode()
def evaluate(
    bidder: Bidder,
    records: Records,
    rows: np.ndarray,
    device: torch.device,
    *,
    hands_of: Callable[[Outputs], Hands] = hidden_hands,
    progress: bool = False,
) -> dict[str, Any]:
    """Return the scores of the calls and hidden hands at all turns of these auctions.

    Keys: those of ``CallScores.report``, ``HandScores.report`` and ``HandCalibration.report``,
    ``baseline`` (the accuracy of always passing, and the scores of hands given the own hand only),
    and ``errors`` (standard errors by path, deals taken as independent).
    """
    calls, hands, baseline = CallScores(), HandScores(), HandScores()
    calibration = HandCalibration()
    parts = parts_of(rows, "evaluating", progress)
    for batch, views, outputs, truth, group in answers(bidder, records, parts, device, turn_views):
        calls.add(outputs.call, batch, views, truth.call, group)
        beliefs = hands_of(outputs)
        hands.add(beliefs, truth, group)
        calibration.add(beliefs, truth, group)
        baseline.add(baseline_hands(views.own_cards(batch)), truth, group)

    def report(without: int | None = None) -> dict[str, Any]:
        parts = (calls, hands, calibration)
        return {name: value for part in parts for name, value in part.report(without).items()}

    return {
        **report(),
        "baseline": {"accuracy": calls.share_of_passes, **baseline.report()},
        "errors": standard_errors(report, calls.groups),
    }


@torch.inference_mode()
def evaluate_agreement(
    bidder: Bidder, records: Records, rows: np.ndarray, device: torch.device
) -> dict[str, Any]:
    """Return the scores of hidden hands before and after they are made consistent.

    Keys: those of ``Agreement.report``, of the three hands hidden from the player to call, and
    ``no_hand``, the same of all four hands for spectators.
    """
    agreement, unseen = Agreement(), Agreement(EVERYBODY)
    parts = parts_of(rows, "making agree")
    for batch, views, outputs, truth, group in answers(bidder, records, parts, device, turn_views):
        agreement.add(hidden_hands(outputs), views.own_cards(batch), truth, group)
    parts = parts_of(rows, "making four hands agree")
    for batch, views, outputs, _, group in answers(bidder, records, parts, device, _BLIND):
        hands = all_hands(outputs, bidder(batch, views.from_partner))
        truth = targets(batch, views, include_own=True)
        unseen.add(hands, views.own_cards(batch), truth, group)
    return {**agreement.report(), "no_hand": unseen.report()}


@torch.inference_mode()
def evaluate_unseen(
    bidder: Bidder, records: Records, rows: np.ndarray, device: torch.device
) -> dict[str, Any]:
    """Return the scores from the seat to call without its hand, which meanings of calls rest on.

    Keys: decisions, nll and ece of the next call, those of ``HandCalibration.report``, and
    ``errors`` as in ``evaluate``.
    """
    calls, calibration = CallScores(), HandCalibration(seen=False)
    parts = parts_of(rows, "without a hand")
    for batch, views, outputs, truth, group in answers(bidder, records, parts, device, _BLIND):
        calls.add(outputs.call, batch, views, truth.call, group)
        calibration.add(hidden_hands(outputs), truth, group)

    def report(without: int | None = None) -> dict[str, Any]:
        figures = calls.report(without)
        kept = {name: figures[name] for name in ("decisions", "nll", "ece")}
        return {**kept, **calibration.report(without)}

    return {**report(), "errors": standard_errors(report, calls.groups)}


_CHANGES = (0, 1, 6, 16)  # the least numbers of changes of the parts


def evaluate_by_changes(
    bidder: Bidder, records: Records, rows: np.ndarray, device: torch.device
) -> dict[str, Any]:
    """Return the scores of the next call by the number of changes on both sides' cards.

    Keys: the least and the largest number of each part; in each ``auctions``, ``decisions``,
    ``accuracy``, ``accuracy_nonpass``, ``nll`` and ``ece``.
    """
    found, changes = {}, records.changes[rows]
    for least, beyond in zip(_CHANGES, [*_CHANGES[1:], 10**6], strict=True):
        part = rows[(changes >= least) & (changes < beyond)]
        if not len(part):
            continue
        figures = evaluate(bidder, records, part, device)
        names = ("decisions", "accuracy", "accuracy_nonpass", "nll", "ece")
        found[f"{least} to {int(records.changes[part].max())}"] = {
            "auctions": len(part),
            **{name: figures[name] for name in names},
        }
    return found


def evenly_spaced(rows: np.ndarray, count: int) -> np.ndarray:
    """Return at most that many of the rows, evenly spaced."""
    if count >= len(rows):
        return rows
    return np.asarray(rows[np.arange(count) * len(rows) // count])


def answers(
    bidder: Bidder,
    records: Records,
    parts: Iterable[np.ndarray],
    device: torch.device,
    views_of: Callable[[AuctionBatch], Views],
) -> Iterator[tuple[AuctionBatch, Views, Outputs, Targets, Tensor]]:
    """Yield batches of the rows, their views, the outputs, the truth, and the views' groups.

    Groups (view,) are those of the deals (see ``standard_errors``), on the CPU.
    """
    bidder.eval()
    for part in parts:
        batch = records.batch(part)
        views = views_of(batch)
        group = torch.from_numpy(groups_of(records.deal_keys(part)))[views.auction]
        batch, views = batch.to(device), views.to(device)
        yield batch, views, bidder(batch, views), targets(batch, views), group


def parts_of(rows: np.ndarray, words: str, progress: bool = True) -> Iterable[np.ndarray]:
    """Return the rows in parts, one batch each, with a progress bar or without."""
    parts = np.array_split(rows, max(1, math.ceil(len(rows) / _BATCH_AUCTIONS)))
    return tqdm(parts, desc=words, unit="batch", disable=not progress)
