"""Resilient back-propagation as paper P4 has it: with weight backtracking.

``torch.optim.Rprop`` is the simpler form without: where the derivative changes its sign it
halves the step and leaves the weight alone once. SNNS, with which P2 trained, does the same, so
P2's recipes use torch's, with its first step (lr 0.1) and its limits (1e-6 and 50); SNNS's weight
decay, which torch's lacks, is part of the error there. P4's equations (4) to (7), which are
Riedmiller and Braun's of 1993, take the last step back as well.

Where the sign changes P4's figure 7 only shrinks the step and sets the derivative to zero, taking
nothing back: that is torch's form, not the equations', which are followed here. Equation (7) is
printed as -w(t-1), a misprint for -Δw(t-1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor
from torch.optim import Optimizer


class BacktrackingRprop(Optimizer):
    """Each weight has its own step, which grows by 1.2 while the derivative keeps its sign.

    When the sign changes the step is halved, the weight goes back to where it was, and the next
    derivative counts as having none before it. The loss must be over all examples.
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 0.1,
        etas: tuple[float, float] = (0.5, 1.2),
        limits: tuple[float, float] = (1e-6, 50.0),
    ) -> None:
        if not 0 < etas[0] < 1 < etas[1] or not 0 < limits[0] <= lr <= limits[1]:
            raise ValueError(f"etas {etas}, limits {limits} and the first step {lr} do not fit")
        super().__init__(params, {"lr": lr, "etas": etas, "limits": limits})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:  # type: ignore[override]
        """One update of every weight that has a derivative."""
        loss = None if closure is None else closure()
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is not None:
                    self._update(weight, group)
        return loss

    def _update(self, weight: Tensor, group: dict[str, Any]) -> None:
        state, slope = self.state[weight], weight.grad
        assert slope is not None
        if not state:
            state["size"] = torch.full_like(weight, group["lr"])
            state["slope"] = torch.zeros_like(weight)
            state["change"] = torch.zeros_like(weight)
        down, up = group["etas"]
        agreement = slope * state["slope"]
        turned = agreement < 0
        factor = torch.where(agreement > 0, up, torch.where(turned, down, 1.0))
        state["size"].mul_(factor).clamp_(*group["limits"])
        change = torch.where(turned, -state["change"], -slope.sign() * state["size"])
        weight.add_(change)
        state["change"].copy_(torch.where(turned, 0.0, change))
        state["slope"].copy_(torch.where(turned, 0.0, slope))
