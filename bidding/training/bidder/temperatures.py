"""Temperature scaling of a bidder on its validation auctions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.encoding.layout import N_SEATS, N_SUITS, SYSTEM_CODE
from bidding.encoding.records import Records
from bidding.encoding.views import targets
from bidding.networks.bidder import Bidder
from bidding.training.bidder.objective import turn_views
from bidding.training.scoring.calibration import Coverage, fit_temperature

LEAST_CALLS = 1000  # a system with fewer keeps its temperatures
# Number of decisions at which a stated system's own temperatures of hands weigh as much as the
# common ones: there about half of their difference is noise. From each half of 1,200 auctions
# (12,500 decisions) of four robots those of HCP came out 0.00 to 0.13 apart and those of lengths
# 0.00 to 0.04; from all 1,200 the robots' differed by 0.04 at most, both of HCP and of lengths.
HALF_AT = 10_000
_HAND_TEMPERATURES = np.geomspace(0.7, 1.5, 200).tolist()
_CALL_TEMPERATURES = np.geomspace(0.7, 2.5, 320).tolist()  # long training makes calls overconfident
_BATCH_AUCTIONS = 512
_HANDS = ("HCP", "lengths", "cards")
_INTERVALS = ("HCP", "lengths")
_BATCH_QUESTIONS = 1 << 16
Found = dict[System, float]


class _Answers(NamedTuple):
    """Questions of one kind: (question, answer) logits, the truth, and the system of each."""

    logits: Tensor
    truth: Tensor
    system: Tensor

    def of(self, systems: Sequence[System]) -> tuple[Tensor, Tensor]:
        """Return logits and truth of these systems."""
        codes = torch.tensor([SYSTEM_CODE[system] for system in systems])
        own = torch.isin(self.system, codes)
        return self.logits[own], self.truth[own]


@torch.no_grad()
def fit_temperatures(bidder: Bidder, records: Records, rows: np.ndarray) -> dict[str, Found]:
    """Fit a temperature for each system and kind of answer, with and without the own hand.

    Calls and cards get the temperature of least log loss, HCP and lengths the one at which
    intervals reach their stated coverage. Calls, HCP and lengths go by the system of the player
    they are of, cards by the viewer's. Temperatures of hidden hands are shrunk towards one common
    to the stated systems: from n decisions, common^(1 - w) · own^w with w = n / (n + HALF_AT).
    Systems with fewer than LEAST_CALLS keep theirs. Return the temperatures set, under
    "next call", "HCP" and so on, and under "next call, no hand seen" and so on.
    """
    return _fit(bidder, records, rows, seen=True) | {
        f"{name}, no hand seen": found
        for name, found in _fit(bidder, records, rows, seen=False).items()
    }


def _fit(bidder: Bidder, records: Records, rows: np.ndarray, *, seen: bool) -> dict[str, Found]:
    of_calls, of_hands = bidder.temperature[int(seen)], bidder.hand_temperature[int(seen)]
    before = of_calls.clone(), of_hands.clone()
    of_calls.fill_(1)
    of_hands.fill_(1)
    answers = _answers(bidder.eval(), records, rows, seen=seen)
    of_calls.copy_(before[0])
    of_hands.copy_(before[1])
    counts = answers["next call"].system.bincount(minlength=len(SYSTEM_CODE)).tolist()
    known = [system for system, code in SYSTEM_CODE.items() if counts[code] >= LEAST_CALLS]
    turns = sum(counts)
    found = {name: _temperatures(name, kind, known, turns) for name, kind in answers.items()}
    for system in known:
        code = SYSTEM_CODE[system]
        of_calls[code] = found["next call"][system]
        for place, name in enumerate(_HANDS):
            of_hands[place, code] = found[name][system]
    return found


def _temperatures(name: str, answers: _Answers, known: Sequence[System], decisions: int) -> Found:
    """Return the temperature of each of these systems for answers of a kind.

    ``decisions`` is the number of turns of all systems.
    """
    best = coverage_temperature if name in _INTERVALS else fit_temperature
    temperatures = _HAND_TEMPERATURES if name in _HANDS else _CALL_TEMPERATURES

    def fitted(systems: Sequence[System]) -> float:
        return best(*answers.of(systems), temperatures)

    found = {system: fitted([system]) for system in known}
    stated = [system for system in known if system is not System.UNKNOWN]
    if name not in _HANDS or len(stated) < 2:
        return found
    common = fitted(stated)
    for system in stated:
        share = len(answers.of([system])[1]) / len(answers.truth)
        found[system] = _shrunk(found[system], common, share * decisions)
    return found


def _shrunk(own: float, common: float, decisions: float) -> float:
    """Return a temperature shrunk towards the common one, less with more decisions."""
    weight = decisions / (decisions + HALF_AT)
    return float(common ** (1 - weight) * own**weight)


def coverage_temperature(logits: Tensor, truth: Tensor, temperatures: Sequence[float]) -> float:
    """Return the least of rising temperatures at which intervals reach their stated coverage.

    Coverage is the mean over the levels of ``scoring.calibration``. ``logits`` are (question,
    answer), ``truth`` (question,) int64. If none is high enough, return the last.
    """

    def reached(place: int) -> bool:
        return _excess_coverage(logits / temperatures[place], truth) >= 0

    return temperatures[bisect_left(range(len(temperatures) - 1), True, key=reached)]


def _excess_coverage(logits: Tensor, truth: Tensor) -> float:
    """Return ``Coverage.excess`` of the intervals of these answers."""
    coverage = Coverage("answers")
    for part, values in zip(
        logits.split(_BATCH_QUESTIONS), truth.split(_BATCH_QUESTIONS), strict=True
    ):
        coverage.add(part.softmax(-1), values)
    return coverage.excess


def _answers(
    bidder: Bidder, records: Records, rows: np.ndarray, *, seen: bool
) -> dict[str, _Answers]:
    """Return the bidder's answers at each turn, by kind."""
    parts = [
        _answers_of(bidder, records, part, seen=seen)
        for part in np.array_split(rows, max(1, len(rows) // _BATCH_AUCTIONS))
    ]
    return {name: _joined([part[name] for part in parts]) for name in parts[0]}


def _joined(parts: Sequence[_Answers]) -> _Answers:
    return _Answers(*(torch.cat(column) for column in zip(*parts, strict=True)))


def _answers_of(
    bidder: Bidder, records: Records, rows: np.ndarray, *, seen: bool
) -> dict[str, _Answers]:
    device = bidder.temperature.device
    batch = records.batch(rows).to(device)
    turns = turn_views(batch, seen=seen)
    outputs, truth = bidder(batch, turns), targets(batch, turns)
    seats = turns.viewer[:, None] + torch.arange(N_SEATS, device=device)
    system = batch.systems[turns.auction].gather(1, seats % len(Side))  # (turn, player)
    hidden = (truth.owner > 0) | ~turns.sees_hand[:, None]
    own = system[:, :1].expand_as(hidden)
    answers = {
        "next call": _Answers(outputs.call, truth.call, system[:, 0]),
        "HCP": _Answers(outputs.hcp.flatten(0, 1), truth.hcp.flatten(), system[:, 1:].flatten()),
        "lengths": _Answers(
            outputs.lengths.flatten(0, 2),
            truth.lengths.flatten(),
            system[:, 1:, None].expand(-1, -1, N_SUITS).flatten(),
        ),
        "cards": _Answers(outputs.cards[hidden], truth.owner[hidden], own[hidden]),
    }
    return {name: _Answers(*(part.cpu() for part in kind)) for name, kind in answers.items()}
