"""Search for boards on which themes come up, by bidding deals with the model.

A theme comes up at occasions: turns in an auction of the player.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import ceil
from typing import Any

import numpy as np
import torch

from bidding.domain.auction import Auction
from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import Hand
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.position import BiddingTable, PlayedBoard, Position
from bidding.domain.table import Seat, Side, Strain
from bidding.encoding.auction_batch import encode_owners, encode_positions
from bidding.encoding.views import all_steps
from bidding.explaining.analysis.analysis import Step
from bidding.explaining.analysis.review import Review
from bidding.explaining.analysis.rollout import RobotCalls, bid_on, next_call_chances
from bidding.explaining.beliefs import predict_meanings
from bidding.explaining.explainer import Explainer
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo
from bidding.practice.boards import (
    ANY,
    CHANGES,
    PLAYER,
    THEMES,
    Level,
    Pool,
    PracticeBoard,
    Theme,
    random_boards,
    shipped_pool,
    themes_for,
)
from bidding.practice.practice_documents import MOST_SEARCH_PARTS, BoardSearch, ThemedTable

_MAJORS = (Strain.H, Strain.S)
_SMALL_SLAM = 6

MOST_AT_LEVEL = 24
"""Boards kept of a theme and level."""
PART_DEALS = 32
"""Of one part of a search."""
LEAST_DIFFERENCE = 0.4
"""Of a call's chances on a card and in its system, where the card matters."""


@dataclass(frozen=True)
class BidBoard:
    """An auction of likeliest calls: ``names`` are the ids of its calls' conventions, "" where none
    is known, ``chances`` those of the calls made, ``hands`` those of N E S W, ``changed`` the
    places of calls at which a card departs from its system (``with_changes``)."""

    auction: Auction
    names: Sequence[str]
    chances: Sequence[float]
    hands: Sequence[Hand]
    changed: frozenset[int] = frozenset()

    def turns(self, seat: Seat) -> list[Turn]:
        """Return the turns of a seat."""
        first = self.auction.dealer.turns_to(seat)
        return [Turn(self, index) for index in range(first, len(self.auction.calls), 4)]


@dataclass(frozen=True)
class Turn:
    """One call of a board, and what came before it."""

    board: BidBoard
    index: int

    @property
    def call(self) -> Call:
        """The call made."""
        return self.board.auction.calls[self.index]

    @property
    def name(self) -> str:
        """The id of the convention that the call is."""
        return self.board.names[self.index]

    @property
    def seat(self) -> Seat:
        """The caller."""
        return self.board.auction.seat_of(self.index)

    @property
    def length(self) -> int:
        """The number of cards that the caller has in the suit bid; 0 for other calls."""
        suit = None if self.call.strain is None else self.call.strain.suit
        return 0 if suit is None else self.board.hands[self.seat].length(suit)

    @cached_property
    def before(self) -> Auction:
        """The auction before the call."""
        return self.board.auction.prefix(self.index)

    def back(self, turns: int) -> tuple[Call | None, str]:
        """Return the call that many turns earlier, and its name; None and "" before the first."""
        place = self.index - turns
        return (self.before.calls[place], self.board.names[place]) if place >= 0 else (None, "")

    @cached_property
    def bids(self) -> list[tuple[Seat, Call]]:
        """The earlier bids with their callers."""
        calls = enumerate(self.before.calls)
        return [(self.before.seat_of(place), call) for place, call in calls if call.is_bid]

    def bids_by(self, *seats: Seat) -> list[Call]:
        """Return the earlier bids of these seats."""
        return [bid for seat, bid in self.bids if seat in seats]

    @property
    def opener(self) -> Seat | None:
        """The seat that made the first bid; None before it."""
        return self.bids[0][0] if self.bids else None

    @property
    def they_opened(self) -> bool:
        """True if an opponent made the first bid."""
        return self.opener is not None and self.opener.side is not self.seat.side

    @cached_property
    def mine(self) -> list[Call]:
        """The earlier bids of the caller."""
        return self.bids_by(self.seat)

    @cached_property
    def partners(self) -> list[Call]:
        """The earlier bids of the caller's partner."""
        return self.bids_by(self.seat.partner)

    @cached_property
    def theirs(self) -> list[Call]:
        """The earlier bids of the opponents."""
        return self.bids_by(self.seat.lho, self.seat.rho)


def _opening(turn: Turn) -> bool:
    return not turn.bids and turn.call.is_bid


def _after_partners_first_bid(turn: Turn) -> bool:
    return len(turn.partners) == 1 and not turn.mine and turn.back(2)[0] == turn.partners[0]


def _opened_by_partner(turn: Turn) -> bool:
    """Return True at the first turn after partner's opening of one."""
    opened = _after_partners_first_bid(turn) and turn.opener is turn.seat.partner
    return opened and turn.partners[0].level == 1


def _raise_major(turn: Turn) -> bool:
    opened = turn.partners[0].strain if _opened_by_partner(turn) else None
    return opened in _MAJORS and turn.call.strain is opened


def _opened_1nt_by_partner(turn: Turn) -> bool:
    return _opened_by_partner(turn) and _is_1nt(turn.back(2)[0])


def _notrump_raise(turn: Turn) -> bool:
    strains = (None, Strain.NT)  # of pass and of notrump
    uncontested = _opened_1nt_by_partner(turn) and turn.back(1)[0] == PASS
    return uncontested and turn.call.strain in strains


def _rebid(turn: Turn) -> bool:
    opened = turn.opener is turn.seat and len(turn.mine) == len(turn.partners) == 1
    return opened and not turn.theirs and _is_one_of_a_suit(turn.mine[0])


def _over_opening(turn: Turn) -> bool:
    """Return True at the first turn over an opening bid of one of a suit by an opponent."""
    undisturbed = not turn.mine and not turn.partners and DOUBLE not in turn.before.calls
    return turn.they_opened and undisturbed and _is_one_of_a_suit(turn.theirs[0])


def _overcall(turn: Turn) -> bool:
    natural = turn.name in ("natural", "preempt", "weak_two")
    in_suit = turn.call.is_bid and turn.call.strain is not Strain.NT
    return _over_opening(turn) and in_suit and natural


def _advance(turn: Turn) -> bool:
    first = turn.they_opened and _after_partners_first_bid(turn)
    return first and turn.partners[0].strain is not Strain.NT


def _over_notrump(turn: Turn) -> bool:
    over = turn.opener is turn.seat.rho and not turn.mine and not turn.partners
    return over and _is_1nt(turn.back(1)[0])


def _level_of_their_bid(turn: Turn) -> int:
    """Return the level of the last bid if it is the opponents', else 0."""
    last = turn.bids[-1] if turn.bids else None
    return 0 if last is None or last[0].side is turn.seat.side else last[1].level or 0


def _balancing(turn: Turn) -> bool:
    """Return True where a pass would end an auction that the opponents opened below game."""
    passed_out = turn.back(1)[0] == turn.back(2)[0] == PASS
    return turn.they_opened and passed_out and 1 <= _level_of_their_bid(turn) <= 2


def _slam(turn: Turn) -> bool:
    contract = turn.board.auction.contract
    if contract is None or contract.level < _SMALL_SLAM or turn.call == PASS:
        return False
    return contract.declarer.side is turn.seat.side


def _is_1nt(call: Call | None) -> bool:
    return str(call) == "1NT"


def _is_one_of_a_suit(bid: Call) -> bool:
    return bid.level == 1 and bid.strain is not Strain.NT


SITUATIONS: dict[str, Callable[[Turn], bool]] = {
    "opening": _opening,
    "opening_1nt": lambda turn: _opening(turn) and _is_1nt(turn.call),
    "opening_2nt": lambda turn: _opening(turn) and str(turn.call) == "2NT",
    "third_seat": lambda turn: _opening(turn) and turn.back(2)[0] == PASS,
    "raise_major": _raise_major,
    "notrump_raise": _notrump_raise,
    "notrump_contested": lambda turn: _opened_1nt_by_partner(turn) and turn.back(1)[0] != PASS,
    "one_notrump_response": lambda turn: (
        _opened_by_partner(turn) and not turn.theirs and _is_1nt(turn.call)
    ),
    "rebid": _rebid,
    "opening_doubled": lambda turn: _opened_by_partner(turn) and turn.back(1)[0] == DOUBLE,
    "overcall": _overcall,
    "notrump_overcall": lambda turn: _over_opening(turn) and _is_1nt(turn.call),
    "advance": _advance,
    "over_notrump": _over_notrump,
    "balancing": _balancing,
    "competitive_decision": lambda turn: bool(turn.mine) and 3 <= _level_of_their_bid(turn) <= 5,
    "slam": _slam,
}


def comes_up(theme: Theme, turn: Turn) -> bool:
    """Return True if the theme comes up at this turn, for the caller."""
    if theme.id == CHANGES:
        return not turn.board.changed.isdisjoint({turn.index, turn.index - 2})
    return (
        (turn.name in theme.calls and turn.length >= theme.least_length)
        or turn.back(2)[1] in theme.after_partner
        or turn.back(1)[1] in theme.over
        or bool(theme.situation and SITUATIONS[theme.situation](turn))
    )


def bid_boards(bidder: Bidder, boards: Sequence[PracticeBoard], systems: Systems) -> list[BidBoard]:
    """Bid each board with the likeliest call at every turn."""
    tables = [
        BiddingTable(
            board.hands, Auction(board.dealer), board.vulnerability, systems, players=frozenset()
        )
        for board in boards
    ]
    return _bid_out(bidder, tables)


def _bid_out(bidder: Bidder, tables: Sequence[BiddingTable]) -> list[BidBoard]:
    """Bid on at tables without people."""
    after, chances = bid_on(bidder, tables)
    auctions = [table.auction for table in after]
    names = _names(bidder, after)
    hands = [table.hands for table in tables]
    return list(map(BidBoard, auctions, names, chances, hands))


@torch.inference_mode()
def _names(bidder: Bidder, tables: Sequence[BiddingTable | Position]) -> list[list[str]]:
    """Return the ids of the conventions that the calls of each auction are; "" where unknown."""
    batch = encode_positions(
        [
            Position(None, Seat.S, table.auction, table.vulnerability, table.systems)
            for table in tables
        ]
    )
    found = predict_meanings(bidder, batch, *all_steps(batch.n_calls))
    if found is None:
        return [[""] * len(table.auction.calls) for table in tables]
    likeliest = iter(found.likeliest())
    stated = ([next(likeliest).stated for _ in table.auction.calls] for table in tables)
    return [["" if one is None else one.convention.id for one in named] for named in stated]


def search(bidder: Bidder, pool: Pool, n_deals: int) -> None:
    """Bid the next deals after those searched, and add to the pool the boards of each theme."""
    deals = range(pool.searched, pool.searched + n_deals)
    systems = Systems.plain(pool.system, pool.system)
    bid = bid_boards(bidder, [PracticeBoard.of(deal, Seat.S) for deal in deals], systems)
    for deal, board in zip(deals, bid, strict=True):
        for seat in Seat:
            _add(pool, PracticeBoard.of(deal, seat).id, board, seat)
    pool.searched += n_deals


def _add(pool: Pool, board: int, bid: BidBoard, seat: Seat) -> None:
    """Add a board to each theme that comes up for a seat, by the first turn at which it does."""
    for theme in (ANY, *THEMES):
        level = _level(theme, bid, seat)
        if level is not None:
            pool.add(theme, level, board, MOST_AT_LEVEL * (4 if theme == ANY else 1))


def _level(theme: str, bid: BidBoard, seat: Seat) -> Level | None:
    """Return how hard the first turn is at which a theme comes up for a seat, of ANY the hardest;
    None where there is none."""
    turns = bid.turns(seat)
    if theme != ANY:
        found = (turn.index for turn in turns if comes_up(THEMES[theme], turn))
        first = next(found, None)
        return None if first is None else Level.of(bid.chances[first])
    if all(turn.call == PASS for turn in turns):
        return None
    return Level.of(min(bid.chances[turn.index] for turn in turns))


# --- Boards of a card ----------------------------------------------------------------------------


@dataclass(frozen=True)
class FoundBoards:
    """The boards that a search has found, and in how many deals."""

    wanted: BoardSearch
    boards: Sequence[PracticeBoard]
    searched: int
    model: ModelInfo

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "model": self.model.to_dict(),
            "searched": self.searched,
            "boards": [board.to_json() for board in self.wanted.shown(self.boards)],
        }


def search_on(
    bidder: Bidder, model: ModelInfo, wanted: BoardSearch, sums: dict[str, Any] | None
) -> Step[FoundBoards]:
    """Do one more part of a search, after the parts that made these sums: bid PART_DEALS deals."""
    ids, done = ([], 0) if sums is None else (list(sums["boards"]), sums["parts"])
    candidates = _candidates(wanted)
    part = list(islice(candidates, done * PART_DEALS, (done + 1) * PART_DEALS))
    ids += [board.id for board in _found(bidder, part, wanted)]
    done, ids = done + 1, ids[: wanted.count]
    # So many parts as it takes if boards go on being found as often.
    parts = min(MOST_SEARCH_PARTS, ceil(done * wanted.count / max(len(ids), 0.1)))
    if len(ids) < wanted.count and done < MOST_SEARCH_PARTS:
        return Step({"boards": ids, "parts": done}, done / max(parts, done + 1), parts, None)
    found = FoundBoards(wanted, list(map(PracticeBoard, ids)), done * PART_DEALS, model)
    return Step({}, 1.0, done, found)


def _candidates(wanted: BoardSearch) -> Iterator[PracticeBoard]:
    """Yield different deals, every other from the pools of themes on which they may come up."""
    card, pool = wanted.system, shipped_pool(wanted.system.base)
    changed = set(card.options)
    near = [wanted.theme or ANY]
    if wanted.theme == CHANGES:
        near = [theme.id for theme in THEMES.values() if changed & set(theme.choices)]
    known = sorted({board for theme in near for board in ([] if pool is None else pool.of(theme))})
    random.Random(wanted.seed).shuffle(known)  # noqa: S311  (no secret)
    likely, seen = iter(map(PracticeBoard, known)), set()
    for board in random_boards(wanted.seed):
        for one in (*islice(likely, 1), board):
            if one.deal_number not in seen:
                seen.add(one.deal_number)
                yield one


def _found(
    bidder: Bidder, boards: Sequence[PracticeBoard], wanted: BoardSearch
) -> Iterator[PracticeBoard]:
    """Yield the boards of the theme and level, each for South or with partner's hand."""
    theme, bid = wanted.theme or ANY, bid_boards(bidder, boards, wanted.cards)
    if theme == CHANGES:
        bid = with_changes(bidder, boards, bid, wanted.cards)
    for board, one in zip(boards, bid, strict=True):
        for seat, turned in ((PLAYER, board), (PLAYER.partner, board.of_partner)):
            level = _level(theme, one, seat)
            if level is not None and wanted.level in (None, level):
                yield turned
                break


def with_changes(
    bidder: Bidder, boards: Sequence[PracticeBoard], bid: Sequence[BidBoard], systems: Systems
) -> list[BidBoard]:
    """Note at which calls of N-S the card matters: its system alone would hardly make the call
    with that hand, or means another by it."""
    plain = replace(systems, ns=ConventionCard(systems.ns.base))
    owner = np.stack([encode_owners(one.hands) for one in bid])
    places = [
        (row, place)
        for row, one in enumerate(bid)
        for place in range(len(one.auction.calls))
        if one.auction.seat_of(place).side is Side.NS
    ]
    tables = [
        Position(None, Seat.S, one.auction, board.vulnerability, plain)
        for board, one in zip(boards, bid, strict=True)
    ]
    before = [replace(tables[row], auction=tables[row].auction.prefix(n)) for row, n in places]
    chances = next_call_chances(bidder, before, owner[[row for row, _ in places]]).numpy()
    names, changed = _names(bidder, tables), [set[int]() for _ in bid]
    for (row, place), each in zip(places, chances, strict=True):
        call, named = bid[row].auction.calls[place], {bid[row].names[place], names[row][place]}
        is_rarer = bid[row].chances[place] - each[call.index] >= LEAST_DIFFERENCE
        if is_rarer or len(named - {""}) > 1:
            changed[row].add(place)
    pairs = zip(bid, changed, strict=True)
    return [replace(one, changed=frozenset(some)) for one, some in pairs]


# --- Tables of a theme ----------------------------------------------------------------------------


def robot_calls_on(
    explainer: Explainer, asked: Sequence[BiddingTable | ThemedTable]
) -> list[RobotCalls]:
    """Make the calls of robots at each table, at one of a theme from where it comes up."""
    tables = [
        _at_theme(explainer.reader, one) if isinstance(one, ThemedTable) else one for one in asked
    ]
    return [
        replace(calls, count=len(calls.table.auction.calls) - len(one.auction.calls))
        if isinstance(one, ThemedTable)
        else calls
        for one, calls in zip(asked, explainer.robot_calls_many(tables), strict=True)
    ]


def _at_theme(bidder: Bidder, asked: ThemedTable) -> BiddingTable:
    """Return the table where its theme first comes up for a person as everybody makes the likeliest
    calls; as it stands where it does not."""
    table, theme = asked.table, THEMES[asked.theme]
    [bid] = _bid_out(bidder, [replace(table, players=frozenset(), draw=None)])
    begun = len(table.auction.calls)
    turns = [turn for seat in table.players for turn in bid.turns(seat) if turn.index >= begun]
    first = min((turn.index for turn in turns if comes_up(theme, turn)), default=begun)
    return replace(table, auction=bid.auction.prefix(first))


# --- Themes of mistakes ---------------------------------------------------------------------------


def review_on(explainer: Explainer, board: PlayedBoard, sums: dict[str, Any] | None) -> Step[Any]:
    """Do one more part of a review; its mistakes have the theme to practise (``theme_of``)."""
    step = explainer.review(board, sums)
    if not isinstance(step.answer, Review):
        return step
    auctions = {call.index: call.instead for call in step.answer.calls if call.instead is not None}
    if not auctions:
        return step
    tables = [
        Position(None, Seat.S, auction, board.vulnerability, board.systems)
        for auction in auctions.values()
    ]
    hands = [hand for hand in board.hands if hand is not None]
    found = {
        index: theme_of(Turn(BidBoard(auction, names, (), hands), index), board.systems)
        for (index, auction), names in zip(
            auctions.items(), _names(explainer.reader, tables), strict=True
        )
    }
    calls = tuple(replace(call, theme=found.get(call.index)) for call in step.answer.calls)
    return replace(step, answer=replace(step.answer, calls=calls))


def theme_of(turn: Turn, systems: Systems) -> str | None:
    """Return the id of the theme on the caller's card that says most of a turn, if any.

    A theme of the call's own meaning goes before one of the call before, and that before a
    situation. Of several situations the last one is the narrowest.
    """
    found = [theme for theme in themes_for(systems.of(turn.seat)) if comes_up(theme, turn)]
    by_meaning = [theme for theme in found if turn.name in theme.calls]
    by_answer = [theme for theme in found if not theme.situation]
    return next((theme.id for theme in (*by_meaning[:1], *by_answer[:1], *found[-1:])), None)
