"""Convention cards: canonical form, codes, and what cannot be on one card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.convention_card import CHOICES, SECTIONS, ConventionCard, InvalidCard
from bidding.domain.systems import System

KNOWN = [system for system in System if system is not System.UNKNOWN]


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.id)
def test_every_system_has_one_option_of_each_choice(choice):
    for system in KNOWN:
        assert sum(system in option.bases for option in choice.options) == 1
    assert len({option.id for option in choice.options}) == len(choice.options)
    assert len({option.brief for option in choice.options}) == len(choice.options)


def test_choices_stand_by_section():
    in_order = list(dict.fromkeys(choice.section for choice in CHOICES))
    assert in_order == list(SECTIONS)


def test_every_system_is_a_card_without_changes():
    for system in System:
        own = {}
        if system is not System.UNKNOWN:
            own = {c.id: c.options[c.default(system)].id for c in CHOICES}
        assert ConventionCard.of(system, own) == ConventionCard(system)


@given(
    st.sampled_from(KNOWN),
    st.dictionaries(st.sampled_from(CHOICES), st.integers(0, 8), max_size=12),
)
def test_a_code_gives_the_card_back(base, drawn):
    options = {c.id: c.options[n % len(c.options)].id for c, n in drawn.items()}
    try:
        card = ConventionCard.of(base, options)
    except InvalidCard:
        return
    assert ConventionCard.from_code(card.code) == card
    assert ConventionCard.of(base, card.options) == card


def test_names_what_differs():
    card = ConventionCard.of(
        System.TWO_OVER_ONE, {"two_level_openings": "multi", "notrump_range": "12-14"}
    )
    assert card.name == "2/1 + 1NT 12–14 + Multi"
    assert card.code == "21-a0e2"


@pytest.mark.parametrize(
    ("base", "options", "choice", "reason"),
    [
        ("sayc", {"notrump": "12-14"}, "notrump", "no choice 'notrump'"),
        ("sayc", {"notrump_range": "10-12"}, "notrump_range", "none of 12-14, 13-15"),
        ("2/1", {"two_level_openings": "precision"}, "two_level_openings", "strong 1♣"),
        ("precision", {"two_level_openings": "benjamin"}, "two_level_openings", "1♣"),
        ("acol", {"nt_2nt": "clubs"}, "nt_2nt", "both be a transfer to clubs"),
        ("sayc", {"unusual_2nt": "no", "direct_cue_bid": "ghestem"}, "unusual_2nt", "Ghestem"),
        ("sayc", {"kickback": "0314"}, "kickback", "4NT must ask for key cards, too"),
        ("2/1", {"kickback": "1430", "ace_ask": "blackwood"}, "kickback", "4NT must ask"),
        ("unknown", {"smolen": "yes"}, "", "unknown system"),
    ],
)
def test_refuses_what_cannot_be(base, options, choice, reason):
    with pytest.raises(InvalidCard, match=reason) as error:
        ConventionCard.of(System(base), options)
    assert error.value.choice == choice


@pytest.mark.parametrize(
    "code", ["", "21-", "21-A", "21-a9", "nosuch", "21-a0e2 ", "21-a\u0663", "unknown-a0"]
)
def test_refuses_what_is_no_code(code):
    with pytest.raises(InvalidCard):
        ConventionCard.from_code(code)


def test_what_is_not_offered_is_read_all_the_same():
    (option,) = [one for c in CHOICES if c.id == "jump_shifts" for one in c.options[:1]]
    assert option.not_in >= set(KNOWN)
    card = ConventionCard.of(System.SAYC, {"jump_shifts": option.id})
    assert ConventionCard.from_code(card.code) == card


@pytest.mark.parametrize(
    ("choice", "option", "base"),
    [
        ("bergen", "reverse", "2/1"),
        ("bergen", "reverse", "acol"),
        ("notrump_range", "15-17", "precision"),
    ],
)
def test_nothing_is_offered_that_is_not_told_apart(choice, option, base):
    (one,) = [known for c in CHOICES if c.id == choice for known in c.options if known.id == option]
    assert System(base) in one.not_in


def test_a_system_states_what_it_is_known_to_play():
    choices = {choice.id: choice for choice in CHOICES}
    assert choices["jacoby_2nt"].stated_in == set(KNOWN)
    assert System.ACOL not in choices["nt_2s"].stated_in  # its robots bid 2♠ naturally
    assert System.SAYC in choices["nt_2s"].stated_in


def test_every_system_has_choices_by_the_dozen():
    for system in KNOWN:
        offered = [c for c in CHOICES if sum(system not in one.not_in for one in c.options) > 1]
        assert len(offered) >= 30
