"""Boards to practise on: write some for other programs, or find those that practice offers."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
import torch
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.convention_card import ConventionCard
from bidding.domain.systems import System
from bidding.management.runs import CommandGroup, command_errors, resumable
from bidding.networks.checkpoint import load_bidder, load_network, write_atomically
from bidding.parsing.formats.bbsa import CARD, read_card
from bidding.parsing.formats.pbn import format_pbn
from bidding.parsing.formats.recorded_boards import Board
from bidding.practice.boards import (
    POOLS,
    Level,
    Pool,
    PracticeBoard,
    pool_of,
    pool_path,
    read_pool,
    theme_called,
    themes_for,
)
from bidding.practice.practice_documents import BoardSearch
from bidding.practice.search import search, search_on
from bidding.practice.trick_deals import (
    DECLARER,
    SHIPPED,
    STRAINS,
    Counted,
    TrickDeal,
    TrickDeals,
    read_trick_deals,
)
from bidding.training.estimator.dataset import TEST_SEED
from bidding.tricks.estimator import ESTIMATOR, TrickEstimator, chances_from_pair, score_answers
from bidding.tricks.solved import SolvedDeals
from bidding.tricks.solving import pbn_deal, stored_deals

_SYSTEMS = [system.value for system in System]
BATCH_DEALS = 256
MAX_BOARDS = 64
"""Of a card, which are searched for."""

LAYOUTS = 200
_SAVED = 50
"""Deals from one writing of the file to the next."""


class Deal(BaseCommand):
    """Write boards on which a theme comes up, for other programs."""

    help = (
        "Write boards on which THEME comes up for South to a PBN file, without an auction. Without "
        "THEME, list the themes and how many boards there are of each. Boards of a convention card "
        "are found by bidding deals, which takes a while."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("theme", nargs="?", metavar="THEME", help="the id of a theme")
        parser.add_argument("--count", type=int, default=16, help="how many boards (default 16)")
        parser.add_argument("--seed", type=int, default=0, help="which of them; 0 or more")
        parser.add_argument(
            "--system",
            metavar="CARD",
            default=System.SAYC.value,
            help=f"what both sides play: {CARD}; SAYC without",
        )
        parser.add_argument(
            "--level",
            choices=[level.value for level in Level],
            help="how sure the model is of South's call",
        )
        parser.add_argument("--out", type=Path, metavar="FILE.pbn", help="the file to write")

    @command_errors()
    def handle(self, **options: Any) -> None:
        card = read_card(options["system"]).card
        if card.base is System.UNKNOWN:
            raise CommandError("boards are dealt for a known system or card")
        pool = pool_of(card)
        if options["theme"] is None:
            for theme in themes_for(card):
                count = "" if pool is None else str(len(pool.of(theme.id)))
                self.stdout.write(f"{theme.id:22} {count:>3}  {theme.name}")
            return
        theme = theme_called(options["theme"])
        count, seed, out = options["count"], options["seed"], options["out"]
        level = options["level"] and Level(options["level"])
        if out is None or out.suffix != ".pbn":
            raise CommandError("--out must name a .pbn file")
        if out.exists():
            raise CommandError(f"{out} exists already; name another file, or move it away")
        if theme not in themes_for(card):
            raise CommandError(f"there are no boards of {theme.id} on this card")
        known = MAX_BOARDS if pool is None else len(pool.of(theme.id, level))
        if not 1 <= count <= known or seed < 0:
            raise CommandError(f"--count must be from 1 to {known} here, and --seed 0 or more")
        if pool is None:
            chosen = self._found(card, theme.id, level, seed, count)
        else:
            chosen = list(map(PracticeBoard, pool.choose(theme.id, level, seed, count)))
        system = card.code if card.changes else card.base.full_name
        records = [
            Board(
                line=1,
                event=theme.name,
                number=board.number,
                dealer=board.dealer,
                vulnerability=board.vulnerability,
                hands=board.hands,
                systems=(system, system),
            )
            for board in chosen
        ]
        write_atomically(out, format_pbn(records).encode())
        self.stdout.write(f"{len(chosen)} boards of {theme.name} in {out}")

    def _found(
        self, card: ConventionCard, theme: str, level: Level | None, seed: int, count: int
    ) -> list[PracticeBoard]:
        """Find boards of a card by bidding deals. Raises CommandError if there are none."""
        bidder, model = load_bidder(None, "cpu")
        reader = bidder.for_inference()
        wanted = BoardSearch.model_construct(
            seed=seed,
            count=count,
            theme=theme,
            level=level,
            system=card,
            opponents=None,
            hand=False,
        )
        step = search_on(reader, model, wanted, None)
        while step.answer is None:
            step = search_on(reader, model, wanted, step.sums)
        found = step.answer
        if not found.boards:
            raise CommandError(f"in {found.searched} deals there was no such board")
        return list(found.boards)


class Find(BaseCommand):
    """Find the boards that practice offers for each theme."""

    help = (
        "Deal N deals and bid them with the released model, and keep the boards on which a theme "
        "comes up. Ctrl-C stops; the same command goes on. With new weights use a new folder."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("count", type=int, metavar="N", help="how many deals")
        parser.add_argument("--system", choices=_SYSTEMS, required=True, help="of both sides")
        parser.add_argument("--out", type=Path, default=POOLS, help="the folder to write to")

    @resumable()
    def handle(self, **options: Any) -> None:
        count, system, folder = options["count"], System(options["system"]), options["out"]
        if count < 1:
            raise CommandError("N must be at least 1")
        path = pool_path(system, folder)
        torch.set_num_threads(1)  # more would wait for each other at every small product
        bidder, model = load_bidder(None, "cpu")
        known = {"version": model.version, "sha256": model.sha256}
        pool = read_pool(path) if path.exists() else Pool(system, known)
        if dict(pool.bidder) != known:
            raise CommandError(
                f"{path}: its boards were found with bidder {pool.bidder['version']}, not "
                f"{model.version}; move it away, or name another folder with --out"
            )
        folder.mkdir(parents=True, exist_ok=True)
        reader = bidder.for_inference()
        done = min(pool.searched, count)
        with tqdm(total=count, initial=done, unit="deal", desc=system.value) as bar:
            while (left := count - pool.searched) > 0:
                search(reader, pool, min(BATCH_DEALS, left))
                write_atomically(path, _text(pool))
                bar.update(min(BATCH_DEALS, left))
        self.stdout.write(f"{len(pool.themes)} themes from {pool.searched:,} deals in {path}")


def _text(pool: Pool) -> bytes:
    """Return the JSON text, one line for each theme."""
    document = pool.to_json()
    boards = document.pop("boards")
    head = json.dumps(document)[:-1]
    lines = [f" {json.dumps(theme)}: {json.dumps(ids)}" for theme, ids in boards.items()]
    return (head + ', "boards": {\n' + ",\n".join(lines) + "\n}}\n").encode()


class Tricks(BaseCommand):
    """Make the deals on which practice has tricks counted."""

    help = (
        "Put the first N solved deals of those kept for tests into a file, with the estimates of "
        "the released estimator, and score these. Ctrl-C stops; the same command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("count", type=int, metavar="N", help="how many deals")
        parser.add_argument("--layouts", type=int, default=LAYOUTS, help=f"default: {LAYOUTS}")
        parser.add_argument("--out", type=Path, default=SHIPPED, help="the file to write")

    @resumable()
    def handle(self, **options: Any) -> None:
        count, layouts, path = options["count"], options["layouts"], options["out"]
        solved = stored_deals(TEST_SEED)
        if not 1 <= count <= len(solved) or layouts < 1:
            raise CommandError(f"N is from 1 to {len(solved)}, and --layouts at least 1")
        estimator, model = load_network(ESTIMATOR)
        made = TrickDeals({"version": model.version, "sha256": model.sha256}, layouts)
        if path.exists():
            found = read_trick_deals(path)
            if (dict(found.estimator), found.layouts) != (dict(made.estimator), layouts):
                raise CommandError(
                    f"{path}: its estimates are by estimator {found.estimator['version']} with "
                    f"{found.layouts} layouts; move it away, or name another file with --out"
                )
            made = found
        _extend(made, solved.rows(slice(count)), estimator, path)
        self.stdout.write(f"estimator {model.version}, {len(made.deals):,} deals in {path}")
        for name in STRAINS:  # off by at most 2 | 1 | 0 tricks, per cent
            tricks, *estimates = np.array([deal.counted[name] for deal in made.deals]).T
            whole, pair = (score_answers(answers, tricks) for answers in estimates)
            self.stdout.write(f"{name}: four hands {whole}; two hands {pair}")


def _extend(made: TrickDeals, solved: SolvedDeals, estimator: TrickEstimator, path: Path) -> None:
    """Add the deals that are missing, and write the file now and then."""
    owners = solved.owners
    with tqdm(total=len(solved), initial=len(made.deals), unit="deal") as bar:
        for row in range(len(made.deals), len(solved)):
            rng = np.random.default_rng([TEST_SEED, row])
            whole = estimator.chances(owners[row : row + 1], [DECLARER])[0, 0]
            pair = chances_from_pair(estimator, owners[row], DECLARER, made.layouts, rng)
            counted = {
                name: Counted(
                    int(solved.tricks[row, DECLARER, strain]),
                    int(whole[strain].argmax()),
                    int(pair[strain].argmax()),
                )
                for name, strain in STRAINS.items()
            }
            made.deals.append(TrickDeal(pbn_deal(owners[row]), counted))
            bar.update()
            if len(made.deals) % _SAVED == 0 or len(made.deals) == len(solved):
                write_atomically(path, made.to_text().encode())


class Command(CommandGroup):
    help = __doc__
    parts = {"deal": Deal, "find": Find, "tricks": Tricks}
