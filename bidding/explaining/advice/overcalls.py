"""Reasons of a side that has not acted, after the opponents have."""

from __future__ import annotations

from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import is_stopped
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
_POOR = 2  # high-card points of a suit, at most, that is too weak for an overcall
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
    length, jump = now.lengths[suit], now.best.level - now.cheapest(suit).level
    both = now.has_acted(RIGHT) and now.has_acted(LEFT)
    if suit in theirs or length < 5 or now.longest(theirs | {suit}) >= 5:
        return None
    if jump > 0:
        game = is_game(now.best) and length >= 7
        if game and points >= OPENING + 2:
            return now.with_points(now.have(suit))
        weak = is_preempt(now, suit) and now.last_bid.level == 1 and not now.is_last_seat
        return now.takes_room(suit) if (weak or (game and points < OPENING)) and not both else None
    enough = {1: WEAK + 1, 2: ANSWER_AT_TWO + 1}.get(now.best.level, OPENING + 1) + both
    enough -= 3 * (length >= 6 and now.best.level == 2 and now.points_in(suit) > _TOO_FEW)
    long = length > min(now.best.level, 2) + 2 + (now.last_bid.strain is Strain.NT)
    if long and enough <= points < STRONG:
        return now.with_points(now.have(suit))
    lighter = now.is_last_seat and not both and now.best.level <= 2
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


def _no_overcall(now: Decision) -> Message | None:
    points, last = now.points, now.last_bid
    longest = now.longest(now.theirs)
    if points <= MOST_TO_PASS and longest <= 5 and (told := _over_game(now)) is not None:
        return told
    few = points <= WEAK and longest <= 5
    if few or (points <= _TOO_FEW and longest == 6 and last.level > 1):
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    takeout = bool(now.theirs) and _has_support(now) and now.is_over_opening
    if points == MOST_TO_PASS and takeout and last.level == 1:
        return now.say("You have the shape for a double, but with {points} not the strength: pass.")
    if points <= MOST_TO_PASS and max(now.lengths) <= 4:
        return now.say(
            "You have {points} and no five-card suit: too little to bid over {call}.",
            call=last.symbol,
        )
    long = [suit for suit in Suit if suit not in now.theirs and now.lengths[suit] == longest]
    bids = [now.cheapest(suit) for suit in long]
    one = len(long) == 1 and 2 <= bids[0].level <= 5
    low = len(long) == 1 and bids[0].level <= 3
    poor = low and now.points_in(long[0]) <= (_POOR if bids[0].level > 1 else 0)
    if poor and 5 <= longest <= 6 and points < OPENING + 3:
        return now.say(
            "You have {cards}, but too weak a suit for {call}: pass.",
            cards=now.have(long[0]),
            call=bids[0].symbol,
        )
    both = now.has_acted(RIGHT) and now.has_acted(LEFT)
    little = {5: MOST_TO_PASS + both, 6: WEAK + 2}.get(longest, 0)
    if one and points <= little:
        if (
            last == ONE_NOTRUMP
            and now.is_over_opening
            and bids[0].level == 2
            and not _is_natural(now)
        ):
            return now.say(
                "You have {points} and {cards}: too little to bid over {call}.",
                cards=now.have(long[0]),
                call=last.symbol,
            )
        return now.say(
            "You have {points} and {cards}: too little for {call}.",
            cards=now.have(long[0]),
            call=bids[0].symbol,
        )
    if points <= WEAK + 2 * (last.level - 2) and longest <= 5:
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    if last == ONE_NOTRUMP and now.is_over_opening and points < OPENING + 3 and longest <= 4:
        return now.say(
            "You have {points}, too few to double {call}, and no long suit: pass.",
            call=last.symbol,
        )
    if not now.theirs or longest > 4 or last.level > 2 or last.strain is Strain.NT:
        return None
    own_length = [suit for suit in sorted(now.theirs) if now.lengths[suit] >= 4]
    if own_length:
        return Message(
            "Your length is in {suit}, and a double would ask partner to bid: pass.",
            suit=Message(own_length[0].plural),
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


def _is_natural(now: Decision) -> bool:
    """Return True if the card has natural bids over the opponents' 1NT."""
    return now.plays("defence_to_1nt") in ("", "natural")


def _over_game(now: Decision) -> Message | None:
    """Return that the opponents, who have both bid, are in game or beyond: one defends."""
    last = now.last_bid
    if not (now.has_bid(RIGHT) and now.has_bid(LEFT)):
        return None
    if last.level >= SLAM:
        return now.say("The opponents have bid a slam, and you have {points}: pass.")
    told = now.last_bid_meaning(now.calls.index(last))
    artificial = (
        told is not None and told.meaning is not None and told.meaning.convention.artificial
    )
    beyond = last.level == SLAM - 1 and last.suit not in MINORS
    if beyond or (artificial and last.level == SLAM - 2):
        return now.say("The opponents are looking for a slam, and you have {points}: pass.")
    if not is_game(last):
        return None
    return now.say("The opponents have bid game, and you have {points}: pass.")


def _has_support(now: Decision) -> bool:
    """Return True for two cards at most of the opponents' suits, and three of all others."""
    return all(
        now.lengths[suit] <= SHORT if suit in now.theirs else now.lengths[suit] >= SUPPORT
        for suit in Suit
    )


def _asks_for_lead(now: Decision) -> Message | None:
    """Return the suit that a double of an artificial bid asks partner to lead."""
    told, suit = now.last_meaning(RIGHT), now.last_bid.suit
    if told is None or told.call != now.last_bid or told.meaning is None or suit is None:
        return None
    held = now.lengths[suit] >= 4 and now.points_in(suit) > _TOO_FEW - 1
    if not told.meaning.convention.artificial or not held or now.is_over_opening:
        return None
    return now.say("You have {cards}: the double asks partner to lead them.", cards=now.have(suit))


def _takeout(now: Decision) -> Message | None:
    """Return why a double asks partner to bid: short in their suits, with support for the others;
    or too strong for an overcall."""
    theirs = now.theirs
    enough = ANSWER_AT_TWO if now.is_undisturbed else OPENING
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
    support = _has_support(now)
    if level < 3 and all(now.lengths[suit] <= SHORT for suit in theirs):
        enough -= SHORT - min(now.lengths[suit] for suit in theirs)
    if level == 1 and now.points < STRONG:  # with a major of five cards rather bid it
        support &= all(now.lengths[suit] < 5 for suit in others if suit in MAJORS)
    suits = tuple(Message(suit.plural) for suit in sorted(theirs))
    enough += 2 * max(level - 2, 0)
    if support and now.points >= enough:
        return now.say(
            "You have {points}, are short in {suits} and have support for the other suits: double.",
            suits=suits,
        )
    if support and now.is_last_seat and now.points >= enough - 2 and level <= 2:
        return now.say(
            "You are short in {suits} and have support for the other suits: in the last seat "
            "{points} are enough to double.",
            suits=suits,
        )
    if now.points >= STRONG + (level > 1) and level <= 3:
        return now.say("You have {points}, too many for an overcall: double first.")
    wanted = others if len(theirs) > 1 else [suit for suit in others if suit in MAJORS]
    both = len(wanted) == 2 and all(now.lengths[suit] >= 4 for suit in wanted)
    if not both or max(now.lengths) > 5 or now.points < max(enough, OPENING - 1) or level > 3:
        return None
    return now.asks_to_choose(wanted)
