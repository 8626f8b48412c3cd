"""Findings in trained networks besides their scores, for research/tricks/README.md.

The scores by the number of tricks and the worth of cards (P2, tables VI and VII), where the lead
matters (VI-D), how far networks agree (VI-F), what the counts of players say raw (IX-B), the
sample deals (X); which of two deals gives more tricks (P3, section 4), in
``research.tricks.comparison``; and pictures of weights (P2, figures 2 to 5; P3, figure 2), in
``research.tricks.pictures``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from bidding.domain.table import RANKS, Seat, Side, Strain
from bidding.networks.checkpoint import RELEASED, read_info
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.tricks.estimator import ESTIMATOR, load_estimator, score_answers
from bidding.tricks.solved import MAX_TRICKS, SolvedDeals
from research.tricks.comparison import comparison
from research.tricks.hand_counts import DISTRIBUTION_COUNTS, POINT_COUNTS
from research.tricks.intervals import standard_error
from research.tricks.many_hands import raw_tricks
from research.tricks.paper_systems import CONFIG, PaperSystem, load_system
from research.tricks.pattern_table import OF_KINDS, PATTERNED
from research.tricks.patterns import patterns, strong_and_focused
from research.tricks.pictures import p3_weights
from research.tricks.sample_deals import NETWORKS, SAMPLE_DEALS, SampleDeal
from research.tricks.situations import Setup

CARD_VALUES = ("p2-52-1/notrump", "p2-52-1/suits", "p2-52-1/spades")
BY_TARGET = "p2-52-25-1/spades"
SAMPLE_FILES = dict(
    zip(
        NETWORKS,
        (
            "p2-52x4-13",
            "p2-52x4-26",
            "p2-104-30-4-1",
            "p2-52-25-1",
            "p2-104+68-50-10-1",
            "p2-52x4+84",
        ),
        strict=True,
    )
)
PAIRS = (
    ("p4-52x4/resilient", "p4-104/resilient"),
    ("p4-104/resilient", "p4-52/resilient"),
    ("p4-52/resilient", "p4-26x4/resilient"),
    ("p4-52x4/plain", "p4-104/plain"),
    ("p4-52x4/plain", "p4-52/plain"),
    ("p4-52/plain", "p4-26x4/plain"),
    *((f"{name}/resilient", f"{name}/plain") for name in ("p4-26x4", "p4-52", "p4-104", "p4-52x4")),
    ("p2-52-25-1/notrump", "p2-52-8-1/notrump"),
    ("p2-52-52-1/notrump", "p2-52-25-1/notrump"),
)
"""Networks whose exact answers are compared on the same deals."""

_RAW = ("Work", "Asset", "Stayman")
_CLOSE = 0.06  # of outputs, P2's


def findings(runs: Path, deals: TrainTestDeals, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is in the networks that are trained; of others, what was found ``before``."""
    found = {**_found(runs, deals.test), "comparison": comparison(runs, deals)}
    return _renewed(before, found)


def _renewed(before: Any, now: Any) -> Any:
    """Return what there is now over what there was, at every depth."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        both = {name: _renewed(before.get(name), value) for name, value in now.items()}
        return {**before, **both}
    return before if now == [] and before else now


def _found(runs: Path, test: SolvedDeals) -> dict[str, Any]:
    return {
        "test_deals": len(test),
        "raw": raw(test),
        "card_values": {n: card_values(load_system(runs / n)) for n in _trained(runs, CARD_VALUES)},
        "by_target": _by_target(runs, test),
        "patterns": {n: patterns(load_system(runs / n)) for n in _trained(runs, PATTERNED)},
        **_p3_weights(runs),
        "paired": {
            f"{one} {other}": paired(load_system(runs / one), load_system(runs / other), test)
            for one, other in PAIRS
            if len(_trained(runs, (one, other))) == 2
        },
        "lead_matters": lead_matters(test),
        **_agreements(runs, test),
        "sample_deals": sample_answers(runs),
        "sample_chances": sample_chances(),
        "sample_estimator": read_info(ESTIMATOR).to_dict(),
    }


def _by_target(runs: Path, test: SolvedDeals) -> list[dict[str, Any]]:
    """Return the scores of the network of P2's table VI by tricks; none until it is trained."""
    trained = _trained(runs, [BY_TARGET])
    return load_system(runs / BY_TARGET).by_target(test.owners, test.tricks) if trained else []


def _p3_weights(runs: Path) -> dict[str, Any]:
    """The counts in P3's figure 2; none until both of its networks are trained."""
    weights = p3_weights(runs)
    return {"p3_weights": strong_and_focused(*weights)} if len(weights) > 1 else {}


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


def paired(one: PaperSystem, other: PaperSystem, test: SolvedDeals) -> dict[str, dict[str, float]]:
    """For each kind that both answer, how much more often the first is exact on the same deals."""
    shares = [system.exact_by_deal(test.owners, test.tricks) for system in (one, other)]
    found = {}
    for kind in shares[0].keys() & shares[1].keys():
        more = shares[0][kind] - shares[1][kind]
        found[kind] = {"difference": float(more.mean()), "standard_error": standard_error(more)}
    return found


def lead_matters(test: SolvedDeals) -> float:
    """The share of results in spades that differ with the defender who leads (P2, VI-D)."""
    north, east, south, west = (test.tricks[:, seat, Strain.S] for seat in Seat)
    return float(np.mean(np.concatenate([north != south, east != west])))


def agreement(systems: Sequence[PaperSystem], test: SolvedDeals) -> tuple[list[float], float]:
    """The shares of deals where the answers lie 0, 1, 2 ... tricks apart, and the share where the
    single outputs lie at most 0.06 apart.
    """
    asked = systems[0].setup.ask(test.owners, Seat.S, systems[0].setup.strains[0])
    outputs = [system.outputs(asked) for system in systems]
    answers = np.stack(
        [s.network.answers(given).numpy() for s, given in zip(systems, outputs, strict=True)]
    )
    counts = np.bincount(answers.max(0) - answers.min(0))
    values = torch.cat(outputs, dim=1)
    close = (values.amax(1) - values.amin(1) <= _CLOSE).float().mean()
    return [float(share) for share in counts / len(test)], float(close)


def _agreements(runs: Path, test: SolvedDeals) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {"agreement": {}, "close": {}}
    for kind, names in OF_KINDS.items():
        if len(_trained(runs, names)) == len(names):
            systems = [load_system(runs / name) for name in names]
            found["agreement"][kind], found["close"][kind] = agreement(systems, test)
    return found


def sample_answers(runs: Path) -> dict[str, dict[str, int]]:
    """For each figure, what each network trained with both leads says N-S take."""
    files = {network: f"{file}/both" for network, file in SAMPLE_FILES.items()}
    systems = {
        network: load_system(runs / name)
        for network, name in files.items()
        if _trained(runs, [name])
    }
    return {
        str(deal.figure): {name: _answer(system, deal) for name, system in systems.items()}
        for deal in SAMPLE_DEALS
    }


def sample_chances() -> dict[str, list[float]]:
    """For each figure, the chances that the released estimator gives to 0 to 13 tricks of N-S."""
    estimator = load_estimator(RELEASED)
    found = {}
    for deal in SAMPLE_DEALS:
        declarer = deal.leader.rho
        chances = estimator.chances(deal.owner)[0, declarer, Strain.S].tolist()
        ours = chances if declarer.side is Side.NS else reversed(chances)
        found[str(deal.figure)] = [round(chance, 4) for chance in ours]
    return found


def _answer(system: PaperSystem, deal: SampleDeal) -> int:
    declarer = deal.leader.rho
    tricks = int(system.answers(deal.owner, declarer, Strain.S)[0])
    return tricks if declarer.side is Side.NS else MAX_TRICKS - tricks
