"""Hands as people type them, in two forms; errors name the fault and its position.

*By order*: four holdings, spades to clubs, with dots, underscores, commas or blanks between
(of one kind only): ``AKJ5.T98.Q2.AK43``, ``akj5 1098 q2 ak43``. A void is empty or a dash;
between blanks it must be a dash, since blanks cannot be counted.

*By name*: every holding after its suit's letter, pip or name, in any order, each suit once:
``SAKJ5 HT98 DQ2 CAK43``, ``♠AKJ5 ♥T98 ♦- ♣AK432``, ``S: A K J 5, H: 10 9 8, ...``. A suit that
is not named is void. Suit letters are not ranks, so the first letter determines the form.

Letters may be in any case and the ten may be written ``10``. Every card needs its rank: an ``x``
for a small card is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager

from bidding.domain.cards import CARDS_IN_HAND, Card, Hand
from bidding.domain.errors import ImpossibleHand, MalformedCard, MalformedHand, reword_faults
from bidding.domain.messages import Message
from bidding.domain.table import RANKS, Seat, Suit
from bidding.parsing.text.words import DASHES, Token, quoted, split_at, split_blanks

_MARKS = "._,"
_NAME = re.compile(
    r"spades?|hearts?|diamonds?|clubs?|[shdc]|[♠♤♥♡\u2764♦♢♣♧][\ufe0e\ufe0f]?",
    re.IGNORECASE | re.ASCII,
)
_PIPS = {"♠": Suit.S, "♤": Suit.S, "♥": Suit.H, "♡": Suit.H, "\u2764": Suit.H}
_PIPS |= {"♦": Suit.D, "♢": Suit.D, "♣": Suit.C, "♧": Suit.C}


def parse_hand(text: str) -> Hand:
    """Parse a hand.

    Raises MalformedHand where the four suits cannot be identified, MalformedCard for an
    invalid rank, and ImpossibleHand for a repeated card or a number of cards other than thirteen.
    Positions are 0-based character offsets.
    """
    if not text.strip():
        raise MalformedHand("the hand is empty: enter 13 cards", position=0)
    first = text[len(text) - len(text.lstrip()) :]
    holdings = _by_name(text) if _NAME.match(first) else _by_order(text)
    cards = [card for suit, token in holdings for card in _cards(suit, token)]
    if len(cards) != CARDS_IN_HAND:
        counts = Counter(card.suit for card in cards)
        shown = ", ".join(f"{suit.symbol}{counts[suit]}" for suit in Suit)
        fault = "a hand has 13 cards, this one has {count}: {shown}"
        raise ImpossibleHand(fault, count=len(cards), shown=shown, text=text.strip())
    return Hand.of(cards)


def naming_player(seat: Seat) -> AbstractContextManager[None]:
    """Name the player in the errors of a hand that is parsed inside."""
    player = Message(seat.full_name)
    return reword_faults(lambda fault: Message("{seat}'s hand: {fault}", seat=player, fault=fault))


def leading_suit(text: str) -> Suit | None:
    """Return the suit whose name or symbol the text begins with, or None."""
    name = _NAME.match(text.lstrip())
    return None if name is None else _suit(name[0])


def _by_order(text: str) -> list[tuple[Suit, Token]]:
    """Split a hand by order of suits."""
    places = sorted((text.index(mark), mark) for mark in _MARKS if mark in text)
    if len(places) > 1:
        (_, one), (place, other) = places[:2]
        message = Message(
            "{one} and {other} both divide this hand: use one of them",
            one=quoted(one),
            other=quoted(other),
        )
        raise MalformedHand(message, text=other, position=place)
    tokens = split_at(text, places[0][1]) if places else split_blanks(text)
    if len(tokens) == 4:
        return list(zip(Suit, tokens, strict=True))
    fault = "a hand has four suits, spades to clubs, and this text has {count}"
    if not places:
        fault += "; between blanks a void is written as a dash"
    extra = tokens[4] if len(tokens) > 4 else Token(text.strip(), tokens[0].start)
    raise MalformedHand(fault, count=len(tokens), text=extra.text, position=extra.start)


def _by_name(text: str) -> list[tuple[Suit, Token]]:
    """Split a hand by names of suits."""
    names = list(_NAME.finditer(text))
    holdings: dict[Suit, Token] = {}
    for name, following in zip(names, [*names[1:], None], strict=True):
        suit = _suit(name[0])
        if suit in holdings:
            named = Message("{suit} are named twice", suit=Message(suit.plural))
            raise MalformedHand(named, text=name[0], position=name.start())
        end = following.start() if following else len(text)
        holdings[suit] = _unpunctuated(Token(text[name.end() : end], name.end()))
    return list(holdings.items())


def _suit(name: str) -> Suit:
    return _PIPS[name[0]] if name[0] in _PIPS else Suit[name[0].upper()]


def _unpunctuated(token: Token) -> Token:
    """Strip the colon before a named holding and the separator after it."""
    body = token.text.rstrip().rstrip(_MARKS + ";")
    opened = body.lstrip()
    if opened[:1] in (":", "="):
        opened = opened[1:]
    return Token(opened, token.start + len(body) - len(opened))


def _cards(suit: Suit, token: Token) -> Iterator[Card]:
    """Yield the cards of one holding; none for an empty one or a dash."""
    if set(token.text.strip()) <= set(DASHES):
        return
    seen: set[Card] = set()
    for match in re.finditer(r"10|[^\s,]", token.text):
        written, place = match[0], token.start + match.start()
        rank = "T" if written == "10" else written.upper()
        if not (written.isascii() and rank in RANKS):
            raise _no_rank(written, place)
        card = Card.of(suit, rank)
        if card in seen:
            fault = Message("{card} is given twice", card=str(card))
            raise ImpossibleHand(fault, text=written, position=place)
        seen.add(card)
        yield card


def _no_rank(char: str, offset: int) -> MalformedCard:
    if char in DASHES:
        fault = Message("a dash means a void and cannot be next to cards")
    else:
        why = "{quote} is not a rank; ranks are {known}, and 10 for T"
        fault = Message(why, quote=quoted(char), known=" ".join(RANKS))
    return MalformedCard(fault, text=char, position=offset)
