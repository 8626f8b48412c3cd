"""P2's section X: its sample deals, with what its networks, ours and the released estimator say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bidding.training.markdown import table
from research.released.released import measured_with
from research.released.sources import Figures
from research.tricks.report.cells import NOT_RUN
from research.tricks.sample_deals import NETWORKS, SAMPLE_DEALS, TOLD_DEALS, SampleDeal


def samples(findings: Mapping[str, Any], released: Mapping[str, Figures]) -> str:
    """All six deals; the estimator's answers say whether they are of the one released now."""
    told = [(str(d.figure), d.tricks, d.answers, d.grandmasters) for d in TOLD_DEALS]
    parts = [
        "### P2, section X: its sample deals",
        "The authors chose these six deals of their test by hand: four to show how their networks "
        "differ, the last two where all of these were right and players were not. Six deals of "
        "such a choice say nothing of how good a network is. Spades are trumps.",
        "The hands of figures 6, 7 and 8 are in pictures only, which the text lacks, so no network "
        "of ours can be asked. What the text says of them:",
        table(("figure", "N-S take", "the paper's networks", "its best players right"), told),
    ]
    if "sample_estimator" in findings:
        asked = measured_with({"estimator": findings["sample_estimator"]}, released)
        parts.append(f"The released estimator's answers are of {asked}.")
    return "\n\n".join([*parts, *(_deal(deal, findings) for deal in SAMPLE_DEALS)])


def _deal(deal: SampleDeal, findings: Mapping[str, Any]) -> str:
    ours = findings.get("sample_deals", {}).get(str(deal.figure), {})
    hands = ", ".join(f"{s} {hand}" for s, hand in zip("NESW", deal.hands, strict=True))
    rows = [(n, str(deal.answers[n]), str(ours.get(n, NOT_RUN))) for n in NETWORKS]
    chances = findings.get("sample_chances", {}).get(str(deal.figure))
    said = NOT_RUN if chances is None else _said(chances, deal.tricks)
    return (
        f"**Figure {deal.figure}.** {hands}; {deal.leader.full_name} leads. N-S take "
        f"**{deal.tricks}**; {deal.grandmasters} of the paper's best players said so.\n\n"
        + table(
            ("network", "paper's answer", "ours"), [*rows, ("the released estimator", "", said)]
        )
    )


def _said(chances: Sequence[float], true: int) -> str:
    """The likeliest number of tricks, and the true one where that is another."""
    answer = max(range(len(chances)), key=chances.__getitem__)
    text = f"{answer} ({100 * chances[answer]:.0f} %"
    return f"{text})" if answer == true else f"{text}; {true}: {100 * chances[true]:.0f} %)"
