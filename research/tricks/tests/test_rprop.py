"""Resilient back-propagation: P4's form step by step, and where torch's differs."""

from __future__ import annotations

from copy import deepcopy

import pytest
import torch

from research.tricks.rprop import BacktrackingRprop


def moved(
    optimiser: torch.optim.Optimizer, weight: torch.Tensor, slopes: list[float]
) -> list[float]:
    """Where the weight stands after each derivative."""
    places = []
    for slope in slopes:
        weight.grad = torch.tensor([slope])
        optimiser.step()
        places.append(round(weight.item(), 6))
    return places


def test_a_sequence_worked_out_by_hand() -> None:
    weight = torch.nn.Parameter(torch.tensor([0.0]))
    optimiser = BacktrackingRprop([weight], lr=0.1)
    # First step 0.1; same sign: 0.12; turned: back by 0.12 with the step 0.06; the next has no
    # sign before it: 0.06 up; same sign: 0.072; no slope: stay.
    places = moved(optimiser, weight, [1.0, 3.0, -0.5, -0.5, -2.0, 0.0])
    assert places == [-0.1, -0.22, -0.1, -0.04, 0.032, 0.032]


def test_each_weight_has_a_step_of_its_own() -> None:
    weight = torch.nn.Parameter(torch.zeros(2))
    optimiser = BacktrackingRprop([weight], lr=0.1)
    for slopes in ([1.0, 1.0], [1.0, -1.0]):
        weight.grad = torch.tensor(slopes)
        optimiser.step()
    assert weight.tolist() == pytest.approx([-0.22, 0.0])


def test_steps_stay_within_their_limits() -> None:
    weight = torch.nn.Parameter(torch.tensor([0.0]))
    optimiser = BacktrackingRprop([weight], lr=0.1, limits=(0.05, 0.11))
    assert moved(optimiser, weight, [1.0, 1.0, 1.0]) == [-0.1, -0.21, -0.32]
    # Turned: the step falls to 0.055, then again to 0.05 and not to 0.0275.
    places = moved(optimiser, weight, [-1.0, -1.0, 1.0, 1.0])
    assert places == [-0.21, -0.155, -0.21, -0.26]


def test_torchs_form_leaves_the_weight_alone_where_the_sign_changes() -> None:
    weight = torch.nn.Parameter(torch.tensor([0.0]))
    optimiser = torch.optim.Rprop([weight], lr=0.1, etas=(0.5, 1.2), step_sizes=(1e-6, 50))
    places = moved(optimiser, weight, [1.0, 3.0, -0.5, -0.5])
    assert places == [-0.1, -0.22, -0.22, -0.16]


def test_settings_that_do_not_fit_are_refused() -> None:
    weight = torch.nn.Parameter(torch.zeros(1))
    with pytest.raises(ValueError, match="do not fit"):
        BacktrackingRprop([weight], lr=100.0)
    with pytest.raises(ValueError, match="do not fit"):
        BacktrackingRprop([weight], etas=(1.2, 0.5))


def test_a_saved_state_goes_on_alike() -> None:
    weight = torch.nn.Parameter(torch.tensor([0.0]))
    optimiser = BacktrackingRprop([weight], lr=0.1)
    moved(optimiser, weight, [1.0, 1.0])
    other = torch.nn.Parameter(weight.detach().clone())
    resumed = BacktrackingRprop([other], lr=0.1)
    resumed.load_state_dict(deepcopy(optimiser.state_dict()))
    slopes = [-1.0, -1.0, 2.0]
    assert moved(resumed, other, slopes) == moved(optimiser, weight, slopes)
