"""Paper P1's figures, each beside what was measured here."""

from __future__ import annotations

from bidding.training.markdown import cell, table
from bidding.training.recipe import VALIDATION_SHARE
from bidding.training.scoring.every_seat import OTHERS
from research.p1.ablations import (
    also_changed,
    auctions_heard,
    difference,
    position_limit,
    runs_of,
)
from research.p1.convergence import BIDS, caught_up_words
from research.released.auction_facts import USUAL_LENGTHS
from research.released.sources import Figures, Sources
from research.released.targets import SETS

_PAPER, _OURS = "paper-probe", "probe"
_PAPER_WHOLE = "paper"
_SAYC_AUCTIONS = "sayc and sayc"
"""What the recipe ``paper`` trains on, among the systems of the auctions described."""

UNCONTESTED = {
    "20,000": ("-0.208", "-2.213", "-2.679", "-5.213", "-6.312"),
    "140,000": ("-0.163", "-2.120", "-2.558", "-5.312", "-6.136"),
    "200,000": ('"-40.174", read as -0.174', "-1.986", "-2.636", "-5.232", "-6.154"),
}
"""Table 3 as it is printed: by data size, IMPs of the paper's model and of the networks of its
reference 15 with 2, 3, 4 and 5 layers. One figure is a misprint: no deal costs more than 24."""

_NONE = "not measured"
_BIDS = ("bids", "precision", "recall")
_NON_BIDS = ("non_bids", "recall", "precision")
"""What figure 8 shows: a kind of calls, then which of two is the higher there."""


def paper_table(sources: Sources) -> str:
    """What the paper reports, and the same here."""
    sayc = SETS[0].figures(sources.scores)
    rows = [
        (
            "accuracy of the next call",
            "89 %",
            f"{_percent(sayc, 'accuracy')} (released, a Standard American robot)",
        ),
        ("the same, the paper's arrangement", "89 %", _papers_accuracy(sources)),
        ("the same, this project's arrangement", "–", _run(sources, _OURS)),
        (
            "auctions to learn from",
            "70 % of nearly 4,000,000, of one robot in a natural system",
            _auctions(sources.facts),
        ),
        ("each card equally often with each player (fig. 7a)", "roughly", _cards(sources.facts)),
        (
            "lengths of auctions (fig. 7b)",
            f"most have {USUAL_LENGTHS[0]} to {USUAL_LENGTHS[-1]} calls",
            _lengths(sources.facts),
        ),
        ("bids (fig. 8)", "precision above recall", _kinds(sayc, *_BIDS)),
        ("the same, the paper's arrangement", "precision above recall", _papers(sources, *_BIDS)),
        (
            "non-bids: pass, double, redouble (fig. 8)",
            "recall above precision",
            _kinds(sayc, *_NON_BIDS),
        ),
        (
            "the same, the paper's arrangement",
            "recall above precision",
            _papers(sources, *_NON_BIDS),
        ),
        (
            "with the rule vector against without, all calls (fig. 9)",
            "better; the figure is not printed as numbers",
            _both(sources, "rules", "accuracy"),
        ),
        (
            "the same, bids only (fig. 9)",
            "better; the figure is not printed as numbers",
            _both(sources, "rules", "bids.micro.recall"),
        ),
        ("with the rule vector, speed (fig. 9)", "converges faster", _speed(sources)),
        (
            "with the flag of who is to call against without",
            "one of the most important factors; no figure",
            _position(sources, "accuracy", position_limit(sources)),
        ),
        (
            "the same, the next call of others foretold at their turns",
            "the same",
            _position(sources, f"{OTHERS}.accuracy", ""),
        ),
        (
            "with the other heads' answers at the call head against without",
            "part of the model; no figure",
            _both(sources, "beliefs", "accuracy"),
        ),
        (
            "bidding without opponents, IMPs short of the best contract (table 3)",
            "; ".join(f"{figures[0]} with {size} data" for size, figures in UNCONTESTED.items()),
            _uncontested(sources.measures.get("uncontested")),
        ),
        (
            "against WBridge5 (table 4)",
            "+0.41 IMPs a board, at most 10.8, at least -1.1",
            "not measured: WBridge5 is not at hand. Bidders of this project against each other: "
            "[contracts](contracts.md#bidders-against-each-other)",
        ),
    ]
    return table(("", "paper P1", "here"), rows)


def _papers_accuracy(sources: Sources) -> str:
    """Of the short run, and of the run on as many auctions as there are."""
    whole = _run(sources, _PAPER_WHOLE)
    if _PAPER_WHOLE not in sources.reports:
        whole = f"`{_PAPER_WHOLE}`: not run{_time_needed(sources)}"
    return f"{_run(sources, _PAPER)}; {whole}"


def _run(sources: Sources, name: str) -> str:
    """The accuracy of a run, with its size."""
    if name not in sources.reports:
        return f"`{name}`: {_NONE}"
    report = sources.reports[name]
    passes = report["recipe"]["optimisation"]["passes"]
    often = "once" if passes <= 1 else f"{passes:g} times"
    return (
        f"{_percent(sources.final(name), 'accuracy')} (`{name}`: {auctions_heard(report):,} "
        f"auctions {often})"
    )


def _time_needed(sources: Sources) -> str:
    """How long the run on all auctions of the robot would take at the short run's pace."""
    auctions = (sources.facts or {}).get("systems", {}).get(_SAYC_AUCTIONS)
    if auctions is None or _PAPER not in sources.reports:
        return ""
    short = sources.reports[_PAPER]
    hours = short["seconds"] * auctions / auctions_heard(short) / 3600
    return f" ({auctions:,} auctions: about {hours:.1f} hours at `{_PAPER}`'s pace)"


def _auctions(facts: Figures | None) -> str:
    if facts is None:
        return _NONE
    return (
        f"{facts['auctions']:,} of {facts['deals']:,} deals, of robots in four systems and of "
        f"people; one deal in {1 / VALIDATION_SHARE:.0f} is kept to choose by"
    )


def _cards(facts: Figures | None) -> str:
    if facts is None:
        return _NONE
    cards = facts["cards"]
    return (
        f"25 % to within {100 * cards['largest_departure']:.2f} points in {facts['deals']:,} "
        f"deals; chi-square {cards['standard_score']:+.1f} deviations from its mean"
    )


def _lengths(facts: Figures | None) -> str:
    if facts is None:
        return _NONE
    lengths = facts["lengths"]
    return f"{lengths['usual_share']:.0%} have; most often {lengths['peak']}"


def _kinds(figures: Figures, kind: str, high: str, low: str) -> str:
    """Precision and recall, and whether they stand to each other as in the paper."""
    if kind not in figures:
        return _NONE
    words = []
    for mean in ("micro", "macro"):
        scores = figures[kind][mean]
        so = "as there" if scores[high] > scores[low] else "not as there"
        words.append(f"{mean} {scores['precision']:.1%} and {scores['recall']:.1%} ({so})")
    return f"precision and recall: {', '.join(words)}"


def _papers(sources: Sources, kind: str, high: str, low: str) -> str:
    """The same of the runs of the paper's arrangement that there are."""
    runs = [name for name in (_PAPER, _PAPER_WHOLE) if name in sources.reports]
    words = [f"`{name}`: {_kinds(sources.final(name), kind, high, low)}" for name in runs]
    return "; ".join(words) or _NONE


def _both(sources: Sources, what: str, path: str) -> str:
    """What both arrangements gain from something."""
    papers = _gain(sources, _PAPER, f"paper-no-{what}", path)
    ours = _gain(sources, _OURS, f"probe-no-{what}", path)
    return f"{papers} in the paper's arrangement, {ours} in this one"


def _gain(sources: Sources, whole: str, without: str, path: str) -> str:
    """A difference between two runs, marked where they differ in more than it should tell."""
    words = difference(sources, whole, without, path)
    marks = [run.removeprefix(whole) for run in runs_of(sources, whole)]
    more = any(also_changed(sources, whole + mark, without + mark) for mark in marks)
    return f"{words} (more differs, see below)" if more and words != _NONE else words


def _position(sources: Sources, path: str, limit: str) -> str:
    papers = _gain(sources, _PAPER, "paper-no-position", path)
    ours = _gain(sources, _OURS, "probe-no-position", path)
    return (
        f"{papers} in the paper's arrangement{f': {limit}' if limit else ''}; {ours} in this one, "
        "which counts the turns from the dealer, whose place it is told"
    )


def _speed(sources: Sources) -> str:
    return "; ".join(
        f"{words}, {kind}: {caught_up_words(sources, whole, without, key)}"
        for words, whole, without in (
            ("the paper's arrangement", _PAPER, "paper-no-rules"),
            ("this one", _OURS, "probe-no-rules"),
        )
        for kind, key in (("all calls", "accuracy"), ("bids alone", BIDS))
    )


def _uncontested(found: Figures | None) -> str:
    if found is None:
        return _NONE
    system, row = next(iter(found["systems"].items()))
    none, both = (row[vulnerable]["imps"] for vulnerable in ("none", "both"))
    return (
        f"{none:.3f} with none vulnerable, {both:.3f} with both (bidder "
        f"{found['model']['version']}, {system}, {found['deals']:,} deals); the paper does not say "
        "what its best contract is: [contracts](contracts.md#uncontested-bidding)"
    )


def _percent(figures: Figures, name: str) -> str:
    return cell(figures, name, "{:.1%}") if name in figures else _NONE
