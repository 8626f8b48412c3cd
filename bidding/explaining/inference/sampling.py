"""Hands of the players of many rows, drawn, judged by their calls and weighed.

First few hands of every player are judged; where these say that the calls tell more than the
heads do, many. Where their effective number is, or would be, too small, more come from a proposal
fitted to the weighted ones. Draws of several proposals are pooled by the balance heuristic
(Veach and Guibas 1995): each hand counts as drawn from their mixture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bidding.explaining.inference.posterior import normalised
from bidding.explaining.inference.proposal import Floats, HandFlags, HandProposal, Integers
from bidding.explaining.inference.weights import Callers, CallJudge


@dataclass(frozen=True)
class Draws:
    """S times N hands (S, N, 52) with log densities of drawing them and the log chance of the
    player's calls from each (S, N)."""

    hands: HandFlags
    log_density: Floats
    log_likelihood: Floats

    def __getitem__(self, rows: Integers) -> Draws:
        """The draws of these rows."""
        return Draws(self.hands[rows], self.log_density[rows], self.log_likelihood[rows])

    def weights(self, target: HandProposal, power: float) -> tuple[Floats, Floats]:
        """Two of (S, N): importance weights of what is believed, and of it with the calls heard.

        ``target`` is the belief; each row's weights add up to one.
        """
        before = target.log_weight(self.hands) - self.log_density
        return normalised(before), normalised(before + power * self.log_likelihood)


@dataclass(frozen=True)
class Sampler:
    """Draws hands by uniform random numbers and has them judged.

    uniforms (G, N, UNIFORMS) belong to the auctions; no call counts as less likely than ``least``.
    """

    judge: CallJudge
    uniforms: Floats
    least: float

    def draws(self, proposal: HandProposal, callers: Callers, part: slice) -> Draws:
        """Hands of each caller by this part of the random numbers."""
        hands = proposal.draw(self.uniforms[callers.auction, part])
        log_density = proposal.log_weight(hands) - proposal.log_total[:, None]
        likelihood = self.judge.log_likelihoods(callers, hands, self.least)
        return Draws(hands, log_density, likelihood)


@dataclass(frozen=True)
class Drawn:
    """Draws and the proposals that they come of."""

    proposal: HandProposal
    draws: Draws

    def __getitem__(self, rows: Integers) -> Drawn:
        """Those of these rows."""
        return Drawn(self.proposal[rows], self.draws[rows])


def joined(*parts: Draws) -> Draws:
    """Draws one behind the other, with the densities that they have."""
    columns = zip(*((p.hands, p.log_density, p.log_likelihood) for p in parts), strict=True)
    return Draws(*(np.concatenate(column, axis=1) for column in columns))


def pooled(parts: Sequence[Drawn]) -> Draws:
    """Draws of several proposals as if all came from their mixture, by how many of each."""
    counts = np.log([part.draws.hands.shape[1] for part in parts])
    every = joined(*(part.draws for part in parts))
    densities = [
        part.proposal.log_weight(every.hands) - part.proposal.log_total[:, None] + count
        for part, count in zip(parts, counts, strict=True)
    ]
    mixture = np.logaddexp.reduce(densities) - np.logaddexp.reduce(counts)
    return Draws(every.hands, mixture, every.log_likelihood)
