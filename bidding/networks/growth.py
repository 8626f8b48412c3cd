"""Growth of trained networks: a larger network, or one with a further system."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from bidding.domain.systems import System
from bidding.encoding.layout import PUBLIC_STEP_LAYOUT, SYSTEM_CODE, TABLE_LAYOUT, Layout
from bidding.networks.bidder import Bidder, trunk_inputs
from bidding.networks.config import BidderConfig

_ENTRY = "trunk.entry.weight"
_GRU = "state.gru."
_MEANINGS = "meanings."
_GATES = 3  # of a GRU, concatenated in each of its parameters
_GROWING = ("readout_blocks", "evaluation", "adjustment", "state_width")
_FREE = ("meaning_width", "meaning_blocks", "meanings")  # do not affect calls and hands


def grow(bidder: Bidder, config: BidderConfig) -> Bidder:
    """Return a bidder of ``config`` that gives the outputs of ``bidder``, up to rounding.

    It may have more residual blocks, which start as the identity, further hand evaluation inputs,
    which start with zero weights, and a wider recurrent state, whose new units start unread
    (after T. Chen et al. 2016, "Net2Net", section 2.3). Raises ValueError where ``config``
    differs in anything else.
    """
    old = bidder.config
    same = replace(config, **{name: getattr(old, name) for name in (*_GROWING, *_FREE)})
    less = any(getattr(config, name) < getattr(old, name) for name in _GROWING)
    if same != old or less:
        raise ValueError(f"a network of {old} cannot grow into one of {config}")
    larger = type(bidder)(config).to(next(bidder.parameters()).device)
    kept = larger.state_dict()
    for name, weight in bidder.state_dict().items():
        if name.startswith(_MEANINGS) and not _same_heads(old, config):
            continue
        kept[name] = _widen_gru(weight, kept[name]) if name.startswith(_GRU) else weight
    for number in range(old.readout_blocks, config.readout_blocks):
        for name in ("weight", "bias"):
            kept[f"trunk.blocks.{number}.down.{name}"].zero_()
    kept[_ENTRY] = _widen_entry(bidder.state_dict()[_ENTRY], old, config)
    larger.load_state_dict(kept)
    return larger


def _same_heads(old: BidderConfig, new: BidderConfig) -> bool:
    """Return True if both have the same meaning heads; otherwise these are initialised anew."""
    names = ("meaning_width", "meaning_blocks", "meanings")
    return all(getattr(old, name) == getattr(new, name) for name in names)


def _widen_gru(weight: Tensor, fresh: Tensor) -> Tensor:
    """Return a parameter of the wider GRU: (gates · units) or (gates · units, inputs).

    The old units keep their weights and ignore the new ones, which are taken from ``fresh``.
    """
    old, new = (tensor.unflatten(0, (_GATES, -1)) for tensor in (weight, fresh.clone()))
    units = old.shape[1]
    if new.ndim == 3:
        new[:, :units] = 0
        new[:, :units, : old.shape[2]] = old
    else:
        new[:, :units] = old
    return new.flatten(0, 1)


def _widen_entry(weight: Tensor, old: BidderConfig, new: BidderConfig) -> Tensor:
    """Return (width, inputs): the old inputs' columns at their new places, zeros elsewhere."""
    widths = trunk_inputs(old)
    given = dict(zip(widths, weight.split(list(widths.values()), dim=1), strict=True))
    states = given["state"].unflatten(1, (-1, old.state_width))  # one for each turn
    more = new.state_width - old.state_width
    given["state"] = torch.nn.functional.pad(states, (0, more)).flatten(1)
    nothing = torch.zeros_like(weight[:, :1])
    parts = [
        given.get(name, nothing.expand(-1, width)) for name, width in trunk_inputs(new).items()
    ]
    return torch.cat(parts, dim=1)


@torch.no_grad()
def copy_system(bidder: Bidder, source: System, target: System) -> None:
    """Copy the input columns and temperatures of ``source`` to ``target``."""
    state = bidder.state_dict()
    old, new = SYSTEM_CODE[source], SYSTEM_CODE[target]
    inputs: dict[str, Layout] = {"state.table.weight": PUBLIC_STEP_LAYOUT, _ENTRY: TABLE_LAYOUT}
    for name, layout in inputs.items():
        columns = state[name][:, layout.place("systems")].unflatten(1, (-1, len(SYSTEM_CODE)))
        columns[:, :, new] = columns[:, :, old]
    for name in ("temperature", "hand_temperature"):
        state[name][..., new] = state[name][..., old]
