"""What auctions tell of who bid them: surprise, and the likelihood of each system.

Made from docs/measures/surprise.json and systems.json, which ``benchmarks.surprise`` and
``benchmarks.systems`` write.
"""

from __future__ import annotations

from bidding.training.scoring.markdown import NOT_MEASURED, cell, table
from research.released.sources import Figures, Sources
from research.released.targets import words_of

SIGHTS = ("no hand", "one hand", "all hands")
_READ_AS = "robot-sayc-dev"
_SYSTEMS = ("sayc", "2/1", "acol", "polish", "unknown")


def surprise_table(sources: Sources) -> str:
    """How well surprise tells auctions apart."""
    found = sources.measures["surprise"]
    kinds = (("auction", "surprise"), ("auction", "mean nats"), ("call", "surprise"))
    names = ("auction", "auction, plain", "call")
    header = ["", *(f"{name}: {sight}" for name in names for sight in SIGHTS)]
    rows = [
        [
            words_of(name),
            *(
                cell(found[sight][name], f"{whole}.{measure}", "{:.1%}")
                for whole, measure in kinds
                for sight in SIGHTS
            ),
        ]
        for name in _others(found)
    ]
    return f"{_measured(sources, found)}\n\n{table(header, rows)}"


def flag_table(sources: Sources) -> str:
    """Calls that explanations flag as unusual, and auctions as rare."""
    found = sources.measures["surprise"]
    header = ["", *(f"{kind}: {sight}" for kind in ("unusual", "rare") for sight in SIGHTS[:2])]
    rows = [
        [
            words_of(name),
            *(
                cell(found[sight][name], f"flagged.{kind}", "{:.1%}")
                for kind in ("unusual calls", "rare auctions")
                for sight in SIGHTS[:2]
            ),
        ]
        for name in (*_others(found), _READ_AS)
    ]
    return table(header, rows)


def naming_table(sources: Sources) -> str:
    """How often auctions tell their system."""
    found = sources.measures["systems"]
    kinds = {
        "right": "right, blanked",
        "named": "named, read as sayc",
        "false": "false alarms",
    }
    header = ["", *(f"{words}: {sight}" for words in kinds for sight in SIGHTS)]
    rows = [
        [words_of(name), *(_share(found[s][name][key]) for key in kinds.values() for s in SIGHTS)]
        for name in found[SIGHTS[0]]
    ]
    return f"{_measured(sources, found)}\n\n{table(header, rows)}"


def _share(value: float | None) -> str:
    return NOT_MEASURED if value is None else f"{value:.1%}"


def cost_table(sources: Sources) -> str:
    """What reading an auction in each system costs, in nats of its log-likelihood."""
    found = sources.measures["systems"]
    header = ["", *(f"as {system}" for system in _SYSTEMS)]
    rows = [
        [f"{words_of(name)}: {sight}", *(_cost(row, s) for s in _SYSTEMS)]
        for sight in SIGHTS
        for name, row in found[sight].items()
    ]
    return table(header, rows)


def _cost(row: Figures, system: str) -> str:
    return f"{row['nats an auction'][system] + 0.0:.2f}"


def _measured(sources: Sources, found: Figures) -> str:
    """Which auctions were read, and with which weights where they are not this page's."""
    model = found["model"]
    place = "spread evenly over it" if found.get("spread") else "the first ones"
    other = "" if model["sha256"] == sources.model["sha256"] else ", not the weights of this page"
    return (
        f"On {found['auctions']:,} auctions of each file, {place}, with {model['name']} "
        f"{model['version']} (weights `{model['sha256'][:16]}…`{other})."
    )


def _others(found: Figures) -> list[str]:
    """The files that were held against the SAYC robot's."""
    return [name for name in found[SIGHTS[0]] if "auction" in found[SIGHTS[0]][name]]
