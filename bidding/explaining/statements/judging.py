"""What the explainer makes of every statement, all of them asked in one pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bidding.explaining.explainer import Explainer
from bidding.explaining.statements.catalogue import Case, Contrast, Statement
from bidding.explaining.statements.claims import Belief, Claim


@dataclass(frozen=True)
class Verdict:
    """One claim and what the model makes of it; ``of_the_book`` where it should be little."""

    case: Case
    claim: Claim
    value: float
    interval: str
    of_the_book: bool

    @property
    def name(self) -> str:
        """A name that no other claim has."""
        return claim_name(self.case, self.claim)

    @property
    def holds(self) -> bool:
        """Whether the demand is met."""
        return self.claim.holds(self.value)


@dataclass(frozen=True)
class ContrastVerdict:
    """What one claim is worth under the two systems of a contrast."""

    contrast: Contrast
    under: float
    other: float

    @property
    def holds(self) -> bool:
        """Whether they are as far apart as is asked."""
        return self.under - self.other >= self.contrast.by


def claim_name(case: Case, claim: Claim) -> str:
    """System, auction and claim, as in "sayc 1NT: 15-17 HCP"."""
    return f"{case.name}: {claim.text}"


def beliefs_about(explainer: Explainer, cases: Iterable[Case]) -> dict[Case, Belief]:
    """The belief about each case, each asked once."""
    asked = list(dict.fromkeys(cases))
    explanations = explainer.explain_many([case.position for case in asked])
    found = {}
    for case, explanation in zip(asked, explanations, strict=True):
        hands = {hand.seat: hand for hand in explanation.moments[-1].hands}
        shown = explanation.calls[-1].shows
        found[case] = Belief(shown.hcp, tuple(shown.lengths), tuple(hands[case.caller].cards))
    return found


def verdicts(beliefs: Mapping[Case, Belief], statement: Statement) -> list[Verdict]:
    """Every claim of a statement judged, the call's own first, then the book's."""
    belief = beliefs[statement.case]
    return [
        Verdict(
            statement.case,
            claim,
            value=claim.value(belief),
            interval=claim.interval(belief),
            of_the_book=claim in statement.book,
        )
        for claim in (*statement.claims, *statement.book)
    ]


def contrast_verdict(beliefs: Mapping[Case, Belief], contrast: Contrast) -> ContrastVerdict:
    """The claim's value under both systems."""
    claim = contrast.claim
    under, other = claim.value(beliefs[contrast.under]), claim.value(beliefs[contrast.other])
    return ContrastVerdict(contrast, under, other)
