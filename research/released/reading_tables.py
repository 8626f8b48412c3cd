"""What auctions tell of who bid them: surprise, and the likelihood of each system.

Made from docs/measures/surprise.json and systems.json, which ``benchmarks.surprise`` and
``benchmarks.systems`` write.
"""

from __future__ import annotations

from collections.abc import Iterator

from bidding.training.markdown import NOT_MEASURED, cell, table
from research.released.sources import Figures, Sources
from research.released.targets import words_of

SIGHTS = ("no hand", "one hand", "all hands")
_COIN = 0.5
_READ_AS = "robot-sayc-dev"
_SYSTEMS = ("sayc", "2/1", "acol", "polish", "unknown")


def surprise_parts(sources: Sources) -> Iterator[str]:
    """How well surprise tells auctions apart."""
    found = sources.measures.get("surprise")
    yield "## Does surprise tell other systems and people?"
    if found is None:
        yield "Not measured."
        return
    yield (
        f"{_measured(sources, found)} All are read as if both sides played SAYC. Each figure is "
        "the chance that an auction (a call) of the file surprises more than one of the SAYC "
        "robot: 50 % is a coin's. “Plain” is the mean of minus the log chances in place of the "
        "surprise. In sight are no hand, one player's, or each caller's own. The measure was "
        "chosen, among a dozen, on these very files, so it may do less well elsewhere."
    )
    yield _surprise_table(found)
    yield _surprise_words(found)
    yield "Calls that explanations flag as unusual, and auctions as rare:"
    yield _flag_table(found)


def _surprise_table(found: Figures) -> str:
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
    return table(header, rows)


def _surprise_words(found: Figures) -> str:
    """The sobering part: what a call alone tells, and which system is told least."""
    names = _others(found)
    calls = [found[SIGHTS[0]][name]["call"]["surprise"] for name in names]
    wholes = {name: found[SIGHTS[0]][name]["auction"]["surprise"] for name in names}
    least = min(wholes, key=wholes.__getitem__)
    return (
        f"With no hand in sight a single call tells next to nothing ({min(calls):.1%} to "
        f"{max(calls):.1%}, a coin {_COIN:.0%}); of whole auctions those of the {words_of(least)} "
        f"are told least ({wholes[least]:.1%})."
    )


def _flag_table(found: Figures) -> str:
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


def system_parts(sources: Sources) -> Iterator[str]:
    """Whether auctions tell their system, and what a wrong one costs."""
    found = sources.measures.get("systems")
    yield "## Does the bidding tell the system?"
    if found is None:
        yield "Not measured."
        return
    yield (
        f"{_measured(sources, found)} “Right”: with the systems hidden, a side's own has the "
        "greatest likelihood of the four (guessing: 25 %). “Named”: read as SAYC, an explanation "
        "says that the side seems to play what it does play. “False”: read as what it is, an "
        "explanation names another system."
    )
    yield _naming_table(found)
    yield _naming_words(found)
    yield "What reading an auction in each system costs, in nats of its log-likelihood:"
    yield _cost_table(found)


def _naming_table(found: Figures) -> str:
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
    return table(header, rows)


def _share(value: float | None) -> str:
    return NOT_MEASURED if value is None else f"{value:.1%}"


def _naming_words(found: Figures) -> str:
    """How seldom another system than SAYC is named."""
    named = "named, read as sayc"
    words = [
        f"{row[named]:.1%} ({found[SIGHTS[-1]][name][named]:.1%}) of the {words_of(name)}'s"
        for name, row in found[SIGHTS[0]].items()
        if row[named] is not None
    ]
    return (
        "Where another system is assumed than is played, hearing the calls alone (seeing all "
        f"hands) the right one is named for {', '.join(words)}."
    )


def _cost_table(found: Figures) -> str:
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
