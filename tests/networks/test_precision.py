"""bfloat16 only where it is multiplied faster."""

import pytest
import torch

from bidding.networks.precision import fast_dtype, in_int8


@pytest.mark.parametrize(
    ("units", "wanted"), [(True, torch.bfloat16), (False, torch.float32)], ids=["AMX", "none"]
)
def test_processors_want_matrix_units(
    units: bool, wanted: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: units)
    assert fast_dtype("cpu") is wanted


def test_gpus_have_them() -> None:
    assert fast_dtype(torch.device("cuda", 0)) is torch.bfloat16


def test_whole_numbers_of_8_bits_are_near_the_layer_they_stand_for() -> None:
    torch.manual_seed(1)
    layers = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.SiLU(), torch.nn.Linear(32, 8))
    before = [parameter.clone() for parameter in layers.parameters()]
    inputs = torch.randn(50, 64)
    with torch.inference_mode():
        exact, quick = layers(inputs), in_int8(layers)(inputs)
    assert 0 < float((exact - quick).abs().max()) < 0.1 * float(exact.abs().max())
    assert all(map(torch.equal, before, layers.parameters())), "the layers themselves changed"
