"""Calibrate a trick estimator on deals that it was not trained on."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.management.runs import add_json_option, json_path, write_figures
from bidding.training.estimator.dataset import DEV_FILES, perhaps_learned_from
from bidding.tricks.solved import SolvedDeals, join_solved, read_full
from bidding.tricks.trick_scores import TrickScore, score_by_kind


class Command(BaseCommand):
    help = (
        "Set the temperatures of a trick estimator, for suits and notrump, to those of least log "
        "loss on solved deals, and write its weights again. It must not have been trained on these "
        "deals. The likeliest numbers of tricks stay the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, help="solved deals (.npz)")
        parser.add_argument(
            "--weights", type=Path, required=True, help="the folder of the estimator, written anew"
        )
        add_json_option(parser)

    def handle(self, **options: Any) -> None:
        # Imported here: torch is slow to load, and not needed to refuse a wrong argument.
        from bidding.training.estimator.run import fit_temperatures
        from bidding.tricks.estimator import ESTIMATOR, load_network, save_estimator

        out = json_path(options)
        folder: Path = options["weights"]
        try:
            deals = self._deals(options["files"])
            estimator, info = load_network(ESTIMATOR, folder)
            before = score_by_kind(estimator.chances(deals.owners), deals.tricks)
            fit_temperatures(estimator, deals)
            after = score_by_kind(estimator.chances(deals.owners), deals.tricks)
            found = {
                "suits": float(estimator.temperature[0]),
                "notrump": float(estimator.temperature[-1]),
            }
            losses = {"before": _losses(before), "after": _losses(after)}
            # Before the weights: where the figures cannot be written, these stay as they are.
            write_figures(out, {"deals": len(deals), **found, "log_loss": losses})
            save_estimator(estimator, folder, version=info.version, recipe=info.recipe)
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"from {len(deals):,} deals:")
        for kind, temperature in found.items():
            change = f"log loss {before[kind].nll:.4f} before, {after[kind].nll:.4f} now"
            self.stdout.write(f"{kind}: temperature {temperature:.3f}, {change}")

    def _deals(self, files: list[Path]) -> SolvedDeals:
        """Return the deals of all files; warn of those that may have been trained on."""
        parts = [read_full(path) for path in files]
        for path, part in zip(files, parts, strict=True):
            if warning := _warning(path, len(part)):
                self.stderr.write(warning)
        return join_solved(parts)


def _warning(path: Path, count: int) -> str | None:
    """Return a warning if the estimator may have been trained on a file."""
    if path.match(DEV_FILES):  # training sets the temperatures on its validation deals
        return None
    which = perhaps_learned_from(path, count)
    if which is None:
        return None
    return (
        f"{which}. If the estimator was trained in a folder with this file, it is too sure of "
        "these deals, and stays so of others; take a file dd-dev-*.npz or one of another name."
    )


def _losses(scores: dict[str, TrickScore]) -> dict[str, float | None]:
    """Return the log loss of each kind of contract, in nats."""
    return {kind: score.nll for kind, score in scores.items()}
