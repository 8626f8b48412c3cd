"""How forcing a call is by the rules of natural bidding, whatever robots pass.

The rules are of auctions that the opponents leave alone. Where there is no rule there is None.
"""

from __future__ import annotations

from bidding.domain.calls import PASS, Call
from bidding.domain.conventions import Forcing, Kind, Meaning
from bidding.domain.scoring import is_game
from bidding.domain.systems import System
from bidding.domain.table import Strain, Suit
from bidding.explaining.distributions import MOST_HCP
from bidding.explaining.meanings.naming import CONTROL_BID, CallContext
from bidding.explaining.meanings.statements import Promise

NEARLY_GAME = 22  # of both hands, by a call that forces to game, at least
_AN_OPENING = 12  # points, at least, of a responder who forces to game
_TWO = 2  # the level of a suit that forces to game over a Polish 1♣
_THREE = 3  # and of a second suit after a transfer
_FOUR = 4  # and of a control bid
_ONE_NOTRUMP = Call.bid(1, Strain.NT)


def force_of_calls(
    auction: CallContext, meaning: Meaning | None, system: System, promise: Promise | None = None
) -> Forcing | None:
    """Return how forcing a bid is by the calls, and by what it promises if that is
    known: by opener's rebid, responder's second suit, a second suit after a transfer, a suit at the
    two-level over a Polish 1♣, and a control bid beyond three of an agreed major."""
    call = auction.call
    if not call.is_bid or not auction.is_alone:
        return None
    control = meaning is not None and meaning.convention.id == CONTROL_BID
    if control and auction.agreed_majors and call.level == _FOUR:
        return Forcing.GAME
    if is_game(call):
        return None
    natural = meaning is not None and meaning.convention.id == "natural"
    if auction.answers_polish_club and meaning is not None and not meaning.convention.artificial:
        return Forcing.GAME if call.level == _TWO and call.suit is not None else None
    new = natural and call.suit is not None and call.suit not in auction.suits_shown
    if auction.rebids_over_answer:
        return _of_rebid(auction, system, new=new)
    if new and auction.responds_again:
        return _of_second_suit(auction, promise)
    transferred = auction.own_by_transfer and len(auction.own) == 1
    return Forcing.GAME if new and transferred and call.level >= _THREE else None


def _of_rebid(auction: CallContext, system: System, *, new: bool) -> Forcing | None:
    """Return the force of opener's rebid: over a response at the one-level a jump shift forces to
    game and a cheap second suit may be passed; a two-over-one may promise another bid."""
    answer, limited = auction.partners[0], system.opens_strong_hands_with_one_club
    if answer.level == 1:
        if not new or (auction.jump and limited):
            return None
        return Forcing.GAME if auction.jump else Forcing.NO if auction.is_cheap else None
    promised = system.two_over_one_promises_rebid and auction.of_partner.is_two_over_one
    return Forcing.ROUND if promised else None


def _of_second_suit(auction: CallContext, promise: Promise | None) -> Forcing | None:
    """Return the force of responder's second suit: for a round, and to game by a jump or over one.

    A jump may be passed if it is limited, and over 1NT a cheap bid too; a cheap fourth suit is as
    the pair has it.
    """
    over_notrump = auction.partners[0] == _ONE_NOTRUMP
    if auction.jump:
        unlimited = not over_notrump if promise is None else promise.hcp[1] == MOST_HCP
        return Forcing.GAME if unlimited else None
    if over_notrump:
        return None if auction.is_cheap else Forcing.ROUND
    if len(auction.suits_shown) == len(Suit) - 1:
        return None
    return Forcing.GAME if auction.of_partner.jump else Forcing.ROUND


def forces_by_strength(
    auction: CallContext, meaning: Meaning | None, promise: Promise, partners: float | None
) -> bool:
    """Return True for a natural bid of a suit up to the three-level, or an artificial one below
    game, by a responder who has bid before, and promises an opening without an upper limit opposite
    partner's.

    ``partners`` are the points expected of partner.
    """
    call, (low, high) = auction.call, promise.hcp
    opened = auction.is_alone and auction.bids[:1] == list(auction.partners[-1:])
    again = opened and len(auction.own) > 0 and PASS not in auction.own
    if not again or call.suit is None or is_game(call) or meaning is None:
        return False
    kinds = (Kind.NATURAL, Kind.ARTIFICIAL) if call.level <= _THREE else (Kind.ARTIFICIAL,)
    shows = meaning.convention.kind in kinds
    enough = partners is None or partners + low >= NEARLY_GAME
    return shows and low >= _AN_OPENING and high == MOST_HCP and enough
