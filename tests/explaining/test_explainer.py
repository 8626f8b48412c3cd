"""The explainer with networks whose logits are chosen: ranks, flags, words, consistency."""

import json
import logging
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side, Suit, Vulnerability
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.views import Views
from bidding.explaining import explainer
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import Explanation
from bidding.explaining.surprise import KINDS, UNUSUAL_SHARE, Curve, Scale
from bidding.jobs.kinds import model_key
from bidding.networks.advice_head import AdviceConfig, AdviceHead, save_adviser
from bidding.networks.bidder import IMPOSSIBLE, Bidder, Outputs
from bidding.networks.checkpoint import save_bidder
from bidding.tricks import estimator
from bidding.tricks.estimator import TrickEstimator
from bidding.yielding import yielding_to
from tests.released import released
from tests.small import CALL, HAND, MODEL, SMALL, Chosen, position, small_bidder, small_explainer


def explain(where: Position, **logits: float) -> Explanation:
    torch.manual_seed(5)
    return Explainer(Chosen(**logits).eval(), MODEL).explain(where)


def test_the_next_call_lists_all_legal_calls_likeliest_first() -> None:
    answer = explain(position(), **{"1S": 5.0, "X": 4.0, "1C": 9.0})
    chances = answer.moments[-1].next_call
    assert [str(chance.call) for chance in chances[:2]] == ["1S", "X"]
    assert {c.call for c in chances} == set(position().auction.legal_calls)
    assert sum(chance.probability for chance in chances) == pytest.approx(1)
    assert answer.suggestion is not None
    assert (answer.suggestion.seat, str(answer.suggestion.chance.call)) == (Seat.S, "1S")
    assert answer.suggestion.sentence.startswith("1♠ is the usual call for South")


def test_calls_are_ranked_and_flagged_by_public_chances() -> None:
    answer = explain(position("1D 1H 1S"), P=9.0, **{"1S": 3.0})
    diamond, heart, spade = answer.calls
    assert (diamond.seat, heart.seat, spade.seat) == (Seat.N, Seat.E, Seat.S)
    assert spade.rank == 2
    assert spade.likeliest == CALL["P"]
    assert spade.surprise < 0.1
    assert not spade.unusual
    assert diamond.surprise == pytest.approx(35 * diamond.probability, rel=0.05)


def test_a_call_as_unlikely_as_few_is_called_unusual() -> None:
    """Pass takes nearly all; the other 37 calls share a tail below or above the bound."""
    plain = explain(position("7D"), P=9.0).calls[0]
    absurd = explain(position("7D"), P=11.0).calls[0]
    assert not plain.unusual
    assert plain.surprise > UNUSUAL_SHARE
    assert absurd.unusual
    assert absurd.surprise < UNUSUAL_SHARE
    assert absurd.sentence == f"{plain.sentence} An unusual call here: take this as a rough guess."


def test_what_calls_show_does_not_depend_on_the_viewer() -> None:
    """With a hand and without, though the hands of who has none are made to agree."""
    fresh = small_explainer(exact=True)
    seen, blind = fresh.explain_many([position("1D 1H 1S"), position("1D 1H 1S", hand=None)])
    for one, other in zip(seen.calls, blind.calls, strict=True):
        assert one.shows.hcp.probabilities == pytest.approx(other.shows.hcp.probabilities, abs=1e-6)
        for mine, theirs in zip(one.shows.lengths, other.shows.lengths, strict=True):
            assert mine.probabilities == pytest.approx(theirs.probabilities, abs=1e-6)


def test_only_the_viewers_own_calls_have_a_chance_from_the_own_hand() -> None:
    answer = explain(position("1D 1H 1S P"))
    assert [call.own_probability is None for call in answer.calls] == [True, True, False, True]
    blind = explain(position("1D 1H 1S P", hand=None))
    assert all(call.own_probability is None for call in blind.calls)


def test_what_a_call_shows_is_the_callers_hand_as_the_next_player_would_see_it_blind() -> None:
    """The stub gives RHO 12-14 HCP, and every call is explained from the caller's left."""
    for call in explain(position("1D 1H X 4H")).calls:
        assert call.shows.hcp.interval() == (12, 14)
        assert (
            f"{call.seat.full_name}'s {call.call.symbol} usually shows 12–14 HCP" in call.sentence
        )


@pytest.mark.parametrize("spectator", [False, True])
def test_every_moment_is_consistent(spectator: bool) -> None:
    where = position("1D 1H X 4H P P P", None if spectator else HAND)
    answer = explain(where)
    assert [moment.n_calls for moment in answer.moments] == list(range(8))
    own = set() if spectator else {card.index for card in HAND}
    for moment in answer.moments:
        seats = {hand.seat for hand in moment.hands}
        assert seats == (set(Seat) if spectator else set(Seat) - {Seat.S})
        for card in range(52):
            total = sum(hand.cards[card] for hand in moment.hands)
            assert total == pytest.approx(0 if card in own else 1, abs=1e-6)
        for hand in moment.hands:
            assert sum(hand.cards) == pytest.approx(13, abs=1e-6)
            assert sum(hand.shape.hcp.probabilities) == pytest.approx(1)
            for suit in Suit:
                assert sum(hand.shape.lengths[suit].probabilities) == pytest.approx(1)


def test_an_auction_that_is_over_has_no_next_call() -> None:
    answer = explain(position("P P P P"))
    assert answer.moments[-1].next_call == ()
    assert answer.moments[-1].to_call is None
    assert answer.suggestion is None


def test_many_positions_at_once_are_answered_as_one_by_one() -> None:
    where = [position("1D 1H"), position("P P 1S 2D X P", hand=None), position("")]
    explainer = small_explainer(exact=True)
    together = explainer.explain_many(where)
    for one, answer in zip(where, together, strict=True):
        alone = explainer.explain(one)
        assert [c.sentence for c in alone.calls] == [c.sentence for c in answer.calls]
        assert alone.surprise.share == pytest.approx(answer.surprise.share, abs=1e-5)
        for r, s in zip(alone.system_evidence, answer.system_evidence, strict=True):
            assert r.log_likelihoods == pytest.approx(s.log_likelihoods, abs=1e-4)
        for a, b in zip(alone.moments, answer.moments, strict=True):
            assert a.hands[0].cards == pytest.approx(b.hands[0].cards, abs=1e-5)
    assert explainer.explain_many([]) == []


def test_the_json_is_plain_and_complete() -> None:
    document = json.loads(json.dumps(explain(position("1D 1H 1S 4H")).to_json()))
    assert document.pop("refined") is False
    assert set(document) == {
        "position", "model", "adviser", "interval_level", "systems", "surprise", "calls", "moments",
        "suggestion",
    }  # fmt: skip
    assert document["position"]["hand"] == "AKJT985.6.A76.84"
    assert document["model"] == MODEL.to_dict()
    hand = document["moments"][2]["hands"]["W"]
    assert len(hand["hcp"]["probabilities"]) == 38
    assert {len(hand["lengths"][suit.name]["probabilities"]) for suit in Suit} == {14}
    assert {len(hand["cards"][suit.name]) for suit in Suit} == {13}
    assert hand["cards"]["S"][0] == 0  # the spade ace is South's
    assert "probabilities" not in document["calls"][0]["shows"]["hcp"]
    shown = document["calls"][0]["shows"]["hcp"]
    assert set(shown) == {"low", "high", "median", "probability", "nearest"}
    assert set(shown["nearest"]) == {"low", "high", "probability"}
    assert set(document["systems"]) == {"ns", "ew"}
    assert document["systems"]["ns"]["assumed"] == "sayc"


class OneSystem(Bidder):
    """Expects 1S of those who play Acol and a pass of all others; by a hand, another way round."""

    def forward(self, batch: AuctionBatch, views: Views, *args: Any, **kinds: Any) -> Outputs:
        outputs = super().forward(batch, views, *args, **kinds)
        side = batch.seat[views.auction, views.step] % 2
        acol = batch.systems[views.auction, side] == SYSTEM_CODE[System.ACOL]
        chosen = torch.where(acol ^ views.sees_hand, CALL["1S"].index, PASS.index)
        logits = torch.zeros_like(outputs.call)
        logits[torch.arange(len(chosen)), chosen] = 3.0
        illegal = outputs.call <= IMPOSSIBLE
        return outputs._replace(call=logits.masked_fill(illegal, IMPOSSIBLE))


def systems_of(where: Position, **kinds: bool) -> Explanation:
    torch.manual_seed(5)
    return Explainer(OneSystem(SMALL).eval(), MODEL).explain_many([where], **kinds)[0]


def test_each_side_is_read_under_every_system_the_other_as_stated() -> None:
    """North opens 1S, East passes: N-S look like Acol, E-W like anything but."""
    likelier = 3.0  # in nats, up to what the call leaves to others
    ns, ew = systems_of(position("1S P")).system_evidence
    assert (ns.side, ew.side) == (Side.NS, Side.EW)
    assert ns.likeliest is System.ACOL
    acol, sayc = (ns.log_likelihoods[SYSTEM_CODE[s]] for s in (System.ACOL, System.SAYC))
    assert acol - sayc == pytest.approx(likelier, abs=1e-4)
    assert ns.sentence is None  # Acol's players make such a call more often; it is not unusual
    doubted = replace(ns, in_doubt=True)
    assert doubted.sentence == "North-South's calls look more like Acol than SAYC."
    assert ew.likeliest is System.SAYC
    assert ew.sentence is None


def test_the_viewers_own_calls_are_given_the_hand() -> None:
    """South passes first and West bids 1S: given that hand an Acol player would pass."""
    auction = Auction.of(Seat.S, (CALL["P"],))
    seen, blind = (Position(hand, Seat.S, auction, Vulnerability.NS) for hand in (HAND, None))
    assert systems_of(seen).system_evidence[0].likeliest is System.ACOL
    assert systems_of(blind).system_evidence[0].likeliest is System.SAYC
    own = systems_of(seen).calls[0]
    assert own.own_probability is not None
    assert own.own_probability < own.probability


def test_without_comparison_there_is_no_evidence_for_systems() -> None:
    short, whole = (systems_of(position("1S P"), compare=c) for c in (False, True))
    assert short.system_evidence == ()
    assert short.to_json()["systems"] == {}
    for a, b in zip(short.calls, whole.calls, strict=True):
        assert a.probability == pytest.approx(b.probability)
        assert a.sentence == b.sentence


def test_surprises_are_shares_of_the_scale_where_there_is_one() -> None:
    """A scale on which every surprise above -1 belongs to one in ten thousand."""
    rare = Curve((-9.0,) * 12 + (-1.0,))
    scale = Scale(dict.fromkeys(KINDS, rare), dict.fromkeys(KINDS, (rare,) * 9))
    with_scale = small_explainer(scale=scale).explain(position("1D 1H X"))
    without = small_explainer().explain(position("1D 1H X"))
    assert [call.surprise for call in with_scale.calls] == [0.0001] * 3
    # Of the others' calls only those that hardly any hand makes are; South's are from the hand.
    assert [call.unusual for call in with_scale.calls] == [False, False, True]
    assert with_scale.surprise.counted
    assert with_scale.surprise.share == 0.0001
    assert with_scale.surprise.sentence in with_scale.warnings
    assert not without.surprise.counted


def test_an_auction_without_calls_is_not_surprising() -> None:
    answer = explain(position(""))
    assert answer.surprise.share == 1
    assert answer.warnings == ()


def test_it_is_said_once_that_there_is_no_solver(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As a node starts, which asks for an analysis."""
    monkeypatch.setitem(sys.modules, "endplay", None)
    with caplog.at_level(logging.WARNING):
        one = small_explainer()
        assert one.analyst is one.analyst
    (record,) = caplog.records
    assert "tricks of known deals are estimated" in record.getMessage()


@pytest.mark.parametrize("exact", [False, True])
def test_tricks_are_estimated_in_the_numbers_that_are_fastest_unless_exact(
    monkeypatch: pytest.MonkeyPatch, exact: bool
) -> None:
    monkeypatch.setattr(explainer, "fast_dtype", lambda device: torch.bfloat16)
    analyst = small_explainer(exact=exact).analyst
    assert isinstance(analyst.estimator, TrickEstimator)
    assert analyst.estimator.compute_dtype is (torch.float32 if exact else torch.bfloat16)


@pytest.mark.parametrize("refined", [False, True])
def test_calls_show_how_many_aces_and_kings(refined: bool) -> None:
    explainer = small_explainer()
    where = position("1D 1H")
    ask = explainer.refine_many if refined else explainer.explain_many
    (document,) = (answer.to_json() for answer in ask([where]))
    assert document["refined"] == refined
    hands = [hand for moment in document["moments"] for hand in moment["hands"].values()]
    shown = [call["shows"] for call in document["calls"]]
    assert all(("aces" in hand) == refined for hand in hands)
    for told in (*shown, *(hands if refined else [])):
        assert told["unclear"] in (True, False)
        assert "key_cards" not in told
        for kind in ("aces", "kings"):
            chances = told[kind]["distribution"]
            assert len(chances) == 5
            assert sum(chances) == pytest.approx(1, abs=1e-5)
            expected = sum(number * chance for number, chance in enumerate(chances))
            assert told[kind]["expected"] == pytest.approx(expected, abs=1e-4)


def test_key_cards_are_counted_in_the_suit_that_was_asked_in() -> None:
    """South raises spades, is asked for key cards, and shows two."""
    systems = Systems.plain(System.TWO_OVER_ONE, System.TWO_OVER_ONE)
    where = replace(position("1S P 3S P 4NT P 5H P", hand=None), systems=systems)
    answer = released().explain(where)
    assert [call.honours.trump for call in answer.calls[:4]] == [None] * 4
    assert [call.honours.trump for call in answer.calls[4:]] == [Suit.S, None] * 2
    key_cards = answer.calls[6].honours.key_cards
    assert key_cards is not None
    assert key_cards.probabilities[2] > 0.9
    (refined,) = released().refine_many([where])
    south = {hand.seat: hand for hand in refined.moments[-1].hands}[Seat.S].honours
    assert south is not None
    assert south.trump is Suit.S
    assert south.key_cards is not None
    assert max(south.key_cards.probabilities) == south.key_cards.probabilities[2]


def test_nothing_is_refined_where_nothing_is_asked() -> None:
    assert small_explainer().refine_many([]) == []


@pytest.mark.parametrize("kind", ["explain", "refine", "analyse", "options"])
def test_others_may_be_answered_amid_a_long_answer_which_stays_the_same(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimator, "_CPU_BATCH", 64)
    subject = small_explainer()
    where, other = position("1D 1H 1S 2C 2D"), position("1NT P")
    asks: dict[str, Callable[[], Any]] = {
        "explain": lambda: subject.explain(where),
        "refine": lambda: subject.refine_many([where])[0],
        "analyse": lambda: SimpleNamespace(to_json=lambda: subject.analyse(where, None).sums),
        "options": lambda: subject.options(where),
    }
    alone, expected = asks[kind]().to_json(), subject.explain(other).to_json()
    amid: list[Any] = []
    with yielding_to(lambda: amid.append(subject.explain(other).to_json())):
        assert asks[kind]().to_json() == alone
    assert len(amid) > 2
    assert all(answer == expected for answer in amid)


def test_a_very_long_auction_is_not_refined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explainer, "MOST_REFINED_CALLS", 2)
    subject = small_explainer()
    asked = [position(calls) for calls in ("1D 1H P", "1D 1H", "1D 1H P P", "1D")]
    answers = subject.refine_many(asked)
    assert [answer.position for answer in answers] == asked
    assert [answer.refined for answer in answers] == [False, True, False, True]
    assert answers[0].to_json() == subject.explain(asked[0]).to_json()


@pytest.mark.parametrize("name", ["adviser", "estimator", "scale"])
def test_an_exchanged_file_gives_the_answers_of_a_model_other_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(explainer, "RELEASED", tmp_path)  # where the estimator is
    bidder = save_bidder(small_bidder(seed=1), tmp_path, name="test", version="1", recipe="tiny")
    adviser = AdviceHead(AdviceConfig(bidder.sha256, inputs=SMALL.readout_width))
    exchange: dict[str, Callable[[str], object]] = {
        "adviser": lambda name: save_adviser(adviser, tmp_path, version=name, recipe="tiny"),
        "estimator": (tmp_path / "estimator.json").write_text,
        "scale": (tmp_path / "surprise.json").write_text,
    }
    keys = []
    for content in ("one", "another", "one"):
        exchange[name](content)
        model = Explainer.load(tmp_path).model
        assert model.to_dict() == bidder.to_dict()
        keys.append(model_key(asdict(model)))
    assert keys[0] == keys[2] != keys[1]
