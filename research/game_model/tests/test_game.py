"""The game of paper P5: participants, histories, information sets, nature and pay-off."""

import random
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, PASS
from bidding.domain.cards import Card, Deal, Hand
from bidding.domain.errors import BridgeError, IllegalCall, MalformedDeal
from bidding.domain.table import Seat, Side, Vulnerability
from research.game_model.game import (
    DEAL_PROBABILITY,
    N_DEALS,
    NATURE,
    PARTICIPANTS,
    Action,
    History,
)
from research.game_model.play import IllegalPlay, Play
from research.game_model.tests.strategies import histories
from tests.strategies import deals, seats

DEAL = Deal.random(random.Random(5))
NAMES = {str(call): call for call in ALL_CALLS}


def history_of(text: str, dealer: Seat = Seat.N) -> History:
    """A deal and the calls of canonical names."""
    actions: list[Action] = [DEAL, *(NAMES[name] for name in text.split())]
    return History.of(dealer, Vulnerability.NONE, actions)


def swapped(deal: Deal, one: Card, other: Card) -> Deal:
    """The deal with two cards in each other's place."""
    places = {one: other, other: one}
    north, east, south, west = (
        Hand.of(places.get(card, card) for card in hand) for hand in deal.hands
    )
    return Deal((north, east, south, west))


def test_nature_deals_every_deal_with_the_same_chance() -> None:
    assert N_DEALS == 53_644_737_765_488_792_839_237_440_000
    assert DEAL_PROBABILITY * N_DEALS == 1
    assert isinstance(DEAL_PROBABILITY, Fraction)


@pytest.mark.parametrize("dealer", Seat)
def test_the_participant_function(dealer: Seat) -> None:
    start = History.start(dealer, Vulnerability.NONE)
    assert (start.participant, start.turn, start.legal_actions) == (NATURE, None, ())
    history = start.after(DEAL)
    participants = []
    # The second player becomes declarer, the third leads, and the fourth is dummy.
    for call in ["P", "1NT", "P", "P", "P"]:
        participants.append(history.participant)
        history = history.after(NAMES[call])
    assert participants == [0, 1, 2, 3, 0]
    for turn, actor in [(2, 2), (3, 1), (0, 0), (1, 1)]:
        assert history.turn is dealer.after(turn)
        assert history.participant == actor
        history = history.after(history.legal_actions[0])


@given(histories())
def test_every_action_is_of_a_participant_until_the_end(history: History) -> None:
    step = History.start(history.dealer, history.vulnerability)
    for action in history.actions:
        assert step.participant in PARTICIPANTS
        assert step.pay_offs is None
        assert step.score(Side.NS) is None
        assert step.deal is None or action in step.legal_actions
        step = step.after(action)
    assert step == history
    assert (step.participant, step.turn, step.legal_actions) == (None, None, ())


@given(histories())
def test_the_pay_off_is_the_score_of_the_side(history: History) -> None:
    pay_offs = history.pay_offs
    assert pay_offs is not None
    assert pay_offs[0] == pay_offs[2] == -pay_offs[1] == -pay_offs[3]
    assert pay_offs[0] == history.score(history.dealer.side)


@given(histories())
def test_a_contract_is_made_as_equation_26_says(history: History) -> None:
    play = history.play
    assume(play is not None)
    assert play is not None
    contract = play.contract
    winners = [history.dealer.turns_to(trick.winner) for trick in play.tricks]
    declarer = history.dealer.turns_to(contract.declarer)
    lost = sum(abs(winner - declarer) % 2 for winner in winners)
    score = history.score(contract.declarer.side)
    assert score is not None
    assert (contract.level <= 7 - lost) == (score > 0)


def test_a_passed_out_deal_pays_nothing() -> None:
    history = history_of("P P P P")
    assert history.is_over
    assert (history.play, history.participant, history.pay_offs) == (None, None, (0, 0, 0, 0))


def test_dummy_is_seen_from_the_opening_lead_on() -> None:
    history = history_of("1NT P P P")
    assert [history.information(seat).dummy for seat in Seat] == [None] * 4
    history = history.after(history.legal_actions[0])
    assert [history.information(seat).dummy for seat in Seat] == [DEAL[Seat.S]] * 4
    unseen = [len(history.information(seat).unseen) for seat in Seat]
    # The lead was East's own; dummy sees its own hand and that one card.
    assert unseen == [25, 26, 38, 25]


def test_nothing_is_known_before_the_deal() -> None:
    start = History.start(Seat.E, Vulnerability.EW)
    assert start.information(Seat.S).own is None
    assert len(start.information(Seat.S).unseen) == 52


@given(histories(), seats, st.randoms(use_true_random=False), st.integers(0, 60))
def test_a_player_cannot_tell_unseen_cards_apart(
    history: History, seat: Seat, rng: random.Random, n_actions: int
) -> None:
    """Swapping unseen cards between hidden hands leaves the information set as it is."""
    deal, *rest = history.actions
    assert isinstance(deal, Deal)
    known = History.of(history.dealer, history.vulnerability, [deal, *rest[:n_actions]])
    information = known.information(seat)
    assume(len(information.unseen) > 1)
    one, other = rng.sample(sorted(information.unseen), 2)
    assume(deal.owner(one) is not deal.owner(other))
    try:
        twin = History.of(
            history.dealer, history.vulnerability, [swapped(deal, one, other), *rest[:n_actions]]
        )
    except IllegalPlay:  # the other deal would have had to follow suit
        return
    assert twin.information(seat) == information
    assert twin.information(deal.owner(one)) != known.information(deal.owner(one))


@given(histories(), seats)
def test_own_and_dummy_cards_are_seen_and_no_others(history: History, seat: Seat) -> None:
    deal, play = history.deal, history.play
    assume(play is not None)
    assert deal is not None
    assert play is not None
    for n_cards in (0, 1, 20, 51, 52):
        then = Play.of(deal, play.contract, play.cards[:n_cards])
        information = History(history.vulnerability, history.auction, deal, then).information(seat)
        seen = {*deal[seat], *then.cards, *(deal[play.contract.dummy] if n_cards else ())}
        assert information.unseen == {Card(index) for index in range(52)} - seen


def refusal(history: History, action: Action) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        history.after(action)
    return caught.value


def test_actions_out_of_their_stage_are_refused() -> None:
    start = History.start(Seat.N, Vulnerability.NONE)
    early_call = refusal(start, PASS)
    assert isinstance(early_call, IllegalCall)
    assert str(early_call) == "the cards are not dealt yet"
    second_deal = refusal(history_of("1C"), DEAL)
    assert isinstance(second_deal, MalformedDeal)
    assert str(second_deal) == "the cards are dealt already"
    late_call = refusal(history_of("1C P P P"), PASS)
    assert str(late_call) == "call 5 (P) is not legal: the auction is over"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the auction is not over"),
        ("1C P P", "the auction is not over"),
        ("P P P P", "the deal was passed out"),
    ],
)
def test_no_card_is_played_without_a_contract(text: str, reason: str) -> None:
    lead = next(iter(DEAL[Seat.E]))
    error = refusal(history_of(text), lead)
    assert isinstance(error, IllegalPlay)
    assert str(error) == f"card 1 ({lead}) may not be played: {reason}"
    assert (error.text, error.position) == (str(lead), 0)


@given(deals)
def test_a_play_belongs_to_its_deal(deal: Deal) -> None:
    assume(deal != DEAL)
    history = history_of("1C P P P")
    assert history.play is not None
    with pytest.raises(IllegalPlay, match="the play is that of another deal or contract"):
        History(Vulnerability.NONE, history.auction, deal, history.play)
    with pytest.raises(IllegalPlay, match="the play is that of another deal or contract"):
        History(Vulnerability.NONE, Auction(Seat.N), DEAL, history.play)
