"""A robot's words read as meanings of the vocabulary."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from bidding.domain.conventions import MEANINGS
from bidding.domain.table import Seat
from bidding.encoding.records import (
    ALERTED,
    FORCING,
    GAME_FORCING,
    LabelledAuctions,
    as_in_base,
)
from bidding.parsing.text.auctions import parse_auction
from bidding.training.meanings.robot import RobotLabels, forcing_of


def read(text: str, *stated: str, flags: int = 0) -> str:
    """The meaning of the last call of an auction, of whose last calls this was stated."""
    auction = parse_auction(text, Seat.N)
    texts = ["", *stated]
    blank = [0] * (len(auction.calls) - len(stated))
    auctions = LabelledAuctions(
        dealer=np.zeros(1, np.uint8),
        vul=np.zeros(1, np.uint8),
        systems=np.zeros((1, 2), np.uint8),
        n_calls=np.array([len(auction.calls)], np.uint8),
        calls=np.array([call.index for call in auction.calls], np.uint8),
        label=np.array([*blank, *range(1, len(stated) + 1)], np.uint16),
        flags=np.full(len(auction.calls), flags, np.uint8),
        start=np.zeros(1, np.int64),
        **dict(zip(("card", "choices"), as_in_base(1), strict=True)),
    )
    rows = np.arange(1)
    label, marks = (auctions.padded(x, rows, 0) for x in (auctions.label, auctions.flags))
    found = RobotLabels(texts).meanings(auctions.batch(rows), label, marks)
    return MEANINGS[int(found[0, -1])].key


@pytest.mark.parametrize(
    ("auction", "stated", "key"),
    [
        ("1S P 4NT", "Blackwood 0123, for !S", "blackwood:S"),
        ("1S P 4NT P 5D", "A=1/4", "ace_answer:1"),
        ("1S P 4NT P 5C", "A=0/4 or 4/4", "ace_answer:0/4"),
        ("1S P 4NT P 5H", "A=2/5 or 5/5, Q(S)=0", "key_card_answer:2/5-"),
        ("1S P 4NT P 5C", "A=0/5 or 3/5", "key_card_answer:0/3"),
        ("1S P 4NT P 5C P 5D", "spades queen ask", "queen_ask:S"),
        ("1S P 4NT P 5C P 5D P 5S", "no !S queen", "queen_answer:no"),
        ("1S P 4NT P 5C P 5D P 6C", "!S queen and !C king", "queen_answer:C"),
        ("1NT P 2D", "transfer ", "jacoby_transfer"),
        ("2C", "strong", "strong_two_clubs"),
        ("1C P 1D P 2NT", "strong", "natural"),
        ("1H 1S 2S", "limit raise or better in !H", "cue_raise"),
        ("1S 2C 2S 2NT", "limit raise or better in !C", "limit_raise_or_better"),
        ("1C 1NT X", "penalty", "penalty_double"),
        ("1C 1H X", "penalty", "natural"),
        ("1D P 1H 1S X", "Support double redouble", "support_double"),
        ("1C 1S 1NT", "stopper !H stopper !S ", "notrump_with_stopper:SH"),
        ("1S P 2S P 3C", "Cue bid, a !C stopper", "game_try"),
        ("1S P 3S P 4C", "Cue bid, a !C stopper", "cue_bid"),
        ("1D P 1S P 2H", "bidable suit", "reverse"),
        ("1D P 1S P 2C", "bidable suit", "natural"),
        ("1H P 2D", "10+ HCP if fit or 6+; 12+ F", "two_over_one"),
        ("1H P 2D", "words of no table", "natural"),
    ],
)
def test_texts_name_meanings(auction: str, stated: str, key: str) -> None:
    assert read(auction, stated) == key


def test_what_a_text_means_depends_on_partners_call() -> None:
    artificial = {"flags": ALERTED}
    assert read("1NT P 2C", "artificial", **artificial) == "stayman"
    assert read("2H P 2NT P 3C", "Ogust", "", "artificial", **artificial) == "unnamed"
    assert read("2H P 2NT", "Weak natural 2M", "", "artificial", **artificial) == "feature_ask"
    assert read("1NT P 2C P 2H", "Stayman", "", "bidable suit") == "stayman_answer"
    assert read("1NT P 2C P 2D", "Stayman", "", "no major suits") == "no_four_card_major"
    assert read("1NT P 2D P 2H", "transfer ", "", "calculated bid") == "transfer_completed"
    assert read("1S P 2NT P 4S", "Jacoby 2NT", "", "minimum") == "jacoby_minimum"


def test_flags_say_how_long_partner_must_bid() -> None:
    flags = torch.tensor([0, ALERTED, FORCING, FORCING | GAME_FORCING])
    assert forcing_of(flags).tolist() == [0, 0, 1, 2]
