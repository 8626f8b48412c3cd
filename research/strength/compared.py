"""Results of matches on the same boards, beside each other."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bidding.matches.results import BoardResult, results_kept

_DECIMALS = 4


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
    return Played(json.loads(path.read_text(encoding="utf-8")), results)


def on_the_same_boards(matches: Sequence[Played]) -> list[Played]:
    """The boards that all of them have. Raises ValueError if they are not the same deals."""
    count = min(len(match.results) for match in matches)
    shared = [Played(match.settings, match.results[:count]) for match in matches]
    boards = [
        [(one.deal, one.dealer, one.vulnerability) for one in match.results] for match in shared
    ]
    if any(other != boards[0] for other in boards):
        raise ValueError("the matches were played on different deals; take another folder")
    return shared


def mean_of(imps: npt.NDArray[np.float64]) -> dict[str, float | None]:
    """The mean over boards and its standard error; none of one board alone."""
    error = float(imps.std(ddof=1) / len(imps) ** 0.5) if len(imps) > 1 else None
    return {
        "imps_a_board": round(float(imps.mean()), _DECIMALS),
        "standard_error": None if error is None else round(error, _DECIMALS),
    }


def share_of(held: npt.NDArray[np.bool_]) -> dict[str, float | int | None]:
    """How many, the share that holds, and its standard error as if none were of one deal."""
    count = len(held)
    share = float(held.mean()) if count else None
    error = None if share is None else (share * (1 - share) / count) ** 0.5
    return {
        "count": count,
        "share": None if share is None else round(share, 5),
        "standard_error": None if error is None else round(error, 5),
    }
