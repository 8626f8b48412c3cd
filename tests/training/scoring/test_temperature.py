"""Temperature scaling."""

import pytest
import torch

from bidding.training.scoring.calibration import fit_temperature

TEMPERATURES = [0.5, 0.7, 0.9, 1.1, 1.3, 1.5, 1.7]


@pytest.mark.parametrize("right", TEMPERATURES)
def test_the_temperature_is_found_that_the_answers_were_drawn_at(right: float) -> None:
    rng = torch.Generator().manual_seed(3)
    logits = 3 * torch.randn(20_000, 12, generator=rng)
    truth = (logits / right).softmax(-1).multinomial(1, generator=rng)[:, 0]
    assert fit_temperature(logits, truth, TEMPERATURES) == right
