"""bfloat16 only where it is multiplied faster."""

from collections.abc import Iterator
from typing import Any

import pytest
import torch

from bidding.networks.precision import _cpu_prefers_bfloat16, fast_dtype, quantize_int8

MATRIX_UNITS = {"cpu_name": "Intel(R) Xeon(R)", "amx_bf16": True, "avx512_bf16": True}
FAST_VECTORS = {"cpu_name": "AMD EPYC 9755", "amx_bf16": False, "avx512_bf16": True}
SLOW_VECTORS = {"cpu_name": "Intel(R) Xeon(R)", "amx_bf16": False, "avx512_bf16": True}
NO_VECTORS = {"cpu_name": "AMD Ryzen", "amx_bf16": False, "avx512_bf16": False}
ANOTHER_KIND = {"architecture": "aarch64", "neon": True}


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    _cpu_prefers_bfloat16.cache_clear()
    yield
    _cpu_prefers_bfloat16.cache_clear()


@pytest.mark.parametrize(
    ("can", "expected"),
    [
        (MATRIX_UNITS, torch.bfloat16),
        (FAST_VECTORS, torch.bfloat16),
        (SLOW_VECTORS, torch.float32),
        (NO_VECTORS, torch.float32),
        (ANOTHER_KIND, torch.float32),
    ],
    ids=["AMX", "AMD", "Intel without AMX", "AMD without", "arm"],
)
def test_processors_are_asked_what_they_can(
    can: dict[str, Any], expected: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: can)
    assert fast_dtype("cpu") is expected


def test_gpus_have_them() -> None:
    assert fast_dtype(torch.device("cuda", 0)) is torch.bfloat16


def test_whole_numbers_of_8_bits_are_near_the_layer_they_stand_for() -> None:
    torch.manual_seed(1)
    layers = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.SiLU(), torch.nn.Linear(32, 8))
    before = [parameter.clone() for parameter in layers.parameters()]
    inputs = torch.randn(50, 64)
    with torch.inference_mode():
        exact, quick = layers(inputs), quantize_int8(layers)(inputs)
    assert 0 < float((exact - quick).abs().max()) < 0.1 * float(exact.abs().max())
    assert all(map(torch.equal, before, layers.parameters())), "the layers themselves changed"
