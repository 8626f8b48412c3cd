"""Write the page on the papers' trick networks from saved reports."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.management.results import add_docs_option
from bidding.networks.checkpoint import info_of, write_atomically, write_json
from bidding.training.reporting.released import released_now
from bidding.training.reporting.sources import read_figures
from bidding.training.reporting.trick_pictures import pictures, title_of
from bidding.training.reporting.tricks_page import (
    FINDINGS,
    OURS,
    file_of,
    read_reports,
    tricks_page,
)
from bidding.training.trick_data import load_split
from bidding.training.trick_findings import findings
from bidding.training.trick_run import REPORT
from bidding.tricks.estimator import ESTIMATOR


class Command(BaseCommand):
    help = (
        "Make docs/tricks.md from docs/reports/tricks. With --runs and --data, first keep the "
        "reports of train_tricks there, look into its networks and draw their weights."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_docs_option(parser)
        parser.add_argument("--runs", type=Path, help="where train_tricks put its networks")
        parser.add_argument("--data", type=Path, nargs="+", help="folders of dd-*.npz files")

    def handle(self, **options: Any) -> None:
        docs: Path = options["docs"]
        runs, data = options["runs"], options["data"]
        if (runs is None) != (data is None):
            raise CommandError("--runs and --data go together")
        kept = docs / "reports" / "tricks"
        try:
            if runs is not None:
                kept.mkdir(parents=True, exist_ok=True)
                self._keep(runs, data, kept, docs)
            found = read_figures(kept / FINDINGS)
            drawn = {path.name: title_of(path.read_text()) for path in docs.glob("tricks-*.svg")}
            ours = read_figures(kept / OURS, ("model",)) if (kept / OURS).is_file() else {}
            page = tricks_page(read_reports(kept), found, drawn, ours, released_now())
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        write_atomically(docs / "tricks.md", page.encode())
        self.stdout.write(f"{docs / 'tricks.md'} written")

    def _keep(self, runs: Path, data: list[Path], kept: Path, docs: Path) -> None:
        finished = sorted(runs.glob(f"*/*/{REPORT}"))
        if not finished:
            raise CommandError(f"{runs} has no reports of train_tricks; what was kept stays")
        for path in finished:
            report = dict(read_figures(path, ("recipe",)))
            write_json(kept / file_of(report["recipe"]["name"]), report)
        if (ours := runs / "released" / REPORT).is_file():
            model = info_of(ESTIMATOR, ours.parent).to_dict()
            write_json(kept / OURS, {**read_figures(ours), "model": model})
        before = read_figures(kept / FINDINGS) if (kept / FINDINGS).is_file() else {}
        write_json(kept / FINDINGS, findings(runs, load_split(data).test, before))
        for name, picture in pictures(runs).items():
            write_atomically(docs / name, picture.encode())
