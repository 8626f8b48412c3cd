"""A larger network that begins where a smaller one ended."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import torch
from torch import Tensor

from bidding.networks.bidder import Bidder, trunk_inputs
from bidding.networks.config import BidderConfig

_ENTRY = "trunk.entry.weight"
_GRU = "state.gru."
_BLOCKS = ("trunk.blocks.", "trunk.fork.")
_GATES = 3  # of a gated recurrent unit, one after the other in each of its parameters
_GROWING = ("readout_blocks", "forked_blocks", "evaluation", "adjustment", "state_width")
_WAYS = ("quiet", "contested")
_FREE = ("dropout",)  # answers do not depend on it


def grown(bidder: Bidder, config: BidderConfig) -> Bidder:
    """A bidder of ``config`` that answers as ``bidder`` does, to the rounding.

    It may have more residual blocks, which add nothing before they have learned, other weights in
    the last ones once both sides have called, which are equal before they have, be told more
    of what players reckon from a hand, which has no weight yet, and hear the auction with a
    wider state, whose new units nothing reads yet (after T. Chen et al. 2016, "Net2Net",
    section 2.3). Raises ValueError where ``config`` differs in anything else, for a wider state
    without the residual read-out, and where two blocks of other weights would have to be one.
    """
    old = bidder.config
    same = replace(config, **{name: getattr(old, name) for name in (*_GROWING, *_FREE)})
    less = any(getattr(config, name) < getattr(old, name) for name in _GROWING)
    unread = config.state_width > old.state_width and config.readout != "residual"
    joined = bool(old.forked_blocks) and _shared(config) > _shared(old)
    if same != old or less or unread or joined:
        raise ValueError(f"a network of {old} cannot grow into one of {config}")
    larger = Bidder(config).to(next(bidder.parameters()).device)
    kept = larger.state_dict()
    given = bidder.state_dict()
    for name, weight in given.items():
        if name.startswith(_GRU):
            kept[name] = _among_more_units(weight, kept[name])
        elif not name.startswith(_BLOCKS):
            kept[name] = weight
    for number, way in product(range(config.readout_blocks), _WAYS):
        _take_block(kept, given, _block(config, number, way), _block(old, number, way))
    if _ENTRY in kept:
        kept[_ENTRY] = _spread(given[_ENTRY], old, config)
    larger.load_state_dict(kept)
    return larger


def _shared(config: BidderConfig) -> int:
    """How many blocks serve all auctions."""
    return config.readout_blocks - config.forked_blocks


def _block(config: BidderConfig, number: int, way: str) -> str:
    """What the names of a block's parameters begin with; of one that is not there, of none."""
    beyond = number - _shared(config)
    return f"trunk.blocks.{number}." if beyond < 0 else f"trunk.fork.{way}.{beyond}."


def _take_block(kept: dict[str, Tensor], given: dict[str, Tensor], new: str, old: str) -> None:
    """Give a block the weights of an old one; where there was none, let it add nothing."""
    for name in [name for name in kept if name.startswith(new)]:
        end = name.removeprefix(new)
        if old + end in given:
            kept[name] = given[old + end]
        elif end.startswith("down."):
            kept[name].zero_()


def _among_more_units(weight: Tensor, fresh: Tensor) -> Tensor:
    """A parameter of the recurrent layers: (gates · units) or (gates · units, inputs).

    The old units keep what they read and read nothing of the new ones, which are as ``fresh``.
    """
    old, new = (tensor.unflatten(0, (_GATES, -1)) for tensor in (weight, fresh.clone()))
    units = old.shape[1]
    if new.ndim == 3:
        new[:, :units] = 0
        new[:, :units, : old.shape[2]] = old
    else:
        new[:, :units] = old
    return new.flatten(0, 1)


def _spread(weight: Tensor, old: BidderConfig, new: BidderConfig) -> Tensor:
    """(width, inputs) the columns of the old inputs at their new places, zeros between them."""
    widths = trunk_inputs(old)
    given = dict(zip(widths, weight.split(list(widths.values()), dim=1), strict=True))
    states = given["state"].unflatten(1, (-1, old.state_width))  # one for each turn, or one
    more = new.state_width - old.state_width
    given["state"] = torch.nn.functional.pad(states, (0, more)).flatten(1)
    nothing = torch.zeros_like(weight[:, :1])
    parts = [
        given.get(name, nothing.expand(-1, width)) for name, width in trunk_inputs(new).items()
    ]
    return torch.cat(parts, dim=1)
