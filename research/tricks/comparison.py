"""Scores of telling which of two deals gives more tricks (P3, section 4), for the README.

A comparator is asked; of a network that estimates tricks, the two estimates are compared. All of
them have the same pairs of test deals. Intervals are 95 %, over pairs of deals that share no deal:
the results of one pair are not independent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from tqdm import tqdm

from bidding.domain.table import Seat, Strain
from bidding.networks.checkpoint import RELEASED
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.training.scoring.markdown import NORMAL_95
from bidding.training.scoring.standard_errors import ratios
from bidding.tricks.estimator import SHARES, load_estimator
from bidding.tricks.solved import MAX_TRICKS, SolvedDeals
from research.tricks.networks import N_CLASSES, Comparator
from research.tricks.paper_systems import CONFIG, PaperSystem, load_system
from research.tricks.situations import Setup

COMPARATOR = "p3s-comparator/d104"
ESTIMATORS = ("p3s-compressions/d104", "p3s-one-output/d104")
RELEASED_NAME = "released"
MOST_APART = 4  # differences in tricks from here on are taken together
REFERENCES = 25  # of each number of tricks
N_ANSWERED = 1_000  # test deals
_SEED = 3
_CHUNK = 50
_COUNTS = torch.arange(N_CLASSES, dtype=torch.float32)


@dataclass(frozen=True)
class Estimates:
    """A network's estimates of all results in suits of n deals, in tricks of N-S."""

    expected: np.ndarray
    """(16, n), greater for more tricks; of a single output, the output."""

    answers: np.ndarray
    """(16, n) whole tricks."""


@dataclass(frozen=True)
class Results:
    """All results in suits of n deals, by declarer and strain, as a network of P3 sees them."""

    tricks: np.ndarray
    """(16, n) those of N-S."""

    codes: torch.Tensor
    """(16, n, codes) the comparator's."""


def comparison(runs: Path, deals: TrainTestDeals) -> dict[str, Any]:
    """Return the scores of the networks that are trained; nothing without the comparator."""
    if not (runs / COMPARATOR / CONFIG).is_file():
        return {}
    comparator = load_system(runs / COMPARATOR)
    network = cast(Comparator, comparator.network)
    test = results(comparator, deals.test)
    trained = [name for name in ESTIMATORS if (runs / name / CONFIG).is_file()]
    estimates = {name: estimates_of(load_system(runs / name), deals.test) for name in trained}
    estimates[RELEASED_NAME] = released_estimates(comparator.setup, deals.test)
    known = results(comparator, deals.validation)
    return {
        "pairs": pair_scores(network, test, estimates),
        "references": reference_scores(network, test, known, estimates),
    }


def results(comparator: PaperSystem, deals: SolvedDeals) -> Results:
    """Return the results of deals, coded for a comparator."""
    setup, network = comparator.setup, cast(Comparator, comparator.network)
    asked = _asked(setup)
    with torch.no_grad():
        codes = [network.codes(comparator.encoded(setup.ask(deals.owners, *a))) for a in asked]
    tricks = [setup.north_south(deals.tricks[:, *a].astype(np.int64)) for a in asked]
    return Results(np.stack(tricks), torch.stack(codes))


def _asked(setup: Setup) -> list[tuple[Seat, Strain]]:
    return [(declarer, strain) for declarer in Seat for strain in setup.answers]


def estimates_of(system: PaperSystem, deals: SolvedDeals) -> Estimates:
    """Return a P3 network's estimates of the results."""
    expected, answers = [], []
    for asked in _asked(system.setup):
        outputs = system.outputs(system.setup.ask(deals.owners, *asked))
        chances = system.network.chances(outputs)
        expected.append(outputs[:, 0] if chances is None else chances @ _COUNTS)
        answers.append(system.network.answers(outputs))
    return Estimates(torch.stack(expected).numpy(), torch.stack(answers).numpy())


def released_estimates(setup: Setup, deals: SolvedDeals) -> Estimates:
    """Return the released estimator's of the same."""
    chances = torch.as_tensor(load_estimator(RELEASED).chances(deals.owners))
    declared = [(chances @ _COUNTS).numpy(), chances.argmax(-1).numpy()]
    asked = _asked(setup)
    return Estimates(*(np.stack([setup.north_south(d[:, *a]) for a in asked]) for d in declared))


def pair_scores(
    comparator: Comparator, test: Results, estimates: Mapping[str, Estimates]
) -> dict[str, Any]:
    """Return the shares of pairs told right, by the difference in tricks: ``told`` of each network,
    ``ahead`` the comparator's less an estimator's.

    Every deal is in one pair, of which each result of the first deal is held against another of
    the second.
    """
    pairs = test.tricks.shape[1] // 2
    order = np.random.default_rng(_SEED).permutation(len(test.tricks))

    def paired(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return values[:, :pairs], values[order, pairs : 2 * pairs]

    def more(values: np.ndarray) -> np.ndarray:
        """The sign of the first deal's less the second's, (16, pairs)."""
        return np.sign(np.subtract(*paired(values)))

    codes = torch.from_numpy(np.concatenate(paired(test.codes.numpy()), axis=2))
    with torch.no_grad():
        chances = comparator.judged(codes.flatten(0, 1)).reshape(codes.shape[:2]).numpy()
    said = {COMPARATOR: np.sign(chances - 0.5)}
    said |= {name: more(made.expected) for name, made in estimates.items()}
    # A half where an estimator has the two alike.
    right = {name: (1 + sign * more(test.tricks)) / 2 for name, sign in said.items()}
    apart = np.minimum(np.abs(np.subtract(*paired(test.tricks))), MOST_APART)
    kinds = {"all": apart > 0}
    kinds |= {str(tricks): apart == tricks for tricks in range(1, MOST_APART + 1)}
    return {
        "deals": 2 * pairs,
        **{kind: _shares(right, counted) for kind, counted in kinds.items() if counted.any()},
    }


def _shares(right: Mapping[str, np.ndarray], counted: np.ndarray) -> dict[str, Any]:
    """Return the number of results that are counted, and the shares of these told right."""
    first, *others = right
    return {
        "results": int(counted.sum()),
        "told": {name: mean_of(one, counted) for name, one in right.items()},
        "ahead": {name: mean_of(right[first] - right[name], counted) for name in others},
    }


def mean_of(values: np.ndarray, counted: np.ndarray) -> tuple[float, float]:
    """Return the mean of those values (k, n) that are counted, and half its 95 % interval over
    columns, of which the values of one are not independent.
    """
    mean, error = ratios((values * counted).sum(0), counted.sum(0))
    return float(mean), float(NORMAL_95 * error)


def reference_scores(
    comparator: Comparator, test: Results, known: Results, estimates: Mapping[str, Estimates]
) -> dict[str, Any]:
    """Return the shares off by at most 2, 1, 0 tricks of answers from comparisons with known deals,
    so many for each number of tricks, and of the estimators' answers.

    Over the numbers k from 0 to 13 the chances to have more tricks than k, and half the chance to
    have k, add up to the tricks expected and a half.
    """
    rng = np.random.default_rng(_SEED)
    tricks, codes = known.tricks.ravel(), known.codes.flatten(0, 1)
    rows = [rng.choice(np.flatnonzero(tricks == k), REFERENCES) for k in range(N_CLASSES)]
    references = codes[np.concatenate(rows)]
    asked = test.codes[:, :N_ANSWERED].flatten(0, 1).split(_CHUNK)
    with torch.no_grad():
        expected = torch.cat([_tricks(comparator, some, references) for some in tqdm(asked)])
    true = test.tricks[:, :N_ANSWERED]
    answers = {COMPARATOR: expected.round().clamp(0, MAX_TRICKS).numpy().reshape(true.shape)}
    answers |= {name: made.answers[:, :N_ANSWERED] for name, made in estimates.items()}
    every = np.ones_like(true, dtype=bool)
    return {
        "deals": true.shape[1],
        "references": len(references),
        "scores": {
            name: {
                part: mean_of(np.abs(given - true) <= most, every)
                for part, most in zip(SHARES, (2, 1, 0), strict=True)
            }
            for name, given in answers.items()
        },
    }


def _tricks(comparator: Comparator, asked: torch.Tensor, references: torch.Tensor) -> torch.Tensor:
    """(n,) tricks expected of (n, codes), from the (14 · m, codes) of known deals by tricks."""
    one, other = asked.repeat_interleave(len(references), 0), references.repeat(len(asked), 1)
    chances = comparator.judged(torch.cat([one, other], dim=1)).reshape(len(asked), N_CLASSES, -1)
    return chances.mean(2).sum(1) - 0.5
