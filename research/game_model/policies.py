"""Completion of a deal: its auction by the released bidder, and its cards by a policy."""

from __future__ import annotations

import random
from collections.abc import Callable

from bidding.domain.auction import Auction
from bidding.domain.cards import Card, Deal
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.table import RANKS, Seat, Suit, Vulnerability
from bidding.tricks.solving import solver
from research.game_model.game import History
from research.game_model.play import Play

Policy = Callable[[Play], Card]
"""Chooses the next card of a play that is not over."""


def bid_on(deal: Deal, auction: Auction, vulnerability: Vulnerability, systems: Systems) -> Auction:
    """Return the auction with the calls of the released bidder up to its end.

    Raises BadCheckpoint.
    """
    # Imported here: torch is slow to load, and not needed where the auction is given.
    import numpy as np

    from bidding.encoding.auction_batch import encode_owners
    from bidding.matches.bidders import ModelBidder
    from bidding.matches.match import bid_out
    from bidding.networks.checkpoint import load_bidder

    bidder = ModelBidder(load_bidder()[0])
    table = Position(None, Seat.N, auction, vulnerability, systems)
    owner = encode_owners(deal.hands)[None]
    return bid_out((bidder, bidder), [table], owner, np.zeros(1, dtype=int), [1])[0].auction


def play_on(history: History, policy: Policy) -> History:
    """Return the history with cards of the policy up to its end; the auction has to be over."""
    while history.play is not None and not history.is_over:
        history = history.after(policy(history.play))
    return history


def at_random(seed: int) -> Policy:
    """Return the policy that plays any legal card with the same chance."""
    rng = random.Random(seed)  # noqa: S311  (no secret: the seed names the cards)
    return lambda play: rng.choice(play.legal_cards)


def double_dummy() -> Policy:
    """Return the policy that plays a card best against open hands; of several, the lowest.

    Raises NoSolver.
    """
    solver()  # or endplay's own error
    from endplay import dds, types  # imported here: slow, with matplotlib

    def tricks(play: Play) -> dict[Card, int]:
        """The tricks that the side to play takes from here with each legal card."""
        trumps, first = play.contract.strain.suit, play.contract.leader
        hands = " ".join(map(str, play.deal.hands))
        deal = types.Deal(
            f"N:{hands}",
            first=types.Player(int(first)),
            trump=types.Denom.nt if trumps is None else types.Denom(int(trumps)),
        )
        for card in play.cards:
            deal.play(str(card))
        return {
            Card.of(Suit(int(card.suit)), card.rank.abbr): taken
            for card, taken in dds.solve_board(deal)
        }

    def best(play: Play) -> Card:
        cards = play.legal_cards
        if len(cards) == 1:
            return cards[0]
        taken = tricks(play)
        most = max(taken.values())
        return max((card for card in cards if taken[card] == most), key=_lowest_first)

    return best


def _lowest_first(card: Card) -> tuple[int, Card]:
    return RANKS.index(card.rank), card
