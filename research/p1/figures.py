"""The paper's figures 7 to 10, and the accuracy by number of deals, drawn from kept figures."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

from bidding.domain.table import RANKS, Suit
from bidding.explaining.explanation import Explanation, HiddenHand
from research.p1.table_2 import figure_10_hands
from research.p1.tables import OURS, PAPERS, seeds, sizes
from research.pictures import svg
from research.released.sources import Figures, Sources

_MEASURES = {"accuracy": "all calls", "accuracy_bids": "bids alone"}
_LONGEST = 24  # calls of an auction that are shown each by itself
_BARS = ("precision", "recall")


def figures(sources: Sources, explanations: Mapping[str, Explanation]) -> dict[str, str]:
    """The pictures by the names of their files; the explanations are those of the test case."""
    return {
        "figure-7.svg": _dataset(sources.facts or {}),
        "figure-8.svg": _kinds(sources),
        "figure-9.svg": _convergence(sources),
        "figure-9-less.svg": _differences(sources),
        "figure-10.svg": _test_case(explanations),
        "deals.svg": _deals(sources),
    }


def _dataset(facts: Figures) -> str:
    """Figure 7: the share of each card with each player, and the lengths of auctions."""
    figure = Figure(figsize=(8, 3), layout="constrained")
    cards, lengths = figure.subplots(1, 2)
    for seat, shares in facts["cards"]["shares"].items():
        cards.plot(100 * np.array(shares), ".", label=seat, markersize=3)
    cards.set(xlabel="card, ♠A to ♣2", ylabel="% of deals", ylim=(24, 26), title="a")
    cards.legend(ncols=4, fontsize="small")
    counts = {int(calls): count for calls, count in facts["lengths"]["counts"].items()}
    shown = range(4, _LONGEST + 1)
    total = sum(counts.values())
    lengths.bar(list(shown), [100 * counts.get(calls, 0) / total for calls in shown])
    lengths.set(xlabel="calls", ylabel="% of auctions", title="b")
    return svg(figure, "Paper P1, figure 7: each card with each player, and lengths of auctions")


def _kinds(sources: Sources) -> str:
    """Figure 8: precision and recall of bids and non-bids, by the paper's arrangement first."""
    figure = Figure(figsize=(8, 3), layout="constrained")
    scored = {
        "the paper's arrangement": sources.final(next(iter(PAPERS))),
        "released": sources.scores["robot-sayc-dev"],
    }
    for axis, (words, scores) in zip(
        figure.subplots(1, 2, sharey=True), scored.items(), strict=True
    ):
        names = [(kind, mean) for kind in ("bids", "non_bids") for mean in ("micro", "macro")]
        for place, bar in enumerate(_BARS):
            heights = [100 * scores[kind][mean][bar] for kind, mean in names]
            axis.bar(np.arange(len(names)) + 0.4 * place, heights, 0.4, label=bar)
        labels = [f"{kind.replace('_', '-')},\n{mean}" for kind, mean in names]
        axis.set_xticks(np.arange(len(names)) + 0.2, labels)
        axis.set(title=words, ylabel="%", ylim=(0, 100))
    axis.legend(loc="lower right")
    return svg(figure, "Paper P1, figure 8: precision and recall of bids and of non-bids")


def _convergence(sources: Sources) -> str:
    """Figure 9: with the rule vector and without, from the first look on.

    A line is the mean over the seeds, its band from the least to the greatest.
    """
    figure = Figure(figsize=(8, 6), layout="constrained")
    grid = figure.subplots(len(_MEASURES), 2, sharey="row", sharex="col")
    for row, (key, words) in zip(grid, _MEASURES.items(), strict=True):
        for axis, family in zip(row, (PAPERS, OURS), strict=True):
            for recipe in list(family)[:2]:
                steps, curves = _courses(sources, recipe, key)
                _band(axis, steps, curves, recipe)
            axis.set_xscale("log")
        row[0].set_ylabel(f"{words}, %")
    _name_columns(grid)
    return svg(figure, "Paper P1, figure 9: accuracy on the way, with the rules and without")


def _differences(sources: Sources) -> str:
    """Beside figure 9: how many points less is right without something, on the way of training."""
    figure = Figure(figsize=(8, 6), layout="constrained")
    grid = figure.subplots(len(_MEASURES), 2, sharex="col")
    for row, (key, words) in zip(grid, _MEASURES.items(), strict=True):
        for axis, family in zip(row, (PAPERS, OURS), strict=True):
            whole, *others = family
            _, most = _courses(sources, whole, key)
            for recipe in others:
                steps, curves = _courses(sources, recipe, key)
                _band(axis, steps, curves - most, recipe)
            axis.axhline(0, color="gray", linewidth=0.5)
            axis.set_xscale("log")
        row[0].set_ylabel(f"{words}, points")
    _name_columns(grid)
    return svg(figure, "Without something: points of accuracy, on the way of training, by recipe")


def _name_columns(grid: np.ndarray) -> None:
    for axis in grid[-1]:
        axis.xaxis.set_minor_formatter(NullFormatter())  # their labels would overlap
        axis.set_xlabel("million calls learned from")
    for axis in grid[0]:
        axis.legend(fontsize="small")


def _courses(sources: Sources, recipe: str, key: str) -> tuple[np.ndarray, np.ndarray]:
    """Million calls learned from at each look, and per cent right (seed, look)."""
    reports = [sources.reports[run] for run in seeds(sources, recipe)]
    curves = np.array([[100 * look[key] for look in report["validations"]] for report in reports])
    steps = np.array([look["step"] for look in reports[0]["validations"]])
    return steps / steps[-1] * reports[0]["calls_learned_from"] / 1e6, curves


def _band(axis: Axes, calls: np.ndarray, curves: np.ndarray, label: str) -> None:
    """Draw the mean and the range of several seeds' courses, whose looks are at the same steps."""
    (line,) = axis.plot(calls, curves.mean(0), label=label, linewidth=1)
    axis.fill_between(calls, curves.min(0), curves.max(0), color=line.get_color(), alpha=0.2)


def _test_case(explanations: Mapping[str, Explanation]) -> str:
    """Figure 10: North's HCP after 1D; West's lengths and cards at the end; a row of each."""
    figure = Figure(figsize=(9, 3 * len(explanations)), layout="constrained")
    grid = figure.subplots(len(explanations), 3, width_ratios=(1, 1.2, 1.4))
    for axes, (name, explanation) in zip(grid, explanations.items(), strict=True):
        _draw_test_case(axes, name, explanation)
    return svg(figure, "Paper P1, figure 10: the test case, by its arrangement and as released")


def _draw_test_case(axes: np.ndarray, name: str, explanation: Explanation) -> None:
    north, west = figure_10_hands(explanation)  # rounded: the last digits are the processor's
    hcp, lengths, cards = axes
    hcp.set_ylabel(f"{name}, %")
    hcp.bar(range(8, 22), [round(100 * north.shape.hcp.within(n, n), 1) for n in range(8, 22)])
    hcp.set(title="a: North's HCP after 1♦", xlabel="HCP")
    for place, suit in enumerate(Suit):
        heights = [round(100 * west.shape.lengths[suit].within(n, n), 1) for n in range(9)]
        lengths.bar(np.arange(9) + 0.2 * place - 0.3, heights, 0.2, label=suit.symbol)
    lengths.set(title="b: West's suits at the end", xlabel="cards", ylim=(0, 60))
    lengths.legend(ncols=2, fontsize="small")
    _heat_map(cards, west)


def _heat_map(axis: Axes, hand: HiddenHand) -> None:
    image = 100 * np.array(hand.cards).reshape(len(Suit), len(RANKS))
    drawn = axis.imshow(image, cmap="Blues", vmin=0, vmax=100, aspect="auto")
    axis.set_xticks(range(len(RANKS)), list(RANKS))
    axis.set_yticks(range(len(Suit)), [suit.symbol for suit in Suit])
    axis.set_title("c: West's cards at the end, %")
    assert axis.figure is not None
    axis.figure.colorbar(drawn, ax=axis)


def _deals(sources: Sources) -> str:
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axis = figure.subplots()
    found = sizes(sources)
    names: Mapping[str, str] = {"accuracy": "all calls", "accuracy_nonpass": "calls but passes"}
    for key, words in names.items():
        shares = [100 * final[key] for _, _, final in found]
        axis.semilogx([deals for deals, _, _ in found], shares, "o-", label=words)
    axis.set(xlabel="training deals", ylabel="%")
    axis.legend()
    return svg(figure, "Accuracy by number of training deals")
