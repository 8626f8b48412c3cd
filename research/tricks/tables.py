"""The tables of the README: what a paper prints beside what our networks reached."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bidding.training.scoring.markdown import NOT_MEASURED, table
from bidding.tricks.trick_scores import SHARES, shares_text
from research.released.released import measured_with
from research.released.sources import Figures, read_figures
from research.tricks import paper_tables as paper
from research.tricks.few_deals import few_deals
from research.tricks.intervals import half_width_text, interval_text
from research.tricks.networks import NetworkConfig, is_network
from research.tricks.pattern_table import weight_patterns
from research.tricks.recipe import NO_BETTER, WHOLE_BUDGET
from research.tricks.sample_deals import NETWORKS, SAMPLE_DEALS

FINDINGS = "findings.json"
OURS = "estimator.json"
NOT_RUN, NOT_KEPT = "not run", "not kept"
IMPROVING = "↑"
_TRUMPS_APART = ("p2-52-1/spades",)
_ZERO_IS_FREE = ("p2-52-1/notrump", "p2-52-1/spades")  # not where plain suits are halved
_LAST = ("epochs", "recipe")
_P2_KINDS = ("notrump", "spades")
_P3_KINDS = ("suits", "notrump")
_KINDS = ("plain", "resilient")
# (who, suits, notrump) as off by at most 2 | 1 | 0, in per cent; from the papers' tables, and of
# BEN measured apart, where nobody counted what is off by at most 2.
_OTHERS = (
    ("P2, (52x4)-(26x4)-26-13-1 and (52x4)-(13x4)-13-1", "99.88|96.48|53.11", "97.34|84.31|37.80"),
    ("P3, D-104 free", "99.72|95.33|51.28", "96.63|86.18|41.73"),
    ("BEN's network (quoted)", f"{NOT_MEASURED}|87.1|37.5", f"{NOT_MEASURED}|82.9|35.3"),
    ("ten grandmasters and masters (P2), 30 s a deal", "88.34|81.63|53.06", "94.74|88.30|73.68"),
)
Report = Mapping[str, Any]
Reports = Mapping[str, Report]


def file_of(recipe: str) -> str:
    """The file that keeps the report of a recipe."""
    return recipe.replace("/", ".") + ".json"


def read_reports(folder: Path) -> dict[str, Report]:
    """The kept reports by recipe; raises ValueError naming a file that is none."""
    reports = {}
    for path in sorted(folder.glob("*.json")):
        if path.name in (FINDINGS, OURS):
            continue
        try:
            report = json.loads(path.read_text())
            reports[str(report["recipe"]["name"])] = report
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path} is no report of a trained network: {error!r}") from error
    return reports


def tables(folder: Path, released: Mapping[str, Figures]) -> dict[str, Callable[[], str]]:
    """The tables by name, of the reports kept in a folder and of what is ``released``."""
    reports = read_reports(folder)
    found = read_figures(folder / FINDINGS)
    ours = read_figures(folder / OURS, ("model",))
    return {
        "released": partial(_ours, ours, released),
        "p2-spades": partial(spades, reports),
        "p2-4": partial(compared, paper.TABLE_4, reports),
        "p2-10": partial(both, paper.TABLE_10, _P2_KINDS, reports),
        "p3-1": partial(both, paper.P3_TABLES, _P3_KINDS, reports),
        "one-suit-or-all": partial(_runs, reports, "trumps", paper.ONE_SUIT_OR_ALL),
        "hands-alone": partial(_runs, reports, "(52x2)-(26x2)-26-13-1", paper.HANDS_ALONE),
        "overfitting": partial(overfitting, reports),
        "p2-6": partial(by_target, found),
        "p2-7": partial(card_values, found),
        "raw": partial(raw, found),
        "agreement": partial(agreement, found),
        "paired": partial(paired, found),
        "patterns": partial(weight_patterns, found),
        "hidden-neurons": partial(_runs, reports, "hidden neurons", paper.HIDDEN_NEURONS),
        "p2-sample-deals": partial(sample_deals, found, released),
        "p3-errors": partial(errors, reports),
        "p4": partial(algorithms, reports),
        "p4-few-deals": partial(few_deals, reports),
        "p4-course": partial(course_ends, reports),
    }


def shares(percents: Sequence[float]) -> str:
    """Per cent off by at most 2|1|0 tricks, as P2 writes them."""
    return "\\|".join(f"{percent:.2f}" for percent in percents)


def score(found: Mapping[str, float]) -> str:
    """The same of a score, whose shares go from 0 to 1."""
    return shares([100 * found[part] for part in SHARES])


def found_in(report: Report | None, part: str) -> str:
    """The figures at a path of a report, with half the interval of the exact ones; of several
    kinds of contract, those of all results.
    """
    if report is None:
        return NOT_RUN
    found: Any = report
    for name in part.split("."):
        if name not in found:
            return NOT_KEPT  # by an earlier training
        found = found[name]
    shown = found if "exact" in found else of_all(list(found.values()))
    return score(shown) + interval_text(report, part, shown["exact"])


def of_all(scores: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The shares over the results of several scores."""
    results = sum(one["results"] for one in scores)
    return {part: sum(one[part] * one["results"] for one in scores) / results for part in SHARES}


def count(report: Report | None, name: str) -> str:
    """A whole number of a report; nothing where there is no report."""
    return "" if report is None else f"{report[name]:,}"


def epochs(report: Report | None) -> str:
    """How many were run, marked where more might have made the network better."""
    run = count(report, "epochs")
    return run if report is None or not improving(report) else f"{run} {IMPROVING}"


def improving(report: Report) -> bool:
    """Whether it ran its whole budget, and the best epoch lies in the last 5 % of it."""
    budget = int(report["recipe"]["training"]["epochs"])
    late = 20 * int(report["best_epoch"]) > 19 * budget
    before = WHOLE_BUDGET if report["epochs"] >= budget else NO_BETTER
    return late and report.get("end", before) == WHOLE_BUDGET  # older reports do not say


def _ours(report: Report, released: Mapping[str, Figures]) -> str:
    """The released estimator beside the best of the papers'."""
    kinds = [report["scores"][kind] for kind in ("suits", "notrump")]
    ours = [shares_text(kind).replace(" ", "") for kind in kinds]
    rows = [*_OTHERS, ("**the released estimator**", *ours)]
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    suits, notrump = (kind["ece"] for kind in kinds)
    return (
        f"Measured with {measured_with({'estimator': report['model']}, released)}.\n\n"
        + table(("", "suits", "notrump"), cells)
        + f"\n\nExpected calibration error: {suits:.4f} in suits, {notrump:.4f} at notrump."
    )


def spades(reports: Reports) -> str:
    """P2, tables I, II, III and V: spades, West leads, with the sizes of table III."""
    rows = []
    for row in paper.SPADES:
        report, printed = reports.get(row.recipe), paper.SIZES.get(row.label)
        sizes = _sizes(printed, report) if printed else ("", "")
        rows.append((row.label, *sizes, *_figures(row, report)))
    header = ("network", "neurons: paper\\|ours", "connections", "paper", "ours", *_LAST)
    return table(header, rows)


def compared(rows: Sequence[paper.Row], reports: Reports) -> str:
    """One table of a paper, with our figures."""
    cells = [(row.label, *_figures(row, reports.get(row.recipe))) for row in rows]
    return table(("network", "paper", "ours", *_LAST), cells)


def _figures(row: paper.Row, report: Report | None) -> tuple[str, ...]:
    """The paper's figures, ours, the epochs and the recipe."""
    return shares(row.paper), found_in(report, row.part), epochs(report), f"`{row.recipe}`"


def both(pairs: Sequence[paper.Pair], kinds: Sequence[str], reports: Reports) -> str:
    """Networks that learn two kinds of contract each, the papers' figures and ours."""
    rows = []
    for pair in pairs:
        cells = [_named(pair.label, [reports.get(recipe) for recipe in pair.recipes])]
        for recipe, printed, part in zip(pair.recipes, pair.papers, pair.parts, strict=True):
            report = reports.get(recipe)
            cells += [shares(printed), found_in(report, part), epochs(report)]
        rows.append((*cells, f"`{_in_common(pair.recipes)}`"))
    header = [f"{kind}: {of}" for kind in kinds for of in ("paper", "ours", "epochs")]
    return table(("network", *header, "recipe"), rows)


def _in_common(recipes: Sequence[str]) -> str:
    """Recipes with what differs in braces: ``p2-1-1/{notrump,both}``, ``p3-f104/{…}-frozen``."""
    files, variants = zip(*(recipe.split("/") for recipe in recipes), strict=True)
    end = "-frozen" if all(name.endswith("-frozen") for name in variants) else ""
    return f"{files[0]}/{{{','.join(name.removesuffix(end) for name in variants)}}}{end}"


def _named(label: str, reports: Sequence[Report | None]) -> str:
    """The paper's label, with our network's name where one begins with another's."""
    printed = label.split()[0].rstrip(",")
    if not is_network(printed):
        return label
    names = {str(report["recipe"]["network"]["layers"]) for report in reports if report}
    others = [
        f"ours {name}, {NetworkConfig(name).neurons - NetworkConfig(printed).neurons:+} neurons"
        for name in sorted(names - {printed})
    ]
    return "; ".join([label, *others])


def _sizes(printed: tuple[int, int], report: Report | None) -> tuple[str, ...]:
    """The paper's numbers of neurons and of connections, each beside ours."""
    ours = [count(report, name) or NOT_RUN for name in ("neurons", "connections")]
    return tuple(f"{one:,}\\|{own}" for one, own in zip(printed, ours, strict=True))


def _runs(reports: Reports, title: str, recipes: Mapping[str, tuple[str, str]]) -> str:
    """Networks of which the papers print no figures: recipe and part of its report by label."""
    rows = []
    for label, (recipe, part) in recipes.items():
        report = reports.get(recipe)
        rows.append((label, found_in(report, part), epochs(report), f"`{recipe}`"))
    return table((title, "ours", *_LAST), rows)


def overfitting(reports: Reports) -> str:
    """P2, section VI-E."""
    rows = [
        (
            row.label,
            shares(row.paper),
            *(found_in(reports.get(row.recipe), part) for part in (paper.LEARNED, row.part)),
        )
        for row in paper.ON_TRAINING_DEALS
    ]
    header = ("network", "paper, what it learned from", "ours, the same", "ours, test deals")
    return table(header, rows)


def by_target(findings: Mapping[str, Any]) -> str:
    """P2, table VI."""
    ours = {row["tricks"]: row for row in findings["by_target"]}
    rows = [
        (
            str(tricks),
            shares(printed),
            score(ours[tricks]) if tricks in ours else "no deal",
            f"{deals:,}",
            f"{ours[tricks]['results']:,}" if tricks in ours else "",
        )
        for tricks, (deals, printed) in enumerate(paper.TABLE_6)
    ]
    deals, printed = paper.TABLE_6_TOTAL
    every = f"{sum(row['results'] for row in ours.values()):,}"
    rows.append(("all", shares(printed), score(of_all(list(ours.values()))), f"{deals:,}", every))
    return table(("tricks", "paper", "ours", "the paper's deals", "our results"), rows)


def card_values(findings: Mapping[str, Any]) -> str:
    """P2, table VII: the mean over suits that are alike, and the largest distance from it."""
    columns: list[str] = []
    cells: dict[str, list[str]] = {}
    for name, printed in paper.TABLE_7.items():
        ours = findings["card_values"][name]
        if name in _ZERO_IS_FREE:
            ours = _on_the_papers_scale(ours, printed)
        trumps = slice(0, 1 if name in _TRUMPS_APART else 4)
        for words, suits in (("", trumps), (", plain suits", slice(trumps.stop, 4))):
            if suits.start == suits.stop:
                continue
            columns += [f"`{name}`{words}: {who}" for who in ("paper", "ours")]
            for rank in reversed(printed):
                worth = [_worth(tuple(values[rank])[suits]) for values in (printed, ours)]
                cells.setdefault(rank, []).extend(worth)
    return table(("card", *columns), [(rank, *row) for rank, row in cells.items()])


def _worth(values: Sequence[float]) -> str:
    """The mean of the values, and how far the farthest lies from it."""
    mean = sum(values) / len(values)
    farthest = max(abs(value - mean) for value in values)
    return f"{mean:.3f}" + (f"±{farthest:.3f}" if len(values) > 1 else "")


def _on_the_papers_scale(
    ours: Mapping[str, Sequence[float]], printed: Mapping[str, Sequence[float]]
) -> dict[str, list[float]]:
    """Ours moved and stretched: the greatest to 4, the least to the paper's least."""
    low, least = (min(min(values) for values in one.values()) for one in (ours, printed))
    high = max(max(values) for values in ours.values())
    stretch = (4 - least) / (high - low)
    return {rank: [least + stretch * (v - low) for v in values] for rank, values in ours.items()}


def raw(findings: Mapping[str, Any]) -> str:
    """P2, section IX-B."""
    found = findings["raw"]
    rows = [
        (
            name,
            shares(nt),
            score(found[name]["notrump"]),
            shares(suits),
            score(found[name]["suits"]),
        )
        for name, (nt, suits) in paper.RAW.items()
    ]
    return table(("count", "paper, notrump", "ours", "paper, spades", "ours"), rows)


def agreement(findings: Mapping[str, Any]) -> str:
    """P2, section VI-F."""
    rows = [
        (
            kind,
            shares(printed),
            shares([100 * share for share in findings["agreement"][kind]]),
            f"{paper.CLOSE[kind]:.2f}",
            f"{100 * findings['close'][kind]:.2f}",
        )
        for kind, printed in paper.AGREEMENT.items()
    ]
    header = (
        "contracts",
        "paper: answers 0\\|1\\|2\\|3 tricks apart, per cent",
        "ours",
        "paper: outputs at most 0.06 apart, per cent",
        "ours",
    )
    return table(header, rows)


def paired(findings: Mapping[str, Any]) -> str:
    """Differences of two networks on the same test deals."""
    rows = []
    for networks, kinds in findings.get("paired", {}).items():
        one, other = networks.split()
        for kind, found in kinds.items():
            difference, error = found["difference"], found["standard_error"]
            shown = f"{100 * difference:+.2f}{half_width_text(error)}"
            rows.append((f"`{one}`", f"`{other}`", kind, shown))
    return table(("network", "less", "contracts", "exact, points"), rows)


def sample_deals(findings: Mapping[str, Any], released: Mapping[str, Figures]) -> str:
    """P2, figures 9 to 11: the paper's answers and ours."""
    found, chances = findings["sample_deals"], findings["sample_chances"]
    rows = [
        (n, *(f"{d.answers[n]}/{found[str(d.figure)].get(n, NOT_RUN)}" for d in SAMPLE_DEALS))
        for n in NETWORKS
    ]
    asked = measured_with({"estimator": findings["sample_estimator"]}, released)
    said = (_said(chances[str(deal.figure)], deal.tricks) for deal in SAMPLE_DEALS)
    rows.append((f"the released {asked}", *said))
    header = ("network: paper/ours", *(f"figure {deal.figure}" for deal in SAMPLE_DEALS))
    return table(header, rows)


def _said(chances: Sequence[float], true: int) -> str:
    """The likeliest number of tricks, and the true one where that is another."""
    answer = max(range(len(chances)), key=chances.__getitem__)
    text = f"{answer} ({100 * chances[answer]:.0f} %"
    return f"{text})" if answer == true else f"{text}; {true}: {100 * chances[true]:.0f} %)"


def errors(reports: Reports) -> str:
    """P3's errors: of the autoencoders, and of the classifiers with the first layer free|frozen."""
    rows = []
    for row in paper.P3_ERRORS:
        coder = reports.get(f"{row.recipe}-autoencoder")
        coded = NOT_RUN if coder is None else f"{coder['validation_error']:.2f}"
        tuned = "\\|".join(f"{error:.3f}" for error in row.fine_tuning)
        ours = "\\|".join(_mean_square(reports.get(recipe)) for recipe in row.recipes)
        compressed = "\\|".join(f"{error:.2f}" for error in row.compression)
        rows.append((row.label, compressed, coded, epochs(coder), tuned, ours))
    header = ("network", "compression: paper", "ours", "epochs", "fine-tuning: paper", "ours")
    return table(header, rows)


def _mean_square(report: Report | None) -> str:
    if report is None:
        return NOT_RUN
    return f"{report['mean_square']:.4f}" if "mean_square" in report else NOT_KEPT


def algorithms(reports: Reports) -> str:
    """P4, table 1."""
    rows = []
    for label, recipe, *printed in paper.P4_TABLE:
        for kind, figure in zip(_KINDS, printed, strict=True):
            report = reports.get(f"{recipe}/{kind}")
            plain = report is not None and kind == "plain"
            rate = f"{report['recipe']['training']['rate']:g}" if report and plain else ""
            ours = found_in(report, paper.SUITS)
            rows.append((label, kind, rate, f"{figure:.2f}", ours, epochs(report)))
    return table(("network", "back-propagation", "rate", "paper", "ours", "epochs"), rows)


def course_ends(reports: Reports) -> str:
    """P4, figure 12: the errors at the ends of the runs that keep their course."""
    rows = []
    for recipe in paper.FIGURE_12:
        course = reports.get(recipe, {}).get("course")
        if course is not None:
            training, validation = course["training_error"][-1], course["validation_error"][-1]
            row = (
                f"`{recipe}`",
                f"{course['epoch'][-1]:,}",
                f"{training:.1e}",
                f"{validation:.4f}",
            )
            rows.append(row)
    return table(("recipe", "epochs", "error in training", "on validation deals"), rows)
