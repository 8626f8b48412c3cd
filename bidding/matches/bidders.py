"""Bidders in this process: the model, alone, advised or searching; recorded ones; partners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import ALL_CALLS, DOUBLE, FIRST_BID, Call
from bidding.domain.cards import Card, Hand, hcp, is_stopped, suit_lengths
from bidding.domain.convention_card import UNKNOWN_CARD, Systems
from bidding.domain.position import Position
from bidding.domain.scoring import GAME_LEVELS, is_game
from bidding.domain.table import Seat, Side, Strain, Suit
from bidding.encoding.layout import PARTNER
from bidding.encoding.records import Records
from bidding.explaining.analysis.contracts import (
    TrickChances,
    chances_to_make,
    declarers,
    expected_scores,
)
from bidding.explaining.analysis.layouts import sampler_for
from bidding.explaining.analysis.lookahead import CallSums, Question, look_ahead
from bidding.explaining.analysis.rollout import next_call_chances, views_of_turns
from bidding.explaining.distributions import Floats
from bidding.matches.boards import systems_of
from bidding.networks.advice_head import LEAST_CHANCE, MARGIN, AdviceHead, implausible
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
        read = views_of_turns(self.bidder, turns.tables, turns.owner)
        preferred = self.head.choose(*self.bidder.decisions(*read)).preferred
        return [ALL_CALLS[call] for call in preferred.tolist()]


class SearchingBidder(AdvisedBidder):
    """Makes the adviser's call, and where that is close and much hangs on it, searches.

    The close calls are made on layouts drawn for the hidden hands, and the auction is bid on from
    there: by the adviser for the caller's side, by the model for the other. What a call then wins
    and what the adviser expects are weighed by their errors. Where both sides have bid and the
    pair has the points for a game, the game that scores best on the layouts is among the calls,
    however unlikely the bidder finds it, if the hand is one to bid it on.
    """

    MOST_CALLS = 3
    CLOSE = 1.5  # IMPs that a call may be worth less than the adviser's
    CLOSE_DOUBLE = 0.3  # the same of a double: defence that sees all hands makes doubles pay
    LEVEL, CONTESTED_LEVEL = 4, 2  # of a bid, from which calls matter; where both sides have bid
    GAME_POINTS = 22  # HCP of the pair, partner's as expected
    GAME_CHANCE = 0.35  # of making, from which a game is compared
    FIT, LONG = 7.5, 6  # trumps of the pair, partner's as expected, or own ones, for such a game
    WEIGHED, BID_ON = 128, 48  # layouts
    ADVISERS_ERROR = 1.0  # IMPs, beside the spread of its members
    MARGIN = 0.3  # IMPs, by which another call must be better
    SEED = 53
    AT_ONCE = 16  # positions: they share the batches of the networks

    def __init__(self, bidder: Bidder, head: AdviceHead, estimator: TrickChances) -> None:
        super().__init__(bidder, head)
        self.estimator = estimator

    @property
    def settings(self) -> dict[str, float]:
        """What its calls depend on besides the networks."""
        return {
            **super().settings,
            "most_calls": self.MOST_CALLS,
            "close": self.CLOSE,
            "close_double": self.CLOSE_DOUBLE,
            "level": self.LEVEL,
            "contested_level": self.CONTESTED_LEVEL,
            "game_points": self.GAME_POINTS,
            "game_chance": self.GAME_CHANCE,
            "fit": self.FIT,
            "long": self.LONG,
            "weighed": self.WEIGHED,
            "bid_on": self.BID_ON,
            "advisers_error": self.ADVISERS_ERROR,
            "search_margin": self.MARGIN,
            "seed": self.SEED,
        }

    @torch.inference_mode()
    def calls(self, turns: Turns) -> list[Call]:
        """Return the calls, after a search where one is worth it."""
        read = self.bidder(*views_of_turns(self.bidder, turns.tables, turns.owner))
        chances = read.call.softmax(-1)
        preferred = self.head.choose(read.features, chances).preferred
        gains, errors = self.head.gains(read.features, preferred)
        gains = gains.masked_fill(implausible(chances), -torch.inf)
        gains = gains.scatter(1, preferred[:, None], 0)
        found = [ALL_CALLS[call] for call in preferred.tolist()]
        close = self._close(turns.tables, preferred, gains)
        seen, near = turns.seen, self._near_game(turns.seen, found, read.hcp[:, PARTNER])
        rows = sorted({*close, *near})
        for start in range(0, len(rows), self.AT_ONCE):
            asked = {}
            for row in rows[start : start + self.AT_ONCE]:
                owner, shares = self._layouts(seen[row])
                calls = close.get(row, [found[row].index])
                games = self._game(seen[row], owner, shares) if row in near else []
                calls = [*calls, *(game for game in games if game not in calls)]
                if len(calls) > 1:
                    question = Question(seen[row], [ALL_CALLS[call] for call in calls], owner)
                    asked[row] = calls, question, shares
            if not asked:
                continue
            questions = [question for _, question, _ in asked.values()]
            outcomes = look_ahead(self.bidder, self.estimator, questions, self.head)
            for (row, (calls, _, shares)), outcome in zip(asked.items(), outcomes, strict=True):
                # The adviser has learned nothing of implausible calls: no better, no worse.
                expected = gains[row, calls].nan_to_num(neginf=0).numpy()
                best = self._best(
                    expected, errors[row, calls].numpy(), CallSums.of(outcome, shares)
                )
                found[row] = ALL_CALLS[calls[best]]
        return found

    def _close(
        self, tables: Sequence[Position], preferred: Tensor, gains: Tensor
    ) -> dict[int, list[int]]:
        """Return the calls to compare at each table that is worth a search, the adviser's first."""
        close = {}
        for row, (table, own) in enumerate(zip(tables, preferred.tolist(), strict=True)):
            order = gains[row].argsort(descending=True).tolist()
            others = [call for call in order if call != own and gains[row, call] > -self.CLOSE]
            others = [
                call
                for call in others[: self.MOST_CALLS - 1]
                if call != DOUBLE.index or gains[row, call] > -self.CLOSE_DOUBLE
            ]
            if others and self._matters(table, [own, *others]):
                close[row] = [own, *others]
        return close

    def _matters(self, table: Position, calls: Sequence[int]) -> bool:
        """Return True if these calls, or those before them, are high enough for a search."""
        made = table.auction.calls
        bids = [call for call in (*made, *(ALL_CALLS[call] for call in calls)) if call.is_bid]
        level = self.CONTESTED_LEVEL if _is_contested(table) else self.LEVEL
        return any(call.level >= level for call in bids)

    def _near_game(
        self, seen: Sequence[Position], calls: Sequence[Call], partners: Tensor
    ) -> set[int]:
        """Return the tables at which both sides have bid, and the pair may have a game that is not
        bid by these calls; partners (N, HCP) are logits."""
        points = (partners.softmax(-1) * torch.arange(partners.shape[-1])).sum(-1).tolist()
        near = set()
        for row, (position, call) in enumerate(zip(seen, calls, strict=True)):
            bids = [one for one in (*position.auction.calls, call) if one.is_bid]
            if not _is_contested(position) or any(map(is_game, bids)):
                continue
            assert position.hand is not None
            if hcp(position.hand) + points[row] >= self.GAME_POINTS:
                near.add(row)
        return near

    def _layouts(self, position: Position) -> tuple[np.ndarray, Floats]:
        """Return layouts (R, 52) of a position, and their shares (R,).

        The same position gets the same layouts, whatever is asked before it.
        """
        rng = np.random.default_rng([self.SEED, len(position.auction.calls)])
        layouts = sampler_for(self.bidder, position).sample(self.WEIGHED, rng)
        rows, shares = layouts.resampled(self.BID_ON, rng)
        return layouts.owner[rows], shares

    def _game(self, position: Position, owner: np.ndarray, shares: Floats) -> list[int]:
        """Return the legal game that scores best on layouts, if it is likely enough to make."""
        auction, turn = position.auction, position.auction.turn
        assert turn is not None
        vulnerable = position.vulnerability.holds_for(turn.side)
        tricks = np.tensordot(shares, self.estimator.chances(owner), 1)  # (4, 5, 14)
        games = []
        for strain, level in GAME_LEVELS.items():
            call = Call.bid(level, strain)
            if call in auction.legal_calls:
                (declarer,) = declarers(auction.after(call), turn.side, strain)
                score = expected_scores(tricks[declarer], vulnerable)[call.index - FIRST_BID]
                chance = chances_to_make(tricks[declarer])[call.index - FIRST_BID]
                games.append((score, chance, call.index))
        _, chance, best = max(games, default=(0, 0, 0))
        if chance < self.GAME_CHANCE:
            return []
        partner = (owner == turn.partner).reshape(len(owner), len(Suit), -1).sum(-1)
        return [best] if self._is_sound(position, ALL_CALLS[best], shares @ partner) else []

    def _is_sound(self, position: Position, game: Call, partner: Floats) -> bool:
        """Return True if a player would bid a game on the hand: in a suit with length or a fit, in
        notrump without a void, and with a stopper in each suit that the opponents have bid, unless
        partner has bid notrump; partner (4,) are the expected lengths of partner's suits."""
        hand, auction = position.hand, position.auction
        assert hand is not None
        lengths = suit_lengths(hand)
        if game.suit is not None:
            own = lengths[game.suit]
            return bool(own >= self.LONG or own + partner[game.suit] >= self.FIT)
        made = [(auction.seat_of(place), call) for place, call in enumerate(auction.calls)]
        of_partner = [call for seat, call in made if seat is position.seat.partner]
        theirs = {call.suit for seat, call in made if seat.side is not position.seat.side}
        stopped = all(suit is None or is_stopped(hand, suit) for suit in theirs)
        return min(lengths) > 0 and (stopped or any(c.strain is Strain.NT for c in of_partner))

    def _best(self, expected: Floats, errors: Floats, sums: CallSums) -> int:
        """Return the place of the best of C calls, by what the adviser expects each to win over the
        first (C,), with its errors (C,), and by what was found."""
        found, spread = (part[:, 0] for part in sums.means())
        certain = np.stack([np.hypot(errors, self.ADVISERS_ERROR), spread])[:, 1:] ** -2.0
        both = (certain * np.stack([expected, found])[:, 1:]).sum(0) / certain.sum(0)
        best = int(both.argmax())
        return best + 1 if both[best] > self.MARGIN else 0


def _is_contested(table: Position) -> bool:
    """Return True if both sides have bid."""
    sides = {place % 2 for place, call in enumerate(table.auction.calls) if call.is_bid}
    return len(sides) == 2


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
