"""Beliefs: the network's answers to the questions of explanations, made consistent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import ALL_CALLS, N_CALLS, PASS
from bidding.domain.convention_card import UNKNOWN_CARD
from bidding.domain.conventions import MEANING_INDEX, MEANINGS, NATURAL, Forcing, Meaning
from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import (
    N_CARDS,
    N_HIDDEN,
    N_OWNERS,
    N_SUITS,
    PARTNER,
    RHO,
    SYSTEM_CODE,
    UNKNOWN_SYSTEM,
)
from bidding.encoding.views import HypotheticalViews, Views
from bidding.explaining.consistency import Hands, consistent
from bidding.explaining.distributions import Flags
from bidding.explaining.meanings.card_calls import name_on_card, not_on_card
from bidding.explaining.meanings.recorded import keep_promises
from bidding.explaining.questions import CallRows, Calls, Questions
from bidding.networks.advice_head import AdviceHead, implausible
from bidding.networks.bidder import Bidder, Outputs

COUNT = 16  # similar hands drawn for each hand
_RANKS = N_CARDS // N_SUITS
_HONOURS = 5  # the first ranks of a suit, A to T; spot cards come behind
_HIGHER = tuple(card for card in range(N_CARDS) if card % _RANKS < _HONOURS - 1)
_SPOTS = tuple(card for card in range(N_CARDS) if card % _RANKS >= _HONOURS)
_REDRAWN = 2  # spot cards
_LEAST = 1e-30  # a chance; its log is finite
_SYSTEMS = tuple(SYSTEM_CODE)  # by code
_NAMED = torch.tensor(
    [code for system, code in SYSTEM_CODE.items() if system is not System.UNKNOWN]
)

_LIKELY = 0.5
CONFIDENT = 0.7  # the least chance of a name, or of a force, that is stated

HAS_NAME = torch.tensor([bool(meaning.convention.name) for meaning in MEANINGS])
_FORCES = tuple(Forcing)
ARTIFICIAL = torch.tensor([meaning.convention.artificial for meaning in MEANINGS])
"""(meaning,) bool: such a call does not just offer to play in its strain."""


@dataclass(frozen=True)
class CallValues:
    """Of G decisions the IMPs that each call is predicted to win over the likeliest, and their
    standard errors: ``gains`` and ``errors`` (G, 38) on the CPU, NaN for calls that are not
    plausible and where the viewer is not to call."""

    gains: Tensor
    errors: Tensor


@dataclass(frozen=True)
class HiddenHands:
    """H hidden hands, those of players' moments first, then those of spectators' moments.

    cards (H, 52), lengths (H, 4, 14), hcp (H, 38), float64 on the CPU; first (M,) is the row of
    each moment's first hidden hand: for a player the LHO, for a spectator the next player to call.
    The others follow clockwise.
    """

    cards: Tensor
    lengths: Tensor
    hcp: Tensor
    first: Tensor


class Likeliest(NamedTuple):
    """The likeliest meaning and force of one call, with their chances."""

    meaning: int  # index of MEANINGS
    chance: float  # of this meaning; if it has no name, of all meanings without one
    artificial: float
    forcing: Forcing
    forcing_chance: float

    @property
    def stated(self) -> Meaning | None:
        """The meaning, if it is confident."""
        return MEANINGS[self.meaning] if self.chance >= CONFIDENT else None


class MeaningChances(NamedTuple):
    """The chances of each meaning (C, meaning) and force (C, 3) of C calls, on the CPU.

    Heads trained on a shorter vocabulary have no chances for what was added to it.
    """

    name: Tensor
    forcing: Tensor

    def split(self, count: int) -> tuple[MeaningChances, MeaningChances]:
        """Split them into those of the first calls and of the rest."""
        parts = zip(*((part[:count], part[count:]) for part in self), strict=True)
        first, rest = (MeaningChances(*part) for part in parts)
        return first, rest

    @property
    def likeliest_name(self) -> tuple[Tensor, Tensor]:
        """(C,) the likeliest meaning and its chance; if it has no name, of all without one."""
        chance, best = self.name.max(-1)
        has_name = HAS_NAME[: self.name.shape[1]]
        nameless = (self.name * ~has_name).sum(-1)
        return best, torch.where(has_name[best], chance, nameless)

    @property
    def artificial(self) -> Tensor:
        """(C,) the chance that each call is artificial."""
        return (self.name * ARTIFICIAL[: self.name.shape[1]]).sum(-1)

    @property
    def named(self) -> list[tuple[Meaning | None, float]]:
        """The meaning of each call, where it is confident, and its chance."""
        return [(one.stated, one.chance) for one in self.likeliest()]

    def likeliest(self) -> list[Likeliest]:
        """Return the likeliest meaning and force of each call."""
        best, chance = self.likeliest_name
        forcing_chance, forcing = self.forcing.max(-1)
        parts = (best, chance, self.artificial, forcing, forcing_chance)
        return [
            Likeliest(meaning, known, artificial, _FORCES[force], sure)
            for meaning, known, artificial, force, sure in zip(
                *(part.tolist() for part in parts), strict=True
            )
        ]


@dataclass(frozen=True)
class CallBeliefs:
    """Beliefs about C calls, on the CPU.

    shown_hcp (C, 38), shown_lengths (C, 4, 14), shown_cards (C, 52)  a spectator's belief about
                       the caller after the call, by each head alone
    earlier_hcp, earlier_lengths   the same before the call
    refined            shown_hcp and shown_lengths by refinement; None without it
    partner_passes (C,)   a spectator's chance that the partner passes if the next player does; 1
                       for passes
    partner_points (C,)   the points that a spectator expects of the partner before the call
    public_chances (C, 38)   a spectator's chances of each call; zero for illegal calls
    viewer_chances (C, 38)   the chances by ``calls.views``: of the viewer's own calls given the
                       hand
    by_system (C, 6)   log-likelihood of the call made if its side played each system;
                       None if systems were not compared
    meanings           the chances of each meaning; None without meaning heads

    What a call shows does not depend on the viewer. To make the four hands consistent after every
    call for players as well would take another view of each moment, and nearly a fifth more time
    (6.7 instead of 5.7 ms for twelve calls). So it may differ slightly from the hands of
    spectators, which are consistent.
    """

    shown_hcp: Tensor
    shown_lengths: Tensor
    shown_cards: Tensor
    earlier_hcp: Tensor
    earlier_lengths: Tensor
    partner_passes: Tensor
    partner_points: Tensor
    public_chances: Tensor
    viewer_chances: Tensor
    by_system: Tensor | None
    meanings: MeaningChances | None = None
    refined: tuple[Tensor, Tensor] | None = None


@dataclass(frozen=True)
class Beliefs:
    """The network's answers to the questions, on the CPU.

    hands        the viewers' beliefs about the hidden hands, made consistent
    next_call (M, 38)  the viewer's chances of the next call; zero for illegal calls
    calls        beliefs about the calls made
    similar_hand_calls (G, 38)  the shares of hands similar to the viewer's that make each call
                 now, see ``similar_hands``
    people_calls (G, 38)  the chances of each call now if nobody's system were known, as learned
                 from people; zero unless the viewer sees a hand and is to call
    values       what an adviser predicts of each call now, of G decisions; None without one, or
                 without a decision
    """

    hands: HiddenHands
    next_call: Tensor
    calls: CallBeliefs
    similar_hand_calls: Tensor
    people_calls: Tensor
    values: CallValues | None = None


@torch.inference_mode()
def beliefs_about(
    bidder: Bidder,
    questions: Questions,
    adviser: AdviceHead | None = None,
    *,
    similar: bool = True,
) -> Beliefs:
    """Answer all questions in one forward pass; without ``similar`` hands in a sixth less time, for
    callers who read no sentence on the suggestion."""
    of_hands = len(questions.views) - questions.of_calls
    batch = questions.batch.to(bidder.device)
    states = bidder.encode(batch)
    outputs = bidder(batch, questions.views.to(bidder.device), states, n_hand_views=of_hands)
    outputs = keep_promises(outputs, questions.batch, questions.views[:of_hands])
    call = outputs.call.float().softmax(-1).cpu()
    given = questions.calls
    return Beliefs(
        hands=_hidden_hands(questions, outputs),
        next_call=call[questions.viewers],
        calls=replace(
            beliefs_about_calls(given, questions.rows, outputs),
            meanings=predict_meanings(
                bidder, given.batch, given.auction, given.step, states[: len(given.batch)]
            ),
        ),
        similar_hand_calls=similar_hand_calls(bidder, questions, states)
        if similar
        else torch.zeros(len(given.batch), N_CALLS),
        people_calls=torch.zeros(len(given.batch), N_CALLS).index_copy(
            0, questions.auction[questions.deciding], call[questions.people]
        ),
        values=None if adviser is None else call_values(adviser, questions, outputs),
    )


@torch.inference_mode()
def hidden_hands(bidder: Bidder, questions: Questions, *, promised: bool = True) -> HiddenHands:
    """Return the hidden hands alone, as ``promised`` or as the network has them."""
    outputs = bidder(questions.batch.to(bidder.device), questions.views.to(bidder.device))
    if promised:
        outputs = keep_promises(outputs, questions.batch, questions.views)
    return _hidden_hands(questions, outputs)


def predict_meanings(
    bidder: Bidder,
    batch: AuctionBatch,
    auction: Tensor,
    step: Tensor,
    states: Tensor | None = None,
) -> MeaningChances | None:
    """Predict the meanings of the calls at these steps of a batch; None without meaning heads.

    ``auction`` and ``step`` (C,) identify the call after ``step`` calls. If a side's system is
    unknown the chances are the mean over the named systems: they are high only where these agree.
    ``states`` are the trunk's states of the batch, if available.
    """
    if bidder.meanings is None:
        return None
    systems, origin = _named_systems(batch)
    given = replace(batch[origin], systems=systems).to(bidder.device)
    if len(origin) > len(batch):  # the states are of other systems
        states = None
    copies = (origin == auction[:, None]).nonzero()  # (copy, 2): call, auction among the given
    call, row = copies.unbind(1)
    after = step[call] + 1
    views = Views(row, after, batch.seat[origin[row], after], torch.zeros_like(row).bool())
    outputs = bidder.call_meanings(given, views.to(bidder.device), states)
    share = 1 / call.bincount(minlength=len(auction)).double()
    chances = MeaningChances(
        *(
            torch.zeros(len(auction), logits.shape[1], dtype=torch.float64).index_add_(
                0, call, logits.double().softmax(-1).cpu() * share[call, None]
            )
            for logits in outputs
        )
    )
    _name_by_cards(chances.name, batch, auction, step)
    return chances


def _name_by_cards(chances: Tensor, batch: AuctionBatch, auction: Tensor, step: Tensor) -> None:
    """Make sure of what calls are by their callers' convention cards in the chances (C, meaning);
    what a card rules out has no chance, and adds to no other's."""
    side = batch.seat[auction, step] % len(Side)
    opponents = batch.systems[auction, 1 - side].tolist()
    for call, (card, theirs) in enumerate(
        zip(batch.cards_of(auction, side), opponents, strict=True)
    ):
        if card == UNKNOWN_CARD:
            continue
        row, after = auction[call], int(step[call]) + 1
        made = [ALL_CALLS[index] for index in batch.calls[row, :after].tolist()]
        chances[call, _meanings_of(not_on_card(card, made), chances.shape[1])] = 0
        looks_natural = bool(chances[call, NATURAL] >= _LIKELY)
        name = name_on_card(card, made, _SYSTEMS[theirs], looks_natural=looks_natural)
        if name is not None:
            chances[call] = 0
            chances[call, MEANING_INDEX[name]] = 1


@lru_cache(maxsize=1024)
def _meanings_of(names: frozenset[str], count: int) -> list[int]:
    """Return the indices of the meanings of these conventions among the first ``count``."""
    return [n for n, one in enumerate(MEANINGS[:count]) if one.convention.id in names]


def _named_systems(batch: AuctionBatch) -> tuple[Tensor, Tensor]:
    """Return systems (R, 2) with the unknown replaced, and (R,) the auction of each row.

    An auction with an unknown system is repeated for each named system. Without such auctions the
    rows are those of the batch.
    """
    unknown = batch.systems == UNKNOWN_SYSTEM
    some = unknown.any(dim=1)
    number = torch.arange(len(batch))
    origin = torch.cat([number[~some], number[some].repeat_interleave(len(_NAMED))])
    as_named = _NAMED.repeat(int(some.sum()))
    filled = torch.cat([torch.zeros(int((~some).sum()), dtype=torch.int64), as_named])
    return torch.where(unknown[origin], filled[:, None], batch.systems[origin]), origin


def beliefs_about_calls(calls: Calls, rows: CallRows, outputs: Outputs) -> CallBeliefs:
    """Return the beliefs in the outputs of these views."""
    chances = outputs.call.float().softmax(-1).cpu()
    stated, alternatives = chances[rows.stated], rows.alternatives
    shown = hands_in(outputs, rows.after, torch.full_like(rows.after, RHO))
    earlier = hands_in(outputs, rows.earlier, rows.earlier_place)
    return CallBeliefs(
        shown_hcp=shown[0],
        shown_lengths=shown[1],
        shown_cards=outputs.cards[rows.after].softmax(-1)[..., RHO + 1].double().cpu(),
        earlier_hcp=earlier[0],
        earlier_lengths=earlier[1],
        partner_passes=torch.where(rows.replies < 0, 1, chances[rows.replies, PASS.index]),
        partner_points=expected_partner_points(outputs, rows.before),
        public_chances=chances[rows.before],
        viewer_chances=stated,
        by_system=None
        if alternatives is None
        else log_chances_by_system(calls, stated, chances[alternatives]),
    )


def hands_in(outputs: Outputs, rows: Tensor, place: Tensor) -> tuple[Tensor, Tensor]:
    """Return the points (C, 38) and lengths (C, 4, 14) of the hidden hands at these places of the
    views of these rows, on the CPU."""
    hcp, lengths = outputs.hcp[rows, place], outputs.lengths[rows, place]
    return hcp.double().softmax(-1).cpu(), lengths.double().softmax(-1).cpu()


def expected_partner_points(outputs: Outputs, rows: Tensor) -> Tensor:
    """Return (C,) the expected points of the viewers' partners in the views of these rows."""
    points = outputs.hcp[rows, PARTNER].double().softmax(-1).cpu()
    return points @ torch.arange(points.shape[-1], dtype=points.dtype)


def log_chances_by_system(calls: Calls, stated: Tensor, alternatives: Tensor) -> Tensor:
    """Return (C, system) log-likelihoods of the calls made, of chances (C, 38) and (5 · C, 38)."""
    made = calls.made[:, None]
    others = made.repeat_interleave(len(alternatives) // max(len(made), 1), dim=0)
    given = calls.by_system(stated.gather(1, made)[:, 0], alternatives.gather(1, others)[:, 0])
    return given.double().clamp(min=_LEAST).log()


def _hidden_hands(questions: Questions, outputs: Outputs) -> HiddenHands:
    """Return the consistent hidden hands of all moments, players' first, then spectators'."""
    sees_hand = questions.sees_hand
    seen, blind = questions.viewers[sees_hand], questions.viewers[~sees_hand]
    views, across, parts = questions.views, questions.across, []
    if len(seen):
        own = questions.batch.hands[views.auction[seen], views.viewer[seen]]
        cards = outputs.cards[seen].softmax(-1)[..., 1:]
        parts.append(_consistent(cards, outputs.lengths[seen], outputs.hcp[seen], ~own))
    if len(blind):
        # The next player is the viewer here; the view from across the table has that hand as
        # partner.
        cards = outputs.cards[blind].softmax(-1)
        lengths = torch.cat([outputs.lengths[across, PARTNER, None], outputs.lengths[blind]], 1)
        hcp = torch.cat([outputs.hcp[across, PARTNER, None], outputs.hcp[blind]], 1)
        parts.append(_consistent(cards, lengths, hcp, torch.ones(cards.shape[:2]).bool()))
    count = torch.where(sees_hand, N_HIDDEN, N_OWNERS)
    place = torch.where(sees_hand, 0, N_HIDDEN * len(seen))
    rank = torch.where(sees_hand, sees_hand.cumsum(0), (~sees_hand).cumsum(0)) - 1
    cards, lengths, hcp = (torch.cat(kind) for kind in zip(*parts, strict=True))
    return HiddenHands(cards, lengths, hcp, place + count * rank)


def _consistent(
    cards: Tensor, lengths: Tensor, hcp: Tensor, unseen: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Turn chances and logits of hands in views into consistent (view · hand, ...)
    probabilities."""
    given = Hands(cards.cpu(), lengths.softmax(-1).cpu(), hcp.softmax(-1).cpu())
    agreed = consistent(given, unseen.cpu())
    by_hand = agreed.cards.transpose(1, 2).flatten(0, 1)
    return by_hand, agreed.lengths.flatten(0, 1), agreed.hcp.flatten(0, 1)


def call_values(adviser: AdviceHead, questions: Questions, outputs: Outputs) -> CallValues | None:
    """Predict the values of the calls of viewers who see a hand and are to call; None without any.

    The values of a decision are the same, bit for bit, whatever the others are.
    """
    deciding = questions.deciding
    if len(deciding) == 0:
        return None
    views, rows = questions.viewers[deciding], questions.auction[deciding]
    features, chances = (part[views] for part in (outputs.features, outputs.call))
    chances = chances.softmax(-1)
    nothing = torch.full((len(questions.calls.batch), N_CALLS), torch.nan)
    out = implausible(chances)
    gains, errors = (
        nothing.index_copy(0, rows, values.masked_fill(out, torch.nan).cpu())
        for values in adviser.gains(features, chances.argmax(1))
    )
    return CallValues(gains, errors)


def similar_hands(cards: Flags, count: int = COUNT) -> Flags:
    """Return (count, 52) hands similar to one (52,), seeded by it.

    Every second has one spot card in another suit, the others one honour of an adjacent rank; in
    all of them up to two spot cards are exchanged within their suits.
    """
    own = np.flatnonzero(cards).tolist()
    rng = Random(str(own))  # noqa: S311
    found = np.zeros((count, N_CARDS), dtype=bool)
    for number in range(count):
        hand = set(own)
        if number % 2 or not _change_honour(hand, rng):
            _change_spot(hand, rng, same_suit=False)
        for _ in range(_REDRAWN):
            _change_spot(hand, rng, same_suit=True)
        found[number, list(hand)] = True
    return found


def _change_honour(hand: set[int], rng: Random) -> bool:
    """Exchange an honour for the next higher or lower one; return False if there is none."""
    pairs = [card for card in _HIGHER if (card in hand) != (card + 1 in hand)]
    if pairs:
        card = rng.choice(pairs)
        hand ^= {card, card + 1}
    return bool(pairs)


def _change_spot(hand: set[int], rng: Random, *, same_suit: bool) -> None:
    """Exchange a spot card for another, of the same suit or of another suit."""
    held = [card for card in _SPOTS if card in hand]
    if not held:
        return
    card = rng.choice(held)
    free = [
        spot
        for spot in _SPOTS
        if spot not in hand and (spot // _RANKS == card // _RANKS) == same_suit
    ]
    if free:
        hand ^= {card, rng.choice(free)}


def similar_hand_calls(bidder: Bidder, questions: Questions, states: Tensor) -> Tensor:
    """Return (G, 38) the shares of hands similar to the viewer's that make each call.

    Zero unless the viewer sees a hand and is to call. ``states`` are the trunk's states of the
    questions' batch.
    """
    batch = questions.batch
    deciding = questions.views[questions.viewers[questions.deciding]]
    shares = torch.zeros(len(questions.calls.batch), N_CALLS)
    if len(deciding) == 0:
        return shares
    own = deciding.own_cards(batch).numpy()
    hands = torch.from_numpy(np.concatenate([similar_hands(cards) for cards in own]))
    parts = (deciding.auction, deciding.step, deciding.viewer, deciding.sees_hand)
    auction, step, viewer, seen = (part.repeat_interleave(COUNT) for part in parts)
    supposed = HypotheticalViews(auction, step, viewer, seen, hands).to(bidder.device)
    likeliest = bidder.next_call(batch.to(bidder.device), supposed, states).argmax(-1).cpu()
    made = torch.nn.functional.one_hot(likeliest.view(-1, COUNT), N_CALLS)
    shares[deciding.auction] = made.float().mean(1)
    return shares
