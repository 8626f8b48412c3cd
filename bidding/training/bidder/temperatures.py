"""Making chances hold, on auctions kept from training."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.encoding.layout import N_SEATS, N_SUITS, SYSTEM_CODE
from bidding.encoding.records import Records
from bidding.encoding.targets import targets
from bidding.networks.bidder import Bidder
from bidding.training.bidder.training_views import turn_views
from bidding.training.scoring.calibration import Coverage

LEAST_CALLS = 1000  # with fewer, a system's temperatures stay as they are
# From so many decisions a stated system's own temperatures of hands count half, the common ones the
# other half: about half of what tells them apart is chance then. From each half of 1,200 auctions
# (12,500 decisions) of four robots those of HCP came out 0.00 to 0.13 apart and those of lengths
# 0.00 to 0.04; from all 1,200 the robots' differed by 0.04 at most, both of HCP and of lengths.
HALF_AT = 10_000
_HAND_TEMPERATURES = np.geomspace(0.7, 1.5, 200).tolist()
_CALL_TEMPERATURES = np.geomspace(0.7, 2.5, 320).tolist()  # after much training calls are too sure
_BATCH_AUCTIONS = 512
_HANDS = ("HCP", "lengths", "cards")
_RANGES = ("HCP", "lengths")  # what is told as intervals
_BATCH_QUESTIONS = 1 << 16
Found = dict[System, float]


class _Answers(NamedTuple):
    """Questions of one kind: (question, answer) logits, the truth, and whose system it was."""

    logits: Tensor
    truth: Tensor
    system: Tensor

    def of(self, systems: Sequence[System]) -> tuple[Tensor, Tensor]:
        """Logits and truth where the system was one of these."""
        codes = torch.tensor([SYSTEM_CODE[system] for system in systems])
        own = torch.isin(self.system, codes)
        return self.logits[own], self.truth[own]


@torch.no_grad()
def warm(bidder: Bidder, records: Records, rows: np.ndarray) -> dict[str, Found]:
    """Set a temperature for each system and kind of answer, at everybody's turns: for who sees
    the own hand, and for who sees none.

    Of calls and cards the one at which the log loss is least (C. Guo and others 2017, "On
    calibration of modern neural networks", section 4.2): the order of the calls stays the same. A
    network that has seen few auctions of a kind often is too sure of new ones. Of HCP and lengths
    the one at which intervals hold as often as they say, on average over their levels. Of calls,
    HCP and lengths it is the system of whose they are, of cards the viewer's own. For hidden hands
    the stated systems with calls enough have one temperature in common, and each its own beside it
    as far as its auctions tell: from n decisions of its players, common^(1 - w) · own^w with
    w = n / (n + HALF_AT). Systems with too few calls keep what they have. Given back are the
    temperatures of the others, under "next call", "HCP" and so on, and of who sees no hand under
    "next call, no hand seen" and so on.
    """
    return _warm(bidder, records, rows, seen=True) | {
        f"{name}, no hand seen": found
        for name, found in _warm(bidder, records, rows, seen=False).items()
    }


def _warm(bidder: Bidder, records: Records, rows: np.ndarray, *, seen: bool) -> dict[str, Found]:
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
            of_hands[place, code] = found.get(name, {}).get(system, 1)
    return found


def _temperatures(name: str, answers: _Answers, known: Sequence[System], decisions: int) -> Found:
    """The temperature of each of these systems for answers of a kind.

    ``decisions`` is how many turns they are of, of all systems together.
    """
    best = holding_temperature if name in _RANGES else least_temperature

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
    """A temperature between its own and the common one, by the decisions that tell the own."""
    weight = decisions / (decisions + HALF_AT)
    return float(common ** (1 - weight) * own**weight)


def least_temperature(logits: Tensor, truth: Tensor, temperatures: Sequence[float]) -> float:
    """Of rising temperatures the one with the least log loss: it is convex in 1/T, so has a valley.

    ``logits`` are (question, answer), ``truth`` (question,) int64.
    """

    def loss(place: int) -> float:
        return float(cross_entropy(logits / temperatures[place], truth))

    return temperatures[_valley(loss, len(temperatures))]


def holding_temperature(logits: Tensor, truth: Tensor, temperatures: Sequence[float]) -> float:
    """Of rising temperatures one from which on intervals hold as often as they say, or oftener.

    Counted is the mean over the levels of ``scoring.calibration``: with a higher temperature
    intervals are wider, but for single steps of whole numbers. ``logits`` are (question, answer),
    ``truth`` (question,) int64; the last temperature where none is high enough.
    """

    def holds(place: int) -> bool:
        return _held_beyond_claims(logits / temperatures[place], truth) >= 0

    return temperatures[bisect_left(range(len(temperatures) - 1), True, key=holds)]


def _held_beyond_claims(logits: Tensor, truth: Tensor) -> float:
    """``Coverage.beyond_claims`` of the intervals of these answers."""
    coverage = Coverage("answers")
    for part, values in zip(
        logits.split(_BATCH_QUESTIONS), truth.split(_BATCH_QUESTIONS), strict=True
    ):
        coverage.add(part.softmax(-1), values)
    return coverage.beyond_claims


def _valley(height: Callable[[int], float], count: int) -> int:
    """The lowest of so many places that first go down, then up."""
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) // 2
        if height(middle) <= height(middle + 1):
            high = middle
        else:
            low = middle + 1
    return low


def _answers(
    bidder: Bidder, records: Records, rows: np.ndarray, *, seen: bool
) -> dict[str, _Answers]:
    """What the bidder says at each turn, by kind; cards only where it says their owner."""
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
    said, truth = bidder(batch, turns), targets(batch, turns)
    seats = turns.viewer[:, None] + torch.arange(N_SEATS, device=device)
    system = batch.systems[turns.auction].gather(1, seats % len(Side))  # (turn, player)
    hidden = (truth.owner > 0) | ~turns.sees_hand[:, None]
    answers = {
        "next call": _Answers(said.call, truth.call, system[:, 0]),
        "HCP": _Answers(said.hcp.flatten(0, 1), truth.hcp.flatten(), system[:, 1:].flatten()),
        "lengths": _Answers(
            said.lengths.flatten(0, 2),
            truth.lengths.flatten(),
            system[:, 1:, None].expand(-1, -1, N_SUITS).flatten(),
        ),
    }
    if bidder.config.card_head == "owners":
        own = system[:, :1].expand_as(hidden)
        answers["cards"] = _Answers(said.cards[hidden], truth.owner[hidden], own[hidden])
    return {name: _Answers(*(part.cpu() for part in kind)) for name, kind in answers.items()}
