"""Making the chances of the next call hold, on auctions kept from training."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import Records
from bidding.encoding.targets import next_call
from bidding.networks.bidder import Bidder
from bidding.training.moments import turn_views

LEAST_CALLS = 1000  # with fewer, a system's temperature stays 1
_TEMPERATURES = np.geomspace(0.7, 1.5, 100).tolist()
_BATCH_AUCTIONS = 512


@torch.no_grad()
def warm(bidder: Bidder, records: Records, rows: np.ndarray) -> dict[System, float]:
    """Set for each system the temperature at which the log loss of its calls is least.

    C. Guo and others 2017, "On calibration of modern neural networks", section 4.2: the order of
    the calls stays the same. A network that has seen few auctions of a kind often is too sure of
    new ones. The temperatures of the systems that have calls enough in these rows.
    """
    bidder.temperature.fill_(1)
    logits, called, system = _answers(bidder.eval(), records, rows)
    found = {}
    for name, code in SYSTEM_CODE.items():
        own = system == code
        if int(own.sum()) < LEAST_CALLS:
            continue
        losses = [float(cross_entropy(logits[own] / one, called[own])) for one in _TEMPERATURES]
        found[name] = _TEMPERATURES[int(np.argmin(losses))]
        bidder.temperature[code] = found[name]
    return found


def _answers(bidder: Bidder, records: Records, rows: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
    """(call, 38) logits, (call,) what was called, and the system of who called."""
    device, parts = bidder.temperature.device, []
    for part in np.array_split(rows, max(1, len(rows) // _BATCH_AUCTIONS)):
        batch = records.batch(part).to(device)
        turns = turn_views(batch)
        system = batch.systems[turns.auction, turns.viewer % len(Side)]
        answers = bidder.next_call(batch, turns), next_call(batch, turns), system
        parts.append(tuple(answer.cpu() for answer in answers))
    logits, called, systems = map(torch.cat, zip(*parts, strict=True))
    return logits, called, systems
