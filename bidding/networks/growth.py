"""A larger network that begins where a smaller one ended."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from bidding.networks.bidder import Bidder, trunk_inputs
from bidding.networks.config import BidderConfig

_ENTRY = "trunk.entry.weight"


def grown(bidder: Bidder, config: BidderConfig) -> Bidder:
    """A bidder of ``config`` that answers as ``bidder`` does, to the rounding.

    It may have more residual blocks, which add nothing before they have learned, and be told
    the evaluation of the hand, which has no weight yet (after T. Chen et al. 2016, "Net2Net",
    section 2.3). Raises ValueError where ``config`` differs in anything else.
    """
    old = bidder.config
    same = replace(config, readout_blocks=old.readout_blocks, evaluation=old.evaluation)
    less = config.readout_blocks < old.readout_blocks or config.evaluation < old.evaluation
    if same != old or less:
        raise ValueError(f"a network of {old} cannot grow into one of {config}")
    larger = Bidder(config).to(next(bidder.parameters()).device)
    kept = larger.state_dict() | bidder.state_dict()
    for number in range(old.readout_blocks, config.readout_blocks):
        for name in ("weight", "bias"):
            kept[f"trunk.blocks.{number}.down.{name}"].zero_()
    if _ENTRY in kept:
        kept[_ENTRY] = _spread(bidder.state_dict()[_ENTRY], old, config)
    larger.load_state_dict(kept)
    return larger


def _spread(weight: Tensor, old: BidderConfig, new: BidderConfig) -> Tensor:
    """(width, inputs) the columns of the old inputs at their new places, zeros between them."""
    widths = trunk_inputs(old)
    given = dict(zip(widths, weight.split(list(widths.values()), dim=1), strict=True))
    nothing = torch.zeros_like(weight[:, :1])
    parts = [
        given.get(name, nothing.expand(-1, width)) for name, width in trunk_inputs(new).items()
    ]
    return torch.cat(parts, dim=1)
