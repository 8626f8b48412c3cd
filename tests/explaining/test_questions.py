"""What is asked: every view in its row, and the same auctions under other systems."""

from dataclasses import replace
from functools import partial

import torch

from bidding.domain.calls import ALL_CALLS
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.layout import AS_IN_BASE, N_SYSTEMS, SYSTEM_CODE
from bidding.explaining.questions import Calls, Questions, questions_about, with_alternative_systems
from tests import small
from tests.small import CALL

ACOL_POLISH = Systems.plain(System.ACOL, System.POLISH_CLUB)


position = partial(small.position, dealer=Seat.W, systems=ACOL_POLISH)


PLAYER, SPECTATOR, EMPTY = position("1C P 1S"), position("P 1NT", hand=None), position("")


def view(questions: Questions, row: int) -> tuple[int, int, Seat, bool]:
    """Auction, step, viewer and whether the hand is seen."""
    views = questions.views
    auction, step, viewer = (int(part[row]) for part in (views.auction, views.step, views.viewer))
    return auction, step, Seat(viewer), bool(views.sees_hand[row])


def systems_of(questions: Questions, row: int) -> tuple[System, System]:
    """What N-S and E-W play in the auction of a row."""
    ns, ew = questions.batch.systems[questions.views.auction[row]].tolist()
    return list(System)[ns], list(System)[ew]


def test_a_player_asks_each_moment_with_the_own_hand_and_as_everybody() -> None:
    questions = questions_about([PLAYER])
    assert questions.step.tolist() == [0, 1, 2, 3]
    turns = [Seat.W, Seat.N, Seat.E, Seat.S]
    for step, turn in enumerate(turns):
        assert view(questions, step) == (0, step, turn, False)
        assert view(questions, int(questions.viewers[step])) == (0, step, Seat.S, True)
    assert len(questions.across) == 0


def test_a_spectator_asks_as_everybody_and_from_across_the_table() -> None:
    questions = questions_about([PLAYER, SPECTATOR])
    blind = questions.viewers[~questions.sees_hand]
    turns = [Seat.W, Seat.N, Seat.E]
    for step, turn in enumerate(turns):
        assert view(questions, int(blind[step])) == (1, step, turn, False)
        assert view(questions, int(questions.across[step])) == (1, step, turn.partner, False)


def test_own_calls_are_given_the_hand_and_all_others_none() -> None:
    questions = questions_about([position("1C P 1S P P"), SPECTATOR])
    rows = [view(questions, int(row)) for row in questions.rows.stated]
    assert rows == [
        (0, 0, Seat.W, False),
        (0, 1, Seat.N, False),
        (0, 2, Seat.E, False),
        (0, 3, Seat.S, True),
        (0, 4, Seat.W, False),
        (1, 0, Seat.W, False),
        (1, 1, Seat.N, False),
    ]
    assert questions.calls.own.tolist() == [row[-1] for row in rows]
    assert questions.step[questions.rows.before].tolist() == [row[1] for row in rows]


def test_every_call_is_asked_under_every_other_system_of_its_side() -> None:
    questions = questions_about([PLAYER, SPECTATOR])
    assert questions.rows.alternatives is not None
    rows = questions.rows.alternatives.view(-1, N_SYSTEMS - 1)
    assert len(rows) == 5
    for call, stated in enumerate(questions.rows.stated.tolist()):
        caller = view(questions, stated)[2]
        for row in rows[call].tolist():
            assert view(questions, row)[1:] == view(questions, stated)[1:]
        found = {systems_of(questions, row) for row in rows[call].tolist()}
        if caller in (Seat.N, Seat.S):
            expected = {(s, System.POLISH_CLUB) for s in System if s is not System.ACOL}
        else:
            expected = {(System.ACOL, s) for s in System if s is not System.POLISH_CLUB}
        assert found == expected


def test_rows_of_other_systems_come_back_in_the_order_of_systems() -> None:
    """Give each row the code of the system it asks about, and look where it arrives."""
    questions = questions_about([PLAYER, SPECTATOR])
    calls, side = questions.calls, questions.calls.side
    batch = with_alternative_systems(calls.batch)
    alternatives = calls.alternatives
    asked = batch.systems[alternatives.auction, side.repeat_interleave(N_SYSTEMS - 1)]
    stated = calls.batch.systems[calls.auction, side]
    expected = torch.arange(N_SYSTEMS).expand(len(stated), -1)
    assert torch.equal(calls.by_system(stated, asked), expected)


def test_other_systems_have_none_of_a_cards_choices() -> None:
    card = ConventionCard.of(System.ACOL, {"notrump_range": "15-17"})
    given = encode_positions([replace(PLAYER, systems=Systems(card, card))])
    batch = with_alternative_systems(given)
    departs = (batch.choices != AS_IN_BASE).any(-1)
    assert departs[0].all()
    assert departs[1:].tolist() == [[False, True]] * 6 + [[True, False]] * 6


def test_other_systems_change_nothing_but_one_sides_system() -> None:
    given = encode_positions([PLAYER, EMPTY])
    batch = with_alternative_systems(given)
    assert len(batch) == 2 + 2 * 2 * (N_SYSTEMS - 1)
    ours = [SYSTEM_CODE[System.ACOL], SYSTEM_CODE[System.POLISH_CLUB]]
    for row in range(2, len(batch)):
        origin = (row - 2) // (2 * (N_SYSTEMS - 1))
        assert torch.equal(batch.calls[row], given.calls[origin])
        assert torch.equal(batch.hands[row], given.hands[origin])
        assert batch.dealer[row] == given.dealer[origin]
        assert sum(a != b for a, b in zip(batch.systems[row].tolist(), ours, strict=True)) == 1
    pairs = {tuple(pair) for pair in batch.systems[2 : 2 + 8].tolist()}
    assert len(pairs) == 8


def test_without_comparison_only_the_stated_systems_are_asked_about() -> None:
    whole, short = (questions_about([PLAYER, SPECTATOR], compare=c) for c in (True, False))
    assert short.rows.alternatives is None
    replies = short.of_calls
    assert len(short.batch) == 2 + replies
    assert len(short.views) == len(whole.views) - 5 * (N_SYSTEMS - 1)
    for row in range(len(short.views) - replies):
        assert view(short, row) == view(whole, row)


def test_partners_are_asked_after_a_pass_of_the_opponent_between() -> None:
    """West opens 1C, North passes, East bids 1S: East is asked after 1C P, West after 1S P."""
    questions = questions_about([PLAYER], compare=False)
    opening, passed, response = questions.rows.replies.tolist()
    assert opening == 2
    assert passed == -1
    auction, *asked = view(questions, response)
    assert asked == [4, Seat.W, False]
    assert questions.batch.calls[auction, :4].tolist() == [CALL["1C"].index, 0, CALL["1S"].index, 0]


def test_an_auction_without_calls_has_one_moment_and_no_calls() -> None:
    questions = questions_about([EMPTY])
    assert questions.step.tolist() == [0]
    assert len(questions.rows.stated) == len(questions.rows.before) == 0


def test_calls_know_what_was_called_and_by_whom() -> None:
    batch = encode_positions([PLAYER, SPECTATOR])
    calls = Calls.of(batch, torch.tensor([2, 2]), torch.tensor([True, False]))
    assert [str(ALL_CALLS[index]) for index in calls.made.tolist()] == ["1C", "P", "1S", "P", "1NT"]
    assert calls.side.tolist() == [1, 0, 1, 1, 0]
