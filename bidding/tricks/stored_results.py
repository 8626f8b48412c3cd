"""Double-dummy results of random deals, shipped with the program to save solving them again.

The deals are those of ``solving.random_deals``, which a seed, a shard and the number of cards per
hand determine, so only the results are stored, four bytes per deal. A file
``results/CARDS-SEED.xz`` has for each shard of SHARD_DEALS deals, from the first on, a hash of
eight bytes, followed by all results as differences from the usual case, in which partners take
the same number of tricks and the opponents the rest.
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
RESULTS = Path(__file__).with_name("results")
_RESULTS_OF_DEAL = N_SEATS * N_STRAINS
_HASH_BYTES = 8  # of the hash of a shard's deals
_CACHED_FILES = 4


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
