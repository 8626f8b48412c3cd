"""Features of views: relative seats, the own hand, nothing more."""

from functools import partial

import pytest
import torch

from bidding.domain.convention_card import Systems
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.layout import (
    ADJUSTMENT_LAYOUT,
    EVALUATION_LAYOUT,
    HAND_LAYOUT,
    HOLDING_LAYOUT,
    N_BIDS,
    N_SEATS,
    SYSTEM_CODE,
    TABLE_LAYOUT,
    VOCABULARY,
    Layout,
)
from bidding.encoding.views import (
    Views,
    adjustment_features,
    bid_suit_features,
    evaluation_features,
    hand_features,
    table_features,
    targets,
)
from bidding.parsing.text.hands import parse_hand
from tests import small
from tests.small import CALL, HAND

position = partial(small.position, systems=Systems.plain(System.ACOL, System.SAYC))


def block(layout: Layout, features: torch.Tensor, name: str) -> list[int]:
    """The places of the ones in one block of the first row."""
    start = 0
    for block_name, width in layout.blocks:
        if block_name == name:
            return features[0, start : start + width].nonzero().flatten().tolist()
        start += width
    raise KeyError(name)


def view(step: int, viewer: Seat, *, seen: bool = True) -> Views:
    return Views(
        torch.tensor([0]), torch.tensor([step]), torch.tensor([int(viewer)]), torch.tensor([seen])
    )


def test_the_vocabulary_has_the_41_tokens_of_the_paper() -> None:
    assert VOCABULARY == 41


def test_the_table_is_told_from_the_viewers_seat() -> None:
    batch = encode_positions([position("1D 1H X P")])
    features = table_features(batch, view(4, Seat.S))
    # 1D by partner (2), 1H by RHO (3), X of 1H by South; North is to call again.
    one_diamond, one_heart = 1, 2
    assert block(TABLE_LAYOUT, features, "events") == [
        4 * one_diamond + 2,
        4 * one_heart + 3,
        4 * (N_BIDS + one_heart) + 0,
    ]
    assert block(TABLE_LAYOUT, features, "dealer") == [2]
    assert block(TABLE_LAYOUT, features, "to_call") == [2]
    assert block(TABLE_LAYOUT, features, "closing_passes") == [1]
    assert block(TABLE_LAYOUT, features, "vulnerability") == [1]  # we, not they
    assert block(TABLE_LAYOUT, features, "systems") == [
        SYSTEM_CODE[System.ACOL],
        len(SYSTEM_CODE) + SYSTEM_CODE[System.SAYC],
    ]


def test_earlier_steps_do_not_see_later_calls() -> None:
    short = encode_positions([position("1D 1H")])
    long = encode_positions([position("1D 1H X 2H P P 3S")])
    for step in range(3):
        early, late = (table_features(b, view(step, Seat.S)) for b in (short, long))
        assert torch.equal(early, late)


def test_the_same_table_turned_looks_the_same() -> None:
    straight = encode_positions([position("1D 1H")])
    turned = encode_positions([position("1D 1H", seat=Seat.N, dealer=Seat.S)])
    assert torch.equal(
        table_features(straight, view(2, Seat.S)), table_features(turned, view(2, Seat.N))
    )


def test_an_own_hand_is_told_by_cards_points_and_lengths() -> None:
    batch = encode_positions([position("1D 1H")])
    features = hand_features(view(2, Seat.S).own_cards(batch))
    assert block(HAND_LAYOUT, features, "sees_hand") == [0]
    assert block(HAND_LAYOUT, features, "cards") == [card.index for card in HAND]
    assert len(block(HAND_LAYOUT, features, "hcp_ladder")) == 12
    assert len(block(HAND_LAYOUT, features, "length_ladders")) == 13
    assert len(block(HAND_LAYOUT, features, "suit_hcp_ladders")) == 12


def test_a_spectator_sees_no_hand_at_all() -> None:
    batch = encode_positions([position("1D 1H")])
    assert not hand_features(view(2, Seat.S, seen=False).own_cards(batch)).any()


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("AKJT985.6.A76.84", (2, 1, 5, 6, 15, 15, (7, 3, 2, 1))),
        ("AKQ2.K432.A32.32", (2, 2, 6, 6, 17, 16, (4, 4, 3, 2))),
        ("AKQJT98765432...", (1, 1, 3, 0, 19, 19, (13, 0, 0, 0))),
        ("2.32.65432.65432", (0, 0, 0, 9, 3, 2, (5, 5, 2, 1))),
    ],
)
def test_what_players_reckon_from_a_hand(hand: str, expected: tuple) -> None:
    cards = torch.zeros(1, 52, dtype=torch.bool)
    cards[0, [card.index for card in parse_hand(hand).cards]] = True
    features = evaluation_features(cards)
    names = ("aces", "kings", "controls", "losers", "short_points", "long_points")
    assert [len(block(EVALUATION_LAYOUT, features, name)) for name in names] == [*expected[:-1]]
    rungs = block(EVALUATION_LAYOUT, features, "shape_ladders")
    assert rungs == [13 * place + rung for place in range(4) for rung in range(expected[-1][place])]


def test_a_spectator_has_nothing_to_reckon() -> None:
    assert not evaluation_features(torch.zeros(1, 52, dtype=torch.bool)).any()


@pytest.mark.parametrize(
    ("hand", "counts", "stoppers", "losers"),
    [
        ("AKJT985.6.A76.84", (0, 1, 1, 1, 3, 8 + 2, 1, 0, 12, 16, 33), [0, 2], (1, 1, 2, 2)),
        ("K.QJ.98765.AJ432", (1, 2, 0, 1, 1, 8 - 2, 0, 2, 11, 11, 28), [3], (1, 2, 3, 2)),
        ("KQT.A952.T96.QJ3", (2, 1, 2, 2, 6, 8 + 0, 0, 0, 12, 12, 23), [0, 1, 3], (1, 2, 3, 2)),
        ("AT9.AT98.AQJT.T9", (1, 1, 4, 3, 11, 8 + 5, 1, 0, 16, 17, 31), [0, 1, 2], (2, 2, 1, 2)),
        ("KQ.AJ.Q2.K765432", (2, 1, 0, 0, 0, 8 - 2, 0, 1, 15, 17, 33), [0, 1, 3], (1, 1, 2, 2)),
    ],
)
def test_what_players_correct_a_count_by(
    hand: str, counts: tuple, stoppers: list[int], losers: tuple
) -> None:
    batch = encode_positions([position("1D 1H", hand=parse_hand(hand))])
    views = view(2, Seat.S)
    features = adjustment_features(batch, views, views.own_cards(batch))
    honours = ("queens", "jacks", "tens", "nines", "body", "balance")
    names = (*honours, "good_suits", "bare_honours", "notrump_points", "suit_points", "zar_points")
    found = {name: len(block(ADJUSTMENT_LAYOUT, features, name)) for name in names}
    assert found == dict(zip(names, counts, strict=True))
    assert block(ADJUSTMENT_LAYOUT, features, "stoppers") == stoppers
    rungs = block(ADJUSTMENT_LAYOUT, features, "suit_losers")
    assert rungs == [3 * suit + rung for suit in range(4) for rung in range(losers[suit])]


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("P 1H", (0, 0)),
        ("1C 1H", (0, 0)),  # two clubs are no support
        ("1D 1H X P 2S P", (12 + 3 + 1, 12 + 3 + 1)),
        ("1NT P 2C P 2D P", (0, 16)),
    ],
)
def test_points_in_support_of_partners_suits(calls: str, expected: tuple[int, int]) -> None:
    batch = encode_positions([position(calls)])
    views = view(len(calls.split()), Seat.S)
    features = adjustment_features(batch, views, views.own_cards(batch))
    rungs = block(ADJUSTMENT_LAYOUT, features, "support")
    assert rungs == [40 * place + rung for place in range(2) for rung in range(expected[place])]


def test_a_spectator_has_nothing_to_correct() -> None:
    batch = encode_positions([position("1D 1H")])
    views = view(2, Seat.S, seen=False)
    assert not adjustment_features(batch, views, views.own_cards(batch)).any()


def holding(features: torch.Tensor, name: str, seat: int) -> dict[str, list[int]]:
    """The own holding in the first or last suit of a relative seat, block by block."""
    width = HOLDING_LAYOUT.width
    start = ("first", "last").index(name) * N_SEATS * width + seat * width
    part = features[:, start : start + width]
    return {block_name: block(HOLDING_LAYOUT, part, block_name) for block_name, _ in blocks()}


def blocks() -> tuple[tuple[str, int], ...]:
    return HOLDING_LAYOUT.blocks


def test_the_own_holding_in_the_suits_that_were_bid() -> None:
    # South holds AKJT985 of spades, the six of hearts, A76 of diamonds, 84 of clubs.
    batch = encode_positions([position("1D 1H 1S 2NT 3S")])
    views = view(5, Seat.S)
    features = bid_suit_features(batch, views, views.own_cards(batch))
    nothing = {"length_ladder": [], "honours": [], "hcp_ladder": []}
    spades = {"length_ladder": [*range(7)], "honours": [0, 1, 3, 4, 5], "hcp_ladder": [*range(8)]}
    diamonds = {"length_ladder": [0, 1, 2], "honours": [0], "hcp_ladder": [*range(4)]}
    hearts = {"length_ladder": [0], "honours": [], "hcp_ladder": []}
    assert holding(features, "first", 0) == holding(features, "last", 0) == spades
    assert holding(features, "first", 1) == holding(features, "last", 1) == nothing  # 2NT
    assert holding(features, "first", 2) == diamonds
    assert holding(features, "last", 2) == spades
    assert holding(features, "first", 3) == hearts


def test_a_spectator_has_no_holding_in_any_suit() -> None:
    batch = encode_positions([position("1D 1H")])
    views = view(2, Seat.S, seen=False)
    assert not bid_suit_features(batch, views, views.own_cards(batch)).any()


def test_a_layout_refuses_what_it_did_not_declare() -> None:
    layout = Layout((("a", 2), ("b", 1)))
    right = {"a": torch.ones(1, 2), "b": torch.zeros(1, 1)}
    assert layout.join(right).tolist() == [[True, True, False]]
    with pytest.raises(ValueError, match="declared"):
        layout.join({"a": torch.ones(1, 3), "b": torch.zeros(1, 1)})
    with pytest.raises(ValueError, match="declared"):
        layout.join({"b": right["b"], "a": right["a"]})


def test_targets_are_relative_to_the_viewer() -> None:
    hands = ["63.8.KJT932.AK63", "Q2.AJT92.Q854.JT", "AKJT985.6.A76.84", "74.KQ7543..Q9752"]
    batch = encode_positions([position("1D 1H")])
    for seat, text in zip(Seat, hands, strict=True):
        batch.hands[0, seat, [card.index for card in parse_hand(text)]] = True
    truth = targets(batch, view(1, Seat.E))
    assert truth.call.tolist() == [CALL["1H"].index]
    assert truth.hcp.tolist() == [[12, 7, 11]]  # South, West, North
    assert truth.lengths[0].tolist() == [[7, 1, 3, 2], [2, 6, 0, 5], [2, 1, 6, 4]]
    assert truth.owner[0, 0] == 1  # the spade ace is with LHO
    assert truth.owner[0, 13] == 0  # the heart ace with East
    four = targets(batch, view(1, Seat.E), include_own=True)
    assert four.hcp.tolist() == [[10, 12, 7, 11]]  # East first
    assert four.lengths[0, 0].tolist() == [2, 5, 4, 2]
    assert (four.owner == truth.owner + 1).all()


def test_across_the_table_all_but_the_seat_is_the_same() -> None:
    views = Views.join([view(1, seat) for seat in Seat])
    assert views.from_partner.viewer.tolist() == [2, 3, 0, 1]
    for name in ("auction", "step", "sees_hand"):
        assert getattr(views.from_partner, name).tolist() == getattr(views, name).tolist()
