"""Muon: torch's algorithm, each matrix orthogonalised by one process."""

from copy import deepcopy

import pytest
import torch
from torch import nn

from bidding.training.core.distributed import ProcessGroup
from bidding.training.core.muon import Muon, orthogonal


@pytest.fixture
def model() -> nn.Module:
    torch.manual_seed(1)
    return nn.Sequential(
        nn.Linear(24, 40, bias=False), nn.Linear(40, 40, bias=False), nn.Linear(40, 8, bias=False)
    )


def learn(network: nn.Module, optimiser: torch.optim.Optimizer, steps: int) -> None:
    draw = torch.Generator().manual_seed(2)
    for _ in range(steps):
        optimiser.zero_grad()
        (network(torch.randn(64, 24, generator=draw)) - 1).square().mean().backward()
        optimiser.step()


def test_alone_it_is_torchs_own(model: nn.Module) -> None:
    other = deepcopy(model)
    learn(model, Muon(model.parameters(), lr=0.02, weight_decay=0.1, dtype=torch.bfloat16), 5)
    torchs = torch.optim.Muon(
        other.parameters(), lr=0.02, weight_decay=0.1, adjust_lr_fn="match_rms_adamw"
    )
    learn(other, torchs, 5)
    for ours, theirs in zip(model.parameters(), other.parameters(), strict=True):
        assert float((ours - theirs).detach().norm() / theirs.detach().norm()) < 0.01


@pytest.mark.parametrize("shape", [(30, 30), (12, 50), (50, 12)])
def test_singular_values_come_near_one(shape: tuple[int, int]) -> None:
    matrix = torch.randn(shape, generator=torch.Generator().manual_seed(3))
    values = torch.linalg.svdvals(orthogonal(matrix))
    assert float(values.min()) > 0.6
    assert float(values.max()) < 1.25


def test_each_matrix_is_orthogonalised_by_one_process_and_used_by_all(
    model: nn.Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = deepcopy(model)
    learn(alone, Muon(alone.parameters(), lr=0.02), 1)
    reduced: list[list[torch.Tensor]] = []
    monkeypatch.setattr(ProcessGroup, "all_reduce", lambda group, tensors: reduced.append(tensors))
    for rank in range(2):
        member = deepcopy(model)
        learn(member, Muon(member.parameters(), lr=0.02, processes=ProcessGroup(rank, 2)), 1)
    first, second = reduced
    assert all(bool(a.any()) != bool(b.any()) for a, b in zip(first, second, strict=True))
    for before, after, a, b in zip(
        model.parameters(), alone.parameters(), first, second, strict=True
    ):
        scale = 0.2 * max(before.shape) ** 0.5
        assert torch.allclose(before - 0.02 * scale * (a + b), after, atol=1e-6)


def test_vectors_are_refused() -> None:
    with pytest.raises(ValueError, match="matrices"):
        Muon([nn.Parameter(torch.zeros(3))], lr=0.1)
