"""The meaning heads from data to weights and report: what the training command does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from bidding.networks.checkpoint import load_bidder, save_bidder, write_json
from bidding.training.bidder.run import MODEL_NAME
from bidding.training.core.distributed import machine, own_device
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
    say: Callable[[str], None] = print,
) -> bool:
    """Train (or go on training) the heads of these weights into ``out``; False when stopped.

    At the end their temperatures are set on the auctions kept from training.

    Raises BadRecords, BadCheckpoint or ValueError for data or weights that are not there.
    """
    names = data_names(data)
    if not names:
        raise ValueError(f"there is no meaning-*.npz in {data}")
    device = own_device()
    bidder, info = load_bidder(weights, device)
    settings = MeaningSettings()
    if passes is not None:
        settings = replace(settings, passes=passes)
    say(f"reading {', '.join(names)}")
    auctions = joined(read_files(data, names, data / LABELS))
    labels = RobotLabels(read_labels(data / LABELS))
    calls = stated_calls(auctions, labels, settings.share_of_passes, settings.seed)
    states = out / f"states-{info.sha256[:12]}-{len(calls)}.npy"
    task = MeaningTask(bidder, calls, settings, device, states)
    say(f"{len(calls):,} auctions so far, {task.steps:,} steps on {device}")
    run = train(task, _SCHEDULE, out, device=device, report=say)
    if run.step < task.steps:
        say(f"stopped after step {run.step:,} of {task.steps:,}; run the same command to go on")
        return False
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
        "seconds": round(run.seconds, 1),
        "machine": machine(device, run.teams),
        "validations": run.history,
        "temperatures": {system.value: value for system, value in temperatures.items()},
    }
    write_json(out / "report.json", report)
    return True
