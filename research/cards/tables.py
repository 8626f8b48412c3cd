"""The tables of docs/cards.md, from what ``measure`` kept."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bidding.domain.convention_card import CHOICES, Choice
from bidding.domain.systems import System
from bidding.training.scoring.markdown import cell, table
from research.cards.contrasts import Contrast, contrasts

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cards.md"
KEPT = PAGE.parent / "measures" / "cards.json"
Kept = Mapping[str, Any]

_MARKS = {True: "yes", False: "**no**"}


def read_kept(path: Path = KEPT) -> Kept:
    """Read what was kept; raise ValueError naming the file."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def tables(kept: Kept) -> dict[str, Callable[[], str]]:
    """Return the tables of the page by name."""
    return {
        "summary": lambda: summary(kept),
        "contrasts": lambda: contrasts_table(kept),
        "next-call": lambda: next_call_table(kept),
        "meanings": lambda: meanings_table(kept),
    }


def borne_out(kept: Kept) -> list[Choice]:
    """Return the choices that have every contrast borne out."""
    fine = {one.choice.id for one in contrasts()} - {one.choice.id for one in short(kept)}
    return [choice for choice in CHOICES if choice.id in fine]


def short(kept: Kept) -> list[Contrast]:
    """Return the contrasts that are not borne out."""
    return [one for one in contrasts() if not kept["contrasts"][one.name]["holds"]]


def learned(kept: Kept) -> set[tuple[str, str]]:
    """Return the options that are told apart, each with its choice: all their contrasts hold.

    An option that no contrast is about has those that compare another one with it.
    """
    about: dict[tuple[str, str], list[bool]] = defaultdict(list)
    beside: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for one in contrasts():
        holds = kept["contrasts"][one.name]["holds"]
        about[one.choice.id, one.option].append(holds)
        beside[one.choice.id, one.than].append(holds)
    return {option for option in {*about, *beside} if all(about[option] or beside[option])}


def summary(kept: Kept) -> str:
    """Return a sentence on how many choices and contrasts are borne out, and what is offered."""
    model, some = kept["model"], contrasts()
    held = len(some) - len(short(kept))
    offered = [
        choice
        for choice in CHOICES
        if any(System.SAYC not in option.not_in for option in choice.options)
    ]
    return (
        f"{model['name']} {model['version']}, weights `{model['sha256'][:16]}…`: {held} of "
        f"{len(some)} contrasts are borne out, and {len(borne_out(kept))} of {len(CHOICES)} "
        f"choices with all of theirs. Beside SAYC {len(offered)} choices are offered."
    )


def contrasts_table(kept: Kept) -> str:
    """Return a row a contrast, choice by choice."""
    rows = []
    for one in sorted(contrasts(), key=lambda one: CHOICES.index(one.choice)):
        found = kept["contrasts"][one.name]
        counts = kept["counts"].get(one.name, {})
        sides = (
            (one.option, one.shows, found["with"], counts.get("with")),
            (one.than, one.instead, found["instead"], counts.get("instead")),
        )
        cells = []
        for option, facts, values, count in sides:
            told = (
                f"{fact.text} {_percent(value)}{_counted(count, fact.text)}"
                for fact, value in zip(facts, values, strict=True)
            )
            cells.append(f"{_brief(one.choice, option)}: {'; '.join(told)}")
        rows.append([one.choice.name, _calls(one), *cells, _MARKS[found["holds"]]])
    return table(("choice", "calls", "with", "without", "borne out"), rows)


def next_call_table(kept: Kept) -> str:
    """Return the next call by the number of changes on both cards."""
    columns = {
        "auctions": ("auctions", "{:,}"),
        "next call": ("accuracy", "{:.1%}"),
        "but passes": ("accuracy_nonpass", "{:.1%}"),
        "ECE": ("ece", "{:.4f}"),
    }
    found = kept["next_call"]
    parts = {"all": found, **found.get("changes", {})}
    rows = [
        [name, *(cell(figures, path, form) for path, form in columns.values())]
        for name, figures in parts.items()
    ]
    return table(("changes on both cards", *columns), rows)


def meanings_table(kept: Kept) -> str:
    """Return names, forcing and promised ranges."""
    columns = {
        "calls but passes": ("calls", "{:,}"),
        "named right": ("name_accuracy", "{:.1%}"),
        "named wrong": ("wrong_name", "{:.2%}"),
        "forcing": ("forcing_accuracy", "{:.1%}"),
        "promised points hold": ("promises.points", "{:.1%}"),
        "promised lengths hold": ("promises.lengths", "{:.1%}"),
    }
    found = kept["meanings"]
    return table(list(columns), [[cell(found, path, form) for path, form in columns.values()]])


def _calls(one: Contrast) -> str:
    """Return the calls with suit symbols, the explained one in bold, or the hand to call."""
    calls = [call.symbol for call in one.auction.calls]
    if one.hand is None:
        calls[-1] = f"**{calls[-1]}**"
    else:
        calls += ["**?**", f"({one.hand})"]
    base = "" if one.base is System.SAYC else f"{one.base.short_name}: "
    return base + " ".join(calls)


def _brief(choice: Choice, option: str) -> str:
    return next(one.brief for one in choice.options if one.id == option)


def _counted(count: Mapping[str, Any] | None, text: str) -> str:
    """Return the share of the robots' hands, and how many."""
    if not count or text not in count["values"]:
        return ""
    return f" (robots {_percent(count['values'][text])} of {count['hands']:,})"


def _percent(value: float) -> str:
    return f"{value:.0%}".replace("%", " %")
