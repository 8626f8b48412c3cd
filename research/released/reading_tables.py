"""What auctions tell of who bid them: surprise, and the likelihood of each system.

Made from docs/measures/surprise.json and systems.json, which ``research.accuracy surprise`` and
``research.accuracy systems`` write.
"""

from __future__ import annotations

from collections.abc import Sequence

from bidding.training.scoring.markdown import interval, table
from research.released.sources import Figures, Sources
from research.released.targets import words_of

SIGHTS = ("no hand", "one hand", "all hands")
_READ_AS = "robot-book-dev"
_SYSTEMS = ("sayc", "standard", "2/1", "acol", "polish", "unknown")


def surprise_table(sources: Sources) -> str:
    """The areas under the curve of surprise, for auctions and for calls."""
    found = sources.measures["surprise"]
    kinds = (("auction", "surprise"), ("auction", "mean nats"), ("call", "surprise"))
    names = ("auction", "auction, plain", "call")
    rows = [
        [
            words_of(name),
            *(_by_sight(found, name, f"{whole}.{measure}", "{:.1%}") for whole, measure in kinds),
        ]
        for name in _others(found)
    ]
    return f"{_measured(sources, found)}\n\n{table(['', *names], rows)}"


def flag_table(sources: Sources) -> str:
    """Calls that explanations flag as unusual, and auctions as rare."""
    found = sources.measures["surprise"]
    kinds = ("unusual calls", "rare auctions")
    rows = [
        [
            words_of(name),
            *(_by_sight(found, name, f"flagged.{k}", "{:.1%}", SIGHTS[:2]) for k in kinds),
        ]
        for name in (*_others(found), _READ_AS)
    ]
    return table(["", *kinds], rows)


def naming_table(sources: Sources) -> str:
    """The share of auctions that tell their system."""
    found = sources.measures["systems"]
    kinds = {
        "right": "right, blanked",
        "named": "named, read as sayc",
        "false": "false alarms",
    }
    rows = [
        [
            words_of(name),
            *(_by_sight(found, name, key, "{:.1%}") for key in kinds.values()),
        ]
        for name in found[SIGHTS[0]]
    ]
    return f"{_measured(sources, found)}\n\n{table(['', *kinds], rows)}"


def _by_sight(
    found: Figures, name: str, path: str, form: str, sights: Sequence[str] = SIGHTS
) -> str:
    """A figure of a file with no, one and all hands seen, or in some of these sights."""
    return "/".join(interval(found[sight][name], path, form) for sight in sights)


def cost_table(sources: Sources) -> str:
    """The cost of reading an auction in each system, in nats, with no, one and all hands seen."""
    found = sources.measures["systems"]
    rows = [
        [
            words_of(name),
            *(_by_sight(found, name, f"nats an auction.{s}", "{:z.2f}") for s in _SYSTEMS),
        ]
        for name in found[SIGHTS[0]]
    ]
    return table(["", *(f"as {system}" for system in _SYSTEMS)], rows)


def _measured(sources: Sources, found: Figures) -> str:
    """The auctions that were read, and the weights where they are not this page's."""
    model = found["model"]
    place = "spread evenly over it" if found.get("spread") else "the first ones"
    other = "" if model["sha256"] == sources.model["sha256"] else ", not that of this page"
    return (
        f"On {found['auctions']:,} auctions of each file, {place}, with {model['name']} "
        f"{model['version']}{other}."
    )


def _others(found: Figures) -> list[str]:
    """The files that were held against the SAYC robot's."""
    return [name for name in found[SIGHTS[0]] if "auction" in found[SIGHTS[0]][name]]
