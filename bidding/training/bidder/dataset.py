"""The auctions of a recipe: split by deal, shuffled by seed, cut into batches."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bidding.encoding.layout import N_CARDS, N_SUITS
from bidding.encoding.records import (
    BadRecords,
    Records,
    join_records,
    load_arrays,
    owners,
    read_records,
    read_tables,
)
from bidding.training.archives.preparation import check_sets
from bidding.training.bidder.recipe import VALIDATION_SHARE, Source

USUAL, MOST_RARITY, RARE = 20_000, 18, 2
_POOL_BATCHES = 8
_CHUNK = 100_000


@dataclass(frozen=True)
class Dataset:
    """Recorded auctions, split into training and validation."""

    records: Records
    repeat: np.ndarray
    """(records,) mean number of times that each is seen in a pass; 0 if it is not trained on."""

    validation: np.ndarray
    """Rows of the validation auctions."""

    rarity: np.ndarray
    """(C,) uint8: how rare is what each call was stated to mean, from 1 on (``rarity_of``)."""

    weight: np.ndarray
    """(records,) weight of the turns of each: the inverse of the share by which it is thinned."""

    since: np.ndarray
    """(records,) int16 number of the call from which each is learned, for whose sake it was
    recorded (``learned_from`` of its file); -1 for auctions of random deals, learned whole."""

    @property
    def auctions(self) -> int:
        """Mean number of auctions in a pass."""
        return round(float(self.repeat.sum(dtype=np.float64)))

    @property
    def decisions(self) -> int:
        """Mean number of calls in a pass."""
        return round(float(self.repeat @ self.records.n_calls.astype(np.float64)))

    def rows_of_pass(self, seed: int, number: int) -> np.ndarray:
        """Return the rows of a pass; fractions of repeats are drawn anew in each."""
        whole = np.floor(self.repeat).astype(np.int64)
        drawn = np.random.default_rng([seed, number, 1]).random(len(whole)) < self.repeat - whole
        return np.repeat(np.arange(len(whole)), whole + drawn)


def load_dataset(
    sources: tuple[Source, ...],
    directory: Path,
    share: float = VALIDATION_SHARE,
    common: float = 1.0,
) -> Dataset:
    """Read the sources' files and hold out a share of the deals, at least one, for validation.

    Auctions in which no call had a rare meaning are thinned to a share ``common``.

    Raise ValueError if a source matches no file, if files of ``record boards`` are an
    incomplete set, or if files do not count the tables that a source wants.
    """
    parts: list[Records] = []
    repeats: list[np.ndarray] = []
    labels: list[np.ndarray] = []
    since: list[np.ndarray] = []
    for source in sources:
        paths = sorted(directory.glob(source.files))
        if not paths:
            raise ValueError(f"no file {source.files!r} in {directory}; name it with --data")
        check_sets(paths)
        for path in paths:
            parts.append(read_records(path))
            repeats.append(_repeat(source, path, len(parts[-1])))
            labels.append(_optional(path, "label", len(parts[-1].calls), 0))
            since.append(_optional(path, "learned_from", len(parts[-1]), -1))
    records = join_records(parts)
    repeat = np.concatenate(repeats)
    repeat[_placeholders(records)] = 0
    held_out = _held_out(records.deal_keys(), repeat > 0, share)
    whole = np.concatenate(since) < 0
    validation = np.flatnonzero(held_out & whole & (repeat > 0))
    repeat[held_out] = 0
    if not repeat.any() or not len(validation):
        raise ValueError(
            f"{len(records)} auctions in {directory} are too few: a deal to train on and another "
            "to choose by are the least"
        )
    rarity = rarity_of(np.concatenate(labels))
    rare = np.maximum.reduceat(rarity, records.start) >= RARE
    thinned = np.where(rare, 1.0, common)
    learned_from = np.concatenate(since).astype(np.int16)
    return Dataset(records, repeat * thinned, validation, rarity, 1 / thinned, learned_from)


def _optional(path: Path, name: str, count: int, missing: int) -> np.ndarray:
    """Return an array of a file as int64; (count,) of ``missing`` for a file without."""
    try:
        return load_arrays(path, (name,))[name].astype(np.int64)
    except BadRecords:
        return np.full(count, missing, dtype=np.int64)


def rarity_of(labels: np.ndarray) -> np.ndarray:
    """Return (C,) uint8: the inverse root of how often each call's label occurs, rounded.

    It is 1 for labels of USUAL calls and more, and for none, and MOST_RARITY at most.
    """
    counts = np.bincount(labels)
    counts[0] = USUAL
    found = np.sqrt(USUAL / np.maximum(counts, 1)).clip(1, MOST_RARITY)
    return found.round().astype(np.uint8)[labels]


def _repeat(source: Source, path: Path, count: int) -> np.ndarray:
    """Return (count,) float64: the repeats of each auction of a source's file."""
    kept = min(source.limit or count, count)
    repeat = np.where(np.arange(count) < kept, float(source.repeat), 0.0)
    return repeat * np.sqrt(read_tables(path), dtype=np.float64) if source.by_tables else repeat


def _held_out(keys: np.ndarray, used: np.ndarray, share: float) -> np.ndarray:
    """Return (N,) bool: the auctions of validation deals.

    A deal is held out by its key, read from the last byte on, so that a larger share includes a
    smaller one. If the share leaves no auction that is ``used``, hold out the deal of these with
    the smallest key.
    """
    held_out = keys.byteswap() < np.uint64(share * 2**64)
    if used.any() and not (held_out & used).any():
        return keys == keys[used].min()
    return held_out


def _placeholders(records: Records) -> np.ndarray:
    """Return (N,) bool: deals with each suit in one hand, which stand for unknown cards."""
    found = np.zeros(len(records), dtype=bool)
    for first in range(0, len(records), _CHUNK):
        chunk = slice(first, first + _CHUNK)
        owner = owners(records.deal[chunk]).reshape(-1, N_SUITS, N_CARDS // N_SUITS)
        found[chunk] = (owner == owner[:, :, :1]).all(-1).any(-1)
    return found


def batches_of_pass(
    dataset: Dataset, batch_decisions: int, seed: int, number: int
) -> list[np.ndarray]:
    """Return the batches of one pass, the same for the same seed and number.

    Auctions are shuffled, sorted by length within pools of a few batches to save padding, and cut
    into batches, which are shuffled. A rest at the end that fills half a batch makes one.
    """
    rng = np.random.default_rng([seed, number])
    rows = rng.permutation(dataset.rows_of_pass(seed, number))
    lengths = dataset.records.n_calls[rows].astype(np.int64)
    pool = np.cumsum(lengths) // (_POOL_BATCHES * batch_decisions)
    rows = rows[np.lexsort((lengths, pool))]
    ends = np.cumsum(dataset.records.n_calls[rows].astype(np.int64))
    cuts = np.flatnonzero(np.diff(ends // batch_decisions)) + 1
    if len(cuts) and ends[-1] - ends[cuts[-1] - 1] < batch_decisions / 2:
        cuts = cuts[:-1]
    batches = np.split(rows, cuts)
    return [batches[place] for place in rng.permutation(len(batches))]
