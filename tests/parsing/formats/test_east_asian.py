"""LIN in encodings of East Asia, where the second byte of a character may be that of a bar."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given

from bidding.domain.table import Seat
from bidding.parsing.formats import east_asian
from bidding.parsing.formats.lin import read_lin
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import BadBoard, Board
from bidding.parsing.formats.text_files import decode_text
from tests.parsing import dialects
from tests.strategies import seeds

BIG5, SHIFT_JIS, GBK = "big5hkscs", "cp932", "gb18030"
WRITTEN = [("big5", BIG5), ("cp950", BIG5), ("shift_jis", SHIFT_JIS), ("gbk", GBK)]
CUT = {BIG5: ("育仁", "李四"), SHIFT_JIS: ("ポール", "ボブ・ポー"), GBK: ("亅", "张瓅")}
PEOPLE = {
    BIG5: (*CUT[BIG5], "王小明", "許功蓋", "黃淑芬", "陳志豪"),
    SHIFT_JIS: (*CUT[SHIFT_JIS], "田中", "ソニア", "佐々木", "三浦"),
    GBK: (*CUT[GBK], "王芳", "张三", "刘洋", "朱镕基"),
}


def in_text(names: tuple[str, ...], seed: int, count: int = 1) -> str:
    """Boards as LIN, played by people of these names; the first sits South in the first one."""
    rng = random.Random(seed)
    made = []
    for number in range(count):
        players = tuple(rng.choice(names) for _ in Seat)
        if number == 0:
            players = (*players[:2], names[0], players[3])
        board = replace(dialects.random_board(rng), players=players, remarks=())  # type: ignore[arg-type]
        made.append(board)
    return dialects.lin_text(made, rng, vugraph=False)


def good(text: str) -> list[Board]:
    found = list(read_lin(text))
    assert not [board for board in found if isinstance(board, BadBoard)]
    return [board for board in found if isinstance(board, Board)]


@pytest.mark.parametrize(("encoding", "named"), WRITTEN)
def test_a_name_with_the_byte_of_a_bar_is_read(encoding: str, named: str) -> None:
    for name in CUT[named]:
        assert b"|" in name.encode(encoding)
        text = in_text((name,), seed=1)
        found = decode_text(text.encode(encoding))
        assert (found.text, found.encoding) == (text.replace("\r\n", "\n"), named)
        (board,) = good(found.text)
        assert board.players == (name,) * 4


@pytest.mark.parametrize(("encoding", "named"), WRITTEN)
def test_an_evening_of_such_names_is_read_as_it_was_written(encoding: str, named: str) -> None:
    text = in_text(PEOPLE[named], seed=2, count=40)
    found = decode_text(text.encode(encoding))
    assert (found.text, found.encoding) == (text.replace("\r\n", "\n"), named)
    assert len(good(found.text)) == 40


def test_one_byte_that_is_none_of_the_encoding_costs_no_board() -> None:
    text = in_text(PEOPLE[BIG5], seed=3, count=8).encode("big5")
    damaged = text.replace("王小明".encode("big5"), b"\xff" + "小明".encode("big5"), 1)
    assert damaged != text
    found = decode_text(damaged)
    assert (found.encoding, len(good(found.text))) == (BIG5, 8)
    assert found.text.count("\N{REPLACEMENT CHARACTER}") == 1


def test_a_break_far_behind_many_sound_boards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(east_asian, "_MAX_COUNTED", 8)
    text = in_text(("王小明",), seed=4, count=40) + in_text(("育仁",), seed=5)
    found = decode_text(text.encode("big5"))
    assert (found.encoding, len(good(found.text))) == (BIG5, 41)


def test_a_link_with_such_a_name_is_read() -> None:
    lin = in_text(("李四",), seed=6).replace("\r", "").replace("\n", "").replace(" ", "+")
    text = f"https://www.bridgebase.com/tools/handviewer.html?lin={lin}\n"
    (board,) = read_boards(decode_text(text.encode("big5")).text)
    assert isinstance(board, Board)
    assert board.players == ("李四",) * 4


@given(seeds)
def test_western_names_stay_western(seed: int) -> None:
    text = in_text(("Émile", "José", "Zoé", "Æ"), seed, count=3).replace("\r\n", "\n")
    found = decode_text(text.encode("cp1252"))
    assert (found.text, found.encoding) == (text, "windows-1252")


@pytest.mark.parametrize(
    "broken", ["pn|José,a|b,c,d|st||md|1|", "pn|José", "pn|José|an|é|x|y|\n", "é|é|é\n"]
)
def test_a_broken_board_makes_no_western_text_another(broken: str) -> None:
    for text in (broken, in_text(("José",), seed=7) + broken, broken + in_text(("José",), seed=8)):
        assert decode_text(text.encode("cp1252")).encoding == "windows-1252"


def test_other_texts_are_not_looked_at() -> None:
    for name in ("育仁", "許功蓋"):
        text = f'[Event "{name}"]\n[North "{name}"]\n'
        assert decode_text(text.encode("big5")).encoding == "windows-1252"


@pytest.mark.parametrize(
    "text",
    [
        *("x\nmd|x\nmd|x\n", "md|a|é|", "md||é", "|\n", "\nmd|a|é", " |", "aa|é|", "é", "\xa5|"),
        *("pn|é", "=md|", "md|\xa5||", "\x81\x30", "aa |"),
    ],
)
def test_no_text_takes_for_ever(text: str) -> None:
    data = (text * (500_000 // len(text)) + "é").encode("latin-1")
    assert decode_text(data).text
