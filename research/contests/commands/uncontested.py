"""Bid solved deals with one pair and compare its contracts with the best."""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.systems import System
from bidding.domain.table import Vulnerability
from bidding.management.runs import INTERRUPTED, add_json_option, json_path, write_figures

if TYPE_CHECKING:
    from bidding.networks.bidder import Bidder
    from bidding.networks.checkpoint import ModelInfo

VULNERABLE = {"none": Vulnerability.NONE, "both": Vulnerability.BOTH}


class Command(BaseCommand):
    help = (
        "Let the model bid North and South while East and West pass, and say how many IMPs its "
        "contracts are worse than the best, double dummy (paper P1, table 3). With --json, Ctrl-C "
        "stops and the same command goes on after the last system and vulnerability."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("deals", type=Path, nargs="+", help=".npz files of `record deals`")
        parser.add_argument("--limit", type=int, help="the first so many deals alone")
        parser.add_argument(
            "--both-pairs",
            action="store_true",
            help="bid each deal twice, also with the hands of East and West: twice as many deals",
        )
        parser.add_argument(
            "--system", choices=[s.value for s in System], help="one system alone, not all"
        )
        parser.add_argument("--weights", type=Path, help="a folder with other weights")
        add_json_option(parser)

    def handle(self, **options: Any) -> None:
        from bidding.matches.bidders import ModelBidder
        from bidding.matches.results import BadKept, figures_kept
        from bidding.networks.checkpoint import BadCheckpoint
        from bidding.tricks.solved import BadSolvedDeals, join_solved, read_full
        from research.contests.uncontested import bid_uncontested, both_pairs

        limit, out = options["limit"], json_path(options)
        if limit is not None and limit < 2:
            raise CommandError(f"--limit must be at least 2, not {limit}")
        try:
            deals = join_solved([read_full(path) for path in options["deals"]]).rows(slice(limit))
            if len(deals) < 2:
                raise BadSolvedDeals(f"{options['deals'][0]}: two deals are needed, for an error")
            deals = both_pairs(deals) if options["both_pairs"] else deals
            bidder, model = self.load(options["weights"])
        except (BadSolvedDeals, BadCheckpoint) as error:
            raise CommandError(str(error)) from error
        systems = [one for one in System if options["system"] in (None, one.value)]
        rows = [(system, name) for system in systems for name in VULNERABLE]
        facts = {"model": model.to_dict(), "deals": len(deals), "deals_digest": deals.digest()}
        kept = partial(figures_kept, facts=facts, read=_by_system)
        pair = ModelBidder(bidder)
        try:
            found = {} if out is None else kept(out) or {}
            with tqdm(
                total=len(rows) * len(deals), unit="deal", desc="bidding", dynamic_ncols=True
            ) as bar:
                for system, name in rows:
                    if name in found.get(system.value, {}):
                        bar.update(len(deals))
                        continue
                    bid = bid_uncontested(pair, deals, system, VULNERABLE[name], bar.update)
                    found.setdefault(system.value, {})[name] = bid.to_dict()
                    if out is not None:  # what another run has written meanwhile is kept
                        for other, figures in (kept(out) or {}).items():
                            found[other] = {**figures, **found.get(other, {})}
                        write_figures(out, {**facts, "systems": found})
        except BadKept as error:
            raise CommandError(f"--json: {error}") from error
        except KeyboardInterrupt as stop:
            goes_on = "; the same command goes on" if out is not None else ""
            raise CommandError(f"stopped{goes_on}", returncode=INTERRUPTED) from stop
        self._report(found)

    def load(self, weights: Path | None) -> tuple[Bidder, ModelInfo]:
        """Return the model of a folder, or the released one."""
        from bidding.networks.checkpoint import load_bidder

        return load_bidder(weights)

    def _report(self, found: dict[str, dict[str, Any]]) -> None:
        self.stdout.write(f"{'system':9}{'vulnerable':>11}{'IMPs':>9}{'± s.e.':>8}{'best':>8}")
        for system_name, by_name in found.items():
            for name, row in by_name.items():
                words = f"{row['imps']:9.3f}{row['standard_error']:8.3f}{row['best_reached']:8.1%}"
                self.stdout.write(f"{system_name:9}{name:>11}{words}")


def _by_system(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The figures of a file by system and vulnerability."""
    return {system: dict(rows) for system, rows in document["systems"].items()}
