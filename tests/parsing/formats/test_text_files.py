"""Bytes of any encoding to text.

In encodings of East Asia the second byte of a character may be that of a bar of LIN.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.errors import BridgeError
from bidding.domain.table import Seat
from bidding.parsing.formats import text_files
from bidding.parsing.formats.lin import read_lin
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import BadBoard, Board
from bidding.parsing.formats.text_files import (
    DecodedText,
    LineNumbers,
    UnreadableText,
    codec_of,
    decode_text,
)
from tests.parsing import dialects
from tests.parsing.outcome import outcome
from tests.strategies import seeds

TEXT = '[Event "Łódź – coupe d’été ♠"]\n[Board "1"]\n'

BIG5, SHIFT_JIS, GBK = "big5hkscs", "cp932", "gb18030"
WRITTEN = [("big5", BIG5), ("cp950", BIG5), ("shift_jis", SHIFT_JIS), ("gbk", GBK)]
CUT = {BIG5: ("育仁", "李四"), SHIFT_JIS: ("ポール", "ボブ・ポー"), GBK: ("亅", "张瓅")}
PEOPLE = {
    BIG5: (*CUT[BIG5], "王小明", "許功蓋", "黃淑芬", "陳志豪"),
    SHIFT_JIS: (*CUT[SHIFT_JIS], "田中", "ソニア", "佐々木", "三浦"),
    GBK: (*CUT[GBK], "王芳", "张三", "刘洋", "朱镕基"),
}


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16-le"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32-le"),
    ],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_every_unicode_encoding_and_line_end(encoding: str, named: str, ends: str) -> None:
    found = decode_text(TEXT.replace("\n", ends).encode(encoding))
    assert (found.text, found.encoding) == (TEXT, named)


@pytest.mark.parametrize(
    ("stated", "named"),
    [
        ("Big5", "big5"),
        ("SJIS", "shift_jis"),
        ("gbk", "gbk"),
        ("ISO-2022-JP", "iso2022_jp"),
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32-le"),
    ],
)
def test_an_encoding_may_be_stated(stated: str, named: str) -> None:
    assert codec_of(stated) == named
    text = "pn|王,李|\n"
    data = text.encode(named) + "\x1a".encode(named)
    assert decode_text(data, codec_of(stated)) == DecodedText(text, named)


def test_a_mark_is_believed_before_what_is_stated() -> None:
    assert decode_text("pn|é|".encode("utf-8-sig"), "big5") == DecodedText("pn|é|", "utf-8")


@pytest.mark.parametrize(("stated", "reason"), [("big5", "multibyte"), ("utf-8", "start byte")])
def test_what_is_not_in_the_stated_encoding_is_refused(stated: str, reason: str) -> None:
    with pytest.raises(
        UnreadableText, match=f"begins like {stated} but is not: .*{reason}.* byte 3"
    ):
        decode_text(b"pn|\xff|", stated)


@pytest.mark.parametrize("name", ["big6", "base64", "", "a\0b", "\udce9"])
def test_a_name_of_no_encoding_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no encoding; there are big5, gb18030"):
        codec_of(name)


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_western_encodings(encoding: str) -> None:
    text = "Coupe d'été, Sven-Åke, 5£\n"
    assert decode_text(text.encode(encoding)).text == text
    assert decode_text(text.encode(encoding)).encoding == "windows-1252"


def test_typographic_marks_of_windows_and_its_unused_bytes() -> None:
    assert decode_text("“good” – 5€".encode("cp1252")).text == "“good” – 5€"
    assert decode_text(b"\xe9!\x81").text == "é!\x81"


@pytest.mark.parametrize(
    "padding",
    ["\x1a", "\0", "\x1a" + 127 * "\0", 500 * "\x1a", "\x1a\r\n", 3 * "\0" + "\r\n", "\x1a\0\x1a"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-16", "utf-32"])
def test_what_fills_the_last_block_of_a_dos_text_is_no_text(padding: str, encoding: str) -> None:
    text = "pn|été ♠ ਅ|"  # the last letter but one, U+0A05, has the byte of a line end
    assert decode_text(f"{text}\r\n{padding}".encode(encoding)).text == f"{text}\n"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16-le"])
def test_padding_of_single_bytes_ends_a_short_text(encoding: str) -> None:
    data = "né|a|\r\n".encode(encoding)
    assert decode_text(data + b"\0").text == "né|a|\n"
    assert decode_text(data + "\x1a".encode(encoding) + 117 * b"\0").text == "né|a|\n"


def test_what_was_in_memory_behind_the_end_of_a_dos_text_is_no_text() -> None:
    text = '[Site "Malmö"]\r\n'
    for encoding, named in (("utf-8", "utf-8"), ("cp1252", "windows-1252")):
        data = text.encode(encoding) + b'\x1a\xff\0[Board "9'
        assert decode_text(data) == DecodedText(text.replace("\r", ""), named)


def test_a_damaged_board_behind_the_end_mark_of_another_text_is_kept() -> None:
    joined = '[Site "x"]\n\x1a\n[Site "M\x01"]\n'
    assert decode_text(joined.encode()).text == joined


@pytest.mark.parametrize("empty", [b"\x1a", b"\r\n\x1a", 128 * b"\x1a"])
def test_an_empty_dos_text_is_empty(empty: bytes) -> None:
    assert not decode_text(empty).text.strip()


def test_a_text_behind_the_end_mark_of_another_is_kept() -> None:
    joined = "pn|a|\n\x1apn|b|\n"
    assert decode_text(joined.encode() + b"\x1a\0\0").text == joined


@pytest.mark.parametrize("encoding", ["windows-1250", "iso8859-2", "cp852"])
@pytest.mark.parametrize(
    "names",
    [
        ("Żak", "Świątek", "Łoś"),
        ("Małgorzata Więcek", "Jan Wójcik"),
        ("Jańczak", "Paździoch"),
        ("Dvořák", "Němec"),
        ("ŻABIŃSKA", "Gołąb"),
        ("Szőcs", "Gőgös", "Lakatos"),
    ],
)
def test_central_european_names(names: tuple[str, ...], encoding: str) -> None:
    """Names whose letters are the same bytes in two of the encodings tell none of them."""
    text = "".join(f'[North "{name}"]\n' for name in names)
    found = decode_text(text.encode(encoding))
    assert (found.text, found.encoding == "windows-1252") == (text, False)


@pytest.mark.parametrize(
    "name",
    [
        *("Sven-Åke Sjöberg", "Bjørn Kjærsgård", "Søren Ægidius", "Muñoz", "MUÑOZ", "Zoé Œuvrard"),
        *(
            "Thérèse",
            "François Lefèvre",
            "Größe",
            "João Simões",
            "L’Hôte",
            "Nicolò",
            "Þórður",
            "°C",
        ),
    ],
)
def test_western_names(name: str) -> None:
    text = f'[North "{name}"]\n'
    assert decode_text(text.encode("cp1252")) == DecodedText(text, "windows-1252")


def test_nothing_is_an_empty_text() -> None:
    assert decode_text(b"").text == ""


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\xef\xbb\xbfab\xff", "begins like utf-8 but is not"),
        (b"\xff\xfea\x00b", "begins like utf-16-le but is not"),
        (b"\xfe\xff\xd8\x00\x00a", "begins like utf-16-be but is not"),
        (b"PK\x03\x04 \x00 some bytes", "NUL"),
        (b"pn|a\x00b|", "NUL"),
        (b"pn|a|\n\x1a" + 200 * b"\x00" + b"pn|b|\n" + 200 * b" " + b"\x1a", "NUL"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, fault: str) -> None:
    with pytest.raises(UnreadableText, match=fault):
        decode_text(data)


@given(st.binary())
def test_any_bytes_are_a_text_or_a_named_fault(data: bytes) -> None:
    found, error = outcome(decode_text, data)
    assert (found is None) == isinstance(error, BridgeError)
    assert found is None or not {"\r", "\0"} & set(found.text)


@given(st.text(alphabet="ab\n"))
def test_lines_are_counted_from_one(text: str) -> None:
    lines = LineNumbers(text)
    assert [lines.at(place) for place in range(len(text))] == [
        text.count("\n", 0, place) + 1 for place in range(len(text))
    ]


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
    monkeypatch.setattr(text_files, "_MAX_COUNTED", 8)
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
