"""The statements of P2's section VII on weights, beside the counts in our networks.

What is counted is defined in ``research.tricks.patterns``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from bidding.training.bidder.recipe import SEED_MARK
from bidding.training.scoring.markdown import NOT_MEASURED, table
from research.tricks import paper_tables as paper
from research.tricks.kept_reports import NOT_KEPT, Reports, epochs, score_at
from research.tricks.patterns import GRADED
from research.tricks.recipe import OF_SEEDS

Counts = Mapping[str, Any]
Measure = Callable[[Counts], float]


_VARIANTS = ("", "-2", "-3", "-4")  # of a recipe, with the seeds 1 to 4
NOTRUMP = tuple(f"p2-52-25-1/notrump{end}" for end in _VARIANTS)
SPADES = tuple(f"p2-52-25-1/spades{end}" for end in _VARIANTS)
SUITS = tuple(f"p2-52-25-1/suits{seed}" for seed in OF_SEEDS)
SMALL = tuple(f"p2-52-8-1/notrump{seed}" for seed in OF_SEEDS)
LARGE = tuple(f"p2-52-52-1/notrump{seed}" for seed in OF_SEEDS)
HANDS = ("p2-52x4-26/spades",)
WIDE_MARK = "±1"
_FOUR_SEEDS = (*OF_SEEDS, f"{SEED_MARK}4")
WIDE = {
    NOTRUMP: tuple(f"p2-52-25-1/notrump-wide{seed}" for seed in _FOUR_SEEDS),
    SPADES: tuple(f"p2-52-25-1/spades-wide{seed}" for seed in _FOUR_SEEDS),
    SUITS: tuple(f"p2-52-25-1/suits-wide{seed}" for seed in OF_SEEDS),
    SMALL: tuple(f"p2-52-8-1/notrump-wide{seed}" for seed in OF_SEEDS),
    LARGE: tuple(f"p2-52-52-1/notrump-wide{seed}" for seed in OF_SEEDS),
}
"""The same with initial weights of ±1, as JNNS has them."""

OF_KINDS = {
    "notrump": NOTRUMP,
    "spades": SPADES,
    f"notrump, {WIDE_MARK}": WIDE[NOTRUMP],
    f"spades, {WIDE_MARK}": WIDE[SPADES],
}
"""Four networks each that differ in their initial weights only."""

PATTERNED = (
    *NOTRUMP,
    *SPADES,
    *SUITS,
    *SMALL,
    *LARGE,
    *HANDS,
    *(name for names in WIDE.values() for name in names),
)
"""The networks whose patterns are counted."""


@dataclass(frozen=True)
class Statement:
    """A statement of the paper, what is counted for it, and when a network agrees."""

    paper: str
    networks: tuple[str, ...]
    counted: str
    measure: Measure
    agrees: Callable[[float], bool]
    digits: int = 0


def _idle(counts: Counts) -> float:
    return float(counts["idle"])


def _suits_with(kind: str) -> Measure:
    return lambda counts: sum(bool(count) for count in counts[kind])


def _in_all(kind: str) -> Measure:
    return lambda counts: float(sum(counts[kind]))


def _trumps_over_others(cards: str) -> Measure:
    """The importance of spades' cards over the mean of the other suits'."""
    return lambda counts: counts[cards][0] / fmean(counts[cards][1:])


def _between_suits(counts: Counts) -> float:
    whole = [sum(both) for both in zip(counts["low_cards"], counts["honour_cards"], strict=True)]
    return max(whole) / min(whole)


def _over_ace(counts: Counts) -> float:
    every = sum(counts["honours"])
    return counts["honours_with_king_and_queen_over_ace"] / every if every else 0.0


def _more_than_at_notrump(share: float) -> bool:
    """Return True if low cards have more of the worth than at notrump in the paper (table VII)."""
    printed = paper.TABLE_7["p2-52-1/notrump"]
    low = sum(sum(printed[rank]) for rank in "23456789")
    return share > low / sum(map(sum, printed.values()))


def _all_four(suits: float) -> bool:
    return suits == 4


def _none(count: float) -> bool:
    return count == 0


def _some(count: float) -> bool:
    return count >= 1


def _most(share: float) -> bool:
    return share > 0.5


def _alike(times: float) -> bool:
    return times < 1.1


_GRADES, _grading = "suits with a neuron that grades them", _suits_with("graded")
_HONOURS, _with_honours = "suits with an honours neuron", _suits_with("honours")
_S = Statement
STATEMENTS = (
    _S("notrump: 52-25-1 has useless neurons (6, 10, 24)", NOTRUMP, "idle, of 25", _idle, _some),
    _S("… 52-8-1 none", SMALL, "idle, of 8", _idle, _none),
    _S("… 52-52-1 more than ten", LARGE, "idle, of 52", _idle, lambda idle: idle > 10),
    _S("all suits: there are some too (7, 9, 22)", SUITS, "idle, of 25", _idle, _some),
    _S(
        "notrump: the four aces have by far the largest weights (24 to 27, all others below 6.5)",
        NOTRUMP,
        "favoured aces",
        lambda counts: counts["favoured_aces"],
        _all_four,
    ),
    _S(
        "notrump: relevant weights are those of honours",
        NOTRUMP,
        "honours' share of importance (20 of 52 cards)",
        _in_all("honour_cards"),
        _most,
        2,
    ),
    _S("notrump: a neuron for each suit's honours", NOTRUMP, _HONOURS, _with_honours, _all_four),
    _S(
        "… where queen and king weigh more than the ace",
        NOTRUMP,
        "share of honours neurons",
        _over_ace,
        _most,
        2,
    ),
    _S(
        "notrump: a neuron for each suit that grades it from two to ace",
        NOTRUMP,
        _GRADES,
        _grading,
        _all_four,
    ),
    _S("all suits: neurons for each suit's honours", SUITS, _HONOURS, _with_honours, _all_four),
    _S(
        "all suits: low cards matter more than at notrump",
        SUITS,
        "share of importance of the cards from two to nine",
        _in_all("low_cards"),
        _more_than_at_notrump,
        2,
    ),
    _S("spades: neurons for each suit's honours", SPADES, _HONOURS, _with_honours, _all_four),
    _S(
        "spades: more neurons for one ace than at notrump, of plain suits",
        SPADES,
        "ace neurons of H D C",
        lambda counts: sum(counts["ace"][1:]),
        lambda aces: aces > 4,
    ),
    _S("… none for the ace of trumps", SPADES, "of S", lambda counts: counts["ace"][0], _none),
    _S(
        "spades: trumps have much larger weights",
        SPADES,
        "importance of honours of trumps, times that of other suits",
        _trumps_over_others("honour_cards"),
        lambda times: times > 1,
        2,
    ),
    _S(
        "… above all the lowest",
        SPADES,
        "the same of cards from two to nine",
        _trumps_over_others("low_cards"),
        lambda times: times > 2,
        2,
    ),
    _S(
        "… and grow from the lowest to the highest",
        SPADES,
        "rank correlation of importance in trumps",
        lambda counts: counts["growth"][0],
        lambda correlation: correlation >= GRADED,
        2,
    ),
    _S("spades: no neuron grades a suit", SPADES, _GRADES, _grading, _none),
    _S("all suits: none does", SUITS, _GRADES, _grading, _none),
    _S(
        "notrump: the suits do not differ",
        NOTRUMP,
        "importance of the greatest suit, times that of the least",
        _between_suits,
        _alike,
        2,
    ),
    _S("all suits: nor there", SUITS, "the same", _between_suits, _alike, 2),
    _S("52x4: in each hand neurons grade a suit", HANDS, _GRADES, _grading, _some),
    _S("… and are for the honours of suits", HANDS, _HONOURS, _with_honours, _some),
)


def weight_patterns(findings: Mapping[str, Any]) -> str:
    """The statements with mean and range of what is counted, over networks that differ in their
    initial weights (and over hands), and again with initial weights of ±1.
    """
    found = findings.get("patterns", {})
    rows = [row for one in STATEMENTS if (row := _row(one, found))]
    counted = ("mean (range)", "networks that agree")
    header = [f"{ours}: {part}" for ours in ("ours", WIDE_MARK) for part in counted]
    return table(("the paper", "counted", *header), rows)


def _row(one: Statement, found: Mapping[str, Sequence[Counts]]) -> tuple[str, ...]:
    """Nothing while none of the networks is trained."""
    both = [_values(one, found, wide=wide) for wide in (False, True)]
    if not any(both):
        return ()
    return one.paper, one.counted, *(cell for values in both for cell in _cells(one, values))


def _cells(one: Statement, values: Sequence[Sequence[float]]) -> tuple[str, str]:
    if not values:
        return NOT_MEASURED, NOT_MEASURED
    every = [value for hands in values for value in hands]
    low, high = (f"{end(every):.{one.digits}f}" for end in (min, max))
    agree, networks = _agree(one, values)
    mean = f"{fmean(every):.{one.digits or 1}f}"
    return f"{mean} ({low} to {high})", f"{agree} of {networks}"


def counted_statements(findings: Mapping[str, Any], *, wide: bool = False) -> list[tuple[int, int]]:
    """For each statement how many networks agree, of how many; of those that are trained."""
    found = findings.get("patterns", {})
    counted = ((one, _values(one, found, wide=wide)) for one in STATEMENTS)
    return [_agree(one, values) for one, values in counted if values]


def _values(
    one: Statement, found: Mapping[str, Sequence[Counts]], *, wide: bool
) -> list[list[float]]:
    """What is counted in each trained network, hand by hand."""
    names = WIDE.get(one.networks, ()) if wide else one.networks
    return [[one.measure(counts) for counts in found[name]] for name in names if name in found]


def _agree(one: Statement, values: Sequence[Sequence[float]]) -> tuple[int, int]:
    return sum(all(map(one.agrees, hands)) for hands in values), len(values)


def initial_weights(reports: Reports, findings: Mapping[str, Any]) -> str:
    """What networks reach that differ in their initial weights only, and their largest weights."""
    found = findings.get("patterns", {})
    rows = []
    for contracts, names, part in (
        ("notrump", NOTRUMP, paper.NOTRUMP),
        ("spades", SPADES, paper.SUITS),
    ):
        for weights, trained in (("one over the root", names), (WIDE_MARK, WIDE[names])):
            kept = [reports[name] for name in trained if name in reports]
            exact = (score_at(report, part) for report in kept)
            shares = ", ".join(f"{100 * one['exact']:.2f}" for one in exact if one)
            largest = [found[name][0].get("largest") for name in trained if name in found]
            aces, others = (
                ", ".join(f"{one[place]:.1f}" for one in largest if one) or NOT_KEPT
                for place in (0, 1)
            )
            run = ", ".join(map(epochs, kept))
            rows.append((contracts, weights, shares, run, aces, others, f"`{trained[0]}`, …"))
    header = ("contracts", "initial weights", "exact", "epochs", "largest weight of an ace")
    return table((*header, "of another card", "recipes"), rows)
