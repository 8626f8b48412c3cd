"""Auctions as people type them: calls separated by blanks, commas or dashes, or a table.

A dash can be a pass or a separator, by these rules:

1. ``--`` alone is a pass. So is a lone ``-`` (or – or —) in a list or beside a comma, or in a
   text where dashes do not stand between all the calls: ``1NT - 3NT - - -``.
2. A dash with a call on both sides and no blank separates them: ``1D-1H-P``. A dash attached on
   one side only (``1D- 1H``), next to another dash (``1D--1H``) or in a text that also has lone
   dashes is refused.
3. Lone dashes between all the calls, and nowhere else, could be either: ``1D - 1H`` is refused.
   They are separators where passes are spelled otherwise and the dashes could not legally be
   passes: ``1D - 1H - P - P``.
4. In a table a dash is a pass, but before the first call it stands for a seat before the dealer;
   it is refused where it could be the dealer's.

A ``?`` may end the text where the next call goes, and ``AP`` (``all pass``) may end it with
the remaining passes. Nothing else is filled in, and calls without a separator are not split.
Brackets around a call and alert marks after it are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.errors import BridgeError, IllegalCall, MalformedCall
from bidding.domain.messages import Message
from bidding.domain.table import Seat
from bidding.parsing.text.auction_tables import has_header, table_tokens
from bidding.parsing.text.call_text import SPACED_BID, parse_call, strip_marks, typed_call
from bidding.parsing.text.tokens import DASHES, Token, quoted, split_at

_WORD = re.compile(rf",|all[ \t]+pass(?![^\s,])|{SPACED_BID}|[^\s,]+", re.IGNORECASE)
_ALL_PASS = re.compile(r"ap|all[ \t-]*pass", re.IGNORECASE)
_PASSES = ("p", "pass", "--")


def parse_auction(source: str | Sequence[str], dealer: Seat) -> Auction:
    """Parse an auction from a text, or from a list with one call per item.

    Raises MalformedCall for an invalid or ambiguous call, and IllegalCall for one that is illegal
    or in the column of a seat whose turn it is not. Positions are 0-based: character offsets in a
    text, indices in a list.
    """
    if not isinstance(source, str):
        return Auction.of(dealer, [_listed(word, index) for index, word in enumerate(source)])
    if has_header(source):
        return _auction(table_tokens(source, dealer), dealer)
    return _auction(_words(source, dealer), dealer)


def format_auction(auction: Auction) -> str:
    """Return the canonical text: the calls separated by blanks."""
    return " ".join(str(call) for call in auction.calls)


def _listed(word: str, index: int) -> Call:
    try:
        return parse_call(word)
    except MalformedCall as error:
        raise MalformedCall(error.fault, text=word, position=index) from None


def _auction(words: Sequence[Token], dealer: Seat) -> Auction:
    """Parse words of one call each; the last may be '?' or 'all pass'."""
    auction = Auction(dealer)
    for place, word in enumerate(words):
        if word.text == "?" or _ALL_PASS.fullmatch(word.text):
            _check_last(words, place)
            return _closed(auction, word)
        auction = _after(auction, typed_call(word), word)
    return auction


def _check_last(words: Sequence[Token], place: int) -> None:
    if place + 1 < len(words):
        raise MalformedCall(
            Message("nothing may follow {quote}", quote=quoted(words[place].text)),
            text=words[place + 1].text,
            position=words[place + 1].start,
        )


def _closed(auction: Auction, mark: Token) -> Auction:
    """Apply a final '?' or 'all pass'."""
    if auction.is_over:
        fault = Message("{quote} comes after the end of the auction", quote=quoted(mark.text))
        raise IllegalCall(fault, text=mark.text, position=mark.start)
    while mark.text != "?" and not auction.is_over:
        auction = auction.after(PASS)
    return auction


def _after(auction: Auction, call: Call, word: Token) -> Auction:
    """Add a call; give an error its position in the text."""
    try:
        return auction.after(call)
    except IllegalCall as error:
        raise IllegalCall(error.fault, text=word.text, position=word.start) from None


def _words(text: str, dealer: Seat) -> list[Token]:
    """Split a text without columns into calls, by the rules for dashes above."""
    tokens = [Token(match[0], match.start()) for match in _WORD.finditer(text)]
    _check_commas(tokens)
    words = [word for token in tokens for word in _split_dashes(token)]
    lone = [word for word in words if _is_lone_dash(word)]
    if lone and len(words) > len(tokens):
        raise _ambiguous(
            lone[0], Message("other dashes separate calls here, but this one does not")
        )
    if lone and _alternate(words):
        return _without_dividers(words, lone[0], dealer)
    return [word for word in words if word.text != ","]


def _check_commas(tokens: Sequence[Token]) -> None:
    """Raise MalformedCall for a comma without a call on both sides."""
    texts = [",", *(token.text for token in tokens), ","]
    for place, token in enumerate(tokens, start=1):
        if token.text == "," and "," in (texts[place - 1], texts[place + 1]):
            fault = "a comma separates two calls, and one is missing here"
            raise MalformedCall(fault, text=",", position=token.start)


def _split_dashes(word: Token) -> list[Token]:
    """Split a word at dashes into calls. Raises MalformedCall for an ambiguous dash."""
    if _ALL_PASS.fullmatch(word.text) or not strip_marks(word).text.strip(DASHES):
        return [word]
    dash = next((char for char in word.text if char in DASHES), None)
    if dash is None:
        return [word]
    parts = split_at(re.sub(f"[{DASHES}]", dash, word.text), dash, word.start)
    if any(not part.text for part in parts):
        raise _ambiguous(
            word, Message("a dash is glued to a call and could be a pass or divide calls")
        )
    return parts


def _is_lone_dash(word: Token) -> bool:
    return len(word.text) == 1 and word.text in DASHES


def _alternate(words: Sequence[Token]) -> bool:
    """Return True if lone dashes are between all the words and nowhere else."""
    return len(words) % 2 == 1 and all(
        _is_lone_dash(word) == bool(place % 2) and word.text != ","
        for place, word in enumerate(words)
    )


def _without_dividers(words: list[Token], dash: Token, dealer: Seat) -> list[Token]:
    """Return the calls between lone dashes. Raises MalformedCall if ambiguous (rule 3)."""
    calls = words[::2]
    texts = [strip_marks(word).text.lower() for word in calls]
    spelled = any(text in _PASSES or _ALL_PASS.fullmatch(text) for text in texts)
    if not spelled or _is_auction(words, dealer):
        raise _ambiguous(dash, Message("the dashes could be passes or divide the calls"))
    return calls


def _is_auction(words: Sequence[Token], dealer: Seat) -> bool:
    try:
        _auction(words, dealer)
    except BridgeError:
        return False
    return True


def _ambiguous(word: Token, why: Message) -> MalformedCall:
    fault = "{why}: write P for a pass, and blanks or commas between calls"
    return MalformedCall(Message(fault, why=why), text=word.text, position=word.start)
