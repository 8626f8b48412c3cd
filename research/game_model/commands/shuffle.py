"""Measure how uneven the shuffle of paper P5 is."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.management.runs import add_json_option, json_path, write_figures


class Command(BaseCommand):
    help = (
        "Say how uneven the shuffle of paper P5 is: where it takes one card and two neighbours of "
        "the sorted pack, computed exactly, and chi-square tests of deals by it and by Deal.random."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--deals", type=int, default=20_000, help="of each kind (20000)")
        parser.add_argument("--seed", type=int, default=1, help="of the deals (1)")
        add_json_option(parser)

    def handle(self, **options: Any) -> None:
        deals, seed, out = options["deals"], options["seed"], json_path(options)
        if deals < 100:
            raise CommandError(f"--deals must be at least 100, for the test, not {deals}")
        if seed < 0:
            raise CommandError(f"--seed must be at least 0, not {seed}")
        from research.game_model.sampling import sampled_figures
        from research.game_model.shuffle import exact_figures
        from research.game_model.tables import chances_table, tests_table

        with tqdm(total=2 * deals, unit="deal", desc="dealing", dynamic_ncols=True) as bar:
            sampled = sampled_figures(deals, seed, bar.update)
        figures = {"deals": deals, "seed": seed, "exact": exact_figures(), "sampled": sampled}
        write_figures(out, figures)
        self.stdout.write(f"{chances_table(figures)}\n\n{tests_table(figures)}")
