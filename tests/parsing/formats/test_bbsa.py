"""Cards as .bbsa files: what is read, what is said not to be, and what is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.convention_card import CHOICES, ConventionCard, InvalidCard
from bidding.domain.systems import System
from bidding.parsing.formats.bbsa import read_bbsa, to_bbsa

KNOWN = [system for system in System if system is not System.UNKNOWN]


@given(
    st.sampled_from(KNOWN),
    st.dictionaries(st.sampled_from(CHOICES), st.integers(0, 8), max_size=3),
)
def test_a_written_card_plays_what_was_written(base, drawn):
    try:
        card = ConventionCard.of(
            base, {c.id: c.options[n % len(c.options)].id for c, n in drawn.items()}
        )
    except InvalidCard:
        return
    again = read_bbsa(to_bbsa(card)).card
    assert [again.option(choice.id) for choice in CHOICES] == [
        card.option(choice.id) for choice in CHOICES
    ]


@pytest.mark.parametrize("base", KNOWN)
def test_a_system_is_read_back_whole(base):
    read = read_bbsa(to_bbsa(ConventionCard(base)).replace("\n", "\r\n"))
    assert read.card == ConventionCard(base)
    assert read.unread == ()


def test_says_what_no_choice_stands_for():
    text = to_bbsa(ConventionCard(System.ACOL))
    text = text.replace("DEPO = 0", "DEPO = 1").replace("DOPI = 1", "DOPI = 0")
    text += "Lavinthal = 1\nsome words\n"
    read = read_bbsa(text)
    assert read.card == ConventionCard(System.ACOL)
    assert set(read.unread) == {"DEPO", "DOPI = 0", "Lavinthal", "line 150: some words"}


def test_keeps_the_base_where_switches_contradict_each_other():
    text = to_bbsa(ConventionCard(System.TWO_OVER_ONE)).replace("Landy = 0", "Landy = 1")
    read = read_bbsa(text)
    assert read.card == ConventionCard(System.TWO_OVER_ONE)
    assert "Cappelletti and Landy and Multi-Landy" in read.unread


def test_leaves_out_what_is_at_odds():
    text = to_bbsa(ConventionCard(System.ACOL)).replace(
        "1N-2N transfer to clubs = 0", "1N-2N transfer to clubs = 1"
    )
    read = read_bbsa(text)
    assert read.card == ConventionCard(System.ACOL)
    assert "both be a transfer to clubs" in read.unread[0]
    for switch in ("Michaels Cuebid", "Unusual 2NT"):
        text = text.replace(f"{switch} = 1", f"{switch} = 0")
    read = read_bbsa(text.replace("Ghestem = 0", "Ghestem = 1"))
    assert set(read.card.options) < {"direct_cue_bid", "unusual_2nt"}
    assert len(read.unread) == 2


def test_a_number_that_no_switch_has_is_said_not_to_be_read():
    read = read_bbsa("System type = 0\nLandy = " + "1" * 5000)
    assert read.card == ConventionCard(System.TWO_OVER_ONE)
    assert read.unread[0].startswith("line 2: Landy = 111")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "System type = 9",
        "System type = " + "9" * 5000,
        "Landy = 1",
        "x" + " " * 90_000,
        "x" * 200_000,
    ],
)
def test_refuses_what_is_no_card(text):
    with pytest.raises(InvalidCard):
        read_bbsa(text)
