"""Several processes that train one model."""

from pathlib import Path

import numpy as np
import pytest
import torch
import torch.multiprocessing as mp
from torch import nn

from bidding.training.core.distributed import Team, machine
from bidding.training.core.trainer import CHECKPOINT, Schedule, train
from tests.system.conftest import free_port
from tests.training.core.test_trainer import Line

CPU = torch.device("cpu")
SCHEDULE = Schedule(warmup=0.1, decay=0.9, clip=1.0, validations=2)


def test_alone_it_is_a_team_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    team = Team.join(CPU)
    assert (team.rank, team.size, team.leads) == (0, 1, True)
    assert team.average_gradients([], stop=True) is True
    assert team.average_gradients([], stop=False) is False


@pytest.mark.parametrize(
    ("teams", "told"),
    [
        ([2], ", 2 processes of"),
        ([1, 2, 1], ", 1, then 2, then 1 processes of"),
        ([0, 4], ", an unknown number of, then 4 processes of"),
    ],
)
def test_a_run_tells_the_sizes_of_all_its_teams(teams: list[int], told: str) -> None:
    assert told in machine(CPU, teams)


def test_a_batch_is_shared_without_rest_or_repeat() -> None:
    rows = np.arange(11)
    shares = [Team(rank, 3).share(rows) for rank in range(3)]
    assert sorted(np.concatenate(shares).tolist()) == rows.tolist()


class HalfLine(Line):
    """Sees every second example of the batch."""

    def __init__(self, team: Team, **settings: int) -> None:
        super().__init__(**settings)
        self.team = team
        if team.rank:  # the one that leads decides
            nn.init.zeros_(self.model.weight)

    def loss(self, step: int) -> tuple:
        x = torch.randn(16, 1, generator=torch.Generator().manual_seed(step))
        x = x[self.team.rank :: self.team.size]
        if step == self.stop_at and self.team.rank == 1:
            super().loss(step)  # sends SIGTERM to this process alone
        loss = (self.model(x).float() - (3 * x - 1)).square().mean()
        return loss, {"loss": loss.detach()}, 16


def work(rank: int, port: int, folder: Path, stop_at: int) -> None:
    import os

    os.environ |= {
        "WORLD_SIZE": "2",
        "RANK": str(rank),
        "MASTER_ADDR": "localhost",
        "MASTER_PORT": str(port),
    }
    team = Team.join(CPU)
    task = HalfLine(team, stop_at=stop_at)
    lines: list[str] = []
    run = train(task, SCHEDULE, folder, device=CPU, team=team, report=lines.append)
    team.wait()
    outcome = {"weights": task.model.state_dict(), "step": run.step, "lines": len(lines)}
    torch.save(outcome, folder / f"{rank}.pt")


def outcomes(folder: Path, stop_at: int = -1) -> list[dict]:
    mp.spawn(work, args=(free_port(), folder, stop_at), nprocs=2)
    return [torch.load(folder / f"{rank}.pt", weights_only=True) for rank in range(2)]


def test_two_learn_what_one_learns_from_whole_batches(tmp_path: Path) -> None:
    first, second = outcomes(tmp_path)
    alone = Line()
    train(alone, SCHEDULE, tmp_path / "alone", device=CPU, report=lambda line: None)
    for name, weight in alone.model.state_dict().items():
        assert torch.equal(first["weights"][name], second["weights"][name])
        assert torch.allclose(first["weights"][name], weight, atol=2e-2)
    assert (first["lines"], second["lines"]) == (2, 0)


def test_when_one_is_asked_to_stop_all_stop_after_the_same_step(tmp_path: Path) -> None:
    first, second = outcomes(tmp_path, stop_at=9)
    assert first["step"] == second["step"] == 10
    assert (tmp_path / CHECKPOINT).exists()
