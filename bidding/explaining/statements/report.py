"""All statements and contrasts judged, and how many of them hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bidding.explaining.explainer import Explainer
from bidding.explaining.statements.catalogue import Case, Contrast, Group, Statement
from bidding.explaining.statements.claims import Belief
from bidding.explaining.statements.judging import (
    ContrastVerdict,
    Verdict,
    beliefs_about,
    contrast_verdict,
    verdicts,
)
from bidding.networks.checkpoint import ModelInfo


@dataclass(frozen=True)
class Report:
    """All statements judged."""

    model: ModelInfo
    groups: tuple[Group, ...]
    verdicts: dict[Statement, list[Verdict]]
    contrasts: tuple[ContrastVerdict, ...]

    @classmethod
    def of(
        cls,
        model: ModelInfo,
        beliefs: Mapping[Case, Belief],
        groups: Sequence[Group],
        contrasts: Sequence[Contrast],
    ) -> Report:
        """Judge every claim by these beliefs."""
        statements = [statement for group in groups for statement in group.statements]
        return cls(
            model,
            tuple(groups),
            {statement: verdicts(beliefs, statement) for statement in statements},
            tuple(contrast_verdict(beliefs, contrast) for contrast in contrasts),
        )

    @property
    def short(self) -> list[str]:
        """The names of the claims and contrasts that do not hold."""
        claims = [one.name for one in self.claims if not one.holds]
        return claims + [one.contrast.name for one in self.contrasts if not one.holds]

    @property
    def summary(self) -> str:
        """How many statements, claims and contrasts hold."""
        return (
            f"{len(self.verdicts)} calls, {len(self.borne_out)} of them with every claim borne "
            f"out; {sum(one.holds for one in self.claims)} of {len(self.claims)} claims hold, "
            f"and {_held(self.of_systems)} contrasts between systems."
        )

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
        """How far apart answers to a request for aces are; empty without any contrast of them."""
        if not self.of_answers:
            return ""
        apart = max(abs(one.under - one.other) for one in self.of_answers)
        words = (
            f"{_held(self.of_answers)} contrasts between answers to a request for aces hold. What "
            f"the model expects of aces and key cards differs by {apart:.2f} at most between the "
            "two answers of a contrast, which are one ace or more apart"
        )
        if apart >= _TOLD_APART:
            return f"{words}."
        return f"{words}: it has not learned what these answers show."

    @property
    def claims(self) -> list[Verdict]:
        """Every claim judged."""
        return [one for group in self.verdicts.values() for one in group]

    @property
    def borne_out(self) -> list[Statement]:
        """The statements with every claim borne out."""
        return [s for s, group in self.verdicts.items() if all(one.holds for one in group)]


_TOLD_APART = 0.25  # aces, between answers that are understood at least dimly


def _held(contrasts: Sequence[ContrastVerdict]) -> str:
    return f"{sum(one.holds for one in contrasts)} of {len(contrasts)}"


def judge(explainer: Explainer, groups: Sequence[Group], contrasts: Sequence[Contrast]) -> Report:
    """Ask about every statement and contrast, and judge them."""
    cases = [statement.case for group in groups for statement in group.statements]
    cases += [case for contrast in contrasts for case in (contrast.under, contrast.other)]
    beliefs = beliefs_about(explainer, cases)
    return Report.of(explainer.model, beliefs, groups, contrasts)
