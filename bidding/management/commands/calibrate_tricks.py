"""Make the chances of a trick estimator hold, on deals that it was not trained on."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.management.results import add_json_option, json_path
from bidding.networks.checkpoint import RELEASED, write_json
from bidding.tricks.solved import join_solved, read_full


class Command(BaseCommand):
    help = (
        "Set the temperatures of a trick estimator, for suits and for notrump, at which the log "
        "loss of solved deals is least. The deals must be none that it learned from; its answers, "
        "the likeliest numbers of tricks, stay the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, help="solved deals (.npz)")
        parser.add_argument(
            "--weights", type=Path, default=RELEASED, help="the folder of the estimator"
        )
        add_json_option(parser)

    def handle(self, **options: Any) -> None:
        # Imported here: torch is slow to load, and is not needed to tell of a wrong argument.
        from bidding.training.estimator_run import warm
        from bidding.tricks.estimator import ESTIMATOR, load_network, save_estimator

        out = json_path(options)
        folder: Path = options["weights"]
        try:
            deals = join_solved([read_full(path) for path in options["files"]])
            estimator, info = load_network(ESTIMATOR, folder)
            warm(estimator, deals)
            save_estimator(estimator, folder, version=info.version, recipe=info.recipe)
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        suits, notrump = (float(estimator.temperature[strain]) for strain in (0, -1))
        self.stdout.write(
            f"from {len(deals):,} deals: temperature {suits:.3f} for suits, {notrump:.3f} at "
            "notrump"
        )
        if out is not None:
            write_json(out, {"deals": len(deals), "suits": suits, "notrump": notrump})
