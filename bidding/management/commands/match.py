"""Play a duplicate match between two bidders, scored double dummy."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import torch
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.convention_card import ConventionCard
from bidding.domain.systems import System
from bidding.management.runs import (
    INTERRUPTED,
    check_least,
    command_errors,
    file_sha256,
    json_path,
)
from bidding.matches.bidders import Calls, RecordedBidder
from bidding.matches.boards import Boards, random_boards, read_boards
from bidding.matches.match import play_match
from bidding.matches.players import FORMS, Player, parse_player
from bidding.matches.programs import ExternalBidder, ProgramFault
from bidding.matches.results import BoardResult, figures, keep, report, results_kept
from bidding.matches.seating import Networks, at_once, seat, with_systems
from bidding.parsing.formats.bbsa import CARD, read_card
from bidding.tricks.solving import NoSolver

Pair = tuple[Player, Player]


class Command(BaseCommand):
    help = (
        "Play N boards at two tables each, A and B sitting North-South in turn (docs/match.md). A "
        "bidder is: model; adviser (the model, preferring a plausible call that is predicted to "
        "win IMPs); search (the adviser, bidding on from close calls where much hangs on them); "
        "each of these with a card if wanted, as model:acol or model:21-a0e2; adviser+model or any "
        "two of these as partners; robot:FILE.npz (the calls recorded in FILE where it has them, "
        "else the model; the boards are then those of FILE); program:COMMAND (a process for each "
        "seat, which reads positions and writes calls); bluechip:PORT (players that connect there "
        "by the protocol of the Blue Chip Bridge table manager). With --json, Ctrl-C stops and the "
        "same command goes on."
    )

    networks: ClassVar[type[Networks]] = Networks

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("a", metavar="A", help=FORMS)
        parser.add_argument("b", metavar="B", help="the same")
        parser.add_argument("--boards", type=int, required=True, metavar="N", help="how many")
        parser.add_argument(
            "--first", type=int, default=1, metavar="K", help="leave out the boards before K (1)"
        )
        parser.add_argument("--seed", type=int, default=1, help="of the deals at random (1)")
        parser.add_argument(
            "--deals",
            type=Path,
            help="take the first boards of a file in place of random ones: PBN or LIN, solved "
            "deals (`record deals`), or recorded auctions; with a robot, those of its FILE unless "
            "another is given",
        )
        parser.add_argument(
            "--system",
            metavar="CARD",
            help=f"what those play that are given nothing of their own: {CARD}; without it a robot "
            "plays what its FILE says, all others what --deals has recorded, or else SAYC",
        )
        parser.add_argument("--system-a", metavar="CARD", help="the same for A alone")
        parser.add_argument("--system-b", metavar="CARD", help="the same for B alone")
        parser.add_argument(
            "--untold",
            nargs="+",
            choices=("a", "b"),
            default=[],
            help="who of the networks' bidders is not told what the other plays, and reads its "
            "calls as those of an unknown system",
        )
        parser.add_argument("--name-a", metavar="NAME", help="what A is called in the results")
        parser.add_argument("--name-b", metavar="NAME", help="what B is called there")
        parser.add_argument(
            "--timeout", type=float, default=60, help="seconds for a program's call (60)"
        )
        parser.add_argument(
            "--costliest", type=int, default=5, help="how many boards are printed (5)"
        )
        parser.add_argument("--weights", type=Path, help="a folder with another bidder")
        parser.add_argument("--estimator", type=Path, help="a folder with another estimator")
        parser.add_argument("--adviser", type=Path, help="a folder with another adviser")
        parser.add_argument("--json", type=Path, help="keep the results there")

    @command_errors()
    def handle(self, **options: Any) -> None:
        check_least(options, boards=1, first=1, seed=0, costliest=0)
        if not options["timeout"] > 0:
            raise CommandError("--timeout must be above 0")
        players = _player(options, "a"), _player(options, "b")
        out = json_path(options)
        torch.set_num_threads(1)  # more would wait for each other at every small product
        results: list[BoardResult] = []
        goes_on = "; the same command goes on" if out is not None else ""
        try:
            with ExitStack() as stack:
                self._play(players, options, out, results, stack)
        except (KeyboardInterrupt, ProgramFault) as stop:
            self._report(players, results, options)
            status = INTERRUPTED if isinstance(stop, KeyboardInterrupt) else 1
            raise CommandError(f"{str(stop) or 'stopped'}{goes_on}", returncode=status) from stop
        except NoSolver as error:
            raise CommandError(str(error)) from error

    def _play(
        self,
        players: Pair,
        options: dict[str, Any],
        out: Path | None,
        results: list[BoardResult],
        stack: ExitStack,
    ) -> None:
        """Play, and report; ``results`` grow, those in the file ``out`` first."""
        networks = self.networks(options["weights"], options["estimator"], options["adviser"])
        deals = _deals(players, options)
        limits = (options["timeout"], self.stderr.write)
        a, b = (seat(player, networks, stack, *limits) for player in players)
        boards = _boards(deals, players, (a, b), options)
        for player, bidder in zip(players, (a, b), strict=True):
            if isinstance(bidder, RecordedBidder) and not _known(bidder, boards):
                raise CommandError(
                    f"{player.text} has recorded none of the {len(boards)} boards (deal, dealer "
                    f"and vulnerability), so the model alone would bid: give --deals {player.file}"
                )
        kept_deals = settings.HOME_DIR / "solved" / f"{options['seed']}.npz"
        tricks, source = networks.tricks(boards, kept_deals if deals is None else None)
        facts = {
            **_settings(players, deals, boards, options),
            **networks.settings((a, b)),
            "tricks": source,
        }
        if out is not None:
            results += results_kept(out, facts)[: len(boards)]

        def kept() -> None:
            if out is not None:
                keep(out, facts, figures(results), results)

        with tqdm(total=len(boards), unit="board", desc="playing", dynamic_ncols=True) as bar:
            play_match(
                (a, b),
                boards,
                results,
                bar.update,
                tricks=tricks,
                keep=kept,
                at_once=at_once((a, b)),
            )
        self._report(players, results, options)
        self.stdout.write(f"\ntricks: {source}")
        for player, bidder in zip(players, (a, b), strict=True):
            if about := _about(bidder, boards):
                self.stdout.write(f"{player.text}{about}")

    def _report(self, players: Pair, results: list[BoardResult], options: dict[str, Any]) -> None:
        if results:
            names = players[0].text, players[1].text
            self.stdout.write("\n".join(report(names, results, options["costliest"])))


def _player(options: dict[str, Any], which: str) -> Player:
    """Return A or B, by the name that it is given."""
    player = parse_player(options[which])
    undisclosed = which in options["untold"]
    if undisclosed and not player.is_network:
        raise CommandError(f"--untold: {player.text} is told of no systems")
    return replace(player, text=options[f"name_{which}"] or player.text, undisclosed=undisclosed)


def _settings(
    players: Pair, deals: Path | None, boards: Boards, options: dict[str, Any]
) -> dict[str, Any]:
    """Return what the results depend on besides the networks."""
    files = [deals, *(player.file for player in players)]
    first, swapped = boards.both[: len(boards)], boards.both[len(boards) :]
    played = {(t.systems.ns.code, t.systems.ew.code) for t in first}
    played |= {(t.systems.ew.code, t.systems.ns.code) for t in swapped}
    return {
        "a": players[0].text,
        "b": players[1].text,
        "deals": options["seed"] if deals is None else deals.name,
        "files_sha256": [None if file is None else file_sha256(file) for file in files],
        "system": _words(*played.pop()) if len(played) == 1 else "several",
        "untold": sorted(options["untold"]) or None,
        "first": boards.first if boards.first > 1 else None,
    }


def _words(ours: str, theirs: str) -> str:
    """Return what A and B play: one system, or "acol against sayc"."""
    return ours if ours == theirs else f"{ours} against {theirs}"


def _deals(players: Pair, options: dict[str, Any]) -> Path | None:
    """Return the file of boards: the one given, or else the robot's; None for random ones."""
    given: Path | None = options["deals"]
    robots = {file for player in players if (file := player.file)}
    if given is not None or not robots:
        return given
    if len(robots) > 1:
        raise CommandError("two robots have two files: say with --deals whose boards are played")
    return robots.pop()


def _boards(
    deals: Path | None, players: Pair, bidders: tuple[Calls, Calls], options: dict[str, Any]
) -> Boards:
    """Return the boards, with the systems that are played at both tables."""
    before = options["first"] - 1
    count = before + options["boards"]
    card = _card(options["system"])
    if deals is None:
        boards = random_boards(count, options["seed"], card.base if card else System.SAYC)
    else:
        boards = read_boards(deals, count, card.base if card else None)
    boards = boards.rows(before, count)
    a, b = (
        player.card or _card(options[f"system_{side}"]) or card
        for player, side in zip(players, "ab", strict=True)
    )
    return with_systems(boards, bidders, (a, b))


def _card(text: str | None) -> ConventionCard | None:
    """Return the card that an option names, if any."""
    return read_card(text).card if text else None


def _known(robot: RecordedBidder, boards: Boards) -> int:
    """Return how many of the boards a robot has recorded."""
    return robot.known(boards.tables, boards.owner)


def _about(bidder: Calls, boards: Boards) -> str | None:
    """Say how much of a robot's recording was played now, or how fast a program bids."""
    if isinstance(bidder, RecordedBidder):
        return (
            f" has recorded {_known(bidder, boards)} of the {len(boards)} boards; "
            f"{bidder.made_as_recorded} of the {bidder.made} calls made now are recorded ones, "
            "the others the model's"
        )
    if isinstance(bidder, ExternalBidder) and bidder.made:
        return f": {bidder.made} calls, {_rate(bidder.made / max(bidder.taken, 1e-6))} a second"
    return None


def _rate(rate: float) -> str:
    """Return a number with two digits at least, as slow programs make less than a call a second."""
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
