"""Refine beliefs about hidden hands where the likelihood of a player's calls adds information.

The posterior of a hand is in proportion to the heads' belief at this moment times the likelihood,
by the call head, of all calls of the player so far, raised to a power: the heads already use these
calls, and a power below one reduces the double counting. Mostly the two agree, except where the
heads blur: aces shown in answer to an asking bid, and shortness. A recognised answer to an ask for
aces, kings or key cards is evidence for what it states. Where the posterior differs from the heads
by more than a threshold, the cards, lengths and HCP of the moment's hands are made consistent with
it (``consistency``). Elsewhere nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import torch

from bidding.domain.position import Position
from bidding.encoding.layout import ACES, N_CARDS, N_SEATS
from bidding.explaining.beliefs import Beliefs, HiddenHands, MeaningChances, hidden_hands
from bidding.explaining.consistency import Hands, consistent_with_honours, tilted
from bidding.explaining.distributions import Flags, Floats, Integers, Rows
from bidding.explaining.inference.hand_likelihood import Callers, HandLikelihood, HiddenRows
from bidding.explaining.inference.hand_sampling import (
    HandDraws,
    HandProposal,
    ProposalDraws,
    Sample,
    Summary,
    Thresholds,
    concatenated,
    effective_size,
    pooled,
    reweighted,
    reweighted_cards,
    uniforms,
    with_honours,
)
from bidding.explaining.meanings.answers import (
    COUNTED,
    N_ACES,
    QUEEN_CHANCE,
    HonourDistribution,
    HonourTable,
    Response,
    honours_of,
    responses_by_call,
)
from bidding.explaining.questions import Questions, questions_about
from bidding.networks.bidder import Bidder

# Pseudo-counts in each place of a ratio (``reweighted``): with fewer, chances of cards get noisy,
# with more, an answer to an asking bid is not believed. Chosen on training auctions.
_ADDED_TO_CARDS, _ADDED = 1.0, 0.25
_LEAST = 1e-9  # to divide by
_FEWEST = 0.2  # aces or kings expected of a proposal, at least; and as far below all of them
_THRESHOLDS = Thresholds(aces=0.05, kings=0.05, short=0.05, shape=0.1, shape_unstated=0.25)


@dataclass(frozen=True)
class Settings:
    """Settings of the inference, chosen on training auctions (``research.accuracy``).

    power            of the likelihood in the posterior that is used
    threshold_power  of the likelihood in the posterior that is compared with the thresholds, and
                     that is used where the full power leaves too small an effective sample
    floor            of the chance of a call: people do odd things
    thresholds       of relative entropy; screen: the share of them that leads to more draws
    few, many        hands drawn for every player, and for those beyond the screen
    min_effective    effective sample size, below which a posterior is not used
    """

    power: float = 1.0
    threshold_power: float = 0.5
    floor: float = 1e-3
    thresholds: Thresholds = _THRESHOLDS
    screen: float = 0.6
    few: int = 64
    many: int = 256
    min_effective: float = 30.0


DEFAULTS = Settings()


@dataclass(frozen=True)
class InferredHands:
    """H hidden hands and their honours; unclear where the posterior exceeded a threshold, but with
    too small an effective sample to be used.

    refined (H,) bool: the posterior was used; screened (H,) bool: it passed the screen.
    """

    hands: HiddenHands
    honours: HonourTable
    refined: Flags
    screened: Flags


@dataclass(frozen=True)
class Refined:
    """Beliefs with the honours in their hidden hands (H) and shown by their calls (C)."""

    beliefs: Beliefs
    honours: HonourTable
    shown: HonourTable


def refine(
    bidder: Bidder,
    positions: Sequence[Position],
    questions: Questions,
    beliefs: Beliefs,
    settings: Settings = DEFAULTS,
    likelihood_bidder: Bidder | None = None,
) -> Refined:
    """Refine the ``beliefs`` about the ``questions`` of these positions.

    ``likelihood_bidder``, if given, replaces the bidder in likelihoods, for speed. Random numbers
    are seeded by each position alone, so that equal positions get equal answers. A call shows a
    spectator's belief about the caller just after it; it is only refined for hands that pass the
    screen in the viewer's own inference, or that the viewer holds.
    """
    responses = _responses(questions, beliefs.calls.meanings, len(positions))
    likelihood_bidder = likelihood_bidder or bidder
    own = infer(likelihood_bidder, questions, beliefs.hands, settings, responses)
    rows = HiddenRows.of(questions, beliefs.hands)
    blind = np.array([position.hand is None for position in positions])
    shown = _Shown(questions, beliefs)
    shown.take(own, rows, np.arange(len(positions)), rows.just_called & blind[rows.callers.auction])
    sighted = np.flatnonzero(~blind)  # positions whose viewer sees a hand
    if len(sighted):
        others = [replace(positions[number], hand=None) for number in sighted.tolist()]
        asked = questions_about(others, compare=False)
        public = hidden_hands(bidder, asked)
        seen = HiddenRows.of(asked, public)
        viewer = np.array([int(positions[number].seat) for number in sighted.tolist()])
        selected = rows.lookup(own.screened, seen.callers, sighted)
        selected |= seen.callers.seat == viewer[seen.callers.auction]
        subset = seen.just_called & selected
        given = [responses[number] for number in sighted.tolist()]
        public_hands = infer(likelihood_bidder, asked, public, settings, given, subset=subset)
        shown.take(public_hands, seen, sighted, seen.just_called)
    usual = (torch.from_numpy(shown.hcp), torch.from_numpy(shown.lengths))
    calls = replace(beliefs.calls, refined=usual)
    return Refined(
        beliefs=replace(beliefs, hands=own.hands, calls=calls),
        honours=own.honours,
        shown=shown.honours,
    )


def _responses(
    questions: Questions, meanings: MeaningChances | None, count: int
) -> list[dict[int, Response]]:
    """Return the responses in each of ``count`` auctions; none without meaning heads."""
    if meanings is None:
        return [{} for _ in range(count)]
    named = meanings.named
    lengths = np.bincount(questions.calls.auction.numpy(), minlength=count)[:count]
    bounds = pairwise([0, *lengths.cumsum().tolist()])
    return [responses_by_call(named[slice(*of)]) for of in bounds]


class _Shown:
    """The beliefs shown by C calls, collected from the hidden hands of spectators."""

    def __init__(self, questions: Questions, beliefs: Beliefs) -> None:
        calls, count = beliefs.calls, len(questions.calls.made)
        self.hcp, self.lengths = calls.shown_hcp.numpy().copy(), calls.shown_lengths.numpy().copy()
        self.honours = honours_of(np.full((count, N_CARDS), 1 / 4))
        lengths = np.bincount(questions.calls.auction.numpy(), minlength=len(questions.batch))
        self.first = lengths.cumsum() - lengths

    def take(
        self, inferred: InferredHands, rows: HiddenRows, auction: Integers, subset: Flags
    ) -> None:
        """Take a ``subset`` (H,) of the rows, each just after a call of its player.

        ``auction`` (G,) are the numbers of the rows' auctions here.
        """
        just = np.flatnonzero(subset)
        callers = rows.callers[just]
        call = self.first[auction[callers.auction]] + callers.n_calls - 1
        self.honours[call] = inferred.honours[just]
        used, row = call[inferred.refined[just]], just[inferred.refined[just]]
        self.hcp[used] = inferred.hands.hcp[row].numpy()
        self.lengths[used] = inferred.hands.lengths[row].numpy()


def infer(
    bidder: Bidder,
    questions: Questions,
    hands: HiddenHands,
    settings: Settings = DEFAULTS,
    responses: Sequence[Mapping[int, Response]] = (),
    *,
    subset: Flags | None = None,
) -> InferredHands:
    """Infer the hand of each hidden player who has called, or of a ``subset`` (H,) of the rows.

    ``responses`` are the answers about aces, kings and key cards in each auction, by their calls.
    """
    rows = HiddenRows.of(questions, hands)
    cards, silent = hands.cards.numpy(), rows.callers.n_calls == 0  # then all cards are alike
    honours = HonourDistribution.of(np.where(silent[:, None] & (cards > 0), 1 / 3, cards))
    given = _given(responses, rows.callers, questions.batch.dealer.numpy())
    for row, response in given:
        honours.condition(row, response)
    table = honours.table
    asked = rows.base >= 0 if subset is None else subset
    refined, screened = np.zeros((2, len(asked)), dtype=bool)
    if not asked.any():
        return InferredHands(hands, table, refined, screened)
    place = np.flatnonzero(asked)
    believed = Summary.of_beliefs(hands, place)
    base = np.searchsorted(place, rows.base[place])
    stated = questions.batch[: int(rows.callers.auction.max()) + 1]  # no other systems
    likelihood = HandLikelihood(bidder, stated, responses)
    answered = np.isin(place, [row for row, _ in given])
    conditioned = _conditioned(believed, given, place) if answered.any() else believed
    callers = rows.callers[place]
    found = _Rounds(likelihood, believed, callers, base, settings, answered, conditioned).run()
    differs, clear = found.excess > 1, found.effective >= settings.min_effective
    use = differs & (clear | answered)
    refined[place], table.unclear[place] = use, differs & ~use
    screened[place] = found.excess > settings.screen
    if not use.any():
        return InferredHands(hands, table, refined, screened)
    changed = found.updated(believed)
    sampled, alone = (np.flatnonzero(use & answered & part) for part in (clear, ~clear))
    if len(sampled):
        changed[sampled] = _conditioned(changed[sampled], given, place[sampled])
    if len(alone):  # too few hands fit the calls: use the answers only
        changed[alone] = conditioned[alone]
    queens = [
        (row, queen)
        for row, response in given
        if refined[row] and (queen := response.queen_of_trumps) is not None
    ]
    agreed = _made_consistent(hands, table, rows, place[use], changed[use], queens)
    return InferredHands(*agreed, refined, screened)


def _conditioned(hands: Summary, given: Sequence[tuple[int, Response]], rows: Integers) -> Summary:
    """Condition hands (U,) of these rows on the aces, kings and queens in their answers."""
    honours = HonourDistribution.of(hands.cards)
    place = {row: at for at, row in enumerate(rows.tolist())}
    answers = [(place[row], response) for row, response in given if row in place]
    for at, response in answers:
        honours.condition(at, response)
    held, numbers = honours.table, np.arange(N_ACES)
    cards = with_honours(hands.cards, held.aces @ numbers, held.kings @ numbers)
    for at, response in answers:
        queen = response.queen_of_trumps
        if queen is not None and cards[at, queen] > 0:
            cards[at, queen] = QUEEN_CHANCE if response.queen else 1 - QUEEN_CHANCE
    return Summary(cards, hands.lengths, hands.hcp, held.counted)


@dataclass(frozen=True)
class _Posterior(Rows):
    """Prior and posterior summaries of S samples, with effective sample sizes (S,) and excess (S,)
    over the thresholds (``Thresholds.excess``); full_effective (S,) are the sizes at full power."""

    prior: Summary
    posterior: Summary
    effective: Floats
    excess: Floats
    full_effective: Floats

    def updated(self, believed: Summary) -> Summary:
        """Update beliefs about these hands by the ratio of posterior to prior."""
        old, new, size = self.prior, self.posterior, self.effective
        cards = reweighted_cards(believed.cards, old.cards, new.cards, size, _ADDED_TO_CARDS)
        lengths = reweighted(believed.lengths, old.lengths, new.lengths, size, _ADDED)
        hcp = reweighted(believed.hcp, old.hcp, new.hcp, size, _ADDED)
        counts = reweighted(believed.counts, old.counts, new.counts, size, _ADDED)
        return Summary(cards, lengths, hcp, counts)


def _given(
    responses: Sequence[Mapping[int, Response]], callers: Callers, dealer: Integers
) -> list[tuple[int, Response]]:
    """Return the answers so far of each of H players, with the player's row."""
    found = []
    parts = (callers.auction, callers.seat, callers.n_calls)
    for row, (auction, seat, n_calls) in enumerate(
        zip(*(part.tolist() for part in parts), strict=True)
    ):
        for step, response in responses[auction].items() if responses else ():
            if step < n_calls and (dealer[auction] + step) % N_SEATS == seat:
                found.append((row, response))
    return found


class _Rounds:
    """Adaptive rounds of draws for S hands; hands with the same base (S,) share draws.

    The players of ``answered`` (S,) hands have answered asks for aces, kings or key cards;
    ``conditioned`` are the beliefs given these answers.
    """

    def __init__(
        self,
        likelihood: HandLikelihood,
        believed: Summary,
        callers: Callers,
        base: Integers,
        settings: Settings,
        answered: Flags,
        conditioned: Summary,
    ) -> None:
        self.likelihood, self.believed, self.callers = likelihood, believed, callers
        self.settings = settings
        self.targets = HandProposal.following(believed.cards, believed.lengths, believed.hcp)
        self.answered, self.conditioned = answered, conditioned
        self.stated = likelihood.stated(callers)
        batch = likelihood.batch
        numbers = [uniforms(batch, auction, settings.many) for auction in range(len(batch))]
        self.uniforms = np.stack(numbers)  # (G, N, UNIFORMS), one set an auction
        self.bases, self.place = np.unique(base, return_inverse=True)
        everyone = np.arange(len(self.bases))
        self.few = self._drawn(everyone, slice(settings.few)).draws
        self.found = self._weighed(self.few[self.place], np.arange(len(base)))

    def run(self) -> _Posterior:
        """Draw more for hands beyond the screen, by a fitted proposal where too few hands fit."""
        settings, found = self.settings, self.found
        screened = np.unique(self.place[found.excess > settings.screen])
        expected = found.full_effective[self.bases[screened]] * settings.many / settings.few
        scarce = screened[expected < settings.min_effective]
        plenty = screened[expected >= settings.min_effective]
        rest, many = slice(settings.few, settings.many), slice(settings.many)
        half = slice(settings.few, (settings.few + settings.many) // 2)
        if len(scarce):
            self._redraw(scarce, [self._of_targets(scarce, self.few[scarce])], half, rest)
        if len(plenty):
            draws = concatenated(self.few[plenty], self._drawn(plenty, rest).draws)
            self._put(plenty, draws)
            again = self._undersampled(plenty)
            if again.any():
                drawn = draws[np.flatnonzero(again)]
                self._redraw(plenty[again], [self._of_targets(plenty[again], drawn)], many)
        return found

    def _drawn(
        self, numbers: Integers, part: slice, proposal: HandProposal | None = None
    ) -> ProposalDraws:
        """Draw hands of the bases of these numbers from a proposal, by default their beliefs, by
        this part of the random numbers."""
        rows = self.bases[numbers]
        callers, proposal = self.callers[rows], proposal or self.targets[rows]
        hands = proposal.draw(self.uniforms[callers.auction, part])
        log_density = proposal.log_weight(hands) - proposal.log_total[:, None]
        likelihood = self.likelihood.log_likelihoods(callers, hands, self.settings.floor)
        return ProposalDraws(proposal, HandDraws(hands, log_density, likelihood))

    def _redraw(self, numbers: Integers, parts: Sequence[ProposalDraws], *more: slice) -> None:
        """Draw more hands for these bases from a proposal fitted to their draws so far; repeat with
        the next random numbers where too few fit."""
        rows = self.bases[numbers]
        fitted = self.found.updated(self.believed)[rows]
        answered, conditioned = self.answered[rows, None], self.conditioned.cards[rows]
        if len(parts) > 1:  # enough hands have the aces of the answer
            # The mean of "none or four" is neither of them: take the mode.
            numbers_held = fitted.counts[:, :2].argmax(-1).clip(_FEWEST, len(ACES) - _FEWEST)
            conditioned = with_honours(fitted.cards, *numbers_held.T)
        cards = np.where(answered, conditioned, fitted.cards)
        proposal = HandProposal.following(cards, fitted.lengths, fitted.hcp)
        parts = (*parts, self._drawn(numbers, more[0], proposal))
        self._put(numbers, pooled(parts))
        again = np.flatnonzero(self._undersampled(numbers))
        if len(again) and len(more) > 1:
            self._redraw(numbers[again], [part[again] for part in parts], *more[1:])

    def _of_targets(self, numbers: Integers, draws: HandDraws) -> ProposalDraws:
        """Return these draws with their proposal, the beliefs about these bases."""
        return ProposalDraws(self.targets[self.bases[numbers]], draws)

    def _undersampled(self, numbers: Integers) -> Flags:
        """Return True for bases whose posterior differs, but whose effective sample is too
        small."""
        found, rows = self.found, self.bases[numbers]
        few = found.full_effective[rows] < self.settings.min_effective
        return np.asarray(few & (found.excess[rows] > 1))

    def _put(self, numbers: Integers, draws: HandDraws) -> None:
        """Summarise the draws of these bases for every hand that shares them."""
        where = np.full(len(self.bases), -1)
        where[numbers] = np.arange(len(numbers))
        rows = np.flatnonzero(where[self.place] >= 0)
        self.found[rows] = self._weighed(draws[where[self.place[rows]]], rows)

    def _weighed(self, draws: HandDraws, rows: Integers) -> _Posterior:
        """Weight the draws (S', N) for the beliefs about these rows, and for the posterior given
        the calls."""
        settings, sample, targets = self.settings, Sample(draws.hands), self.targets[rows]
        prior, tempered = draws.weights(targets, settings.threshold_power)
        full = draws.weights(targets, settings.power)[1]
        size = effective_size(full)
        used = np.where((size >= settings.min_effective)[:, None], full, tempered)
        believed, other = sample.summary(prior), sample.summary(tempered)
        excess = settings.thresholds.excess(believed, other, self.stated[rows])
        return _Posterior(believed, sample.summary(used), effective_size(used), excess, size)


def _made_consistent(
    hands: HiddenHands,
    table: HonourTable,
    rows: HiddenRows,
    used: Integers,
    posterior: Summary,
    queens: Sequence[tuple[int, int]],
) -> tuple[HiddenHands, HonourTable]:
    """Replace the hands ``used`` (U,) by the posterior (U,), and make all hands of their moments
    consistent again.

    ``queens`` are queens of trumps that a row's answers show or deny: the other hands of the
    moment share the remaining chance.
    """
    cards, lengths, hcp = (part.clone() for part in (hands.cards, hands.lengths, hands.hcp))
    aces, kings = (torch.from_numpy(part.copy()) for part in (table.aces, table.kings))
    keys = table.key_cards.copy()
    for part, changed in (
        *((cards, posterior.cards), (lengths, posterior.lengths), (hcp, posterior.hcp)),
        *((aces, posterior.counts[:, 0, :N_ACES]), (kings, posterior.counts[:, 1, :N_ACES])),
    ):
        part[used] = torch.from_numpy(np.ascontiguousarray(changed)).to(part.dtype)
    keys[used] = posterior.counts[:, 2:]
    for row, queen in queens:
        others = torch.from_numpy(rows.moment == rows.moment[row])
        others[row] = False
        chances = cards[others, queen]
        rest = (chances.sum() + hands.cards[row, queen] - cards[row, queen]).clamp(min=0)
        cards[others, queen] = chances * rest / chances.sum().clamp(min=_LEAST)
    touched = np.isin(rows.moment, rows.moment[used])
    count = np.bincount(rows.moment)[rows.moment]
    for n_hands in np.unique(count[touched]):
        of_size = torch.from_numpy(np.flatnonzero(touched & (count == n_hands)))
        views = of_size.view(-1, int(n_hands))
        unseen = hands.cards[views].sum(1) > 1 / 2
        given = Hands(cards[views].transpose(1, 2), lengths[views], hcp[views])
        made, honours = consistent_with_honours(given, (aces[views], kings[views]), unseen)
        cards[of_size] = made.cards.transpose(1, 2).flatten(0, 1)
        lengths[of_size], hcp[of_size] = made.lengths.flatten(0, 1), made.hcp.flatten(0, 1)
        aces[of_size], kings[of_size] = (part.flatten(0, 1) for part in honours)
    rows_touched = np.flatnonzero(touched)
    sums = cards.numpy()[rows_touched] @ COUNTED[2:].T.astype(np.float64)
    keys[rows_touched] = tilted(keys[rows_touched], sums)
    return HiddenHands(cards, lengths, hcp, hands.first), HonourTable(
        aces.numpy(), kings.numpy(), keys, table.unclear
    )
