"""Meanings of the vocabulary, read from a robot's statements.

Most texts name one convention. Some are shared by several, which the auction tells apart:
"artificial" of 2♣ over partner's 1NT is Stayman. Others ("calculated bid") name none, and the call
is natural unless the auction makes it a reverse or a completed transfer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from bidding.domain.calls import BIDS, DOUBLE, FIRST_BID, PASS, REDOUBLE, Call
from bidding.domain.conventions import MEANING_INDEX, MEANINGS, NATURAL, Kind
from bidding.domain.table import Strain
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import PAD
from bidding.encoding.records import ALERTED, FORCING, GAME_FORCING

_SUIT = "!([SHDC])"
_KINGS = r"(?: no ![SHDC] king)*"
# Pattern of the whole text, and the meaning; \1 is the pattern's first group.
_NAMED = (
    (r"Weak natural 2[MD]", "weak_two"),
    (r"preemptive", "preempt"),
    (r"Polish 1C", "polish_club"),
    (r"precision 2C opening", "natural_two_clubs"),
    (r"Gambling", "gambling_three_notrump"),
    (r"Namyats", "namyats"),
    (r"4NT opening", "specific_ace_ask"),
    (r"waiting", "waiting_two_diamonds"),
    (r"wildcard response", "polish_one_diamond"),
    (r"artificial ask", "two_club_enquiry"),
    (r"Stayman", "stayman"),
    (r"Extended Stayman", "extended_stayman"),
    (r"SMOLEN", "smolen"),
    (r"Texas", "texas_transfer"),
    (r"1N-2S transfer to clubs|1N-3C transfer to diamonds", "minor_transfer"),
    (r"Minor Suit Transfers after 2NT", "minor_transfer"),
    (r"transfer completed", "transfer_completed"),
    (r"(?:Super|Extended) acceptance after NT", "super_acceptance"),
    (r"Minor Suit Stayman after 2NT", "minor_suit_stayman"),
    (r"Minors", "both_minors"),
    (r"Shape Bergen structure", "game_forcing_two_over_one"),
    (r"forcing 1NT", "forcing_notrump"),
    (r"Drury", "drury"),
    (r"Reverse drury", "reverse_drury"),
    (r"(?:Reverse )?Bergen", "bergen_raise"),
    (r"Inverted minors", "inverted_minor"),
    (r"Jacoby 2NT", "jacoby_two_notrump"),
    (r"1M-3M inviting", "limit_raise"),
    (r"1M-3M blocking", "preemptive_raise"),
    (r"Mixed raise, .*", "mixed_raise"),
    (r"Jordan Truscott 2NT", "jordan_two_notrump"),
    (r"Jordan Truscott 2NT defence", "limit_raise_or_better"),
    (r"BROMAD", "bromad"),
    (r"Support 1NT", "support_one_notrump"),
    (r"Splinter", "splinter"),
    (r"Mini Splinter", "mini_splinter"),
    (r"1N-3[MD] splinter", "notrump_splinter"),
    (r"shortness +!?([SHDC])", r"shows_shortness:\1"),
    (r"([3-7]) " + _SUIT, r"shows_length:\1\2"),
    (r"Fit showing jumps", "fit_jump"),
    (r"Inviting Jump Shifts", "invitational_jump_shift"),
    (r"Soloway Jump Shifts|1X-\(1Y\)-2Z strong", "strong_jump_shift"),
    (r"1X-\(1Y\)-2Z weak", "weak_jump_shift"),
    (r"Fourth suit(?: game force)?", "fourth_suit_forcing"),
    (r"New Minor Forcing|NMF after 2NT rebid", "new_minor_forcing"),
    (r"Two Way New Minor Forcing", "two_way_checkback"),
    (r"odwrotka", "odwrotka"),
    (r"artificial GF|game forcing", "game_force"),
    (r"Two way game tries", "long_game_try"),
    (r"relay", "relay"),
    (r"slam try", "slam_try"),
    (r"Cue bid, a .*", "cue_bid"),
    (r"strength cue bid", "strength_cue_bid"),
    (r"asks a stopper", "stopper_ask"),
    (r"M(?:aj|in)or Direct Jump Cuebid Gambling", "jump_cue_stopper_ask"),
    (r"Feature", "feature"),
    (r"Ogust", "ogust"),
    (r"Blackwood 0123, for " + _SUIT, r"blackwood:\1"),
    (r"Blackwood 0123", "blackwood:-"),
    (r"Blackwood (0314|1430), for " + _SUIT, r"key_card_blackwood_\1:\2"),
    (r"Blackwood (0314|1430)", r"key_card_blackwood_\1:-"),
    (r"Exclusion, for " + _SUIT, r"exclusion_blackwood:\1"),
    (r"Exclusion", "exclusion_blackwood:-"),
    (r"Crosswood 0314, for !([DC])", r"crosswood:\1"),
    (r"Gerber", "gerber"),
    (r"A=1/4", "ace_answer:1"),
    (r"A=([0-4]) out of 4", r"ace_answer:\1"),
    (r"A=([01])/4 or ([34])/4", r"ace_answer:\1/\2"),
    (r"([01])/4 or ([23])/4", r"ace_answer:\1/\2"),
    (r"A=([01])/5 or ([34])/5", r"key_card_answer:\1/\2"),
    (r"A=2/5 or 5/5, Q\(.\)=0", "key_card_answer:2/5-"),
    (r"A=2/5 or 5/5, Q\(.\)=1", "key_card_answer:2/5+"),
    (r"([01])/5 or ([23])/5", r"key_card_answer:\1/\2"),
    (r"([0-4]) out of 4", r"exclusion_answer:\1"),
    (r"(spades|hearts|diamonds|clubs) queen ask", r"queen_ask:\1"),
    (r"no ![SHDC] queen", "queen_answer:no"),
    (r"![SHDC] queen" + _KINGS, "queen_answer:yes"),
    (r"![SHDC] queen and !([SHDC]) king", r"queen_answer:\1"),
    (r"King ask(?: by .*)?", "king_ask"),
    (r"K=([0-4])", r"king_answer:\1"),
    (r"0 or 1 trump keys", "grand_slam_answer:0/1"),
    (r"1\+ or 2 trump keys", "grand_slam_answer:2"),
    (r"Quantitative 4NT", "quantitative_four_notrump"),
    (r"5NT pick a slam", "pick_a_slam"),
    (r"takeout double|Two suit takeout double", "takeout_double"),
    (r"reopening double", "reopening_double"),
    (r"negative double", "negative_double"),
    (r"Responsive double", "responsive_double"),
    (r"Maximal Doubles", "maximal_double"),
    (r"SOS", "sos_redouble"),
    (r"max 2 ![SH]", "denies_support"),
    (r"Michaels Cuebid", "michaels"),
    (r"Leaping Michaels", "leaping_michaels"),
    (r"Unusual [124]NT", "unusual_notrump"),
    (r"Cappelletti, .*", "cappelletti"),
    (r"Multi-Landy, .*", "multi_landy"),
    (r"ask for minor or support|show your better suit|show major", "asks_longer_suit"),
    (r"Lebensohl after .*", "lebensohl"),
    (r"Rubensohl after .*", "rubensohl"),
)
_SUIT_LETTER = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_STOPPERS = re.compile(r"(?:stopper ![SHDC] ?)+")
# Texts whose meaning depends on the auction, and the rule for each.
_BY_AUCTION = {
    "strong": "strong",
    "artificial": "artificial",
    "automat": "unnamed",
    "surplus": "unnamed",
    "transfer": "transfer",
    "no major suits": "no_major",
    "10+ HCP if fit or 6+; 12+ F": "new_suit_at_two",
    "inviting": "inviting",
    "signoff": "sign_off",
    "minimum": "minimum",
    "penalty": "penalty",
    "accepts double": "penalty",
    "Support double redouble": "support",
    "to the partner's longer": "longer",
    "both majors": "both_majors",
    "both minors": "both_minors",
    "shortness": "shortness",
}
_RULES = ("", *dict.fromkeys([*_BY_AUCTION.values(), "raise"]))
_RULE = {name: number for number, name in enumerate(_RULES)}

_STRAIN = torch.tensor([5] * FIRST_BID + [int(call.strain or 0) for call in BIDS] + [5, 5, 5])
_LEVEL = torch.tensor([0] * FIRST_BID + [call.level or 0 for call in BIDS] + [0, 0, 0])
_NO_STRAIN = 5
_NOTRUMP = int(Strain.NT)
_ASKING = torch.tensor(
    [index for index, meaning in enumerate(MEANINGS) if meaning.convention.kind is Kind.ASKING]
)
_SUIT_LETTERS = "CDHS"  # in the order of strains


def _bid(level: int, strain: Strain) -> int:
    return Call.bid(level, strain).index


def _meaning(*keys: str) -> Tensor:
    return torch.tensor([MEANING_INDEX[key] for key in keys])


class RobotLabels:
    """The meanings of a robot's texts; ``texts`` in the order of their numbers in files."""

    def __init__(self, texts: Sequence[str]) -> None:
        both = [_read(text.strip()) for text in texts]
        self.named = torch.tensor([meaning for meaning, _ in both])
        self.rule = torch.tensor([rule for _, rule in both])

    def meanings(self, batch: AuctionBatch, label: Tensor, flags: Tensor) -> Tensor:
        """Return (G, T) the stated meaning of each call: an index of MEANINGS, -1 after the end."""
        found = _Reading(batch, self.named[label], self.rule[label], flags).meanings
        return torch.where(batch.calls == PAD, -1, found)


def forcing_of(flags: Tensor) -> Tensor:
    """Return the force that flags state: 0 none, 1 for one round, 2 to game (as in Forcing)."""
    game = (flags & GAME_FORCING) > 0
    return torch.where(game, 2, ((flags & FORCING) > 0).long())


def _read(text: str) -> tuple[int, int]:
    """Return the meaning of a text, natural if it names none, and the rule that may change it."""
    if text in _BY_AUCTION:
        return NATURAL, _RULE[_BY_AUCTION[text]]
    if text.startswith("limit raise or better"):
        return MEANING_INDEX["limit_raise_or_better"], _RULE["raise"]
    if _STOPPERS.fullmatch(text):
        suits = "".join(letter for letter in "SHDC" if f"!{letter}" in text)
        return MEANING_INDEX[f"notrump_with_stopper:{suits}"], 0
    for pattern, form in _NAMED:
        if match := re.fullmatch(pattern, text):
            groups = [_SUIT_LETTER.get(group, group) for group in match.groups()]
            key = form
            for number, group in enumerate(groups, 1):
                key = key.replace(f"\\{number}", group)
            if key.startswith(("ace_answer:", "key_card_answer:")) and len(groups) == 2:
                key = f"{key.partition(':')[0]}:{groups[0]}/{groups[1]}"
            return MEANING_INDEX.get(key, NATURAL), 0
    return NATURAL, 0


@dataclass(frozen=True)
class _Reading:
    """The calls of a batch (G, T), the meanings of their texts, and facts of the auction."""

    batch: AuctionBatch
    named: Tensor
    rule: Tensor
    flags: Tensor

    @cached_property
    def meanings(self) -> Tensor:
        """Meanings of the calls, (G, T)."""
        first = self._by_rules(self._before(self.named, 2))
        partner = self._before(first, 2)  # the meaning of partner's last call
        return self._completed(self._by_rules(partner), partner)

    @property
    def calls(self) -> Tensor:
        return self.batch.calls

    @cached_property
    def strain(self) -> Tensor:
        return _STRAIN[self.calls]

    @cached_property
    def level(self) -> Tensor:
        return _LEVEL[self.calls]

    @cached_property
    def opening(self) -> Tensor:
        """Opening bids, (G, T) bool."""
        return (self.batch.last_bid[:, :-1] < 0) & (self.level > 0)

    @cached_property
    def alerted(self) -> Tensor:
        return (self.flags & ALERTED) > 0

    def _before(self, values: Tensor, calls: int) -> Tensor:
        """Return (G, T) the values of so many calls earlier; -1 before the auction."""
        padded = torch.nn.functional.pad(values, (calls, 0), value=-1)
        return padded[:, : values.shape[1]]

    @cached_property
    def own_last_bid(self) -> Tensor:
        """The caller's last bid, (G, T) 0..34; -1 for none."""
        return self._last_bid_of(0)

    @cached_property
    def partners_last_bid(self) -> Tensor:
        """Partner's last bid, (G, T) 0..34; -1 for none."""
        return self._last_bid_of(2)

    def _last_bid_of(self, turns: int) -> Tensor:
        seats = (self.batch.seat[:, :-1, None] + turns) % 4
        return self.batch.bids_of_seats[1][:, :-1].gather(2, seats)[..., 0]

    def _strain_of_bid(self, bid: Tensor) -> Tensor:
        return torch.where(bid < 0, _NO_STRAIN, bid % 5)

    @cached_property
    def bids_their_suit(self) -> Tensor:
        """Bids in a suit that an opponent has bid, (G, T) bool."""
        theirs = torch.zeros_like(self.opening)
        for back in range(1, self.calls.shape[1], 2):
            theirs |= self._before(self.strain, back) == self.strain
        return theirs & (self.strain < _NOTRUMP)

    def _by_rules(self, partner: Tensor) -> Tensor:
        """Return the meanings by the rules; ``partner`` (G, T) is that of partner's last call."""
        calls, found = self.calls, self.named.clone()
        partners = self._strain_of_bid(self.partners_last_bid)
        last = self._before(calls, 2)  # partner's last call
        double, redouble, a_pass = (calls == c.index for c in (DOUBLE, REDOUBLE, PASS))
        over_notrump = ((last == _bid(1, Strain.NT)) & (calls == _bid(2, Strain.C))) | (
            (last == _bid(2, Strain.NT)) & (calls == _bid(3, Strain.C))
        )
        unnamed = self.alerted & ~a_pass
        red = torch.isin(self.strain, torch.tensor([int(Strain.D), int(Strain.H)]))
        cases = (
            ("strong", self.opening & (calls == _bid(2, Strain.C)), "strong_two_clubs"),
            ("artificial", unnamed, "unnamed"),
            ("artificial", over_notrump & ~torch.isin(partner, _ASKING), "stayman"),
            (
                "artificial",
                torch.isin(partner, _meaning("weak_two")) & (calls == _bid(2, Strain.NT)),
                "feature_ask",
            ),
            ("unnamed", unnamed, "unnamed"),
            ("transfer", red, "jacoby_transfer"),
            ("transfer", ~red & (self.level > 0), "minor_transfer"),
            ("no_major", partner == MEANING_INDEX["stayman"], "no_four_card_major"),
            ("new_suit_at_two", self.level == 2, "two_over_one"),
            ("inviting", self.level > 0, "invitation"),
            ("inviting", (self.strain == partners) & (self.strain < _NO_STRAIN), "limit_raise"),
            ("sign_off", self.level > 0, "sign_off"),
            (
                "minimum",
                torch.isin(partner, _meaning("jacoby_two_notrump")) & (self.level > 0),
                "jacoby_minimum",
            ),
            ("penalty", a_pass, "penalty_pass"),
            ("penalty", double & (self._doubled_strain == _NOTRUMP), "penalty_double"),
            ("support", double, "support_double"),
            ("support", redouble, "support_redouble"),
            ("longer", self.level > 0, "pass_or_correct"),
            ("longer", self.strain == _NOTRUMP, "asks_longer_suit"),
            ("both_majors", double, "negative_double"),
            ("both_minors", unnamed, "both_minors"),
            ("raise", self.bids_their_suit, "cue_raise"),
        )
        for rule, where, key in cases:
            found[(self.rule == _RULE[rule]) & where] = MEANING_INDEX[key]
        for letter in _SUIT_LETTERS:
            short = (self.rule == _RULE["shortness"]) & (self.strain == _SUIT_LETTERS.index(letter))
            found[short] = MEANING_INDEX[f"shows_shortness:{letter}"]
        two_notrump = (found == MEANING_INDEX["unusual_notrump"]) & self.opening
        found[two_notrump] = MEANING_INDEX["both_minors_opening"]
        found[(found == MEANING_INDEX["cue_bid"]) & self._tries_for_game] = MEANING_INDEX[
            "game_try"
        ]
        return found

    @property
    def _doubled_strain(self) -> Tensor:
        return self._strain_of_bid(self.batch.last_bid[:, :-1])

    @property
    def _tries_for_game(self) -> Tensor:
        """New suits below three of a suit that partner has raised to two, (G, T) bool."""
        own, partner = self.own_last_bid, self.partners_last_bid
        raised = (own >= 0) & (partner >= 5) & (partner < 10) & (own % 5 == partner % 5)
        return raised & (self.calls - FIRST_BID < partner + 5) & (self.level > 0)

    def _completed(self, found: Tensor, partner: Tensor) -> Tensor:
        """Return the meanings with completed transfers, answers to Stayman and reverses."""
        open_to = torch.isin(found, _meaning("natural", "unnamed")) & (self.level > 0)
        target = self._before(self.strain, 2) + 1
        transfers = _meaning("jacoby_transfer", "texas_transfer")
        completes = torch.isin(partner, transfers) & (self.strain == target)
        minor = (partner == MEANING_INDEX["minor_transfer"]) & self._is_minor_completed
        found = torch.where(
            open_to & (completes | minor), MEANING_INDEX["transfer_completed"], found
        )
        majors = torch.tensor([int(Strain.H), int(Strain.S)])
        answers = (partner == MEANING_INDEX["stayman"]) & torch.isin(self.strain, majors)
        lowest = self.level == self._before(self.level, 2)
        found = torch.where(open_to & answers & lowest, MEANING_INDEX["stayman_answer"], found)
        reverse = (found == NATURAL) & self._is_reverse
        return torch.where(reverse, MEANING_INDEX["reverse"], found)

    @property
    def _is_minor_completed(self) -> Tensor:
        """Clubs or diamonds over partner's transfer from the strain below, (G, T) bool."""
        before, club, diamond = self._before(self.calls, 2), int(Strain.C), int(Strain.D)
        clubs = (before % 5 == (_bid(2, Strain.S)) % 5) & (self.strain == club)
        diamonds = (before % 5 == (_bid(3, Strain.C)) % 5) & (self.strain == diamond)
        return clubs | diamonds

    @property
    def _is_reverse(self) -> Tensor:
        """Opener's natural second suit at the two level, above the first, (G, T) bool.

        It is no jump, and partner has bid another suit at the one level.
        """
        first = self.batch.bids_of_seats[0][:, :-1]
        seats = self.batch.seat[:, :-1, None]
        own_first = first.gather(2, seats)[..., 0]
        opened = own_first == self._opening_bid
        partner = self.partners_last_bid
        own_suit, suit = own_first % 5, self.strain
        once = (own_first == self.own_last_bid) & (own_first >= 0) & (own_first < 4)
        after_one = (partner >= 0) & (partner < 5) & (partner % 5 != suit)
        jump = self.calls - FIRST_BID - self.batch.last_bid[:, :-1] > 5
        higher = (suit > own_suit) & (suit < _NOTRUMP) & (self.level == 2)
        return opened & once & after_one & higher & ~jump & ~self.bids_their_suit

    @cached_property
    def _opening_bid(self) -> Tensor:
        """The opening bid, (G, 1) 0..34; -2 for a Polish 1C."""
        bids = torch.where(self.level > 0, self.calls - FIRST_BID, 99).min(dim=1, keepdim=True)
        opening = self.named.gather(1, bids.indices)
        polish = opening == MEANING_INDEX["polish_club"]
        return torch.where(polish, -2, bids.values)
