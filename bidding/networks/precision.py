"""The number formats in which a device multiplies matrices fastest."""

from __future__ import annotations

import warnings
from typing import TypeVar

import torch
from torch import nn

M = TypeVar("M", bound=nn.Module)


def fast_dtype(device: torch.device | str) -> torch.dtype:
    """bfloat16 on GPUs and on processors with matrix units (AMX), else float32.

    Processors that have bfloat16 among their vector instructions alone are no faster with it:
    without AMX, the matrices of the released bidder took 1.5 times as long in it.
    """
    kind = torch.device(device).type
    units = kind == "cuda" or (kind == "cpu" and torch.cpu._is_amx_tile_supported())
    return torch.bfloat16 if units else torch.float32


def in_int8(module: M) -> M:
    """A copy whose linear layers multiply whole numbers of 8 bits; the processor's alone.

    Each layer's weights share one scale, its inputs one a batch: three times as fast as float32
    on processors with vector instructions for it (VNNI), and a few hundredths off.
    """
    with warnings.catch_warnings():  # torch will have it elsewhere one day, and says so each time
        warnings.simplefilter("ignore")
        copy: M = torch.ao.quantization.quantize_dynamic(module, {nn.Linear}, dtype=torch.qint8)
    return copy
