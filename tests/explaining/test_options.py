"""Options: the same as the explanation of the call once it is made."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Suit
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import ExplainedCall, Options
from bidding.networks.bidder import Bidder
from tests.released import released
from tests.small import position, small_explainer

POSITIONS = (
    position(""),
    position("1D 1H"),
    position("1D 1H", hand=None),
    position("1D 1H", seat=Seat.W),
    position("P P 1NT X", systems=Systems.plain(System.SAYC, System.ACOL)),
    position("1S X XX 7NT P P", systems=Systems.plain(System.SAYC, System.UNKNOWN)),
)


@pytest.fixture(scope="module")
def small() -> Explainer:
    """In float32: in bfloat16 a batch of another size rounds otherwise."""
    return small_explainer(exact=True)


def once_made(explainer: Explainer, where: Position, option: ExplainedCall) -> ExplainedCall:
    """The explanation of the call after it has been made."""
    longer = replace(where, auction=where.auction.after(option.call))
    return explainer.explain(longer).calls[-1]


def assert_same(option: ExplainedCall, made: ExplainedCall) -> None:
    names = ("index", "seat", "call", "rank", "likeliest", "unusual", "sentence")
    for name in names:
        assert getattr(option, name) == getattr(made, name), name
    for name in ("probability", "surprise", "own_probability"):
        assert getattr(option, name) == pytest.approx(getattr(made, name), abs=1e-5), name
    for kind in ("aces", "kings", "key_cards"):
        counts = [getattr(one.honours, kind) for one in (option, made)]
        shown, later = (None if count is None else count.probabilities for count in counts)
        assert shown == (later and pytest.approx(later, abs=1e-5)), kind
    assert option.honours.trump == made.honours.trump
    shown, expected = option.shows, made.shows
    assert shown.hcp.probabilities == pytest.approx(expected.hcp.probabilities, abs=1e-5)
    for suit in Suit:
        of_suit = expected.lengths[suit].probabilities
        assert shown.lengths[suit].probabilities == pytest.approx(of_suit, abs=1e-5)


@pytest.mark.parametrize("where", POSITIONS)
def test_every_legal_call_is_an_option_the_likeliest_first(
    small: Explainer, where: Position
) -> None:
    options = small.options(where).calls
    assert {option.call for option in options} == set(where.auction.legal_calls)
    assert [option.rank for option in options] == list(range(1, len(options) + 1))
    assert sum(option.probability for option in options) == pytest.approx(1)
    assert {option.likeliest for option in options} == {options[0].call}
    assert {option.seat for option in options} == {where.auction.turn}
    assert {option.index for option in options} == {len(where.auction.calls)}


@pytest.mark.parametrize("where", POSITIONS)
def test_an_untrained_model_explains_it_the_same_once_a_call_is_made(
    small: Explainer, where: Position
) -> None:
    for option in small.options(where).calls[::5]:
        assert_same(option, once_made(small, where, option))


def test_the_released_model_explains_it_the_same_once_a_call_is_made() -> None:
    """In float32; common and absurd calls, of the viewer and of others, in other systems too."""
    explainer = released(exact=True)
    for where in POSITIONS[1:]:
        options = explainer.options(where).calls
        assert len({option.sentence for option in options}) > len(options) // 2
        for option in (options[0], options[1], options[-1]):
            assert_same(option, once_made(explainer, where, option))


def test_the_released_model_knows_what_calls_would_show() -> None:
    """North opens: a strong notrump is balanced, a weak two has six cards, 2C is strong."""
    options = released(exact=True).options(position("", hand=None)).calls
    shows = {str(option.call): option.shows for option in options}
    low, high = shows["1NT"].hcp.interval()
    assert (low, high) == pytest.approx((15, 17), abs=1)
    assert shows["1NT"].facts.balanced
    assert shows["2S"].facts.at_least[Suit.S] >= 5
    assert shows["2C"].hcp.mean > shows["1NT"].hcp.mean > shows["P"].hcp.mean


def test_only_the_viewers_own_options_have_a_chance_from_the_own_hand(small: Explainer) -> None:
    own = small.options(position("1D 1H")).calls
    chances = small.explain(position("1D 1H")).moments[-1].next_call
    assert sum(option.own_probability or 0 for option in own) == pytest.approx(1)
    expected = {chance.call: chance.probability for chance in chances}
    for option in own:
        assert option.own_probability == pytest.approx(expected[option.call], abs=1e-6)
    for others in (position("1D 1H", hand=None), position("1D 1H", seat=Seat.E)):
        assert all(option.own_probability is None for option in small.options(others).calls)


def test_many_positions_are_answered_in_one_pass_as_one_by_one(
    small: Explainer, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = position("1C P P P")
    passes: list[int] = []
    forward = Bidder.forward

    def counted(bidder: Bidder, *given: object, **named: object) -> object:
        passes.append(1)
        return forward(bidder, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Bidder, "forward", counted)
    together = small.options_many([over, *POSITIONS, over])
    assert len(passes) == 1
    assert [len(options.calls) > 0 for options in together] == [False, *[True] * 6, False]
    for where, options in zip(POSITIONS, together[1:-1], strict=True):
        for one, other in zip(small.options(where).calls, options.calls, strict=True):
            assert_same(one, other)


def test_nothing_may_be_called_in_an_ended_auction(small: Explainer) -> None:
    ended = small.options(position("P P P P"))
    assert ended.calls == ()
    assert ended.to_json()["to_call"] is None
    assert ended.to_json()["options"] == []
    assert small.options_many([]) == []


def test_the_json_is_plain_and_has_for_each_option_what_it_has_for_a_call(
    small: Explainer,
) -> None:
    options: Options = small.options(position("1D 1H"))
    document = json.loads(json.dumps(options.to_json()))
    assert set(document) == {"position", "model", "interval_level", "to_call", "options"}
    assert document["to_call"] == "S"
    made = small.explain(position("1D 1H 1S")).to_json()["calls"][-1]
    option = next(one for one in document["options"] if one["call"] == "1S")
    assert set(option) == set(made)
    assert option["shows"]["sentence"] == made["shows"]["sentence"]
