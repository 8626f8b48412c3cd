"""Verdicts: each claim valued by the belief of a refined explanation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tqdm import tqdm

from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import Explanation
from research.meanings.catalogue import Case, Contrast, Rule
from research.meanings.claims import Belief, Claim, Implied


@dataclass(frozen=True)
class Verdict:
    """One claim and its value by the model; low values are expected ``of_the_book``. ``implied``:
    whether the sentence of the call says so itself, None if no sentence can.

    ``asked`` is the claim that was evaluated: the claim itself, or its substitute.
    """

    case: Case
    claim: Claim
    asked: Claim
    value: float
    interval: str
    of_the_book: bool
    implied: Implied | None

    @property
    def name(self) -> str:
        """A name that no other claim has."""
        return claim_name(self.case, self.claim)

    @property
    def holds(self) -> bool:
        """True if the demand is met."""
        return self.asked.holds(self.value)


@dataclass(frozen=True)
class ContrastVerdict:
    """The values of one claim in the two cases of a contrast."""

    contrast: Contrast
    under: float
    other: float

    @property
    def holds(self) -> bool:
        """True if the difference is as large as demanded."""
        return self.under - self.other >= self.contrast.by


def claim_name(case: Case, claim: Claim) -> str:
    """Return system, auction and claim, as in "sayc 1NT: 15-17 HCP"."""
    return f"{case.name}: {claim.text}"


def beliefs_about(explainer: Explainer, cases: Iterable[Case]) -> dict[Case, Belief]:
    """Return the belief about each different case, by its refined explanation."""
    found = {}
    for case in tqdm(list(dict.fromkeys(cases)), desc="evaluating", unit="call", disable=None):
        (one,) = explainer.refine_many([case.position], compare=False)
        found[case] = _belief(case, one)
    return found


def _belief(case: Case, explanation: Explanation) -> Belief:
    """Return the belief about the caller's hand in an explanation."""
    caller = {hand.seat: hand for hand in explanation.moments[-1].hands}[case.caller]
    call = explanation.calls[case.place]
    shown = caller.shape if case.later else call.shows
    meaning = None if case.later else call.meaning
    belief = Belief(shown.hcp, tuple(shown.lengths), tuple(caller.cards), meaning=meaning)
    count = caller.honours if case.later else call.honours
    if count is None or count.unclear:
        return belief
    keys = None
    if count.trump is not None and count.key_cards is not None:
        keys = {count.trump: count.key_cards}
    return belief._replace(aces=count.aces, kings=count.kings, key_cards=keys)


def verdicts(beliefs: Mapping[Case, Belief], rule: Rule) -> list[Verdict]:
    """Evaluate every claim of a rule, the call's own first, then the book's."""
    belief = beliefs[rule.case]
    found = []
    for claim in (*rule.claims, *rule.book):
        asked = claim.asked_of(belief)
        value, interval = asked.value(belief), asked.interval(belief)
        of_the_book = claim in rule.book
        implied = None if belief.meaning is None else claim.implied_by(belief.meaning)
        found.append(Verdict(rule.case, claim, asked, value, interval, of_the_book, implied))
    return found


def contrast_verdict(beliefs: Mapping[Case, Belief], contrast: Contrast) -> ContrastVerdict:
    """Evaluate the claim in both cases."""
    claim = contrast.claim
    under, other = claim.value(beliefs[contrast.under]), claim.value(beliefs[contrast.other])
    return ContrastVerdict(contrast, under, other)
