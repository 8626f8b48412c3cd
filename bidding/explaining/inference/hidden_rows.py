"""The hidden hands of all moments of some positions, and which of them share draws.

Between two calls of a player the belief about the hand changes little and the likelihood of the
calls not at all. So hands are drawn just after a call of the player; until the next call the same
hands are reweighted by the change of the belief.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_HIDDEN, N_SEATS
from bidding.explaining.beliefs import HiddenHands
from bidding.explaining.inference.hand_likelihood import Callers
from bidding.explaining.inference.hand_proposal import UNIFORMS, Floats, HandFlags, Integers
from bidding.explaining.questions import Questions


@dataclass(frozen=True)
class HiddenRows:
    """The player and the moment of each row of ``beliefs.HiddenHands``.

    callers (H,) the player and the number of calls made; moment (H,) the row's moment; base (H,)
    the row of the same hand just after that player's last call, -1 before any.
    """

    callers: Callers
    moment: Integers
    base: Integers

    @classmethod
    def of(cls, questions: Questions, hands: HiddenHands) -> HiddenRows:
        """Index the hidden hands in the answers to these questions."""
        auction, step = questions.auction.numpy(), questions.step.numpy()
        sees_hand, first = questions.sees_hand.numpy(), hands.first.numpy()
        viewer = questions.views.viewer[questions.viewers].numpy()
        count = np.where(sees_hand, N_HIDDEN, N_SEATS)
        moment = np.arange(len(first)).repeat(count)
        place = np.arange(len(moment)) - (count.cumsum() - count)[moment]
        # A player's hidden hands begin with the LHO, a spectator's with the next player to call.
        seat = (viewer[moment] + sees_hand[moment] + place) % N_SEATS
        order = np.argsort(first[moment] + place)
        moment, seat = moment[order], seat[order]
        callers = Callers(auction[moment], seat, step[moment])
        return cls(callers, moment, _base(callers, questions.batch.dealer.numpy()))

    @property
    def just_called(self) -> HandFlags:
        """(H,) bool: the player made the last call."""
        return np.asarray(self.base == np.arange(len(self.base)))

    def lookup(self, flags: HandFlags, callers: Callers, auction: Integers) -> HandFlags:
        """Return (S,) the flags (H,) of other ``callers``, whose auctions are numbered by
        ``auction`` (G,) here; False for those without a row."""
        keys = {key for key, flag in zip(_keys(self.callers), flags, strict=True) if flag}
        others = Callers(auction[callers.auction], callers.seat, callers.n_calls)
        return np.array([key in keys for key in _keys(others)], dtype=bool)


def _keys(callers: Callers) -> Iterator[tuple[int, int, int]]:
    parts = (callers.auction, callers.seat, callers.n_calls)
    return zip(*(part.tolist() for part in parts), strict=True)


def _base(callers: Callers, dealer: Integers) -> Integers:
    """Return (H,) ``HiddenRows.base``."""
    auction, seat, step = callers.auction, callers.seat, callers.n_calls
    table = np.full((len(dealer), N_SEATS, int(step.max(initial=0)) + 1), -1)
    table[auction, seat, step] = np.arange(len(callers))
    since = (dealer[auction] + step - 1 - seat) % N_SEATS  # calls of others after the player's last
    after = step - since
    return np.where(after > 0, table[auction, seat, np.maximum(after, 0)], -1)


def uniforms(batch: AuctionBatch, auction: int, count: int) -> Floats:
    """Return (count, UNIFORMS) random numbers of a position, seeded by its contents.

    Each column is stratified (Latin hypercube; McKay, Beckman and Conover 1979). All hands of all
    moments use the same numbers, so that only beliefs change from one moment to the next.
    """
    rng = np.random.default_rng(_digest(batch, auction))
    strata = rng.permuted(np.tile(np.arange(count), (UNIFORMS, 1)), axis=1).T
    return np.asarray((strata + rng.random((count, UNIFORMS))) / count)


def _digest(batch: AuctionBatch, auction: int) -> npt.NDArray[np.uint32]:
    """Return a seed from the calls, the table and the hands of one auction of a batch."""
    n_calls = int(batch.n_calls[auction])
    table = (batch.calls[auction, :n_calls], batch.dealer[auction], batch.vulnerability[auction])
    rest = (batch.systems[auction], batch.hands[auction])
    digest = hashlib.sha256()
    for part in (*table, *rest):
        digest.update(part.cpu().numpy().tobytes())
    return np.frombuffer(digest.digest(), dtype=np.uint32)
