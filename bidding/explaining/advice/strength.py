"""The points of both hands together, against part-score, game and slam."""

from __future__ import annotations

from bidding.domain.calls import PASS, Call
from bidding.domain.cards import is_stopped
from bidding.domain.conventions import Kind
from bidding.domain.messages import Message
from bidding.domain.scoring import is_game
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    ANSWER,
    FIT,
    FORCING,
    FOUR_NOTRUMP,
    GAME_POINTS,
    GOOD_RAISES,
    LIMITED,
    MAJORS,
    OPENING,
    OWN,
    PARTNER,
    SHORT,
    SIX_NOTRUMP,
    SLAM,
    SLAM_POINTS,
    SUPPORT,
    THREE_NOTRUMP,
    TWO_NOTRUMP,
    Decision,
    is_named,
    promised_suit,
)
from bidding.explaining.distributions import MOST_HCP
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.naming import GAME_TRIES, SUIT_TRANSFERS, completion_of
from bidding.explaining.meanings.statements import is_any_strength

_WORTH_INVITING = 46  # twice the points of both hands, by the middle of partner's range


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
        limited = natural and now.is_alone and high - low <= LIMITED + now.is_raised(partner)
        limited = not (_is_top(now) or _has_nine(now, partner)) if partner.invites else limited
        worth = own + now.is_raised(partner) * now.shape_points
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
    if not best.is_bid or not now.is_first_game or not _has_trumps(now, partner):
        return None
    if now.suit is None and not all(map(now.is_held, now.shown_by_them)):
        return None
    if is_named(partner, "fourth_suit_forcing", "splinter", *GAME_TRIES):  # they ask for more
        return None
    if low == 0 and own >= GAME_POINTS:
        return Message("You have {points}: enough for game.", **values)
    if balanced and own + high >= SLAM_POINTS and high - low <= LIMITED:
        return None
    natural = promised_suit(partner) is not None and partner.convention is None
    if natural and now.is_alone and now.is_forced_to_game(partner):
        return _forced_into_notrump(now) if best == THREE_NOTRUMP else None
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
    if is_named(partner, *GOOD_RAISES) and now.suit in now.suits_of(OWN):
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
    suit = partner.call.suit
    if suit is not None and suit is now.suit and now.is_raised(partner):
        nine = now.lengths[suit] + now.shown_by_partner(suit) > FIT
        enough -= (2 * now.shape_points + nine) * (now.first_to_bid(suit) == OWN)
    if high - low <= LIMITED + now.is_raised(partner) and 2 * own + low + high >= enough:
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


def _forced_into_notrump(now: Decision) -> Message | None:
    """Return the stoppers of 3NT that a hand without a fit bids in a game force."""
    unbid = now.unbid
    if not 1 <= len(unbid) <= 2 or not all(is_stopped(now.hand, suit) for suit in unbid):
        return None
    return now.say(
        "You are forced to game, and have {suits} stopped: {call}.",
        suits=tuple(Message(suit.plural) for suit in sorted(unbid)),
    )


def _invites(now: Decision, partner: CallMeaning) -> bool:
    """Return True for 2NT, a raise of a major with a fit to three, or another suit below that after
    partner's raise, over partner's limited bid, if the points may do for game."""
    best, last, (low, high) = now.best, partner.call, partner.promise.hcp
    if not now.is_alone or not last.is_bid or last.level > 2:
        return False
    suit, raises = last.suit, False
    if suit is not None and suit in MAJORS:
        fits = now.fits(partner, suit) or suit in now.suits_of(OWN)
        tries = best.suit is not None and now.is_raised(partner) and now.lengths[best.suit] > SHORT
        raises = fits and (best == Call.bid(3, suit.strain) or (tries and best.level == 3))
        raises |= tries and best.level == 2
    if not (best == TWO_NOTRUMP or raises):
        return False
    wide = high - low > LIMITED + now.is_raised(partner)  # of single raises more are limited
    if partner.forcing in FORCING or wide or not now.has_acted(OWN):
        return False
    if best == TWO_NOTRUMP and not _has_trumps(now, partner):
        return False
    worth = now.points + (raises and now.is_raised(partner)) * now.shape_points
    likely = 2 * worth + low + high >= _WORTH_INVITING
    if best.suit not in (None, suit) and 2 * worth + low + high >= 2 * GAME_POINTS:
        return False  # worth game
    return likely and now.points + low < GAME_POINTS <= now.points + high


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
        text = "{told} invites to game; with {points} and an honour in {suit} you accept: {call}."
        if now.honours(asked) > 1:
            text = (
                "{told} invites to game; with {points} and two honours in {suit} you accept: "
                "{call}."
            )
        return now.say(text, suit=Message(asked.plural), **values)
    short = asked is not None and now.lengths[asked] < SHORT
    spare = (helps or short) and points > low + 1
    if now.best == now.cheapest(suit) and not good and not spare:
        return now.say("{told} invites to game; with {points} you decline: {call}.", **values)
    return None


def stopped_low(now: Decision, partner: CallMeaning) -> Message | None:
    """Return that the points are too few for game, of the lowest bid in the agreed suit over
    partner's artificial raise or answer."""
    suit, high, named = now.suit, partner.promise.hcp[1], partner.convention
    if suit is None or named is None or not (now.has_acted(OWN) and now.is_undisturbed):
        return None
    if is_named(partner, *GOOD_RAISES) and suit in now.suits_of(OWN) and suit in MAJORS:
        minimum = now.points <= OPENING + 1 and now.best == now.cheapest(suit)
        text = "Partner's {told} shows a good raise, but you have a minimum: {call}."
        minimum &= not is_game(now.best)
        return now.say(text, told=partner.call.symbol) if minimum else None
    if not (named.support or named.kind is Kind.ANSWERING) or partner.call.suit is suit:
        return None
    agreed = suit in now.suits_of(OWN) if named.support else suit in now.suits_of(PARTNER)
    if (
        not agreed
        or now.is_forced_to_game(partner)
        or is_game(now.best)
        or now.best != now.cheapest(suit)
    ):
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
    fit = now.fit(suit, now.shown_by_partner(suit))
    if now.lengths[suit] > 5:
        text = "You have {cards}, partner {least} or more: {call} rather than 3NT."
        return now.say(text, cards=now.have(suit), **fit)
    return now.say(
        "Partner has {least} or more {suit}, you have {number}: {call} rather than 3NT.", **fit
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
