"""Make data to train on, of recorded boards, bidders that bid, and solved deals.

Ctrl-C stops; the same command goes on.
"""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import torch
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.convention_card import Systems
from bidding.domain.systems import System
from bidding.explaining.analysis.tables import Policy
from bidding.management.runs import GOES_ON, INTERRUPTED, CommandGroup, check_least, resumable
from bidding.matches.players import FORMS, PlayerKind, parse_player
from bidding.matches.programs import ProgramFault
from bidding.matches.recording import record_auctions
from bidding.matches.rules import RuleBidder, read_rules
from bidding.matches.seating import Networks, seat
from bidding.networks.advice_head import load_adviser
from bidding.networks.arithmetic import fast_dtype
from bidding.networks.checkpoint import load_bidder
from bidding.parsing.formats.bbsa import CARD, read_card
from bidding.parsing.formats.text_files import codec_of
from bidding.training.advice.record import record_advice
from bidding.training.archives.boards import GivenSystems, find_files
from bidding.training.archives.preparation import REJECTS, REPORT, WORK, prepare
from bidding.tricks.estimator import load_estimator
from bidding.tricks.solved import MAX_TRICKS
from bidding.tricks.solving import RESULTS, SHARD_DEALS, NoSolver, solve_into, store_tricks

_SYSTEMS = [system.value for system in System]


class Boards(BaseCommand):
    """Read archives of played boards."""

    help = (
        "Read PBN and LIN files and write their auctions into OUT/club-*.npz, for `train bidder`. "
        "A board that cannot be read exactly is refused and listed in OUT/rejects.txt. "
        "Ctrl-C stops; the same command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", help="files, patterns, or folders of .pbn and .lin")
        parser.add_argument("--out", type=Path, required=True, help="the folder to write into")
        parser.add_argument(
            "--system",
            choices=_SYSTEMS,
            help="the system of both sides; default: as the files name it",
        )
        parser.add_argument("--system-ns", choices=_SYSTEMS, help="the same for N-S alone")
        parser.add_argument("--system-ew", choices=_SYSTEMS, help="the same for E-W alone")
        parser.add_argument(
            "--encoding",
            help="the encoding of all files without a byte order mark, such as big5 or shift_jis; "
            "default: detected",
        )

    @resumable()
    def handle(self, **options: Any) -> None:
        out, encoding = options["out"], options["encoding"]
        named = [options[side] or options["system"] for side in ("system_ns", "system_ew")]
        given = GivenSystems(*(None if name is None else System(name) for name in named))
        codec = None if encoding is None else codec_of(encoding)
        report = prepare(find_files(options["files"]), out, given, encoding=codec)
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


class Auctions(BaseCommand):
    """Record auctions on random deals."""

    help = (
        "Let bidders bid N random deals and write the auctions to OUT, a file for `train bidder` "
        "and evaluate_bidder: the model itself, or any program that answers a position with a call "
        "(docs/match.md). Ctrl-C stops; the same command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("out", type=Path, metavar="OUT", help="the .npz file to write")
        parser.add_argument(
            "bidders",
            nargs="+",
            metavar="BIDDER",
            help="who bids at all seats, or North-South and East-West: "
            f"{FORMS.partition(', robot:')[0]}, program:COMMAND",
        )
        parser.add_argument("--deals", type=int, required=True, metavar="N", help="how many")
        parser.add_argument("--seed", type=int, required=True, help="which deals; 0 or more")
        parser.add_argument(
            "--system",
            nargs="+",
            default=[System.SAYC.value],
            metavar="CARD",
            help="what the sides play that name nothing: one, or North-South's and East-West's, "
            f"{CARD} (without it {System.SAYC.value})",
        )
        parser.add_argument(
            "--timeout", type=float, default=60, help="seconds for a program's call (60)"
        )
        parser.add_argument(
            "--rules",
            type=Path,
            metavar="FILE",
            help="calls that come before the bidders' at the sides that play the system of the "
            "file, such as bidding/matches/booklet.toml",
        )
        parser.add_argument("--weights", type=Path, help="a folder with another bidder")
        parser.add_argument("--adviser", type=Path, help="a folder with another adviser")

    @resumable()
    def handle(self, **options: Any) -> None:
        out, count, seed = options["out"], options["deals"], options["seed"]
        check_least(options, deals=1, seed=0)
        if not options["timeout"] > 0:
            raise CommandError("--timeout must be above 0")
        _check_new(out, "OUT")
        players = [parse_player(text) for text in _both(options["bidders"], "bidders")]
        for player in players:
            if player.kind in (PlayerKind.ROBOT, PlayerKind.BLUE_CHIP):
                raise CommandError(
                    f"{player.text}: {player.kind.value} plays matches alone (manage.py match)"
                )
        named = [read_card(text).card for text in _both(options["system"], "--system")]
        systems = Systems(*(p.card or card for p, card in zip(players, named, strict=True)))
        torch.set_num_threads(1)  # more would wait for each other at every small product
        networks = Networks(options["weights"], None, options["adviser"])
        rules = options["rules"] and read_rules(options["rules"])
        with ExitStack() as stack:
            limits = (options["timeout"], self.stderr.write)
            a, b = (seat(player, networks, stack, *limits) for player in players)
            settings = {
                "bidders": [player.text for player in players],
                **networks.settings((a, b)),
            }
            if rules is not None:
                settings["rules"] = options["rules"].read_text(encoding="utf-8")
                a, b = RuleBidder(rules, a), RuleBidder(rules, b)
            bar = stack.enter_context(_bar(count, "board", "bidding"))
            try:
                records = record_auctions((a, b), systems, out, count, seed, settings, bar.update)
            except ProgramFault as fault:
                raise CommandError(f"{fault}; the same command goes on where it was") from fault
        calls = records.decisions
        self.stdout.write(f"{len(records):,} auctions with {calls:,} calls of seed {seed} in {out}")


class Advice(BaseCommand):
    """Record what second calls win or lose."""

    help = (
        "Bid random deals with the model, or with its adviser at some seats, compare plausible "
        "second calls with those made by the contracts they lead to, and keep N decisions or a few "
        "more in the folder OUT, for `train adviser`. Ctrl-C stops; the same command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("out", type=Path, metavar="OUT", help="the folder of advice-*.npz")
        parser.add_argument("--samples", type=int, required=True, metavar="N", help="how many")
        parser.add_argument("--seed", type=int, required=True, help="which deals; 0 or more")
        parser.add_argument("--weights", type=Path, help="a folder with another bidder")
        parser.add_argument(
            "--adviser", type=Path, metavar="DIR", help="a folder with an adviser that bids, too"
        )
        parser.add_argument("--estimator", type=Path, help="a folder with another estimator")

    @resumable()
    def handle(self, **options: Any) -> None:
        check_least(options, samples=1, seed=0)
        out, count, seed = options["out"], options["samples"], options["seed"]
        torch.set_num_threads(1)  # more would wait for each other at every small product
        dtype, adviser = fast_dtype("cpu"), options["adviser"]
        bidder, model = load_bidder(options["weights"])
        head = None if adviser is None else load_adviser(model, adviser)[0].to(dtype)
        estimator = load_estimator(options["estimator"])
        estimator.compute_dtype = dtype
        policy = Policy(bidder.for_inference(), head)
        with _bar(count, "call", "comparing") as bar:
            kept = record_advice(policy, estimator, out, count, seed, bar.update)
        self.stdout.write(f"{kept:,} decisions of seed {seed} in {out}")


class Deals(BaseCommand):
    """Deal at random and solve double dummy."""

    help = (
        "Deal N deals at random and solve all 20 results of each with the double-dummy solver, "
        "for `train estimator`. Ctrl-C stops; the same command goes on. The results of some seeds "
        "come with the program and are not solved again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("count", type=int, metavar="N", help="how many deals")
        parser.add_argument("--seed", type=int, required=True, help="which deals; 0 or more")
        parser.add_argument(
            "--cards",
            type=int,
            default=MAX_TRICKS,
            help="cards a hand; with fewer than 13, endings: to learn from, and far sooner solved",
        )
        parser.add_argument("--out", type=Path, required=True, help="the .npz file to write")
        parser.add_argument(
            "--keep",
            action="store_true",
            help="keep the results with the program too, in "
            f"{RESULTS.parent.name}/{RESULTS.name}/: those of whole shards of {SHARD_DEALS} deals",
        )

    @resumable()
    def handle(self, **options: Any) -> None:
        count, seed, out, cards = (options[name] for name in ("count", "seed", "out", "cards"))
        if count < 1 or seed < 0 or not 1 <= cards <= MAX_TRICKS:
            raise CommandError("N must be at least 1, --seed at least 0 and --cards from 1 to 13")
        _check_new(out, "--out")
        try:
            with _bar(count, "deal", "solving") as bar:
                deals = solve_into(out, count, seed, bar.update, cards=cards)
        except NoSolver as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{count:,} solved deals in {out}")
        if options["keep"]:
            kept = store_tricks(deals.owners, deals.tricks, seed, cards)
            which = f"the first {kept:,} results are" if kept else "no results are"
            rest = "" if kept == count else f"; of the others there is no whole {SHARD_DEALS}"
            self.stdout.write(f"{which} kept with the program{rest}")


def _check_new(out: Path, name: str) -> None:
    """Raise CommandError unless a new .npz file can have the name."""
    if out.suffix != ".npz":
        raise CommandError(f"{name} must name an .npz file, not {out}")
    if out.exists():
        raise CommandError(f"{out} exists already; name another file, or move it away")


def _both(given: list[str], name: str) -> tuple[str, str]:
    """Return North-South's and East-West's, of one or two."""
    if len(given) > 2:
        raise CommandError(f"{name}: one for all seats, or two, not {len(given)}")
    return given[0], given[-1]


def _bar(total: int, unit: str, words: str) -> Any:
    return tqdm(total=total, unit=unit, desc=words, dynamic_ncols=True)


class Command(CommandGroup):
    help = __doc__
    parts = {"auctions": Auctions, "advice": Advice, "deals": Deals, "boards": Boards}
