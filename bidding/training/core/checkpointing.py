"""Checkpoints: the state of a training run as one safetensors file; inputs kept for its resumption.

Tensors are stored by number, everything else as JSON in the header. Without pickle, loading a
checkpoint runs no code.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
import torch
from safetensors.torch import load, save
from torch import Tensor

OUTLINE = "outline"


class Damaged(ValueError):
    """Bytes that are no checkpoint."""


def to_bytes(state: Any) -> bytes:
    """Return a state of numbers, texts, None, tensors, lists, tuples and dictionaries as bytes.

    Tuples are loaded as lists. Raise TypeError for anything else.
    """
    tensors: dict[str, Tensor] = {}
    outline = json.dumps(_outline(state, tensors))
    return save(tensors, metadata={OUTLINE: outline})


def from_bytes(content: bytes) -> Any:
    """Return the state, its tensors on the CPU. Raise Damaged."""
    try:
        tensors = load(content)
        length = int.from_bytes(content[:8], "little")  # of the header, by the format
        header = json.loads(content[8 : 8 + length])
        return _filled(json.loads(header["__metadata__"][OUTLINE]), tensors)
    except (safetensors.SafetensorError, ValueError, KeyError, TypeError) as error:
        raise Damaged(str(error)) from error


def cached(path: Path, compute: Callable[[], Tensor]) -> Tensor:
    """Return what is computed, read from the file or written to it."""
    if path.exists():
        return torch.from_numpy(np.load(path))
    tensor = compute()
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".part.npy")
    np.save(beside, tensor.numpy())
    beside.replace(path)
    return tensor


def _outline(value: Any, tensors: dict[str, Tensor]) -> Any:
    """Return the state as JSON can carry it, each tensor replaced by its number."""
    if isinstance(value, Tensor):
        number = str(len(tensors))
        tensors[number] = value.detach().cpu().contiguous().clone()  # no two share memory
        return {"tensor": number}
    if isinstance(value, dict):  # as pairs, since the names may be numbers
        return {"dict": [[key, _outline(one, tensors)] for key, one in value.items()]}
    if isinstance(value, (list, tuple)):
        return [_outline(one, tensors) for one in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"a training's state holds no {type(value).__name__}")


def _filled(outline: Any, tensors: dict[str, Tensor]) -> Any:
    if isinstance(outline, list):
        return [_filled(one, tensors) for one in outline]
    if not isinstance(outline, dict):
        return outline
    if "tensor" in outline:
        return tensors[outline["tensor"]]
    return {key: _filled(one, tensors) for key, one in outline["dict"]}
