"""The processes that train one model together, as torch's launcher starts them.

``torchrun --nproc-per-node N manage.py train_bidder …`` starts N equal processes; each learns
from its share of every batch, and the gradients are averaged. Alone, nothing changes.
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
class Team:
    """One process's place among those that train together."""

    rank: int = 0
    size: int = 1

    @classmethod
    def join(cls, device: torch.device) -> Team:
        """The team that the launcher's environment describes; a team of one without a launcher."""
        size = int(os.environ.get("WORLD_SIZE", "1"))
        if size == 1:
            return cls()
        if not dist.is_initialized():
            dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
            atexit.register(dist.destroy_process_group)
        return cls(dist.get_rank(), size)

    @property
    def leads(self) -> bool:
        """Whether this process speaks, validates and saves for all."""
        return self.rank == 0

    def share(self, rows: np.ndarray) -> np.ndarray:
        """This process's part of a batch."""
        return rows[self.rank :: self.size]

    def agree(self, model: nn.Module) -> None:
        """Give every process the weights of the one that leads."""
        if self.size > 1:
            for tensor in model.state_dict().values():
                dist.broadcast(tensor, src=0)

    def average_gradients(self, parameters: Iterable[nn.Parameter], stop: bool) -> bool:
        """Average the gradients over all processes; whether any of them asks to stop."""
        if self.size == 1:
            return stop
        gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
        asked = torch.tensor([float(stop)], device=gradients[0].device)
        message = torch.cat([*(gradient.flatten() for gradient in gradients), asked])
        dist.all_reduce(message)
        message /= self.size
        _write_back(message, gradients)
        return bool(message[-1] > 0)

    def add_up(self, tensors: list[Tensor]) -> None:
        """Replace each tensor by the sum of all processes' own."""
        if self.size > 1:
            message = torch.cat([tensor.flatten() for tensor in tensors])
            dist.all_reduce(message)
            _write_back(message, tensors)

    def wait(self) -> None:
        """Go on when all processes have come to this place."""
        if self.size > 1:
            dist.barrier()


def own_device() -> torch.device:
    """The GPU of this process where there is one, else the CPU."""
    if not torch.cuda.is_available():
        return torch.device("cpu")
    return torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))


def _write_back(message: Tensor, gradients: list[Tensor]) -> None:
    """The parts of a message, in the order and shapes of these gradients."""
    place = 0
    for gradient in gradients:
        gradient.copy_(message[place : place + gradient.numel()].view_as(gradient))
        place += gradient.numel()


def machine(device: torch.device, teams: Sequence[int]) -> str:
    """What a run was made on, in words; ``teams`` as a ``Run`` keeps them."""
    sizes = ", then ".join(str(size) if size else "an unknown number of" for size in teams)
    threads = f"{sizes} processes of {torch.get_num_threads()} threads"
    return f"{platform.machine()}, {threads}, {device.type}"
