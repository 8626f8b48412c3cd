"""Make the deals on which practice has tricks counted."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.management.runs import resumable
from bidding.networks.checkpoint import BadCheckpoint, load_network, write_atomically
from bidding.practice.trick_deals import (
    DECLARER,
    SHIPPED,
    STRAINS,
    BadTrickDeals,
    Counted,
    TrickDeal,
    TrickDeals,
    read_trick_deals,
)
from bidding.training.estimator.dataset import TEST_SEED
from bidding.tricks.estimator import ESTIMATOR, TrickEstimator, chances_from_pair, score_answers
from bidding.tricks.solved import BadSolvedDeals, SolvedDeals
from bidding.tricks.solving import pbn_deal, stored_deals

LAYOUTS = 200
_SAVED = 50
"""Deals from one writing of the file to the next."""


class Command(BaseCommand):
    help = (
        "Put the first N solved deals of those kept for tests into a file, with the estimates of "
        "the released estimator, and score these. Ctrl-C stops; the same command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("count", type=int, metavar="N", help="how many deals")
        parser.add_argument("--layouts", type=int, default=LAYOUTS, help=f"default: {LAYOUTS}")
        parser.add_argument("--out", type=Path, default=SHIPPED, help="the file to write")

    @resumable()
    def handle(self, **options: Any) -> None:
        count, layouts, path = options["count"], options["layouts"], options["out"]
        try:
            solved = stored_deals(TEST_SEED)
            if not 1 <= count <= len(solved) or layouts < 1:
                raise CommandError(f"N is from 1 to {len(solved)}, and --layouts at least 1")
            estimator, model = load_network(ESTIMATOR)
            made = TrickDeals({"version": model.version, "sha256": model.sha256}, layouts)
            if path.exists():
                made = _continued(path, made)
            _extend(made, solved.rows(slice(count)), estimator, path)
        except (BadTrickDeals, BadCheckpoint, BadSolvedDeals, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"estimator {model.version}, {len(made.deals):,} deals in {path}")
        for line in _scores(made):
            self.stdout.write(line)


def _continued(path: Path, made: TrickDeals) -> TrickDeals:
    """Return the deals of the file. Raises CommandError for those of other estimates."""
    found = read_trick_deals(path)
    if dict(found.estimator) == dict(made.estimator) and found.layouts == made.layouts:
        return found
    raise CommandError(
        f"{path}: its estimates are by estimator {found.estimator['version']} with "
        f"{found.layouts} layouts; move it away, or name another file with --out"
    )


def _extend(made: TrickDeals, solved: SolvedDeals, estimator: TrickEstimator, path: Path) -> None:
    """Add the deals that are missing, and write the file now and then."""
    owners = solved.owners
    with tqdm(total=len(solved), initial=len(made.deals), unit="deal") as bar:
        for row in range(len(made.deals), len(solved)):
            rng = np.random.default_rng([TEST_SEED, row])
            whole = estimator.chances(owners[row : row + 1], [DECLARER])[0, 0]
            pair = chances_from_pair(estimator, owners[row], DECLARER, made.layouts, rng)
            counted = {
                name: Counted(
                    int(solved.tricks[row, DECLARER, strain]),
                    int(whole[strain].argmax()),
                    int(pair[strain].argmax()),
                )
                for name, strain in STRAINS.items()
            }
            made.deals.append(TrickDeal(pbn_deal(owners[row]), counted))
            bar.update()
            if len(made.deals) % _SAVED == 0 or len(made.deals) == len(solved):
                write_atomically(path, made.to_text().encode())


def _scores(made: TrickDeals) -> list[str]:
    """Say by strain how the two estimates score: off by at most 2 | 1 | 0 tricks, per cent."""
    lines = []
    for name in STRAINS:
        tricks, *estimates = np.array([deal.counted[name] for deal in made.deals]).T
        whole, pair = (score_answers(answers, tricks) for answers in estimates)
        lines.append(f"{name}: four hands {whole}; two hands {pair}")
    return lines
