"""Links to Bridge Base Online's hand viewer, one board each.

``.../handviewer.html?n=sakq...&d=n&v=o&b=1&a=1n(15-17)p3nppp&nn=Nora``: hands ``n e s w`` (each
holding after its suit's letter), dealer ``d``, vulnerability ``v``, board ``b``, auction ``a``
(calls glued together, ``!`` after an alerted one, its meaning in parentheses and a comment in
braces), play ``p``, claimed tricks ``c`` and names ``nn en sn wn``; or ``lin`` with a whole LIN
text. Values may be percent-encoded, and LIN twice. A link without ``d`` has the dealer of its board
number (Law 2); other missing data stay unknown. Links of other programs are read where they have
the same form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import pairwise
from urllib.parse import unquote_plus

from bidding.domain.auction import Auction
from bidding.domain.errors import BridgeError, MalformedCall, MalformedTable, reword_faults
from bidding.domain.messages import Message
from bidding.domain.table import Seat, dealer_of_board
from bidding.parsing.formats.lin import (
    GLUED_CALL,
    add_explanation,
    parse_cards,
    parse_lin_hand,
    parse_lin_vulnerability,
    play_of,
    read_lin,
)
from bidding.parsing.formats.recorded_boards import (
    MOST_TRICKS,
    BadBoard,
    Board,
    Contradiction,
    ErrorAtLine,
    MalformedText,
    Remark,
    RemarkParts,
    UnknownDealer,
    at_line,
    check_agreement,
    collect_remarks,
    completed_hands,
    number_up_to,
)
from bidding.parsing.text.words import call_at, parse_seat, quoted

_NEXT = r"(?:[a-z]{1,10}://[^\s?,;]{0,200}+|[^\s?,;\"<>]{0,200}handviewer\.html?)\?"
_LINK = re.compile(
    r"(?P<page>://[^\s?]{0,200}+|handviewer\.html?)\?"
    rf"(?P<query>(?:[^\s\"<>,;]++|(?:(?!\n)\s|[,;])(?!{_NEXT}))*)",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"<(?:!--|/?(?:a|b|i|u|p|br|div|em|font|h[1-6]|hr|iframe|img|li|ol|pre|small|span|strong"
    r"|code|t[dhr]|table|tbody|ul)(?=[\s/>]))",
    re.IGNORECASE,
)
_CALL = re.compile(
    GLUED_CALL + r"[\s,]*+(?:\(((?:[^()]|\([^()]*\))*)\))?(!*)[\s,]*+(?:\{([^{}]*+)\}[\s,]*+)?",
    re.IGNORECASE,
)
_VIEWERS = ("handviewer.html", "handviewer.htm")
_HOSTS = ("www.bridgebase.com", "bridgebase.com", "tinyurl.com")
_ENCODED_BAR = re.compile(r"%(?:25){0,3}7c", re.IGNORECASE)
_MOST_ENCODED = 3  # times
_NUMBER = re.compile(r"[0-9]{1,6}")
_CODES = {'"': "%22", "<": "%3C", ">": "%3E"}
_ELSEWHERE = ("linurl", "myhand", "bbo", "id")


def has_link(text: str) -> bool:
    """Return True if there is a link with parameters in the text."""
    return _LINK.search(text) is not None


def read_links(text: str) -> Iterator[Board | BadBoard]:
    """Yield the boards of every link in order, with a BadBoard for an invalid one."""
    rows = text.split("\n")
    for line, (row, following) in enumerate(pairwise([*rows, ""]), start=1):
        for link, closed in _links(row):
            yield from _read(link, line, None if closed else _cut(row, link.end(), following))


def _links(row: str) -> Iterator[tuple[re.Match[str], bool]]:
    """Yield each link, and True if a mark that opened before it closes it."""
    quoted_before, end = False, 0
    for link in _LINK.finditer(row):
        between = row[end : link.start()]
        quoted_before ^= between.count('"') % 2 == 1
        in_brackets = between.rfind("<") > between.rfind(">")
        end = link.end()
        mark = row[end : end + 1]
        yield link, (mark == '"' and quoted_before) or (mark == ">" and in_brackets)


def _cut(row: str, end: int, following: str) -> MalformedText | None:
    """Return the fault of a link that may be cut off, where no quote or bracket closes it.

    ``following`` is the next row, which may belong to the link.
    """
    if end == len(row):
        if not following.strip() or has_link(following):
            return None
        fault = "the link may go on in the next line: write it on one line, an empty one after it"
        return MalformedText(fault, text=following)
    if row[end] not in _CODES or _MARKUP.match(row, end):
        return None
    rest = row[end : end + 40]  # bounded, as a row may have many links
    fault = "the link is cut at {quote}: write {code} for that mark"
    return MalformedText(fault, quote=quoted(rest), code=_CODES[row[end]], text=rest)


def _read(link: re.Match[str], line: int, cut: MalformedText | None) -> Iterator[Board | BadBoard]:
    """Yield the board of one link, or those of its LIN text."""
    try:
        if cut is not None:
            raise ErrorAtLine(line, cut)
        with at_line(line), _of_viewer(link["page"]):
            values = _values(link["query"])
            if not values.get("lin"):
                yield _board(values, line)
                return
            boards = list(read_lin(decoded(values["lin"])))
            if not boards:
                raise MalformedText("lin: there is no board in it", text=values["lin"])
        yield from (replace(board, line=line) for board in boards)
    except ErrorAtLine as fault:
        yield BadBoard(fault.line, fault.error.code, fault.error.fault)


@contextmanager
def _of_viewer(page: str) -> Iterator[None]:
    """Say of a link that cannot be read, and is not the hand viewer's, that it is another's."""
    try:
        yield
    except BridgeError as error:
        host = page.removeprefix("://").partition("/")[0]
        if page.lower().endswith(_VIEWERS) or host.lower() in _HOSTS:
            raise
        fault = (
            "links to {host} cannot be read: paste the board as PBN or LIN, or a link to Bridge "
            "Base Online's hand viewer"
        )
        raise MalformedText(fault, host=quoted(host), text=error.text) from None


def decoded(text: str) -> str:
    """Return LIN whose bars may be percent-encoded, even more than once."""
    for _ in range(_MOST_ENCODED):
        if "|" in text or _ENCODED_BAR.search(text) is None:
            break
        text = unquote_plus(text)
    return text


def _values(query: str) -> dict[str, str]:
    """Return the decoded parameters by lower-case name, without surrounding blanks.

    Raises Contradiction, and MalformedText for a link without cards and calls.
    """
    values: dict[str, str] = {}
    for part in query.replace("&amp;", "&").split("&"):
        name, _, value = part.partition("=")
        name, value = name.strip().lower(), unquote_plus(value).strip()
        if values.get(name, value) != value:
            fault = "{name} is given twice in the link, with different values"
            raise Contradiction(fault, name=name, text=value)
        values[name] = value
    if any(values.get(name) for name in ("lin", "n", "e", "s", "w", "a")):
        return values
    for name in _ELSEWHERE:
        if name in values:
            fault = "{name} only says where the board is kept: paste the board itself"
            raise MalformedText(fault, name=name, text=values[name])
    raise MalformedText("there is no hand and no auction in this link (n, e, s, w, a or lin)")


def _at(name: str) -> AbstractContextManager[None]:
    """Name the parameter in the errors of what is parsed inside."""
    return reword_faults(lambda fault: Message("{name}: {fault}", name=name, fault=fault))


def _board(values: Mapping[str, str], line: int) -> Board:
    """Build the board of a link's parameters. Raises BridgeError."""
    b, d = values.get("b", ""), values.get("d", "")
    if b and not _NUMBER.fullmatch(b):
        fault = "b: {quote} is not a board number; these are 1, 2, 3 and so on"
        raise MalformedTable(fault, quote=quoted(b), text=b)
    number = int(b) if b else None
    with _at("d"):
        dealer = parse_seat(d) if d else dealer_of_board(number) if number else None
    with _at("v"):
        vulnerability = parse_lin_vulnerability(values.get("v", ""))
    with _at("a"):
        auction, remarks = _auction(values.get("a", ""), dealer)
    north, east, south, west = (values.get(f"{seat.name.lower()}n", "") for seat in Seat)
    hands = []
    for seat in Seat:
        with _at(name := seat.name.lower()):
            hands.append(parse_lin_hand(values.get(name, "")))
    cards = parse_cards(values.get("p", ""))
    board = Board(
        line=line,
        number=number,
        players=(north, east, south, west),
        dealer=dealer,
        vulnerability=vulnerability,
        hands=completed_hands(hands),
        auction=auction,
        remarks=remarks,
        lead=cards[0] if cards else None,
        tricks=number_up_to(MOST_TRICKS, values.get("c", "")),
        play=play_of(cards),
    )
    with _at("p"):
        check_agreement(board)
    return board


def _auction(text: str, dealer: Seat | None) -> tuple[Auction | None, tuple[Remark, ...]]:
    """Parse the auction with its remarks; None without calls."""
    text = text.removesuffix("?").strip()
    if not text:
        return None, ()
    if dealer is None:
        raise UnknownDealer("there are calls, but the dealer (d) is missing")
    auction, calls, position = Auction(dealer), list[RemarkParts](), 0
    while position < len(text):
        match = _CALL.match(text, position)
        if match is None:
            why = "{quote} does not begin with a call; calls are P, X, XX and 1C to 7NT"
            rest = text[position:]
            raise MalformedCall(why, quote=quoted(rest), text=rest, position=position)
        auction = auction.after(call_at(match[1], 0))
        calls.append(RemarkParts(alerted=bool(match[2] or match[4])))
        if match[3] is not None:
            add_explanation(calls[-1], match[3])
        calls[-1].comment.append(" ".join((match[5] or "").split()))
        position = match.end()
    return auction, collect_remarks(calls)
