"""Meanings of the vocabulary, read from a robot's statements.

Most texts name one convention. Some are shared by several, which the auction tells apart:
"artificial" of 2♣ over partner's 1NT is Stayman. Others ("calculated bid") name none, and the call
is natural unless the auction makes it a reverse or a completed transfer. ``robot.toml`` beside this
module has the texts.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import torch
from torch import Tensor

from bidding.domain.calls import BIDS, DOUBLE, FIRST_BID, PASS, REDOUBLE, Call
from bidding.domain.conventions import MEANING_INDEX, MEANINGS, NATURAL, Kind
from bidding.domain.table import Strain
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import PAD
from bidding.encoding.records import ALERTED, FORCING, GAME_FORCING

_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_SUIT_LETTER = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_STOPPERS = re.compile(r"(?:stopper ![SHDC] ?)+")
_BY_AUCTION: dict[str, str] = _TEXTS["by_auction"]
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
    for pattern, form in _TEXTS["named"].items():
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
