"""Keep the reports of training runs, with scores on auctions never trained on."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from bidding.encoding.records import BadRecords, Records, read_records
from bidding.management.results import add_docs_option
from bidding.networks.checkpoint import BadCheckpoint, load_bidder, write_json
from bidding.training.evaluation import evaluate
from bidding.training.reporting.sources import read_figures
from bidding.training.run import REPORT
from bidding.training.team import own_device


class Command(BaseCommand):
    help = (
        "Keep report.json of training runs as docs/reports/RECIPE.json. With --file the weights "
        "are scored on it too, but where that was done before; without, such scores are kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("run", nargs="+", type=Path, help="a run's folder: OUT/RECIPE")
        parser.add_argument("--file", type=Path, help="recorded auctions, .npz, to score on")
        add_docs_option(parser)

    def handle(self, **options: Any) -> None:
        reports: Path = options["docs"] / "reports"
        file: Path | None = options["file"]
        if not reports.is_dir():
            raise CommandError(f"--docs: there is no folder {reports}")
        try:
            records = read_records(file) if file else None
            for folder in options["run"]:
                report = dict(read_figures(folder / f"{REPORT}.json", ("recipe",)))
                out = reports / f"{report['recipe']['name']}.json"
                kept = dict(read_figures(out).get("dev", {})) if out.exists() else {}
                if file and records:
                    self.stdout.write(f"{out.stem}:\n")
                    report["dev"] = _scores(folder, file.name, records, kept)
                elif kept and kept["model"] == load_bidder(folder)[1].to_dict():
                    report["dev"] = kept
                write_json(out, report)
                self.stdout.write(f"{out} written\n")
        except (BadRecords, BadCheckpoint, OSError, ValueError, KeyError) as error:
            raise CommandError(f"{error}") from error


def _scores(folder: Path, name: str, records: Records, kept: dict[str, Any]) -> dict[str, Any]:
    """The scores of a run's weights; those kept already, when they are of the same weights."""
    device = own_device()
    bidder, model = load_bidder(folder, device)
    taken_of = {"file": name, "model": model.to_dict()}
    if kept.items() >= taken_of.items():
        return kept
    figures = evaluate(bidder, records, np.arange(len(records)), device, progress=True)
    return {**taken_of, **figures}
