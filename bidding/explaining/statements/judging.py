"""What the explainer makes of every statement, by refined explanations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tqdm import tqdm

from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import Explanation
from bidding.explaining.statements.catalogue import Case, Contrast, Statement
from bidding.explaining.statements.claims import Belief, Claim


@dataclass(frozen=True)
class Verdict:
    """One claim and what the model makes of it; ``of_the_book`` where it should be little.

    ``asked`` is what was asked of the model: the claim, or another in its stead.
    """

    case: Case
    claim: Claim
    asked: Claim
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
        return self.asked.holds(self.value)


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
    """The belief about each case by its refined explanation, each asked once."""
    found = {}
    for case in tqdm(list(dict.fromkeys(cases)), desc="judging", unit="call", disable=None):
        (one,) = explainer.refine_many([case.position], compare=False)
        found[case] = _belief(case, one)
    return found


def _belief(case: Case, explanation: Explanation) -> Belief:
    """What an explanation says of the caller."""
    caller = {hand.seat: hand for hand in explanation.moments[-1].hands}[case.caller]
    call = explanation.calls[case.place]
    shown = caller.shape if case.later else call.shows
    belief = Belief(shown.hcp, tuple(shown.lengths), tuple(caller.cards))
    count = caller.counted if case.later else call.counted
    if count is None or count.unclear:
        return belief
    keys = None
    if count.trump is not None and count.key_cards is not None:
        keys = {count.trump: count.key_cards}
    return belief._replace(aces=count.aces, kings=count.kings, key_cards=keys)


def verdicts(beliefs: Mapping[Case, Belief], statement: Statement) -> list[Verdict]:
    """Every claim of a statement judged, the call's own first, then the book's."""
    belief = beliefs[statement.case]
    judged = []
    for claim in (*statement.claims, *statement.book):
        asked = claim.asked_of(belief)
        value, interval = asked.value(belief), asked.interval(belief)
        of_the_book = claim in statement.book
        judged.append(Verdict(statement.case, claim, asked, value, interval, of_the_book))
    return judged


def contrast_verdict(beliefs: Mapping[Case, Belief], contrast: Contrast) -> ContrastVerdict:
    """The claim's value under both systems."""
    claim = contrast.claim
    under, other = claim.value(beliefs[contrast.under]), claim.value(beliefs[contrast.other])
    return ContrastVerdict(contrast, under, other)
