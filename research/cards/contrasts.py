"""The table of contrasts as objects, and the model's answers to them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from bidding.domain.auction import Auction
from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.cards import Hand
from bidding.domain.convention_card import CHOICES, Choice, ConventionCard
from bidding.domain.conventions import CONVENTIONS, Forcing
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.explaining.explainer import Explainer
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.parsing.text.hands import parse_hand
from bidding.parsing.text.words import parse_call, parse_system
from research.meanings.catalogue import Case, card_against_system
from research.meanings.claims import Belief, Claim, chance_claim
from research.meanings.verdicts import beliefs_about

TABLE = Path(__file__).with_name("contrasts.toml")
_KEYS = {"choice", "option", "base", "also", "than", "auction", "hand", "source"}
_KEYS |= {"shows", "instead"}
_FORCING = {
    "not forcing": {Forcing.NO},
    "forcing": {Forcing.ROUND, Forcing.GAME},
    "forcing for one round": {Forcing.ROUND},
    "forcing to game": {Forcing.GAME},
}
_SPOKEN = {"passes": PASS, "doubles": DOUBLE, "redoubles": REDOUBLE}


class Answer(NamedTuple):
    """What a spectator believes of the caller, or the chances of a hand's next call."""

    belief: Belief | None
    next_call: Mapping[Call, float]


@dataclass(frozen=True)
class Fact:
    """A claim about a call or about the next one, and the least probability asked of it."""

    text: str
    least: float
    value: Callable[[Answer], float]
    """Its probability by an answer; of how far a call is forcing, 1 or 0."""

    claim: Claim | None = None
    """On the caller's hand, if it is."""


@dataclass(frozen=True)
class Contrast:
    """Facts about a call with an option, and those with another one."""

    choice: Choice
    base: System
    option: str
    than: str
    also: tuple[tuple[str, str], ...]
    auction: Auction
    hand: Hand | None
    shows: tuple[Fact, ...]
    instead: tuple[Fact, ...]
    source: str

    def options(self, option: str) -> tuple[tuple[str, str], ...]:
        """Return the options of the card with this one."""
        return (*self.also, (self.choice.id, option))

    @property
    def name(self) -> str:
        """A unique name."""
        calls = " ".join(map(str, self.auction.calls)) or "opening"
        return f"{self.choice.id} {self.option}, not {self.than}: {calls}" + (
            "" if self.hand is None else f" with {self.hand}"
        )

    def case(self, option: str) -> Case:
        """Return the case of its call with an option."""
        return Case(self.base, self.auction, options=self.options(option))

    def position(self, option: str) -> Position:
        """Return what the player to call sees, with an option."""
        seat = self.auction.turn
        assert seat is not None
        systems = card_against_system(self.base, dict(self.options(option)), seat)
        return Position(self.hand, seat, self.auction, Vulnerability.NONE, systems)


@dataclass(frozen=True)
class Verdict:
    """The values of the facts of a contrast, first with the option, then with the other one."""

    contrast: Contrast
    with_option: tuple[float, ...]
    without: tuple[float, ...]
    """Of what the option shows, with the other one."""

    instead: tuple[float, ...]

    @property
    def holds(self) -> bool:
        """True if both sets of facts hold, each with its option, and the first not without it."""
        shows = self.contrast.shows
        return (
            _all_hold(shows, self.with_option)
            and _all_hold(self.contrast.instead, self.instead)
            and not _all_hold(shows, self.without)
        )

    def to_json(self) -> dict[str, Any]:
        """Return the values to keep, rounded."""
        values = {"with": self.with_option, "without": self.without, "instead": self.instead}
        rounded = {key: [round(value, 3) for value in some] for key, some in values.items()}
        return {**rounded, "holds": self.holds}


@cache
def contrasts() -> tuple[Contrast, ...]:
    """Return every contrast of the project's own table."""
    return read_contrasts(TABLE)


def read_contrasts(path: Path) -> tuple[Contrast, ...]:
    """Read a table of contrasts; raise ValueError naming the file and the entry at fault."""
    found = []
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["contrast"]:
        try:
            found.append(_contrast(entry))
        except (KeyError, ValueError) as error:
            at_fault = f"{entry.get('choice')} {entry.get('option')}, {entry.get('auction')!r}"
            raise ValueError(f"{path}: {at_fault}: {error!r}") from error
    return tuple(found)


def verdicts(explainer: Explainer, some: Sequence[Contrast]) -> list[Verdict]:
    """Ask the model about contrasts: refined answers where no hand is held."""
    asked = [(one, option) for one in some for option in (one.option, one.than)]
    cases = [one.case(option) for one, option in asked if one.hand is None]
    beliefs = beliefs_about(explainer, cases)
    answers = {}
    for one, option in tqdm(asked, desc="next calls", unit="hand", disable=None):
        if one.hand is None:
            answers[one, option] = Answer(beliefs[one.case(option)], {})
        else:
            (explained,) = explainer.explain_many([one.position(option)], compare=False)
            chances = {c.call: c.probability for c in explained.moments[-1].next_call}
            answers[one, option] = Answer(None, chances)
    return [
        Verdict(
            one,
            tuple(fact.value(answers[one, one.option]) for fact in one.shows),
            tuple(fact.value(answers[one, one.than]) for fact in one.shows),
            tuple(fact.value(answers[one, one.than]) for fact in one.instead),
        )
        for one in some
    ]


def _all_hold(facts: Sequence[Fact], values: Sequence[float]) -> bool:
    return all(value >= fact.least for fact, value in zip(facts, values, strict=True))


def _contrast(entry: Mapping[str, Any]) -> Contrast:
    if unknown := set(entry) - _KEYS:
        raise ValueError(f"unknown {', '.join(sorted(unknown))}")
    base = parse_system(entry.get("base", "sayc"))
    choice = next(one for one in CHOICES if one.id == entry["choice"])
    own = ConventionCard(base).option(choice.id).id
    option, than = entry["option"], entry.get("than", own)
    also = tuple(entry.get("also", {}).items())
    for one in (option, than):
        ConventionCard.of(base, {**dict(also), choice.id: one})
    if option == than:
        raise ValueError(f"{base.value} has {option!r} itself")
    calls = [parse_call(call) for call in entry["auction"].split()]
    hand = parse_hand(entry["hand"]) if "hand" in entry else None
    return Contrast(
        choice,
        base,
        option,
        than,
        also,
        Auction.of(Seat.N, calls),
        hand,
        _facts(entry["shows"], hand),
        _facts(entry["instead"], hand),
        entry["source"],
    )


def _facts(texts: Mapping[str, float], hand: Hand | None) -> tuple[Fact, ...]:
    if not texts or not all(0 < least <= 1 for least in texts.values()):
        raise ValueError(f"{dict(texts)}: a fact is missing, or no probability")
    of = _of_call if hand is None else _of_next_call
    return tuple(of(text, least) for text, least in texts.items())


def _of_next_call(text: str, least: float) -> Fact:
    """Parse "bids 1NT", "passes" or "does not bid 1NT"; raise ValueError for other texts."""
    if text.startswith("does not bid "):
        refused = parse_call(text.removeprefix("does not bid "))
        return Fact(text, least, lambda answer: 1 - answer.next_call.get(refused, 0.0))
    call = _SPOKEN.get(text) or parse_call(text.removeprefix("bids "))
    return Fact(text, least, lambda answer: answer.next_call.get(call, 0.0))


def _of_call(text: str, least: float) -> Fact:
    """Parse a chance claim, how far the call is forcing, or "named" with a convention's id."""
    if text in _FORCING:
        return Fact(text, least, lambda answer: float(_meaning(answer).forcing in _FORCING[text]))
    if text.startswith("named "):
        named = CONVENTIONS[text.removeprefix("named ")]
        return Fact(text, least, lambda answer: float(_meaning(answer).convention is named))
    claim = chance_claim(text)
    return Fact(text, least, lambda answer: claim.value(_belief(answer)), claim)


def _belief(answer: Answer) -> Belief:
    assert answer.belief is not None
    return answer.belief


def _meaning(answer: Answer) -> CallMeaning:
    meaning = _belief(answer).meaning
    assert meaning is not None
    return meaning
