"""The network's answers to the questions of explanations, as probabilities that agree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import torch
from torch import Tensor

from bidding.encoding.layout import N_HIDDEN, N_OWNERS, PARTNER, RHO
from bidding.explaining.closeness import close_calls
from bidding.explaining.consistency import Hands, consistent
from bidding.explaining.meanings.reading import MeaningChances, read_meanings
from bidding.explaining.questions import Calls, Questions
from bidding.networks.bidder import Bidder, Outputs, card_chances
from bidding.networks.precision import fast_dtype

_LEAST = 1e-30  # a chance; its log is finite


@dataclass(frozen=True)
class HiddenHands:
    """H hidden hands, those of players' moments first, then those of spectators' moments.

    cards (H, 52), lengths (H, 4, 14), hcp (H, 38), float64 on the CPU; first (M,) the row
    of the first hidden hand of each moment: a player's LHO, a spectator's player next to
    call; the others follow clockwise.
    """

    cards: Tensor
    lengths: Tensor
    hcp: Tensor
    first: Tensor


@dataclass(frozen=True)
class CallBeliefs:
    """What the network makes of C calls, on the CPU.

    shown_hcp (C, 38), shown_lengths (C, 4, 14), shown_cards (C, 52)  what each call shows
                       everybody of its caller, as the heads say it alone
    earlier_hcp, earlier_lengths   the same of the caller before the call
    expected (C, 38)   everybody's chances before each call; zero where it is illegal
    judged (C, 38)     the chances of ``calls.views``: the viewer's own calls by the own hand
    by_system (C, 6)   log chance of each call as made, if its side played each system;
                       None where systems were not compared
    meanings           the chances of what each call means; None without meaning heads

    What a call shows is the same whoever asks, a player too, who is told nothing else of what
    nobody's hand shows. To make four hands agree after every call for players as well would take
    another view of each moment, and nearly a fifth more time (6.7 instead of 5.7 ms for twelve
    calls). So it stays a little apart from the hands of spectators, which do agree.
    """

    shown_hcp: Tensor
    shown_lengths: Tensor
    shown_cards: Tensor
    earlier_hcp: Tensor
    earlier_lengths: Tensor
    expected: Tensor
    judged: Tensor
    by_system: Tensor | None
    meanings: MeaningChances | None = None


@dataclass(frozen=True)
class Beliefs:
    """What the network makes of the questions, on the CPU.

    hands        the hidden hands as the viewers believe them, made to agree
    next_call (M, 38)  the viewer's chances of the next call; zero where it is illegal
    calls        the calls that were made
    close_calls (G, 38)  what hands close to the viewer's call now, as in ``closeness``
    """

    hands: HiddenHands
    next_call: Tensor
    calls: CallBeliefs
    close_calls: Tensor


@torch.inference_mode()
def beliefs_about(bidder: Bidder, questions: Questions, device: torch.device | str) -> Beliefs:
    """One pass through the network for all questions."""
    of_hands = len(questions.views) - questions.compared
    batch = questions.batch.to(device)
    states = bidder.encode(batch)
    outputs = bidder(batch, questions.views.to(device), states, n_hand_views=of_hands)
    call = outputs.call.float().softmax(-1).cpu()
    public = questions.public
    rows = CallRows(
        before=public[questions.before],
        after=public[questions.after],
        stated=questions.stated,
        otherwise=questions.otherwise,
        earlier=questions.earlier,
        earlier_place=questions.earlier_place,
    )
    return Beliefs(
        hands=_hidden_hands(bidder, questions, outputs),
        next_call=call[questions.viewers],
        calls=replace(
            beliefs_about_calls(bidder, questions.calls, rows, outputs),
            meanings=_meanings(bidder, questions.calls, device, states),
        ),
        close_calls=close_calls(bidder, questions, device, states),
    )


@torch.inference_mode()
def hidden_hands(bidder: Bidder, questions: Questions, device: torch.device | str) -> HiddenHands:
    """The hidden hands alone."""
    outputs = bidder(questions.batch.to(device), questions.views.to(device))
    return _hidden_hands(bidder, questions, outputs)


def _meanings(
    bidder: Bidder, calls: Calls, device: torch.device | str, states: Tensor | None
) -> MeaningChances | None:
    """The meanings of calls; ``states`` are of their auctions, and of others behind them."""
    given = None if states is None else states[: len(calls.batch)]
    return read_meanings(bidder, calls.batch, calls.auction, calls.step, device, given)


class CallRows(NamedTuple):
    """Which views answer for C calls: what everybody believes before and after each (C,), and
    those that judge it by the stated systems (C,) and, where asked, by the others (5 · C,);
    ``earlier``, what was known of the caller, who has a place among the hidden players there."""

    before: Tensor
    after: Tensor
    stated: Tensor
    otherwise: Tensor | None
    earlier: Tensor
    earlier_place: Tensor


def beliefs_about_calls(
    bidder: Bidder, calls: Calls, rows: CallRows, outputs: Outputs
) -> CallBeliefs:
    """The bidder's answers of these views."""
    chances = outputs.call.float().softmax(-1).cpu()
    stated, otherwise = chances[rows.stated], rows.otherwise
    return CallBeliefs(
        shown_hcp=outputs.hcp[rows.after, RHO].double().softmax(-1).cpu(),
        shown_lengths=outputs.lengths[rows.after, RHO].double().softmax(-1).cpu(),
        shown_cards=card_chances(outputs.cards[rows.after], bidder.config)[..., RHO + 1]
        .double()
        .cpu(),
        earlier_hcp=outputs.hcp[rows.earlier, rows.earlier_place].double().softmax(-1).cpu(),
        earlier_lengths=outputs.lengths[rows.earlier, rows.earlier_place]
        .double()
        .softmax(-1)
        .cpu(),
        expected=chances[rows.before],
        judged=stated,
        by_system=None
        if otherwise is None
        else log_chances_by_system(calls, stated, chances[otherwise]),
    )


def for_answers(bidder: Bidder, device: torch.device | str) -> Bidder:
    """The bidder as it answers fastest: in bfloat16 where the device multiplies that faster.

    Chances then differ from those of float32 by 0.001 on average.
    """
    return bidder.to_bfloat16() if fast_dtype(device) is torch.bfloat16 else bidder


def log_chances_by_system(calls: Calls, stated: Tensor, otherwise: Tensor) -> Tensor:
    """(C, system) log chances of the calls as made, from the chances (C, 38) and (5 · C, 38)."""
    made = calls.made[:, None]
    others = made.repeat_interleave(len(otherwise) // max(len(made), 1), dim=0)
    given = calls.by_system(stated.gather(1, made)[:, 0], otherwise.gather(1, others)[:, 0])
    return given.double().clamp(min=_LEAST).log()


def _hidden_hands(bidder: Bidder, questions: Questions, outputs: Outputs) -> HiddenHands:
    """The hidden hands of all moments made to agree, those of players apart from spectators'."""
    looks, config = questions.looks, bidder.config
    seen, blind, across = questions.viewers[looks], questions.viewers[~looks], questions.across
    views, parts = questions.views, []
    if len(seen):
        own = questions.batch.hands[views.auction[seen], views.viewer[seen]]
        cards = card_chances(outputs.cards[seen], config)[..., 1:]
        parts.append(_agreed(cards, outputs.lengths[seen], outputs.hcp[seen], ~own))
    if len(blind):
        # The player next to call is nobody's hidden hand here, but the partner of one across.
        cards = card_chances(outputs.cards[blind], config)
        lengths = torch.cat([outputs.lengths[across, PARTNER, None], outputs.lengths[blind]], 1)
        hcp = torch.cat([outputs.hcp[across, PARTNER, None], outputs.hcp[blind]], 1)
        parts.append(_agreed(cards, lengths, hcp, torch.ones(cards.shape[:2]).bool()))
    count = torch.where(looks, N_HIDDEN, N_OWNERS)
    place = torch.where(looks, 0, N_HIDDEN * len(seen))
    rank = torch.where(looks, looks.cumsum(0), (~looks).cumsum(0)) - 1
    cards, lengths, hcp = (torch.cat(kind) for kind in zip(*parts, strict=True))
    return HiddenHands(cards, lengths, hcp, place + count * rank)


def _agreed(
    cards: Tensor, lengths: Tensor, hcp: Tensor, unseen: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Chances and logits of hands in views to (view · hand, ...) probabilities that agree."""
    given = Hands(cards.cpu(), lengths.softmax(-1).cpu(), hcp.softmax(-1).cpu())
    agreed = consistent(given, unseen.cpu())
    by_hand = agreed.cards.transpose(1, 2).flatten(0, 1)
    return by_hand, agreed.lengths.flatten(0, 1), agreed.hcp.flatten(0, 1)
