"""What the page on the model is made of: saved scores, reports of runs, facts, measures."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
Figures = Mapping[str, Any]
FACTS = "auctions"
"""The report of what the auctions hold (``describe_auctions --json``)."""


UNSTATED = ", systems unstated"
"""What the name of a file is followed by where it was scored as if no side named its system."""

MEASURES = ("surprise", "systems", "uncontested")
"""The measures on the page, of those that docs/measures holds."""


@dataclass(frozen=True)
class Sources:
    """Scores of one model by file, reports of training runs by recipe, facts, and measures."""

    scores: dict[str, Figures]
    reports: dict[str, Figures]
    facts: Figures | None = None
    measures: dict[str, Figures] = field(default_factory=dict)

    @property
    def model(self) -> Figures:
        """The model that the scores are of."""
        return dict(next(iter(self.scores.values()))["model"])

    def final(self, recipe: str, file: str = "") -> Figures:
        """The scores of a run at its end on a file of auctions never trained on.

        Without a file, the first such scores, else those on the deals kept from training. Empty
        where there are none.
        """
        report = self.reports.get(recipe, {})
        taken: Mapping[str, Figures] = report.get("dev", {})
        if file:
            return taken.get(file, {})
        kept: Mapping[str, Figures] = report.get("scores", {})
        return next(iter({**taken, **kept}.values()), {})

    def stages(self, recipe: str) -> list[str]:
        """The recipes whose runs led to this one's weights, the first one first."""
        found: list[str] = []
        while recipe and recipe not in found:
            found.append(recipe)
            recipe = self.reports.get(recipe, {}).get("recipe", {}).get("start", "")
        return found[::-1]


def read_sources(root: Path = ROOT) -> Sources:
    """Read the kept scores, reports and measures; raises ValueError naming what is at fault.

    Reports of something else than training runs are left alone.
    """
    research = root / "research"
    kept = [*(research / "released/reports").glob("*"), *(research / "p1/reports").glob("*")]
    found = {path.stem: read_figures(path) for path in sorted(kept)}
    runs = {name: report for name, report in found.items() if "recipe" in report}
    paths = {name: root / "docs/measures" / f"{name}.json" for name in MEASURES}
    measures = {n: read_figures(path, ("model",)) for n, path in paths.items() if path.is_file()}
    return Sources(read_scores(research / "released/scores"), runs, found.get(FACTS), measures)


def read_scores(folder: Path) -> dict[str, Figures]:
    """The saved scores by the name of the file they were taken on; raises ValueError."""
    scores = {path.stem: read_figures(path, ("model",)) for path in sorted(folder.glob("*.json"))}
    if not scores:
        raise ValueError(f"no scores in {folder}: write them with evaluate_bidder --json")
    models = {json.dumps(figures["model"], sort_keys=True) for figures in scores.values()}
    if len(models) > 1:
        raise ValueError(f"the scores in {folder} are of several models: {', '.join(models)}")
    return scores


def read_figures(path: Path, required: tuple[str, ...] = ()) -> Figures:
    """Read a JSON object; raise ValueError for anything else, and without a required object."""
    try:
        document = dict(json.loads(path.read_text(encoding="utf-8")))
        return {**document, **{name: dict(document[name]) for name in required}}
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no file of figures: {error!r}") from error
