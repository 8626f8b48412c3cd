"""Reasons of a side that has not acted, after the opponents have."""

from __future__ import annotations

from dataclasses import replace

from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import is_stopped
from bidding.domain.conventions import Kind
from bidding.domain.messages import Message
from bidding.domain.scoring import is_game
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    ANSWER_AT_TWO,
    EVEN,
    LEFT,
    MAJORS,
    MINORS,
    MOST_TO_PASS,
    ONE_NOTRUMP,
    OPENING,
    RIGHT,
    SHORT,
    SLAM,
    STRONG,
    SUPPORT,
    TWO_NOTRUMP,
    WEAK,
    Decision,
    stopped,
)
from bidding.explaining.advice.openings import is_preempt

_BOTH_MAJORS = {"cappelletti": Suit.D, "landy": Suit.C, "multi_landy": Suit.C}
_FOUR_SPADES = Call.bid(4, Strain.S)
_LIGHTER = 3  # points, that is, a king, in the last seat
_POOR, _GOOD = 2, 6  # high-card points, at most of a suit too weak for an overcall, at least good
_SLAM_TRIES = ("cue_bid", "splinter", "slam_try")
_NEGATIVE = ("negative_response", "polish_one_diamond")
_TOO_FEW = 5  # points, at most, to bid a six-card suit at the two-level


def overcall(now: Decision) -> Message | None:
    """Return the reason of a player whose side has not acted, after the opponents have."""
    suit, points, theirs = now.suit, now.points, now.theirs
    if now.best == PASS:
        return _no_overcall(now)
    if now.best == DOUBLE:
        return _asks_for_lead(now) or _takeout(now)
    if now.last_bid == ONE_NOTRUMP and now.best.level == 2 and now.is_over_opening:
        return _defence_to_notrump(now)
    if (two := _two_suits(now)) is not None:
        one, other = two
        return now.say(
            "You have {one} and {two}: {call} shows two suits.",
            one=now.have(one),
            two=now.have(other),
        )
    if suit is None:
        return _notrump(now)
    length, level = now.lengths[suit], now.best.level
    both = now.has_acted(RIGHT) and now.has_acted(LEFT)
    if suit in theirs or length < 5 or now.longest(theirs | {suit}) >= 5:
        return None
    if level > now.cheapest(suit).level:
        game = is_game(now.best) and length >= 7
        if game and points >= OPENING + 2:
            return now.with_points(now.have(suit))
        weak = is_preempt(now, suit) or (game and points < OPENING)
        first = now.last_bid.level == 1 and not (now.is_last_seat or both)
        return now.takes_room(suit) if weak and first else None
    enough = _enough(now, suit, level)
    long = length > min(level, 2) + 2 + (now.last_bid.strain is Strain.NT)
    if long and enough <= points < STRONG and not _is_poor(now, suit, level):
        return now.with_points(now.have(suit))
    lighter = now.is_last_seat and not both and level <= 2
    if not lighter or not enough - _LIGHTER <= points < enough:
        return None
    return now.say(
        "You have {points} and {what}: enough for {call} in the last seat.", what=now.have(suit)
    )


def _notrump(now: Decision) -> Message | None:
    """Return the points, shape and stoppers of an overcall in notrump."""
    level, points, theirs = now.best.level, now.points, now.theirs
    held = bool(theirs) and all(is_stopped(now.hand, suit) for suit in theirs)
    if not held or not now.balanced or any(now.lengths[major] > 4 for major in MAJORS):
        return None
    words = stopped(min(theirs))
    if level == 2 and points < STRONG - 2 and now.has_takeout_shape(theirs):
        return None
    if level == now.last_bid.level <= 2 and OPENING + 3 <= points <= STRONG + (level == 2):
        return now.with_points(EVEN, words)
    if level == now.last_bid.level == 3 and points >= STRONG - 2:
        return now.with_points(words)
    passed_out = now.is_over_opening and now.is_last_seat
    if level == 1 and passed_out and OPENING - 1 <= points < OPENING + 3:
        return now.say(
            "You have {points} and {what}: enough for {call} in the last seat.", what=(EVEN, words)
        )
    return None


def _defence_to_notrump(now: Decision) -> Message | None:
    """Return the suits of a bid over the opponents' 1NT, as the card has it."""
    played, suit, points = now.plays("defence_to_1nt"), now.suit, now.points
    if suit is None or points <= WEAK:
        return None
    majors = min(now.lengths[major] for major in MAJORS) >= 4 and now.longest(MAJORS) <= 4
    both = majors and max(now.lengths[major] for major in MAJORS) >= 5
    if suit is _BOTH_MAJORS.get(played):
        shown = tuple(now.have(major) for major in MAJORS)
        return now.say("You have {cards}: {call} shows both.", cards=shown) if both else None
    if (played, suit) in (("cappelletti", Suit.C), ("multi_landy", Suit.D)):
        suits = tuple(Suit) if played == "cappelletti" else MAJORS
        long = [one for one in suits if now.lengths[one] >= 6]
        if len(long) != 1 or now.longest(long) > 4:
            return None
        text = "You have {cards}: {call} shows one long suit."
        if played == "multi_landy":
            text = "You have {cards}: {call} shows a long major."
        return now.say(text, cards=now.have(long[0]))
    if played in ("cappelletti", "multi_landy"):
        minor = next((one for one in MINORS if now.lengths[one] >= 4), None)
        if suit not in MAJORS or minor is None or now.lengths[suit] < 5:
            return None
        return now.say(
            "You have {one} and {two}: {call} shows a major and a minor.",
            one=now.have(suit),
            two=now.have(minor),
        )
    natural = played in ("", "natural", "landy") and now.lengths[suit] >= 6
    return now.with_points(now.have(suit)) if natural and now.longest({suit}) <= 4 else None


def _two_suits(now: Decision) -> tuple[Suit, Suit] | None:
    """Return the five-card suits that a bid of the opponents' suit or of 2NT shows over their
    opening of one of a suit: both majors, or the other major and a minor; the two lowest."""
    theirs, suit = now.theirs, now.suit
    if len(theirs) != 1 or now.last_bid.strain is Strain.NT:
        return None
    if now.last_bid.level == 2 and now.best.level == 4 and suit in MINORS:  # leaping Michaels
        (their,) = theirs
        other = Suit(1 - their) if their in MAJORS else None
        leaps = other is not None and now.plays("leaping_michaels") == "yes"
        leaps = leaps and now.is_over_opening
        if leaps and other is not None and min(now.lengths[other], now.lengths[suit]) >= 5:
            return other, suit
    if now.last_bid.level != 1:
        return None
    others = [suit for suit in Suit if suit not in theirs]
    long = [suit for suit in others if now.lengths[suit] >= 5]
    if len(long) < 2:
        return None
    pair = (long[0], long[1])
    if now.best == TWO_NOTRUMP:
        return pair if list(pair) == others[1:] else None
    majors = set(MAJORS) - theirs
    shown = majors == set(pair) or (len(majors) == 1 and pair[0] in majors)
    return pair if now.suit in theirs and now.best.level == 2 and shown else None


def _enough(now: Decision, suit: Suit, level: int) -> int:
    """Return the points that an overcall in a suit needs: a good suit of six cards makes up for
    some at the two-level."""
    both = now.has_acted(RIGHT) and now.has_acted(LEFT)
    good = level == 2 and now.lengths[suit] >= 6 and now.points_in(suit) >= _GOOD
    return {1: WEAK + 1, 2: ANSWER_AT_TWO + 1}.get(level, OPENING + 1) + both - _LIGHTER * good


def _is_poor(now: Decision, suit: Suit, level: int) -> bool:
    """Return True for a suit too weak for an overcall; at the one-level it may be weaker."""
    return now.points_in(suit) <= (_POOR if level > 1 else 0)


def _no_overcall(now: Decision) -> Message | None:
    """Return what a player lacks who passes: points, a suit, or the shape for a double."""
    points, last, longest = now.points, now.last_bid, now.longest(now.theirs)
    if _notrump(replace(now, best=Call.bid(last.level, Strain.NT))) is not None:
        return None
    if points <= MOST_TO_PASS and longest <= 5 and (told := over_game(now)) is not None:
        return told
    few = points <= WEAK and longest <= 5
    if few or (points <= _TOO_FEW and longest == 6 and last.level > 1):
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    if longest <= 4 and _has_shape(now) and (lacking := _enough_to_double(now) - points) <= 1:
        if lacking < 1 or now.is_last_seat:
            return None
        return now.say("You have the shape for a double, but {points} are too few: pass.")
    if points <= MOST_TO_PASS and max(now.lengths) <= 4:
        return now.say(
            "You have {points} and no five-card suit: too little to bid over {call}.",
            call=last.symbol,
        )
    if (lacks := _no_suit(now, longest)) is not None:
        return lacks
    if points <= WEAK + 2 * (last.level - 2) and longest <= 5:
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    if last == ONE_NOTRUMP and now.is_over_opening and points < OPENING + 3 and longest <= 4:
        return now.say(
            "You have {points}, too few to double {call}, and no long suit: pass.",
            call=last.symbol,
        )
    return _no_double(now) if longest <= 4 else None


def _no_suit(now: Decision, longest: int) -> Message | None:
    """Return why the only suit of five or six cards is not bid: it is weak, or the hand is."""
    long = [suit for suit in Suit if suit not in now.theirs and now.lengths[suit] == longest]
    if len(long) != 1 or not 5 <= longest <= 6:
        return None
    (suit,), points = long, now.points
    bid, cards = now.cheapest(suit), now.have(suit)
    over_notrump = now.last_bid == ONE_NOTRUMP and now.is_over_opening and bid.level == 2
    if over_notrump and now.plays("defence_to_1nt") not in ("", "natural"):
        if points > (MOST_TO_PASS if longest == 5 else WEAK + 2):
            return None
        return now.say(
            "You have {points} and {cards}: too little to bid over {call}.",
            cards=cards,
            call=now.last_bid.symbol,
        )
    if bid.level <= 3 and points < OPENING + 3 and _is_poor(now, suit, bid.level):
        return now.say(
            "You have {cards}, but too weak a suit for {call}: pass.", cards=cards, call=bid.symbol
        )
    little = points <= (OPENING if longest == 5 else WEAK + 2)
    if not little or not 2 <= bid.level <= 5 or points >= _enough(now, suit, bid.level):
        return None
    return now.say(
        "You have {points} and {cards}: too little for {call}.", cards=cards, call=bid.symbol
    )


def _no_double(now: Decision) -> Message | None:
    """Return why a hand without a long suit does not double a low bid for take-out: its length is
    in their suit, it lacks support for another, or shortness."""
    points, last = now.points, now.last_bid
    if not now.theirs or last.level > 2 or last.strain is Strain.NT:
        return None
    longest = max(sorted(now.theirs), key=lambda suit: now.lengths[suit])
    if now.lengths[longest] >= 4:
        return Message(
            "Your length is in {suit}, and a double would ask partner to bid: pass.",
            suit=Message(longest.plural),
        )
    if points < OPENING + 3 and any(now.lengths[suit] < SUPPORT for suit in set(Suit) - now.theirs):
        return now.say(
            "You have {points}, but no five-card suit, and a double needs support for the other "
            "suits: pass."
        )
    held = tuple(suit for suit in sorted(now.theirs) if now.lengths[suit] > SHORT)
    if not held or len(now.theirs) > 2 or points >= OPENING + 3:
        return None
    return now.say(
        "You have {points}, but no five-card suit, and are not short enough in {suits} to double: "
        "pass.",
        suits=tuple(Message(suit.plural) for suit in held),
    )


def over_game(now: Decision) -> Message | None:
    """Return that the opponents, who have both bid, are in game or beyond: one defends."""
    last = now.last_bid
    if not (now.has_bid(RIGHT) and now.has_bid(LEFT)):
        return None
    if last.level >= SLAM:
        return now.say("The opponents have bid a slam, and you have {points}: pass.")
    told = now.last_meaning(now.calls.index(last))
    named = None if told is None else told.convention
    asks = named is not None and (
        named.kind in (Kind.ASKING, Kind.ANSWERING) or named.id in _SLAM_TRIES
    )
    if asks and last.level >= SLAM - 2 and not now.is_last_seat:
        return now.say("The opponents are looking for a slam, and you have {points}: pass.")
    if not is_game(last):
        return None
    return now.say("The opponents have bid game, and you have {points}: pass.")


def _has_shape(now: Decision) -> bool:
    """Return True for the shape of a take-out double, and over the one-level no major of five
    cards, which would be bid."""
    theirs, level = now.theirs, now.last_bid.level
    long_major = any(now.lengths[suit] >= 5 for suit in MAJORS if suit not in theirs)
    would_bid = level == 1 and now.points < STRONG and long_major
    return not would_bid and now.has_takeout_shape(theirs)


def _enough_to_double(now: Decision) -> int:
    """Return the points that a take-out double needs: fewer with a singleton or void of a low suit,
    more over a high one."""
    level, shortest = now.last_bid.level, min(now.lengths[suit] for suit in now.theirs)
    enough = ANSWER_AT_TWO if now.is_undisturbed else OPENING
    if level < 3 and all(now.lengths[suit] <= SHORT for suit in now.theirs):
        enough -= min(SHORT - shortest, 1 if now.is_undisturbed else SHORT)
    return enough + 2 * max(level - 2, 0)


def _asks_for_lead(now: Decision) -> Message | None:
    """Return the suit that a double of an artificial bid asks partner to lead; an answer's partner
    may become declarer, and this player lead."""
    told, suit = now.last_meaning(RIGHT), now.last_bid.suit
    if told is None or told.call != now.last_bid or told.meaning is None or suit is None:
        return None
    named = told.meaning.convention
    answers = named.kind is Kind.ANSWERING or named.id in _NEGATIVE
    held = now.lengths[suit] >= 4 and now.points_in(suit) >= _GOOD - 1
    if not named.artificial or answers or not held or now.is_over_opening:
        return None
    return now.say("You have {cards}: the double asks partner to lead them.", cards=now.have(suit))


def _takeout(now: Decision) -> Message | None:
    """Return why a double asks partner to bid: short in their suits, with support for the others;
    or too strong for an overcall."""
    theirs = now.theirs
    if now.last_bid == ONE_NOTRUMP and now.is_over_opening:
        strong = now.points >= OPENING + 3
        return now.say("You have {points}: double for penalties.") if strong else None
    level = now.last_bid.level
    if not theirs or now.last_bid.strain is Strain.NT or level > 4:
        return None
    if now.last_bid == _FOUR_SPADES and now.points < STRONG - 1:
        return None
    others = [suit for suit in Suit if suit not in theirs]
    overcalls = now.balanced and OPENING + 3 <= now.points < STRONG  # in notrump
    if level == 1 and overcalls and all(is_stopped(now.hand, suit) for suit in theirs):
        return None
    support, enough = _has_shape(now), _enough_to_double(now)
    if support and now.points >= enough:
        return now.doubles_for_takeout(theirs)
    if support and now.is_last_seat and now.points >= enough - 2 and level <= 2:
        return now.say(
            "You are short in {suits} and have support for the other suits: in the last seat "
            "{points} are enough to double.",
            suits=tuple(Message(suit.plural) for suit in sorted(theirs)),
        )
    if now.points >= STRONG + (level > 1) and level <= 3:
        return now.say("You have {points}, too many for an overcall: double first.")
    wanted = others if len(theirs) > 1 else [suit for suit in others if suit in MAJORS]
    both = len(wanted) == 2 and all(now.lengths[suit] >= 4 for suit in wanted)
    if not both or max(now.lengths) > 5 or now.points < max(enough, OPENING - 1) or level > 3:
        return None
    return now.asks_to_choose(wanted)
