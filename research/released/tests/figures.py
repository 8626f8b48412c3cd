"""Made-up figures, of the form that evaluations, training runs and descriptions save."""

from __future__ import annotations

from typing import Any

from research.released.reading_tables import SIGHTS
from research.released.sources import Sources

HANDS = {"hcp_mae": 1.8, "length_mae": 0.77, "card_log_loss": 0.61, "hcp_nll": 2.1}
BY_SEAT = dict.fromkeys(("lho", "partner", "rho"), HANDS)
MODEL = {"name": "bidder", "version": "1.2", "recipe": "tiny", "sha256": "ab" * 32}
INTERVALS = {
    f"{name}_{kind}_{level}": level / 100
    for name in ("hcp", "length")
    for kind in ("coverage", "claimed")
    for level in (80, 95)
}
HIGH_PRECISION = {"precision": 0.9, "recall": 0.8, "f1": 0.85}
HIGH_RECALL = {"precision": 0.8, "recall": 0.9, "f1": 0.85}
GROUP = {"decisions": 400, "accuracy": 0.97, "accuracy_nonpass": 0.95, "nll": 0.1}
GAP = {"mean": 1e-3, "most": 0.5, "beyond": 0.25}
AGREED = {
    **HANDS,
    **INTERVALS,
    "card_ece": 0.001,
    "length_nll": 1.4,
    "gaps": dict.fromkeys(("hcp", "lengths", "owners", "hands"), GAP),
}


def agreement(alone: float, agreed: float, error: float = 0.0001) -> dict[str, Any]:
    """The scores of hidden hands alone and made consistent, whose cards have these ECEs."""
    change = {**{n: 0.0 for n, v in AGREED.items() if isinstance(v, float)}, "hcp_nll": -0.002}
    return {
        "decisions": 300,
        "alone": {**AGREED, "card_ece": alone},
        "agreed": {**AGREED, "card_ece": agreed},
        "change": {**change, "card_ece": agreed - alone},
        "errors": {"change.card_ece": error, "change.hcp_nll": 0.0005},
    }


def scores(**changes: Any) -> dict[str, Any]:
    """The scores of one file."""
    return {
        "decisions": 1000,
        "accuracy": 0.951,
        "accuracy_nonpass": 0.9,
        "top3": 0.99,
        "nll": 0.14,
        "ece": 0.002,
        "illegal": 0.0,
        "card_ece": 0.001,
        **HANDS,
        **INTERVALS,
        "bids": {"micro": HIGH_PRECISION, "macro": HIGH_RECALL},
        "non_bids": {"micro": HIGH_RECALL, "macro": HIGH_RECALL},
        "by_round": {"first": GROUP, "later": GROUP},
        "by_system": {"sayc": GROUP},
        "by_seat": BY_SEAT,
        "baseline": {"accuracy": 0.6, **HANDS, "by_seat": BY_SEAT},
        "agreement": agreement(0.001, 0.001),
        "model": MODEL,
        **changes,
    }


def report(name: str, *, start: str = "", gain: float = 0.0, **changes: Any) -> dict[str, Any]:
    """The report of a run that ends at 80 % and 60 %, with so much more everywhere."""
    return {
        "recipe": {
            "name": name,
            "note": "A note.",
            "start": start,
            "network": {},
            "optimisation": {"passes": 0.5, "seed": 1},
            "objective": {"extra_views": 0.0, "blind_turns": 0.0},
            "sources": [{"files": "a.npz", "repeat": 1}, {"files": "b.npz", "repeat": 3}],
        },
        "auctions_a_pass": 100,
        "validation_auctions": 10,
        "calls_learned_from": 500,
        "parameters": 1234,
        "seconds": 120.0,
        "machine": "a machine",
        "validations": [
            {
                "step": 10 * part,
                "seconds": 7.0 * part,
                "accuracy": round(0.5 + 0.1 * part + gain, 6),
                "accuracy_nonpass": round(0.3 + 0.1 * part + gain, 6),
            }
            for part in (1, 2, 3)
        ],
        "scores": {"sayc": scores(decisions=50, accuracy=0.8 + gain, accuracy_nonpass=0.6 + gain)},
        **changes,
    }


def looked_at_bids(report: dict[str, Any], ends: float) -> dict[str, Any]:
    """The same report, of a run that was looked at for bids alone and ends at such a share."""
    looks = report["validations"]
    for place, look in enumerate(looks):
        look["accuracy_bids"] = round(ends - 0.1 * (len(looks) - 1 - place), 6)
    return report


def with_seed(report: dict[str, Any], seed: int) -> dict[str, Any]:
    """The same report, of a run with another seed."""
    report["recipe"]["optimisation"]["seed"] = seed
    return report


FACTS = {
    "files": ["a.npz", "b.npz"],
    "auctions": 1000,
    "deals": 900,
    "repeated_auctions": 7,
    "calls": 10_000,
    "illegal_calls": 0,
    "cards": {
        "largest_departure": 0.0123,
        "of": "SA with N",
        "typical_departure": 0.0144,
        "chi_square": 150.2,
        "degrees": 153,
        "standard_score": -0.16,
    },
    "lengths": {
        "mean": 10.5,
        "peak": 9,
        "usual_share": 0.61,
        "counts": {"4": 10, "9": 600, "13": 300, "30": 90},
    },
    "call_shares": {"pass": 0.59, "double": 0.03, "redouble": 0.001, "bid": 0.379},
    "systems": {"sayc and sayc": 600, "2/1 and acol": 400},
    "contracts": {"passed out": 10, "3NT": 250, "4H": 740},
    "doubled": 80,
    "redoubled": 2,
}

_FLAGGED = {"unusual calls": 0.02, "rare auctions": 0.15}
_APART = {
    "auction": {"surprise": 0.7, "mean nats": 0.65},
    "call": {"surprise": 0.53, "nats": 0.52},
    "flagged": _FLAGGED,
    "errors": {"auction.surprise": 0.01, "flagged.rare auctions": 0.005},
}
_HARDLY = {**_APART, "auction": {"surprise": 0.54, "mean nats": 0.51}}
SURPRISE = {
    "model": MODEL,
    "auctions": 2000,
    **{
        sight: {
            "robot-book-dev": {"flagged": _FLAGGED},
            "robot-21gf-dev": _HARDLY,
            "robot-acol-dev": _APART,
        }
        for sight in SIGHTS
    },
}
_COSTS = {"sayc": 0.75, "standard": 1.0, "2/1": 0.5, "acol": -0.0, "polish": 1.25, "unknown": 0.125}
_NAMED = {
    "right, blanked": 0.4,
    "named, read as sayc": 0.081,
    "false alarms": 0.01,
    "nats an auction": _COSTS,
    "errors": {"right, blanked": 0.01, "nats an auction.2/1": 0.05},
}
SYSTEMS = {
    "model": MODEL,
    "auctions": 1000,
    **{
        sight: {
            "robot-sayc-dev": {**_NAMED, "named, read as sayc": None},
            "robot-acol-dev": _NAMED,
        }
        for sight in SIGHTS
    },
}


def sources(**changes: Any) -> Sources:
    """Scores of two files, no report, no facts."""
    kept: dict[str, Any] = {
        "scores": {"robot-sayc-dev": scores(), "people-dev": scores(accuracy=0.7)},
        "reports": {},
    }
    return Sources(**{**kept, **changes})
