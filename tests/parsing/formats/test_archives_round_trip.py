"""Boards written in any dialect of PBN and LIN are read back as they were."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.parsing.formats.lin import lin_pieces, read_lin
from bidding.parsing.formats.pbn import pbn_pieces, read_pbn
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import BadBoard, Board
from bidding.parsing.formats.text_files import decode_text
from tests.parsing import dialects
from tests.strategies import seeds

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
LINE_ENDS = ("\n", "\r\n", "\r")


def boards_of(seed: int) -> tuple[random.Random, list[Board]]:
    rng = random.Random(seed)
    return rng, [dialects.random_board(rng) for _ in range(rng.randrange(1, 5))]


def in_a_file(text: str, rng: random.Random) -> str:
    """The text as it comes out of a file in some encoding with some line ends."""
    ends = text.replace("\r\n", "\n").replace("\n", rng.choice(LINE_ENDS))
    return decode_text(ends.encode(rng.choice(ENCODINGS))).text


SECTIONS = (
    '[ActionTable "Call\\\\4R;Count\\\\3R"]\n"1 NT" 3\nPass 4\n',
    '[OptimumResultTable "Declarer;Denomination\\\\2R;Result\\\\2R"]\nN NT 9\nE  S  4\n',
    '[Tool "a; {b} [c]"]\n',
    "{a comment [of the board], and more}\n",
)


@given(seeds, st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\r\r\n", "\n\r", "\n \t\n"]))
def test_files_in_hostile_layouts_are_written_again_as_they_were(seed: int, ends: str) -> None:
    """Each board with sections of other programs, in its file's line ends and encoding.

    Where each line has an empty one after it, the event and the number come before the deal.
    """
    rng, boards = boards_of(seed)
    spaced = len(ends.replace("\r\n", "\n")) > 1
    games = [
        dialects.pbn_game(board, rng, in_order=spaced)
        + "".join(rng.sample(SECTIONS, rng.randrange(4)))
        for board in boards
    ]
    text = "\n".join(games).replace("\r\n", "\n").replace("\n", ends)
    encoding = rng.choice([*ENCODINGS, "cp1252"])
    decoded = decode_text(text.encode(encoding, errors="replace")).text
    found = good(list(read_boards(decoded)))
    assert [essence(board) for board in found] == [essence(board) for board in boards]
    again = good(list(read_pbn("".join(pbn_pieces(found)))))
    lin = good(list(read_lin("".join(lin_pieces(found)))))
    for board, pbn_board, lin_board in zip(found, again, lin, strict=True):
        assert replace(pbn_board, line=0, others=()) == replace(board, line=0, others=())
        assert sorted(pbn_board.others) == sorted(lin_board.others) == sorted(board.others)
        assert (essence(lin_board), lin_board.tricks) == (essence(board), board.tricks)
        assert (lin_board.lead, lin_board.play) == (board.lead, board.play)


def good(found: list[Board | BadBoard]) -> list[Board]:
    assert not [board for board in found if isinstance(board, BadBoard)]
    return [board for board in found if isinstance(board, Board)]


@given(seeds)
def test_pbn_is_read_back(seed: int) -> None:
    rng, boards = boards_of(seed)
    text = in_a_file(dialects.pbn_text(boards, rng), rng)
    found = good(list(read_pbn(text)))
    assert [replace(board, line=0, others=()) for board in found] == boards


@given(seeds, st.booleans())
def test_lin_is_read_back(seed: int, vugraph: bool) -> None:
    rng, boards = boards_of(seed)
    text = in_a_file(dialects.lin_text(boards, rng, vugraph), rng)
    found = good(list(read_lin(text)))
    said = [
        replace(board, line=0, event="", room="", contract="", others=(), play=())
        for board in found
    ]
    names = [tuple(name.replace(",", "") for name in board.players) for board in boards]
    assert said == [
        replace(board, event="", contract="", players=players)
        for board, players in zip(boards, names, strict=True)
    ]
    assert {board.event for board in found} == ({"Club final"} if vugraph else {""})


@given(seeds, st.sampled_from(["pbn", "lin"]), st.floats(0, 1))
def test_a_text_that_is_cut_off_gives_none_but_its_own_boards(
    seed: int, kind: str, share: float
) -> None:
    """A truncated last board is refused, or has lost nothing that makes a board."""
    rng, boards = boards_of(seed)
    text = written(boards, rng, kind)
    for board in read(kind, text[: int(share * len(text))]):
        if isinstance(board, Board) and is_whole(board):
            assert essence(board) in [essence(original) for original in boards]


@given(seeds, st.sampled_from(["pbn", "lin"]), st.sampled_from("~@\x00§\u2028\xa0ſ^"))
def test_a_foreign_character_never_makes_another_board(seed: int, kind: str, char: str) -> None:
    """In the place of another, or between two; a space only between, for 5D without its 5 is D, a
    double in some files."""
    rng, boards = boards_of(seed)
    text = written(boards, rng, kind)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(text))
        text = text[:place] + char + text[place + (not char.isspace() and rng.randrange(2)) :]
    for board in read(kind, text):
        if isinstance(board, Board) and is_whole(board):
            assert essence(board) in [essence(original) for original in boards]


@given(seeds, st.sampled_from(["pbn", "lin"]))
def test_a_text_with_anything_changed_is_read_or_refused_by_name(seed: int, kind: str) -> None:
    """Any letter may turn into another: what still reads well is at least a board by the Laws."""
    rng, boards = boards_of(seed)
    text = list(written(boards, rng, kind))
    alphabet = "".join(text) + '[]{}"%;|=\\\n\t#*+-?!$'
    for _ in range(rng.randrange(1, 9)):
        text[rng.randrange(len(text))] = rng.choice(alphabet)
    check_any("".join(text), kind)


@given(st.text() | st.text(alphabet='[]{}";%|=#*\\\n AuctionDeal:NESWmdsvpq123'), st.booleans())
def test_any_text_is_read_or_refused_by_name(text: str, as_pbn: bool) -> None:
    check_any(text, "pbn" if as_pbn else "lin")


def check_any(text: str, kind: str) -> None:
    lines = text.count("\n") + 1
    for board in read(kind, text):
        assert 1 <= board.line <= lines
        if isinstance(board, BadBoard):
            assert board.code
            assert board.fault
        elif board.deal is not None:
            assert sum(len(list(hand or ())) for hand in board.hands) == 52


def written(boards: list[Board], rng: random.Random, kind: str) -> str:
    if kind == "pbn":
        return dialects.pbn_text(boards, rng)
    return dialects.lin_text(boards, rng, vugraph=rng.random() < 0.5)


def read(kind: str, text: str) -> list[Board | BadBoard]:
    return list(read_pbn(text) if kind == "pbn" else read_lin(text))


def is_whole(board: Board) -> bool:
    """Return True if the board has everything that training needs."""
    over = board.auction is not None and board.auction.is_over
    return board.deal is not None and board.vulnerability is not None and over


def essence(board: Board) -> tuple[object, ...]:
    """Return the values that a misread board would get wrong."""
    return board.dealer, board.vulnerability, board.hands, board.auction


@pytest.mark.parametrize("kind", ["pbn", "lin"])
def test_a_thousand_boards_make_no_detour(kind: str) -> None:
    rng = random.Random(7)
    boards = [dialects.random_board(rng) for _ in range(1000)]
    assert [essence(board) for board in good(read(kind, written(boards, rng, kind)))] == [
        essence(board) for board in boards
    ]


@pytest.mark.parametrize("kind", ["pbn", "lin"])
@pytest.mark.parametrize(
    "text",
    [
        '[A "' * 20_000,
        '[A "\\' * 20_000,
        "\\" * 50_000,
        '[Event "' + "\\" * 50_000,
        "{" * 50_000,
        "[" * 50_000,
        "|" * 50_000,
        "md|" * 30_000,
        "pn|a|" * 20_000,
        "mb|" + "p" * 50_000,
        "=" * 50_000,
        '[Auction "N"]' + " 1C" * 20_000,
        '[Auction "N"]\n' + "=1=" * 20_000,
        "x lin=" * 10_000,
        "?lin=a" * 10_000,
    ],
)
def test_no_text_takes_for_ever(kind: str, text: str) -> None:
    for board in read(kind, text):
        assert board.line == 1 or "\n" in text
