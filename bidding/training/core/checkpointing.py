"""A training's state as one safetensors file: its tensors by number, the rest as JSON beside them.

No pickle: whoever opens the file of somebody else runs nothing of theirs.
"""

from __future__ import annotations

import json
from typing import Any

import safetensors
from safetensors.torch import load, save
from torch import Tensor

OUTLINE = "outline"


class Damaged(ValueError):
    """Bytes that hold no such state; says why."""


def to_bytes(state: Any) -> bytes:
    """Of numbers, texts, None, tensors, and lists, tuples and dictionaries of them.

    Tuples come back as lists. Raises TypeError for anything else.
    """
    tensors: dict[str, Tensor] = {}
    outline = json.dumps(_outline(state, tensors))
    return save(tensors, metadata={OUTLINE: outline})


def from_bytes(content: bytes) -> Any:
    """The state again, its tensors on the CPU. Raises Damaged."""
    try:
        tensors = load(content)
        length = int.from_bytes(content[:8], "little")  # of the header, as safetensors has it
        header = json.loads(content[8 : 8 + length])
        return _filled(json.loads(header["__metadata__"][OUTLINE]), tensors)
    except (safetensors.SafetensorError, ValueError, KeyError, TypeError) as error:
        raise Damaged(str(error)) from error


def _outline(value: Any, tensors: dict[str, Tensor]) -> Any:
    """What JSON can carry: containers and tensors as objects of one member that names them."""
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
