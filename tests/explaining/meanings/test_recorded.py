"""Promises counted in recorded auctions: which calls have one, and that it is what is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.convention_card import CHOICES, ConventionCard, Systems
from bidding.domain.conventions import Forcing
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Strain, Suit, Vulnerability
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.layout import PAD, SYSTEM_CODE
from bidding.explaining.explainer import Explainer
from bidding.explaining.meanings import recorded
from bidding.explaining.meanings.recorded import (
    NOTHING,
    UNSURE,
    RecordedPromises,
    recorded_promises,
)
from bidding.explaining.meanings.statements import Ranges
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from tests.released import released

HEART, SPADE, RAISE = Call.bid(1, Strain.H), Call.bid(1, Strain.S), Call.bid(2, Strain.H)
DRURY = next(n for n, choice in enumerate(CHOICES) if choice.id == "drury")
ANY_LENGTHS = ((0, 13),) * 4
OPENING = Ranges((10, 19), ((0, 13), (6, 8), (0, 13), (0, 13)))


Counted = tuple[tuple[Call, ...], Ranges, list[int]]  # calls, and the choices they rely on


def count(monkeypatch: pytest.MonkeyPatch, system: System, *counted: Counted) -> None:
    """Have these beginnings be all that was recorded often."""
    calls = [[*(call.index for call in made), PAD, PAD][:3] for made, *_ in counted]
    file = RecordedPromises(
        np.full(len(counted), SYSTEM_CODE[system], dtype=np.uint8),
        np.array(calls, dtype=np.uint8),
        np.array([[ranges.hcp, *ranges.lengths] for _, ranges, _ in counted], dtype=np.uint8),
        np.array([ranges.to_game for _, ranges, _ in counted]),
        np.array([relied for *_, relied in counted], dtype=np.uint8),
    )
    monkeypatch.setattr(recorded, "_released", lambda: (file, file.rows))


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have an opening, an overcall and a raise be all that was recorded often, in Acol."""
    overcall, raised = (Ranges(ends, ANY_LENGTHS) for ends in ((9, 15), (7, 11)))
    count(
        monkeypatch,
        System.ACOL,
        ((HEART,), OPENING, [DRURY, NOTHING, NOTHING]),
        ((HEART, SPADE), overcall, [NOTHING] * 3),
        ((HEART, PASS, RAISE), raised._replace(to_game=True), [UNSURE] * 3),
    )


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return released(exact=True)


def position(*calls: Call, ns: ConventionCard | None = None, ew: System = System.ACOL) -> Position:
    systems = Systems(ns or ConventionCard(System.ACOL), ConventionCard(ew))
    return Position(None, Seat.S, Auction.of(Seat.N, calls), Vulnerability.NONE, systems)


def promised(of: Position) -> list[Ranges | None]:
    """What each call of an auction promises."""
    batch = encode_positions([of])
    step = torch.arange(len(of.auction.calls))
    return recorded_promises(batch, torch.zeros_like(step), step, batch.calls[0, step])


def test_each_call_is_found_by_those_before_it_and_itself() -> None:
    opening, passed, raised = promised(position(HEART, PASS, RAISE))
    assert opening == OPENING
    assert passed is None
    assert raised is not None
    assert raised == Ranges((7, 11), ((0, 13),) * 4, to_game=True)
    assert promised(position(PASS, HEART)) == [None, None]


def test_opponents_count_only_once_they_have_bid() -> None:
    opening, _, raised = promised(position(HEART, PASS, RAISE, ew=System.SAYC))
    assert opening is not None
    assert raised is not None
    assert promised(position(HEART, SPADE)) != [OPENING, None]
    assert promised(position(HEART, SPADE, ew=System.SAYC)) == [OPENING, None]


def test_a_card_promises_what_its_system_does_where_that_relies_on_no_change() -> None:
    changes = ({"texas": "no"}, {"drury": "none"}, {"texas": "no", "drury": "none"})
    opening, *relying = (
        promised(position(HEART, ns=ConventionCard.of(System.ACOL, options)))[0]
        for options in changes
    )
    assert opening is not None
    assert (opening.hcp, opening.lengths) == (OPENING.hcp, OPENING.lengths)
    assert relying == [None, None]


def test_an_uncounted_promise_has_to_be_borne_out_where_the_change_may_matter() -> None:
    def raise_of(**options: str) -> Ranges:
        card = ConventionCard.of(System.ACOL, options)
        raised = promised(position(HEART, PASS, RAISE, ns=card))[2]
        assert raised is not None
        return raised

    assert raise_of(texas="no") == Ranges((7, 11), ANY_LENGTHS, to_game=True)
    raised = raise_of(splinters="no")
    assert not raised.to_game
    assert raised.needed > 0
    lengths = np.zeros((4, 14))
    lengths[:, 3] = 1
    points = np.zeros(38)
    points[[9, 13]] = raised.needed + 0.01, 0.99 - raised.needed
    assert raised.hold(points, lengths)
    points[[9, 13]] = points[[13, 9]]
    assert not raised.hold(points, lengths)
    assert raised._replace(needed=0).hold(points, lengths)


@pytest.mark.parametrize(
    ("auction", "matter", "not_so"),
    [
        ("1NT P 2C", "smolen notrump_range", "bergen drury gerber kokish unusual_2nt"),
        ("1C P 1H P 4D", "splinters", "bergen drury"),
        ("1D 2S 3C", "nt_interference free_bid_forcing", "smolen"),
        ("P 1NT 2S 3C", "nt_interference defence_to_1nt", "bergen gerber"),
        ("1S P 2S", "bergen game_tries notrump_range", "smolen one_diamond_length inverted_minors"),
        ("1C P 1D P 1NT P 2C", "inverted_minors one_diamond_length checkback nt_2s", "drury"),
        ("1S P 3S P 4NT", "ace_ask kickback splinters", "smolen unusual_2nt"),
        ("2C P 2D P 2NT P 3C", "puppet_over_2nt kokish", "bergen"),
        ("2H P 2NT", "weak_two_ask two_level_openings", "bergen unusual_2nt"),
        ("P P", "", "bergen two_level_openings"),
    ],
)
def test_which_choices_may_matter_to_a_call(auction: str, matter: str, not_so: str) -> None:
    calls = parse_auction(auction, Seat.N).calls
    matters = recorded._may_matter(bytes(call.index for call in calls))
    ids = [choice.id for choice in CHOICES] * 2
    found = [one for one, does in zip(ids, matters, strict=True) if does]
    assert all(found.count(one) == 2 for one in matter.split())
    assert not set(found) & set(not_so.split())


def test_another_option_of_the_choice_that_matters_has_its_own_promise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count(monkeypatch, System.ACOL, ((HEART,), OPENING, [DRURY, NOTHING, NOTHING]))
    file, rows = recorded._released()
    ends = [[11, 15], *[[0, 13]] * 4]
    file = file._replace(
        other_row=np.array([0], dtype=np.uint32),
        other_option=np.array([[DRURY, 0]], dtype=np.uint8),
        other_ends=np.array([ends], dtype=np.uint8),
    )
    monkeypatch.setattr(recorded, "_released", lambda: (file, rows))
    options = {"none": Ranges((11, 15), ANY_LENGTHS), "reverse": None}
    for option, ranges in options.items():
        card = ConventionCard.of(System.ACOL, {"drury": option})
        assert promised(position(HEART, ns=card))[0] == ranges


def test_the_opponents_card_counts_once_they_have_bid() -> None:
    both = position(HEART, SPADE)
    for options in ({"splinters": "no"}, {"texas": "no"}):
        ew = ConventionCard.of(System.ACOL, options)
        opening, overcall = promised(
            replace(both, systems=Systems(ConventionCard(System.ACOL), ew))
        )
        assert opening == OPENING
        assert overcall == Ranges((9, 15), ANY_LENGTHS)


def test_it_is_what_the_sentence_says_whoever_asks(explainer: Explainer) -> None:
    asked = position(HEART)
    answers = [explainer.explain(asked), *explainer.refine_many([asked])]
    before = replace(asked, auction=Auction(Seat.N))
    (options,) = explainer.options_many([before])
    meanings = [answer.calls[0].meaning for answer in answers]
    meanings += [one.meaning for one in options.calls if one.call == HEART]
    assert len(meanings) == 3
    for meaning in meanings:
        assert meaning is not None
        assert meaning.promised.hcp == OPENING.hcp
        assert meaning.promised.lengths[1] == OPENING.lengths[1]
        assert "six or more hearts, 10–19 HCP" in str(meaning.sentence)


def test_the_hands_beside_it_keep_it(explainer: Explainer) -> None:
    """Although the network expects four or five hearts of most openings."""
    asked = position(HEART)
    answers = [explainer.explain(asked), *explainer.refine_many([asked])]
    (options,) = explainer.options_many([replace(asked, auction=Auction(Seat.N))])
    shapes = [answer.calls[0].shows for answer in answers]
    shapes += [answer.moments[-1].hands[3].shape for answer in answers]
    shapes += [one.shows for one in options.calls if one.call == HEART]
    assert len(shapes) == 5
    for shape in shapes:  # the other hands are made consistent with it
        assert shape.lengths[Suit.H].within(6, 8) > 0.7
        assert shape.hcp.within(10, 19) > 0.9


def test_cards_in_view_come_before_it(explainer: Explainer) -> None:
    """Eight of the hearts are seen: nobody can have six."""
    hand = parse_hand("AK5.AQJ98765.2.3")
    answer = explainer.explain(replace(position(HEART), hand=hand))
    (opener,) = (one for one in answer.moments[-1].hands if one.seat is Seat.N)
    assert opener.shape.lengths[Suit.H].within(4, 5) > 0.7


@pytest.mark.parametrize("to_game", [True, False])
def test_a_forcing_bid_after_which_recorded_auctions_end_in_game_forces_to_game(
    explainer: Explainer, monkeypatch: pytest.MonkeyPatch, to_game: bool
) -> None:
    calls = (Call.bid(1, Strain.NT), PASS, Call.bid(3, Strain.S))
    strong = Ranges((12, 37), ((5, 13), *[(0, 13)] * 3), to_game)
    count(monkeypatch, System.ACOL, (calls, strong, [UNSURE] * 3))
    meaning = explainer.explain(position(*calls)).calls[-1].meaning
    assert meaning is not None
    assert meaning.forcing is (Forcing.GAME if to_game else Forcing.ROUND)


def test_later_calls_go_on_from_it(explainer: Explainer) -> None:
    answer = explainer.explain(position(HEART, SPADE, PASS, PASS, PASS, ew=System.SAYC))
    last = answer.calls[-1].meaning
    assert last is not None
    assert last.promise.hcp == OPENING.hcp


def test_a_recorded_call_is_not_unusual(
    explainer: Explainer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However rarely the model expects it: a natural 1NT-3H is a rare call."""
    calls = (Call.bid(1, Strain.NT), PASS, Call.bid(3, Strain.H))
    asked = position(*calls, ns=ConventionCard(System.SAYC), ew=System.SAYC)
    warned = explainer.explain(asked)
    assert warned.calls[-1].unusual
    count(monkeypatch, System.SAYC, (calls, OPENING, [UNSURE] * 3))
    known = explainer.explain(asked)
    assert not known.calls[-1].unusual
    assert warned.warnings
    assert not known.warnings
