"""Batch-invariant matrix products: no row depends on the number of other rows.

Linear algebra libraries choose the kernel of a product by its shape, and the kernels for few rows
sum in a different order. From twelve rows on, each row of a product is the same bit for bit
whatever and however many the others are (MKL and oneDNN on processors with AVX2, AVX-512 and
AVX-512 BF16, with one or two threads; covered by a test).

In bfloat16 oneDNN also compiles and caches a kernel of half a megabyte for every number of rows.
Rows are therefore computed in blocks of a few sizes, the last one padded.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

import torch
from torch import Tensor

from bidding.yielding import yield_point

MAX_ROWS = 512
BLOCK_SIZES = (
    12,
    *(size * part // 4 for size in (16, 32, 64, 128, 256) for part in (4, 5, 6, 7)),
    MAX_ROWS,
)
"""Numbers of rows in a block: 12, 16, 20, 24, 28, 32, 40, ... 448, 512."""


def block_size(count: int) -> int:
    """Return the smallest of BLOCK_SIZES that holds ``count`` rows, at most MAX_ROWS."""
    return BLOCK_SIZES[bisect_left(BLOCK_SIZES, count)]


def runs_in_blocks(tensor: Tensor) -> bool:
    """Return True for inference on a CPU, where rows are computed in blocks.

    Training has many rows and does not need invariance.
    """
    return tensor.device.type == "cpu" and not torch.is_grad_enabled()


def apply_in_blocks(function: Callable[..., Tensor], *rows: Tensor) -> Tensor:
    """Apply a row-wise function to (n, ...) tensors block by block; return (n, ...)."""
    count = len(rows[0])
    if count == 0 or not runs_in_blocks(rows[0]):
        return function(*rows)
    parts = []
    for start in range(0, count, MAX_ROWS):
        part = [pad_to_block(tensor[start : start + MAX_ROWS]) for tensor in rows]
        parts.append(function(*part)[: count - start])
        yield_point()
    return parts[0] if len(parts) == 1 else torch.cat(parts)


def pad_to_block(rows: Tensor) -> Tensor:
    """Pad (n, ...) rows, at most MAX_ROWS, with zeros to the size of their block."""
    more = block_size(len(rows)) - len(rows)
    return torch.cat([rows, rows.new_zeros(more, *rows.shape[1:])]) if more else rows
