"""All figures of one folder of matches, as they are kept in docs/measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from bidding.matches.compared import Played, on_the_same_boards, read_played
from bidding.matches.results import deal_text, figures, mean_of
from bidding.tricks.solved import SolvedDeals, read_full
from research.released.sources import read_figures
from research.strength.corrections import CORRECTIONS
from research.strength.games import contested_games
from research.strength.plan import (
    DEALS,
    MODEL,
    MODEL_UNTOLD,
    ONE,
    PAIR,
    PLAYERS,
    UNTOLD,
    calls_file,
    played_against_programs,
    statements_file,
)


def document(folder: Path) -> dict[str, Any]:
    """The figures of all that was measured into a folder.

    Raises ValueError for matches of several bidders or advisers, or on different deals, and
    BadKept or BadSolvedDeals for files of something else.
    """
    found: dict[str, Any] = {}
    played = []
    deals = read_full(folder / DEALS)
    for paths in played_against_programs(folder):
        of_players = on_the_same_boards([read_played(path) for path in paths])
        played += of_players
        name = of_players[0].settings["b"]
        figures_of_program = _against(dict(zip(PLAYERS, of_players, strict=True)), deals)
        if (calls := calls_file(paths[1])).is_file():
            figures_of_program["calls"] = read_figures(calls)
        found.setdefault("programs", {})[name] = figures_of_program
    for part, matches, figures_of in (
        ("partners", (PAIR, ONE), _partners),
        ("told", (PAIR, UNTOLD, MODEL_UNTOLD), _told),
    ):
        files = [match.path(folder) for match in matches]
        if all(file.is_file() for file in files):
            some = on_the_same_boards([read_played(file) for file in files])
            played += some
            found[part] = figures_of(some)
    if (statements := statements_file(folder)).is_file():
        found["statements"] = read_figures(statements)
    return {**_networks(played), **found}


def _against(of: Mapping[str, Played], deals: SolvedDeals) -> dict[str, Any]:
    """What each player won against a program, and what it won more than the one before it."""
    played = [result.deal for result in of[MODEL].results]
    if [deal_text(owner) for owner in deals.rows(slice(len(played))).owners] != played:
        raise ValueError(f"the matches were not played on the deals of {DEALS}")
    corrected = {
        way: {name: score(match.results) for name, match in of.items()}
        for way, score in CORRECTIONS.items()
    }
    return {
        "system": of[MODEL].settings["system"],
        **{name: figures(match.results) for name, match in of.items()},
        "more": _more({name: match.imps for name, match in of.items()}),
        "corrected": {
            way: {**{name: mean_of(imps) for name, imps in won.items()}, "more": _more(won)}
            for way, won in corrected.items()
        },
        "games": {name: contested_games(match.results, deals.tricks) for name, match in of.items()},
    }


def _more(won: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """What each player but the first won more than the one before it."""
    return {after: mean_of(won[after] - won[before]) for before, after in pairwise(PLAYERS)}


def _partners(matches: Sequence[Played]) -> dict[str, Any]:
    """A pair of advisers, one alone, and what the pair wins over twice the one."""
    pair, one = matches
    return {
        "boards": len(pair.results),
        "pair": mean_of(pair.imps),
        "one": mean_of(one.imps),
        "over_twice": mean_of(pair.imps - 2 * one.imps),
    }


def _told(matches: Sequence[Played]) -> dict[str, Any]:
    """Models as opponents that are told the adviser's system and not, and a model's gain."""
    told, untold, model_untold = matches
    return {
        "boards": len(told.results),
        "told": mean_of(told.imps),
        "untold": mean_of(untold.imps),
        "model_untold": mean_of(model_untold.imps),
        "adviser_of_untold": mean_of(untold.imps - model_untold.imps),
    }


def _networks(played: Sequence[Played]) -> dict[str, Any]:
    """The bidder and the adviser that played. Raises ValueError if there were several."""
    found: dict[str, Any] = {}
    for name in ("model", "adviser"):
        infos = [match.settings[name] for match in played if match.settings[name] is not None]
        if any(info != infos[0] for info in infos):
            raise ValueError(f"the matches are of several networks ({name}); take another folder")
        found[name] = infos[0] if infos else None
    return found
