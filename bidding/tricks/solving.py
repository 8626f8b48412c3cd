"""Dealing at random and solving double dummy, in shards that a stopped run goes on with.

The solver is Bo Haglund's DDS through endplay (requirements-solver.txt); it uses all cores. What
``known`` has the results of is not solved again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bidding.domain.table import RANKS
from bidding.encoding.layout import N_CARDS, N_SEATS
from bidding.tricks.known import SHARD_DEALS, known_path, known_tricks
from bidding.tricks.solved import (
    MOST_TRICKS,
    N_STRAINS,
    NOBODY,
    BadSolvedDeals,
    SolvedDeals,
    join_solved,
    pack,
    read_solved,
)

_AT_ONCE = 40  # what the solver takes in one call, all strains asked


class NoSolver(RuntimeError):
    """endplay is not installed; the message says how to."""


def random_deals(count: int, seed: int, shard: int = 0, cards: int = MOST_TRICKS) -> np.ndarray:
    """(count, 52) seats, each deal equally likely; the same for equal arguments, and the first of
    those that a greater count gives.

    With fewer than 13 ``cards`` a hand, the others are NOBODY's, each of all cards alike.
    """
    rng = np.random.default_rng([seed, shard, cards])
    seats = np.full(N_CARDS, NOBODY, dtype=np.uint8)
    seats[: cards * N_SEATS] = np.repeat(np.arange(N_SEATS), cards)
    return np.asarray(rng.permuted(np.tile(seats, (count, 1)), axis=1))


def solve(owner: np.ndarray, advance: Callable[[int], Any] = lambda count: None) -> np.ndarray:
    """(N, 52) seats or NOBODY to (N, 4, 5) uint8 tricks, declarer x strain C D H S NT.

    ``advance`` hears how many more deals each call of the solver has solved. Raises NoSolver
    without endplay.
    """
    dds, types = _solver()
    strains = [types.Denom[name] for name in ("clubs", "diamonds", "hearts", "spades", "nt")]
    seats = [types.Player[name] for name in ("north", "east", "south", "west")]
    tricks = np.zeros((len(owner), N_SEATS, N_STRAINS), dtype=np.uint8)
    for first in range(0, len(owner), _AT_ONCE):
        some = [types.Deal(_pbn(row)) for row in owner[first : first + _AT_ONCE]]
        for row, table in enumerate(dds.calc_all_tables(some), start=first):
            tricks[row] = [[table[strain, seat] for strain in strains] for seat in seats]
        advance(len(some))
    # The solver's table counts what has been played as the declarer's.
    played = MOST_TRICKS - (owner != NOBODY).sum(1, dtype=np.uint8) // N_SEATS
    return np.asarray(tricks - played[:, None, None], dtype=np.uint8)


def known_deals(seed: int) -> SolvedDeals:
    """The full deals of a seed whose results come with the program, from the first one on.

    Raises BadSolvedDeals where there are none, or a file of results cannot be read.
    """
    parts: list[SolvedDeals] = []
    while True:
        owner = random_deals(SHARD_DEALS, seed, len(parts))
        tricks = known_tricks(owner, seed, len(parts), MOST_TRICKS)
        if tricks is None:
            break
        parts.append(SolvedDeals(pack(owner), tricks))
    if not parts:
        path = known_path(seed, MOST_TRICKS)
        raise BadSolvedDeals(f"{path}: the results of seed {seed}, which come with it, are missing")
    return join_solved(parts)


def solve_into(
    path: Path,
    count: int,
    seed: int,
    advance: Callable[[int], Any],
    *,
    cards: int = MOST_TRICKS,
    shard_deals: int = SHARD_DEALS,
) -> SolvedDeals:
    """Deal and solve ``count`` deals into a file.

    ``advance`` hears how many more deals are solved: those of a call of the solver, or of a whole
    shard where they were solved before.

    What was solved before a stop is taken over: it lies in shards beside the file, which are
    removed once the file is whole; those of other deals stay. Results that come with the program
    are taken from there.
    """
    folder = path.with_name(path.name + ".shards")
    folder.mkdir(parents=True, exist_ok=True)
    sizes = [min(shard_deals, count - first) for first in range(0, count, shard_deals)]
    paths = [folder / f"{seed}-{n}-{size}-{cards}.npz" for n, size in enumerate(sizes)]
    shards = []
    for number, size in enumerate(sizes):
        shards.append(_shard(paths[number], seed, number, size, cards, advance))
    deals = join_solved(shards)
    deals.save(path)
    for shard in paths:
        shard.unlink()
    if not any(folder.iterdir()):
        folder.rmdir()
    return deals


def _shard(
    path: Path, seed: int, number: int, size: int, cards: int, advance: Callable[[int], Any]
) -> SolvedDeals:
    """The solved deals of one shard, from its file if it was written before."""
    if path.exists():
        solved = read_solved(path)
        advance(size)
        return solved
    # Fewer deals are the first of more, so a part of a known shard is known.
    whole = random_deals(max(size, SHARD_DEALS), seed, number, cards)
    owner, known = whole[:size], known_tricks(whole, seed, number, cards)
    held = None if cards == MOST_TRICKS else np.packbits(owner != NOBODY, axis=1)
    tricks = solve(owner, advance) if known is None else known[:size]
    solved = SolvedDeals(pack(owner), tricks, held)
    solved.save(path)
    if known is not None:
        advance(size)
    return solved


def _pbn(owner: np.ndarray) -> str:
    """(52,) seats to the deal as PBN writes it, from North."""
    hands = []
    for seat in range(N_SEATS):
        suits = (owner == seat).reshape(4, len(RANKS))
        hands.append(".".join("".join(np.array(list(RANKS))[held]) for held in suits))
    return "N:" + " ".join(hands)


def _solver() -> tuple[Any, Any]:
    """endplay's solver and types, imported only where they are asked for."""
    try:
        from endplay import dds, types
    except ImportError as error:
        raise NoSolver(
            "the double-dummy solver is not installed: pip install -r requirements-solver.txt"
        ) from error
    return dds, types
