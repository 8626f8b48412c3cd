"""Muon with AdamW. Each process of a group orthogonalises a share of the matrices.

The algorithm is that of ``torch.optim.Muon`` (K. Jordan 2024, https://kellerjordan.github.io/posts/muon)
with Nesterov's momentum and rates that match AdamW's (J. Liu et al. 2025, "Muon is scalable for LLM
training", section 2.2). Torch's does all the work in every process, and in bfloat16
even where float32 is faster.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor, nn

from bidding.networks.arithmetic import fast_dtype
from bidding.training.core.distributed import ALONE, ProcessGroup
from bidding.training.core.settings import Learning

_COEFFICIENTS = (3.4445, -4.7750, 2.0315)
_ITERATIONS = 5
_LEAST_NORM = 1e-7
_RMS_OF_ADAMW = 0.2
_MOMENTUM = 0.95


def muon_and_adamw(
    model: nn.Module,
    is_inner: Callable[[str, nn.Parameter], bool],
    rates: Learning,
    device: torch.device,
    processes: ProcessGroup = ALONE,
) -> list[torch.optim.Optimizer]:
    """Return Muon for the inner matrices of a model and AdamW for its other parameters.

    Both take those that require a gradient; ``is_inner`` tells the matrices of Muon by their names.
    """
    parts: tuple[list[nn.Parameter], list[nn.Parameter]] = ([], [])
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            parts[parameter.ndim == 2 and is_inner(name, parameter)].append(parameter)
    others, matrices = parts
    decay = rates.weight_decay
    dtype = fast_dtype(device)
    return [
        Muon(matrices, lr=rates.matrix_lr, weight_decay=decay, dtype=dtype, processes=processes),
        torch.optim.AdamW(
            others, lr=rates.other_lr, weight_decay=decay, betas=(0.9, 0.98), fused=True
        ),
    ]


class Muon(torch.optim.Optimizer):
    """Momentum with orthogonalised updates, for matrices only.

    ``dtype`` is the one that the device multiplies fastest.
    """

    def __init__(
        self,
        matrices: Iterable[nn.Parameter],
        *,
        lr: float,
        weight_decay: float = 0.0,
        dtype: torch.dtype = torch.float32,
        processes: ProcessGroup = ALONE,
    ) -> None:
        super().__init__(matrices, {"lr": lr, "weight_decay": weight_decay})
        self._dtype, self._processes = dtype, processes
        for group in self.param_groups:
            if any(parameter.ndim != 2 for parameter in group["params"]):
                raise ValueError("Muon learns matrices alone")

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> Any:
        """Take one step along the averaged gradients."""
        if closure is not None:
            raise ValueError("Muon takes no closure")
        for group in self.param_groups:
            matrices = [matrix for matrix in group["params"] if matrix.grad is not None]
            updates = [self._with_momentum(matrix) for matrix in matrices]
            updates = self._orthogonal(updates)
            for matrix, update in zip(matrices, updates, strict=True):
                matrix.mul_(1 - group["lr"] * group["weight_decay"])
                scale = _RMS_OF_ADAMW * math.sqrt(max(matrix.shape))
                matrix.add_(update, alpha=-group["lr"] * scale)

    def _with_momentum(self, matrix: nn.Parameter) -> Tensor:
        gradient, state = matrix.grad, self.state[matrix]
        assert gradient is not None
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = torch.zeros_like(gradient)
        state["momentum_buffer"].lerp_(gradient, 1 - _MOMENTUM)
        return gradient.lerp(state["momentum_buffer"], _MOMENTUM)

    def _orthogonal(self, updates: list[Tensor]) -> list[Tensor]:
        """Return the orthogonalised updates, each computed by one process."""
        by_size = sorted(range(len(updates)), key=lambda place: -updates[place].numel())
        owners = {place: turn % self._processes.size for turn, place in enumerate(by_size)}
        mine = [
            orthogonal(update.to(self._dtype)).to(update).contiguous()
            if owners[place] == self._processes.rank
            else torch.zeros_like(update)
            for place, update in enumerate(updates)
        ]
        self._processes.all_reduce(mine)
        return mine


def orthogonal(matrix: Tensor) -> Tensor:
    """Return the matrix with its singular values near 1 (0.7 to 1.2), by Newton-Schulz steps."""
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
