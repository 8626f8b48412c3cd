"""The trainer: steps, schedule, checkpoints, progress, a clean stop.

A ``Task`` has the model and the data. Everything random in it must follow from the number of the
step, so that a resumed run gives the same weights.

A checkpoint is loaded with ``weights_only``, which runs no code of the file.
"""

from __future__ import annotations

import io
import math
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from pickle import UnpicklingError
from types import FrameType
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor, nn
from tqdm import tqdm

from bidding.networks.arithmetic import fast_dtype
from bidding.networks.checkpoint import write_atomically
from bidding.training.core.distributed import ALONE, ProcessGroup, machine

CHECKPOINT = "training.pt"


class Task(Protocol):
    """A model, its data and its loss."""

    @property
    def model(self) -> nn.Module:
        """The model to train."""

    @property
    def steps(self) -> int:
        """Number of steps of the whole run."""

    @property
    def fingerprint(self) -> str:
        """Identity of the run; a checkpoint of another fingerprint is not resumed."""

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Return new optimisers; the ``lr`` of each parameter group is its peak rate."""

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """Return the loss of a step, its parts for the log, and the number of examples."""

    def validate(self) -> dict[str, float]:
        """Return figures on the validation data."""


@dataclass(frozen=True)
class Schedule:
    """Learning rates: warm-up, plateau, linear decay to zero."""

    warmup: float
    decay: float
    clip: float
    validations: int = 4
    """Largest number of validations; the last is after the last step."""

    def factor(self, step: int, steps: int) -> float:
        """Return the share of the peak rate at a step."""
        rising = (step + 1) / max(1, round(self.warmup * steps))
        falling = (steps - step) / max(1, round(self.decay * steps))
        return min(1.0, rising, falling)

    def validates_after(self, step: int, steps: int) -> bool:
        """Return True if the task is validated after this step."""
        every = max(1, math.ceil(steps / self.validations))
        return (step + 1) % every == 0 or step + 1 == steps


class Diverged(ValueError):
    """A gradient that is not finite; the last checkpoint is from before."""


class BadResume(ValueError):
    """A checkpoint that this run cannot resume from."""


@dataclass
class Run:
    """Progress of one training run."""

    step: int = 0
    seconds: float = 0.0
    examples: int = 0
    history: list[dict[str, float]] = field(default_factory=list)
    """Figures of each validation."""

    processes: list[int] = field(default_factory=list)
    """Numbers of processes that made its steps, in order; randomness depends on them."""

    def report(self, device: torch.device) -> dict[str, Any]:
        """Return what reports of all runs say: the time, the machine and the validations."""
        return {
            "seconds": round(self.seconds, 1),
            "machine": machine(device, self.processes),
            "validations": self.history,
        }


def train(
    task: Task,
    schedule: Schedule,
    directory: Path,
    *,
    device: torch.device,
    processes: ProcessGroup = ALONE,
    save_every_s: float = 120.0,
    log: Callable[[str], None] = tqdm.write,
) -> Run:
    """Train to the end, or until SIGINT or SIGTERM; leave a checkpoint either way.

    Resume from the directory's checkpoint if there is one. The returned run is complete if its
    ``step`` is ``task.steps``. All ``processes`` call this; the main one saves and logs. Raise
    BadResume for a checkpoint of another fingerprint, and Diverged.
    """
    directory.mkdir(parents=True, exist_ok=True)
    optimisers = task.optimisers()
    peaks = [[group["lr"] for group in optimiser.param_groups] for optimiser in optimisers]
    run = _resume(task, optimisers, directory / CHECKPOINT)
    if run.step < task.steps and run.processes[-1:] != [processes.size]:
        run.processes.append(processes.size)
    processes.broadcast(task.model)
    saved = started = time.monotonic()
    before, stop = run.seconds, False
    lowered = fast_dtype(device) is torch.bfloat16
    task.model.train()
    with _stoppable() as stopped, _bar(task, run, shown=processes.is_main) as bar:
        while run.step < task.steps and not stop:
            _set_rates(optimisers, peaks, schedule.factor(run.step, task.steps))
            with torch.autocast(device.type, torch.bfloat16, enabled=lowered):
                loss, parts, examples = task.loss(run.step)
            try:
                stop = _learn(task.model, loss, optimisers, schedule.clip, processes, stopped())
            except Diverged as error:
                raise Diverged(f"{directory}: after step {run.step:,}, {error}") from None
            run.examples += examples
            bar.update(1)
            run.seconds = before + time.monotonic() - started
            bar.set_postfix_str(_postfix(parts, run), refresh=False)
            if processes.is_main and schedule.validates_after(run.step, task.steps):
                figures = {"step": run.step + 1, "seconds": run.seconds, **task.validate()}
                task.model.train()
                run.history.append(figures)
                log(_validation_line(figures))
            run.step += 1
            if processes.is_main and time.monotonic() - saved > save_every_s:
                _save(task, optimisers, run, directory / CHECKPOINT)
                saved = time.monotonic()
        if processes.is_main:
            _save(task, optimisers, run, directory / CHECKPOINT)
    if processes.is_main and run.step < task.steps:
        log(f"stopped after step {run.step:,} of {task.steps:,}; run the same command to go on")
    return run


def _learn(
    model: nn.Module,
    loss: Tensor,
    optimisers: list[torch.optim.Optimizer],
    clip: float,
    processes: ProcessGroup,
    stop: bool,
) -> bool:
    """Take one step; return True if any process asks to stop after it.

    Raise Diverged, in all processes alike, if the gradient is not finite.
    """
    for optimiser in optimisers:
        optimiser.zero_grad(set_to_none=True)
    loss.backward()
    stop = processes.average_gradients(model.parameters(), stop)
    if not bool(nn.utils.clip_grad_norm_(model.parameters(), clip).isfinite()):
        raise Diverged("the gradient is no longer a finite number; lower the rates of learning")
    for optimiser in optimisers:
        optimiser.step()
    return stop


def _set_rates(
    optimisers: list[torch.optim.Optimizer], peaks: list[list[float]], factor: float
) -> None:
    for optimiser, rates in zip(optimisers, peaks, strict=True):
        for group, peak in zip(optimiser.param_groups, rates, strict=True):
            group["lr"] = peak * factor


def _save(task: Task, optimisers: list[torch.optim.Optimizer], run: Run, path: Path) -> None:
    state: dict[str, Any] = {
        "fingerprint": task.fingerprint,
        "run": vars(run),
        "model": task.model.state_dict(),
        "optimisers": [optimiser.state_dict() for optimiser in optimisers],
    }
    content = io.BytesIO()
    torch.save(state, content)
    write_atomically(path, content.getvalue())


def _resume(task: Task, optimisers: list[torch.optim.Optimizer], path: Path) -> Run:
    if not path.exists():
        return Run()
    try:
        state = torch.load(path, "cpu", weights_only=True)
        fingerprint = state["fingerprint"]
    except (UnpicklingError, RuntimeError, EOFError, KeyError, TypeError) as error:
        raise BadResume(f"{path} is damaged ({error}); move it away to start again") from error
    if fingerprint != task.fingerprint:
        raise BadResume(f"{path} is a checkpoint of another recipe or data; move it or use --out")
    task.model.load_state_dict(state["model"])
    for optimiser, kept in zip(optimisers, state["optimisers"], strict=True):
        optimiser.load_state_dict(kept)
    return Run(**state["run"])


def _bar(task: Task, run: Run, *, shown: bool) -> Any:
    return tqdm(
        disable=not shown,
        total=task.steps,
        initial=run.step,
        unit="step",
        desc="training",
        dynamic_ncols=True,
        mininterval=5.0,
    )


def _postfix(parts: Mapping[str, Tensor], run: Run) -> str:
    rate = run.examples / max(run.seconds, 1e-9)
    shown = " ".join(f"{name} {float(part):.3f}" for name, part in parts.items())
    return f"{rate:,.0f}/s {shown}"


def _validation_line(figures: Mapping[str, float]) -> str:
    parts = ", ".join(
        f"{name} {value:.4f}" for name, value in figures.items() if name not in ("step", "seconds")
    )
    return f"step {figures['step']:.0f} after {figures['seconds']:.0f} s: {parts}"


@contextmanager
def _stoppable() -> Iterator[Callable[[], bool]]:
    """Turn SIGINT and SIGTERM into a request to stop after the running step."""
    asked: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        asked.append(number)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def cached(path: Path, compute: Callable[[], Tensor]) -> Tensor:
    """Return what is computed, read from the file or written to it."""
    if path.exists():
        return torch.from_numpy(np.load(path))
    tensor = compute()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part.npy")
    np.save(part, tensor.numpy())
    part.replace(path)
    return tensor
