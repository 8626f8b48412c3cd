"""Themes come up where a teacher would say so, and for the player whose turn it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bidding.domain.auction import Auction
from bidding.domain.cards import hcp
from bidding.domain.convention_card import CHOICES, ConventionCard, Systems
from bidding.domain.conventions import CONVENTIONS
from bidding.domain.position import BiddingTable
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.explaining.analysis.analysis import Step
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.words import parse_call
from bidding.practice import search
from bidding.practice.boards import (
    THEMES,
    PracticeBoard,
    Theme,
    UnknownTheme,
    shipped_pool,
    theme_called,
    themes_for,
)
from bidding.practice.practice_documents import BoardSearch, ThemedTable
from bidding.practice.search import (
    SITUATIONS,
    BidBoard,
    FoundBoards,
    Turn,
    bid_boards,
    comes_up,
    robot_calls_on,
    search_on,
    theme_of,
    with_changes,
)
from tests.released import released

HANDS = PracticeBoard(0).hands


def auction(text: str) -> Auction:
    return parse_auction(text, Seat.N)


def occasions(theme: Theme, bid: Auction, names: list[str]) -> list[int]:
    """The indices of the calls at which the theme comes up for their callers."""
    board = BidBoard(bid, names, (), HANDS)
    turns = [turn for seat in Seat for turn in board.turns(seat)]
    return sorted(turn.index for turn in turns if comes_up(theme, turn))


@pytest.mark.parametrize(
    ("theme", "calls", "found"),
    [
        ("opening", "P 1S P 2S P P P", [1]),
        ("third_seat", "P P 1S P 2S P P P", [2]),
        ("opening_1nt", "1NT P 3NT P P P", [0]),
        ("opening_2nt", "P 2NT P P P", [1]),
        ("raise_major", "1H P 3H P 4H P P P", [2]),
        ("raise_major", "1H 2C 2H P P P", [2]),
        ("raise_major", "1D P 3D P P P", []),
        ("notrump_raise", "1NT P 3NT P P P", [2]),
        ("notrump_raise", "1NT P P P", [2]),
        ("notrump_raise", "1NT P 2C P 2H P 3NT P P P", []),
        ("lebensohl", "1NT 2H 2S P P P", [2]),
        ("forcing_notrump", "1S P 1NT P 2S P P P", [2]),
        ("rebid", "1D P 1S P 1NT P P P", [4]),
        ("rebid", "1D 1H 1S P 1NT P P P", []),
        ("over_takeout_double", "1S X 2S P P P", [2]),
        ("notrump_overcall", "1S 1NT P P P", [1]),
        ("advance", "1D 1S P 2S P P P", [3]),
        ("over_notrump", "1NT 2H P P P", [1]),
        ("balancing", "1H P P 1S P P P", [3]),
        ("balancing", "1H P 2H P P 2S P P P", [5]),
        ("balancing", "1H P 4H P P P", []),
        ("competitive_decision", "1H 1S 2H 2S 3H P P 3S P P P", [5, 7, 8, 10]),
        ("slam", "1NT P 6NT P P P", [0, 2]),
    ],
)
def test_situations(theme: str, calls: str, found: list[int]) -> None:
    bid = auction(calls)
    assert occasions(THEMES[theme], bid, [""] * len(bid.calls)) == found


def test_meanings() -> None:
    bid = auction("1NT P 2C P 2H P 4H P P P")
    names = ["natural", "", "stayman", "", "stayman_answer", "", "natural", "", "", ""]
    found = {
        theme: occasions(THEMES[theme], bid, names)
        for theme in ("stayman", "stayman_answer", "after_stayman", "jacoby_transfer")
    }
    assert found == {
        "stayman": [2],
        "stayman_answer": [4],
        "after_stayman": [6],
        "jacoby_transfer": [],
    }


def test_over_their_call() -> None:
    bid = auction("2H X P 2S P P P")
    names = ["weak_two", "takeout_double", "", "natural", "", "", ""]
    assert occasions(THEMES["over_preempt"], bid, names) == [1]
    assert occasions(THEMES["answer_takeout_double"], bid, names) == [3]


def test_natural_overcalls_only() -> None:
    bid = auction("1S 2S P 3H P P P")
    names = ["natural", "michaels", "", "natural", "", "", ""]
    assert occasions(THEMES["overcall"], bid, names) == []
    assert occasions(THEMES["overcall"], bid, ["natural"] * 7) == [1]


def test_the_length_of_the_suit_bid() -> None:
    """North has six spades, East four hearts."""
    bid, names = auction("2S P P P"), ["weak_two", "", "", ""]
    assert occasions(THEMES["weak_two"], bid, names) == [0]
    bid, names = auction("P 2H P P P"), ["", "weak_two", "", "", ""]
    assert occasions(THEMES["weak_two"], bid, names) == []
    assert occasions(THEMES["answer_weak_two"], bid, names) == [3]


def test_mini_splinters_are_no_splinters() -> None:
    bid = auction("1S P 3C P 4S P P P")
    found = {
        name: occasions(THEMES["splinter"], bid, ["natural", "", name, *[""] * 5])
        for name in ("splinter", "mini_splinter")
    }
    assert found == {"splinter": [2, 4], "mini_splinter": []}


@pytest.mark.parametrize(
    ("calls", "names", "index", "theme"),
    [
        ("1NT P 2C P P P", ["natural", "", "stayman"], 2, "stayman"),
        ("2H P 4H P P P", ["weak_two", "", "natural"], 2, "answer_weak_two"),
        ("P P 1S P P P", ["", "", "natural"], 2, "third_seat"),
        ("1NT P 6NT P P P", ["", "", ""], 2, "slam"),
        ("P P P P", [""] * 4, 0, None),
    ],
)
def test_the_theme_of_a_turn_is_the_one_that_says_most(
    calls: str, names: list[str], index: int, theme: str | None
) -> None:
    names = names + [""] * 8
    turn = Turn(BidBoard(auction(calls), names, (), HANDS), index)
    assert theme_of(turn, Systems()) == theme


def test_themes_know_only_what_there_is() -> None:
    for theme in THEMES.values():
        assert theme.calls | theme.after_partner | theme.over <= set(CONVENTIONS), theme.id
        assert not theme.situation or theme.situation in SITUATIONS, theme.id
        assert theme.name, theme.id
        assert theme.about.endswith((".", "?")), theme.id
        known = {one.id: {option.id for option in one.options} for one in CHOICES}
        assert all(options <= known[choice] for choice, options in theme.choices.items()), theme.id
    assert len(THEMES) >= 40
    assert {theme.situation for theme in THEMES.values()} - {""} == set(SITUATIONS)


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(UnknownTheme, match="there is no theme staymen; the themes are changes, "):
        theme_called("staymen")


def test_changes_come_up_at_the_call_and_for_partner_who_answers_it() -> None:
    board = BidBoard(auction("1D P 1H P 2H P P P"), [""] * 8, (), HANDS, frozenset({2}))
    turns = [turn for seat in Seat for turn in board.turns(seat)]
    assert [turn.index for turn in turns if comes_up(THEMES["changes"], turn)] == [4, 2]


@pytest.mark.parametrize(
    ("base", "options", "offered", "missing"),
    [
        ("sayc", {}, "jacoby_two_notrump", "changes"),
        ("sayc", {"jacoby_2nt": "no"}, "changes", "jacoby_two_notrump"),
        ("sayc", {"bergen": "bergen"}, "bergen_raise", "drury"),
        ("standard", {"bergen": "none"}, "drury", "bergen_raise"),
        ("sayc", {"two_level_openings": "multi"}, "opening", "weak_two"),
        ("precision", {}, "drury", "strong_two_clubs"),
    ],
)
def test_themes_follow_the_card(
    base: str, options: dict[str, str], offered: str, missing: str
) -> None:
    themes = {theme.id for theme in themes_for(ConventionCard.of(System(base), options))}
    assert offered in themes
    assert missing not in themes


# --- Tables of a theme ----------------------------------------------------------------------------


def test_robots_call_for_everybody_until_the_theme_comes_up_for_a_person() -> None:
    explainer = released(exact=True)
    pool = shipped_pool(System.SAYC)
    assert pool is not None
    board = PracticeBoard(pool.of("after_stayman")[0])
    table = BiddingTable(board.hands, Auction(board.dealer), board.vulnerability, draw=7)
    asked = [ThemedTable(table, theme) for theme in ("after_stayman", "michaels")]
    late, never = robot_calls_on(explainer, asked)
    [bid] = bid_boards(explainer.reader, [board], Systems())
    auction = late.table.auction
    assert auction.turn is Seat.S
    assert bid.names[len(auction.calls) - 2] in THEMES["after_stayman"].after_partner
    assert late.to_json()["calls"] == list(map(str, auction.calls))
    assert late.table.draw == 7
    assert never.table == robot_calls_on(explainer, [table])[0].table


# --- Boards of a card ----------------------------------------------------------------------------


def searched(wanted: BoardSearch, parts: int = 99) -> Step[FoundBoards]:
    """The search after so many parts, or at its end; sums pass through the database."""
    explainer = released(exact=True)
    sums: dict[str, Any] | None = None
    for _ in range(parts):
        step = search_on(explainer.reader, explainer.model, wanted, sums)
        if step.answer is not None:
            break
        sums = json.loads(json.dumps(step.sums))
    return step


def weak_notrump(**wanted: Any) -> BoardSearch:
    card = {"base": "sayc", "options": {"notrump_range": "12-14"}}
    return BoardSearch.read({"seed": 3, "system": card, "opponents": "acol", **wanted})


def test_boards_are_found_where_the_changed_choice_comes_up() -> None:
    found = searched(weak_notrump(count=6, theme="changes")).answer
    assert found is not None
    assert len({board.deal_number for board in found.boards}) == 6
    bidder, systems = released(exact=True).reader, found.wanted.cards
    ours = bid_boards(bidder, found.boards, systems)
    plain = bid_boards(bidder, found.boards, Systems.plain(System.SAYC, System.ACOL))
    assert sum(a.auction != b.auction for a, b in zip(ours, plain, strict=True)) >= 5
    assert any(parse_call("1NT") in one.auction.calls for one in ours)


def test_boards_of_a_theme_are_bid_as_the_card_says() -> None:
    found = searched(weak_notrump(count=3, theme="opening_1nt")).answer
    assert found is not None
    assert len(found.boards) == 3
    assert all(11 <= hcp(board.hands[Seat.S]) <= 14 for board in found.boards)


def test_a_plain_card_changes_nothing() -> None:
    bidder = released(exact=True).reader
    boards = [PracticeBoard(4 * deal) for deal in range(6)]
    bid = bid_boards(bidder, boards, Systems())
    assert with_changes(bidder, boards, bid, Systems()) == bid


def test_a_search_ends_with_what_it_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_SEARCH_PARTS", 2)
    step = searched(weak_notrump(count=32, theme="after_transfer", level="close"))
    assert step.answer is not None
    assert len(step.answer.boards) < 32
    assert step.answer.to_json()["searched"] == 64
