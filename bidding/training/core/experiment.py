"""Experiments: a task with its settings, trained into a folder that its report completes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from tqdm import tqdm

from bidding.networks.checkpoint import Kind, write_json
from bidding.training.core.distributed import ALONE, ProcessGroup
from bidding.training.core.settings import Learning
from bidding.training.core.trainer import Run, Schedule, Task, train

REPORT = "report.json"


class Experiment(Task, Protocol):
    """What one kind of model adds to the trainer; its settings go in when it is made."""

    @property
    def kind(self) -> Kind[Any]:
        """The kind of network that a completed run leaves."""

    @property
    def device(self) -> torch.device:
        """Where the model is trained."""

    @property
    def schedule(self) -> Schedule:
        """Learning rates over the run."""

    def complete(self, out: Path, version: str, run: Run) -> dict[str, Any]:
        """Save the weights of a completed run; return what its report has of its own."""


def run_experiment(
    experiment: Experiment,
    out: Path,
    *,
    version: str,
    processes: ProcessGroup = ALONE,
    log: Callable[[str], None] = tqdm.write,
) -> dict[str, Any]:
    """Train into ``out``, or resume; return the report, empty in all processes but the main one.

    The weights of a completed run are not written again: they may be calibrated since. Raise
    KeyboardInterrupt if it was stopped, and BadResume for a checkpoint of another run.
    """
    device = experiment.device
    run = train(experiment, experiment.schedule, out, device=device, processes=processes, log=log)
    if run.step < experiment.steps:
        raise KeyboardInterrupt
    report: dict[str, Any] = {}
    if processes.is_main:
        report = _kept(out, run) if (out / experiment.kind.config).is_file() else {}
        if report:
            log("it is complete; its weights are left as they are")
        else:
            report = {
                "fingerprint": experiment.fingerprint,
                **experiment.complete(out, version, run),
                **run.report(device),
            }
            write_json(out / REPORT, report)
    processes.barrier()
    return report


def schedule_of(learning: Learning, validations: int) -> Schedule:
    """Return the learning rates that settings state."""
    return Schedule(learning.warmup, learning.decay, learning.clip, validations)


def fingerprint_of(facts: Any) -> str:
    """Return the sha256 of facts that identify a run."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


class Shuffled:
    """Rows in batches, in another order in each epoch."""

    def __init__(self, rows: np.ndarray, size: int, seed: int) -> None:
        self._rows, self._size, self._seed = rows, size, seed
        self._order: tuple[int, np.ndarray] = (-1, rows)

    def batch(self, step: int) -> np.ndarray:
        """Return the rows of a step."""
        number, place = divmod(step * self._size, len(self._rows))
        if self._order[0] != number:
            rng = np.random.default_rng([self._seed, number])
            self._order = (number, rng.permutation(self._rows))
        return self._order[1][place : place + self._size]


def _kept(out: Path, run: Run) -> dict[str, Any]:
    """Return the report of this run if it was completed before."""
    try:
        report = json.loads((out / REPORT).read_text(encoding="utf-8"))
        return dict(report) if report["validations"] == run.history else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
