"""Hands: every spelling is read, every fault is named with its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.cards import Hand
from bidding.domain.errors import BridgeError, ImpossibleHand, MalformedCard, MalformedHand
from bidding.domain.table import Suit
from bidding.parsing.text.hands import parse_hand
from tests.parsing.outcome import outcome
from tests.strategies import hands

FLAT = "AKJ5.T98.Q2.AK43"
WITH_VOID = "74.KQ7543..Q9752"
RANKS = "ranks are A K Q J T 9 8 7 6 5 4 3 2, and 10 for T"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("AKJ5.T98.Q2.AK43", FLAT),
        ("akj5.t98.q2.ak43", FLAT),
        ("5JKA.8T9.2Q.34KA", FLAT),
        ("AKJ5.1098.Q2.AK43", FLAT),
        ("AKJ5 T98 Q2 AK43", FLAT),
        ("  AKJ5\t1098\nQ2   AK43 ", FLAT),
        ("AKJ5_T98_Q2_AK43", FLAT),
        ("AKJ5, T98, Q2, AK43", FLAT),
        ("A K J 5 . T 9 8 . Q 2 . A K 4 3", FLAT),
        ("SAKJ5 HT98 DQ2 CAK43", FLAT),
        ("SAKJ5HT98DQ2CAK43", FLAT),
        ("sakj5.h1098.dq2.cak43", FLAT),
        ("S: AKJ5 H: T98 D: Q2 C: AK43", FLAT),
        ("S:AKJ5; H:T98; D:Q2; C:AK43;", FLAT),
        ("S = A, K, J, 5; H = 10, 9, 8; D = Q, 2; C = A, K, 4, 3", FLAT),
        ("spades AKJ5, hearts T98, diamonds Q2, clubs AK43", FLAT),
        ("C AK43 D Q2 H T98 S AKJ5", FLAT),
        ("♠AKJ5 ♥T98 ♦Q2 ♣AK43", FLAT),
        ("♠A K J 5\n♥10 9 8\n♦Q 2\n♣A K 4 3", FLAT),
        ("♠\ufe0fAKJ5♥\ufe0fT98♦\ufe0fQ2♣\ufe0fAK43", FLAT),
        ("♤AKJ5 ♡T98 ♢Q2 ♧AK43", FLAT),
        ("♠AKJ5 \u2764T98 ♦Q2 ♣AK43", FLAT),  # the heart of emoji keyboards
        ("♠\ufe0eAKJ5♥\ufe0eT98♦\ufe0eQ2♣\ufe0eAK43", FLAT),
        ("♠\ufe0fAKJ5\u2764\ufe0fT98♦\ufe0fQ2♣\ufe0fAK43", FLAT),
        ("\u2764\ufe0fT98 ♠AKJ5 ♦Q2 ♣AK43", FLAT),
        ("74.KQ7543..Q9752", WITH_VOID),
        ("74.KQ7543.-.Q9752", WITH_VOID),
        ("74.KQ7543.—.Q9752", WITH_VOID),
        ("74 . KQ7543 . -- . Q9752", WITH_VOID),
        ("74 KQ7543 - Q9752", WITH_VOID),
        ("74 KQ7543 – Q9752", WITH_VOID),
        ("74__KQ7543_Q9752", "74..KQ7543.Q9752"),
        ("♠74 ♥KQ7543 ♦- ♣Q9752", WITH_VOID),
        ("♠74 ♥KQ7543 ♦ ♣Q9752", WITH_VOID),
        ("♠74 ♥KQ7543 ♦— ♣Q9752", WITH_VOID),
        ("S74 HKQ7543 D CQ9752", WITH_VOID),
        ("S74 HKQ7543 CQ9752", WITH_VOID),
        ("AKQJT98765432...", "AKQJT98765432..."),
        ("---AKQJT98765432".replace("-", "_"), "...AKQJT98765432"),
        ("hearts AKQJ1098765432", ".AKQJT98765432.."),
    ],
)
def test_every_spelling_of_a_hand(text: str, canonical: str) -> None:
    assert str(parse_hand(text)) == canonical


@pytest.mark.parametrize(
    ("text", "kind", "fault", "piece", "position"),
    [
        ("", MalformedHand, "the hand is empty: enter 13 cards", "", 0),
        (" \t\n", MalformedHand, "the hand is empty: enter 13 cards", "", 0),
        (
            "AKJ5.T98_Q2.AK43",
            MalformedHand,
            "'.' and '_' both divide this hand: use one of them",
            "_",
            8,
        ),
        (
            "74 KQ7543 Q9752",
            MalformedHand,
            "a hand has four suits, spades to clubs, and this text has 3; "
            "between blanks a void is written as a dash",
            "74 KQ7543 Q9752",
            0,
        ),
        (
            " AKJ5.T98.Q2.AK4.3",
            MalformedHand,
            "a hand has four suits, spades to clubs, and this text has 5",
            "3",
            17,
        ),
        ("SAKJ5 HT98 SQ2 CAK43", MalformedHand, "spades are named twice", "S", 11),
        ("♠AKJ5 ♥T98 ♦Q2 ♦AK43", MalformedHand, "diamonds are named twice", "♦", 15),
        ("AKJ5.T9x.Q2.AK43", MalformedCard, f"'x' is not a rank; {RANKS}", "x", 7),
        ("AKJ5.T91.Q2.AK43", MalformedCard, f"'1' is not a rank; {RANKS}", "1", 7),
        ("AKJ5.T90.Q2.AK43", MalformedCard, f"'0' is not a rank; {RANKS}", "0", 7),
        ("AKJ5.T98.Q2.AK4C", MalformedCard, f"'C' is not a rank; {RANKS}", "C", 15),
        ("AKJ5.T98.Q2.A\u212a43", MalformedCard, f"'\u212a' is not a rank; {RANKS}", "\u212a", 13),
        ("AKJ5.T98.Q2.A\ud80043", MalformedCard, f"'\\ud800' is not a rank; {RANKS}", "\ud800", 13),
        ("♠AKJ5 ♥T98 ♦Q2 ♣AK4!", MalformedCard, f"'!' is not a rank; {RANKS}", "!", 19),
        (
            "A-KJ5.T98.Q2.AK43",
            MalformedCard,
            "a dash means a void and cannot be next to cards",
            "-",
            1,
        ),
        ("AKJA.T98.Q2.AK43", ImpossibleHand, "SA is given twice", "A", 3),
        ("AKJ5.T1098.Q2.AK4", ImpossibleHand, "HT is given twice", "10", 6),
        ("S: AKJ5 H: TT8 D: Q2 C: AK43", ImpossibleHand, "HT is given twice", "T", 12),
        (
            "AKJ5.T98.Q2.AK4",
            ImpossibleHand,
            "a hand has 13 cards, this one has 12: ♠4, ♥3, ♦2, ♣3",
            "AKJ5.T98.Q2.AK4",
            None,
        ),
        (
            "S AKJ5 H T98 C AK43",
            ImpossibleHand,
            "a hand has 13 cards, this one has 11: ♠4, ♥3, ♦0, ♣4",
            "S AKJ5 H T98 C AK43",
            None,
        ),
        (
            "...",
            ImpossibleHand,
            "a hand has 13 cards, this one has 0: ♠0, ♥0, ♦0, ♣0",
            "...",
            None,
        ),
    ],
)
def test_every_fault_of_a_hand(
    text: str, kind: type[BridgeError], fault: str, piece: str, position: int | None
) -> None:
    with pytest.raises(BridgeError) as caught:
        parse_hand(text)
    error = caught.value
    assert (type(error), str(error)) == (kind, fault)
    assert (error.text, error.position) == (piece, position)
    if position is not None:
        assert text[position:].startswith(piece)


@given(hands())
def test_a_hand_survives_its_text(hand: Hand) -> None:
    assert parse_hand(str(hand)) == hand


@given(hands(), st.permutations(list(Suit)), st.booleans(), st.sampled_from([" ", "", ", ", "\n"]))
def test_a_hand_survives_being_written_by_name(
    hand: Hand, order: list[Suit], pips: bool, divider: str
) -> None:
    holdings = ("".join(card.rank for card in hand.suit(suit)) for suit in order)
    names = (suit.symbol if pips else suit.name for suit in order)
    text = divider.join(f"{name}{holding}" for name, holding in zip(names, holdings, strict=True))
    assert parse_hand(text) == hand


@given(st.text() | st.text(alphabet="SHDC♠♥♦♣AKQJT1098765432x .,_-—:;\n", max_size=40))
def test_any_text_is_a_hand_or_a_named_fault(text: str) -> None:
    hand, error = outcome(parse_hand, text)
    if hand is not None:
        assert parse_hand(str(hand)) == hand
    if error is not None:
        assert str(error)
        assert error.position is None or 0 <= error.position <= len(text)
