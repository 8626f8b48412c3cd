"""Counts of auctions are those of enumeration, and of closed forms."""

from collections.abc import Iterator, Sequence

import pytest

from bidding.domain.auction import Auction
from bidding.domain.calls import BIDS
from bidding.domain.table import Seat
from research.game_model.auction_counts import (
    DOUBLE,
    END,
    PASS,
    READINGS,
    REDOUBLE,
    count_auctions,
)

# Ted Muller, How Many Auctions Are There?, tedm.xyz/Bridge/Esoterica/CountingBridgeAuctions.htm
BY_THE_LAWS = 128_745_650_347_030_683_120_231_926_111_609_371_363_122_697_557


def laws(auction: Auction, n_bids: int) -> Iterator[Auction]:
    """Every whole auction after this one with the lowest bids alone."""
    if auction.is_over:
        yield auction
    for call in auction.legal_calls:
        if not call.is_bid or call in BIDS[:n_bids]:
            yield from laws(auction.after(call), n_bids)


def codes(made: Sequence[int], end: str, by_text: bool, n_bids: int) -> Iterator[Sequence[int]]:
    """Every whole sequence of codes after these, from whole sequences and not from states."""
    bids = [code for code in made if PASS < code < DOUBLE]
    since = made[len(made) - next((k for k, code in enumerate(made[::-1]) if code), len(made)) :]
    passes, turn = len(since), len(made) + 1
    others = [code for code in made if code]
    last = others[-1] if others else PASS
    opponents = by_text or passes in (0, 2)
    if PASS < last < DOUBLE and opponents:
        yield from codes([*made, DOUBLE], end, by_text, n_bids)
    if last == DOUBLE and opponents:
        yield from codes([*made, REDOUBLE], end, by_text, n_bids)
    for bid in range(max(bids, default=0) + 1, n_bids + 1):
        yield from codes([*made, bid], end, by_text, n_bids)
    needed = 2 if end != "laws" or bids else 3
    if passes < needed:
        yield from codes([*made, PASS], end, by_text, n_bids)
    ends = {"d = 2 or i > 3": passes == 2 or turn > 3, "d = 2 and i > 3": passes == 2 and turn > 3}
    if ends.get(end, passes == needed):
        yield [*made, END]


@pytest.mark.parametrize("n_bids", [1, 2])
def test_auctions_by_the_laws_are_those_of_the_domain(n_bids: int) -> None:
    enumerated = {auction.calls for auction in laws(Auction(Seat.N), n_bids)}
    assert count_auctions(READINGS["laws", "equations"], n_bids) == len(enumerated)


@pytest.mark.parametrize(("end", "double"), READINGS)
@pytest.mark.parametrize("n_bids", [1, 2])
def test_a_reading_counts_what_is_enumerated(end: str, double: str, n_bids: int) -> None:
    enumerated = {tuple(made) for made in codes([], end, double == "text", n_bids)}
    assert count_auctions(READINGS[end, double], n_bids) == len(enumerated)


def test_the_number_by_the_laws_is_the_known_one() -> None:
    assert count_auctions(READINGS["laws", "equations"]) == BY_THE_LAWS


@pytest.mark.parametrize("n", [1, 3, 35])
def test_counts_have_closed_forms(n: int) -> None:
    for double, base in (("equations", 22), ("text", 40)):
        even = base**n
        early = 4 * n + n * (n - 1) // 2  # positions with a bid and fewer than three codes
        assert count_auctions(READINGS["laws", double], n) == (4 * even - 1) // 3
        assert count_auctions(READINGS["d = 2", double], n) == even
        assert count_auctions(READINGS["d = 2 and i > 3", double], n) == even - 1
        assert count_auctions(READINGS["d = 2 or i > 3", double], n) == 3 * even - 2 - early
