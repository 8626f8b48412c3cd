"""Asks the network everything an explanation needs, in one forward pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.position import Position
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.encoding.positions import encode_positions
from bidding.encoding.views import Views
from bidding.explaining.consistency import Hands, consistent
from bidding.explaining.distributions import Distribution
from bidding.explaining.explanation import (
    CallChance,
    ExplainedCall,
    Explanation,
    HiddenHand,
    Moment,
    Shape,
    Suggestion,
)
from bidding.explaining.wording import call_sentence, hand_summary, suggestion_sentence
from bidding.networks.bidder import Bidder, card_chances
from bidding.networks.checkpoint import ModelInfo, load_bidder

# A call is called unusual when somebody who sees no hand gave it less than this. On deals kept
# from training, 0.3 % of a SAYC robot's calls fall below it, and 1.7 % of people's read as SAYC.
UNUSUAL_PROBABILITY = 0.002
_PARTNER, _RHO = 1, 2  # among the hidden players LHO, partner, RHO


class Question(NamedTuple):
    """One view to ask for: see ``encoding.views.Views``."""

    auction: int
    step: int
    viewer: Seat
    seen: bool


@dataclass(frozen=True)
class Beliefs:
    """The network's answers to Q questions, as probabilities on the CPU, float64.

    hcp (Q, 3, 38), lengths (Q, 3, 4, 14) of LHO, partner, RHO; call (Q, 38), zero where
    illegal; cards (Q, 52, 4) and own (Q, 52) bool, owner 0 the viewer.
    """

    hcp: Tensor
    lengths: Tensor
    cards: Tensor
    call: Tensor
    own: Tensor

    def hidden_from_player(self, rows: list[int]) -> Hands:
        """LHO, partner and RHO as a player with a hand believes them, made to agree."""
        given = Hands(self.cards[rows][..., 1:], self.lengths[rows], self.hcp[rows])
        return consistent(given, ~self.own[rows])

    def hidden_from_nobody(self, rows: list[int], opposite: list[int]) -> Hands:
        """All four hands, the viewer's first: its lengths and HCP as the partner believes them."""
        lengths = torch.cat([self.lengths[opposite][:, [_PARTNER]], self.lengths[rows]], dim=1)
        hcp = torch.cat([self.hcp[opposite][:, [_PARTNER]], self.hcp[rows]], dim=1)
        given = Hands(self.cards[rows], lengths, hcp)
        return consistent(given, torch.ones_like(self.own[rows]))


class Explainer:
    """A loaded bidder that explains positions."""

    def __init__(self, bidder: Bidder, model: ModelInfo, device: torch.device | str) -> None:
        self.bidder, self.model, self.device = bidder, model, device

    @classmethod
    def load(cls, directory: Path | None = None, device: torch.device | str = "cpu") -> Explainer:
        """The released bidder, or the one in a directory, verified and warmed.

        Raises BadCheckpoint (networks.checkpoint) if it is missing or damaged.
        """
        bidder, model = load_bidder(directory, device)
        explainer = cls(bidder, model, device)
        explainer.explain(Position(None, Seat.S, Auction(Seat.N), Vulnerability.NONE))
        return explainer

    def explain(self, position: Position) -> Explanation:
        """What the auction shows to this viewer."""
        return self.explain_many([position])[0]

    def explain_many(self, positions: Sequence[Position]) -> list[Explanation]:
        """The explanations of several positions from one pass through the network."""
        if not positions:
            return []
        groups = [questions_about(row, position) for row, position in enumerate(positions)]
        questions = [question for group in groups for question in group]
        beliefs = self.beliefs(positions, questions)
        row_of = {question: row for row, question in enumerate(questions)}
        hands = _hands_in_view(positions, beliefs, row_of)
        return [
            _Answers(number, position, beliefs, row_of, hands).explanation(self.model)
            for number, position in enumerate(positions)
        ]

    @torch.inference_mode()
    def beliefs(self, positions: Sequence[Position], questions: Sequence[Question]) -> Beliefs:
        """The network's answers to questions about these positions."""
        batch = encode_positions(positions).to(self.device)
        columns = zip(*questions, strict=True)
        auction, step, viewer, seen = (torch.tensor(column) for column in columns)
        views = Views(auction, step, viewer, seen).to(self.device)
        outputs = self.bidder(batch, views)
        return Beliefs(
            hcp=outputs.hcp.softmax(-1).double().cpu(),
            lengths=outputs.lengths.softmax(-1).double().cpu(),
            cards=card_chances(outputs.cards, self.bidder.config).double().cpu(),
            call=outputs.call.softmax(-1).double().cpu(),
            own=views.own_cards(batch).cpu(),
        )


def questions_about(row: int, position: Position) -> list[Question]:
    """Every view that the explanation of one position needs."""
    questions = []
    for step in range(len(position.auction.calls) + 1):
        public = _public_question(row, step, position)
        questions += [_viewers_question(row, step, position), public]
        if position.hand is None:  # the hand of the player next to call, from across the table
            questions.append(public._replace(viewer=public.viewer.partner))
    return list(dict.fromkeys(questions))


def _public_question(row: int, step: int, position: Position) -> Question:
    """What everybody believes: the view of the player next to call, own hand not looked at.

    It gives both how expected each next call is and, of the player to the right, what the
    call just made has shown.
    """
    return Question(row, step, position.auction.seat_of(step), False)


def _viewers_question(row: int, step: int, position: Position) -> Question:
    """What the viewer believes; a spectator believes what everybody does."""
    if position.hand is None:
        return _public_question(row, step, position)
    return Question(row, step, position.seat, True)


def _hands_in_view(
    positions: Sequence[Position], beliefs: Beliefs, row_of: dict[Question, int]
) -> dict[Question, Hands]:
    """The hidden hands of every moment of every position, all made to agree at once."""
    asked = [
        _viewers_question(number, step, position)
        for number, position in enumerate(positions)
        for step in range(len(position.auction.calls) + 1)
    ]
    found: dict[Question, Hands] = {}
    for seen in (True, False):
        questions = [question for question in asked if question.seen is seen]
        if not questions:
            continue
        rows = [row_of[question] for question in questions]
        if seen:
            hands = beliefs.hidden_from_player(rows)
        else:
            across = [question._replace(viewer=question.viewer.partner) for question in questions]
            hands = beliefs.hidden_from_nobody(rows, [row_of[question] for question in across])
        singles = (Hands(*parts) for parts in zip(*hands, strict=True))
        found |= dict(zip(questions, singles, strict=True))
    return found


class _Answers:
    """The answers to one position's questions, put into words and objects."""

    def __init__(
        self,
        number: int,
        position: Position,
        beliefs: Beliefs,
        row_of: dict[Question, int],
        hands: dict[Question, Hands],
    ) -> None:
        self.number, self.position = number, position
        self.beliefs, self.row_of, self.hands = beliefs, row_of, hands

    def explanation(self, model: ModelInfo) -> Explanation:
        """The whole answer."""
        calls = self.position.auction.calls
        moments = tuple(self.moment(step) for step in range(len(calls) + 1))
        return Explanation(
            position=self.position,
            model=model,
            calls=tuple(self.call(index) for index in range(len(calls))),
            moments=moments,
            suggestion=_suggestion(moments[-1]),
        )

    def public_row(self, step: int) -> int:
        """The answer to what everybody believes after that many calls."""
        return self.row_of[_public_question(self.number, step, self.position)]

    def moment(self, step: int) -> Moment:
        """What the viewer knows after that many calls."""
        question = _viewers_question(self.number, step, self.position)
        cards, lengths, hcp = self.hands[question]
        first = 1 if question.seen else 0  # a player's own hand is not hidden
        hidden = []
        for place in range(cards.shape[-1]):
            seat = question.viewer.after(first + place)
            shape = _shape(hcp[place], lengths[place])
            summary = hand_summary(seat, shape)
            hidden.append(HiddenHand(seat, shape, tuple(cards[:, place].tolist()), summary))
        auction = self.position.auction.until(step)
        chances = _chances(self.beliefs.call[self.row_of[question]], auction.legal_calls)
        return Moment(step, auction.turn, tuple(hidden), chances)

    def call(self, index: int) -> ExplainedCall:
        """One call: how expected it was, and what it shows to everybody."""
        auction = self.position.auction
        seat, call = auction.seat_of(index), auction.calls[index]
        before = self.beliefs.call[self.public_row(index)]
        legal = auction.until(index).legal_calls
        chances = _chances(before, legal)
        rank = [chance.call for chance in chances].index(call) + 1
        row = self.public_row(index + 1)
        shape = _shape(self.beliefs.hcp[row, _RHO], self.beliefs.lengths[row, _RHO])
        probability = float(before[call.index])
        unusual = probability < UNUSUAL_PROBABILITY
        return ExplainedCall(
            index=index,
            seat=seat,
            call=call,
            probability=probability,
            rank=rank,
            likeliest=chances[0].call,
            unusual=unusual,
            own_probability=self.own_probability(index, seat, call),
            shows=shape,
            sentence=call_sentence(seat, call, shape, unusual=unusual),
        )

    def own_probability(self, index: int, seat: Seat, call: Call) -> float | None:
        """How likely the viewer's own hand made the call; None for the others' calls."""
        if self.position.hand is None or seat is not self.position.seat:
            return None
        row = self.row_of[_viewers_question(self.number, index, self.position)]
        return float(self.beliefs.call[row, call.index])


def _shape(hcp: Tensor, lengths: Tensor) -> Shape:
    """(38,) and (4, 14) probabilities as a shape."""
    spades, hearts, diamonds, clubs = (Distribution.of(lengths[suit].tolist()) for suit in Suit)
    return Shape(Distribution.of(hcp.tolist()), (spades, hearts, diamonds, clubs))


def _chances(probabilities: Tensor, legal: Sequence[Call]) -> tuple[CallChance, ...]:
    """The legal calls, likeliest first; equal ones in the order of calls."""
    chances = [CallChance(ALL_CALLS[c.index], float(probabilities[c.index])) for c in legal]
    return tuple(sorted(chances, key=lambda chance: -chance.probability))


def _suggestion(moment: Moment) -> Suggestion | None:
    if moment.to_call is None:
        return None
    sentence = suggestion_sentence(moment.to_call, moment.next_call)
    return Suggestion(moment.to_call, moment.next_call[0], sentence)
