"""Vocabulary and tensor widths; every width of the project is defined here."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from bidding.domain.calls import BIDS, N_CALLS
from bidding.domain.cards import CARDS_IN_PACK, Card
from bidding.domain.convention_card import CHOICES
from bidding.domain.systems import System
from bidding.domain.table import Seat, Suit, Vulnerability

# Paper P1, section 3.1: 35 bids, pass, double, redouble and three service tokens.
PAD, START, END = N_CALLS, N_CALLS + 1, N_CALLS + 2
VOCABULARY = N_CALLS + 3

N_BIDS = len(BIDS)
N_SEATS = len(Seat)
N_SUITS = len(Suit)
N_CARDS = CARDS_IN_PACK
ACES = tuple(Card.of(suit, "A").index for suit in Suit)
N_HIDDEN = 3  # left-hand opponent, partner, right-hand opponent
LHO, PARTNER, RHO = 0, 1, 2  # their indices among the hidden players
N_OWNERS = 4  # the viewer, then the three hidden players
N_HCP = 38  # 0..37, the maximum of a hand (paper P1, table 1)
N_LENGTHS = 14  # 0..13 cards of a suit
MAX_SUIT_HCP = 10
MAX_CONTROLS = 12  # exceeded by one hand in a hundred thousand
MAX_LOSERS = 12
MAX_POINTS = 40
MAX_BODY = 12  # two for a ten, one for a nine
MAX_BALANCE = 8  # aces and tens against queens and jacks
MAX_ZAR_POINTS = 60
N_HONOURS = 6  # ace to nine
N_VULNERABILITIES = len(Vulnerability)

SYSTEM_CODE = {system: code for code, system in enumerate(System)}
N_SYSTEMS = len(SYSTEM_CODE)
UNKNOWN_SYSTEM = SYSTEM_CODE[System.UNKNOWN]

N_CHOICES = len(CHOICES)
OPTIONS_WIDTH = sum(len(choice.options) for choice in CHOICES)
AS_IN_BASE = -1  # the option of a choice that is as the base has it

# Every call other than pass is an event: a bid, or the double or redouble of a bid.
EVENT_KINDS = 3
N_EVENTS = EVENT_KINDS * N_BIDS


@dataclass(frozen=True)
class Layout:
    """Named blocks of a feature vector, in order, each with its width."""

    blocks: tuple[tuple[str, int], ...]

    @property
    def width(self) -> int:
        """The width of the whole vector."""
        return sum(width for _, width in self.blocks)

    def place(self, name: str) -> slice:
        """Return the columns of a block. Raises ValueError for an unknown name."""
        names = [block for block, _ in self.blocks]
        start = sum(width for _, width in self.blocks[: names.index(name)])
        return slice(start, start + dict(self.blocks)[name])

    def join(self, parts: dict[str, Tensor]) -> Tensor:
        """Concatenate the blocks as bool. Raises ValueError unless they match the layout.

        Each part is (..., width of its block); the result is (..., width).
        """
        given = tuple((name, part.shape[-1]) for name, part in parts.items())
        if given != self.blocks:
            raise ValueError(f"declared {self.blocks}, filled {given}")
        return torch.cat([part.bool() for part in parts.values()], dim=-1)


# Everything known at one step except the hand; seats are relative to the viewer.
TABLE_LAYOUT = Layout(
    (
        ("events", N_EVENTS * N_SEATS),  # by event and seat
        ("dealer", N_SEATS),
        ("to_call", N_SEATS + 1),  # the last entry: the auction is over
        ("closing_passes", 4),  # 0..3 passes since the last event
        ("vulnerability", N_VULNERABILITIES),  # we, they
        ("systems", 2 * N_SYSTEMS),  # ours, theirs
        ("legal", VOCABULARY),
    )
)

# The viewer's own hand; all zero for a spectator. Ladders encode "at least 1, at least 2, ...".
HAND_LAYOUT = Layout(
    (
        ("sees_hand", 1),
        ("cards", N_CARDS),
        ("hcp_ladder", N_HCP - 1),
        ("length_ladders", N_SUITS * (N_LENGTHS - 1)),
        ("suit_hcp_ladders", N_SUITS * MAX_SUIT_HCP),
    )
)

# Hand evaluation beyond HCP, each count as a ladder; shapes from the longest suit.
EVALUATION_LAYOUT = Layout(
    (
        ("aces", N_SUITS),
        ("kings", N_SUITS),
        ("controls", MAX_CONTROLS),  # an ace counts two, a king one
        ("losers", MAX_LOSERS),  # missing aces, kings and queens, at most a suit's length
        ("short_points", MAX_POINTS),  # HCP, and 3, 2 or 1 for none, one or two cards of a suit
        ("long_points", MAX_POINTS),  # HCP, and 1 for each card of a suit after the fourth
        ("shape_ladders", N_SUITS * (N_LENGTHS - 1)),
    )
)

# Adjustments to a point count, each as a ladder except the stoppers.
ADJUSTMENT_LAYOUT = Layout(
    (
        ("queens", N_SUITS),
        ("jacks", N_SUITS),
        ("tens", N_SUITS),
        ("nines", N_SUITS),
        ("body", MAX_BODY),  # a ten counts two, a nine one
        ("balance", 2 * MAX_BALANCE),  # aces and tens less queens and jacks, from -7 on
        ("good_suits", N_SUITS - 1),  # four cards or more, three of the five honours
        ("bare_honours", N_SUITS),  # a lone king, a queen or jack without protection
        ("stoppers", N_SUITS),
        ("suit_losers", N_SUITS * 3),
        ("notrump_points", MAX_POINTS),  # HCP, plus one for body, minus one for 4-3-3-3
        ("suit_points", MAX_POINTS),  # M. Bergen: long points and the three counts above
        ("zar_points", MAX_ZAR_POINTS),  # Z. Petkov: HCP, controls and shape
        (
            "support",
            2 * MAX_POINTS,
        ),  # HCP and shortness in support of partner's first and last suit
    )
)

# The viewer's holding in one suit, and in the first and the last suit bid by each player.
HOLDING_LAYOUT = Layout(
    (
        ("length_ladder", N_LENGTHS - 1),
        ("honours", N_HONOURS),
        ("hcp_ladder", MAX_SUIT_HCP),
    )
)
BID_SUITS_LAYOUT = Layout(
    (
        ("first", N_SEATS * HOLDING_LAYOUT.width),
        ("last", N_SEATS * HOLDING_LAYOUT.width),
    )
)

# One step of the auction, public information only; sides are relative to the dealer.
PUBLIC_STEP_LAYOUT = Layout(
    (
        ("legal", VOCABULARY),
        ("vulnerability", N_VULNERABILITIES),  # dealer's side, the other side
        ("systems", 2 * N_SYSTEMS),
    )
)
