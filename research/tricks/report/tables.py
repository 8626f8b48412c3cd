"""The tables of docs/tricks.md: what a paper prints beside what our networks reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bidding.training.markdown import table
from bidding.tricks.evaluation import SHARES
from research.tricks.networks import NetworkConfig, is_network
from research.tricks.report import paper_tables as paper
from research.tricks.report.cells import (
    NOT_KEPT,
    NOT_RUN,
    Reports,
    count,
    data,
    epochs,
    exact,
    found_in,
    of_all,
    score,
    shares,
)

_ZERO_IS_FREE = ("p2-52-1/notrump", "p2-52-1/spades")  # not where plain suits are halved
_NEAR = 3.0  # per cent by which counts used raw may be off
_UNTOLD = {
    "Stayman": "Table IX says of it only that short suits are rewarded and single honours lowered, "
    "not by how much; we know of no reading that fits both notrump and spades."
}


def compared(one: paper.PaperTable, reports: Reports) -> str:
    """One table of a paper, with our figures and what they come from."""
    sized = ("neurons, paper \\| ours", "connections, paper \\| ours") if one.sizes else ()
    header = ("network", *sized, "paper", "ours", "deals", "examples", "epochs", "recipe")
    rows = []
    for row in one.rows:
        report = reports.get(row.recipe)
        rows.append(
            (
                _named(row.label, report),
                *(_sizes(one.sizes[row.label], report) if one.sizes else ()),
                shares(row.paper),
                found_in(report, row.part),
                *data(report),
                f"`{row.recipe}`",
            )
        )
    note = f"\n\n{one.note}" if one.note else ""
    return f"### {one.title}\n\n{table(header, rows)}{note}"


def _named(label: str, report: Mapping[str, Any] | None) -> str:
    """The paper's label, with our network's name where it begins with another's."""
    printed = label.split()[0].rstrip(",")
    if report is None or not is_network(printed):
        return label
    ours = str(report["recipe"]["network"]["layers"])
    if ours == printed:
        return label
    more = NetworkConfig(ours).neurons - NetworkConfig(printed).neurons
    return f"{label}; ours {ours}, {more:+} neurons"


def _sizes(printed: tuple[int, int], report: Mapping[str, Any] | None) -> list[str]:
    """The paper's numbers of neurons and of connections, each beside ours."""
    ours = [count(report, name) or NOT_RUN for name in ("neurons", "connections")]
    return [f"{paper:,} \\| {own}" for paper, own in zip(printed, ours, strict=True)]


def by_target(findings: Mapping[str, Any]) -> str:
    """P2, table VI."""
    ours = {row["tricks"]: row for row in findings.get("by_target", ())}
    rows = [
        (
            str(tricks),
            shares(printed),
            score(ours[tricks]) if tricks in ours else "no deal" if ours else NOT_RUN,
            f"{deals:,}",
            f"{ours[tricks]['results']:,}" if tricks in ours else "",
        )
        for tricks, (deals, printed) in enumerate(paper.TABLE_6)
    ]
    deals, printed = paper.TABLE_6_TOTAL
    every = f"{sum(row['results'] for row in ours.values()):,}" if ours else ""
    all_of_them = score(of_all(list(ours.values()))) if ours else NOT_RUN
    rows.append(("all", shares(printed), all_of_them, f"{deals:,}", every))
    header = ("tricks", "paper", "ours", "the paper's deals", "our results")
    title = "### P2, table VI: 52-25-1 on spades, by the number of tricks"
    return f"{title}\n\n{table(header, rows)}"


def card_values(findings: Mapping[str, Any]) -> str:
    """P2, table VII."""
    parts = ["### P2, table VII: what a card is worth to 52-1"]
    for recipe, printed in paper.TABLE_7.items():
        found = findings.get("card_values", {}).get(recipe, {})
        ours = _on_the_papers_scale(found, printed) if found and recipe in _ZERO_IS_FREE else found
        rows = [
            (rank, _worth(values), _worth(ours[rank]) if ours else NOT_RUN)
            for rank, values in reversed(printed.items())
        ]
        header = (f"`{recipe}`", "paper, ♠ ♥ ♦ ♣", "ours, ♠ ♥ ♦ ♣")
        parts.append(table(header, rows))
    parts.append(
        "As in the paper the greatest weight is made 4. Where every card counts alike, at notrump "
        "and in spades alone, a constant added to all weights changes no answer, since every side "
        "holds 26 cards: zero is free there, and our least weight is put where the paper's least "
        "is. The network of all suits sees plain suits halved, so a constant would count the "
        "trumps of the two sides, and zero is not free: its weights are stretched only."
    )
    return "\n\n".join(parts)


def _worth(values: Sequence[float]) -> str:
    return " ".join(f"{value:.3f}" for value in values)


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
    found = findings.get("raw", {})
    rows = [
        (
            name,
            shares(notrump),
            score(found[name]["notrump"]) if name in found else NOT_RUN,
            shares(suits),
            score(found[name]["suits"]) if name in found else NOT_RUN,
        )
        for name, (notrump, suits) in paper.RAW.items()
    ]
    header = ("count", "paper, notrump", "ours", "paper, spades", "ours")
    return (
        "### P2, section IX-B: counts of players used raw\n\n"
        + table(header, rows)
        + "\n\nThe paper does not say how a count becomes tricks. Read here: 40 points, the Work "
        "points of a pack, stand for 13 tricks, rounded. That gives its five tricks for 15 points "
        "and eight for 25 (section X). " + _misread(found)
    ).rstrip()


def _misread(found: Mapping[str, Any]) -> str:
    """The counts whose reading here does not give the paper's figures; nothing of the others."""
    told = []
    for name, printed in paper.RAW.items():
        for kind, papers in zip(("notrump", "suits"), printed, strict=True):
            if name not in found:
                continue
            ours = [100 * found[name][kind][part] for part in SHARES]
            if max(abs(one - other) for one, other in zip(ours, papers, strict=True)) > _NEAR:
                told.append(_failing(name, kind, ours, papers))
    return " ".join(told)


def _failing(name: str, kind: str, ours: Sequence[float], papers: Sequence[float]) -> str:
    where = "in spades" if kind == "suits" else "at notrump"
    figures = f"{shares(ours)}, where the paper has {shares(papers)}."
    return (
        f"Our reading of the {name} count fails {where}: {figures} {_UNTOLD.get(name, '')}".strip()
    )


def hands_alone(reports: Reports) -> str:
    """DDBP-2 with the hands told apart."""
    rows = []
    for kind, name, part in (
        ("notrump", "notrump", paper.NOTRUMP),
        ("spades, either defender leads", "spades", paper.SUITS),
    ):
        recipe = f"ddbp2-52x2/{name}"
        report = reports.get(recipe)
        rows.append((kind, found_in(report, part), *data(report), f"`{recipe}`"))
    header = ("(52x2)-(26x2)-26-13-1", "ours", "deals", "examples", "epochs", "recipe")
    return (
        "A network with 52 inputs for each of the two hands, and none of the opponents', not in "
        "the paper:\n\n" + table(header, rows)
    )


def one_suit_or_all(reports: Reports) -> str:
    """P2, section IV-E: 26x4 with one trump suit, and with all."""
    rows = []
    for trumps, recipe in paper.ONE_SUIT_OR_ALL.items():
        report = reports.get(recipe)
        rows.append((trumps, found_in(report, paper.SUITS), *data(report), f"`{recipe}`"))
    header = ("trumps", "ours", "deals", "examples", "epochs", "recipe")
    return (
        "### P2, section IV-E: 26x4 with one trump suit, and with all\n\n"
        "With 26x4 the trump suit is told by one more input, of 105. The paper prints no figures; "
        "it says that networks of varied trumps came out worse than those of one suit.\n\n"
        + table(header, rows)
        + _by_one_suit(reports)
    )


def _by_one_suit(reports: Reports) -> str:
    """Whether that holds with ours; nothing before both are trained."""
    found = [reports.get(recipe) for recipe in paper.ONE_SUIT_OR_ALL.values()]
    one, every = (None if report is None else exact(report, paper.SUITS) for report in found)
    if one is None or every is None:
        return ""
    told = "So they do" if every < one else "They do not"
    return f"\n\n{told} with ours: {every:.2f} % exact with all, {one:.2f} % with one."


def the_lead(findings: Mapping[str, Any]) -> str:
    """P2, section VI-D."""
    share = findings.get("lead_matters")
    ours = "" if share is None else f", in {100 * share:.1f} % of ours"
    return (
        "### P2, section VI-D: which defender leads\n\nWith spades as trumps the number of tricks "
        f"depends on which of the two defenders leads in {paper.LEAD_MATTERS} % of the paper's "
        f"deals{ours}. What telling the networks of it brings is in table V."
    )


def overfitting(reports: Reports) -> str:
    """P2, section VI-E."""
    rows = [
        (
            row.label,
            shares(row.paper),
            *(found_in(reports.get(row.recipe), part) for part in (paper.LEARNED, row.part)),
        )
        for row in paper.ON_TRAINING_DEALS.rows
    ]
    header = ("network", "paper, what it learned from", "ours, the same", "ours, test deals")
    return f"### {paper.ON_TRAINING_DEALS.title}\n\n{table(header, rows)}"


def agreement(findings: Mapping[str, Any]) -> str:
    """P2, section VI-F."""
    found, close = findings.get("agreement", {}), findings.get("close", {})
    rows = [
        (
            kind,
            shares(printed),
            shares([100 * share for share in found[kind]]) if kind in found else NOT_RUN,
            f"{paper.CLOSE[kind]:.2f}",
            f"{100 * close[kind]:.2f}" if kind in close else NOT_RUN,
        )
        for kind, printed in paper.AGREEMENT.items()
    ]
    title = "### P2, section VI-F: four 52-25-1 networks that differ in their first weights only"
    header = (
        "contracts",
        "paper: answers 0 \\| 1 \\| 2 \\| 3 tricks apart, per cent",
        "ours",
        "paper: outputs at most 0.06 apart, per cent",
        "ours",
    )
    note = "\n\nThe paper counts answers on its training deals, we everything on the test deals."
    return f"{title}\n\n{table(header, rows)}{note}"


def compression(reports: Reports) -> str:
    """P3's autoencoders."""
    rows = []
    for row in paper.P3_ERRORS:
        report = reports.get(f"{row.recipe}-autoencoder")
        ours = NOT_RUN if report is None else f"{report['validation_error']:.2f}"
        rows.append((row.label, shares(row.compression), ours, epochs(report)))
    header = ("autoencoder", "paper, free \\| frozen", "ours, for both", "epochs")
    return (
        "### P3, stage 1: compression error\n\n"
        + table(header, rows)
        + "\n\nCross-entropy summed over a deal's 208 inputs, which is the paper's scale; ours is "
        "that of the validation deals."
    )


def fine_tuning(reports: Reports) -> str:
    """P3's classifiers."""
    rows = []
    for row in paper.P3_ERRORS:
        ours = [_mean_square(reports.get(recipe)) for recipe in row.recipes]
        printed = " \\| ".join(f"{error:.3f}" for error in row.fine_tuning)
        rows.append((row.label, printed, " \\| ".join(ours)))
    return (
        "### P3, stage 2: fine-tuning error\n\n"
        + table(("network", "paper, free \\| frozen", "ours, free \\| frozen"), rows)
        + "\n\nThe paper calls its figures cross-entropies. At its accuracy they cannot be; what "
        "has their size is the mean square by which one of the 14 outputs is off, and that is "
        "ours, on the test deals."
    )


def _mean_square(report: Mapping[str, Any] | None) -> str:
    if report is None:
        return NOT_RUN
    return f"{report['mean_square']:.4f}" if "mean_square" in report else NOT_KEPT
