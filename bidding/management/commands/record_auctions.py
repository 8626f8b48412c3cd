"""Record auctions on random deals, to train on."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.systems import System, Systems
from bidding.management.runs import resumable
from bidding.matches.players import FORMS, Player, PlayerKind, parse_player

_NONE_HERE = (PlayerKind.ROBOT, PlayerKind.BLUE_CHIP)


class Command(BaseCommand):
    help = (
        "Let bidders bid N random deals and write the auctions to OUT, a file for train_bidder and "
        "evaluate_bidder: the model itself, or any program that answers a position with a call "
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
            choices=[system.value for system in System],
            default=[System.SAYC.value],
            metavar="SYSTEM",
            help="what the sides play that name no system: one, or North-South's and East-West's "
            f"({', '.join(system.value for system in System)}; without it {System.SAYC.value})",
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
        if count < 1 or seed < 0 or not options["timeout"] > 0:
            raise CommandError("--deals must be at least 1, --seed at least 0, --timeout above 0")
        if out.suffix != ".npz":
            raise CommandError(f"OUT must name an .npz file, not {out}")
        if out.exists():
            raise CommandError(f"{out} exists already; name another file, or move it away")
        names = _both(options["bidders"], "bidders")
        players = _player(names[0]), _player(names[1])
        named = _both(options["system"], "--system")
        played = [
            player.system or System(name) for player, name in zip(players, named, strict=True)
        ]
        import torch

        from bidding.encoding.records import BadRecords
        from bidding.matches.faults import ProgramFault
        from bidding.matches.recording import TooLong, record_auctions
        from bidding.matches.rules import BadRules, RuleBidder, read_rules
        from bidding.matches.seating import Networks, seat
        from bidding.networks.checkpoint import BadCheckpoint

        torch.set_num_threads(1)  # more would wait for each other at every small product
        networks = Networks(options["weights"], None, options["adviser"])
        try:
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
                with tqdm(total=count, unit="board", desc="bidding", dynamic_ncols=True) as bar:
                    records = record_auctions(
                        (a, b), Systems(*played), out, count, seed, settings, bar.update
                    )
        except ProgramFault as fault:
            raise CommandError(f"{fault}; the same command goes on where it was") from fault
        except (BadCheckpoint, BadRecords, BadRules, TooLong, OSError) as error:
            raise CommandError(str(error)) from error
        calls = records.decisions
        self.stdout.write(f"{len(records):,} auctions with {calls:,} calls of seed {seed} in {out}")


def _both(given: list[str], name: str) -> tuple[str, str]:
    """North-South's and East-West's, of one or two; raises CommandError."""
    if len(given) > 2:
        raise CommandError(f"{name}: one for all seats, or two, not {len(given)}")
    return given[0], given[-1]


def _player(text: str) -> Player:
    """Parse a bidder; raises CommandError."""
    try:
        player = parse_player(text)
    except ValueError as error:
        raise CommandError(str(error)) from error
    if player.kind in _NONE_HERE:
        raise CommandError(f"{text}: {player.kind.value} plays matches alone (manage.py match)")
    return player
