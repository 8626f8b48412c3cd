"""Deals as text that a person can check: who acts, of which choices, and who knows what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bidding.domain.auction import Auction
from bidding.domain.calls import Call
from bidding.domain.cards import Card, Deal, hcp
from bidding.domain.scoring import TRICK
from bidding.domain.table import Seat, Side, Suit
from research.game_model.game import History
from research.game_model.information import N_DEALS
from research.game_model.play import Trick

_COLUMNS = (Seat.W, Seat.N, Seat.E, Seat.S)
_WIDTH = 6


def playthrough(title: str, played: History) -> str:
    """Return the text of a whole deal, from the cards dealt to the pay-off."""
    return "\n".join([*_heading(title, played), *_lines(played)]) + "\n"


def moments(title: str, played: History, numbers: Iterable[int]) -> str:
    """Return the states of a deal after these numbers of actions; 0 is before the deal."""
    lines = [*_heading(title, played)]
    for number in numbers:
        history = History.of(played.dealer, played.vulnerability, played.actions[:number])
        lines += _state_lines(history)
    return "\n".join(lines) + "\n"


def _heading(title: str, history: History) -> Iterator[str]:
    yield title
    yield f"{history.dealer.full_name} deals, vulnerable: {history.vulnerability.label}"


def _lines(played: History) -> Iterator[str]:
    history = History.start(played.dealer, played.vulnerability)
    assert played.deal is not None
    yield ""
    yield _nature_line(history)
    yield from _diagram(played.deal)
    history = history.after(played.deal)
    yield from ("", "Auction")
    for call in played.auction.calls:
        number = len(history.auction.calls) + 1
        yield f"  {number:2}. {_actor(history)}  {call!s:3}  of {_choices(history)}"
        history = history.after(call)
    yield from ("", format_auction_table(history.auction), "")
    yield from _play_lines(history, played.play.cards if played.play else ())
    yield from ("", *_pay_off_lines(played))


def _nature_line(history: History) -> str:
    return f"participant {history.participant} (nature) chooses one of {N_DEALS:,} deals"


def _diagram(deal: Deal) -> Iterator[str]:
    for seat in Seat:
        yield f"  {seat.full_name:5}  {deal[seat]!s:16}  {hcp(deal[seat]):2} HCP"


def _actor(history: History) -> str:
    assert history.turn is not None
    assert history.actor is not None
    by = "" if history.actor is history.turn else f" played by {history.actor.full_name}"
    return f"{history.turn.full_name + by:22} (participant {history.participant})"


def _choices(history: History) -> str:
    if history.play is not None:
        return _by_suit(history.play.legal_cards)
    return _call_ranges(history.auction.legal_calls)


def _call_ranges(calls: Sequence[Call]) -> str:
    """Return the legal calls in short: every bid from the lowest legal one on is legal too."""
    others = [str(call) for call in calls if not call.is_bid]
    bids = [str(call) for call in calls if call.is_bid]
    return " ".join([*others, *([f"{bids[0]}..{bids[-1]} ({len(bids)})"] if bids else [])])


def _by_suit(cards: Iterable[Card]) -> str:
    """Return cards with their pips once for each suit, as in ♠AJ ♦T."""
    held = list(cards)
    holdings = {suit: "".join(card.rank for card in held if card.suit is suit) for suit in Suit}
    return " ".join(suit.symbol + ranks for suit, ranks in holdings.items() if ranks)


def _play_lines(history: History, cards: Iterable[Card]) -> Iterator[str]:
    if history.play is None:
        yield "Passed out: no contract, no play"
        return
    yield _contract_line(history)
    yield from _knowledge(history, "before the opening lead")
    for number, card in enumerate(cards):
        if number % TRICK == 0:
            yield from ("", f"Trick {number // TRICK + 1}")
        yield f"  {_actor(history)}  {card}  of {_choices(history)}"
        history = history.after(card)
        if number == 0:
            yield from _knowledge(history, "once dummy is faced")
        yield from _trick_lines(history)


def _contract_line(history: History) -> str:
    assert history.play is not None
    contract = history.play.contract
    leader, dummy = contract.leader.full_name, contract.dummy.full_name
    return f"Contract {contract}: {leader} leads, {dummy} is dummy"


def _knowledge(history: History, when: str) -> Iterator[str]:
    yield f"  Information sets {when}:"
    for seat in Seat:
        known = history.information(seat)
        assert known.own is not None
        dummy = "not faced" if known.dummy is None else str(known.dummy)
        yield (
            f"    {seat.full_name:5}  own {known.own!s:16}  dummy {dummy:16}  "
            f"played {len(known.cards)}  unseen {len(known.unseen)}  deals {known.n_deals:,}"
        )


def _trick_lines(history: History) -> Iterator[str]:
    assert history.play is not None
    trick: Trick = history.play.tricks[-1]
    if trick.is_complete:
        won = ", ".join(f"{side.name} {history.play.tricks_won(side)}" for side in Side)
        deals = "  ".join(f"{seat.name} {history.information(seat).n_deals:,}" for seat in Seat)
        yield f"  won by {trick.winner.full_name} with {trick.best}; tricks: {won}"
        yield f"  deals still possible: {deals}"


def _pay_off_lines(history: History) -> Iterator[str]:
    assert history.pay_offs is not None
    yield f"Score: {', '.join(f'{side.name} {history.score(side):+}' for side in Side)}"
    pay_offs = " ".join(f"{points:+}" for points in history.pay_offs)
    yield f"Pay-off of participants 0 to 3: {pay_offs}"


def _state_lines(history: History) -> Iterator[str]:
    yield ""
    yield f"After {len(history.actions)} actions:"
    if history.deal is None:
        yield _nature_line(history)
        return
    yield format_auction_table(history.auction)
    if history.play is not None:
        yield _contract_line(history)
        for number, trick in enumerate(history.play.tricks, start=1):
            cards = " ".join(map(str, trick.cards))
            yield f"  trick {number:2}: {trick.leader.full_name} led  {cards}"
    if history.is_over:
        yield from _pay_off_lines(history)
        return
    yield f"{_actor(history)}  chooses of {_choices(history)}"
    yield from _knowledge(history, "now")


def format_auction_table(auction: Auction) -> str:
    """Format an auction under W N E S, with a ``?`` in place of the next call."""
    blanks = [""] * _COLUMNS.index(auction.dealer)
    cells = [*blanks, *(str(call) for call in auction.calls)]
    if not auction.is_over:
        cells.append("?")
    rows = [[seat.name for seat in _COLUMNS]]
    rows += [cells[start : start + 4] for start in range(0, len(cells), 4)]
    return "\n".join("".join(cell.ljust(_WIDTH) for cell in row).rstrip() for row in rows)
