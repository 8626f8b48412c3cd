"""The calls that meanings are learned from, each auction so far once."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np
import torch

from bidding.domain.calls import PASS
from bidding.domain.conventions import NATURAL
from bidding.domain.table import Side
from bidding.encoding.auction_batch import OPTIONS_OF_SYSTEM
from bidding.encoding.layout import (
    AS_IN_BASE,
    N_CHOICES,
    N_SYSTEMS,
    UNKNOWN_SYSTEM,
    VOCABULARY,
)
from bidding.encoding.records import CardNumbers, LabelledAuctions, read_labelled
from bidding.training.meanings.robot import RobotLabels, forcing_of

_HASH_SEED = 5
_LONGEST = 320  # calls of an auction, at most 319
_CHUNK = 50_000
VALIDATION_EVERY = 64  # one auction in so many is held out


@dataclass(frozen=True)
class StatedCalls:
    """N calls, each the last of an auction so far, and the statement about it."""

    auctions: LabelledAuctions
    row: np.ndarray  # (N,) the auction
    place: np.ndarray  # (N,) its place in the auction, from 0 on
    name: np.ndarray  # (N,) index of MEANINGS
    forcing: np.ndarray  # (N,) index of Forcing
    count: np.ndarray  # (N,) occurrences of this auction so far

    def __len__(self) -> int:
        return len(self.row)


def read_files(directory: Path, labels: Path) -> tuple[list[str], LabelledAuctions]:
    """Read the files of a folder, but those for reports: their names, and their auctions joined.

    They are ``robot-NAME.npz`` with ``meaning-NAME.npz``, and ``odd-NAME.npz`` and
    ``robot-cards-NAME.npz``, which state meanings themselves; ``cards.json`` has the numbers of
    cards. Raise ValueError if there are none, and BadRecords for one that cannot be read.
    """
    stated = sorted(path.stem.removeprefix("meaning-") for path in directory.glob("meaning-*.npz"))
    names = [name for name in stated if not name.endswith("-dev")]
    alone = [*directory.glob("odd-*.npz"), *directory.glob("robot-cards-*.npz")]
    names += sorted(path.stem for path in alone if not path.stem.endswith("-dev"))
    if not names:
        raise ValueError(f"there is no meaning-*.npz in {directory}")
    numbers = CardNumbers.read(cards) if (cards := directory / "cards.json").exists() else None
    count, parts = len(read_labels(labels)), []
    for name in names:
        apart = name in stated
        auctions = directory / (f"robot-{name}.npz" if apart else f"{name}.npz")
        stated_in = directory / f"meaning-{name}.npz" if apart else None
        parts.append(read_labelled(auctions, stated_in, count, numbers))
    columns = {
        field.name: np.concatenate([getattr(part, field.name) for part in parts])
        for field in fields(LabelledAuctions)
        if field.name != "start"
    }
    pairs = [len(part.choices) for part in parts]
    columns["card"] += np.repeat(np.cumsum(pairs) - pairs, [len(part) for part in parts])
    lengths = columns["n_calls"].astype(np.int64)
    return names, LabelledAuctions(**columns, start=np.cumsum(lengths) - lengths)


def read_labels(path: Path) -> list[str]:
    """Return the robot's texts by number; raise ValueError for a file that is no list of them."""
    texts = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{path} is not a JSON list of texts")
    return texts


def stated_calls(
    auctions: LabelledAuctions, labels: RobotLabels, share_of_passes: float, seed: int
) -> StatedCalls:
    """Return the calls of all auctions, each auction so far once.

    Of natural passes only a share is kept, drawn by the seed.
    """
    keys = history_keys(auctions)
    _, first, count = np.unique(keys, return_index=True, return_counts=True)
    row = np.repeat(np.arange(len(auctions)), auctions.n_calls)
    name, forcing = meanings_of(auctions, labels)
    plain = (auctions.calls[first] == PASS.index) & (name[first] == NATURAL)
    kept = ~plain | (np.random.default_rng(seed).random(len(first)) < share_of_passes)
    first, count = first[kept], count[kept]
    place = first - auctions.start[row[first]]
    return StatedCalls(auctions, row[first], place, name[first], forcing[first], count)


def with_stated_cards(auctions: LabelledAuctions, share: float, seed: int) -> LabelledAuctions:
    """Return the auctions with the cards of some sides stated choice by choice.

    They are a share of the sides that play a known system as it is.
    """
    known = auctions.systems != UNKNOWN_SYSTEM
    shown = known & (np.random.default_rng(seed).random(known.shape) < share)
    key = auctions.card * 4 + shown @ (2, 1)
    for side in Side:
        key = key * N_SYSTEMS + auctions.systems[:, side]
    _, first, card = np.unique(key, return_index=True, return_inverse=True)
    choices = auctions.choices[auctions.card[first]]
    plain = shown[first] & (choices == AS_IN_BASE).all(2)
    own = OPTIONS_OF_SYSTEM.numpy()[auctions.systems[first]]
    choices = np.where(plain[..., None], own, choices)
    return replace(auctions, card=card.ravel(), choices=choices)


def meanings_of(auctions: LabelledAuctions, labels: RobotLabels) -> tuple[np.ndarray, np.ndarray]:
    """Return (C,) the meaning and (C,) the force of every call as stated."""
    name = np.empty(len(auctions.calls), dtype=np.uint8)
    for first in range(0, len(auctions), _CHUNK):
        rows = np.arange(first, min(first + _CHUNK, len(auctions)))
        batch = auctions.batch(rows)
        label, flags = (auctions.padded(x, rows, 0) for x in (auctions.label, auctions.flags))
        found = labels.meanings(batch, label, flags).numpy()
        begin = auctions.start[rows[0]]
        name[begin : begin + int(auctions.n_calls[rows].sum(dtype=np.int64))] = found[found >= 0]
    return name, forcing_of(torch.from_numpy(auctions.flags)).numpy().astype(np.uint8)


def history_keys(auctions: LabelledAuctions) -> np.ndarray:
    """Return (C,) uint64: keys equal for equal auctions so far and cards.

    Seats are counted from the dealer; vulnerability does not count.
    """
    rng = np.random.default_rng(_HASH_SEED)
    of_call = rng.integers(1, 1 << 63, (_LONGEST, VOCABULARY), dtype=np.uint64)
    of_system = rng.integers(1, 1 << 63, (2, N_SYSTEMS), dtype=np.uint64)
    n_calls = auctions.n_calls.astype(np.int64)
    place = np.arange(len(auctions.calls)) - np.repeat(auctions.start, n_calls)
    sums = np.cumsum(of_call[place, auctions.calls], dtype=np.uint64)
    before = np.where(auctions.start > 0, sums[auctions.start - 1], np.uint64(0))
    number, side = np.arange(len(auctions)), auctions.dealer % 2
    of_choice = rng.integers(1, 1 << 63, (2, N_CHOICES), dtype=np.uint64)
    changes = (auctions.choices - AS_IN_BASE).astype(np.uint64)  # (M, 2, N_CHOICES)
    ours, theirs = (
        of_system[role, auctions.systems[number, of]]
        + (changes @ of_choice[role])[auctions.card, of]
        for role, of in enumerate((side, 1 - side))
    )
    return np.asarray(sums - np.repeat(before - ours - theirs, n_calls))
