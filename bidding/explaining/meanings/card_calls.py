"""What calls mean by the options of a convention card, whatever the network has learned of them.

Patterns are of all calls so far, as "P 1H X 2C".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from bidding.domain.calls import Call
from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.convention_card import ConventionCard
from bidding.domain.table import Suit
from bidding.explaining.distributions import CALL_NAMES, MOST_HCP
from bidding.explaining.meanings.statements import Range, Ranges

_OPEN = (0, CARDS_IN_HAND)
_NATURAL_OPENINGS = "standard 2/1 sayc acol"  # bases
_BALANCED = {"S": (2, 5), "H": (2, 5), "D": (2, 4), "C": (2, 4)}


def _ranges(hcp: Range = (0, MOST_HCP), **lengths: Range) -> Ranges:
    return Ranges(hcp, tuple(lengths.get(suit.name, _OPEN) for suit in Suit))


class Stated(NamedTuple):
    """What the last call of an auction of a pattern is by an option of a choice: its convention,
    and what it promises. ``bases``: values of systems; all if it is empty."""

    choice: str
    option: str
    calls: str
    name: str | None = None
    promise: Ranges | None = None
    bases: str = ""

    def is_played(self, card: ConventionCard) -> bool:
        """Return True if the card has the option."""
        played = card.option(self.choice).is_played(self.option, card.base)
        return played and (not self.bases or card.base.value in self.bases.split())


_USUALLY = (
    Stated("drury", "drury", r"(P ){2,3}1[HS] P 2C", "drury"),
    Stated("drury", "reverse", r"(P ){2,3}1[HS] P 2C", "reverse_drury"),
    Stated("checkback", "roudi", r"(P )*(1[CD] P 1[HS]|1H P 1S) P 1NT P 2C", "roudi"),
    Stated("nt_2s", "minors", r"(P )*1NT P 2S", "minor_suit_stayman"),
    *(
        Stated("minors_over_2nt", option, rf"(P )*{opening}2NT P 3S", name)
        for option, name in (("stayman", "minor_suit_stayman"), ("transfers", "minor_transfer"))
        for opening in ("", "2C P 2D P ")
    ),
)
"""Calls that mostly are of a convention, but where they look natural."""

_ALWAYS = (
    *(
        Stated(
            *("leaping_michaels", "yes", rf"(P )*2{theirs} 4{minor}", "leaping_michaels"),
            _ranges((11, MOST_HCP), **{own: (5, 13), minor: (5, 13)}),
        )
        for theirs, own in ("HS", "SH")
        for minor in "CD"
    ),
    Stated("kokish", "yes", r"(P )*2C P 2D P 2H", "kokish_relay", _ranges(H=(2, 13))),
    *(
        Stated(
            *("bromad", "yes", rf"(P )*1{major} X 2{minor}", "bromad"),
            _ranges(hcp, **{major: (3, 13), minor: (0, 5)}),
        )
        for major in "HS"
        for minor, hcp in (("C", (10, 12)), ("D", (7, 9)))
    ),
    *(
        Stated(
            *("jump_shifts", "weak", rf"(P )*{opening} P 2{suit}", "weak_jump_shift"),
            _ranges((3, 6), **{suit: (6, 13)}),
            _NATURAL_OPENINGS if opening == "1C" else "",
        )
        for opening, suits in (("1C", "DHS"), ("1D", "HS"), ("1H", "S"))
        for suit in suits
    ),
    *(
        Stated("weak_two_ask", ask, rf"(P )*2{suit} P 2NT P {answer}", promise=_ranges(hcp))
        for suit, other in ("HS", "SH")
        for ask, answer, hcp in (
            ("ogust", "3[CD]", (3, 7)),
            ("ogust", "3[HS]", (8, 10)),
            ("feature", f"3{suit}", (3, 7)),
            ("feature", f"3([CD{other}]|NT)", (8, 10)),
        )
    ),
    Stated("nt_2nt", "clubs", r"(P )*1NT P 2NT", "minor_transfer", _ranges(C=(6, 13))),
    Stated("nt_3d", "majors", r"(P )*1NT P 3D", "unnamed", _ranges(S=(5, 13), H=(5, 13))),
    Stated("nt_interference", "rubensohl", r"(P )*1NT 2S 2NT", "rubensohl", _ranges(C=(6, 13))),
    *(
        Stated(choice, option, calls, "natural", _ranges(hcp, **{suit: (least, 13)}))
        for suit in "SH"
        for choice, option, calls, least, hcp in (
            ("smolen", "no", f"(P )*1NT P 2C P 2D P 3{suit}", 5, (10, MOST_HCP)),
            ("texas", "no", f"(P )*[12]NT P 4{suit}", 6, (0, 15)),
        )
    ),
    Stated("drury", "none", r"(P ){2,3}1[HS] P 2C", "natural", _ranges((5, 11), C=(5, 13))),
    *(
        Stated("game_tries", "long_suit", calls, "game_try", _ranges((15, 21)))
        for calls in (r"(P )*1H P 2H P (2S|3[CD])", r"(P )*1S P 2S P 3[CDH]")
    ),
    Stated("gerber", "all", r"(P )*1[CDHS] P 1[DHS] P 1NT P 4C", "gerber"),
    *(
        Stated(
            *("splinters", "no", rf"(P )*1{major} P {jump}", "preempt"),
            _ranges((5, 11), **{jump[1]: (7, 13)}),
        )
        for major, jumps in (("H", ("3S", "4C", "4D")), ("S", ("4C", "4D")))
        for jump in jumps
    ),
    *(
        Stated(
            *("lebensohl_over_weak_two", "none", rf"(P )*2{suit} (P P )?X P 2NT"),
            f"notrump_with_stopper:{suit}",
            _ranges((10, 12)),
        )
        for suit in "DHS"
    ),
    Stated(
        *("unusual_2nt", "no", r"(P )*1[CDHS] 2NT", "natural"),
        _ranges((19, 21), **_BALANCED),  # by the books: no robot has bid it
    ),
    Stated(
        "direct_cue_bid", "none", r"(P )*1(C 2C|D 2D|H 2H|S 2S)", promise=_ranges()
    ),  # is never made
    Stated(
        *("over_takeout_double", "natural", r"(P )*1[HS] X 2NT", "natural"),
        _ranges((10, 12), **_BALANCED),  # by the books: no robot has bid it
    ),
    Stated(
        *("notrump_range", "12-14", r"(P )*1[CDH] P 1[DHS] P 1NT"),
        promise=_ranges((15, 17)),  # by the books: robots have 11 points, too
        bases="standard 2/1 sayc",
    ),
)
"""Calls whose meaning does not depend on how they look. Networks have met too few of these, or,
where no note says otherwise, all robots whose cards have them have kept to it."""

_ONLY_WITH: dict[str, dict[str, str]] = {
    "two_level_openings": {
        "multi_two_diamonds": "multi multi_two_suiters",
        "polish_two_suiter": "multi_two_suiters two_suiters",
        "wilkosz": "wilkosz",
        "flannery": "flannery",
        "benjamin_two_diamonds": "benjamin",
    },
    "namyats": {"namyats": "yes"},
    "gambling_3nt": {"gambling_three_notrump": "yes"},
    "garbage_stayman": {"garbage_stayman": "yes"},
    "smolen": {"smolen": "yes"},
    "texas": {"texas_transfer": "yes"},
    "super_accept": {"super_acceptance": "jump extended"},
    "bergen": {"bergen_raise": "bergen reverse", "mini_splinter": "none"},
    "jacoby_2nt": {"jacoby_two_notrump": "yes", "jacoby_minimum": "yes"},
    "splinters": {"splinter": "yes"},
    "drury": {"drury": "drury", "reverse_drury": "reverse"},
    "one_notrump_response": {"forcing_notrump": "forcing", "semi_forcing_notrump": "semiforcing"},
    "inverted_minors": {"inverted_minor": "yes"},
    "walsh": {"walsh_diamond": "yes"},
    "checkback": {"checkback": "checkback", "two_way_checkback": "two_way", "roudi": "roudi"},
    "fourth_suit": {"fourth_suit_forcing": "one_round game"},
    "gazzilli": {"gazzilli": "yes"},
    "kokish": {"kokish_relay": "yes"},
    "weak_two_ask": {"ogust": "ogust", "feature_ask": "feature", "feature": "feature"},
    "game_tries": {"long_game_try": "two_way"},
    "ace_ask": {"blackwood": "blackwood"},
    "kickback": {"kickback_0314": "0314", "kickback_1430": "1430"},
    "gerber": {"gerber": "all notrump_openings"},
    "exclusion": {"exclusion_blackwood": "yes", "exclusion_answer": "yes"},
    "control_bids": {"cue_bid": "yes"},
    "direct_cue_bid": {"michaels": "michaels", "ghestem": "ghestem"},
    "leaping_michaels": {"leaping_michaels": "yes"},
    "raptor_1nt": {"raptor_notrump": "yes"},
    "defence_to_1nt": {
        "cappelletti": "cappelletti",
        "landy": "landy",
        "multi_landy": "multi_landy",
    },
    "support_doubles": {
        "support_double": "yes",
        "support_redouble": "yes",
        "denies_support": "yes",
    },
    "responsive_doubles": {"responsive_double": "yes"},
    "over_takeout_double": {"jordan_two_notrump": "jordan"},
    "bromad": {"bromad": "yes"},
}
"""Conventions by the choice of a card that has them, and with which of its options: no robot whose
card has another has ever named a call so."""

_ONLY_WITH_HERE: tuple[tuple[str, str, dict[str, str]], ...] = (
    (r".*1NT P 2S", "nt_2s", {"minor_suit_stayman": "minors"}),
    (r".*1NT P 3C", "nt_3c", {"puppet_stayman": "puppet"}),
    (r".*2NT P 3C", "puppet_over_2nt", {"puppet_stayman": "yes"}),
    (
        *(r".*2NT P 3S", "minors_over_2nt"),
        {"minor_suit_stayman": "stayman", "minor_transfer": "transfers"},
    ),
    (r".*2NT", "unusual_2nt", {"unusual_notrump": "yes", "both_minors_opening": "yes"}),
    (
        *(r"(P )*1[CDH] P 2[DHS]", "jump_shifts"),
        {"weak_jump_shift": "weak", "strong_jump_shift": "none strong soloway"},
    ),
    (r"(P )*1[CD] 1[DH] 2[HS]", "jump_in_competition", {"weak_jump_shift": "weak"}),
    (r"(P )*1[CDHS] .*NT P 4C", "gerber", {"gerber": "all"}),
    (
        *(r"(P )*2[DHS] (P P )?X P \S+", "lebensohl_over_weak_two"),
        {"lebensohl": "lebensohl", "rubensohl": "rubensohl"},
    ),
    (
        *(r"(P )*1NT 2\S+ \S+", "nt_interference"),
        {"lebensohl": "lebensohl", "rubensohl": "rubensohl"},
    ),
)
"""The same where the calls are of a pattern, of conventions that other choices have elsewhere."""


def name_on_card(
    card: ConventionCard, calls: Sequence[Call], *, looks_natural: bool = False
) -> str | None:
    """Return the meaning that the last of the calls has by its caller's convention card; None if
    that says nothing of it."""
    found = _matching(_text(calls))
    stated = found.always if looks_natural else (*found.always, *found.usually)
    return next((one.name for one in stated if one.name and one.is_played(card)), None)


def promise_on_card(card: ConventionCard, calls: Sequence[Call]) -> Ranges | None:
    """Return what the last of the calls promises by the card; None if that says nothing of it."""
    stated = _matching(_text(calls)).always
    return next((one.promise for one in stated if one.promise and one.is_played(card)), None)


def not_on_card(card: ConventionCard, calls: Sequence[Call]) -> frozenset[str]:
    """Return the conventions that a card rules out for the last of the calls, by their ids."""
    here = _matching(_text(calls)).only_with
    nowhere = _nowhere_on(card)
    return nowhere.union(*(_without(card, *entry) for entry in here)) if here else nowhere


class _Matching(NamedTuple):
    """The entries of the tables of whose patterns some calls are."""

    always: tuple[Stated, ...]
    usually: tuple[Stated, ...]
    only_with: tuple[tuple[str, dict[str, str]], ...]


_STATED = re.compile("|".join(f"(?:{one.calls})" for one in (*_ALWAYS, *_USUALLY)))


@lru_cache(maxsize=10_000)
def _matching(text: str) -> _Matching:
    """Return what calls of a ``text`` match; most match nothing."""
    stated = _STATED.fullmatch(text) is not None
    return _Matching(
        tuple(one for one in _ALWAYS if stated and re.fullmatch(one.calls, text)),
        tuple(one for one in _USUALLY if stated and re.fullmatch(one.calls, text)),
        tuple(
            (choice, names)
            for pattern, choice, names in _ONLY_WITH_HERE
            if re.fullmatch(pattern, text)
        ),
    )


@lru_cache(maxsize=1024)
def _nowhere_on(card: ConventionCard) -> frozenset[str]:
    return frozenset().union(*(_without(card, *entry) for entry in _ONLY_WITH.items()))


def _without(card: ConventionCard, choice: str, names: dict[str, str]) -> Iterator[str]:
    """Yield the conventions that the card's option of a choice does not have."""
    option = card.option(choice).id
    return (name for name, options in names.items() if option not in options.split())


def _text(calls: Sequence[Call]) -> str:
    return " ".join([CALL_NAMES[call.index] for call in calls])
