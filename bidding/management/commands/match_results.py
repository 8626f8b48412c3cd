"""Put files of ``manage.py match --json`` together, or beside each other."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand

from bidding.management.runs import CommandGroup, command_errors
from bidding.matches.compared import joined, on_the_same_boards, read_played
from bidding.matches.results import error_text, figures, keep, mean_of, score_of


class Join(BaseCommand):
    """Put parts of a match together."""

    help = (
        "Write OUT, the file of one match, of files that hold its parts: what `match` kept with "
        "other --first and --boards, and all else alike. No board may be missing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("out", type=Path, metavar="OUT", help="the file to write")
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="of match --json")

    @command_errors()
    def handle(self, **options: Any) -> None:
        whole = joined({path: read_played(path) for path in options["files"]})
        keep(options["out"], dict(whole.settings), figures(whole.results), whole.results)
        self.stdout.write(f"{whole.settings['a']} against {whole.settings['b']}:")
        self.stdout.write(str(score_of(whole.results)))


class Compare(BaseCommand):
    """Compare two matches on the same deals."""

    help = (
        "Say by how much A of FIRST won more than A of SECOND, on the boards that both files of "
        "`match --json` have; the error is that of the differences, board by board."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("first", type=Path, metavar="FIRST")
        parser.add_argument("second", type=Path, metavar="SECOND")

    @command_errors()
    def handle(self, **options: Any) -> None:
        paths = options["first"], options["second"]
        first, second = on_the_same_boards([read_played(path) for path in paths])
        for path, match in zip(paths, (first, second), strict=True):
            names = f"{match.settings['a']} against {match.settings['b']}"
            self.stdout.write(f"{path}: {names}: {score_of(match.results)}")
        more = mean_of(first.imps - second.imps)
        self.stdout.write(
            f"the first more than the second: {more['imps_a_board']:+.3f} IMPs a board, "
            f"standard error {error_text(more['standard_error'])}"
        )


class Command(CommandGroup):
    help = "Put results of matches together, or beside each other (docs/match.md)."
    parts: ClassVar[dict[str, type[BaseCommand]]] = {"join": Join, "compare": Compare}
