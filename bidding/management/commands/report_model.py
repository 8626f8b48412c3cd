"""Write the page on the released model from saved scores."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.explaining.explainer import Explainer
from bidding.explaining.table_2 import table_2_markdown, table_2_position
from bidding.networks.checkpoint import BadCheckpoint, write_atomically
from bidding.training.model_page import model_page, read_scores


class Command(BaseCommand):
    help = (
        "Make docs/model.md from docs/scores (evaluate_bidder --json) and docs/reports "
        "(report.json of the training runs base, released, probe and paper-probe)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--docs", type=Path, default=Path("docs"), help="default: docs")

    def handle(self, **options: Any) -> None:
        docs: Path = options["docs"]
        try:
            explanation = Explainer.load().explain(table_2_position())
            scores = read_scores(docs / "scores")
            reports = {
                name: json.loads((docs / "reports" / f"{name}.json").read_text())
                for name in ("base", "released", "probe", "paper-probe")
            }
        except (BadCheckpoint, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        stale = {s["model"]["sha256"] for s in scores.values()} - {explanation.model.sha256}
        if stale:
            raise CommandError("docs/scores are not those of the released weights: score again")
        comparison = {name: reports[name]["scores"]["sayc"] for name in ("probe", "paper-probe")}
        stages = [reports["base"], reports["released"]]
        page = model_page(scores, stages, comparison, table_2_markdown(explanation))
        write_atomically(docs / "model.md", page.encode())
        self.stdout.write(f"{docs / 'model.md'} written\n")
