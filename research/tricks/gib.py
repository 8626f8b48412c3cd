"""Deals of M. Ginsberg's double-dummy library (GIB), as its notes describe the two files.

``library.asc`` has a line a deal, the hands of West, North, East and South and 20 digits:

    JT852.93.KQ7.J82 AQ97… 43.AK8… K6.Q72…:88887777A9A977778888

For notrump, spades, hearts, diamonds and clubs, four each: North-South's tricks, hexadecimal, with
South, East, North and West on lead. ``library.bin`` has 26 bytes a deal: four numbers of 32 bits,
one for each suit, with two bits for the holder of each card from the ace down, and five of 16
bits, one for each strain, with four bits for the tricks with each leader. Players are counted
from West. The notes do not say which byte comes first: that order is taken which deals every
player 13 cards.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bidding.domain.table import RANKS, Seat, Side, Strain, Suit
from bidding.encoding.layout import N_CARDS, N_SEATS
from bidding.tricks.solved import MAX_TRICKS, BadSolvedDeals, SolvedDeals, pack

_SEATS = (Seat.W, Seat.N, Seat.E, Seat.S)
_LEADERS = (Seat.S, Seat.E, Seat.N, Seat.W)  # of the digits
_STRAINS = (Strain.NT, Strain.S, Strain.H, Strain.D, Strain.C)
_DIGITS = len(_STRAINS) * len(_LEADERS)
_RECORD = 26


def read_gib(path: Path) -> SolvedDeals:
    """Read the library, lines or bytes; raise BadSolvedDeals naming file, deal and fault."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadSolvedDeals(f"{path}: {error.strerror}") from error
    is_text = b":" in content[:100] and content[:100].isascii()
    deals = _of_lines(content, path) if is_text else _of_records(content, path)
    if not len(deals):
        raise BadSolvedDeals(f"{path} has no deals")
    if (more := (deals.tricks > MAX_TRICKS).any((1, 2))).any():
        raise BadSolvedDeals(f"{path}: deal {int(more.argmax()) + 1} takes more than 13 tricks")
    return deals


def _of_lines(content: bytes, path: Path) -> SolvedDeals:
    lines = content.decode("ascii", errors="replace").split("\n")
    found = [_of_line(line, f"{path}: line {n}") for n, line in enumerate(lines, 1) if line.strip()]
    owners, north_south = (np.stack(parts) for parts in zip(*found, strict=True))
    return _solved(owners, north_south)


def _of_line(line: str, where: str) -> tuple[np.ndarray, np.ndarray]:
    """The owners of the cards, and North-South's tricks (strain, leader) in the file's orders."""
    hands, _, digits = line.strip().partition(":")
    owner = np.full(N_CARDS, N_SEATS, dtype=np.uint8)
    try:
        tricks = [int(digit, 16) for digit in digits]
        for seat, hand in zip(_SEATS, hands.split(), strict=True):
            for suit, ranks in zip(Suit, hand.split("."), strict=True):
                owner[[len(RANKS) * suit + RANKS.index(rank) for rank in ranks]] = seat
    except ValueError as error:
        raise BadSolvedDeals(f"{where}: {error}") from error
    held = [(owner == seat).sum() for seat in _SEATS]
    if len(tricks) != _DIGITS or held != [len(RANKS)] * len(_SEATS):
        raise BadSolvedDeals(f"{where}: four hands of 13 cards and {_DIGITS} digits are needed")
    return owner, np.array(tricks, dtype=np.uint8).reshape(len(_STRAINS), len(_LEADERS))


def _of_records(content: bytes, path: Path) -> SolvedDeals:
    if len(content) % _RECORD:
        raise BadSolvedDeals(f"{path}: {len(content)} bytes are no whole deals of {_RECORD} bytes")
    for order in "<>":
        form = np.dtype([("suits", f"{order}u4", 4), ("tricks", f"{order}u2", 5)])
        records = np.frombuffer(content, dtype=form)
        places = 2 * np.arange(len(RANKS), dtype=np.uint32)
        holders = (records["suits"][:, :, None] >> places & 3).reshape(len(records), N_CARDS)
        owners = np.array(_SEATS, dtype=np.uint8)[holders]
        if all(((owners == seat).sum(1) == len(RANKS)).all() for seat in Seat):
            leads = 4 * np.array([_SEATS.index(leader) for leader in _LEADERS], dtype=np.uint16)
            return _solved(owners, (records["tricks"][:, :, None] >> leads & 15).astype(np.uint8))
    raise BadSolvedDeals(f"{path}: the bytes do not deal 13 cards to every player")


def _solved(owners: np.ndarray, north_south: np.ndarray) -> SolvedDeals:
    """Deals with the declarers' tricks, of North-South's (deal, strain, leader)."""
    tricks = np.zeros((len(owners), len(Seat), len(Strain)), dtype=np.uint8)
    for place, leader in enumerate(_LEADERS):
        declarer = leader.rho
        taken = north_south[:, :, place]
        own = taken if declarer.side is Side.NS else MAX_TRICKS - taken
        tricks[:, declarer, list(_STRAINS)] = own
    return SolvedDeals(pack(owners), tricks)
