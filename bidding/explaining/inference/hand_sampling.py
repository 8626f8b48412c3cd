"""Importance samples of hands, drawn for the players of many rows.

Draws of several proposals are pooled by the balance heuristic (Veach and Guibas 1995): each hand
counts as drawn from their mixture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bidding.explaining.importance import normalised
from bidding.explaining.inference.hand_likelihood import Callers, HandLikelihood
from bidding.explaining.inference.hand_proposal import Floats, HandFlags, HandProposal, Integers


@dataclass(frozen=True)
class HandDraws:
    """S times N hands (S, N, 52) with their log densities in the proposal and the log-likelihoods
    of the player's calls (S, N)."""

    hands: HandFlags
    log_density: Floats
    log_likelihood: Floats

    def __getitem__(self, rows: Integers) -> HandDraws:
        """Return the draws of these rows."""
        return HandDraws(self.hands[rows], self.log_density[rows], self.log_likelihood[rows])

    def weights(self, target: HandProposal, power: float) -> tuple[Floats, Floats]:
        """Return two of (S, N): importance weights for the prior ``target`` and for the posterior.

        The likelihood is raised to the ``power``; each row's weights add up to one.
        """
        prior = target.log_weight(self.hands) - self.log_density
        return normalised(prior), normalised(prior + power * self.log_likelihood)


@dataclass(frozen=True)
class HandSampler:
    """A sampler of hands from uniform random numbers, with the likelihood of each hand.

    uniforms (G, N, UNIFORMS) are one set an auction; ``floor`` is the least chance of any call.
    """

    likelihood: HandLikelihood
    uniforms: Floats
    floor: float

    def draws(self, proposal: HandProposal, callers: Callers, part: slice) -> HandDraws:
        """Draw hands of each caller by this part of the random numbers."""
        hands = proposal.draw(self.uniforms[callers.auction, part])
        log_density = proposal.log_weight(hands) - proposal.log_total[:, None]
        likelihood = self.likelihood.log_likelihoods(callers, hands, self.floor)
        return HandDraws(hands, log_density, likelihood)


@dataclass(frozen=True)
class ProposalDraws:
    """HandDraws with the proposals they come from."""

    proposal: HandProposal
    draws: HandDraws

    def __getitem__(self, rows: Integers) -> ProposalDraws:
        """Return those of these rows."""
        return ProposalDraws(self.proposal[rows], self.draws[rows])


def concatenated(*parts: HandDraws) -> HandDraws:
    """Concatenate draws, with their densities unchanged."""
    columns = zip(*((p.hands, p.log_density, p.log_likelihood) for p in parts), strict=True)
    return HandDraws(*(np.concatenate(column, axis=1) for column in columns))


def pooled(parts: Sequence[ProposalDraws]) -> HandDraws:
    """Pool draws of several proposals, with densities in the mixture by their numbers."""
    counts = np.log([part.draws.hands.shape[1] for part in parts])
    every = concatenated(*(part.draws for part in parts))
    densities = [
        part.proposal.log_weight(every.hands) - part.proposal.log_total[:, None] + count
        for part, count in zip(parts, counts, strict=True)
    ]
    mixture = np.logaddexp.reduce(densities) - np.logaddexp.reduce(counts)
    return HandDraws(every.hands, mixture, every.log_likelihood)
