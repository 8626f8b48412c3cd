"""Beliefs with the hidden hands refined where a player's calls say more than the heads do.

The posterior of a hand is in proportion to what the heads believe of it at this moment times
the chance, by the call head, of all calls of the player so far, taken to a power: the heads
have heard these calls too, and the power takes back part of counting them twice. Mostly the two
agree, but for what the heads blur: aces shown in answer to an asking bid, and shortness.
An answer to an ask for aces, kings or key cards that is known as such counts as what it says, too.
Where the posterior departs from the heads by more than a gate, the cards, lengths and HCP of
the moment's hands are made to agree with it (``consistency``). Elsewhere nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import torch

from bidding.domain.position import Position
from bidding.encoding.layout import ACES, N_CARDS, N_SEATS
from bidding.explaining.beliefs import Beliefs, HiddenHands, hidden_hands
from bidding.explaining.consistency import Hands, consistent_with_honours, tilted
from bidding.explaining.inference.holdings import (
    COUNTED,
    N_ACES,
    Holdings,
    Honours,
    holdings_of,
    with_honours,
)
from bidding.explaining.inference.posterior import (
    Gates,
    Sample,
    Summary,
    effective,
    reweighted,
    reweighted_cards,
)
from bidding.explaining.inference.proposal import Floats, HandFlags, HandProposal, Integers
from bidding.explaining.inference.rows import HiddenRows, uniforms
from bidding.explaining.inference.sampling import Drawn, Draws, Sampler, joined, pooled
from bidding.explaining.inference.weights import Callers, CallJudge
from bidding.explaining.meanings.counts import QUEEN_HELD, Response, responses_by_call
from bidding.explaining.meanings.reading import MeaningChances
from bidding.explaining.questions import Questions, questions_about
from bidding.networks.bidder import Bidder

# Hands added to each place of a ratio (``posterior.reweighted``): with fewer, chances of cards get
# noisy, with more, an answer to an asking bid is not believed. Chosen on training auctions.
_ADDED_TO_CARDS, _ADDED = 1.0, 0.25
_LEAST = 1e-9  # to divide by
_FEWEST = 0.2  # aces or kings expected of hands to draw; and as far from all of them
_GATES = Gates(aces=0.05, kings=0.05, short=0.05, shape=0.1, shape_unstated=0.25)


@dataclass(frozen=True)
class Settings:
    """How hands are inferred; chosen on training auctions (``benchmarks/inference.py``).

    power         of the calls' likelihood in the posterior that is used
    gate_power    of it in the posterior that is held against the gates, and that is used where
                  the other leaves too few hands: for what calls hint, half is enough
    least         what a call's chance counts for at least: people do odd things
    gates         how far the posterior must depart, screen: by what share of it with few hands
    few, many     hands of every player, and of those whose calls may tell more
    least_effective   hands, below which nothing is believed
    """

    power: float = 1.0
    gate_power: float = 0.5
    least: float = 1e-3
    gates: Gates = _GATES
    screen: float = 0.6
    few: int = 64
    many: int = 256
    least_effective: float = 30.0


DEFAULTS = Settings()


@dataclass(frozen=True)
class Inferred:
    """H hidden hands and what is counted in them; unclear where the posterior passed a gate with
    too few effective hands, and was not used.

    refined (H,) bool: it passed one and was used; hints (H,) bool: it came near to one.
    """

    hands: HiddenHands
    holdings: Holdings
    refined: HandFlags
    hints: HandFlags


@dataclass(frozen=True)
class Refined:
    """Beliefs, and what is counted in their hidden hands (H) and shown by their calls (C)."""

    beliefs: Beliefs
    holdings: Holdings
    shown: Holdings


def refine(
    bidder: Bidder,
    positions: Sequence[Position],
    questions: Questions,
    beliefs: Beliefs,
    device: torch.device | str,
    settings: Settings = DEFAULTS,
    judge: Bidder | None = None,
) -> Refined:
    """Refine what the network makes of the positions: ``beliefs`` about these ``questions``.

    ``judge``, if given, judges calls by hands in the bidder's place: the same, but quicker.
    Random numbers come of each position alone, so that equal positions get equal answers. What
    a call shows everybody is what a spectator believes of the caller just after it; where a
    viewer who sees a hand finds no more in it than the heads do, neither does a spectator.
    """
    responses = _responses(questions, beliefs.calls.meanings, len(positions))
    own = infer(judge or bidder, questions, beliefs.hands, device, settings, responses)
    rows = HiddenRows.of(questions, beliefs.hands)
    blind = np.array([position.hand is None for position in positions])
    shown = _Shown(questions, beliefs)
    shown.take(own, rows, np.arange(len(positions)), rows.just & blind[rows.callers.auction])
    looking = np.flatnonzero(~blind)
    if len(looking):
        others = [replace(positions[number], hand=None) for number in looking.tolist()]
        asked = questions_about(others, compare=False)
        public = hidden_hands(bidder, asked, device)
        seen = HiddenRows.of(asked, public)
        viewer = np.array([int(positions[number].seat) for number in looking.tolist()])
        may_tell = rows.found(own.hints, seen.callers, looking)
        may_tell |= seen.callers.seat == viewer[seen.callers.auction]
        among = seen.just & may_tell
        given = [responses[number] for number in looking.tolist()]
        public_hands = infer(judge or bidder, asked, public, device, settings, given, among=among)
        shown.take(public_hands, seen, looking, seen.just)
    calls = replace(
        beliefs.calls,
        shown_hcp=torch.from_numpy(shown.hcp).to(beliefs.calls.shown_hcp.dtype),
        shown_lengths=torch.from_numpy(shown.lengths).to(beliefs.calls.shown_lengths.dtype),
    )
    return Refined(
        beliefs=replace(beliefs, hands=own.hands, calls=calls),
        holdings=own.holdings,
        shown=shown.holdings,
    )


def _responses(
    questions: Questions, meanings: MeaningChances | None, count: int
) -> list[dict[int, Response]]:
    """The responses in each of so many auctions; none where it is not known what calls mean."""
    if meanings is None:
        return [{} for _ in range(count)]
    named = [(one.stated, one.chance) for one in meanings.likeliest()]
    lengths = np.bincount(questions.calls.auction.numpy(), minlength=count)[:count]
    bounds = pairwise([0, *lengths.cumsum().tolist()])
    return [responses_by_call(named[slice(*of)]) for of in bounds]


class _Shown:
    """What C calls show, gathered from the hands of spectators."""

    def __init__(self, questions: Questions, beliefs: Beliefs) -> None:
        calls, count = beliefs.calls, len(questions.calls.made)
        self.hcp, self.lengths = calls.shown_hcp.numpy().copy(), calls.shown_lengths.numpy().copy()
        self.holdings = holdings_of(np.full((count, N_CARDS), 1 / 4))
        lengths = np.bincount(questions.calls.auction.numpy(), minlength=len(questions.batch))
        self.first = lengths.cumsum() - lengths

    def take(
        self, inferred: Inferred, rows: HiddenRows, auction: Integers, among: HandFlags
    ) -> None:
        """From these rows ``among`` (H,), each just after a call of its player.

        ``auction`` (G,) says which of these auctions the rows' auctions are.
        """
        just = np.flatnonzero(among)
        callers = rows.callers[just]
        call = self.first[auction[callers.auction]] + callers.n_calls - 1
        self.holdings.put(call, inferred.holdings[just])
        used, row = call[inferred.refined[just]], just[inferred.refined[just]]
        self.hcp[used] = inferred.hands.hcp[row].numpy()
        self.lengths[used] = inferred.hands.lengths[row].numpy()


def infer(
    judge: Bidder,
    questions: Questions,
    hands: HiddenHands,
    device: torch.device | str,
    settings: Settings = DEFAULTS,
    responses: Sequence[Mapping[int, Response]] = (),
    *,
    among: HandFlags | None = None,
) -> Inferred:
    """Weigh hands of each hidden player who has called, or of rows ``among`` (H,) alone.

    ``responses`` are the answers about aces, kings and key cards in each auction, by their calls.
    A bidder that reads auctions with the hand at hand, and not as everybody hears them, would
    have to read them once for each hand: its beliefs stay as they are.
    """
    rows = HiddenRows.of(questions, hands)
    honours = Honours.of(_even_at_first(hands.cards.numpy(), rows.callers.n_calls))
    given = _given(responses, rows.callers, questions.batch.dealer.numpy())
    for row, response in given:
        honours.told(row, response)
    whole = honours.holdings
    asked = rows.base >= 0 if among is None else among
    refined, hints = np.zeros((2, len(asked)), dtype=bool)
    if not asked.any() or judge.config.state != "public":
        return Inferred(hands, whole, refined, hints)
    place = np.flatnonzero(asked)
    believed = Summary.believed(hands, place)
    base = np.searchsorted(place, rows.base[place])
    stated = questions.batch[: int(rows.callers.auction.max()) + 1]  # no other systems
    numbers = [uniforms(stated, auction, settings.many) for auction in range(len(stated))]
    calls = CallJudge(judge, stated, device, responses)
    sampler = Sampler(calls, np.stack(numbers), settings.least)
    answered = np.isin(place, [row for row, _ in given])
    of_answers = _as_answered(believed, given, place) if answered.any() else believed
    callers = rows.callers[place]
    found = _Rounds(sampler, believed, callers, base, settings, answered, of_answers).run()
    departs, clear = found.excess > 1, found.effective >= settings.least_effective
    use = departs & (clear | answered)
    refined[place], whole.unclear[place] = use, departs & ~use
    hints[place] = found.excess > settings.screen
    if not use.any():
        return Inferred(hands, whole, refined, hints)
    changed = found.changed(believed)
    sampled, alone = (np.flatnonzero(use & answered & part) for part in (clear, ~clear))
    if len(sampled):
        changed.put(sampled, _as_answered(changed[sampled], given, place[sampled]))
    if len(alone):  # too few hands fit the calls to say what else they tell
        changed.put(alone, of_answers[alone])
    queens = [
        (row, queen)
        for row, response in given
        if refined[row] and (queen := response.queen_of_trumps) is not None
    ]
    agreed = _agreed(hands, whole, rows, place[use], changed[use], queens)
    return Inferred(*agreed, refined, hints)


def _as_answered(hands: Summary, given: Sequence[tuple[int, Response]], rows: Integers) -> Summary:
    """These hands (U,) of these rows with the aces, kings and queens that were answered."""
    honours, place = Honours.of(hands.cards), {row: at for at, row in enumerate(rows.tolist())}
    answers = [(place[row], response) for row, response in given if row in place]
    for at, response in answers:
        honours.told(at, response)
    held, numbers, counts = honours.holdings, np.arange(N_ACES), hands.counts.copy()
    counts[:, 0, :N_ACES], counts[:, 1, :N_ACES] = held.aces, held.kings
    counts[:, 2:] = held.key_cards
    cards = with_honours(hands.cards, held.aces @ numbers, held.kings @ numbers)
    for at, response in answers:
        queen = response.queen_of_trumps
        if queen is not None and cards[at, queen] > 0:
            cards[at, queen] = QUEEN_HELD if response.queen else 1 - QUEEN_HELD
    return Summary(cards, hands.lengths, hands.hcp, counts)


@dataclass(frozen=True)
class _Posterior:
    """S hands summed up as believed and with the calls heard; effective (S,) hands, and excess
    (S,), by how many gates the two are apart (``Gates.excess``); full_effective
    (S,) those with the calls taken to the whole power."""

    before: Summary
    after: Summary
    effective: Floats
    excess: Floats
    full_effective: Floats

    def put(self, rows: Integers, others: _Posterior) -> None:
        """Replace some."""
        self.before.put(rows, others.before)
        self.after.put(rows, others.after)
        self.effective[rows], self.excess[rows] = others.effective, others.excess
        self.full_effective[rows] = others.full_effective

    def changed(self, believed: Summary) -> Summary:
        """What is believed of these hands, changed as the calls change the samples."""
        then, now, hands = self.before, self.after, self.effective
        cards = reweighted_cards(believed.cards, then.cards, now.cards, hands, _ADDED_TO_CARDS)
        lengths = reweighted(believed.lengths, then.lengths, now.lengths, hands, _ADDED)
        hcp = reweighted(believed.hcp, then.hcp, now.hcp, hands, _ADDED)
        counts = reweighted(believed.counts, then.counts, now.counts, hands, _ADDED)
        return Summary(cards, lengths, hcp, counts)


def _given(
    responses: Sequence[Mapping[int, Response]], callers: Callers, dealer: Integers
) -> list[tuple[int, Response]]:
    """What each of H players has answered by then."""
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
    """Rounds of draws for S hands; base (S,) says which share theirs, those of the base.

    Of those ``answered`` (S,) the calls tell how many aces, kings or key cards they are:
    ``of_answers`` is what is believed with these.
    """

    def __init__(
        self,
        sampler: Sampler,
        believed: Summary,
        callers: Callers,
        base: Integers,
        settings: Settings,
        answered: HandFlags,
        of_answers: Summary,
    ) -> None:
        self.sampler, self.believed, self.callers = sampler, believed, callers
        self.settings = settings
        self.targets = HandProposal.following(believed.cards, believed.lengths, believed.hcp)
        self.answered, self.of_answers = answered, of_answers
        self.stated = sampler.judge.stated(callers)
        self.bases, self.place = np.unique(base, return_inverse=True)
        everyone = np.arange(len(self.bases))
        self.few = self._drawn(everyone, slice(settings.few))
        self.found = self._weighed(self.few[self.place], np.arange(len(base)))

    def run(self) -> _Posterior:
        """Draw more where it may tell, by another proposal where too few hands fit."""
        settings, found = self.settings, self.found
        hinted = np.unique(self.place[found.excess > settings.screen])
        promised = found.full_effective[self.bases[hinted]] * settings.many / settings.few
        scarce = hinted[promised < settings.least_effective]
        plenty = hinted[promised >= settings.least_effective]
        rest, many = slice(settings.few, settings.many), slice(settings.many)
        half = slice(settings.few, (settings.few + settings.many) // 2)
        if len(scarce):
            self._redraw(scarce, [self._of_targets(scarce, self.few[scarce])], half, rest)
        if len(plenty):
            draws = joined(self.few[plenty], self._drawn(plenty, rest))
            self._put(plenty, draws)
            again = self._starved(plenty)
            if again.any():
                starved = draws[np.flatnonzero(again)]
                self._redraw(plenty[again], [self._of_targets(plenty[again], starved)], many)
        return found

    def _drawn(self, numbers: Integers, part: slice) -> Draws:
        """Hands of the bases of these numbers, as believed."""
        rows = self.bases[numbers]
        return self.sampler.draws(self.targets[rows], self.callers[rows], part)

    def _redraw(self, numbers: Integers, parts: Sequence[Drawn], *more: slice) -> None:
        """More hands for these bases, from a proposal fitted to their draws so far; again, by the
        next of the random numbers, where too few of them fit."""
        rows = self.bases[numbers]
        fitted = self.found.changed(self.believed)[rows]
        answered, of_answers = self.answered[rows, None], self.of_answers.cards[rows]
        if len(parts) > 1:  # enough have the aces that were answered
            # The mean of "none or four" is neither of them.
            numbers_held = fitted.counts[:, :2].argmax(-1).clip(_FEWEST, len(ACES) - _FEWEST)
            of_answers = with_honours(fitted.cards, *numbers_held.T)
        cards = np.where(answered, of_answers, fitted.cards)
        proposal = HandProposal.following(cards, fitted.lengths, fitted.hcp)
        drawn = Drawn(proposal, self.sampler.draws(proposal, self.callers[rows], more[0]))
        parts = (*parts, drawn)
        self._put(numbers, pooled(parts))
        again = np.flatnonzero(self._starved(numbers))
        if len(again) and len(more) > 1:
            self._redraw(numbers[again], [part[again] for part in parts], *more[1:])

    def _of_targets(self, numbers: Integers, draws: Draws) -> Drawn:
        """These draws as what they are drawn from: what is believed of these bases."""
        return Drawn(self.targets[self.bases[numbers]], draws)

    def _starved(self, numbers: Integers) -> HandFlags:
        """Of which of these bases the calls tell more than the few hands that fit can say."""
        found, rows = self.found, self.bases[numbers]
        few = found.full_effective[rows] < self.settings.least_effective
        return np.asarray(few & (found.excess[rows] > 1))

    def _put(self, numbers: Integers, draws: Draws) -> None:
        """Sum up the draws of these bases for every hand that shares them."""
        where = np.full(len(self.bases), -1)
        where[numbers] = np.arange(len(numbers))
        rows = np.flatnonzero(where[self.place] >= 0)
        self.found.put(rows, self._weighed(draws[where[self.place[rows]]], rows))

    def _weighed(self, draws: Draws, rows: Integers) -> _Posterior:
        """The draws (S', N) as they stand for what is believed of these rows."""
        return _weighed(draws, self.targets[rows], self.settings, self.stated[rows])


def _weighed(
    draws: Draws, targets: HandProposal, settings: Settings, stated: HandFlags
) -> _Posterior:
    """The draws (S, N) as they stand for beliefs, and for these with the calls heard."""
    sample = Sample(draws.hands)
    before, hinted = draws.weights(targets, settings.gate_power)
    full = draws.weights(targets, settings.power)[1]
    count = effective(full)
    after = np.where((count >= settings.least_effective)[:, None], full, hinted)
    believed = sample.summary(before)
    excess = settings.gates.excess(believed, sample.summary(hinted), stated)
    return _Posterior(believed, sample.summary(after), effective(after), excess, count)


def _agreed(
    hands: HiddenHands,
    whole: Holdings,
    rows: HiddenRows,
    used: Integers,
    posterior: Summary,
    queens: Sequence[tuple[int, int]],
) -> tuple[HiddenHands, Holdings]:
    """The hands with those ``used`` (U,) replaced by the posterior (U,), and all of the same
    moments made to agree once more.

    Of ``queens``, those of trumps that a row's answers speak of, the other hands of the moment
    share what that row leaves.
    """
    cards, lengths, hcp = (part.clone() for part in (hands.cards, hands.lengths, hands.hcp))
    aces, kings = (torch.from_numpy(part.copy()) for part in (whole.aces, whole.kings))
    keys = whole.key_cards.copy()
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
        left = (chances.sum() + hands.cards[row, queen] - cards[row, queen]).clamp(min=0)
        cards[others, queen] = chances * left / chances.sum().clamp(min=_LEAST)
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
    return HiddenHands(cards, lengths, hcp, hands.first), Holdings(
        aces.numpy(), kings.numpy(), keys, whole.unclear
    )


def _even_at_first(cards: Floats, n_calls: Integers) -> Floats:
    """(H, 52) the chances of cards, even before anybody has called."""
    even = np.where(cards > 0, 1 / 3, 0.0)
    return np.where((n_calls == 0)[:, None], even, cards)
