"""How players count the strength of a hand: paper P2's tables VIII and IX, and Zar points.

The paper names most of table IX in a line each; where that leaves room, the reading used here
stands with the function. Its sources are encyclopedias of bridge (its references 8 and 67).

A holding is the ranks of one suit, highest first, like ``"AQT5"``; a hand is four of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from bidding.domain.cards import Hand
from bidding.domain.table import Suit

Holdings = tuple[str, str, str, str]

_TOP = "AKQ"
_HONOURS = "AKQJT"
_LONG = 5  # cards of a suit whose quality counts
_WORK = {"A": 4.0, "K": 3.0, "Q": 2.0, "J": 1.0}


class Role(IntEnum):
    """What a suit is in a contract."""

    NOTRUMP = 0
    """There are no trumps."""

    SIDE = 1
    """Another suit is trumps."""

    TRUMPS = 2

    @classmethod
    def of(cls, suit: Suit, trump: Suit | None) -> Role:
        """A suit's role with these trumps; None: notrump."""
        if trump is None:
            return cls.NOTRUMP
        return cls.TRUMPS if suit is trump else cls.SIDE


def holdings(hand: Hand) -> Holdings:
    """The ranks in spades, hearts, diamonds and clubs."""
    spades, hearts, diamonds, clubs = str(hand).split(".")
    return spades, hearts, diamonds, clubs


def _nothing(hand: Holdings) -> float:
    return 0.0


@dataclass(frozen=True)
class HandCount:
    """A count of a hand: what each suit is worth, and what the hand is as a whole."""

    name: str
    of_suit: Callable[[str, Role], float]
    """The worth of a holding in a suit of that role."""

    of_hand: Callable[[Holdings], float] = _nothing
    """What comes to the sum over the suits."""

    def value(self, hand: Hand, trump: Suit | None = None) -> float:
        """The count of a hand with these trumps; None: notrump."""
        held = holdings(hand)
        suits = sum(self.of_suit(held[suit], Role.of(suit, trump)) for suit in Suit)
        return suits + self.of_hand(held)


def _point_count(name: str, *values: float) -> HandCount:
    """A count of table VIII: the worth of A, K, Q, J and ten."""
    worth = dict(zip(_HONOURS, values, strict=True))
    return HandCount(name, lambda held, role: sum(worth.get(rank, 0.0) for rank in held))


POINT_COUNTS = (
    _point_count("Work", 4, 3, 2, 1, 0),
    _point_count("Bamberger", 7, 5, 3, 1, 0),
    _point_count("Collet", 4, 3, 2, 0.5, 0.5),
    _point_count("Four aces", 3, 2, 1, 0.5, 0),
    _point_count("Polish", 7, 4, 3, 0, 0),
    _point_count("Reith", 6, 4, 3, 2, 1),
    _point_count("Robertson", 7, 5, 3, 2, 1),
    _point_count("Vernes", 4, 3.1, 1.9, 0.9, 0),
    _point_count("AKQ", 4, 3, 2, 0, 0),
)


def work_points(held: str) -> float:
    """A 4, K 3, Q 2, J 1."""
    return sum(_WORK.get(rank, 0.0) for rank in held)


def honour_tricks(held: str, role: Role = Role.NOTRUMP) -> float:
    """AK 2, AQ 1.5, A or KQ 1, and half for a king that is not alone (Culbertson)."""
    ace, king, queen = (rank in held for rank in _TOP)
    if ace:
        return 2.0 if king else 1.5 if queen else 1.0
    if king:
        return 1.0 if queen else 0.5 if len(held) > 1 else 0.0
    return 0.0


def playing_tricks(held: str, role: Role) -> float:
    """Honour tricks and the paper's bonuses for length, for figures in trumps, for long trumps.

    Reading: length counts where the suit has an honour, the ten included; in trumps the ace,
    the king, and queen with jack count 1 each, a queen alone or jack with ten 0.5.
    """
    tricks = honour_tricks(held)
    if any(rank in held for rank in _HONOURS):
        tricks += {5: 1.0, 6: 2.0}.get(len(held), 3.0 if len(held) > 6 else 0.0)
    if role is not Role.TRUMPS:
        return tricks
    queen, jack, ten = (rank in held for rank in "QJT")
    tricks += ("A" in held) + ("K" in held)
    tricks += 1.0 if queen and jack else 0.5 if queen or (jack and ten) else 0.0
    return tricks + {4: 0.5, 5: 1.0}.get(len(held), 2.0 if len(held) > 5 else 0.0)


def losing_tricks(held: str, role: Role = Role.NOTRUMP) -> float:
    """Of the first three cards, those that are not ace, king, queen: Ax 1, Qx 2, JTx 3.

    A king counts in two cards or more, a queen in three or more.
    """
    counted = min(len(held), 3)
    winners = sum(rank in held for rank in _TOP[:counted])
    return float(counted - winners)


def asset_points(held: str, role: Role = Role.NOTRUMP) -> float:
    """Work points, 2 for a void, 1 for a singleton, 1 for five cards or more.

    Reading: in every suit and at notrump too, as table IX has it; the paper's scores of raw
    counts (IX-B) fit that better than shortness beside trumps alone.
    """
    return work_points(held) + {0: 2.0, 1: 1.0}.get(len(held), 1.0 if len(held) >= _LONG else 0.0)


def stayman_points(held: str, role: Role = Role.NOTRUMP) -> float:
    """Work points, a short suit rewarded and a single honour lowered.

    Reading: 3, 2, 1 for a void, singleton, doubleton beside trumps, where shortness takes tricks
    (VIII-B); 1 less for a king, queen or jack alone. The paper's scores of raw counts (IX-B) are
    nearly reached so in spades, not at notrump, where it leaves little but Work points.
    """
    short = {0: 3.0, 1: 2.0, 2: 1.0}.get(len(held), 0.0) if role is Role.SIDE else 0.0
    return work_points(held) + short - (held in ("K", "Q", "J"))


def three_and_four_points(held: str, role: Role) -> float:
    """Work points, 1 for each card of trumps from the fifth, of other suits from the fourth."""
    return work_points(held) + max(0, len(held) - (4 if role is Role.TRUMPS else 3))


def _is_solid(held: str) -> bool:
    """Three of the five honours, or two of ace, king, queen."""
    return sum(r in held for r in _HONOURS) >= 3 or sum(r in held for r in _TOP) >= 2


def minus_value_points(held: str, role: Role = Role.NOTRUMP) -> float:
    """Work points less 1 for honours too short to take a trick, 0.5 for a poor long suit.

    Reading: too short is a king alone, a queen in less than three cards, a jack in less than
    four, without a higher honour; long is five cards or more, and poor is not solid.

    The paper prints "less than 3 honors in a suit or there is only one out of the three top
    honors: AKQ". Its plus-value rewards "3 honors or at least two" of these three; the "or" is
    read here as an "and", so that minus-value takes from just those long suits that plus-value
    does not reward. To the letter AK432 (two honours) and QJT54 (one of A K Q) would lose 0.5 and,
    by plus-value, gain 0.5; as read they lose nothing, and A5432 loses 0.5 either way.
    """
    points = work_points(held)
    if held and (needed := {"K": 2, "Q": 3, "J": 4}.get(held[0])):
        points -= len(held) < needed
    return points - (0.5 if len(held) >= _LONG and not _is_solid(held) else 0.0)


def _no_ace_no_ten(hand: Holdings) -> float:
    """1 less without an ace, 0.5 less without a ten."""
    cards = "".join(hand)
    return -1.0 * ("A" not in cards) - 0.5 * ("T" not in cards)


def plus_value_points(held: str, role: Role = Role.NOTRUMP) -> float:
    """Work points and 0.25 for an ace, 0.5 for a ten with an honour or the nine, 0.5 if solid.

    Reading: solid counts in suits of five cards or more.
    """
    points = work_points(held) + 0.25 * ("A" in held)
    points += 0.5 * ("T" in held and any(rank in held for rank in "AKQJ9"))
    return points + (0.5 if len(held) >= _LONG and _is_solid(held) else 0.0)


def _zar_honours(held: str, role: Role) -> float:
    return sum({"A": 6.0, "K": 4.0, "Q": 2.0, "J": 1.0}.get(rank, 0.0) for rank in held)


def _zar_shape(hand: Holdings) -> float:
    """The two longest suits together, and the longest less the shortest."""
    shortest, _, second, longest = sorted(len(held) for held in hand)
    return float(longest + second + longest - shortest)


DISTRIBUTION_COUNTS = (
    HandCount("Honour tricks", honour_tricks),
    HandCount("Playing tricks", playing_tricks),
    HandCount("Losing trick count", losing_tricks),
    HandCount("Asset", asset_points),
    HandCount("Stayman", stayman_points),
    HandCount("Rule of three and four", three_and_four_points),
    HandCount("Minus-value", minus_value_points, _no_ace_no_ten),
    HandCount("Plus-value", plus_value_points),
)
ZAR_POINTS = HandCount("Zar", _zar_honours, _zar_shape)
