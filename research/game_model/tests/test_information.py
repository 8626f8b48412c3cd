"""The deals that a player cannot tell apart are those that enumeration finds."""

from itertools import combinations
from math import factorial

from hypothesis import given, settings
from hypothesis import strategies as st

from bidding.domain.cards import Card, Deal, Hand
from bidding.domain.errors import BridgeError
from bidding.domain.table import Seat, Vulnerability
from research.game_model.game import History
from research.game_model.information import N_DEALS
from research.game_model.tests.strategies import histories
from tests.strategies import deals, seats


def alike(history: History, seat: Seat) -> int:
    """The number of deals with the same history and information set, dealt and played anew."""
    known, play = history.information(seat), history.play
    assert play is not None
    held = {other: set(play.held(other)) for other in Seat}
    seen = {seat, play.contract.dummy}
    hidden = [other for other in Seat if other not in seen]
    unseen = [card for other in hidden for card in held[other]]
    assert set(unseen) == known.unseen
    found = 0
    first, *others = hidden
    for taken in combinations(unseen, len(held[first])):
        left = [card for card in unseen if card not in taken]
        for more in combinations(left, len(held[others[0]])):
            last = [card for card in left if card not in more]
            new = dict(zip(hidden, [taken, more, last][: len(hidden)], strict=True))
            found += is_possible(history, new) and (len(hidden) > 2 or not last)
    return found


def is_possible(history: History, held: dict[Seat, tuple[Card, ...]]) -> bool:
    play = history.play
    assert play is not None
    changed = {card: seat for seat, cards in held.items() for card in cards}
    north, east, south, west = (
        Hand.of(
            card
            for card in map(Card, range(52))
            if changed.get(card, play.deal.owner(card)) is seat
        )
        for seat in Seat
    )
    deal = Deal((north, east, south, west))
    try:
        History.of(
            history.dealer, history.vulnerability, [deal, *history.auction.calls, *play.cards]
        )
    except BridgeError:  # a card was not followed
        return False
    return True


@settings(max_examples=30, deadline=None)
@given(histories(), seats, st.integers(42, 52))
def test_the_deals_of_an_information_set_are_counted(
    played: History, seat: Seat, n_cards: int
) -> None:
    if played.play is None:
        return
    actions = played.actions[: len(played.actions) - 52 + n_cards]
    history = History.of(played.dealer, played.vulnerability, actions)
    assert history.information(seat).n_deals == alike(history, seat)


@given(deals, seats)
def test_three_unseen_hands_may_be_dealt_in_any_way(deal: Deal, seat: Seat) -> None:
    start = History.start(Seat.N, Vulnerability.NONE)
    assert start.information(seat).n_deals == N_DEALS
    assert start.after(deal).information(seat).n_deals == factorial(39) // factorial(13) ** 3
