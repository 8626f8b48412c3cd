"""The training of the meaning heads, from data to weights and report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from bidding.networks.checkpoint import load_bidder, save_bidder, write_json
from bidding.training.bidder.run import MODEL_NAME
from bidding.training.core.distributed import default_device
from bidding.training.core.trainer import Schedule, train
from bidding.training.meanings.auctions import joined, read_files, read_labels, stated_calls
from bidding.training.meanings.robot import RobotLabels
from bidding.training.meanings.task import MeaningSettings, MeaningTask, data_names
from bidding.training.meanings.temperatures import fit_temperatures

LABELS = "labels.json"
_SCHEDULE = Schedule(warmup=0.02, decay=0.8, clip=1.0, validations=8)


def train_meanings(
    data: Path,
    weights: Path | None,
    out: Path,
    *,
    passes: float | None = None,
    version: str,
    log: Callable[[str], None] = print,
) -> dict[str, Any] | None:
    """Train the heads of these weights into ``out``, or resume; return the report, None if stopped.

    Fit their temperatures on the validation auctions at the end. Raise BadRecords, BadCheckpoint
    or ValueError for data or weights that are missing.
    """
    names = data_names(data)
    if not names:
        raise ValueError(f"there is no meaning-*.npz in {data}")
    device = default_device()
    bidder, info = load_bidder(weights, device)
    settings = MeaningSettings()
    if passes is not None:
        settings = replace(settings, passes=passes)
    log(f"reading {', '.join(names)}")
    auctions = joined(read_files(data, names, data / LABELS))
    labels = RobotLabels(read_labels(data / LABELS))
    calls = stated_calls(auctions, labels, settings.share_of_passes, settings.seed)
    states = out / f"states-{info.sha256[:12]}-{len(calls)}.npy"
    task = MeaningTask(bidder, calls, settings, device, states)
    log(f"{len(calls):,} auctions so far, {task.steps:,} steps on {device}")
    run = train(task, _SCHEDULE, out, device=device, log=log)
    if run.step < task.steps:
        return None
    states.unlink()
    temperatures = fit_temperatures(task.bidder.eval(), auctions, labels)
    saved = save_bidder(
        task.bidder, out, name=MODEL_NAME, version=version, recipe=f"{info.recipe}, meanings"
    )
    report = {
        "settings": asdict(settings),
        "files": names,
        "calls": len(calls),
        "start_sha256": info.sha256,
        "weights_sha256": saved.sha256,
        **run.report(device),
        "temperatures": {system.value: value for system, value in temperatures.items()},
    }
    write_json(out / "report.json", report)
    return report
