"""Sentences about hands and calls, consistent with the numbers of the answer.

What is usual of a hand has at least the interval level by the model's own distribution: HCP
as the shortest such interval, suits as "n or more" or "at most n". "Balanced" is stated if each
suit has two to five cards with more certainty than a priori.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bidding.domain.calls import Call
from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Suit
from bidding.explaining.distributions import INTERVAL_LEVEL, MOST_HCP, CallChance, Facts, OneOf

NUMBERS = (
    *(Message("no"), Message("one"), Message("two"), Message("three"), Message("four")),
    *(Message("five"), Message("six"), Message("seven"), Message("eight"), Message("nine")),
    *(Message("ten"), Message("eleven"), Message("twelve"), Message("thirteen")),
)
_ONE_OF_A_SUIT = {
    Suit.S: Message("one spade"),
    Suit.H: Message("one heart"),
    Suit.D: Message("one diamond"),
    Suit.C: Message("one club"),
}
_LONG = 4  # cards, at least, of a suit that is mentioned as long
_SHORT = 2
_ONE_IN_A_THOUSAND = 0.001
_LEVEL = f"{100 * INTERVAL_LEVEL:.0f}"
_CACHED_LINES = 4096  # about hands: plain auctions repeat them
_NEARLY_ALL = 0.9  # of the similar hands, or of the chance
_MOST = 0.5  # of the similar hands
_FAR_AHEAD = 0.75  # the chance, at least, of a call that readers take for no close choice
_CLOSE = 0.65  # the mean of a call's chance and its share of similar hands, at most
WORTH_NAMING = 0.05  # a rival call below this is not mentioned


@lru_cache(_CACHED_LINES)
def shape_parts(facts: Facts) -> tuple[Message, ...]:
    """Return the phrases about a hand, points first: "12-17 HCP", "four or more diamonds"."""
    suits = _suit_words(facts)
    if not suits and facts.balanced:
        suits = [Message("balanced")]
    return (Message("{points} HCP", points=usual_points_words(facts)), *suits)


def call_sentence(seat: Seat, call: Call, facts: Facts, warning: str = "") -> Message:
    """Return one sentence on the usual hands of a call, with the interval level and then a
    warning."""
    shape = shape_parts(facts)
    text = "{seat}'s {call} usually shows {shape} (each in at least {level} % of cases)."
    if len(shape) == 1:
        text = "{seat}'s {call} usually shows {shape} (in at least {level} % of cases)."
    shown = Message(
        text, seat=Message(seat.full_name), call=call_name(call), shape=shape, level=_LEVEL
    )
    return Message(warning, shown=shown) if warning else shown


def call_warning(probability: float, own_probability: float | None) -> str:
    """Return the warning after what an unusual call shows, as a ``Message``'s key of ``shown``.

    If the call has a low public chance, what it shows is in doubt; if it is only unusual given the
    caller's hand, which the viewer sees, it still shows what it always does.
    """
    if not only_from_hand(probability, own_probability):
        return Message("{shown} An unusual call here: take this as a rough guess.")
    return Message("{shown} An unusual call from this hand.")


def only_from_hand(probability: float, own_probability: float | None) -> bool:
    """Return True if a call is rare given the caller's hand, but not by its public chance."""
    return own_probability is not None and own_probability < WORTH_NAMING <= probability


def suggestion_sentence(
    seat: Seat,
    chances: Sequence[CallChance],
    agreement: float | None = None,
    *,
    rare: bool = False,
    explained: bool = True,
) -> Message:
    """Return a sentence on the likeliest call and its likely alternatives; ``chances`` are sorted.

    The call is "clear" only if nearly all similar hands agree, the hand is not ``rare``, and a
    reason is known: without one it is often a habit of robots. A call of a high chance is no close
    choice, whatever similar hands call: it is the recorded call as often as its chance says. Below
    that both count.
    """
    agreed = agreement is None or agreement >= _NEARLY_ALL
    sentence = _suggested(seat, chances, may_be_clear=agreed and explained and not rare)
    chance = chances[0].probability
    if agreement is not None and chance < _FAR_AHEAD and (chance + agreement) / 2 <= _CLOSE:
        if agreement < _MOST:
            sentence = Message("{suggestion} A close choice.", suggestion=sentence)
        else:
            sentence = Message(
                "{suggestion} A close choice: of hands close to this one {share} choose {call}.",
                suggestion=sentence,
                call=call_name(chances[0].call),
                share=percent(agreement),
            )
    if not rare:
        return sentence
    return Message("{suggestion} The model has hardly seen such hands.", suggestion=sentence)


def _suggested(seat: Seat, chances: Sequence[CallChance], *, may_be_clear: bool) -> Message:
    best, rivals = chances[0], [c for c in chances[1:3] if c.probability >= WORTH_NAMING]
    values = {
        "call": call_name(best.call),
        "strength": strength(best.probability, may_be_clear=may_be_clear),
        "seat": Message(seat.full_name),
        "chance": percent(best.probability),
    }
    if not rivals and not may_be_clear:
        return Message("{call} is {strength} for {seat} ({chance}).", **values)
    if not rivals:
        return Message(
            "{call} is {strength} for {seat} ({chance}); nothing else comes near.", **values
        )
    named = [
        Message("{call} ({chance})", call=call_name(c.call), chance=percent(c.probability))
        for c in rivals
    ]
    rival = named[0] if len(named) == 1 else Message("{one} and {two}", one=named[0], two=named[1])
    sentence = "{call} is {strength} for {seat} ({chance}), ahead of {rivals}."
    return Message(sentence, rivals=rival, **values)


def must_not_pass(seat: Seat, forcing: Call, usual: CallChance) -> Message:
    """Return that a player has to answer partner's bid, which robots often pass."""
    return Message(
        "Partner's {call} is forcing: {seat} must not pass, though {chance} of robots do.",
        call=call_name(forcing),
        seat=Message(seat.full_name),
        chance=percent(usual.probability),
    )


def likeliest_bid_sentence(seat: Seat, best: CallChance) -> Message:
    """Return the likeliest bid of a player who must not pass."""
    return Message(
        "{call} is the likeliest bid for {seat} ({chance}).",
        call=call_name(best.call),
        seat=Message(seat.full_name),
        chance=percent(best.probability),
    )


def usual_sentence(suggested: Call, usual: CallChance) -> Message:
    """Return a sentence on the likeliest call where another is suggested."""
    return Message(
        "By agreement {call} is the call, though {chance} of robots choose {usual} here.",
        call=call_name(suggested),
        usual=call_name(usual.call),
        chance=percent(usual.probability),
    )


def people_sentence(suggested: Call, share: float, usual: CallChance) -> Message:
    """Return a sentence on the share of people who choose a call where robots choose another."""
    return Message(
        "{call} is the choice of {share} of people here; {chance} of robots choose {usual}.",
        call=call_name(suggested),
        share=percent(share),
        chance=percent(usual.probability),
        usual=call_name(usual.call),
    )


def best_sentence(best: Call, usual: Call, imps: float) -> Message:
    """Return a sentence on a call that is predicted to win so many IMPs over the usual one."""
    return Message(
        "Scores best: {call}, about {imps} IMPs more than {usual}.",
        call=call_name(best),
        imps=f"{imps:.1f}",
        usual=call_name(usual),
    )


def auction_sentence(share: float, *, from_hand: bool) -> Message:
    """Return a warning about an auction as surprising as this share of auctions; ``from_hand`` if
    it is rare given the viewer's hand, but not by its public chances."""
    few = Message("one in a thousand or fewer")
    if share >= _ONE_IN_A_THOUSAND:
        few = Message("{share} %", share=f"{100 * share:.1f}")
    if from_hand:
        return Message(
            "A rare auction from this hand: {few} of auctions in these systems surprise as much.",
            few=few,
        )
    return Message(
        "A rare or unclear auction: {few} of auctions in these systems surprise as much. "
        "Take what is said of it as a rough guess.",
        few=few,
    )


def call_name(call: Call) -> str:
    """Return a call as it is written in sentences."""
    return call.symbol if call.is_bid else Message(call.symbol)


def strength(probability: float, *, may_be_clear: bool) -> Message:
    """Return how clear a call of this chance is."""
    if probability >= 0.9 and may_be_clear:
        return Message("the clear call")
    if probability >= 0.6:
        return Message("the usual call")
    return Message("the likeliest call")


def usual_points_words(facts: Facts) -> Message | str:
    """Return the usual points in one interval or two: "12-17", "12-14 or 18+"."""
    if facts.two_ranges is None:
        return _range_words(*facts.hcp)
    low, high, least = facts.two_ranges
    return Message("{points} or {least}+", points=_range_words(low, high), least=least)


def points_words(low: int, high: int) -> Message:
    """Return a promised range of points, of which 0 and the most are open ends: "12-17 HCP",
    "6+ HCP", "at most 7 HCP"."""
    if high == MOST_HCP:
        return Message("{low}+ HCP", low=low)
    if low == 0:
        return Message("at most {high} HCP", high=high)
    return Message("{points} HCP", points=_range_words(low, high))


def _range_words(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _suit_words(facts: Facts) -> list[Message]:
    """Return the long suits, longest first, and those with support; else the short ones."""
    long = [(facts.at_least[suit], suit) for suit in Suit]
    worth = [(n, suit) for n, suit in long if n >= _LONG or facts.support[suit]]
    named = sorted(worth, key=lambda x: (-x[0], x[1]))
    while sum(n for n, _ in named) > CARDS_IN_HAND:  # each is likely, but not all of them together
        named.pop()
    words = [
        cards_words(n, suit) if facts.exact[suit] else long_words(n, suit) for n, suit in named
    ]
    if facts.one_of is not None:
        words.append(one_of_words(facts.one_of))
    # "At most" the upper end of the printed interval, to agree with it.
    short = [(max(facts.at_most[suit], facts.intervals[suit][1]), suit) for suit in Suit]
    mentioned = _SHORT - bool(words)
    return [*words, *(short_words(n, suit) for n, suit in short if n <= mentioned)]


def long_words(least: int, suit: Suit) -> Message:
    """Return the words for the least length of a suit: "five or more hearts"."""
    return Message("{count} or more {suit}", count=NUMBERS[least], suit=Message(suit.plural))


def short_words(most: int, suit: Suit) -> Message:
    """Return the words for the greatest length of a suit: "at most two clubs"."""
    if most == 0:
        return Message("no {suit}", suit=Message(suit.plural))
    return Message("at most {cards}", cards=cards_words(most, suit))


def one_of_words(known: OneOf) -> Message:
    """Return the words for one long suit among several: "five or more of a minor"."""
    count, suits = NUMBERS[known.least], set(known.suits)
    if suits == set(Suit):
        return Message("{count} or more of some suit", count=count)
    if suits == {Suit.D, Suit.C}:
        return Message("{count} or more of a minor", count=count)
    if suits == {Suit.S, Suit.H}:
        return Message("{count} or more of a major", count=count)
    one, other = (Message(suit.plural) for suit in known.suits)
    return Message("{count} or more {one} or {other}", count=count, one=one, other=other)


def cards_words(count: int, suit: Suit) -> Message:
    """Return the words for a number of cards of a suit: "two clubs"."""
    if count == 1:
        return _ONE_OF_A_SUIT[suit]
    return Message("{count} {suit}", count=NUMBERS[count], suit=Message(suit.plural))


def percent(p: float) -> str:
    """Return a chance in per cent, never as certain."""
    if p < 0.005:
        return Message("under 1 %")
    if p > 0.995:
        return Message("over 99 %")
    return f"{p:.0%}".replace("%", " %")
