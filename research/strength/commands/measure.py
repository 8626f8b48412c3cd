"""Measure how strong the bidder and its adviser are."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from bidding.management.runs import INTERRUPTED, write_figures
from research.released.sources import ROOT
from research.strength.plan import (
    DEALS,
    MODEL_UNTOLD,
    ONE,
    PAIR,
    SEEDS,
    UNTOLD,
    Match,
    Opponent,
    against,
    parse_opponent,
    played_against_programs,
)

PROGRAMS, PARTNERS, TOLD, CALLS, MEANINGS = "programs", "partners", "told", "calls", "meanings"
PARTS = (PROGRAMS, PARTNERS, TOLD, CALLS, MEANINGS)
OUT = ROOT / "docs/measures/strength.json"
GOES_ON = "the same command goes on"


class Command(BaseCommand):
    help = (
        "Play the model, the adviser and the search against programs, against models, and as "
        "partners, all on deals that nobody trained on, and look at the calls that were made "
        "(docs/strength.md). "
        "Results are kept in DIR: Ctrl-C stops, and the same command goes on. The figures of all "
        "that DIR has are written where --json says; python -m research.released report makes the "
        "page of them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR", help="what keeps the results")
        parser.add_argument(
            "--opponent",
            action="append",
            default=[],
            metavar="NAME[:SYSTEM]=COMMAND",
            help="a program to play against (program:COMMAND of manage.py match), what it is "
            "called, and what it plays (sayc); several times for several",
        )
        parser.add_argument("--boards", type=int, default=4000, metavar="N", help="a match (4000)")
        parser.add_argument(
            "--part", nargs="+", choices=PARTS, default=PARTS, help="these parts alone"
        )
        parser.add_argument("--weights", type=Path, help="a folder with another bidder")
        parser.add_argument("--adviser", type=Path, help="a folder with another adviser")
        parser.add_argument("--json", type=Path, default=OUT, help=f"default: {OUT.name}")

    def handle(self, **options: Any) -> None:
        try:
            opponents = [parse_opponent(text) for text in options["opponent"]]
        except ValueError as error:
            raise CommandError(str(error)) from error
        if options["boards"] < 2:
            raise CommandError("--boards must be at least 2, for an error")
        from bidding.matches.results import BadKept
        from bidding.networks.checkpoint import BadCheckpoint
        from bidding.tricks.solved import BadSolvedDeals
        from research.strength.document import document

        folder: Path = options["folder"]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._deal(folder, options["boards"])
            self._play(folder, opponents, options)
            self._look(folder, options)
            write_figures(options["json"], document(folder))
        except KeyboardInterrupt as stop:
            raise CommandError(f"stopped; {GOES_ON}", returncode=INTERRUPTED) from stop
        except (BadCheckpoint, BadKept, BadSolvedDeals, OSError, ValueError) as error:
            raise CommandError(str(error)) from error

    def _deal(self, folder: Path, boards: int) -> None:
        """Deal and solve the boards, as many of each seed, unless they are there."""
        from bidding.tricks.solved import join_solved, read_full

        if (folder / DEALS).exists():
            return
        counts = [len(part) for part in np.array_split(np.arange(boards), len(SEEDS))]
        parts = [folder / f"{seed}-{count}.npz" for seed, count in zip(SEEDS, counts, strict=True)]
        for seed, count, part in zip(SEEDS, counts, parts, strict=True):
            if not part.exists():
                of_seed = f"--seed={seed}", f"--out={part}"
                call_command("record", "deals", count, *of_seed, stdout=self.stdout)
        join_solved([read_full(part) for part in parts]).save(folder / DEALS)
        for part in parts:
            part.unlink()

    def _play(self, folder: Path, opponents: list[Opponent], options: dict[str, Any]) -> None:
        """Play what is not yet played; the match reports each."""
        matches: dict[Match, None] = {}
        if PROGRAMS in options["part"]:
            matches |= dict.fromkeys(match for one in opponents for match in against(one))
        if PARTNERS in options["part"]:
            matches |= dict.fromkeys((PAIR, ONE))
        if TOLD in options["part"]:
            matches |= dict.fromkeys((PAIR, UNTOLD, MODEL_UNTOLD))
        networks = [f"--{name}={options[name]}" for name in ("weights", "adviser") if options[name]]
        for match in matches:
            self.stderr.write(match.name)
            call_command(
                "match",
                *match.arguments,
                f"--deals={folder / DEALS}",
                f"--boards={options['boards']}",
                f"--json={match.path(folder)}",
                "--costliest=0",
                *networks,
                stdout=self.stdout,
            )

    def _look(self, folder: Path, options: dict[str, Any]) -> None:
        """Look at the calls of the matches, and at what is stated of calls."""
        from bidding.matches.seating import Networks
        from research.strength.looks import look_at_calls, look_at_statements

        networks = Networks(options["weights"], None, options["adviser"])
        if CALLS in options["part"]:
            for _, path, _ in played_against_programs(folder):
                look_at_calls(path, networks)
        if MEANINGS in options["part"]:
            look_at_statements(folder, options["boards"], networks)
