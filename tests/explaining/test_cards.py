"""Every kind of question about a card is answered by the card, also after its row was stored."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bidding.domain.auction import Auction
from bidding.domain.cards import hcp
from bidding.domain.convention_card import CHOICES, ConventionCard, Systems
from bidding.domain.conventions import CONVENTIONS, MEANING_INDEX
from bidding.domain.position import BiddingTable, PlayedBoard, Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.explaining.explainer import Explainer
from bidding.explaining.meanings import card_calls
from bidding.jobs.kinds import content_key, question_from_json, question_to_json
from bidding.models import Kind
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from bidding.practice.boards import PracticeBoard
from tests.released import released

WEAK = ConventionCard.of(System.SAYC, {"notrump_range": "12-14"})
OURS = Systems(WEAK, ConventionCard(System.SAYC))
THEIRS = Systems(ConventionCard(System.SAYC), WEAK)
BOARD = PracticeBoard(4 * 1)
AUCTION = parse_auction("1NT P", Seat.N)
AFTER_1NT = Position(None, Seat.S, AUCTION, Vulnerability.NONE)
QUESTIONS: dict[Kind, Any] = {
    Kind.EXPLANATION: AFTER_1NT,
    Kind.REFINED: AFTER_1NT,
    Kind.OPTIONS: Position(None, Seat.S, Auction(Seat.N), Vulnerability.NONE),
    Kind.ANALYSIS: Position(BOARD.hands[Seat.S], Seat.S, AUCTION, Vulnerability.NONE),
    Kind.REVIEW: PlayedBoard(BOARD.hands, AUCTION, Vulnerability.NONE),
    Kind.CALLS: BiddingTable(BOARD.hands, Auction(Seat.N), Vulnerability.NONE, players=frozenset()),
}


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return released(exact=True)


def answer(explainer: Explainer, kind: Kind, question: Any) -> dict[str, Any]:
    """The answer to a question as a row keeps it; of what is done in parts, the first sums."""
    stored = json.loads(json.dumps(question_to_json(question)))
    read: Any = question_from_json(kind, stored)
    assert read == question
    match kind:
        case Kind.ANALYSIS | Kind.REVIEW:
            advance = explainer.analyse if kind == Kind.ANALYSIS else explainer.review
            step = advance(read, None)
            found: Any = step.sums if step.answer is None else step.answer.to_json()
        case _:
            many = {
                Kind.EXPLANATION: explainer.explain_many,
                Kind.REFINED: explainer.refine_many,
                Kind.OPTIONS: explainer.options_many,
                Kind.CALLS: explainer.robot_calls_many,
            }[kind]
            found = many([read])[0].to_json()
    document: dict[str, Any] = json.loads(json.dumps(found))
    return {name: value for name, value in document.items() if name != "position"}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_the_options_reach_the_network(explainer: Explainer, kind: Kind) -> None:
    plain = QUESTIONS[kind]
    card = replace(plain, systems=OURS)
    keys = {content_key(kind, question_to_json(one), "") for one in (plain, card)}
    assert len(keys) == 2
    if kind != Kind.CALLS:  # a robot's hand may call the same
        assert answer(explainer, kind, card) != answer(explainer, kind, plain)


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_node_answers_questions_about_cards(kind: Kind) -> None:
    card = replace(QUESTIONS[kind], systems=OURS)
    assert answer(released(), kind, card)


def test_a_weak_notrump_is_weaker(explainer: Explainer) -> None:
    def points(systems: Systems) -> int:
        explanation = explainer.explain(replace(AFTER_1NT, systems=systems))
        median = explanation.to_json()["moments"][-1]["hands"]["N"]["hcp"]["median"]
        assert isinstance(median, int)
        return median

    assert points(OURS) < points(THEIRS) - 1
    assert points(THEIRS) == points(Systems())


@pytest.mark.parametrize(
    ("base", "options", "calls", "text"),
    [
        ("sayc", "drury=drury", "P P 1S P 2C", "Drury: three or more spades, "),
        ("sayc", "drury=reverse", "P P 1S P 2C", "Reverse Drury: three or more spades, "),
        ("2/1", "drury=none", "P P 1H P 2C", "Natural: five or more clubs, 5–11 HCP"),
        ("sayc", "checkback=roudi", "1D P 1S P 1NT P 2C", "Roudi 2♣: "),
        ("sayc", "drury=drury", "1S P 2C", "Two-over-one response: "),
        ("sayc", "nt_2s=minors", "1NT P 2S", "Minor-suit Stayman: "),
        ("sayc", "minors_over_2nt=stayman", "2NT P 3S", "Minor-suit Stayman: "),
        ("sayc", "minors_over_2nt=stayman", "2C P 2D P 2NT P 3S", "Minor-suit Stayman: "),
        ("2/1", "minors_over_2nt=transfers", "2C P 2D P 2NT P 3S", "Minor-suit transfer: "),
        ("2/1", "minors_over_2nt=none", "2NT P 3S", "No agreement known: "),
        ("2/1", "unusual_2nt=no", "1H 2NT", "Natural: balanced, 19+ HCP, a stopper in hearts"),
        ("acol", "unusual_2nt=no", "P 1S 2NT", "Natural: balanced, 19+ HCP, a stopper in spades"),
        ("2/1", "splinters=no", "1S P 4C", "Pre-empt: seven or more clubs, 5–11 HCP"),
        ("acol", "splinters=no", "1H P 3S", "Pre-empt: seven or more spades, 5–11 HCP"),
        ("2/1", "splinters=no", "1C P 1H P 4D", "Artificial: four hearts, "),
        ("2/1", "lebensohl_over_weak_two=none", "2H X P 2NT", "Natural: 10–12 HCP, a stopper in"),
        ("acol", "lebensohl_over_weak_two=lebensohl", "2H X P 2NT", "Lebensohl: "),
        ("sayc", "nt_interference=rubensohl", "1NT 2S 2NT", "Rubensohl: six or more clubs, "),
        ("polish", "notrump_range=12-14", "1C", "Polish Club 1♣: one of three hands: 15–17 HCP"),
        ("polish", "gazzilli=yes", "1C", "Polish Club 1♣: one of three hands: 12–14 HCP"),
        ("2/1", "notrump_range=12-14", "1D P 1S P 1NT", "Natural: 15–17 HCP."),
        ("sayc", "jump_shifts=weak", "1H P 2S", "Weak jump shift: six or more spades, 3–6 HCP."),
        ("2/1", "jump_shifts=weak", "1D P 2H", "Weak jump shift: six or more hearts, 3–6 HCP."),
        ("sayc", "jump_in_competition=strong", "1D 1H 2S", "Natural: "),
        ("sayc", "bromad=yes", "1H X 2C", "BROMAD: three or more hearts, 10–12 HCP"),
        ("acol", "", "1S X 2C", "BROMAD: three or more spades, 10–12 HCP"),
        ("2/1", "over_takeout_double=natural", "1H X 2NT", "Natural: balanced, 10–12 HCP; inv"),
        ("sayc", "nt_2s=natural nt_2nt=clubs", "1NT P 2NT", "Minor-suit transfer: six or more c"),
        ("2/1", "nt_3d=majors", "1NT P 3D", "Artificial: five or more spades, five or more hea"),
        ("2/1", "smolen=no", "1NT P 2C P 2D P 3H", "Natural: five or more hearts, 10+ HCP"),
        ("2/1", "texas=no", "1NT P 4H", "Natural: six or more hearts, "),
        ("2/1", "game_tries=long_suit", "1H P 2H P 3D", "Game try: "),
        ("acol", "gerber=all", "1C P 1H P 1NT P 4C", "Gerber: "),
        ("2/1", "direct_cue_bid=none", "1H 2H", "No agreement known: "),
        ("acol", "weak_two_ask=ogust", "2H P 2NT P 3C", "Response to Ogust: a minimum with a w"),
        ("acol", "weak_two_ask=ogust", "2S P 2NT P 3S", "Response to Ogust: a maximum with a g"),
        ("2/1", "weak_two_ask=feature", "2H P 2NT P 3H", "Response to the feature ask: a mini"),
        ("precision", "ace_ask=key_cards_1430", "2D", "Precision 2♦: four or more clubs, three or"),
        ("sayc", "kokish=yes", "1NT P 3C", "Natural: six or more clubs, 7+ HCP"),
        ("sayc", "nt_3c=diamonds", "1NT P 3C", "Minor-suit transfer: six or more diamonds"),
        ("2/1", "nt_3m=natural", "1NT P 3H", "Natural: six or more hearts, "),
        ("2/1", "nt_3c=puppet", "1NT P 3C P 3H", "Natural: five hearts"),
        ("2/1", "kickback=1430", "1S P 3S P 4NT", "Roman key-card Blackwood (1430): "),
        ("2/1", "kickback=0314", "1H P 3H P 4NT", "No agreement known: "),
        ("sayc", "garbage_stayman=yes", "1NT P 2C", "Garbage Stayman: asks for a four-card maj"),
        ("precision", "game_tries=long_suit", "1S P 2S P 3C", "Game try: 14–15 HCP"),
        ("sayc", "texas=yes", "2NT P 4D", "Texas transfer: six or more hearts"),
        ("2/1", "texas=no", "1NT P 4H P 4S", "No agreement known"),
        ("acol", "notrump_range=15-17", "1D P 1H P 1NT", "Natural: 11–14 HCP"),
        ("2/1", "notrump_range=12-14", "1C P 1H P 1NT P 2NT", "Natural: 8–9 HCP"),
        ("sayc", "inverted_minors=yes", "1D P 3D", "Pre-emptive raise: four or more diamonds"),
        ("polish", "inverted_minors=no", "1D P 2D", "Raise: three or more diamonds, 5–9 HCP"),
        ("polish", "bergen=bergen", "1H P 3D", "Bergen raise: four or more hearts, 10–12 HCP"),
        ("sayc", "drury=reverse", "P P 1H P 2C P 2D", "Response to Drury: a full opening, 12+"),
        ("sayc", "smolen=yes", "1NT P 2C P 2D P 3S", "Smolen: five hearts, four spades, 10+"),
        ("2/1", "nt_interference=rubensohl", "1NT 2H 3C", "Rubensohl: six or more diamonds"),
        ("polish", "fourth_suit=natural", "1D P 1H P 1S P 2C", "Natural: four or more clubs"),
        ("acol", "splinters=no", "1S P 4H", "Pre-empt: seven or more hearts"),
        ("sayc", "direct_cue_bid=ghestem", "1H 3C", "Ghestem: five or more spades, five or more d"),
        ("acol", "bromad=no", "1S X 2D", "Natural: five or more diamonds, 5–9 HCP."),
        ("2/1", "unusual_2nt=no", "1H P 1S 2NT", "No agreement known: "),
        ("2/1", "defence_to_1nt=natural", "1NT P P 2C", "Natural: five or more clubs, 9+ HCP"),
        ("acol", "lebensohl_over_weak_two=none", "2S X P 3D", "Natural: four or more diamonds, at"),
        ("sayc", "direct_cue_bid=ghestem", "1D 3C", "Ghestem: five or more spades, five or more h"),
        ("acol", "notrump_range=15-17", "1H P 2C P 2NT", "Natural: 12–14 HCP"),
        ("2/1", "notrump_range=12-14", "1C X 1S P 1NT", "Natural: 15–17 HCP"),
        ("acol", "puppet_over_2nt=yes", "2NT P 3C P 3S", "Natural: five spades"),
        ("sayc", "jump_shifts=soloway", "P P 1H P 2S", "Natural: "),
        ("polish", "defence_to_1nt=landy", "1NT 2D", "Natural: five or more diamonds, 9+ HCP"),
        ("2/1", "defence_to_1nt=landy", "1NT 2C", "Landy: four or more spades, four or more"),
        ("sayc", "drury=reverse", "P P 1S P 2C P 2S", "Response to Drury: a minimum, 10–12 HCP"),
        ("standard", "unusual_2nt=no", "P P P 1H 2NT", "No agreement known: "),
        ("2/1", "kokish=yes", "2C P 2D P 2H P 2S P 2NT", "Natural: 24+ HCP"),
        ("polish", "leaping_michaels=no", "2H 4C", "Natural: six or more clubs"),
        ("sayc", "jump_shifts=soloway", "1D P 2S", "Strong jump shift: four or more spades, 14+"),
        ("acol", "direct_cue_bid=ghestem", "1D 2D", "Ghestem: five or more spades, five or more c"),
        ("sayc", "direct_cue_bid=ghestem", "1C 2C", "Ghestem: five or more spades, five or more d"),
        ("precision", "direct_cue_bid=ghestem", "1D 2D", "Natural: five or more diamonds"),
        (
            "sayc",
            "checkback=roudi",
            "1D P 1S P 1NT P 2C P 2H",
            "Shows suit length: three spades, 11",
        ),
        (
            "sayc",
            "checkback=roudi",
            "1D P 1S P 1NT P 2C P 2D",
            "Artificial: 11–13 HCP; denies support for spades",
        ),
        (
            "acol",
            "checkback=roudi",
            "1C P 1H P 1NT P 2C P 2NT",
            "Artificial: 16–17 HCP; denies support for hearts",
        ),
        ("acol", "gazzilli=yes", "1H P 1S P 2C P 2D", "Relay: 8"),
        ("polish", "gazzilli=yes", "1S P 1NT P 2C P 2S", "Preference: 5–7 HCP"),
        ("acol", "", "1NT 2S 3C", "Natural: five or more clubs"),
        ("2/1", "notrump_range=12-14", "1NT P 2D P 2H P 2NT", "Natural: five hearts, 10–12 HCP"),
        ("standard", "", "1S P 2S P 2NT P 3C", "Relay: forcing"),
        ("standard", "", "1D P 1S P 1NT P 2D P 2S", "Shows suit length: three spades, 11–12"),
        ("sayc", "", "3NT P 4D", "Jacoby transfer: five or more hearts"),
        ("sayc", "gambling_3nt=yes", "3NT P 4D", "Artificial: 9+ HCP"),
        ("acol", "", "3NT P 4C", "Pass or correct: "),
        ("acol", "fourth_suit=natural", "1H P 1S P 2D P 3C", "Natural: five or more clubs"),
        ("sayc", "defence_to_1nt=landy", "1NT 2C P 2D", "Asks for the longer suit: 6+ HCP"),
        ("2/1", "nt_interference=rubensohl", "1NT 2H 3H", "Rubensohl: six or more spades"),
        ("acol", "two_level_openings=flannery", "2D P 2NT", "Artificial: 11+ HCP"),
        ("precision", "", "1NT 2S 3C", "Rubensohl: five or more diamonds"),
    ],
)
def test_a_call_is_what_the_card_says(
    explainer: Explainer, base: str, options: str, calls: str, text: str
) -> None:
    auction = parse_auction(calls, Seat.N)
    changes = dict(one.split("=") for one in options.split())
    card = ConventionCard.of(System(base), changes)
    asked = Position(None, Seat.N, auction, Vulnerability.NONE, Systems(card, card))
    meaning = explainer.explain(asked).calls[-1].meaning
    assert meaning is not None
    assert str(meaning.text).startswith(text)
    if text.startswith("Ghestem"):  # no hand has a third suit of five
        assert "5+ hearts" not in str(meaning.text)
    if text.startswith(("Pre-empt", "Weak", "Natural: balanced", "Natural: 10–12")):
        assert "forcing" not in str(meaning.text)


@pytest.mark.parametrize("base", [System.SAYC, System.TWO_OVER_ONE])
@pytest.mark.parametrize(
    ("calls", "shown"),
    [
        ("P 2H 4C", "five or more spades, five or more clubs, 11+ HCP"),
        ("P 2S 4D", "five or more hearts, five or more diamonds, 11+ HCP"),
    ],
)
def test_leaping_michaels_is_what_the_card_says(
    explainer: Explainer, base: System, calls: str, shown: str
) -> None:
    card = ConventionCard.of(base, {"leaping_michaels": "yes"})
    systems = Systems(card, ConventionCard(base))
    asked = Position(None, Seat.E, parse_auction(calls, Seat.N), Vulnerability.NONE, systems)
    explanation = explainer.explain(asked)
    meaning = explanation.calls[-1].meaning
    assert meaning is not None
    assert str(meaning.text).startswith(f"Leaping Michaels: {shown}")
    assert str(meaning.text).endswith("; forcing.")
    plain = replace(asked, systems=Systems.plain(base, base))
    natural = explainer.explain(plain).calls[-1].meaning
    assert natural is not None
    assert str(natural.text).startswith("Natural: ")


@pytest.mark.parametrize("base", [System.SAYC, System.STANDARD, System.TWO_OVER_ONE, System.ACOL])
def test_kokish_is_a_relay_that_need_not_have_hearts(explainer: Explainer, base: System) -> None:
    card = ConventionCard.of(base, {"kokish": "yes"})
    auction = parse_auction("2C P 2D P 2H", Seat.N)
    asked = Position(None, Seat.S, auction, Vulnerability.NONE, Systems(card, card))
    meaning = explainer.explain(asked).calls[-1].meaning
    assert meaning is not None
    assert str(meaning.text).startswith("Kokish relay: hearts, or a balanced hand that is too")
    assert str(meaning.text).endswith("; forcing to game.")


@pytest.mark.parametrize(
    "base", [System.SAYC, System.TWO_OVER_ONE, System.ACOL, System.POLISH_CLUB]
)
@pytest.mark.parametrize("points", ["12-14", "13-15", "14-16", "15-17"])
def test_1nt_promises_the_points_of_the_card(
    explainer: Explainer, base: System, points: str
) -> None:
    card = ConventionCard.of(base, {"notrump_range": points, "gazzilli": "yes"})
    both = Systems(card, card)
    auction = parse_auction("P 1NT P 2C", Seat.N)
    explanation = explainer.explain(Position(None, Seat.N, auction, Vulnerability.NONE, both))
    meaning = explanation.calls[1].meaning
    assert meaning is not None
    assert str(meaning.text) == f"Natural: balanced, {points.replace('-', '–')} HCP."
    low, high = map(int, points.split("-"))
    assert explanation.moments[-1].hands[1].shape.hcp.within(low, high) > 0.94


@pytest.mark.parametrize(
    ("base", "length", "cards"),
    [
        (System.SAYC, "four", "four"),
        (System.SAYC, "five", "five"),
        (System.TWO_OVER_ONE, "five", "five"),
        (System.ACOL, "five", "five"),
        (System.POLISH_CLUB, "four", "four"),
    ],
)
def test_1d_promises_the_diamonds_of_the_card(
    explainer: Explainer, base: System, length: str, cards: str
) -> None:
    card = ConventionCard.of(base, {"one_diamond_length": length, "gazzilli": "yes"})
    asked = Position(
        None, Seat.S, parse_auction("1D", Seat.N), Vulnerability.NONE, Systems(card, card)
    )
    explanation = explainer.explain(asked)
    meaning = explanation.calls[0].meaning
    assert meaning is not None
    assert str(meaning.text).startswith(f"Natural: {cards} or more diamonds, ")


@pytest.mark.parametrize("length", ["four", "five"])
def test_1c_may_be_short_where_1d_is_longer(explainer: Explainer, length: str) -> None:
    card = ConventionCard.of(System.SAYC, {"one_diamond_length": length})
    auction = parse_auction("1C", Seat.N)
    asked = Position(None, Seat.S, auction, Vulnerability.NONE, Systems(card, card))
    meaning = explainer.explain(asked).calls[0].meaning
    assert meaning is not None
    assert meaning.promise.lengths[Suit.C][0] == 2


@pytest.mark.parametrize(
    ("base", "options", "calls", "name"),
    [
        (System.STANDARD, {"texas": "no"}, "1NT P 4D", "texas_transfer"),
        (System.TWO_OVER_ONE, {"smolen": "no"}, "1NT P 2C P 2D P 3H", "smolen"),
        (System.PRECISION, {"drury": "none"}, "P P 1S P 2C", "drury"),
        (System.ACOL, {"bromad": "no"}, "1S X 2D", "bromad"),
    ],
)
def test_a_convention_that_the_card_is_without_is_named_nowhere(
    explainer: Explainer, base: System, options: dict[str, str], calls: str, name: str
) -> None:
    def named(card: ConventionCard) -> str | None:
        both = Systems(card, card)
        asked = Position(None, Seat.N, parse_auction(calls, Seat.N), Vulnerability.NONE, both)
        meaning = explainer.explain(asked).calls[-1].meaning
        convention = None if meaning is None else meaning.convention
        return None if convention is None else convention.id

    assert named(ConventionCard(base)) == name
    assert named(ConventionCard.of(base, options)) != name


def test_robots_bid_as_the_card_says(explainer: Explainer) -> None:
    """A balanced hand of 13 points opens 1NT only if that is weak."""
    boards = (PracticeBoard.of(deal, Seat.S) for deal in range(2000))
    board = next(one for one in boards if hcp(one.hands[one.dealer]) == 13 and is_balanced(one))
    both = Systems(WEAK, WEAK)
    table = BiddingTable(board.hands, Auction(board.dealer), board.vulnerability, both, frozenset())
    first = [
        str(explainer.robot_calls_many([one])[0].table.auction.calls[0])
        for one in (table, replace(table, systems=Systems()))
    ]
    assert first[0] == "1NT" != first[1]


def is_balanced(board: PracticeBoard) -> bool:
    return sorted(map(board.hands[board.dealer].length, Suit)) == [3, 3, 3, 4]


def test_what_cards_make_of_calls_is_told_in_known_words() -> None:
    options = {choice.id: {option.id for option in choice.options} for choice in CHOICES}
    for one in (*card_calls._ALWAYS, *card_calls._USUALLY):
        assert one.option in options[one.choice], one
        assert one.name is None or one.name in MEANING_INDEX, one
        assert one.bases <= {system.value for system in System}, one
        assert one.name is not None or one.promise is not None, one
    for only in (*card_calls._ONLY_WITH, *card_calls._ONLY_WITH_HERE):
        for name, having in only.names.items():
            assert name in CONVENTIONS, only
            assert set(having.split()) <= options[only.choice], only


def test_a_hand_is_advised_where_partner_has_redoubled_in_a_game_force(
    explainer: Explainer,
) -> None:
    auction = parse_auction("1S P 2NT P 3D P 3H P 3S P 4D X XX P", Seat.W)
    card = ConventionCard(System.ACOL)
    hand = parse_hand("A876.KJ63.A3.753")
    asked = Position(hand, Seat.E, auction, Vulnerability.EW, Systems(card, card))
    assert explainer.explain(asked).suggestion is not None
