"""Statements about one hand: what a call promises, what is usual, and what it denies.

Each can be checked against a hand.

How a caller's hands are spread says what is usual. Which hands make the call is the agreement: the
likelihood of the call given h points is L(h) = P(h | call) / P(h), the ratio of a spectator's
beliefs about the caller after and before it. A call states the points whose likelihood is at least
a fifth of the average, and the lengths whose likelihood is at least a twentieth; what a player
promises is what all of the player's calls state together.

The thresholds are fitted on robots' auctions held out from training (``evaluate_meanings``): higher
ones say more and hold for fewer hands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np

from bidding.domain.calls import PASS, Call
from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.messages import Message
from bidding.domain.table import RANKS, Seat, Strain, Suit
from bidding.encoding.layout import N_SUITS
from bidding.encoding.views import card_hcp
from bidding.explaining.distributions import MOST_HCP, Facts, Flags, Floats, HandTable, Integers
from bidding.explaining.wording import (
    cards_words,
    long_words,
    one_of_words,
    points_words,
    short_words,
    usual_points_words,
)

_SHORT = 1  # cards, at most, of a short suit
_SUPPORT, _FOUR, _LONGEST_EVEN = 3, 4, 5
_EVEN = (1, 6)  # promised cards of each suit of a balanced hand, at least and at most
_ANY = 2  # points, at most, that are no strength
_NARROWER = 3  # points by which the usual range is narrower, at least, to be worth a word
_MAJORS = (Suit.S, Suit.H)
_LAST = Call.bid(3, Strain.NT)  # beyond it no suits are denied
_LIKELY, _UNLIKELY = 0.2, 0.05  # chances of what is denied: before the call, and after it
_STILL_POSSIBLE = 0.3  # the chance of three cards in partner's suit, to deny four

Hands = Flags  # (N, 52)
_POINTS = card_hcp().numpy()
_ACE, _KING = RANKS.index("A"), RANKS.index("K")

EVEN = (2, 5)  # cards of each suit of a balanced hand, at least and at most


_FRACTION = 0.2  # of the average likelihood of the call, at least, for points
_STEEP = 0.55  # of the likelihood of the next point inside, at most, at an end that is not sharp
_FEW = 0.03  # of the hands, at most, at such an end or beyond
_FEW_BEYOND = 0.04  # of the hands, at most, in a tail of two points or more, or below an open range
_FLAT = 0.3  # of the likelihood of the next point inside, at most, in such a tail
_SOFT = 0.8  # of the likelihood of the next point inside, at most, of those least points
_LIMITED = 6  # points, at most, between the ends of a range whose high end loses a tail
_LENGTH_FRACTION = 0.05  # the same for lengths
_POSSIBLE = 0.0005  # the chance of points before the call, at least, for their likelihood to count
_NOT_RARE = 0.01
_NARROW = 4  # points, at most, between the ends of a range that beliefs close
_NO_HANDS = 0.003  # of the hands before a call, at most, beyond an end that says nothing
_HARDLY_ANY = 0.005  # of the hands, at most, beyond an end that is not stated
POINTS_LEVEL = 0.95  # of a promised range of points, at least
LENGTH_LEVEL = 0.85  # of each end of a promised length, at least

Range = tuple[int, int]


class Ranges(NamedTuple):
    """Ranges of HCP and of the lengths of S H D C, both ends included; 0 and 37, and 0 and 13, are
    open ends. ``to_game``: the caller's side hardly ever stops below game after the call.
    ``needed``: the chance that beliefs must give each range for it to hold; 0 where it was counted
    of the caller's own system."""

    hcp: Range
    lengths: tuple[Range, ...]
    to_game: bool = False
    needed: float = 0

    def hold(self, hcp: Floats, lengths: Floats) -> bool:
        """Return True if beliefs, chances of points (38,) and of lengths (4, 14), bear them out."""
        ends = ((self.hcp, hcp), *zip(self.lengths, lengths, strict=True))
        return not self.needed or all(
            chances[low : high + 1].sum() >= self.needed for (low, high), chances in ends
        )


class Promise(NamedTuple):
    """What a player's calls promise, and whether the last call added to it.

    hcp, lengths (S H D C): both ends included; 0 and 37, and 0 and 13, are open ends.
    """

    hcp: Range
    lengths: tuple[Range, ...]
    new_hcp: bool
    new_least: tuple[bool, ...]
    new_most: tuple[bool, ...]

    @property
    def as_news(self) -> Promise:
        """The same ranges as if the last call had stated all of them."""
        return self._replace(new_hcp=self.hcp != (0, MOST_HCP), new_least=_ALL, new_most=_ALL)

    def to_json(self) -> dict[str, object]:
        """Return the ranges; an open end is null."""
        ranges = zip(Suit, self.lengths, strict=True)
        return {
            "hcp": _range_json(self.hcp, MOST_HCP),
            "lengths": {suit.name: _range_json(ends, CARDS_IN_HAND) for suit, ends in ranges},
        }


_NONE, _ALL = (False,) * len(Suit), (True,) * len(Suit)
NOTHING_PROMISED = Promise((0, MOST_HCP), ((0, CARDS_IN_HAND),) * len(Suit), False, _NONE, _NONE)


def promises(
    before: HandTable,
    after: HandTable,
    previous: Sequence[int | Promise],
    told: Callable[[int, Promise], Promise] = lambda _, promise: promise,
    *,
    recorded: Sequence[Ranges | None] = (),
    levels: tuple[float, float] = (POINTS_LEVEL, LENGTH_LEVEL),
) -> list[Promise]:
    """Return the promise of each caller with each of C calls, by beliefs before and after it.

    ``previous`` (C,) is the promise of the caller's calls before, or its place in this list.
    ``told`` returns the promise of a row with what the sentence of its call says besides.
    ``recorded`` ranges (C,), where there are some, take the place of those by beliefs. ``levels``:
    the chances that points and each length are within, at least.
    """
    found: list[Promise] = []
    of_points, of_length = levels
    stated, suits = _stated(before.hcp, after.hcp), _lengths(before.lengths, after.lengths)
    for row, earlier in enumerate(previous):
        known = found[earlier] if isinstance(earlier, int) else earlier
        counted = recorded[row] if recorded else None
        if counted is not None and not counted.hold(after.hcp[row], after.lengths[row]):
            counted = None
        hcp, lengths, *_ = counted or Ranges(
            _combined(known.hcp, stated[row], after.hcp[row], of_points),
            tuple(
                _combined(range_, ends, chances, of_length)
                for range_, ends, chances in zip(
                    known.lengths, suits[row], after.lengths[row], strict=True
                )
            ),
        )
        if counted is None:
            hcp = _without_few(hcp, before.hcp[row], after.hcp[row])
            hcp = _wide_enough(hcp, known.hcp)
        hcp = _with_high_end(hcp, known.hcp[1], stated[row][1], before.hcp[row], after.hcp[row])
        pairs = list(zip(lengths, known.lengths, strict=True))
        longer = tuple(now[0] > then[0] for now, then in pairs)
        shorter = tuple(now[1] < then[1] for now, then in pairs)
        narrower = hcp[0] > known.hcp[0] or hcp[1] < known.hcp[1]
        found.append(told(row, Promise(hcp, lengths, narrower, longer, shorter)))
    return found


def chance_from_best_hands(chance: Floats, before: HandTable, after: HandTable) -> Floats:
    """Estimate (C,) the chance of each call from the hands that it fits best, given its ``chance``
    (C,) from all hands: from the points, and from the lengths of the two suits, that raise it most.

    It tells a call of rare hands, such as a strong 2♣, from one that hardly any hand makes.
    """
    points = _gain(before.hcp, after.hcp)
    lengths = np.sort(_gain(before.lengths, after.lengths), axis=-1)
    return np.asarray(np.minimum(chance * points * lengths[:, -1] * lengths[:, -2], 1.0))


def _gain(before: Floats, after: Floats) -> Floats:
    """Return the greatest ratio of chances (..., n) after to before a call, of values that are
    possible before and not too rare after it."""
    counts = (before > _POSSIBLE) & (after > _NOT_RARE)
    return np.asarray(np.where(counts, after / np.maximum(before, _POSSIBLE), 0).max(-1))


def _stated(before: Floats, after: Floats) -> list[Range]:
    """Return the points (C, 38) that each call states by itself; an end that reaches the end of
    what was possible before is open."""
    # Points that hardly any hand has are possible if the call is made with them, as 25 with 3NT.
    before = np.where(after > _NOT_RARE, np.maximum(before, _POSSIBLE), before)
    low, high = _ends(_likely(before, after, _FRACTION))
    least, most = _ends(before >= _POSSIBLE)
    sharp_high = MOST_HCP - _sharp(before[:, ::-1], after[:, ::-1], MOST_HCP - high)
    low = np.where(low <= least, 0, _sharp(before, after, low))
    high = np.where(high >= most, MOST_HCP, sharp_high)
    return list(zip(low.tolist(), high.tolist(), strict=True))


def _sharp(before: Floats, after: Floats, low: np.ndarray) -> np.ndarray:
    """Return the low ends (C,) without a last point that few hands have, if they are clearly less
    likely to make the call than those with a point more."""
    rows = np.arange(len(low))
    likelihood = after / np.maximum(before, _POSSIBLE)
    inner = np.minimum(low + 1, MOST_HCP)
    steep = likelihood[rows, low] < _STEEP * likelihood[rows, inner]
    return np.where(steep & (after.cumsum(-1)[rows, low] <= _FEW), inner, low)


def _lengths(before: Floats, after: Floats) -> list[list[Range]]:
    """Return the lengths (C, 4, 14) that each call states by itself.

    Beyond an end there are hardly any hands, or few that are not likely to make the call.
    """
    low, high = _ends(_likely(before, after, _LENGTH_FRACTION))
    below = after.cumsum(-1)
    above = after[..., ::-1].cumsum(-1)
    last = after.shape[-1] - 1
    low = np.maximum(low, (below <= _HARDLY_ANY).sum(-1))
    low = np.minimum(low, (below < 1 - LENGTH_LEVEL).sum(-1))
    high = np.minimum(high, last - (above <= _HARDLY_ANY).sum(-1))
    high = np.maximum(high, last - (above < 1 - LENGTH_LEVEL).sum(-1))
    return [list(zip(*pair, strict=True)) for pair in zip(low.tolist(), high.tolist(), strict=True)]


def _likely(before: Floats, after: Floats, fraction: float) -> np.ndarray:
    """Return (..., n) True for the values whose likelihood is at least that fraction of the
    average."""
    possible = before >= _POSSIBLE
    likelihood = np.where(possible, after / np.maximum(before, _POSSIBLE), 0)
    return np.asarray(
        possible & (likelihood >= fraction * (likelihood * after).sum(-1, keepdims=True))
    )


def _ends(flags: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (...) the first and the last place of True in (..., n)."""
    return flags.argmax(-1), flags.shape[-1] - 1 - flags[..., ::-1].argmax(-1)


def _combined(known: Range, stated: Range, chances: Floats, level: float) -> Range:
    """Return the part of two ranges that they share, widened by the likelier end until it has the
    level."""
    low, high = max(known[0], stated[0]), min(known[1], stated[1])
    if low > high:
        low, high = stated
    while chances[low : high + 1].sum() < level:
        below, above = chances[:low].sum(), chances[high + 1 :].sum()
        low, high = (low - 1, high) if below >= above else (low, high + 1)
    return low, high


def _without_tails(ends: Range, before: Floats, after: Floats) -> Range:
    """Return a range of points without a tail of two points or more at either end, as a robot's 19
    beside 10 to 14, if most hands are still within."""
    low, high = ends
    shorter = longer = ends
    if high < MOST_HCP:
        shorter = low, _without_tail(before, after, low, high, _LIMITED)
    if low > 0:
        mirrored = MOST_HCP - high, MOST_HCP - low
        longer = MOST_HCP - _without_tail(before[::-1], after[::-1], *mirrored, MOST_HCP), high
    all_hands = after.sum()
    for least, most in ((longer[0], shorter[1]), shorter, longer):
        if after[least : most + 1].sum() >= POINTS_LEVEL * all_hands:
            return least, most
    return ends


def _without_few(ends: Range, before: Floats, after: Floats) -> Range:
    """Return a range of points without its tails; and, if its high end is open, without the least
    points that few hands have and that make the call more seldom than a point more."""
    low, high = _without_tails(ends, before, after)
    few = _FEW_BEYOND * after.sum()
    while 0 < low < high == MOST_HCP and after[: low + 1].sum() <= few:
        if after[low] * before[low + 1] > _SOFT * after[low + 1] * before[low]:
            break
        low += 1
    return low, high


def _without_tail(before: Floats, after: Floats, low: int, high: int, widest: int) -> int:
    """Return the lowest high end, at most ``widest`` points above the low one, beyond which few
    hands are and these make the call far less often than those with the points of the end."""
    few = _FEW_BEYOND * after.sum()
    for end in range(low + 1, min(high - 1, low + widest + 1)):
        tail = slice(end + 1, high + 1)
        often = after[tail].sum() * before[end] > _FLAT * after[end] * before[tail].sum()
        if after[end + 1 :].sum() <= few and not often:
            return end
    return high


def _wide_enough(ends: Range, known: Range) -> Range:
    """Return a range of points, one of a single point with those beside it that are possible."""
    low, high = ends
    return (max(low - 1, known[0]), min(high + 1, known[1])) if low == high else ends


def _with_high_end(counted: Range, known: int, stated: int, before: Floats, after: Floats) -> Range:
    """Return a range of points with the high end that the beliefs tell of: recorded auctions may be
    too few to close an open one, and an end says nothing if hardly any hand could be beyond it."""
    low, high = counted
    if high < known and before[high + 1 :].sum() < _NO_HANDS:
        return low, known
    if high == MOST_HCP and low <= stated <= low + _NARROW:
        likelihood = after / np.maximum(before, _POSSIBLE)
        beyond = after[stated + 1 :].sum() / max(before[stated + 1 :].sum(), _POSSIBLE)
        few = after[stated + 1 :].sum() <= _FEW
        if few and beyond <= _FRACTION * (likelihood * after).sum():
            return low, stated
    return counted


def _range_json(ends: Range, most: int) -> dict[str, int | None]:
    low, high = ends
    return {"low": low or None, "high": None if high == most else high}


class Topic(Enum):
    """The topic of a statement."""

    POINTS = "points"
    LENGTHS = "lengths"
    ACES = "aces"
    SHORTNESS = "shortness"
    DENIAL = "denial"
    EITHER_OR = "either_or"


class Count(Enum):
    """A quantity counted in a hand."""

    POINTS = "points"
    LONGEST = "longest"  # cards of the longest of the suits; for one suit, its cards
    UNEVEN = "uneven suits"  # suits of fewer than two cards, or more than five
    ACES = "aces"
    KEY_CARDS = "key cards"
    KINGS = "kings"


@dataclass(frozen=True)
class Statement:
    """The statement that a count is one of some numbers: "five or more hearts", "two aces"."""

    topic: Topic
    words: Message
    count: Count | None = None  # None if nothing can be counted
    numbers: frozenset[int] = frozenset()
    suits: tuple[Suit, ...] = ()
    """The suits counted; for kings all suits if empty; for key cards the trump suit."""

    def true_of(self, hands: Hands) -> Flags:
        """Return (N,) True for the hands of which it is true.

        Key cards without a trump suit: True if the aces are as many, or one less.
        """
        numbers = set(self.numbers)
        if self.count is Count.KEY_CARDS and not self.suits:
            numbers |= {number - 1 for number in self.numbers}
        return np.isin(self._counted(hands), list(numbers))

    def _counted(self, hands: Hands) -> Integers:
        by_suit = hands.reshape(len(hands), N_SUITS, -1)
        suits = list(self.suits)
        match self.count:
            case Count.POINTS:
                return np.asarray(hands @ _POINTS)
            case Count.LONGEST:
                return np.asarray(by_suit[:, suits].sum(-1).max(-1))
            case Count.UNEVEN:
                lengths = by_suit.sum(-1)
                return np.asarray(((lengths < EVEN[0]) | (lengths > EVEN[1])).sum(-1))
            case Count.KINGS:
                return np.asarray(by_suit[:, suits or slice(None), _KING].sum(-1))
            case Count.ACES:
                return np.asarray(by_suit[:, :, _ACE].sum(-1))
            case Count.KEY_CARDS:
                trump_kings = by_suit[:, suits, _KING].sum(-1)
                return np.asarray(by_suit[:, :, _ACE].sum(-1) + trump_kings)
        raise ValueError(f"nothing is counted in {self.words!r}")


def numbers_between(low: int, high: int) -> frozenset[int]:
    """Return the whole numbers from low to high."""
    return frozenset(range(low, high + 1))


def shape(
    promise: Promise,
    facts: Facts,
    offered: Strain | None = None,
    supported: Collection[Suit] = (),
    short_suit: Suit | None = None,
) -> list[Statement]:
    """Return statements about the long suits, the short one, and the points that a call promises
    and earlier calls did not.

    The suit that a natural bid has ``offered`` comes first. Three cards are stated of it, and of
    the ``supported`` suits alone.
    """
    suits = [
        *_long(promise, facts, offered, supported),
        *_one_of(facts),
        *_short(promise, short_suit),
    ]
    five = any(least >= _LONGEST_EVEN for least, _ in promise.lengths)
    of_suit = offered is not None and offered is not Strain.NT
    even = not of_suit and (not suits or (offered is Strain.NT and not five))
    if even and _is_balanced(promise, facts):
        words = Message("balanced")
        suits = [Statement(Topic.LENGTHS, words, Count.UNEVEN, frozenset({0})), *suits]
    return [*suits, *points(promise)]


def usual(
    promise: Promise,
    facts: Facts,
    offered: Strain | None = None,
    bid_before: Collection[Suit] = (),
    partners: Collection[Suit] = (),
) -> Message | None:
    """Return what is usual beyond what a call promises, in short: "4+ clubs, 11–15".

    A natural bid says no more of other suits, and no call of the suits that the caller has
    ``bid_before``. Three cards are worth a word of a suit of ``partners`` that is raised.
    """
    known = set(bid_before) | set(() if facts.one_of is None else facts.one_of.suits)
    suits = {suit for suit in Suit if offered is None or suit is offered.suit}
    suits -= known if offered is None else set()
    parts: list[str] = [
        _or_more(suit, facts)
        for suit in sorted(suits)
        if _is_usual(suit, promise, facts, offered, _SUPPORT if suit in partners else _FOUR)
    ]
    if offered is Strain.NT and facts.balanced and not _is_balanced(promise, facts):
        parts.append(Message("balanced"))
    narrower = promise.new_hcp and _is_narrower(promise, facts)
    if narrower and not _is_hardly_limited(promise):
        parts.append(usual_points_words(_within(promise, facts)))
    elif narrower or (offered is not None and is_any_strength(promise)):
        parts.append(Message("{points} HCP", points=usual_points_words(facts)))
    return Message("{parts}", parts=tuple(parts)) if parts else None


def hand_summary(seat: Seat, promise: Promise, facts: Facts, *, cards_in_view: bool) -> Message:
    """Return one sentence about a hidden hand: what the player's calls promise, then what is usual
    where that says more, as it is to a viewer whose own cards are in view or to a spectator."""
    promise = promise.as_news
    promised = tuple(one.words for one in shape(promise, facts, supported=tuple(Suit)))
    news = _news(promise, facts)
    text = "{promised}; usually {usual}" if promised else "usually {usual}"
    if cards_in_view:
        text = "{promised}; with your cards in view usually {usual}"
        text = text if promised else "with your cards in view usually {usual}"
    shape_words = Message(text, promised=promised, usual=news) if news else promised
    return Message("{seat}: {shape}.", seat=Message(seat.full_name), shape=shape_words)


def _news(promise: Promise, facts: Facts) -> tuple[Message | str, ...]:
    """Return the usual lengths, long or short, and points that say more than the promise; nothing
    of beliefs that contradict one that was counted."""
    low, high = _within(promise, facts).hcp
    if low > high:
        return ()
    lengths = zip(Suit, promise.lengths, strict=True)
    parts: list[Message | str] = []
    for suit, (least, most) in lengths:
        if facts.at_least[suit] >= _FOUR and facts.at_least[suit] > least:
            parts.append(_or_more(suit, facts))
        elif facts.at_most[suit] <= _SHORT and facts.at_most[suit] < most:
            parts.append(short(suit, facts.at_most[suit]).words)
    if _is_narrower(promise, facts):
        parts.append(Message("{points} HCP", points=usual_points_words(_within(promise, facts))))
    return tuple(parts)


def _or_more(suit: Suit, facts: Facts) -> Message:
    return Message("{number}+ {suit}", number=facts.at_least[suit], suit=Message(suit.plural))


def _is_usual(
    suit: Suit, promise: Promise, facts: Facts, offered: Strain | None, worth: int
) -> bool:
    """Return True if a suit is usually longer than is promised, and has as many cards as are
    ``worth`` a word; False if it cannot be as long beside what is promised of the others."""
    least, stated = facts.at_least[suit], promise.lengths[suit][0]
    if sum(low for low, _ in promise.lengths) - stated + least > CARDS_IN_HAND:
        return False
    first = offered is not None and suit is offered.suit
    return least >= (worth if first else _FOUR) and least > stated and (first or stated < _FOUR)


def _is_narrower(promise: Promise, facts: Facts) -> bool:
    """Return True if the usual points say clearly more than the promised ones, which hold most of
    them."""
    low, high = _within(promise, facts).hcp
    least, most = promise.hcp
    of_all = facts.hcp[1] - facts.hcp[0] + 1
    narrower = facts.two_ranges is not None or most - least - (high - low) >= _NARROWER
    return 2 * (high - low + 1) >= of_all and narrower and most - least >= _NARROWER


def _within(promise: Promise, facts: Facts) -> Facts:
    """Return the facts with the part of the usual points that is promised."""
    (low, high), (least, most) = facts.hcp, promise.hcp
    return facts._replace(hcp=(max(low, least), min(high, most)))


def _is_balanced(promise: Promise, facts: Facts) -> bool:
    """Return True if a hand is balanced, by what is promised of each suit or else by what is usual,
    but for a short or a long suit now and then."""
    low, high = _EVEN if facts.balanced else EVEN
    return all(low <= least and most <= high for least, most in promise.lengths)


def short(suit: Suit, number: int = _SHORT) -> Statement:
    """Return the statement of at most this number of cards in a suit."""
    words, numbers = short_words(number, suit), numbers_between(0, number)
    return Statement(Topic.SHORTNESS, words, Count.LONGEST, numbers, (suit,))


def held(number: int, suit: Suit) -> Statement:
    """Return the statement of exactly this number of cards in a suit."""
    words = cards_words(number, suit)
    return Statement(Topic.LENGTHS, words, Count.LONGEST, frozenset({number}), (suit,))


def at_least(number: int, suit: Suit) -> Statement:
    """Return the statement of this number of cards in a suit, or more."""
    words, numbers = long_words(number, suit), numbers_between(number, CARDS_IN_HAND)
    return Statement(Topic.LENGTHS, words, Count.LONGEST, numbers, (suit,))


def _long(
    promise: Promise, facts: Facts, offered: Strain | None, supported: Collection[Suit]
) -> list[Statement]:
    first = None if offered is None else offered.suit
    named = sorted(
        _new_lengths(promise, offered, supported),
        key=lambda pair: (pair[1] is not first, -pair[0], pair[1]),
    )
    found = []
    for number, suit in named:
        most = promise.lengths[suit][1]
        if most == number <= _LONGEST_EVEN:  # of a longer suit nobody promises no more
            found.append(held(number, suit))
            continue
        found.append(at_least(number, suit))
    return found


def _new_lengths(
    promise: Promise, offered: Strain | None, supported: Collection[Suit]
) -> Iterator[tuple[int, Suit]]:
    """Yield the lengths that a call tells: of a notrump bid not that of a four-card minor."""
    first = None if offered is None else offered.suit
    for suit, (least, _), new in zip(Suit, promise.lengths, promise.new_least, strict=True):
        needed = _SUPPORT if suit is first or suit in supported else _FOUR
        if offered is Strain.NT and suit not in _MAJORS:
            needed = _LONGEST_EVEN
        if least >= needed and (new or suit is first):
            yield least, suit


def _one_of(facts: Facts) -> list[Statement]:
    """Return a statement about one long suit among several."""
    if facts.one_of is None:
        return []
    least, suits = facts.one_of
    numbers = numbers_between(least, CARDS_IN_HAND)
    return [Statement(Topic.EITHER_OR, one_of_words(facts.one_of), Count.LONGEST, numbers, suits)]


def _short(promise: Promise, short_suit: Suit | None) -> list[Statement]:
    if short_suit is not None:
        return [short(short_suit)]
    most = zip(Suit, promise.lengths, promise.new_most, strict=True)
    return [short(suit, high) for suit, (_, high), new in most if new and high <= _SHORT]


def points(promise: Promise) -> list[Statement]:
    """Return the statement of the points, if the call adds to what was promised, and enough."""
    if not promise.new_hcp or _is_hardly_limited(promise):
        return []
    low, high = promise.hcp
    numbers = numbers_between(low, high)
    return [Statement(Topic.POINTS, points_words(low, high), Count.POINTS, numbers)]


ANY_STRENGTH = Statement(Topic.POINTS, Message("any strength"))


def is_any_strength(promise: Promise) -> bool:
    """Return True if nothing is promised of the points."""
    return promise.hcp == (0, MOST_HCP)


def _is_hardly_limited(promise: Promise) -> bool:
    """Return True if nothing is promised of the points that is worth saying."""
    low, high = promise.hcp
    return low <= _ANY and high == MOST_HCP


class Denied(NamedTuple):
    """Denied holdings: three and four cards of each suit (S H D C). ``possible``: three cards of
    the suit are still possible."""

    three: tuple[bool, ...]
    four: tuple[bool, ...]
    possible: tuple[bool, ...]


def denied(before: HandTable, after: HandTable) -> list[Denied]:
    """Return the denials of each call, by beliefs about the caller before and after it."""
    prior, posterior = _at_least(before.lengths), _at_least(after.lengths)
    lengths = (prior >= _LIKELY) & (posterior <= _UNLIKELY)
    possible = posterior[..., _SUPPORT] >= _STILL_POSSIBLE
    parts = (lengths[..., _SUPPORT], lengths[..., _FOUR], possible)
    return [
        Denied(*map(tuple, flags)) for flags in zip(*(part.tolist() for part in parts), strict=True)
    ]


def _at_least(distributions: Floats) -> Floats:
    """Return (..., n) the chance of each value or more."""
    return distributions[..., ::-1].cumsum(-1)[..., ::-1]


def denials(
    call: Call,
    earlier: Sequence[Call],
    found: Denied,
    facts: Facts,
    shown: Collection[Suit] = (),
    promise: Promise = NOTHING_PROMISED,
) -> tuple[Statement, ...]:
    """Return the relevant denials after the ``earlier`` calls: support and majors.

    ``shown`` are suits that partner has shown by an artificial bid. Support is denied, too, where
    the call promises two cards at most.
    """
    counts = dict(_denied_suits(call, earlier, found, facts, shown, promise))
    return tuple(_each(counts))


def _each(counts: dict[Suit, int]) -> Iterator[Statement]:
    if all(counts.get(suit) == _FOUR for suit in _MAJORS):
        yield NO_FOUR_CARD_MAJOR
        counts = {suit: count for suit, count in counts.items() if suit not in _MAJORS}
    for suit, count in counts.items():
        words = Message("denies {cards}", cards=cards_words(count, suit))
        if count == _SUPPORT:
            words = Message("denies support for {suit}", suit=Message(suit.plural))
        yield _fewer(count, words, suit)


def _fewer(count: int, words: Message, *suits: Suit) -> Statement:
    return Statement(Topic.DENIAL, words, Count.LONGEST, numbers_between(0, count - 1), suits)


NO_FOUR_CARD_MAJOR = _fewer(_FOUR, Message("denies a four-card major"), *_MAJORS)


def _denied_suits(
    call: Call,
    earlier: Sequence[Call],
    found: Denied,
    facts: Facts,
    shown: Collection[Suit],
    promise: Promise,
) -> Iterator[tuple[Suit, int]]:
    """Yield the suits, with the number of cards denied in each: of an unbid major that would not
    have been a reverse, by a call that does not raise partner's major."""
    if _highest((*earlier, call)).index > _LAST.index:
        return
    own, theirs, partners = (suits_bid(earlier[::-1][turn::4]) for turn in (3, 0, 1))
    theirs |= suits_bid(earlier[::-1][2::4])
    partners |= set(shown)
    long = sum(number for number in facts.at_least if number >= _FOUR)
    raises = call.suit in partners and call.suit in _MAJORS
    majors = () if raises else [suit for suit in _MAJORS if not _reverses(suit, earlier)]
    for suit in Suit:
        held = facts.at_least[suit] if facts.at_least[suit] >= _FOUR else 0
        room = CARDS_IN_HAND - long + held
        if suit in own | theirs or suit is call.suit or room < _FOUR:
            continue
        if suit in partners:
            if found.three[suit] or (
                promise.new_most[suit] and promise.lengths[suit][1] < _SUPPORT
            ):
                yield suit, _SUPPORT
            elif found.four[suit] and found.possible[suit]:
                yield suit, _FOUR
        elif found.four[suit] and suit in majors:
            yield suit, _FOUR


def suits_bid(calls: Sequence[Call]) -> set[Suit]:
    """Return the suits of the bids among these calls."""
    return {call.suit for call in calls if call.suit is not None}


def _highest(calls: Sequence[Call]) -> Call:
    """Return the last bid, or a pass."""
    return next((call for call in reversed(calls) if call.is_bid), PASS)


def _reverses(suit: Suit, earlier: Sequence[Call]) -> bool:
    """Return True if the cheapest bid in a suit after these calls is above the two-level of the
    caller's first suit."""
    first = next((call.suit for call in earlier[len(earlier) % 4 :: 4] if call.suit), None)
    low = Call.bid(1, suit.strain) > _highest(earlier)
    return first is not None and suit < first and not low
