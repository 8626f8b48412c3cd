"""Write boards on which a theme comes up, for other programs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.domain.errors import BridgeError
from bidding.domain.systems import System
from bidding.networks.checkpoint import write_atomically
from bidding.parsing.formats.pbn import format_pbn
from bidding.parsing.formats.recorded_boards import Board
from bidding.practice.boards import (
    THEMES,
    BadPool,
    Level,
    Pool,
    PracticeBoard,
    Theme,
    shipped_pool,
    theme_called,
)

_SYSTEMS = [system.value for system in System if system is not System.UNKNOWN]


class Command(BaseCommand):
    help = (
        "Write boards on which THEME comes up for South to a PBN file, without an auction. "
        "Without THEME, list the themes and how many boards there are of each."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("theme", nargs="?", metavar="THEME", help="the id of a theme")
        parser.add_argument("--count", type=int, default=16, help="how many boards (default 16)")
        parser.add_argument("--seed", type=int, default=0, help="which of them; 0 or more")
        parser.add_argument("--system", choices=_SYSTEMS, default=System.SAYC.value)
        parser.add_argument(
            "--level",
            choices=[level.value for level in Level],
            help="how sure the model is of South's call",
        )
        parser.add_argument("--out", type=Path, metavar="FILE.pbn", help="the file to write")

    def handle(self, **options: Any) -> None:
        try:
            pool = shipped_pool(System(options["system"]))
            if options["theme"] is None:
                self._list(pool)
            else:
                self._write(pool, theme_called(options["theme"]), options)
        except (BridgeError, BadPool, OSError) as error:
            raise CommandError(str(error)) from error

    def _list(self, pool: Pool) -> None:
        for name in pool.themes:
            self.stdout.write(f"{name:22} {len(pool.of(name)):3}  {THEMES[name].name}")

    def _write(self, pool: Pool, theme: Theme, options: dict[str, Any]) -> None:
        count, seed, out = options["count"], options["seed"], options["out"]
        level = options["level"] and Level(options["level"])
        if out is None or out.suffix != ".pbn":
            raise CommandError("--out must name a .pbn file")
        if out.exists():
            raise CommandError(f"{out} exists already; name another file, or move it away")
        known = len(pool.of(theme.id, level))
        if not 1 <= count <= known or seed < 0:
            raise CommandError(f"--count must be from 1 to {known} here, and --seed 0 or more")
        boards = [PracticeBoard(board) for board in pool.choose(theme.id, level, seed, count)]
        records = [_record(board, theme.name, pool.system.full_name) for board in boards]
        write_atomically(out, format_pbn(records).encode())
        self.stdout.write(f"{count} boards of {theme.name} in {out}")


def _record(board: PracticeBoard, event: str, system: str) -> Board:
    return Board(
        line=1,
        event=event,
        number=board.number,
        dealer=board.dealer,
        vulnerability=board.vulnerability,
        hands=board.hands,
        systems=(system, system),
    )
