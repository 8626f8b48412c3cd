"""Settings of a site whose model sleeps instead of computing: for ``benchmarks.growth``.

Where cores are lacking, nodes that compute would take each other's time, and not show what the
queue, the database and the web server bear. Each question takes ``SLEEP_SECONDS``, one after the
other, and its answer is as long as that to an auction of twelve calls.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bidding.domain.position import Position
from bidding.parsing.documents.position_documents import position_to_json
from bridgeviz.settings import *  # noqa: F403

EXPLAINER_CLASS = "benchmarks.sleeping.SleepingExplainer"
SLEEP_SECONDS = float(os.environ.get("SLEEP_SECONDS", "0.15"))
_NUMBERS = 5000  # of eight characters each in the text


@dataclass(frozen=True)
class SleepingModel:
    """The description of the model."""

    name: str = "sleeping"
    version: str = "0"
    sha256: str = "0" * 64
    recipe: str = "none"


@dataclass(frozen=True)
class LongAnswer:
    """An answer with as many digits as an explanation."""

    position: Position

    def to_json(self) -> dict[str, Any]:
        """The position, and numbers."""
        numbers = [number / 1_000_000 for number in range(123_456, 123_456 + _NUMBERS)]
        return {"position": position_to_json(self.position), "numbers": numbers}


class SleepingExplainer:
    """An explainer that sleeps for each question."""

    model = SleepingModel()

    @classmethod
    def load(cls, device: str = "cpu") -> SleepingExplainer:
        """There is nothing to load."""
        return cls()

    def explain_many(self, positions: Sequence[Position], **_: Any) -> list[LongAnswer]:
        """An answer for each position."""
        time.sleep(SLEEP_SECONDS * len(positions))
        return [LongAnswer(position) for position in positions]

    refine_many = options_many = robot_calls_many = explain_many

    def analyse(self, position: Position, sums: Any) -> None:
        """Do nothing; called once while a node starts."""
