"""Checkpoints: loaded as they were saved."""

from __future__ import annotations

import pytest
import torch

from bidding.training.core.trainer import Damaged, from_bytes, to_bytes


def test_a_state_is_loaded_as_it_was_saved() -> None:
    shared = torch.arange(6.0).reshape(2, 3)
    state = {
        "a": shared,
        "the same, turned": shared.T,
        "of no dimension": torch.tensor(3, dtype=torch.int64),
        "in half": torch.ones(2, dtype=torch.bfloat16),
        "optimiser": {0: {"step": torch.tensor(1.0)}, 1: {}},
        "plain": [1, 2.5, "text", None, True, [1, 2]],
    }
    again = from_bytes(to_bytes(state))
    assert list(again) == list(state)
    assert again["plain"] == state["plain"]
    assert list(again["optimiser"]) == [0, 1]
    for name in ("a", "the same, turned", "of no dimension", "in half"):
        assert torch.equal(again[name], state[name])
        assert again[name].dtype == state[name].dtype


def test_an_optimisers_state_goes_on_where_it_was() -> None:
    weights = [torch.nn.Parameter(torch.ones(3)) for _ in range(2)]
    optimisers = [torch.optim.AdamW([weight], betas=(0.8, 0.9)) for weight in weights]
    for step in range(4):
        for weight, optimiser in zip(weights, optimisers, strict=True):
            weight.grad = torch.full((3,), float(step))
            optimiser.step()
        if step == 1:
            optimisers[1].load_state_dict(from_bytes(to_bytes(optimisers[1].state_dict())))
    assert torch.equal(*weights)


def test_what_cannot_be_saved_is_named() -> None:
    with pytest.raises(TypeError, match="no complex"):
        to_bytes({"a": [1j]})


@pytest.mark.parametrize("cut", [0, 4, 20, 200])
def test_what_is_cut_short_is_damaged(cut: int) -> None:
    content = to_bytes({"a": torch.ones(100)})
    with pytest.raises(Damaged):
        from_bytes(content[:cut])


def test_a_file_of_tensors_alone_is_none() -> None:
    from safetensors.torch import save

    with pytest.raises(Damaged):
        from_bytes(save({"a": torch.ones(1)}))
