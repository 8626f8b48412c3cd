"""Score the estimator of tricks on solved deals."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.management.runs import add_json_option, json_path, write_figures
from bidding.networks.checkpoint import RELEASED
from bidding.training.estimator.dataset import TEST_SEED, kept_for_tests, perhaps_learned_from
from bidding.tricks.solved import SolvedDeals, read_full
from bidding.tricks.solving import stored_deals
from bidding.tricks.trick_scores import KINDS, TrickScore, score_by_kind


class Command(BaseCommand):
    help = (
        "Score the released trick estimator, or with --recipe one that train_tricks trained, "
        "on solved deals: off by at most 2 | 1 | 0 tricks, over all declarers, apart for "
        "suits and notrump. ECE: the expected calibration error."
    )
    recipe_help = "a recipe's name, as train_tricks has it"

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

    def handle(self, **options: Any) -> None:
        out = json_path(options)
        try:
            deals = _deals(options["file"], options["limit"])
            file = options["file"]
            if file is not None and (warning := _warning(file, len(deals))):
                self.stderr.write(warning)
            scores = self.scores(deals, options["recipe"], options["runs"])
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{len(deals):,} deals; off by at most 2 | 1 | 0 tricks, per cent")
        for kind, score in scores.items():
            self.stdout.write(f"{kind:8} {score}")
        write_figures(out, {kind: _document(scores.get(kind)) for kind in KINDS})

    def scores(
        self, deals: SolvedDeals, recipe: str | None, runs: Path
    ) -> Mapping[str, TrickScore]:
        """Return the scores by kind of contract that the network answers."""
        from bidding.tricks.estimator import load_estimator

        estimator = load_estimator(RELEASED if recipe is None else runs / recipe)
        return score_by_kind(estimator.chances(deals.owners), deals.tricks)


def _document(score: TrickScore | None) -> dict[str, Any] | None:
    """Return the shares of one kind of contract, or None."""
    return None if score is None else {"ece": None, **score.to_dict()}


def _deals(path: Path | None, limit: int | None) -> SolvedDeals:
    """Return the deals to score: of a file, or the test deals that come with the program."""
    if limit is not None and limit < 1:
        raise ValueError(f"--limit must be at least 1, not {limit}")
    deals = stored_deals(TEST_SEED) if path is None else read_full(path)
    return deals.rows(slice(limit))


def _warning(path: Path, count: int) -> str | None:
    """Return a warning if a network may have been trained on some of the deals."""
    which = perhaps_learned_from(path, count)
    if which is None:
        return None
    kept = kept_for_tests(path)
    remedy = f"--limit {kept} scores the others alone" if kept else "score a file dd-test-*.npz"
    return (
        f"{which}. If the network was trained in a folder with this file, these scores are too "
        f"good; {remedy}."
    )
