"""The play of the cards."""

import pytest
from hypothesis import given

from bidding.domain.auction import Contract
from bidding.domain.cards import Card, Deal, Hand
from bidding.domain.table import Seat, Side, Strain, Suit
from research.game_model.game import History
from research.game_model.play import IllegalPlay, Play, Trick
from research.game_model.tests.strategies import histories
from tests.strategies import cards, deals

ONE_SUIT_EACH = Deal(
    (
        Hand.of(Card(index) for index in range(13)),
        Hand.of(Card(index) for index in range(13, 26)),
        Hand.of(Card(index) for index in range(26, 39)),
        Hand.of(Card(index) for index in range(39, 52)),
    )
)


def cards_of(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(Suit[name[0]], name[1]) for name in text.split())


@pytest.mark.parametrize(
    ("text", "trumps", "winner"),
    [
        ("S5 SK SA S2", None, Seat.W),
        ("S5 SK SA S2", Suit.H, Seat.W),
        ("S5 HA DA CA", None, Seat.E),
        ("S5 H2 S6 SA", Suit.H, Seat.S),
        ("S5 H2 H3 SA", Suit.H, Seat.W),
        ("H4 HT HJ H2", Suit.H, Seat.W),
        ("C2 S2 C3 H2", Suit.D, Seat.W),
    ],
)
def test_who_wins_a_trick_led_by_east(text: str, trumps: Suit | None, winner: Seat) -> None:
    assert Trick(Seat.E, cards_of(text), trumps).winner is winner


def test_a_trick_in_progress() -> None:
    trick = Trick(Seat.E, cards_of("S5 SK"), None)
    assert not trick.is_complete
    assert (trick.winner, trick.best, trick.next_seat) == (Seat.S, *cards_of("SK"), Seat.W)


def test_declarer_plays_for_dummy() -> None:
    play = Play(ONE_SUIT_EACH, Contract(1, Strain.S, Seat.N))
    turns = []
    for _ in range(4):
        turns.append((play.turn, play.actor))
        play = play.after(play.legal_cards[0])
    # East leads; South is dummy.
    assert turns == [
        (Seat.E, Seat.E),
        (Seat.S, Seat.N),
        (Seat.W, Seat.W),
        (Seat.N, Seat.N),
    ]
    assert (play.turn, play.tricks_won(Side.NS)) == (Seat.N, 1)


@pytest.mark.parametrize(
    ("played", "card", "reason"),
    [
        ("", "SA", "East is to play and does not hold it"),
        ("HA", "S2", "South is to play and does not hold it"),
        ("HA", "HA", "it has been played before"),
    ],
)
def test_why_a_card_is_refused(played: str, card: str, reason: str) -> None:
    contract = Contract(1, Strain.S, Seat.N)
    with pytest.raises(IllegalPlay) as caught:
        Play.of(ONE_SUIT_EACH, contract, cards_of(f"{played} {card}"))
    place = len(played.split())
    assert str(caught.value) == f"card {place + 1} ({card}) may not be played: {reason}"
    assert (caught.value.text, caught.value.position) == (card, place)


@given(histories())
def test_a_revoke_names_the_suit(history: History) -> None:
    play = history.play
    if play is None:
        return
    start = Play(play.deal, play.contract)
    for place, card in enumerate(play.cards):
        turn = start.turn
        assert turn is not None
        for revoke in set(start.held(turn)) - set(start.legal_cards):
            suit = start.tricks[-1].suit_led
            reason = f"{turn.full_name} must follow suit and holds {suit.plural}"
            with pytest.raises(IllegalPlay, match=reason) as caught:
                start.after(revoke)
            assert (caught.value.text, caught.value.position) == (str(revoke), place)
        start = start.after(card)
    assert start == play


@given(deals, cards)
def test_nothing_is_played_after_the_last_trick(deal: Deal, card: Card) -> None:
    play = Play(deal, Contract(3, Strain.NT, Seat.S))
    while not play.is_over:
        play = play.after(play.legal_cards[-1])
    assert (play.turn, play.actor, play.legal_cards) == (None, None, ())
    with pytest.raises(IllegalPlay, match="all thirteen tricks are played") as caught:
        play.after(card)
    assert caught.value.position == 52


@given(histories())
def test_a_play_out_keeps_the_laws(history: History) -> None:
    play = history.play
    if play is None:
        return
    assert len(set(play.cards)) == 52
    assert len(play.tricks) == 13
    assert play.tricks_won(Side.NS) + play.tricks_won(Side.EW) == 13
    left = {seat: set(play.deal[seat]) for seat in Seat}
    leader = play.contract.leader
    for trick in play.tricks:
        assert trick.leader is leader
        for turn, card in enumerate(trick.cards):
            held = left[leader.after(turn)]
            assert card in held
            assert card.suit is trick.suit_led or all(
                other.suit is not trick.suit_led for other in held
            )
            held.remove(card)
        leader = trick.winner
    assert not any(left.values())


@given(histories())
def test_a_play_is_rebuilt_from_its_cards(history: History) -> None:
    play = history.play
    if play is not None:
        again = Play.of(play.deal, play.contract, play.cards)
        assert again == play
        assert again.tricks == play.tricks
