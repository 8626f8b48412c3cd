"""Temperature scaling of the meaning heads on the validation auctions."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import PASS
from bidding.domain.systems import System
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import LabelledAuctions
from bidding.encoding.views import Views, all_steps
from bidding.networks.bidder import Bidder
from bidding.training.core.temperature import fit_temperature
from bidding.training.meanings.auctions import VALIDATION_EVERY
from bidding.training.meanings.robot import RobotLabels
from bidding.training.scoring.evaluation import evenly_spaced

_AUCTIONS = 1500  # of each system, at most
_LEAST_CALLS = 1000  # with fewer, a system's temperature stays 1
_AT_ONCE = 256
_TEMPERATURES = np.geomspace(0.6, 2.0, 100).tolist()


@torch.inference_mode()
def fit_temperatures(
    bidder: Bidder, auctions: LabelledAuctions, labels: RobotLabels, least: int = _LEAST_CALLS
) -> dict[System, float]:
    """Fit for each system the temperature of least log loss of the meanings of its calls but
    passes; return those of the systems with enough calls."""
    if bidder.meanings is None:
        raise ValueError("these weights have no meaning heads")
    temperature = bidder.meanings.temperature
    temperature.fill_(1)
    kept = np.arange(0, len(auctions), VALIDATION_EVERY)
    found: dict[System, float] = {}
    for system, code in SYSTEM_CODE.items():
        rows = kept[(auctions.systems[kept] == code).any(1)]
        if system is System.UNKNOWN or len(rows) == 0:
            continue
        logits, truth = _answers(bidder, auctions, labels, evenly_spaced(rows, _AUCTIONS), code)
        if len(truth) >= least:
            found[system] = fit_temperature(logits, truth, _TEMPERATURES)
    for system, value in found.items():
        temperature[SYSTEM_CODE[system]] = value
    return found


def _answers(
    bidder: Bidder, auctions: LabelledAuctions, labels: RobotLabels, rows: np.ndarray, code: int
) -> tuple[Tensor, Tensor]:
    """Return (C, meaning) logits and (C,) stated meanings of calls by sides that play a system."""
    device, logits, truth = next(bidder.parameters()).device, [], []
    for part in np.array_split(rows, max(1, len(rows) // _AT_ONCE)):
        batch = auctions.batch(part)
        label, flags = (auctions.padded(x, part, 0) for x in (auctions.label, auctions.flags))
        auction, step = all_steps(batch.n_calls)
        asked = batch.calls[auction, step] != PASS.index
        asked &= batch.systems[auction, batch.seat[auction, step] % 2] == code
        auction, step = auction[asked], step[asked]
        after = batch.seat[auction, step + 1]
        views = Views(auction, step + 1, after, torch.zeros_like(asked[asked]))
        logits.append(bidder.call_meanings(batch.to(device), views.to(device)).name.cpu())
        truth.append(labels.meanings(batch, label, flags)[auction, step])
    return torch.cat(logits), torch.cat(truth)
