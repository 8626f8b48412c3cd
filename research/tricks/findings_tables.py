"""Tables of what was found in trained networks besides their scores (``findings.json``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from bidding.training.scoring.markdown import table
from research.released.released import measured_with
from research.released.sources import Figures
from research.tricks import paper_tables as paper
from research.tricks.intervals import half_width_text
from research.tricks.kept_reports import NOT_RUN, of_all, score, shares
from research.tricks.sample_deals import NETWORKS, SAMPLE_DEALS

_TRUMPS_APART = ("p2-52-1/spades",)
_ZERO_IS_FREE = ("p2-52-1/notrump", "p2-52-1/spades")  # not where plain suits are halved


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
            ours = on_the_papers_scale(ours, printed)
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
    mean = fmean(values)  # the exact sum: the last digit is the same everywhere
    farthest = max(abs(value - mean) for value in values)
    return f"{mean:.3f}" + (f"±{farthest:.3f}" if len(values) > 1 else "")


def on_the_papers_scale(
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
            shares(paper.AGREEMENT[contracts]),
            shares([100 * share for share in found]),
            f"{paper.CLOSE[contracts]:.2f}",
            f"{100 * findings['close'][kind]:.2f}",
        )
        for kind, found in findings["agreement"].items()
        if (contracts := kind.partition(",")[0])
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
