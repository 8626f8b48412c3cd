"""Score the estimator of tricks on solved deals."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from bidding.management.runs import (
    add_json_option,
    check_least,
    command_errors,
    json_path,
    write_figures,
)
from bidding.networks.checkpoint import RELEASED
from bidding.training.estimator.dataset import TEST_SEED, kept_for_tests, perhaps_learned_from
from bidding.tricks.estimator import KINDS, TrickScore, load_estimator, score_by_kind
from bidding.tricks.solved import SolvedDeals, read_full
from bidding.tricks.solving import stored_deals


class Command(BaseCommand):
    help = (
        "Score the released trick estimator, or with --recipe one that `train estimator` trained, "
        "on solved deals: off by at most 2 | 1 | 0 tricks, over all declarers, apart for "
        "suits and notrump. ECE: the expected calibration error."
    )
    recipe_help = "a recipe's name, as `train estimator` has it"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            metavar="FILE.npz",
            help=f"solved deals; default: those of seed {TEST_SEED}, which come with the program "
            "to test with",
        )
        parser.add_argument("--recipe", metavar="NAME", help=self.recipe_help)
        parser.add_argument(
            "--runs",
            type=Path,
            default=Path("var/tricks-runs"),
            help="where the trained networks are; default: var/tricks-runs",
        )
        parser.add_argument("--limit", type=int, metavar="N", help="the first N deals only")
        add_json_option(parser)

    @command_errors()
    def handle(self, **options: Any) -> None:
        check_least(options, limit=1)
        out, file = json_path(options), options["file"]
        deals = stored_deals(TEST_SEED) if file is None else read_full(file)
        deals = deals.rows(slice(options["limit"]))
        which = None if file is None else perhaps_learned_from(file, len(deals))
        if which is not None:
            kept = kept_for_tests(file)
            remedy = (
                f"--limit {kept} scores the others alone" if kept else "score a file dd-test-*.npz"
            )
            self.stderr.write(
                f"{which}. If the network was trained in a folder with this file, these scores are "
                f"too good; {remedy}."
            )
        scores = self.scores(deals, options["recipe"], options["runs"])
        self.stdout.write(f"{len(deals):,} deals; off by at most 2 | 1 | 0 tricks, per cent")
        for kind, score in scores.items():
            self.stdout.write(f"{kind:8} {score}")
        document = {kind: {"ece": None, **score.to_dict()} for kind, score in scores.items()}
        write_figures(out, {kind: document.get(kind) for kind in KINDS})

    def scores(
        self, deals: SolvedDeals, recipe: str | None, runs: Path
    ) -> Mapping[str, TrickScore]:
        """Return the scores by kind of contract that the network answers."""
        estimator = load_estimator(RELEASED if recipe is None else runs / recipe)
        return score_by_kind(estimator.chances(deals.owners), deals.tricks)
