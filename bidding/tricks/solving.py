"""Random deals and their double-dummy solution, in shards from which a stopped run resumes.

The solver is Bo Haglund's DDS, out of endplay's wheel, on all cores or for one deal on one. Results
of some seeds are shipped with the program and not solved again. A seed, a shard and the number of
cards per hand determine the deals, so only the results are stored, four bytes per deal. A file
``results/CARDS-SEED.xz`` has for each shard of SHARD_DEALS deals, from the first on, a hash of
eight bytes, followed by all results as differences from the usual case, in which partners take
the same number of tricks and the opponents the rest.
"""

from __future__ import annotations

import ctypes
import hashlib
import lzma
import time
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from bidding.domain.table import RANKS, Strain
from bidding.encoding.layout import N_CARDS, N_SEATS, N_SUITS
from bidding.networks.checkpoint import write_atomically
from bidding.tricks.solved import (
    MAX_TRICKS,
    N_STRAINS,
    NOBODY,
    BadSolvedDeals,
    SolvedDeals,
    join_solved,
    pack,
    read_solved,
)
from bidding.yielding import yield_point

SHARD_DEALS = 200
RESULTS = Path(__file__).with_name("results")
_RESULTS_OF_DEAL = N_SEATS * N_STRAINS
_HASH_BYTES = 8  # of the hash of a shard's deals
_CACHED_FILES = 4

_BATCH = 40  # deals that the solver takes in one call with all strains
_PLACES = 5 * _BATCH  # in its arrays of deals and of tables
_DDS_STRAINS = [Strain.S, Strain.H, Strain.D, Strain.C, Strain.NT]  # in its order
_RANK_BITS = 1 << np.arange(14, 1, -1)  # of A to 2
# For one deal. With so little it takes 30 MB at most instead of 160, and a fifth more time.
_MEGABYTES = 40
# A deal takes a quarter of a second, two at most; on a busy machine ten times as long, in slices.
SLICE_SECONDS = 1.0
DEADLINE_SECONDS = 5.0  # of processor time, for a strain; nodes that are stuck for long end


def stored_path(seed: int, cards: int, folder: Path = RESULTS) -> Path:
    """Return the path of the file for the results of a seed."""
    return folder / f"{cards}-{seed}.xz"


def stored_tricks(
    owner: np.ndarray, seed: int, shard: int, cards: int, folder: Path = RESULTS
) -> np.ndarray | None:
    """Return the stored (SHARD_DEALS, 4, 5) uint8 tricks of a shard, or None.

    ``owner`` (SHARD_DEALS, 52) holds the seats, which must be those of the stored deals. Raises
    BadSolvedDeals for a file that cannot be read.
    """
    path = stored_path(seed, cards, folder)
    if not path.exists():
        return None
    hashes, tricks = _read_file(path, cards)
    if shard >= len(hashes) or len(owner) != SHARD_DEALS or hashes[shard].tobytes() != _hash(owner):
        return None
    return tricks[shard * SHARD_DEALS :][:SHARD_DEALS]


def store_tricks(
    owner: np.ndarray, tricks: np.ndarray, seed: int, cards: int, folder: Path = RESULTS
) -> int:
    """Store the results of the first N deals of a seed; return how many, in whole shards.

    owner (N, 52) seats, tricks (N, 4, 5). A file with more deals is left unchanged.
    """
    shards = len(owner) // SHARD_DEALS
    path = stored_path(seed, cards, folder)
    if not shards or (path.exists() and len(_read_file(path, cards)[0]) >= shards):
        return shards * SHARD_DEALS
    parts = [owner[first * SHARD_DEALS :][:SHARD_DEALS] for first in range(shards)]
    hashes = b"".join(map(_hash, parts))
    packed = _pack(tricks[: shards * SHARD_DEALS], cards)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(path, lzma.compress(hashes + packed.tobytes(), preset=9))
    _read_file.cache_clear()
    return shards * SHARD_DEALS


@lru_cache(maxsize=_CACHED_FILES)
def _read_file(path: Path, cards: int) -> tuple[np.ndarray, np.ndarray]:
    """Read (shards, 8) hashes of the deals and (N, 4, 5) tricks."""
    try:
        whole = np.frombuffer(lzma.decompress(path.read_bytes()), np.uint8)
        shards, rest = divmod(len(whole), _HASH_BYTES + SHARD_DEALS * _RESULTS_OF_DEAL)
        if rest:
            raise ValueError(f"{len(whole)} bytes are no whole shards")
    except (OSError, lzma.LZMAError, ValueError) as error:
        raise BadSolvedDeals(f"{path}: cannot be read ({error})") from error
    hashes, packed = np.split(whole, [shards * _HASH_BYTES])
    return hashes.reshape(shards, _HASH_BYTES), _unpack(
        packed.reshape(N_SEATS, N_STRAINS, -1), cards
    )


def _hash(owner: np.ndarray) -> bytes:
    return hashlib.sha256(np.ascontiguousarray(owner, np.uint8).tobytes()).digest()[:_HASH_BYTES]


def _pack(tricks: np.ndarray, cards: int) -> np.ndarray:
    """Pack (N, 4, 5) tricks as (4, 5, N): North's; South's minus North's; all cards minus North's
    and East's; West's minus East's.
    """
    north, east, south, west = tricks.astype(np.uint8).transpose(1, 2, 0)
    return np.stack([north, south - north, np.uint8(cards) - north - east, west - east])


def _unpack(packed: np.ndarray, cards: int) -> np.ndarray:
    """Invert ``_pack``; uint8 arithmetic modulo 256 cancels out."""
    north, south_over, east_loss, west_over = packed
    east = np.uint8(cards) - north - east_loss
    seats = np.stack([north, east, north + south_over, east + west_over])
    return np.ascontiguousarray(seats.transpose(2, 0, 1))


class NoSolver(RuntimeError):
    """The solver cannot be loaded, failed or took too long; the message says which."""


def random_deals(count: int, seed: int, shard: int = 0, cards: int = MAX_TRICKS) -> np.ndarray:
    """Return (count, 52) seats of uniformly random deals, a prefix of those for a larger count.

    With fewer than 13 ``cards`` per hand the remaining cards, uniformly random, are NOBODY's.
    """
    rng = np.random.default_rng([seed, shard, cards])
    seats = np.full(N_CARDS, NOBODY, dtype=np.uint8)
    seats[: cards * N_SEATS] = np.repeat(np.arange(N_SEATS), cards)
    return np.asarray(rng.permuted(np.tile(seats, (count, 1)), axis=1))


def solve(owner: np.ndarray, advance: Callable[[int], Any] = lambda count: None) -> np.ndarray:
    """Solve (N, 52) seats or NOBODY; return (N, 4, 5) uint8 tricks, declarer x C D H S NT.

    ``advance`` is called with the number of deals solved by each call of the solver. Raises
    NoSolver.
    """
    library = solver()
    library.SetResources(0, 0)  # all cores, and memory as it sees fit
    tricks = np.zeros((len(owner), N_SEATS, N_STRAINS), dtype=np.uint8)
    for first in range(0, len(owner), _BATCH):
        batch = owner[first : first + _BATCH]
        tricks[first : first + _BATCH] = _tables(library, batch, Strain)
        advance(len(batch))
    return tricks


def solve_strains(owner: np.ndarray, before: Sequence[list[int]] = ()) -> list[list[int]]:
    """Solve one deal, (52,) seats, for some strains, with one thread and little memory.

    Return the tricks of declarers N E S W in strains C D H S NT: those of ``before``, and of the
    next ones as many as SLICE_SECONDS allow, one at least; a yield point is after each. Raises
    NoSolver also where one takes too long.
    """
    library = solver()
    library.SetResources(_MEGABYTES, 1)
    found, start = list(before), time.monotonic()
    for strain in list(Strain)[len(found) :]:
        processor = time.process_time()
        found.append(_tables(library, owner[None], [strain])[0, :, strain].tolist())
        if time.process_time() - processor > DEADLINE_SECONDS:
            raise NoSolver(f"the double-dummy solver took longer than {DEADLINE_SECONDS:g} s")
        yield_point()
        if time.monotonic() - start > SLICE_SECONDS:
            break
    return found


def _tables(library: ctypes.CDLL, owner: np.ndarray, strains: Collection[Strain]) -> np.ndarray:
    """Return (N, 4, 5) tricks of some deals, of which those of these strains are right.

    The arrays are DDS's ddTableDeals, the cards of each seat and suit as bits, and ddTablesRes.
    """
    count = len(owner)
    deals = np.zeros(1 + _PLACES * N_SEATS * N_SUITS, dtype=np.uint32)
    tables = np.zeros(1 + _PLACES * _RESULTS_OF_DEAL, dtype=np.int32)
    held = owner[:, None] == np.arange(N_SEATS)[:, None]
    bits = held.reshape(-1, len(RANKS)) @ _RANK_BITS
    deals[0], deals[1 : 1 + len(bits)] = count, bits
    left_out = (ctypes.c_int * N_STRAINS)(*(one not in strains for one in _DDS_STRAINS))
    without_par = (-1, left_out, tables.ctypes, None)
    if (code := library.CalcAllTables(deals.ctypes, *without_par)) != 1:
        raise NoSolver(f"the double-dummy solver failed with code {code}")
    found = tables[1 : 1 + count * _RESULTS_OF_DEAL].reshape(count, N_STRAINS, N_SEATS)
    tricks = np.zeros((count, N_SEATS, N_STRAINS), dtype=np.uint8)
    tricks[:, :, _DDS_STRAINS] = found.transpose(0, 2, 1)
    # The solver counts the tricks already played as declarer's.
    played = MAX_TRICKS - (owner != NOBODY).sum(1, dtype=np.uint8) // N_SEATS
    return np.asarray(tricks - played[:, None, None], dtype=np.uint8)


def solver() -> ctypes.CDLL:
    """Load DDS out of endplay's wheel, without endplay, which loads matplotlib. Raises NoSolver."""
    spec = find_spec("endplay")
    if spec is None or spec.origin is None:
        raise NoSolver(
            "the double-dummy solver is not installed: pip install -r requirements-model.txt"
        )
    try:
        return ctypes.CDLL(str(Path(spec.origin).parent / "_dds" / "libdds.so"))
    except OSError as error:
        raise NoSolver(f"the double-dummy solver cannot be loaded: {error}") from error


def has_solver() -> bool:
    """Return True if there is a solver for this machine."""
    try:
        solver()
    except NoSolver:
        return False
    return True


def stored_deals(seed: int) -> SolvedDeals:
    """Return all full deals of a seed whose results are shipped with the program.

    Raises BadSolvedDeals if there are none or the file of results cannot be read.
    """
    parts: list[SolvedDeals] = []
    while True:
        owner = random_deals(SHARD_DEALS, seed, len(parts))
        tricks = stored_tricks(owner, seed, len(parts), MAX_TRICKS)
        if tricks is None:
            break
        parts.append(SolvedDeals(pack(owner), tricks))
    if not parts:
        path = stored_path(seed, MAX_TRICKS)
        raise BadSolvedDeals(f"{path}: the results of seed {seed}, which come with it, are missing")
    return join_solved(parts)


def solve_into(
    path: Path,
    count: int,
    seed: int,
    advance: Callable[[int], Any],
    *,
    cards: int = MAX_TRICKS,
    shard_deals: int = SHARD_DEALS,
) -> SolvedDeals:
    """Deal and solve ``count`` deals, and write them to a file.

    ``advance`` is called with the number of further deals solved: those of one call of the
    solver, or of a whole shard solved before.

    Shards are kept beside the file until it is complete, so that a stopped run resumes; shards of
    other deals are left alone. Results shipped with the program are reused.
    """
    folder = path.with_name(path.name + ".shards")
    folder.mkdir(parents=True, exist_ok=True)
    sizes = [min(shard_deals, count - first) for first in range(0, count, shard_deals)]
    paths = [folder / f"{seed}-{n}-{size}-{cards}.npz" for n, size in enumerate(sizes)]
    numbers = range(len(sizes))
    deals = join_solved([_shard(paths[n], seed, n, sizes[n], cards, advance) for n in numbers])
    deals.save(path)
    for shard in paths:
        shard.unlink()
    if not any(folder.iterdir()):
        folder.rmdir()
    return deals


def _shard(
    path: Path, seed: int, number: int, size: int, cards: int, advance: Callable[[int], Any]
) -> SolvedDeals:
    """Return the solved deals of one shard, from its file if there is one."""
    if path.exists():
        solved = read_solved(path)
        advance(size)
        return solved
    # Fewer deals are a prefix of more, so stored results serve part of a shard too.
    whole = random_deals(max(size, SHARD_DEALS), seed, number, cards)
    owner, stored = whole[:size], stored_tricks(whole, seed, number, cards)
    held = None if cards == MAX_TRICKS else np.packbits(owner != NOBODY, axis=1)
    tricks = solve(owner, advance) if stored is None else stored[:size]
    solved = SolvedDeals(pack(owner), tricks, held)
    solved.save(path)
    if stored is not None:
        advance(size)
    return solved


def pbn_deal(owner: np.ndarray) -> str:
    """Format (52,) seats as a PBN deal, from North."""
    hands = []
    for seat in range(N_SEATS):
        suits = (owner == seat).reshape(4, len(RANKS))
        hands.append(".".join("".join(np.array(list(RANKS))[held]) for held in suits))
    return "N:" + " ".join(hands)
