"""Batch-invariant matrix products: no row depends on how many others there are.

Linear algebra libraries choose the kernel of a product by its shape, and the kernels for one row
or a few add up in another order than all others. Where a product has at least twelve rows, each
row is the same bit for bit whatever the others are, and however many (MKL and oneDNN on
processors with AVX2, AVX-512 and AVX-512 BF16, with one thread or two; a test holds it).

oneDNN also compiles and keeps a kernel for every number of rows that it meets in bfloat16, half a
megabyte each. So rows are computed in blocks of few sizes, the last one filled up.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

import torch
from torch import Tensor

from bidding.yielding import yield_point

MOST = 512
SIZES = (12, *(size * part // 4 for size in (16, 32, 64, 128, 256) for part in (4, 5, 6, 7)), MOST)
"""Numbers of rows that are computed together: 12, 16, 20, 24, 28, 32, 40, ... 448, 512."""


def block_size(count: int) -> int:
    """The least of SIZES that so many rows fit in; at most MOST do."""
    return SIZES[bisect_left(SIZES, count)]


def in_blocks(tensor: Tensor) -> bool:
    """Whether rows like these are computed in blocks: for answers, on processors.

    While learning rows are many, and need not be the same again.
    """
    return tensor.device.type == "cpu" and not torch.is_grad_enabled()


def by_blocks(function: Callable[..., Tensor], *rows: Tensor) -> Tensor:
    """(n, ...) what a function that works row by row makes of (n, ...) tensors."""
    count = len(rows[0])
    if count == 0 or not in_blocks(rows[0]):
        return function(*rows)
    parts = []
    for start in range(0, count, MOST):
        part = [filled(tensor[start : start + MOST]) for tensor in rows]
        parts.append(function(*part)[: count - start])
        yield_point()
    return parts[0] if len(parts) == 1 else torch.cat(parts)


def filled(rows: Tensor) -> Tensor:
    """(n, ...) at most MOST rows, and behind them zeros up to the size of their block."""
    more = block_size(len(rows)) - len(rows)
    return torch.cat([rows, rows.new_zeros(more, *rows.shape[1:])]) if more else rows
