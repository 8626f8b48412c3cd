"""The bidding systems that a partnership can play."""

from __future__ import annotations

from enum import Enum


class System(Enum):
    """A bidding system; its value is the stable name in text and in the API."""

    STANDARD = "standard"
    TWO_OVER_ONE = "2/1"
    ACOL = "acol"
    POLISH_CLUB = "polish"
    SAYC = "sayc"
    PRECISION = "precision"
    UNKNOWN = "unknown"

    @property
    def full_name(self) -> str:
        """The full name."""
        return _FULL_NAMES[self]

    @property
    def short_name(self) -> str:
        """The name for use in a sentence, as in "they play ..."."""
        return _SHORT_NAMES.get(self, self.full_name)

    @property
    def description(self) -> str:
        """A short summary: majors, notrump range, two-level and strong openings."""
        return _DESCRIPTIONS[self]

    @property
    def source(self) -> str:
        """The publication that defines the agreements; empty for an unknown system."""
        return _SOURCES[self]

    @property
    def opens_strong_hands_with_one_club(self) -> bool:
        """True if all other openings of one of a suit are limited."""
        return self in (System.POLISH_CLUB, System.PRECISION)

    @property
    def two_over_one_promises_rebid(self) -> bool:
        """True if a two-over-one response, forcing for a round, promises another bid."""
        return self in (System.SAYC, System.STANDARD)


_FULL_NAMES = {
    System.STANDARD: "Standard American as many clubs play it",
    System.TWO_OVER_ONE: "Two over one game force",
    System.ACOL: "Acol",
    System.POLISH_CLUB: "Polish Club",
    System.SAYC: "Standard American Yellow Card",
    System.PRECISION: "Precision",
    System.UNKNOWN: "an unknown system",
}
_SHORT_NAMES = {
    System.STANDARD: "Standard American",
    System.TWO_OVER_ONE: "2/1",
    System.SAYC: "SAYC",
}
_DESCRIPTIONS = {
    System.STANDARD: "Five-card majors, a 15–17 point 1NT, weak twos and a strong 2♣, with the "
    "conventions that many club players add to them.",
    System.TWO_OVER_ONE: "Five-card majors and a 15–17 point 1NT. A new suit at the two-level in "
    "response to one of a major is forcing to game, and 1NT in response is forcing for a round.",
    System.ACOL: "Four-card majors and a weak 1NT of 12–14 points. Much is natural, and raises and "
    "notrump bids name their strength and may be passed.",
    System.POLISH_CLUB: "Five-card majors and a 15–17 point 1NT. The 1♣ opening is artificial and "
    "forcing: a weak balanced hand, clubs with extra strength, or any strong hand.",
    System.SAYC: "Five-card majors, a 15–17 point 1NT, weak twos and a strong 2♣: the few "
    "agreements of the ACBL booklet, made for partners who meet for the first time.",
    System.PRECISION: "A 1♣ opening is strong and artificial, 16 points or more. Five-card majors, "
    "a 13–15 point 1NT, and all other openings limited to 15 points.",
    System.UNKNOWN: "Nothing is known about this side's agreements.",
}
_SOURCES = {
    System.STANDARD: "Wikipedia: Standard American, and the articles on its conventions",
    System.TWO_OVER_ONE: "Wikipedia: 2/1 game forcing; ACBL: Introduction to the 2 Over 1 system",
    System.ACOL: "English Bridge Union: Standard English Acol system files (2014, 2019)",
    System.POLISH_CLUB: "Krzysztof Jassem: WJ05, a modern version of Polish Club",
    System.SAYC: "ACBL: SAYC System Booklet (revised 2006)",
    System.PRECISION: "Wikipedia: Precision Club",
    System.UNKNOWN: "",
}
DESCRIBED = (
    System.SAYC,
    System.STANDARD,
    System.TWO_OVER_ONE,
    System.ACOL,
    System.POLISH_CLUB,
    System.PRECISION,
)
"""The systems whose agreements the site describes, in the order of the page."""
