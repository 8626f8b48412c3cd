"""Results of matches in files: those of one match put together, of several beside each other."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bidding.matches.results import BadKept, BoardResult, MatchScore, results_kept

_FIGURES = {field.name for field in fields(MatchScore)} | {"by_vulnerability", "kinds", "results"}
_FIRST = "first"


@dataclass(frozen=True)
class Played:
    """A match that was played: what it depended on, and its boards."""

    settings: Mapping[str, Any]
    results: list[BoardResult]

    @property
    def imps(self) -> npt.NDArray[np.float64]:
        """(N,) what A won on each board."""
        return np.array([result.imps for result in self.results], dtype=np.float64)


def read_played(path: Path) -> Played:
    """Read what ``manage.py match --json`` kept. Raises BadKept, and OSError for no file."""
    results = results_kept(path, {})
    document = json.loads(path.read_text(encoding="utf-8"))
    return Played({name: document[name] for name in document if name not in _FIGURES}, results)


def joined(files: Mapping[Path, Played]) -> Played:
    """Return the match of which the files hold parts. Raises BadKept if they do not fit."""
    parts = sorted(files.items(), key=lambda of: of[1].results[0].board)
    (first, whole), results = parts[0], list[BoardResult]()
    for path, part in parts:
        for name in part.settings.keys() | whole.settings.keys():
            here, there = part.settings.get(name), whole.settings.get(name)
            if name != _FIRST and here != there:
                raise BadKept(f"{path} is of another match than {first}: its {name} is {here!r}")
        if results and (begins := part.results[0].board) != results[-1].board + 1:
            raise BadKept(f"{path} begins with board {begins}, not {results[-1].board + 1}")
        results += part.results
    return Played(whole.settings, results)


def on_the_same_boards(matches: Sequence[Played]) -> list[Played]:
    """The boards that all of them have. Raises ValueError if they are not the same deals."""
    numbers = set.intersection(*({one.board for one in match.results} for match in matches))
    shared = [
        Played(match.settings, [one for one in match.results if one.board in numbers])
        for match in matches
    ]
    boards = [
        [(one.deal, one.dealer, one.vulnerability) for one in match.results] for match in shared
    ]
    if not numbers or any(other != boards[0] for other in boards):
        raise ValueError("the matches were played on different deals")
    return shared
