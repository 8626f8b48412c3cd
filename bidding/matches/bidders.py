"""Bidders in this process: the model, alone, looking ahead or advised; recorded ones; partners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import torch

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.cards import Card, Hand
from bidding.domain.convention_card import UNKNOWN_CARD, Systems
from bidding.domain.position import Position
from bidding.domain.table import Seat, Side
from bidding.encoding.records import Records
from bidding.explaining.analysis.contracts import TrickChances
from bidding.explaining.analysis.layouts import sampler_for
from bidding.explaining.analysis.lookahead import CallSums, Question, look_ahead, plausible_calls
from bidding.explaining.analysis.rollout import next_call_chances, views_of_turns
from bidding.matches.boards import systems_of
from bidding.networks.advice_head import LEAST_CHANCE, MARGIN, AdviceHead
from bidding.networks.bidder import Bidder
from bidding.tricks.solved import pack


@dataclass(frozen=True)
class Turns:
    """Tables with a call to make: layouts (N, 52), of which the caller may see its own hand alone,
    and the numbers of the boards."""

    tables: Sequence[Position]
    owner: np.ndarray
    boards: Sequence[int]

    def rows(self, rows: Sequence[int]) -> Turns:
        """Return those at some tables."""
        boards = [self.boards[row] for row in rows]
        return Turns([self.tables[row] for row in rows], self.owner[list(rows)], boards)

    @property
    def seen(self) -> list[Position]:
        """The tables as the players to call see them."""
        return [seen_by_turn(*of) for of in zip(self.tables, self.owner, strict=True)]


class Calls(Protocol):
    """A bidder, which can make the next call at many tables."""

    def calls(self, turns: Turns) -> list[Call]:
        """Return the call at each table."""


class ModelBidder:
    """Makes the call that the model finds likeliest."""

    def __init__(self, bidder: Bidder) -> None:
        self.bidder = bidder

    def calls(self, turns: Turns) -> list[Call]:
        """Return the likeliest calls."""
        chances = next_call_chances(self.bidder, turns.tables, turns.owner)
        return [ALL_CALLS[call] for call in chances.argmax(1).tolist()]


class LookingBidder:
    """Compares plausible calls by where they lead, and leaves the likeliest for a better one.

    Better is a call that wins over the likeliest more than so many of its standard errors: what
    is found best of a few is flattered by chance, and partner expects the likeliest. Where
    there is no choice worth the time the likeliest call is made.
    """

    LEAST_CHANCE = 0.1  # of a second call that is worth looking at
    MOST_CALLS = 3
    WEIGHED, LOOKED_AT = 96, 24  # layouts
    ERRORS = 2.0
    SEED = 53
    # 2: errors count the spread of the layouts; 3: the tricks of partners go together; 4: few
    # layouts that agree are not sure.
    RULE = 4

    def __init__(
        self, bidder: Bidder, estimator: TrickChances, *, least_chance: float = LEAST_CHANCE
    ) -> None:
        self.bidder, self.estimator = bidder, estimator
        self.least_chance = least_chance

    @property
    def settings(self) -> dict[str, float]:
        """What its calls depend on besides the networks; ``rule`` counts how it was changed."""
        return {
            "rule": self.RULE,
            "least_chance": self.least_chance,
            "most_calls": self.MOST_CALLS,
            "weighed": self.WEIGHED,
            "looked_at": self.LOOKED_AT,
            "errors": self.ERRORS,
            "seed": self.SEED,
        }

    def calls(self, turns: Turns) -> list[Call]:
        """Return the calls, compared where there is a choice."""
        chances = next_call_chances(self.bidder, turns.tables, turns.owner).tolist()
        return [self._call(*turn) for turn in zip(turns.seen, chances, strict=True)]

    def _call(self, position: Position, chances: list[float]) -> Call:
        calls = plausible_calls(chances, self.least_chance, self.MOST_CALLS)
        if len(calls) < 2:
            return calls[0]
        # The same question gets the same answer, whatever is asked before it.
        rng = np.random.default_rng([self.SEED, len(position.auction.calls)])
        layouts = sampler_for(self.bidder, position).sample(self.WEIGHED, rng)
        rows, shares = layouts.resampled(self.LOOKED_AT, rng)
        asked = Question(position, calls, layouts.owner[rows])
        (outcomes,) = look_ahead(self.bidder, self.estimator, [asked])
        mean, error = CallSums.of(outcomes, shares).means()
        sure = mean[:, 0] - self.ERRORS * error[:, 0]
        best = int(sure.argmax())
        return calls[best] if sure[best] > 0 else calls[0]


class AdvisedBidder:
    """Leaves the likeliest call for a plausible one that an adviser expects to win enough."""

    def __init__(self, bidder: Bidder, head: AdviceHead) -> None:
        self.bidder, self.head = bidder, head

    @property
    def settings(self) -> dict[str, float]:
        """What its calls depend on besides the networks."""
        return {"least_chance": LEAST_CHANCE, "margin": MARGIN}

    @torch.inference_mode()
    def calls(self, turns: Turns) -> list[Call]:
        """Return the calls that the adviser prefers."""
        batch, views, states = views_of_turns(self.bidder, turns.tables, turns.owner)
        features, chances = self.bidder.decisions(batch, views, states)
        preferred = self.head.choose(features, chances).preferred
        return [ALL_CALLS[call] for call in preferred.tolist()]


def seen_by_turn(table: Position, owner: np.ndarray) -> Position:
    """Return the table as the player to call sees it, of a layout (52,)."""
    turn = table.auction.turn
    assert turn is not None
    hand = Hand.of(Card(int(card)) for card in np.flatnonzero(owner == turn))
    return replace(table, hand=hand, seat=turn)


class RecordedBidder:
    """Makes the calls of recorded auctions as long as the auction goes as it was recorded there;
    then, and on other boards, those of another bidder."""

    def __init__(self, records: Records, otherwise: Calls) -> None:
        self.otherwise = otherwise
        self.made = self.made_as_recorded = 0  # calls so far
        self.recorded: dict[tuple[bytes, int, int], list[int]] = {}
        self.systems: dict[tuple[bytes, int, int], Systems] = {}
        for row in range(len(records)):
            first = int(records.start[row])
            key = (records.deal[row].tobytes(), int(records.dealer[row]), int(records.vul[row]))
            calls = records.calls[first : first + int(records.n_calls[row])]
            self.recorded.setdefault(key, calls.tolist())
            self.systems.setdefault(key, systems_of(records, row))

    def calls(self, turns: Turns) -> list[Call]:
        """Return the recorded calls, and those of the other bidder."""
        found = [self._call(*on) for on in zip(turns.tables, pack(turns.owner), strict=True)]
        lost = [row for row, call in enumerate(found) if call is None]
        self.made += len(found)
        self.made_as_recorded += len(found) - len(lost)
        if lost:
            others = self.otherwise.calls(turns.rows(lost))
            for row, call in zip(lost, others, strict=True):
                found[row] = call
        return [call for call in found if call is not None]

    def known(self, tables: Sequence[Position], owner: np.ndarray) -> int:
        """How many of these boards were recorded: deal, dealer and vulnerability.

        On each of them it makes one recorded call at least, as its side deals at one table.
        """
        boards = zip(tables, pack(owner), strict=True)
        return sum(_board(table, deal) in self.recorded for table, deal in boards)

    def systems_at(self, tables: Sequence[Position], owner: np.ndarray) -> list[Systems | None]:
        """What both sides of each board played where it was recorded; None where it was not."""
        boards = zip(tables, pack(owner), strict=True)
        return [self.systems.get(_board(table, deal)) for table, deal in boards]

    def _call(self, table: Position, deal: np.ndarray) -> Call | None:
        recorded = self.recorded.get(_board(table, deal), [])
        made = [call.index for call in table.auction.calls]
        goes_on = len(recorded) > len(made) and recorded[: len(made)] == made
        return ALL_CALLS[recorded[len(made)]] if goes_on else None


def _board(table: Position, deal: np.ndarray) -> tuple[bytes, int, int]:
    """What recorded boards are found by, of a packed deal (13,)."""
    return deal.tobytes(), int(table.auction.dealer), int(table.vulnerability)


class Partners:
    """On odd boards the first bidder sits North or East, on even ones South or West; the second
    opposite."""

    def __init__(self, first: Calls, second: Calls) -> None:
        self.bidders = (first, second)

    def calls(self, turns: Turns) -> list[Call]:
        """Return the calls of each partner."""
        found: dict[int, Call] = {}
        seated = [_number(*at) for at in zip(turns.tables, turns.boards, strict=True)]
        for number, bidder in enumerate(self.bidders):
            rows = [row for row, sits in enumerate(seated) if sits == number]
            if rows:
                found.update(zip(rows, bidder.calls(turns.rows(rows)), strict=True))
        return [found[row] for row in range(len(seated))]


def _number(table: Position, board: int) -> int:
    """0 where it is the first bidder's turn, 1 where it is the second's."""
    first = (Seat.N, Seat.E) if board % 2 else (Seat.S, Seat.W)
    return int(table.auction.turn not in first)


class Undisclosed:
    """Reads the calls of its opponents as those of an unknown system."""

    def __init__(self, bidder: Calls) -> None:
        self.bidder = bidder

    def calls(self, turns: Turns) -> list[Call]:
        """Return the calls of the bidder."""
        return self.bidder.calls(replace(turns, tables=[*map(_undisclosed, turns.tables)]))


def _undisclosed(table: Position) -> Position:
    """Return the table as the player to call sees it that does not know the other side's system."""
    turn, played = table.auction.turn, table.systems
    assert turn is not None
    if turn.side is Side.NS:
        return replace(table, systems=Systems(played.ns, UNKNOWN_CARD))
    return replace(table, systems=Systems(UNKNOWN_CARD, played.ew))
