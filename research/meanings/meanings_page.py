"""docs/meanings.md: every rule, what the model says and what the robots do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from research.meanings.catalogue import Case
from research.meanings.claims import Claim
from research.meanings.report import Counts, Report
from research.meanings.verdicts import ContrastVerdict, Verdict

_MARKS = {True: "yes", False: "**no**"}
_COLUMNS = (
    "calls",
    "shows",
    "asked",
    "the model",
    "80 % interval",
    "the robots",
    "holds",
    "promised",
)
_BOOK_COLUMNS = ("calls", "the book", *_COLUMNS[1:])
_CONTRAST_COLUMNS = ("calls", "claim", "under", "", "under", "", "asked", "holds")
_ANSWER_COLUMNS = ("system", "number of", "after", "", "and after", "", "asked", "holds")


def meanings_page(report: Report, counts: Counts) -> str:
    """Return the whole page."""
    parts = [
        "# What calls show to everybody",
        "",
        "Made by `python -m research.meanings report`; do not edit.",
        "",
        f"{report.model.name} {report.model.version}, recipe `{report.model.recipe}`, weights "
        f"`{report.model.sha256[:16]}…`. {report.summary(counts)}",
        "",
        *([report.answers_summary, ""] if report.answers_summary else []),
        "Each line is compatible with a rule of a published system, in our own words, and widened "
        "where the robot that taught it bids otherwise; where the robot bids clearly otherwise, "
        "the rule and its habit stand at the end. Each is asked of the model about the hand that "
        "made the call in bold, as somebody hears it who sees no hand, after all calls that are "
        "written: North deals, nobody is vulnerable, both sides play the system. The model's "
        "answer is the refined one. Beside it stands how often the line held among the robots' "
        "recorded auctions that began so, and among how many. What is asked is that share less a "
        "margin, and never more than 90 %; the margin is wider for calls seldom heard. "
        "Aces, kings and key cards without a number are meant on average. A number of them is "
        "worth its probability; where the model tells the chances of single cards alone, the "
        "average is asked instead, within a quarter of the numbers. Promised is what follows from "
        "the sentence of the call itself: what partner may rely on, exactly or within a point.",
        "",
        *_systems_parts(report, counts),
        "## Where the robots depart from the book",
        "",
        "The model learned from robots with agreements of their own. Here is what it expects "
        "instead, and how little the book's meaning counts.",
        "",
        *_table(_BOOK_COLUMNS, _deviation_rows(report, counts)),
        "",
        "## The same call under another system",
        "",
        *_table(_CONTRAST_COLUMNS, map(_contrast_row, report.of_systems)),
        "",
        *_answers_parts(report),
    ]
    return "\n".join(parts)


def console_lines(report: Report) -> list[str]:
    """Return one line a claim and a contrast, for a terminal."""
    lines = []
    for group in report.verdicts.values():
        for one in group:
            claim = f"{one.asked.words(one.value)}, asked {one.asked.demand}"
            interval = f"; 80 % {one.interval}" if one.interval else ""
            lines.append(f"{_word(one.holds)} {one.name}: {claim}{interval}")
    for contrast in report.contrasts:
        apart = f"{contrast.under - contrast.other:+.2f}, asked {contrast.contrast.by:+.2f}"
        lines.append(f"{_word(contrast.holds)} {contrast.contrast.name}: {apart}")
    return lines


def _word(holds: bool) -> str:
    return "ok   " if holds else "SHORT"


def _systems_parts(report: Report, counts: Counts) -> list[str]:
    parts: list[str] = []
    system = None
    for group in report.groups:
        followed = [rule for rule in group.rules if not rule.deviation]
        if not followed:
            continue
        if group.system is not system:
            system = group.system
            parts += [f"## {system.full_name}", ""]
        rows = [row for rule in followed for row in _rows(report.verdicts[rule], counts)]
        parts += [f"### {group.title}", "", f"{group.source}.", "", *_table(_COLUMNS, rows), ""]
    return parts


def _rows(verdicts: Sequence[Verdict], counts: Counts) -> list[list[str]]:
    """Return a row a claim; only the first names the calls."""
    rows = []
    for place, one in enumerate(verdicts):
        calls = _calls(one.case) if place == 0 else ""
        asked, value = one.asked.demand, one.asked.words(one.value)
        text = f"{one.claim.text} (the book)" if one.of_the_book else one.claim.text
        robots = _robots(one.case, one.claim, counts)
        rows.append(
            [calls, text, asked, value, one.interval, robots, _MARKS[one.holds], one.implied or ""]
        )
    return rows


def _deviation_rows(report: Report, counts: Counts) -> list[list[str]]:
    rows = []
    for rule, verdicts in report.verdicts.items():
        if not rule.deviation:
            continue
        for place, row in enumerate(_rows(verdicts, counts)):
            name = f"{rule.case.system.value}: {row[0]}" if place == 0 else ""
            rows.append([name, rule.deviation if place == 0 else "", *row[1:]])
    return rows


def _contrast_row(verdict: ContrastVerdict) -> list[str]:
    contrast = verdict.contrast
    words = contrast.claim.words
    return [
        _calls(contrast.under),
        contrast.claim.text,
        contrast.under.system.full_name,
        words(verdict.under),
        contrast.other.system.full_name,
        words(verdict.other),
        f"{words(contrast.by)} apart",
        _MARKS[verdict.holds],
    ]


def _answers_parts(report: Report) -> list[str]:
    if not report.of_answers:
        return []
    table = _table(_ANSWER_COLUMNS, map(_answers_row, report.of_answers))
    return ["## One answer against another", "", *table, ""]


def _answers_row(verdict: ContrastVerdict) -> list[str]:
    contrast = verdict.contrast
    words = contrast.claim.words
    return [
        contrast.under.system.full_name,
        contrast.claim.text,
        *(_calls(contrast.under), words(verdict.under)),
        *(_calls(contrast.other), words(verdict.other)),
        f"{words(contrast.by)} apart",
        _MARKS[verdict.holds],
    ]


def _calls(case: Case) -> str:
    """Return the calls with suit symbols, the explained one in bold."""
    calls = [call.symbol for call in case.auction.calls]
    calls[case.place] = f"**{calls[case.place]}**"
    return " ".join(calls)


def _robots(case: Case, claim: Claim, counts: Counts) -> str:
    counted = counts.get(case.name, {})
    if claim.text not in counted.get("values", {}):
        return "not counted"
    return f"{claim.words(counted['values'][claim.text])} of {counted['hands']:,}"


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [header, ["---"] * len(header), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]
