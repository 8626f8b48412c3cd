"""Assembly of explanations from beliefs: calls, made or possible, then the whole answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import isnan

import numpy as np
import torch
from torch import Tensor

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, N_CALLS, PASS, Call
from bidding.domain.cards import Hand, hcp, shape, suit_lengths
from bidding.domain.convention_card import UNKNOWN_CARD
from bidding.domain.conventions import Meaning
from bidding.domain.messages import Message
from bidding.domain.position import Position
from bidding.domain.scoring import is_up_to_game
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side
from bidding.encoding.layout import N_HIDDEN
from bidding.explaining.advice.agreed import agreed_call
from bidding.explaining.advice.conventions import MUST_BID
from bidding.explaining.advice.decision import FORCING, SLAM
from bidding.explaining.advice.reason import reason_for
from bidding.explaining.advice.ruled_out import is_ruled_out
from bidding.explaining.agreements import book_meaning
from bidding.explaining.beliefs import Beliefs, CallBeliefs, Likeliest
from bidding.explaining.distributions import CallChance, ChanceTable, HandTable
from bidding.explaining.explanation import (
    AuctionSurprise,
    BestCall,
    CallValue,
    ExplainedCall,
    Explanation,
    HiddenHand,
    Moment,
    Shape,
    Suggestion,
)
from bidding.explaining.inference.refinement import Refined
from bidding.explaining.meanings.answers import (
    HonourCounts,
    HonourDistribution,
    HonourTable,
    Responses,
    responses_after_calls,
)
from bidding.explaining.meanings.call_meaning import CallMeaning, Made, call_meanings
from bidding.explaining.meanings.recorded import recorded_promises
from bidding.explaining.meanings.statements import (
    NOTHING_PROMISED,
    Promise,
    Ranges,
    chance_from_best_hands,
    promises,
)
from bidding.explaining.questions import Calls, Questions
from bidding.explaining.surprise import (
    RARE_SHARE,
    UNUSUAL_SHARE,
    Kind,
    Scale,
    SystemEvidence,
    surprises,
)
from bidding.explaining.wording import (
    auction_sentence,
    best_sentence,
    likeliest_bid_sentence,
    must_not_pass,
    only_from_hand,
    people_sentence,
    suggestion_sentence,
    usual_sentence,
)
from bidding.networks.checkpoint import ModelInfo

CLOCKWISE = tuple(Seat) * 2
_FREAK_SUITS, _FREAK_SUIT = 13, 9  # cards of the two longest suits, or of one
_STRONG, _WEAK = 25, 1  # points
_OF_PEOPLE, _OF_ROBOTS = 0.25, 0.2  # the chance of a call, at least, to suggest it for its reason
_ALSO, _AS_OFTEN = 0.08, 0.8  # robots' chance of it, and its share to that of the usual call
_MORE_OFTEN = 1.4  # the same of a call that robots do not choose
_MOST, _FAR_MORE_OFTEN = 0.5, 3.0  # people's chance of a call that needs no reason, at least
_SOMETIMES = 0.005  # robots' chance of such a pass
_FEWER, _MORE = 1, 2  # points, beyond those of robots' hands, that its hand may have
_FAR_FEWER = 3  # points, at most, by which the call that scores best may overstate the hand
_NORMAL = 0.1  # the chance of a call from the hands that it fits best, at least


class CallTable:
    """C calls, one a row, to be turned into explained calls.

    tail (C,) and surprise (C,) are those of ``surprise.call_surprises``. ``past`` (C,) has what
    each caller promised before and the likeliest meanings of all earlier calls; by default the
    calls are all calls of their auctions, in order.
    What is promised and denied is read from ``public`` beliefs, what is usual from ``shown``: the
    same, but for refined answers.
    """

    def __init__(
        self,
        calls: Calls,
        beliefs: CallBeliefs,
        tail: Tensor,
        surprise: Tensor,
        scale: Scale | None,
        past: Sequence[tuple[Promise, Sequence[Likeliest]]] | None = None,
    ) -> None:
        made = calls.made[:, None]
        self.public = HandTable(array(beliefs.shown_hcp), array(beliefs.shown_lengths))
        self.shown = self.public
        if beliefs.refined is not None:
            self.shown = HandTable(*map(array, beliefs.refined))
        self.earlier = HandTable(array(beliefs.earlier_hcp), array(beliefs.earlier_lengths))
        self.public_chances = ChanceTable(array(beliefs.public_chances), calls.legal.numpy())
        self.ranks = self.public_chances.ranks(calls.made.numpy())
        self.made, self.own = calls.made.tolist(), calls.own.tolist()
        self.probability = beliefs.public_chances.gather(1, made)[:, 0].tolist()
        self.viewer_probability = beliefs.viewer_chances.gather(1, made)[:, 0].tolist()
        self.tail, self.surprise, self.scale = tail.tolist(), surprise.tolist(), scale
        fitting = chance_from_best_hands(np.array(self.probability), self.earlier, self.public)
        self.beliefs = beliefs
        recorded = recorded_promises(calls.batch, calls.auction, calls.step, calls.made)
        # A call that many recorded auctions have is known, however rarely the model expects it.
        odd = zip((fitting < _NORMAL).tolist(), recorded, strict=True)
        self.is_odd = [unlikely and known is None for unlikely, known in odd]
        previous = previous_calls(calls.step) if past is None else [known for known, _ in past]
        self.likeliest = [] if beliefs.meanings is None else beliefs.meanings.likeliest()
        before, after = self.earlier, self.public
        if not self.likeliest:
            self.promises = promises(before, after, previous, recorded=recorded)
            return
        rows: list[Made] = []
        for row, (earlier, card) in enumerate(zip(calls.earlier, calls.cards, strict=True)):
            so_far = self.likeliest[row - len(earlier) : row] if past is None else past[row][1]
            call, likeliest = ALL_CALLS[self.made[row]], (*so_far, self.likeliest[row])
            in_order = past is None
            rows.append(Made(call, earlier, likeliest, recorded[row], card, in_order))
        self.meanings = call_meanings(
            rows,
            before,
            after,
            self.shown.facts,
            beliefs.partner_passes.tolist(),
            previous,
            beliefs.partner_points.tolist(),
        )
        self.promises = [one.promised for one in self.meanings]

    def explained(
        self, row: int, position: Position, index: int, honours: HonourCounts
    ) -> ExplainedCall:
        """Explain the call of a row, which is number ``index`` of the position's auction."""
        seat, call = turn_of(position.auction, index), ALL_CALLS[self.made[row]]
        surprise = self._share(row, position, seat)
        # A bid of all that it promises may be by the books where robots choose another.
        by_promise = call.is_bid and _is_kept(self.promises[row], position.hand)
        doubtful = self.is_odd[row] or (self.own[row] and not by_promise)
        return ExplainedCall(
            index=index,
            seat=seat,
            call=call,
            probability=self.probability[row],
            rank=self.ranks[row],
            likeliest=ALL_CALLS[self.public_chances.order[row][0]],
            surprise=surprise,
            unusual=surprise <= UNUSUAL_SHARE and doubtful,
            own_probability=self.viewer_probability[row] if self.own[row] else None,
            shows=Shape(self.shown, row),
            meaning=self._meaning(row, position, index),
            honours=honours,
        )

    @property
    def named(self) -> list[tuple[Meaning | None, float]]:
        """The meaning of each call and its probability."""
        if not self.likeliest:
            return [(None, 0.0)] * len(self.made)
        return [(one.stated, one.chance) for one in self.likeliest]

    def honours(self, responses: Sequence[Responses]) -> HonourTable:
        """Return the aces, kings and key cards that each call shows, given its caller's responses.

        A response is true with the probability of its meaning.
        """
        honours = HonourDistribution.of(array(self.beliefs.shown_cards))
        for row, of_caller in enumerate(responses):
            for response in of_caller.given:
                honours.condition(row, response)
        return honours.table

    def _meaning(self, row: int, position: Position, index: int) -> CallMeaning | None:
        """Return the meaning of a position's call; None without meaning heads."""
        if not self.likeliest:
            return None
        card = position.systems.of(turn_of(position.auction, index))
        made = (*position.auction.calls[:index], ALL_CALLS[self.made[row]])
        return replace(
            self.meanings[row], departs_from=None if card.changes else book_meaning(card.base, made)
        )

    def only_from_hand(self, rows: slice) -> bool:
        """Return True if one of these calls is rare given the viewer's hand, yet not to others."""
        chances = zip(
            self.own[rows], self.probability[rows], self.viewer_probability[rows], strict=True
        )
        return any(own and only_from_hand(public, seen) for own, public, seen in chances)

    def _share(self, row: int, position: Position, seat: Seat) -> float:
        """Return the share of calls as surprising: counted, else by the model's probabilities."""
        if self.scale is None:
            return float(self.tail[row])
        stated = position.systems.of(seat) != UNKNOWN_CARD
        return self.scale.calls[Kind(stated, self.own[row])].share(self.surprise[row])


def _is_kept(promise: Promise | Ranges, hand: Hand | None) -> bool:
    """Return True for a known hand of the promised points and lengths."""
    if hand is None:
        return False
    held, ends = (hcp(hand), *suit_lengths(hand)), (promise.hcp, *promise.lengths)
    return all(low <= number <= high for number, (low, high) in zip(held, ends, strict=True))


def _widened(known: Ranges) -> Ranges:
    """Return the ranges of hands that are near to these."""
    (low, high), lengths = known.hcp, tuple((least, most + 1) for least, most in known.lengths)
    return Ranges((low - _FEWER, high + _MORE), lengths)


def previous_calls(step: Tensor) -> list[int | Promise]:
    """Return the place of each caller's call before among all calls of some auctions, in order, at
    these steps (C,); before a first call nothing is promised."""
    return [
        row - len(Seat) if number >= len(Seat) else NOTHING_PROMISED
        for row, number in enumerate(step.tolist())
    ]


def turn_of(auction: Auction, step: int) -> Seat:
    """Return ``auction.seat_of(step)`` from a table, for thousands of lookups."""
    return CLOCKWISE[auction.dealer + step % len(Seat)]


def array(values: Tensor) -> np.ndarray:
    """Return the values as a float64 array."""
    return values.double().numpy()


class ExplanationBatch:
    """The explanations of a batch of positions; they share tables, each has its own rows."""

    def __init__(
        self,
        positions: Sequence[Position],
        questions: Questions,
        beliefs: Beliefs,
        scale: Scale | None,
        refined: Refined | None = None,
    ) -> None:
        self.positions, self.scale, self.refined = positions, scale, refined
        batch, calls, hands = questions.batch, questions.calls, beliefs.hands
        legal = batch.legal[questions.auction, questions.step, :N_CALLS]
        self.over = batch.is_over[questions.auction, questions.step].tolist()
        self.hands = HandTable(array(hands.hcp), array(hands.lengths), array(hands.cards))
        self.first_hand = hands.first.tolist()
        self.next_call = ChanceTable(array(beliefs.next_call), legal.numpy())
        found = surprises(calls, beliefs.calls.viewer_chances, beliefs.calls.by_system)
        self.calls = CallTable(calls, beliefs.calls, found.tail, found.call, scale)
        self.auction_surprise = found.auction.tolist()
        self.likelihoods = _likelihoods(calls, beliefs.calls.by_system)
        self.similar_hand_calls, self.values = beliefs.similar_hand_calls, beliefs.values
        self.people_calls = beliefs.people_calls.tolist()
        self.batch = calls.batch
        lengths = [len(position.auction.calls) for position in positions]
        self.first_call = np.cumsum([0, *lengths]).tolist()
        named = self.calls.named
        responses = [
            one
            for of in pairwise(self.first_call)
            for one in responses_after_calls(named[slice(*of)])
        ]
        self.trumps = [one.trump for one in responses]
        self.shown = self.calls.honours(responses) if refined is None else refined.shown

    def explanation(self, number: int, model: ModelInfo, adviser: ModelInfo | None) -> Explanation:
        """Return the explanation of one position."""
        position = self.positions[number]
        n_calls = len(position.auction.calls)
        moments = tuple(self._moment(number, step) for step in range(n_calls + 1))
        calls = tuple(self._call(number, index) for index in range(n_calls))
        return Explanation(
            position=position,
            model=model,
            system_evidence=self._system_evidence(number, calls),
            surprise=self._surprise(number, calls),
            calls=calls,
            moments=moments,
            suggestion=self._suggestion(number, calls, moments[-1]),
            refined=self.refined is not None,
            adviser=adviser,
        )

    @property
    def suggestions(self) -> list[Suggestion | None]:
        """The suggested call of each position; None where its auction is over."""
        found = []
        for number, position in enumerate(self.positions):
            n_calls = len(position.auction.calls)
            calls = [self._call(number, index) for index in range(n_calls)]
            found.append(self._suggestion(number, calls, self._moment(number, n_calls)))
        return found

    def best_call(self, number: int) -> BestCall | None:
        """Return the next call of a position that surely scores better than the likeliest one,
        whatever is suggested; None if there is none."""
        moment = self._moment(number, len(self.positions[number].auction.calls))
        meanings = [
            self._call(number, index).meaning
            for index in range(len(self.positions[number].auction.calls))
        ]
        return self._best_call(number, meanings, self._values(number, moment), moment.next_call)

    def _moment(self, number: int, step: int) -> Moment:
        """Return the viewer's beliefs after that many calls."""
        position, row = self.positions[number], self.first_call[number] + number + step
        turn = turn_of(position.auction, step)
        first, count = (turn, len(Seat)) if position.hand is None else (position.seat + 1, N_HIDDEN)
        seats = CLOCKWISE[first : first + count]
        hands = tuple(
            self._hidden_hand(number, step, seat, hand)
            for hand, seat in enumerate(seats, self.first_hand[row])
        )
        return Moment(step, None if self.over[row] else turn, hands, self.next_call, row)

    def _hidden_hand(self, number: int, step: int, seat: Seat, row: int) -> HiddenHand:
        honours = None
        if self.refined is not None:
            asked = self._last_call(number, step, seat, len(Side))
            trump = None if asked is None else self.trumps[asked]
            honours = self.refined.honours.counts(row, trump)
        last = self._last_call(number, step, seat, len(Seat))
        promise = NOTHING_PROMISED if last is None else self.calls.promises[last]
        seen = self.positions[number].hand is not None
        return HiddenHand(seat, Shape(self.hands, row), honours, promise, seen)

    def _call(self, number: int, index: int) -> ExplainedCall:
        position, row = self.positions[number], self.first_call[number] + index
        honours = self.shown.counts(row, self.trumps[row])
        return self.calls.explained(row, position, index, honours)

    def _last_call(self, number: int, step: int, seat: Seat, among: int) -> int | None:
        """Return the row of the last of so many calls that is of the player, among four, or of the
        player's side, among two; None if there is none."""
        dealer = self.positions[number].auction.dealer
        last = step - 1 - (dealer + step - 1 - seat) % among
        return None if last < 0 else self.first_call[number] + last

    def _surprise(self, number: int, calls: Sequence[ExplainedCall]) -> AuctionSurprise:
        """Return the share of auctions at least as surprising as this one."""
        position, rows = self.positions[number], slice(*self.first_call[number : number + 2])
        n_calls = len(position.auction.calls)
        if n_calls == 0:
            share = 1.0
        elif self.scale is None:  # that one of so many calls is as unlikely as the unlikeliest
            share = 1 - (1 - min(self.calls.tail[rows])) ** n_calls
        else:
            stated = UNKNOWN_CARD not in (position.systems.ns, position.systems.ew)
            kind = Kind(stated, position.hand is not None)
            share = self.scale.of_auction(kind, n_calls, self.auction_surprise[rows][-1])
        sentence = None
        if share <= RARE_SHARE and any(call.unusual for call in calls):
            sentence = auction_sentence(share, from_hand=self.calls.only_from_hand(rows))
        return AuctionSurprise(share, self.scale is not None, sentence)

    def _suggestion(
        self, number: int, calls: Sequence[ExplainedCall], moment: Moment
    ) -> Suggestion | None:
        """Return the likeliest call with the reason for it where one is known, and what the
        plausible calls win; or another that the bidding so far asks for, or for which there is a
        reason where there is none for the likeliest."""
        if moment.to_call is None:
            return None
        position, chances = self.positions[number], moment.next_call
        likeliest, meanings = chances[0].call, [call.meaning for call in calls]
        similar = self.similar_hand_calls[number]
        agreed = agreed_call(position, meanings, likeliest)
        if agreed is not None and (told := reason_for(position, meanings, agreed)) is not None:
            return _instead_of_usual(
                moment, similar, agreed, told, usual_sentence(agreed, chances[0])
            )
        if likeliest == PASS and (forcing := _forcing_call(calls)) is not None:
            return _bid_instead(position, meanings, forcing, moment)
        agreement = float(similar[likeliest.index]) if similar.any() else None
        rare = is_rare_hand(position, likeliest)
        values = self._values(number, moment)
        best = self._best_call(number, meanings, values, chances)
        scores_best = None if best is None else best.value.call
        reason = reason_for(position, meanings, likeliest, scores_best)
        people = self.people_calls[number]
        other = self._reasoned(number, meanings, chances, best) if reason is None else None
        if other is not None:
            call, told = other
            share = people_sentence(call, people[call.index], chances[0])
            return _instead_of_usual(moment, similar, call, told, share)
        explained = reason is not None
        sentence = suggestion_sentence(
            moment.to_call, chances, agreement, rare=rare, explained=explained
        )
        if reason is not None:
            sentence = Message("{reason} {chance}", reason=reason, chance=sentence)
        return Suggestion(moment.to_call, chances[0], sentence, agreement, values, best)

    def _reasoned(
        self,
        number: int,
        meanings: Sequence[CallMeaning | None],
        chances: Sequence[CallChance],
        best: BestCall | None,
    ) -> tuple[Call, Message | None] | None:
        """Return the call that most people choose of those for which there is a reason, with the
        reason, in place of a usual call that has none: robots choose it, too, or people choose it
        far more often than the usual one, and the hand is what it promises. To score ``best`` is
        a reason, too; a call that nearly all people choose needs none."""
        position, people = self.positions[number], self.people_calls[number]
        usual, found = people[chances[0].call.index], []
        for one in chances[1:]:
            share = people[one.call.index]
            also = one.probability >= _ALSO and share >= _AS_OFTEN * usual
            few = share < _OF_PEOPLE and one.probability < _OF_ROBOTS
            if few or not (also or share >= _MORE_OFTEN * usual):
                continue
            reason = reason_for(position, meanings, one.call)
            if best is not None and best.value.call == one.call and share >= _MORE_OFTEN * usual:
                reason = reason or best.sentence
            if reason is not None and reason.key == MUST_BID:
                continue
            known = self._recorded(number, one.call)
            near = also or known is None or _is_kept(_widened(known), position.hand)
            fits = known is not None and _is_kept(known, position.hand)
            fits |= one.call == PASS and one.probability >= _SOMETIMES
            most = not also and fits and share >= max(_MOST, _FAR_MORE_OFTEN * usual)
            if most or (reason is not None and near):
                found.append((share, one.call, reason))
        return max(found, key=lambda one: one[0])[1:] if found else None

    def _recorded(self, number: int, call: Call) -> Ranges | None:
        """Return what the next call is recorded to promise."""
        place, made = torch.tensor([number]), torch.tensor([call.index])
        return recorded_promises(self.batch, place, self.batch.n_calls[place], made)[0]

    def _best_call(
        self,
        number: int,
        meanings: Sequence[CallMeaning | None],
        values: Sequence[CallValue],
        chances: Sequence[CallChance],
    ) -> BestCall | None:
        """Return the call that wins most if it wins enough and the bidding does not rule it out;
        None for a hand such as there are hardly any. ``chances`` are sorted."""
        position, usual = self.positions[number], chances[0].call
        if is_rare_hand(position, usual):
            return None
        better = [
            value
            for value in values
            if value.is_better
            and not is_ruled_out(position, meanings, usual, value.call)
            and not self._is_misstated(number, value.call)
        ]
        best = max(better, key=lambda value: value.imps, default=None)
        if best is None:
            return None
        probability = next(one.probability for one in chances if one.call == best.call)
        sentence = best_sentence(best.call, usual, best.imps)
        return BestCall(best, probability, sentence)

    def _is_misstated(self, number: int, call: Call) -> bool:
        """Return True for a next call that is recorded to promise far more points than are held, or
        two cards more of a suit, and for an opening that is recorded to have fewer points."""
        position, known = self.positions[number], self._recorded(number, call)
        if position.hand is None or known is None:
            return False
        least = zip(suit_lengths(position.hand), known.lengths, strict=True)
        (low, high), held = known.hcp, hcp(position.hand)
        is_opening = position.auction.last_bid is None
        return (
            any(cards < fewest - 1 for cards, (fewest, _) in least)
            or held < low - _FAR_FEWER
            or (is_opening and held > high)
        )

    def _values(self, number: int, moment: Moment) -> tuple[CallValue, ...]:
        """Return the values of the plausible calls, the likeliest first; none for a side of an
        unknown system, of which the adviser has learned nothing."""
        position = self.positions[number]
        if self.values is None or position.systems.of(position.seat) == UNKNOWN_CARD:
            return ()
        gains, errors = (part[number].tolist() for part in (self.values.gains, self.values.errors))
        legal = (chance.call for chance in moment.next_call)
        return tuple(
            CallValue(call, gains[call.index], errors[call.index])
            for call in legal
            if not isnan(gains[call.index])
        )

    def _system_evidence(
        self, number: int, calls: Sequence[ExplainedCall]
    ) -> tuple[SystemEvidence, ...]:
        """Return the likelihoods of the calls of N-S and of E-W under each system."""
        if not self.likelihoods:
            return ()
        systems = self.positions[number].systems
        both = self.likelihoods[len(Side) * number : len(Side) * (number + 1)]
        found = []
        for side, assumed, values in zip(Side, (systems.ns, systems.ew), both, strict=True):
            odd = [call for call in calls if call.unusual and call.seat.side is side]
            one = SystemEvidence(
                side, assumed.base, tuple(values), bool(odd), bool(assumed.changes)
            )
            # The viewer's own odd call is no news of what the side plays, unless another system
            # has it.
            own = all(call.own_probability is not None for call in odd)
            if own and one.likeliest is System.UNKNOWN:
                one = replace(one, in_doubt=False)
            found.append(one)
        return tuple(found)


def _likelihoods(calls: Calls, by_system: Tensor | None) -> list[list[float]]:
    """Return the log-likelihood of each side's calls under each system, two rows an auction."""
    if by_system is None:
        return []
    sums = by_system.new_zeros(len(calls.batch) * len(Side), by_system.shape[1])
    return list(sums.index_add_(0, calls.auction * len(Side) + calls.side, by_system).tolist())


def is_rare_hand(position: Position, best: Call) -> bool:
    """Return True if training data has hardly any hand as the caller's: a freak in shape or points,
    or a hand without points that opens the bidding."""
    hand, auction = position.hand, position.auction
    if hand is None or auction.turn is not position.seat:
        return False
    longest, points = shape(hand), hcp(hand)
    if longest[0] >= _FREAK_SUIT or sum(longest[:2]) >= _FREAK_SUITS or points >= _STRONG:
        return True
    return best.is_bid and points <= _WEAK and auction.last_bid is None


def _forcing_call(calls: Sequence[ExplainedCall]) -> Call | None:
    """Return the last bid if it is partner's, forcing, and the opponents have only passed."""
    if len(calls) < len(Side) or any(made.call != PASS for made in calls[::-1][::2]):
        return None
    last = calls[-len(Side)]
    forcing = last.meaning is not None and last.meaning.forcing in FORCING
    return last.call if forcing and last.call.is_bid and last.call.level < SLAM else None


def _instead_of_usual(
    moment: Moment, similar: Tensor, call: Call, reason: Message | None, others: Message
) -> Suggestion:
    """Return the suggestion of another than the usual call, with what ``others`` choose."""
    assert moment.to_call is not None
    chance = next(one for one in moment.next_call if one.call == call)
    agreement = float(similar[call.index]) if similar.any() else None
    if reason is not None:
        others = Message("{reason} {chance}", reason=reason, chance=others)
    return Suggestion(moment.to_call, chance, others, agreement)


def _bid_instead(
    position: Position, meanings: Sequence[CallMeaning | None], forcing: Call, moment: Moment
) -> Suggestion:
    """Return the likeliest bid where the likeliest call is a pass of partner's forcing bid."""
    assert moment.to_call is not None
    bids = [chance for chance in moment.next_call if chance.call.is_bid]
    best = next((one for one in bids if is_up_to_game(one.call)), bids[0])
    reason = must_not_pass(moment.to_call, forcing, moment.next_call[0])
    own = reason_for(position, meanings, best.call)
    if own is not None and own.key != MUST_BID:
        reason = Message("{forced} {reason}", forced=reason, reason=own)
    chance = likeliest_bid_sentence(moment.to_call, best)
    sentence = Message("{reason} {chance}", reason=reason, chance=chance)
    return Suggestion(moment.to_call, best, sentence)
