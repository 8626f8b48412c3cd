"""Claims counted in recorded auctions whose hands are known."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.cards import Deal, hcp
from bidding.domain.convention_card import CHOICES
from bidding.domain.systems import System
from bidding.domain.table import Seat, Strain, Suit
from bidding.encoding.layout import AS_IN_BASE
from bidding.encoding.records import Records, read_records
from research.meanings.catalogue import Case
from research.meanings.claims import average_claim, chance_claim
from research.meanings.counting import Count, count_claims
from tests import recorded

HEART, SPADE = Call.bid(1, Strain.H), Call.bid(1, Strain.S)
OPENING = Case(System.STANDARD, Auction.of(Seat.N, [HEART]))
OVERCALL = Case(System.STANDARD, Auction.of(Seat.N, [HEART, SPADE]))
SEVENTH = Case(System.STANDARD, Auction.of(Seat.N, [PASS, PASS, PASS, Call.bid(7, Strain.NT)]))
CLAIMS = [chance_claim("5+ hearts"), chance_claim("11+ HCP"), average_claim("aces", 0, 4)]


def records(folder: Path, seed: int, system: int = 0, count: int = 400) -> Records:
    return read_records(recorded.write(folder / f"{seed}.npz", count, seed, system))


def test_the_claims_are_those_of_the_hands_that_called(tmp_path: Path) -> None:
    count = count_claims([records(tmp_path, 1)], {OPENING: CLAIMS})[OPENING]
    rng = random.Random(1)
    deals = [Deal.random(rng) for _ in range(400)]
    dealers = [Seat(rng.randrange(4)) for _ in deals]
    auctions = [recorded.record(deal, seat, rng) for deal, seat in zip(deals, dealers, strict=True)]
    openers = [
        deal[dealer]
        for deal, dealer, auction in zip(deals, dealers, auctions, strict=True)
        if auction.calls[0] == HEART
    ]
    assert count.hands == len(openers) > 20
    aces = sum(sum(card.rank == "A" for card in hand) for hand in openers)
    assert count.values == pytest.approx(
        {
            "5+ hearts": np.mean([hand.length(Suit.H) >= 5 for hand in openers]),
            "11+ HCP": np.mean([hcp(hand) >= 11 for hand in openers]),
            "aces": aces / len(openers),
        }
    )


def test_a_later_call_is_counted_in_its_own_hand(tmp_path: Path) -> None:
    claims = [chance_claim("5+ spades"), chance_claim("5+ hearts")]
    count = count_claims([records(tmp_path, 2, count=2000)], {OVERCALL: claims})[OVERCALL]
    assert count.hands > 10
    assert count.values["5+ spades"] > 0.5 > count.values["5+ hearts"]


def test_an_earlier_call_is_counted_in_the_hand_that_made_it(tmp_path: Path) -> None:
    claims = [chance_claim("5+ hearts")]
    then = Case(System.STANDARD, OVERCALL.auction, later=1)
    counts = count_claims([records(tmp_path, 2, count=2000)], {OVERCALL: claims, then: claims})
    assert counts[then].hands == counts[OVERCALL].hands
    assert counts[then].values["5+ hearts"] > 2 * counts[OVERCALL].values["5+ hearts"]


def test_another_system_and_a_call_never_made_count_nothing(tmp_path: Path) -> None:
    counts = count_claims([records(tmp_path, 3, system=2)], {OPENING: CLAIMS, SEVENTH: CLAIMS})
    assert counts[OPENING].to_json() == {"hands": 0, "values": {}}
    assert counts[SEVENTH].hands == 0
    acol = Case(System.ACOL, OPENING.auction)
    assert count_claims([records(tmp_path, 3, system=2)], {acol: CLAIMS})[acol].hands > 20


def test_a_side_with_another_system_is_left_out(tmp_path: Path) -> None:
    path = recorded.write(tmp_path / "mixed.npz", 400, 4)
    with np.load(path) as file:
        arrays = dict(file)
    arrays["system_ew"][:] = 2
    np.savez(path, **arrays)
    assert count_claims([read_records(path)], {OPENING: CLAIMS})[OPENING].hands == 0


def test_several_files_count_as_one(tmp_path: Path) -> None:
    first, second = records(tmp_path, 5), records(tmp_path, 6, count=100)
    apart = [count_claims([one], {OPENING: CLAIMS})[OPENING] for one in (first, second)]
    together = count_claims(iter([first, second]), {OPENING: CLAIMS})[OPENING]
    assert together.hands == apart[0].hands + apart[1].hands
    for text, value in together.values.items():
        weighed = sum(one.hands * one.values[text] for one in apart) / together.hands
        assert value == pytest.approx(weighed)


def test_no_hands_change_nothing() -> None:
    count = Count(2, {"aces": 1.5})
    count.add(np.zeros((0, 52), dtype=bool), CLAIMS)
    assert count.to_json() == {"hands": 2, "values": {"aces": 1.5}}


def test_a_card_is_counted_by_the_callers_side(tmp_path: Path) -> None:
    weak = replace(OPENING, options=(("notrump_range", "12-14"),))
    own = replace(OPENING, options=(("notrump_range", "15-17"),))
    played = records(tmp_path, 7)
    changed = np.full((2, 2, len(CHOICES)), AS_IN_BASE, dtype=np.int8)
    changed[1, 0, 0] = 0  # North and South open 1NT on 12-14 in the second half
    cards = (np.arange(len(played)) >= 200).astype(np.int64)
    both = replace(played, card=cards, choices=changed)
    cases = dict.fromkeys((OPENING, weak, own), CLAIMS)
    before, counts = count_claims([played], cases), count_claims([both], cases)
    assert before[weak].hands == 0 < before[own].hands == before[OPENING].hands
    assert counts[weak].hands > 5
    assert counts[weak].hands + counts[own].hands == before[OPENING].hands
    assert counts[OPENING].hands < counts[own].hands
