"""bfloat16 only where it is multiplied faster."""

import pytest
import torch

from bidding.networks.precision import fast_dtype


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
