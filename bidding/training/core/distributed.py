"""The processes that train one model together, as torchrun starts them.

``torchrun --nproc-per-node N manage.py train bidder …`` starts N equal processes. Each learns from
its shard of every batch, and the gradients are averaged. A single process needs no launcher.
"""

from __future__ import annotations

import atexit
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor, nn


@dataclass(frozen=True)
class ProcessGroup:
    """The place of this process among those that train together."""

    rank: int = 0
    size: int = 1

    @classmethod
    def join(cls, device: torch.device) -> ProcessGroup:
        """Join the group that the launcher's environment describes, or one of this process."""
        size = int(os.environ.get("WORLD_SIZE", "1"))
        if size == 1:
            return cls()
        if not dist.is_initialized():
            dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
            atexit.register(dist.destroy_process_group)
        return cls(dist.get_rank(), size)

    @property
    def is_main(self) -> bool:
        """True for the process that logs, validates and saves."""
        return self.rank == 0

    def shard(self, rows: np.ndarray) -> np.ndarray:
        """Return the rows of a batch that this process learns from."""
        return rows[self.rank :: self.size]

    def broadcast(self, model: nn.Module) -> None:
        """Give every process the weights of the main one."""
        if self.size > 1:
            for tensor in model.state_dict().values():
                dist.broadcast(tensor, src=0)

    def average_gradients(self, parameters: Iterable[nn.Parameter], stop: bool) -> bool:
        """Average the gradients over all processes; return True if any of them asks to stop."""
        if self.size == 1:
            return stop
        gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
        asked = torch.tensor(float(stop), device=gradients[0].device)
        self.all_reduce([*gradients, asked])
        for gradient in gradients:
            gradient /= self.size
        return bool(asked > 0)

    def all_reduce(self, tensors: list[Tensor]) -> None:
        """Replace each tensor by its sum over all processes."""
        if self.size > 1:
            for tensor in tensors:
                dist.all_reduce(tensor)

    def barrier(self) -> None:
        """Wait until all processes have come here."""
        if self.size > 1:
            dist.barrier()


ALONE = ProcessGroup()


def default_device() -> torch.device:
    """Return this process's GPU, or the CPU if there is none."""
    if not torch.cuda.is_available():
        return torch.device("cpu")
    return torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))


def machine(device: torch.device, processes: Sequence[int]) -> str:
    """Describe the machine of a run; ``processes`` as in ``Run``."""
    sizes = ", then ".join(map(str, processes))
    threads = f"{sizes} processes of {torch.get_num_threads()} threads"
    return f"{platform.machine()}, {threads}, {device.type}"
