"""The tables of docs/model.md, from saved scores and reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bidding.training.scoring.markdown import NORMAL_95
from research.released.compact_tables import (
    consistency_table,
    coverage_table,
    hand_table,
    kind_table,
    largest_gaps,
    main_table,
    round_table,
)
from research.released.fact_tables import fact_tables
from research.released.reading_tables import cost_table, flag_table, naming_table, surprise_table
from research.released.sources import Figures, Sources
from research.released.targets import aim_table, words_of


def tables(sources: Sources) -> dict[str, Callable[[], str]]:
    """The tables by name."""
    scores = sources.scores
    blind = {name: found["no_hand"] for name, found in scores.items() if "no_hand" in found}
    four = {
        name: {"agreement": found["agreement"]["no_hand"]}
        for name, found in scores.items()
        if "no_hand" in found.get("agreement", {})
    }
    return {
        "model": partial(_model, sources),
        "scores": partial(main_table, scores),
        "aims": aim_table,
        "kinds": partial(kind_table, scores),
        "rounds": partial(round_table, scores),
        "hands": partial(hand_table, scores),
        "calibration": partial(coverage_table, scores),
        "calibration-no-hand": partial(coverage_table, blind),
        "agreement": partial(_agreement, scores),
        "agreement-no-hand": partial(_agreement, four),
        "gaps": partial(largest_gaps, {"own hand seen": scores, "no hand seen": four}),
        "surprise": partial(surprise_table, sources),
        "flags": partial(flag_table, sources),
        "systems": partial(naming_table, sources),
        "costs": partial(cost_table, sources),
        "auctions": partial(_auctions, sources.facts or {}),
    }


def _model(sources: Sources) -> str:
    """The model, and the runs that led to its weights, as far as their reports are kept."""
    model = sources.model
    size = sources.reports.get(model["recipe"], {}).get("parameters", 0)
    known = (name for name in sources.stages(model["recipe"]) if name in sources.reports)
    runs = (f"- {_stage_words(sources, name)}" for name in known)
    return (
        f"{model['name']} {model['version']}, recipe `{model['recipe']}`, weights "
        f"`{model['sha256'][:16]}…`, {size:,} of them.\n\n" + "\n".join(runs)
    )


def _stage_words(sources: Sources, name: str) -> str:
    report = sources.reports[name]
    recipe = report["recipe"]
    repeats = [s for s in recipe["sources"] if s["repeat"] != 1]
    often = "".join(f", `{s['files']}` {s['repeat']} times" for s in repeats)
    return (
        f"Recipe `{recipe['name']}`: {recipe['note']} "
        f"{recipe['optimisation']['passes']:g} of a pass over {report['auctions_a_pass']:,} "
        f"auctions{often}: {report['calls_learned_from']:,} calls, "
        f"{report['seconds'] / 60:.0f} minutes ({report['machine']}). "
        f"{report['validation_auctions']:,} auctions were kept to choose by."
    )


def _agreement(scores: Mapping[str, Figures]) -> str:
    counts = between([s["agreement"]["decisions"] for s in scores.values() if "agreement" in s])
    return (
        f"{consistency_table(scores)}\n\n{card_ece_note(scores)} Measured on {counts} calls of "
        "each file."
    )


def card_ece_note(rows: Mapping[str, Figures]) -> str:
    """Return a sentence on the files where consistency worsens the calibration of cards."""
    measured = {name: found["agreement"] for name, found in rows.items() if "agreement" in found}
    worse = [
        words_of(name)
        for name, found in measured.items()
        if found["change"]["card_ece"] > NORMAL_95 * found["errors"].get("change.card_ece", 0)
    ]
    files = ", ".join(worse) or "no file"
    return f"By more than its interval, that worsens the ECE of card chances on {files}."


def between(values: Sequence[float], form: str = ",") -> str:
    """Return the range of the values, as in "3 to 5", or one value if both read alike."""
    least, most = (format(value, form) for value in (min(values), max(values)))
    return least if least == most else f"{least} to {most}"


def _auctions(facts: Figures) -> str:
    files = ", ".join(name.removesuffix(".npz") for name in facts["files"])
    return f"Of {files} (`describe`):\n\n{fact_tables(facts)}"
