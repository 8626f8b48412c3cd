"""The training of the adviser, from recorded decisions to weights and report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from bidding.networks.advice_head import LEAST_CHANCE, save_adviser
from bidding.networks.checkpoint import load_bidder, write_json
from bidding.training.advice.samples import read_folder
from bidding.training.advice.task import AdviceSettings, AdviceTask, explained
from bidding.training.core.distributed import default_device
from bidding.training.core.trainer import Schedule, train

REPORT = "report.json"
MARGINS = (0.0, 0.5, 1.0, 2.0)  # IMPs
_SCHEDULE = Schedule(warmup=0.1, decay=0.9, clip=8.0)


def train_adviser(
    data: Path,
    weights: Path | None,
    out: Path,
    *,
    passes: float | None = None,
    version: str,
    log: Callable[[str], None] = print,
) -> dict[str, Any] | None:
    """Train an adviser of these weights into ``out``, or resume; return its report.

    Return None if it was stopped. Raise BadRecords, BadCheckpoint or ValueError for data or
    weights that are missing.
    """
    device = default_device()
    bidder, info = load_bidder(weights, device)
    settings = AdviceSettings()
    if passes is not None:
        settings = replace(settings, passes=passes)
    samples = read_folder(data)
    cache = out / f"features-{info.sha256[:12]}-{samples.digest()[:12]}.npy"
    task = AdviceTask(bidder, info.sha256, samples, settings, device, cache)
    log(f"{len(samples):,} decisions, {task.steps:,} steps on {device}")
    run = train(task, _SCHEDULE, out, device=device, log=log)
    if run.step < task.steps:
        return None
    saved = save_adviser(task.head, out, version=version, recipe="advice")
    by_member, rows = task.predictions(), task.kept_apart
    predicted, errors = by_member.mean(0), by_member.std(0) * (len(by_member) - 1) ** 0.5
    plausible = samples.chance[rows] >= LEAST_CHANCE
    gains = predicted[plausible], samples.imps[rows][plausible]
    report = {
        "settings": asdict(settings),
        "decisions": len(samples),
        "decisions_kept_apart": len(rows),
        "plausible_kept_apart": len(gains[0]),
        "bidder_sha256": info.sha256,
        "weights_sha256": saved.sha256,
        **run.report(device),
        "r2": round(explained(predicted, samples.imps[rows]), 4),
        "error": round(float(errors[plausible].mean()), 3),
        "by_margin": [gain_beyond(margin, *gains) for margin in MARGINS],
    }
    write_json(out / REPORT, report)
    cache.unlink()
    return report


def gain_beyond(margin: float, predicted: np.ndarray, imps: np.ndarray) -> dict[str, float]:
    """Return what the second calls win whose predicted gain is over the margin, in IMPs.

    ``share`` are these of all decisions, ``mean`` and ``error`` the mean IMPs won and its standard
    error (0 for none).
    """
    won = imps[predicted > margin]
    return {
        "margin": margin,
        "share": round(len(won) / len(imps), 4),
        "mean": round(float(won.mean()), 3) if len(won) else 0.0,
        "error": round(float(won.std()) / len(won) ** 0.5, 3) if len(won) else 0.0,
    }
