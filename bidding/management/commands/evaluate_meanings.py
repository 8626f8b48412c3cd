"""Score the meanings of calls against a robot's statements."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand

from bidding.encoding.records import read_labelled, read_records
from bidding.management.runs import (
    add_cards_option,
    add_json_option,
    card_numbers,
    check_least,
    command_errors,
    json_path,
    write_figures,
)
from bidding.networks.checkpoint import load_bidder
from bidding.training.core.distributed import default_device
from bidding.training.meanings.auctions import read_labels
from bidding.training.meanings.robot import RobotLabels
from bidding.training.scoring.evaluation import evenly_spaced
from bidding.training.scoring.meaning_scores import score_names, score_statements


class Command(BaseCommand):
    help = (
        "Score the meanings that the released bidder gives calls: names and force, of calls but "
        "passes, against a robot's statements, and sentences, of all calls, against the hands."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("auctions", type=Path, help="recorded auctions, .npz")
        parser.add_argument(
            "meanings",
            type=Path,
            nargs="?",
            help="the robot's statements, .npz; without it those of the first file",
        )
        parser.add_argument("--labels", type=Path, required=True, help="the texts, a JSON list")
        add_cards_option(parser)
        parser.add_argument("--limit", type=int, help="only the first LIMIT auctions")
        parser.add_argument(
            "--statements",
            type=int,
            default=1000,
            metavar="N",
            help="check sentences on N auctions, evenly spaced (default: 1000; 0: none)",
        )
        parser.add_argument("--weights", type=Path, help="a folder with other weights")
        add_json_option(parser)

    @command_errors()
    def handle(self, **options: Any) -> None:
        check_least(options, limit=1, statements=0)
        out = json_path(options)
        bidder, model = load_bidder(options["weights"], default_device())
        texts = read_labels(options["labels"])
        numbers = card_numbers(options)
        stated = read_labelled(options["auctions"], options["meanings"], len(texts), numbers)
        records = read_records(options["auctions"], numbers)
        rows = np.arange(len(stated))[: options["limit"]]
        figures = score_names(bidder, stated, rows, RobotLabels(texts))
        few = evenly_spaced(rows, options["statements"])
        if len(few):
            figures |= score_statements(bidder, records, few)
        self.stdout.write(f"{model.name} {model.version} ({model.recipe})\n")
        for name, value in figures.items():
            self.stdout.write(f"{name}: {_shown(value)}")
        write_figures(out, {"file": options["auctions"].name, "model": model.to_dict(), **figures})


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(part)}" for name, part in value.items())
    return f"{value:,}" if isinstance(value, int) else f"{value:.4f}"
