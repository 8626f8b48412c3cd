"""The number formats in which a device multiplies matrices fastest."""

from __future__ import annotations

import warnings
from functools import cache
from typing import TypeVar

import torch
from torch import nn

M = TypeVar("M", bound=nn.Module)


def fast_dtype(device: torch.device | str) -> torch.dtype:
    """bfloat16 on GPUs and on processors that multiply in it faster, else float32.

    Those are processors with matrix units (AMX), and AMD's that have bfloat16 among their vector
    instructions: there a layer of 640 units took a quarter of the time (Zen 5). Intel's without
    AMX are no faster with it: the matrices of the released bidder took 1.5 times as long.
    """
    kind = torch.device(device).type
    fast = kind == "cuda" or (kind == "cpu" and _processor_is_faster_with_it())
    return torch.bfloat16 if fast else torch.float32


@cache
def _processor_is_faster_with_it() -> bool:
    can = torch.cpu.get_capabilities()
    amd = str(can.get("cpu_name", "")).startswith("AMD")
    return bool(can.get("amx_bf16") or (amd and can.get("avx512_bf16")))


def in_int8(module: M) -> M:
    """A copy whose linear layers multiply whole numbers of 8 bits; the processor's alone.

    Each layer's weights share one scale, its inputs one a batch: three times as fast as float32
    on processors with vector instructions for it (VNNI), and a few hundredths off.
    """
    with warnings.catch_warnings():  # torch will have it elsewhere one day, and says so each time
        warnings.simplefilter("ignore")
        copy: M = torch.ao.quantization.quantize_dynamic(module, {nn.Linear}, dtype=torch.qint8)
    return copy
