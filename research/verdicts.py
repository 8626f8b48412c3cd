"""Verdicts on the findings of a paper, in three grades, each decided by intervals.

A finding is one comparison or several. What a comparison says is a difference, counted so that the
paper's is above zero. By the 95 % interval of ours:

- same size: it lies above zero, and the paper's difference in it
- same order: it lies above zero
- not: all else, and that is written with the difference
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from bidding.training.scoring.markdown import NORMAL_95, NOT_MEASURED, table


class Grade(StrEnum):
    """The grades, the best first."""

    SIZE = "same size"
    ORDER = "same order"
    NOT = "**not**"


class Kind(StrEnum):
    """What a comparison says."""

    MORE = "more"
    """One is above the other."""

    ALIKE = "alike"
    """They differ by no more than the paper's difference, in either direction; without one, by
    nothing that the interval shows."""

    LEVEL = "level"
    """A figure by itself is as large as the paper's."""


@dataclass(frozen=True)
class Measured:
    """A figure and half its 95 % interval; None where nothing tells how far it is chance."""

    value: float
    half: float | None = None
    bound: bool = False
    """Whether the half is an upper bound."""

    def less(self, other: Measured) -> Measured:
        """The difference; halves as of independent figures."""
        halves = (self.half, other.half)
        half = None if None in halves else sum(h * h for h in halves if h is not None) ** 0.5
        return Measured(self.value - other.value, half, self.bound or other.bound)

    def text(self, form: str = ".2f") -> str:
        """The figure with its ±."""
        sign = "±<" if self.bound else "±"
        half = "" if self.half is None else f"{sign}{format(self.half, form.lstrip('+'))}"
        return format(self.value, form) + half


@dataclass(frozen=True)
class Comparison:
    """What a paper found, and ours."""

    words: str
    paper: float | None
    """None where the paper gives no figure: then no size can be the same."""

    ours: Measured
    kind: Kind = Kind.MORE
    form: str = "+.2f"

    @property
    def grade(self) -> Grade:
        """By the intervals, as the module says."""
        half = self.ours.half or 0.0
        if self.kind is Kind.ALIKE:
            within = half if self.paper is None else abs(self.paper) - half
            alike = Grade.ORDER if abs(self.ours.value) <= within else Grade.NOT
            return Grade.SIZE if self._same_size else alike
        if self.kind is Kind.LEVEL:
            return Grade.SIZE if self._same_size else Grade.NOT
        if self.ours.value <= half:
            return Grade.NOT
        return Grade.SIZE if self._same_size else Grade.ORDER

    @property
    def _same_size(self) -> bool:
        """Whether the paper's figure lies in the interval of ours."""
        if self.paper is None or self.ours.half is None:
            return False
        return abs(self.ours.value - self.paper) <= self.ours.half

    @property
    def text(self) -> str:
        """The difference with its ±, after the words."""
        return f"{self.words} {self.ours.text(self.form)}"


@dataclass(frozen=True)
class Finding:
    """A row of a table of verdicts."""

    item: str
    paper: str
    ours: str
    comparisons: Sequence[Comparison]
    command: str
    remark: str = ""
    """What is said after the verdict."""

    @property
    def row(self) -> tuple[str, ...]:
        """The cells of the row."""
        said = "; ".join(filter(None, (verdict(self.comparisons), self.remark)))
        return self.item, self.paper, self.ours, said, self.command


HALF = Measured(50, 0)
"""Per cent, without chance: what a majority is compared with."""


def verdict(comparisons: Sequence[Comparison]) -> str:
    """The grade that all have, or those of each; with the difference where it is not the paper's.

    Without comparisons: not measured.
    """
    if not comparisons:
        return NOT_MEASURED
    by_grade = {grade: [one for one in comparisons if one.grade is grade] for grade in Grade}
    found = {grade: some for grade, some in by_grade.items() if some}
    parts = []
    for grade, some in found.items():
        if grade is Grade.NOT:
            parts.append(f"{grade}: {', '.join(one.text for one in some)}")
        elif len(found) > 1:
            parts.append(f"{grade}: {', '.join(one.words for one in some)}")
        else:
            parts.append(str(grade))
    return "; ".join(parts)


def findings_table(findings: Iterable[Finding]) -> str:
    """The table of verdicts."""
    header = ("item", "the paper", "ours ±", "same finding?", "command")
    return table(header, (one.row for one in findings))


def rising(
    names: Sequence[str],
    papers: Sequence[float | None],
    ours: Sequence[Measured],
) -> list[Comparison]:
    """Each of a row compared with the one before it: the paper's figures rise."""
    steps = zip(pairwise(names), pairwise(papers), pairwise(ours), strict=True)
    return [
        Comparison(
            f"{name} over {before}",
            None if one is None or other is None else one - other,
            mine.less(others),
        )
        for (before, name), (other, one), (others, mine) in steps
    ]


def rising_text(names: Sequence[str], papers: Sequence[float | None]) -> str:
    """What the paper found of such a row; a name alone where it gives no figure."""
    pairs = zip(names, papers, strict=True)
    return " < ".join(name if one is None else f"{name} {one:.2f}" for name, one in pairs)


def share_of(share: float, count: int) -> Measured:
    """Per cent of so many independent results."""
    return Measured(100 * share, 100 * NORMAL_95 * (share * (1 - share) / count) ** 0.5)
