"""Make training data of archives of played boards."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.domain.systems import System
from bidding.management.runs import GOES_ON, INTERRUPTED
from bidding.parsing.formats.text_files import codec_of
from bidding.training.archives.files import find_files
from bidding.training.archives.outputs import REJECTS, REPORT
from bidding.training.archives.preparation import WORK, prepare
from bidding.training.archives.rows import GivenSystems


class Command(BaseCommand):
    help = (
        "Read PBN and LIN files and write their auctions into OUT/club-*.npz, for train_bidder. "
        "A board that cannot be read exactly is refused and listed in OUT/rejects.txt. "
        "Ctrl-C stops; the same command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        systems = [system.value for system in System]
        parser.add_argument("files", nargs="+", help="files, patterns, or folders of .pbn and .lin")
        parser.add_argument("--out", type=Path, required=True, help="the folder to write into")
        parser.add_argument(
            "--system",
            choices=systems,
            help="the system of both sides; default: as the files name it",
        )
        parser.add_argument("--system-ns", choices=systems, help="the same for N-S alone")
        parser.add_argument("--system-ew", choices=systems, help="the same for E-W alone")
        parser.add_argument(
            "--encoding",
            help="the encoding of all files without a byte order mark, such as big5 or shift_jis; "
            "default: detected",
        )

    def handle(self, **options: Any) -> None:
        given = GivenSystems(
            _system(options["system_ns"] or options["system"]),
            _system(options["system_ew"] or options["system"]),
        )
        out: Path = options["out"]
        try:
            encoding = codec_of(options["encoding"]) if options["encoding"] is not None else None
            report = prepare(find_files(options["files"]), out, given, encoding=encoding)
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        if report is None:
            raise CommandError(GOES_ON, returncode=INTERRUPTED)
        self.stdout.write(report.summary())
        if not report.outputs:
            raise CommandError(
                f"no board could be used, so nothing was replaced; {out / WORK / REJECTS} says why"
            )
        self.stdout.write(
            f"{report.auctions:,} different auctions in {out}/club-*.npz; "
            f"{out / REJECTS} lists the refused boards, {out / REPORT} counts them by file"
        )


def _system(name: str | None) -> System | None:
    return None if name is None else System(name)
