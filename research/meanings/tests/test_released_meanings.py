"""The released model on the published rules: the same claims hold as docs/meanings.json records.

The rules stand in ``research/meanings/tables``. The command ``report`` evaluates all claims and
records in docs/meanings.json those that do not hold. Here these claims and a sample of the others
are evaluated again, with this code and the released weights.
Slow: the chances of a claim are averaged over many hands.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bidding.explaining.explainer import Explainer
from research.meanings.catalogue import Rule, contrasts, groups
from research.meanings.report import Report, evaluate
from research.meanings.verdicts import claim_name
from tests.released import released

ROOT = Path(__file__).resolve().parents[3]
SAVED = json.loads((ROOT / "docs" / "meanings.json").read_text())
SHORT = frozenset(SAVED["short"])
RULES = [rule for group in groups() for rule in group.rules]
# Never to be fallen short of: what every player knows of a system.
CERTAIN = (
    *("sayc 1NT: 15-17 HCP", "2/1 1NT: 15-17 HCP", "acol 1NT: 12-14 HCP"),
    *("polish 1NT: 15-17 HCP", "sayc 2NT: 20-21 HCP", "acol 2NT: 20-22 HCP"),
    *("sayc 1H: 5+ hearts", "2/1 1S: 5+ spades", "acol 1H: 4+ hearts", "polish 1S: 5+ spades"),
    *("sayc 2H: 6+ hearts", "2/1 2S: 6+ spades", "polish 1D: 4+ diamonds", "sayc 2C: 18+ HCP"),
    *("sayc 1NT P 2D: 5+ hearts", "sayc 1NT P 2H: 5+ spades", "polish 1NT P 2D: 5+ hearts"),
    *("sayc 1H P 2H: 3+ hearts", "sayc 1C 1H: 5+ hearts", "sayc 1H X: 11+ HCP"),
)


def names_of(rule: Rule) -> list[str]:
    claims = (*rule.claims, *rule.book)
    return [claim_name(rule.case, claim) for claim in claims]


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return released(exact=True)


@pytest.fixture(scope="module")
def report(explainer: Explainer) -> Report:
    """The claims that do not hold, those every player knows, and a twelfth of the others."""
    known = SHORT.union(CERTAIN)
    sampled = {
        rule
        for place, rule in enumerate(RULES)
        if place % 12 == 0 or not known.isdisjoint(names_of(rule))
    }
    evaluated = [
        replace(group, rules=tuple(one for one in group.rules if one in sampled))
        for group in groups()
    ]
    apart = [
        contrast
        for place, contrast in enumerate(contrasts())
        if place % 12 == 0 or contrast.name in SHORT
    ]
    return evaluate(explainer, evaluated, apart)


def test_the_claims_that_do_not_hold_are_those_on_the_page(report: Report) -> None:
    assert sorted(report.short) == sorted(SHORT)


def test_what_every_player_knows_always_holds(report: Report) -> None:
    assert set(CERTAIN) <= {one.name for one in report.claims}
    assert set(CERTAIN).isdisjoint(SHORT)


def test_fewer_than_one_claim_in_thirty_does_not_hold() -> None:
    assert len(SHORT) * 30 < sum(len(names_of(rule)) for rule in RULES)


def test_no_contrast_between_systems_is_the_other_way_round(report: Report) -> None:
    assert all(one.under > one.other for one in report.of_systems)


def test_what_is_saved_is_of_the_released_weights(explainer: Explainer) -> None:
    assert SAVED["model"]["sha256"] == explainer.model.sha256, "run research.meanings report"


def test_no_tolerance_asks_for_more_than_the_robots_do() -> None:
    """Chance claims keep a margin of the share counted; averages hold among the robots too."""
    for rule in RULES:
        counted = SAVED["counts"][rule.case.name]
        assert counted["hands"] >= 10, rule.case.name
        for claim in (*rule.claims, *rule.book):
            share = counted["values"][claim.text]
            assert claim.holds(share), (rule.case.name, claim.text)
            least, most = getattr(claim, "least", 0.0), getattr(claim, "most", 1.0)
            assert least == 0 or 0.05 <= share - least <= 0.35, (rule.case.name, claim.text)
            assert most == 1 or 0.05 <= most - share <= 0.35, (rule.case.name, claim.text)
