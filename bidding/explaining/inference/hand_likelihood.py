"""The likelihood of hidden players' calls given each of many hands, by the call head.

The hands are supposed to be the viewer's (``views.HypotheticalViews``); the trunk reads each
auction once for all hands.

Between two calls of a player the belief about the hand changes little and the likelihood of the
calls not at all. So hands are drawn just after a call of the player; until the next call the same
hands are reweighted by the change of the belief."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor

from bidding.domain.table import Side
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_HIDDEN, N_SEATS, UNKNOWN_SYSTEM
from bidding.encoding.views import HypotheticalViews
from bidding.explaining.beliefs import HiddenHands
from bidding.explaining.distributions import Flags, Floats, Integers, Rows
from bidding.explaining.meanings.answers import Response
from bidding.explaining.questions import Questions
from bidding.networks.bidder import Bidder
from bidding.yielding import yield_point

_VIEWS_AT_ONCE = 512
_THREADS = 2  # and parts between two yield points


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="inference")


def _parts(auction: Integers, size: int) -> Iterator[slice]:
    """Split the places (C,) into parts of at most that size, each of one auction alone.

    So the shapes of products, and with them the rounding, depend on that auction alone.
    """
    ends = [*np.flatnonzero(np.diff(auction)) + 1, len(auction)]
    for first, end in pairwise([0, *ends]):
        yield from (slice(start, min(start + size, end)) for start in range(first, end, size))


@dataclass(frozen=True)
class Callers(Rows):
    """S players, each after some calls of an auction.

    auction (S,) rows of a batch; seat (S,) 0 to 3; n_calls (S,) the number of calls made by all
    players together.
    """

    auction: Integers
    seat: Integers
    n_calls: Integers

    def __len__(self) -> int:
        return len(self.auction)

    def calls(self, dealer: Integers) -> tuple[Integers, Integers]:
        """Return two of (C,): the player 0 to S - 1 and the step of each call they have made."""
        first = (self.seat - dealer[self.auction]) % N_SEATS
        count = np.maximum(self.n_calls - first + N_SEATS - 1, 0) // N_SEATS
        player = np.arange(len(self)).repeat(count)
        number = np.arange(len(player)) - (count.cumsum() - count)[player]
        return player, first[player] + N_SEATS * number


class HandLikelihood:
    """The likelihoods of the calls of G auctions given the hands of any callers.

    ``responses`` (G) are the calls, by their steps, that show a number of aces, kings or key cards;
    none if omitted. Parts run in threads, since torch releases the interpreter lock.
    """

    def __init__(
        self,
        bidder: Bidder,
        batch: AuctionBatch,
        responses: Sequence[Mapping[int, Response]] = (),
    ) -> None:
        self.bidder, self.batch = bidder, batch.to(bidder.device)
        self.responses = responses
        self.dealer: Integers = batch.dealer.numpy()
        with torch.inference_mode():
            self.states = bidder.encode(self.batch)

    def stated(self, callers: Callers) -> Flags:
        """Return (S,) bool: the caller's system is stated."""
        side = torch.from_numpy(callers.seat % len(Side))
        codes = self.batch.systems.cpu()[torch.from_numpy(callers.auction), side]
        return np.asarray((codes != UNKNOWN_SYSTEM).numpy())

    def log_likelihoods(self, callers: Callers, hands: Flags, floor: float) -> Floats:
        """Return (S, N) log-likelihoods of all calls of each caller and of their responses, given
        hands (S, N, 52).

        ``floor`` is the least chance of any call or response.
        """
        player, step = callers.calls(self.dealer)
        total = np.zeros(hands.shape[:2])
        size = max(1, _VIEWS_AT_ONCE // max(hands.shape[1], 1))
        parts = list(_parts(callers.auction[player], size))

        def chances_of(part: slice) -> Floats:
            return self._chances(callers[player[part]], step[part], hands[player[part]])

        for start in range(0, len(parts), _THREADS):
            some = parts[start : start + _THREADS]
            for part, chances in zip(some, _threads().map(chances_of, some), strict=True):
                np.add.at(total, player[part], np.log(np.maximum(chances, floor)))
            yield_point()
        for number, made in zip(player.tolist(), step.tolist(), strict=True):
            response = self.responses[callers.auction[number]].get(made) if self.responses else None
            if response is not None:
                total[number] += np.log(np.maximum(response.likelihood(hands[number]), floor))
        return total

    @torch.inference_mode()
    def _chances(self, callers: Callers, step: Integers, hands: Flags) -> Floats:
        """Return (C, N) the chance of one call of each caller given hands (C, N, 52)."""
        count = hands.shape[1]
        auction, moment, seat = (
            torch.from_numpy(part).to(self.bidder.device).repeat_interleave(count)
            for part in (callers.auction, step, callers.seat)
        )
        cards = torch.from_numpy(hands).to(self.bidder.device).flatten(0, 1)
        seen = torch.ones_like(auction).bool()
        views = HypotheticalViews(auction, moment, seat, seen, cards, group_size=count)
        logits = self.bidder.next_call(self.batch, views, self.states)
        made: Tensor = self.batch.calls[auction, moment]
        chances = logits.double().softmax(-1).gather(1, made[:, None])
        return np.asarray(chances.view(-1, count).cpu().numpy())


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
    def just_called(self) -> Flags:
        """(H,) bool: the player made the last call."""
        return np.asarray(self.base == np.arange(len(self.base)))

    def lookup(self, flags: Flags, callers: Callers, auction: Integers) -> Flags:
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
