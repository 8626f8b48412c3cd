"""What paper P2 found, and whether ours shows it: the table of verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from bidding.domain.table import RANKS
from research.tricks import paper_tables as paper
from research.tricks.findings_tables import on_the_papers_scale
from research.tricks.kept_reports import Reports, epochs, exact, mark_improving
from research.tricks.paper_tables import NOTRUMP, SUITS
from research.tricks.pattern_table import WIDE_MARK, counted_statements
from research.tricks.sample_deals import NETWORKS, SAMPLE_DEALS
from research.verdicts import (
    HALF,
    Comparison,
    Finding,
    Kind,
    Measured,
    findings_table,
    rising,
    rising_text,
    share_of,
)

_RECIPES, _REPORT = "recipes", "report"
_RESULTS_A_DEAL = 16
_PRINTED = {
    **{(row.recipe, row.part): row.paper[-1] for row in (*paper.SPADES, *paper.TABLE_4)},
    **{
        (recipe, part): printed[-1]
        for pair in paper.TABLE_10
        for recipe, printed, part in zip(pair.recipes, pair.papers, pair.parts, strict=True)
    },
}
"""Per cent exact by recipe and part of its report, in the paper."""

Network = tuple[str, str, str]
"""What it is called in a row, its recipe, and the part of its report."""


def _spades(*named: tuple[str, str]) -> list[Network]:
    return [(label, f"p2-{recipe}", SUITS) for label, recipe in named]


def _notrump(*named: tuple[str, str]) -> list[Network]:
    return [(label, f"p2-{recipe}/notrump", NOTRUMP) for label, recipe in named]


Order = tuple[str, Sequence[Sequence[Network]]]
"""A finding that says which networks are the more exact: chains that rise in the paper."""

_TABLES_1_TO_5: Sequence[Order] = (
    (
        "[table I](#spades-west-leads): encodings",
        [
            _spades(
                ("26x4", "26x4-7/spades"),
                ("104", "104-30-4-1/spades"),
                ("52", "52-25-1/spades"),
                ("52x4", "52x4-13/spades"),
            )
        ],
    ),
    (
        "[table II](#spades-west-leads): one output better than 14",
        [
            _spades(("52-25-14", "52-25-1/spades-14"), ("52-25-1", "52-25-1/spades")),
            _spades(("104-30-14", "104-30-4-1/spades-14"), ("104-30-4-1", "104-30-4-1/spades")),
            _spades(("52x4, 14 outputs", "52x4-26/spades-14"), ("52x4, one", "52x4-26/spades")),
        ],
    ),
    (
        "table II: 14 outputs better with 26x4",
        [_spades(("one output", "26x4-13/spades"), ("14", "26x4-13/spades-14"))],
    ),
    (
        "[table III](#spades-west-leads): the larger 52x4 is better",
        [_spades(*((f"{n} a hand", f"52x4-{n}/spades") for n in (8, 13, 26)))],
    ),
    (
        "table III: the smaller 26x4 is better",
        [_spades(("larger", "26x4-13/spades"), ("smaller", "26x4-7/spades"))],
    ),
    (
        "[table IV](#table-iv-52-25-1-one-kind-of-contract-and-another): other contracts than "
        "those learned from",
        [
            [
                ("suits' network at notrump", "p2-52-25-1/suits", "other_strains.NT"),
                ("in suits", "p2-52-25-1/suits", SUITS),
            ],
            *(
                [
                    (f"spades' in {suit}", "p2-52-25-1/spades", f"other_strains.{suit[0].upper()}"),
                    ("in spades", "p2-52-25-1/spades", SUITS),
                ]
                for suit in ("hearts", "diamonds", "clubs")
            ),
        ],
    ),
    (
        "table IV: four, three, two values for the hands, notrump",
        [
            [
                (label, f"p2-52-25-1/notrump{end}", NOTRUMP)
                for label, end in (
                    ("four", "-four-values"),
                    ("three", "-three-values"),
                    ("two", ""),
                )
            ]
        ],
    ),
    (
        "[table V](#notrump-and-spades-either-defender-leads): the best at notrump",
        [_notrump(("26 a hand", "52x4-26"), ("13 a hand", "52x4-13"))],
    ),
    (
        "table V: the best in spades, either defender leading",
        [_spades(("13 a hand", "52x4-13/both"), ("26 a hand", "52x4-26/both"))],
    ),
    (
        "section VI-E: learning both leads helps",
        [
            _spades(("26x4, one lead", "26x4-7/spades"), ("26x4, both", "26x4-7/both")),
            _spades(("52x4, one lead", "52x4-13/spades"), ("52x4, both", "52x4-13/both")),
        ],
    ),
    (
        "[section IV-E](#section-iv-e-26x4-with-one-trump-suit-and-with-all): 26x4 is worse with "
        "all trump suits (no figure)",
        [_spades(("all", "26x4-7/suits"), ("one", "26x4-7/spades"))],
    ),
)
_TABLE_10: Sequence[Order] = (
    (
        "[table X](#notrump-and-spades-either-defender-leads): counts of distribution help 52-25-1",
        [
            _notrump(("notrump, without", "52-25-1"), ("notrump, with", "52+32-25-1")),
            _spades(("spades, without", "52-25-1/both"), ("spades, with", "52+32-25-1/both")),
        ],
    ),
    (
        "table X: all counts help 52x4 at notrump",
        [_notrump(("without", "52x4-26"), ("with", "52x4+84"))],
    ),
    (
        "table X: counts alone beat 104-30-4-1 in spades",
        [_spades(("104-30-4-1", "104-30-4-1/both"), ("68-25-1", "68-25-1/both"))],
    ),
)


def p2_verdicts(reports: Reports, found: Mapping[str, Any]) -> str:
    """The table."""
    return findings_table(
        [
            *(_order(reports, *order) for order in _TABLES_1_TO_5),
            *(one(found) for one in (_lead, _ends, _cards)),
            *_agreements(found),
            *(_order(reports, *order) for order in _TABLE_10),
            _raw(found),
            _pair(reports),
            _players(),
            _weights(
                found,
                "[figures 2-5](#pictures-of-weights), "
                "[section VII](#section-vii-patterns-of-weights): the weights",
                wide=False,
            ),
            _weights(found, f"… with initial weights of {WIDE_MARK}", wide=True),
            _samples(found),
        ]
    )


def _order(reports: Reports, item: str, chains: Sequence[Sequence[Network]]) -> Finding:
    """A finding on orders: the paper's figures rise along each chain."""
    comparisons, papers, ours = [], [], []
    for chain in chains:
        names = [label for label, _, _ in chain]
        theirs = [_PRINTED.get((recipe, part)) for _, recipe, part in chain]
        mine = [exact(reports, recipe, part) for _, recipe, part in chain]
        comparisons += rising(names, theirs, mine)
        papers.append(rising_text(names, theirs))
        ours.append(", ".join(one.text() for one in mine))
    remark = ""
    if mark_improving(reports, (recipe for chain in chains for _, recipe, _ in chain)):
        run = [[epochs(reports[recipe]) for _, recipe, _ in chain] for chain in chains]
        remark = f"epochs {'; '.join(map(', '.join, run))}"
    return Finding(item, "; ".join(papers), "; ".join(ours), comparisons, _RECIPES, remark)


def _lead(found: Mapping[str, Any]) -> Finding:
    ours = share_of(found["lead_matters"], found["test_deals"])
    level = Comparison("", 7, ours, Kind.LEVEL)
    return Finding(
        "section VI-D: the leader matters", "7 % of deals", f"{ours.text()} %", [level], _REPORT
    )


def _ends(found: Mapping[str, Any]) -> Finding:
    """Results at the ends of the range are exact less often than all; ± as if a deal's were one."""
    rows = {row["tricks"]: row for row in found["by_target"]}
    results = sum(row["results"] for row in rows.values())
    every = sum(row["exact"] * row["results"] for row in rows.values()) / results
    whole = share_of(every, results // _RESULTS_A_DEAL)
    total = paper.TABLE_6_TOTAL[1][-1]
    comparisons, papers, ours = [], [], []
    for tricks in [tricks for tricks in (0, 13) if tricks in rows]:
        theirs = paper.TABLE_6[tricks][1][-1]
        deals = max(1, rows[tricks]["results"] // _RESULTS_A_DEAL)
        own = share_of(rows[tricks]["exact"], deals)
        comparisons.append(Comparison(f"{tricks} under all", total - theirs, whole.less(own)))
        papers.append(f"{theirs:.2f}")
        ours.append(own.text())
    item = (
        "[table VI](#table-vi-52-25-1-on-spades-by-the-number-of-tricks): few are exact at 0 and 13"
    )
    return Finding(
        f"{item} tricks",
        f"{' and '.join(papers)}, of all {total:.2f}",
        f"{' and '.join(ours)}, of all {whole.text()}",
        comparisons,
        _REPORT,
    )


def _cards(found: Mapping[str, Any]) -> Finding:
    """The worth of honours at notrump; ± is the farthest of four suits."""
    recipe = "p2-52-1/notrump"
    theirs = paper.TABLE_7[recipe]
    ours = on_the_papers_scale(found["card_values"][recipe], theirs)
    ranks = RANKS[:5][::-1]

    def worth(values: Sequence[float]) -> Measured:
        mean = fmean(values)
        return Measured(mean, max(abs(value - mean) for value in values))

    papers, mine = ([worth(values[rank]) for rank in ranks] for values in (theirs, ours))
    said, own = (", ".join(one.text(".3f") for one in values) for values in (papers, mine))
    item = "[table VII](#table-vii-what-a-card-is-worth-to-52-1): ten, jack, queen, king, ace"
    steps = rising(list(ranks), [one.value for one in papers], mine)
    return Finding(f"{item}, notrump", said, own, steps, _REPORT)


def _agreements(found: Mapping[str, Any]) -> list[Finding]:
    """One of the networks that begin as ours, and one of those of ±1 once four are trained."""
    item = (
        "[section VI-F](#section-vi-f-four-52-25-1-networks-that-differ-in-their-initial-weights"
        "-only): four networks agree, notrump and spades; more often in spades"
    )
    wide = (f"… with initial weights of {WIDE_MARK}", f", {WIDE_MARK}")
    trained = f"notrump{wide[1]}" in found["agreement"] and f"spades{wide[1]}" in found["agreement"]
    return [_agreement(found, *row) for row in ((item, ""), *([wide] if trained else []))]


def _agreement(found: Mapping[str, Any], item: str, mark: str) -> Finding:
    kinds = ("notrump", "spades")
    theirs = [paper.AGREEMENT[kind][0] for kind in kinds]
    ours = [share_of(found["agreement"][kind + mark][0], found["test_deals"]) for kind in kinds]
    levels = [
        Comparison(kind, one, mine, Kind.LEVEL, ".2f")
        for kind, one, mine in zip(kinds, theirs, ours, strict=True)
    ]
    papers = ", ".join(f"{one:.2f}" for one in theirs)
    mine_text = ", ".join(one.text() for one in ours)
    return Finding(item, papers, mine_text, [*rising(kinds, theirs, ours), *levels], _REPORT)


def _raw(found: Mapping[str, Any]) -> Finding:
    names = ("Asset", "Work", "Stayman")
    theirs = [paper.RAW[name][0][-1] for name in names]
    ours = [share_of(found["raw"][name]["notrump"]["exact"], found["test_deals"]) for name in names]
    return Finding(
        "[section IX-B](#section-ix-b-counts-of-players-used-raw): raw counts at notrump",
        rising_text(names, theirs),
        ", ".join(one.text() for one in ours),
        rising(names, theirs, ours),
        _REPORT,
        "Stayman's count is read otherwise",
    )


def _pair(reports: Reports) -> Finding:
    networks = [*_notrump(("notrump", "52-25-1")), *_spades(("spades", "52-25-1/spades"))]
    levels = [
        Comparison(label, _PRINTED[recipe, part], exact(reports, recipe, part), Kind.LEVEL, ".2f")
        for label, recipe, part in networks
    ]
    return Finding(
        "[table XI](#table-xi-players): only the pair's hands seen, notrump and spades",
        ", ".join(f"{one.paper:.2f}" for one in levels),
        ", ".join(one.ours.text() for one in levels),
        levels,
        _RECIPES,
    )


def _players() -> Finding:
    return Finding(
        "table XI: grandmasters and masters, notrump and spades",
        "73.68, 53.06",
        "no players asked, but [anybody can be](../../docs/practice.md#count-the-tricks)",
        (),
        "`manage.py evaluate_estimator`",
    )


def _weights(found: Mapping[str, Any], item: str, *, wide: bool) -> Finding:
    """Half the statements and more would hold if the pictures were alike."""
    shares = counted_statements(found, wide=wide)
    held = [networks for agree, networks in shares if 2 * agree > networks]
    single = sum(networks == 1 for networks in held)
    said = f"{len(held)} hold in most networks"
    if single:
        said += f", {single} of these with one network each"
    return Finding(
        item, f"{len(shares)} statements", said, [_most(len(held), len(shares))], _REPORT
    )


def _samples(found: Mapping[str, Any]) -> Finding:
    """An answer by itself has no interval: alike is the same, near is one trick off."""
    pairs = [
        (deal.answers[network], found["sample_deals"][str(deal.figure)][network])
        for deal in SAMPLE_DEALS
        for network in NETWORKS
    ]
    same = sum(theirs == ours for theirs, ours in pairs)
    off = max(abs(theirs - ours) for theirs, ours in pairs)
    return Finding(
        "[figures 9-11](#section-x-its-sample-deals): three sample deals, most answers the same",
        "six answers each",
        f"{same} of {len(pairs)} answers the same, none more than {off} off",
        [_most(same, len(pairs))],
        _REPORT,
        "figures 6 to 8 show their hands in pictures only",
    )


def _most(some: int, every: int) -> Comparison:
    """That they are more than half of all."""
    ahead = share_of(some / every, every).less(HALF)
    return Comparison("per cent over half of them", None, ahead, form="+.0f")
