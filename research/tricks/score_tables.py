"""Tables of networks by their kept reports: what a paper prints beside what ours reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bidding.training.scoring.markdown import table
from research.tricks import paper_tables as paper
from research.tricks.kept_reports import (
    NOT_RUN,
    Report,
    Reports,
    count,
    epochs,
    found_in,
    patience,
    shares,
)
from research.tricks.networks import NetworkConfig, is_network

_LAST = ("epochs", "recipe")


def spades(reports: Reports) -> str:
    """P2, tables I, II, III and V: spades, West leads, with the sizes of table III."""
    rows = []
    for row in paper.SPADES:
        report, printed = reports.get(row.recipe), paper.SIZES.get(row.label)
        sizes = _sizes(printed, report) if printed else ("", "")
        *figures, recipe = _figures(row, report)
        rows.append((row.label, *sizes, *figures, patience(report), recipe))
    sizes_header = ("neurons: paper\\|ours", "connections")
    header = ("network", *sizes_header, "paper", "ours", "epochs", "patience", "recipe")
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


def unprinted(reports: Reports, title: str, recipes: Mapping[str, tuple[str, str]]) -> str:
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
