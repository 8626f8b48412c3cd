"""Keep the reports of training runs, with scores on auctions never trained on."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from bidding.encoding.layout import UNKNOWN_SYSTEM
from bidding.encoding.records import BadRecords, Records, read_records
from bidding.networks.checkpoint import BadCheckpoint, load_bidder, write_json
from bidding.training.core.distributed import default_device
from bidding.training.core.experiment import REPORT
from bidding.training.scoring.evaluation import evaluate
from research.p1.every_seat import OTHERS, evaluate_every_seat
from research.p1.network import load_p1_bidder
from research.released.sources import ROOT, UNSTATED, Figures, read_figures

REPORTS = ROOT / "research/released/reports"


class Command(BaseCommand):
    help = (
        "Keep report.json of training runs as RECIPE.json. With --file the weights "
        "are scored on those auctions too, but where that was done before; scores on other files "
        "stay while the weights do."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("run", nargs="+", type=Path, help="a run's folder: OUT/RECIPE")
        parser.add_argument(
            "--file", nargs="+", type=Path, default=[], help="recorded auctions, .npz, to score on"
        )
        parser.add_argument(
            "--unstated", action="store_true", help="score on them as if no side named its system"
        )
        parser.add_argument(
            "--reports", type=Path, default=REPORTS, help="where to; default: research/released"
        )

    def handle(self, **options: Any) -> None:
        reports: Path = options["reports"]
        if not reports.is_dir():
            raise CommandError(f"--reports: there is no folder {reports}")
        try:
            files = {file.stem: read_records(file) for file in options["file"]}
            if options["unstated"]:
                files = {name + UNSTATED: _without_systems(found) for name, found in files.items()}
            for folder in options["run"]:
                report = dict(read_figures(folder / REPORT, ("recipe",)))
                out = reports / f"{report['recipe']['name']}.json"
                kept = read_figures(out).get("dev", {}) if out.exists() else {}
                if scores := self._scores(folder, files, kept, _at_every_seat(report)):
                    report["dev"] = scores
                write_json(out, report)
                self.stdout.write(f"{out} written\n")
        except (BadRecords, BadCheckpoint, OSError, ValueError, KeyError) as error:
            raise CommandError(f"{error}") from error

    def _scores(
        self,
        folder: Path,
        files: dict[str, Records],
        kept: Mapping[str, Figures],
        every_seat: bool,
    ) -> dict[str, Figures]:
        """By file, the scores of a run's weights; those kept already of the same weights stay."""
        device = default_device()
        if not files and not kept:
            return {}
        load = load_p1_bidder if every_seat else load_bidder
        bidder, model = load(folder, device)
        taken_of = {"model": model.to_dict()}
        scores = {name: found for name, found in kept.items() if found.items() >= taken_of.items()}
        for name, records in files.items():
            if name in scores:
                continue
            self.stdout.write(f"{model.recipe} on {name}:\n")
            rows = np.arange(len(records))
            score = evaluate_every_seat if every_seat else partial(evaluate, progress=True)
            figures = score(bidder, records, rows, device)
            scores[name] = {**taken_of, **figures}
        return scores


def _at_every_seat(report: Figures) -> bool:
    """Return True if a run was scored at others' turns, too."""
    return any(OTHERS in scores for scores in report["scores"].values())


def _without_systems(records: Records) -> Records:
    """Return the auctions with the systems of both sides unknown."""
    unknown = np.full_like(records.system_ns, UNKNOWN_SYSTEM)
    return replace(records, system_ns=unknown, system_ew=unknown)
