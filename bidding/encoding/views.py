"""What one player, or a spectator, sees at one step of an auction: features, and targets.

Targets are the hidden hands and the next call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import torch
from torch import Tensor
from torch.nn.functional import one_hot

from bidding.domain.calls import BIDS
from bidding.domain.cards import WORK_POINTS
from bidding.domain.table import RANKS, Strain
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import (
    ADJUSTMENT_LAYOUT,
    BID_SUITS_LAYOUT,
    EVALUATION_LAYOUT,
    HAND_LAYOUT,
    HOLDING_LAYOUT,
    MAX_BALANCE,
    MAX_BODY,
    MAX_CONTROLS,
    MAX_LOSERS,
    MAX_POINTS,
    MAX_SUIT_HCP,
    MAX_ZAR_POINTS,
    N_CARDS,
    N_EVENTS,
    N_HCP,
    N_HONOURS,
    N_LENGTHS,
    N_SEATS,
    N_SUITS,
    N_SYSTEMS,
    N_VULNERABILITIES,
    PAD,
    PARTNER,
    PUBLIC_STEP_LAYOUT,
    TABLE_LAYOUT,
)

_NO_SUIT = N_SUITS
_SHORT_POINTS = torch.tensor([5, 3, 1, 0])  # for a void, singleton, doubleton and longer suit
_TOPS = 3  # top cards whose absence is a loser; a suit of fewer cards is short

_RANK_HCP = tuple(WORK_POINTS.get(rank, 0) for rank in RANKS)


def _suit(strain: Strain | None) -> int:
    suit = None if strain is None else strain.suit
    return _NO_SUIT if suit is None else int(suit)


# The suit of each of the 35 bids; the last entry, index -1, stands for no bid.
_SUIT_OF_BID = torch.tensor([_suit(call.strain) for call in BIDS] + [_NO_SUIT])


def card_hcp(device: torch.device | str = "cpu") -> Tensor:
    """Return the (52,) high-card points of the cards."""
    return torch.tensor(_RANK_HCP * N_SUITS, device=device)


@dataclass(frozen=True)
class Views:
    """Q views of a batch of auctions, each from one seat at one step.

    auction (Q,) index into the batch; step (Q,) calls made so far; viewer (Q,) seat 0..3;
    sees_hand (Q,) bool, False for a spectator behind that seat.
    """

    auction: Tensor
    step: Tensor
    viewer: Tensor
    sees_hand: Tensor

    def __len__(self) -> int:
        return self.auction.shape[0]

    def __getitem__(self, which: Tensor | slice) -> Self:
        """Return the views at these indices, or where a mask is True."""
        return type(self)(*(tensor[which] for tensor in self._tensors))

    @property
    def _tensors(self) -> tuple[Tensor, ...]:
        return self.auction, self.step, self.viewer, self.sees_hand

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Concatenate views of the same batch."""
        columns = zip(*(part._tensors for part in parts), strict=True)
        return cls(*(torch.cat(column) for column in columns))

    def to(self, device: torch.device | str) -> Self:
        """Return the views on another device."""
        return type(self)(*(tensor.to(device) for tensor in self._tensors))

    @property
    def from_partner(self) -> Self:
        """The same views from the partners' seats."""
        return replace(self, viewer=(self.viewer + PARTNER + 1) % N_SEATS)

    def own_cards(self, batch: AuctionBatch) -> Tensor:
        """Return (Q, 52) bool: the viewer's own cards; all False for a spectator."""
        return batch.hands[self.auction, self.viewer] & self.sees_hand[:, None]

    def offset(self, batch: AuctionBatch) -> Tensor:
        """Return the (Q,) number of turns from the dealer to the viewer, 0..3."""
        return (self.viewer - batch.dealer[self.auction]) % N_SEATS


@dataclass(frozen=True)
class HypotheticalViews(Views):
    """Q views with hypothetical own hands, so that one encoded auction serves many hands.

    cards (Q, 52) bool  the hypothetical own cards
    group_size  number of consecutive views that differ in their cards only; divides Q
    """

    cards: Tensor
    group_size: int = 1

    @property
    def _tensors(self) -> tuple[Tensor, ...]:
        return *super()._tensors, self.cards

    def own_cards(self, batch: AuctionBatch) -> Tensor:
        """Return (Q, 52) bool: the hypothetical cards; all False for a spectator."""
        return self.cards & self.sees_hand[:, None]


def all_steps(counts: Tensor) -> tuple[Tensor, Tensor]:
    """Return auction and step of every step 0, 1, ... of auctions with (G,) steps each."""
    auction = torch.arange(len(counts), device=counts.device).repeat_interleave(counts)
    first = (counts.cumsum(0) - counts)[auction]
    return auction, torch.arange(len(auction), device=counts.device) - first


def table_features(batch: AuctionBatch, views: Views) -> Tensor:
    """Return (Q, TABLE_LAYOUT.width): auction and table relative to the viewer."""
    turn = (batch.seat[views.auction, views.step] - views.viewer) % N_SEATS
    over = batch.is_over[views.auction, views.step]
    passes = batch.closing_passes[views.auction, views.step].clamp(max=3)
    return TABLE_LAYOUT.join(
        {
            "events": _event_flags(batch, views),
            "dealer": one_hot((-views.offset(batch)) % N_SEATS, N_SEATS),
            "to_call": one_hot(torch.where(over, N_SEATS, turn), N_SEATS + 1),
            "closing_passes": one_hot(passes, 4),
            "vulnerability": vulnerability_features(
                batch.vulnerability[views.auction], views.viewer
            ),
            "systems": _systems(batch.plain_systems[views.auction], views.viewer),
            "legal": batch.legal[views.auction, views.step],
        }
    )


def _event_flags(batch: AuctionBatch, views: Views) -> Tensor:
    """Return (Q, N_EVENTS · 4): the events before this step by seat relative to the viewer."""
    event = batch.events[views.auction]  # (Q, T)
    seat = (batch.seat[views.auction, :-1] - views.viewer[:, None]) % N_SEATS
    made = torch.arange(event.shape[1], device=event.device) < views.step[:, None]
    place = torch.where(made & (event < N_EVENTS), event * N_SEATS + seat, N_EVENTS * N_SEATS)
    flags = place.new_zeros(len(views), N_EVENTS * N_SEATS + 1, dtype=torch.bool)
    return flags.scatter_(1, place, True)[:, :-1]


def hand_features(cards: Tensor) -> Tensor:
    """Return (Q, HAND_LAYOUT.width) from (Q, 52) own cards; all zero for a spectator."""
    by_suit = cards.view(-1, N_SUITS, N_CARDS // N_SUITS)
    suit_hcp = (by_suit * card_hcp(cards.device).view(N_SUITS, -1)).sum(-1)  # (Q, 4)
    return HAND_LAYOUT.join(
        {
            "sees_hand": cards.any(dim=1, keepdim=True),
            "cards": cards,
            "hcp_ladder": _ladder(suit_hcp.sum(-1), N_HCP - 1),
            "length_ladders": _ladder(by_suit.sum(-1), N_LENGTHS - 1).flatten(1),
            "suit_hcp_ladders": _ladder(suit_hcp, MAX_SUIT_HCP).flatten(1),
        }
    )


def evaluation_features(cards: Tensor) -> Tensor:
    """Return (Q, EVALUATION_LAYOUT.width) from (Q, 52) own cards; all zero for a spectator."""
    by_suit = cards.view(-1, N_SUITS, N_CARDS // N_SUITS)
    lengths = by_suit.sum(-1)  # (Q, 4)
    hcp = (cards * card_hcp(cards.device)).sum(-1)  # (Q,)
    losers = _suit_losers(by_suit, lengths).sum(-1)
    aces, kings = by_suit[..., 0].sum(-1), by_suit[..., 1].sum(-1)
    short = (_TOPS - lengths).clamp(min=0).sum(-1) * cards.any(-1)
    ladders = {
        "aces": _ladder(aces, N_SUITS),
        "kings": _ladder(kings, N_SUITS),
        "controls": _ladder(2 * aces + kings, MAX_CONTROLS),
        "losers": _ladder(losers, MAX_LOSERS),
        "short_points": _ladder(hcp + short, MAX_POINTS),
        "long_points": _ladder(hcp + (lengths - 4).clamp(min=0).sum(-1), MAX_POINTS),
        "shape_ladders": _ladder(lengths.sort(-1, descending=True).values, N_LENGTHS - 1).flatten(
            1
        ),
    }
    return EVALUATION_LAYOUT.join(ladders)


def adjustment_features(batch: AuctionBatch, views: Views, own: Tensor) -> Tensor:
    """Return (Q, ADJUSTMENT_LAYOUT.width) from (Q, 52) own cards; all zero for a spectator."""
    by_suit = own.view(-1, N_SUITS, N_CARDS // N_SUITS)
    lengths = by_suit.sum(-1)  # (Q, 4)
    longest = lengths.sort(-1, descending=True).values
    hcp = (own * card_hcp(own.device)).sum(-1)  # (Q,)
    aces, kings, queens, jacks, tens, nines = by_suit[..., :N_HONOURS].sum(1).unbind(-1)
    body, balance = 2 * tens + nines, aces + tens - queens - jacks
    good = ((lengths >= 4) & (by_suit[..., :5].sum(-1) >= 3)).sum(-1)
    bare = _bare_honours(by_suit, lengths).sum(-1)
    flat = (longest[:, 0] == 4) & (longest[:, 3] == 3)
    adjusted = balance.sign() * (balance.abs() // 3) + good - bare
    shape = 2 * longest[:, 0] + longest[:, 1] - longest[:, 3]
    guard = torch.arange(1, 5, device=own.device)  # cards needed for each honour to be a stopper
    stoppers = (by_suit[..., :4] & (lengths[..., None] >= guard)).any(-1)
    ladders = {
        "queens": _ladder(queens, N_SUITS),
        "jacks": _ladder(jacks, N_SUITS),
        "tens": _ladder(tens, N_SUITS),
        "nines": _ladder(nines, N_SUITS),
        "body": _ladder(body, MAX_BODY),
        "balance": _ladder((balance + MAX_BALANCE) * own.any(-1), 2 * MAX_BALANCE),
        "good_suits": _ladder(good, N_SUITS - 1),
        "bare_honours": _ladder(bare, N_SUITS),
        "stoppers": stoppers,
        "suit_losers": _ladder(_suit_losers(by_suit, lengths), _TOPS).flatten(1),
        "notrump_points": _ladder(hcp + (body >= 4).long() - flat.long(), MAX_POINTS),
        "suit_points": _ladder(hcp + (lengths - 4).clamp(min=0).sum(-1) + adjusted, MAX_POINTS),
        "zar_points": _ladder(hcp + 2 * aces + kings + shape, MAX_ZAR_POINTS),
        "support": _ladder(_support(batch, views, lengths, hcp), MAX_POINTS).flatten(1),
    }
    return ADJUSTMENT_LAYOUT.join(ladders)


def _suit_losers(by_suit: Tensor, lengths: Tensor) -> Tensor:
    """Return (Q, 4): aces, kings and queens missing from each suit, at most its length."""
    counted = torch.arange(_TOPS, device=by_suit.device) < lengths[..., None]
    return (counted & ~by_suit[..., :_TOPS]).sum(-1)


def _bare_honours(by_suit: Tensor, lengths: Tensor) -> Tensor:
    """Return (Q, 4) bool: singleton king, queen or jack, or doubleton headed by queen or jack."""
    ace, king, queen, jack = by_suit[..., :4].unbind(-1)
    low = queen | jack
    return ((lengths == 1) & (king | low)) | ((lengths == 2) & low & ~ace & ~king)


def _support(batch: AuctionBatch, views: Views, lengths: Tensor, hcp: Tensor) -> Tensor:
    """Return (Q, 2): support points for partner's first and last suit; 0 with fewer than three.

    HCP plus 5, 3 or 1 for a void, singleton or doubleton in another suit.
    """
    short = _SHORT_POINTS.to(lengths.device)[lengths.clamp(max=3)]  # (Q, 4)
    points = (hcp[:, None] + short.sum(-1, keepdim=True) - short) * (lengths >= 3)
    points = torch.nn.functional.pad(points, (0, 1))  # the last: no suit
    partner = views.from_partner.viewer[:, None]
    return points.gather(1, torch.cat(_bid_suits(batch, views, partner), dim=1))


def _bid_suits(batch: AuctionBatch, views: Views, seats: Tensor) -> list[Tensor]:
    """Return two (Q, k): the suit of the first and of the last bid of (Q, k) seats."""
    of_bid = _SUIT_OF_BID.to(seats.device)
    return [
        of_bid[bids[views.auction, views.step].gather(1, seats)] for bids in batch.bids_of_seats
    ]


def bid_suit_features(batch: AuctionBatch, views: Views, own: Tensor) -> Tensor:
    """Return (Q, BID_SUITS_LAYOUT.width): the viewer's holdings in the suits each player bid.

    All zero for a player without a bid and for notrump; ``own`` is (Q, 52).
    """
    holdings = _holdings(own)  # (Q, 5, width); the last: no suit
    seats = (views.viewer[:, None] + torch.arange(N_SEATS, device=own.device)) % N_SEATS
    parts = {}
    for name, suit in zip(("first", "last"), _bid_suits(batch, views, seats), strict=True):
        parts[name] = holdings.take_along_dim(suit[..., None], dim=1).flatten(1)
    return BID_SUITS_LAYOUT.join(parts)


def _holdings(own: Tensor) -> Tensor:
    """Return (Q, 5, HOLDING_LAYOUT.width) from (Q, 52) own cards: the suits, then zeros."""
    by_suit = own.view(-1, N_SUITS, N_CARDS // N_SUITS)
    hcp = (by_suit * card_hcp(own.device).view(N_SUITS, -1)).sum(-1)
    suits = HOLDING_LAYOUT.join(
        {
            "length_ladder": _ladder(by_suit.sum(-1), N_LENGTHS - 1),
            "honours": by_suit[..., :N_HONOURS],
            "hcp_ladder": _ladder(hcp, MAX_SUIT_HCP),
        }
    )
    return torch.nn.functional.pad(suits, (0, 0, 0, 1))


def _ladder(counts: Tensor, rungs: int) -> Tensor:
    """Return (..., rungs) bool: rung r is True for counts of at least r + 1."""
    return counts[..., None] > torch.arange(rungs, device=counts.device)


def vulnerability_features(vulnerability: Tensor, seat: Tensor) -> Tensor:
    """Return (..., 4) one-hots of two bits: the seat's own side, the other side."""
    own = vulnerability >> seat % 2 & 1
    other = vulnerability >> (1 - seat % 2) & 1
    return one_hot(own + 2 * other, N_VULNERABILITIES)


def _systems(systems: Tensor, seat: Tensor) -> Tensor:
    """Return (Q, 2 · N_SYSTEMS) one-hots of the systems of the seat's side and the other."""
    sides = torch.stack([seat % 2, 1 - seat % 2], dim=-1)
    return one_hot(systems.gather(-1, sides), N_SYSTEMS).flatten(-2)


def last_views(batch: AuctionBatch) -> Views:
    """Return a view of each auction after its last call, with the hand of whoever is to call."""
    row, step = torch.arange(len(batch), device=batch.n_calls.device), batch.n_calls
    return Views(row, step, batch.seat[row, step], torch.ones_like(step, dtype=torch.bool))


def cards_of_sides(cards: Tensor, seat: Tensor) -> Tensor:
    """Return (Q, 2 · OPTIONS_WIDTH): the cards of the seats' sides and of the other sides.

    ``cards`` is (Q, 2, OPTIONS_WIDTH), of N-S and E-W.
    """
    return torch.where((seat % 2 == 0)[:, None, None], cards, cards.flip(1)).flatten(1)


def public_steps(batch: AuctionBatch) -> Tensor:
    """Return (G, T + 1, PUBLIC_STEP_LAYOUT.width): public features relative to the dealer."""
    shape = (len(batch), batch.steps, -1)
    vulnerability = vulnerability_features(batch.vulnerability, batch.dealer)
    return PUBLIC_STEP_LAYOUT.join(
        {
            "legal": batch.legal,
            "vulnerability": vulnerability[:, None].expand(shape),
            "systems": _systems(batch.plain_systems, batch.dealer)[:, None].expand(shape),
        }
    )


@dataclass(frozen=True)
class Targets:
    """Targets of Q views; the hidden players are the viewer's LHO, partner and RHO.

    call (Q,) the next call, PAD where the auction was over
    hcp (Q, 3), lengths (Q, 3, 4) int64
    owner (Q, 52) 0 the viewer, 1..3 the hidden players
    """

    call: Tensor
    hcp: Tensor
    lengths: Tensor
    owner: Tensor

    def __getitem__(self, which: Tensor | slice) -> Targets:
        """Return the targets of these views."""
        return Targets(*(part[which] for part in (self.call, self.hcp, self.lengths, self.owner)))


def next_call(batch: AuctionBatch, views: Views) -> Tensor:
    """Return the (Q,) calls made at the views; PAD after the end of the auction."""
    calls = torch.nn.functional.pad(batch.calls, (0, 1), value=PAD)
    return calls[views.auction, views.step]


def targets(batch: AuctionBatch, views: Views, *, include_own: bool = False) -> Targets:
    """Return the targets of the views; every hand of the batch must be known.

    With ``include_own`` the viewer's hand is the first of four hidden ones, as for a spectator:
    hcp (Q, 4), lengths (Q, 4, 4), owner 1..4.
    """
    first = 0 if include_own else 1
    turns = torch.arange(N_SEATS, device=views.viewer.device)
    seats = (views.viewer[:, None] + turns) % N_SEATS  # (Q, 4)
    hands = batch.hands[views.auction].take_along_dim(seats[..., None], dim=1)  # (Q, 4, 52)
    hidden, number = hands[:, first:], (turns + 1 - first).byte()
    return Targets(
        call=next_call(batch, views),
        hcp=(hidden * card_hcp(hidden.device)).sum(-1),
        lengths=hidden.view(*hidden.shape[:2], N_SUITS, -1).sum(-1),
        owner=(hands * number[:, None]).sum(1, dtype=torch.uint8).long(),
    )
