"""Where a system as the model speaks it departs from what is published of it.

The rules are those of ``statements``. The model departs from one that it falls short of, as
docs/meanings.json has it, where it is not sure of it and does not state it; and from a rule of the
book that the tables name as one which the robots do not keep.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bidding.domain.auction import Auction
from bidding.domain.cards import CARDS_IN_HAND, Card
from bidding.domain.conventions import CONVENTIONS, Kind
from bidding.domain.messages import Message, message_json
from bidding.domain.systems import System
from bidding.domain.table import Suit
from bidding.encoding.layout import N_HCP
from bidding.explaining.agreements.asking import Agreement, agreements
from bidding.explaining.agreements.card import auction_words
from bidding.explaining.explainer import Explainer
from bidding.explaining.meanings.answering import answer_words
from bidding.explaining.meanings.naming import CallMeaning
from bidding.explaining.meanings.reading import SURE
from bidding.explaining.meanings.statements import Count
from bidding.explaining.statements.catalogue import Group, Statement
from bidding.explaining.statements.claims import (
    AverageClaim,
    CardClaim,
    ChanceClaim,
    Claim,
    NumberClaim,
)
from bidding.explaining.statements.judging import (
    Verdict,
    beliefs_about,
    claim_name,
    verdicts,
)
from bidding.explaining.wording import NUMBERS, cards_words


@dataclass(frozen=True)
class Departure:
    """A sentence on a call, or on the whole system where there is no auction."""

    auction: Auction | None
    sentence: Message

    def to_json(self) -> dict[str, Any]:
        """The sentence, and what it was made of."""
        calls = None if self.auction is None else [str(call) for call in self.auction.calls]
        return {"auction": calls, "sentence": self.sentence, "said": message_json(self.sentence)}


def departures(
    explainer: Explainer, system: System, groups: Sequence[Group], short: Collection[str]
) -> list[Departure]:
    """The departures of a system; ``short`` are the names of the claims that do not hold."""
    asked = [one for group in groups if group.system is system for one in _in_doubt(group, short)]
    if not asked:
        return []
    beliefs = beliefs_about(explainer, [one.case for one in asked])
    shown = agreements(explainer, system, [one.case.auction for one in asked])
    found = []
    for statement, agreement in zip(asked, shown, strict=True):
        missed = (
            [] if statement.departs else _missed(verdicts(beliefs, statement), agreement.meaning)
        )
        if missed or statement.departs:
            found.append(Departure(statement.case.auction, _sentence(statement, agreement, missed)))
    return found


def conventions_beyond(own: Mapping[str, Any], booklet: Mapping[str, Any]) -> list[Departure]:
    """The conventions in one system's document of which the booklet's has none."""
    beyond = [name for name in _named(own) if name not in set(_named(booklet))]
    names = tuple(Message(CONVENTIONS[name].name) for name in beyond)
    if not names:
        return []
    return [Departure(None, Message("Beyond the SAYC booklet it plays: {names}.", names=names))]


def claim_words(claim: Claim) -> Message:
    """What a claim of a chance says of a hand; raises TypeError for an average."""
    match claim:
        case ChanceClaim(each_suit=True):
            return Message("{low} to {high} cards in each suit", low=claim.low, high=claim.high)
        case ChanceClaim(suit=None):
            return _points(claim.low, claim.high)
        case ChanceClaim(suit=Suit() as suit):
            return _length(claim.low, claim.high, suit)
        case CardClaim():
            card = Card(claim.card)
            name = f"{card.suit.symbol}{card.rank}"
            return Message("no {card}", card=name) if claim.absent else Message(name)
        case NumberClaim():
            return _number(claim)
    raise TypeError(f"{claim.text!r} is an average")


def _in_doubt(group: Group, short: Collection[str]) -> Iterator[Statement]:
    """The statements of which a claim falls short; and where the robots depart from the book, those
    whose claims of the book count for as little as they should."""
    for one in group.statements:
        claims = one.book if one.departs else one.claims
        doubted = any(claim_name(one.case, claim) in short for claim in claims)
        if not one.case.later and doubted != bool(one.departs):
            yield one


def _missed(judged: Iterable[Verdict], shown: CallMeaning) -> list[Verdict]:
    """Those that the model is not sure of and does not state; an average has no chance."""
    return [
        one
        for one in judged
        if one.asked is one.claim and not isinstance(one.claim, AverageClaim)
        if not one.holds and one.value < SURE
        if not _states(shown, one.claim)
    ]


def _states(shown: CallMeaning, claim: Claim) -> bool:
    """Whether the call's sentence says what the claim does, if less surely."""
    counted: tuple[Count, tuple[Suit, ...]] | None = None
    numbers: Collection[int] = ()
    match claim:
        case ChanceClaim(each_suit=False):
            counted = (Count.POINTS, ()) if claim.suit is None else (Count.LONGEST, (claim.suit,))
            numbers = range(claim.low, claim.high + 1)
        case NumberClaim():
            counted, numbers = (_COUNTED[claim.count.name.split(" in ")[0]], ()), claim.numbers
        case CardClaim():  # of single cards the sentence names the queen of trumps alone
            return shown.meaning is not None and shown.meaning.slot.endswith(("+", "-"))
    return any(
        (one.count, one.suits) == counted and one.numbers <= set(numbers)
        for one in shown.statements
    )


def _sentence(statement: Statement, agreement: Agreement, missed: Sequence[Verdict]) -> Message:
    values = {"calls": auction_words(statement.case.auction), "here": agreement.meaning.sentence}
    if statement.departs:
        rule = Message(statement.departs)
        return Message("By the books {calls} is {rule}. Here it is: {here}", rule=rule, **values)
    rules = tuple(
        Message(
            "{rule} (here in {share} of hands)",
            rule=claim_words(one.claim),
            share=one.asked.words(one.value),
        )
        for one in missed
    )
    return Message("By the books {calls} shows {rules}. Here it is: {here}", rules=rules, **values)


def _points(low: int, high: int) -> Message:
    if high == N_HCP - 1:
        return Message("{low} or more points", low=low)
    if low == high:
        return Message("{points} HCP", points=low)
    return Message("{low}–{high} HCP", low=low, high=high)


def _length(low: int, high: int, suit: Suit) -> Message:
    if high == CARDS_IN_HAND:
        return Message("{count} or more {suit}", count=NUMBERS[low], suit=Message(suit.plural))
    if low == high:
        return cards_words(low, suit)
    if low == 0:
        return Message("at most {cards}", cards=cards_words(high, suit))
    return Message("{low}–{high} {suit}", low=low, high=high, suit=Message(suit.plural))


def _number(claim: NumberClaim) -> Message:
    """So many aces, kings or key cards."""
    name = claim.count.name.split(" in ")[0]
    words = answer_words(_ANSWERS[name], claim.numbers)
    if claim.count.trump is None:
        return words
    return Message(
        "{cards}, {suit} being trumps", cards=words, suit=Message(claim.count.trump.plural)
    )


_ANSWERS = {"aces": "ace_answer", "kings": "king_answer", "key cards": "key_card_answer"}
_COUNTED = {"aces": Count.ACES, "kings": Count.KINGS, "key cards": Count.KEY_CARDS}


def _named(document: Mapping[str, Any]) -> list[str]:
    """The named conventions of a document but for answers, in the order of the vocabulary."""
    keys = {one["id"] for section in document["sections"] for one in section["agreements"]}
    found = {key.partition(":")[0] for key in keys if key}
    return [
        name
        for name, convention in CONVENTIONS.items()
        if name in found and convention.name and convention.kind is not Kind.ANSWERING
    ]
