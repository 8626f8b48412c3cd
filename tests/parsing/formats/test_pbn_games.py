"""A PBN text cut into games: where one ends, what belongs to which section."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bidding.parsing.formats import pbn_games
from bidding.parsing.formats.pbn_games import (
    _TOKEN,
    MAX_FOR_ALL,
    MAX_INHERITED_SHARE,
    Tag,
    Word,
    read_games,
)
from bidding.parsing.formats.recorded_boards import OtherTag

ONE = '[Board "1"]\n[Deal "x"]\n[Auction "N"]\n1C AP\n'
TWO = ONE.replace('"1"', '"2"')


def numbers(text: str) -> list[str]:
    return [game.value("Board") for game in read_games(text)]


@pytest.mark.parametrize("divider", ["\n", " \t \n", "\n\n\n", "", "\n%\n; x\n\n", "\n{ x\n\n}\n"])
def test_games_are_divided_by_the_tags_that_begin_one(divider: str) -> None:
    assert numbers(ONE + divider + TWO) == ["1", "2"]


@pytest.mark.parametrize("gap", ["\n\n", "\n \n\n\n"])
def test_an_empty_line_after_each_line_ends_no_game(gap: str) -> None:
    after = '[Note "1:three"]\n[Play "E"]\nSA S2\n[Site "x"]\n'
    text = '[Event "e"]\n' + ONE.replace(" AP", " =1= AP") + after
    spaced = (text + TWO).replace("\n", gap)
    first, second = read_games(spaced)
    assert list(first.tags) == ["Event", "Board", "Deal", "Auction", "Play", "Site"]
    assert [word.text for word in first.auction] == ["1C", "=1=", "AP"]
    assert (first.notes, first.sections, first.fault) == ({"1": "three"}, {"Play": "SA S2"}, None)
    assert (second.value("Board"), second.fault) == ("2", None)


def test_a_header_before_an_empty_line_is_the_first_games() -> None:
    (game,) = read_games('[Event "x"]\n\n' + ONE)
    assert (game.value("Event"), game.value("Board"), game.line) == ("x", "1", 1)


def test_lines_below_a_tag_are_kept() -> None:
    table = '[ScoreTable "Rank;Name"]\n1 "a [b]" {c}\n\n 2 "d"\n'
    (game,) = read_games(ONE + table + '[Note "1:x"]\n[Room "Open"]\n')
    assert game.sections == {"ScoreTable": '1 "a [b]" {c}\n2 "d"'}
    assert game.others == [OtherTag("Note", "1:x")]


@pytest.mark.parametrize("gap", ["\n", " \n\n", "\n{ about\n\nit }\n", "\n% x\n\n; y\n"])
def test_what_names_no_board_after_an_empty_line_is_still_the_games(gap: str) -> None:
    parts = [
        '[Event "x"]\n[Board "1"]\n[Deal "x"]\n',
        '[Contract "1C"]\n[Declarer "N"]\n',
        '[Auction "N"]\n1C =1= AP\n',
        '[Note "1:three"]\n',
        '[Play "E"]\nSA\n',
    ]
    text = gap.join([*parts, '[Event "x"]\n[Board "2"]\n'])
    first, second = read_games(text)
    assert list(first.tags) == ["Event", "Board", "Deal", "Contract", "Declarer", "Auction", "Play"]
    assert [word.text for word in first.auction] == ["1C", "=1=", "AP"]
    assert (first.notes, first.sections, first.fault) == ({"1": "three"}, {"Play": "SA"}, None)
    line = text[: text.index("[Auction")].count("\n") + 1
    assert (first.line, first.line_of("Auction"), first.auction[0].line) == (1, line, line + 1)
    assert (second.line, second.value("Board")) == (
        text[: text.rindex("[Event")].count("\n") + 1,
        "2",
    )


@pytest.mark.parametrize(
    ("after", "found"),
    [
        ('[Auction "N"]\n1C\n', ["1", ""]),  # the second of its kind
        ('[Play "N"]\nSA\n\n[Auction "N"]\n1C\n', ["1", ""]),
        ('[Play "N"]\nSA\n[Deal "y"]\n', ["1", ""]),
        ('[Play "N"]\n[Board "2"]\n[Deal "y"]\n', ["1", "2"]),  # as the first one opens
        ('[Room "Open"]\n[Deal "y"]\n', ["1", ""]),
        ("SA\n", ["1", ""]),
    ],
)
def test_what_could_be_another_board_is_not_the_games(after: str, found: list[str]) -> None:
    assert numbers(f"{ONE}\n{after}") == found


@pytest.mark.parametrize("text", ["", "\n\n", "% PBN 2.1\n", "; x\n{ y }\n", '[Event "##x"]\n'])
def test_no_game(text: str) -> None:
    assert numbers(text) == []


def test_lines_of_tags_and_words() -> None:
    (game,) = read_games('% PBN\n\n[Board\n"1"] [Deal "x"]\n[Auction "N"]\n1C {why\nnot} AP ; so\n')
    assert game.line == 3
    assert game.tags == {"Board": Tag("1", 3), "Deal": Tag("x", 4), "Auction": Tag("N", 5)}
    assert game.auction == [
        Word("1C", 6),
        Word("why not", 6, is_comment=True),
        Word("AP", 7),
        Word("so", 7, is_comment=True),
    ]


def test_notes_belong_to_the_section_they_follow() -> None:
    before, after = '[Note "1:a"]\n', '[Note "1:b"]\n[Note "2:c:d"]\n[Play "N"]\nSA\n[Note "3:e"]\n'
    (game,) = read_games(before + ONE + after)
    assert game.notes == {"1": "b", "2": "c:d"}
    assert game.sections == {"Play": "SA"}


def test_a_tag_said_again_is_passed_over_where_it_makes_no_board() -> None:
    (game,) = read_games('[Board "1"]\n[Room "Open"]\n[Room "Closed"]\n')
    assert (game.value("Room"), game.fault) == ("Open", None)
    assert game.others == [OtherTag("Room", "Closed")]


def test_unknown_values_are_empty_and_absent_tags_are_where_the_game_is() -> None:
    (game,) = read_games('\n\n[Board "?"]\n[Room " Open "]\n')
    assert (game.value("Board"), game.value("Room"), game.value("Event")) == ("", "Open", "")
    assert (game.line_of("Room"), game.line_of("Event")) == (4, 3)


@pytest.mark.parametrize("broken", ['[Room "x]', "[Room x]", '["x"]', "[Room", '[R oom "x"]'])
def test_a_broken_tag_is_a_fault_of_its_game_alone(broken: str) -> None:
    first, second = read_games(f"{ONE}{broken}\n\n{TWO}")
    assert first.fault is not None
    assert first.fault[0] == 5
    assert (second.value("Board"), second.fault) == ("2", None)


def test_only_so_many_tags_are_inherited_by_all_games() -> None:
    header = "\n".join(f'[Tag{number} "##x"]' for number in range(MAX_FOR_ALL + 2))
    bad, game = read_games(f"{header}\n\n{ONE}")
    assert bad.fault is not None
    assert (bad.fault[0], "at most 100" in bad.fault[1].fault) == (MAX_FOR_ALL + 1, True)
    assert (len(game.tags), game.fault) == (MAX_FOR_ALL + 3, None)


@pytest.mark.parametrize("first", ["", "##"])
def test_games_inherit_no_more_than_so_many_times_the_text(first: str) -> None:
    """One long value, handed down to hundreds of games, would fill memory and disk."""
    header = f'[Event "{first}{"x" * 10_000}"]\n[Board "0"]\n'
    text = header + "".join(f'\n[Board "{number}"]\n[Event "#"]\n' for number in range(1, 500))
    games = list(read_games(text))
    inherited = sum(len(game.value("Event")) for game in games)
    assert 10_000 < inherited < (MAX_INHERITED_SHARE + 1) * len(text)
    assert games[1].fault is None
    assert games[-1].fault is not None
    assert "too much is inherited" in games[-1].fault[1].fault


@pytest.mark.parametrize("end", ["", "}"])
def test_an_unclosed_comment_is_not_searched_beyond_its_game(
    monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    lengths = []

    class Counted:
        def finditer(self, text: str, position: int = 0) -> Iterator[re.Match[str]]:
            for match in _TOKEN.finditer(text, position):
                lengths.append(len(match[0]))
                yield match

    monkeypatch.setattr(pbn_games, "_TOKEN", Counted())
    text = (ONE + "{ never closed\n\n") * 100 + end
    games = list(read_games(text))
    assert [line for game in games for line, _ in game.warnings] == [
        6 * n + 5 for n in range(100 - len(end))
    ]
    assert sum(lengths) <= len(text)
