"""Solved deals, split by deal: no test deal is ever trained on.

The first 3,000 deals of ``dd-0.npz`` and those of ``dd-test-*.npz`` are test deals, the next 500
and those of ``dd-dev-*.npz`` validation deals. The rest of the first file and all other
``dd-*.npz`` are training deals.

Without files the deals whose results come with the program are used: seed 95 for tests, the first
1,500 of seed 1343 for validation, the rest of it and seeds 1321 to 1342 for training.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bidding.tricks.solved import (
    BadSolvedDeals,
    SolvedDeals,
    join_solved,
    read_full,
    read_solved,
)
from bidding.tricks.solving import stored_deals

FIRST_FILE = "dd-0.npz"
FILES = "dd-*.npz"
TEST_FILES, DEV_FILES = "dd-test-*.npz", "dd-dev-*.npz"
N_TEST = 3_000
N_VALIDATION = 500
TEST_SEED, DEV_SEED = 95, 1343
TRAIN_SEEDS = range(1321, DEV_SEED)  # and the rest of DEV_SEED
N_DEV = 1_500
HOW_TO_SOLVE = (
    "`python manage.py record deals 20000 --seed 0 --out FOLDER/dd-0.npz` makes dd-0.npz. It needs "
    "more than 3,500 deals: the first 3,000 are for tests, the next 500 for validation"
)


@dataclass(frozen=True)
class TrainTestDeals:
    """Full deals, none of them in two parts, and endings of fewer cards."""

    train: SolvedDeals
    validation: SolvedDeals
    """For choices: when to stop, which network."""

    test: SolvedDeals
    """For reports only."""

    endings: SolvedDeals | None = None
    """Deals of fewer than 13 cards a hand, for training only."""


def kept_for_tests(path: Path) -> int | None:
    """Return the number of test deals at the start of a file, by its name; None for all."""
    if path.match(TEST_FILES) or not path.match(FILES):
        return None
    return N_TEST if path.name == FIRST_FILE else 0


def perhaps_learned_from(path: Path, count: int) -> str | None:
    """Describe the deals among the first of a file that may have been trained on, by its name."""
    kept = kept_for_tests(path)
    if kept is None or count <= kept:
        return None
    which = f"all deals but the first {kept:,}" if kept else "the deals"
    return f"{path.name}: {which} of a file of this name are trained on, or chosen by"


def load_split(folders: Sequence[Path]) -> TrainTestDeals:
    """Split the solved deals of these folders' ``dd-*.npz``.

    Raise BadSolvedDeals for a file that cannot be read, if ``dd-0.npz`` is missing or too small,
    and if no deal is left for training or validation.
    """
    # A linked file is known by the link's name.
    named = {path.resolve(): path for folder in folders for path in sorted(folder.glob(FILES))}
    paths = [named[place] for place in sorted(named)]
    first = _first_file(paths, folders)
    tests, devs = ([path for path in paths if path.match(name)] for name in (TEST_FILES, DEV_FILES))
    others = [read_solved(path) for path in paths if path not in (first, *tests, *devs)]
    stock = read_full(first)
    if len(stock) <= N_TEST + N_VALIDATION:
        raise BadSolvedDeals(f"{first}: {len(stock)} deals; {N_TEST + N_VALIDATION} are held out")
    test = join_solved([stock.rows(slice(N_TEST)), *map(read_full, tests)])
    dev = stock.rows(slice(N_TEST, N_TEST + N_VALIDATION))
    dev = _without(join_solved([dev, *map(read_full, devs)]), test)
    rest = stock.rows(slice(N_TEST + N_VALIDATION, None))
    full = join_solved([rest, *(part for part in others if part.held is None)])
    endings = [part for part in others if part.held is not None]
    train = _without(full, join_solved([test, dev]))
    for part, use in ((train, "train on"), (dev, "choose by")):
        if not len(part):
            raise BadSolvedDeals(f"{first.parent}: all deals are tested on, none are left to {use}")
    return TrainTestDeals(
        train=train,
        validation=dev,
        test=test,
        endings=join_solved(endings) if endings else None,
    )


def known_split() -> TrainTestDeals:
    """Split the full deals whose results come with the program.

    Raise BadSolvedDeals if results are missing or cannot be read.
    """
    test, last = stored_deals(TEST_SEED), stored_deals(DEV_SEED)
    dev = _without(last.rows(slice(N_DEV)), test)
    rest = [*map(stored_deals, TRAIN_SEEDS), last.rows(slice(N_DEV, None))]
    train = _without(join_solved(rest), join_solved([test, dev]))
    return TrainTestDeals(train=train, validation=dev, test=test)


def _first_file(paths: Sequence[Path], folders: Sequence[Path]) -> Path:
    """Return the one ``dd-0.npz`` of the folders."""
    found = [path for path in paths if path.name == FIRST_FILE]
    if len(found) != 1:
        where = ", ".join(map(str, folders)) or "no folder"
        raise BadSolvedDeals(f"{len(found)} files {FIRST_FILE} in {where}. {HOW_TO_SOLVE}")
    return found[0]


def _without(deals: SolvedDeals, others: SolvedDeals) -> SolvedDeals:
    """Return the deals that are not among the others."""
    forbidden, keys = set(others.keys()), deals.keys()
    return deals.rows(np.array([key not in forbidden for key in keys], dtype=bool))
