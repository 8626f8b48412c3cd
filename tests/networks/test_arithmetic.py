"""bfloat16 only where it is multiplied faster."""

from collections.abc import Iterator
from typing import Any

import pytest
import torch

from bidding.networks.arithmetic import _cpu_prefers_bfloat16, fast_dtype

MATRIX_UNITS = {"cpu_name": "Intel(R) Xeon(R)", "amx_bf16": True, "avx512_bf16": True}
FAST_VECTORS = {"cpu_name": "AMD EPYC 9755", "amx_bf16": False, "avx512_bf16": True}
SLOW_VECTORS = {"cpu_name": "Intel(R) Xeon(R)", "amx_bf16": False, "avx512_bf16": True}
NO_VECTORS = {"cpu_name": "AMD Ryzen", "amx_bf16": False, "avx512_bf16": False}
ANOTHER_KIND = {"architecture": "aarch64", "neon": True}


@pytest.fixture(autouse=True)
def _not_cached(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("ONEDNN_MAX_CPU_ISA", raising=False)
    _cpu_prefers_bfloat16.cache_clear()
    yield
    _cpu_prefers_bfloat16.cache_clear()


@pytest.mark.parametrize(
    ("can", "limit", "expected"),
    [
        (MATRIX_UNITS, None, torch.bfloat16),
        (MATRIX_UNITS, "AVX512_CORE_AMX", torch.bfloat16),
        (MATRIX_UNITS, "AVX512_CORE_BF16", torch.float32),
        (MATRIX_UNITS, "avx2", torch.float32),
        (FAST_VECTORS, None, torch.bfloat16),
        (FAST_VECTORS, "AVX512_CORE_BF16", torch.bfloat16),
        (FAST_VECTORS, "AVX512_CORE", torch.float32),
        (SLOW_VECTORS, None, torch.float32),
        (NO_VECTORS, None, torch.float32),
        (ANOTHER_KIND, None, torch.float32),
    ],
)
def test_a_processor_uses_what_it_has_and_the_library_may_use(
    can: dict[str, Any], limit: str | None, expected: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    if limit is not None:
        monkeypatch.setenv("ONEDNN_MAX_CPU_ISA", limit)
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: can)
    assert fast_dtype("cpu") is expected


@pytest.mark.parametrize(
    ("capability", "expected"),
    [((7, 0), torch.float32), ((7, 5), torch.float32), ((8, 0), torch.bfloat16)],
    ids=["V100", "T4", "A100"],
)
def test_gpus_have_bfloat16_since_ampere(
    capability: tuple[int, int], expected: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: capability)
    assert fast_dtype(torch.device("cuda", 0)) is expected
