"""Batch-invariant matrix products: no row depends on how many others there are.

Linear algebra libraries choose the kernel of a product by its shape, and the kernels for one row
or a few add up in another order than all others. Where a product has at least ``FEWEST`` rows,
each row is the same bit for bit whatever the others are, and however many (MKL and oneDNN on
processors with AVX2, AVX-512 and AVX-512 BF16, with one thread or two; a test holds it). Products
of fewer rows are filled up with copies of rows that are there.
"""

from __future__ import annotations

import torch
from torch import Tensor

FEWEST = 12  # one thread needs four rows, two threads twelve


def enough(count: int, device: torch.device | str = "cpu") -> Tensor:
    """Row numbers 0 to ``count`` - 1, and some of them again where these are fewer than FEWEST."""
    return torch.arange(max(count, FEWEST), device=device) % count


def filled(rows: Tensor) -> Tensor:
    """(n, ...) the rows, and behind them copies of some where they are fewer than FEWEST."""
    count = len(rows)
    return rows if count == 0 or count >= FEWEST else rows[enough(count, rows.device)]
