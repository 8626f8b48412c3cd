"""What paper P3 found, and whether ours shows it: the tables of verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from research.tricks.comparison import COMPARATOR, ESTIMATORS
from research.tricks.intervals import difference
from research.tricks.kept_reports import Reports, exact, mark_improving
from research.tricks.p3_tables import ERRORS, PRINTED, of_seeds
from research.tricks.paper_tables import NOTRUMP, SUITS, TABLE_10
from research.tricks.patterns import strong_and_focused
from research.tricks.pictures import WEIGHTS_P3, drawn_weights
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

_RECIPES = "recipes"
_FOUR = ("f104", "f156", "d104", "d156")
_P2_BEST = {
    "suits": ("p2-52x4-26/both", SUITS, TABLE_10[4].papers[1][-1]),
    "notrump": ("p2-52x4-13/notrump", NOTRUMP, TABLE_10[3].papers[0][-1]),
}
"""The recipes of P2's best networks, the part of their reports, and its per cent."""
_SEARCH, _DEEPER, _NINE, _ONE = (
    f"p3s-{end}" for end in ("compressions", "deeper", "nine-inputs", "one-output")
)


def p3_verdicts(reports: Reports, found: Mapping[str, Any]) -> str:
    """The table on the paper's tables and conclusions."""
    kinds = ("suits", "notrump")
    tables = "[table {}](#tables-1-and-2): D-104 free is best {}"
    made = [
        _order(reports, tables.format(1, "in suits"), _best("suits")),
        _with_seeds(reports),
        _order(reports, tables.format(2, "at notrump"), _best("notrump")),
        _error_and_accuracy(reports),
        _beside_p2(reports),
        _order(
            reports,
            "conclusion 4: a dedicated first layer (D) beats a full one (F), 104",
            {kind: (f"f104/{kind}", f"d104/{kind}") for kind in kinds},
        ),
        _order(
            reports,
            "conclusion 5: the first layer left free beats it frozen",
            {f"{_named(n)} {k}": (f"{n}/{k}-frozen", f"{n}/{k}") for n in _FOUR for k in kinds},
        ),
        _order(
            reports,
            "conclusion 6: notrump is harder than suits",
            {
                f"{_named(n)}{how}": (f"{n}/notrump{end}", f"{n}/suits{end}")
                for n in _FOUR
                for how, end in (("", ""), (" frozen", "-frozen"))
            },
        ),
        _order(
            reports,
            "frozen, F-104 beats F-156",
            {kind: (f"f156/{kind}-frozen", f"f104/{kind}-frozen") for kind in kinds},
            "[the paper seems to have them exchanged](README.md#where-ours-differ-and-why)",
        ),
        _compression(reports),
        _fine_tuning(reports),
        _figure_2(found),
        _comparator(found),
    ]
    return findings_table(made)


def _best(kind: str) -> dict[str, tuple[str, str]]:
    others = [name for name in _FOUR if name != "d104"]
    return {f"over {_named(name)}": (f"{name}/{kind}", f"d104/{kind}") for name in others}


def _order(
    reports: Reports, item: str, pairs: Mapping[str, tuple[str, str]], remark: str = ""
) -> Finding:
    """In each pair, named in a row, the second network is the more exact one in the paper."""
    comparisons, papers, ours = [], [], []
    for words, pair in pairs.items():
        less, more = (PRINTED[f"p3-{name}"] for name in pair)
        lower, upper = (_ours(reports, f"p3-{name}") for name in pair)
        comparisons.append(Comparison(words, more - less, upper.less(lower)))
        papers.append(f"{words} {more:.2f} for {less:.2f}")
        ours.append(f"{upper.text()} for {lower.text()}")
    mark = mark_improving(reports, (f"p3-{name}" for pair in pairs.values() for name in pair))
    said = "; ".join(filter(None, (remark, mark)))
    return Finding(item, ", ".join(papers), ", ".join(ours), comparisons, _RECIPES, said)


def _ours(reports: Reports, recipe: str) -> Measured:
    return exact(reports, recipe, SUITS if "suits" in recipe else NOTRUMP)


def _named(network: str) -> str:
    """``f104`` as the paper writes it."""
    return f"{network[0].upper()}-{network[1:]}"


def _with_seeds(reports: Reports) -> Finding:
    """The orders in suits with fewer examples, three initial weights each."""
    comparisons, papers, ours = [], [], []
    for more, less in (("d104", "f104"), ("d104", "d156"), ("d156", "f156")):
        theirs = PRINTED[f"p3-{more}/suits"] - PRINTED[f"p3-{less}/suits"]
        mine = difference(*(of_seeds(reports, f"p3s-orders/{name}") for name in (more, less)))
        words = f"{_named(more)} over {_named(less)}"
        comparisons.append(Comparison(words, theirs, mine))
        papers.append(f"{words} {theirs:+.2f}")
        ours.append(mine.text("+.2f"))
    return Finding(
        "table 1 and conclusion 4 with fewer examples: [200,000, up to 120 epochs, three initial "
        "weights](#orders-with-several-initial-weights)",
        ", ".join(papers),
        ", ".join(ours),
        comparisons,
        "`p3s-orders`",
        "[after 30 epochs](#section-22-the-search-of-the-compression) not yet",
    )


def _error_and_accuracy(reports: Reports) -> Finding:
    """The errors are a hundredfold apart, the accuracy differs by less than in the paper."""
    names = ("f104", "d104")
    coders = [reports[f"p3-{name}/suits-autoencoder"]["validation_error"] for name in names]
    theirs = {row.recipe: row.compression[0] for row in ERRORS}
    printed = [PRINTED[f"p3-{name}/suits"] for name in names]
    ours = [_ours(reports, f"p3-{name}/suits") for name in names]
    apart = Comparison(
        "D-104 and F-104 in suits", printed[1] - printed[0], ours[1].less(ours[0]), Kind.ALIKE
    )
    errors = [theirs[f"p3-{name}/suits"] for name in names]
    return Finding(
        "conclusion 1: the compression error says little of the final accuracy; free, F-104 and "
        "D-104 in suits",
        f"errors {errors[0]:.2f} and {errors[1]:.2f}: exact {printed[0]:.2f} and {printed[1]:.2f}",
        f"{coders[0]:.2f} and {coders[1]:.2f}: {ours[0].text()} and {ours[1].text()}",
        [apart],
        _RECIPES,
    )


def _beside_p2(reports: Reports) -> Finding:
    """D-104 is above P2's best at notrump, and under it in suits."""
    comparisons, papers, ours = [], [], []
    for kind, order in (("notrump", 1), ("suits", -1)):
        recipe, part, other = _P2_BEST[kind]
        mine = [exact(reports, name, part) for name in (f"p3-d104/{kind}", recipe)]
        theirs = (PRINTED[f"p3-d104/{kind}"], other)
        words = f"{'over' if order > 0 else 'under'} P2's best, {kind}"
        upper, lower = mine[::order]
        apart = order * (theirs[0] - theirs[1])
        comparisons.append(Comparison(words, apart, upper.less(lower)))
        papers.append(f"{kind} {theirs[0]:.2f} for {theirs[1]:.2f}")
        ours.append(f"{mine[0].text()} for {mine[1].text()}")
    return Finding(
        "conclusion 2: D-104 beats P2's best at notrump, not in suits",
        ", ".join(papers),
        ", ".join(ours),
        comparisons,
        _RECIPES,
    )


def _compression(reports: Reports) -> Finding:
    """Errors have no interval here: one number of each network."""
    names = ("f104", "d156", "d104")
    printed = {row.recipe: row.compression[0] for row in ERRORS}
    theirs = [printed[f"p3-{name}/suits"] for name in names]
    labels = [_named(name) for name in names]
    ours = [Measured(reports[f"p3-{name}/suits-autoencoder"]["validation_error"]) for name in names]
    return Finding(
        "[stage 1](#errors): a dedicated layer compresses worse, 156 better than 104; suits",
        rising_text(labels, theirs),
        ", ".join(one.text() for one in ours),
        rising(labels, theirs, ours),
        _RECIPES,
    )


def _fine_tuning(reports: Reports) -> Finding:
    comparisons, errors = [], []
    for row in ERRORS:
        free, frozen = (Measured(reports[recipe]["mean_square"]) for recipe in row.recipes)
        theirs = row.fine_tuning[1] - row.fine_tuning[0]
        comparisons.append(Comparison(row.label, theirs, frozen.less(free), form="+.4f"))
        errors.append((free.value, frozen.value))
    (low, high), (least, most) = ((min(one), max(one)) for one in zip(*errors, strict=True))
    printed = list(zip(*(row.fine_tuning for row in ERRORS), strict=True))
    return Finding(
        "[stage 2](#errors): errors, free below frozen in all eight pairs",
        " below ".join(f"{min(one):.3f} to {max(one):.3f}" for one in printed),
        f"{low:.4f} to {high:.4f} below {least:.4f} to {most:.4f}",
        comparisons,
        _RECIPES,
    )


def _figure_2(found: Mapping[str, Any]) -> Finding:
    """Its two conclusions, counted in the networks or, until these are trained, as drawn."""
    counts = found.get("p3_weights") or strong_and_focused(
        *drawn_weights(WEIGHTS_P3.read_text(encoding="utf-8"))
    )
    neurons, strong = counts["neurons"], counts["strong"]
    before, after = (
        share_of(counts[name] / neurons, neurons) for name in ("focused_before", "focused")
    )
    stay = share_of(counts["stay"] / strong, strong)
    comparisons = [
        Comparison("per cent of strong weights that stay, over half", None, stay.less(HALF)),
        Comparison("per cent of neurons for single suits", None, after.less(before)),
    ]
    return Finding(
        "[figure 2](#pictures-of-weights): weights of D-104 before and after fine-tuning",
        "most strong weights of the pretraining stay; then quite many neurons for single suits",
        f"{counts['stay']} of {strong} strong weights stay; for single suits {counts['focused']} "
        f"of {neurons} neurons, {counts['focused_before']} before",
        comparisons,
        "report",
    )


def _comparator(found: Mapping[str, Any]) -> Finding:
    every = found["comparison"]["pairs"]["all"]
    networks = (COMPARATOR, ESTIMATORS[0])
    right = [Measured(*(100 * one for one in every["told"][name])) for name in networks]
    ahead = Measured(*(100 * one for one in every["ahead"][ESTIMATORS[0]]))
    return Finding(
        "[section 4](#section-4-a-comparator-of-two-deals): which of two deals has more tricks is "
        "easier to learn",
        "planned, no figure",
        f"right in {right[0].text()} % of pairs, two estimates of D-104 in {right[1].text()} %",
        [Comparison("the comparator ahead by", None, ahead)],
        "`p3s-comparator`, report",
    )


def p3_trial_verdicts(reports: Reports) -> str:
    """The table on what the paper tried before; it prints no figures of it."""
    return findings_table(
        [_middle(reports), _deeper(reports), _nine(reports), _one_output(reports)]
    )


def _middle(reports: Reports) -> Finding:
    """The best compression lies inside what was tried: above both ends."""
    comparisons, said = [], []
    for kind in "fd":
        ours = {w: exact(reports, f"{_SEARCH}/{kind}{w}", SUITS) for w in (72, 88, 104, 156, 188)}
        best = max((104, 156), key=lambda width: ours[width].value)
        comparisons += [
            Comparison(f"{kind.upper()}-{best} over -{end}", None, ours[best].less(ours[end]))
            for end in (72, 188)
        ]
        top = max(ours, key=lambda width: ours[width].value)
        said.append(
            f"best {kind.upper()}-{top} with {ours[top].text()} (-{best}: {ours[best].text()})"
        )
    return Finding(
        "search of the compression: 104 or 156 is above both ends, 72 and 188",
        "best in the middle: 156 and 104",
        ", ".join(said),
        comparisons,
        "recipes `p3s-compressions`",
    )


def _deeper(reports: Reports) -> Finding:
    """Errors have no interval here."""
    comparisons, said = [], []
    for kind in "fd":
        for first, second in ((104, 52), (156, 104)):
            names = (f"{_SEARCH}/{kind}{first}", f"{_DEEPER}/{kind}{first}-{second}")
            errors = [
                Measured(reports[f"{name}-autoencoder"]["validation_error"]) for name in names
            ]
            label = f"{kind.upper()}-{first}, then {second}"
            comparisons.append(Comparison(label, None, errors[1].less(errors[0])))
            said.append(f"{label} {errors[0].text()} to {errors[1].text()}")
    return Finding(
        "deeper autoencoders",
        "the error rises much with a second layer",
        "; ".join(said),
        comparisons,
        "recipes `p3s-deeper`",
    )


def _nine(reports: Reports) -> Finding:
    comparisons, said = [], []
    for kind in "fd":
        ours = [exact(reports, f"{of}/{kind}104", SUITS) for of in (_NINE, _SEARCH)]
        comparisons.append(Comparison(f"{kind.upper()}-104", None, ours[1].less(ours[0])))
        said.append(f"{kind.upper()}-104 {ours[0].text()} against {ours[1].text()}")
    command = "recipes `p3s-nine-inputs`"
    return Finding("nine more inputs", "inefficient", ", ".join(said), comparisons, command)


def _one_output(reports: Reports) -> Finding:
    comparisons = [
        Comparison(
            f"{kind.upper()}-104",
            None,
            difference(*(of_seeds(reports, f"{of}/{kind}104") for of in (_ONE, _SEARCH))),
            Kind.ALIKE,
        )
        for kind in "fd"
    ]
    said = ", ".join(f"{one.text} points" for one in comparisons)
    return Finding(
        "one output instead of 14", "comparable", said, comparisons, "recipes `p3s-one-output`"
    )
