"""Measure what a pair loses without opponents that sees both its hands."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.table import Side
from bidding.management.runs import add_json_option, json_path, write_figures
from research.contests.commands.uncontested import VULNERABLE

SEED = 1  # of the sampled layouts


class Command(BaseCommand):
    help = (
        "Say how many IMPs who sees both hands of a pair loses to the best contract, double dummy, "
        "when the opponents pass: a bound for `uncontested` (paper P1, table 3)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("deals", type=Path, nargs="+", help=".npz files of `record deals`")
        parser.add_argument("--limit", type=int, default=800, help="deals; default: 800")
        parser.add_argument("--layouts", type=int, default=60, help="of each deal; default: 60")
        add_json_option(parser)

    def handle(self, **options: Any) -> None:
        from bidding.networks.checkpoint import BadCheckpoint, read_info
        from bidding.tricks.estimator import ESTIMATOR, load_estimator
        from bidding.tricks.solved import BadSolvedDeals, join_solved, read_full
        from research.contests.bound import lost_seeing_both
        from research.contests.uncontested import loss_figures

        limit, layouts, out = options["limit"], options["layouts"], json_path(options)
        if limit < 2 or layouts < 1:
            raise CommandError("--limit must be at least 2 and --layouts at least 1")
        try:
            deals = join_solved([read_full(path) for path in options["deals"]]).rows(slice(limit))
            estimator, info = load_estimator(), read_info(ESTIMATOR)
        except (BadSolvedDeals, BadCheckpoint) as error:
            raise CommandError(str(error)) from error
        vulnerable = {name: one.holds_for(Side.NS) for name, one in VULNERABLE.items()}
        with tqdm(total=len(deals), unit="deal", dynamic_ncols=True) as bar:
            lost = lost_seeing_both(estimator, deals, layouts, vulnerable, SEED, bar.update)
        found = {name: loss_figures(imps) for name, imps in lost.items()}
        facts = {"deals": len(deals), "deals_digest": deals.digest(), "layouts": layouts}
        if out is not None:
            write_figures(out, {"estimator": info.to_dict(), **facts, "vulnerable": found})
        for name, row in found.items():
            self.stdout.write(f"{name:5} {row['imps']:7.3f} ± {row['standard_error']:.3f} (s.e.)")
