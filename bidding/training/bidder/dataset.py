"""The auctions of a recipe: split by deal, ordered by seed, cut into batches."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bidding.encoding.layout import N_CARDS, N_SUITS
from bidding.encoding.records import Records, join_records, owners, read_records, read_tables
from bidding.training.archives.outputs import check_sets
from bidding.training.bidder.recipe import VALIDATION_SHARE, Source

_POOL_BATCHES = 8
_CHUNK = 100_000


@dataclass(frozen=True)
class Dataset:
    """Recorded auctions and which of them are for training and for validation."""

    records: Records
    repeat: np.ndarray
    """(records,) how often each is seen in a pass, on average; 0 where it is not trained on."""

    validation: np.ndarray
    """The numbers of those kept for validation."""

    @property
    def auctions(self) -> int:
        """The number of auctions in one pass, on average."""
        return round(float(self.repeat.sum(dtype=np.float64)))

    @property
    def decisions(self) -> int:
        """The number of calls in one pass, on average."""
        return round(float(self.repeat @ self.records.n_calls.astype(np.float64)))

    def rows_of_pass(self, seed: int, number: int) -> np.ndarray:
        """The numbers of the auctions in a pass; a fraction of them is drawn anew in each."""
        whole = np.floor(self.repeat).astype(np.int64)
        drawn = np.random.default_rng([seed, number, 1]).random(len(whole)) < self.repeat - whole
        return np.repeat(np.arange(len(whole)), whole + drawn)


def load_dataset(
    sources: tuple[Source, ...], directory: Path, share: float = VALIDATION_SHARE
) -> Dataset:
    """Read the sources' files; this share of the deals is kept from training, to choose by.

    Of few deals one is kept at any rate. Files for reports are never read here.

    Raises ValueError when a source matches no file, files of ``prepare_auctions`` that are no
    finished set, or, by tables, files that do not count them.
    """
    parts: list[Records] = []
    repeats: list[np.ndarray] = []
    for source in sources:
        paths = sorted(directory.glob(source.files))
        if not paths:
            raise ValueError(f"no file {source.files!r} in {directory}; name it with --data")
        check_sets(paths)
        for path in paths:
            parts.append(read_records(path))
            repeats.append(_repeat(source, path, len(parts[-1])))
    records = join_records(parts)
    repeat = np.concatenate(repeats)
    repeat[_placeholders(records)] = 0
    held_out = _held_out(records.deal_keys(), repeat > 0, share)
    validation = np.flatnonzero(held_out & (repeat > 0))
    repeat[held_out] = 0
    if not repeat.any() or not len(validation):
        raise ValueError(
            f"{len(records)} auctions in {directory} are too few: a deal to train on and another "
            "to choose by are the least"
        )
    return Dataset(records, repeat, validation)


def _repeat(source: Source, path: Path, count: int) -> np.ndarray:
    """(count,) float64: how often each auction of a source's file is seen in a pass."""
    kept = min(source.limit or count, count)
    repeat = np.where(np.arange(count) < kept, float(source.repeat), 0.0)
    return repeat * np.sqrt(read_tables(path), dtype=np.float64) if source.by_tables else repeat


def _held_out(keys: np.ndarray, used: np.ndarray, share: float) -> np.ndarray:
    """(N,) bool: auctions of the deals kept for validation; a larger share has those of a smaller.

    ``keys`` (N,) uint64 tells the deals apart; the last byte counts most, so that 1/256 are those
    in which it is 0. ``used`` (N,) bool is which auctions count. Where the share leaves none of
    these, it is the deal of theirs with the smallest key.
    """
    held_out = keys.byteswap() < np.uint64(share * 2**64)
    if used.any() and not (held_out & used).any():
        return keys == keys[used].min()
    return held_out


def _placeholders(records: Records) -> np.ndarray:
    """(N,) bool: deals with a whole suit in one hand, entered where the cards were not known."""
    found = np.zeros(len(records), dtype=bool)
    for first in range(0, len(records), _CHUNK):
        chunk = slice(first, first + _CHUNK)
        owner = owners(records.deal[chunk]).reshape(-1, N_SUITS, N_CARDS // N_SUITS)
        found[chunk] = (owner == owner[:, :, :1]).all(-1).any(-1)
    return found


def batches_of_pass(
    dataset: Dataset, batch_decisions: int, seed: int, number: int
) -> list[np.ndarray]:
    """The batches of one pass, the same for the same seed and number.

    Auctions are shuffled, sorted by length within pools of a few batches (padding is then
    small), cut where a batch is full, and the batches shuffled. What is left at the end makes a
    batch of its own where it fills half of one.
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
