"""The number of auctions, by the Laws and by the equations of paper P5.

An auction is the paper's sequence of codes c1 c2 … (section 2.2): 0 pass, 1 to 35 bids,
36 double, 37 redouble, 38 the pass that ends it. Which codes may come next depends on the last
bid, the passes since, the last three codes and whether three have been made, so the sequences
are counted over these states. With n bids there are

* (4 · 22^n - 1) / 3 by the Laws: four openings, and each bid made is followed in 21 ways by a
  higher one and in 7 by the end;
* 22^n where three passes always end the auction, 22^n - 1 where the third of them is barred;
* 40^n in place of 22^n where anybody may double and redouble (39 ways and 13).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter

N_BIDS = 35
PASS, A_BID, DOUBLE, REDOUBLE, END = 0, 1, 36, 37, 38
NO_CODE = -1


@dataclass(frozen=True)
class State:
    """The facts that decide which codes may come next.

    ``turn`` is i, 4 for all later ones, ``passes`` d, ``bid`` Bid_{i-1} (0 without one), ``last``
    c_{i-3} c_{i-2} c_{i-1}, every bid as 1, and ``stake`` the last code of 36 and 37 since the bid.
    """

    turn: int = 1
    passes: int = 0
    bid: int = 0
    last: tuple[int, int, int] = (NO_CODE,) * 3
    stake: int = PASS

    def after(self, code: int) -> State:
        """Return the state after one more code, which is not 38."""
        is_bid = PASS < code < DOUBLE
        return State(
            turn=min(self.turn + 1, 4),
            passes=self.passes + 1 if code == PASS else 0,
            bid=code if is_bid else self.bid,
            last=(*self.last[1:], A_BID if is_bid else code),
            stake=PASS if is_bid else code if code in (DOUBLE, REDOUBLE) else self.stake,
        )


Condition = Callable[[State], bool]


@dataclass(frozen=True)
class Rules:
    """Conditions of the codes 0, 36, 37 and 38; a bid may be whenever it is higher (4)."""

    may_pass: Condition
    may_end: Condition
    may_double: Condition
    may_redouble: Condition

    def codes(self, state: State, n_bids: int) -> Iterator[int]:
        """Yield the codes that may come next (8)."""
        yield from range(state.bid + 1, n_bids + 1)
        conditions = (self.may_pass, self.may_double, self.may_redouble, self.may_end)
        for code, allows in zip((PASS, DOUBLE, REDOUBLE, END), conditions, strict=True):
            if allows(state):
                yield code


def _double(state: State) -> bool:
    """Equation (5): of the bid before, or of the one before two passes."""
    return state.last == (A_BID, PASS, PASS) or state.last[2] == A_BID


def _redouble(state: State) -> bool:
    """Equation (6): the same of a double."""
    return state.last == (DOUBLE, PASS, PASS) or state.last[2] == DOUBLE


def _double_as_text(state: State) -> bool:
    """The text beside (5): "after the actual bid", whoever made it."""
    return state.bid > 0 and state.stake == PASS


def _redouble_as_text(state: State) -> bool:
    """The text beside (6): "after double", whoever made it."""
    return state.stake == DOUBLE


def _last_pass(state: State) -> bool:
    """Law 22: the third pass after a call, or the fourth where nobody has bid."""
    return state.passes == (2 if state.bid else 3)


def _by_equation_3(state: State) -> bool:
    """Equation (3): a pass is one of the first two in a row."""
    return state.passes < 2


ENDS: dict[str, tuple[Condition, Condition]] = {
    "laws": (lambda state: not _last_pass(state), _last_pass),
    "d = 2": (_by_equation_3, lambda state: state.passes == 2),
    "d = 2 and i > 3": (_by_equation_3, lambda state: state.passes == 2 and state.turn > 3),
    "d = 2 or i > 3": (_by_equation_3, lambda state: state.passes == 2 or state.turn > 3),
}
"""Conditions of 0 and 38: by Law 22, or by (3) and a reading of (7), which is printed last."""

DOUBLES: dict[str, tuple[Condition, Condition]] = {
    "equations": (_double, _redouble),
    "text": (_double_as_text, _redouble_as_text),
}
"""Conditions of 36 and 37: by (5) and (6), which agree with Law 19, or by the text."""

READINGS = {
    (end, double): Rules(*ENDS[end], *DOUBLES[double]) for end in ENDS for double in DOUBLES
}
"""The rules of every pair of these."""


def count_auctions(rules: Rules, n_bids: int = N_BIDS) -> int:
    """Return the number of whole auctions where only the lowest bids may be made."""
    following: dict[State, list[State]] = {}
    waiting = [State()]
    while waiting:
        state = waiting.pop()
        if state not in following:
            codes = rules.codes(state, n_bids)
            following[state] = [state.after(code) for code in codes if code != END]
            waiting += following[state]
    auctions: dict[State, int] = {}
    for state in TopologicalSorter(following).static_order():  # later states come first
        ends = rules.may_end(state)
        auctions[state] = ends + sum(auctions[after] for after in following[state])
    return auctions[State()]
