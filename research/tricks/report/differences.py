"""Where our networks differ from the papers', and why, as far as can be from the reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

from bidding.training.markdown import between
from research.tricks.recipe import NO_BETTER, SETTLED, WHOLE_BUDGET
from research.tricks.report import paper_tables as paper
from research.tricks.report.cells import (
    IMPROVING,
    Reports,
    budget,
    end,
    improving,
    item,
)


def differences(reports: Reports) -> str:
    """The section; of networks that are not trained it says nothing."""
    items = (
        ("Deals", _DEALS, _deals(reports) if reports else ""),
        ("Test", _TEST, ""),
        ("Time", _TIME, _time(reports) if reports else ""),
        ("Details the papers leave out", _DETAILS, ""),
        ("P3's print", _EXCHANGED, _larger_and_smaller(reports)),
        ("P4's print", _PRINT, ""),
        ("Steps", _STEPS, _autoencoders(reports)),
    )
    lines = [item(f"**{name}.** {words} {computed}") for name, words, computed in items]
    return "## Where ours differ, and why\n\n" + "\n".join(lines)


def still_improving(reports: Reports) -> str:
    """The networks whose budgets ended too soon, by budget."""
    by_budget: dict[int, list[str]] = {}
    for name, report in reports.items():
        if improving(report):
            by_budget.setdefault(budget(report), []).append(name)
    if not by_budget:
        return ""
    networks = sum(map(len, by_budget.values()))
    lines = [
        item(f"of {most:,} epochs: " + ", ".join(f"`{name}`" for name in by_budget[most]))
        for most in sorted(by_budget)
    ]
    return (
        f"## Still improving\n\n{networks} of {len(reports)} networks were best in the last 5 % of "
        f"their budget ({IMPROVING} in the tables): they were still improving when it ended, and "
        "more epochs might have made them better. By budget:\n\n" + "\n".join(lines)
    )


def _deals(reports: Reports) -> str:
    found = reports.values()
    learned = Counter(report["training_deals"] for report in found)
    tested = sorted({report["test_deals"] for report in found if "test_deals" in report})
    each = [report["training_examples"] / report["training_deals"] for report in found]
    most = max(report["training_examples"] for report in found)
    networks = _listed([f"{learned[n]} learned from {n:,} deals" for n in sorted(learned)])
    tests = f", and they were tested on {_counts(tested, 'or')} others" if tested else ""
    return (
        f"Of the networks below {networks}{tests}. One deal gave {between(each, '.1f')} "
        f"examples, and no network learned from more than {most:,}."
    )


def _time(reports: Reports) -> str:
    found = list(reports.values())
    whole = [report for report in found if report["epochs"] >= budget(report)]
    cut = sum(map(improving, found))
    longest = max(reports, key=lambda name: float(reports[name]["seconds"]))
    machines = _listed(sorted({report["machine"].split(",")[0] for report in found}), "or")
    seconds = [report["seconds"] for report in found]
    return (
        f"{len(whole)} of {len(found)} networks ran their whole budget, and {cut} were best in its "
        f"last 5 %: still improving when it ended ({IMPROVING} in the tables). Training took "
        f"{median(seconds):,.0f} s at the median and {max(seconds):,.0f} s at most "
        f"(`{longest}`) on {machines}. {_epochs_of_p2(reports)}"
    )


def _epochs_of_p2(reports: Reports) -> str:
    """The epochs of P2, table III, beside ours."""
    parts = []
    for encoding, labels, printed in paper.EPOCHS:
        rows = [row for row in paper.TABLE_3.rows if row.label.startswith(labels)]
        ours = [reports[row.recipe]["epochs"] for row in rows if row.recipe in reports]
        if ours:
            parts.append(f"{printed} epochs with {encoding} (ours {between(ours)})")
    return f"P2's networks of table III needed {', '.join(parts)}." if parts else ""


def _autoencoders(reports: Reports) -> str:
    """How training those of P3 ended, and how many have greater errors than the paper's."""
    pairs = [(row, f"{row.recipe}-autoencoder") for row in paper.P3_ERRORS]
    found = [(row, reports[name]) for row, name in pairs if name in reports]
    if not found:
        return ""
    epochs_by_end: dict[str, list[int]] = {}
    for _, report in found:
        epochs_by_end.setdefault(end(report), []).append(int(report["epochs"]))
    told = [
        f"{len(epochs_by_end[how])} {words} (after {between(epochs_by_end[how])} epochs)"
        for how, words in _ENDED.items()
        if how in epochs_by_end
    ]
    worse = sum(report["validation_error"] > max(row.compression) for row, report in found)
    return (
        f"Of our {len(found)}, {_listed(told)}; {worse} of {len(found)} have greater errors than "
        "the paper's."
    )


def _larger_and_smaller(reports: Reports) -> str:
    """Our F-156 beside our F-104: how they compress, and how exact they are frozen."""
    told = []
    for stage in ("autoencoder", "frozen"):
        for kind in ("suits", "notrump"):
            pair = [reports.get(f"p3-{name}/{kind}-{stage}") for name in ("f156", "f104")]
            if None in pair:
                return ""
            larger, smaller = (_error_or_exact(report, kind) for report in pair)
            told.append(f"{larger:.2f} against {smaller:.2f}")
    return (
        f"Ours have errors of {told[0]} in suits and {told[1]} at notrump, and frozen {told[2]} % "
        f"and {told[3]} % exact."
    )


def _error_or_exact(report: Any, kind: str) -> float:
    """An autoencoder's error, or the share of exact answers in per cent."""
    if "test" not in report:
        return float(report["validation_error"])
    return 100 * float(report["test"][kind]["exact"])


def _counts(values: Iterable[int], last: str) -> str:
    return _listed([f"{value:,}" for value in values], last)


def _listed(words: Sequence[str], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


_DEALS = (
    "The papers learn from 100,000 deals of the GIB library (P3 at notrump from 400,000) and test "
    "on 100,000 others; P4 has 208 in all. Ours are dealt at random and solved by another solver. "
    "Where they are fewer than the `examples` that a recipe asks for, each is shown with other "
    "contracts and leaders, and in several of the 96 ways in which turning the table and renaming "
    "the suits leave the game the same. Where several contracts are learned at once the papers "
    "take every deal with each (P2's all suits 400,000 results, P3's suits 800,000, its notrump "
    "800,000 with two leads)."
)
_TEST = (
    "Our test deals are never trained on and not used to choose. A network that knows one suit and "
    "one leader answers, by turning and renaming, for all; all 16 results of a deal in suits and "
    "all 4 at notrump are counted, where the paper counts one or two: for random deals that comes "
    "to the same, with less noise."
)
_TIME = (
    "A recipe's `epochs` is a budget. Training stops earlier when the validation deals get no "
    "better, and the weights that were best on them are kept; P2 tells of no validation deals."
)
_DETAILS = (
    "First weights (here uniform, one over the root of the inputs), batches of P3 (here 500), the "
    "learning rate of P4's plain back-propagation (here 0.5, less where that goes astray). "
    "P2's table IX tells of counts in a line each; the networks that see them (table X) rest on "
    "the readings in `hand_counts.py`: playing tricks add length where the suit has "
    "an honour, and nothing for shortness, for which no number is told; Stayman adds 3, 2, 1 for a "
    "void, singleton, doubleton beside trumps and takes 1 for a king, queen or jack alone; "
    "minus-value takes 1 where a suit's highest card is a king, queen or jack too short to win, "
    "and 0.5 for five cards or more that have neither three honours nor two of A K Q; plus-value "
    "adds 0.5 for five cards or more that have. The paper takes that 0.5 for less than three "
    "honours or only one of A K Q, in any suit: to the letter AK432 and QJT54 would lose it, which "
    "its plus-value rewards for two of A K Q and for three honours. The or is read as an and, so "
    "that no suit is both, and A5432 loses 0.5 either way. In `p2-26x4-7/both` the leader's four "
    "inputs have four neurons of their own in each of the two layers of hands, which the paper's "
    "name of it leaves out, and in `p2-26x4-7/suits` the input for trumps has one. In "
    "`p2-52-25-1/both` N is 1, S 0.8, W -1, E -0.8: were partners alike, so would both leads be."
)
_EXCHANGED = (
    "F-156 has half as many neurons again in its first layer as F-104, yet it compresses worse (an "
    "error of 9.56 against 0.40 in suits, 9.58 against 0.29 at notrump) and is less often exact "
    "when frozen (29.06 against 39.75 %, 28.40 against 35.13 %): the two look exchanged there."
)
_PRINT = (
    "Rprop is torch's for P2; P4's has the weight backtracking of its equations (4) to (7) "
    "(`rprop.py`). Its figure 7 differs from them: where the sign changes it only "
    "shrinks the step and sets the derivative to zero, taking nothing back, as torch's does. "
    "Equation (7) takes back by -w(t-1), read here as a misprint for -Δw(t-1)."
)
_STEPS = (
    "P4's figure 6 changes the weights of plain back-propagation after each example; here both of "
    "its algorithms take one step for all examples, as the resilient one must, and have equally "
    "many epochs to do so. P3 trains an autoencoder until its error changes by less than 0.01; "
    "between what, it does not say: taken here as from one epoch to the next, on the validation "
    "deals (`least_change`)."
)
_ENDED = {
    SETTLED: "ended so",
    NO_BETTER: "ended earlier, no better look having come for long",
    WHOLE_BUDGET: "ran their whole budget instead",
}
