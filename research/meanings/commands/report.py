"""Evaluate the published rules of what calls show, and write the page on them."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.encoding.records import BadRecords, read_records
from bidding.explaining.explainer import Explainer
from bidding.networks.checkpoint import BadCheckpoint, write_atomically
from research.meanings.catalogue import contrasts, groups
from research.meanings.counting import count_claims
from research.meanings.meanings_page import console_lines, meanings_page
from research.meanings.report import evaluate
from research.options import add_docs_option


class Command(BaseCommand):
    help = (
        "Compare what calls show without a hand with the published rules of each system; print "
        "every statement, and write docs/meanings.md and docs/meanings.json."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_docs_option(parser)
        parser.add_argument(
            "--count",
            type=Path,
            nargs="+",
            metavar="FILE",
            help="count anew how often the rules hold in these recorded auctions (.npz)",
        )
        parser.add_argument(
            "--weights", type=Path, help="a folder with other weights; then nothing is written"
        )

    def handle(self, **options: Any) -> None:
        saved: Path = options["docs"] / "meanings.json"
        if options["weights"] is None and not saved.parent.is_dir():
            raise CommandError(f"--docs: there is no folder {saved.parent}")
        try:
            explainer = Explainer.load(options["weights"], exact=True)
            counts = _count(options["count"]) if options["count"] else _saved_counts(saved)
        except (BadCheckpoint, BadRecords, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        report = evaluate(explainer, groups(), contrasts())
        self.stdout.write("\n".join([*console_lines(report), "", report.summary(counts)]) + "\n")
        if options["weights"] is not None:
            return
        document = {"model": report.model.to_dict(), "short": report.short, "counts": counts}
        write_atomically(saved, (json.dumps(document, indent=1) + "\n").encode())
        page = saved.with_suffix(".md")
        write_atomically(page, meanings_page(report, counts).encode())
        self.stdout.write(f"{page} written\n")


def _count(files: Sequence[Path]) -> dict[str, Any]:
    claims = {rule.case: [*rule.claims, *rule.book] for group in groups() for rule in group.rules}
    read = (read_records(path) for path in tqdm(files, desc="counting", unit="file"))
    return {case.name: count.to_json() for case, count in count_claims(read, claims).items()}


def _saved_counts(saved: Path) -> dict[str, Any]:
    """Return the counts of the last run that counted, if any."""
    if not saved.exists():
        return {}
    try:
        return dict(json.loads(saved.read_text(encoding="utf-8"))["counts"])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{saved} holds no counts: {error!r}") from error
