"""Results of random deals that come with the program, so that nobody need solve them again.

The deals are those of ``solving.random_deals``: a seed, a shard and the cards a hand say which, so
that only results are kept, four bytes a deal. A file ``known/CARDS-SEED.xz`` has, for each shard of
SHARD_DEALS deals from the first on, eight bytes that tell its deals, then all results as what is
surprising of them: that partners take the same and opponents the rest is the rule.
"""

from __future__ import annotations

import hashlib
import lzma
from functools import lru_cache
from pathlib import Path

import numpy as np

from bidding.encoding.layout import N_SEATS
from bidding.networks.checkpoint import write_atomically
from bidding.tricks.solved import N_STRAINS, BadSolvedDeals

SHARD_DEALS = 200
KNOWN = Path(__file__).with_name("known")
_RESULTS = N_SEATS * N_STRAINS
_TOLD = 8  # bytes that tell the deals of a shard
_FILES_AT_ONCE = 4


def known_path(seed: int, cards: int, folder: Path = KNOWN) -> Path:
    """The file that has, or would have, the results of a seed."""
    return folder / f"{cards}-{seed}.xz"


def known_tricks(
    owner: np.ndarray, seed: int, shard: int, cards: int, folder: Path = KNOWN
) -> np.ndarray | None:
    """(SHARD_DEALS, 52) seats of a shard to (SHARD_DEALS, 4, 5) uint8 tricks; None if not known.

    Deals that are not those the results were kept for are not known. Raises BadSolvedDeals for a
    file that cannot be read.
    """
    path = known_path(seed, cards, folder)
    if not path.exists():
        return None
    told, tricks = _read(path, cards)
    if shard >= len(told) or len(owner) != SHARD_DEALS or told[shard].tobytes() != _tell(owner):
        return None
    return tricks[shard * SHARD_DEALS :][:SHARD_DEALS]


def keep_known(
    owner: np.ndarray, tricks: np.ndarray, seed: int, cards: int, folder: Path = KNOWN
) -> int:
    """Keep the results of a seed's deals, from the first on; gives how many, in whole shards.

    owner (N, 52) seats, tricks (N, 4, 5). What was kept of more deals stays.
    """
    shards = len(owner) // SHARD_DEALS
    path = known_path(seed, cards, folder)
    if not shards or (path.exists() and len(_read(path, cards)[0]) >= shards):
        return shards * SHARD_DEALS
    parts = [owner[first * SHARD_DEALS :][:SHARD_DEALS] for first in range(shards)]
    told = b"".join(map(_tell, parts))
    kept = _fold(tricks[: shards * SHARD_DEALS], cards)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(path, lzma.compress(told + kept.tobytes(), preset=9))
    _read.cache_clear()
    return shards * SHARD_DEALS


@lru_cache(maxsize=_FILES_AT_ONCE)
def _read(path: Path, cards: int) -> tuple[np.ndarray, np.ndarray]:
    """(shards, 8) bytes that tell the deals, and (N, 4, 5) tricks."""
    try:
        whole = np.frombuffer(lzma.decompress(path.read_bytes()), np.uint8)
        shards, rest = divmod(len(whole), _TOLD + SHARD_DEALS * _RESULTS)
        if rest:
            raise ValueError(f"{len(whole)} bytes are no whole shards")
    except (OSError, lzma.LZMAError, ValueError) as error:
        raise BadSolvedDeals(f"{path}: cannot be read ({error})") from error
    told, kept = np.split(whole, [shards * _TOLD])
    return told.reshape(shards, _TOLD), _unfold(kept.reshape(N_SEATS, N_STRAINS, -1), cards)


def _tell(owner: np.ndarray) -> bytes:
    return hashlib.sha256(np.ascontiguousarray(owner, np.uint8).tobytes()).digest()[:_TOLD]


def _fold(tricks: np.ndarray, cards: int) -> np.ndarray:
    """(N, 4, 5) tricks to (4, 5, N): North's, South's over them, East's loss, West's over it."""
    north, east, south, west = tricks.astype(np.uint8).transpose(1, 2, 0)
    return np.stack([north, south - north, np.uint8(cards) - north - east, west - east])


def _unfold(kept: np.ndarray, cards: int) -> np.ndarray:
    """What ``_fold`` was given; uint8 goes round at 256, there and back."""
    north, south_over, east_loss, west_over = kept
    east = np.uint8(cards) - north - east_loss
    seats = np.stack([north, east, north + south_over, east + west_over])
    return np.ascontiguousarray(seats.transpose(2, 0, 1))
