"""Why one call scores better than another, in a sentence on how the auctions after them end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from bidding.domain.calls import Call
from bidding.domain.messages import Message
from bidding.domain.scoring import GAME_LEVELS
from bidding.domain.table import Seat, Side, Strain
from bidding.explaining.analysis.lookahead import PASSED_OUT
from bidding.explaining.distributions import Floats
from bidding.explaining.wording import call_name, percent
from bidding.networks.advice_head import SURE_ERRORS

_WORTH_NAMING = 0.05  # IMPs; less is 0.0 in a sentence
MOSTLY = 0.5
_NAME = re.compile(r"(\d)(NT|[CDHS])(X{0,2}) by ([NESW])")
_STAKES = {"": 1, "X": 2, "XX": 4}
_SLAM_LEVEL = 6


class Stage(IntEnum):
    """How high a contract is."""

    PART_SCORE, GAME, SLAM = range(3)


class SideContract(NamedTuple):
    """A contract by either player of the caller's side (``ours``) or of the other."""

    ours: bool
    level: int
    strain: Strain
    doubled: int

    @classmethod
    def of(cls, name: str, side: Side) -> SideContract | None:
        """Read a contract from its name; None if passed out."""
        if name == PASSED_OUT:
            return None
        found = _NAME.fullmatch(name)
        assert found is not None
        level, strain, stake, declarer = found.groups()
        return cls(Seat[declarer].side is side, int(level), Strain[strain], _STAKES[stake])

    @property
    def stage(self) -> Stage:
        """The stage of the bid, whether doubled or not."""
        if self.level >= _SLAM_LEVEL:
            return Stage.SLAM
        return Stage.GAME if self.level >= GAME_LEVELS[self.strain] else Stage.PART_SCORE


class Ending(NamedTuple):
    """Auctions that end alike: their share of all, how often the contract makes in these, and the
    points of the caller's side."""

    share: float
    makes: float
    points: float


class Endings:
    """The endings of the auctions that begin with one call of a side.

    ``sums`` are those of ``lookahead.CallSums.contracts``.
    """

    def __init__(self, sums: Mapping[str, Floats], side: Side) -> None:
        self.total = float(sum(of[0] for of in sums.values()))
        self.contracts: dict[SideContract | None, Floats] = {}
        for name, of in sums.items():
            contract = SideContract.of(name, side)
            self.contracts[contract] = self.contracts.get(contract, np.zeros(3)) + of
        self.likeliest = max(self.contracts, key=lambda contract: self.contracts[contract][0])
        self.points = self.ending(lambda contract: True).points
        self.of_likeliest = self.ending(lambda contract: contract == self.likeliest)
        mostly = self.of_likeliest.share >= MOSTLY
        self.contract = self.likeliest if mostly else None  # none also where it is passed out
        # The stage that the caller's side mostly plays at, undoubled.
        self.stage = next((stage for stage in Stage if self.at(stage).share >= MOSTLY), None)

    def ending(self, includes: Callable[[SideContract | None], bool]) -> Ending:
        """Return the endings in these contracts together."""
        found = [of for contract, of in self.contracts.items() if includes(contract)]
        weight, makes, points = np.sum([np.zeros(3), *found], axis=0)
        if weight == 0:
            return Ending(0.0, 0.0, 0.0)
        return Ending(float(weight / self.total), float(makes / weight), float(points / weight))

    def at(self, stage: Stage) -> Ending:
        """Return the ending in undoubled contracts of the caller's side at a stage."""
        return self.ending(
            lambda one: one is not None and one.ours and one.doubled == 1 and one.stage is stage
        )


def reason_sentence(
    calls: tuple[Call, Call],
    endings: tuple[Endings, Endings],
    imps: float,
    error: float,
    layouts: int,
) -> Message:
    """Return sentences on the better call, given first, and the usual one: how auctions end after
    them, and the IMPs that the first won over the second on so many layouts."""
    return Message(
        "{first} {second}",
        first=_endings_sentence(calls, endings),
        second=_layouts_sentence(calls, imps, error, layouts),
    )


def _layouts_sentence(calls: tuple[Call, Call], imps: float, error: float, layouts: int) -> Message:
    better, worse = map(call_name, calls if imps > 0 else reversed(calls))
    if abs(imps) < _WORTH_NAMING:
        usual = call_name(calls[1])
        return Message("On {layouts} layouts {usual} did as well.", layouts=layouts, usual=usual)
    values = {"layouts": layouts, "best": better, "imps": f"{abs(imps):.1f}", "usual": worse}
    if abs(imps) > SURE_ERRORS * error:
        return Message("On {layouts} layouts {best} won {imps} IMPs more than {usual}.", **values)
    return Message(
        "On {layouts} layouts {best} won {imps} IMPs more than {usual}, which may be chance.",
        **values,
    )


def _endings_sentence(calls: tuple[Call, Call], endings: tuple[Endings, Endings]) -> Message:
    (best, usual), (one, other) = calls, endings
    if one.contract is not None and one.contract == other.contract:
        return _alike(calls, endings, one.contract)
    if (found := _sacrifice(one, other)) is not None:
        return found
    found = _higher(usual, one, other) or Message(
        "{first} {second}", first=_after(best, one), second=_after(usual, other)
    )
    return Message("{first} {second}", first=found, second=_average(calls, endings))


def _average(calls: tuple[Call, Call], endings: tuple[Endings, Endings]) -> Message:
    """Say what both calls score: often making, and scoring, are two things."""
    best, usual = map(call_name, calls)
    points, other = (_points(one.points) for one in endings)
    return Message(
        "On average {best} scores {points} points, {usual} {other}.",
        best=best,
        points=points,
        usual=usual,
        other=other,
    )


def _alike(
    calls: tuple[Call, Call], endings: tuple[Endings, Endings], contract: SideContract
) -> Message:
    """Say how often each call leads to the contract that both mostly lead to."""
    (best, usual), (one, other) = calls, endings
    values = {
        "contract": _contract(contract),
        "best": call_name(best),
        "share": percent(one.of_likeliest.share),
        "usual": call_name(usual),
        "other": percent(other.of_likeliest.share),
    }
    text = "They play {contract} {share} of the time after {best}, {other} after {usual}."
    if contract.ours:
        text = "You play {contract} {share} of the time after {best}, {other} after {usual}."
    return Message(text, **values)


def _sacrifice(one: Endings, other: Endings) -> Message | None:
    """Say that a contract that is doubled and goes down loses less than theirs is worth."""
    ours, theirs = one.contract, other.contract
    if ours is None or theirs is None or not ours.ours or theirs.ours or ours.doubled == 1:
        return None
    lost, given = -one.of_likeliest.points, -other.of_likeliest.points
    if not 0 < lost < given:
        return None
    return Message(
        "{contract} loses about {lost} points, their {theirs} about {given}.",
        contract=_contract(ours),
        lost=_points(lost),
        theirs=_contract(theirs),
        given=_points(given),
    )


def _higher(usual: Call, one: Endings, other: Endings) -> Message | None:
    """Say how often a game or slam makes where the usual call mostly makes less."""
    if one.stage is None or other.stage is None or one.stage <= other.stage:
        return None
    if other.at(other.stage).makes < MOSTLY:
        return None
    values = {"share": percent(one.at(one.stage).makes), "usual": call_name(usual)}
    if one.contract is not None:
        values |= {"contract": _contract(one.contract), "share": percent(one.of_likeliest.makes)}
    else:
        values["contract"] = Message("Game") if one.stage is Stage.GAME else Message("Slam")
    text = "{contract} makes {share} of the time; after {usual} you mostly stop below slam."
    if one.stage is Stage.GAME:
        text = "{contract} makes {share} of the time; after {usual} you mostly stop below game."
    return Message(text, **values)


def _after(call: Call, endings: Endings) -> Message:
    """Say what mostly becomes of a call."""
    contract, ending = endings.likeliest, endings.of_likeliest
    if ending.share < MOSTLY:
        return Message(
            "After {call} contracts vary; the most frequent is {contract}, {share} of the time.",
            call=call_name(call),
            contract=_whose(contract),
            share=percent(ending.share),
        )
    if contract is None:
        return Message("After {call} the board is mostly passed out.", call=call_name(call))
    values = {"call": call_name(call), "contract": _contract(contract)}
    if contract.ours:
        return Message(
            "After {call} you mostly play {contract} and make it {share} of the time.",
            share=percent(ending.makes),
            **values,
        )
    return Message(
        "After {call} they mostly play {contract} and go down {share} of the time.",
        share=percent(1 - ending.makes),
        **values,
    )


def _whose(contract: SideContract | None) -> str:
    """Return a contract, and whose it is: "4♥", "their 4♥"."""
    if contract is None:
        return Message("a passed-out board")
    name = _contract(contract)
    return name if contract.ours else Message("their {contract}", contract=name)


def _contract(contract: SideContract) -> str:
    """Return a contract as it is written: "4♥", "4♥ doubled"."""
    symbol = f"{contract.level}{contract.strain.symbol}"
    if contract.doubled == 1:
        return symbol
    stake = "{contract} doubled" if contract.doubled == 2 else "{contract} redoubled"
    return Message(stake, contract=symbol)


def _points(points: float) -> str:
    return str(10 * round(points / 10)).replace("-", "−")
