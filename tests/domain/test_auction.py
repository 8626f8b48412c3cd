"""Auctions by the Laws: turn, legality, end, contract and declarer."""

import pytest
from hypothesis import given

from bidding.domain.auction import MAX_CALLS, Auction, Contract
from bidding.domain.calls import ALL_CALLS, BIDS, DOUBLE, FIRST_BID, PASS, REDOUBLE, Call
from bidding.domain.errors import IllegalCall
from bidding.domain.table import Seat, Strain
from tests.strategies import auctions, calls

NAMES = {str(call): call for call in ALL_CALLS}


def called(text: str, dealer: Seat = Seat.N) -> Auction:
    """The auction of canonical call names."""
    return Auction.of(dealer, (NAMES[name] for name in text.split()))


def complete_auctions(auction: Auction, n_bids: int) -> int:
    """Count the complete auctions with only the lowest bids that follow, by walking the rules."""
    if auction.is_over:
        return 1
    return sum(
        complete_auctions(auction.after(call), n_bids)
        for call in auction.legal_calls
        if call.index < FIRST_BID + n_bids
    )


@pytest.mark.parametrize(("n_bids", "expected"), [(0, 1), (1, 29), (2, 645), (3, 14197)])
def test_the_number_of_complete_auctions(n_bids: int, expected: int) -> None:
    """Counted another way: 4 ways to the first bid (0 to 3 passes), 21 from each bid to the next
    (0 to 2 passes after the bid, after one of 2 doubles, after one of 4 redoubles), 7 to the end.
    Over all sets of bids made that is 1 + 4 · 7 / 21 · (22^k - 1), the formula below.
    """
    assert (4 * 22**n_bids - 1) // 3 == expected
    assert complete_auctions(Auction(Seat.N), n_bids) == expected


def test_the_longest_auction() -> None:
    patient = "P P X P P XX P P"
    text = "P P P " + " ".join(f"{bid} {patient}" for bid in BIDS) + " P"
    auction = called(text)
    assert auction.is_over
    assert len(auction.calls) == MAX_CALLS


@given(auctions(), calls)
def test_every_legal_call_extends_and_no_other_does(auction: Auction, call: Call) -> None:
    if call in auction.legal_calls:
        assert auction.after(call).calls == (*auction.calls, call)
        return
    with pytest.raises(IllegalCall) as caught:
        auction.after(call)
    place = len(auction.calls)
    assert caught.value.position == place
    assert caught.value.text == str(call)
    assert str(caught.value).startswith(f"call {place + 1} ({call}) is not legal: ")


@given(auctions())
def test_the_legal_calls_are_the_calls_that_are_legal(auction: Auction) -> None:
    assert auction.legal_calls == tuple(call for call in ALL_CALLS if auction.is_legal(call))
    assert bool(auction.legal_calls) != auction.is_over
    assert (auction.turn is None) == auction.is_over


@given(auctions())
def test_an_auction_is_its_dealer_and_calls(auction: Auction) -> None:
    assert Auction.of(auction.dealer, auction.calls) == auction
    assert auction.prefix(len(auction.calls)) == auction
    for length in range(len(auction.calls)):
        earlier = auction.prefix(length)
        assert earlier.turn is auction.dealer.after(length)
        assert auction.calls[length] in earlier.legal_calls


def code_of(call: Call) -> int:
    """The paper's code of a call: 0 pass, 1 to 35 the bids, 36 double, 37 redouble."""
    if call.is_bid:
        return call.index - FIRST_BID + 1
    return {PASS: 0, DOUBLE: 36, REDOUBLE: 37}[call]


@given(auctions())
def test_what_may_be_called_agrees_with_the_equations_of_paper_p5(auction: Auction) -> None:
    """Equations (4), (5) and (6), with the calls before the auction as passes."""
    if auction.is_over:
        return
    codes = [0, 0, 0, *map(code_of, auction.calls)]
    lho, partner, rho = codes[-3:]
    highest = max(code for code in codes if code <= 35)
    both_passed = partner == rho == 0
    doubles = 1 <= rho <= 35 or (1 <= lho <= 35 and both_passed)
    redoubles = rho == 36 or (lho == 36 and both_passed)
    assert [code_of(call) for call in auction.legal_calls] == [
        0,
        *([36] if doubles else []),
        *([37] if redoubles else []),
        *range(highest + 1, 36),
    ]


@pytest.mark.parametrize(
    ("text", "call", "reason"),
    [
        ("", "X", "there is no bid to double"),
        ("P P", "X", "there is no bid to double"),
        ("", "XX", "there is no double to redouble"),
        ("1H", "XX", "there is no double to redouble"),
        ("1H", "1H", "it is not higher than 1H"),
        ("1H", "1D", "it is not higher than 1H"),
        ("7NT", "7S", "it is not higher than 7NT"),
        ("1H P", "X", "a side cannot double its own bid"),
        ("1H X", "X", "the last bid is already doubled"),
        ("1H X P", "X", "the last bid is already doubled"),
        ("1H X XX", "X", "the last bid is already doubled"),
        ("1H X XX", "XX", "there is no double to redouble"),
        ("1H X P", "XX", "one's own side's double cannot be redoubled"),
        ("1H X 1S", "XX", "there is no double to redouble"),
        ("P P P P", "P", "the auction is over"),
        ("1H P P P", "2H", "the auction is over"),
        ("P 1H P P P", "X", "the auction is over"),
    ],
)
def test_why_a_call_is_illegal(text: str, call: str, reason: str) -> None:
    auction = called(text)
    assert auction.why_illegal(NAMES[call]) == reason
    with pytest.raises(IllegalCall) as caught:
        called(f"{text} {call}")
    place = len(auction.calls)
    assert str(caught.value) == f"call {place + 1} ({call}) is not legal: {reason}"
    assert (caught.value.text, caught.value.position) == (call, place)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("P P P", "1C"),
        ("1H", "X"),
        ("1H P P", "X"),
        ("1H X", "XX"),
        ("1H X P P", "XX"),
        ("1H X XX P P", "1S"),
        ("1H X 1S", "X"),
    ],
)
def test_calls_that_are_easily_barred_by_mistake(text: str, call: str) -> None:
    assert called(text).is_legal(NAMES[call])


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("P P P P", None),
        ("1H P P", None),
        ("1NT P 3NT P P P", Contract(3, Strain.NT, Seat.N)),
        ("1H P 2H X P P P", Contract(2, Strain.H, Seat.N, 2)),
        ("P 1S X XX P P P", Contract(1, Strain.S, Seat.E, 4)),
        # A double of an earlier bid does not stick to the last one.
        ("1H X 2H P P P", Contract(2, Strain.H, Seat.N)),
        # South named spades first for North-South; East naming them before does not matter.
        ("1H 1S P P 2S P P P", Contract(2, Strain.S, Seat.N)),
        ("1D P 1S 2S 3S P P P", Contract(3, Strain.S, Seat.S)),
    ],
)
def test_the_contract_and_its_declarer(text: str, contract: Contract | None) -> None:
    assert called(text).contract == contract


def test_a_contract_names_the_table_around_it() -> None:
    contract = Contract(4, Strain.S, Seat.W, 4)
    assert (contract.dummy, contract.leader, str(contract)) == (Seat.E, Seat.N, "4SXX by W")
