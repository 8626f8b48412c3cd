"""Deviations of a system, as the model plays it, from its published rules.

The rules are those of ``catalogue``. The model deviates from a rule whose claims do not hold by
docs/meanings.json where it neither believes it with confidence nor states it, and from a rule of
the book that the tables mark as one the robots do not follow.
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
from bidding.explaining.agreements import auction_words
from bidding.explaining.beliefs import CONFIDENT
from bidding.explaining.explainer import Explainer
from bidding.explaining.meanings.answers import answer_words
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.statements import Count
from bidding.explaining.wording import NUMBERS, cards_words, points_words
from research.meanings.agreements import Agreement, agreements
from research.meanings.catalogue import Group, Rule
from research.meanings.claims import (
    CardClaim,
    ChanceClaim,
    Claim,
    NumberClaim,
)
from research.meanings.verdicts import (
    Verdict,
    beliefs_about,
    claim_name,
    verdicts,
)

_ONE_OF_SEVERAL = 0.5  # what is asked of a claim, at most, that half of the hands may miss


@dataclass(frozen=True)
class Deviation:
    """A sentence about a call, or about the whole system where there is no auction."""

    auction: Auction | None
    sentence: Message

    def to_json(self) -> dict[str, Any]:
        """Return the auction, the sentence and its parts."""
        calls = None if self.auction is None else [str(call) for call in self.auction.calls]
        return {"auction": calls, "sentence": self.sentence, "said": message_json(self.sentence)}


def deviations(
    explainer: Explainer, system: System, groups: Sequence[Group], short: Collection[str]
) -> list[Deviation]:
    """Return the deviations of a system; ``short`` names the claims that do not hold."""
    doubtful = [
        rule for group in groups if group.system is system for rule in _doubtful(group, short)
    ]
    if not doubtful:
        return []
    beliefs = beliefs_about(explainer, [rule.case for rule in doubtful])
    shown = agreements(explainer, system, [rule.case.auction for rule in doubtful])
    found = []
    for rule, agreement in zip(doubtful, shown, strict=True):
        unmet = [] if rule.deviation else _unmet(verdicts(beliefs, rule), agreement.meaning)
        if unmet or rule.deviation:
            found.append(Deviation(rule.case.auction, _sentence(rule, agreement, unmet)))
    return found


def conventions_beyond(own: Mapping[str, Any], booklet: Mapping[str, Any]) -> list[Deviation]:
    """Return a sentence on the conventions that the booklet's document lacks, if there are any."""
    beyond = [name for name in _named(own) if name not in set(_named(booklet))]
    names = tuple(Message(CONVENTIONS[name].name) for name in beyond)
    if not names:
        return []
    return [Deviation(None, Message("Beyond the SAYC booklet it plays: {names}.", names=names))]


def claim_words(claim: Claim) -> Message:
    """Put a claim about a chance into words; raise TypeError for an average."""
    match claim:
        case ChanceClaim(each_suit=True):
            return Message("{low} to {high} cards in each suit", low=claim.low, high=claim.high)
        case ChanceClaim(suit=None):
            return points_words(claim.low, claim.high)
        case ChanceClaim(suit=Suit() as suit):
            return _length(claim.low, claim.high, suit)
        case CardClaim():
            card = Card(claim.card)
            name = f"{card.suit.symbol}{card.rank}"
            return Message("no {card}", card=name) if claim.absent else Message(name)
        case NumberClaim():
            return _number(claim)
    raise TypeError(f"{claim.text!r} is an average")


def _doubtful(group: Group, short: Collection[str]) -> Iterator[Rule]:
    """Yield the rules with a claim that does not hold, and the rules of the book that the robots
    do not follow and the model, as expected, does not believe."""
    for rule in group.rules:
        claims = rule.book if rule.deviation else rule.claims
        fails = any(claim_name(rule.case, claim) in short for claim in claims)
        if not rule.case.later and fails != bool(rule.deviation):
            yield rule


def _unmet(verdicts: Iterable[Verdict], shown: CallMeaning) -> list[Verdict]:
    """Return the verdicts on chances that the model neither believes nor states, but those of one
    of several hands that a call shows."""
    return [
        one
        for one in verdicts
        if one.asked is one.claim and isinstance(one.claim, ChanceClaim | NumberClaim | CardClaim)
        if not one.holds
        and (one.claim.most < 1 or one.claim.least > _ONE_OF_SEVERAL)
        and one.value < CONFIDENT
        if not _states(shown, one.claim)
    ]


def _states(shown: CallMeaning, claim: Claim) -> bool:
    """Return True if the call's sentence states the claim, if with less confidence."""
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


def _sentence(rule: Rule, agreement: Agreement, unmet: Sequence[Verdict]) -> Message:
    values = {"calls": auction_words(rule.case.auction), "here": agreement.meaning.sentence}
    if rule.deviation:
        book = Message(rule.deviation)
        return Message("By the books {calls} is {rule}. Here it is: {here}", rule=book, **values)
    rules = tuple(
        Message(
            "{rule} (here in {share} of hands)",
            rule=claim_words(one.claim),
            share=one.asked.words(one.value),
        )
        for one in unmet
    )
    return Message("By the books {calls} shows {rules}. Here it is: {here}", rules=rules, **values)


def _length(low: int, high: int, suit: Suit) -> Message:
    if high == CARDS_IN_HAND:
        return Message("{count} or more {suit}", count=NUMBERS[low], suit=Message(suit.plural))
    if low == high:
        return cards_words(low, suit)
    if low == 0:
        return Message("at most {cards}", cards=cards_words(high, suit))
    return Message("{low}–{high} {suit}", low=low, high=high, suit=Message(suit.plural))


def _number(claim: NumberClaim) -> Message:
    """Put a number of aces, kings or key cards into words."""
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
    """Return the named conventions of a document except answers, in the vocabulary's order."""
    keys = {one["id"] for section in document["sections"] for one in section["agreements"]}
    found = {key.partition(":")[0] for key in keys if key}
    return [
        name
        for name, convention in CONVENTIONS.items()
        if name in found and convention.name and convention.kind is not Kind.ANSWERING
    ]
