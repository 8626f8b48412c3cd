"""Statements made by answers to asks, read from the slots of their meanings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bidding.domain.conventions import Meaning
from bidding.domain.messages import Message
from bidding.domain.table import Suit
from bidding.explaining.meanings.hand_statements import Count, Statement, Topic
from bidding.explaining.meanings.shape import short
from bidding.explaining.wording import NUMBERS, cards_words

_SPADES_FIRST = "SHDC"


def suit_of(letter: str) -> Suit | None:
    """Return the suit of a slot, or None."""
    return Suit(_SPADES_FIRST.index(letter)) if letter in _SPADES_FIRST and letter else None


def answer(meaning: Meaning) -> Statement | None:
    """Return the statement in the slot of an answer; None for other meanings."""
    read = _ANSWERS.get(meaning.convention.id)
    return None if read is None else read(meaning.slot)


def _numbered(
    count: Count, one: Message, more: Message, either: Message
) -> Callable[[str], Statement]:
    """Return a parser of "2", "0/3", "2/5+" as numbers of some cards."""

    def read(slot: str) -> Statement:
        numbers = [int(digit) for digit in slot.rstrip("+-").split("/")]
        if len(numbers) == 2:
            words = Message(
                either.key, few=NUMBERS_ALONE[numbers[0]], many=NUMBERS_ALONE[numbers[1]]
            )
        else:
            words = one if numbers == [1] else Message(more.key, number=NUMBERS[numbers[0]])
        if slot.endswith("+"):
            words = Message("{cards} with the queen of trumps", cards=words)
        if slot.endswith("-"):
            words = Message("{cards} without the queen of trumps", cards=words)
        held = frozenset(numbers)
        return Statement(Topic.ACES, words, count, held)

    return read


NUMBERS_ALONE = (Message("none"), *NUMBERS[1:])


def _queen(slot: str) -> Statement:
    """Parse an answer to the queen ask; it does not name trumps, so only a side king is counted."""
    if slot == "no":
        return Statement(Topic.ACES, Message("denies the queen of trumps"))
    if slot == "yes":
        return Statement(Topic.ACES, Message("the queen of trumps, and no king to show"))
    suit = suit_of(slot)
    assert suit is not None
    words = Message("the queen of trumps and the king of {suit}", suit=Message(suit.plural))
    return Statement(Topic.ACES, words, Count.KINGS, frozenset({1}), (suit,))


def _length(slot: str) -> Statement:
    suit = suit_of(slot[1])
    assert suit is not None
    number = int(slot[0])
    return Statement(
        Topic.LENGTHS, cards_words(number, suit), Count.LONGEST, frozenset({number}), (suit,)
    )


def _shown_shortness(slot: str) -> Statement:
    suit = suit_of(slot)
    assert suit is not None
    return short(suit)


_ANSWERS: dict[str, Callable[[str], Statement]] = {
    "ace_answer": _numbered(
        Count.ACES, Message("one ace"), Message("{number} aces"), Message("{few} or {many} aces")
    ),
    "key_card_answer": _numbered(
        Count.KEY_CARDS,
        Message("one key card"),
        Message("{number} key cards"),
        Message("{few} or {many} key cards"),
    ),
    "exclusion_answer": _numbered(
        Count.KEY_CARDS,
        Message("one key card outside the void"),
        Message("{number} key cards outside the void"),
        Message("{few} or {many} key cards outside the void"),
    ),
    "king_answer": _numbered(
        Count.KINGS,
        Message("one king"),
        Message("{number} kings"),
        Message("{few} or {many} kings"),
    ),
    "queen_answer": _queen,
    "shows_length": _length,
    "shows_shortness": _shown_shortness,
}


def answer_words(convention: str, numbers: Sequence[int]) -> Message:
    """Return the words of an answer with that id that shows one of these numbers of cards."""
    return _ANSWERS[convention]("/".join(map(str, numbers))).words
