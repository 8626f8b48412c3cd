"""What is found in trained networks besides their scores, for docs/tricks.md.

The scores by the number of tricks and the worth of cards (P2, tables VI and VII), how far networks
agree (VI-F), what the counts of players say raw (IX-B), the sample deals (X), and pictures of
weights (P2, figures 2 to 5; P3, figure 2), these in ``reporting.trick_pictures``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bidding.domain.estimators import DISTRIBUTION_COUNTS, POINT_COUNTS
from bidding.domain.table import RANKS, Seat, Strain
from bidding.tricks.estimators import raw_tricks
from bidding.tricks.evaluation import score_answers
from bidding.tricks.paper_systems import CONFIG, PaperSystem, load_system
from bidding.tricks.sample_deals import NETWORKS, SAMPLE_DEALS, SampleDeal
from bidding.tricks.situations import Setup
from bidding.tricks.solved import MOST_TRICKS, SolvedDeals

CARD_VALUES = ("p2-52-1/notrump", "p2-52-1/suits", "p2-52-1/spades")
BY_TARGET = "p2-52-25-1/spades"
SEEDS = ("", "-2", "-3", "-4")
SAMPLE_RECIPES = dict(
    zip(
        NETWORKS,
        (
            "p2-52x4-13/both",
            "p2-52x4-26/both",
            "p2-104-30-4-1/both",
            "p2-52-25-1/spades",
            "p2-104+68-50-10-1/both",
            "p2-52x4+84/both",
        ),
        strict=True,
    )
)
_RAW = ("Work", "Asset", "Stayman")


def findings(runs: Path, test: SolvedDeals) -> dict[str, Any]:
    """All of it, as far as the networks are trained."""
    return {
        "test_deals": len(test),
        "raw": raw(test),
        "card_values": {n: card_values(load_system(runs / n)) for n in _trained(runs, CARD_VALUES)},
        "by_target": _by_target(runs, test),
        "agreement": _agreements(runs, test),
        "sample_deals": sample_answers(runs),
    }


def _by_target(runs: Path, test: SolvedDeals) -> list[dict[str, Any]]:
    """Of the network that P2 asks in table VI; nothing while it is not trained."""
    trained = _trained(runs, [BY_TARGET])
    return load_system(runs / BY_TARGET).by_target(test.owners, test.tricks) if trained else []


def _trained(runs: Path, names: Sequence[str]) -> list[str]:
    return [name for name in names if (runs / name / CONFIG).is_file()]


def raw(test: SolvedDeals) -> dict[str, Any]:
    """The scores of counts used raw over all declarers, suits and notrump apart."""
    estimators = [e for e in (*POINT_COUNTS, *DISTRIBUTION_COUNTS) if e.name in _RAW]
    kinds = {"suits": tuple(Strain)[: Strain.NT], "notrump": (Strain.NT,)}
    scores: dict[str, Any] = {}
    for estimator in estimators:
        scores[estimator.name] = {}
        for kind, strains in kinds.items():
            given, true = [], []
            for declarer in Seat:
                for strain in strains:
                    asked = Setup(("52",), (strain.name,)).ask(test.owners, declarer, strain)
                    given.append(raw_tricks(estimator, asked.owner, asked.trump))
                    true.append(test.tricks[:, declarer, strain])
            score = score_answers(np.concatenate(given), np.concatenate(true))
            scores[estimator.name][kind] = score.to_dict()
    return scores


def card_values(system: PaperSystem) -> dict[str, list[float]]:
    """For each rank its weights in S H D C of a 52-1 network, the greatest made 4."""
    weights = system.network.layers[0].get_parameter("weight").detach().numpy()
    scaled = 4 * weights.reshape(4, len(RANKS)) / weights.max()  # suits S H D C, ranks 2 ... A
    return {
        rank: [round(float(value), 3) for value in scaled[:, place]]
        for place, rank in enumerate(reversed(RANKS))
    }


def agreement(systems: Sequence[PaperSystem], test: SolvedDeals) -> list[float]:
    """The shares of deals where the answers lie 0, 1, 2 ... tricks apart."""
    strain = systems[0].setup.strains[0]
    answers = np.stack([system.answers(test.owners, Seat.S, strain) for system in systems])
    apart = answers.max(0) - answers.min(0)
    return [float(share) for share in np.bincount(apart) / len(test)]


def _agreements(runs: Path, test: SolvedDeals) -> dict[str, list[float]]:
    found = {}
    for kind in ("notrump", "spades"):
        names = [f"p2-52-25-1/{kind}{seed}" for seed in SEEDS]
        if _trained(runs, names) == names:
            found[kind] = agreement([load_system(runs / name) for name in names], test)
    return found


def sample_answers(runs: Path) -> dict[str, dict[str, int]]:
    """For each figure, what each network that is trained says N-S take."""
    systems = {
        network: load_system(runs / recipe)
        for network, recipe in SAMPLE_RECIPES.items()
        if _trained(runs, [recipe])
    }
    return {
        str(deal.figure): {name: _answer(system, deal) for name, system in systems.items()}
        for deal in SAMPLE_DEALS
    }


def _answer(system: PaperSystem, deal: SampleDeal) -> int:
    declarer = deal.leader.rho
    tricks = int(system.answers(deal.owner, declarer, Strain.S)[0])
    return tricks if declarer in (Seat.N, Seat.S) else MOST_TRICKS - tricks
