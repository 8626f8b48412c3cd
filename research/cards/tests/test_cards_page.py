"""docs/cards.md, and what it is made of."""

from __future__ import annotations

from bidding.domain.convention_card import CHOICES
from bidding.domain.systems import System
from research.cards.contrasts import contrasts
from research.cards.tables import PAGE, borne_out, learned, read_kept, short, tables
from research.page import filled
from research.released.released import released_now

KEPT = read_kept()


def kept_as(holds: bool) -> dict[str, object]:
    found = {one.name: {**KEPT["contrasts"][one.name], "holds": holds} for one in contrasts()}
    return {**KEPT, "contrasts": found}


def test_the_page_is_made_of_what_is_kept() -> None:
    page = PAGE.read_text()
    assert filled(page, tables(KEPT)) == page, "run research.cards report"


def test_what_is_kept_is_of_the_released_weights() -> None:
    assert KEPT["model"] == released_now()["bidder"], "run research.cards measure"


def test_every_contrast_is_kept() -> None:
    assert set(KEPT["contrasts"]) == {one.name for one in contrasts()}, "run research.cards measure"


def test_a_choice_is_borne_out_with_all_its_contrasts() -> None:
    assert borne_out(kept_as(True)) == list(CHOICES)
    assert short(kept_as(True)) == []
    one_short = kept_as(True)
    first = contrasts()[0]
    one_short["contrasts"][first.name]["holds"] = False  # type: ignore[index]
    assert first.choice not in borne_out(one_short)
    assert len(borne_out(one_short)) == len(CHOICES) - 1


def test_an_option_is_offered_if_its_contrasts_hold() -> None:
    found = learned(KEPT)
    for choice in CHOICES:
        for option in choice.options:
            told_apart = (choice.id, option.id) in found
            others = set(System) - option.bases
            assert told_apart or others <= option.not_in, (choice.id, option.id)
            assert not told_apart or not others <= option.not_in, (choice.id, option.id)


def test_the_robots_bear_the_facts_out() -> None:
    """Where they made the call often enough, at least as often as is asked of the model."""
    for one in contrasts():
        counted = KEPT["counts"].get(one.name, {})
        for side, facts in (("with", one.shows), ("instead", one.instead)):
            count = counted.get(side, {"hands": 0, "values": {}})
            for fact in facts:
                if fact.text in count["values"] and count["hands"] >= 8:
                    assert count["values"][fact.text] >= fact.least, (one.name, fact.text)
