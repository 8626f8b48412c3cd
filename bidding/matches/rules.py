"""Rules of a system that come before a bidder: an auction, a hand, a call.

``booklet.toml`` next to this module has those of the ACBL SAYC booklet and describes the format.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from pathlib import Path
from typing import Any

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.cards import WORK_POINTS, playing_tricks
from bidding.domain.convention_card import ConventionCard
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Suit
from bidding.matches.bidders import Calls, Turns
from bidding.parsing.text.words import parse_call

Suits = Sequence[str]
"""The ranks of a hand's spades, hearts, diamonds and clubs."""
_Fact = Callable[[Suits], bool]

_VARIABLES = {"M": (Suit.S, Suit.H), "m": (Suit.D, Suit.C), "x": tuple(Suit), "y": tuple(Suit)}
_SUITS = {suit.plural: suit for suit in Suit}
_FACTS: dict[str, _Fact] = {
    "balanced": lambda suits: sorted(map(len, suits))[:2] in ([2, 3], [3, 3]),
    "shortness": lambda suits: min(map(len, suits)) <= 1,
}
_RANGE = re.compile(r"(\d+)(?:(\+)|-(\d+))? (\w+)(?: in (\w+))?")
_VARIABLE = re.compile(r"(?<![A-Za-z])([Mmxy])\b")
_STOPPER = re.compile(r"A|K.|Q..|J...")  # of ranks from the highest
_FORCING = {"": 0, "one round": 2, "game": 6}
_ALERTED = 1


@dataclass(frozen=True)
class Rule:
    """A call for hands with all facts of one of several lists; ``instead`` of these calls of the
    bidder, of any if there are none. ``passed`` and ``partner_passed`` are None where they do not
    matter. ``label`` and ``flags`` say what the call means in the words and numbers of the files
    of meanings, where the bidder itself would mean something else."""

    about: str
    call: Call
    hands: tuple[tuple[_Fact, ...], ...]
    instead: frozenset[Call]
    passed: bool | None
    partner_passed: bool | None
    label: str
    flags: int

    def fits(self, suits: Suits) -> bool:
        """Return True for a hand that makes the call."""
        return any(all(fact(suits) for fact in facts) for facts in self.hands)


class Rules:
    """The rules of a system, by the calls from the opening bid on."""

    def __init__(self, system: System, rules: Mapping[str, Sequence[Rule]]) -> None:
        self.system, self._rules = system, rules

    def __iter__(self) -> Iterator[Rule]:
        return (rule for rules in self._rules.values() for rule in rules)

    def know(self, calls: Sequence[str]) -> bool:
        """Return True if some hand has a rule after these calls."""
        return any(True for _ in self._after(calls))

    def rule(self, calls: Sequence[str], suits: Suits, made: Call) -> Rule | None:
        """Return the first rule for a hand after these calls, where a bidder ``made`` a call."""
        for rule in self._after(calls):
            if (not rule.instead or made in rule.instead) and rule.fits(suits):
                return rule
        return None

    def meaning(self, calls: Sequence[str], call: Call) -> Rule | None:
        """Return the rule that says what a call means after these calls."""
        return next((rule for rule in self._after(calls) if rule.label and rule.call == call), None)

    def _after(self, calls: Sequence[str]) -> Iterator[Rule]:
        passes = next((at for at, call in enumerate(calls) if call != str(PASS)), len(calls))
        passed, partner_passed = (
            any((len(calls) - place) % 4 == away for place in range(passes)) for away in (0, 2)
        )
        for rule in self._rules.get(" ".join(calls[passes:]), ()):
            if rule.passed in (None, passed) and rule.partner_passed in (None, partner_passed):
                yield rule


class RuleBidder:
    """Calls by the rules where a side plays their system; else as another bidder does."""

    def __init__(self, rules: Rules, bidder: Calls) -> None:
        self.rules, self.bidder = rules, bidder

    def calls(self, turns: Turns) -> list[Call]:
        """Return the calls of the rules where one fits, and else the bidder's."""
        made = self.bidder.calls(turns)
        return [self._call(*turn) for turn in zip(turns.seen, made, strict=True)]

    def _call(self, position: Position, made: Call) -> Call:
        if position.systems.of(position.seat) != ConventionCard(self.rules.system):
            return made
        suits = str(position.hand).split(".")
        rule = self.rules.rule([str(call) for call in position.auction.calls], suits, made)
        return made if rule is None else rule.call


def read_rules(path: Path) -> Rules:
    """Read a file of rules. Raise OSError, and ValueError that names the rule at fault."""
    by_auction: defaultdict[str, list[Rule]] = defaultdict(list)
    where = str(path)
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        system = System(content["system"])
        for group in content["after"]:
            for entry in group["rules"]:
                where = f"{path}: {entry['about']}"
                found = list(_rules_of(group["auction"], entry))
                if not found:
                    raise ValueError("no auction fits")
                for auction, rule in found:
                    by_auction[auction].append(rule)
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{where}: {error}") from error
    return Rules(system, dict(by_auction))


def _rules_of(patterns: str | list[str], entry: dict[str, Any]) -> Iterator[tuple[str, Rule]]:
    """The rules of an entry, one for each auction and each way to fill its variables in."""
    for pattern in _listed(patterns):
        texts = [
            pattern,
            entry["call"],
            *_listed(entry.get("hand", [])),
            *_listed(entry.get("instead", [])),
        ]
        used = sorted(set(_VARIABLE.findall(" ".join(texts))))
        for suits in permutations(Suit, len(used)):
            bound = dict(zip(used, suits, strict=True))
            if all(suit in _VARIABLES[name] for name, suit in bound.items()):
                for auction in _auctions(pattern.split(), bound):
                    rule = _rule(entry, bound, auction)
                    if rule is not None:
                        yield " ".join(map(str, auction.calls)), rule


def _rule(entry: dict[str, Any], bound: dict[str, Suit], auction: Auction) -> Rule | None:
    """The rule after an auction; None if the call is not possible there."""
    call = _call(entry["call"], bound, auction)
    if call is None or not auction.is_legal(call):
        return None
    others = [_call(text, bound, auction) for text in _listed(entry.get("instead", []))]
    instead = frozenset(other for other in others if other is not None)
    if others and not instead:
        return None
    return Rule(
        about=entry["about"],
        call=call,
        hands=tuple(
            tuple(_fact(text.strip(), bound) for text in hand.split(","))
            for hand in _listed(entry.get("hand", "0+ HCP"))
        ),
        instead=instead,
        passed=entry.get("passed"),
        partner_passed=entry.get("partner_passed"),
        label=entry.get("label", ""),
        flags=_FORCING[entry.get("forcing", "")] | _ALERTED * entry.get("alerted", False),
    )


def _listed(texts: str | list[str]) -> list[str]:
    return [texts] if isinstance(texts, str) else texts


def _auctions(tokens: Sequence[str], bound: dict[str, Suit]) -> Iterator[Auction]:
    """The auctions of a pattern."""
    for choice in product(*(token.split("|") for token in tokens)):
        auction: Auction | None = Auction(Seat.N)
        for text in choice:
            assert auction is not None
            call = _call(text, bound, auction)
            if call is None or not auction.is_legal(call):
                auction = None
                break
            auction = auction.after(call)
        if auction is not None:
            yield auction


def _call(text: str, bound: dict[str, Suit], auction: Auction) -> Call | None:
    """A call as it is written: ``1S``, ``2y``, the cheapest bid ``=y``, the single jump ``+y``."""
    if text[-1] not in bound:
        return parse_call(text)
    suit = bound[text[-1]]
    if text[0] not in "=+":
        return parse_call(text[0] + suit.name)
    bids = [
        bid for bid in auction.legal_calls if bid.strain is not None and bid.strain.suit is suit
    ]
    return next(iter(bids["=+".index(text[0]) :]), None)


def _fact(text: str, bound: dict[str, Suit]) -> _Fact:
    """Parse a fact of a hand. Raise ValueError."""
    if text in _FACTS:
        return _FACTS[text]
    if text.startswith("stopper in "):
        stopped = _suit(text.removeprefix("stopper in "), bound)
        return lambda suits: _STOPPER.match(suits[stopped]) is not None
    found = _RANGE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no fact of a hand")
    least = int(found[1])
    most = 40 if found[2] else int(found[3] or least)
    if found[4] == "others":
        rest = [suit for suit in Suit if suit not in bound.values()]
        return lambda suits: all(least <= len(suits[suit]) <= most for suit in rest)
    count = _count(found[4], None if found[5] is None else _suit(found[5], bound), bound)
    return lambda suits: least <= count(suits) <= most


def _count(what: str, suit: Suit | None, bound: dict[str, Suit]) -> Callable[[Suits], float]:
    """A number of a hand, or of one of its suits."""
    if what == "tricks":
        return playing_tricks
    values = {"HCP": WORK_POINTS, "aces": {"A": 1}, "honours": dict.fromkeys("AKQ", 1)}.get(what)
    if values is None:
        length = _suit(what, bound)
        return lambda suits: len(suits[length])
    if suit is None:
        return lambda suits: sum(values.get(rank, 0) for held in suits for rank in held)
    return lambda suits: sum(values.get(rank, 0) for rank in suits[suit])


def _suit(text: str, bound: dict[str, Suit]) -> Suit:
    """A suit by its name or variable. Raise ValueError."""
    if text in bound:
        return bound[text]
    if text not in _SUITS:
        raise ValueError(f"{text!r} is no suit of the rule")
    return _SUITS[text]
