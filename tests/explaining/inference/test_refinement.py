"""Hidden hands weighed by the chances of their calls, against Bayes' rule done by hand."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import numpy as np
import pytest
import torch
from torch import Tensor

from bidding.domain.cards import Card
from bidding.domain.messages import Message
from bidding.domain.position import Position
from bidding.domain.table import Suit
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.views import HypotheticalViews, Views, card_hcp
from bidding.explaining.beliefs import Beliefs, beliefs_about
from bidding.explaining.inference.hand_likelihood import Callers, HandLikelihood, HiddenRows
from bidding.explaining.inference.hand_sampling import (
    Sample,
    Thresholds,
    effective_size,
    normalised,
    relative_entropy,
    reweighted,
    uniforms,
    with_honours,
)
from bidding.explaining.inference.refinement import DEFAULTS, Refined, Settings, infer, refine
from bidding.explaining.meanings.answers import KINGS, QUEEN_CHANCE, Response
from bidding.explaining.meanings.statements import Count, Statement, Topic
from bidding.explaining.questions import Questions, questions_about
from bidding.parsing.documents.position_documents import position_from_json
from tests.conftest import question
from tests.explaining.inference.stubs import StubBidder
from tests.small import small_bidder

ACES, SPADES = [0, 13, 26, 39], slice(0, 13)
NOTHING_REFINED = replace(DEFAULTS, thresholds=Thresholds(1e9, 1e9, 1e9, 1e9, 1e9))


def position(auction: str, **changes: object) -> Position:
    return position_from_json(question(auction=auction, **changes))


def believed(bidder: StubBidder, *positions: Position) -> tuple[Questions, Beliefs]:
    questions = questions_about(positions, compare=False)
    return questions, beliefs_about(bidder, questions)


def refined(
    bidder: StubBidder, *positions: Position, settings: Settings = DEFAULTS
) -> tuple[Questions, Beliefs, Refined]:
    questions, beliefs = believed(bidder, *positions)
    return questions, beliefs, refine(bidder, positions, questions, beliefs, settings)


def two_aces(cards: Tensor) -> Tensor:
    return torch.where(cards[:, ACES].sum(-1) == 2, 0.9, 0.001)


def even(cards: Tensor) -> Tensor:
    return torch.full((len(cards),), 0.5)


def short_in_spades(cards: Tensor) -> Tensor:
    return torch.where(cards[:, SPADES].sum(-1) < 2, 0.9, 0.001)


def test_supposed_hands_take_the_place_of_the_batchs() -> None:
    batch = encode_positions([position("1D 1H")])
    zero, seen = torch.zeros(2, dtype=torch.int64), torch.tensor([True, False])
    cards = torch.zeros(2, 52, dtype=torch.bool)
    cards[:, :13] = True
    views = HypotheticalViews(zero, zero, zero + 2, seen, cards)
    assert views.own_cards(batch).sum(-1).tolist() == [13, 0]
    assert views[seen].from_partner.own_cards(batch).sum(-1).tolist() == [13]
    assert Views(zero, zero, zero + 2, seen).own_cards(batch).sum(-1).tolist() == [13, 0]


def test_views_that_differ_in_nothing_but_cards_share_the_rest() -> None:
    """Six hands at one place and six at another, of which the table is read twice."""
    bidder, batch = small_bidder(), encode_positions([position("1D 1H 1S")])
    cards = torch.stack([torch.randperm(52) < 13 for _ in range(12)])
    step = torch.tensor([0, 2]).repeat_interleave(6)
    parts = (torch.zeros_like(step), step, batch.seat[0, step], step >= 0, cards)
    with torch.inference_mode():
        alone = bidder.next_call(batch, HypotheticalViews(*parts))
        together = bidder.next_call(batch, HypotheticalViews(*parts, group_size=6))
    assert together == pytest.approx(alone, abs=1e-5)
    assert (alone[0] != alone[1]).any()


def test_the_likelihood_covers_all_calls_of_a_player() -> None:
    """North, the dealer, has called once, then twice, then three times."""
    where = position("1D 1H 1S 2H P P 2S P P P", hand=None)
    likelihood = HandLikelihood(StubBidder(two_aces), encode_positions([where]))
    callers = Callers(np.zeros(4, int), np.array([0, 0, 0, 1]), np.array([1, 5, 9, 5]))
    player, step = callers.calls(likelihood.dealer)
    assert player.tolist() == [0, 1, 1, 2, 2, 2, 3]
    assert step.tolist() == [0, 0, 4, 0, 4, 8, 1]
    hands = np.zeros((4, 2, 52), dtype=bool)
    hands[:, 0, [0, 13, *range(1, 12)]] = True
    hands[:, 1, range(13)] = True
    found = likelihood.log_likelihoods(callers, hands, floor=0.01)
    counts = np.array([1, 2, 3, 1])
    assert found[:, 0] == pytest.approx(counts * np.log(0.9))
    assert found[:, 1] == pytest.approx(counts * np.log(0.01))


def test_an_answer_is_evidence_for_its_statement() -> None:
    """North answers an ask with its second call: two aces, with a chance of 0.9."""
    batch = encode_positions([position("1D 1H 1S 2H P P 2S P P P", hand=None)])
    says = Statement(Topic.ACES, Message("two aces"), Count.ACES, frozenset({2}))
    likelihood = HandLikelihood(StubBidder(even), batch, [{4: Response(says, None, 0.9)}])
    callers = Callers(np.zeros(3, int), np.array([0, 0, 1]), np.array([1, 5, 5]))
    hands = np.zeros((3, 2, 52), dtype=bool)
    hands[:, 0, [0, 13, *range(1, 12)]] = True
    hands[:, 1, range(13)] = True
    found = likelihood.log_likelihoods(callers, hands, floor=0.01)
    assert found[:, 0] - found[:, 1] == pytest.approx([0, np.log(9), 0])


def test_hands_are_drawn_with_the_honours_that_were_answered() -> None:
    cards = np.full((2, 52), 0.25)
    cards[1, 0] = 0
    found = with_honours(cards, np.array([2.0, 1.5]), np.array([0.3, 3.0]))
    assert found[:, ACES].sum(-1) == pytest.approx([2, 1.5], abs=1e-3)
    assert found[:, KINGS].sum(-1) == pytest.approx([0.3, 3], abs=1e-3)
    assert found[1, 0] == 0
    rest = np.setdiff1d(np.arange(52), [*ACES, *KINGS])
    assert (found[:, rest] == cards[:, rest]).all()


def test_weights_are_those_of_bayes_rule() -> None:
    """Three hands believed alike, of which calls are .9, .9 and .3 likely, to the power of ½."""
    weights = normalised(0.5 * np.log([[0.9, 0.9, 0.3]]))
    whole = 2 * 0.9**0.5 + 0.3**0.5
    assert weights == pytest.approx(np.array([[0.9**0.5, 0.9**0.5, 0.3**0.5]]) / whole)
    assert effective_size(weights) == pytest.approx(1 / (weights**2).sum())
    hands = np.zeros((1, 3, 52), dtype=bool)
    hands[0, 0, :13] = hands[0, 1, 13:26] = hands[0, 2, [*ACES, 1, 14, 27, 2, 3, 4, 5, 6, 7]] = True
    summary = Sample(hands).summary(weights)
    assert summary.counts[0, 0, [1, 4]] == pytest.approx([2 * weights[0, 0], weights[0, 2]])
    assert summary.counts[0, 1, [1, 3]] == pytest.approx([2 * weights[0, 0], weights[0, 2]])
    assert summary.counts[0, 2, [1, 2, 5]] == pytest.approx(weights[0])
    assert summary.hcp[0, 10] == pytest.approx(2 * weights[0, 0])
    assert summary.short[0, 1, 1] == pytest.approx(weights[0, 0])
    assert summary.cards[0, 0] == pytest.approx(weights[0, 0] + weights[0, 2])
    assert relative_entropy(summary.hcp, summary.hcp) == pytest.approx([0])


def test_ratios_change_beliefs_and_even_ones_do_not() -> None:
    prior, many = np.array([[0.2, 0.3, 0.5]]), np.array([1e9])
    sample = np.array([[0.25, 0.25, 0.5]])
    assert reweighted(prior, sample, sample, many, 1.0) == pytest.approx(prior)
    tripled = np.array([[0.5, 1 / 6, 1 / 3]])
    found = reweighted(prior, sample, tripled, many, 0.0)
    weights = prior * tripled / sample
    assert found == pytest.approx(weights / weights.sum())


def test_an_answer_that_shows_two_aces_is_believed() -> None:
    """North's opening is nine hundred times as likely from two aces as from any other number.

    The prior is that of thirteen cards out of 39 with the aces that South does not hold.
    """
    where = position("1D", hand="KJT9852.6.K76.84")
    questions, _, found = refined(StubBidder(two_aces), where)
    rows = HiddenRows.of(questions, found.beliefs.hands)
    row = np.flatnonzero((rows.callers.seat == 0) & (rows.callers.n_calls == 1))[0]
    prior = np.array([comb(4, k) * comb(35, 13 - k) for k in range(5)]) / comb(39, 13)
    weights = prior * np.where(np.arange(5) == 2, 0.9, 0.001)
    assert found.honours.aces[row] == pytest.approx(weights / weights.sum(), abs=0.03)
    cards = found.beliefs.hands.cards.numpy()
    assert cards[row, ACES].sum() == pytest.approx(2, abs=0.03)
    assert found.shown.aces[0] @ np.arange(5) == pytest.approx(2, abs=0.05)
    # The others' share the two aces that are left.
    moment = rows.moment == rows.moment[row]
    assert cards[moment][:, ACES].sum() == pytest.approx(4)


@pytest.mark.parametrize(("queen", "share"), [(True, QUEEN_CHANCE), (False, 1 - QUEEN_CHANCE)])
def test_an_answer_places_the_queen_of_trumps(queen: bool, share: float) -> None:
    """North answers two key cards in hearts, with the queen or without; others share the rest."""
    where = position("1D", hand="KJT9852.6.K76.84")
    questions, beliefs = believed(StubBidder(two_aces), where)
    says = Statement(Topic.ACES, Message("two key cards"), Count.KEY_CARDS, frozenset({2}))
    given = [{0: Response(says, Suit.H, 0.99, queen)}]
    found = infer(StubBidder(two_aces), questions, beliefs.hands, responses=given)
    rows = HiddenRows.of(questions, beliefs.hands)
    row = np.flatnonzero((rows.callers.seat == 0) & (rows.callers.n_calls == 1))[0]
    others = rows.moment == rows.moment[row]
    others[row] = False
    cards = found.hands.cards.numpy()[:, Card.of(Suit.H, "Q").index]
    assert cards[row] == pytest.approx(share, abs=0.1)  # a third before the answer
    assert cards[others].sum() == pytest.approx(1 - cards[row])


def test_a_visible_queen_is_in_no_hidden_hand() -> None:
    where = position("1D", hand="KJT9852.Q.K76.84")
    questions, beliefs = believed(StubBidder(two_aces), where)
    says = Statement(Topic.ACES, Message("two key cards"), Count.KEY_CARDS, frozenset({2}))
    given = [{0: Response(says, Suit.H, 0.99, queen=True)}]
    found = infer(StubBidder(two_aces), questions, beliefs.hands, responses=given)
    assert not found.hands.cards[:, Card.of(Suit.H, "Q").index].any()


@pytest.mark.parametrize("hand", [None, "KJT9852.6.K76.84"])
@pytest.mark.parametrize("chance", [two_aces, short_in_spades])
def test_refined_hands_agree(hand: str | None, chance: object) -> None:
    """Cards, lengths, HCP, aces and kings after an answer that changes all of them."""
    questions, _, found = refined(StubBidder(chance), position("1D 1H 1S", hand=hand))  # type: ignore[arg-type]
    hands = found.beliefs.hands
    rows = HiddenRows.of(questions, hands)
    cards = hands.cards.numpy()
    assert cards.sum(1) == pytest.approx(np.full(len(cards), 13), abs=1e-4)
    for moment in np.unique(rows.moment[rows.callers.n_calls > 0]):
        owned = cards[rows.moment == moment].sum(0)
        assert owned[owned > 0.5] == pytest.approx(np.ones((owned > 0.5).sum()), abs=1e-5)
    later = rows.callers.n_calls > 0
    by_suit = cards.reshape(-1, 4, 13).sum(-1)
    assert (hands.lengths.numpy() @ np.arange(14))[later] == pytest.approx(by_suit[later], abs=1e-3)
    points = cards @ card_hcp().numpy()
    assert (hands.hcp.numpy() @ np.arange(38))[later] == pytest.approx(points[later], abs=1e-3)
    touched = later & (rows.base >= 0)
    aces = found.honours.aces @ np.arange(5)
    assert aces[touched] == pytest.approx(cards[touched][:, ACES].sum(-1), abs=1e-3)


def test_shortness_is_believed() -> None:
    questions, before, found = refined(StubBidder(short_in_spades), position("1D", hand=None))
    rows = HiddenRows.of(questions, before.hands)
    row = np.flatnonzero((rows.callers.seat == 0) & (rows.callers.n_calls == 1))[0]
    short = [float(b.hands.lengths[row, 0, :2].sum()) for b in (before, found.beliefs)]
    assert short[1] > 0.85 > short[0]


@pytest.mark.parametrize("hand", [None, "KJT9852.6.K76.84"])
@pytest.mark.parametrize(("chance", "settings"), [(two_aces, NOTHING_REFINED), (even, DEFAULTS)])
def test_below_the_thresholds_nothing_changes(
    hand: str | None, chance: object, settings: Settings
) -> None:
    """Bit by bit, with high thresholds or with uninformative calls."""
    where = position("1D 1H 1S 2H", hand=hand)
    _, before, found = refined(StubBidder(chance), where, settings=settings)  # type: ignore[arg-type]
    for name in ("cards", "lengths", "hcp", "first"):
        assert torch.equal(getattr(before.hands, name), getattr(found.beliefs.hands, name))
    for name in ("shown_hcp", "shown_lengths", "public_chances", "viewer_chances"):
        assert torch.equal(getattr(before.calls, name), getattr(found.beliefs.calls, name))
    assert not found.honours.unclear.any()


@pytest.mark.parametrize(("system", "changes"), [("sayc", True), ("unknown", False)])
def test_lengths_change_sooner_where_the_system_is_stated(system: str, changes: bool) -> None:
    """The posterior is between the two thresholds."""
    thresholds = Thresholds(1e9, 1e9, 1e9, shape=0.01, shape_unstated=1e9)
    where = position("1D", hand=None, system=system)
    settings = replace(DEFAULTS, thresholds=thresholds)
    _, before, found = refined(StubBidder(short_in_spades), where, settings=settings)
    assert torch.equal(before.hands.lengths, found.beliefs.hands.lengths) is not changes


def test_before_any_call_aces_are_hypergeometric() -> None:
    """South, the viewer, has two of the aces."""
    questions, _, found = refined(StubBidder(two_aces), position("1D", hand="AJT9852.6.A76.84"))
    rows = HiddenRows.of(questions, found.beliefs.hands)
    first = found.honours.aces[rows.callers.n_calls == 0]
    expected = [comb(2, k) * comb(37, 13 - k) / comb(39, 13) for k in range(3)] + [0, 0]
    assert first == pytest.approx(np.tile(expected, (3, 1)))


def test_too_few_hands_leave_the_answer_unclear() -> None:
    """With too small an effective sample the posterior is marked unclear and not used."""
    strict = replace(DEFAULTS, min_effective=1e6)
    _, before, found = refined(StubBidder(two_aces), position("1D", hand=None), settings=strict)
    assert found.honours.unclear.any()
    assert found.shown.unclear[0]
    assert torch.equal(before.hands.cards, found.beliefs.hands.cards)


def test_starved_samples_are_drawn_again() -> None:
    """One hand in 25 has three aces; a second proposal finds enough of them."""

    def rare(cards: Tensor) -> Tensor:
        return torch.where(cards[:, ACES].sum(-1) == 3, 0.9, 0.001)

    questions, _, found = refined(StubBidder(rare), position("1D", hand=None))
    rows = HiddenRows.of(questions, found.beliefs.hands)
    row = np.flatnonzero((rows.callers.seat == 0) & (rows.callers.n_calls == 1))[0]
    assert not found.honours.unclear[row]
    assert found.honours.aces[row] @ np.arange(5) > 2.2


def test_equal_positions_get_equal_answers_in_any_company() -> None:
    bidder = StubBidder(two_aces)
    one, other = position("1D 1H", hand=None), position("1D 1H 1S")
    _, _, alone = refined(bidder, one)
    _, _, again = refined(bidder, one)
    _, _, both = refined(bidder, one, other)
    assert torch.equal(alone.beliefs.hands.cards, again.beliefs.hands.cards)
    count = len(alone.honours.unclear)
    offset = len(both.honours.unclear) - count  # players' rows come first
    assert both.beliefs.hands.cards[offset:] == pytest.approx(alone.beliefs.hands.cards, abs=1e-4)
    assert both.shown.aces[:2] == pytest.approx(alone.shown.aces, abs=1e-4)


def test_random_numbers_depend_on_the_position() -> None:
    batch = encode_positions([position("1D 1H"), position("1D 1S"), position("1D 1H")])
    first, second, third = (uniforms(batch, row, 8) for row in range(3))
    assert (first == third).all()
    assert (first != second).any()
    assert (np.sort((first * 8).astype(int), axis=0) == np.arange(8)[:, None]).all()


def test_rows_share_the_draws_of_the_last_own_call() -> None:
    questions, beliefs = believed(StubBidder(even), position("1D 1H 1S", hand=None))
    rows = HiddenRows.of(questions, beliefs.hands)
    of_north = [int(b) for b, s in zip(rows.base, rows.callers.seat, strict=True) if s == 0]
    step = [-1 if base < 0 else int(rows.callers.n_calls[base]) for base in of_north]
    assert step == [-1, 1, 1, 1]
    assert rows.callers.n_calls[rows.just_called].tolist() == [1, 2, 3]
    assert rows.callers.seat[rows.just_called].tolist() == [0, 1, 2]
