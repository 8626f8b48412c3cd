"""The number formats in which a device multiplies matrices fastest."""

from __future__ import annotations

import os
from functools import cache

import torch

_AMPERE = (8, 0)
"""The compute capability from which GPUs multiply bfloat16 natively; T4 and V100 are below."""

_WITH_BFLOAT16 = {"AVX512_CORE_BF16", "AVX512_CORE_FP16", "AVX10_1_512"}
_WITH_AMX = {"AVX512_CORE_AMX", "AVX512_CORE_AMX_FP16", "AVX10_1_512_AMX", "AVX10_1_512_AMX_FP16"}
_ALL = {"DEFAULT", "ALL"}


def fast_dtype(device: torch.device | str) -> torch.dtype:
    """Return bfloat16 for GPUs and CPUs that multiply faster in it, else float32.

    These are GPUs since Ampere, CPUs with matrix units (AMX), and AMD CPUs with bfloat16 vector
    instructions, where a layer of 640 units took a quarter of the time (Zen 5). On Intel CPUs
    without AMX the matrices of the released bidder took 1.5 times as long; without the
    instructions bfloat16 is emulated.
    """
    device = torch.device(device)
    if device.type == "cuda":
        fast = torch.cuda.get_device_capability(device) >= _AMPERE
    else:
        fast = device.type == "cpu" and _cpu_prefers_bfloat16()
    return torch.bfloat16 if fast else torch.float32


@cache
def _cpu_prefers_bfloat16() -> bool:
    """Return whether the processor has the instructions and oneDNN may use them.

    The variable ONEDNN_MAX_CPU_ISA may name fewer than the processor has.
    """
    can = torch.cpu.get_capabilities()
    limit = os.environ.get("ONEDNN_MAX_CPU_ISA", "DEFAULT").upper()
    if can.get("amx_bf16") and limit in _ALL | _WITH_AMX:
        return True
    amd = str(can.get("cpu_name", "")).startswith("AMD")
    return amd and bool(can.get("avx512_bf16")) and limit in _ALL | _WITH_AMX | _WITH_BFLOAT16
