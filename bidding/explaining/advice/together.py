"""Reasons of both hands: the points and the trumps together, against game and slam."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import WORK_POINTS, shape
from bidding.domain.conventions import Forcing, Kind
from bidding.domain.messages import Message
from bidding.domain.scoring import GAME_LEVELS, is_game
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.conventions import bergen
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    FIT,
    FORCING,
    FOUR_NOTRUMP,
    GAME_POINTS,
    LIMITED,
    MAJORS,
    MINORS,
    MOST_TO_PASS,
    ONE_NOTRUMP,
    OPENING,
    OWN,
    PARTNER,
    SHORT,
    SIX_NOTRUMP,
    SLAM,
    SLAM_POINTS,
    STRONG,
    STRONG_TWO,
    SUPPORT,
    THREE_CLUBS,
    THREE_DIAMONDS,
    THREE_NOTRUMP,
    TWO_NOTRUMP,
    WEAK,
    Decision,
    is_named,
    promised_suit,
)
from bidding.explaining.distributions import MOST_HCP
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.naming import GAME_TRIES, SUIT_TRANSFERS, completion_of
from bidding.explaining.meanings.statements import is_any_strength
from bidding.explaining.wording import NUMBERS

_INVITING = (22, 24)  # points of both hands with partner's least
_WORTH_INVITING = 46  # twice the points of both hands, by the middle of partner's range
_GOOD_RAISES = ("cue_raise", "limit_raise_or_better", "jordan_two_notrump")
_JUMPS = (15, 18)  # points of an opener who raises partner's answer by a jump
_OVER_WEAK_TWO = 15  # points, at least, to raise a weak two to game for strength
_TWO_LONG = 9  # cards of the two longest suits, at least, that add a point
_JUMP_RAISE = "major_jump_raise"


def invited(now: Decision, partner: CallMeaning) -> Message | None:
    """Return how good the hand is within its own narrow range, where partner leaves the choice."""
    narrow, best = now.narrow_points, now.best
    slam = is_named(partner, "quantitative_four_notrump")
    if narrow is None or not partner.call.is_bid or (partner.convention and not slam):
        return None
    own, (low, high) = now.points, narrow
    if partner.forcing in FORCING or partner.is_to_play:
        return None
    offers = {None, *now.suits_of(OWN)}  # notrump, or a raise
    invites = bool(partner.invites) or partner.call.suit in offers
    if best == PASS and own == low and invites and (slam or not is_game(partner.call)):
        return Message("Minimum: pass.")
    worth = slam or (own + partner.promise.hcp[1] >= GAME_POINTS and not is_game(partner.call))
    if best.is_bid and own == high and worth and (best.level == SLAM if slam else is_game(best)):
        return Message("Maximum: {call}.", call=best.symbol)
    return None


def together(now: Decision, partner: CallMeaning) -> Message | None:
    """Return what both hands have together, where that decides between part-score, game and
    slam."""
    own, best, (low, high) = now.points, now.best, partner.promise.hcp
    if is_any_strength(partner.promise):
        return None
    values = {"points": now.own_points, "low": low, "high": high}
    if best == PASS and high < MOST_HCP:
        if partner.forcing in FORCING or not partner.call.is_bid or _owes_raise(now, partner):
            return None
        if not now.is_undisturbed or not _is_content(now, partner):
            return None
        if not is_game(partner.call) and own + high < GAME_POINTS - _has_nine(now, partner):
            return Message("You have {points}, partner at most {high}: no game.", **values)
        if is_game(partner.call) and partner.call.level < SLAM and own + high < SLAM_POINTS:
            return Message("You have {points}, partner at most {high}: no slam.", **values)
        enough = 2 * GAME_POINTS if partner.invites else _WORTH_INVITING
        enough -= partner.call == TWO_NOTRUMP
        natural = partner.convention is None or is_named(partner, "preference")
        limited = natural and now.is_alone and high - low <= LIMITED + _is_raised(now, partner)
        limited = not (_is_top(now) or _has_nine(now, partner)) if partner.invites else limited
        worth = own + _is_raised(now, partner) * shape_points(now)
        if limited and not is_game(partner.call) and 2 * worth + low + high < enough:
            return Message(
                "You have {points}, partner {low} to {high}: too few to try game.", **values
            )
        return None
    if _invites(now, partner):
        return now.invites_over(partner)
    balanced = partner.call.strain is Strain.NT and now.balanced and low > 0
    if best == FOUR_NOTRUMP and balanced and own + low < SLAM_POINTS <= own + high < MOST_HCP:
        return Message(
            "You have {points}, partner {low} to {high}: {call} invites to slam.",
            call=best.symbol,
            **values,
        )
    if best == SIX_NOTRUMP and balanced and own + low >= SLAM_POINTS:
        return Message(
            "You have {points}, partner at least {low}: {sum} together, enough for a small slam.",
            sum=own + low,
            **values,
        )
    if not best.is_bid or not _is_first_game(now) or not _has_trumps(now, partner):
        return None
    if now.suit is None and not all(map(now.is_held, now.shown_by_them)):
        return None
    if is_named(partner, "fourth_suit_forcing", "splinter", *GAME_TRIES):  # they ask for more
        return None
    if low == 0 and own >= GAME_POINTS:
        return Message("You have {points}: enough for game.", **values)
    if balanced and own + high >= SLAM_POINTS and high - low <= LIMITED:
        return None
    if own + low >= GAME_POINTS:
        major = _transferred(now)
        if major is not None and partner.promise.lengths[major][0] < 4:
            return Message(
                "{sum} points together: game. Partner chooses between {suit} and notrump.",
                sum=own + low,
                suit=Message(major.plural),
            )
        return Message(
            "You have {points}, partner at least {low}: {sum} together, enough for game.",
            sum=own + low,
            **values,
        )
    if is_named(partner, *_GOOD_RAISES) and now.suit in now.suits_of(OWN):
        if now.suit is None or own <= OPENING:
            return None
        return now.say(
            "Partner's {told} shows a good raise, and you have {points}: enough for game.",
            told=partner.call.symbol,
        )
    if is_named(partner, "weak_two") and now.suit is not None:
        return None
    # With a fit half a point less will do, in notrump without a long suit half a point more.
    flat = now.suit is None and max(now.lengths) < 5 and now.opener == PARTNER
    flat &= own <= OPENING and partner.call != TWO_NOTRUMP  # over which nothing invites
    enough = 2 * GAME_POINTS - (now.suit is not None or partner.call == TWO_NOTRUMP) + flat
    if high - low <= LIMITED and 2 * own + low + high >= enough:
        return Message("You have {points}, partner {low} to {high}: worth bidding game.", **values)
    if _has_nine(now, partner) and now.suit is partner.call.suit and own + high >= GAME_POINTS - 1:
        return now.say(
            "You have {points} and nine trumps together: enough for {call} opposite an invitation."
        )
    opening = now.opener == PARTNER and not now.has_acted(OWN) and _is_opening_of_one(partner)
    opening &= now.suit is not None or not now.shown_by_them
    if opening and own > OPENING and high - low > LIMITED:
        return now.say("You have {points} opposite an opening bid: enough for game.")
    return None


def _invites(now: Decision, partner: CallMeaning) -> bool:
    """Return True for 2NT, a raise of a major with a fit to three, or another suit below that after
    partner's raise, over partner's limited bid, if the points may do for game."""
    best, last, (low, high) = now.best, partner.call, partner.promise.hcp
    if not now.is_alone or not last.is_bid or last.level > 2:
        return False
    suit, raises = last.suit, False
    if suit is not None and suit in MAJORS:
        fits = now.fits(partner, suit) or suit in now.suits_of(OWN)
        tries = (
            best.suit is not None and _is_raised(now, partner) and now.lengths[best.suit] > SHORT
        )
        raises = fits and (best == Call.bid(3, suit.strain) or (tries and best.level == 3))
        raises |= tries and best.level == 2
    if not (best == TWO_NOTRUMP or raises):
        return False
    wide = high - low > LIMITED + _is_raised(now, partner)  # of single raises more are limited
    if partner.forcing in FORCING or wide or not now.has_acted(OWN):
        return False
    if best == TWO_NOTRUMP and not _has_trumps(now, partner):
        return False
    worth = now.points + (raises and _is_raised(now, partner)) * shape_points(now)
    likely = 2 * worth + low + high >= _WORTH_INVITING
    if best.suit not in (None, suit) and 2 * worth + low + high >= 2 * GAME_POINTS:
        return False  # worth game
    return likely and now.points + low < GAME_POINTS <= now.points + high


def shape_points(now: Decision) -> int:
    """Return what the shape adds to the points of a hand whose suit partner has raised."""
    short = sum(max(SHORT - length, 0) for length in now.lengths)
    return max(short, int(sum(shape(now.hand)[:2]) >= _TWO_LONG))


def _is_raised(now: Decision, partner: CallMeaning) -> bool:
    """Return True for a suit of one's own that partner has raised."""
    suit = partner.call.suit
    return suit is not None and suit in now.suits_of(OWN) and now.fits(partner, suit)


def _has_nine(now: Decision, partner: CallMeaning) -> bool:
    """Return True for nine trumps, worth a point, where partner invites to game in a major."""
    suit, narrow = partner.call.suit, now.narrow_points
    if suit not in MAJORS or partner.call.level != 3 or partner.forcing in FORCING:
        return False
    top = narrow is not None and now.points >= narrow[1] - 1
    return top and now.is_alone and now.lengths[suit] + now.shown_by_partner(suit) > FIT


def _owes_raise(now: Decision, partner: CallMeaning) -> bool:
    """Return True for a single raise, undisturbed, of partner's overcall in a suit."""
    suit = promised_suit(partner)
    overcall = now.opened_by_them and now.is_undisturbed and not now.has_acted(OWN)
    if suit is None or not overcall or partner.call.level > 2:
        return False
    return now.points >= ANSWER and now.lengths[suit] >= SUPPORT and now.fits(partner, suit)


def _is_top(now: Decision) -> bool:
    """Return True for the most points of the own narrow range."""
    return now.narrow_points is not None and now.points >= now.narrow_points[1]


def _is_opening_of_one(partner: CallMeaning) -> bool:
    """Return True for a natural opening of one of a suit."""
    return partner.call.level == 1 and promised_suit(partner) is not None


def tried(now: Decision, partner: CallMeaning) -> Message | None:
    """Return whether the hand is a good one for partner's try for game in the suit that it has
    raised: by its points, and honours in the suit of the try."""
    suit, told, asked = now.suit, now.last_meaning(OWN), partner.call.suit
    if not is_named(partner, *GAME_TRIES) or told is None or suit not in MAJORS:
        return None
    if told.call.level != 2 or told.call.suit is not suit:
        return None
    (low, high), points, game = told.promise.hcp, now.points, now.best.level == 4
    good, values = 2 * points > low + high, {"told": partner.call.symbol}
    if game and good and points >= high - 1:
        return now.say("{told} invites to game; with {points} you accept: {call}.", **values)
    helps = asked is not None and asked is not suit and now.points_in(asked) > 1
    if game and good and helps and asked is not None:
        return now.say(
            "{told} invites to game; with {points} and an honour in {suit} you accept: {call}.",
            suit=Message(asked.plural),
            **values,
        )
    short = asked is not None and now.lengths[asked] < SHORT
    spare = (helps or short) and points > low + 1
    if now.best == now.cheapest(suit) and not good and not spare:
        return now.say("{told} invites to game; with {points} you decline: {call}.", **values)
    return None


def raised(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the fit in partner's suit that is raised, and what settles how high: the points of
    both hands, or the trumps of a weak hand."""
    suit, told = promised_suit(partner), now.last_bid_meaning(OWN)
    if now.suit is not suit or suit is None:
        return None
    forced = Forcing.GAME in (partner.forcing, told and told.forcing)
    if suit in now.suits_of(OWN):
        weak = now.is_alone and now.points <= OPENING + 1 and _is_first_game(now)
        if not (forced and weak) or partner.convention or now.first_to_bid(suit) != OWN:
            return None
        return now.say(
            "Partner has raised your {suit}: with a minimum, bid game: {call}.",
            suit=Message(suit.plural),
        )
    if forced:
        return _agreed(now, suit, partner)
    (low, most), least = partner.promise.hcp, partner.promise.lengths[suit][0]
    number = now.lengths[suit]
    trumps, sum_ = number + least, now.points + low
    if trumps < FIT or low == 0 or (most < OPENING and number < SUPPORT):
        return None
    jump, weak = now.best.level - now.cheapest(suit).level, most < OPENING  # partner's hand
    blocks = now.points <= MOST_TO_PASS if weak else now.points < ANSWER_AT_TWO and jump > 0
    opened = now.opener == PARTNER and not now.has_acted(OWN) and partner.call.level == 1
    natural = opened and now.is_undisturbed and now.best.level == 3
    doubled = opened and now.calls[0] == DOUBLE and now.points < ANSWER and now.best.level == 2
    blocks |= doubled and number > SUPPORT
    blocks &= not (natural and now.plays(_JUMP_RAISE) == "limit")
    over_double = opened and now.calls[0] == DOUBLE and now.best.level == 3 and number > SUPPORT
    if blocks and trumps >= (FIT if over_double else max(FIT + (not doubled), now.best.level + 6)):
        return now.say(
            "{trumps} trumps together or more, and only {points}: "
            "{call} takes room from the opponents.",
            trumps=trumps,
        )
    fit = {"least": NUMBERS[least], "suit": Message(suit.plural), "number": NUMBERS[number]}
    if is_game(now.best):
        return _raised_to_game(now, suit, fit)
    competes = now.theirs_is_last and trumps > FIT and now.best.level == 3
    over_two = now.opened_by_them and partner.call.level == 2 and now.points > WEAK
    high_enough = now.best.level <= 2 or competes or (over_two and now.best.level == 3)
    limited = (
        now.points <= OPENING + 3
        if low <= WEAK
        else now.points <= ANSWER_AT_TWO - (number > SUPPORT)
    )  # partner's, or own
    flat = suit in MINORS and number == 4 and now.balanced and now.theirs_is_last
    if flat and now.last_bid < ONE_NOTRUMP and all(map(now.is_held, now.shown_by_them)):
        return None
    inverted = now.plays("inverted_minors") == "yes" and suit in MINORS
    if opened and inverted and now.is_undisturbed:
        return _inverted(now, suit)
    shapely = opened and number > 4 and min(now.lengths) < SHORT
    limited &= not shapely
    if jump == 0 and sum_ < _INVITING[0] and now.points >= ANSWER and high_enough and limited:
        return now.say(
            "Partner has {least} or more {suit}, you have {number}: a fit. "
            "With {points} you are worth {call}, not more.",
            **fit,
        )
    answered = partner.forcing is Forcing.ROUND and now.opener == OWN and least > 4
    minimum = number >= SUPPORT and now.points <= OPENING + 2 and jump == 0
    if answered and suit in MAJORS and minimum and not now.theirs_is_last:
        return now.say("Partner has {least} or more {suit}, you have {number}: {call}.", **fit)
    invites = _INVITING[0] - 1 <= sum_ <= _INVITING[1]
    if opened:
        played = now.is_undisturbed and (suit in MINORS or now.plays(_JUMP_RAISE) != "preemptive")
        short = number > SUPPORT and min(now.lengths) < SHORT
        invites = played and ANSWER_AT_TWO - short <= now.points <= OPENING
        invites &= number > SUPPORT or now.plays("bergen") in ("", "none")
    elif now.opener == OWN and low < WEAK and partner.call.level == 1:
        least_points = _JUMPS[0] - (min(now.lengths) < SHORT)
        invites = number > SUPPORT and least_points <= now.points <= _JUMPS[1]
    second = now.opener == PARTNER and now.has_acted(OWN) and now.is_alone and suit in MINORS
    second &= jump == 0 and now.best.level == 3 and number > SUPPORT
    second &= ANSWER_AT_TWO - 1 <= now.points <= OPENING and now.points + most >= GAME_POINTS
    if (jump == 1 and invites) or second:
        return now.say(
            "Partner has {least} or more {suit}, you have {number}: a fit. "
            "With {points} {call} invites to game.",
            **fit,
        )
    return None


def _inverted(now: Decision, suit: Suit) -> Message | None:
    """Return the strength of a single raise of partner's minor, where it is the strong one."""
    majors = any(now.lengths[major] >= 4 for major in MAJORS)
    if now.best.level != 2 or majors or now.points < ANSWER_AT_TWO or now.lengths[suit] < 4:
        return None
    return now.say(
        "You have {cards}, no four-card major and {points}: {call}, the strong raise.",
        cards=now.have(suit),
    )


def _agreed(now: Decision, suit: Suit, partner: CallMeaning) -> Message | None:
    """Return the fit that a raise below game agrees, where the side has to reach game."""
    least, number = partner.promise.lengths[suit][0], now.lengths[suit]
    fits = number >= SUPPORT - (least > 5) and least + number >= FIT
    fit = {"least": NUMBERS[least], "suit": Message(suit.plural), "number": NUMBERS[number]}
    if fits and suit in MAJORS and now.best == Call.bid(4, suit.strain):
        minimum = now.points <= OPENING + 1 and not is_game(partner.call)
        text = "Partner has {least} or more {suit}, you have {number}: with a minimum, bid game."
        return now.say(text, **fit) if minimum else None
    if not fits or is_game(now.best) or now.best != now.cheapest(suit) or now.theirs_is_last:
        return None
    return now.say(
        "Partner has {least} or more {suit}, you have {number}: {call} sets the trumps; you are "
        "forced to game.",
        **fit,
    )


def _raised_to_game(now: Decision, suit: Suit, fit: Mapping[str, Any]) -> Message | None:
    """Return the fit and the shape, or the strength, of a raise to game."""
    number, partner = now.lengths[suit], now.last_meaning(PARTNER)
    if suit not in MAJORS or now.best.level != 4 or partner is None:
        return None
    short = [one for one in Suit if now.lengths[one] < SHORT]
    opened = now.opener == PARTNER and not now.has_acted(OWN)
    if opened and partner.call.level == 1 and number > SUPPORT and short:
        if not ANSWER <= now.points <= ANSWER_AT_TWO or now.lengths[suit] + 5 < FIT + 1:
            return None
        return now.say(
            "Partner has {least} or more {suit}, you have {number} and {cards}: "
            "with this shape {points} are enough for {call}.",
            cards=now.have(short[0]),
            **fit,
        )
    weak_two = is_named(partner, "weak_two") and now.points >= _OVER_WEAK_TWO
    answered = now.opener == OWN and partner.call.level == 1 and number > SUPPORT
    shape = bool(short) and number + partner.promise.lengths[suit][0] > FIT
    enough = _JUMPS[1] - 3 * shape
    if (weak_two and number >= SUPPORT - 1) or (answered and now.points >= enough):
        return now.say(
            "Partner has {least} or more {suit}, you have {number}: a fit. "
            "With {points} bid game, {call}.",
            **fit,
        )
    return None


def shown_fit(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the fit that an artificial call shows: a splinter, also of opener, or, as a first
    call, a good raise by 2NT, by a bid in the opponents' suit or by a passed hand's 2♣ without
    clubs."""
    suit, best, own = promised_suit(partner), now.best, now.suit
    if suit is None or own is suit or not best.is_bid:
        return None
    least, number = partner.promise.lengths[suit][0], now.lengths[suit]
    fit = {"least": NUMBERS[least], "suit": Message(suit.plural), "number": NUMBERS[number]}
    if number < SUPPORT or least + number < FIT:
        return None
    opened = partner.call.level == 1 and suit in MAJORS and not now.theirs_is_last
    jumps = own is not None and best.level == now.cheapest(own).level + 2 and now.is_undisturbed
    short = own is not None and jumps and now.lengths[own] < SHORT and number > SUPPORT
    if now.has_acted(OWN) and (now.opener != OWN or now.points < _JUMPS[1]):
        short = False
    if opened and own is not None and short:
        return now.say(
            "Partner has {least} or more {suit}, you have {number} and {cards}: "
            "{call} shows the fit and the shortness.",
            cards=now.have(own),
            **fit,
        )
    if now.has_acted(OWN):
        return None
    if opened and number > SUPPORT and best in (THREE_CLUBS, THREE_DIAMONDS):
        return bergen(now, suit)
    named = own in now.theirs or {own} == now.shown_by_them
    cue = own is not None and named and best == now.cheapest(own) and best.level < 4
    drury = best == STRONG_TWO and (
        now.lengths[Suit.C] < 4 or (PASS in now.calls[OWN::4] and now.plays("drury") != "none")
    )
    if now.points < ANSWER_AT_TWO or not (cue or (opened and (drury or best == TWO_NOTRUMP))):
        return None
    return now.say(
        "Partner has {least} or more {suit}, you have {number}: a fit. "
        "With {points} {call} shows a good raise.",
        **fit,
    )


def stopped_low(now: Decision, partner: CallMeaning) -> Message | None:
    """Return that the points are too few for game, of the lowest bid in the agreed suit over
    partner's artificial raise or answer."""
    suit, high, told = now.suit, partner.promise.hcp[1], now.last_meaning(OWN)
    named = partner.convention
    if suit is None or named is None or told is None or not now.is_undisturbed:
        return None
    if is_named(partner, *_GOOD_RAISES) and suit in now.suits_of(OWN) and suit in MAJORS:
        minimum = now.points <= OPENING + 1 and now.best == now.cheapest(suit)
        text = "Partner's {told} shows a good raise, but you have a minimum: {call}."
        minimum &= not is_game(now.best)
        return now.say(text, told=partner.call.symbol) if minimum else None
    if not (named.support or named.kind is Kind.ANSWERING) or partner.call.suit is suit:
        return None
    agreed = suit in now.suits_of(OWN) if named.support else suit in now.suits_of(PARTNER)
    forced = Forcing.GAME in (partner.forcing, told.forcing)
    if not agreed or forced or is_game(now.best) or now.best != now.cheapest(suit):
        return None
    if now.points + high >= GAME_POINTS:
        return None
    return now.say("You have {points}, partner at most {high}: {call} is enough.", high=high)


def signed_off(now: Decision, partner: CallMeaning) -> Message | None:
    """Return that partner's bid is passed by nearly all hands: a game, or a lower one that the
    opponents have left alone."""
    call = partner.call
    if now.best != PASS or not now.is_undisturbed or partner.convention is not None:
        return None
    if not call.is_bid or call.level == 1 or not (now.is_alone or is_game(call)):
        return None
    if not partner.is_to_play or better_major(now, partner) is not None:
        return None
    return Message("Partner's {call} is to play: pass.", call=call.symbol)


def better_major(now: Decision, partner: CallMeaning) -> Suit | None:
    """Return the major that is a better game than partner's 3NT: five cards of partner's with
    support, or six own ones that partner has two of."""
    if partner.call != THREE_NOTRUMP or partner.convention is not None:
        return None
    for suit in MAJORS:
        number, least = now.lengths[suit], now.shown_by_partner(suit)
        if (number >= SUPPORT and least >= 5) or (number > 5 and least >= 2):
            return suit
    return None


def in_major(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the fit of a game in a major in place of partner's 3NT."""
    suit = better_major(now, partner)
    if suit is None or now.best != now.cheapest(suit) or not now.is_undisturbed:
        return None
    least = NUMBERS[now.shown_by_partner(suit)]
    if now.lengths[suit] > 5:
        text = "You have {cards}, partner {least} or more: {call} rather than 3NT."
        return now.say(text, cards=now.have(suit), least=least)
    return now.say(
        "Partner has {least} or more {suit}, you have {number}: {call} rather than 3NT.",
        least=least,
        suit=Message(suit.plural),
        number=NUMBERS[now.lengths[suit]],
    )


def _is_content(now: Decision, partner: CallMeaning) -> bool:
    """Return True if partner's strain suits the hand: no long major where it is notrump, else two
    cards of the suit, or one of a long one."""
    suit = promised_suit(partner)
    if is_named(partner, "transfer_completed"):
        return partner.call.suit is not None and now.lengths[partner.call.suit] >= 5
    if now.is_alone and partner.call.suit in now.suits_of(OWN) and not is_game(partner.call):
        return True
    if partner.call == THREE_NOTRUMP and not partner.is_to_play:
        untold = set(MAJORS) - now.suits_of(OWN)
        long = any(now.lengths[major] >= 5 for major in untold)
        return better_major(now, partner) is None and not long
    if suit is None:
        told = promised_suit(now.last_bid_meaning(OWN))  # five cards of it are no news
        majors = [major for major in MAJORS if major is not told or not now.balanced]
        return max(now.lengths) <= 5 and all(now.lengths[major] < 5 for major in majors)
    short = partner.call.level <= 2 and now.lengths[suit] <= SUPPORT
    if short and any(
        now.lengths[one] >= now.lengths[suit] for one in now.suits_of(PARTNER) - {suit}
    ):
        return False
    return now.lengths[suit] + partner.promise.lengths[suit][0] >= FIT - 1


def _is_first_game(now: Decision) -> bool:
    """Return True if the call bids a game that the side has not reached yet."""
    best, last = now.best, now.last_bid
    assert best.strain is not None
    return best.level == GAME_LEVELS[best.strain] and (now.theirs_is_last or not is_game(last))


def _has_trumps(now: Decision, partner: CallMeaning) -> bool:
    """Return True if the strain suits what is known: a fit, or notrump without one in a major."""
    if now.suit is not None:
        return now.fits(partner, now.suit) or now.lengths[now.suit] > 6
    return not any(now.fits(partner, major) for major in MAJORS)


def _transferred(now: Decision) -> Suit | None:
    """Return the major that the own transfer has shown, of a bid of notrump on five cards of it."""
    earlier = now.last_meaning(OWN)
    if not is_named(earlier, *SUIT_TRANSFERS) or now.best.strain is not Strain.NT:
        return None
    target = None if earlier is None else completion_of(earlier.call)
    suit = None if target is None else target.suit
    return suit if suit in MAJORS and now.lengths[suit] == 5 else None


def splintered(now: Decision, partner: CallMeaning) -> Suit | None:
    """Return the major for which partner's splinter, or answer to a strong raise, shows a short
    suit."""
    short = partner.call.suit
    if short is None or partner.promise.lengths[short][1] > SHORT:
        return None
    bid = now.suits_of(OWN, PARTNER) - {short}
    fits = [one for one in MAJORS if one in bid and now.fits(partner, one)]
    named = is_named(partner, "splinter", "shows_shortness")
    return fits[0] if named and len(fits) == 1 else None


def is_wasted(now: Decision, partner: CallMeaning) -> bool:
    """Return True for a hand that has no slam without its honours below the ace in the suit in
    which partner is short, if these are two or more."""
    short = partner.call.suit
    if short is None:
        return False
    worth = [WORK_POINTS[card.rank] for card in now.hand.suit(short) if card.rank in "KQJ"]
    wasted = sum(worth)
    return len(worth) > 1 and now.points - wasted + partner.promise.hcp[0] < GAME_POINTS


def over_splinter(now: Decision, partner: CallMeaning) -> Message | None:
    """Return whether honours are wasted in the suit in which partner is short, of a sign-off in the
    agreed major and of a try for slam; a minimum signs off, too."""
    trump, short = splintered(now, partner), partner.call.suit
    if trump is None or short is None or not now.best.is_bid or now.best.level >= SLAM:
        return None
    suit, wasted = Message(short.plural), is_wasted(now, partner)
    if now.best == Call.bid(4, trump.strain):
        if wasted:
            return now.say(
                "Partner is short in {suit}, where your honours are wasted: sign off in {call}.",
                suit=suit,
            )
        if now.points + partner.promise.hcp[0] <= GAME_POINTS:
            return now.say("With {points} you have nothing to spare for slam: {call}.")
        return None
    enough = now.points + partner.promise.hcp[0] > GAME_POINTS
    if not enough or now.suit is trump or now.best == THREE_NOTRUMP:
        return None
    if {card.rank for card in now.hand.suit(short)} & set("KQ"):
        return None
    return now.say(
        "Partner is short in {suit}, where you have no honours wasted: {call} tries for slam.",
        suit=suit,
    )


def is_near_slam(now: Decision, partner: CallMeaning) -> bool:
    """Return True if a hand whose five-card major partner has raised by a limited jump may have a
    slam."""
    suit, most = partner.call.suit, now.points + shape_points(now) + partner.promise.hcp[1]
    longer = 0 if suit is None else now.lengths[suit] - 5
    return most + longer >= SLAM_POINTS - SHORT


def asks_for_aces(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the controls of a hand that asks for aces at once over a limit raise."""
    suit = partner.call.suit
    raised = suit in MAJORS and partner.call.level == 3 and _is_raised(now, partner)
    if now.best != FOUR_NOTRUMP or not (raised and now.is_alone and is_near_slam(now, partner)):
        return None
    if not _has_all_controls(now, suit):
        return None
    return now.say("You have {points} and a control in every suit: {call} asks for aces.")


def _has_all_controls(now: Decision, trump: Suit | None) -> bool:
    """Return True for an ace, a king or at most one card of each suit but trumps."""
    return all(
        suit is trump
        or now.lengths[suit] < SHORT
        or {card.rank for card in now.hand.suit(suit)} & {"A", "K"}
        for suit in Suit
    )


def agreed_major(now: Decision, partner: CallMeaning) -> Suit | None:
    """Return the own major that partner has raised below game in a game force."""
    trump, told = partner.call.suit, now.last_meaning(OWN)
    if trump not in MAJORS or trump not in now.suits_of(OWN) or told is None:
        return None
    forced = Forcing.GAME in (told.forcing, partner.forcing) and partner.convention is None
    return trump if forced and now.is_alone and partner.call.level <= 3 else None


def control(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the ace that a bid below game shows over partner's raise."""
    trump, suit = agreed_major(now, partner), now.suit
    if trump is None or suit in (None, trump) or not now.has_ace(suit):
        return None
    if now.best != now.cheapest(suit) or is_game(now.best):
        return None
    if partner.call.level < 3 and now.points < STRONG:  # it may be a suit
        return None
    return now.say(
        "With {trump} agreed {call} shows the ace of {suit} and tries for slam.",
        trump=Message(trump.plural),
        suit=Message(suit.plural),
    )
