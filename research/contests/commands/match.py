"""Play a duplicate match between two bidders, scored double dummy."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.systems import System
from bidding.management.results import json_path
from bidding.management.stopping import INTERRUPTED
from research.options import file_sha256

if TYPE_CHECKING:
    from research.contests.bidders import Calls, RecordedBidder
    from research.contests.boards import Boards

_ROBOT = "robot:"


class Command(BaseCommand):
    help = (
        "Play N boards at two tables each, A and B sitting North-South in turn. A bidder is: "
        "model; look-ahead (the model, comparing plausible calls by where they lead); or "
        "robot:FILE.npz (the calls recorded in FILE where it has them, else the model; the "
        "boards are then those of FILE). With --json, Ctrl-C stops and the same command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("a", metavar="A", help="model, look-ahead or robot:FILE.npz")
        parser.add_argument("b", metavar="B", help="the same")
        parser.add_argument("--boards", type=int, required=True, metavar="N", help="how many")
        parser.add_argument("--seed", type=int, default=1, help="of the deals at random (1)")
        parser.add_argument(
            "--deals",
            type=Path,
            help="take the first boards of a file in place of random ones: solved deals "
            "(solve_deals), or recorded auctions with their dealers and vulnerabilities; with a "
            "robot, those of its FILE unless another is given",
        )
        parser.add_argument(
            "--system",
            choices=[s.value for s in System],
            help="what all play; without it a robot plays what its FILE says, all others what "
            "--deals has recorded, or else SAYC",
        )
        parser.add_argument("--weights", type=Path, help="a folder with another bidder")
        parser.add_argument("--estimator", type=Path, help="a folder with another estimator")
        parser.add_argument("--json", type=Path, help="keep the results there")

    def handle(self, **options: Any) -> None:
        if options["boards"] < 1 or options["seed"] < 0:
            raise CommandError("--boards must be at least 1 and --seed at least 0")
        names, out = (options["a"], options["b"]), json_path(options)
        for name in names:
            _check(name)
        from bidding.networks.checkpoint import BadCheckpoint, load_bidder, load_network
        from bidding.tricks.estimator import ESTIMATOR
        from bidding.tricks.solving import NoSolver
        from research.contests.bidders import LookingBidder, RecordedBidder
        from research.contests.boards import BadBoards
        from research.contests.kept import BadKept
        from research.contests.match import play_match, score_of

        try:
            bidder, model = load_bidder(options["weights"])
            looks = "look-ahead" in names
            estimator = load_network(ESTIMATOR, options["estimator"]) if looks else None
            bidders = (_bidder(names[0], bidder, estimator), _bidder(names[1], bidder, estimator))
            deals = _deals(options)
            boards = _boards(deals, bidders, options)
            for name, one in zip(names, bidders, strict=True):
                _check_known(name, one, boards)
            files = [deals, *map(_recording, names)]
            settings = {
                "a": names[0],
                "b": names[1],
                "deals": options["seed"] if deals is None else deals.name,
                "files_sha256": [None if file is None else file_sha256(file) for file in files],
                "system": _played(boards),
                "model": model.to_dict(),
                "look_ahead": next(
                    (one.settings for one in bidders if isinstance(one, LookingBidder)), None
                ),
                "estimator": None if estimator is None else estimator[1].to_dict(),
            }
            with tqdm(total=len(boards), unit="board", desc="playing", dynamic_ncols=True) as bar:
                results = play_match(bidders, boards, settings, out, bar.update)
        except KeyboardInterrupt as stop:
            goes_on = "; the same command goes on" if out is not None else ""
            raise CommandError(f"stopped{goes_on}", returncode=INTERRUPTED) from stop
        except (BadBoards, BadCheckpoint, BadKept, NoSolver, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{names[0]} against {names[1]}: {score_of(results)}")
        for name, one in zip(names, bidders, strict=True):
            if isinstance(one, RecordedBidder):
                self.stdout.write(_used(name, one, boards))


def _check(name: str) -> None:
    """Raises CommandError for a bidder that is none."""
    if name in ("model", "look-ahead") or (name.startswith(_ROBOT) and len(name) > len(_ROBOT)):
        return
    raise CommandError(f"{name!r} is no bidder; there are: model, look-ahead, robot:FILE.npz")


def _recording(name: str) -> Path | None:
    """The file of a bidder that has one."""
    return Path(name.removeprefix(_ROBOT)) if name.startswith(_ROBOT) else None


def _bidder(name: str, bidder: Any, estimator: Any) -> Calls:
    from bidding.encoding.records import BadRecords, read_records
    from research.contests.bidders import LookingBidder, ModelBidder, RecordedBidder

    if name == "model":
        return ModelBidder(bidder)
    if name == "look-ahead":
        return LookingBidder(bidder, estimator[0])
    file = _recording(name)
    assert file is not None
    try:
        records = read_records(file)
    except BadRecords as error:
        raise CommandError(str(error)) from error
    return RecordedBidder(records, ModelBidder(bidder))


def _deals(options: dict[str, Any]) -> Path | None:
    """The file of boards: the one given, or else the robot's; None for random ones.

    Raises CommandError where two robots have two files.
    """
    given: Path | None = options["deals"]
    robots = {file for name in (options["a"], options["b"]) if (file := _recording(name))}
    if given is not None or not robots:
        return given
    if len(robots) > 1:
        raise CommandError("two robots have two files: say with --deals whose boards are played")
    return robots.pop()


def _boards(deals: Path | None, bidders: tuple[Calls, Calls], options: dict[str, Any]) -> Boards:
    """The boards, with the systems that are played at both tables."""
    from research.contests.bidders import with_systems_recorded
    from research.contests.boards import random_boards, read_boards

    count, system = options["boards"], options["system"] and System(options["system"])
    if deals is None:
        boards = random_boards(count, options["seed"], system or System.SAYC)
    else:
        boards = read_boards(deals, count, system)
    return boards if system else with_systems_recorded(boards, bidders)


def _played(boards: Boards) -> str:
    """The one system that all play everywhere, if there is one."""
    played = {system for t in boards.both for system in (t.systems.ns, t.systems.ew)}
    return played.pop().value if len(played) == 1 else "as recorded"


def _check_known(name: str, bidder: Calls, boards: Boards) -> None:
    """Raises CommandError for a robot that has recorded none of the boards."""
    from research.contests.bidders import RecordedBidder

    if isinstance(bidder, RecordedBidder) and not bidder.known(boards.tables, boards.owner):
        raise CommandError(
            f"{name} has recorded none of the {len(boards)} boards (deal, dealer and "
            f"vulnerability), so the model alone would bid: give --deals {_recording(name)}"
        )


def _used(name: str, robot: RecordedBidder, boards: Boards) -> str:
    """On how many boards recorded calls were made, and how many, as far as it was played now."""
    known = robot.known(boards.tables, boards.owner)
    return (
        f"{name} has recorded {known} of the {len(boards)} boards; "
        f"{robot.made_as_recorded} of the {robot.made} calls made now are recorded ones, "
        "the others the model's"
    )
