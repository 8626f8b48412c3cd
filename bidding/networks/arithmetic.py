"""How matrices are multiplied: the fastest number format, and batch-invariant inference on CPUs.

Batch-invariant: no row of an answer depends on the rows computed with it. Linear algebra libraries
choose the kernel of a product by its shape, and kernels sum in different orders. So each product
has one number of rows: inputs are cut into blocks, the last one padded with zeros. All else in the
networks is computed row by row.

Weights are packed in advance for blocks of that size. Beside a product of plain weights that takes
a tenth less time in bfloat16; in float32 half, on AMD processors, for which PyTorch's own choice is
slow. Training and GPUs use the layers as they are.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache

import torch
from torch import Tensor, nn
from torch.nn.functional import linear
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

from bidding.yielding import yield_point

_AMPERE = (8, 0)
"""The compute capability from which GPUs multiply bfloat16 natively; T4 and V100 are below."""

_WITH_BFLOAT16 = {"AVX512_CORE_BF16", "AVX512_CORE_FP16", "AVX10_1_512"}
_WITH_AMX = {"AVX512_CORE_AMX", "AVX512_CORE_AMX_FP16", "AVX10_1_512_AMX", "AVX10_1_512_AMX_FP16"}
_ALL = {"DEFAULT", "ALL"}

BLOCK_ROWS = 48
"""Of views: a question has 40 to 100 of them, and in larger blocks each is hardly faster."""
FEW_ROWS = 16
"""Of auctions, whose steps follow each other, and of calls: one question has eleven auctions."""


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


def by_blocks(function: Callable[[Tensor], Tensor], rows: Tensor, size: int) -> Tensor:
    """Apply a row-wise function to (n, inputs) rows, ``size`` of them at a time."""
    count, parts = len(rows), []
    for start in range(0, max(count, 1), size):
        part = rows[start : start + size]
        missing = start + size - count
        parts.append(
            function(torch.constant_pad_nd(part, (0, 0, 0, missing)) if missing > 0 else part)
        )
        yield_point()
    return (parts[0] if len(parts) == 1 else torch.cat(parts))[:count]


def _packs(dtype: torch.dtype) -> bool:
    """Return whether oneDNN is there, and multiplies these numbers on this processor."""
    if not torch.backends.mkldnn.is_available():
        return False
    return dtype is torch.float32 or torch.ops.mkldnn._is_mkldnn_bf16_supported()


class BlockLinear(nn.Module):
    """A linear layer computed in blocks of ``size`` rows."""

    weight: Tensor
    bias: Tensor | None

    def __init__(self, weight: Tensor, bias: Tensor | None, size: int) -> None:
        super().__init__()
        self.register_buffer("weight", weight.detach())
        self.register_buffer("bias", None if bias is None else bias.detach())
        self.size = size
        self._packed = None
        if _packs(weight.dtype):
            self._packed = torch.ops.mkldnn._reorder_linear_weight(self.weight, size)

    def forward(self, rows: Tensor) -> Tensor:
        """Map (n, inputs) to (n, outputs)."""
        return by_blocks(self.product, rows, self.size)

    def product(self, block: Tensor) -> Tensor:
        """Map a whole block."""
        if self._packed is None:
            return linear(block, self.weight, self.bias)
        return torch.ops.mkldnn._linear_pointwise(block, self._packed, self.bias, "none", [], "")


class BlockGRU(nn.Module):
    """The layers of an ``nn.GRU`` (batch first) for sequences of any lengths.

    Those that have ended take no part in a step. Gates as in ``nn.GRU``.
    """

    def __init__(self, gru: nn.GRU) -> None:
        super().__init__()
        self.hidden_size, self.dtype = gru.hidden_size, next(gru.parameters()).dtype
        self.inputs, self.recurrent = nn.ModuleList(), nn.ModuleList()
        for weight_ih, weight_hh, bias_ih, bias_hh in gru.all_weights:
            self.inputs.append(BlockLinear(weight_ih, bias_ih, BLOCK_ROWS))
            self.recurrent.append(BlockLinear(weight_hh, bias_hh, FEW_ROWS))

    def forward(self, steps: Tensor, lengths: Tensor) -> Tensor:
        """Return (sequence, step, width) states of (sequence, step, inputs), zero after the end."""
        steps = steps.to(self.dtype)
        packed = pack_padded_sequence(steps, lengths, batch_first=True, enforce_sorted=False)
        sizes: list[int] = packed.batch_sizes.tolist()
        rows = packed.data
        for of_inputs, recurrent in zip(self.inputs, self.recurrent, strict=True):
            given = of_inputs(rows).split(sizes)
            state, states = steps.new_zeros(sizes[0], self.hidden_size), []
            for gates in given:
                state = self._step(gates, recurrent(state[: len(gates)]), state[: len(gates)])
                states.append(state)
            rows = torch.cat(states)
        _, sizes_of_steps, order, inverse = packed
        out = PackedSequence(rows, sizes_of_steps, order, inverse)
        return pad_packed_sequence(out, batch_first=True, total_length=steps.shape[1])[0]

    def advance(self, step: Tensor, states: Tensor) -> Tensor:
        """Return the states (layer, n, width) after one more step (n, inputs)."""
        moved = []
        for of_inputs, recurrent, state in zip(self.inputs, self.recurrent, states, strict=True):
            step = self._step(of_inputs(step), recurrent(state), state)
            moved.append(step)
        return torch.stack(moved)

    def _step(self, given: Tensor, recurrent: Tensor, state: Tensor) -> Tensor:
        """Return the next states (n, width) of the gates' inputs, each (n, 3 · width)."""
        of_gates = 2 * self.hidden_size
        reset, update = (given[:, :of_gates] + recurrent[:, :of_gates]).sigmoid_().chunk(2, dim=1)
        new = torch.addcmul(given[:, of_gates:], reset, recurrent[:, of_gates:]).tanh_()
        return new + update * (state - new)


def in_blocks(module: nn.Module, size: int = BLOCK_ROWS) -> None:
    """Replace the linear and recurrent layers within a module by such that compute in blocks."""
    for name, child in module.named_children():
        if isinstance(child, nn.Linear):
            setattr(module, name, BlockLinear(child.weight, child.bias, size))
        elif isinstance(child, nn.GRU):
            setattr(module, name, BlockGRU(child))
        else:
            in_blocks(child, size)
