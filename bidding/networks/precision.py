"""The number formats in which a device multiplies matrices fastest."""

from __future__ import annotations

import warnings
from functools import cache
from typing import TypeVar

import torch
from torch import nn

M = TypeVar("M", bound=nn.Module)


def fast_dtype(device: torch.device | str) -> torch.dtype:
    """Return bfloat16 for GPUs and for CPUs that multiply faster in it, else float32.

    These are CPUs with matrix units (AMX), and AMD CPUs with bfloat16 vector instructions, where
    a layer of 640 units took a quarter of the time (Zen 5). On Intel CPUs without AMX the
    matrices of the released bidder took 1.5 times as long.
    """
    kind = torch.device(device).type
    fast = kind == "cuda" or (kind == "cpu" and _cpu_prefers_bfloat16())
    return torch.bfloat16 if fast else torch.float32


@cache
def _cpu_prefers_bfloat16() -> bool:
    can = torch.cpu.get_capabilities()
    amd = str(can.get("cpu_name", "")).startswith("AMD")
    return bool(can.get("amx_bf16") or (amd and can.get("avx512_bf16")))


def quantize_int8(module: M) -> M:
    """Return a copy whose linear layers multiply in int8; for CPUs only.

    Weights have one scale per layer, inputs one per batch. Three times as fast as float32 on CPUs
    with VNNI, with errors of a few hundredths.
    """
    with warnings.catch_warnings():  # torch warns each time that the function will move
        warnings.simplefilter("ignore")
        copy: M = torch.ao.quantization.quantize_dynamic(module, {nn.Linear}, dtype=torch.qint8)
    return copy
