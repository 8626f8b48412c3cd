"""The auction section of a PBN game (PBN 2.1, chapters 3.5 and 3.9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS
from bidding.domain.errors import MalformedCall
from bidding.domain.messages import Message
from bidding.domain.table import Seat
from bidding.parsing.formats.pbn_games import Word
from bidding.parsing.formats.recorded_boards import (
    Contradiction,
    IrregularAuction,
    MalformedText,
    Remark,
    RemarkParts,
    at_line,
    collect_remarks,
)
from bidding.parsing.text.call_text import call_at
from bidding.parsing.text.tokens import DASHES, quoted

_PART = re.compile(r"=\d+=|\$\d+|\^.?|[!?]{1,2}|[*+]|[^=$^!?*+]+|.")
_ANNOTATION = re.compile(r"=\d+=|\$\d+|[!?]{1,2}")
_ALL_PASS = ("ap", "allpass", "all-pass")
_IRREGULAR = {
    "^I": "an insufficient bid was accepted (^I)",
    "^S": "a call out of rotation was accepted (^S)",
}


def read_auction(
    first: Seat | None, words: Iterable[Word], dealer: Seat | None, notes: Mapping[str, str]
) -> tuple[Auction | None, tuple[Remark, ...]]:
    """Return the auction of a section, None without calls, and its remarks.

    ``first`` is the seat of the Auction tag; without a dealer the first caller is the dealer.
    Raises ErrorAtLine for an invalid or illegal call and for one that contradicts the dealer.
    """
    reader = _Reader(first, dealer, notes)
    for word in _joined(words):
        with at_line(word.line):
            if word.is_comment:
                reader.comment(word.text)
                continue
            for part in _PART.findall(word.text):
                reader.part(part)
    return reader.auction, collect_remarks(reader.calls)


def _joined(words: Iterable[Word]) -> Iterator[Word]:
    """Yield the words, with 'All Pass' as one."""
    held: Word | None = None
    for word in words:
        if held is not None and word.text.lower() == "pass":
            yield held._replace(text="AllPass")
            held = None
            continue
        if held is not None:
            yield held
        held = word if word.text.lower() == "all" and not word.is_comment else None
        if held is None:
            yield word
    if held is not None:
        yield held


class _Reader:
    """Reader of the parts of the section."""

    def __init__(self, first: Seat | None, dealer: Seat | None, notes: Mapping[str, str]) -> None:
        self.first = first
        self.dealer = dealer
        self.notes = notes
        self.skipped = 0  # dashes for seats before the dealer
        self.closed = ""  # the mark that closed the section
        self.auction: Auction | None = None
        self.calls: list[RemarkParts] = []

    def part(self, text: str) -> None:
        """Read one call, mark or note reference."""
        if _ANNOTATION.fullmatch(text):
            self.annotate(text)
        elif self.closed and text not in ("*", *DASHES):
            fault = Message("nothing may follow {quote}", quote=quoted(self.closed))
            raise MalformedText(fault, text=text)
        elif text.upper() in _IRREGULAR:
            raise IrregularAuction(_IRREGULAR[text.upper()], text=text)
        elif text in ("*", "+"):
            self.closed = text
        elif not text.strip(DASHES):
            self.skip(text)
        elif text.lower() in _ALL_PASS:
            self.all_pass(text)
        else:
            self.call(text)

    def skip(self, dash: str) -> None:
        """Read a dash: a seat before the dealer, or padding of the last row."""
        if len(dash) == 1 and self.auction is not None and self.auction.is_over:
            return
        if self.auction is not None or len(dash) > 1:
            fault = "{quote} is not a call: a dash stands for a seat before the dealer"
            raise MalformedCall(Message(fault, quote=quoted(dash)), text=dash)
        self.skipped += 1

    def call(self, text: str) -> None:
        """Read the next call."""
        call = call_at(text, 0)
        self.auction = self.auction_so_far().after(call)
        self.calls.append(RemarkParts())

    def all_pass(self, text: str) -> None:
        """Add the remaining passes."""
        auction = self.auction_so_far()
        if auction.is_over:
            fault = Message("{quote} comes after the end of the auction", quote=quoted(text))
            raise MalformedCall(fault, text=text)
        while not auction.is_over:
            auction = auction.after(PASS)
            self.calls.append(RemarkParts())
        self.auction, self.closed = auction, text

    def auction_so_far(self) -> Auction:
        """Return the auction so far; determine the dealer at the first call."""
        if self.auction is not None:
            return self.auction
        if self.first is None:
            raise MalformedText("it does not say who calls first")
        caller = self.first.after(self.skipped)
        if self.skipped > 3 or (self.dealer is not None and caller is not self.dealer):
            who = Message(caller.full_name)
            if self.dealer is None:
                raise Contradiction(Message("the first call is {who}'s", who=who))
            dealer = Message(self.dealer.full_name)
            fault = "the first call is {who}'s, but {dealer} dealt"
            raise Contradiction(Message(fault, who=who, dealer=dealer))
        return Auction(caller)

    def annotate(self, text: str) -> None:
        """Add a note reference, a NAG or a mark of quality to the last call."""
        if not self.calls:
            fault = Message("{quote} comes before the first call", quote=quoted(text))
            raise MalformedText(fault, text=text)
        last = self.calls[-1]
        if text[0] == "=":
            last.alerted, last.explanation = True, [self.notes.get(text[1:-1].lstrip("0"), "")]
        else:
            last.marks.append(text)

    def comment(self, text: str) -> None:
        """Add a comment to the last call; ignore one before the first call."""
        if self.calls:
            self.calls[-1].comment.append(text.strip())
