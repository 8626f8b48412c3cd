"""Whole deals as text that a person can check: state, choices and knowledge at every step."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bidding.domain.calls import Call
from bidding.domain.cards import Card, Deal
from bidding.domain.hand_evaluation import hcp
from bidding.domain.table import Seat, Side, Suit, Vulnerability
from bidding.parsing.text import format_auction_table, format_hand, parse_auction
from research.game_model.game import N_DEALS, History
from research.game_model.play import Trick


@dataclass(frozen=True)
class Case:
    """A deal to play through: the auction is given, the cards are played by seeded chance."""

    name: str
    title: str
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    auction: str
    seed: int = 0


def playthrough(case: Case) -> str:
    """The whole text of a case."""
    return "\n".join(_lines(case)) + "\n"


def _lines(case: Case) -> Iterator[str]:
    history = History.start(case.dealer, case.vulnerability)
    yield case.title
    yield f"{case.dealer.full_name} deals, vulnerable: {case.vulnerability.label}"
    yield ""
    yield f"participant {history.participant} (nature) chooses one of {N_DEALS:,} deals"
    yield from _diagram(case.deal)
    history = history.after(case.deal)
    yield from ("", "Auction")
    for call in parse_auction(case.auction, case.dealer).calls:
        yield _call_line(history, call)
        history = history.after(call)
    yield from ("", format_auction_table(history.auction), "")
    yield from _play_lines(history, random.Random(case.seed))


def _diagram(deal: Deal) -> Iterator[str]:
    for seat in Seat:
        yield f"  {seat.full_name:5}  {format_hand(deal[seat]):16}  {hcp(deal[seat]):2} HCP"


def _call_line(history: History, call: Call) -> str:
    place = len(history.auction.calls) + 1
    legal = _call_ranges(history.auction.legal_calls)
    return f"  {place:2}. {_actor(history)}  {call!s:3}  of {legal}"


def _call_ranges(calls: Sequence[Call]) -> str:
    """The legal calls in short: every bid from the lowest legal one on is legal too."""
    others = [str(call) for call in calls if not call.is_bid]
    bids = [str(call) for call in calls if call.is_bid]
    return " ".join([*others, *([f"{bids[0]}..{bids[-1]} ({len(bids)})"] if bids else [])])


def _actor(history: History) -> str:
    assert history.turn is not None
    assert history.actor is not None
    by = "" if history.actor is history.turn else f" played by {history.actor.full_name}"
    return f"{history.turn.full_name + by:22} (participant {history.participant})"


def _play_lines(history: History, rng: random.Random) -> Iterator[str]:
    if history.play is None:
        yield "Passed out: no contract, no play"
    else:
        contract = history.play.contract
        leader, dummy = contract.leader.full_name, contract.dummy.full_name
        yield f"Contract {contract}: {leader} leads, {dummy} is dummy"
        yield from _knowledge(history, "before the opening lead")
        while not history.is_over:
            yield from _card_lines(history, card := rng.choice(history.legal_actions))
            history = history.after(card)
            if len(history.play.cards) == 1:
                yield from _knowledge(history, "once dummy is faced")
            yield from _trick_lines(history)
    yield from _pay_off_lines(history)


def _card_lines(history: History, card: Card) -> Iterator[str]:
    assert history.play is not None
    if len(history.play.cards) % 4 == 0:
        yield from ("", f"Trick {len(history.play.cards) // 4 + 1}")
    yield f"  {_actor(history)}  {card}  of {_by_suit(history.play.legal_cards)}"


def _by_suit(cards: Iterable[Card]) -> str:
    """Cards with their pips once for each suit, as in ♠AJ ♦T."""
    held = list(cards)
    holdings = {suit: "".join(card.rank for card in held if card.suit is suit) for suit in Suit}
    return " ".join(suit.symbol + ranks for suit, ranks in holdings.items() if ranks)


def _knowledge(history: History, when: str) -> Iterator[str]:
    yield f"  Information sets {when}:"
    for seat in Seat:
        known = history.information(seat)
        assert known.own is not None
        dummy = "not faced" if known.dummy is None else format_hand(known.dummy)
        yield (
            f"    {seat.full_name:5}  own {format_hand(known.own):16}  dummy {dummy:16}  "
            f"played {len(known.cards)}  unseen {len(known.unseen)}"
        )


def _trick_lines(history: History) -> Iterator[str]:
    assert history.play is not None
    trick: Trick = history.play.tricks[-1]
    if trick.is_complete:
        won = ", ".join(f"{side.name} {history.play.tricks_won(side)}" for side in Side)
        unseen = " ".join(f"{seat.name} {len(history.information(seat).unseen)}" for seat in Seat)
        winner = f"{trick.winner.full_name} with {trick.best}"
        yield f"  won by {winner}; tricks: {won}; unseen: {unseen}"


def _pay_off_lines(history: History) -> Iterator[str]:
    assert history.pay_offs is not None
    yield ""
    yield f"Score: {', '.join(f'{side.name} {history.score(side):+}' for side in Side)}"
    pay_offs = " ".join(f"{points:+}" for points in history.pay_offs)
    yield f"Pay-off of participants 0 to 3: {pay_offs}"
