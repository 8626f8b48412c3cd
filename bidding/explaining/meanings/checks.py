"""Names checked against the facts: what the caller holds, and what partner does next."""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.calls import DOUBLE, FIRST_BID, PASS, REDOUBLE, Call
from bidding.domain.conventions import CONVENTIONS, Meaning
from bidding.domain.table import Strain, Suit
from bidding.explaining.distributions import Floats
from bidding.explaining.meanings.statements import suits_bid
from bidding.explaining.promises import Promise

_HELD = (3, 0.9)  # cards of a suit bid naturally, and their chance, at least
_PREFERRED = 2  # cards of a suit that partner has bid, at least
_SHORT = (1, 0.6)  # cards of a splinter's suit, at most, and their chance, at least
_PASSED = 0.6  # the chance that partner passes a penalty double, at least
_LONG, _LIKELY = 4, 0.6  # cards of a suit passed for penalty, and their chance, at least
_SUPPORTED, _ALL_SUPPORT = 3, 0.75  # cards that a support double shows, and their chance, at least
_OFTEN, _AGREED = 0.25, 0.5  # the chances that partner passes a natural bid, and a raise, at least
_POSSIBLE = 0.6  # the chance that a bid which partner often passes is of its suit, at least
_INVITING = 7  # points, at least, of a limit raise
_LOW = 3  # the level, at most, of a bid doubled for take-out
_WEAK, _STRONG = 11, 14  # points, at most and at least, of jumps
_HARDLY_EVER = 0.05
_GAME_NOTRUMP, _SLAM = 3, 6  # levels
_FIVE_NOTRUMP = Call.bid(5, Strain.NT)
_STRAINS = len(Strain)
_TAKEOUT = ("takeout_double", "reopening_double", "negative_double", "responsive_double")
_OTHER_RAISES = ("unnamed", "slam_try", None)  # names of what may be a splinter


def checked_name(
    call: Call,
    stated: Meaning | None,
    earlier: Sequence[Call],
    lengths: Floats,
    promise: Promise,
    partner_passes: float,
) -> Meaning | None:
    """Return the meaning that fits the facts: the ``stated`` one, another, or one without a name.

    lengths (4, 14): the chances of the caller's suit lengths after the call.
    """
    table = _Table(call, tuple(earlier))
    name = None if stated is None else stated.convention.id
    if call == DOUBLE and table.last is not None and name in (*_TAKEOUT, "natural", None):
        if partner_passes >= _PASSED or table.doubles_for_penalty:
            return _meaning(table.name_of_penalty_double(promise))
        by_auction = table.name_of_takeout_double(lengths)
        if name == "negative_double" and not table.own_side_opened:
            by_auction = by_auction or "takeout_double"
        return _meaning(by_auction) if by_auction else stated
    if call == PASS and table.passes_a_takeout_double(lengths):
        return _meaning("penalty_pass")
    if name == "weak_two" and table.last is not None:
        return _meaning("natural" if DOUBLE in table.partners else "weak_jump_overcall")
    if name == "limit_raise" and promise.hcp[0] < _INVITING:
        return _meaning("natural")
    if name == "natural" and table.jumps_to_five_notrump and partner_passes < _HARDLY_EVER:
        return _meaning("grand_slam_force")
    suit = call.suit
    if suit is None or name not in ("natural", *_OTHER_RAISES):
        return stated
    most, chance = _SHORT
    if table.raises_by_jump(lengths) and lengths[suit, : most + 1].sum() >= chance:
        return _meaning("splinter")
    if name != "natural":
        return stated
    if not _is_natural(table, suit, lengths[suit], partner_passes):
        return _meaning("unnamed")
    if table.prefers(suit) and partner_passes >= _AGREED:
        return _meaning("preference")
    return _meaning(table.name_of_jump(promise) or "natural")


def _is_natural(table: _Table, suit: Suit, lengths: Floats, partner_passes: float) -> bool:
    """Return True if a bid offers to play in its suit.

    lengths (14,): the chances of the caller's lengths of the suit.
    """
    least, chance = _HELD
    if suit in suits_bid(table.partners):
        return partner_passes >= _AGREED or lengths[_PREFERRED:].sum() >= chance
    if partner_passes >= _OFTEN:
        chance = _POSSIBLE
    return bool(lengths[least:].sum() >= chance)


class _Table:
    """A call and the calls before it, as its caller sees them."""

    def __init__(self, call: Call, earlier: tuple[Call, ...]) -> None:
        self.call, back = call, earlier[::-1]
        self.own, self.partners = back[3::4], back[1::4]
        self.theirs = [made for place, made in enumerate(back) if place % 2 == 0]
        self.back = back
        self.bids = [made for made in earlier if made.is_bid]
        self.last = self.bids[-1] if self.bids else None

    @property
    def jump(self) -> int:
        """The number of levels by which a bid is higher than it must be."""
        first = FIRST_BID if self.last is None else self.last.index + 1
        return (self.call.index - first) // _STRAINS

    @property
    def jumps_to_five_notrump(self) -> bool:
        """True for 5NT over partner's suit bid below 4NT."""
        partners = next((made for made in self.partners if made.is_bid), None)
        suit = None if partners is None else partners.suit
        return self.call == _FIVE_NOTRUMP and suit is not None and self.jump > 0

    def passes_a_takeout_double(self, lengths: Floats) -> bool:
        """Return True for a pass of partner's double of a low suit bid with length in the suit."""
        if self.back[:2] != (PASS, DOUBLE) or self.last is None:
            return False
        if self.back.index(self.last) % 2 or self.own_side_redoubled:
            return False
        suit = self.last.suit
        long = suit is not None and lengths[suit, _LONG:].sum() >= _LIKELY
        return long and self.last.level <= _LOW

    def prefers(self, suit: Suit) -> bool:
        """Return True if the bid is a return to the first of partner's two suits, and no jump."""
        suits = [made.suit for made in reversed(self.partners) if made.is_bid]
        two = suits[:1] == [suit] and any(other not in (None, suit) for other in suits)
        return two and self.jump == 0 and self.call.level <= _LOW

    def raises_by_jump(self, lengths: Floats) -> bool:
        """Return True for a jump in a new suit by a hand with support for partner's."""
        least, chance = _HELD
        others = suits_bid(self.partners) - {self.call.suit}
        return self.jump > 0 and any(lengths[suit, least:].sum() >= chance for suit in others)

    def name_of_jump(self, promise: Promise) -> str | None:
        """Return the name of a natural jump in a new suit: an overcall or a response."""
        own_side = [made for made in (*self.own, *self.partners) if made.is_bid]
        low, high = promise.hcp
        if self.jump != 1 or self.last is None:
            return None
        if not own_side:
            is_overcall = high <= _WEAK and DOUBLE not in self.partners
            return "weak_jump_overcall" if is_overcall else None
        contested = any(made != PASS for made in self.theirs)
        first = own_side == [made for made in self.partners if made.is_bid] and len(own_side) == 1
        opening = own_side[0]
        if contested or not first or opening.index >= FIRST_BID + _STRAINS - 1:
            return None
        if opening.suit is self.call.suit:
            return None
        if low >= _STRONG:
            return "strong_jump_shift"
        return "weak_jump_shift" if high <= _WEAK else None

    @property
    def own_side_opened(self) -> bool:
        """True if the first bid is the caller's or partner's."""
        return self._since_opening % 2 == 0

    @property
    def own_side_redoubled(self) -> bool:
        """True if the opening bid is the caller's or partner's, was doubled, and redoubled."""
        since = self.back[: self._since_opening - 1]
        return self.own_side_opened and since[-2:] == (REDOUBLE, DOUBLE)

    @property
    def _since_opening(self) -> int:
        """The number of calls since the first bid, with it."""
        return max(place for place, made in enumerate(self.back) if made.is_bid) + 1

    @property
    def doubles_for_penalty(self) -> bool:
        """True for a double after a redouble that shows strength, and for one of a notrump opening
        by a side that has not acted."""
        assert self.last is not None
        acted = any(made != PASS for made in (*self.own, *self.partners))
        opened_notrump = len(self.bids) == 1 and self.last.strain is Strain.NT
        return self.own_side_redoubled or (opened_notrump and not acted)

    def name_of_takeout_double(self, lengths: Floats) -> str | None:
        """Return the name that the auction gives a double that partner takes out, if any."""
        last, before, opening = self.back[0], self.back[2:3], self.bids[0]
        suit = last.suit
        own, partners, theirs = (
            [made for made in calls if made != PASS]
            for calls in (self.own, self.partners, self.theirs)
        )
        if suit is None or len(own) + len(partners) > 2 or not partners:
            return None
        partners_suit = partners[0].suit
        if own == [opening] and len(partners) == 1 and partners_suit is not None:
            cheap = last.index < partners[0].index + _STRAINS
            three = lengths[partners_suit, _SUPPORTED] >= _ALL_SUPPORT
            return "support_double" if cheap and three and last.is_bid else None
        if own or len(partners) > 1 or self.partners[0] == PASS:
            return None
        if partners == [opening] and opening.level == 1 and opening.suit not in (None, suit):
            return "negative_double" if theirs == [last] else None
        raised = suits_bid(before) == {suit}
        return "responsive_double" if raised and not self.own_side_opened else None

    def name_of_penalty_double(self, promise: Promise) -> str:
        """Return the name of a double that partner leaves in."""
        assert self.last is not None
        suit, place = self.last.suit, self.back.index(self.last)
        own_side = any(made.is_bid for made in (*self.own, *self.partners))
        theirs_before = {made.suit for made in self.back[place + 2 :: 2]}
        if suit is not None and promise.lengths[suit][0] >= _LONG and not own_side:
            return "penalty_double" if suit in theirs_before else "lead_directing_double"
        if not self._partner_leads:
            return "penalty_double"
        if self.last.level >= _SLAM:
            return "lightner_double"
        is_game = self.last.strain is Strain.NT and self.last.level >= _GAME_NOTRUMP
        return "lead_directing_double" if is_game else "penalty_double"

    @property
    def _partner_leads(self) -> bool:
        """True if the declarer, who bid the strain first for that side, sits on the caller's
        right: partner is not on lead against that player's left."""
        assert self.last is not None
        bids = [
            place
            for place, made in enumerate(self.back)
            if place % 2 == 0 and made.strain is self.last.strain and made.is_bid
        ]
        return max(bids) % 4 == 2  # the caller's left-hand opponent declares


def _meaning(name: str) -> Meaning:
    return Meaning(CONVENTIONS[name])
