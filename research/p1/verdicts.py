"""What paper P1 found, and whether ours shows it: the table of verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import fmean

from bidding.explaining.explanation import Explanation
from bidding.training.scoring.markdown import NORMAL_95, figure
from research.p1.comparison import COUNTS, SHARES, RightCalls
from research.p1.table_2 import statements
from research.p1.tables import OURS, PAPERS, figure_tables, look_error, seeds, test_case
from research.released.sources import ROOT, Figures, Sources, read_figures
from research.verdicts import HALF, Comparison, Finding, Kind, Measured, findings_table, share_of

BOUND = ROOT / "research/contests/reports/bound.json"
ARRANGEMENT = ROOT / "research/contests/reports/paper.json"
LARGER = [ROOT / f"research/contests/reports/paper-{deals}.json" for deals in (140_000, 200_000)]
_SAYC = "robot-sayc-dev"
_SIZES = {"20,000": -0.208, "140,000": -0.163, "200,000": -0.174}
"""Table 3 by deals; the last is printed "-40.174"."""
_A, _B = "A", "B"


def tables(sources: Sources) -> dict[str, Callable[[], str]]:
    """The tables of the README by name."""
    return {
        "verdicts": lambda: verdicts(sources, test_case()),
        **figure_tables(sources),
    }


def verdicts(sources: Sources, explanations: Mapping[str, Explanation]) -> str:
    """The table; the explanations are those of the test case."""
    facts, counts = sources.facts or {}, RightCalls.read(COUNTS)
    return findings_table(
        [
            _accuracy(sources),
            _cards(facts),
            _lengths(facts),
            *(_figure_8(sources, kind) for kind in ("bids", "non_bids")),
            *(_without(counts, "rules", share) for share in SHARES),
            _faster(sources),
            _without(counts, "position", SHARES[0]),
            _without(counts, "beliefs", SHARES[0]),
            *(_test_case(*one) for one in explanations.items()),
            _uncontested(sources.measures["uncontested"]),
            _wbridge5(),
        ]
    )


def _accuracy(sources: Sources) -> Finding:
    """Of other auctions than the paper's: nothing to compare."""
    released = _percent(sources.scores[_SAYC], "accuracy")
    papers = [
        _percent(sources.final(run), "accuracy").text(".1f") for run in seeds(sources, "paper")
    ]
    learned = sources.reports["paper"]["auctions_a_pass"]
    return Finding(
        "accuracy of the next call",
        "89 %, a robot of its own",
        f"{' and '.join(papers)} % (two seeds of the paper's arrangement), after {learned:,} "
        f"auctions, each seen by one player; released {released.text('.1f')} %",
        (),
        f"{_A}; `manage.py evaluate_bidder DIR/{_SAYC}.npz`",
        "other auctions",
    )


def _percent(scores: Figures, path: str) -> Measured:
    share = float(figure(scores, path))  # type: ignore[arg-type]
    return Measured(100 * share, 100 * NORMAL_95 * scores["errors"][path])


def _cards(facts: Figures) -> Finding:
    """The paper says they are roughly even: Pearson's sum is what chance makes of even cards."""
    cards = facts["cards"]
    score = cards["standard_score"]
    even = Comparison("standard score", None, Measured(score, NORMAL_95), Kind.ALIKE)
    return Finding(
        "each card equally often with each player (fig. 7a)",
        "roughly",
        f"25 % to within {100 * cards['largest_departure']:.2f} points; Pearson's sum is "
        f"{score:.2f} standard deviations from that of even cards",
        [even],
        _B,
    )


def _lengths(facts: Figures) -> Finding:
    usual = share_of(facts["lengths"]["usual_share"], facts["auctions"])
    return Finding(
        "most auctions have 8 to 13 calls (fig. 7b)",
        "yes, no figure",
        f"{usual.text('.1f')} %; most often {facts['lengths']['peak']}",
        [Comparison("over half", None, usual.less(HALF))],
        _B,
    )


def _figure_8(sources: Sources, kind: str) -> Finding:
    """By the paper's arrangement; the greater of precision and recall is the one it names."""
    more, less = ("precision", "recall") if kind == "bids" else ("recall", "precision")
    comparisons, said = [], []
    for mean in ("micro", "macro"):
        for place, run in enumerate(seeds(sources, "paper")):
            final = sources.final(run)
            upper, lower = (_percent(final, f"{kind}.{mean}.{one}") for one in (more, less))
            seed = f"{mean}, seed {place + 1}"
            comparisons.append(Comparison(seed, None, upper.less(lower), form="+.1f"))
            said.append(f"{seed} {upper.text('.1f')} and {lower.text('.1f')} %")
    return Finding(
        f"{kind.replace('_', '-')}: {more} above {less} (fig. 8)",
        "yes, a picture",
        "; ".join(said),
        comparisons,
        f"{_A}, `paper`",
    )


def _without(counts: RightCalls, what: str, share: str) -> Finding:
    """By how many points less is predicted without something, in two seeds."""
    recipe = f"paper-no-{what}"
    comparisons: list[Comparison] = []
    for run in sorted(run for run in counts.right if run.partition("@")[0] == recipe):
        change, error = counts.differences(run.replace(recipe, "paper"), run)[share]
        lost = Measured(-100 * change, 100 * NORMAL_95 * error)
        comparisons.append(Comparison(f"seed {len(comparisons) + 1}", None, lost))
    words = {
        "rules": "with the rule vector against without (fig. 9)",
        "position": "with the flag of whose turn it is against without",
        "beliefs": "the call head sees the other heads' answers (eq. 3, 7)",
    }
    papers = {
        "rules": "better, no figure",
        "position": '"one of the most important factors"',
        "beliefs": "part of the model, no figure",
    }
    remark = "in this project's, which counts turns from the dealer, not needed"
    return Finding(
        f"{words[what]}, {share}",
        papers[what],
        " and ".join(one.ours.text("+.2f") for one in comparisons) + " points",
        comparisons,
        f"{_A}, `{recipe}`",
        remark if what == "position" else "",
    )


def _faster(sources: Sources) -> Finding:
    """Accuracies at the first look of a run, with the rules less without, means over seeds."""
    comparisons, said = [], []
    for family, words in ((OURS, "this project's"), (PAPERS, "the paper's arrangement")):
        whole, without = list(family)[:2]
        reports = [
            [sources.reports[run] for run in seeds(sources, one)] for one in (whole, without)
        ]
        part = reports[0][0]["validations"][0]["step"] / reports[0][0]["validations"][-1]["step"]
        for key, share in zip(("accuracy", "accuracy_bids"), SHARES, strict=True):
            means = [fmean(one["validations"][0][key] for one in of) for of in reports]
            halves = [
                NORMAL_95 * look_error(report, report["validations"][0], key)
                for of in reports
                for report in of
            ]
            half = sum(half * half for half in halves) ** 0.5 / len(reports[0])
            apart = Measured(100 * (means[0] - means[1]), 100 * half)
            comparisons.append(Comparison(f"{words}, {share}", None, apart, form="+.1f"))
            said.append(
                f"{words} after 1/{round(1 / part)} of the run, {share}: {apart.text('+.1f')}"
            )
    return Finding(
        "with the rule vector it converges faster (fig. 9)",
        "yes, a picture",
        f"{'; '.join(said)} points",
        comparisons,
        f"{_A}, `paper-no-rules`, `ours`, `ours-no-rules`",
    )


def _test_case(name: str, explanation: Explanation) -> Finding:
    """One case: by how many points a chance is above half, or the greatest, without interval."""
    rows = statements(explanation)
    comparisons = [Comparison(one[0], None, Measured(100 * one[-1]), form="+.0f") for one in rows]
    return Finding(
        f"table 2, figure 10: {name}",
        f"{len(rows)} statements",
        f"{sum(one[-1] > 0 for one in rows)} come out",
        comparisons,
        "[its test case](#its-test-case)",
    )


def _uncontested(measured: Figures) -> Finding:
    """IMPs short of the best contract, and what no bidding without sight of the others loses."""
    comparisons, said = [], []
    arrangement = map(read_figures, (ARRANGEMENT, *LARGER))
    for whose, found in (
        *(("its arrangement", one) for one in arrangement),
        ("released", measured),
    ):
        size = f"{found['deals']:,}"
        for name, words in (("none", "none vulnerable"), ("both", "both")):
            row = found["systems"]["standard"][name]
            lost = Measured(row["imps"], NORMAL_95 * row["standard_error"])
            item = f"{whose}, {size} deals, {words}"
            comparisons.append(Comparison(item, _SIZES[size], lost, Kind.LEVEL))
            said.append(f"{item} {lost.text('.3f')}")
    bound = read_figures(BOUND)
    seen = [
        Measured(row["imps"], NORMAL_95 * row["standard_error"]).text(".3f")
        for row in bound["vulnerable"].values()
    ]
    return Finding(
        "bidding without opponents, IMPs short of the best contract (table 3)",
        "; ".join(f"{imps} for {deals} deals" for deals, imps in _SIZES.items()),
        f"{', '.join(said)}; who sees both hands of the pair "
        f"{' and '.join(seen)} ({bound['deals']} deals)",
        comparisons,
        "`python -m research.p1 uncontested DEALS.npz`, `python -m research.contests uncontested "
        "DEALS.npz`, `… bound DEALS.npz`",
        "[its figures are of another measure](#table-3-a-bound)",
    )


def _wbridge5() -> Finding:
    """A match that nobody played here."""
    return Finding(
        "against WBridge5 (table 4)",
        "+0.41 IMPs a board; 10.8 at most, -1.1 at least",
        "not measured here; other opponents: [strength](../../docs/strength.md)",
        (),
        "`manage.py match adviser bluechip:2000 --boards 2000`, "
        "[WBridge5 at its other table](#against-wbridge5)",
    )
