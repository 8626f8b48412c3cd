"""Several processes that train one model."""

import os
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.multiprocessing as mp
from torch import nn

from bidding.training.core.distributed import ProcessGroup, machine
from bidding.training.core.trainer import CHECKPOINT, Schedule, train
from tests.system.conftest import free_port
from tests.training.core.test_trainer import Line

CPU = torch.device("cpu")
SCHEDULE = Schedule(warmup=0.1, decay=0.9, clip=1.0, validations=2)


def test_alone_it_is_a_group_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    processes = ProcessGroup.join(CPU)
    assert (processes.rank, processes.size, processes.is_main) == (0, 1, True)
    assert processes.average_gradients([], stop=True) is True
    assert processes.average_gradients([], stop=False) is False


@pytest.mark.parametrize(
    ("processes", "words"),
    [
        ([2], ", 2 processes of"),
        ([1, 2, 1], ", 1, then 2, then 1 processes of"),
    ],
)
def test_a_report_has_all_numbers_of_processes(processes: list[int], words: str) -> None:
    assert words in machine(CPU, processes)


def test_a_batch_is_sharded_without_rest_or_repeat() -> None:
    rows = np.arange(11)
    shards = [ProcessGroup(rank, 3).shard(rows) for rank in range(3)]
    assert sorted(np.concatenate(shards).tolist()) == rows.tolist()


class HalfLine(Line):
    """Sees every second example of the batch."""

    def __init__(self, processes: ProcessGroup, **settings: int) -> None:
        super().__init__(**settings)
        self.processes = processes
        if processes.rank:  # the main one decides
            nn.init.zeros_(self.model.weight)

    def loss(self, step: int) -> tuple:
        x = torch.randn(16, 1, generator=torch.Generator().manual_seed(step))
        x = x[self.processes.rank :: self.processes.size]
        if step == self.stop_at and self.processes.rank == 1:
            super().loss(step)  # sends SIGTERM to this process alone
        loss = (self.model(x).float() - (3 * x - 1)).square().mean()
        return loss, {"loss": loss.detach()}, 16


def work(rank: int, port: int, folders: dict[Path, int]) -> None:
    os.environ |= {
        "WORLD_SIZE": "2",
        "RANK": str(rank),
        "MASTER_ADDR": "127.0.0.1",  # the loopback name may be that of IPv6
        "MASTER_PORT": str(port),
    }
    processes = ProcessGroup.join(CPU)
    for folder, stop_at in folders.items():
        task = HalfLine(processes, stop_at=stop_at)
        lines: list[str] = []
        run = train(task, SCHEDULE, folder, device=CPU, processes=processes, log=lines.append)
        processes.barrier()
        outcome = {"weights": task.model.state_dict(), "step": run.step, "lines": len(lines)}
        torch.save(outcome, folder / f"{rank}.pt")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders of a run to its end and of one that is asked to stop, of the same processes.

    Slow: torch is loaded anew, with what the first step of an optimiser loads, once for the two.
    """
    made = [tmp_path_factory.mktemp(name) for name in ("ended", "stopped")]
    mp.set_forkserver_preload([__name__, "torch._dynamo"])
    arguments = (free_port(), dict(zip(made, (-1, 9), strict=True)))
    mp.start_processes(work, arguments, nprocs=2, start_method="forkserver")
    return made


def outcomes(folder: Path) -> list[dict]:
    return [torch.load(folder / f"{rank}.pt", weights_only=True) for rank in range(2)]


def test_two_learn_what_one_learns_from_whole_batches(folders: list[Path], tmp_path: Path) -> None:
    first, second = outcomes(folders[0])
    alone = Line()
    train(alone, SCHEDULE, tmp_path, device=CPU, log=lambda line: None)
    for name, weight in alone.model.state_dict().items():
        assert torch.equal(first["weights"][name], second["weights"][name])
        assert torch.allclose(first["weights"][name], weight, atol=2e-2)
    assert (first["lines"], second["lines"]) == (2, 0)


def test_when_one_is_asked_to_stop_all_stop_after_the_same_step(folders: list[Path]) -> None:
    first, second = outcomes(folders[1])
    assert first["step"] == second["step"] == 10
    assert (folders[1] / CHECKPOINT).exists()
