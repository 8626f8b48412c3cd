"""How often hands like the caller's make each call of an auction, by the bidder."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.played_board import PlayedBoard
from bidding.domain.position import Position
from bidding.domain.table import Seat
from bidding.encoding.positions import encode_positions
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder


@dataclass(frozen=True)
class Frequency:
    """The probability of the call made, given the caller's hand, and the likeliest call with its
    own."""

    made: float
    usual: Call
    of_usual: float


@torch.inference_mode()
def frequencies(
    bidder: Bidder, board: PlayedBoard, device: torch.device | str
) -> dict[int, Frequency]:
    """Return the frequency of each call to grade whose caller's hand is known, by its index.

    All seats' calls are read in one pass.
    """
    auction = board.auction
    steps = board.graded
    if not steps:
        return {}
    table = Position(None, Seat.S, auction, board.vulnerability, board.systems)
    batch = encode_positions([table])
    hands = torch.zeros_like(batch.hands)
    for seat in Seat:
        if (hand := board.hands[seat]) is not None:
            hands[0, seat, [card.index for card in hand]] = True
    batch = replace(batch, hands=hands).to(device)
    step = torch.tensor(steps, device=device)
    first = torch.zeros_like(step)
    views = Views(first, step, batch.seat[first, step], torch.ones_like(step, dtype=torch.bool))
    chances = bidder.next_call(batch, views).float().softmax(-1).cpu()
    highest, usual = (values.tolist() for values in chances.max(-1))
    made = [chances[row, auction.calls[k].index].item() for row, k in enumerate(steps)]
    return {
        k: Frequency(made[row], ALL_CALLS[usual[row]], highest[row]) for row, k in enumerate(steps)
    }
