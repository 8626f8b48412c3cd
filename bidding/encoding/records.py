"""Recorded auctions and a robot's labels of their calls: checked .npz files, and batches of them.

Auctions: ``deal`` (N, 13) uint8, two bits per card, lowest bits first, owner N E S W;
``dealer``, ``vul``, ``system_ns``, ``system_ew``, ``n_calls`` (N,) uint8; ``calls`` all
auctions concatenated. System 255 is unknown. Optionally ``tables`` (N,) uint16: the number of
tables at which each auction occurred; ``learned_from`` (N,) uint8: the number of the call for
whose sake each was recorded.

Labels: ``n_calls`` (N,) uint8; ``label`` (C,) uint16, an index into a list of texts;
``flags`` (C,) uint8, 1 alerted, 2 forcing, 4 forcing to game; C calls of all auctions
concatenated. The auctions are in a file of their own, or in the same file without deals.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import N_CALLS
from bidding.domain.convention_card import CHOICES
from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import (
    AS_IN_BASE,
    N_CARDS,
    N_CHOICES,
    N_SEATS,
    N_SYSTEMS,
    PAD,
    SYSTEM_CODE,
    UNKNOWN_SYSTEM,
)

_UNKNOWN_ON_FILE = 255
_DEAL_BYTES = N_CARDS // 4
_CHUNK = 20_000  # auctions checked at a time


# Exceptions of a damaged .npz; the last two where single bytes have changed.
UNREADABLE = (
    *(OSError, EOFError, TypeError, AttributeError, ValueError, zipfile.BadZipFile),
    *(zlib.error, NotImplementedError),
)

ALERTED, FORCING, GAME_FORCING = 1, 2, 4
_AUCTION = ("dealer", "vul", "system_ns", "system_ew", "n_calls", "calls")
_LABELS = ("n_calls", "label", "flags")


class BadRecords(ValueError):
    """An invalid file of auctions; the message names the file and the fault."""


@dataclass(frozen=True)
class Records:
    """N recorded auctions with their deals; every array is uint8 except ``start`` (int64)."""

    deal: np.ndarray  # (N, 13)
    dealer: np.ndarray
    vul: np.ndarray
    system_ns: np.ndarray
    system_ew: np.ndarray
    n_calls: np.ndarray
    calls: np.ndarray  # (sum of n_calls,)
    start: np.ndarray  # (N,) index in calls of each auction's first
    card: np.ndarray  # (N,) int64 index of the pair of convention cards
    choices: np.ndarray  # (M, 2, N_CHOICES) int8 options of each pair, AS_IN_BASE as the system

    def __len__(self) -> int:
        return len(self.deal)

    @property
    def decisions(self) -> int:
        """The total number of calls."""
        return len(self.calls)

    @property
    def changes(self) -> np.ndarray:
        """(N,) the number of choices by which the cards of both sides depart from their systems."""
        return np.asarray((self.choices != AS_IN_BASE).sum((1, 2))[self.card])

    @property
    def stated_cards(self) -> dict[str, np.ndarray]:
        """The arrays by which a file states the cards (``read_cards``); none if no card departs."""
        if (self.choices[self.card] == AS_IN_BASE).all():
            return {}
        sides = np.stack([self.system_ns, self.system_ew, self.card], axis=1)
        pairs, card = np.unique(sides, axis=0, return_inverse=True)
        base, choices = pairs[:, : len(Side)], self.choices[pairs[:, -1]]
        options = np.where(choices == AS_IN_BASE, OPTIONS_OF_SYSTEM[base], choices)
        stated = {"card": card.ravel().astype(np.uint32), "card_base": base.astype(np.uint8)}
        return {**stated, "card_options": options.astype(np.uint8)}

    def deal_keys(self, rows: np.ndarray | slice = slice(None)) -> np.ndarray:
        """Return (N,) uint64 hashes of the deals of these rows, for splits by deal."""
        deals = self.deal[rows]
        padded = np.zeros((len(deals), 16), dtype=np.uint8)
        padded[:, :_DEAL_BYTES] = deals
        words = padded.view(np.uint64)
        key = words[:, 0] * np.uint64(0x9E3779B97F4A7C15) ^ words[:, 1]
        key = (key ^ (key >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
        return np.asarray(key ^ (key >> np.uint64(29)))

    def digest(self) -> str:
        """Return the sha256 of all arrays, in hexadecimal."""
        arrays = [getattr(self, name) for name in _NAMES]
        return digest_of([*arrays, *self.stated_cards.values()])

    def to_npz(self) -> bytes:
        """Return the contents of a file."""
        arrays = {name: getattr(self, name) for name in _NAMES}
        for name in ("system_ns", "system_ew"):
            unknown = arrays[name] == UNKNOWN_SYSTEM
            arrays[name] = np.where(unknown, _UNKNOWN_ON_FILE, arrays[name]).astype(np.uint8)
        arrays |= self.stated_cards
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays)
        return buffer.getvalue()

    def batch(self, rows: np.ndarray) -> AuctionBatch:
        """Return the auctions of these rows with all four hands."""
        calls = padded_rows(self.calls, self.start[rows], self.n_calls[rows], PAD)
        systems = np.stack([self.system_ns[rows], self.system_ew[rows]], axis=1)
        return AuctionBatch(
            calls=torch.from_numpy(calls),
            n_calls=torch.from_numpy(self.n_calls[rows].astype(np.int64)),
            dealer=torch.from_numpy(self.dealer[rows].astype(np.int64)),
            vulnerability=torch.from_numpy(self.vul[rows].astype(np.int64)),
            systems=torch.from_numpy(systems.astype(np.int64)),
            choices=torch.from_numpy(self.choices[self.card[rows]]),
            hands=_hands(self.deal[rows]),
        )


_NAMES = tuple(
    field.name for field in fields(Records) if field.name not in ("start", "card", "choices")
)


def digest_of(arrays: Iterable[np.ndarray]) -> str:
    """Return the sha256 of the arrays' contents in order, in hexadecimal."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(array.tobytes())
    return digest.hexdigest()


def read_error(error: BaseException) -> str:
    """Return the reason why an .npz file cannot be read, without NumPy's advice to unpickle."""
    if "pickle" in str(error):
        return "it has Python objects in it, or is no such file at all"
    return str(error)


def padded_rows(
    values: np.ndarray, start: np.ndarray, counts: np.ndarray, padding: int
) -> np.ndarray:
    """Return (G, T) int64: G rows of concatenated values, padded to the longest.

    ``start`` and ``counts`` (G,) are the offset and length of each row.
    """
    lengths = counts.astype(np.int64)
    place = np.arange(int(lengths.max(initial=0)))
    flat = np.minimum(start[:, None] + place, max(len(values) - 1, 0))
    return np.where(place < lengths[:, None], values[flat], padding).astype(np.int64)


def owners(deal: np.ndarray) -> np.ndarray:
    """Unpack (G, 13) packed deals to (G, 52) uint8: the seat 0..3 that holds each card."""
    pairs = deal[:, :, None] >> np.array([0, 2, 4, 6], dtype=np.uint8) & 3
    return np.asarray(pairs.reshape(-1, N_CARDS))


def _hands(deal: np.ndarray) -> Tensor:
    """Unpack (G, 13) packed deals to (G, 4, 52) bool hands."""
    return torch.from_numpy(owners(deal)[:, None] == np.arange(N_SEATS, dtype=np.uint8)[:, None])


def records_from(
    arrays: dict[str, np.ndarray], cards: tuple[np.ndarray, np.ndarray] | None = None
) -> Records:
    """Return records of the arrays of a file, and of the cards that it states (``read_cards``)."""
    lengths = arrays["n_calls"].astype(np.int64)
    card, choices = cards or as_in_base(len(lengths))
    return Records(**arrays, start=np.cumsum(lengths) - lengths, card=card, choices=choices)


def as_in_base(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return ``card`` and ``choices`` of auctions whose sides play their systems as they are."""
    choices = np.full((1, len(Side), N_CHOICES), AS_IN_BASE, dtype=np.int8)
    return np.zeros(count, dtype=np.int64), choices


@dataclass(frozen=True)
class CardNumbers:
    """How files of auctions number bases, choices and options, by their ids.

    bases: (B,) code of each system
    choices: (C,) place of each choice among CHOICES
    options: (C, O) index of each option there
    """

    bases: np.ndarray
    choices: np.ndarray
    options: np.ndarray

    @classmethod
    def own(cls) -> CardNumbers:
        """Return the numbers in the order of System and CHOICES."""
        most = max(len(choice.options) for choice in CHOICES)
        numbers = np.arange(len(CHOICES))
        return cls(np.arange(N_SYSTEMS), numbers, np.tile(np.arange(most), (len(CHOICES), 1)))

    @classmethod
    def read(cls, path: Path) -> CardNumbers:
        """Read ``bases`` and ``choices``, each with ``id``, and ``options`` of choices, from JSON.

        Raises BadRecords for a file that has none, and for ids that are not known here.
        """
        known = {choice.id: place for place, choice in enumerate(CHOICES)}
        try:
            document = json.loads(path.read_bytes())
            bases = [SYSTEM_CODE[System(base["id"])] for base in document["bases"]]
            choices = [known[choice["id"]] for choice in document["choices"]]
            options = np.zeros((len(choices), 256), dtype=np.int8)
            for row, choice in enumerate(document["choices"]):
                ids = [option.id for option in CHOICES[choices[row]].options]
                for place, option in enumerate(choice["options"]):
                    options[row, place] = ids.index(option["id"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadRecords(f"{path}: no choices that are known here ({error})") from error
        return cls(np.array(bases), np.array(choices), options)


def read_cards(
    path: Path, numbers: CardNumbers | None = None
) -> tuple[np.ndarray, np.ndarray] | None:
    """Read (N,) the pair of cards of each auction and (M, 2, N_CHOICES) the choices of each pair.

    ``numbers`` are those of the file. Return None for a file that states no cards.
    """
    numbers = numbers or CardNumbers.own()
    try:
        arrays = load_arrays(path, ("card", "card_base", "card_options"))
    except BadRecords:
        return None
    stated = arrays["card_options"]
    try:
        own = OPTIONS_OF_SYSTEM[numbers.bases[arrays["card_base"]]]  # (M, 2, choice)
        options = own.copy()
        options[..., numbers.choices] = numbers.options[np.arange(stated.shape[-1]), stated]
    except IndexError as error:
        raise BadRecords(f"{path}: its cards have other choices ({error})") from error
    return arrays["card"].astype(np.int64), np.where(options == own, np.int8(AS_IN_BASE), options)


OPTIONS_OF_SYSTEM = np.array(
    [[choice.default(system) or 0 for choice in CHOICES] for system in System], dtype=np.int8
)


def read_records(path: Path, numbers: CardNumbers | None = None) -> Records:
    """Read and check one file, whose cards have these numbers.

    Raises BadRecords with the first fault found.
    """
    arrays = _arrays(path)
    arrays["system_ns"], arrays["system_ew"] = read_systems(arrays).T.copy()
    records = records_from(arrays, read_cards(path, numbers))
    _check(records, path)
    for first in range(0, len(records), _CHUNK):
        _check_auctions(records, np.arange(first, min(first + _CHUNK, len(records))), path)
    return records


def read_systems(arrays: dict[str, np.ndarray]) -> np.ndarray:
    """Return (N, 2) uint8 system codes of N-S and E-W from the codes on file."""
    codes = np.stack([arrays["system_ns"], arrays["system_ew"]], axis=1)
    return np.where(codes == _UNKNOWN_ON_FILE, UNKNOWN_SYSTEM, codes).astype(np.uint8)


def read_tables(path: Path) -> np.ndarray:
    """Read the (N,) number of tables of each auction. Raises BadRecords if a file has none."""
    arrays = load_arrays(path, ("n_calls", "tables"))
    tables, count = arrays["tables"], len(arrays["n_calls"])
    if tables.dtype.kind != "u" or tables.shape != (count,) or not tables.all():
        raise BadRecords(f"{path}: tables is not {count} whole numbers above 0")
    return tables


def load_arrays(path: Path, names: Iterable[str]) -> dict[str, np.ndarray]:
    """Read the named arrays of a file unchecked. Raises BadRecords if one is missing."""
    try:
        with np.load(path, allow_pickle=False) as file:
            absent = [name for name in names if name not in file]
            if absent:
                raise BadRecords(f"{path}: there is no array {absent[0]!r} in it")
            return {name: file[name] for name in names}
    except BadRecords:
        raise
    except UNREADABLE as error:
        raise BadRecords(f"{path}: cannot be read as .npz ({read_error(error)})") from error


def _arrays(path: Path) -> dict[str, np.ndarray]:
    """Read the arrays of a file and check their types and numbers of axes."""
    arrays = load_arrays(path, _NAMES)
    for name, array in arrays.items():
        if array.dtype != np.uint8 or array.ndim != (2 if name == "deal" else 1):
            raise BadRecords(f"{path}: {name} is {array.dtype}{array.shape}, not a row of uint8")
    return arrays


def _check(records: Records, path: Path) -> None:
    """Raise BadRecords for arrays whose sizes or values are invalid."""
    count = len(records)
    if records.deal.shape[1] != _DEAL_BYTES:
        raise BadRecords(f"{path}: deal is {records.deal.shape}, not (N, {_DEAL_BYTES}) bytes")
    limits = {"dealer": 4, "vul": 4, "system_ns": N_SYSTEMS, "system_ew": N_SYSTEMS}
    for name, limit in limits.items():
        values = getattr(records, name)
        if len(values) != count or (count and int(values.max()) >= limit):
            raise BadRecords(f"{path}: {name} is not {count} numbers under {limit}")
    calls = len(records.calls)
    if len(records.n_calls) != count or int(records.n_calls.sum(dtype=np.int64)) != calls:
        raise BadRecords(f"{path}: n_calls do not add up to the {calls} calls")
    if calls and int(records.calls.max()) >= N_CALLS:
        raise BadRecords(f"{path}: calls has a number over {N_CALLS - 1}")


def _check_auctions(records: Records, rows: np.ndarray, path: Path) -> None:
    """Raise BadRecords for invalid deals and for illegal or incomplete auctions."""
    batch = records.batch(rows)
    faulty = ~(batch.hands.sum(-1) == N_CARDS // N_SEATS).all(-1)
    if bool(faulty.any()):
        row = int(rows[int(faulty.int().argmax())])
        raise BadRecords(f"{path}: deal {row} does not give 13 cards to each seat")
    made = batch.calls < PAD  # (G, T)
    legal = batch.legal[:, :-1].gather(2, batch.calls.clamp(max=PAD - 1)[..., None])[..., 0]
    ended = batch.is_over.gather(1, batch.n_calls[:, None])[:, 0]
    faulty = (made & ~legal).any(1) | ~ended
    if bool(faulty.any()):
        row = int(rows[int(faulty.int().argmax())])
        raise BadRecords(f"{path}: auction {row} has an illegal call, or does not end")


def join_records(parts: Sequence[Records]) -> Records:
    """Concatenate records."""
    firsts = np.cumsum([0, *(len(part.choices) for part in parts[:-1])])
    return records_from(
        {name: np.concatenate([getattr(part, name) for part in parts]) for name in _NAMES},
        (
            np.concatenate([part.card + first for part, first in zip(parts, firsts, strict=True)]),
            np.concatenate([part.choices for part in parts]),
        ),
    )


@dataclass(frozen=True)
class LabelledAuctions:
    """N auctions and a robot's labels for their C calls."""

    dealer: np.ndarray
    vul: np.ndarray
    systems: np.ndarray  # (N, 2) codes of N-S and E-W
    n_calls: np.ndarray
    calls: np.ndarray  # (C,)
    label: np.ndarray  # (C,)
    flags: np.ndarray  # (C,)
    start: np.ndarray  # (N,) index in calls of each auction's first
    card: np.ndarray  # (N,) index of the pair of convention cards
    choices: np.ndarray  # (M, 2, N_CHOICES) options of each pair

    def __len__(self) -> int:
        return len(self.n_calls)

    def batch(self, rows: np.ndarray) -> AuctionBatch:
        """Return the auctions of these rows without hands."""
        calls = self.padded(self.calls, rows, PAD)
        return AuctionBatch(
            calls=calls,
            n_calls=torch.from_numpy(self.n_calls[rows].astype(np.int64)),
            dealer=torch.from_numpy(self.dealer[rows].astype(np.int64)),
            vulnerability=torch.from_numpy(self.vul[rows].astype(np.int64)),
            systems=torch.from_numpy(self.systems[rows].astype(np.int64)),
            choices=torch.from_numpy(self.choices[self.card[rows]]),
            hands=torch.zeros(1, N_SEATS, N_CARDS, dtype=torch.bool).expand(len(rows), -1, -1),
        )

    def padded(self, values: np.ndarray, rows: np.ndarray, padding: int) -> Tensor:
        """Return these rows of (C,) values as (G, T) int64."""
        return torch.from_numpy(padded_rows(values, self.start[rows], self.n_calls[rows], padding))


def read_labelled(
    auctions: Path,
    labels_path: Path | None = None,
    labels: int = 0,
    numbers: CardNumbers | None = None,
) -> LabelledAuctions:
    """Read auctions from one file and their labels from another, or from the same.

    ``labels`` is the number of texts, ``numbers`` are those of the cards. Raises BadRecords where a
    file cannot be read or the two files disagree about the auctions.
    """
    arrays = load_arrays(auctions, _AUCTION)
    path = labels_path or auctions
    labelled = load_arrays(path, _LABELS)
    if not np.array_equal(arrays["n_calls"], labelled["n_calls"]):
        raise BadRecords(f"{path}: its auctions are not those of {auctions}")
    n_calls = labelled["n_calls"]
    count = int(n_calls.sum(dtype=np.int64))
    for name in ("label", "flags"):
        if labelled[name].shape != (count,):
            raise BadRecords(f"{path}: {name} is {labelled[name].shape}, not ({count},)")
    if len(arrays["calls"]) != count:
        raise BadRecords(f"{auctions}: n_calls do not add up to the {len(arrays['calls'])} calls")
    if labels and count and int(labelled["label"].max()) >= labels:
        raise BadRecords(f"{path}: label has a number over {labels - 1}")
    lengths = n_calls.astype(np.int64)
    card, choices = read_cards(auctions, numbers) or as_in_base(len(n_calls))
    return LabelledAuctions(
        dealer=arrays["dealer"],
        vul=arrays["vul"],
        systems=read_systems(arrays),
        n_calls=n_calls,
        calls=arrays["calls"],
        label=labelled["label"],
        flags=labelled["flags"],
        start=np.cumsum(lengths) - lengths,
        card=card,
        choices=choices,
    )
