"""The bidders of a match, made of players and networks, and the systems that they play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

import torch

from bidding.domain.convention_card import ConventionCard, Systems
from bidding.encoding.records import BadRecords, read_records
from bidding.matches.bidders import (
    AdvisedBidder,
    Calls,
    ModelBidder,
    Partners,
    RecordedBidder,
    SearchingBidder,
    Undisclosed,
)
from bidding.matches.bluechip import BlueChipBidder, TableManager
from bidding.matches.boards import BadBoards, Boards
from bidding.matches.match import BOARDS_AT_ONCE, Tricks, estimated_by, kept_in
from bidding.matches.players import Player, PlayerKind
from bidding.matches.programs import ProgramBidder
from bidding.networks.advice_head import AdviceHead, load_adviser
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo, load_bidder, load_network
from bidding.tricks.estimator import ESTIMATOR, TrickEstimator
from bidding.tricks.solving import has_solver, solve


class Networks:
    """The networks of a match, from folders or those released, each loaded when it is asked for;
    that raises BadCheckpoint."""

    def __init__(
        self, weights: Path | None, estimator: Path | None, adviser: Path | None = None
    ) -> None:
        self._weights, self._estimator, self._adviser = weights, estimator, adviser

    @cached_property
    def bidder(self) -> tuple[Bidder, ModelInfo]:
        """The model that bids, in float32, so that a match comes out alike on other machines."""
        bidder, model = load_bidder(self._weights)
        return bidder.for_inference(torch.float32), model

    @cached_property
    def estimator(self) -> tuple[TrickEstimator, ModelInfo]:
        """The model that estimates tricks."""
        return load_network(ESTIMATOR, self._estimator)

    @cached_property
    def adviser(self) -> tuple[AdviceHead, ModelInfo]:
        """The adviser of the model that bids."""
        return load_adviser(self.bidder[1], self._adviser)

    def bidder_of(self, kind: PlayerKind) -> Calls:
        """The bidder of a kind that bids by the networks."""
        if kind is PlayerKind.SEARCH:
            return SearchingBidder(self.bidder[0], self.adviser[0], self.estimator[0])
        if kind is PlayerKind.ADVISER:
            return AdvisedBidder(self.bidder[0], self.adviser[0])
        return ModelBidder(self.bidder[0])

    def tricks(self, boards: Boards, kept: Path | None) -> tuple[Tricks, str]:
        """What finds the tricks of the boards, and its name; ``kept`` is a file of solved ones."""
        if boards.tricks is not None or has_solver():
            return (solve if kept is None else kept_in(kept, solve)), "double dummy"
        estimator, model = self.estimator
        return estimated_by(estimator), f"estimated by {model.name} {model.version}"

    def settings(self, bidders: tuple[Calls, Calls]) -> dict[str, Any]:
        """What the calls of these bidders depend on."""
        bid = [one for bidder in bidders for one in _parts(bidder)]
        searches = any(isinstance(one, SearchingBidder) for one in bid)
        advised = [one.settings for one in bid if isinstance(one, AdvisedBidder)]
        asks = any(isinstance(one, _WITH_MODEL) for one in bid)
        return {
            "model": self.bidder[1].to_dict() if asks else None,
            "estimator": self.estimator[1].to_dict() if searches else None,
            "advised": max(advised, key=len, default=None),
            "adviser": self.adviser[1].to_dict() if advised else None,
        }


_WITH_MODEL = (ModelBidder, AdvisedBidder, RecordedBidder)


def _parts(bidder: Calls) -> Iterator[Calls]:
    """The bidders that a bidder is made of; itself where it is none of others."""
    if isinstance(bidder, Undisclosed):
        yield from _parts(bidder.bidder)
    elif isinstance(bidder, Partners):
        yield from bidder.bidders
    else:
        yield bidder


def seat(
    player: Player,
    networks: Networks,
    stack: ExitStack,
    seconds: float,
    say: Callable[[str], object],
) -> Calls:
    """Make the bidder; what it starts is ended with the stack.

    ``seconds`` is what a program may take for a call, and ``say`` is told what is waited for.
    Raises BadCheckpoint, BadBoards for a robot's file, ProgramFault, and OSError where a port
    cannot be listened at.
    """
    if player.is_network:
        bidder = networks.bidder_of(player.kind)
        if player.partner is not None:
            bidder = Partners(bidder, networks.bidder_of(player.partner))
        return Undisclosed(bidder) if player.undisclosed else bidder
    if player.kind is PlayerKind.PROGRAM:
        program = ProgramBidder(player.value, seconds)
        stack.callback(program.close)
        return program
    if player.kind is PlayerKind.BLUE_CHIP:
        manager = TableManager(player.address, seconds, say)
        stack.callback(manager.close)
        connected = BlueChipBidder(manager)
        stack.callback(connected.close)
        return connected
    assert player.file is not None
    try:
        records = read_records(player.file)
    except BadRecords as error:
        raise BadBoards(str(error)) from error
    return RecordedBidder(records, ModelBidder(networks.bidder[0]))


def at_once(bidders: tuple[Calls, Calls]) -> int:
    """How many boards may be bid at the same time."""
    connected = any(isinstance(bidder, BlueChipBidder) for bidder in bidders)
    return BlueChipBidder.AT_ONCE if connected else BOARDS_AT_ONCE


def with_systems(
    boards: Boards,
    bidders: tuple[Calls, Calls],
    own: tuple[ConventionCard | None, ConventionCard | None],
) -> Boards:
    """The same boards; at both tables each side plays its own card, a recorded one without it
    what it is recorded to have played in those seats, and others what the tables have."""
    a, b = (_systems(bidder, card, boards) for bidder, card in zip(bidders, own, strict=True))
    return boards.played_as(
        [Systems(one.ns, other.ew) for one, other in zip(a, b, strict=True)],
        [Systems(other.ns, one.ew) for one, other in zip(a, b, strict=True)],
    )


def _systems(bidder: Calls, own: ConventionCard | None, boards: Boards) -> list[Systems]:
    """What the bidder plays on each board, North-South and East-West."""
    if own is not None:
        return [Systems(own, own)] * len(boards)
    at_tables = [table.systems for table in boards.tables]
    if not isinstance(bidder, RecordedBidder):
        return at_tables
    recorded = bidder.systems_at(boards.tables, boards.owner)
    return [found or table for found, table in zip(recorded, at_tables, strict=True)]
