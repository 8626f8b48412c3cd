"""The tables: what they hold, and which faults are named."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bidding.domain.convention_card import Systems
from bidding.domain.systems import DESCRIBED, System
from bidding.domain.table import Seat
from research.meanings.catalogue import (
    CONTRASTS,
    contrasts,
    groups,
    read_contrasts,
    read_groups,
)
from research.meanings.claims import NumberClaim
from research.meanings.verdicts import claim_name

PLAYED = set(DESCRIBED) - {System.PRECISION}  # its table is short
TABLE = """
system = "acol"
[[group]]
title = "Responses"
source = "A booklet"
calls = [{entry}]
"""


def write(folder: Path, entry: str) -> Path:
    path = folder / "table.toml"
    path.write_text(TABLE.replace("{entry}", entry))
    return path


def test_every_system_has_rules_of_its_own() -> None:
    counts = Counter(group.system for group in groups() for _ in group.rules)
    assert set(counts) == set(System) - {System.UNKNOWN}
    assert min(counts[system] for system in PLAYED) >= 50
    assert [group.system for group in groups()] == sorted(
        (group.system for group in groups()), key=list(System).index
    )


def test_the_tables_hold_five_hundred_claims_and_more() -> None:
    rules = [rule for group in groups() for rule in group.rules]
    assert sum(len(one.claims) + len(one.book) for one in rules) >= 500
    numbers = Counter(
        one.case.system
        for one in rules
        if any(isinstance(claim, NumberClaim) for claim in one.claims)
    )
    assert set(numbers) == PLAYED
    assert min(numbers.values()) >= 10


def test_every_system_is_asked_what_an_answer_showed_after_three_more_calls() -> None:
    cases = [s.case for group in groups() for s in group.rules if s.case.later]
    assert {case.system for case in cases} == PLAYED
    assert {case.later for case in cases} == {3}


def test_every_group_names_its_source() -> None:
    assert all(len(group.source) > 10 and len(group.title) > 5 for group in groups())


def test_no_claim_and_no_contrast_stands_twice() -> None:
    names = [
        claim_name(rule.case, claim)
        for group in groups()
        for rule in group.rules
        for claim in (*rule.claims, *rule.book)
    ]
    names += [contrast.name for contrast in contrasts()]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    cases = Counter(s.case.name for group in groups() for s in group.rules)
    assert [name for name, count in cases.items() if count > 1] == []


def test_every_claim_asks_for_something() -> None:
    for group in groups():
        for rule in group.rules:
            assert all(getattr(claim, "least", 1) >= 0.15 for claim in rule.claims), rule
            assert all(getattr(claim, "most", 0) <= 0.6 for claim in rule.book), rule


def test_a_contrast_is_of_one_auction_under_two_systems_or_of_two_answers() -> None:
    of_systems = [contrast for contrast in contrasts() if not contrast.of_answers]
    assert len(of_systems) >= 30
    assert len(contrasts()) - len(of_systems) >= 25
    for contrast in of_systems:
        assert contrast.under.auction == contrast.other.auction
    for contrast in contrasts():
        assert contrast.under.auction.calls[:-1] == contrast.other.auction.calls[:-1]
        assert contrast.under != contrast.other
        assert 0 < contrast.by <= 1
    assert {c.system for one in of_systems for c in (one.under, one.other)} == PLAYED


def test_a_table_is_read(tmp_path: Path) -> None:
    entry = (
        '{ auction = "1NT P 2H", departs = "a transfer", book = { "5+ spades" = 0.2 }, '
        'shows = { "5+ hearts" = 0.8 }, averages = { "aces" = [0, 1.5] } }'
    )
    (group,) = read_groups(write(tmp_path, entry))
    (rule,) = group.rules
    assert (group.system, group.title, group.source) == (System.ACOL, "Responses", "A booklet")
    assert [claim.text for claim in rule.claims] == ["5+ hearts", "aces"]
    assert [claim.demand for claim in rule.claims] == ["at least 80 %", "0 to 1.5 on average"]
    assert [claim.demand for claim in rule.book] == ["at most 20 %"]
    assert rule.deviation == "a transfer"


def test_the_position_of_a_case_has_no_hand(tmp_path: Path) -> None:
    (group,) = read_groups(write(tmp_path, '{ auction = "P 1H X", shows = { "8+ HCP" = 0.8 } }'))
    case = group.rules[0].case
    assert (case.name, case.caller) == ("acol P 1H X", Seat.S)
    position = case.position
    assert (position.hand, position.auction.dealer) == (None, Seat.N)
    assert position.systems == Systems.plain(System.ACOL, System.ACOL)


def test_a_call_is_evaluated_after_later_ones(tmp_path: Path) -> None:
    entry = '{ auction = "1NT P 4C P 4H", then = "P 5C P", shows = { "1 ace" = 0.8 } }'
    (group,) = read_groups(write(tmp_path, entry))
    case = group.rules[0].case
    assert (case.name, case.caller) == ("acol 1NT P 4C P 4H then P 5C P", Seat.N)
    assert (str(case.call), case.later, len(case.auction.calls)) == ("4H", 3, 8)


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ('{ auction = "1H 1D", shows = { "4+ diamonds" = 0.8 } }', "not higher than 1H"),
        ('{ auction = "1Z", shows = { "4+ diamonds" = 0.8 } }', "not a strain"),
        ('{ auction = "1H", shows = { "4+ tricks" = 0.8 } }', "neither HCP nor a suit"),
        ('{ auction = "1H", shows = { "4+ hearts" = 2 } }', "no probabilities"),
        ('{ auction = "1H" }', "a claim is missing"),
        ('{ auction = "1H", shows = {"4+ hearts" = 0.8}, book = {"5+ hearts" = 0.1} }', "departs"),
        ('{ auction = "1H", show = { "4+ hearts" = 0.8 } }', "unknown show"),
        ('{ shows = { "4+ hearts" = 0.8 } }', "auction"),
        ('{ auction = "1H", shows = { "5 aces" = 0.8 } }', "no such numbers"),
        ('{ auction = "1H", then = "1D", shows = { "1 ace" = 0.8 } }', "not higher than 1H"),
        ("{", "table.toml"),
    ],
)
def test_a_fault_is_named_with_its_file(tmp_path: Path, entry: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault) as refused:
        read_groups(write(tmp_path, entry))
    assert "table.toml" in str(refused.value)


def test_a_faulty_contrast_is_named_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "contrasts.toml"
    path.write_text(CONTRASTS.read_text(encoding="utf-8").replace('"acol"', '"goren"', 1))
    with pytest.raises(ValueError, match=r"contrasts\.toml: 'goren'"):
        read_contrasts(path)


@pytest.mark.parametrize("than", ["1NT P 4C P 4S", "1NT P 4D P 4H"])
def test_what_is_no_other_answer_is_refused(tmp_path: Path, than: str) -> None:
    path = tmp_path / "contrasts.toml"
    entry = f'auction = "1NT P 4C P 4S", than = "{than}", claim = "aces", under = "sayc", by = 1'
    path.write_text(f"contrast = [{{ {entry} }}]")
    with pytest.raises(ValueError, match=r"contrasts\.toml: .* is no other answer"):
        read_contrasts(path)


@pytest.mark.parametrize(
    ("claim", "against"),
    [("2 aces", 'not_under = "acol"'), ("5+ hearts", 'than = "1NT P 4C P 4H"')],
)
def test_a_contrast_of_no_average_is_refused(tmp_path: Path, claim: str, against: str) -> None:
    path = tmp_path / "contrasts.toml"
    entry = f'auction = "1NT P 4C P 4S", claim = "{claim}", under = "sayc", {against}, by = 1'
    path.write_text(f"contrast = [{{ {entry} }}]")
    with pytest.raises(ValueError, match="is no average"):
        read_contrasts(path)
