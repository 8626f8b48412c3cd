"""Accuracy and time of refined answers, with hands weighed by the call head.

``python -m research.accuracy inference FILE.npz [--meanings FILE --labels FILE]`` reads one
file of auctions. Over random moments of its first auctions, as the player to call sees them, it
compares cards, lengths, HCP, aces, kings and short suits with and without refinement: log loss in
nats a card, suit or hand, the change and its standard error. With what the robot states of each
call (``meanings``, and ``labels`` that name it) it also asks what is known of a player who has
answered an asking bid, or shown shortness, from across the table: at once, and three calls later.
"""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from bidding.domain.cards import Card, Hand
from bidding.domain.position import Position
from bidding.domain.table import Seat
from bidding.encoding.layout import ACES, N_HIDDEN
from bidding.encoding.records import Records, read_records
from bidding.encoding.views import card_hcp
from bidding.explaining.beliefs import beliefs_about
from bidding.explaining.explainer import Explainer
from bidding.explaining.inference.hand_sampling import Thresholds
from bidding.explaining.inference.refinement import DEFAULTS, Settings, refine
from bidding.explaining.meanings.answers import KINGS, honours_of
from bidding.explaining.questions import questions_about
from research.accuracy.commands.layouts import position_of
from research.accuracy.measure import Measure

SEED = 7
LATER = 3
# Of each kind of call the parts that its label may have.
LABELS = {
    "answers to 4NT": ("A=",),
    "answers to Gerber": ("out of 4",),
    "answers to king asks": ("K=",),
    "shortness": ("plinter", "hortness"),
}
_POINTS = card_hcp().numpy()
_LEAST = 1e-6


@dataclass(frozen=True)
class Case:
    """A position, who holds each card (52,), and whose hand is asked for: nobody's, all."""

    position: Position
    owner: np.ndarray
    seat: int | None = None


class Command(Measure):
    help = "Accuracy and time of refined answers, with hands weighed by the call head."
    auctions = 200

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--meanings", type=Path, help="what the robot states of each call (.npz)"
        )
        parser.add_argument("--labels", type=Path, help="the names of its labels (.json)")
        parser.add_argument(
            "--weights", type=Path, help="a bidder's folder (default: the released)"
        )
        parser.add_argument("--power", type=float, default=DEFAULTS.power, help="of the likelihood")
        gates = DEFAULTS.thresholds
        for name, default, text in (
            ("--gate", gates.aces, "aces, kings: nats"),
            ("--short-gate", gates.short, "nats"),
            ("--shape-gate", gates.shape, "nats"),
            ("--unstated-gate", gates.shape_unstated, "of unknown systems: nats"),
        ):
            parser.add_argument(name, type=float, default=default, help=text)

    def measure(self, options: Namespace) -> dict[str, Any]:
        torch.set_num_threads(1)
        explainer = Explainer.load(options.weights)
        settings = replace(
            DEFAULTS,
            power=options.power,
            thresholds=Thresholds(
                options.gate,
                options.gate,
                options.short_gate,
                options.shape_gate,
                options.unstated_gate,
            ),
        )
        records = read_records(options.data)
        found = {
            "random moments": figures(explainer, random_cases(records, options.auctions), settings)
        }
        print_table("random moments", found["random moments"])
        if options.meanings is not None:
            for kind, cases in stated_cases(records, options).items():
                found[kind] = figures(explainer, cases, settings)
                print_table(kind, found[kind])
        return {"model": explainer.model.to_dict(), **found}


def random_cases(records: Records, limit: int) -> Iterator[Case]:
    """Yield one moment of each of the first auctions, as the player to call sees it."""
    rng = np.random.default_rng(SEED)
    for row in range(min(limit, len(records))):
        yield Case(*position_of(records, row, int(rng.integers(1, int(records.n_calls[row])))))


def stated_cases(records: Records, options: Namespace) -> dict[str, list[Case]]:
    """Calls of each kind, as the caller's partner sees them at once and some calls later."""
    names = json.loads(options.labels.read_text(encoding="utf-8"))
    labels = np.load(options.meanings)["label"]
    rng = np.random.default_rng(SEED)
    cases: dict[str, list[Case]] = {}
    for kind, parts in LABELS.items():
        selected = [i for i, name in enumerate(names) if any(part in name for part in parts)]
        places = np.flatnonzero(np.isin(labels, selected))
        places = places[rng.permutation(len(places))[: options.auctions]]
        rows = np.searchsorted(records.start, places, side="right") - 1
        for later in (0, LATER):
            name = kind if later == 0 else f"{kind}, {later} calls later"
            cases[name] = [
                _from_across(records, int(row), int(place - records.start[row]), later)
                for row, place in zip(rows, places, strict=True)
                if place - records.start[row] + 1 + later <= records.n_calls[row]
            ]
    return cases


def _from_across(records: Records, row: int, step: int, later: int) -> Case:
    """The position after a call and some more, as the caller's partner sees it."""
    position, owner = position_of(records, row, step + 1 + later)
    caller = position.auction.seat_of(step)
    seat = Seat((caller + 2) % 4)
    hand = Hand.of(Card(int(card)) for card in np.flatnonzero(owner == seat))
    return Case(replace(position, seat=seat, hand=hand), owner, int(caller))


def figures(
    explainer: Explainer, cases: Iterator[Case] | list[Case], settings: Settings
) -> dict[str, Any]:
    """Log losses before and after refinement, expected numbers beside those held, and times."""
    losses: list[np.ndarray] = []
    numbers: list[np.ndarray] = []
    times: list[float] = []
    refined: list[np.ndarray] = []
    for case in cases:
        questions = questions_about([case.position], compare=False)
        before = beliefs_about(explainer.reader, questions)
        middle = time.perf_counter()
        parts = ([case.position], questions, before, settings)
        after = refine(explainer.reader, *parts, explainer.likelihood_bidder)
        times.append(time.perf_counter() - middle)
        rows = slice(int(before.hands.first[-1]), int(before.hands.first[-1]) + N_HIDDEN)
        seats = np.arange(1, N_HIDDEN + 1) + case.position.seat
        held = case.owner == (seats % 4)[:, None]  # (3, 52)
        is_scored = np.ones(3, bool) if case.seat is None else seats % 4 == case.seat
        prior = _HandBeliefs.of(before.hands, rows, honours_of(before.hands.cards[rows].numpy()))
        posterior = _HandBeliefs.of(
            after.beliefs.hands, rows, after.honours[np.arange(rows.start, rows.stop)]
        )
        losses.append(
            np.stack([prior.losses(held), posterior.losses(held)])[:, :, is_scored].mean(-1)
        )
        numbers.append(np.stack([prior.aces @ np.arange(5), posterior.aces @ np.arange(5),
                                 held[:, list(ACES)].sum(-1)])[:, is_scored].mean(-1))  # fmt: skip
        changed = (before.hands.cards[rows] != after.beliefs.hands.cards[rows]).any()
        refined.append(
            np.array([bool(changed), bool(after.honours.unclear[rows][is_scored].any())])
        )
    return _summed(np.array(losses), np.array(numbers), np.array(refined), np.array(times))


@dataclass(frozen=True)
class _HandBeliefs:
    """Beliefs about three hidden hands."""

    cards: np.ndarray
    lengths: np.ndarray
    hcp: np.ndarray
    aces: np.ndarray
    kings: np.ndarray

    @classmethod
    def of(cls, hands: Any, rows: slice, honours: Any) -> _HandBeliefs:
        cards, lengths, hcp = hands.cards[rows], hands.lengths[rows], hands.hcp[rows]
        return cls(cards.numpy(), lengths.numpy(), hcp.numpy(), honours.aces, honours.kings)

    def losses(self, held: np.ndarray) -> np.ndarray:
        """(6, 3) nats of each hand: a card of those not seen, a suit's length, HCP, aces, kings
        and whether suits are short."""
        lengths = held.reshape(3, 4, 13).sum(-1)
        few = self.lengths[..., :2].sum(-1)
        unseen = held.any(0)
        card = (-_log(self.cards) * held)[:, unseen].sum(-1) / 13
        return np.stack(
            [
                card,
                -_log(_at(self.lengths, lengths)).mean(-1),
                -_log(_at(self.hcp, held @ _POINTS)),
                -_log(_at(self.aces, held[:, list(ACES)].sum(-1))),
                -_log(_at(self.kings, held[:, list(KINGS)].sum(-1))),
                -_log(np.where(lengths < 2, few, 1 - few)).sum(-1),
            ]
        )


LOSSES = ("cards", "lengths", "hcp", "aces", "kings", "short")


def _at(distributions: np.ndarray, values: np.ndarray) -> np.ndarray:
    return np.take_along_axis(distributions, values[..., None], -1)[..., 0]


def _log(chances: np.ndarray) -> np.ndarray:
    return np.log(np.maximum(chances, _LEAST))


def _summed(
    losses: np.ndarray, numbers: np.ndarray, refined: np.ndarray, times: np.ndarray
) -> dict[str, Any]:
    if not len(losses):
        return {"moments": 0}
    change = losses[:, 1] - losses[:, 0]
    error = change.std(0) / np.sqrt(len(change))
    return {
        "moments": len(losses),
        "refined": round(float(refined[:, 0].mean()), 3),
        "unclear": round(float(refined[:, 1].mean()), 3),
        "log_loss": {
            name: {
                "before": round(float(losses[:, 0, k].mean()), 4),
                "change": round(float(change[:, k].mean()), 4),
                "error": round(float(error[k]), 4),
            }
            for k, name in enumerate(LOSSES)
        },
        "aces": dict(zip(("heads", "refined", "held"), numbers.mean(0).round(3).tolist(),
                         strict=True)),
        "aces_off": [round(float(np.abs(numbers[:, k] - numbers[:, 2]).mean()), 3)
                     for k in range(2)],
        "seconds": {str(q): round(float(np.quantile(times, q)), 3) for q in (0.5, 0.9, 1.0)},
    }  # fmt: skip


def print_table(name: str, found: dict[str, Any]) -> None:
    """Print the table of one kind of moments."""
    print(f"\n{name}: {found['moments']} moments")
    if not found["moments"]:
        return
    print(f"  refined {found['refined']}, unclear {found['unclear']}, seconds {found['seconds']}")
    print(f"  aces expected {found['aces']}, off by {found['aces_off']}")
    for kind, row in found["log_loss"].items():
        print(f"  {kind:8}" + "".join(f"{key} {value:9.4f}   " for key, value in row.items()))
