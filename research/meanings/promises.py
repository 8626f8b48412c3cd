"""What calls promise, counted in recorded auctions that many begin with.

Robots' hands take the place of beliefs: the points and lengths of all players about to call, and of
those who then make the call. From these, promises are made as ``statements.promises`` makes them,
but hold for more of the hands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from bidding.domain.calls import ALL_CALLS, FIRST_BID, PASS
from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.convention_card import AT_ODDS, CHOICES
from bidding.domain.scoring import is_game
from bidding.domain.systems import System
from bidding.domain.table import RANKS, Seat, Side, Suit
from bidding.encoding.layout import AS_IN_BASE, N_CHOICES, PAD, SYSTEM_CODE
from bidding.encoding.records import OPTIONS_OF_SYSTEM, Records, owners
from bidding.encoding.views import card_hcp
from bidding.explaining.distributions import MOST_HCP, HandTable
from bidding.explaining.meanings.recorded import NOTHING, RELIED, UNSURE, RecordedPromises
from bidding.explaining.meanings.statements import NOTHING_PROMISED, Promise, Ranges, promises
from bidding.matches.rules import Rules

_OFTEN = 40  # hands that made a call, at least, for its promise to be counted
_CALLERS, _MOST_CALLERS = 80, 6000  # with all cards, at least and at most, that are looked at
_SHORT = 7  # calls of a beginning, at most, that are counted however rare
_SHARE = 8e-5  # of the auctions of a system, at least, that have a longer one
_FEW = 10  # calls, at most, that say nothing of an end of the points
_CALLS = 24  # of an auction, from the first on, that are read
_WITHIN = 0.97  # of the hands, at least, for points and for each length
_DRAWN = 30_000  # callers, at most, of a call, and whose turn it is, that are counted by option
_ERRORS = 4  # standard errors, at most, that those who differ in one choice are below _WITHIN
_STOPS = 0.01  # of a side's contracts, at most, below game after a call that forces to it
_GAMES = np.array(list(map(is_game, ALL_CALLS)))
_NOT_PLAYED = -1  # the end of an auction for a side that does not declare
_Hands = tuple[np.ndarray, np.ndarray]  # (G, 38) hands by points, (G, 4, 14) by lengths
_SIZES = (MOST_HCP + 1, *[CARDS_IN_HAND + 1] * len(Suit))


_AT_ODDS = [
    [
        place
        for place, other in enumerate(CHOICES)
        if any({choice.id, other.id} <= rule.options.keys() for rule in AT_ODDS)
    ]
    for choice in CHOICES
]


class _Played(NamedTuple):
    """Auctions of one system.

    calls (N, T) int64; numbers (N, T, 5) int8, the points and the lengths of S H D C of the player
    whose turn each is; sides (N, 2) bool, whether the dealer's and the other side play the system
    as it is; games (N, 2) int8, 1 where that side plays game or slam, 0 a part-score, else -1.
    """

    calls: np.ndarray
    numbers: np.ndarray
    sides: np.ndarray
    games: np.ndarray


def count_promises(
    files: Iterable[tuple[Records, Collection[System]]], rules: Rules | None = None
) -> RecordedPromises:
    """Count these systems of each of several files, one file at a time.

    Of the system of ``rules`` auctions are left out in which they make another call.
    """
    parts: dict[System, list[_Played]] = {}
    for records, systems in files:
        for system in systems:
            rows = np.arange(len(records))
            if rules is not None and rules.system is system:
                rows = keep_rules(records, rules)
            parts.setdefault(system, []).append(_played(records, system, rows))
    found = [
        (SYSTEM_CODE[system], calls, promise, forces)
        for system, some in parts.items()
        for calls, (promise, forces) in sorted(_promises_of(some).items())
    ]
    longest = max((len(calls) for _, calls, *_ in found), default=1)
    ends = [[promise.hcp, *promise.lengths] for _, _, promise, _ in found]
    return RecordedPromises(
        np.array([code for code, *_ in found], dtype=np.uint8),
        np.array(
            [[*calls, *[PAD] * (longest - len(calls))] for _, calls, *_ in found], dtype=np.uint8
        ).reshape(len(found), longest),
        np.array(ends, dtype=np.uint8).reshape(len(found), len(_SIZES), 2),
        np.array([forces for _, _, _, forces in found], dtype=bool),
        np.full((len(found), RELIED), UNSURE, dtype=np.uint8),
    )


class _Met(NamedTuple):
    """Callers whose calls so far are a beginning that is counted for some system.

    beginning (M,) int64; base (M,) int64 the code of the system of the caller's card; options
    (M, 2 · choices) int8 those of the caller's card, then of the opponents' if these have bid, else
    AS_IN_BASE; numbers (M, 5) int8 the points and lengths.
    """

    beginning: np.ndarray
    base: np.ndarray
    options: np.ndarray
    numbers: np.ndarray


def with_cards(files: Iterable[Records], promises: RecordedPromises) -> RecordedPromises:
    """Return the promises with the choices of a convention card on which each relies, and with what
    their calls promise by other options of these.

    Each promise is held against the hands of callers with all cards in these files, whatever their
    system, and relies on the choices with which, as in its system, it holds for ``_WITHIN`` of
    them; UNSURE stands where these are too few, or no such choices are found.
    """
    rows = promises.rows
    numbers = {calls: n for n, calls in enumerate(dict.fromkeys(calls for _, calls in rows))}
    met = _Met(*map(np.concatenate, zip(*(_met(each, numbers) for each in files), strict=True)))
    met = _Met(*(part[np.argsort(met.beginning, kind="stable")] for part in met))
    ends = np.searchsorted(met.beginning, np.arange(len(numbers) + 1))
    callers = {calls: slice(ends[number], ends[number + 1]) for calls, number in numbers.items()}
    beside: dict[bytes, list[slice]] = {}  # the callers of each turn, by the calls before it
    for calls, place in callers.items():
        beside.setdefault(calls[:-1], []).append(place)
    relied = np.full((len(promises.system), RELIED), UNSURE, dtype=np.uint8)
    rng = np.random.default_rng(1)
    found: dict[tuple[int, int, int], Promise] = {}  # by the row, the choice and the option
    in_order = sorted(rows.items(), key=lambda one: len(one[0][1]))
    for (code, calls), row in tqdm(
        in_order, desc="beginnings", disable=len(in_order) < _MOST_CALLERS
    ):
        some = _drawn(met, [callers[calls]], rng)
        if len(some.base) < _CALLERS:
            continue
        relied[row], alike = _relies(
            _Met(*(part[:_MOST_CALLERS] for part in some)), code, promises.ends[row]
        )
        if relied[row, 0] >= N_CHOICES:  # none of the caller's own
            continue
        turn = _drawn(met, beside[calls[:-1]], rng)
        earlier = rows.get((code, calls[: -len(Seat)]))
        for choice, option in _options_of(relied[row], code):
            made, before = (
                _with_option(one, code, alike, relied[row], choice, option) for one in (some, turn)
            )
            if len(made) < _OFTEN:
                continue
            previous = NOTHING_PROMISED
            if earlier is not None:
                previous = found.get((earlier, choice, option), previous)
                if choice not in relied[earlier] and relied[earlier, 0] != UNSURE:
                    previous = _promise(promises.ranges(earlier))
            found[row, choice, option] = _promise_of(before, made, previous)
    keys = np.array(list(found), dtype=np.int64).reshape(-1, 3)
    return promises._replace(
        relied=relied,
        other_row=keys[:, 0].astype(np.uint32),
        other_option=keys[:, 1:].astype(np.uint8),
        other_ends=np.array(
            [[one.hcp, *one.lengths] for one in found.values()], dtype=np.uint8
        ).reshape(len(found), len(_SIZES), 2),
    )


def _drawn(met: _Met, places: Sequence[slice], rng: np.random.Generator) -> _Met:
    """Return the callers at these places, of very many some drawn by chance."""
    rows = np.concatenate([np.arange(place.start, place.stop) for place in places])
    if len(rows) > _DRAWN:
        rows = np.sort(rng.choice(rows, _DRAWN, replace=False))
    return _Met(*(part[rows] for part in met))


def _options_of(relied: np.ndarray, code: int) -> Iterator[tuple[int, int]]:
    """Yield the other options than a system's of the caller's choices among these, those that are
    offered with it."""
    system = list(System)[code]
    for choice in map(int, relied[relied < N_CHOICES]):
        for number, option in enumerate(CHOICES[choice].options):
            if system not in option.bases | option.not_in:
                yield choice, number


def _with_option(
    met: _Met, code: int, alike: np.ndarray, relied: np.ndarray, choice: int, option: int
) -> np.ndarray:
    """Return the numbers (M, 5) of the callers with an option, of systems that are ``alike``
    (system,), whose other choices that matter, or may be at odds with it, are as in a system."""
    kept = alike[met.base] & (met.options[:, choice] == option)
    of_system = np.tile(OPTIONS_OF_SYSTEM[code], 2)
    for other in {*map(int, relied[relied < len(of_system)]), *_AT_ODDS[choice]}:
        if other != choice:
            kept &= np.isin(met.options[:, other], (of_system[other], AS_IN_BASE))
    return met.numbers[kept]


def _promise(ranges: Ranges) -> Promise:
    return NOTHING_PROMISED._replace(hcp=ranges.hcp, lengths=ranges.lengths)


def _promise_of(before: np.ndarray, made: np.ndarray, previous: Promise) -> Promise:
    """Return what a call promises, by the numbers (N, 5) of those whose turn it is and (M, 5) of
    those who make it."""
    tables = [_hands(one, np.zeros(len(one), dtype=np.int64), 1) for one in (before, made)]
    points = _telling_points(tables[0][0], tables[1][0], [previous])
    after = HandTable(*tables[1])
    (found,) = promises(
        HandTable(points, tables[0][1]), after, [previous], levels=(_WITHIN, _WITHIN)
    )
    return found


def _met(records: Records, numbers: Mapping[bytes, int]) -> _Met:
    """Return the callers in a file whose beginnings have these numbers."""
    dealers, calls = records.dealer.tolist(), records.calls.tobytes()
    systems = np.stack([records.system_ns, records.system_ew], axis=1).astype(np.int64)
    met: list[tuple[int, int, int, bool]] = []  # beginning, auction, caller, opponents passed
    for at, (one, other) in enumerate(systems.tolist()):
        start = int(records.start[at])
        for place in range(min(int(records.n_calls[at]), _CALLS)):
            made = calls[start : start + place + 1]
            beginning = numbers.get(made)
            if beginning is not None:
                silent = place == 0 or not any(made[place - 1 :: -2])
                if silent or one == other:
                    met.append((beginning, at, (dealers[at] + place) % len(Seat), silent))
    found, row, turn, passed = np.array(met, dtype=np.int64).reshape(-1, 4).T
    side = turn % len(Side)
    options = _options(records)[records.card[row]]
    own = options[np.arange(len(row)), side]
    theirs = np.where(passed[:, None] == 1, AS_IN_BASE, options[np.arange(len(row)), 1 - side])
    together = np.concatenate([own, theirs], axis=1).astype(np.int8)
    return _Met(found, systems[row, side], together, _numbers(records)[row, turn])


def _options(records: Records) -> np.ndarray:
    """Return (cards, 2, choices) int8 the options of both cards."""
    base = np.zeros((len(records.choices), len(Side)), dtype=np.int64)
    base[records.card] = np.stack([records.system_ns, records.system_ew], axis=1)
    return np.where(records.choices == AS_IN_BASE, OPTIONS_OF_SYSTEM[base], records.choices)


def _relies(met: _Met, code: int, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (RELIED,) the choices that must be as in a system for its promise to hold, and
    (system,) whether the callers of each system are looked at for that.

    One after the other the difference from the system that tells most clearly which hands are not
    within the promise is left out: another option, or another system as a whole; then those of
    whose hands too many are not within.
    """
    of_system = np.tile(OPTIONS_OF_SYSTEM[code], 2)
    others = [other for other in SYSTEM_CODE.values() if other != code]
    differs = (met.options != of_system) & (met.options != AS_IN_BASE)
    differs = np.concatenate([differs, met.base[:, None] == others], axis=1)
    within = (met.numbers >= ends[:, 0]) & (met.numbers <= ends[:, 1])
    found: list[int] = []
    alike = np.ones(len(SYSTEM_CODE), dtype=bool)
    unsure = np.full(RELIED, UNSURE, dtype=np.uint8), alike
    if differs.any(1).sum() < _OFTEN:
        return unsure
    while len(found) <= RELIED and len(within) >= _OFTEN:
        shares, count = within.mean(0), differs.sum(0)
        if shares.min() >= _WITHIN:
            holds = (differs.T.astype(np.float32) @ within / np.maximum(count, 1)[:, None]).min(1)
            error = np.sqrt(_WITHIN * (1 - _WITHIN) / np.maximum(count, 1))
            clearness = np.where(count >= _OFTEN, (_WITHIN - holds) / error, 0)
            if clearness.max() <= _ERRORS:
                return np.array([*found, *[NOTHING] * RELIED][:RELIED], dtype=np.uint8), alike
        else:
            worst = within[:, shares.argmin()].astype(np.float64)
            missed = (1 - worst) @ differs
            lost = missed / np.maximum(count, 1) - ((1 - worst).sum() - missed) / np.maximum(
                len(worst) - count, 1
            )
            clearness = np.where(count > 0, lost * np.sqrt(count * (len(worst) - count)), -np.inf)
            if clearness.max() <= 0:
                break
        best = int(clearness.argmax())
        if best < len(of_system):
            found.append(best)
        else:
            alike[others[best - len(of_system)]] = False
        kept = ~differs[:, best]
        within, differs = within[kept], differs[kept]
    return unsure


def keep_rules(records: Records, rules: Rules) -> np.ndarray:
    """Return the auctions (M,) in which no rule makes another call than the one recorded."""
    names = [str(call) for call in ALL_CALLS]
    kept = np.ones(len(records), dtype=bool)
    for row, (start, count) in enumerate(zip(records.start, records.n_calls, strict=True)):
        made = records.calls[start : start + count].tolist()
        calls = [names[call] for call in made]
        places = [place for place in range(len(made)) if rules.know(calls[:place])]
        hands = _suits(records, row) if places else []
        for place in places:
            seat = (int(records.dealer[row]) + place) % len(Seat)
            rule = rules.rule(calls[:place], hands[seat], ALL_CALLS[made[place]])
            if rule is not None and rule.call.index != made[place]:
                kept[row] = False
                break
    return np.flatnonzero(kept)


def _suits(records: Records, row: int) -> list[list[str]]:
    """Return the ranks of each hand's suits, from the highest."""
    owner = owners(records.deal[row : row + 1])[0].reshape(len(Suit), len(RANKS))
    return [
        ["".join(np.array(list(RANKS))[suit == seat]) for suit in owner]
        for seat in range(len(Seat))
    ]


def _played(records: Records, system: System, kept: np.ndarray) -> _Played:
    """Return those of the ``kept`` auctions in which a side plays the system as it is."""
    plain = (records.choices[records.card] == AS_IN_BASE).all(-1)  # (N, 2)
    plain &= np.stack([records.system_ns, records.system_ew], axis=1) == SYSTEM_CODE[system]
    rows = kept[plain[kept].any(-1)]
    place = np.arange(_CALLS)
    flat = np.minimum(records.start[rows, None] + place, len(records.calls) - 1)
    calls = np.where(place < records.n_calls[rows, None], records.calls[flat], PAD)
    numbers = _numbers(records)[rows]
    dealer = records.dealer[rows].astype(np.int64)[:, None]
    turn = (dealer + place) % len(Seat)
    side = (dealer + np.arange(len(Side))) % len(Side)
    return _Played(
        calls.astype(np.int64),
        np.take_along_axis(numbers.astype(np.int8), turn[..., None], axis=1),
        np.take_along_axis(plain[rows], side, axis=1),
        _games(records)[rows],
    )


def _numbers(records: Records) -> np.ndarray:
    """Return (N, 4, 5) int8 the points and the lengths of S H D C of each hand."""
    held = owners(records.deal)[:, None] == np.arange(len(Seat))[:, None]  # (N, 4, 52)
    lengths = held.reshape(len(records), len(Seat), len(Suit), len(RANKS)).sum(-1)
    points = held.astype(np.float32) @ card_hcp().numpy().astype(np.float32)
    return np.concatenate([points[..., None], lengths], axis=-1).astype(np.int8)


def _games(records: Records) -> np.ndarray:
    """Return (N, 2) int8 how the auctions end for the dealer's side and the other."""
    place = np.arange(len(records.calls)) - records.start.repeat(records.n_calls)
    bids = np.where(records.calls >= FIRST_BID, place, -1)
    last = np.maximum.reduceat(bids, records.start)  # the place of the last bid
    game = _GAMES[records.calls[records.start + last.clip(0)]]
    sides = np.arange(len(Side))
    declares = (last[:, None] >= 0) & (last[:, None] % len(Side) == sides)
    return np.where(declares, game[:, None], _NOT_PLAYED).astype(np.int8)


def _promises_of(parts: Iterable[_Played]) -> Mapping[tuple[int, ...], tuple[Promise, bool]]:
    """Return of each beginning that is recorded often the promise of the last call, and whether its
    side hardly ever stops below game."""
    played = _Played(*map(np.concatenate, zip(*parts, strict=True)))
    found: dict[tuple[int, ...], tuple[Promise, bool]] = {}
    nothing = (NOTHING_PROMISED, False)
    for side in range(len(Side)):
        for beginnings, (points, lengths), after, to_game in _levels(played, side):
            previous = [found.get(calls[: -len(Seat)], nothing)[0] for calls in beginnings]
            before = HandTable(_telling_points(points, after[0], previous), lengths)
            made = promises(before, HandTable(*after), previous, levels=(_WITHIN, _WITHIN))
            found |= zip(beginnings, zip(made, to_game, strict=True), strict=True)
    return found


def _levels(
    played: _Played, side: int
) -> Iterator[tuple[list[tuple[int, ...]], _Hands, _Hands, list[bool]]]:
    """Yield for each turn of a side, the dealer's or the other, the beginnings that its call ends,
    its players' hands before and after the call, and whether the side then plays game.

    The side plays the system as it is; so does the other, once it has not only passed.
    """
    calls, numbers, sides, games = (part[played.sides[:, side]] for part in played)
    passed = np.ones(len(calls), dtype=bool)  # whether the other side has only passed so far
    often = max(_OFTEN, _SHARE * len(calls))
    node = np.zeros(len(calls), dtype=np.int64)
    beginnings: list[tuple[int, ...]] = [()]
    for place in range(_CALLS):
        made = calls[:, place]
        step, of_row, count = np.unique(
            node * (PAD + 1) + made, return_inverse=True, return_counts=True
        )
        kept = (count >= (_OFTEN if place < _SHORT else often)) & (step % (PAD + 1) != PAD)
        parent, call = step[kept] // (PAD + 1), step[kept] % (PAD + 1)
        if not kept.any():
            return
        longer = [(*beginnings[at], int(last)) for at, last in zip(parent, call, strict=True)]
        number = np.where(kept, kept.cumsum() - 1, -1)[of_row]
        if place % len(Side) == side:
            hands = numbers[:, place]
            before = _hands(hands, node, len(beginnings))
            of_kept = number >= 0
            after = _hands(hands[of_kept], number[of_kept], len(longer))
            part, full = (
                np.bincount(number[of_kept & (games[:, side] == end)], minlength=len(longer))
                for end in (0, 1)
            )
            to_game = (part + full >= _OFTEN) & (part <= _STOPS * (part + full))
            yield longer, (before[0][parent], before[1][parent]), after, to_game.tolist()
        else:
            passed &= made == PASS.index
        rows = (number >= 0) & (passed | sides[:, 1 - side])
        calls, numbers, sides, games = (part[rows] for part in (calls, numbers, sides, games))
        passed = passed[rows]
        node, beginnings = number[rows], longer


def _telling_points(
    points: np.ndarray, made: np.ndarray, previous: Sequence[Promise]
) -> np.ndarray:
    """Return hands by points (N, 38) before calls, without the most and the least with which none
    was ``made`` (N, 38), if these are so rare that hardly any calls could be expected.

    An end that the player has promised is no rarity.
    """
    open_ends = [(one.hcp[0] == 0, one.hcp[1] == MOST_HCP) for one in previous]
    few = np.where(open_ends, _FEW, 1)
    expected = points / points.sum(-1, keepdims=True) * made.sum(-1, keepdims=True)
    kept = np.ones_like(points, dtype=bool)
    for end, each in enumerate((slice(None), slice(None, None, -1))):
        unseen = made[:, each].cumsum(-1) == 0
        rare = expected[:, each].cumsum(-1) < few[:, end, None]
        kept[:, each] &= ~(unseen & rare)
    return np.where(kept, points, 0)


def _hands(numbers: np.ndarray, group: np.ndarray, groups: int) -> _Hands:
    """Count hands (N, 5) by their group (N,): points (G, 38) and lengths (G, 4, 14)."""
    points, *lengths = (
        np.bincount(group * size + column, minlength=groups * size).reshape(groups, size)
        for size, column in zip(_SIZES, numbers.T.astype(np.int64), strict=True)
    )
    return points, np.stack(lengths, axis=1)
