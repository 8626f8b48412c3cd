"""Muon for a team: each process orthogonalises a share of the matrices, all use all of them.

The algorithm is that of ``torch.optim.Muon`` (K. Jordan 2024, https://kellerjordan.github.io/posts/muon)
with Nesterov's momentum and rates that match AdamW's (J. Liu et al. 2025, "Muon is scalable for LLM
training", section 2.2). Torch's does all of it in every process, and always in bfloat16, which
took more time than the gradients on processors that multiply float32 faster.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor, nn

from bidding.training.core.distributed import Team

_COEFFICIENTS = (3.4445, -4.7750, 2.0315)
_ITERATIONS = 5
_LEAST_NORM = 1e-7
_RMS_OF_ADAMW = 0.2


class Muon(torch.optim.Optimizer):
    """Momentum whose updates are made orthogonal; for matrices alone.

    ``dtype`` is what the device multiplies fastest.
    """

    def __init__(
        self,
        matrices: Iterable[nn.Parameter],
        *,
        lr: float,
        weight_decay: float = 0.0,
        momentum: float = 0.95,
        dtype: torch.dtype = torch.float32,
        team: Team | None = None,
    ) -> None:
        super().__init__(matrices, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})
        self._dtype, self._team = dtype, team or Team()
        for group in self.param_groups:
            if any(parameter.ndim != 2 for parameter in group["params"]):
                raise ValueError("Muon learns matrices alone")

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> Any:
        """One step down the gradients that the team has averaged."""
        if closure is not None:
            raise ValueError("Muon takes no closure")
        for group in self.param_groups:
            matrices = [matrix for matrix in group["params"] if matrix.grad is not None]
            updates = [self._with_momentum(matrix, group["momentum"]) for matrix in matrices]
            updates = self._orthogonal(updates)
            for matrix, update in zip(matrices, updates, strict=True):
                matrix.mul_(1 - group["lr"] * group["weight_decay"])
                scale = _RMS_OF_ADAMW * math.sqrt(max(matrix.shape))
                matrix.add_(update, alpha=-group["lr"] * scale)

    def _with_momentum(self, matrix: nn.Parameter, momentum: float) -> Tensor:
        gradient, state = matrix.grad, self.state[matrix]
        assert gradient is not None
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = torch.zeros_like(gradient)
        state["momentum_buffer"].lerp_(gradient, 1 - momentum)
        return gradient.lerp(state["momentum_buffer"], momentum)

    def _orthogonal(self, updates: list[Tensor]) -> list[Tensor]:
        """The updates made orthogonal, each by one process of the team."""
        owners = _owners([_work(update) for update in updates], self._team.size)
        mine = [
            orthogonal(update.to(self._dtype)).to(update)
            if owner == self._team.rank
            else torch.zeros_like(update)
            for update, owner in zip(updates, owners, strict=True)
        ]
        self._team.add_up(mine)
        return mine


def orthogonal(matrix: Tensor) -> Tensor:
    """The matrix with its singular values brought near 1 (0.7 to 1.2), by Newton-Schulz steps."""
    tall = matrix.shape[0] > matrix.shape[1]
    wide = matrix.T if tall else matrix
    wide = wide / wide.norm().clamp(min=_LEAST_NORM)
    first, second, third = _COEFFICIENTS
    for _ in range(_ITERATIONS):
        gram = wide @ wide.T
        wide = torch.addmm(
            wide, torch.addmm(gram, gram, gram, beta=second, alpha=third), wide, beta=first
        )
    return wide.T if tall else wide


def _work(matrix: Tensor) -> int:
    """The multiplications of one iteration."""
    short, long = sorted(matrix.shape)
    return short * short * (2 * long + short)


def _owners(work: list[int], size: int) -> list[int]:
    """Which process does each piece of work: the largest first, to who has the least so far."""
    owners, loads = [0] * len(work), [0] * size
    for piece in sorted(range(len(work)), key=lambda piece: -work[piece]):
        owners[piece] = loads.index(min(loads))
        loads[owners[piece]] += work[piece]
    return owners
