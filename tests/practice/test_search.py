"""Themes come up where a teacher would say so, and for the player whose turn it is."""

from __future__ import annotations

import pytest

from bidding.domain.auction import Auction
from bidding.domain.conventions import CONVENTIONS
from bidding.domain.table import Seat
from bidding.parsing.text.auctions import parse_auction
from bidding.practice.boards import THEMES, PracticeBoard, Theme, UnknownTheme, theme_called
from bidding.practice.search import SITUATIONS, BidBoard, comes_up

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


def test_themes_know_only_what_there_is() -> None:
    for theme in THEMES.values():
        assert theme.calls | theme.after_partner | theme.over <= set(CONVENTIONS), theme.id
        assert not theme.situation or theme.situation in SITUATIONS, theme.id
        assert theme.name, theme.id
        assert theme.about.endswith((".", "?")), theme.id
    assert len(THEMES) >= 40
    assert {theme.situation for theme in THEMES.values()} - {""} == set(SITUATIONS)


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(UnknownTheme, match="there is no theme staymen; the themes are opening, "):
        theme_called("staymen")
