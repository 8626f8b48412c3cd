"""Which convention card fits a pair's calls: for each choice the odds of its options.

A card is as likely as it makes the calls, each given the caller's hand where that is known, and as
cards are beforehand: as the system is in each choice, but for some (``_DEPARTS``). First each
system is changed, one choice at a time, as long as that makes the calls likelier; only calls that
hardly fit are read for it. Then the options of every choice are compared on the likeliest of these
cards. All is computed in parts, short enough for more urgent work to run in between.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from bidding.domain.convention_card import (
    CHOICES,
    UNKNOWN_CARD,
    Choice,
    ConventionCard,
    InvalidCard,
    Systems,
)
from bidding.domain.position import PairBoard, PairCalls, Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side
from bidding.encoding.auction_batch import AuctionBatch, choices_of, encode_positions
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.views import Views, all_steps, next_call
from bidding.explaining.analysis.analysis import Step
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo
from bidding.yielding import yield_point

CLEAR_ODDS = 10.0  # from which on an option counts as what the pair plays
_DEPARTS = 0.2  # the share of choices in which cards are not as their system, beforehand
_ODD_CALLS = 0.01  # the share of calls, any of the legal ones, that no card explains
_FITS = 0.5  # a call with at least this chance is not read again to change a card
_COMES_UP = math.log(2)  # the least difference that options of a choice make to a call that tells
_MOST_STEPS = 12  # from a system, in search of the likeliest card
_HOPE = 2.0  # of further steps together, in gains of the last
_WORST, _TRIED = 12, 4  # calls on which all changes are tried, and changes tried on all calls
_CLIMBING = 0.3  # the share of the work that the search is
_PART_VIEWS = 1_000
_TELLING = 3  # calls named for each choice
_MOST_ODDS = 1e6
_STARTS = [ConventionCard(system) for system in System if system is not System.UNKNOWN]


class _Calls:
    """The calls of a pair, read by a bidder under any card."""

    def __init__(self, bidder: Bidder, asked: PairCalls) -> None:
        self.bidder, self.asked = bidder, asked
        positions = [
            Position(None, Seat.S, board.auction, board.vulnerability, _systems(board))
            for board in asked.boards
        ]
        batch = encode_positions(positions)
        for row, board in enumerate(asked.boards):
            for place, hand in enumerate(board.hands):
                if hand is not None:
                    batch.hands[row, place, [card.index for card in hand]] = True
        side = torch.tensor([int(board.side) for board in asked.boards])
        auction, step = all_steps(batch.n_calls)
        own = (batch.seat[auction, step] % 2 == side[auction]).nonzero()[:, 0]
        auction, step = auction[own], step[own]
        seat = batch.seat[auction, step]
        self.batch, self.side = batch, side
        self.views = Views(auction, step, seat, batch.hands[auction, seat].any(-1))
        self.made = next_call(batch, self.views)
        legal = batch.legal[auction, step].sum(-1)
        self.odd = _ODD_CALLS / legal

    def __len__(self) -> int:
        return len(self.views)

    @torch.inference_mode()
    def log_chances(self, cards: Sequence[ConventionCard], which: Tensor | None = None) -> Tensor:
        """Return (card, call) the log-likelihoods of all calls, or of some, under each card."""
        which = torch.arange(len(self)) if which is None else which
        boards, place = torch.unique(self.views.auction[which], return_inverse=True)
        views = self.views[which]
        count = len(boards)
        number = torch.arange(len(cards))
        batch = with_cards(self.batch[boards], self.side[boards], cards).to(self.bidder.device)
        many = Views(
            (place + count * number[:, None]).flatten(),
            *(part.repeat(len(cards)) for part in (views.step, views.viewer, views.sees_hand)),
        )
        chances = self.bidder.next_call(batch, many.to(self.bidder.device)).softmax(-1).cpu()
        made = chances.gather(1, self.made[which].repeat(len(cards))[:, None]).view(len(cards), -1)
        return (made.double() * (1 - _ODD_CALLS) + self.odd[which]).log()

    def place(self, call: int) -> tuple[int, int]:
        """Return the board of a call and its place in the auction."""
        return int(self.views.auction[call]), int(self.views.step[call])


def with_cards(batch: AuctionBatch, side: Tensor, cards: Sequence[ConventionCard]) -> AuctionBatch:
    """Return the G auctions under each of these cards of their (G,) sides, card by card."""
    rows = torch.arange(len(batch)).repeat(len(cards))
    own, many = side[rows], batch[rows]
    number = torch.arange(len(cards)).repeat_interleave(len(batch))
    codes = torch.tensor([SYSTEM_CODE[card.base] for card in cards])
    choices = torch.tensor([choices_of(card) for card in cards], dtype=torch.int8)
    row = torch.arange(len(rows))
    return replace(
        many,
        systems=many.systems.index_put((row, own), codes[number]),
        choices=many.choices.index_put((row, own), choices[number]),
    )


def _systems(board: PairBoard) -> Systems:
    """Return the systems of a board's sides; the pair's own is replaced by every card tried."""
    if board.side is Side.NS:
        return Systems(UNKNOWN_CARD, board.opponents)
    return Systems(board.opponents, UNKNOWN_CARD)


def neighbours(card: ConventionCard) -> Iterator[tuple[int, int, ConventionCard]]:
    """Yield the cards that differ in one choice: places of choice and option, and the card.

    Options that are not offered with its base are left out: what they change there is not known.
    """
    for place, choice in enumerate(CHOICES):
        own = card.option(choice.id)
        for number, option in enumerate(choice.options):
            if option == own or card.base in option.not_in:
                continue
            try:
                changed = ConventionCard.of(card.base, {**card.options, choice.id: option.id})
            except InvalidCard:
                continue
            yield place, number, changed


def prior(card: ConventionCard, start: ConventionCard) -> float:
    """Return how likely a card is beforehand, in nats, beside the one it was changed from."""
    return sum(
        math.log(_DEPARTS / (len(choice.options) - 1)) - math.log(1 - _DEPARTS)
        for choice in CHOICES
        if card.option(choice.id) != start.option(choice.id)
    )


@dataclass(frozen=True)
class _Climb:
    """The likeliest card found by changes from a start: its prior and likelihood, in nats."""

    start: ConventionCard
    card: ConventionCard
    total: float
    gain: float = 1e6  # by the last step
    steps: int = 0
    ended: bool = False

    @property
    def hope(self) -> float:
        """What the total hardly exceeds after further steps."""
        return self.total + _HOPE * self.gain

    def to_json(self) -> list[Any]:
        """Return what is kept between parts."""
        changed = [self.start.code, self.card.code]
        return [*changed, self.total, self.gain, self.steps, self.ended]

    @classmethod
    def from_json(cls, kept: Sequence[Any]) -> _Climb:
        """Restore from the result of ``to_json``."""
        start, card, *others = kept
        return cls(ConventionCard.from_code(start), ConventionCard.from_code(card), *others)


@dataclass(frozen=True)
class TellingCall:
    """A call that tells the likeliest option from the next: where it was made, and its odds."""

    board: int
    index: int
    odds: float


@dataclass(frozen=True)
class ChoiceEvidence:
    """The odds of a choice's likeliest option against all others, and of any change from the start;
    likelihoods in nats by option, None of options that cannot be on the rest of the card."""

    choice: Choice
    option: int
    odds: float
    change_odds: float
    log_likelihoods: tuple[float | None, ...]
    came_up: bool
    calls: tuple[TellingCall, ...]

    @property
    def is_clear(self) -> bool:
        """Return True if calls have told the option."""
        return self.came_up and self.odds >= CLEAR_ODDS

    def to_json(self) -> list[Any]:
        """Return what is kept between parts, without the choice."""
        calls = [[call.board, call.index, call.odds] for call in self.calls]
        odds = [self.odds, self.change_odds]
        return [self.option, *odds, self.log_likelihoods, self.came_up, calls]

    @classmethod
    def from_json(cls, choice: Choice, kept: Sequence[Any]) -> ChoiceEvidence:
        """Restore the evidence on a choice from the result of ``to_json``."""
        option, odds, change_odds, values, came_up, calls = kept
        telling = tuple(TellingCall(*call) for call in calls)
        return cls(choice, option, odds, change_odds, tuple(values), came_up, telling)


@dataclass(frozen=True)
class CardGuess:
    """Which card fits the calls: the bases with their likelihoods, and every choice."""

    asked: PairCalls
    model: ModelInfo
    start: ConventionCard
    bases: dict[System, float]
    choices: tuple[ChoiceEvidence, ...]

    @property
    def base_odds(self) -> float | None:
        """The odds of the base against all others; None where it was given."""
        others = [total for base, total in self.bases.items() if base is not self.start.base]
        return _odds([self.bases[self.start.base]], others) if others else None

    @property
    def card(self) -> ConventionCard:
        """The start with all clear changes, the clearest first where choices are at odds.

        Of a change that may be one of several it has the likeliest.
        """
        card = self.start
        for one in sorted(self.choices, key=lambda one: -one.change_odds):
            option = one.choice.options[one.option].id
            if one.came_up and one.change_odds >= CLEAR_ODDS:
                try:
                    card = ConventionCard.of(card.base, {**card.options, one.choice.id: option})
                except InvalidCard:
                    continue
        return card

    def to_json(self) -> dict[str, Any]:
        """Return the document of the API, of plain JSON values."""
        odds, card = self.base_odds, self.card
        return {
            "model": self.model.to_dict(),
            "calls": self.asked.n_calls,
            "card": {"base": card.base.value, "options": card.options}
            if card.changes
            else card.base.value,
            "code": card.code,
            "base": {
                "system": self.start.base.value,
                "odds": None if odds is None else _rounded(odds),
                "clear": odds is None or odds >= CLEAR_ODDS,
                "systems": [
                    {"system": base.value, "log_likelihood": round(value, 2)}
                    for base, value in self.bases.items()
                ],
            },
            "choices": [self._choice_json(one) for one in self.choices],
        }

    def _choice_json(self, one: ChoiceEvidence) -> dict[str, Any]:
        own = self.start.option(one.choice.id)
        values = zip(one.choice.options, one.log_likelihoods, strict=True)
        return {
            "choice": one.choice.id,
            "option": one.choice.options[one.option].id,
            "odds": _rounded(one.odds),
            "came_up": one.came_up,
            "clear": one.is_clear,
            "changed": one.choice.options[one.option] != own,
            "change_odds": _rounded(one.change_odds),
            "options": [
                {
                    "option": option.id,
                    "log_likelihood": None if value is None else round(value, 2),
                }
                for option, value in values
            ],
            "calls": [
                {
                    "board": call.board,
                    "index": call.index,
                    "call": str(self.asked.boards[call.board].auction.calls[call.index]),
                    "odds": _rounded(call.odds),
                }
                for call in one.calls
            ],
        }


def _odds(own: Sequence[float], others: Sequence[float]) -> float:
    """Return the odds of some log-likelihoods together against others together."""
    if not own or not others:
        return _MOST_ODDS if own else 1 / _MOST_ODDS
    nats = float(torch.tensor(own).logsumexp(0) - torch.tensor(others).logsumexp(0))
    return min(max(math.exp(min(nats, 100)), 1 / _MOST_ODDS), _MOST_ODDS)


def _rounded(odds: float) -> float:
    """Return odds to three figures."""
    return float(f"{odds:.3g}")


class CardGuesser:
    """Guesses cards, part by part.

    Sums have the climbs from each start, and then the evidence on the choices so far.
    """

    def __init__(self, bidder: Bidder, model: ModelInfo) -> None:
        self.bidder, self.model = bidder, model

    def advance(self, asked: PairCalls, sums: dict[str, Any] | None) -> Step[CardGuess]:
        """Do one more part; the same calls and sums give the same step."""
        calls = _Calls(self.bidder, asked)
        if sums is None:
            starts = _STARTS if asked.card is None else [asked.card]
            totals = calls.log_chances(starts).sum(1).tolist()
            climbs = [
                _Climb(start, start, total) for start, total in zip(starts, totals, strict=True)
            ]
            done: list[Any] = []
        else:
            climbs, done = [_Climb.from_json(one) for one in sums["climbs"]], sums["choices"]
        best = max(climbs, key=lambda climb: climb.total)
        following = _next_climb(climbs)
        if following is not None:
            climbs[climbs.index(following)] = _climbed(calls, following)
        else:
            first = len(done)
            done = [*done, *_evidence(calls, best, first)]
        share = sum(climb.steps > 0 for climb in climbs) / len(climbs) * _CLIMBING
        share += (1 - _CLIMBING) * len(done) / len(CHOICES)
        kept = {"climbs": [climb.to_json() for climb in climbs], "choices": done}
        if len(done) < len(CHOICES):
            return Step(kept, share, 1, None)
        evidence = tuple(
            ChoiceEvidence.from_json(choice, one) for choice, one in zip(CHOICES, done, strict=True)
        )
        bases = {climb.card.base: climb.total for climb in climbs}
        return Step(kept, 1.0, 1, CardGuess(asked, self.model, best.start, bases, evidence))


def _next_climb(climbs: Sequence[_Climb]) -> _Climb | None:
    """Return the climb to go on with; None once no other may become the highest.

    A step hardly gains more than the one before. One choice can make a system look all wrong.
    """
    highest = max(climb.total for climb in climbs)
    promising = [climb for climb in climbs if not climb.ended and climb.hope > highest]
    return max(promising, key=lambda climb: climb.hope) if promising else None


def _climbed(calls: _Calls, climb: _Climb) -> _Climb:
    """Return the climb after one more change; ended if none makes the calls likelier.

    Changes are tried on the calls that fit least, and the best of them on all.
    """
    ended = replace(climb, steps=climb.steps + 1, ended=True)
    own = calls.log_chances([climb.card])[0]
    order = own.argsort()[:_WORST]
    worst = order[own[order] < math.log(_FITS)]
    if climb.steps >= _MOST_STEPS or not len(worst):
        return ended
    cards = [card for _, _, card in neighbours(climb.card)]
    found = torch.cat(list(_sliced(calls, cards, worst))).sum(1)
    promising = sorted(
        (
            (prior(card, climb.start) + float(total), n)
            for n, (card, total) in enumerate(zip(cards, found, strict=True))
        ),
        reverse=True,
    )[:_TRIED]
    tried = [cards[n] for _, n in promising]
    totals = calls.log_chances(tried).sum(1).tolist()
    total, place = max(
        (prior(card, climb.start) + total, n)
        for n, (card, total) in enumerate(zip(tried, totals, strict=True))
    )
    if total <= climb.total:
        return ended
    gain = total - climb.total
    return replace(climb, card=tried[place], total=total, gain=gain, steps=climb.steps + 1)


def _sliced(
    calls: _Calls, cards: Sequence[ConventionCard], which: Tensor | None = None
) -> Iterator[Tensor]:
    """Yield the log-likelihoods of calls under some cards at a time."""
    size = max(1, _PART_VIEWS // (len(calls) if which is None else len(which)))
    for first in range(0, len(cards), size):
        yield_point()
        yield calls.log_chances(cards[first : first + size], which)


def _evidence(calls: _Calls, climb: _Climb, first: int) -> list[Any]:
    """Return what is kept of the evidence on some choices, from the first on."""
    of_choice: dict[int, list[tuple[int, ConventionCard]]] = {}
    for place, number, card in neighbours(climb.card):
        of_choice.setdefault(place, []).append((number, card))
    found: list[Any] = []
    left = _PART_VIEWS
    own = calls.log_chances([climb.card])[0]
    for place in range(first, len(CHOICES)):
        others = of_choice.get(place, [])
        left -= len(others) * len(calls)
        if found and left < 0:
            break
        read = list(_sliced(calls, [card for _, card in others]))
        options = [number for number, _ in others]
        found.append(
            _evidence_on(calls, climb, place, options, torch.cat([own[None], *read])).to_json()
        )
    return found


def _evidence_on(
    calls: _Calls, climb: _Climb, place: int, options: Sequence[int], read: Tensor
) -> ChoiceEvidence:
    """Return the evidence on a choice.

    ``read`` are the (option, call) log-likelihoods of the card's own option, then of these.
    """
    choice, card = CHOICES[place], climb.card
    own = choice.options.index(card.option(choice.id))
    usual = choice.options.index(climb.start.option(choice.id))
    numbers = [own, *options]
    likelihoods = read.sum(1)
    beforehand = torch.tensor(
        [
            math.log(1 - _DEPARTS)
            if number == usual
            else math.log(_DEPARTS / (len(choice.options) - 1))
            for number in numbers
        ]
    )
    posterior = likelihoods + beforehand
    best, *others = posterior.argsort(descending=True).tolist()
    came_up = float((read.amax(0) - read.amin(0)).max()) >= _COMES_UP
    telling: list[TellingCall] = []
    if others:
        changed = numbers[best] != usual and usual in numbers
        gains = read[best] - read[numbers.index(usual) if changed else others[0]]
        telling = [
            TellingCall(*calls.place(call), math.exp(gains[call]))
            for call in gains.argsort(descending=True).tolist()[:_TELLING]
            if gains[call] >= _COMES_UP
        ]
    values = dict(zip(numbers, posterior.tolist(), strict=True))
    unchanged = [values.pop(usual)] if usual in values else []
    by_option = dict(zip(numbers, (likelihoods - likelihoods[0]).tolist(), strict=True))
    return ChoiceEvidence(
        choice,
        numbers[best],
        _odds([float(posterior[best])], posterior[others].tolist()),
        _odds(list(values.values()), unchanged),
        tuple(by_option.get(number) for number in range(len(choice.options))),
        came_up,
        tuple(telling),
    )
