"""What calls promise, counted in recorded auctions.

Where many recorded auctions begin with the same calls, the hands of their callers say what the last
of these promises, and no beliefs about them are needed; beliefs about hands are held to them
(``keep_promises``), so that a picture agrees with its sentence. ``python -m research.meanings
promises`` writes the file, which belongs to no weights.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import ALL_CALLS, PASS, Call
from bidding.domain.convention_card import CHOICES, ConventionCard
from bidding.domain.table import Side, Strain, Suit
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import (
    AS_IN_BASE,
    N_CHOICES,
    N_HIDDEN,
    N_SEATS,
    PAD,
    SYSTEM_CODE,
    UNKNOWN_SYSTEM,
)
from bidding.encoding.views import Views, all_steps
from bidding.explaining.meanings.card_calls import promise_on_card
from bidding.explaining.meanings.statements import Ranges
from bidding.networks.bidder import Outputs

FILE = Path(__file__).resolve().parents[2] / "weights" / "promises.npz"

KEPT, DOUBTED = 0.95, 0.985
"""The chance of a range of points, or of cards, that recorded auctions promise, at least; and where
the network gives it less than a half, which has not learned the call then. 99.5 and 99.7 % of the
robots' hands are within, but other players' are less often."""
_UNCOUNTED = 0.95
"""What beliefs must give the ranges of a system for them to hold for a card that departs from it,
where too few hands of such cards were counted, if the change may matter."""
_NEVER = 1e-4  # the chance of a range, at most, that the viewer's own cards exclude
_ONE_NOTRUMP, *_ONE_MINOR = (Call.bid(1, one).index for one in (Strain.NT, Strain.D, Strain.C))
_ONE_DIAMOND, _ = _ONE_MINOR
_SHORT_CLUB = 2  # cards
_SLAM_BIDDING = 4  # the level from which on it may be
_RANGE, _SIX_CARDS = "notrump_range", "notrump_six_card_minor"  # choices of a card
_MINORS = (Suit.D, Suit.C)
_SYSTEMS = tuple(SYSTEM_CODE)  # by code
_DIAMONDS, _CARDS = "one_diamond_length", {"three": 3, "four": 4, "five": 5}


RELIED = 4  # choices of cards on which a promise relies, at most
NOTHING, UNSURE = 255, 254

Beginning = tuple[int, bytes]  # the code of the caller's system, and the calls


class RecordedPromises(NamedTuple):
    """The promises of N beginnings of auctions, by their last call.

    system (N,) uint8 the caller's; calls (N, T) uint8 from the first on, PAD after the last;
    ends (N, 5, 2) uint8 the least and the most HCP, and cards of S H D C; to_game (N,) bool;
    relied (N, RELIED) uint8 the choices of a card that departs from the system with which, as in
    the system, they hold for it, too: those of the caller's card, then those of the opponents',
    NOTHING for no further one, UNSURE where that is not known. Of K other options of the caller's
    choices among these: other_row (K,) the beginning, other_option (K, 2) uint8 the choice and the
    option, other_ends (K, 5, 2) what the call promises then.
    """

    system: np.ndarray
    calls: np.ndarray
    ends: np.ndarray
    to_game: np.ndarray
    relied: np.ndarray
    other_row: np.ndarray = np.zeros(0, dtype=np.uint32)
    other_option: np.ndarray = np.zeros((0, 2), dtype=np.uint8)
    other_ends: np.ndarray = np.zeros((0, 5, 2), dtype=np.uint8)

    @classmethod
    def load(cls, path: Path = FILE) -> RecordedPromises:
        """Load a file."""
        with np.load(path, allow_pickle=False) as file:
            return cls(**file)

    @property
    def rows(self) -> dict[Beginning, int]:
        """The rows by the caller's system and the calls."""
        text, width = self.calls.tobytes(), self.calls.shape[1]
        starts, counts = range(0, len(text), width), (self.calls != PAD).sum(1).tolist()
        beginnings = zip(self.system.tolist(), starts, counts, strict=True)
        return {
            (code, text[start : start + count]): row
            for row, (code, start, count) in enumerate(beginnings)
        }

    def ranges(self, row: int) -> Ranges:
        """Return what the last call of a beginning promises."""
        hcp, *suits = map(tuple, self.ends[row].tolist())
        return Ranges(hcp, tuple(suits), bool(self.to_game[row]))

    def other_ranges(self, row: int, choice: int, option: int) -> Ranges | None:
        """Return what the last call of a beginning promises by another option of a choice; None if
        too few have it."""
        place = np.flatnonzero(
            (self.other_row == row) & (self.other_option == (choice, option)).all(1)
        )
        if not len(place):
            return None
        hcp, *suits = map(tuple, self.other_ends[place[0]].tolist())
        return Ranges(hcp, tuple(suits))

    @property
    def by_beginning(self) -> dict[Beginning, Ranges]:
        """The ranges by the caller's system and the calls."""
        return {beginning: self.ranges(row) for beginning, row in self.rows.items()}


@cache
def _released() -> tuple[RecordedPromises, dict[Beginning, int]]:
    """Return the promises beside the weights, and their rows; to make all ranges takes a second."""
    promises = RecordedPromises.load()
    return promises, promises.rows


def recorded_promises(
    batch: AuctionBatch, auction: Tensor, step: Tensor, made: Tensor
) -> list[Ranges | None]:
    """Return what each of C calls promises by the recorded auctions: the calls ``made`` (C,) after
    ``step`` (C,) calls of an ``auction`` (C,).

    None where these are too few, where the opponents have bid and play another system, and where a
    card departs from its system in a choice that matters; what a card states goes before.
    """
    departs = (batch.choices != AS_IN_BASE).numpy()  # (N, 2, choice)
    plain = np.asarray(~departs.any(-1)).tolist()
    systems = batch.systems.tolist()
    caller = batch.seat[auction, step] % len(Side)
    calls = batch.calls.to(torch.uint8).numpy()
    promises, rows = _released()  # without calls, too: it is loaded with the model
    found = []
    each = (part.tolist() for part in (auction, step, caller, made))
    for row, place, side, last, card in zip(*each, batch.cards_of(auction, caller), strict=True):
        own, theirs = systems[row][side], systems[row][1 - side]
        earlier = calls[row, :place]
        alone = bool((earlier[::-1][::2] == PASS.index).all())
        beginning = earlier.tobytes() + bytes([last])
        at = rows.get((own, beginning)) if alone or theirs == own else None
        ranges = None if at is None else promises.ranges(at)
        if at is not None and not (plain[row][side] and (alone or plain[row][1 - side])):
            theirs_departs = departs[row, 1 - side] & (not alone)
            changed = np.concatenate([departs[row, side], theirs_departs])
            ranges = _for_card(promises, at, card, beginning, changed)
        if own != UNKNOWN_SYSTEM and (ranges is None or not plain[row][side]):
            made_so_far = [ALL_CALLS[index] for index in beginning]
            ranges = promise_on_card(card, made_so_far, _SYSTEMS[theirs]) or ranges
        found.append(ranges)
    return found


def _for_card(
    promises: RecordedPromises, at: int, card: ConventionCard, beginning: bytes, changed: np.ndarray
) -> Ranges | None:
    """Return what a system promises at a row as far as it holds for a card that departs from it in
    the choices ``changed``, the opponents' after the caller's, or by another option of the one on
    which it relies; an opening, what the card states."""
    ranges, relied = promises.ranges(at), promises.relied[at]
    *earlier, last = beginning
    if set(earlier) <= {PASS.index}:
        if last == _ONE_NOTRUMP:
            return _opened_by_card(ranges, card)
        if last in _ONE_MINOR and _DIAMONDS in card.options:
            return _minor_by_card(ranges, card, last)
    changed = changed & _may_matter(beginning)
    if not changed.any():
        return ranges
    if relied[0] == UNSURE:
        return ranges._replace(to_game=False, needed=_UNCOUNTED)
    relied = relied[relied != NOTHING]
    matter = relied[changed[relied]].tolist()
    if not matter:
        return ranges._replace(to_game=False)
    if len(matter) > 1 or matter[0] >= N_CHOICES:
        return None
    return promises.other_ranges(at, matter[0], dict(card.indices)[matter[0]])


@lru_cache(maxsize=10_000)
def _may_matter(beginning: bytes) -> np.ndarray:
    """Return (2 · choices,) bool the choices, the caller's and the opponents', that may matter to
    a call: by the opening, notrump bids, the level, and whether both sides have acted."""
    acted = [(place, ALL_CALLS[call]) for place, call in enumerate(beginning) if call != PASS.index]
    bids = [call for _, call in acted if call.is_bid]
    sections, choices = set(), set()
    if bids:
        opening, contested = bids[0], len({place % len(Side) for place, _ in acted}) > 1
        one_of_suit = opening.level == 1 and opening.suit is not None
        if one_of_suit:
            is_major = opening.suit in (Suit.S, Suit.H)
            sections |= {"majors" if is_major else "minors", "responses", "rebids"}
            choices |= {_RANGE, "splinters"} if is_major else {_RANGE, _DIAMONDS, "splinters"}
        elif opening.level > 1:
            sections |= {"openings"}
            choices |= {"kokish", "weak_two_ask"}
        if Call.bid(1, Strain.NT) in bids:
            sections |= {"after_1nt"}
            choices |= {_RANGE, _SIX_CARDS, "notrump_5422"}
        sections |= {"after_2nt"} if Call.bid(2, Strain.NT) in bids else set()
        sections |= {"slam"} if bids[-1].level >= _SLAM_BIDDING else set()
        if contested:
            sections |= {"competition"}
            choices |= {"nt_interference"}
    matters = [choice.section in sections or choice.id in choices for choice in CHOICES]
    return np.array(matters * len(Side))


def _opened_by_card(of_system: Ranges, card: ConventionCard) -> Ranges:
    """Return what a 1NT opening promises by a card, from what it does in the card's system. All
    robots with cards of their own have kept to it."""
    low, high = map(int, card.option(_RANGE).id.split("-"))
    lengths = list(of_system.lengths)
    if card.option(_SIX_CARDS).id != ConventionCard(card.base).option(_SIX_CARDS).id:
        for suit in _MINORS:
            lengths[suit] = lengths[suit][0], 6 if card.option(_SIX_CARDS).id == "yes" else 5
    return of_system._replace(hcp=(low, high), lengths=tuple(lengths))


def _minor_by_card(of_system: Ranges, card: ConventionCard, opening: int) -> Ranges:
    """Return what a 1♦ or 1♣ opening promises by a card that states another length of diamonds than
    its system, from what it does in that. All robots with such cards have kept to it; hands of too
    few diamonds, and no five-card major, open 1♣ on two cards."""
    lengths = list(of_system.lengths)
    if opening == _ONE_DIAMOND:
        lengths[Suit.D] = _CARDS[card.option(_DIAMONDS).id], lengths[Suit.D][1]
    else:
        lengths[Suit.C] = min(_SHORT_CLUB, lengths[Suit.C][0]), lengths[Suit.C][1]
    return of_system._replace(lengths=tuple(lengths), to_game=False)


def keep_promises(outputs: Outputs, batch: AuctionBatch, views: Views) -> Outputs:
    """Return the outputs with the points and lengths of each hidden hand of these views, the first
    ones, within what the player's last counted call promises with a chance of ``KEPT`` at least,
    or of ``DOUBTED``.

    The network is unsure of calls that it seldom met in training. Within and beyond a range the
    chances keep their proportions.
    """
    hands, ranges = _sound(outputs, *_counted(batch, views))
    if not ranges:
        return outputs
    pairs = [[points, *suits] for points, suits, *_ in ranges]
    ends = torch.tensor(pairs, device=outputs.hcp.device)
    hcp, lengths = outputs.hcp.clone(), outputs.lengths.clone()
    hcp[hands] = _mostly_within(hcp[hands], ends[:, 0])
    lengths[hands] = _mostly_within(lengths[hands], ends[:, 1:])
    return outputs._replace(hcp=hcp, lengths=lengths)


def _counted(batch: AuctionBatch, views: Views) -> tuple[tuple[Tensor, Tensor], list[Ranges]]:
    """Return the views and the places in them of the hidden hands whose players have made counted
    calls, and what the last of these promises of each."""
    used, row = map(torch.from_numpy, np.unique(views.auction.cpu(), return_inverse=True))
    given = batch.to("cpu")[used]
    auction, step = all_steps(given.n_calls)
    recorded = recorded_promises(given, auction, step, given.calls[auction, step])
    counted = torch.tensor([ranges is not None for ranges in recorded], dtype=torch.bool)
    made = torch.arange(len(recorded)).where(counted, -1)
    last = torch.full((*given.seat.shape, N_SEATS), -1)  # (auction, calls so far, player)
    last[auction, step + 1, given.seat[auction, step]] = made
    last = last.cummax(1).values
    player = (views.viewer.cpu()[:, None] + torch.arange(1, N_HIDDEN + 1)) % N_SEATS
    found = last[row[:, None], views.step.cpu()[:, None], player]  # (view, hidden player)
    view, place = (found >= 0).nonzero(as_tuple=True)
    promised = (recorded[call] for call in found[view, place].tolist())
    return (view, place), [ranges for ranges in promised if ranges is not None]


def _sound(
    outputs: Outputs, hands: tuple[Tensor, Tensor], ranges: list[Ranges]
) -> tuple[tuple[Tensor, Tensor], list[Ranges]]:
    """Return those hands, and their ranges, but for ranges that beliefs do not bear out."""
    if not any(one.needed for one in ranges):
        return hands, ranges
    chances = (
        part[hands].double().softmax(-1).cpu().numpy() for part in (outputs.hcp, outputs.lengths)
    )
    sound = [one.hold(*of_hand) for one, *of_hand in zip(ranges, *chances, strict=True)]
    view, place = (part[torch.tensor(sound)] for part in hands)
    return (view, place), [one for one, kept in zip(ranges, sound, strict=True) if kept]


def _mostly_within(logits: Tensor, ends: Tensor) -> Tensor:
    """Return logits (..., n) with a chance within the ranges (..., 2) of ``KEPT``, or of
    ``DOUBTED``, at least."""
    values = torch.arange(logits.shape[-1], device=logits.device)
    inside = (values >= ends[..., :1]) & (values <= ends[..., 1:])
    chance = (logits.double().softmax(-1) * inside).sum(-1, keepdim=True)
    least = torch.where(chance < 1 / 2, DOUBTED, KEPT)
    gain = (least.logit() - chance.logit(eps=_NEVER)).clamp(min=0).where(chance > _NEVER, 0)
    return logits + gain.to(logits.dtype) * inside
