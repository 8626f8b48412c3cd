"""The name of a call, checked against what the caller holds, and what partner does next."""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.calls import ALL_CALLS, DOUBLE, FIRST_BID, PASS, REDOUBLE, Call
from bidding.domain.conventions import CONVENTIONS, Kind, Meaning
from bidding.domain.table import Strain, Suit
from bidding.explaining.distributions import MOST_HCP, Floats
from bidding.explaining.meanings.statements import Promise, suits_bid

TAKEOUT = ("takeout_double", "reopening_double")
TAKEOUTS = (*TAKEOUT, "negative_double", "responsive_double")
_SUPPORT, _FOUR = 3, 4  # cards, at least
_MINORS = (Suit.D, Suit.C)
_HALF = 0.5
_OFTEN = 0.25  # the chance that partner passes a natural bid, at least
_HELD = (3, 0.9)  # cards of a suit bid naturally, and their chance, at least
_PREFERRED = 2  # cards of a suit that partner has bid, at least
_SPLINTER = (1, 0.55)  # cards of a splinter's suit, at most, and their chance, at least
_PASSED = 0.6  # the chance that partner passes a penalty double, at least
_LONG, _LIKELY = 4, 0.6  # cards of a suit passed for penalty, and their chance, at least
_SUPPORTED, _ALL_SUPPORT = 3, 0.75  # cards that a support double shows, and their chance, at least
_AGREED = 0.5  # the chance that partner passes a raise, at least
_POSSIBLE = 0.6  # the chance that a bid which partner often passes is of its suit, at least
_INVITING = 7  # points, at least, of a limit raise
_RAISED = 3  # the level of a jump raise
_ENOUGH = 5  # points, at least, of a natural 2NT over partner's take-out double
_LOW = 3  # the level, at most, of a bid doubled for take-out
_WEAK, _STRONG = 11, 14  # points, at most and at least, of jumps
_FEW = 8  # points, at most, of a negative response
_NEGATIVE_FREE_BID = 6, 12  # points, at least and at most
_OF_A_SUIT = ("natural", "precision_diamond", "polish_club")  # openings
_SHOWS_STRENGTH, _TRIES = 7, 9  # points, at least, of a strength-showing cue-bid, and of a game try
_ALMOST_NEVER = 0.05  # that partner passes a grand slam force, less
_GAME_NOTRUMP, _SLAM = 3, 6  # levels
_ONE_NOTRUMP, _TWO_NOTRUMP, _THREE_NOTRUMP = (Call.bid(n, Strain.NT) for n in (1, 2, 3))
_FIVE_NOTRUMP = Call.bid(5, Strain.NT)
_STRAINS = len(Strain)
_DOUBLING_NOTRUMP = ("cappelletti", "landy", "multi_landy")  # their double of 1NT shows strength
SUIT_TRANSFERS = ("jacoby_transfer", "texas_transfer")
_FORCING_NOTRUMPS = ("forcing_notrump", "semi_forcing_notrump")
STRONG_CLUBS, _NEGATIVE = ("precision_club", "polish_club"), Call.bid(1, Strain.D)
CONTROL_BID = "cue_bid"
GAME_TRIES = ("game_try", "long_game_try")
TWO_SUITED = ("michaels", "unusual_notrump", "both_minors", "ghestem", "landy")
_BOTH_MAJORS = (("cappelletti", Call.bid(2, Strain.D)), ("multi_landy", Call.bid(2, Strain.C)))
_UNEVEN = 0.3  # the chance of a singleton or void, at most, if the name denies one
_DRURY = ("drury", "reverse_drury")
_WITHOUT_SHORTNESS = ("jacoby_minimum", "jacoby_answer:medium", "jacoby_answer:extra")
_GRADED: dict[tuple[str, str], tuple[tuple[str, int, int], ...]] = {
    ("ogust", "3C"): (("ogust_answer:minimum-weak", 0, 8),),
    ("ogust", "3D"): (("ogust_answer:minimum-good", 0, 8),),
    ("ogust", "3H"): (("ogust_answer:maximum-weak", 7, MOST_HCP),),
    ("ogust", "3S"): (("ogust_answer:maximum-good", 7, MOST_HCP),),
    ("ogust", "3NT"): (
        ("ogust_answer:maximum-solid", 9, MOST_HCP),
        ("ogust_answer:maximum", 7, MOST_HCP),
    ),
    ("feature_ask", "3M"): (("feature_answer:minimum", 0, 8),),
    ("feature_ask", "3NT"): (("feature_answer:maximum-good", 7, MOST_HCP),),
    ("drury", "2D"): (("drury_answer:minimum", 0, 13),),
    ("drury", "2M"): (("drury_answer:full", 11, MOST_HCP), ("natural", 0, MOST_HCP)),
    ("reverse_drury", "2D"): (("drury_answer:full", 11, MOST_HCP),),
    ("reverse_drury", "2M"): (("drury_answer:minimum", 0, 13), ("natural", 0, MOST_HCP)),
    ("jacoby_two_notrump", "3M"): (("jacoby_answer:extra", 13, MOST_HCP),),
    ("jacoby_two_notrump", "3NT"): (("jacoby_answer:medium", 13, 18),),
    ("jacoby_two_notrump", "4M"): (("jacoby_minimum", 0, 15), ("jacoby_answer:minimum", 0, 15)),
    **{
        ("jacoby_two_notrump", call): (("second_suit", 0, MOST_HCP),)
        for call in ("4C", "4D", "4H", "4S")
    },
}
"""The answers to partner's asks about strength, by the convention and the bid, M being the own
suit; each with the ends of the points that bear it out."""

PUPPETS: dict[tuple[str | None, Call], Call] = {
    ("lebensohl", Call.bid(2, Strain.NT)): Call.bid(3, Strain.C),
    ("two_way_checkback", Call.bid(2, Strain.C)): Call.bid(2, Strain.D),
}
"""The bid that partner makes over a convention, whatever the hand."""

_OTHER_RAISES = ("unnamed", "slam_try", None)  # names of what may be a splinter


def completion_of(call: Call) -> Call | None:
    """Return the next higher bid in a suit, the completion of a transfer; None over 7♠."""
    above = (made for made in ALL_CALLS[call.index + 1 :] if made.suit is not None)
    return None if call.suit is None else next(above, None)


def graded_answers(asked: str, call: Call, own: Suit | None) -> tuple[tuple[str, int, int], ...]:
    """Return what a call may mean as an answer about the strength of an opening in the ``own``
    suit, each with the least and the most points that bear it out."""
    bid = f"{call.level}M" if call.suit is not None and call.suit is own else str(call)
    return _GRADED.get((asked, bid)) or _GRADED.get((asked, str(call)), ())


def checked_name(
    auction: CallContext,
    stated: Meaning | None,
    lengths: Floats,
    promise: Promise,
    partner_passes: float,
) -> Meaning | None:
    """Return the meaning that fits the facts: the ``stated`` one, another, or one without a name.

    lengths (4, 14): the chances of the caller's suit lengths after the call.
    """
    call = auction.call
    name = None if stated is None else stated.convention.id
    if call == DOUBLE and name in _DOUBLING_NOTRUMP and auction.doubles_for_penalty:
        return _meaning("penalty_double")
    if call == DOUBLE and auction.last is not None and name in (*TAKEOUTS, "natural", None):
        if partner_passes >= _PASSED or auction.doubles_for_penalty:
            return _meaning(auction.name_of_penalty_double(promise))
        by_auction = auction.name_of_takeout_double(lengths)
        if name == "takeout_double" and by_auction == "support_double":  # the pair plays none
            return stated
        if name == "negative_double" and not auction.own_side_opened:
            by_auction = by_auction or "takeout_double"
        return _meaning(by_auction) if by_auction else stated
    if (graded := auction.name_of_graded_answer(lengths, promise)) is not None:
        return _meaning(graded)
    if call == PASS and auction.passes_a_takeout_double(lengths):
        return _meaning("penalty_pass")
    if name == "penalty_pass" and auction.is_opened_in_notrump_alone:
        return _meaning("natural")  # the double was for penalties itself
    if name == "weak_two" and auction.last is not None:
        answers = DOUBLE in auction.partners or auction.jump == 0
        return _meaning("natural" if answers else "weak_jump_overcall")
    if name in _DRURY and auction.bids and not auction.answers_as_passed_hand:
        return _meaning("cue_raise") if call.suit in suits_bid(auction.theirs) else None
    if name == "drury_answer" and auction.bids and not auction.own_side_opened:
        return _meaning("unnamed")
    if name == "preempt" and promise.hcp[1] > _STRONG:
        return _meaning("natural")
    if name in ("preempt", "preemptive_raise") and call.suit in suits_bid(auction.partners):
        single = call.level < _RAISED and auction.jump == 0
        return _meaning("natural" if single else "preemptive_raise")
    if name == "strong_jump_shift" and promise.hcp[1] <= _WEAK:
        return _meaning(auction.name_of_jump(promise) or "natural")
    if name == "fit_jump" and partner_passes >= _AGREED:
        return _meaning(auction.name_of_jump(promise) or "natural")
    if name == "michaels" and auction.holds_its_suit(lengths):
        return _meaning("natural")
    if name in SUIT_TRANSFERS and not _shows_the_next_suit(call, lengths):
        return None
    if name is None and auction.answers_doubled_notrump and _shows_the_next_suit(call, lengths):
        return _meaning("jacoby_transfer")
    if auction.answers_puppet and name in ("natural", "unnamed", "transfer_completed", None):
        return _meaning("relay")
    if name in ("unnamed", None) and auction.shows_control_in_turn:
        return _meaning(CONTROL_BID)
    if name == "unnamed" and auction.is_relay(promise):
        return _meaning("relay")
    if name == "unnamed" and (named := auction.name_of_artificial(promise, partner_passes)):
        return _meaning(named)
    if name == "stayman" and auction.bids and auction.opened:
        return _meaning("unnamed")
    if name == "reverse" and auction.began_artificially(auction.own, 4):
        return _meaning("natural")
    if name in GAME_TRIES and auction.began_artificially(auction.partners, 2):
        return _meaning("natural")
    if name == "long_game_try" and auction.holds_its_suit(lengths):
        return _meaning("game_try")
    if name == "jacoby_minimum" and call.suit not in suits_bid(auction.own):
        return _meaning("unnamed")
    if name == "limit_raise" and promise.hcp[0] < _INVITING:
        return _meaning(auction.name_of_jump_raise(promise) or "natural")
    if name == "two_over_one" and auction.supports(promise):
        return _meaning("inverted_minor" if call.suit in _MINORS else "natural")
    if name == "invitation" and partner_passes < _ALMOST_NEVER and auction.raises(promise):
        return _meaning("limit_raise_or_better")
    if name == "unnamed" and (auction.returns_to_fit or auction.supports(promise)):
        return _meaning("natural")
    if name == "unnamed" and auction.tries_slam(promise):
        return _meaning("slam_try")
    if name == "notrump_with_stopper" and auction.answers_takeout and promise.hcp[0] < _ENOUGH:
        return _meaning("unnamed")
    if name == "sign_off" and call.suit is not None and auction.prefers(call.suit):
        return _meaning("preference")
    if name == "natural" and auction.bids_free(promise):
        return _meaning("negative_free_bid")
    if name == "natural" and auction.jumps_in_opened_suit:
        return _meaning(auction.name_of_jump_raise(promise) or "natural")
    if name == "natural" and auction.jumps_to_five_notrump and partner_passes < _ALMOST_NEVER:
        return _meaning("grand_slam_force")
    suit = call.suit
    least = 0 if suit is None else promise.lengths[suit][0]
    short = stated is not None and stated.convention.tells == "shortness"
    new = name == "unnamed" and suit not in suits_bid((*auction.own, *auction.partners))
    long = least >= _FOUR and (
        short or least > _FOUR or (new and lengths[suit, _FOUR:].sum() >= _HELD[1])
    )
    if long and short:
        name = None
    if suit is None or name not in ("natural", *_OTHER_RAISES):
        return stated
    most, chance = _SPLINTER
    if not long and auction.raises_by_jump(lengths) and lengths[suit, : most + 1].sum() >= chance:
        return _meaning("splinter")
    if name != "natural" and not (long and name in ("unnamed", None)):
        return stated
    if name == "natural" and auction.picks(suit) and partner_passes >= _AGREED:
        return _meaning("preference")
    if not long and not _is_natural(auction, suit, lengths[suit], partner_passes):
        return _meaning(auction.name_of_artificial(promise, partner_passes) or "unnamed")
    if auction.prefers(suit) and partner_passes >= _AGREED:
        return _meaning("preference")
    return _meaning(auction.name_of_jump(promise) or "natural")


def _shows_the_next_suit(call: Call, lengths: Floats) -> bool:
    """Return True if a bid is of a hand with the next higher suit, as a transfer is."""
    target = completion_of(call)
    suit = None if target is None else target.suit
    return suit is None or bool(lengths[suit, _LONG:].sum() >= _HALF)


def _is_natural(auction: CallContext, suit: Suit, lengths: Floats, partner_passes: float) -> bool:
    """Return True if a bid offers to play in its suit.

    lengths (14,): the chances of the caller's lengths of the suit.
    """
    least, chance = _HELD
    if auction.returns_to_fit:
        return True
    if suit in suits_bid(auction.partners):
        return partner_passes >= _AGREED or lengths[_PREFERRED:].sum() >= chance
    if partner_passes >= _OFTEN or auction.partners_name in _FORCING_NOTRUMPS:
        chance = _POSSIBLE
    return bool(lengths[least:].sum() >= chance)


class CallContext:
    """A call and the calls before it, as its caller sees them."""

    def __init__(
        self, call: Call, earlier: tuple[Call, ...], known: tuple[Meaning | None, ...] = ()
    ) -> None:
        self.call, back = call, earlier[::-1]
        self._known = known[::-1]
        self.own, self.partners = back[3::4], back[1::4]
        self.theirs = [made for place, made in enumerate(back) if place % 2 == 0]
        self.back = back
        self.bids = [made for made in earlier if made.is_bid]
        self.last = self.bids[-1] if self.bids else None

    def _known_as(self, back: int) -> Meaning | None:
        """Return the meaning of the call so many before this one, if it is known."""
        return self._known[back - 1] if back <= len(self._known) else None

    @property
    def partners_name(self) -> str | None:
        """The convention of partner's last call."""
        known = self._known_as(2)
        return None if known is None else known.convention.id

    @property
    def answers_puppet(self) -> bool:
        """True for the bid that partner's last call tells the caller to make."""
        asked = self.back[1] if self.back[:1] == (PASS,) and self.partners else PASS
        return self.call == PUPPETS.get((self.partners_name, asked))

    @property
    def answers_ask(self) -> bool:
        """True for a call after partner's ask that the opponents have left alone."""
        known = self._known_as(2)
        return known is not None and known.convention.kind is Kind.ASKING and self.back[0] == PASS

    def name_of_graded_answer(self, lengths: Floats, promise: Promise) -> str | None:
        """Return the meaning of an answer that tells the strength of an opening, if the points, and
        the lengths that it speaks of, bear it out."""
        asked, (low, high) = self.partners_name, promise.hcp
        if self.back[:1] != (PASS,) or not self.own or asked is None or not self.call.is_bid:
            return None
        if asked in _DRURY and not self.own_side_opened:
            return None
        for key, least, most in graded_answers(asked, self.call, self.own[0].suit):
            even = key not in _WITHOUT_SHORTNESS or lengths[:, :2].sum() <= _UNEVEN
            held = key != "second_suit" or self.holds_its_suit(lengths)
            if least <= low and high <= most and even and held:
                return key
        return None

    def is_relay(self, promise: Promise) -> bool:
        """Return True for the cheapest bid over partner's artificial one, but no opening, if it
        promises nothing."""
        known = self._known_as(2)
        opening = len(self.bids) == 1
        cheapest = self.back[:1] == (PASS,) and self.last == self.back[1] and not opening
        nothing = promise.hcp[0] == 0 and all(least < _SUPPORT for least, _ in promise.lengths)
        artificial = known is not None and known.convention.artificial
        return artificial and cheapest and nothing and self.call.index == self.back[1].index + 1

    def name_of_artificial(self, promise: Promise, partner_passes: float) -> str | None:
        """Return the name that the auction gives an artificial bid, if any."""
        partners = self.partners[0] if self.partners else PASS
        if self.partners_name == "precision_two_diamonds" and self.call == _TWO_NOTRUMP:
            return "two_notrump_enquiry"
        if self.partners_name in STRONG_CLUBS and self.call == _NEGATIVE:
            return "negative_response" if promise.hcp[1] <= _FEW else None
        if partner_passes >= _ALMOST_NEVER:
            return None
        cue_bids = self.competes_over_notrump and suits_bid(self.back[:1]) == {self.call.suit}
        if cue_bids and self.partners_name == "natural":
            return "strength_cue_bid"
        if self.partners_name in TAKEOUTS and self.call.suit in suits_bid(self.theirs):
            weak = promise.hcp[0] < _SHOWS_STRENGTH and promise.hcp[1] < MOST_HCP
            return None if weak else "strength_cue_bid"
        if partners.suit not in (Suit.S, Suit.H) or partners.level != _RAISED - 1:
            return None
        if promise.hcp[0] < _TRIES or self.began_artificially(self.partners, 2):
            return None
        raised = self.own[:1] == (Call(partners.index - _STRAINS),)
        return "game_try" if raised and self.call.index < partners.index + _STRAINS else None

    @property
    def answers_doubled_notrump(self) -> bool:
        """True for a bid of a red suit at the next level over a double of partner's natural
        notrump, the first call of the caller but passes."""
        doubled = self.back[:1] == (DOUBLE,) and self.partners[:1] == (self.last,)
        first = doubled and not any(made != PASS for made in self.own)
        last, suit = self.last, self.call.suit
        natural = last is not None and last.strain is Strain.NT and self.partners_name == "natural"
        return first and natural and suit in (Suit.D, Suit.H) and self.jump == 0

    @property
    def competes_over_notrump(self) -> bool:
        """True for a bid of a suit over an overcall of partner's 1NT opening, the caller's first
        call but passes."""
        opened = self.bids[:1] == [_ONE_NOTRUMP] == list(self.partners[:1])
        return opened and self.back[0].is_bid and self.call.suit is not None

    @property
    def answers_takeout(self) -> bool:
        """True for a 2NT over partner's take-out double."""
        return self.partners_name in TAKEOUTS and self.call == _TWO_NOTRUMP

    def tries_slam(self, promise: Promise) -> bool:
        """Return True for a 3NT over partner's raise of a major to three, by what may be a strong
        hand, and for a bid between partner's splinter and game in the suit that it raises."""
        raised = self.partners[0] if self.partners else PASS
        fits = {Suit.S, Suit.H} & suits_bid(self.own)
        if self.call == _THREE_NOTRUMP and raised.suit in fits and raised.level == _RAISED:
            return promise.hcp[1] > _STRONG
        trumps = self.own[0].suit if self.own else None
        if self.partners_name != "splinter" or self.back[0] != PASS or trumps is None:
            return False
        return self.call.is_bid and self.call.index < Call.bid(4, trumps.strain).index

    @property
    def suits_by_transfer(self) -> set[Suit]:
        """The suits that partner has shown by transfers."""
        return self._shown_by_transfer(self.partners, 2)

    @property
    def own_by_transfer(self) -> set[Suit]:
        """The suits that the caller has shown by transfers."""
        return self._shown_by_transfer(self.own, 4)

    def _shown_by_transfer(self, calls: Sequence[Call], back: int) -> set[Suit]:
        """Return the suits of a player's transfers to a suit, ``calls`` being that player's, the
        last of them so many before this one."""
        found = set()
        for number, made in enumerate(calls):
            known, target = self._known_as(back + 4 * number), completion_of(made)
            if known is not None and known.convention.id in SUIT_TRANSFERS and target is not None:
                found.add(target.suit)
        return {suit for suit in found if suit is not None}

    @property
    def suit_asked_to_stop(self) -> Suit | None:
        """The suit that partner's last call asks a stopper in."""
        known = self._known_as(2)
        asked = known is not None and known.convention.asks == "stopper"
        return self.back[1].suit if asked else None

    def began_artificially(self, calls: Sequence[Call], back: int) -> bool:
        """Return True if a player's first bid is known to be artificial, as a strong 1♣ is;
        ``calls`` are the player's, the last of them so many before this one."""
        bids = [number for number, made in enumerate(calls) if made.is_bid]
        known = self._known_as(back + 4 * bids[-1]) if bids else None
        return known is not None and known.convention.artificial

    def picks(self, suit: Suit) -> bool:
        """Return True for the cheapest bid of a suit by partner of a two-suited hand."""
        partners = self.partners[0] if self.partners else None
        shown = self.partners_name in TWO_SUITED
        if suit in (Suit.S, Suit.H):
            shown |= (self.partners_name, partners) in _BOTH_MAJORS
        return shown and self.jump == 0 and suit not in suits_bid(self.theirs)

    @property
    def jump(self) -> int:
        """The number of levels by which a bid is higher than it must be."""
        first = FIRST_BID if self.last is None else self.last.index + 1
        return (self.call.index - first) // _STRAINS

    @property
    def is_alone(self) -> bool:
        """True if the opponents have only passed."""
        return all(made == PASS for made in self.theirs)

    @property
    def of_partner(self) -> CallContext:
        """Partner's last call with the calls before it."""
        return CallContext(self.back[1], self.back[:1:-1], self._known[:1:-1])

    @property
    def suits_shown(self) -> set[Suit]:
        """The suits that the own side has bid; a transfer is of the suit that it shows."""
        return (self.own_by_transfer or suits_bid(self.own)) | suits_bid(self.partners)

    @property
    def is_cheap(self) -> bool:
        """True for a bid below the next level of the caller's first call, a bid: no reverse."""
        return self.call.index < self.own[-1].index + _STRAINS

    @property
    def is_two_over_one(self) -> bool:
        """True for the first call, in a suit below partner's, over a natural opening of one."""
        opened = not self.own and self.opens_one_of_suit(self.partners, 2)
        cheap = opened and self.call.index < self.partners[0].index + _STRAINS
        return cheap and self.call.level > 1 and self.call.suit is not None

    @property
    def rebids_over_answer(self) -> bool:
        """True for a bid over partner's answer to the caller's natural opening of one of a suit,
        which is natural or forcing 1NT."""
        known, answer = self._known_as(2), self.partners[0] if self.partners else PASS
        natural = known is None or not known.convention.artificial
        answered = answer.is_bid and (natural or self.partners_name in _FORCING_NOTRUMPS)
        return answered and self.opens_one_of_suit(self.own, 4)

    @property
    def responds_again(self) -> bool:
        """True for the second bid, after a natural one in a new suit without a jump, of a player
        who has not passed, over partner's natural opening of one of a suit and its rebid."""
        once = len(self.own) == 1 and len(self.partners) == 2 and self.partners[0].is_bid
        if not once or self.own[0].suit is None:
            return False
        cheap = self.own[0].index < self.partners[1].index + _STRAINS
        opened = self.opens_one_of_suit(self.partners[1:], 6)
        return cheap and opened and not self.began_artificially(self.own, 4)

    @property
    def answers_polish_club(self) -> bool:
        """True for the first call, over a Polish 1♣ of partner's."""
        return self.partners_name == "polish_club" and not self.own

    @property
    def ends_strong_two_clubs(self) -> bool:
        """True for opener's notrump after a strong 2♣, which names its strength."""
        known = self._known_as(4)
        opened = known is not None and known.convention.id == "strong_two_clubs"
        return opened and self.call.strain is Strain.NT

    def opens_one_of_suit(self, calls: Sequence[Call], back: int) -> bool:
        """Return True if a player's only call is the opening bid, natural and of one of a suit;
        ``calls`` are the player's, the last of them so many before this one."""
        opens = list(calls) == self.bids[:1] and len(calls) == 1
        one = opens and calls[0].level == 1 and calls[0].suit is not None
        return one and not self.began_artificially(calls, back)

    @property
    def returns_to_fit(self) -> bool:
        """True for a bid above the three-level in a suit that both partners have bid."""
        fits = suits_bid(self.own) & suits_bid(self.partners)
        return self.call.suit in fits and self.call.level > _RAISED

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
        suit, level = self.last.suit, self.last.level
        least, chance = (_SUPPORT, _HALF) if level == _LOW else (_LONG, _LIKELY)
        return suit is not None and level <= _LOW and lengths[suit, least:].sum() >= chance

    def holds_its_suit(self, lengths: Floats) -> bool:
        """Return True for a bid of a suit that the caller holds."""
        suit = self.call.suit
        return suit is not None and bool(lengths[suit, _LONG:].sum() >= _LIKELY)

    def prefers(self, suit: Suit) -> bool:
        """Return True if the bid is a return to the first of partner's two suits, and no jump."""
        suits = [made.suit for made in reversed(self.partners) if made.is_bid]
        own = self._known_as(4)
        if own is not None and (own.convention.kind is Kind.ASKING or own.convention.support):
            return False  # partner's last bid was the answer
        two = suits[:1] == [suit] and any(other not in (None, suit) for other in suits)
        two &= suit not in suits_bid(self.own)  # which is agreed
        return two and self.jump == 0 and self.call.level <= _LOW

    def raises(self, promise: Promise) -> bool:
        """Return True for a hand with support for partner's last suit and no upper limit."""
        suit = next((made.suit for made in self.partners if made.suit is not None), None)
        supported = suit is not None and promise.lengths[suit][0] >= _SUPPORT
        return supported and promise.hcp[1] == MOST_HCP

    def supports(self, promise: Promise) -> bool:
        """Return True for a bid of a suit that partner has bid naturally, by a hand that has it."""
        suit = self.call.suit
        if suit is None or promise.lengths[suit][0] < _SUPPORT:
            return False
        bids = [(made, self._known_as(2 + 4 * turn)) for turn, made in enumerate(self.partners)]
        return any(
            made.suit is suit and known is not None and not known.convention.artificial
            for made, known in bids
        )

    @property
    def jumps_in_opened_suit(self) -> bool:
        """True for a jump to the three-level in the suit of partner's natural opening."""
        known, opened = self._known_as(2), self.bids[:1] == list(self.partners[:1])
        if not opened or self.jump == 0 or (known is not None and known.convention.artificial):
            return False
        return self.call.level == _RAISED and suits_bid(self.partners[:1]) == {self.call.suit}

    def name_of_jump_raise(self, promise: Promise) -> str | None:
        """Return the name of a jump raise by its strength, if it has one."""
        low, high = promise.hcp
        if high <= _WEAK - 1:
            return "preemptive_raise"
        return "limit_raise" if low >= _INVITING and high < _STRONG else None

    def raises_by_jump(self, lengths: Floats) -> bool:
        """Return True for a jump in a new suit by a hand with support for partner's."""
        least, chance = _HELD
        others = suits_bid(self.partners) - {self.call.suit}
        return self.jump > 0 and any(lengths[suit, least:].sum() >= chance for suit in others)

    @property
    def agreed_majors(self) -> set[Suit]:
        """The majors that both the caller and partner have bid."""
        return {Suit.S, Suit.H} & set(suits_bid(self.own)) & set(suits_bid(self.partners))

    @property
    def shows_control_in_turn(self) -> bool:
        """True for a new suit below game in the agreed major over partner's control bid."""
        agreed = self.agreed_majors
        if self.partners_name != CONTROL_BID or self.call.suit is None or len(agreed) != 1:
            return False
        (trump,) = agreed
        return self.call.suit is not trump and self.call < Call.bid(4, trump.strain)

    def bids_free(self, promise: Promise) -> bool:
        """Return True for responder's limited new suit at the two- or three-level over an overcall
        of an opening in a suit."""
        new = self.call.suit is not None and self.jump == 0 and self.call.level in (2, 3)
        first = not self.own and len(self.bids) == 2  # a hand that has passed is limited anyway
        if not (new and first) or self.back[0] != self.last:
            return False
        unbid = self.call.suit not in suits_bid((*self.partners, *self.theirs))
        (low, high), (least, most) = promise.hcp, _NEGATIVE_FREE_BID
        return unbid and self.partners_name in _OF_A_SUIT and least <= low <= high <= most

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
        if not first or opening.index >= FIRST_BID + _STRAINS - 1:
            return None
        if opening.suit is self.call.suit:
            return None
        if low >= _STRONG and not contested:
            return "strong_jump_shift"
        return "weak_jump_shift" if high <= _WEAK else None

    @property
    def overcalls(self) -> bool:
        """True for the first call other than a pass of a side whose opponents opened naturally."""
        if self.last is None or any(made != PASS for made in (*self.own, *self.partners)):
            return False
        known = self._known_as(self._since_opening)
        return known is None or not known.convention.artificial

    @property
    def partner_acted(self) -> bool:
        """True if partner has made another call than pass."""
        return any(made != PASS for made in self.partners)

    @property
    def was_answered_at_two(self) -> bool:
        """True if partner's last call is a new suit at the two-level in answer to the caller's
        opening of one of a suit, so that partner's strength has no upper limit."""
        opened = self.own[:1] == tuple(self.bids[:1]) and bool(self.own)
        answer = self.partners[0] if self.partners else PASS
        if not opened or not answer.is_bid or answer.suit is None:
            return False
        return self.own[0].level == 1 and answer.level > 1 and answer.suit is not self.own[0].suit

    @property
    def opened(self) -> bool:
        """True if the first bid is the caller's own."""
        return self._since_opening % 4 == 0

    @property
    def own_side_opened(self) -> bool:
        """True if the first bid is the caller's or partner's."""
        return self._since_opening % 2 == 0

    @property
    def passed_partners_bid(self) -> bool:
        """True for a player who has passed a bid of partner's."""
        first = max((place for place, made in enumerate(self.partners) if made.is_bid), default=-1)
        return PASS in self.own[: max(first, 0)]

    @property
    def answers_as_passed_hand(self) -> bool:
        """True for the first bid of a player who has passed, over partner's opening."""
        passed = bool(self.own) and not any(made != PASS for made in self.own)
        return passed and self.bids[:1] == list(self.partners[:1])

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
        return self.own_side_redoubled or (self.is_opened_in_notrump_alone and not acted)

    @property
    def is_opened_in_notrump_alone(self) -> bool:
        """True if an opening in notrump is the only bid."""
        return len(self.bids) == 1 and self.bids[0].strain is Strain.NT

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
        known = self._known_as(place + 1)
        convention = None if known is None else known.convention
        if convention is not None and convention.artificial and convention.kind is Kind.ANSWERING:
            return "penalty_double" if suit in (None, *theirs_before) else "lead_directing_double"
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


def _meaning(key: str) -> Meaning:
    name, _, slot = key.partition(":")
    return Meaning(CONVENTIONS[name], slot)
