"""Record auctions in which an option of a convention card decides a call."""

from __future__ import annotations

import hashlib
import io
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.auction import Auction
from bidding.domain.calls import BIDS, Call
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.position import Position
from bidding.domain.table import Seat, Side, Strain, Vulnerability
from bidding.encoding.layout import PAD, SYSTEM_CODE
from bidding.encoding.records import (
    Records,
    join_records,
    load_arrays,
    owners,
    padded_rows,
    read_records,
)
from bidding.management.runs import check_least, resumable
from bidding.matches.bidders import Turns
from bidding.matches.match import bid_out
from bidding.matches.programs import ProgramBidder
from bidding.matches.recording import records_of
from bidding.networks.checkpoint import write_atomically
from bidding.parsing.formats.bbsa import to_bbsa
from research.cards.contrasts import Contrast, contrasts

_AT_ONCE = 500  # deals that are asked about
_SECONDS = 60.0  # for a call
_EXCHANGED = {Strain.C: Strain.D, Strain.D: Strain.C, Strain.H: Strain.S, Strain.S: Strain.H}


class Command(BaseCommand):
    help = (
        "Ask a program for its call with an option of a convention card, and with the other one of "
        "each contrast, on deals whose recorded auctions began with the contrast's calls, or with "
        "these in the other suits. Where the calls differ the deal is bid to its end with either "
        "card. OUT is to be learned from that call on (learned_from). Ctrl-C stops; the same "
        "command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("out", type=Path, metavar="OUT", help="the .npz file to write")
        parser.add_argument(
            "program",
            metavar="PROGRAM",
            help="a command to which two .bbsa files are added: the card of its side, and theirs",
        )
        parser.add_argument("files", nargs="+", type=Path, help="recorded auctions, .npz")
        parser.add_argument(
            "--asked", type=int, default=20_000, help="deals for each beginning, at most (20000)"
        )
        parser.add_argument(
            "--decided", type=int, default=900, help="deals that are enough for one (900)"
        )
        parser.add_argument("--seed", type=int, default=1, help="which deals are asked about first")

    @resumable()
    def handle(self, **options: Any) -> None:
        check_least(options, asked=1, decided=1, seed=0)
        out, limits = options["out"], (options["asked"], options["decided"])
        records = join_records([read_records(path) for path in options["files"]])
        facts = [options["program"], records.digest(), *limits, options["seed"]]
        key = hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
        folder = out.with_name(out.name + ".shards")
        folder.mkdir(parents=True, exist_ok=True)
        shards = []
        for number, beginning in enumerate(tqdm(_beginnings(contrasts()), unit="beginning")):
            shards.append(folder / f"{key}-{number}.npz")
            if not shards[-1].exists():
                rng = np.random.default_rng([options["seed"], number])
                rows = rng.permutation(beginning.rows(records))[: limits[0]]
                found = _decided(beginning, records, rows, options["program"], limits[1])
                write_atomically(shards[-1], b"" if found is None else _npz(*found))
        decided = [path for path in shards if path.stat().st_size]
        if not decided:
            raise CommandError("no deal was found on which an option decides a call")
        all_records = join_records([read_records(path) for path in decided])
        since = np.concatenate([load_arrays(p, ("learned_from",))["learned_from"] for p in decided])
        write_atomically(out, _npz(all_records, since))
        for path in shards:
            path.unlink()
        if not any(folder.iterdir()):  # there may be shards of other settings
            folder.rmdir()
        self.stdout.write(f"{len(all_records):,} auctions in {out}")


@dataclass(frozen=True)
class _Beginning:
    """The calls before the one that an option may decide."""

    contrast: Contrast
    calls: tuple[Call, ...]

    def rows(self, records: Records) -> np.ndarray:
        """Return the auctions of the caller's system that begin so."""
        count = len(self.calls)
        first = np.minimum(records.n_calls, count)
        begun = padded_rows(records.calls, records.start, first, PAD)[:, :count]
        wanted = np.array([call.index for call in self.calls], dtype=np.int64)
        same = (begun == wanted).all(1) & (records.n_calls > count)
        side = (records.dealer + count) % len(Side)
        system = np.where(side == 0, records.system_ns, records.system_ew)
        return np.flatnonzero(same & (system == SYSTEM_CODE[self.contrast.base]))

    def cards(self) -> tuple[ConventionCard, ConventionCard]:
        """Return the caller's card with the option, and with the other one."""
        one = self.contrast
        with_option, without = (
            ConventionCard.of(one.base, dict(one.options(option)))
            for option in (one.option, one.than)
        )
        return with_option, without


def _beginnings(some: Sequence[Contrast]) -> list[_Beginning]:
    """Return the beginnings of contrasts, each once, with the majors and minors exchanged, too."""
    found: dict[Any, _Beginning] = {}
    for one in some:
        calls = one.auction.calls if one.hand is not None else one.auction.calls[:-1]
        for begun in (calls, tuple(_exchanged(call) for call in calls)):
            bids = [call.index for call in begun if call in BIDS]
            if bids == sorted(set(bids)):
                key = (one.base, one.choice.id, one.option, one.than, one.also, begun)
                found.setdefault(key, _Beginning(one, begun))
    return list(found.values())


def _exchanged(call: Call) -> Call:
    if call not in BIDS:
        return call
    level, strain = divmod(BIDS.index(call), len(Strain))
    return BIDS[level * len(Strain) + _EXCHANGED.get(Strain(strain), Strain(strain))]


def _decided(
    beginning: _Beginning, records: Records, rows: np.ndarray, program: str, enough: int
) -> tuple[Records, np.ndarray] | None:
    """Return the auctions of deals on which the cards make the caller call otherwise, and the
    number of calls before; None without any."""
    calls, cards = beginning.calls, beginning.cards()
    theirs = ConventionCard(beginning.contrast.base)
    ended: list[Position] = []
    deals: list[np.ndarray] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        ours = [_bidder(stack, program, folder, card, theirs) for card in cards]
        others = [_bidder(stack, program, folder, theirs, card) for card in cards]
        for first in range(0, len(rows), _AT_ONCE):
            some = rows[first : first + _AT_ONCE]
            owner = owners(records.deal[some])
            tables = [[_table(records, row, calls, card, theirs) for row in some] for card in cards]
            made = [
                bidder.calls(Turns(at, owner, some.tolist()))
                for bidder, at in zip(ours, tables, strict=True)
            ]
            differ = [
                row for row, (one, other) in enumerate(zip(*made, strict=True)) if one != other
            ]
            for bidder, opponents, at in zip(ours, others, tables, strict=True):
                going = [at[row] for row in differ]
                swapped = np.array([table.seat.side for table in going], dtype=np.int64)
                numbers = some[differ].tolist()
                ended += bid_out((bidder, opponents), going, owner[differ], swapped, numbers)
                deals.append(owner[differ])
            if len(ended) >= 2 * enough:
                break
    if not ended:
        return None
    return records_of(ended, np.concatenate(deals)), np.full(len(ended), len(calls), dtype=np.int16)


def _bidder(
    stack: ExitStack, program: str, folder: Path, own: ConventionCard, other: ConventionCard
) -> ProgramBidder:
    paths = [folder / f"{card.code}.bbsa" for card in (own, other)]
    for path, card in zip(paths, (own, other), strict=True):
        path.write_text(to_bbsa(card), encoding="utf-8")
    bidder = ProgramBidder(" ".join([program, *map(quote, map(str, paths))]), _SECONDS)
    stack.callback(bidder.close)
    return bidder


def _table(
    records: Records,
    row: int,
    calls: Sequence[Call],
    card: ConventionCard,
    theirs: ConventionCard,
) -> Position:
    """Return the table of a recorded deal after the calls, the caller's side with a card."""
    auction = Auction.of(Seat(int(records.dealer[row])), calls)
    seat = auction.turn
    assert seat is not None
    systems = Systems(card, theirs) if seat.side is Side.NS else Systems(theirs, card)
    return Position(None, seat, auction, Vulnerability(int(records.vul[row])), systems)


def _npz(records: Records, learned_from: np.ndarray) -> bytes:
    """Return the contents of a file."""
    with np.load(io.BytesIO(records.to_npz())) as arrays:
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays, learned_from=learned_from)
    return buffer.getvalue()
