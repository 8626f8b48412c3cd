"""Boards written as PBN or LIN are read back unchanged."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.cards import Card, Deal
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.formats.lin import lin_pieces, read_lin
from bidding.parsing.formats.pbn import pbn_pieces, read_pbn
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import (
    BadBoard,
    Board,
    OtherTag,
    Remark,
    completed_hands,
    outcome_of,
)
from bidding.parsing.formats.text_files import decode_text
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.words import with_suit_symbols
from tests.parsing import dialects
from tests.strategies import auctions, cards, deals, seats, seeds, vulnerabilities

# Anything a keyboard types, blanks single and inside only, as both readers leave them.
texts = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=30).map(
    lambda text: with_suit_symbols(" ".join(text.split()))
)
names = texts.filter(lambda text: text != "?")
explanations = texts.filter(lambda text: text != "!")
marks = st.sampled_from(["", "!", "??", "$25", "!? $7"])


TAGS = ("Date", "Scoring", "Stage", "HomeTeam", "VisitTeam", "Generator", "LIN_zz", "DDTricks")
others = st.builds(OtherTag, st.sampled_from(TAGS), names.filter(bool), st.just("")) | st.builds(
    OtherTag,
    st.sampled_from(["OptimumResultTable", "ScoreTable"]),
    names,
    st.lists(st.sampled_from(["N NT 9", '"a [b] ; {c}" 4', "= - * +"]), min_size=1).map("\n".join),
)


@st.composite
def remarks(draw: st.DrawFn, position: int) -> Remark:
    explanation = draw(explanations)
    alerted = bool(explanation) or draw(st.booleans())
    return Remark(position, alerted, explanation, draw(texts), draw(marks))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board of which anything may be unknown; its auction may be running or passed out."""
    deal, known = draw(deals), draw(st.sets(seats))
    hands = tuple(deal[seat] if seat in known else None for seat in Seat)
    auction = draw(auctions()) if draw(st.booleans()) else None
    if auction is not None and not auction.calls:
        auction = None
    n_calls = 0 if auction is None else len(auction.calls)
    said = [draw(remarks(place)) for place in sorted(draw(st.sets(st.integers(0, 30), max_size=4)))]
    contract = auction.contract if auction is not None else None
    leader = hands[contract.leader] if contract is not None else None
    play: tuple[Card, ...] = ()
    if leader is not None and draw(st.booleans()):
        lead = draw(st.sampled_from(sorted(leader)))
        play = (lead, *(card for card in draw(st.lists(cards, unique=True)) if card != lead))
    return Board(
        line=0,
        event=draw(names),
        number=draw(st.none() | st.integers(1, 999_999)),
        room=draw(st.sampled_from(["", "Open", "Closed", "13"])),
        players=(draw(names), draw(names), draw(names), draw(names)),
        dealer=auction.dealer if auction is not None else draw(st.none() | seats),
        vulnerability=draw(st.none() | vulnerabilities),
        hands=completed_hands(hands),  # type: ignore[arg-type]
        auction=auction,
        remarks=tuple(
            one for one in said if one.position < n_calls and one != Remark(one.position)
        ),
        systems=(draw(names), draw(names)),
        contract=outcome_of(auction),
        lead=play[0] if play else None,
        tricks=draw(st.none() | st.integers(0, 13)),
        play=play[1:] and play,
        others=tuple(draw(st.lists(others, max_size=4, unique_by=lambda other: other.name))),
    )


def essence(found: Iterable[Board | BadBoard]) -> list[Board]:
    """The boards, without their lines, and the other tags in one order."""
    assert all(isinstance(board, Board) for board in found)
    return [
        replace(board, line=0, others=tuple(sorted(board.others)))
        for board in found
        if isinstance(board, Board)
    ]


@given(st.lists(boards(), max_size=4))
def test_pbn_is_read_back(written: list[Board]) -> None:
    assert essence(list(read_pbn("".join(pbn_pieces(written))))) == essence(written)


@given(st.lists(boards(), max_size=4))
def test_lin_is_read_back(written: list[Board]) -> None:
    found = essence(list(read_lin("".join(lin_pieces(written)))))
    assert found == essence([as_lin(board) for board in written])


@given(st.lists(boards(), max_size=3))
def test_lin_and_pbn_in_turn_lose_nothing_more(written: list[Board]) -> None:
    lin = list(read_lin("".join(lin_pieces(written))))
    pbn = list(read_pbn("".join(pbn_pieces(essence(lin)))))
    assert essence(list(read_lin("".join(lin_pieces(essence(pbn)))))) == essence(lin)


def as_lin(board: Board) -> Board:
    """Return the part of a board that LIN can represent."""
    return replace(
        board,
        event=without(board.event, "|,"),
        players=tuple(without(name, "|,") for name in board.players),  # type: ignore[arg-type]
        remarks=tuple(
            replace(
                remark,
                explanation=without(remark.explanation, "|"),
                comment=without(remark.comment, "|"),
            )
            for remark in board.remarks
        ),
        contract="",
    )


@pytest.mark.parametrize(
    "systems", [("2/1GF - 2/1 Game Force", "21-a0e2"), ("", "WJ05"), ("SAYC", "our own")]
)
@pytest.mark.parametrize(("pieces", "read"), [(pbn_pieces, read_pbn), (lin_pieces, read_lin)])
def test_the_names_of_systems_are_read_back(
    pieces: Callable[[list[Board]], Iterator[str]],
    read: Callable[[str], Iterator[Board | BadBoard]],
    systems: tuple[str, str],
) -> None:
    (found,) = read("".join(pieces([replace(ALERTED, systems=systems)])))
    assert isinstance(found, Board)
    assert found.systems == systems


def without(text: str, marks: str) -> str:
    for mark in marks:
        text = text.replace(mark, " ")
    return " ".join(text.split())


@given(seeds)
def test_the_boards_of_archives_are_read_back(seed: int) -> None:
    rng = random.Random(seed)
    written = [dialects.random_board(rng) for _ in range(3)]
    assert [replace(board, line=0) for board in read_pbn("".join(pbn_pieces(written)))] == written
    for board, original in zip(read_lin("".join(lin_pieces(written))), written, strict=True):
        assert isinstance(board, Board)
        assert (board.hands, board.auction, board.remarks) == (
            original.hands,
            original.auction,
            original.remarks,
        )


PIECES = {"pbn": pbn_pieces, "lin": lin_pieces}
TAGGED = (OtherTag("HomeTeam", "Reds"), OtherTag("Date", "2026"), OtherTag("", "close"))
ALERTED = Board(
    line=1,
    event="Club night",
    number=5,
    players=("Nora", "", "Sven", ""),
    dealer=Seat.N,
    vulnerability=Vulnerability.NS,
    auction=parse_auction("1NT P 2H P", Seat.N),
    remarks=(
        Remark(0, alerted=True, explanation="15-17"),
        Remark(2, alerted=True, explanation="transfer", comment="5+ spades", marks="!"),
    ),
)


def test_pbn_looks_as_its_standard_says() -> None:
    text = "".join(pbn_pieces([ALERTED]))
    assert text.startswith(
        '% PBN 2.1\n\n[Event "Club night"]\n[Site "?"]\n[Date "?"]\n[Board "5"]\n'
    )
    assert '[Dealer "N"]\n[Vulnerable "NS"]\n[Deal "N:- - - -"]\n' in text
    assert '[Auction "N"]\n1NT =1= Pass 2H ! =2= {5+ spades} Pass\n' in text
    assert '[Note "1:15-17"]\n[Note "2:transfer"]\n' in text


def test_calls_with_one_explanation_refer_to_one_note() -> None:
    remarks = (Remark(0, True, "natural"), Remark(1, True), Remark(2, True, "natural"))
    text = "".join(pbn_pieces([replace(ALERTED, remarks=remarks)]))
    assert "1NT =1= Pass =2= 2H =1= Pass\n" in text
    assert text.count("[Note ") == 2


@pytest.mark.parametrize("form", ["", "!", "an", "!an", "nt"])
def test_another_program_reads_calls_and_alerts_of_lin(form: str) -> None:
    endplay = pytest.importorskip("endplay.parsers.lin")
    explanation, comment = "4+ ♠" if "an" in form else "", "slow" if form == "nt" else ""
    auction = parse_auction("P 1NT X XX 2C P P P", Seat.E)
    said = tuple(
        Remark(place, alerted=form not in ("", "nt"), explanation=explanation, comment=comment)
        for place in range(len(auction.calls))
    )
    deal = Deal.random(random.Random(3))
    others = (OtherTag("HomeTeam", "Reds"), OtherTag("Date", "2026"))
    board = Board(
        line=1,
        number=5,
        dealer=Seat.E,
        hands=deal.hands,
        auction=auction,
        systems=("2/1", "SAYC"),
        others=others,
        tricks=8,
    )
    about_board = replace(board, auction=None, others=(OtherTag("", "so far"),))
    text = "".join(lin_pieces([replace(board, remarks=said), about_board]))
    assert "mb|p" in text
    assert {"mb|d", "mb|r", "mb|1N"} <= {
        command.strip("!") for command in re.findall("mb.[^|]+", text)
    }
    first, second = endplay.loads(text)
    assert [
        str(bid.denom.abbr if hasattr(bid, "denom") else bid.penalty.abbr) for bid in first.auction
    ] == (["", "NT", "x", "xx", "♣", "", "", ""])
    assert [bid.alertable for bid in first.auction] == [form not in ("", "nt")] * 8
    assert [bid.announcement for bid in first.auction] == [explanation or comment or None] * 8
    assert (len(second.auction), second.board_num) == (0, 5)


@pytest.mark.parametrize("form", ["pbn", "lin"])
def test_a_second_program_reads_every_board(form: str, tmp_path: Path) -> None:
    """Bridgebots, which refuses every board that is passed out in PBN."""
    bridgebots = pytest.importorskip("bridgebots")
    rng = random.Random(5)
    written = []
    for number in range(1, 101):
        board = replace(dialects.random_board(rng), number=number, event="", systems=("2/1", ""))
        said = [
            Remark(
                one.position, True, rng.choice(["weak", "15-17; 5+"]), "", rng.choice(["", "$4"])
            )
            for one in board.remarks
        ]
        board = replace(board, tricks=rng.randrange(14), remarks=tuple(said), others=TAGGED)
        if board.lead is not None:
            rest = [card for card in map(Card, range(52)) if card != board.lead]
            play = (board.lead, *rng.sample(rest, rng.choice([1, 6, 51])))
            written.append(replace(board, play=play))
        elif form == "lin":
            written.append(replace(board, tricks=None))
    path = tmp_path / "boards"
    path.write_text("".join(PIECES[form](written)) + "\n" * (form == "pbn"))
    read = bridgebots.parse_pbn if form == "pbn" else bridgebots.parse_single_lin
    found = read(path)
    assert len(found) == len(written) > 80
    for record, board in zip(found, written, strict=True):
        (table,) = record.board_records
        assert board.auction is not None
        assert [table.names[seat] for seat in type(record.deal.dealer)] == [
            without(name, ",") if form == "lin" else name or "?" for name in board.players
        ]
        assert record.deal.dealer.value == board.dealer
        sides = record.deal.ns_vulnerable + 2 * record.deal.ew_vulnerable
        assert Vulnerability(sides) == board.vulnerability
        for seat, cards_held in record.deal.player_cards.items():
            assert set(map(str, cards_held)) == set(map(str, board.hands[seat.value] or ()))
        calls = [call.replace("PASS", "P") for call in table.bidding_record]
        assert calls == [str(call) for call in board.auction.calls]
        assert [str(card) for card in table.play_record] == [str(card) for card in board.play]
        assert (table.tricks or None) == (board.tricks or None)
        notes = {one.bid_index: one.explanation for one in table.bidding_metadata}
        assert all(one.explanation in notes[one.position] for one in board.remarks)


@pytest.mark.parametrize("said", ["5+ !S", r"5+ \s", "5+ @S", "5+ ♠"])
@pytest.mark.parametrize(
    ("pieces", "read", "written"),
    [(pbn_pieces, read_pbn, ("5+ \\\\S", "5+ \\S")), (lin_pieces, read_lin, ("5+ !S", "5+ !S"))],
)
def test_suits_in_notes_and_comments_are_symbols(
    pieces: Callable[[list[Board]], Iterator[str]],
    read: Callable[[str], Iterator[Board | BadBoard]],
    written: tuple[str, str],
    said: str,
) -> None:
    known = f"{said}, me@south.example, C:\\data"
    read_as = "5+ ♠, me@south.example, C:\\data"
    text = f'[Board "1"]\n{{{known}}}\n[Auction "N"]\n1S =1= {{{known}}}\n[Note "1:{known}"]\n'
    lin = f"md|3,,,|mb|1S|an|{known}|nt|{known}|pg||nt|{known}|"
    for board in (*read_pbn(text), *read_lin(lin)):
        assert isinstance(board, Board)
        assert board.remarks == (Remark(0, True, read_as, read_as),)
        assert board.others == (OtherTag("", read_as),)
        file = "".join(pieces([board]))
        assert all(one in file for one in written)
        assert "♠" not in file
        assert [replace(one, line=0) for one in read(file)] == [replace(board, line=0)]


def test_lin_is_a_line_a_board() -> None:
    assert "".join(lin_pieces([ALERTED, replace(ALERTED, number=6)])).splitlines()[:1] == [
        "vg|Club night|pn|Sven,,Nora,|st||md|3,,,|ah|Board 5|sv|n|"
        "mb|1N!|an|15-17|mb|p|mb|2H!|an|transfer|nt|5+ spades|mb|p|pg||"
        'tg|[CallMarks "3 !"]|',
    ]


def test_a_board_that_is_passed_out() -> None:
    auction = parse_auction("P P P P", Seat.E)
    board = Board(line=1, number=2, dealer=Seat.E, auction=auction)
    assert '[Declarer ""]\n[Contract "Pass"]' in "".join(pbn_pieces([board]))
    (read,) = read_pbn("".join(pbn_pieces([board])))
    assert isinstance(read, Board)
    assert (read.auction, read.contract) == (auction, "passed out")


@pytest.mark.parametrize(
    "text", ["}", "; {", "# ", "#", "##", '"', "\\", "]", "[", "a\n\n[B]", "%"]
)
def test_what_means_something_to_pbn_stays_text(text: str) -> None:
    board = replace(ALERTED, event=text, remarks=(Remark(0, True, text, text),))
    (read,) = read_pbn("".join(pbn_pieces([board, board]))[: len("".join(pbn_pieces([board])))])
    assert isinstance(read, Board)
    one_line = " ".join(text.split())
    assert (read.event, read.remarks) == (one_line, (Remark(0, True, one_line, one_line),))


LINE_ENDS = ["\n", "\r\n", "\r", "\n\n", "\r\r\n", "\n\r", "\n \t\n"]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]
UNKNOWN = ('[Zz "a\\\\2R;b"]\n1 {no "comment" [} "[a]"\n', '[Zy "x"]\n', "% escaped [Deal\n")


@given(st.lists(boards(), min_size=1, max_size=3), seeds, st.sampled_from(LINE_ENDS))
def test_pbn_is_read_back_from_any_layout(written: list[Board], seed: int, ends: str) -> None:
    """Tags in any order, unless each line has an empty one after it, among sections unknown."""
    rng = random.Random(seed)
    spaced = len(ends.replace("\r\n", "\n")) > 1
    games = [hostile_game("".join(pbn_pieces([board])), rng, spaced) for board in written]
    found = essence(list(read_boards(in_a_file("\n".join(games), ends, rng))))
    assert [without_unknown(board) for board in found] == essence(written)


def hostile_game(text: str, rng: random.Random, in_order: bool) -> str:
    """A game with its tags, calls and spaces as other programs lay them out."""
    comments: list[str] = []
    parts: list[list[str]] = []
    for line in text.split("\n")[2:-1]:
        if line[:1] in ("{", ";"):
            comments.append(line + "\n")
        elif line.startswith("[") and not line.startswith("[Note"):
            parts.append([line])
        else:
            parts[-1].append(line)
    units = ["\n".join(hostile_calls(lines, rng)) + "\n" for lines in parts]
    if not in_order:
        rng.shuffle(units)
    site = units.index('[Site "?"]\n')
    units[site] += "".join(comments)
    for unknown in rng.sample(UNKNOWN, rng.randrange(3)):
        units.insert(rng.randrange(site + 1, len(units) + 1), unknown)
    return "".join(units)


def hostile_calls(lines: list[str], rng: random.Random) -> Iterator[str]:
    """The lines of a section; calls without comments in other rows, and spelled otherwise."""
    for line in lines:
        if not lines[0].startswith("[Auction") or any(mark in line for mark in '{;["'):
            yield line
            continue
        words = [
            rng.choice(["P", "pass", word]) if word == "Pass" else word for word in line.split()
        ]
        yield "".join(
            word
            + (
                rng.choice([" ", "\t", "\n", "  "])
                if following[0] not in "!?=$"
                else rng.choice(["", " "])
            )
            for word, following in zip(words, [*words[1:], "."], strict=True)
        ).rstrip()


@given(st.lists(boards(), min_size=1, max_size=3), seeds, st.sampled_from(LINE_ENDS))
def test_lin_is_read_back_from_any_layout(written: list[Board], seed: int, ends: str) -> None:
    rng = random.Random(seed)
    commands = re.findall(r"(\w\w)\|([^|]*)\|", "".join(lin_pieces(written)))
    text = ""
    for name, value in commands:
        spaced = value.replace(" ", rng.choice([" ", "\n"])) if name in ("an", "nt") else value
        text += f"{rng.choice([name, name.upper()])}{rng.choice(['', ' '])}|{spaced}|"
        text += rng.choice(["", "", "\n", " \n\n", "yy|unknown|"])
    found = essence(list(read_boards(in_a_file(text, ends, rng))))
    assert [without_unknown(board) for board in found] == essence(list(map(as_lin, written)))


@given(boards(), st.sampled_from([quote, quote_plus, lambda text: quote(quote(text))]))
def test_lin_is_read_back_from_a_link(written: Board, encode: Callable[[str], str]) -> None:
    text = "".join(lin_pieces([written])).strip()
    link = f"https://www.bridgebase.com/tools/handviewer.html?lin={encode(text)}&x=1"
    assert essence(list(read_boards(link))) == essence([as_lin(written)])


def in_a_file(text: str, ends: str, rng: random.Random) -> str:
    """The text as it comes out of a file with these line ends."""
    return decode_text(text.replace("\n", ends).encode(rng.choice(ENCODINGS))).text


def without_unknown(board: Board) -> Board:
    known = tuple(other for other in board.others if other.name not in ("Zy", "Zz", "LIN_yy"))
    return replace(board, others=known)
