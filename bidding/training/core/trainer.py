"""A trainer that knows no bridge: steps, schedule, checkpoints, progress, a clean stop.

What is learned is a ``Task``. Everything random in a task must follow from the number of
the step, so that a resumed run goes on exactly where it was.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

import torch
from torch import Tensor, nn
from tqdm import tqdm

from bidding.networks.checkpoint import write_atomically
from bidding.networks.precision import fast_dtype
from bidding.training.core import checkpointing
from bidding.training.core.distributed import Team

CHECKPOINT = "training.safetensors"
OLD_CHECKPOINT = "training.pt"  # of releases that pickled it


class Task(Protocol):
    """What a trainer needs to know of what it trains."""

    @property
    def model(self) -> nn.Module:
        """What is trained."""

    @property
    def steps(self) -> int:
        """How many steps the whole run takes."""

    @property
    def fingerprint(self) -> str:
        """Tells runs apart: one of another fingerprint cannot be resumed."""

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Fresh optimisers; each group's ``lr`` is its peak."""

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """The loss of a step, its parts for the record, and how many examples it holds."""

    def validate(self) -> dict[str, float]:
        """Figures on data kept apart, to choose by."""


@dataclass(frozen=True)
class Schedule:
    """Rates that rise for a share of the steps, hold, and fall to zero over another share."""

    warmup: float
    decay: float
    clip: float
    validations: int = 4
    """How many times in the run the task is validated, at most; the last is at the end."""

    def factor(self, step: int, steps: int) -> float:
        """The share of the peak rate at a step."""
        rising = (step + 1) / max(1, round(self.warmup * steps))
        falling = (steps - step) / max(1, round(self.decay * steps))
        return min(1.0, rising, falling)

    def validates_after(self, step: int, steps: int) -> bool:
        """Whether the figures are taken after this step."""
        every = max(1, math.ceil(steps / self.validations))
        return (step + 1) % every == 0 or step + 1 == steps


class Diverged(ValueError):
    """Weights that went astray; the last checkpoint is of before."""


class BadResume(ValueError):
    """A checkpoint of another run stands where this one would go on."""


@dataclass
class Run:
    """The state of one training run."""

    step: int = 0
    seconds: float = 0.0
    examples: int = 0
    history: list[dict[str, float]] = field(default_factory=list)
    """The figures of each validation."""

    teams: list[int] = field(default_factory=list)
    """How many processes made its steps, one number after the other; 0 where it was not kept.

    What follows from chance in a step depends on it.
    """

    def go_on_with(self, size: int) -> None:
        """Note that a team of that size makes the next steps."""
        if not self.teams or self.teams[-1] != size:
            self.teams.append(size)


def train(
    task: Task,
    schedule: Schedule,
    directory: Path,
    *,
    device: torch.device,
    team: Team | None = None,
    save_every_s: float = 120.0,
    report: Callable[[str], None] = tqdm.write,
) -> Run:
    """Train to the end, or until SIGINT or SIGTERM; a checkpoint is left either way.

    In a ``team`` of processes, all call this alike and the one that leads saves and reports.

    Resumes from the directory's checkpoint where there is one (raises BadResume if it is of
    another fingerprint, and Diverged where learning goes astray). The returned run has
    ``step == task.steps`` only when finished.
    """
    team = team or Team()
    directory.mkdir(parents=True, exist_ok=True)
    optimisers = task.optimisers()
    peaks = [[group["lr"] for group in optimiser.param_groups] for optimiser in optimisers]
    run = _resume(task, optimisers, directory / CHECKPOINT)
    if run.step < task.steps:
        run.go_on_with(team.size)
    team.agree(task.model)
    saved = started = time.monotonic()
    before, stop = run.seconds, False
    lowered = fast_dtype(device) is torch.bfloat16
    task.model.train()
    with _stoppable() as stopped, _bar(task, run, shown=team.leads) as bar:
        while run.step < task.steps and not stop:
            _set_rates(optimisers, peaks, schedule.factor(run.step, task.steps))
            with torch.autocast(device.type, torch.bfloat16, enabled=lowered):
                loss, parts, examples = task.loss(run.step)
            try:
                stop = _learn(task.model, loss, optimisers, schedule.clip, team, stopped())
            except Diverged as error:
                raise Diverged(f"{directory}: after step {run.step:,}, {error}") from None
            run.examples += examples
            bar.update(1)
            run.seconds = before + time.monotonic() - started
            bar.set_postfix_str(_words(parts, run), refresh=False)
            if team.leads and schedule.validates_after(run.step, task.steps):
                figures = {"step": run.step + 1, "seconds": run.seconds, **task.validate()}
                task.model.train()
                run.history.append(figures)
                report(_validation_line(figures))
            run.step += 1
            if team.leads and time.monotonic() - saved > save_every_s:
                _save(task, optimisers, run, directory / CHECKPOINT)
                saved = time.monotonic()
        if team.leads:
            _save(task, optimisers, run, directory / CHECKPOINT)
    return run


def _learn(
    model: nn.Module,
    loss: Tensor,
    optimisers: list[torch.optim.Optimizer],
    clip: float,
    team: Team,
    stop: bool,
) -> bool:
    """One step down the loss; whether any of the team asks to stop after it.

    Raises Diverged, alike in all of a team, where the gradient is infinite or no number.
    """
    for optimiser in optimisers:
        optimiser.zero_grad(set_to_none=True)
    loss.backward()
    stop = team.average_gradients(model.parameters(), stop)
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
    write_atomically(path, checkpointing.to_bytes(state))


def _resume(task: Task, optimisers: list[torch.optim.Optimizer], path: Path) -> Run:
    if (old := path.with_name(OLD_CHECKPOINT)).exists() and not path.exists():
        raise BadResume(f"{old} is of an older release; move it away to start anew")
    if not path.exists():
        return Run()
    try:
        state = checkpointing.from_bytes(path.read_bytes())
        fingerprint = state["fingerprint"]
    except (checkpointing.Damaged, KeyError, TypeError) as error:
        raise BadResume(f"{path} is damaged ({error}); move it away to start anew") from error
    if fingerprint != task.fingerprint:
        raise BadResume(f"{path} is a checkpoint of another recipe or data; move it or use --out")
    task.model.load_state_dict(state["model"])
    for optimiser, kept in zip(optimisers, state["optimisers"], strict=True):
        optimiser.load_state_dict(kept)
    return Run(**{"teams": [0], **state["run"]})  # older releases did not keep them


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


def _words(parts: Mapping[str, Tensor], run: Run) -> str:
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
    """Within it, SIGINT and SIGTERM ask for a stop after the running step."""
    asked: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        asked.append(number)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
