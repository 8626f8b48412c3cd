"""The call that the bidding so far asks for, where the usual one goes against it."""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import is_stopped, shape
from bidding.domain.position import Position
from bidding.domain.scoring import is_game
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.conventions import missing_aces
from bidding.explaining.advice.decision import (
    ANSWER_AT_TWO,
    FIT,
    FOUR_NOTRUMP,
    GAME_POINTS,
    GOOD_RAISES,
    GRAND_SLAM_POINTS,
    LEFT,
    LIMITED,
    MAJORS,
    NARROW,
    ONE_NOTRUMP,
    OPENING,
    OWN,
    PARTNER,
    RIGHT,
    SHORT,
    SHOWN,
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
from bidding.explaining.advice.slams import (
    agreed_major,
    is_near_slam,
    is_wasted,
    splintered,
)
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.naming import CONTROL_BID, GAME_TRIES, SUIT_TRANSFERS, TAKEOUT

_LONG = 6  # cards
_ACE = 4  # points
_SHAPELY = 10  # cards of the two longest suits, at most, of a hand that points measure well


def agreed_call(
    position: Position, meanings: Sequence[CallMeaning | None], usual: Call
) -> Call | None:
    """Return the viewer's next call by what both partners have told each other, where the usual
    call goes against it; else None."""
    if position.hand is None or position.auction.turn is not position.seat:
        return None
    if position.auction.last_bid is None:
        return None
    now = Decision(position, position.hand, meanings, usual)
    partner = now.last_meaning(PARTNER)
    if is_named(partner, *TAKEOUT) and now.is_undisturbed and not now.has_acted(OWN):
        return _advances(now)
    if is_named(now.last_meaning(OWN), *TAKEOUT) and partner is not None:
        return _bids_cheaply(now)
    if is_named(partner, "negative_double") and now.opener == OWN and now.is_undisturbed:
        return _answers_cheaply(now)
    if usual == PASS and _reopens(now):
        return DOUBLE
    if is_named(partner, "penalty_double") and now.is_undisturbed and not now.has_acted(OWN):
        return _sits(now)
    if partner is not None and now.is_undisturbed and not now.is_alone:
        return _raised_in_competition(now, partner)
    if partner is None or not partner.call.is_bid or not now.is_alone:
        return None
    found = _opposite_notrump(now, partner) or _invites_after_transfer(now, partner)
    found = found or _raises_to_limit(now, partner)
    if found is None and now.has_acted(OWN):
        found = _told(now, partner)
    return None if found == usual else found


def _advances(now: Decision) -> Call | None:
    """Return the single jump over partner's take-out double in place of a higher one below game or
    of a bid in their suit, and 3NT with game values and their suit stopped in place of 2NT over a
    weak two."""
    suit, theirs = now.suit, now.last_bid.suit
    if now.best == TWO_NOTRUMP and now.last_bid.level == 2 and theirs is not None:
        return THREE_NOTRUMP if now.points > OPENING and is_stopped(now.hand, theirs) else None
    if suit is not None and suit is theirs:
        return _jumps_in_major(now)
    if suit is None or suit in now.theirs or now.lengths[suit] >= _LONG or is_game(now.best):
        return None
    once = Call.bid(now.cheapest(suit).level + 1, suit.strain)
    return once if now.best > once else None


def _jumps_in_major(now: Decision) -> Call | None:
    """Return the jump to two of the only major in place of a bid in the opponents' suit, with less
    than an opening bid."""
    long = [major for major in MAJORS if now.lengths[major] >= 5]
    if len(long) != 1 or not ANSWER_AT_TWO - 1 <= now.points < OPENING:
        return None
    (major,) = long
    jump = now.cheapest(major).level == 1 and now.lengths[1 - major] < SHOWN
    return Call.bid(2, major.strain) if jump else None


def _bids_cheaply(now: Decision) -> Call | None:
    """Return the lowest bid of the own suit, strong as it is, in place of a jump below game after
    one's take-out double."""
    suit = now.suit
    if suit is None or not now.is_undisturbed or now.points > STRONG + 1 or is_game(now.best):
        return None
    if suit in now.theirs or suit in now.suits_of(PARTNER):
        return None
    once = now.cheapest(suit)
    return once if now.best == Call.bid(once.level + 1, suit.strain) else None


def _reopens(now: Decision) -> bool:
    """Return True for the shape and values of a take-out double in place of a pass that lets the
    opponents play in a suit that they have raised to the two-level."""
    suit = now.last_bid.suit
    silent = now.is_last_seat and not (now.has_acted(OWN) or now.has_acted(PARTNER))
    if not silent or suit is None or now.last_bid.level != 2 or now.calls[LEFT].suit is not suit:
        return False
    raised = suit in now.suits_of(RIGHT) & now.suits_of(LEFT)
    raised &= sum(call.is_bid for call in now.calls) == 2
    values = now.points - now.points_in(suit) > WEAK + 1 and now.points <= OPENING
    return raised and values and now.has_takeout_shape({suit})


def _sits(now: Decision) -> Call | None:
    """Return a pass of partner's penalty double of 1NT in place of a suit at the two-level, of
    some points and no long suit."""
    runs = now.last_bid == ONE_NOTRUMP and now.suit is not None and now.best.level == 2
    return PASS if runs and now.points > 4 and max(now.lengths) < _LONG else None


def _raised_in_competition(now: Decision, partner: CallMeaning) -> Call | None:
    """Return game in the own major, which partner has raised, with the points for it, or else, over
    a good raise, its lowest bid, in place of a bid of another suit below game."""
    own = now.suits_of(OWN) & set(MAJORS)
    good = is_named(partner, *GOOD_RAISES)
    if len(own) != 1 or now.opener != OWN or now.suit in (None, *own) or is_game(now.best):
        return None
    (trump,) = own
    if not (good or (partner.call.suit is trump and now.suit in now.theirs)):
        return None
    if not now.fits(partner, trump):
        return None
    (low, high), worth = partner.promise.hcp, now.points + now.shape_points
    game = worth > OPENING + 2 if good else 2 * worth + low + high >= 2 * GAME_POINTS
    if game:
        return Call.bid(4, trump.strain)
    return now.cheapest(trump) if good else None


def _answers_cheaply(now: Decision) -> Call | None:
    """Return the lowest bid in a suit of a minimum in place of a jump below game over partner's
    negative double."""
    suit = now.suit
    if suit is None or suit in now.suits_bid or now.points > OPENING + 1 or is_game(now.best):
        return None
    if sum(shape(now.hand)[:2]) >= _SHAPELY:
        return None
    once = now.cheapest(suit)
    return once if now.best > once else None


def _told(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the call that follows from what this player has told partner, too."""
    return (
        _stops_short_of_slam(now, partner)
        or _accepts(now, partner)
        or _accepts_try(now, partner)
        or _shows_control_in_turn(now, partner)
        or _raises_slowly(now, partner)
        or _bids_game_in_major(now, partner)
        or _bids_long_major(now, partner)
        or _signs_off_over_splinter(now, partner)
        or _bids_cheapest_control(now, partner)
        or _rebids_without_stopper(now, partner)
        or _tries_for_slam(now, partner)
        or _stops_fourth_suit(now, partner)
        or _raises_major(now, partner)
        or _passes_below_game(now, partner)
        or _bids_game(now, partner)
    )


def _opposite_notrump(now: Decision, partner: CallMeaning) -> Call | None:
    """Return how high a balanced hand without a fit goes in notrump, by the points of both hands:
    no further on few, an invitation to game in place of game or of a pass, 3NT over 2NT in place of
    a pass, and a small slam."""
    low, high = partner.promise.hcp
    balanced = now.balanced and high - low <= NARROW and now.opener == PARTNER
    if not balanced or any(now.fits(partner, major) for major in MAJORS):
        return None
    if partner.call.strain is Strain.NT and SLAM_POINTS <= now.points + low < GRAND_SLAM_POINTS:
        return SIX_NOTRUMP if now.best.is_bid and now.best.level > 3 else None
    weak = partner.call == ONE_NOTRUMP and now.points + high < GAME_POINTS
    stayman = now.best == STRONG_TWO and not now.has_acted(OWN)
    if stayman and weak and now.lengths[Suit.C] > SHORT:  # else it runs from notrump
        return PASS
    twice = 2 * now.points + low + high  # the points of both hands, by the middle of the range
    if partner.call == TWO_NOTRUMP and now.best == PASS:
        return THREE_NOTRUMP if twice >= 2 * GAME_POINTS - 1 else None  # nothing is in between
    high_enough = now.best == THREE_NOTRUMP and max(now.lengths) < 5
    high_enough &= now.points < OPENING or twice < 2 * GAME_POINTS
    game = now.points + high >= GAME_POINTS and twice >= 2 * GAME_POINTS - 3
    invites = twice <= 2 * GAME_POINTS if high_enough else now.best == PASS and game
    return TWO_NOTRUMP if invites and partner.call < TWO_NOTRUMP else None


def _raises_to_limit(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the limit raise of partner's opening in a major in place of 2NT, which forces to
    game, on a flat hand of less than an opening."""
    suit = promised_suit(partner)
    if (
        not now.answers_opening(partner)
        or suit not in MAJORS
        or now.best != TWO_NOTRUMP
        or now.lengths[suit] <= SUPPORT
    ):
        return None
    if not ANSWER_AT_TWO <= now.points < OPENING or now.shape_points:
        return None
    limit = {"bergen": THREE_DIAMONDS, "reverse": THREE_CLUBS}
    return limit.get(now.plays("bergen"), Call.bid(3, suit.strain))


def _invites_after_transfer(now: Decision, partner: CallMeaning) -> Call | None:
    """Return 2NT in place of 3NT on the points that invite, after a transfer to a major of five
    cards that partner has completed."""
    (low, high), transfer = partner.promise.hcp, is_named(now.last_meaning(OWN), *SUIT_TRANSFERS)
    told = transfer and is_named(partner, "transfer_completed") and high - low <= NARROW
    invites = 2 * now.points + low + high <= 2 * GAME_POINTS and partner.call < TWO_NOTRUMP
    return TWO_NOTRUMP if told and invites and now.best == THREE_NOTRUMP else None


def _passes_below_game(now: Decision, partner: CallMeaning) -> Call | None:
    """Return a pass in place of a game for which both hands have too few points, without a fit of
    nine cards."""
    (low, high), suit = partner.promise.hcp, now.suit
    few = now.points + high < GAME_POINTS and high - low <= LIMITED
    if suit is None or not (few and is_game(now.best)) or is_game(partner.call):
        return None
    if sum(shape(now.hand)[:2]) > _SHAPELY:
        return None
    trumps = now.lengths[suit] + max(now.shown_by_partner(suit), partner.promise.lengths[suit][0])
    return PASS if trumps <= FIT else None


def _bids_game(now: Decision, partner: CallMeaning) -> Call | None:
    """Return 3NT over partner's rebid of 1NT in place of the own suit again, with game values."""
    (low, high), suit = partner.promise.hcp, now.suit
    if suit is None or suit not in now.suits_of(OWN) or now.lengths[suit] >= _LONG:
        return None
    natural = partner.call == ONE_NOTRUMP and partner.convention is None
    game = 2 * now.points + low + high > 2 * GAME_POINTS and high - low <= LIMITED
    return THREE_NOTRUMP if natural and game and now.best == now.cheapest(suit) else None


def _raises_major(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the raise of partner's five-card major in place of notrump below game."""
    suit = partner.call.suit
    if suit not in MAJORS or suit is not promised_suit(partner) or now.lengths[suit] < SHOWN:
        return None
    notrump = now.best.strain is Strain.NT and now.best < THREE_NOTRUMP
    five = partner.promise.lengths[suit][0] >= 5 and partner.convention is None
    return now.cheapest(suit) if notrump and five else None


def _raises_slowly(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the cheapest raise of partner's five-card major in place of a jump, which leaves less
    room, with the points for game in a game force."""
    suit = now.suit
    if suit not in MAJORS or suit not in now.suits_of(PARTNER) or suit in now.suits_of(OWN):
        return None
    fit = now.lengths[suit] >= SUPPORT and now.shown_by_partner(suit) >= 5
    more = now.is_forced_to_game(partner) and now.points + partner.promise.hcp[0] >= GAME_POINTS
    jumps = now.best.level <= 4 and now.best > now.cheapest(suit)
    return now.cheapest(suit) if fit and more and jumps else None


def _bids_game_in_major(now: Decision, partner: CallMeaning) -> Call | None:
    """Return game in the own major, which partner has raised by a limited jump, in place of 3NT as
    a try for a slam that is far, and Blackwood where it is near; and game in it in place of 3NT
    over partner's limited artificial raise."""
    suit, (low, high) = partner.call.suit, partner.promise.hcp
    if now.best != THREE_NOTRUMP:
        return None
    if partner.convention is not None and partner.convention.support:
        own = now.suits_of(OWN) & set(MAJORS)
        fits = [one for one in own if now.lengths[one] >= 5 and now.fits(partner, one)]
        limited = len(fits) == 1 and high - low <= LIMITED and partner.call.level == 2
        return Call.bid(4, fits[0].strain) if limited else None
    if suit not in MAJORS or suit not in now.suits_of(OWN):
        return None
    if partner.call.level != 3 or high - low > LIMITED:
        return None
    return FOUR_NOTRUMP if is_near_slam(now, partner) else Call.bid(4, suit.strain)


def _stops_short_of_slam(now: Decision, partner: CallMeaning) -> Call | None:
    """Return where to stop in place of a slam off two aces."""
    own, missing = now.last_meaning(OWN), missing_aces(now, partner)
    slam = now.best.is_bid and now.best.level >= SLAM
    if own is None or missing is None or missing < 2 or not slam:
        return None
    trump = own.trump
    if trump is None:
        trump = next((suit for suit in Suit if now.lengths[suit] >= _LONG), None)
    if trump is not None and partner.call.suit is trump:
        return PASS
    stop = Call.bid(4, Strain.NT) if trump is None else now.cheapest(trump)
    return stop if partner.call < stop and stop.level < SLAM else None


def _accepts(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the game of a hand that an invitation finds with the most points that it has
    promised, or a point less and nine trumps, and the agreed major in place of notrump."""
    suit, narrow = partner.call.suit, now.narrow_points
    if not partner.invites or narrow is None or partner.call.level > 3:
        return None
    fits = [major for major in MAJORS if now.fits(partner, major)]
    fit = suit if suit in fits else next(iter(fits), None)
    if suit not in (None, fit):
        return None
    raises = suit is not None and suit in now.suits_of(OWN)
    spare = fit is not None and now.lengths[fit] + now.shown_by_partner(fit) > FIT
    accepts = now.best == PASS and now.points >= narrow[1] - spare
    if not accepts and not (now.best == THREE_NOTRUMP and raises):
        return None
    return THREE_NOTRUMP if fit is None else Call.bid(4, fit.strain)


def _accepts_try(now: Decision, partner: CallMeaning) -> Call | None:
    """Return game in the major that this player has raised, in place of a sign-off over partner's
    try for game in a suit, of more than half the points promised and two honours in that suit."""
    told, asked = now.last_meaning(OWN), partner.call.suit
    if not is_named(partner, *GAME_TRIES) or told is None or asked is None:
        return None
    suit, (low, high) = told.call.suit, told.promise.hcp
    good = 2 * now.points > low + high and now.honours(asked) > 1
    if suit not in MAJORS or suit is asked or now.best != now.cheapest(suit):
        return None
    return Call.bid(4, suit.strain) if good else None


def _shows_control_in_turn(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the cheapest ace below game in the agreed major, in place of that game, over
    partner's control bid."""
    trump = now.suit
    if not is_named(partner, CONTROL_BID) or trump not in now.agreed_majors or now.best.level > 4:
        return None
    bids = [now.cheapest(suit) for suit in Suit if suit is not trump and now.has_ace(suit)]
    return min((bid for bid in bids if bid < now.best), default=None)


def _bids_long_major(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the own major of six cards in place of a pass of partner's 1NT or 2NT, natural."""
    suit = promised_suit(now.last_bid_meaning(OWN))
    natural = partner.call in (ONE_NOTRUMP, TWO_NOTRUMP) and partner.convention is None
    if now.best != PASS or not natural or suit not in MAJORS or now.lengths[suit] < _LONG:
        return None
    few = now.points + partner.promise.hcp[1] < GAME_POINTS
    if partner.call == TWO_NOTRUMP:
        return None if few else Call.bid(4, suit.strain)
    return now.cheapest(suit) if few else None


def _bids_cheapest_control(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the cheapest suit with an ace over partner's splinter in place of a bid beyond it,
    which would deny it."""
    trump, suit = splintered(now, partner), now.suit
    if trump is None or suit in (None, trump) or now.best.level >= SLAM:
        return None
    others = [one for one in Suit if one not in (trump, partner.call.suit)]
    bids = [now.cheapest(one) for one in others if now.points_in(one) >= _ACE]
    return min((bid for bid in bids if bid < now.best), default=None)


def _signs_off_over_splinter(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the game in the agreed major of a hand whose honours partner's splinter wastes."""
    trump = splintered(now, partner)
    if trump is None or not is_wasted(now, partner) or now.best.level >= SLAM:
        return None
    return Call.bid(4, trump.strain)


def _rebids_without_stopper(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the cheapest bid in the own first suit, of five cards, in place of notrump without
    the stopper that partner asks for, or, in a game force, in the only unbid suit."""
    asked, first = partner.call.suit, promised_suit(now.meanings[::-1][OWN::4][-1])
    if partner.convention is None or partner.convention.asks != "stopper":
        asked = _lacked_in_game_force(now, partner)
    if asked is None or now.best.strain is not Strain.NT or first is None:
        return None
    again = now.cheapest(first)
    fits = now.lengths[first] >= 5 and again < THREE_NOTRUMP
    return again if fits and not is_stopped(now.hand, asked) else None


def _lacked_in_game_force(now: Decision, partner: CallMeaning) -> Suit | None:
    """Return the only unbid suit of a hand that bids 3NT over partner's new suit in a game force,
    without a fit for partner."""
    suit, earlier = promised_suit(partner), now.meanings[::-1][PARTNER + len(Suit) :: len(Suit)]
    new = suit is not None and suit not in {promised_suit(one) for one in earlier}
    if not new or now.best != THREE_NOTRUMP or not now.is_forced_to_game(partner):
        return None
    shown = now.suits_of(PARTNER)
    fits = any(now.lengths[one] + now.shown_by_partner(one) >= FIT for one in shown)
    return None if fits or suit in now.suits_of(OWN) else now.only_unbid


def _tries_for_slam(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the cheapest ace in place of game, with the points to try for slam."""
    trump = agreed_major(now, partner)
    if (
        trump is None
        or now.points < STRONG
        or now.best not in (THREE_NOTRUMP, Call.bid(4, trump.strain))
    ):
        return None
    aces = [suit for suit in Suit if suit is not trump and now.has_ace(suit)]
    return min((now.cheapest(suit) for suit in aces), default=None)


def _stops_fourth_suit(now: Decision, partner: CallMeaning) -> Call | None:
    """Return 3NT in place of the fourth suit, of a hand with this suit well stopped and nothing to
    ask about; at the one-level partner may have four cards of it, too."""
    suit, own = now.suit, promised_suit(now.last_meaning(OWN))
    alone = now.opener == PARTNER and len(now.suits_of(OWN, PARTNER)) == len(Suit) - 1
    if suit is None or own is None or suit in now.suits_of(OWN, PARTNER) or not alone:
        return None
    if now.best.level == 1:
        return None
    asks = now.lengths[own] >= 5 and own in MAJORS
    asks |= any(now.lengths[one] >= SUPPORT and now.shown_by_partner(one) >= 5 for one in MAJORS)
    held = now.lengths[suit] >= 4 and is_stopped(now.hand, suit)
    return THREE_NOTRUMP if held and not asks and OPENING < now.points < STRONG - 1 else None
