"""Bytes of any encoding to text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.errors import BridgeError
from bidding.parsing.text_files import LineNumbers, UnreadableText, decode_text
from tests.parsing.outcome import outcome

TEXT = '[Event "Łódź – coupe d’été ♠"]\n[Board "1"]\n'


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


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_western_encodings(encoding: str) -> None:
    text = "Coupe d'été, Sven-Åke, 5£\n"
    assert decode_text(text.encode(encoding)).text == text
    assert decode_text(text.encode(encoding)).encoding == "windows-1252"


def test_typographic_marks_of_windows_and_its_unused_bytes() -> None:
    assert decode_text("“good” – 5€".encode("cp1252")).text == "“good” – 5€"
    assert decode_text(b"\xe9!\x81").text == "é!\x81"


def test_the_end_mark_of_dos_is_no_text() -> None:
    assert decode_text(b"pn|a|\r\n\x1a").text == "pn|a|\n"


def test_nothing_is_an_empty_text() -> None:
    assert decode_text(b"").text == ""


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\xef\xbb\xbfab\xff", "begins as utf-8 and is not"),
        (b"\xff\xfea\x00b", "begins as utf-16-le and is not"),
        (b"\xfe\xff\xd8\x00\x00a", "begins as utf-16-be and is not"),
        (b"PK\x03\x04 \x00 some bytes", "NUL"),
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
