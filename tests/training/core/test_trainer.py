"""The trainer: learns, stops, goes on exactly where it was."""

import os
import signal
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from bidding.training.core import trainer
from bidding.training.core.distributed import ProcessGroup
from bidding.training.core.trainer import CHECKPOINT, BadResume, Diverged, Run, Schedule, train

SCHEDULE = Schedule(warmup=0.1, decay=0.9, clip=1.0, validations=4)
CPU = torch.device("cpu")


class Line:
    """Fits a line; the batch of a step follows from the step."""

    def __init__(self, steps: int = 40, fingerprint: str = "line", stop_at: int = -1) -> None:
        torch.manual_seed(0)
        self.model: nn.Module = nn.Linear(1, 1)
        self.steps, self.fingerprint, self.stop_at = steps, fingerprint, stop_at
        self.seen: list[int] = []

    def optimisers(self) -> list[torch.optim.Optimizer]:
        return [torch.optim.AdamW(self.model.parameters(), lr=0.1)]

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        self.seen.append(step)
        if step == self.stop_at:
            os.kill(os.getpid(), signal.SIGTERM)
        x = torch.randn(16, 1, generator=torch.Generator().manual_seed(step))
        loss = (self.model(x).float() - (3 * x - 1)).square().mean()
        return loss, {"loss": loss.detach()}, len(x)

    def validate(self) -> dict[str, float]:
        return {"slope": float(next(self.model.parameters()).detach())}


def run(task: Line, folder: Path) -> Run:
    return train(task, SCHEDULE, folder, device=CPU, log=lambda line: None)


def test_it_learns_and_keeps_its_figures(tmp_path: Path) -> None:
    finished = run(Line(steps=150), tmp_path)
    assert finished.step == 150
    assert finished.examples == 150 * 16
    assert len(finished.history) == 4
    assert finished.history[-1]["slope"] == pytest.approx(3, abs=0.3)


def test_stopped_and_resumed_is_the_same_as_never_stopped(tmp_path: Path) -> None:
    straight = Line()
    run(straight, tmp_path / "straight")
    stopped = Line(stop_at=17)
    assert run(stopped, tmp_path / "stopped").step == 18
    resumed = Line()
    assert run(resumed, tmp_path / "stopped").step == 40
    assert resumed.seen == list(range(18, 40))
    for one, other in zip(straight.model.parameters(), resumed.model.parameters(), strict=True):
        assert torch.equal(one, other)


def group_of_two(monkeypatch: pytest.MonkeyPatch) -> ProcessGroup:
    """Return a group of two whose other process learns the same."""
    monkeypatch.setattr(ProcessGroup, "broadcast", lambda group, model: None)
    monkeypatch.setattr(ProcessGroup, "average_gradients", lambda group, parameters, stop: stop)
    return ProcessGroup(0, 2)


def test_numbers_of_processes_are_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(Line(stop_at=5), tmp_path).processes == [1]
    assert run(Line(stop_at=9), tmp_path).processes == [1]
    two = group_of_two(monkeypatch)
    task = Line(stop_at=17)
    train(task, SCHEDULE, tmp_path, device=CPU, processes=two, log=lambda line: None)
    assert task.seen[-1] == 17
    assert run(Line(), tmp_path).processes == [1, 2, 1]
    finished = train(Line(), SCHEDULE, tmp_path, device=CPU, processes=two, log=lambda line: None)
    assert finished.processes == [1, 2, 1]  # it made no step


def test_the_signals_are_given_back(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    run(Line(), tmp_path)
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_finished_run_is_not_run_again(tmp_path: Path) -> None:
    run(Line(), tmp_path)
    again = Line()
    assert run(again, tmp_path).step == 40
    assert again.seen == []


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    run(Line(), tmp_path)
    kept = (tmp_path / CHECKPOINT).read_bytes()
    with pytest.raises(BadResume, match="another recipe"):
        run(Line(fingerprint="other"), tmp_path)
    assert (tmp_path / CHECKPOINT).read_bytes() == kept


@pytest.mark.parametrize("cut", [0, 4, 20, 200, -1])
def test_a_checkpoint_cut_short_is_named(tmp_path: Path, cut: int) -> None:
    run(Line(stop_at=5), tmp_path)
    path = tmp_path / CHECKPOINT
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(BadResume, match="damaged"):
        run(Line(), tmp_path)


@pytest.mark.parametrize("state", [{"fingerprint": Path.unlink}, [1], {}])
def test_what_is_no_checkpoint_is_named(tmp_path: Path, state: object) -> None:
    """And nothing in it is run."""
    torch.save(state, tmp_path / CHECKPOINT)
    with pytest.raises(BadResume, match="damaged"):
        run(Line(), tmp_path)


def test_rates_rise_then_fall_to_nothing() -> None:
    factors = [SCHEDULE.factor(step, 100) for step in range(101)]
    assert factors[0] == pytest.approx(0.1)
    assert max(factors) == factors[9] == factors[10] == 1
    assert factors[10:] == sorted(factors[10:], reverse=True)
    assert factors[100] == pytest.approx(0, abs=1e-9)


class Diverging(Line):
    """A line whose loss is no number from some step on."""

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        loss, parts, count = super().loss(step)
        return loss * (float("nan") if step >= 20 else 1), parts, count


def test_a_diverged_run_leaves_the_last_checkpoint(tmp_path: Path) -> None:
    stopped = Line(stop_at=15)
    run(stopped, tmp_path)
    kept = (tmp_path / CHECKPOINT).read_bytes()
    with pytest.raises(Diverged, match=r"after step 20, the gradient is no longer a finite"):
        run(Diverging(), tmp_path)
    assert (tmp_path / CHECKPOINT).read_bytes() == kept


def test_a_second_stop_leaves_the_checkpoint_to_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def impatient(path: Path, payload: bytes) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        path.write_bytes(payload)

    monkeypatch.setattr(trainer, "write_atomically", impatient)
    assert run(Line(stop_at=5), tmp_path).step == 6
    assert (tmp_path / CHECKPOINT).exists()
