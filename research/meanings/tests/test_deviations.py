"""Departures from what is published: which claims make one, and in which words."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidding.domain.systems import System
from bidding.explaining.explainer import Explainer
from research.meanings.catalogue import Group, read_groups
from research.meanings.claims import average_claim, chance_claim
from research.meanings.deviations import (
    claim_words,
    conventions_beyond,
    deviations,
)
from tests.released import released

TABLE = """
system = "sayc"
[[group]]
title = "Openings"
source = "A booklet"
calls = [
    { auction = "1NT", shows = { "15-17 HCP" = 0.9, "0-3 HCP" = 0.9 } },
    { auction = "1H", shows = { "5+ hearts" = 0.9 } },
    { auction = "1S", departs = "weak", book = { "0-3 HCP" = 0.1 }, shows = { "11+ HCP" = 0.3 } },
    { auction = "1S P 3S P 4NT P 5H", shows = { "2 aces" = 0.999 } },
]
"""


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return released(exact=True)


@pytest.fixture
def groups(tmp_path: Path) -> list[Group]:
    path = tmp_path / "table.toml"
    path.write_text(TABLE)
    return list(read_groups(path))


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("6-10 HCP", "6–10 HCP"),
        ("18+ HCP", "18+ HCP"),
        ("17 HCP", "17 HCP"),
        ("5+ spades", "five or more spades"),
        ("4 hearts", "four hearts"),
        ("0-1 clubs", "at most one club"),
        ("2-3 clubs", "2–3 clubs"),
        ("2-5 cards in each suit", "2 to 5 cards in each suit"),
        ("queen of spades", "♠Q"),
        ("no ace of hearts", "no ♥A"),
        ("0 or 4 aces", "none or four aces"),
        ("1 king", "one king"),
        ("2 or 5 key cards in spades", "two or five key cards, spades being trumps"),
    ],
)
def test_a_claim_is_put_into_words(claim: str, words: str) -> None:
    assert claim_words(chance_claim(claim)) == words


def test_an_average_has_no_words() -> None:
    with pytest.raises(TypeError, match="average"):
        claim_words(average_claim("aces", 1, 2))


def test_unmet_rules_and_robots_habits_are_deviations(
    explainer: Explainer, groups: list[Group]
) -> None:
    short = {"sayc 1NT: 0-3 HCP", "sayc 1S P 3S P 4NT P 5H: 2 aces"}
    notrump, spade = deviations(explainer, System.SAYC, groups, short)
    assert notrump.sentence.startswith(
        "By the books 1NT shows at most 3 HCP (here in 0 % of hands)."
    )
    assert spade.sentence.startswith("By the books 1♠ is weak. Here it is: Natural")
    assert spade.to_json()["auction"] == ["1S"]


def test_a_rule_that_counts_after_all_is_not_deviated_from(
    explainer: Explainer, groups: list[Group]
) -> None:
    assert deviations(explainer, System.SAYC, groups, {"sayc 1S: 0-3 HCP"}) == []
    assert deviations(explainer, System.ACOL, groups, {"sayc 1NT: 0-3 HCP"}) == []


def test_conventions_are_those_that_the_booklet_has_not() -> None:
    def document(*keys: str | None) -> dict[str, object]:
        return {"sections": [{"agreements": [{"id": key} for key in keys]}]}

    own = document("drury", "natural", "stayman", None, "queen_ask:S", "ace_answer:2")
    (found,) = conventions_beyond(own, document("stayman", "natural"))
    assert found.sentence == "Beyond the SAYC booklet it plays: Drury, Queen ask."
    assert found.to_json()["auction"] is None
    assert conventions_beyond(own, own) == []
