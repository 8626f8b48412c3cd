"""Write the tables on the papers' trick networks from saved reports."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.networks.checkpoint import read_info, write_atomically, write_json
from bidding.training.core.experiment import REPORT
from bidding.training.estimator.dataset import load_split
from bidding.tricks.estimator import ESTIMATOR
from research.page import filled
from research.released.released import released_now
from research.released.sources import read_figures
from research.tricks.findings import findings
from research.tricks.kept_reports import FINDINGS, OURS, file_of, read_reports
from research.tricks.pictures import course_pictures, pictures
from research.tricks.tables import PAGES, tables

FOLDER = Path(__file__).parents[1]


class Command(BaseCommand):
    help = (
        "Make the tables in the pages of research/tricks from its reports. With --runs and "
        "--data, first keep the reports of `train` there, look into its networks and draw their "
        "weights."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--folder", type=Path, default=FOLDER, help="where pages and reports are; the package's"
        )
        parser.add_argument("--runs", type=Path, help="where `train` put its networks")
        parser.add_argument("--data", type=Path, nargs="+", help="folders of dd-*.npz files")

    def handle(self, **options: Any) -> None:
        folder: Path = options["folder"]
        runs, data = options["runs"], options["data"]
        if (runs is None) != (data is None):
            raise CommandError("--runs and --data go together")
        try:
            if runs is not None:
                self._keep(runs, data, folder)
            kept = folder / "reports"
            made = tables(kept, released_now())
            files = {
                name: filled((folder / name).read_text(encoding="utf-8"), made) for name in PAGES
            }
            files |= course_pictures(read_reports(kept))
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        for name, text in files.items():
            write_atomically(folder / name, text.encode())
            self.stdout.write(f"{folder / name} written")

    def _keep(self, runs: Path, data: list[Path], folder: Path) -> None:
        finished = sorted(runs.glob(f"*/*/{REPORT}"))
        if not finished:
            raise CommandError(f"{runs} has no reports of trained networks; what was kept stays")
        kept = folder / "reports"
        for path in finished:
            report = dict(read_figures(path, ("recipe",)))
            write_json(kept / file_of(report["recipe"]["name"]), report)
        if (ours := runs / "released" / REPORT).is_file():
            model = read_info(ESTIMATOR, ours.parent).to_dict()
            write_json(kept / OURS, {**read_figures(ours), "model": model})
        before = read_figures(kept / FINDINGS)
        write_json(kept / FINDINGS, findings(runs, load_split(data), before))
        for name, picture in pictures(runs).items():
            write_atomically(folder / name, picture.encode())
