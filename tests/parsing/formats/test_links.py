"""Links to the hand viewer: every parameter, every fault by the parameter's name."""

from __future__ import annotations

import random
from dataclasses import replace
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.cards import Card
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.parsing.formats.lin import lin_pieces, read_lin
from bidding.parsing.formats.links import has_link, read_links
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import BadBoard, Board, Remark
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from tests.parsing import dialects
from tests.strategies import seeds

VIEWER = "https://www.bridgebase.com/tools/handviewer.html?"
CARDS = {
    "n": "sk2h54d10987cj9532",
    "e": "S863HKQ972DA62CT8",
    "s": "c74dkqj54hajt8saq",
    "w": "sjt9754h63d3cakq6",
}
HANDS = ("K2.54.T987.J9532", "863.KQ972.A62.T8", "AQ.AJT8.KQJ54.74", "JT9754.63.3.AKQ6")


def link(**values: str) -> str:
    """A link of all four hands, North the dealer, with these parameters changed or added."""
    values = {**CARDS, "d": "n", "v": "o", "b": "1", "a": "pp1np4hp4sppp", **values}
    return VIEWER + "&".join(f"{name}={value}" for name, value in values.items())


def only(text: str) -> Board:
    (board,) = read_links(text)
    assert isinstance(board, Board), board
    return board


def refusal(text: str) -> BadBoard:
    (board,) = read_links(text)
    assert isinstance(board, BadBoard), board
    return board


def test_a_link_says_what_its_parameters_say() -> None:
    names = {"nn": "Nora", "en": "Eva", "sn": "Sven", "wn": "Wu%20Li"}
    assert only(link(**names, a="pp1n(15-17)p4h!(transfer)p4sppp", p="ca")) == Board(
        line=1,
        number=1,
        players=("Nora", "Eva", "Sven", "Wu Li"),
        dealer=Seat.N,
        vulnerability=Vulnerability.NONE,
        hands=tuple(map(parse_hand, HANDS)),  # type: ignore[arg-type]
        auction=parse_auction("P P 1NT P 4H P 4S P P P", Seat.N),
        remarks=(
            Remark(2, alerted=True, explanation="15-17"),
            Remark(4, alerted=True, explanation="transfer"),
        ),
        lead=Card.of(Suit.C, "A"),
    )


def test_a_comment_in_braces_is_on_the_call_before_it() -> None:
    board = only(link(a="pp1n(15-17){after%20thought}p4h!pp{so%20far}p"))
    assert board.remarks == (
        Remark(2, alerted=True, explanation="15-17", comment="after thought"),
        Remark(4, alerted=True),
        Remark(6, comment="so far"),
    )


def test_the_lead_is_the_first_card_of_the_play() -> None:
    assert only(link(p="cac2c7c8")).lead == Card.of(Suit.C, "A")
    assert only(link(p="")).lead is None
    assert "but C2 is not in that hand" in refusal(link(p="c2")).fault


@pytest.mark.parametrize(
    ("v", "vulnerability"),
    [
        ("o", Vulnerability.NONE),
        ("-", Vulnerability.NONE),
        ("n", Vulnerability.NS),
        ("E", Vulnerability.EW),
        ("b", Vulnerability.BOTH),
        ("", None),
    ],
)
def test_vulnerabilities(v: str, vulnerability: Vulnerability | None) -> None:
    assert only(link(v=v)).vulnerability is vulnerability


@pytest.mark.parametrize(
    ("a", "calls"),
    [
        ("1CD1hd", "1C X 1H X"),
        ("1s,d,r,p", "1S X XX P"),
        ("1sxxxp", "1S X XX P"),
        ("1n!p!3ntppp", "1NT P 3NT P P P"),
        ("1n%2815%2D17%20%28or%20so%29%29p", "1NT P"),
        ("pppp", "P P P P"),
        ("1d p 1s ?", "1D P 1S"),
    ],
)
def test_auctions(a: str, calls: str) -> None:
    assert only(link(a=a)).auction == parse_auction(calls, Seat.N)


def test_a_part_of_a_deal_stays_one() -> None:
    board = only(f"{VIEWER}n={CARDS['n']}&s={CARDS['s']}")
    assert board == Board(line=1, hands=(parse_hand(HANDS[0]), None, parse_hand(HANDS[2]), None))
    three = only(f"{VIEWER}n={CARDS['n']}&e={CARDS['e']}&s={CARDS['s']}&w=")
    assert three.hands == tuple(map(parse_hand, HANDS))


def test_the_board_number_says_who_deals() -> None:
    board = only(f"{VIEWER}a=1cp&b=6")
    assert (board.dealer, board.number) == (Seat.E, 6)
    assert only(f"{VIEWER}a=1cp&b=6&d=w").dealer is Seat.W


def test_a_link_may_be_pasted_out_of_a_page() -> None:
    html = link().replace("&", "&amp;")
    assert only(f'see <iframe src="{html}" width="300"></iframe>').hands == only(link()).hands
    assert only(link().removeprefix("https://")).hands == only(link()).hands


@pytest.mark.parametrize(
    ("values", "code", "message"),
    [
        ({"n": "sak"}, "impossible-hand", "n: a hand has 13 cards, this one has 2"),
        ({"e": "akq"}, "malformed-deal", "e: a hand begins with a suit's letter"),
        ({"s": "szhdc"}, "malformed-card", "s: 'z' is not a rank"),
        ({"w": CARDS["n"]}, "malformed-deal", "SK is with North and with West"),
        ({"d": "q"}, "malformed-table", "d: 'q' is not a seat"),
        ({"v": "x"}, "malformed-table", "v: 'x' is not a vulnerability"),
        ({"b": "two"}, "malformed-table", "b: 'two' is not a board number"),
        ({"a": "1c1c"}, "illegal-call", "a: call 2 (1C) is not legal"),
        ({"a": "1cp8h"}, "malformed-call", "a: '8h' does not begin with a call"),
        ({"a": "1c(open"}, "malformed-call", "a: '(open' does not begin with a call"),
        ({"d": "", "b": ""}, "unknown-dealer", "a: there are calls, but the dealer (d) is missing"),
    ],
)
def test_faults_name_their_parameter(values: dict[str, str], code: str, message: str) -> None:
    board = refusal(link(**values))
    assert (board.line, board.code) == (1, code)
    assert message in board.fault


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("n=sak&n=shk", "n is given twice"),
        ("linurl=http://a.example/b.lin", "linurl only says where"),
        ("myhand=M-123-456", "myhand only says where"),
        ("id=15474", "id only says where"),
        ("d=n&v=o", "no hand and no auction in this link"),
        ("lin=nothing", "is not a command"),
    ],
)
def test_links_without_a_board(query: str, message: str) -> None:
    assert message in refusal(VIEWER + query).fault


def test_every_link_has_its_line() -> None:
    found = list(read_links(f"first\n{link()}\n\n{link(d='q')}\n"))
    assert [board.line for board in found] == [2, 4]


def test_the_play_and_the_claim_are_read() -> None:
    board = only(link(p="cac2c7c8h2", c="9"))
    assert " ".join(map(str, board.play)) == "CA C2 C7 C8 H2"
    assert (board.tricks, only(link(c="x")).tricks) == (9, None)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_lin_may_be_encoded_again_and_again(times: int) -> None:
    lin = encoded = "md|3,,,|sv|o|mb|1C|an|4+ \u2663|mb|p|"
    for _ in range(times):
        encoded = quote(encoded)
    assert only(f"{VIEWER}lin={encoded}") == next(read_lin(lin))
    assert list(read_boards(f"{encoded}\n")) == list(read_lin(lin))


@pytest.mark.parametrize(
    "query", ["a=1np3n&n=x", "deal=x&a=1n", "S=x&A=2NT", "hand=AK.Q.J.T&ctx=1N"]
)
def test_a_link_of_another_program_is_said_to_be_one(query: str) -> None:
    bad = refusal(f"https://robot.example/app/bid?{query}")
    assert bad.fault == (
        "links to 'robot.example' cannot be read: paste the board as PBN or LIN, or a link to "
        "Bridge Base Online's hand viewer"
    )
    assert only("https://robot.example/app/bid?d=n&a=1np3n").dealer is Seat.N


@given(seeds)
def test_lin_in_a_link_is_lin(seed: int) -> None:
    lin = "".join(lin_pieces([dialects.random_board(random.Random(seed))]))
    assert list(read_links(f"{VIEWER}lin={quote(lin)}&x=1")) == [
        replace(board, line=1) for board in read_lin(lin)
    ]


@given(st.text() | st.text(alphabet="nesdvbal=&%?()!|12cp+ "))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    assert has_link(VIEWER + text)
    for board in read_links(VIEWER + text):
        assert board.line >= 1
        if isinstance(board, BadBoard):
            assert board.code
            assert board.fault


@pytest.mark.parametrize(
    "text", ["://" * 100_000, "a" * 300_000, "(" * 100_000, "handviewer.html" * 20_000]
)
def test_no_text_takes_for_ever(text: str) -> None:
    assert list(read_links(text)) == []
    for board in read_links(f"{VIEWER}d=n&a=1c{text}"):
        assert isinstance(board, BadBoard)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{VIEWER}d=n&a=1np3n(to play)\nppp&sn=Bob", "may go on in the next line"),
        (f"{VIEWER}lin=md|1|mb|1c|\nmb|p|", "may go on in the next line"),
        (f"{VIEWER}d=n&a=1np2c!(weak)<p2d", "is cut at '<p2d'"),
        (f"{VIEWER}d=n&a=1np2c>p2d", "is cut at '>p2d'"),
        (f'{VIEWER}d=n&a=1n"strong"p2d', "is cut at "),
        (f'"so" {VIEWER}d=n&a=1n"strong', "is cut at "),
        (f"<b>so</b> {VIEWER}d=n&a=1n>2c", "is cut at "),
    ],
)
def test_a_link_that_is_cut_is_no_shorter_board(text: str, message: str) -> None:
    board = refusal(text)
    assert (board.line, board.code) == (1, "malformed-text")
    assert message in board.fault


@pytest.mark.parametrize(
    "text",
    [
        '"{}" said he',
        'he said "look at {}"',
        '<a href="{}">it</a> and\nmore',
        "<{}>",
        "<p>{}</p>",
        "{}<br>\nmore",
        "{}<!-- it -->",
        "{}\n\nmore",
        "{}\n \t\nmore",
    ],
)
def test_a_link_ends_where_it_is_closed(text: str) -> None:
    assert only(text.format(link())).auction == only(link()).auction


@pytest.mark.parametrize("between", [" ", "\t", ", ", ";", "\n", "\n2. ", '" "', "<br>"])
@pytest.mark.parametrize("start", [0, len("https://")])
def test_two_links_are_two_boards(between: str, start: int) -> None:
    quote_mark = '"' if between[0] == '"' else ""
    first, second = link()[start:], link(b="2", a="1c p", d="s")[start:]
    found = list(read_links(f"{quote_mark}{first}{between}{second}{quote_mark}"))
    assert [board.number for board in found] == [1, 2]
    auctions = [board.auction for board in found if isinstance(board, Board)]
    assert auctions == [only(link()).auction, parse_auction("1C P", Seat.S)]


def test_a_link_to_lin_without_a_board_is_refused() -> None:
    assert "there is no board in it" in refusal(f"{VIEWER}lin=st||pn|a,b,c,d|").fault
    assert only(f"{VIEWER}lin=&n={CARDS['n']}").hands[Seat.N] == parse_hand(HANDS[0])
