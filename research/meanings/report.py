"""A report: the verdicts on all rules and contrasts, and how many hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bidding.explaining.explainer import Explainer
from bidding.networks.checkpoint import ModelInfo
from research.meanings.catalogue import Case, Contrast, Group, Rule
from research.meanings.claims import Belief, Implied
from research.meanings.verdicts import (
    ContrastVerdict,
    Verdict,
    beliefs_about,
    contrast_verdict,
    verdicts,
)

# What was counted in recorded auctions: by the case's name, as ``counting.Count.to_json``.
Counts = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Report:
    """The verdicts on all rules and contrasts."""

    model: ModelInfo
    groups: tuple[Group, ...]
    verdicts: dict[Rule, list[Verdict]]
    contrasts: tuple[ContrastVerdict, ...]

    @classmethod
    def of(
        cls,
        model: ModelInfo,
        beliefs: Mapping[Case, Belief],
        groups: Sequence[Group],
        contrasts: Sequence[Contrast],
    ) -> Report:
        """Evaluate every claim by these beliefs."""
        rules = [rule for group in groups for rule in group.rules]
        return cls(
            model,
            tuple(groups),
            {rule: verdicts(beliefs, rule) for rule in rules},
            tuple(contrast_verdict(beliefs, contrast) for contrast in contrasts),
        )

    @property
    def short(self) -> list[str]:
        """The names of the claims and contrasts that do not hold."""
        claims = [one.name for one in self.claims if not one.holds]
        return claims + [one.contrast.name for one in self.contrasts if not one.holds]

    def summary(self, counts: Counts) -> str:
        """Return sentences on how many rules, claims and contrasts hold, and how many of the claims
        that the robots bear out the sentences tell."""
        implied, surer = (Counter(self._implied(counts, share)) for share in _AGREED)
        return (
            f"{len(self.verdicts)} calls, {len(self.borne_out)} of them with every claim borne "
            f"out; {sum(one.holds for one in self.claims)} of {len(self.claims)} claims hold, "
            f"and {_held(self.of_systems)} contrasts between systems. Of {implied.total()} claims "
            f"on ranges and numbers that at least {_AGREED[0]:.0%} of the robots' hands bear out, "
            f"{implied[Implied.YES]} follow from what the sentence of the call promises, and "
            f"{implied[Implied.WITHIN_A_POINT]} more within a point; of the {surer.total()} that "
            f"{_AGREED[1]:.0%} bear out {surer[Implied.YES]} follow."
        ).replace("%", " %")

    def _implied(self, counts: Counts, agreed: float) -> Iterator[Implied]:
        """Yield whether each claim that this share of the hands, at least, bears out is implied."""
        for one in self.claims:
            values = counts.get(one.case.name, {}).get("values", {})
            if one.implied is not None and values.get(one.claim.text, 1) >= agreed:
                yield one.implied

    @property
    def of_systems(self) -> list[ContrastVerdict]:
        """The contrasts of one call under two systems."""
        return [one for one in self.contrasts if not one.contrast.of_answers]

    @property
    def of_answers(self) -> list[ContrastVerdict]:
        """The contrasts of two answers under one system."""
        return [one for one in self.contrasts if one.contrast.of_answers]

    @property
    def answers_summary(self) -> str:
        """A sentence on the contrasts between answers to a request for aces; empty without any."""
        if not self.of_answers:
            return ""
        apart = max(abs(one.under - one.other) for one in self.of_answers)
        words = (
            f"{_held(self.of_answers)} contrasts between answers to a request for aces hold. What "
            f"the model expects of aces and key cards differs by {apart:.2f} at most between the "
            "two answers of a contrast, which are one ace or more apart"
        )
        if apart >= _DISTINGUISHED:
            return f"{words}."
        return f"{words}: it has not learned what these answers show."

    @property
    def claims(self) -> list[Verdict]:
        """The verdicts on every claim."""
        return [one for group in self.verdicts.values() for one in group]

    @property
    def borne_out(self) -> list[Rule]:
        """The rules whose claims all hold."""
        return [s for s, group in self.verdicts.items() if all(one.holds for one in group)]


# Of the hands, at least, for a claim to be an agreement; the second is that of promises.
_AGREED = (0.95, 0.97)
_DISTINGUISHED = 0.25  # aces, between answers that are understood at least dimly


def _held(contrasts: Sequence[ContrastVerdict]) -> str:
    return f"{sum(one.holds for one in contrasts)} of {len(contrasts)}"


def evaluate(
    explainer: Explainer, groups: Sequence[Group], contrasts: Sequence[Contrast]
) -> Report:
    """Ask about every rule and contrast, and evaluate them."""
    cases = [rule.case for group in groups for rule in group.rules]
    cases += [case for contrast in contrasts for case in (contrast.under, contrast.other)]
    beliefs = beliefs_about(explainer, cases)
    return Report.of(explainer.model, beliefs, groups, contrasts)
